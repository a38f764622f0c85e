"""Set-up (10), supply (5.1), and the Seasonal Interphase (8.2 to 8.7)."""
