"""Sitting down at a game: opening it, who was let in, what others did meanwhile."""
