"""Plots and charts."""
