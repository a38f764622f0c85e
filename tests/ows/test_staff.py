"""The computer player `staff`: it plays either side of both scenarios to the end, better than chance."""

import random
from collections import Counter

import pytest

from adjudication.audits.audit import audit
from adjudication.engine.systems import Policy, RandomPolicy
from adjudication.systems.ows.objectives import total
from adjudication.systems.ows.staff.policy import StaffPolicy
from domain.events import OrderGiven
from domain.ledger.logfile import from_lines, to_lines
from domain.table.dice import secret_from_seed
from tests.ows.playing import entries, new_game, play

SIDES = ("blue", "red")
BOTH: dict[str, Policy] = {side: StaffPolicy() for side in SIDES}


def match(
    scenario: str, seed: int, policies: dict[str, Policy], *, audited: bool = False
) -> tuple[dict[str, int], Counter[str]]:
    """The points of each side after a game of policies, and the orders that each of them gave."""
    session = new_game(scenario, seed)
    play(session, policies, random.Random(seed))
    if audited:
        read_back = from_lines(to_lines(entries(session)))[0]
        assert audit(read_back, secret=secret_from_seed(seed)).findings == []
    given = Counter(
        f"{event.order} {event.arguments.get('type', '')}".strip()
        for event in session.game.log
        if isinstance(event, OrderGiven)
    )
    return {side: total(session.state, side) for side in SIDES}, given


@pytest.mark.parametrize("side", SIDES)
def test_the_staff_beats_chance_from_either_side(side: str) -> None:
    """Five games of the strait; a hundred are measured by `python -m tests.ows.matches`."""
    won = 0
    for seed in range(5):
        players: dict[str, Policy] = {each: RandomPolicy() for each in SIDES}
        players[side] = StaffPolicy()
        points, _ = match("strait", seed, players)
        won += points[side] > points[SIDES[side == "blue"]]
    assert won >= 4


def test_the_staff_uses_the_orders_of_the_scenario() -> None:
    used: Counter[str] = Counter()
    for seed in range(3):
        used += match("strait", seed, BOTH, audited=True)[1]
    wanted = ["card", "sail-group", "sail", "mode", "emit", "package", "load", "influence", "cyber", "survey"]
    wanted += ["target", "strike", "torpedo", "keep", "task cap", "task aew", "task tanker", "task strike"]
    assert [order for order in wanted if not used[order]] == []


def test_the_staff_ends_the_tutorial() -> None:
    points, _ = match("tutorial", 1, BOTH, audited=True)
    assert max(points.values()) > 0
