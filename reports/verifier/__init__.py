"""The verifier: one file of the standard library that checks a log without whitecell, to go with the log."""
