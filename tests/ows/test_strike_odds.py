"""Odds of a strike for the side that fires, which does not know what stands beside its targets."""

from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from adjudication.chances import odds as chances
from adjudication.chances.face_down import Urns, hands_of
from adjudication.chances.odds import Odds, odds
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import Order
from adjudication.systems.ows import SYSTEM
from adjudication.systems.ows.joint_fires.targets import may_be_engaged
from adjudication.systems.ows.player.policy import StaffPolicy
from adjudication.systems.ows.table.counters import GROUND
from adjudication.systems.ows.table.status import fixed
from domain.events import Marked, PieceKnown
from domain.table.journal import Journal
from domain.table.state import State
from tests.ows.fire import LOCAL, salvos, war
from tests.ows.skies import fly
from tests.ows.test_strikes_from_the_air import package
from tests.table import Table

UNKNOWN = ("type055-1", "type055-2", "houbei-1", "tender-1")
TARGETS = ("airfield-r", "sq-j16", "airfield-r")


def beside(*places: str) -> Table:
    """Tomahawks at an airfield in 0903; ships lie face down in these hexes."""
    table = war()
    for piece, place in zip(UNKNOWN, places, strict=False):
        table.put(piece, place)
    return only_unknown(table, *UNKNOWN)


def turn_up(table: Table, piece: str) -> None:
    table.session.record(lambda n, t: PieceKnown(number=n, time=t, piece=piece, sides=None))


def only_unknown(table: Table, *unknown: str) -> Table:
    """Turn up all other Torvian counters, so that few worlds are to be told apart."""
    for piece in [*table.state.pieces.values()]:
        if piece.side == "red" and piece.known_to is not None and piece.id not in unknown:
            turn_up(table, piece.id)
    return table


def tomahawks(number: int) -> Order:
    return Order("blue", "strike", {"hex": "0903", "salvos": salvos("ssgn-1/tomahawk", *TARGETS[:number])})


def everything_told_apart(system: RuleSystem, state: State, order: Order) -> dict[Any, Fraction]:
    """The same odds branch by branch: each face-down piece is turned up when it is looked at."""
    full = replace(system, odds=replace(system.odds, budget=0))
    tree = chances._Tree(full, state.copy(), [order], order.side, None)
    tree.urns.in_full = True
    return tree._all(chances._Answers({}, None), 200_000)[0]


def told_apart_as_needed(system: RuleSystem, state: State, order: Order) -> dict[Any, Fraction]:
    tree = chances._Tree(system, state.copy(), [order], order.side, None)
    return tree._all(chances._Answers({}, None), 20_000)[0]


@pytest.mark.parametrize(
    "places",
    [
        ("0903", "0903", "0903"),
        ("0903", "0904", "0903"),
        ("0903", "0903", "0902", "0904"),
    ],
)
@pytest.mark.parametrize("fired", [1, 3])
def test_what_may_shield_a_target_weighs_as_much_as_if_every_counter_were_turned_up(
    places: tuple[str, ...], fired: int
) -> None:
    table = beside(*places)
    order = tomahawks(fired)
    quick = told_apart_as_needed(table.session.system, table.state, order)
    assert sum(quick.values()) == 1
    assert quick == everything_told_apart(table.session.system, table.state, order)


def test_return_fire_and_shields_are_looked_for_among_the_same_unknown_ships() -> None:
    table = war("type055-1", phase=LOCAL).put("ddg-1", "0904")
    for piece, place in {"type055-1": "0903", "type055-2": "0903", "houbei-1": "0903"}.items():
        table.put(piece, place)
    only_unknown(table, "type055-2", "houbei-1", "tender-1")
    order = Order("blue", "strike", {"hex": "0903", "salvos": salvos("ddg-1/harpoon", "type055-1")})
    quick = told_apart_as_needed(table.session.system, table.state, order)
    assert quick == everything_told_apart(table.session.system, table.state, order)


def record_secretly(table: Table, piece: str, mark: str, value: dict[str, int]) -> None:
    """A mark that the piece's side alone knows of."""
    side = table.state.pieces[piece].side
    table.session.record(
        lambda n, t: Marked(number=n, time=t, subject=piece, mark=mark, value=value, audience=(side,))
    )


def test_a_side_is_given_odds_that_draw_on_no_secret() -> None:
    """Whether the enemy has used up its shields makes no difference to what the attacker is told."""

    def told(table: Table) -> Odds:
        return odds(table.session.system, table.state, [tomahawks(2)], "blue")

    full, spent = beside("0903", "0903"), beside("0903", "0903")
    for piece in ("hq9-1", "type055-1", "type055-2"):
        kind = spent.state.pieces[piece].kind
        used = {shield["id"]: shield["count"] for shield in kind.data["shields"]}
        record_secretly(spent, piece, "spent", used)
    assert told(full) == told(spent)
    assert not told(full).on_secrets
    white = [odds(table.session.system, table.state, [tomahawks(2)], "white") for table in (full, spent)]
    assert white[0].outcomes != white[1].outcomes


def test_hands_of_several_sorts_are_all_hands() -> None:
    hands = hands_of([2, 1, 3], 4, 5)
    assert sum(ways for _, ways in hands) == comb(10, 5)
    assert dict(hands)[(2, 1, 2)] == comb(2, 2) * comb(1, 1) * comb(3, 2)
    assert hands_of([], 3, 2) == [((), 3)]


def test_whether_a_ground_contact_is_a_squadron_matters_at_airfields_alone() -> None:
    """A squadron that dispersed looks like any ground unit. Elsewhere than at an airfield, where it would be
    detected, nothing is turned up to tell."""
    table = Table("ows", "proving-ground", dice="scripted")
    hidden = [
        piece for piece in table.state.pieces.values() if piece.side == "red" and piece.kind.group == GROUND
    ]
    for id in ("sq-j16", hidden[0].id):
        table.put(id, "1003").known(id, "red").mark(id, "tacsit 1", None)
    state = table.state
    urns = Urns(Journal(state), "blue")
    assert {state.pieces[id].kind.back for id in ("sq-j16", hidden[0].id)} == {"ground contact"}
    for id in ("sq-j16", hidden[0].id):
        assert not fixed(state, state.pieces[id])
        assert not may_be_engaged(state, state.pieces[id])
        assert id in urns.of


def past_interceptors(budget: int, with_choices: bool, viewer: str = "blue") -> Odds:
    """Two F/A-18s fly past two fighters of which Blue knows nothing, and fire at an airfield."""
    table = package("f18-1", "f18-2").put("airfield-r2", "0704")
    fly(table, "0504", j16_1="cap", j20_1="cap").known("j16-1", "red").known("j20-1", "red")
    fired = {"f18-1/slam/1": "airfield-r2", "f18-2/slam/1": "airfield-r2"}
    order = Order("blue", "strike", {"hex": "0704", "salvos": fired})
    system = replace(SYSTEM, odds=replace(SYSTEM.odds, budget=budget))
    return odds(system, table.state, [order], viewer, policy=StaffPolicy(), with_choices=with_choices)


BARELY = 3_500
"""Deeds that this strike itself costs, and not all answers to its questions."""


@pytest.mark.rule("ows 9.9.6.1b", "ows 9.9.6.2c")
def test_a_package_past_interceptors_has_exact_odds() -> None:
    """What may become of it, and of its target, adds up to one; it is told that it may not arrive."""
    found = past_interceptors(SYSTEM.odds.budget, with_choices=False)
    assert found.exact
    assert abs(sum(outcome.probability for outcome in found.outcomes) - 1) < 1e-9
    lost = found.probability(
        lambda outcome: any(
            (fate.piece, fate.place) == ("f18-1", "regeneration-blue") for fate in outcome.fates
        )
    )
    assert 0 < lost < 1


def test_the_answers_to_all_questions_cost_no_more_together_than_the_odds_may() -> None:
    """Beyond the budget a question is told without what each of its answers would come to."""
    lavish, thrifty = (past_interceptors(most, True, "white") for most in (SYSTEM.odds.budget, BARELY))
    assert lavish.outcomes == thrifty.outcomes
    tried = [sum(len(choice.options) for choice in found.choices) for found in (lavish, thrifty)]
    assert tried[0] > tried[1]
