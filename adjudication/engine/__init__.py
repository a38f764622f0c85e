"""The engine: the umpire who runs rule code, sessions, scenarios and rule registers."""
