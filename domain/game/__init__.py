"""A game: its log, which of its events are in force, and where it was forked from."""
