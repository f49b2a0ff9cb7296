"""The table's record on Discord: the board, what players do with it, and what they are told."""
