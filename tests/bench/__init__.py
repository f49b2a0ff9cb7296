"""How fast and how right the search is beside well-known methods, and how fast advisor and table are."""
