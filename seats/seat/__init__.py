"""A seat at a game: who was let in to it, what they are called, how their answers are marked."""
