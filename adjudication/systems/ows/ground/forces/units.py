"""Ground units (2.2.7, 10.9, 10.10): what a counter is to the rules of the ground war."""

from adjudication.engine.register import citations
from adjudication.systems.ows.table.counters import GROUND, Sheet, sheet
from domain.table.state import Piece, State

R = citations("ows", __file__)

ARMOUR, MECHANIZED, MOTORIZED, INFANTRY, RECON = ("armour", "mechanized", "motorized", "infantry", "recon")
MANEUVER = (ARMOUR, MECHANIZED, MOTORIZED, INFANTRY, RECON)
"""Types of combat arms maneuver units, whose steps count for the odds (10.15.9.1.1)."""
ARTILLERY, ROCKET, AIR_DEFENCE, ENGINEER, HEADQUARTERS, CSS, ATGM = (
    "artillery",
    "rocket",
    "air defence",
    "engineer",
    "headquarters",
    "css",
    "atgm",
)
FIRES = (ARTILLERY, ROCKET)
"""Types of units with fire missions (10.15.5)."""
FOOT, SKI, WHEELED, TRACKED = "foot", "ski", "wheeled", "tracked"
"""The modes of ground movement (10.10)."""


def is_maneuver(read: Sheet) -> bool:
    """Whether its steps are combat arms maneuver battalions (10.15.9.1.1)."""
    return read.type in MANEUVER


def is_mobile(read: Sheet) -> bool:
    """Whether it is a motorized or mechanized formation, tanks among them, that exerts a zone of control
    (10.10.3b)."""
    return is_maneuver(read) and read.moves in (WHEELED, TRACKED)


def fires(read: Sheet) -> bool:
    """Whether it is an artillery or rocket unit with fire missions (10.15.5)."""
    return read.type in FIRES


def counted_steps(piece: Piece) -> int:
    """Steps for stacking, strategic movement and hexsides: an engineer unit counts as one (10.11a)."""
    return min(1, piece.steps) if sheet(piece).engineer else piece.steps


def ground_units_at(state: State, hex: str, side: str) -> list[Piece]:
    """A side's ground units in a hex, by themselves."""
    return [piece for piece in state.pieces_at(hex) if piece.side == side and piece.kind.group == GROUND]
