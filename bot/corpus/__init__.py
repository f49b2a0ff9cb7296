"""The rulings: read from YAML, checked, indexed and searched; no I/O after loading, and no Discord."""
