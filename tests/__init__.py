"""Tests of whitecell."""
