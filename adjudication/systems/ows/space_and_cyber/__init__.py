"""Space constellations (7.5, 7.6) and cyber cards (7.3)."""
