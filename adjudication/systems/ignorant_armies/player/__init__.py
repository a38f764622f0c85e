"""Policies for studies of the calendar. No rule of the game is here."""
