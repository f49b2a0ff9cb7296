"""Face-down permanents: the table's record of them, and how each may be turned face up."""
