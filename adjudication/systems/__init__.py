"""The rule systems, a folder each."""
