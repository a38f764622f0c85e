"""Events, odds, notes and audits in words."""
