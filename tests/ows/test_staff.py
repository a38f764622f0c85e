"""The computer player `staff`: it plays either side of both scenarios to the end, better than chance."""

import random
from collections import Counter

import pytest

from adjudication.audits.audit import audit
from adjudication.engine.systems import Policy
from adjudication.systems.ows import CHAPTERS, KINDS, SYSTEM
from adjudication.systems.ows.counters import MISSION, sheet
from adjudication.systems.ows.missions import CAS, INTERDICTION, LIFTS
from adjudication.systems.ows.objectives import total
from adjudication.systems.ows.staff.policy import StaffPolicy
from adjudication.systems.ows.staff.transports import destinations
from adjudication.systems.ows.status import CONTROL
from domain.events import OrderGiven
from domain.ledger.logfile import from_lines, to_lines
from domain.table.dice import secret_from_seed
from tests.ows.playing import entries, new_game, play
from tests.table import Table

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
        players: dict[str, Policy] = {each: SYSTEM.policy("random") for each in SIDES}
        players[side] = StaffPolicy()
        points, _ = match("strait", seed, players)
        won += points[side] > points[SIDES[side == "blue"]]
    assert won >= 4


AT_SEA = {kind.name for part in CHAPTERS if ".ground." not in part.__name__ for kind in part.KINDS}
NOT_IN_THE_STRAIT = {
    **{name: "there are no formations: no ground war" for name in KINDS if name not in AT_SEA},
    "activate": "there are no formations: no ground war",
    "nuke": "nuclear weapons are not authorized",
    "array": "there is no Air Battleboard",
}
"""Orders that the scenario does not allow, and why."""
FLOWN = ("cap", "sucap", "strike", "sead", "aew", "tanker", "asw", "isr")
"""Missions that have an object in the strait by themselves. Transports fly with whom they carry (`airlift`,
`jump`, `lift`), CAS and interdiction are for a ground war, and the game has no OCA and DCA markers."""
SEEDS = (4, 5, 6)
"""Games in which two staffs use all of them."""


@pytest.fixture(scope="module")
def used() -> Counter[str]:
    """What two staffs ordered in some games, which pass the audit."""
    return sum((match("strait", seed, BOTH, audited=True)[1] for seed in SEEDS), Counter[str]())


def test_the_staff_uses_every_kind_of_order_of_the_scenario(used: Counter[str]) -> None:
    """A new kind of order fails here until the staff has a use for it, or it is said why there is none."""
    given = {name.split()[0] for name in used}
    assert [name for name in KINDS if name not in given and name not in NOT_IN_THE_STRAIT] == []


def test_the_staff_flies_every_mission_of_the_scenario(used: Counter[str]) -> None:
    assert [type for type in FLOWN if not used[f"task {type}"]] == []
    session = new_game("strait", 1)
    roles = {role for piece in session.state.of_group(MISSION) for role in sheet(piece).roles}
    assert set(FLOWN) <= {*roles, "sead"} <= {*FLOWN, "ew", *LIFTS, CAS, INTERDICTION}


def test_the_staff_ends_the_tutorial() -> None:
    points, _ = match("tutorial", 1, BOTH, audited=True)
    assert max(points.values()) > 0


def test_the_garrisons_of_the_islands_stay_where_they_are() -> None:
    """Transports fly air defences forward, not the last troops of an island away from its airfield."""
    flown: Counter[str] = Counter()
    for seed in SEEDS:
        session = new_game("strait", seed)
        play(session, BOTH, random.Random(seed))
        flown += Counter(
            event.arguments["unit"]
            for event in session.game.log
            if isinstance(event, OrderGiven) and event.order == "airlift"
        )
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
