"""How fast and how right the search is, beside well-known methods; how fast the advisor: `python -m tests.bench`."""
