"""Tiny made-up rule systems, a page each: one for each thing that the core must be able to carry."""

from tests.toys import (
    blocks,
    both_fire,
    cards,
    detection,
    event_table,
    factions,
    hunt,
    landing,
    losses,
    magazines,
    options,
    reaction,
    salvoes,
    sealed_orders,
    strikes,
    two_maps,
    volley,
)

MODULES = (
    blocks,
    cards,
    sealed_orders,
    reaction,
    both_fire,
    losses,
    magazines,
    detection,
    event_table,
    factions,
    two_maps,
    options,
    salvoes,
    volley,
    strikes,
    hunt,
    landing,
)
NAMES = tuple(module.NAME for module in MODULES)
