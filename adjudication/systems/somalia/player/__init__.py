"""Computer players of Somalia."""
