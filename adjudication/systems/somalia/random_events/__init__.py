"""Random events (4.0)."""
