"""Famine (5.3, 8.8): how long it lasts, which Zones are owed a Convoy, and what happens if one is not
placed."""

import adjudication.systems.somalia.table.zones as zones
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.forces import base_in, convoy_in
from adjudication.systems.somalia.table.sides import vp
from adjudication.systems.somalia.table.standings import leading
from domain.table.marks import Mark
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

FAMINE = "famine"
"""Track: the turns of Famine that are left, this one among them."""
FED = Mark[bool]("fed by air", turns=1)
"""Mark of a Zone that is owed no Convoy this turn, by a random event."""


def on(state: State) -> bool:
    """Whether this is a Famine turn (8.8a)."""
    return state.track(FAMINE) > 0


def owed(state: State) -> tuple[str, ...]:
    """The Zones that are still owed a Convoy this turn: without Base and without Convoy (6.11a, 8.8b)."""
    if not on(state):
        return ()
    return tuple(
        zone
        for zone in zones.owed(state.board)
        if base_in(state, zone) is None and convoy_in(state, zone) is None and not state.mark(zone, FED)
    )


def begins(umpire: Umpire, turns: int, *, rule: str) -> None:
    """A Famine of so many turns; of two the longer one counts (8.8a)."""
    more = turns - umpire.state.track(FAMINE)
    if more > 0:
        umpire.score(FAMINE, more, why=T("famine"), rule=rule)


def forfeited(umpire: Umpire) -> bool:
    """Whether the UN player has forfeited the game by a Convoy that was not placed (8.8d)."""
    state = umpire.state
    missing = owed(state)
    if not missing:
        return False
    ahead = leading(state)
    scores = {side: state.track(vp(side)) for side in state.sides}
    umpire.declare(
        ahead[0] if len(ahead) == 1 else "",
        T("Convoy not placed", zones=list(missing)),
        scores=scores,
        rule=R["8.8d"],
    )
    return True


def a_turn_less(umpire: Umpire) -> None:
    """A turn of Famine is over (8.8a)."""
    if on(umpire.state):
        umpire.score(FAMINE, -1, why=T("turn over"), rule=R["8.8a"])
