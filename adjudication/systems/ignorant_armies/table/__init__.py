"""What lies on the table: the sides and their units, the victory index, the holy sites."""
