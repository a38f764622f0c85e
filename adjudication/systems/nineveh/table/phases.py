"""The names of the phases (3, 4.1)."""

PREPARATION, DEPLOYMENT = "preparation", "deployment"
SUPPORT, MOVEMENT, COMBAT = "support", "movement", "combat"
