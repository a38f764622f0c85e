"""Air missions (6.5): what they fly and from where, the air tasking order, packages, assaults and losses."""
