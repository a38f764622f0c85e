"""Logs as files, and their audit."""
