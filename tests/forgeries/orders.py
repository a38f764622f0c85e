"""Orders: what was given, by whom, and when it could be."""

from typing import Any

from domain.events import (
    GameClosed,
    OrderDone,
    OrderGiven,
    PieceMoved,
    Scored,
    SealRevealed,
    TakenBack,
    VerdictReached,
)
from tests.forgeries.consequences import points
from tests.forgeries.kinds import (
    Forged,
    altered,
    behind,
    chances_behind,
    changed,
    kind,
    members,
    of,
    put,
    renumbered,
    without,
)
from tests.forgeries.logs import Log


def by_hand(event: OrderGiven) -> bool:
    return event.order.startswith("hand-")


@kind(OrderGiven)
def an_order_by_another_rule(log: Log, event: OrderGiven) -> Forged:
    """An order cites the rule of another."""
    other = next((e.rule for e in log.events if e.rule and e.rule != event.rule), "")
    return None if by_hand(event) else changed(log, event, rule=other)


@kind(OrderGiven)
def an_order_that_cites_no_rule_there_is(log: Log, event: OrderGiven) -> Forged:
    """An order cites what the register does not have."""
    return changed(log, event, rule="ramadi 99.9")


@kind(OrderGiven)
def another_order(log: Log, event: OrderGiven) -> Forged:
    """The order is called otherwise."""
    return changed(log, event, order="surrender")


@kind(OrderGiven)
def an_order_of_another_side(log: Log, event: OrderGiven) -> Forged:
    """The order is another side's, in a game where an order is one side's to give."""
    if not event.side or log.opened.system in ("toy-both-fire", "toy-events", "toy-sealed"):
        return None
    sides = [side.id for side in log.opened.sides]
    return changed(log, event, side=next(side for side in sides if side != event.side))


@kind(OrderGiven)
def other_arguments(log: Log, event: OrderGiven) -> Forged:
    """What was ordered is something else; what followed stays."""
    for name, value in event.arguments.items():
        others: list[Any] = [
            e.arguments[name]
            for e in of(log, OrderGiven)
            if name in e.arguments and e.arguments[name] != value
        ]
        if others and name not in ("intent", "purpose", "subject"):
            return changed(log, event, arguments={**event.arguments, name: others[0]})
    return None


@kind(OrderGiven)
def arguments_that_nobody_asked_for(log: Log, event: OrderGiven) -> Forged:
    """An order has an argument that its form does not know."""
    return changed(log, event, arguments={**event.arguments, "bonus": 3})


@kind(OrderGiven)
def an_order_of_any_side_by_another(log: Log, event: OrderGiven) -> Forged:
    """The order is another side's, in a game whose rules do not look: the list of orders does."""
    if log.opened.system not in ("toy-both-fire", "toy-events"):
        return None
    sides = [side.id for side in log.opened.sides]
    return changed(log, event, side=next(side for side in sides if side != event.side))


@kind(OrderGiven, passes="said")
def an_order_entered_by_somebody_else(log: Log, event: OrderGiven) -> Forged:
    """Another name stands at an order. In a game with a roster that is noticed."""
    return changed(log, event, by="Mallory")


@kind(OrderGiven)
def an_order_for_other_eyes(log: Log, event: OrderGiven) -> Forged:
    """An order that everyone knew was known to nobody, or the other way round."""
    return None if by_hand(event) else changed(log, event, audience=() if event.audience is None else None)


@kind(OrderGiven)
def an_act_by_hand_without_its_reason(log: Log, event: OrderGiven) -> Forged:
    """The white cell changes the table and does not say why."""
    return changed(log, event, because=" ") if by_hand(event) else None


@kind(OrderGiven)
def an_order_with_a_reason(log: Log, event: OrderGiven) -> Forged:
    """An order of the rules has a reason, as if it were an act by hand."""
    return None if by_hand(event) else changed(log, event, because="I say so")


@kind(OrderGiven)
def an_act_by_hand_of_a_side(log: Log, event: OrderGiven) -> Forged:
    """An act by hand is a side's."""
    return changed(log, event, side=log.opened.sides[0].id) if by_hand(event) else None


@kind(OrderGiven)
def an_act_that_carries_out_no_order(log: Log, event: OrderGiven) -> Forged:
    """An act is called the effect of an order, which it is itself."""
    return changed(log, event, effect_of=event.number)


@kind(OrderGiven)
def an_act_that_carries_out_an_earlier_order(log: Log, event: OrderGiven) -> Forged:
    """An act is called the effect of an order that was adjudicated long before."""
    before = [e for e in log.events[: event.number - 1] if isinstance(e, OrderGiven) and e.side]
    if not by_hand(event) or event.effect_of or len(before) < 2:
        return None
    return changed(log, event, effect_of=before[0].number)


@kind(OrderGiven)
def an_order_left_out(log: Log, event: OrderGiven) -> Forged:
    """An order is missing with all that followed from it, and its chances with it."""
    last = members(log, event.number)[-1].number
    if by_hand(event) or not has_chances(log, event) or not chances_behind(log, last):
        return None
    return without(log, *members(log, event.number))


def has_chances(log: Log, event: OrderGiven) -> bool:
    """Whether chances belong to an order."""
    return any(getattr(e, "chance", 0) for e in members(log, event.number))


@kind(OrderGiven, passes="evening")
def a_last_order_left_out(log: Log, event: OrderGiven) -> Forged:
    """The last order is missing: the game was closed before it."""
    if event is not of(log, OrderGiven)[-1]:
        return None
    return without(log, *members(log, event.number))


@kind(OrderGiven)
def an_order_doubled(log: Log, event: OrderGiven) -> Forged:
    """An order is given twice, chances and all."""
    own = members(log, event.number)
    if own[-1].number - own[0].number + 1 != len(own) or not has_chances(log, event):
        return None
    return behind(log, own[-1].number, *(altered(e, procedure=0 if e is event else -1) for e in own))


@kind(OrderGiven)
def an_order_without_its_consequences(log: Log, event: OrderGiven) -> Forged:
    """An order is given, and nothing comes of it."""
    own = members(log, event.number)
    if len(own) < 3 or event is of(log, OrderGiven)[-1]:
        return None
    return without(log, *own[1:])


@kind(OrderGiven)
def an_order_that_bears_another_number(log: Log, event: OrderGiven) -> Forged:
    """An order is not the procedure of its own number."""
    return changed(log, event, procedure=event.number - 1)


@kind(OrderGiven)
def consequences_of_another_order(log: Log, event: OrderGiven) -> Forged:
    """What followed from an order is said to have followed from another."""
    later = next((e for e in of(log, OrderGiven) if e.number > event.number), None)
    if later is None:
        return None
    return put(log, *(altered(e, procedure=event.number) for e in members(log, later.number)[1:]))


def _lasts(log: Log, event: OrderGiven) -> list[Any]:
    return [altered(e, procedure=0 if e is event else -1) for e in members(log, event.number)]


@kind(VerdictReached, OrderDone)
def an_order_after_the_verdict(log: Log, event: VerdictReached | OrderDone) -> Forged:
    """An order follows the one that decided the game."""
    if not isinstance(event, VerdictReached):
        return None
    done = next(e for e in of(log, OrderDone) if e.procedure == event.procedure)
    quiet = [
        order
        for order in of(log, OrderGiven)
        if not by_hand(order) and order.order != "begin" and not has_chances(log, order)
    ]
    return behind(log, done.number, *_lasts(log, quiet[0])) if quiet else None


@kind(VerdictReached)
def a_second_verdict(log: Log, event: VerdictReached) -> Forged:
    """The game is decided twice, for another side the second time."""
    sides = [side.id for side in log.opened.sides if side.id != event.winner]
    return behind(log, event.number, altered(event, winner=sides[0]))


@kind(GameClosed)
def an_order_after_the_close(log: Log, event: GameClosed) -> Forged:
    """An order follows the end of the game."""
    order = of(log, OrderGiven)[-1]
    return behind(log, event.number, *_lasts(log, order))


@kind(GameClosed)
def an_act_by_hand_after_the_close(log: Log, event: GameClosed) -> Forged:
    """The white cell scores when the game is closed."""
    more = points(log, -1)
    if more is None:
        return None
    return behind(log, event.number, *_hand_score(more, "hand-score"))


def _hand_score(more: Scored, order: str) -> list[Any]:
    arguments = {"track": more.track, "change": more.change}
    return [
        OrderGiven(
            number=0, rule="house", side="", order=order, arguments=arguments, by="Ada", because="A slip"
        ),
        altered(more, rule="house", why="A slip"),
        OrderDone(number=0, procedure=-1, rule="house"),
    ]


@kind(SealRevealed)
def an_act_by_hand_of_no_kind_there_is(log: Log, event: SealRevealed) -> Forged:
    """The white cell does by hand what nothing can be done by."""
    more = points(log, -1)
    return behind(log, event.number - 1, *_hand_score(more, "hand-cheat")) if more is not None else None


@kind(SealRevealed)
def an_act_by_hand_that_does_not_add_up(log: Log, event: SealRevealed) -> Forged:
    """Points by hand, more than the order says."""
    more = points(log, -1)
    if more is None:
        return None
    given, scored, done = _hand_score(more, "hand-score")
    return behind(log, event.number - 1, given, altered(scored, change=9, value=scored.value + 4), done)


@kind(TakenBack)
def an_event_under_a_struck_order(log: Log, event: TakenBack) -> Forged:
    """Behind the take-back more points join the order that was taken back."""
    more = points(log, event.first)
    return behind(log, event.number, more) if more is not None else None


@kind(TakenBack)
def a_move_under_a_struck_order(log: Log, event: TakenBack) -> Forged:
    """Behind the take-back a piece moves under the order that was taken back."""
    moved = next(iter(of(log, PieceMoved)), None)
    return behind(log, event.number, altered(moved, procedure=event.first)) if moved is not None else None


@kind(TakenBack)
def an_order_struck_and_gone_on_with(log: Log, event: TakenBack) -> Forged:
    """What was taken back comes once more behind the take-back, under the same order."""
    own = [e for e in members(log, event.first) if e.number < event.number][1:]
    return behind(log, event.number, *own) if own else None


@kind(OrderGiven)
def play_opened_twice(log: Log, event: OrderGiven) -> Forged:
    """The opening of play comes a second time."""
    return behind(log, event.number - 1, *_lasts(log, event)) if event.order == "begin" else None


@kind(OrderGiven)
def play_never_opened(log: Log, event: OrderGiven) -> Forged:
    """The opening of play is missing."""
    return without(log, *members(log, event.number)) if event.order == "begin" else None


@kind(OrderGiven)
def two_orders_swapped(log: Log, event: OrderGiven) -> Forged:
    """Two orders with chances change places, with all that followed from them."""
    own = members(log, event.number)
    end = own[-1].number
    after = log.events[end] if end < len(log.events) else None
    if not isinstance(after, OrderGiven) or end - event.number + 1 != len(own):
        return None
    theirs = members(log, after.number)
    if theirs[-1].number - after.number + 1 != len(theirs):
        return None
    if not (has_chances(log, event) and has_chances(log, after)):
        return None
    return renumbered([*log.events[: event.number - 1], *theirs, *own, *log.events[theirs[-1].number :]])
