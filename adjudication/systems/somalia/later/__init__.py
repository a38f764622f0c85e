"""The two later scenarios, with sequences of their own."""
