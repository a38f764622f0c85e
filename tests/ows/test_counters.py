"""The dice ladder (2.1) and what counters print (2.2.4e to 2.2.7a)."""

from typing import Any

import msgspec
import pytest

from adjudication.engine.games.scenario import load_scenario
from adjudication.engine.umpire import Question
from adjudication.systems.ows.support.reset import reset_fires
from adjudication.systems.ows.table.counters import (
    MISSION,
    SHEETLESS,
    SHIP,
    SUBMARINE,
    Box,
    Sensor,
    Sheet,
    Shield,
    Weapon,
    salvos_left,
    sheet,
    sheet_of,
    shields_left,
)
from adjudication.systems.ows.table.ladder import LADDER, shifted, target_of
from adjudication.systems.ows.table.settings import check
from domain.errors import BadData
from domain.events import KindData
from reports.words.names import Names
from reports.words.questions import asked
from tests.ows.umpiring import run
from tests.table import Table


def read(piece: str) -> Sheet:
    return sheet(Table("ows").state.pieces[piece])


@pytest.mark.rule("ows 2.1")
def test_whoever_rolls_dice_on_the_table_reads_the_colour_of_each() -> None:
    names = Names(Table("ows").state)
    colours = ("black", "red", "yellow", "green", "blue", "purple", "white")
    for die, colour in zip(LADDER, colours, strict=True):
        one = Question("white", f"D{die}: weather", (), "ows 2.1", "die", die)
        assert asked(one, names) == f"Die to roll ({colour}): D{die}: weather"
        many = Question("white", f"3D{die}: salvos", (), "ows 2.1", "dice", die, dice=3)
        assert asked(many, names) == f"Dice to roll ({colour}): 3D{die}: salvos"


@pytest.mark.rule("ows 2.1", "ows 2.1.1.1")
def test_the_ladder_has_seven_rungs() -> None:
    assert LADDER == (4, 6, 8, 10, 12, 16, 20)
    assert [shifted(10, rungs) for rungs in (-4, -3, -1, 0, 1, 2, 3, 4)] == [4, 4, 8, 10, 12, 16, 20, 20]
    assert shifted(10, 2, ceiling=12) == 12
    assert shifted(16, -1, ceiling=12) == 12  # the ceiling holds for the final die


@pytest.mark.rule("ows 2.1")
@pytest.mark.parametrize("scenario", ["proving-ground", "strait", "tutorial"])
def test_every_die_of_every_counter_is_a_rung(scenario: str) -> None:
    found = Table("ows", scenario).state
    sheets = [sheet(piece) for piece in found.pieces.values() if piece.kind.group not in SHEETLESS]
    dice = [weapon.die for each in sheets for weapon in each.weapons]
    dice += [each.sensor.die for each in sheets if each.sensor is not None]
    assert dice
    assert set(dice) <= set(LADDER)


@pytest.mark.rule("ows 2.1.1.4")
@pytest.mark.parametrize(("chance", "number"), [(50, 6), (40, 7), (100, 1), (10, 10)])
def test_a_chance_in_percent_is_a_number_to_meet_on_a_d10(chance: int, number: int) -> None:
    assert target_of(chance) == number


@pytest.mark.rule("ows 2.2.5a", "ows 2.2.5")
def test_a_ship_prints_its_signature_shields_steps_and_salvos() -> None:
    ship = read("ddg-1")
    assert (ship.country, ship.type, ship.signature, ship.steps, ship.defence) == ("us", "ddg", 6, 2, 5)
    assert [(shield.name, shield.number, shield.count, shield.range) for shield in ship.shields] == [
        ("SM-6", 7, 1, 1),
        ("SM-2", 6, 3, 0),
    ]
    enduring = {weapon.id for weapon in ship.weapons if not weapon.salvos}
    assert enduring == {"sm2-aa", "asw"}  # anti-air and anti-submarine dice are never used up


@pytest.mark.rule("ows 2.2.6a", "ows 2.2.6")
def test_a_submarine_prints_its_stealth_torpedo_and_salvos_with_range() -> None:
    boat = read("ssgn-1")
    assert (boat.signature, boat.stealth, boat.defence) == (0, 8, 6)
    torpedo, tomahawk = boat.weapon("torpedo"), boat.weapon("tomahawk")
    assert torpedo is not None
    assert tomahawk is not None
    assert (torpedo.salvos, torpedo.at) == (0, ("sea", "undersea"))
    assert (tomahawk.salvos, tomahawk.range, tomahawk.die) == (18, 5, 10)


@pytest.mark.rule("ows 2.2.7a")
def test_a_ground_unit_prints_its_mobility_defence_and_point_defence() -> None:
    battery = read("patriot-1")
    assert (battery.moves, battery.signature, battery.defence, battery.steps) == ("wheeled", 7, 4, 1)
    (shield,), (die,) = battery.shields, battery.weapons
    assert (shield.shares, die.shares) == (die.id, shield.id)


@pytest.mark.rule("ows 2.2.4e", "ows 2.2.1")
def test_units_have_one_signature_each_and_missions_a_radius() -> None:
    state = Table("ows").state
    for piece in state.pieces.values():
        if piece.kind.group in (SHIP, SUBMARINE, MISSION):
            assert bool(sheet(piece).signature) != bool(sheet(piece).stealth), piece.id
        if piece.kind.group == MISSION:
            assert sheet(piece).radius, piece.id
            assert sheet(piece).defence, piece.id


@pytest.mark.rule("ows 2.2.2.3.2a", "ows 2.2.2.4", "ows 2.2.2.3", "ows 2.2.2.3.1")
def test_what_has_the_arrow_is_back_after_regeneration_and_what_has_not_stays_spent() -> None:
    table = Table("ows", dice="scripted").mark("hq9-1", "spent", {"hq9": 2, "hq9-aa": 2})
    table.mark("type055-1", "spent", {"hhq9": 3, "yj18": 1})
    run(table, reset_fires)
    state = table.state
    battery, cruiser = state.pieces["hq9-1"], state.pieces["type055-1"]
    assert shields_left(state, battery, sheet(battery).shields[0]) == 2
    assert shields_left(state, cruiser, sheet(cruiser).shields[0]) == 0
    assert salvos_left(state, cruiser, sheet(cruiser).weapons[0]) == 2


@pytest.mark.rule("ows 2.1.1.4a")
def test_every_default_number_can_be_set_by_a_scenario() -> None:
    found = load_scenario("ows", "proving-ground")
    assert {"strike-numbers", "missile-modifiers", "missile-defence", "fires-effects"} <= found.tables.keys()
    assert {"strike_actions", "critical_shield", "layered_shields"} <= found.options.keys()


def counter(**changes: Any) -> KindData:
    """A counter with a missile, with something of it changed."""
    weapon = {"id": "arrow", "name": "Arrow", "die": 10, "at": ["sea"], "flight": "subsonic", "salvos": 2}
    box = {"weapons": [changes.pop("of_box", "arrow")]}
    data = {"type": "corvette", "weapons": [{**weapon, **changes}], "boxes": [box]}
    return KindData(name="Corvette", group=SHIP, data=data)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"salvos": 10**12}, "Corvette, Arrow: salvos is a number from 0 to 99, not 1000000000000."),
        ({"salvos": -3}, "Corvette, Arrow: salvos is a number from 0 to 99, not -3."),
        ({"range": 5_000}, "Corvette, Arrow: range is a number from 0 to 99, not 5000."),
        ({"flight": "wobbly"}, "Corvette, Arrow: flight is one of subsonic, supersonic, hypersonic, HGV"),
        ({"of_box": "sling"}, "Corvette: a box names weapon 'sling'; its weapons are arrow."),
        ({"die": 7}, "Corvette, Arrow: the die is one of D"),
    ],
)
def test_a_counter_sheet_that_cannot_be_is_refused_in_a_sentence(changes: dict[str, Any], told: str) -> None:
    assert sheet_of(counter()).weapons[0].salvos == 2
    with pytest.raises(BadData) as refused:
        sheet_of(counter(**changes))
    assert str(refused.value).startswith(told)


def test_an_option_that_there_is_not_is_refused_before_play() -> None:
    table = Table("ows", "tutorial", dice="scripted")
    table.state.options = {**table.state.options, "turn_hour": 3}
    with pytest.raises(BadData, match="There is no option 'turn_hour'; perhaps turn_hours"):
        check(table.state)


def test_a_long_name_is_quoted_in_part() -> None:
    table = Table("ows", "tutorial", dice="scripted")
    table.state.options = {**table.state.options, "q" * 61: 3}
    with pytest.raises(BadData, match=f"There is no option '{'q' * 60}'"):
        check(table.state)


@pytest.mark.rule("ows 9.6b", "ows 2.2.2.1", "ows 9.2c")
@pytest.mark.parametrize("boxes", [0, 1])
@pytest.mark.parametrize("used", [0, 1, 9])
def test_symbols_are_left_that_are_neither_lost_with_boxes_nor_used(boxes: int, used: int) -> None:
    """Of three Tomahawks and three SM-2 the first box of a destroyer holds one Tomahawk."""
    table = Table("ows", dice="scripted").change("ddg-1", steps=2 - boxes)
    table.mark("ddg-1", "spent", {"tomahawk": used, "sm2": used})
    ship = table.state.pieces["ddg-1"]
    tomahawk, sm2 = sheet(ship).weapon("tomahawk"), sheet(ship).shield("sm2")
    assert tomahawk is not None
    assert sm2 is not None
    held = sheet(ship).boxes[0]
    assert salvos_left(table.state, ship, tomahawk) == max(
        0, 3 - boxes * held.weapons.count("tomahawk") - used
    )
    assert shields_left(table.state, ship, sm2) == max(0, 3 - boxes * held.shields.count("sm2") - used)


@pytest.mark.rule("ows 2.2.4e", "ows 2.2.2.1")
def test_a_counter_has_nothing_that_is_not_printed_on_it() -> None:
    assert read("ddg-1").type == "ddg"
    bare = msgspec.structs.asdict(Sheet("case"))
    assert bare.pop("type") == "case"
    assert {name for name, value in bare.items() if value} == set()
    assert (Sheet("case").steps, Sheet("squadron base").steps) == (1, 2)
    weapon = msgspec.structs.asdict(Weapon("w", "Weapon", 8, ("sea",), "subsonic"))
    assert {name for name, value in weapon.items() if value} == {"id", "name", "die", "at", "flight"}
    shield = msgspec.structs.asdict(Shield("s", "Shield", 6))
    assert {name for name, value in shield.items() if value} == {"id", "name", "number", "count"}
    assert shield["count"] == 1
    assert msgspec.structs.astuple(Box()) == ((), (), 0, 0)
    assert msgspec.structs.astuple(Sensor(10)) == (10, -1, False, False)
