"""How often the judge finds the right ruling: `python -m tests.eval FILE`."""
