"""The scenario *littoral*: a landing force comes over the sea from one map to the beaches of another."""

from collections import Counter

import pytest

from adjudication.engine.games.scenario import load_scenario
from adjudication.engine.policies import Policy, RandomPolicy
from adjudication.systems.ows.command.objectives import total
from adjudication.systems.ows.joint_fires.targets import apart, sources
from adjudication.systems.ows.player.ground import advancing
from adjudication.systems.ows.player.picture import worth
from adjudication.systems.ows.player.policy import StaffPolicy
from adjudication.systems.ows.player.ships import holds_back
from adjudication.systems.ows.sea.landing import BEACH, landing
from adjudication.systems.ows.support.supply import supply
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import CONTROL, OUT
from domain.table.board import Board
from tests.ows.test_staff import BOTH, SIDES, match
from tests.table import Table
from tests.thinned import thinned

LITTORAL = load_scenario("ows", "littoral")
WATER = ("littoral", "deep sea")


@pytest.mark.rule("ows 2.1.2.2")
def test_the_whole_island_lies_in_one_hex_of_the_operational_map() -> None:
    board = Board(LITTORAL.board)
    island = {space.id for space in LITTORAL.board.spaces if space.map == "island"}
    assert set(board.parts["0605"]) == island
    assert LITTORAL.board.maps["theater"].scale == 200
    assert LITTORAL.board.maps["island"].scale == 20


@pytest.mark.rule("ows 6.4.6")
def test_every_beach_is_reached_by_sea_and_leads_inland() -> None:
    board = Board(LITTORAL.board)
    sea = {space.id for space in LITTORAL.board.spaces if space.terrain in WATER}
    reached, ahead = {"0706"}, ["0706"]
    while ahead:
        for other in board.neighbours[ahead.pop()]:
            if other in sea - reached:
                reached.add(other)
                ahead.append(other)
    beaches = [space.id for space in LITTORAL.board.spaces if BEACH in space.tags and space.map == "island"]
    assert len(beaches) == 5
    for beach in beaches:
        assert reached & set(board.neighbours[beach]), beach
        assert set(board.neighbours[beach]) - sea, beach


@pytest.mark.rule("ows 6.4.6")
def test_the_docks_and_the_assault_ship_carry_what_they_can_land() -> None:
    table = Table("ows", "littoral", dice="scripted")
    docks = [
        table.state.pieces[id] for id in ("sentinel", "guardian", "warden", "keeper", "watchman", "endeavour")
    ]
    aboard = [unit.id for dock in docks for unit in landing(table.state, dock)]
    assert len([unit for unit in aboard if unit.startswith("marines-")]) == 9
    assert "raiders" in aboard
    assert sheet(table.state.pieces["raiders"]).air_assault


def test_a_dock_lands_its_marines_on_a_beach() -> None:
    table = Table("ows", "littoral", dice="scripted").phase("naval movement", turn=1, side="blue")
    table.put("sentinel", "k0308")
    table.order("land", side="blue", ship="sentinel", beach="k0307")
    assert [table.state.where(id) for id in ("marines-1", "marines-2")] == ["k0307", "k0307"]


@pytest.mark.rule("ows 2.2.2.1a", "ows 2.1.2.3")
def test_missiles_from_the_shore_behind_reach_a_ship_at_the_beach() -> None:
    """Dovin is four hexes of the operational map from the island, whatever the island's own hexes are."""
    table = Table("ows", "littoral", dice="scripted").put("sentinel", "k0507").put("stalwart", "k0508")
    state = table.state
    (df21,) = [source for source in sources(state, "red") if source.shooter == "df21-1"]
    assert df21.weapon.range == 5
    assert (apart(state, df21, "k0507"), apart(state, df21, "k0508")) == (4, 4)
    assert apart(state, df21, "0706") == state.board.range("0702", "0706")


@pytest.mark.rule("ows 12.1")
def test_the_defender_holds_what_the_attacker_is_to_take() -> None:
    state = Table("ows", "littoral", dice="scripted").state
    assert (total(state, "blue"), total(state, "red")) == (0, 7)


@pytest.mark.rule("ows 11.1c", "ows 11.1.3a")
def test_a_landing_force_is_supplied_over_what_it_holds() -> None:
    """Gull Beach supplies the marines who hold it and those beside it, until the enemy takes it back."""
    table = Table("ows", "littoral", dice="scripted").put("marines-1", "k0307").put("marines-2", "k0206")
    assert [supply(table.state, unit) for unit in ("marines-1", "marines-2")] == [OUT, OUT]
    table.mark("k0307", CONTROL, "blue")
    assert [supply(table.state, unit) for unit in ("marines-1", "marines-2")] == [None, None]
    table.put("marines-1", "attrition-blue").mark("k0307", CONTROL, "red")
    assert supply(table.state, "marines-2") == OUT


def test_the_staff_keeps_a_unit_in_the_harbour_that_it_has_taken() -> None:
    """The weakest stays, whoever else attacks or advances; nobody has to where no enemy is near."""
    table = Table("ows", "littoral", dice="scripted").put("naval-inf-1", "k0506").known("naval-inf-1", "blue")
    for unit in ("marines-1", "marines-2"):
        table.put(unit, "k0407")
    assert advancing(table.state, "blue", ["marines-1", "marines-2"]) == ["marines-1", "marines-2"]
    table.mark("k0407", CONTROL, "blue")
    assert advancing(table.state, "blue", ["marines-1", "marines-2"]) == ["marines-2"]
    for piece in list(table.state.of_group("ground unit")):
        if piece.side == "red":
            table.put(piece.id, "attrition-red")
    assert advancing(table.state, "blue", ["marines-1", "marines-2"]) == ["marines-1", "marines-2"]


def test_two_staffs_land_jump_lift_and_fly_close_air_support() -> None:
    """The attacker silences what fires at ships and comes ashore from sea and air, in a game that ends."""
    used: Counter[str] = Counter()
    for seed in (1, 2):
        used += match("littoral", seed, BOTH, audited=True)[1]
    wanted = ("card", "land", "jump", "lift", "strike", "task cas", "attack", "support-attack", "resolve")
    assert [name for name in wanted if not used[name]] == []


@pytest.mark.parametrize("side", thinned(SIDES, 2))
def test_the_staff_beats_chance_in_the_landing_from_either_side(side: str) -> None:
    """A game each; more are measured by `python -m tests.ows.matches littoral`."""
    players: dict[str, Policy] = {each: RandomPolicy() for each in SIDES}
    players[side] = StaffPolicy()
    points, _ = match("littoral", 1, players)
    assert points[side] > points[SIDES[side == "blue"]]


def test_missiles_that_reach_the_transports_are_struck_first() -> None:
    """A launcher is worth more than other troops to a side with troops at sea, and to nobody else."""
    state = Table("ows", "littoral", dice="scripted").state
    coastal, engineers = state.pieces["coastal-1"], state.pieces["engineers-6"]
    assert worth(state, "blue", coastal) > worth(state, "blue", engineers)
    river = Table("ows", "river", dice="scripted").state
    assert worth(river, "blue", coastal) == worth(river, "blue", engineers)


def test_transports_wait_out_of_reach_of_known_missiles_while_there_is_time() -> None:
    """They wait for missiles that reach the beaches and not them; under fire already, they go on."""
    table = Table("ows", "littoral", dice="scripted").phase("naval movement", turn=1, side="blue")
    assert not holds_back(table.state, "blue")
    table.known("coastal-1", "blue", "red")
    assert holds_back(table.state, "blue")
    table.put("sentinel", "0705")
    assert not holds_back(table.state, "blue")
    table.put("sentinel", "0706").phase("naval movement", turn=3, side="blue")
    assert not holds_back(table.state, "blue")
