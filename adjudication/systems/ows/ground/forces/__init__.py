"""Ground forces (10.2 to 10.14): units and formations, where they stand, what they are told, how they are
supplied, and where they can go."""
