"""A game: its log, what of it is in force, and where it was forked from."""
