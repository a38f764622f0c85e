"""The two scenarios of 2006: set-ups, missions, economics and victory of their own.

Both play the missions of the base game (6) with units of either side; their phases have names of their own.
"""
