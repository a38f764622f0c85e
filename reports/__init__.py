"""What is derived from a log for people: audit, review, maps and the read model."""
