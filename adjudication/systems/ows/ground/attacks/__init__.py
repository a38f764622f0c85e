"""Ground combat (10.15.9): declared, resolved, and what its result brings."""
