"""The phases: set-up (4.0), planning (6.1, 6.2), operations (6.3 to 6.5), the ISIS attack (6.6), the
inter-phase (6.7)."""
