"""The console: a facilitator's prompt over the same commands."""
