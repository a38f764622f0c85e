"""How many turns a game has (5.1a), and when the die of the variable length is rolled (7.2)."""

LAST_TURN = 10  # 5.1a
AT_THE_END = "operations"
"""The reading of 7.2 by which the die is rolled at the end of the operations phase."""
