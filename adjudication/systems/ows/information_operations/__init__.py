"""Information operations (7.1, 7.2): planned, placed, revealed, and what they come to."""
