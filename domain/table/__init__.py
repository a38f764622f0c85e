"""What lies on a table: the state, the board, look-up tables, dice."""
