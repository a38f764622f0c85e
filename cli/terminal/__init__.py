"""The terminal: what is said and asked there, pages, progress, files written, what it was shown before."""
