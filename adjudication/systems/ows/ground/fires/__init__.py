"""Fires of the ground war (10.15.2, 10.15.5): fire missions, and what supports a combat."""
