"""Anti-submarine warfare (6.4.4, 8.5.2) and torpedoes (9.9.5)."""
