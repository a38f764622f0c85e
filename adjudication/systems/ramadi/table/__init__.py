"""What lies on the table: counters (3.0), the map (4.2), the ground held (5.2), the orders and the turns."""
