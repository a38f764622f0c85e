"""The random events (event.*), what they release, and how they end the war."""
