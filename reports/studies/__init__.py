"""Studies written down: figures, tables, a page, and the folder that a study goes on from."""
