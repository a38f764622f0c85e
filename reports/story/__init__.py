"""A log as turns, phases and orders, with forces and control over time."""
