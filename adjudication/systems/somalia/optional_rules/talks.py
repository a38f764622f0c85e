"""Negotiations (11.1): offers of talks, the Peace Talks marker, and breaking off."""

from dataclasses import dataclass

from adjudication.engine.legality import Legality, insist, never, only
from adjudication.engine.orders import Order, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.points import gain_vp
from adjudication.systems.somalia.table.sides import BASE, UN, bandits, game, vp
from domain.table.dice import D6
from domain.table.marks import Mark
from domain.table.state import State
from domain.texts import Text

R = citations("somalia", __file__)
T = texts("somalia")

TALKS = Mark[str]("talks")
"""Mark of the game: the Bandit player that is in talks with the UN."""
MARKER = "talks"
"""Track: the Peace Talks marker. 0 is Start; less lies to the left, for the Bandits (11.11a)."""
OFFERED = Mark[bool]("talks offered", turns=1)
"""Mark of a Bandit player that has offered talks this turn (11.12a)."""
BEFORE = Mark[bool]("talks offered before")
"""Mark of a Bandit player whose first offer has been made (11.1b)."""
AHEAD = 1
"""What the player with more Victory Points adds to the die (11.11b)."""


@dataclass(frozen=True, slots=True)
class OfferTalks:
    """Offer peace talks: "Let's talk" (11.1a)."""

    side: str


@dataclass(frozen=True, slots=True)
class BreakOffTalks:
    """Break off the talks with an insult (11.13a)."""

    side: str


def partner(state: State) -> str:
    """The Bandit player in talks; empty where there are none."""
    return str(state.mark("game", TALKS, ""))


def on(state: State) -> bool:
    """Whether talks are on: then the UN conducts no Flush (11.12b)."""
    return bool(partner(state))


def offer(umpire: Umpire, order: OfferTalks) -> None:
    """The UN must accept the first offer; it may refuse later ones for a Victory Point (11.1b, 11.1c)."""
    state, side = umpire.state, order.side
    first = not state.mark(side, BEFORE)
    umpire.mark(side, OFFERED, True, rule=R["11.12a"])
    umpire.mark(side, BEFORE, True, rule=R["11.1b"])
    if first or umpire.choose(UN, T("whether talks are accepted", side=side), [True, False], rule=R["11.1c"]):
        umpire.mark("game", TALKS, side, rule=R["11.11a"])
        umpire.score(MARKER, -state.track(MARKER), why=T("Start"), rule=R["11.11a"])
    else:
        gain_vp(umpire, UN, -1, T("an offer of talks refused"), rule=R["11.1c"])


def break_off(umpire: Umpire, order: BreakOffTalks) -> None:
    """The Bandit player breaks off without penalty, the UN for a die of Victory Points (11.13)."""
    umpire.mark("game", TALKS, None, rule=R["11.13a"])
    umpire.score(MARKER, -umpire.state.track(MARKER), why=T("talks broken off"), rule=R["11.13a"])
    if order.side == UN:
        lost = umpire.roll(D6, T("Victory Points lost by breaking off"), rule=R["11.13b"])
        gain_vp(umpire, UN, -lost, T("talks broken off"), rule=R["11.13b"])


def what_it_costs(state: State, order: Order) -> str:
    """What breaking off costs, before it is done (11.13)."""
    who = state.sides[order.side].name
    price = " and loses a die of Victory Points" if order.side == UN else ""
    return f"{who} breaks off the talks{price}."


def settle(umpire: Umpire) -> None:
    """In the Political Phase: a die each, the marker moves, both score what its box says (11.11b to d)."""
    state = umpire.state
    bandit = partner(state)
    if not bandit:
        return
    rolls = {side: umpire.sum(T("talks with a side", side=side)) for side in (UN, bandit)}
    points = {side: state.track(vp(side)) for side in rolls}
    for side, roll in rolls.items():
        roll.add(
            T("die"), umpire.roll(D6, T("talks with a side", side=side), rule=R["11.11b"]), rule=R["11.11b"]
        )
        if points[side] == max(points.values()) and len(set(points.values())) > 1:
            roll.add(T("more Victory Points"), AHEAD, rule=R["11.11b"])
    un, other = rolls[UN].total, rolls[bandit].total
    advance(umpire, (un > other) - (un < other), T("talks"), rule=R["11.11c"])
    box = umpire.look_up("negotiations", box=state.track(MARKER), rule=R["11.11d"])
    for side, number in ((bandit, int(box.bandit)), (UN, int(box.un))):
        if number:
            gain_vp(umpire, side, number, T("talks"), rule=R["11.11d"])


def advance(umpire: Umpire, boxes: int, why: Text, *, rule: str) -> None:
    """The marker moves, to the right for the UN, no further than the last box (11.11c)."""
    umpire.score(MARKER, boxes, why=why, rule=rule)


def bandit_players(state: State) -> tuple[str, ...]:
    """Who may offer talks (11.1a)."""
    return bandits(state) if game(state) == BASE else ()


def parties(state: State) -> tuple[str, ...]:
    """Who may break off talks: those in them."""
    return (UN, partner(state)) if on(state) else ()


def _offered(state: State) -> tuple[str, ...]:
    return tuple(state.marked(OFFERED))


def _played(state: State) -> bool:
    return game(state) == BASE and bool(state.options.get("talks")) and state.turn > 0


def _open(state: State) -> Why:
    return T("talks are on already", side=partner(state))


OFFER = Legality(
    insist(_played, "option", R["11.0"], "played without negotiations"),
    only("side", bandit_players, "side", R["11.1a"], "only a Bandit player offers talks"),
    insist(lambda state: not on(state), "on", R["11.22g"], _open),
    never("side", _offered, "again", R["11.12a"], "talks were offered this turn"),
    sides=bandit_players,
)
BREAK_OFF = Legality(
    insist(on, "off", R["11.13a"], "no talks to break off"),
    only("side", parties, "side", R["11.13a"], "only those in the talks break them off"),
    sides=parties,
)
KINDS = (
    OrderKind(
        "offer-talks", OfferTalks, offer, R["11.1a"], "offer peace talks", beside=True, legality=(OFFER,)
    ),
    OrderKind(
        "break-off-talks",
        BreakOffTalks,
        break_off,
        R["11.13a"],
        "break off the talks",
        beside=True,
        legality=(BREAK_OFF,),
        costs=what_it_costs,
    ),
)
