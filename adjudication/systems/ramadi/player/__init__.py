"""A computer player: what it knows lies open, and it draws no lots. No rule of the game is here."""
