"""Taking, leaving and losing ground (5.2), and what follows from the ground held: the points, the lines of
communication that are cut or restored, the hexes that go back to ISIS.

`settle` works all of that out from the position, after orders and after manual changes alike, so the tracks
are right whatever was done. The audit asks `contradictions` whether they are.
"""

from collections.abc import Iterator

from adjudication.engine.orders import Order
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ramadi.table.board import (
    contested_hexes,
    government_complex,
    map_hexes,
    zone_of_hex,
)
from adjudication.systems.ramadi.table.counters import ISF, MARKERS, markers_at, markers_left
from adjudication.systems.ramadi.table.ground import UNIT_ZONE, VACATED, Network, held_hexes, network
from domain.table.marks import Mark
from domain.table.state import State
from domain.texts import Text

R = citations("ramadi", __file__)
T = texts("ramadi")

ISF_POINTS = "isf_vp"
OBJECTIVES_HELD, URBAN_HELD = "isf_objectives", "isf_urban"
"""The tracks of those ISF points that key objectives and urban hexes give now."""
GROUND = Mark[str]("ground")
HELD, LOST = "held", "lost"
"""What the mark `ground` of a contested hex says: that the ISF holds it, or that it did."""
CUT_OFF = Mark[bool]("cut off")
TAKEN = Mark[int]("government_complex_taken")
"""The mark of the game: the turn in which the Government Complex was first taken (7.2)."""


def enter(umpire: Umpire, unit: str, hex: str, *, rule: str) -> None:
    """Bring a unit into a hex; a Cleared marker there goes back to the stock (reading of 5.2)."""
    state = umpire.state
    zone = zones_on_entering(state, unit, hex) if state.options.get("units_keep_zone") else None
    umpire.move(unit, hex, rule=rule)
    umpire.mark(unit, UNIT_ZONE, zone, rule=R["5.2e"])
    for marker in markers_at(state, hex):
        umpire.move(marker.id, MARKERS, rule=R["5.2n"])


def zones_on_entering(state: State, unit: str, hex: str) -> str | None:
    """The zones that a unit belongs to once it has entered a hex, for its mark; None on a deployment hex.

    From the transfer box it comes into a zone that is linked to the hex. Where that leaves several, or a unit
    moves over what several zones are linked to, it may belong to any of these.
    """
    if hex in zone_of_hex(state.board):
        return None
    linked = network(state).zones.get(hex, ())
    place = state.pieces[unit].place
    own = state.mark(unit, UNIT_ZONE, "").split() or (
        network(state).zones.get(place, ()) if place in map_hexes(state.board) else linked
    )
    return " ".join([zone for zone in own if zone in linked] or own) or None


def leave(umpire: Umpire, hex: str) -> None:
    """When the last unit has left a cleared hex the player may keep it by a Cleared marker.

    Without a marker, or with none of the twelve left, it goes back to ISIS.
    """
    state = umpire.state
    if hex not in contested_hexes(state.board) or hex in held_hexes(state):
        return
    stock = markers_left(state)
    if not stock:
        return
    if umpire.choose(ISF, T("whether a marker stays", hex=hex), [True, False], rule=R["5.2h"]):
        umpire.move(min(stock), hex, rule=R["5.2h"])


def vacate(umpire: Umpire, hex: str) -> None:
    """In movement a cleared hex that the last unit has left stays open until all have moved (6.7)."""
    if hex in contested_hexes(umpire.state.board) and hex not in held_hexes(umpire.state):
        umpire.mark(hex, VACATED, umpire.state.turn, rule=R["6.7b"])


def close_movement(umpire: Umpire) -> None:
    """When all have moved, each cleared hex that stayed empty is kept by a marker or goes back to ISIS."""
    state = umpire.state
    for hex in sorted(state.marked(VACATED)):
        umpire.mark(hex, VACATED, None, rule=R["6.7b"])
        leave(umpire, hex)
    settle(umpire)


def settle(umpire: Umpire, *, rule: str = "", lost: str = "") -> None:
    """Bring everything that follows from the ground held up to date.

    rule: by which the ground changed, lost: by which a hex went back to ISIS, if one did; what people did by
    hand where nothing is said.
    """
    state = umpire.state
    now = network(state)
    _settle_hexes(umpire, now, lost)
    of_objectives = now.objectives - state.track(OBJECTIVES_HELD)
    of_urban = now.points - now.objectives - state.track(URBAN_HELD)
    if of_objectives or of_urban:  # which few orders change
        _score(umpire, of_objectives, of_urban)
        rule = rule or R["5.2s"]
        umpire.score(OBJECTIVES_HELD, of_objectives, rule=rule, why=T("key objectives held"))
        umpire.score(URBAN_HELD, of_urban, rule=rule, why=T("urban hexes held"))
    complex = government_complex(state.board)
    if state.mark("game", TAKEN) is None and complex in held_hexes(state):
        umpire.mark("game", TAKEN, state.turn, rule=R["7.2a"])


def _score(umpire: Umpire, of_objectives: int, of_urban: int) -> None:
    """Correct the ISF track at once when held ground or a line of communication has changed (5.2)."""
    lost = R["5.2j"]
    umpire.score(
        ISF_POINTS, of_objectives, rule=R["5.2a"] if of_objectives > 0 else lost, why=T("key objectives held")
    )
    umpire.score(ISF_POINTS, of_urban, rule=R["5.2b"] if of_urban > 0 else lost, why=T("urban hexes held"))


def _settle_hexes(umpire: Umpire, now: Network, lost: str) -> None:
    """Tell which hexes were taken, went back to ISIS, were cut off or linked up again."""
    state = umpire.state
    held, marked = held_hexes(state), state.marked_as(GROUND, HELD)
    if held != marked:
        known = state.marked(GROUND)
        for hex in sorted(held - marked):
            umpire.mark(hex, GROUND, HELD, rule=R["5.2o"] if known.get(hex) == LOST else R["5.2g"])
        for hex in sorted(marked - held):
            umpire.mark(hex, GROUND, LOST, rule=lost or (R["5.2h"] if markers_left(state) else R["5.2n"]))
    cut_off = state.marked(CUT_OFF)
    for hex in sorted({*now.cut_off, *cut_off}) if now.cut_off or cut_off else ():
        cut = True if hex in now.cut_off else None
        umpire.mark(hex, CUT_OFF, cut, rule=R["5.2i"])


def contradictions(state: State) -> Iterator[tuple[str, str]]:
    """What of the tracks and marks does not follow from the position: the rule, and why."""
    now, held = network(state), held_hexes(state)
    for track, points in ((OBJECTIVES_HELD, now.objectives), (URBAN_HELD, now.points - now.objectives)):
        if state.track(track) != points:
            name = state.tracks[track].data.name
            yield R["5.2s"], f"{name}: the map gives {points}, the track says {state.track(track)}."
    marked = {hex for hex, mark in state.marked(GROUND).items() if mark == HELD}
    for hex in sorted(marked.symmetric_difference(held)):
        yield R["5.2g"], f"{hex} is {'held' if hex in held else 'not held'}, and its mark says otherwise."
    for hex in sorted({*now.cut_off}.symmetric_difference(state.marked(CUT_OFF))):
        line = "no line" if hex in now.cut_off else "a line"
        yield R["5.2i"], f"{hex} has {line} of communication, and its mark says otherwise."
    if government_complex(state.board) in held and state.mark("game", TAKEN) is None:
        yield R["7.2a"], "The Government Complex is held, and no turn of its capture is recorded."


def objections(state: State, act: Order) -> list[tuple[str, Text]]:
    """What the rules have against a manual change of what follows from the position: it comes back."""
    if act.name == "hand-score" and act.arguments.get("track") in (OBJECTIVES_HELD, URBAN_HELD):
        track = act.arguments["track"]
        points = T(
            "points follow from the hexes held", track=track, value=state.track(track), points=ISF_POINTS
        )
        return [(R["5.2s"], points)]
    if act.name == "hand-change" and act.arguments.get("subject") in contested_hexes(state.board):
        mark, hex = act.arguments.get("mark"), act.arguments["subject"]
        if mark == GROUND.name:
            return [(R["5.2g"], T("whether it is held follows", hex=hex))]
        if mark == CUT_OFF.name:
            return [(R["5.2i"], T("whether it is cut off follows", hex=hex))]
    return []
