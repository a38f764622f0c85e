"""What lies on the table: Zones (2.1), counters (2.2), points and scores, losses (6.0f), who holds what
(7.1)."""
