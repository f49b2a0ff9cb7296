"""What the bot remembers, in one SQLite file."""

from bot.store.database import BrokenDatabaseError, Store, open_store

__all__ = ["BrokenDatabaseError", "Store", "open_store"]
