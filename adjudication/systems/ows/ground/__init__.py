"""The ground segment (10): organization, initiative, and the impulses of each actioning unit.

`units` and `formations` say what counters and formations are; the other modules follow the ground sequence of
play (10.3). The ground war is fought where the scenario's chart `formations` names formations of both sides.
"""
