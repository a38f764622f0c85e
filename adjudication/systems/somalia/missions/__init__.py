"""Missions of the Operations Phase (6): Convoys, Flushes and Development of the UN, Raids and moves of the
Bandits, Ambushes on the way."""
