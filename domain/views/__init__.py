"""What one side may know of a game."""
