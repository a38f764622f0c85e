"""Chances: odds, luck, games played on by policies, studies of thousands of them. The umpire's other uses."""
