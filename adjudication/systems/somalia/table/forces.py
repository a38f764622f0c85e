"""Counters (2.2): the groups, what stands in a Zone, Firepower, who has acted this turn."""

from collections.abc import Iterable, Mapping

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.zones import is_zone
from domain.errors import BadData
from domain.events.data import KindData
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("somalia", __file__)

GANG, LEADER, MILITARY, MILITIA, BASE, CONVOY = "gang", "leader", "military", "militia", "base", "convoy"
"""Groups of counters. MILITARY: blue and green units (6.22a); GANG: Bandit units, Leaders are none (7.1c)."""
INFANTRY, MARINE, ENGINEER, POLICE, CIVIC, HELICOPTER = (
    "infantry",
    "marine",
    "engineer",
    "military police",
    "civic affairs",
    "helicopter",
)
"""Types of military units (`data.type`)."""
ASKED_OF = {
    GANG: ("faction", "type"),
    LEADER: ("faction", "type"),
    MILITARY: ("type",),
    MILITIA: ("type",),
}
"""What the data of a kind says, by its group."""
DONE = Mark[bool]("done", turns=1)
"""Mark of a unit that has done its mission this turn (6.0d)."""
GUARDS = Mark[str]("guards")
"""Mark of a military unit: the Base or Convoy that it stands with (6.21a)."""
HIT = "hits"
"""Track: hits scored on UN units this turn (6.0f)."""


def at(state: State, zone: str, *groups: str) -> list[Piece]:
    """The counters of these groups in a Zone, in order of arrival."""
    return [piece for piece in state.pieces_at(zone) if piece.kind.group in groups]


def on_map(state: State, *groups: str) -> list[Piece]:
    """The counters of these groups on the map."""
    return [piece for group in groups for piece in state.of_group(group) if is_zone(state.board, piece.place)]


def faction(piece: Piece) -> str:
    """The colour of a Bandit counter."""
    return str(piece.kind.data["faction"])


def kind_of(piece: Piece) -> str:
    """The type of a military unit."""
    return str(piece.kind.data["type"])


def is_us(piece: Piece) -> bool:
    """Whether a military unit is a green one (2.2c)."""
    return bool(piece.kind.data.get("us"))


def check_kinds(kinds: Mapping[str, KindData]) -> None:
    """Raises BadData for the first unit that does not say what the rules ask of it."""
    for kind in kinds.values():
        for name in ASKED_OF.get(kind.group, ()):
            if not kind.data.get(name):
                raise BadData(f"The kind {kind.name} of group {kind.group} does not say its {name}.")


def firepower(pieces: Iterable[Piece]) -> int:
    """The Firepower factors of these counters, added up (2.2a); Leaders have none."""
    return sum(piece.value("firepower") for piece in pieces)


def contact(piece: Piece) -> int:
    """The Contact Number of a unit; of one that has none its Firepower (2.2a)."""
    return piece.value("contact") or piece.value("firepower")


def has_acted(state: State, piece: Piece) -> bool:
    """Whether a unit has done its mission this turn (6.0c)."""
    return bool(state.mark(piece.id, DONE))


def act(umpire: Umpire, pieces: Iterable[str], *, rule: str) -> None:
    """These units have done their mission (6.0d)."""
    for piece in pieces:
        umpire.mark(piece, DONE, True, rule=rule)


def led(state: State, zone: str, side: str, units: Iterable[str]) -> bool:
    """Whether a Leader of the player assists these units in their Zone (8.4a): of any of his factions, or of
    theirs alone (option)."""
    leaders = [leader for leader in at(state, zone, LEADER) if leader.side == side]
    if not state.options.get("leaders_assist_own_faction"):
        return bool(leaders)
    theirs = [faction(state.pieces[unit]) for unit in units]
    return any(faction(leader) in theirs for leader in leaders)


def base_in(state: State, zone: str) -> Piece | None:
    """The Base of a Zone: one at most (5.2a)."""
    return next(iter(at(state, zone, BASE)), None)


def convoy_in(state: State, zone: str) -> Piece | None:
    """The Supply Convoy of a Zone (5.3a)."""
    return next(iter(at(state, zone, CONVOY)), None)


def guards(state: State, target: str) -> list[Piece]:
    """The units that are stacked with a Base or a Convoy (6.21a)."""
    zone = state.pieces[target].place
    return [unit for unit in at(state, zone, MILITARY) if state.mark(unit.id, GUARDS) == target]
