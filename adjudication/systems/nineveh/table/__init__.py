"""What lies on the table, for all chapters: the map (2.2), blocks (2.1), supply (7.1), losses (6.3), Rumours
(7.4)."""
