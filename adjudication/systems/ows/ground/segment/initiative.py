"""Ground initiative (10.2): who acts next, by side, by formation in alternation, by drawing formations, or as
planned with chits drawn for the sides. Decision cards may set who acts first (10.2.5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.command.cards import GROUND_CARDS
from adjudication.systems.ows.ground.forces import acting as acting_by
from adjudication.systems.ows.ground.forces.acting import AS_PLANNED, BY_DRAW, action, actioned, actioning
from adjudication.systems.ows.ground.forces.formations import (
    called,
    chain,
    formation,
    formations,
    ground_war,
    headquarters,
    members,
)
from adjudication.systems.ows.table.settings import choice, on
from adjudication.systems.ows.table.status import (
    ATTRITION,
    DISRUPTED,
    INITIATIVE,
    SUPPRESSED,
    enemy_of,
    sides,
)
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.marks import OWNER, Mark
from domain.table.state import State
from domain.texts import Text, as_argument

R = citations("ows", __file__)
T = texts("ows")

TO_ACTIVATE = Mark[str]("to activate")
"""Mark of the game: the side that has to say which of its formations acts next."""
FIRST = Mark[str]("ground initiative")
"""Mark of the game: the side that won the roll-off for who goes first, where nobody has the initiative."""
ORDER = Mark[list[str]]("ground order")
"""Mark of the game: the sides whose formations act next, one by one, as decision cards say (10.2.5)."""
PLAN = Mark[list[str]]("activation order", seen_by=OWNER)
"""Mark of a side: its formations in the order in which they are to activate (10.2.4)."""
ROLL_OFF = 10
"""The die of roll-offs and opposed rolls."""
LISTED = 4
"""Formations whose every order is listed; of more, one formation at the head of the order there is."""


@dataclass(frozen=True, slots=True)
class Activate:
    """Say which formation acts next (10.2.2)."""

    side: str
    formation: str


@dataclass(frozen=True, slots=True)
class ActivationOrder:
    """Note the order in which a side's formations are to activate (10.2.4)."""

    side: str
    formations: tuple[str, ...]


# --- who is left ------------------------------------------------------------------------------------------


def left_of(state: State, side: str) -> tuple[str, ...]:
    """The formations of a side that are in play and have not had their action in this Ground Phase, in the
    order of the chart."""
    done = actioned(state)
    return tuple(
        each.id for each in formations(state, side) if each.id not in done and members(state, each.id)
    )


def in_order(state: State, side: str) -> tuple[str, ...]:
    """The same in the order that the side has planned; what it does not name comes last."""
    plan = planned(state, side)
    return tuple(sorted(left_of(state, side), key=plan.index))


def planned(state: State, side: str) -> tuple[str, ...]:
    """A side's formations in the order in which they are to activate: as noted, the others as in the chart
    (10.2.4a)."""
    noted = [each for each in state.mark(side, PLAN, []) if formation(state, each).side == side]
    rest = [each.id for each in formations(state, side) if each.id not in noted]
    return (*noted, *rest)


def out_of_order(state: State, formation_id: str) -> bool:
    """Whether a formation has lost its planned place: its headquarters or one above it is disrupted or
    destroyed (10.2.4a, 10.2.4b); suppression alone costs the place where the game says so."""
    costly = (DISRUPTED, SUPPRESSED) if on(state, "suppressed_hq_out_of_order") else (DISRUPTED,)
    return any(
        hq_destroyed(state, each)
        or ((hq := headquarters(state, each)) is not None and any(state.mark(hq.id, mark) for mark in costly))
        for each in chain(state, formation_id)
    )


def hq_destroyed(state: State, formation_id: str) -> bool:
    """Whether the headquarters of a formation is lost."""
    each = formation(state, formation_id)
    hq = state.pieces.get(each.hq)
    return bool(each.hq) and (hq is None or hq.place == f"{ATTRITION}-{each.side}")


def to_choose(state: State) -> str:
    """The side that has to say which of its formations acts next; empty where the method says it."""
    return state.mark("game", TO_ACTIVATE, "")


# --- who acts next ----------------------------------------------------------------------------------------


def begin_phase(umpire: Umpire) -> None:
    """A Ground Phase begins: who goes first is settled by decision cards, by the initiative, or by a roll-off
    (10.2.2, 10.2.5)."""
    order = order_by_cards(umpire)
    if order:
        umpire.mark("game", ORDER, order, rule=R["10.2.5a"])
    state = umpire.state
    drawn = choice(state, "ground_initiative") in (BY_DRAW, AS_PLANNED)
    if not drawn and not state.mark("game", INITIATIVE) and not state.options.get("initiative"):
        first = opposed_roll(umpire, T("ground initiative"), R["10.2.2"])
        umpire.mark("game", FIRST, first, rule=R["10.2.2"])


def order_by_cards(umpire: Umpire) -> list[str]:
    """The sides whose formations act first, as the decision cards of both say; where both have played the
    same card, an opposed roll decides whose comes first (10.2.5b)."""
    state = umpire.state
    played = {side: list(state.mark(side, GROUND_CARDS, [])) for side in sides(state)}
    order: list[str] = []
    for side in sides(state):
        other = enemy_of(state, side)
        for card in played[side]:
            same = next((each for each in played[other] if each["card"] == card["card"]), None)
            if same is None:
                order += card["order"]
                continue
            played[other].remove(same)
            first = opposed_roll(umpire, T("decision card", card=as_argument(card["card"])), R["10.2.5b"])
            order += [*card["order"], *same["order"]] if first == side else [*same["order"], *card["order"]]
    for side in sides(state):
        if umpire.state.mark(side, GROUND_CARDS) is not None:
            umpire.mark(side, GROUND_CARDS, None, rule=R["10.2.5a"])
    return order


def opposed_roll(umpire: Umpire, what: Text, rule: str) -> str:
    """Both sides roll a D10, again while they are equal: who has the higher one."""
    one, other = sides(umpire.state)
    while True:
        rolled = [
            umpire.roll(ROLL_OFF, T("opposed roll", about=what, side=side), rule=rule)
            for side in (one, other)
        ]
        if rolled[0] != rolled[1]:
            return one if rolled[0] > rolled[1] else other


def next_action(umpire: Umpire) -> str:
    """The step that follows: that of the next actioning unit, of the side that chooses it, or of the rear
    area when all have acted (ground.4)."""
    state = umpire.state
    if not ground_war(state):
        return "rear area"
    if actioning(state) is not None:
        return "prep fires"
    by_card = next_by_card(umpire)
    match choice(umpire.state, "ground_initiative"):
        case acting_by.BY_SIDE:
            return side_acts(umpire, by_card)
        case acting_by.BY_FORMATION:
            return side_chooses(umpire, by_card or in_alternation(umpire.state))
        case acting_by.BY_DRAW:
            return side_chooses(umpire, by_card) if by_card else formation_drawn(umpire)
        case _:
            return side_chooses(umpire, by_card) if by_card else chit_drawn(umpire)


def next_by_card(umpire: Umpire) -> str:
    """The side whose formation acts next as a decision card says; empty for none. One that has no formation
    left is passed over."""
    state = umpire.state
    due = [side for side in state.mark("game", ORDER, []) if left_of(state, side)]
    if state.mark("game", ORDER) is not None:
        umpire.mark("game", ORDER, due[1:] or None, rule=R["10.2.5a"])
    return str(due[0]) if due else ""


def side_acts(umpire: Umpire, by_card: str) -> str:
    """One side acts with all that it has, then the other (10.2.1)."""
    state = umpire.state
    done = actioned(state)
    for side in dict.fromkeys(each for each in (by_card, first_side(state), *sides(state)) if each):
        every = tuple(each.id for each in formations(state, side))
        if not any(each in done for each in every):
            action(umpire, side, every, rule=R["10.2.1"])
            return "prep fires"
    return done_with_all(umpire)


def first_side(state: State) -> str:
    """Who goes first: the side with the initiative, or the winner of the roll-off (10.2.2)."""
    return str(state.mark("game", FIRST) or sides(state)[0])


def in_alternation(state: State) -> str:
    """The side that is due: the one that did not act last, or the only one that has formations left; empty
    when all have acted (10.2.2)."""
    done = actioned(state)
    due = enemy_of(state, formation(state, done[-1]).side) if done else first_side(state)
    return next((side for side in (due, enemy_of(state, due)) if left_of(state, side)), "")


def side_chooses(umpire: Umpire, side: str) -> str:
    """A side says which of its formations acts; the last one acts without a word."""
    if not side:
        return done_with_all(umpire)
    left = left_of(umpire.state, side)
    if len(left) > 1:
        umpire.mark("game", TO_ACTIVATE, side, rule=R["10.2.2"])
        return "ground activation"
    action(umpire, side, left, rule=R["10.2.2"])
    return "prep fires"


def formation_drawn(umpire: Umpire) -> str:
    """The counter of a formation is drawn from the cup of both sides (10.2.3)."""
    state = umpire.state
    cup = [each for side in sides(state) for each in left_of(state, side)]
    return act_by_lot(umpire, cup, T("formation that acts next"), R["10.2.3"])


def chit_drawn(umpire: Umpire) -> str:
    """The chit of a side is drawn, one in the cup for each headquarters that it has still to activate in its
    normal order; the next on its list acts (10.2.4a). Disrupted and destroyed headquarters follow in the end,
    drawn among all (10.2.4b)."""
    state = umpire.state
    normal = {
        side: [each for each in in_order(state, side) if not out_of_order(state, each)]
        for side in sides(state)
    }
    chits = {f"{side} {n}": side for side in sides(state) for n in range(1, len(normal[side]) + 1)}
    if chits:
        drawn = umpire.pick(list(chits), T("chit of the side that acts next"), rule=R["10.2.4a"])
        side = chits[drawn]
        action(umpire, side, (normal[side][0],), rule=R["10.2.4a"])
        return "prep fires"
    late = [each for side in sides(state) for each in left_of(state, side)]
    suppressed = on(state, "suppressed_hq_out_of_order")
    purpose = T("formation out of order or suppressed") if suppressed else T("formation out of order")
    return act_by_lot(umpire, late, purpose, R["10.2.4b"])


def act_by_lot(umpire: Umpire, cup: Sequence[str], purpose: Text, rule: str) -> str:
    """A formation drawn at random acts."""
    if not cup:
        return done_with_all(umpire)
    drawn = umpire.pick(list(cup), purpose, rule=rule)
    action(umpire, formation(umpire.state, drawn).side, (drawn,), rule=rule)
    return "prep fires"


def done_with_all(umpire: Umpire) -> str:
    """All have acted: what was settled for this Ground Phase is over (ground.4)."""
    umpire.unmark("game", FIRST, ORDER, rule=R["ground.4"])
    return "rear area"


# --- orders -----------------------------------------------------------------------------------------------


def activate(umpire: Umpire, order: Activate) -> None:
    """That formation has the initiative."""
    umpire.mark("game", TO_ACTIVATE, None, rule=R["10.2.2"])
    action(umpire, order.side, (order.formation,), rule=R["10.2.2"])


def activation_order(umpire: Umpire, order: ActivationOrder) -> None:
    """The order is noted, and nobody else learns of it."""
    umpire.mark(order.side, PLAN, list(order.formations), rule=R["10.2.4a"])


def begin(umpire: Umpire) -> None:
    """A side is to choose."""


def end(umpire: Umpire) -> None:
    """It has chosen; if it did not say, the first formation that is left in its order acts."""
    state = umpire.state
    side = to_choose(state)
    if side and actioning(state) is None:
        activate(umpire, Activate(side, in_order(state, side)[0]))


def left_of_own(state: State, side: str) -> tuple[str, ...]:
    """The formations that a side may activate."""
    return left_of(state, side) if to_choose(state) == side else ()


def orders_to_note(state: State) -> list[OrderGroup]:
    """The orders in which a side's formations can be noted, as long as none is: all of them, or, of many,
    each with another formation at its head."""
    if not (ground_war(state) and choice(state, "ground_initiative") == AS_PLANNED):
        return []
    found = []
    for side in acting(state):
        if state.mark(side, PLAN):
            continue
        now = planned(state, side)
        others = (
            [list(each) for each in permutations(now)]
            if len(now) <= LISTED
            else [[each, *(other for other in now if other != each)] for each in now]
        )
        new = [each for each in others if tuple(each) != now]
        if new:
            found.append(OrderGroup(side, "activation-order", {}, "formations", new))
    return found


def all_own(state: State, side: str, formations_named: Sequence[str]) -> bool:
    """Whether these are formations of a side, each named once."""
    own = [each.id for each in formations(state, side)]
    return (
        bool(formations_named)
        and all(each in own for each in formations_named)
        and len(set(formations_named)) == len(formations_named)
    )


ACTIVATES = Legality(
    IN_TURN,
    only(
        "formation",
        left_of_own,
        "formation",
        R["10.2.2"],
        lambda state, formation: T("no formation that has still to act", formation=called(state, formation)),
    ),
    arguments={"formation": left_of_own},
    sides=acting,
    phases=("ground activation",),
    elsewhere=R["10.2.2"],
)
NOTES = Legality(
    IN_TURN,
    insist(
        lambda state, side: ground_war(state) and choice(state, "ground_initiative") == AS_PLANNED,
        "method",
        R["10.2.4a"],
        "no planned activation order",
    ),
    insist(
        lambda state, side, formations: all_own(state, side, formations or ()),
        "formation",
        R["10.2.4a"],
        "name formations",
    ),
    sides=acting,
    phases=("planning",),
    elsewhere=R["10.2.4a"],
    quickly=orders_to_note,
)
KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "activation-order",
        ActivationOrder,
        activation_order,
        R["10.2.4a"],
        "plan the order in which formations activate",
        secret=True,
        legality=(NOTES,),
    ),
)
