"""The computer player `staff`: it plays either side of both scenarios to the end, better than chance."""

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest

from adjudication.audits.audit import audit
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.policies import Policy
from adjudication.systems.ows import SYSTEM
from adjudication.systems.ows.air.missions import CAS, INTERDICTION, LIFTS
from adjudication.systems.ows.command.objectives import total
from adjudication.systems.ows.player.picture import apart, enemies, groups_behind, seen_at_sea
from adjudication.systems.ows.player.policy import StaffPolicy
from adjudication.systems.ows.player.transports import destinations
from adjudication.systems.ows.table.counters import MISSION, sheet
from adjudication.systems.ows.table.status import CONTROL
from domain.events import OrderGiven
from domain.ledger.logfile import from_lines, to_lines
from domain.table.dice import secret_from_seed
from domain.table.state import State
from tests.ows.playing import entries, new_game, play
from tests.table import Table

SIDES = ("blue", "red")
BOTH: dict[str, Policy] = {side: StaffPolicy() for side in SIDES}


def match(
    scenario: str, seed: int, policies: dict[str, Policy], *, audited: bool = False
) -> tuple[dict[str, int], Counter[str]]:
    """The points of each side after a game of policies, and how often each kind of order was given."""
    points, given = game_of(scenario, seed, policies, audited=audited)
    return points, counted(given)


def counted(given: Iterable[OrderGiven]) -> Counter[str]:
    """How often each kind of order was given; `task` by mission."""
    return Counter(f"{each.order} {each.arguments.get('type', '')}".strip() for each in given)


def game_of(
    scenario: str, seed: int, policies: dict[str, Policy], *, audited: bool = False
) -> tuple[dict[str, int], list[OrderGiven]]:
    """The points of each side after a game of policies, and the orders that were given in it."""
    session = new_game(scenario, seed)
    play(session, policies, random.Random(seed))
    if audited:
        read_back = from_lines(to_lines(entries(session)))[0]
        assert audit(read_back, secret=secret_from_seed(seed)).findings == []
    given = [event for event in session.game.log if isinstance(event, OrderGiven)]
    return {side: total(session.state, side) for side in SIDES}, given


@pytest.mark.parametrize(("games", "least"), [(1, 1), pytest.param(5, 4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("side", SIDES)
def test_the_staff_beats_chance_from_either_side(side: str, games: int, least: int) -> None:
    """A game of the strait, or five; a hundred are measured by `python -m tests.ows.matches`."""
    won = 0
    for seed in range(games):
        players: dict[str, Policy] = {each: SYSTEM.policy("random") for each in SIDES}
        players[side] = StaffPolicy()
        points, _ = match("strait", seed, players)
        won += points[side] > points[SIDES[side == "blue"]]
    assert won >= least


class Noting(StaffPolicy):
    """Plays as the staff does, and notes what is listed for it: kinds of orders, missions of aircraft."""

    def __init__(self) -> None:
        self.listed: set[str] = set()

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        self.listed |= {part.name for part in legal.parts if len(part)} - {"task"}
        self.listed |= {f"task {group.fixed['type']}" for group in legal.named("task") if len(group)}
        return super().order(state, legal, chance)


@cache
def of_two_staffs(scenario: str, seed: int, audited: bool) -> tuple[list[OrderGiven], set[str]]:
    """The orders that two staffs gave in a game, and what was listed for them."""
    staffs = {side: Noting() for side in SIDES}
    given = game_of(scenario, seed, dict(staffs), audited=audited)[1]
    return given, {name for staff in staffs.values() for name in staff.listed}


def unused(scenario: str, seeds: Iterable[int]) -> set[str]:
    """What was listed in games of two staffs and that none of them has ordered; games are played until there
    is nothing, or they are all played. The first of them passes the audit."""
    listed: set[str] = set()
    used: Counter[str] = Counter()
    for nth, seed in enumerate(seeds):
        given, found = of_two_staffs(scenario, seed, nth == 0)
        used += counted(given)
        listed |= found
        kinds = {name.split()[0] for name in used}
        left = {name for name in listed if name not in used and name not in kinds}
        if not left:
            break
    return left


SEEDS = (4, 5, 6)
"""Games in which two staffs use all orders and missions of the strait."""
FLOWN = ("cap", "sucap", "strike", "sead", "aew", "tanker", "asw", "isr")
"""Missions that have an object in the strait by themselves. Transports fly with whom they carry (`airlift`,
`jump`, `lift`), CAS and interdiction are for a ground war, and the game has no OCA and DCA markers."""


@pytest.mark.parametrize(
    ("scenario", "seeds"),
    [
        ("strait", (*SEEDS, *range(7, 12))),
        pytest.param("river", (5, 6, 4, *range(7, 15)), marks=pytest.mark.slow),
    ],
)
def test_the_staff_uses_every_order_and_mission_that_the_scenario_lists(
    scenario: str, seeds: tuple[int, ...]
) -> None:
    """A new kind of order fails here until the staff has a use for it; one that means nothing in a scenario
    is not to be listed there. `task` counts by mission, so that each of them is flown."""
    assert unused(scenario, seeds) == set()


def test_the_missions_of_the_strait_are_those_that_it_has_objects_for() -> None:
    session = new_game("strait", 1)
    roles = {role for piece in session.state.of_group(MISSION) for role in sheet(piece).roles}
    assert set(FLOWN) <= {*roles, "sead"} <= {*FLOWN, "ew", *LIFTS, CAS, INTERDICTION}


def test_the_staff_ends_the_tutorial() -> None:
    points, _ = game_of("tutorial", 1, BOTH, audited=True)
    assert max(points.values()) > 0


def test_the_garrisons_of_the_islands_stay_where_they_are() -> None:
    """Transports fly air defences forward, not the last troops of an island away from its airfield."""
    flown: Counter[str] = Counter()
    for seed in SEEDS:
        given, _ = of_two_staffs("strait", seed, seed == SEEDS[0])
        flown += Counter(each.arguments["unit"] for each in given if each.order == "airlift")
    assert flown
    assert not {"tern-garrison", "heron-garrison"} & set(flown)


def test_the_transport_makes_for_the_harbour_that_nobody_fights_for() -> None:
    """Kestrel Harbour is no destination for Atlas once the enemy is ashore there, or a ship of his is."""

    def ends(table: Table, *ships: str) -> set[str]:
        return {end.hex for end in destinations(table.state, "blue", ships)}

    def strait() -> Table:
        return Table("ows", "strait", seed=1, begun=False)

    assert ends(strait(), "convoy") == {"0605", "0607"}
    landed = strait().put("marines-2", "0605").known("marines-2", "blue", "red")
    assert ends(landed, "convoy") == {"0607"}
    patrolled = strait().put("picket", "0605")
    assert ends(patrolled, "convoy") == {"0607"}
    lost = strait().mark("0605", CONTROL, "red")
    assert ends(lost, "convoy") == {"0605", "0607"}  # marines assault a hostile beach


def test_a_contact_is_what_its_back_may_hide_until_it_is_known() -> None:
    """A submarine contact is no surface contact, whatever the words on their backs have in common."""
    table = Table("ows", "strait", seed=1, begun=False)
    found = {each.name: each for each in enemies(table.state, "blue")}
    assert found["dovin"].groups == {"facility"}
    hidden = {each.place: each.groups for each in found.values() if not each.known}
    assert {"ground unit", "squadron"} <= hidden["0501"]
    assert "ship" not in hidden["0501"]
    assert hidden["0705"] == {"ship"}
    assert groups_behind(table.state, "submarine contact") == {"submarine"}
    table.known("picket", "blue", "red")
    assert {each.name: each for each in enemies(table.state, "blue")}["picket"].groups == {"ship"}
    assert seen_at_sea(table.state, "blue") == ("0803", "0705", "0604", "0504", "0603")


def test_places_on_different_maps_are_as_far_apart_as_the_hexes_they_lie_in() -> None:
    board = Table("ows", "littoral", seed=1, begun=False).state.board
    assert apart(board, "k0308", "k0308") == 0
    assert apart(board, "k0308", "0605") == 0
    assert apart(board, "k0308", "0702") == board.range("0605", "0702")
    assert apart(board, "0706", "0702") == board.range("0706", "0702")


def test_a_strike_package_is_listed_only_where_one_fits() -> None:
    """In this game no package fits beside a base of Meridia, and chance draws that kind of order."""
    players: dict[str, Policy] = {"red": StaffPolicy(), "blue": SYSTEM.policy("random")}
    points, _ = match("strait", 91, players)
    assert points["red"] > points["blue"]
