"""Joint Arab intervention (ja.*), and the Tanker War with the Western navies (event.45)."""
