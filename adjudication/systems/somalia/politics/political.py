"""The Political Phase (7): Victory Points by the Victory Table, peace talks, and a shorter game for a UN that
does well."""

from collections.abc import Callable

import adjudication.systems.somalia.optional_rules.rivals as rivals
import adjudication.systems.somalia.optional_rules.talks as talks
import adjudication.systems.somalia.table.tally as tally
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.missions.convoys import LOOTED
from adjudication.systems.somalia.politics.victory import LAST_TURN
from adjudication.systems.somalia.table.forces import CONVOY, GUARDS, HIT, guards, on_map
from adjudication.systems.somalia.table.holding import claimed, governed
from adjudication.systems.somalia.table.points import gain_vp
from adjudication.systems.somalia.table.sides import UN, bandits, vp
from adjudication.systems.somalia.table.zones import MARKERS
from domain.errors import BadData
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("somalia", __file__)
T = texts("somalia")

STARTED = Mark[int]("UN Victory Points before this turn")
"""Mark of the game (7.0b)."""
FOR_A_TURN = 5
"""Victory Points that the UN gains in a turn for each turn that the game gets shorter (7.0b)."""


def intact(state: State) -> list[Piece]:
    """The Convoys that lost no Supply Point this turn (7.1a)."""
    return [convoy for convoy in on_map(state, CONVOY) if not state.mark(convoy.id, LOOTED)]


def looted(state: State) -> list[Piece]:
    """The Convoys that did."""
    return [convoy for convoy in on_map(state, CONVOY) if state.mark(convoy.id, LOOTED)]


CONDITIONS: dict[str, Callable[[State, str], int]] = {
    "intact Convoy": lambda state, side: len(intact(state)),
    "Government-controlled Zone": lambda state, side: len(governed(state)),
    "Bandit unit eliminated": lambda state, side: tally.count(state, side, tally.KILLED),
    "Leader eliminated": lambda state, side: tally.count(state, side, tally.LEADERS),
    "Convoy that lost Supply Points": lambda state, side: len(looted(state)),
    "hit on a UN unit": tally.hits,
    "Bandit-controlled Zone": lambda state, side: len(claimed(state, side)),
}
"""What the Victory Table gives or takes points for -> how often it holds for a side."""


def begin_turn(umpire: Umpire) -> None:
    """Note the Victory Points of the UN as the turn begins (7.0b)."""
    umpire.mark("game", STARTED, umpire.state.track(vp(UN)), rule=R["7.0b"])


def settle(umpire: Umpire) -> None:
    """The points of the turn, the talks, a shorter game; then Convoys come off."""
    settle_side(umpire, UN)
    for side in bandits(umpire.state):
        settle_side(umpire, side)
    talks.settle(umpire)
    shorten(umpire)
    clear(umpire)


def settle_side(umpire: Umpire, side: str) -> None:
    """What the Victory Table gives a side this turn, row by row (7.0a)."""
    state = umpire.state
    points = umpire.sum(T("Victory Points of a side", track=vp(side)))
    table = state.tables["victory"].data
    for row in table.rows:
        condition = str(row["condition"])
        counts = CONDITIONS.get(condition)
        if counts is None:
            known = ", ".join(CONDITIONS)
            raise BadData(f"The Victory Table has the condition {condition!r}; known are: {known}.")
        if _for(row["side"], side) and not rivals.replaces_table(state, side):
            found = umpire.look_up("victory", condition=condition, rule=R["7.0a"])
            number = counts(state, side)
            points.add(
                T("condition of the Victory Table", condition=condition, number=number),
                int(found.points) * (number // int(found.per)),
                rule=R["7.0a"],
            )
    rivals.add_points(state, points, side)
    if points.total:
        gain_vp(umpire, side, points.total, T("this turn"), rule=R["7.0a"])


def _for(whose: object, side: str) -> bool:
    """Whether a row of the table is for a side: `un`, or `bandit` for any Bandit player."""
    return (whose == UN) == (side == UN)


def shorten(umpire: Umpire) -> None:
    """For every five Victory Points that the UN gained this turn the game ends a turn earlier (7.0b)."""
    state = umpire.state
    gained = state.track(vp(UN)) - state.mark("game", STARTED, 0)
    turns = max(0, gained) // FOR_A_TURN
    last = max(state.turn, state.track(LAST_TURN) - turns)
    umpire.score(
        LAST_TURN,
        last - state.track(LAST_TURN),
        why=T("points that the UN gained", points=gained),
        rule=R["7.0b"],
    )


def clear(umpire: Umpire) -> None:
    """Convoys come off the map and leave their Escorts, and the hits of the turn are done with (6.11a, 6.14a,
    6.0f)."""
    for convoy in on_map(umpire.state, CONVOY):
        for unit in guards(umpire.state, convoy.id):
            umpire.mark(unit.id, GUARDS, None, rule=R["6.14a"])
        umpire.mark(convoy.id, LOOTED, None, rule=R["6.11a"])
        umpire.move(convoy.id, MARKERS, rule=R["6.11a"])
    umpire.score(HIT, -umpire.state.track(HIT), why=T("the turn is over"), rule=R["6.0f"])
