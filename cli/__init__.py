"""The command line: reads the arguments, calls, prints."""
