"""Odds before committing, and luck afterwards."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec

from adjudication.chances.luck import Luck
from adjudication.chances.luck import luck as luck_of
from adjudication.chances.odds import SAMPLES, Answers, Odds, check_open
from adjudication.chances.odds import odds as odds_of
from adjudication.chances.study import default_policy
from adjudication.engine.choice_texts import as_text
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import Order
from adjudication.engine.policies import Policy
from adjudication.engine.umpire import RuleCodeFault, show_option
from adjudication.engine.umpire.audiences import table_of
from domain.errors import BadData, IllegalOrder, Refused
from domain.table.state import State
from domain.text import headed
from domain.texts import Said
from domain.views.masks import masked_for
from reports.studies.kept import luck_cache
from seats.dialogue.orders import NUMBERS_ARE_WHITE
from seats.seat.marked import marking_line
from seats.seat.seat import Seat, entries_of

Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Shows how far something is: what, of how many."""

QUICK = 300
"""Samples of odds that are shown while an order is built."""


@dataclass(frozen=True)
class Weighed:
    """The odds of orders at a seat: the orders, the table as the viewer knows it, and what they may bring."""

    seat: Seat
    orders: Sequence[Order]
    state: State
    found: Odds

    def texts(self) -> list[str]:
        """The orders as they are typed."""
        return [_text(order) for order in self.orders]


def weigh(
    seat: Seat,
    read: Callable[[str | None], Sequence[Order]],
    said: Sequence[str] = (),
    *,
    side: str | None = None,
    numbers: bool = False,
    policy: str | None = None,
    samples: int = SAMPLES,
    seed: int = 1,
    progress: Progress | None = None,
) -> Weighed:
    """Weigh what orders may bring, one after the other, as whoever sits here may know it.

    read: reads the orders, for a side or for None. said: `QUESTION=ANSWER` of what is answered on the way.
    side: whose the orders are. numbers: whether one is named by its number. Raises Refused where the odds
    hang on what a side may not know, or an order is none of its own; BadData and NotFound as reading them
    does.
    """
    eyes, own = seat.me.eyes, seat.me.own
    state = table_of(seat.game, own) if own else seat.game.state
    player = policy_named(seat.system, policy)
    if not seat.system.legal_now(state).parts:
        check_open(state)
    with as_own(seat, own):
        if own and numbers:
            raise BadData(NUMBERS_ARE_WHITE)
        orders = list(read(own or side))
        if own:
            orders = [_of_no_side(seat, state, order) for order in orders]
        _check_own(seat, own, orders)

        def ask(answers: Answers) -> Odds:
            from reports.words.names import Names

            return odds_of(
                seat.system,
                state,
                orders,
                eyes,
                answers,
                player,
                samples=samples,
                seed=seed,
                progress=progress,
                spoken=lambda text, table: Names(table, eyes).text(text),
            )

        found = _answered(ask, _answers(said), seat, eyes)
    if own and found.on_secrets:
        raise _on_secrets(own)
    return Weighed(seat, orders, state, found)


def odds(weighed: Weighed) -> dict[str, Any]:
    """What orders may bring, and how likely."""
    from reports.words.names import Names

    seat, found, viewer = weighed.seat, weighed.found, weighed.seat.me.eyes
    names = Names(seat.game.state, viewer)
    choices = [{**msgspec.to_builtins(each), "question": names.text(each.question)} for each in found.choices]
    return {
        "game": seat.name,
        "viewer": viewer,
        "marking": marking_line(weighed.state),
        "orders": [{"side": order.side, "order": order.data()} for order in weighed.orders],
        "odds": {**msgspec.to_builtins(found), "choices": choices},
    }


def lines_of(seat: Seat, order: Order, player: str = "") -> list[str]:
    """The odds of an order before it is given, in short: as its player, or the white cell, may know them.
    Raises Refused as `weigh` does."""
    from reports.words.odds import odds_brief

    eyes = player or seat.default_viewer
    state = table_of(seat.game, player) if player else seat.game.state
    _check_own(seat, player, [order])
    with as_own(seat, player):
        found = odds_of(
            seat.system, state, [order], eyes, {}, policy_named(seat.system, None), samples=QUICK, seed=1
        )
    if player and found.on_secrets:
        raise _on_secrets(player)
    return odds_brief(found, state, eyes, seat.system.name, [order], [_text(order)])


def find_luck(
    seat: Seat,
    policy: str | None = None,
    samples: int = SAMPLES,
    seed: int = 1,
    progress: Progress | None = None,
) -> Luck:
    """How far luck carried each side, by all that each order could have brought. Raises NotFound for a policy
    that there is not."""
    found = luck_of(
        seat.system,
        seat.game,
        policy_named(seat.system, policy),
        samples=samples,
        seed=seed,
        progress=progress,
    )
    if (policy, samples, seed) == (None, SAMPLES, 1):
        luck_cache(seat.system.name, entries_of(seat)).put(found)  # for the review
    return found


def luck(seat: Seat, found: Luck, top: int = 5) -> dict[str, Any]:
    """How far luck carried each side; of each its luckiest and unluckiest orders by their numbers. top: how
    many."""
    named = {
        side: {
            "luckiest": [order.number for order in found.luckiest(side, top)],
            "unluckiest": [order.number for order in found.unluckiest(side, top)],
        }
        for side in found.sides
    }
    return {"game": seat.name, "marking": marking_of_all(seat), "luck": found, "named": named}


def marking_of_all(seat: Seat) -> str:
    """How an answer is to be handled that looks at everything."""
    state = seat.game.state
    return marking_line(state, [text for number, text in state.cell.markings.items() if number])


def policy_named(system: RuleSystem, name: str | None) -> Policy | None:
    """Who answers what is asked. Raises NotFound."""
    if name is None:
        return system.players.policies.get(default_policy(system))
    return system.policy(name)


def _of_no_side(seat: Seat, state: State, order: Order) -> Order:
    """An order that a side asks about, as no side's where the game has it as a step that no side gives."""
    sides = {part.side for part in seat.system.legal_now(state).of_kind(order.name)}
    return Order("", order.name, order.arguments) if sides == {""} else order


@contextmanager
def as_own(seat: Seat, side: str) -> Iterator[None]:
    """A side that looks through its own eyes learns from a refusal neither what is hidden nor that there
    is something. Raises Refused."""
    try:
        yield
    except Refused as refused:
        if not side:
            raise
        if isinstance(refused, RuleCodeFault):  # it is one of the table as the side supposes it to be
            raise _on_secrets(side) from refused
        if isinstance(refused, IllegalOrder):
            raise _none_of_its_own(seat, side) from refused
        raise


def _check_own(seat: Seat, side: str, orders: Sequence[Order]) -> None:
    """Raises Refused when a side that looks through its own eyes asks about another's order, or names what
    is hidden from it."""
    mask = masked_for(seat.game.state, side)
    for order in orders:
        if side and (order.side not in (side, "") or mask(order.data()) != order.data()):
            raise _none_of_its_own(seat, side)


def _on_secrets(side: str) -> Refused:
    return Refused(f"These odds hang on what {side} may not know; only the white cell can be told them.")


def _none_of_its_own(seat: Seat, side: str) -> Refused:
    known = seat.game.state.sides.get(side)
    name = known.name if known is not None else side
    return Refused(f"That is no order that {name} may give now; `whitecell orders --as {side}` lists them.")


def _answers(texts: Sequence[str]) -> Answers:
    """`QUESTION=ANSWER` texts. Raises BadData."""
    found: dict[tuple[str, Said], str] = {}
    for text in texts:
        question, sign, answer = text.rpartition("=")
        if not sign or not question.strip() or not answer.strip():
            raise BadData(f"Write QUESTION=ANSWER, not {text[:60]!r}.")
        found["", question.strip()] = answer.strip()
    return found


def _answered(ask: Callable[[Answers], Odds], said: Answers, seat: Seat, viewer: str) -> Odds:
    """The odds with these answers, each said as an option or as what it is called. Raises BadData."""
    from reports.words.names import Names

    names = Names(seat.game.state, viewer)
    while True:
        found = ask(said)
        settled = dict(said)
        for key, answer in said.items():
            options = found.asked.get(str(key[1]))
            if options and answer not in (*options, *map(show_option, options)):
                called = [option for option in options if names.thing(option).lower() == str(answer).lower()]
                if not called:
                    offered = ", ".join(map(show_option, options))
                    raise BadData(f"{headed(str(key[1]))} answer one of {offered}, not {str(answer)[:40]!r}.")
                settled[key] = called[0]
        if settled == said:
            break
        said = settled
    for _, question in said:
        if question not in found.asked:
            asked = "; ".join(found.asked) or "nothing"
            raise BadData(f"{str(question)[:80]!r} is not asked under this order; asked is: {asked}")
    return found


def _text(order: Order) -> str:
    return " ".join([order.name, *(f"{key}={as_text(value)}" for key, value in order.arguments.items())])
