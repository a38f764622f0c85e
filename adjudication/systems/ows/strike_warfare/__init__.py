"""Strike plans (8.7) and strike actions (9.8, 9.9)."""
