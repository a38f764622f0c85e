"""Support: supply (11.1), and the Regeneration and Logistics Phase (11)."""
