"""The options that commands share, how their values are read, and how they are completed."""
