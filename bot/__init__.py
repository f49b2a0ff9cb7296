"""Face-Down Judge: a self-hosted Discord judge bot for Magic: The Gathering."""

__version__ = "0.1.0"
