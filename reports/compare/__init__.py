"""Comparisons of games: the same scenario run by several groups, or a game and its forks."""

from reports.compare.found import Comparison, Group
from reports.compare.gather import FEWEST, MOST, compare

__all__ = ["FEWEST", "MOST", "Comparison", "Group", "compare"]
