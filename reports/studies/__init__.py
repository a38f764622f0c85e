"""Studies in writing: figures, tables, a report, and the folder from which a study can continue."""
