"""What the commands share: the game they open, the terminal, options, completion."""
