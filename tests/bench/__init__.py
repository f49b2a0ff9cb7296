"""How fast and how right the search is, beside well-known methods: `python -m tests.bench`."""
