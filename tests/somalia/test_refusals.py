"""What an order with several faults is refused for: the first of them, in the order of the rules."""

from typing import Any

import pytest

from adjudication.engine.orders import Order
from domain.errors import IllegalOrder
from tests.somalia.board import table
from tests.somalia.field import field
from tests.somalia.later import courts, war
from tests.table import Table


def refused(case: Table, side: str, name: str, **order: Any) -> str:
    """The code of the refusal of an order, which is not listed either."""
    with pytest.raises(IllegalOrder) as refusal:
        case.order(name, side=side, **order)
    assert Order(side, name, order) not in list(case.session.legal())
    return refusal.value.code


HELD = {"italy-heli": "india"}
"""A lift of a unit that is in the Zone of the mission already."""


@pytest.mark.rule("somalia 6.12a", "somalia 6.12b", "somalia 6.12c", "somalia 6.3c", "somalia 8.3b")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"zone": "nowhere", "units": ["pakistan"]}, "forbidden"),
        ({"zone": "baidoa", "units": []}, "again"),
        ({"zone": "jilib", "units": ["korea"], "lift": HELD}, "units"),
        ({"zone": "jilib", "units": ["india"], "lift": HELD}, "lift"),
        ({"zone": "kismayu", "units": ["india", "pakistan"], "lift": HELD}, "twice"),
        ({"zone": "kismayu", "units": ["india", "pakistan"], "via": ["nowhere"]}, "cost"),
        ({"zone": "kismayu", "units": ["pakistan"], "via": ["nowhere"]}, "way"),
    ],
)
def test_a_flush(order: dict[str, Any], code: str) -> None:
    case = field(korea="jilib", india="jilib", italy_heli="baidoa").mark("korea", "done")
    case.mark("baidoa", "flushed").track("sp-un", 1)
    if code == "forbidden":
        case.mark("game", "confined to base")
    assert refused(case, "un", "flush", **order) == code


@pytest.mark.rule("somalia 6.13a", "somalia 6.13b", "somalia 6.13c", "somalia 5.1c", "somalia 8.3b")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"mission": "dance", "unit": "germany", "zone": "jilib"}, "confined"),
        ({"mission": "dance", "unit": "germany", "zone": "jilib"}, "mission"),
        ({"mission": "base", "unit": "pakistan", "zone": "jilib"}, "cost"),
        ({"mission": "works", "unit": "pakistan", "zone": "nowhere"}, "unit"),
        ({"mission": "works", "unit": "germany", "zone": "nowhere", "lift": "pakistan"}, "zone"),
        (
            {"mission": "works", "unit": "germany", "zone": "jilib", "lift": "pakistan", "via": ["nowhere"]},
            "lift",
        ),
        ({"mission": "works", "unit": "germany", "zone": "jilib", "via": ["nowhere"]}, "way"),
    ],
)
def test_a_development(order: dict[str, Any], code: str) -> None:
    case = field(germany="kismayu").track("sp-un", 3)
    if code == "confined":
        case.mark("game", "confined to base")
    assert refused(case, "un", "develop", **order) == code


@pytest.mark.rule("somalia 6.11a", "somalia 6.14a", "somalia 6.14b", "somalia 8.3b", "somalia 8.3d")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"zone": "mogadishu-airport", "escorts": ["italy-heli"]}, "zone"),
        ({"zone": "jilib", "escorts": ["italy-heli"], "lift": HELD}, "escorts"),
        ({"zone": "jilib", "escorts": ["india"], "lift": HELD}, "lift"),
        ({"zone": "kismayu", "escorts": ["india"], "lift": HELD, "via": ["nowhere"]}, "twice"),
        ({"zone": "kismayu", "escorts": ["india"], "via": ["nowhere"]}, "way"),
    ],
)
def test_a_convoy(order: dict[str, Any], code: str) -> None:
    case = field(india="jilib", italy_heli="baidoa").track("famine", 3)
    assert refused(case, "un", "convoy", **order) == code


@pytest.mark.rule("somalia 6.21a", "somalia 6.21b", "somalia 6.21j", "somalia 8.41b")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"target": "nigeria", "units": ["pink-1a"]}, "target"),
        ({"target": "convoy-1", "units": ["pink-1c"]}, "again"),
        ({"target": "base-1", "units": ["pink-1a", "yellow-1a", "pink-1c"]}, "units"),
        ({"target": "base-1", "units": ["pink-1a", "yellow-1a"]}, "factions"),
    ],
)
def test_a_raid(order: dict[str, Any], code: str) -> None:
    case = field("bandit", pink_1a="jilib", yellow_1a="jilib", pink_1c="erigayo", convoy_1="jilib")
    case.put("nigeria", "jilib").mark("nigeria", "guards", "convoy-1")
    case.mark("convoy-1", "raided").mark("nigeria", "raided")
    assert refused(case, "bandit", "raid", **order) == code


@pytest.mark.rule("somalia 6.23a", "somalia 6.23b", "somalia 6.0c", "somalia 8.41b")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"units": ["pink-9"], "to": "jilib", "via": ["kismayu"]}, "via"),
        ({"units": ["pink-9"], "to": "nowhere"}, "units"),
        ({"units": ["pink-1a"], "to": "kismayu"}, "way"),
        ({"units": ["pink-1a", "pink-1b"], "to": "jilib"}, "way"),
        ({"units": ["pink-1a"], "to": "jilib"}, "factions"),
    ],
)
def test_a_move(order: dict[str, Any], code: str) -> None:
    case = field("bandit", pink_1a="baidoa", pink_1b="jilib", yellow_1a="jilib", orange_1a="kismayu")
    for zone in ("baardhere", "jilib"):
        case.put(f"militia-{len(zone)}", zone)
    assert refused(case, "bandit", "move", **order) == code


@pytest.mark.rule("somalia 10.0a", "somalia 8.41b", "somalia 11.2a")
@pytest.mark.parametrize(
    ("side", "order", "code"),
    [
        ("un", {"units": ["pakistan"], "to": "jilib"}, "turn"),
        ("bandit", {"units": ["pakistan"], "to": "nowhere"}, "units"),
        ("bandit", {"units": ["pink-1a", "yellow-1a"], "to": "nowhere"}, "zone"),
        ("bandit", {"units": ["pink-1a", "pink-1a"], "to": "jilib"}, "units"),
        ("bandit", {"units": [], "to": "jilib"}, "units"),
        ("bandit", {"units": ["pink-1a", "yellow-1a"], "to": "jilib"}, "faction"),
    ],
)
def test_a_set_up(side: str, order: dict[str, Any], code: str) -> None:
    case = table("deployment", side="bandit", pink_1a="deploying", yellow_1a="deploying")
    assert refused(case, side, "deploy", **order) == code


@pytest.mark.rule("somalia 11.21b", "somalia 11.21d")
@pytest.mark.parametrize(
    ("scenario", "side", "order", "code"),
    [
        ("", "bandit", {"zone": "jilib", "faction": "yellow", "units": ["pink-1a"]}, "players"),
        ("", "un", {"zone": "jilib", "faction": "yellow", "units": ["pink-1a"]}, "players"),
        ("two-bandits", "un", {"zone": "baidoa", "faction": "yellow", "units": ["pink-1a"]}, "turn"),
        ("two-bandits", "bandit-1", {"zone": "baidoa", "faction": "yellow", "units": ["pink-1a"]}, "target"),
        ("two-bandits", "bandit-1", {"zone": "jilib", "faction": "orange", "units": ["pink-1a"]}, "target"),
        ("two-bandits", "bandit-1", {"zone": "jilib", "faction": "yellow", "units": []}, "units"),
        (
            "two-bandits",
            "bandit-1",
            {"zone": "jilib", "faction": "yellow", "units": ["pink-1a"] * 2},
            "units",
        ),
        ("two-bandits", "bandit-1", {"zone": "jilib", "faction": "yellow", "units": ["pink-1b"]}, "units"),
        ("two-bandits", "bandit-1", {"zone": "jilib", "faction": "yellow", "units": ["yellow-1a"]}, "units"),
    ],
)
def test_an_attack_on_a_faction(scenario: str, side: str, order: dict[str, Any], code: str) -> None:
    acting = "bandit-1" if scenario else "bandit"
    case = field(acting, scenario=scenario, pink_1a="jilib", pink_1b="jilib", yellow_1a="jilib")
    case.put("orange-1a", "jilib").mark("pink-1b", "done")
    assert refused(case, side, "attack-faction", **order) == code


@pytest.mark.rule("somalia 8.5a", "somalia 8.5g", "somalia 8.5h")
@pytest.mark.parametrize(
    ("side", "zone", "rallied", "code"),
    [
        ("un", "baidoa", True, "turn"),
        ("bandit", "baidoa", True, "nationalism"),
        ("bandit", "baidoa", False, "zone"),
    ],
)
def test_terrorism(side: str, zone: str, rallied: bool, code: str) -> None:
    case = table("terrorism", 3, "bandit", pink_1a="jilib")
    if rallied:
        case.mark("game", "Somali Nationalism")
    assert refused(case, side, "terrorise", zone=zone) == code


@pytest.mark.rule("somalia 11.0", "somalia 11.1a", "somalia 11.12a", "somalia 11.13a", "somalia 11.22g")
@pytest.mark.parametrize(
    ("talks", "name", "side", "on", "code"),
    [
        (False, "offer-talks", "un", False, "option"),
        (True, "offer-talks", "un", True, "side"),
        (True, "offer-talks", "bandit-2", True, "on"),
        (True, "offer-talks", "bandit-2", False, "again"),
        (True, "break-off-talks", "bandit-2", False, "off"),
        (True, "break-off-talks", "bandit-2", True, "side"),
    ],
)
def test_talks(talks: bool, name: str, side: str, on: bool, code: str) -> None:
    case = field(scenario="two-bandits", options={"talks": talks}).mark("bandit-2", "talks offered")
    if on:
        case.mark("game", "talks", "bandit-1")
    assert refused(case, side, name) == code


@pytest.mark.rule("somalia 10.0a", "somalia 11.2a")
def test_the_end_of_the_set_up() -> None:
    case = table("deployment", side="bandit", pink_1a="deploying")
    assert refused(case, "un", "proceed") == "turn"
    assert refused(case, "bandit", "proceed") == "unfinished"


@pytest.mark.rule("somalia icu2006.special.a", "somalia 6.12a", "somalia 6.12b", "somalia 6.12c")
@pytest.mark.parametrize(
    ("name", "order", "code"),
    [
        ("raid", {"target": "baidoa", "units": ["nobody"]}, "target"),
        ("raid", {"target": "kismayu", "units": ["nobody"]}, "units"),
        ("flush", {"zone": "baidoa", "units": ["icu-1a"], "lift": {"a": "b"}}, "zone"),
        ("flush", {"zone": "kismayu", "units": ["nobody"], "lift": {"a": "b"}}, "lift"),
        ("flush", {"zone": "kismayu", "units": ["nobody"], "apart": ["icu-1a"]}, "lift"),
        ("flush", {"zone": "kismayu", "units": ["icu-1a", "icu-1b", "nobody"]}, "units"),
        ("flush", {"zone": "kismayu", "units": ["icu-1a", "icu-1b"], "via": ["guban"]}, "supply"),
        ("flush", {"zone": "kismayu", "units": ["icu-1a"], "via": ["guban"]}, "way"),
        ("move", {"to": "guban", "units": ["nobody"]}, "to"),
        ("move", {"to": "baardhere", "units": ["nobody"], "via": ["guban"]}, "units"),
        ("move", {"to": "baardhere", "units": ["icu-1a"], "via": ["guban"]}, "way"),
    ],
)
def test_a_mission_of_2006(name: str, order: dict[str, Any], code: str) -> None:
    case = courts({"icu-1a": "jilib", "icu-1b": "jilib", "purple-1a": "kismayu"}).track("sp-icu", 1)
    assert refused(case, "icu", name, **order) == code


@pytest.mark.rule("somalia icu2006.economics.b", "somalia war2006.economics.b", "somalia war2006.economics.c")
@pytest.mark.parametrize(
    ("unit", "zone", "points", "code"),
    [
        ("pink-1a", "kismayu", 1, "unit"),
        ("", "kismayu", 1, "supply"),
        ("", "kismayu", 2, "zone"),
    ],
)
def test_a_purchase_of_2006(unit: str, zone: str, points: int, code: str) -> None:
    case = courts({"icu-1a": "jilib"}, turn=3).phase("purchases", 3, side="icu").track("sp-icu", points)
    named = {"unit": unit} if unit else {}
    assert refused(case, "icu", "buy", zone=zone, **named) == code


@pytest.mark.rule("somalia war2006.economics.b", "somalia war2006.economics.c")
@pytest.mark.parametrize(
    ("unit", "zone", "code"),
    [("", "guban", "unit"), ("us-inf-3", "guban", "unit"), ("transitional-4", "guban", "zone")],
)
def test_a_purchase_of_2006_and_after(unit: str, zone: str, code: str) -> None:
    case = war({}, turn=6).phase("purchases", 6, side="ethiopia").track("sp-ethiopia", 2)
    named = {"unit": unit} if unit else {}
    assert refused(case, "ethiopia", "buy", zone=zone, **named) == code


NOBODY = "nobody"


@pytest.mark.rule("somalia 6.0c", "somalia 6.12c", "somalia 6.13a", "somalia 6.14a", "somalia 6.21b")
@pytest.mark.parametrize(
    ("side", "name", "order", "said"),
    [
        ("un", "flush", {"zone": "jilib", "units": [NOBODY]}, "nobody cannot take part"),
        ("un", "flush", {"zone": "jilib", "lift": {NOBODY: "india"}}, "There is no unit 'nobody'"),
        ("un", "flush", {"zone": "jilib", "lift": {"italy-heli": NOBODY}}, "There is no unit 'nobody'"),
        ("un", "flush", {"zone": "nowhere", "units": ["pakistan"]}, "There is no Zone 'nowhere'"),
        (
            "un",
            "flush",
            {"zone": "jilib", "units": ["pakistan"], "via": ["kismayu", "nowhere", "elsewhere"]},
            "There is no Zone 'nowhere' to go through",
        ),
        ("un", "flush", {"zone": "jilib"}, "Name the units that take part"),
        ("un", "convoy", {"zone": "jilib", "escorts": [NOBODY]}, "nobody cannot escort"),
        ("un", "convoy", {"zone": "nowhere"}, "This Zone is owed no Convoy now. Convoys are owed to Belet"),
        ("un", "convoy", {"zone": "jilib", "escorts": ["india"], "lift": {"italy-heli": "india"}}, "name it"),
        (
            "un",
            "develop",
            {"mission": "works", "unit": NOBODY, "zone": "jilib"},
            "nobody is no UN unit on the map that has not acted this turn",
        ),
        (
            "un",
            "develop",
            {"mission": "works", "unit": "norway", "zone": "jilib"},
            "Norwegian Civic Affairs is no UN unit on the map that has not acted this turn",
        ),
        (
            "un",
            "develop",
            {"mission": "militia", "unit": "korea", "zone": "jilib"},
            "Korean engineers cannot: militia is for military police and civic affairs units",
        ),
        ("un", "develop", {"mission": "works", "unit": "korea", "zone": "nowhere"}, "no Zone 'nowhere'"),
        (
            "un",
            "develop",
            {"mission": "dance", "unit": "korea", "zone": "jilib"},
            "'dance' is no Development",
        ),
        ("bandit", "raid", {"target": "base-1", "units": [NOBODY]}, "nobody cannot raid in Mogadishu Airp"),
        ("bandit", "raid", {"target": NOBODY, "units": ["pink-1a"]}, "nobody cannot be raided"),
        ("bandit", "raid", {"target": "india", "units": ["pink-1a"]}, "Indian infantry stands with Base 1"),
        ("bandit", "raid", {"target": "norway", "units": ["pink-1a"]}, "Norwegian Civic Affairs cannot be"),
        ("bandit", "raid", {"target": "base-1", "units": []}, "A Raid needs a gang"),
        ("bandit", "move", {"units": [NOBODY], "to": "jilib"}, "nobody cannot move"),
        ("bandit", "move", {"units": ["pink-1b"], "to": "jilib"}, "Pink gang 1b cannot move"),
        ("bandit", "move", {"units": [], "to": "jilib"}, "Name the units that move"),
        ("bandit", "move", {"units": ["pink-1a"], "to": "nowhere"}, "There is no Zone 'nowhere' to move to"),
        ("bandit", "move", {"units": ["pink-1a"], "to": "jilib"}, "Pink gang 1a is in Jilib already"),
    ],
)
def test_what_is_wrong_is_named(side: str, name: str, order: dict[str, Any], said: str) -> None:
    case = field(side, pink_1a="jilib", korea="jilib", india="mogadishu-airport", italy_heli="jilib")
    case.mark("india", "guards", "base-1").track("famine", 3)
    with pytest.raises(IllegalOrder) as refusal:
        case.order(name, side=side, **order)
    assert said in str(refusal.value)


@pytest.mark.rule("somalia 5.2a", "somalia 8.2a", "somalia 6.13b")
@pytest.mark.parametrize(
    ("mission", "unit", "gone", "said"),
    [
        ("base", "korea", "base", "All Base markers are on the map"),
        ("militia", "tunisia", "militia", "All Militia units are on the map"),
    ],
)
def test_what_the_counters_do_not_allow(mission: str, unit: str, gone: str, said: str) -> None:
    case = field(korea="jilib", tunisia="jilib")
    for piece in case.state.of_group(gone):
        if piece.place in ("markers", "militia-box"):
            case.put(piece.id, "removed")
    with pytest.raises(IllegalOrder, match=said):
        case.order("develop", side="un", mission=mission, unit=unit, zone="jilib")


@pytest.mark.rule("somalia 6.12a", "somalia 5.1c")
@pytest.mark.parametrize("points", [0, 1, 2])
def test_the_last_supply_point_can_be_spent(points: int) -> None:
    case = field(india="mogadishu-airport").track("sp-un", points)
    units = ["pakistan", "india"][:points]
    if units:
        case.order("flush", side="un", zone="jilib", units=units)
        assert case.state.track("sp-un") == 0
    else:
        assert refused(case, "un", "flush", zone="jilib", units=["pakistan"]) == "cost"


@pytest.mark.rule("somalia 6.13b", "somalia 5.1c")
@pytest.mark.parametrize(
    ("mission", "unit", "cost"),
    [("base", "korea", 4), ("militia", "tunisia", 2), ("works", "korea", 2), ("policing", "tunisia", 1)],
)
def test_a_development_spends_the_last_points_and_is_refused_with_one_less(
    mission: str, unit: str, cost: int
) -> None:
    order: dict[str, Any] = {"mission": mission, "unit": unit, "zone": "jilib"}
    case = field(korea="jilib", tunisia="jilib", militia_1="jilib").track("sp-un", cost - 1)
    assert refused(case, "un", "develop", **order) == "cost"
    case.track("sp-un", cost)
    case.order("develop", side="un", dice=[] if mission == "base" else [1], **order)
    assert case.state.track("sp-un") == 0


@pytest.mark.rule("somalia icu2006.economics.b", "somalia war2006.economics.b")
def test_whether_a_unit_is_named_when_it_is_bought() -> None:
    case = courts({"icu-1a": "jilib"}, turn=3).phase("purchases", 3, side="icu").track("sp-icu", 9)
    with pytest.raises(IllegalOrder, match="Units are drawn at random here: leave the unit out"):
        case.order("buy", zone="jilib", unit="icu-1b")
    case = war({"pink-1a": "jilib"}, turn=6).phase("purchases", 6, side="icu").track("sp-icu", 9)
    with pytest.raises(IllegalOrder, match="Name the unit that is bought"):
        case.order("buy", zone="jilib")
