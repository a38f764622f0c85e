"""Who plays: the UN and one to three Bandit players (1.0a, 11.2a), or the sides of the later scenarios; the
factions of each (8.41a); the tracks of their Victory Points and Supply Points."""

from adjudication.engine.register import citations
from domain.table.derived import derived
from domain.table.state import State

R = citations("somalia", __file__)

UN, BANDIT = "un", "bandit"
COLOURS = ("pink", "orange", "yellow", "purple")
"""The factions (8.41a)."""
COURTS, ETHIOPIANS = "icu", "ethiopia"
"""Sides of the later scenarios."""
BASE, COURTS_2006, WAR_2006 = "base", "courts-2006", "war-2006"


def game(state: State) -> str:
    """Which game is played: the base game, Islamic Courts Union 2006, or The War in Somalia 2006+."""
    if UN in state.sides:
        return BASE
    return WAR_2006 if ETHIOPIANS in state.sides else COURTS_2006


def plays_base(state: State) -> bool:
    """Whether the base game is played."""
    return game(state) == BASE


def plays_later(state: State) -> bool:
    """Whether a later scenario is played."""
    return game(state) != BASE


def bandits(state: State) -> tuple[str, ...]:
    """The Bandit players of the base game, in the order of the scenario."""
    return tuple(side for side in state.sides if side != UN)


def several(state: State) -> bool:
    """Whether two or three play Bandits (11.2a)."""
    return len(bandits(state)) > 1


@derived
def factions(state: State, side: str) -> tuple[str, ...]:
    """The factions of a Bandit player: those of its counters."""
    found = {piece.kind.data.get("faction") for piece in state.pieces.values() if piece.side == side}
    return tuple(colour for colour in COLOURS if colour in found)


def vp(side: str) -> str:
    """The track of a side's Victory Points."""
    return f"vp-{side}"


def sp(side: str) -> str:
    """The track of a side's Off-map Pool of Supply Points (5.1a, 5.4a)."""
    return f"sp-{side}"
