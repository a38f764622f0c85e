"""Sensors and local detection (2.2.1, 8.3 to 8.5), and who sees whom in the air (9.7)."""
