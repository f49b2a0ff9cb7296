"""`play` in a real browser: its tests, and the picture of it in the README."""
