"""The names of the phases (3, 10)."""

DEPLOYMENT = "deployment"
EVENTS, LOGISTICS, OPERATIONS, POLITICAL = "random events", "logistics", "operations", "political"
TERRORISM, SEASON = "terrorism", "seasonal interphase"
"""The Seasonal Interphase: Terrorism waits for the Bandit player, the rest is asked step by step."""
