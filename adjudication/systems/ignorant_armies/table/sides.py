"""The two sides, their units and boxes, and the marks that outlast a turn. The base game is not in the
document: people move the units and resolve combat by its rules, and this ledger holds what the
supplement adds (doc.scope)."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("ignorant-armies", __file__)

IRAQ, IRAN = "iraq", "iran"
ENEMY = {IRAQ: IRAN, IRAN: IRAQ}

GROUND, HEADQUARTERS, AIR, MISSILE, MARKER = "ground unit", "headquarters", "air marker", "missile", "marker"
"""Groups of kinds."""
ON_GROUND = (GROUND, HEADQUARTERS)

SCHEDULE, LOCKED, AVAILABLE, AIR_BOX, MISSILES, DEADPILE = (
    "schedule",
    "locked",
    "available",
    "air",
    "missiles",
    "deadpile",
)
"""Boxes, one of each side (`schedule-iraq`): what is still to arrive, what an event releases, what may be
built with RPs, air markers, missiles, and units that are lost."""
JOINT_ARAB_BOX, WITHDRAWN, EVENT_MARKERS = "joint-arab", "withdrawn", "events"

INDEX, RP_IRAQ, RP_JOINT_ARAB, STEPS_LOST = "index", "rp-iraq", "rp-joint-arab", "joint-arab-steps-lost"
"""Tracks. INDEX is the victory index: above zero it favours Iran."""

NO_ATTACKS = Mark[bool]("no attacks", turns=1)
"""Mark of a side that may make no attack this game-turn but by Tanker War rolls (event.32, event.63)."""
STRONGER = Mark[bool]("popular army +1", turns=1)
"""Mark of the game: Popular Army divisions are one stronger this game-turn (event.15)."""
HUMAN_WAVES = Mark[bool]("human waves +1", turns=1)
"""Mark of the game: each Iranian human wave roll counts one more this game-turn (event.21)."""
DELIVERED = Mark[list[str]]("missiles delivered", turns=2)
"""Mark of an Iranian unit that holds TOW or HAWK missiles, to the end of the next game-turn (event.34)."""
CHEMICALS = Mark[bool]("chemical weapons")
"""Mark of a side that has an operational chemical capacity (event.46, event.51-52)."""
CHEMICALS_USED = Mark[dict[str, int]]("chemical uses", turns=1)
"""Mark of a side: {ground, missiles}, what it has used this game-turn."""
UPGRADED = Mark[bool]("headquarters upgraded")
"""Mark of Iran (event.16, event.55-61)."""
SATELLITES = Mark[bool]("satellite intelligence")
"""Mark of Iraq: no fog of war in its movement and combat phases (event.36-44)."""
ENGINEERS = Mark[bool]("engineer divisions")
"""Mark of Iran: an attack with such a division is shifted one column right (event.55-61)."""
MISSILE_LIMIT = Mark[int]("missile limit")
MORE_MISSILES = Mark[bool]("one missile more")
"""Marks of Iran: how many missiles it may hold, and that its next missile reinforcement is one larger
(event.25)."""
INCOME = Mark[int]("rp income")
"""Mark of Iraq: its RPs a turn, where an event changed them (event.12-14)."""
ONE_RP_MORE = Mark[bool]("one rp more", turns=1)
"""Mark of Iraq: 1 RP more this turn (event.62)."""
NAVAL_INTERVENTION = Mark[bool]("western naval intervention")
NAVAL_EVER = Mark[bool]("western naval intervention ever")
"""Marks of the game: whether it is in effect, and whether it has ever been (event.45, event.64)."""
INTERVENTION = Mark[str]("joint arab intervention")
"""Mark of the game: `coming`, `in effect` or `withdrawn`; and ARRIVED, the game-turn of the arrival."""
ARRIVED = Mark[int]("joint arab arrival")
IN_KUWAIT = Mark[bool]("iran in kuwait")
"""Mark of the game: an Iranian unit stands in a Kuwaiti border hex, and its VP is counted (kuwait.vp)."""
CONTROL = Mark[str]("control")
"""Mark of a city or town: the side that controls it, once a unit entered it (ja.intervention.conditions)."""
MOVED_SF = Mark[bool]("special forces entered", turns=1)
"""Mark of Iraq: a Special Forces brigade has entered this game-turn (event.33)."""
DONE = Mark[list[str]]("done", turns=1)
"""Mark of a unit: the phases of this game-turn in which it has moved, and `attacked`, `built`."""
HELD = Mark[bool]("holy sites held")
"""Mark of the game: both holy sites were Iranian when the Iraqi player-turn began (holy.sword-of-allah)."""


def box(name: str, side: str) -> str:
    """A side's box of that name."""
    return f"{name}-{side}"


def kind_of(unit: Piece) -> str:
    """The type of a unit: `republican guard`, `popular army`, `revolutionary guard`, ..."""
    return str(unit.kind.data.get("type", ""))


def is_joint_arab(unit: Piece) -> bool:
    """Whether a unit or marker belongs to the Joint Arab forces."""
    return kind_of(unit) == "joint arab"


@derived
def units(state: State, side: str) -> list[Piece]:
    """A side's ground units and headquarters on the map; for Iraq the Joint Arab ones too."""
    return [
        unit
        for group in ON_GROUND
        for unit in state.of_group(group)
        if unit.side == side and in_a_hex(state, unit)
    ]


@derived
def places(state: State, side: str) -> frozenset[str]:
    """The hexes that hold a unit of a side."""
    return frozenset(unit.place for unit in units(state, side))


@derived
def tagged(board: Board, tag: str) -> tuple[str, ...]:
    """The hexes with a tag."""
    return tuple(space.id for space in board.data.spaces if tag in space.tags)


def in_a_hex(state: State, piece: Piece) -> bool:
    """Whether a piece is in a hex of the map, and not in a box."""
    space = state.board.spaces.get(piece.place)
    return space is not None and bool(space.row)


def game_turns(state: State) -> int:
    """How many game-turns the calendar has."""
    return int(state.options["game_turns"] or 0)


def year(state: State) -> int:
    """The calendar year of the game-turn."""
    return state.date().year


def in_effect(state: State) -> bool:
    """Whether Joint Arab intervention is in effect: from arrival to withdrawal."""
    return state.mark("game", INTERVENTION) == "in effect"


def has_done(state: State, unit: str, what: str) -> bool:
    """Whether a unit has moved in a phase, attacked or come on this game-turn."""
    return what in state.mark(unit, DONE, [])


def note(umpire: Umpire, unit: str, what: str) -> None:
    """A unit has moved in a phase, attacked or come on; once a game-turn for each."""
    done = [*umpire.state.mark(unit, DONE, []), what]
    umpire.mark(unit, DONE, done, rule=R["doc.scope"])


def may_again(umpire: Umpire, unit: str, what: str) -> None:
    """A unit that has done something this game-turn may do it again."""
    done = umpire.state.mark(unit, DONE, [])
    if done == [what]:
        umpire.mark(unit, DONE, None, rule=R["doc.scope"])
    elif what in done:
        left = [each for each in done if each != what]
        umpire.mark(unit, DONE, left, rule=R["doc.scope"])


def in_turn(state: State) -> tuple[str, ...]:
    """The side whose player-turn it is."""
    return (state.side,) if state.side else ()
