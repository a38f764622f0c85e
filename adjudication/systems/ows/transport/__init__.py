"""Strategic movement (5): by ship, air, rail and road."""
