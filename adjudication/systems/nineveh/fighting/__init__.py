"""Combat (6.1, 6.2): fire in each area, and what came of it in words."""
