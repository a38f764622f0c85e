"""Optional rules (11): negotiations, and two or three Bandit players."""
