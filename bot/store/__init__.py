"""What the bot remembers, in one SQLite file."""

from bot.store.broken import BrokenDatabaseError
from bot.store.database import Store, StoreError, open_store

__all__ = ["BrokenDatabaseError", "Store", "StoreError", "open_store"]
