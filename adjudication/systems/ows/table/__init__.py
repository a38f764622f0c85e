"""What lies on the table, for all chapters: counters (2.2), markers (2.3), maps (2.1), options (3.2), and
damage (9.6)."""
