"""What the white cell does: rulings, acts by hand, tables, injects."""
