"""Movement (5): tunnels (5.5) and IEDs (7.5), HQ special orders (7.2), retreats (6.4)."""
