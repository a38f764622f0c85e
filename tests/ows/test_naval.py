"""Naval movement (6.1 to 6.4), modes and emission control: numbered cases."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.systems.ows.sea.modes import could_emit
from adjudication.systems.ows.sea.naval import groups, sailors, the_group, to_sail, way_of
from adjudication.systems.ows.sea.seaways import littoral, rate, sea
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import (
    ASW,
    CAVITATING,
    CLEARED,
    DETECTED,
    EMITTING,
    INTERCEPTED,
    RSOI,
    SAILED,
    SILENT,
)
from domain.errors import IllegalOrder
from domain.events import BoardLaid, MapData, PhaseEntered, PieceMoved
from domain.table.state import State
from domain.views.view import see, see_log
from tests.table import Table


def at_sea(side: str = "blue", **options: Any) -> Table:
    """The proving ground as a side moves at sea."""
    return Table("ows", options=options, dice="scripted").phase("naval movement", side=side)


def place(state: State, piece: str) -> str:
    return state.pieces[piece].place


def reach(table: Table, ship: str) -> int:
    """How far a ship may go over open sea."""
    state = table.state
    return max(state.board.range(place(state, ship), hex) or 0 for hex in to_sail(state, ship))


@pytest.mark.rule("ows 6.4", "ows 6.3a")
@pytest.mark.parametrize(
    ("moves", "far"),
    [
        ("cvn", 4),
        ("surface combatant", 3),
        ("auxiliary", 2),
        ("patrol craft", 2),
        ("ssn", 3),
        ("ssgn", 3),
        ("ssbn", 3),
        ("ssk", 2),
    ],
)
def test_the_rates_of_the_operational_map(moves: str, far: int) -> None:
    assert rate(at_sea().state, moves, "0404") == far


@pytest.mark.rule("ows 6.3", "ows 6.3a", "ows seq.3.A.1")
def test_each_ship_moves_as_far_as_its_type_may_and_no_further() -> None:
    table = at_sea()
    assert [reach(table, ship) for ship in ("cvn-1", "ddg-1", "lsd-1", "ssn-1")] == [4, 3, 2, 3]
    table.order("sail", ship="ddg-1", to="0704")
    assert place(table.state, "ddg-1") == "0704"
    with pytest.raises(IllegalOrder, match="cannot move now"):
        table.order("sail", ship="ddg-1", to="0705")
    with pytest.raises(IllegalOrder, match=r"may move 2 more hexes by sea.*ows 6\.3a"):
        table.order("sail", ship="lsd-1", to="0604")


@pytest.mark.rule("ows 6.3a")
def test_a_move_may_be_made_in_parts() -> None:
    table = at_sea()
    table.order("sail", ship="ddg-1", to="0504")
    assert reach(table, "ddg-1") == 2
    table.order("sail", ship="ddg-1", to="0604")
    assert reach(table, "ddg-1") == 1


@pytest.mark.rule("ows 6.1", "ows 6.3a")
def test_rates_are_for_turns_of_24_hours() -> None:
    assert rate(at_sea().state, "cvn", "0404") == 4
    assert rate(at_sea(turn_hours=12).state, "cvn", "0404") == 2
    assert rate(at_sea(turn_hours=12).state, "surface combatant", "0404") == 1
    assert rate(at_sea(turn_hours=48).state, "ssk", "0404") == 4
    assert rate(at_sea(turn_hours=48).state, "patrol craft", "0404", "tied") == 2


@pytest.mark.rule("ows 6.3")
def test_ships_go_over_the_sea_and_into_their_own_ports() -> None:
    table = at_sea()
    assert "0204" in to_sail(table.state, "lsd-1")  # West port
    assert "0203" not in to_sail(table.state, "lsd-1")
    table.put("lsd-1", "0804")
    assert "0904" not in to_sail(table.state, "lsd-1")  # the enemy's port
    for to, why in (
        ("9999", "There is no hex 9999"),
        ("0904", "cannot enter 0904: it moves in hexes with sea"),
        ("0804", "is in 0804 already"),
    ):
        with pytest.raises(IllegalOrder, match=f"{why}.*6.3a"):
            table.order("sail", ship="lsd-1", to=to)


@pytest.mark.rule("ows 2.1.8", "ows 2.1.9")
@pytest.mark.parametrize("hex", ["0504", "0303"])
def test_any_number_of_ships_stack_at_sea(hex: str) -> None:
    table = at_sea()
    ships = ["ddg-1", "ddg-2", "maya-1", "cvn-1", "lha-1", "mcm-1", "lsd-1"]
    for ship in ships:
        table.put(ship, hex)
    table.put("lpd-1", "0403")
    table.order("sail", ship="lpd-1", to=hex)
    assert [piece.id for piece in table.state.pieces_at(hex)] == [*ships, "lpd-1"]


@pytest.mark.rule("ows 2.1.9")
def test_littoral_hexes_are_the_light_blue_ones() -> None:
    assert littoral(at_sea().state.board) == {f"0{column}0{row}" for column in (3, 8) for row in range(1, 9)}


@pytest.mark.rule("ows 6.3")
def test_a_task_group_moves_with_one_order() -> None:
    table = at_sea()
    assert "0504" in groups(table.state, "blue")["0404"]
    table.order("sail-group", at="0404", to="0603")
    assert {piece.id for piece in table.state.pieces_at("0603")} == {
        "ddg-1",
        "ddg-2",
        "cvn-1",
        "lha-1",
        "ssk-1",
    }


@pytest.mark.rule("ows 6.3a")
def test_a_task_group_goes_where_all_of_it_can_go() -> None:
    table = at_sea().put("lmsr-1", "0404")
    with pytest.raises(IllegalOrder, match="leave some out with `without`"):
        table.order("sail-group", at="0404", to="0703")
    table.order("sail-group", at="0404", to="0703", without=["lmsr-1"])
    assert place(table.state, "lmsr-1") == "0404"
    assert place(table.state, "cvn-1") == "0703"
    with pytest.raises(IllegalOrder, match="No two ships of yours in 0404"):
        table.order("sail-group", at="0404", to="0405")


@pytest.mark.rule("ows 6.3")
def test_a_way_may_be_given() -> None:
    table = at_sea()
    events = table.order("sail", ship="cvn-1", to="0405", by=["0505", "0506", "0406", "0405"])
    assert place(table.state, "cvn-1") == "0405"
    assert table.state.marked(SAILED)["cvn-1"]["hexes"] == 4
    assert [event.to for event in events if isinstance(event, PieceMoved)] == ["0405"]
    with pytest.raises(IllegalOrder, match="cannot go that way"):
        table.order("sail", ship="ddg-1", to="0405", by=["0505", "0506", "0406", "0405"])
    with pytest.raises(IllegalOrder, match="cannot go that way"):
        table.order("sail", ship="ddg-1", to="0504", by=["0604", "0504"])


@pytest.mark.rule("ows 6.3")
def test_of_ways_that_are_equally_long_a_ship_takes_one_without_enemies() -> None:
    table = at_sea().put("ssk-1", "0601")
    usual = way_of(table.state, "ddg-1", "0604")
    for hex in usual[1:-1]:
        table.put("type055-1", hex)
    other = way_of(table.state, "ddg-1", "0604")
    assert len(other) == len(usual)
    assert set(other[1:-1]).isdisjoint(usual[1:-1])
    table.put("type055-1", "0704").put("ssk-1", usual[1])
    assert way_of(table.state, "ddg-1", "0604") == usual  # it does not know of the submarine


@pytest.mark.rule("ows 6.3", "ows 3.5")
def test_the_side_with_the_initiative_says_who_moves_first() -> None:
    table = Table("ows", dice="scripted").phase("planning", side="")
    table.order("proceed", side="blue")
    table.order("proceed", side="red")
    assert table.state.phase == "strategic movement"
    table.order("proceed", side="blue")
    events = table.order("proceed", side="red", answers=["red"])
    entered = [event.side for event in events if isinstance(event, PhaseEntered)]
    assert (table.state.phase, entered) == ("naval movement", ["red"])
    with pytest.raises(IllegalOrder, match="Blue may not act now; Red may"):
        table.order("sail", side="blue", ship="ddg-1", to="0504")


@pytest.mark.rule("ows 6.3")
def test_who_may_not_move() -> None:
    table = at_sea().mark("ddg-1", RSOI, 2)
    assert "ddg-1" not in sailors(table.state, "blue")
    with pytest.raises(IllegalOrder, match="cannot move now"):
        table.order("sail", ship="ddg-1", to="0504")
    with pytest.raises(IllegalOrder, match="given in naval movement"):
        table.phase("information").order("sail", side="blue", ship="ddg-2", to="0504")


# --- patrol craft ------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 6.4.1.1")
def test_a_houbei_stays_within_two_hexes_of_a_chinese_controlled_port() -> None:
    table = at_sea("red").put("tender-1", "attrition-red")
    state = table.state
    assert all(state.board.range("0904", hex) in (0, 1, 2) for hex in to_sail(state, "houbei-1"))
    assert reach(table, "houbei-1") <= 2
    with pytest.raises(IllegalOrder, match=r"within 2 hexes of a port.*ows 6\.3a"):
        table.order("sail", ship="houbei-1", to="0604")
    table.order("sail", ship="houbei-1", to="0705")


@pytest.mark.rule("ows 6.4.1.1")
def test_a_mother_ship_does_as_well_as_a_port() -> None:
    table = at_sea("red").put("tender-1", "0604")
    assert "0604" in to_sail(table.state, "houbei-1")


@pytest.mark.rule("ows 6.4.1.1")
def test_every_hex_of_the_way_is_within_range() -> None:
    table = at_sea("red").put("tender-1", "attrition-red").put("houbei-1", "0703")
    with pytest.raises(IllegalOrder, match="cannot go that way"):
        table.order("sail", ship="houbei-1", to="0704", by=["0604", "0704"])


@pytest.mark.rule("ows 6.4.1.1")
def test_a_patrol_craft_left_out_of_range_comes_back_or_as_near_as_it_gets() -> None:
    table = at_sea("red").put("tender-1", "attrition-red").put("houbei-1", "0504")
    assert to_sail(table.state, "houbei-1")
    assert {table.state.board.range("0904", hex) for hex in to_sail(table.state, "houbei-1")} == {2}
    table.put("houbei-1", "0304")
    assert {table.state.board.range("0904", hex) for hex in to_sail(table.state, "houbei-1")} == {4}


@pytest.mark.rule("ows 6.4.1.2")
def test_a_diesel_submarine_is_slower_and_not_tied_to_a_port() -> None:
    table = at_sea("red").put("ssk-1", "0401").put("tender-1", "attrition-red")
    assert reach(table, "ssk-1") == 2
    assert "0301" in to_sail(table.state, "ssk-1")


# --- submarines --------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 6.4.2", "ows 6.4.2.2", "ows 6.4")
@pytest.mark.parametrize(
    ("side", "boat", "start", "to", "loud"),
    [
        ("blue", "ssn-1", "0605", "0405", False),
        ("blue", "ssn-1", "0605", "0305", True),
        ("blue", "ssgn-1", "0403", "0603", False),
        ("blue", "ssgn-1", "0403", "0703", True),
        ("red", "ssk-1", "0603", "0703", False),
        ("red", "ssk-1", "0603", "0802", True),
    ],
)
def test_a_submarine_at_flank_speed_cavitates(side: str, boat: str, start: str, to: str, loud: bool) -> None:
    table = at_sea(side)
    assert place(table.state, boat) == start
    table.order("sail", ship=boat, to=to)
    assert bool(table.state.mark(boat, CAVITATING)) is loud
    assert CAVITATING in CLEARED


@pytest.mark.rule("ows 6.4.2.2")
def test_flank_speed_counts_the_whole_turn() -> None:
    table = at_sea()
    table.order("sail", ship="ssn-1", to="0405")
    assert not table.state.mark("ssn-1", CAVITATING)
    table.order("sail", ship="ssn-1", to="0305")
    assert table.state.mark("ssn-1", CAVITATING)


@pytest.mark.rule("ows 6.4.2", "ows 6.3")
def test_submarines_move_unseen_and_ships_are_seen_to_move() -> None:
    table = at_sea()
    before = len(see_log(table.session.game.log, "red"))
    table.order("sail", ship="ssn-1", to="0405")
    assert len(see_log(table.session.game.log, "red")) == before
    table.order("sail", ship="ddg-1", to="0504")
    told = see_log(table.session.game.log, "red")[before:]
    assert "piece-moved" in [line.event for line in told]
    assert "ddg-1" not in str(told)
    assert "USS Alpha" not in str(told)
    assert any(piece.place == "0504" and not piece.known for piece in see(table.state, "red").pieces)


@pytest.mark.rule("ows 6.4.2.1", "ows 6.4.2.1c")
def test_silent_running_is_for_those_who_stay() -> None:
    table = at_sea()
    before = len(see_log(table.session.game.log, "red"))
    table.order("mode", unit="ssn-1", to=SILENT.name)
    assert table.state.mark("ssn-1", SILENT)
    table.order("sail", ship="ssn-1", to="0505")
    assert not table.state.mark("ssn-1", SILENT)
    with pytest.raises(IllegalOrder, match=r"only a submarine that stays.*ows 6\.4\.2\.1"):
        table.order("mode", unit="ssn-1", to=SILENT.name)
    assert len(see_log(table.session.game.log, "red")) == before


@pytest.mark.rule("ows 6.4.2.1")
def test_silent_running_is_left_at_will() -> None:
    table = at_sea()
    table.order("mode", unit="ssn-1", to=SILENT.name)
    with pytest.raises(IllegalOrder, match="in mode silent running already"):
        table.order("mode", unit="ssn-1", to=SILENT.name)
    table.order("mode", unit="ssn-1", to="normal")
    assert not table.state.mark("ssn-1", SILENT)


# --- ASW mode ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 6.4.4", "ows 6.4.4a")
def test_a_ship_in_asw_mode_moves_one_hex_or_leaves_it() -> None:
    table = at_sea()
    table.order("mode", unit="ddg-1", to=ASW.name)
    table.order("mode", unit="ddg-2", to=ASW.name)
    table.order("sail", ship="ddg-1", to="0504")
    assert table.state.mark("ddg-1", ASW)
    table.order("sail", ship="ddg-1", to="0604")
    assert not table.state.mark("ddg-1", ASW)
    table.order("sail", ship="ddg-2", to="0604")
    assert not table.state.mark("ddg-2", ASW)
    with pytest.raises(IllegalOrder, match=r"in ASW mode it moves one hex.*ows 6\.4\.4a"):
        table.order("mode", unit="ddg-2", to=ASW.name)


@pytest.mark.rule("ows 6.4.4")
def test_only_who_hunts_submarines_has_an_asw_mode_and_the_enemy_does_not_see_it() -> None:
    table = at_sea()
    with pytest.raises(IllegalOrder, match="neither an ASW mode"):
        table.order("mode", unit="lsd-1", to=ASW.name)
    with pytest.raises(IllegalOrder, match="one of: silent running, normal"):
        table.order("mode", unit="ssn-1", to=ASW.name)
    before = len(see_log(table.session.game.log, "red"))
    table.order("mode", unit="ddg-1", to=ASW.name)
    assert len(see_log(table.session.game.log, "red")) == before


# --- EMCON -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 6.4.3", "ows 6.4.3a")
def test_emitters_are_turned_up_and_detected() -> None:
    table = at_sea()
    assert table.state.pieces["ddg-1"].known_to is not None
    table.order("emit", units=["ddg-1", "patriot-1"])
    for unit in ("ddg-1", "patriot-1"):
        assert table.state.mark(unit, EMITTING)
        assert table.state.mark(unit, DETECTED)
        assert any(piece.id == unit and piece.known for piece in see(table.state, "red").pieces)
    table.order("silence", units=["ddg-1"])
    assert not table.state.mark("ddg-1", EMITTING)
    assert table.state.mark("ddg-1", DETECTED)


@pytest.mark.rule("ows 6.4.3")
def test_emission_control_is_decided_in_the_movement_phase() -> None:
    table = at_sea()
    assert {"ddg-1", "patriot-1"} <= set(could_emit(table.state, "blue"))
    assert "marines-1" not in could_emit(table.state, "blue")
    with pytest.raises(IllegalOrder, match="do not emit yet"):
        table.order("emit", units=["marines-1"])
    table.phase("air tasking").order("emit", units=["maya-1"])
    with pytest.raises(IllegalOrder, match=r"ows 6\.4\.3"):
        table.phase("local strikes").order("silence", units=["maya-1"])


@pytest.mark.rule("ows 6.4.3")
def test_a_unit_with_nothing_to_emit_with_may_emit_where_the_game_says_so() -> None:
    table = at_sea(any_unit_emits=True)
    table.order("emit", units=["marines-1"])
    assert table.state.mark("marines-1", EMITTING)
    assert table.state.mark("marines-1", DETECTED)
    with pytest.raises(IllegalOrder, match="on the map that do not emit yet"):
        table.order("emit", units=["marines-1"])


@pytest.mark.rule("ows 6.4.3a")
def test_who_goes_on_emitting_is_detected_again_each_turn() -> None:
    table = Table("ows", dice="scripted").phase("strategic movement", side="blue")
    table.mark("ddg-1", EMITTING)
    table.order("proceed")
    table.order("proceed", answers=["blue"])
    assert table.state.phase == "naval movement"
    assert table.state.mark("ddg-1", DETECTED)


# --- passing enemies ---------------------------------------------------------------------------------------


def passing(ship: str = "type055-1", **marks: Any) -> Table:
    """A Red ship at 0504, with Blue's ships in 0404 to be passed."""
    table = at_sea("red").put(ship, "0504")
    for mark, value in marks.items():
        table.mark(ship, mark, value)
    return table


@pytest.mark.rule("ows 6.2")
@pytest.mark.parametrize("declared", [True, False])
def test_a_detected_ship_that_passes_an_enemy_may_be_stopped(declared: bool) -> None:
    table = passing()
    table.order("sail", ship="type055-1", to="0304", by=["0404", "0304"], answers=[declared])
    assert place(table.state, "type055-1") == ("0404" if declared else "0304")
    assert bool(table.state.mark("type055-1", INTERCEPTED)) is declared
    assert bool(table.state.mark("type055-1", DETECTED)) is declared
    if declared:
        with pytest.raises(IllegalOrder, match="cannot move now"):
            table.order("sail", ship="type055-1", to="0304")
    assert INTERCEPTED in CLEARED


@pytest.mark.rule("ows 6.2")
def test_what_the_enemy_leaves_undone_is_not_told() -> None:
    table = passing()
    before = len(see_log(table.session.game.log, "red"))
    table.order("sail", ship="type055-1", to="0304", by=["0404", "0304"], answers=[False])
    told = [line.event for line in see_log(table.session.game.log, "red")][before:]
    assert told == ["order-given", "piece-moved", "marked", "order-done"]


@pytest.mark.rule("ows 6.2")
def test_a_stealthy_ship_passes_unless_it_is_tracked_or_emits() -> None:
    table = at_sea("red").put("corvette-1", "0504").put("tender-1", "0504")
    table.order("sail", ship="corvette-1", to="0304", by=["0404", "0304"])
    for mark in (DETECTED, EMITTING):
        table = at_sea("red").put("corvette-1", "0504").put("tender-1", "0504").mark("corvette-1", mark)
        table.order("sail", ship="corvette-1", to="0304", by=["0404", "0304"], answers=[True])
        assert place(table.state, "corvette-1") == "0404"


@pytest.mark.rule("ows 6.2")
def test_a_submarine_alone_stops_only_who_is_detected_already() -> None:
    table = at_sea("red").put("type055-1", "0505")
    table.put("mines-2", "attrition-red")
    table.order("sail", ship="type055-1", to="0705", by=["0605", "0705"])
    assert place(table.state, "type055-1") == "0705"
    table = at_sea("red").put("type055-1", "0505").mark("type055-1", DETECTED)
    table.order("sail", ship="type055-1", to="0705", by=["0605", "0705"], answers=[True])
    assert place(table.state, "type055-1") == "0605"
    assert table.state.who_sees("ssn-1") == ("blue",)


@pytest.mark.rule("ows 6.2")
def test_of_a_task_group_those_who_are_not_detected_go_on() -> None:
    table = at_sea("red").put("type055-1", "0504").put("corvette-1", "0504").put("tender-1", "0404")
    table.order("sail-group", at="0504", to="0304", by=["0404", "0304"], answers=[True])
    assert [place(table.state, ship) for ship in ("type055-1", "corvette-1")] == ["0404", "0304"]


@pytest.mark.parametrize("name", ["Rampart", "ssn-1", "nothing-of-that-name"])
def test_in_another_phase_a_name_is_not_looked_up(name: str) -> None:
    """So that nothing is told of what bears it."""
    table = at_sea().phase("planning", side="blue")
    with pytest.raises(
        IllegalOrder, match="This order is given in naval movement; the phase is now planning"
    ):
        table.order("sail", ship=name, to="0605")


@pytest.mark.rule("ows 6.3")
def test_what_is_left_of_a_task_group_may_go_a_given_way() -> None:
    table = at_sea()
    others = [ship for ship in the_group(table.state, "blue", "0404") if ship != "cvn-1"]
    table.order("sail-group", at="0404", to="0405", without=others, by=["0505", "0506", "0406", "0405"])
    assert place(table.state, "cvn-1") == "0405"
    assert table.state.marked(SAILED)["cvn-1"]["hexes"] == 4


@pytest.mark.rule("ows 6.4.1.1")
def test_a_patrol_craft_out_of_range_may_go_anywhere_in_range_that_it_can_reach() -> None:
    table = at_sea().phase("naval movement", side="red").put("houbei-1", "0604")
    far = table.state.board.range("0904", "0604")
    assert far == 3
    table.put("tender-1", "0101")
    goals = {table.state.board.range("0904", hex) for hex in to_sail(table.state, "houbei-1")}
    assert goals == {1, 2}


# --- where a ship can go, worked out from the rules hex by hex ---------------------------------------------


def by_the_rules(table: Table, ship: str, hexes: int, tied: int = 0) -> set[str]:
    """The hexes that a ship can reach with so many hexes a turn: over water, and into ports of its side,
    where it stops (6.3a). tied: patrol craft stay so near to a port of their side or a mother ship
    (6.4.1.1)."""
    state, side = table.state, table.state.pieces[ship].side
    board = state.board
    ports = {
        piece.place for piece in state.of_group("facility") if piece.side == side and piece.kind_id == "port"
    }
    homes = ports | {state.pieces["tender-1"].place}
    reached, found = {place(state, ship)}, set[str]()
    for _ in range(hexes):
        beside = {there for here in reached for there in board.touching[here]}
        beside = {there for there in beside if there in sea(board) or there in ports}
        if tied:
            beside = {
                there for there in beside if any((board.range(there, home) or 0) <= tied for home in homes)
            }
        found |= beside
        reached = {there for there in beside if there in sea(board)}
    return found - {place(state, ship)}


@pytest.mark.rule("ows 6.3a", "ows 6.4", "ows 6.4.1.1", "ows 6.4.1.2", "ows 6.4.2")
@pytest.mark.parametrize("start", ["0605", "0706", "0803", "0804"])
@pytest.mark.parametrize(
    ("ship", "hexes", "tied"),
    [
        ("cvn-1", 4, 0),
        ("ddg-1", 3, 0),
        ("lmsr-1", 2, 0),
        ("ssn-1", 3, 0),
        ("type055-1", 3, 0),
        ("ssk-1", 2, 0),
        ("houbei-1", 2, 2),
    ],
)
def test_where_a_ship_can_go_is_what_the_table_of_rates_says(
    start: str, ship: str, hexes: int, tied: int
) -> None:
    side = "blue" if ship in ("cvn-1", "ddg-1", "lmsr-1", "ssn-1") else "red"
    table = at_sea().phase("naval movement", side=side).put(ship, start).put("tender-1", "0806")
    assert set(to_sail(table.state, ship)) == by_the_rules(table, ship, hexes, tied)


@pytest.mark.rule("ows 6.4.1.1", "ows 6.3a")
@pytest.mark.parametrize(
    ("to", "why"), [("0604", "must stay within 2 hexes of a port"), ("0705", "may move 2 more hexes by sea")]
)
def test_why_a_patrol_craft_cannot_go_there(to: str, why: str) -> None:
    """0705 is just two hexes from the port, and farther from the boat."""
    table = at_sea().phase("naval movement", side="red").put("houbei-1", "0802").put("tender-1", "0101")
    with pytest.raises(IllegalOrder, match=why):
        table.order("sail", ship="houbei-1", to=to)


@pytest.mark.rule("ows 6.3a", "ows 6.4")
@pytest.mark.parametrize(("sailed", "left"), [(0, 3), (1, 2), (2, 1)])
def test_a_refusal_says_how_many_hexes_are_left(sailed: int, left: int) -> None:
    table = at_sea().put("ddg-1", "0404")
    for hex in ("0504", "0604")[:sailed]:
        table.order("sail", ship="ddg-1", to=hex)
    with pytest.raises(IllegalOrder, match=f"it may move {left} more hexes by sea this turn"):
        table.order("sail", ship="ddg-1", to="0808")


@pytest.mark.rule("ows 6.1", "ows 6.4", "ows 2.1.2.1", "ows 2.1.2.2")
@pytest.mark.parametrize(
    ("scale", "unit", "hours", "carrier", "patrol"),
    [
        (200, "nm", 24, 4, 2),
        (200, "nm", 12, 2, 1),
        (200, "nm", 48, 8, 4),
        (200, "nm", 1, 1, 1),  # never none
        (400, "nm", 24, 2, 1),  # in proportion to the operational map
        (185, "km", 24, 8, 4),
        (1000, "km", 24, 1, 1),
    ],
)
def test_naval_rates_are_for_hexes_of_200_nm_and_turns_of_a_day(
    scale: int, unit: str, hours: int, carrier: int, patrol: int
) -> None:
    table = at_sea()
    table.state.options = {**table.state.options, "turn_hours": hours}
    board = table.state.board.data
    chart = MapData(name="A sea", scale=scale, unit=unit)
    other = replace(board, maps={**board.maps, "theater": chart})
    table.session.record(lambda n, t: BoardLaid(number=n, time=t, board=other))
    found = [
        rate(table.state, sheet(table.state.pieces[ship]).moves, "0404") for ship in ("cvn-1", "houbei-1")
    ]
    assert found == [carrier, patrol]
