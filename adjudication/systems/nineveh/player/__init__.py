"""A competent player of either side, which looks only at what its side knows."""
