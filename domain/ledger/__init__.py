"""Games on disk: the chained log, log files, and the event store."""
