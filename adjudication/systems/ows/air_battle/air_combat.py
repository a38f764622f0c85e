"""Air combat (9.7): hex by hex in the facilitator's order, seven steps each; the Air Battleboard (9.7.5)."""

from dataclasses import dataclass

import adjudication.systems.ows.air_battle.air_defence as air_defence
import adjudication.systems.ows.air_battle.air_to_air as air_to_air
import adjudication.systems.ows.air_battle.sead as sead
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import Order, OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.air_tasking import PHASE as AIR_TASKING
from adjudication.systems.ows.air.air_tasking import one_of_each_box
from adjudication.systems.ows.air.missions import (
    BATTLEBOARD,
    CAS,
    INTERDICTION,
    SEAD,
    STRIKE,
    TRANSPORT,
    air_hex,
    mission_type,
    package_of,
)
from adjudication.systems.ows.sensing.air_picture import (
    FOUGHT,
    air_defences,
    contested,
    in_hex,
    look_around,
    missile_range,
    turn_down,
)
from adjudication.systems.ows.table.status import sides
from adjudication.systems.ows.turn.asking import Ask, ask_together
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

PHASE = "air combat"
OVER_THE_BATTLE = (CAS, SEAD, STRIKE, INTERDICTION, TRANSPORT)
"""The missions that go on to a tactical map (9.7.3.step5)."""
BOX = "battleboard"
"""Tag of the spaces that are boxes of an Air Battleboard (9.7.5)."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Fight the air combat of a hex (9.7)."""

    side: str
    hex: str


@dataclass(frozen=True, slots=True)
class Array:
    """Array an air defence unit with long reach in a box of the Air Battleboard (9.7.5b)."""

    side: str
    unit: Contact
    box: str


def begin(umpire: Umpire) -> None:
    """Electronic warfare that promotes strikes is directed at its targets, before SEAD and strikes."""
    sead.aim_jammers(umpire)


def end(umpire: Umpire) -> None:
    """What happens as the phase ends."""


def needed(state: State) -> bool:
    """Whether aircraft fly where enemy aircraft or air defences are near, or may promote strikes with their
    electronic warfare."""
    return bool(contested(state)) or sead.jammers_may_fly(state)


def fight(umpire: Umpire, order: Fight) -> None:
    """The seven steps in their order; results of a step are applied at its end, before the next (9.7.3)."""
    hex = order.hex
    look_around(umpire, hex)
    for step in STEPS:
        umpire.step(step, hex)
    turn_down(umpire)
    done = [*umpire.state.mark("game", FOUGHT, []), hex]
    umpire.mark("game", FOUGHT, done, rule=R["9.7"])


def to_tactical_map(umpire: Umpire, hex: str) -> None:
    """Step 5: what is left of the missions over the battle is allotted to zones of the tactical map in that
    hex, or under that box of the Battleboard. Packages on call wait."""
    state = umpire.state
    parts = state.board.parts_of(hex)
    zones = list(one_of_each_box(state, parts))
    if not zones:
        return
    asked = {}
    for side in sides(state):
        missions = [
            piece.id
            for piece in in_hex(state, side, hex)
            if piece.place == hex
            and mission_type(state, piece) in OVER_THE_BATTLE
            and not package_of(state, piece)
        ]
        if missions:
            first = dict.fromkeys(missions, zones[0])
            may = dict.fromkeys(missions, zones)
            asked[side] = Ask(may, first, T("all in one zone"), every=True)
    answer = ask_together(
        umpire,
        asked,
        T("zone that each mission goes to", hex=hex),
        rule=R["9.7.3.step5"],
    )
    for mission, zone in answer.items():
        umpire.move(mission, zone, rule=R["9.7.3.step5"])


STEPS = (
    air_to_air.stand_off,
    sead.stand_off,
    air_defence.long_range,
    air_to_air.dogfight,
    to_tactical_map,
    sead.in_the_hex,
    air_defence.final,
)
"""The seven steps (9.7.3)."""


# --- the Air Battleboard: 9.7.5 ----------------------------------------------------------------------


def array(umpire: Umpire, order: Array) -> None:
    """The unit counts as in that box for the air combat of this turn; on the tactical map it stays where it
    stands."""
    umpire.mark(order.unit, BATTLEBOARD, order.box, rule=R["9.7.5b"])


@derived
def long_reach(state: State, side: str) -> tuple[str, ...]:
    """A side's air defences under a Battleboard whose missiles go 1 hex or further."""
    if not boxes(state):
        return ()
    units = [state.pieces[id] for id in air_defences(state, side)]
    return tuple(
        unit.id
        for unit in units
        if missile_range(unit) >= 1 and air_hex(state.board, unit.place) in boxes(state)
    )


@derived
def boxes(state: State) -> tuple[str, ...]:
    """The boxes of the Air Battleboard, in the order of the board; none without one."""
    return tuple(space.id for space in state.board.data.spaces if BOX in space.tags)


def open_boxes(state: State, side: str) -> tuple[str, ...]:
    """The boxes where a side may array units: those that are nobody's, or its own."""
    spaces = state.board.spaces
    return tuple(box for box in boxes(state) if spaces[box].values.get("holder", side) in ("", side))


# --- orders ------------------------------------------------------------------------------------------


def next_fight(state: State) -> Order | None:
    """What `next` does: fight the next contested hex."""
    hexes = contested(state)
    return Order(acting(state)[0], "fight", {"hex": hexes[0]}) if hexes else None


KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "fight",
        Fight,
        fight,
        R["9.7"],
        "fight the air combat of a hex; the facilitator says in which order",
        legality=(
            Legality(
                IN_TURN,
                only(
                    "hex",
                    contested,
                    "hex",
                    R["9.7"],
                    "no air combat to fight there",
                ),
                arguments={"hex": contested},
                sides=acting,
                phases=(PHASE,),
                elsewhere=R["seq.6.A"],
            ),
        ),
    ),
    OrderKind(
        "array",
        Array,
        array,
        R["9.7.5b"],
        "array an air defence unit on the Air Battleboard",
        secret=True,
        legality=(
            Legality(
                only(
                    "unit",
                    long_reach,
                    "unit",
                    R["9.7.5b"],
                    "no air defence for the Battleboard",
                ),
                only(
                    "box",
                    open_boxes,
                    "box",
                    R["9.7.5b"],
                    "no box that you may use",
                ),
                arguments={"unit": long_reach, "box": open_boxes},
                sides=acting,
                phases=(AIR_TASKING,),
                elsewhere=R["9.7.5b"],
            ),
        ),
    ),
)
