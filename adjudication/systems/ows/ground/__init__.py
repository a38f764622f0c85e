"""The ground war (10), fought where the scenario's chart `formations` names formations of both sides.

`forces` has what stands on the ground, `maneuver`, `fires`, `attacks` and `rear` what it does, `segment` the
sequence of play (10.3).
"""
