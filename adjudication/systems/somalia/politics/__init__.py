"""The Political Phase (7), and the end of the game (9)."""
