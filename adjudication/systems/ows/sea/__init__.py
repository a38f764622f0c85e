"""The war at sea (6.1 to 6.4): movement, modes, mines, passing enemies, and amphibious assaults."""
