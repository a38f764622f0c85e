"""The read model: games as an SQLite database for analysts, built and refreshed from their logs."""
