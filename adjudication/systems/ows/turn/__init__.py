"""Whose turn it is (3.1a), how many strike actions are left (9.8b), and what both sides are asked at once."""
