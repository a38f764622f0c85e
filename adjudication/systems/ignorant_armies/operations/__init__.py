"""Moves, attacks and replacements, and where units may not go."""
