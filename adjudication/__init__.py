"""The umpire and the rule systems: what the rules make of an order."""
