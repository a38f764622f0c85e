"""Set-up, Seasonal Interphases, conversion and victory of the later scenarios: each number and each end."""

from collections.abc import Sequence
from typing import Any

import pytest

from adjudication.engine.orders import Order
from adjudication.systems.somalia.later import conversion, season, units
from adjudication.systems.somalia.later import courts as courts_rules
from adjudication.systems.somalia.later import war as war_rules
from adjudication.systems.somalia.later.conversion import weakest
from domain.errors import IllegalOrder
from domain.events import DieRolled, Picked
from domain.texts import code_of
from tests.somalia.board import run
from tests.somalia.field import listed
from tests.somalia.later import CRITICAL, MISS, courts, places, war
from tests.table import Table
from tests.words import words_of

SOUTH = (
    "gaalkayo",
    "ceel-huur",
    "belet-huen",
    "jawhar",
    "baidoa",
    "baardhere",
    "jilib",
    "kismayu",
    "north-mogadishu",
    "south-mogadishu",
    "mogadishu-airport",
    "mogadishu-port",
)
FACTIONS = ("pink", "orange", "yellow", "purple")
STRENGTHS = ("1a", "1b", "1c", "1d", "1e", "2a", "2b", "2c", "2d", "3a")
EIGHT = ("pink-1a", "pink-1b", "orange-1a", "orange-1b", "yellow-1a", "yellow-1b", "purple-1a", "purple-1b")
"""Two units of each faction."""
PUNTLAND = tuple(f"puntland-{number}" for number in range(1, 8))


def placed(counters: Sequence[str], zones: Sequence[str]) -> dict[str, str]:
    """Counters with an area for each, as far as there are areas."""
    return dict(zip(counters, zones, strict=False))


def questions(case: Table, code: str) -> list[Any]:
    """The questions of a kind."""
    return [question for question in case.people.asked if code_of(question.text) == code]


# --- areas and forces ----------------------------------------------------------------------------------


@pytest.mark.rule("somalia icu2006.map.a", "somalia war2006.map.a")
def test_the_areas_in_play() -> None:
    assert units.in_play(courts({}).state) == SOUTH
    assert set(units.in_play(war({}).state)) == {*SOUTH, "bender-cassim", "hardiyo"}
    assert units.mogadishu(war({}).state) == SOUTH[8:]


@pytest.mark.rule("somalia icu2006.economics.a", "somalia icu2006.victory.b", "somalia icu2006.special.d")
def test_who_occupies_an_area_exclusive_of_the_other_side() -> None:
    case = courts(
        {
            "icu-1a": "jilib",
            "pink-1a": "jilib",  # both sides
            "icu-1b": "kismayu",
            "transitional-1": "kismayu",  # ignored
            "pink-1b": "baidoa",
            "orange-1a": "baidoa",  # Warlords together
            "yellow-1a": "jawhar",
            "transitional-2": "gaalkayo",
            "transitional-3": "jawhar",
            "leader-pink": "baardhere",  # no unit
            "purple-1a": "guban",  # out of play
        }
    )
    held = {side: units.held(case.state, side) for side in case.state.sides}
    assert held == {
        "icu": ("kismayu",),
        "pink": ("baidoa",),
        "orange": ("baidoa",),
        "yellow": ("jawhar",),
        "purple": (),
        "transitional": ("gaalkayo",),
    }
    assert units.held_by_warlords(case.state) == ("jawhar", "baidoa")
    assert courts_rules.alone(case.state, "pink") == ()
    assert courts_rules.alone(case.state, "yellow") == ("jawhar",)
    assert courts_rules.alone(case.state, "icu") == ("kismayu",)


@pytest.mark.rule("somalia war2006.victory.a", "somalia war2006.economics.a")
def test_a_side_controls_an_area_when_it_alone_has_units_there() -> None:
    gone = {f"puntland-{number}": "removed" for number in range(1, 6)}
    case = war({**gone, "pink-1a": "baidoa", "yellow-1a": "jilib", "pink-1b": "erigayo"})
    assert units.held(case.state, "icu") == ("jilib",)
    assert units.held(case.state, "ethiopia") == ("baardhere",)


@pytest.mark.rule("somalia icu2006.counters.b", "somalia 6.0f", "somalia icu2006.economics.e")
@pytest.mark.parametrize(
    ("scenario", "piece", "home"),
    [
        ("courts", "icu-1a", "brown-box"),
        ("courts", "pink-1a", "bandit-cup"),
        ("courts", "transitional-1", "un-cup"),
        ("courts", "reserve-1", "markers"),
        ("war", "puntland-1", "un-cup"),
        ("war", "ethiopia-1", "us-cup"),
        ("war", "transitional-1", "militia-box"),
        ("war", "yellow-1a", "bandit-cup"),
    ],
)
def test_where_an_eliminated_unit_goes(scenario: str, piece: str, home: str) -> None:
    case = courts({}) if scenario == "courts" else war({})
    unit = case.state.pieces[piece]
    assert units.home(unit) == home
    case.put(piece, "jilib")
    run(case, lambda umpire: units.take_off(umpire, unit, rule="somalia 6.0f"))
    assert places(case, piece) == [home]
    case.put(piece, "jilib")
    run(case, lambda umpire: units.take_off(umpire, unit, rule="somalia 6.0f", for_good=True))
    assert places(case, piece) == ["removed"]


@pytest.mark.rule("somalia icu2006.counters.b")
def test_free_units_by_colour_and_strength() -> None:
    case = courts({"pink-1a": "jilib", "leader-orange": "bandit-cup"})
    free = {
        (colour, strength): len(units.free(case.state, "bandit-cup", (colour,), (strength,)))
        for colour in ("pink", "orange")
        for strength in (1, 2, 3)
    }
    assert free == {
        ("pink", 1): 4,
        ("pink", 2): 4,
        ("pink", 3): 1,
        ("orange", 1): 5,
        ("orange", 2): 4,
        ("orange", 3): 1,
    }
    assert len(units.free(case.state, "bandit-cup", ("pink", "orange"))) == 19


@pytest.mark.rule("somalia 8.4b")
@pytest.mark.parametrize(
    ("beside", "place"),
    [
        ({}, "removed"),
        ({"pink-1a": "jilib"}, "jilib"),
        ({"yellow-1a": "jilib"}, "removed"),
        ({"pink-1a": "kismayu"}, "removed"),
    ],
)
def test_a_leader_is_lost_where_no_unit_of_his_colour_is_left(beside: dict[str, str], place: str) -> None:
    case = war({"leader-pink": "jilib", **beside})
    run(case, lambda umpire: units.bury(umpire, "jilib", "pink"))
    assert places(case, "leader-pink") == [place]
    run(case, lambda umpire: units.bury(umpire, "baidoa", "pink"))
    assert places(case, "leader-pink") == [place]


# --- set-up of 2006 ------------------------------------------------------------------------------------


@pytest.mark.rule("somalia icu2006.setup.a")
def test_a_die_for_each_area_mogadishu_first_until_no_unit_is_left() -> None:
    case = Table("somalia", "courts-2006", dice="scripted")
    events = run(case, courts_rules.scatter, dice=[5, 4, 6, 1, 5, 5, 4, 6, 6])
    rolled = [event for event in events if isinstance(event, DieRolled)]
    assert len(rolled) == 9
    assert places(case, *(f"transitional-{number}" for number in range(1, 7))) == [
        "north-mogadishu",
        "mogadishu-airport",
        "gaalkayo",
        "ceel-huur",
        "jawhar",
        "baidoa",
    ]


@pytest.mark.rule("somalia icu2006.setup.a")
def test_all_units_go_to_port_and_airport_where_no_die_places_one() -> None:
    case = Table("somalia", "courts-2006", dice="scripted")
    run(case, courts_rules.scatter, dice=[4] * 12)
    assert (
        places(case, *(f"transitional-{number}" for number in range(1, 7)))
        == [
            "mogadishu-port",
            "mogadishu-airport",
        ]
        * 3
    )


@pytest.mark.rule("somalia icu2006.setup.d", "somalia icu2006.setup.e", "somalia icu2006.setup.g")
def test_where_the_factions_may_start_and_what_is_suggested() -> None:
    case = Table("somalia", "courts-2006", dice="scripted")
    run(case, courts_rules.first_faction, dice=[1, 1], answers=["baidoa"])
    (leader,) = questions(case, "area of the Leader")
    assert (leader.side, leader.options, leader.suggested) == ("pink", ("baidoa", "baardhere"), ("baidoa",))
    assert places(case, "pink-1a", "pink-1b", "leader-pink") == ["baidoa", "baardhere", "baidoa"]
    zones = ("gaalkayo", "ceel-huur", "jawhar")
    run(
        case,
        lambda umpire: courts_rules.spread(umpire, "orange", 4, zones),
        dice=[1] * 4,
        answers=["ceel-huur", "gaalkayo", "jawhar", "jawhar"],
    )
    asked = questions(case, "area where a unit starts")
    assert [question.suggested[0] for question in asked] == ["gaalkayo", "gaalkayo", "jawhar", "gaalkayo"]
    assert {(question.side, question.options, question.rule) for question in asked} == {
        ("orange", zones, "somalia icu2006.setup.e")
    }


@pytest.mark.rule("somalia icu2006.setup.f", "somalia icu2006.setup.g")
@pytest.mark.parametrize(("side", "rule"), [("yellow", "setup.f"), ("purple", "setup.g")])
def test_each_faction_starts_by_a_rule_of_its_own(side: str, rule: str) -> None:
    case = Table("somalia", "courts-2006", dice="scripted")
    run(
        case,
        lambda umpire: courts_rules.spread(umpire, side, 1, ("kismayu", "jilib")),
        dice=[1],
        answers=["jilib"],
    )
    (question,) = questions(case, "area where a unit starts")
    assert question.rule == f"somalia icu2006.{rule}"


@pytest.mark.rule("somalia icu2006.setup.c")
def test_no_unit_of_strength_3_is_drawn() -> None:
    case = courts({})
    events = run(
        case, lambda umpire: courts_rules.draw(umpire, "pink", rule="somalia icu2006.setup.c"), dice=[9]
    )
    (pick,) = [event for event in events if isinstance(event, Picked)]
    assert {case.state.pieces[str(unit)].value("firepower") for unit in pick.options} == {1, 2}


# --- economics of 2006 ---------------------------------------------------------------------------------


@pytest.mark.rule("somalia icu2006.economics.a")
@pytest.mark.parametrize(
    ("zones", "points"),
    [
        ([], 0),
        (["jilib"], 1),
        (["mogadishu-port"], 2),
        (["jilib", "kismayu", "mogadishu-port", "north-mogadishu"], 6),
    ],
)
def test_income_by_areas(zones: list[str], points: int) -> None:
    case = courts(dict(zip(("icu-1a", "icu-1b", "icu-1c", "icu-1d"), zones, strict=False)))
    run(case, courts_rules.income)
    assert case.state.track("sp-icu") == points


@pytest.mark.rule("somalia icu2006.economics.e", "somalia icu2006.counters.b")
@pytest.mark.parametrize(("die", "number"), [(1, 1), (2, 2), (3, 1), (4, 2), (5, 1), (6, 2)])
def test_an_odd_die_brings_one_unit_and_an_even_one_two(die: int, number: int) -> None:
    case = courts({"transitional-1": "gaalkayo"})
    run(case, courts_rules.growth, dice=[die])
    assert len(case.state.pieces_at("gaalkayo")) == 1 + number


@pytest.mark.rule("somalia icu2006.economics.e", "somalia icu2006.counters.b")
def test_without_a_counter_the_government_does_not_grow() -> None:
    case = courts({f"transitional-{number}": "gaalkayo" for number in range(1, 7)})
    for number in range(2, 9):
        case.put(f"reserve-{number}", "jawhar")
    run(case, courts_rules.growth, dice=[2, 1])
    assert places(case, "reserve-1") == ["gaalkayo"]
    run(case, courts_rules.growth, dice=[2])


def buying(side: str, points: int, placed: dict[str, str]) -> Table:
    """A side buys in the first Seasonal Interphase of 2006."""
    return courts(placed, turn=3).phase("purchases", 3, side=side).track(f"sp-{side}", points)


@pytest.mark.rule("somalia icu2006.economics.b", "somalia icu2006.economics.d")
@pytest.mark.parametrize(
    ("side", "points", "left"),
    [("icu", 1, None), ("icu", 2, 0), ("icu", 3, 1), ("pink", 2, None), ("pink", 3, 0), ("pink", 4, 1)],
)
def test_what_a_unit_costs(side: str, points: int, left: int | None) -> None:
    case = buying(side, points, {"icu-1a": "jilib", "pink-1a": "baidoa"})
    zone = "jilib" if side == "icu" else "baidoa"
    if left is None:
        with pytest.raises(IllegalOrder, match=r"No unit is free that .* can pay") as refusal:
            case.order("buy", zone=zone)
        assert refusal.value.rule == f"somalia icu2006.economics.{'d' if side == 'icu' else 'b'}"
        assert listed(case, "buy") == []
    else:
        assert [order.arguments for order in listed(case, "buy")] == [{"zone": zone}]
        case.order("buy", zone=zone, dice=[1])
        assert case.state.track(f"sp-{side}") == left


@pytest.mark.rule("somalia icu2006.counters.b", "somalia icu2006.economics.b", "somalia icu2006.economics.d")
@pytest.mark.parametrize(("side", "box"), [("icu", "brown-box"), ("pink", "bandit-cup")])
def test_nothing_is_bought_where_no_counter_is_free(side: str, box: str) -> None:
    case = buying(side, 9, {"icu-1a": "jilib", "pink-1a": "baidoa"})
    for piece in case.state.pieces_at(box):
        if piece.side == side and piece.value("firepower") < 3 + (side == "icu"):
            case.put(piece.id, "removed")
    with pytest.raises(IllegalOrder, match=r"No unit is free that .* can pay"):
        case.order("buy", zone="jilib" if side == "icu" else "baidoa")


@pytest.mark.rule("somalia icu2006.economics.c")
@pytest.mark.parametrize(
    ("points", "free", "found"),
    [(1, True, []), (2, True, ["pink-1a", "pink-2a"]), (2, False, [])],
)
def test_units_of_strength_1_and_2_are_upgraded_for_two_points(
    points: int, free: bool, found: list[str]
) -> None:
    placed = {"pink-1a": "baidoa", "pink-2a": "kismayu", "leader-pink": "baidoa", "pink-2b": "guban"}
    case = buying("pink", points, placed | ({} if free else {"pink-3a": "baidoa"}))
    assert season.upgradable(case.state, "pink") == found
    assert [order.arguments["unit"] for order in listed(case, "upgrade")] == found
    if found:
        case.order("upgrade", unit="pink-2a")
        assert places(case, "pink-2a", "pink-3a") == ["bandit-cup", "kismayu"]
        assert case.state.track("sp-pink") == 0


@pytest.mark.rule("somalia icu2006.economics.c")
def test_only_warlords_upgrade() -> None:
    assert season.upgradable(buying("icu", 9, {"icu-1a": "jilib"}).state, "icu") == []
    later = war({"pink-1a": "jilib"}, turn=6).phase("purchases", 6, side="icu").track("sp-icu", 9)
    assert season.upgradable(later.state, "icu") == []


@pytest.mark.rule("somalia 3.0e", "somalia icu2006.economics.b")
def test_each_side_buys_in_turn_and_the_next_turn_begins() -> None:
    case = buying("icu", 0, {"icu-1a": "jilib", "pink-1a": "baidoa"})
    order = []
    for _ in range(5):
        order.append(case.state.side)
        with pytest.raises(IllegalOrder, match="not the turn of"):
            case.order("pass", side="pink" if case.state.side != "pink" else "icu")
        case.order("pass", side=case.state.side, answers=["icu"] if case.state.side == "purple" else [])
    assert order == ["icu", *FACTIONS]
    assert (case.state.turn, case.state.phase) == (4, "missions")


# --- conversion (icu2006.special.e to special.h) -------------------------------------------------------


def converting(sp_icu: int, sp_pink: int, dice: list[int], answers: list[Any], **placed: str) -> Table:
    """An ICU unit of strength 3 raids a lone pink unit with a critical result, without a reply."""
    units = {"icu-3a": "jilib", "pink-2a": "kismayu", "yellow-1a": "gaalkayo", **placed}
    case = courts({unit.replace("_", "-"): zone for unit, zone in units.items()})
    case.mark("pink-2a", "done").track("sp-icu", sp_icu).track("sp-pink", sp_pink)
    case.order("move", side="icu", to="kismayu", units=["icu-3a"], dice=[*CRITICAL, *dice], answers=answers)
    return case


@pytest.mark.rule("somalia icu2006.special.e", "somalia icu2006.special.f", "somalia icu2006.special.g")
@pytest.mark.parametrize(
    ("icu", "pink", "answers", "dice", "place", "left"),
    [
        (0, 1, [], [], "bandit-cup", (0, 1)),  # nobody is asked
        (1, 1, [False], [], "bandit-cup", (1, 1)),
        (1, 0, [True, "icu"], [1], "removed", (0, 0)),
        (1, 1, [True, False, "icu"], [1], "removed", (0, 1)),
        (2, 2, [True, True], [1], "bandit-cup", (1, 1)),
    ],
)
def test_who_pays_for_a_conversion(
    icu: int, pink: int, answers: list[Any], dice: list[int], place: str, left: tuple[int, int]
) -> None:
    case = converting(icu, pink, dice, answers)
    assert places(case, "pink-2a") == [place]
    assert (case.state.track("sp-icu"), case.state.track("sp-pink")) == left
    asked = [
        (question.side, code_of(question.text), question.suggested[0])
        for question in case.people.asked
        if "conversion" in code_of(question.text)
    ]
    both = [
        ("icu", "whether to pay for a conversion", True),
        ("pink", "whether to pay against a conversion", True),
    ]
    assert asked == both[: len([answer for answer in answers if answer != "icu"])]


@pytest.mark.rule("somalia icu2006.special.h")
@pytest.mark.parametrize(
    ("die", "pink", "swapped", "icu"),
    [
        (1, "bandit-cup", False, "kismayu"),
        (2, "bandit-cup", False, "kismayu"),
        (3, "bandit-cup", False, "kismayu"),
        (4, "bandit-cup", True, "kismayu"),
        (5, "bandit-cup", True, "kismayu"),
        (6, "bandit-cup", False, "brown-box"),
    ],
)
def test_what_the_die_says_when_both_pay(die: int, pink: str, swapped: bool, icu: str) -> None:
    more = ([1], ["yellow"]) if swapped else ([], [])
    case = converting(1, 1, [die, *more[0]], [True, True, *more[1]])
    weak = [piece for piece in case.state.pieces_at("kismayu") if piece.side == "pink"]
    assert places(case, "pink-2a") == [pink]
    assert [piece.value("firepower") for piece in weak] == ([1] if swapped else [])
    assert places(case, "icu-3a") == ["jilib" if swapped else icu]  # who meets a faction goes back


@pytest.mark.rule("somalia icu2006.special.e")
def test_the_icu_picks_the_unit_and_the_strongest_is_suggested() -> None:
    case = converting(
        0, 0, MISS, [[], "pink-1a", ["pink-2a"], "yellow"], pink_1a="kismayu", pink_1b="kismayu"
    )
    (question,) = questions(case, "unit to be converted")
    assert (question.side, list(question.options), question.suggested) == (
        "icu",
        ["pink-2a", "pink-1a", "pink-1b"],
        ("pink-2a",),
    )


@pytest.mark.rule("somalia 8.4b", "somalia icu2006.special.g")
def test_a_leader_whose_last_unit_is_converted_is_lost() -> None:
    case = converting(1, 0, [1], [True, "icu"], leader_pink="kismayu")
    assert places(case, "pink-2a", "leader-pink") == ["removed", "removed"]


@pytest.mark.rule("somalia icu2006.special.h", "somalia icu2006.counters.b")
def test_the_exchanged_unit_is_of_its_faction_while_that_has_one() -> None:
    case = courts({f"pink-1{letter}": "gaalkayo" for letter in "abcd"})
    assert weakest(case.state, "pink") == ["pink-1e"]
    case.put("pink-1e", "gaalkayo")
    assert len(weakest(case.state, "pink")) == 15
    assert [unit.id for unit in conversion.free_courts(case.state)][:2] == ["icu-1a", "icu-1b"]


# --- foreign support (war2006.special.b to special.e) --------------------------------------------------


def support(dice: list[int], answers: list[Any], **placed: str) -> Table:
    """Foreign support with two partners against one Ethiopian unit, unless others are put."""
    start = {"yellow-1a": "jilib", "purple-1a": "kismayu"}
    start.update({unit.replace("_", "-"): zone for unit, zone in placed.items()})
    case = war(start, turn=6)
    run(case, war_rules.support, dice=dice, answers=answers)
    return case


@pytest.mark.rule("somalia war2006.special.b")
@pytest.mark.parametrize(
    "placed",
    [
        {"yellow_1a": "bandit-cup"},  # as many as green units
        {"yellow_1a": "bandit-cup", "pink_1a": "jilib"},  # pink ones do not count
        {"yellow_1a": "erigayo"},  # nor do those out of play
        {"ethiopia_2": "jawhar"},
    ],
)
def test_without_more_partners_than_green_units_nobody_rolls(placed: dict[str, str]) -> None:
    assert support([], [], **placed).people.asked == []


@pytest.mark.rule("somalia war2006.special.b")
def test_green_units_across_the_border_and_other_allies_do_not_count() -> None:
    case = support([1, 2], [["pink-1a"]], puntland_6="kismayu", ethiopia_1="across-border")
    assert len(case.people.asked) == 1


@pytest.mark.rule("somalia war2006.special.c")
def test_ethiopia_picks_who_changes_sides_where_a_tan_unit_is_free() -> None:
    case = support([6, 5], ["yellow-1a"])
    (question,) = questions(case, "unit that changes sides")
    assert (question.side, list(question.options)) == ("ethiopia", ["yellow-1a", "purple-1a"])
    assert places(case, "yellow-1a", "purple-1a", "transitional-4") == ["bandit-cup", "kismayu", "jilib"]
    none = {f"transitional_{number}": "removed" for number in range(4, 10)}
    case = support([6, 5], [], **none)
    assert places(case, "yellow-1a", "purple-1a") == ["jilib", "kismayu"]


@pytest.mark.rule("somalia war2006.special.d", "somalia war2006.counters.d")
def test_a_draw_brings_a_partner_of_the_first_colour_that_is_free() -> None:
    yellow = {
        f"yellow_{name}": "jilib" for name in ("1a", "1b", "1c", "1d", "1e", "2a", "2b", "2c", "2d", "3a")
    }
    case = support([3, 3, 1], ["kismayu"], **yellow)
    assert places(case, "orange-1a") == ["kismayu"]
    case = support([3, 3, 1], ["kismayu"])
    assert places(case, "yellow-1b") == ["kismayu"]
    assert [list(question.options) for question in case.people.asked] == [["jilib", "kismayu"]]
    # Where the ICU side controls nothing, nobody comes.
    case = support([3, 3], [], puntland_6="jilib", puntland_7="kismayu")
    assert case.people.asked == []


@pytest.mark.rule("somalia war2006.special.e")
def test_the_icu_takes_pink_units_up_to_the_difference_and_the_strongest_are_suggested() -> None:
    case = support([1, 4], [["pink-1a"], "jilib"])
    (question,) = questions(case, "pink units that come")
    assert question.suggested == (["pink-3a"],)
    assert question.side == "icu"
    case = support([1, 5], [[]])
    (question,) = questions(case, "pink units that come")
    assert question.suggested == (["pink-1a", "pink-3a"],)
    fits = question.options.fits
    assert fits(["pink-3a", "pink-1a"])
    assert fits(["pink-2a", "pink-2b"])
    assert not fits(["pink-3a", "pink-2a"])
    case = support([1, 3], [[]])
    (question,) = questions(case, "pink units that come")
    assert question.suggested == (["pink-2a"],)
    assert {case.state.pieces[unit].value("firepower") for unit in question.options.items} == {1, 2}


@pytest.mark.rule("somalia war2006.special.e")
def test_without_pink_units_or_areas_nobody_comes() -> None:
    pink = [f"pink_{name}" for name in STRENGTHS]
    assert support([1, 4], [], **dict.fromkeys(pink, "removed")).people.asked == []
    assert support([1, 4], [], puntland_6="jilib", puntland_7="kismayu").people.asked == []


@pytest.mark.rule("somalia war2006.special.a", "somalia war2006.special.b")
def test_the_game_may_end_with_foreign_support() -> None:
    gone = dict.fromkeys(["ethiopia-1", "transitional-1", "transitional-2", "transitional-3"], "removed")
    case = war({"pink-1a": "jilib"}, turn=6).mark("game", "passed", ["ethiopia"])
    for unit in gone:
        case.put(unit, "removed")
    case.order("pass", side="icu")
    assert case.state.verdict is not None
    assert (case.state.phase, case.state.track("sp-icu")) == ("purchases", 0)


# --- set-up and economics of 2006 and after ------------------------------------------------------------


@pytest.mark.rule("somalia war2006.setup.e", "somalia war2006.counters.d")
def test_areas_of_the_south_are_filled_first_and_partners_come_where_pink_units_run_out() -> None:
    case = Table("somalia", "war-2006", dice="scripted")
    for name in STRENGTHS[:-1]:
        case.put(f"pink-{name}", "removed")
    for unit in ("puntland-1", "puntland-2"):  # Hardiyo and Bender Cassim in the north
        case.put(unit, "un-cup")
    case.order("set-up", dice=[1] * 10, answers=["south-mogadishu", "icu"])
    found = {
        piece.place: piece.id
        for piece in case.state.of_group("gang")
        if piece.place in ("belet-huen", "jilib", "hardiyo", "bender-cassim")
        and not piece.id.startswith("orange")
    }
    assert found["belet-huen"] == "pink-3a"  # the first area in the south
    assert found["jilib"].startswith("yellow")
    assert found["bender-cassim"].startswith("yellow")
    assert found["hardiyo"] > found["jilib"]


@pytest.mark.rule("somalia war2006.setup.f")
def test_the_leader_goes_to_one_of_four_areas() -> None:
    case = Table("somalia", "war-2006", dice="scripted")
    case.order("set-up", dice=[1] * 9, answers=["mogadishu-port", "icu"])
    (question,) = questions(case, "area of the pink Leader")
    assert (question.side, question.options, question.suggested) == ("icu", SOUTH[8:], ("north-mogadishu",))


@pytest.mark.rule("somalia war2006.counters.d")
@pytest.mark.parametrize(
    ("gone", "colour"),
    [
        ((), "yellow"),
        (("yellow",), "orange"),
        (("yellow", "orange"), "purple"),
        (("yellow", "orange", "purple"), ""),
    ],
)
def test_the_colour_of_the_next_partner(gone: tuple[str, ...], colour: str) -> None:
    case = war({})
    for piece in case.state.pieces_at("bandit-cup"):
        if piece.kind.data["faction"] in gone:
            case.put(piece.id, "jilib")
    assert war_rules.partner(case.state) == colour
    free = {unit.kind.data["faction"] for unit in war_rules.partners_free(case.state)}
    assert free == ({colour} if colour else set())


@pytest.mark.rule("somalia war2006.economics.b", "somalia war2006.counters.d")
@pytest.mark.parametrize(
    ("side", "points", "found"),
    [
        ("ethiopia", 0, set()),
        ("ethiopia", 1, {1}),
        ("ethiopia", 2, {1}),
        ("ethiopia", 3, {1, 3}),
        ("ethiopia", 4, {1, 3, 4}),
        ("icu", 1, {1}),
        ("icu", 2, {1, 2}),
        ("icu", 3, {1, 2, 3}),
    ],
)
def test_a_side_buys_what_it_can_pay_of_its_own(side: str, points: int, found: set[int]) -> None:
    case = war({"pink-1a": "jilib"}, turn=6).track(f"sp-{side}", points)
    pieces = [case.state.pieces[unit] for unit in season.affordable(case.state, side)]
    assert {piece.value("firepower") for piece in pieces} == found
    assert {piece.side for piece in pieces} <= {side}
    colours = {piece.kind.data["faction"] for piece in pieces}
    assert colours <= ({"green", "blue", "tan"} if side == "ethiopia" else {"pink", "yellow"})
    assert not [piece for piece in pieces if piece.kind.group == "leader"]


@pytest.mark.rule("somalia war2006.economics.b", "somalia war2006.economics.c")
def test_the_list_has_each_unit_with_the_areas_where_it_may_come() -> None:
    case = war({"pink-1a": "jilib"}, turn=6).phase("purchases", 6, side="ethiopia").track("sp-ethiopia", 3)
    found: dict[str, set[str]] = {}
    for order in listed(case, "buy"):
        found.setdefault(order.arguments["unit"], set()).add(order.arguments["zone"])
    held = {"hardiyo", "bender-cassim", "gaalkayo", "ceel-huur", "jawhar", "baidoa", "baardhere"}
    assert found["transitional-4"] == found["puntland-6"] == held
    assert found["ethiopia-mp-1"] == {"across-border"}
    assert "puntland-7" not in found
    with pytest.raises(IllegalOrder, match="cannot be placed in jilib") as refusal:
        case.order("buy", unit="transitional-4", zone="jilib")
    assert refusal.value.rule == "somalia war2006.economics.b"
    with pytest.raises(IllegalOrder, match="cannot be placed in baidoa") as refusal:
        case.order("buy", unit="ethiopia-mp-1", zone="baidoa")
    assert refusal.value.rule == "somalia war2006.economics.c"


@pytest.mark.rule("somalia war2006.economics.d")
@pytest.mark.parametrize(
    ("points", "tried", "found"),
    [(0, "", []), (1, "", ["ethiopia-2", "ethiopia-3"]), (1, "ethiopia-2", ["ethiopia-3"])],
)
def test_who_may_try_to_enter(points: int, tried: str, found: list[str]) -> None:
    case = war({}, turn=6).track("sp-ethiopia", points).phase("purchases", 6, side="ethiopia")
    if tried:
        case.mark(tried, "tried to enter")
    assert season.crossing(case.state) == found
    case.order("pass", side="ethiopia", answers=[] if found else ["ethiopia"][:0])
    assert case.state.phase == ("entry" if found else "missions")
    if found:
        assert (case.state.turn, case.state.side) == (6, "ethiopia")
        assert [order.arguments["unit"] for order in listed(case, "enter")] == found
        case.order("pass", side="ethiopia")
        assert (case.state.turn, case.state.phase) == (7, "missions")


@pytest.mark.rule("somalia war2006.economics.d", "somalia war2006.economics.a")
def test_the_icu_buys_before_ethiopia_and_nobody_crosses_in_2006() -> None:
    case = war({"pink-1a": "jilib"}, turn=6).phase("purchases", 6, side="icu").track("sp-ethiopia", 2)
    case.order("pass", side="icu")
    assert (case.state.phase, case.state.side) == ("purchases", "ethiopia")
    assert season.crossing(courts({}).state) == []


@pytest.mark.rule("somalia war2006.economics.a")
@pytest.mark.parametrize(("zones", "points"), [([], 0), (["jilib"], 1), (["jilib", "mogadishu-port"], 2)])
def test_each_area_is_worth_a_point(zones: list[str], points: int) -> None:
    case = war(dict(zip(("pink-1a", "yellow-1a"), zones, strict=False)))
    run(case, war_rules.income)
    assert (case.state.track("sp-icu"), case.state.track("sp-ethiopia")) == (points, 7)


# --- turns ---------------------------------------------------------------------------------------------


@pytest.mark.rule("somalia icu2006.length.a", "somalia war2006.length.a")
def test_the_last_turns() -> None:
    assert (season.last_turn(courts({}).state), season.last_turn(war({}).state)) == (8, 39)
    for scenario, turn in (("courts-2006", 2), ("war-2006", 3)):
        case = Table("somalia", scenario, dice="scripted")
        assert (case.state.turn, case.state.phase, case.state.side) == (turn, "set-up", "icu")


@pytest.mark.rule("somalia 6.0b", "somalia 3.0e")
@pytest.mark.parametrize(
    ("phase", "side", "acting", "order"),
    [
        ("set-up", "icu", "", Order("icu", "set-up")),
        ("missions", "", "ethiopia", Order("ethiopia", "pass")),
        ("missions", "", "", None),
        ("purchases", "icu", "", Order("icu", "pass")),
        ("entry", "ethiopia", "", Order("ethiopia", "pass")),
    ],
)
def test_what_goes_on(phase: str, side: str, acting: str, order: Order | None) -> None:
    case = war({}).phase(phase, 6, side=side).mark("game", "to act", acting or None)
    assert season.proceed_order(case.state) == order


@pytest.mark.rule("somalia icu2006.victory.a", "somalia icu2006.victory.b")
@pytest.mark.parametrize(
    ("ours", "theirs", "winner", "words"),
    [
        (SOUTH, {}, "icu", "an amazing victory"),
        (SOUTH[1:], {}, "icu", "a historical victory"),
        ((*SOUTH[:5], *SOUTH[8:]), {"pink-1a": "jilib"}, "icu", "a historical victory"),
        ((*SOUTH[:4], *SOUTH[8:]), {"orange-1a": "jilib"}, "orange", "a victory of the Warlords"),
        (SOUTH[:11], {"orange-1a": "jilib", "pink-1a": "kismayu"}, "pink", "a victory of the Warlords"),
        (
            (),
            {"pink-1a": "jilib", "purple-1a": "kismayu", "purple-1b": "baidoa"},
            "purple",
            "a victory of the Warlords",
        ),
        (
            (),
            placed(EIGHT, SOUTH[4:]),
            "pink",
            "an amazing victory of the Warlords",
        ),
        (
            (),
            placed(EIGHT, SOUTH[5:]),
            "pink",
            "a victory of the Warlords",
        ),
        (
            (),
            placed(EIGHT, SOUTH[:8]),
            "pink",
            "a victory of the Warlords",
        ),
    ],
)
def test_who_has_won_2006(ours: tuple[str, ...], theirs: dict[str, str], winner: str, words: str) -> None:
    brown = [piece.id for piece in courts({}).state.pieces_at("brown-box")]
    case = courts({**dict(zip(brown, ours, strict=False)), **theirs}, turn=8)
    run(case, courts_rules.judge)
    verdict = case.state.verdict
    assert verdict is not None
    assert (verdict.winner, words_of(verdict.reason, "somalia").split(":")[0].split(",")[0]) == (
        winner,
        words,
    )


@pytest.mark.rule("somalia war2006.victory.a", "somalia war2006.victory.b", "somalia war2006.victory.c")
@pytest.mark.parametrize(
    ("ours", "theirs", "winner", "words"),
    [
        ((*SOUTH, "hardiyo", "bender-cassim"), {}, "icu", "an amazing victory"),
        (SOUTH, {"puntland-1": "hardiyo"}, "icu", "a historical victory"),
        (SOUTH, {"ethiopia-1": "hardiyo"}, "ethiopia", "a victory"),
        (SOUTH, {"ethiopia-1": "across-border"}, "icu", "a historical victory"),
        (SOUTH[:11], {}, "ethiopia", "a victory"),
        (
            (),
            placed((*PUNTLAND, "ethiopia-1"), SOUTH[4:]),
            "ethiopia",
            "an amazing victory",
        ),
        (
            (),
            placed(PUNTLAND, SOUTH[5:]),
            "ethiopia",
            "a victory",
        ),
        (
            (),
            placed(PUNTLAND, SOUTH[4:11]),
            "ethiopia",
            "a victory",
        ),
    ],
)
def test_who_has_won_2006_and_after(
    ours: tuple[str, ...], theirs: dict[str, str], winner: str, words: str
) -> None:
    gangs = [piece.id for piece in war({}).state.pieces_at("bandit-cup")]
    gone = {piece.id: "removed" for piece in war({}).state.pieces.values() if piece.side == "ethiopia"}
    case = war({**gone, **dict(zip(gangs, ours, strict=False)), **theirs})
    run(case, war_rules.judge)
    verdict = case.state.verdict
    assert verdict is not None
    assert (verdict.winner, words_of(verdict.reason, "somalia").split(":")[0]) == (winner, words)


@pytest.mark.rule("somalia war2006.special.a")
@pytest.mark.parametrize(
    ("unit", "place", "over"),
    [
        ("ethiopia-1", "jilib", False),
        ("transitional-1", "hardiyo", False),
        ("puntland-1", "hardiyo", True),
        ("ethiopia-1", "across-border", True),
        ("transitional-1", "erigayo", True),
    ],
)
def test_the_game_ends_without_tan_and_green_units_in_somalia(unit: str, place: str, over: bool) -> None:
    gone = {piece.id: "removed" for piece in war({}).state.pieces.values() if piece.side == "ethiopia"}
    case = war({**gone, unit: place, "pink-1a": "jilib"})
    run(case, war_rules.sudden_death)
    assert (case.state.verdict is not None) is over
