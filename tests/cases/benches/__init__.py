"""For each system, how its program lays out a position that a case states, and where it reads an outcome."""
