"""What sides are told to do, what counts as a loss, and what is said against a manual change."""

import pytest

from adjudication.engine.legality import refusal
from adjudication.engine.losses import Loss
from adjudication.engine.orders import Order
from adjudication.systems.somalia import SYSTEM
from adjudication.systems.somalia.hints import heading as heading_of
from adjudication.systems.somalia.hints import hint, left
from adjudication.systems.somalia.later.phases import MISSIONS, PURCHASES
from adjudication.systems.somalia.later.season import NO_MORE
from adjudication.systems.somalia.losses import losses, objections
from adjudication.systems.somalia.shown import control, standing
from adjudication.systems.somalia.table.famine import owed
from adjudication.systems.somalia.table.phases import OPERATIONS, TERRORISM
from domain.events import Marked, PieceMoved
from tests.somalia.board import table
from tests.somalia.field import field
from tests.somalia.later import courts, war
from tests.table import Table


def test_the_set_up_says_how_many_counters_are_left() -> None:
    case = Table("somalia", dice="scripted")
    assert (
        hint(case.state) == "Bandits: set up counters in Zones (deploy). 16 counters are still to be set up."
    )


def test_a_finished_set_up_says_how_it_ends() -> None:
    done = table("deployment", 1, "bandit").state
    assert hint(done) == "Bandits: all counters are set up; `next` ends the set-up."


@pytest.mark.rule("somalia 8.8d")
def test_the_un_is_warned_before_it_passes() -> None:
    case = field("un").track("famine", 2)
    assert "9 Convoys are owed: if the phase ends without them, the UN forfeits the game." in hint(case.state)
    assert any(line.startswith("Convoys owed to Belet Huen") for line in left(case.state, "un"))
    for number, zone in enumerate(owed(case.state)[1:], 1):
        case.put(f"convoy-{number}", zone)
    assert "a Convoy owed to Belet Huen" in left(case.state, "un")
    assert "owed" not in hint(field("un").state)


@pytest.mark.rule("somalia 8.8d")
def test_after_a_pass_of_the_un_the_bandits_are_told_what_theirs_would_end() -> None:
    case = field("bandit", pink_1a="jilib").track("famine", 2)
    assert "owed" not in hint(case.state)
    case.mark("game", "passed", ["un"])
    assert hint(case.state).endswith(
        "9 Convoys are owed: if the phase ends without them, the UN forfeits the game."
    )


def test_missions_that_are_not_possible_are_not_offered() -> None:
    case = field("un", korea="jilib")
    assert (
        hint(case.state) == "United Nations: flush a Zone (flush), conduct a Development (develop), `pass`."
    )
    case.mark("game", "confined to base")
    assert hint(case.state) == "United Nations: `pass`."
    assert "confined to base: no Flush, no Development" in left(case.state, "un")


def test_terrorism_says_how_many_zones_are_left() -> None:
    case = table("terrorism", 3, "bandit", pink_1a="jilib")
    assert hint(case.state).startswith("Bandits: extort the people of a Zone (terrorise).")
    assert left(case.state, "bandit") == ["2 Zones for Terrorism"]
    assert left(case.state, "un") == []


def test_lists_are_headed_by_zones_and_forces() -> None:
    case = table(pink_1a="jilib")
    assert heading_of(case.state, "bandit", "pink-1a") == "Jilib"
    assert heading_of(case.state, "bandit", "orange-1a") == "Orange faction"
    assert heading_of(case.state, "un", "us-inf-1") == "US units"
    assert heading_of(case.state, "un", "militia-1") == "Government Militia"


def test_lists_of_the_later_scenarios_are_headed_by_whose_units_they_are() -> None:
    of_2006, later = courts({}).state, war({"puntland-1": "removed"}).state
    assert heading_of(of_2006, "icu", "transitional-1") == "Transitional Government"
    assert heading_of(of_2006, "icu", "icu-1a") == "ICU"
    assert heading_of(of_2006, "icu", "pink-1a") == "Pink faction"
    assert heading_of(later, "icu", "puntland-1") == "Puntland"


@pytest.mark.rule("somalia icu2006.economics.c")
def test_who_may_upgrade_units_is_told_so() -> None:
    upgrade = "upgrade a unit (upgrade)"
    assert upgrade in hint(courts({}).phase(PURCHASES, 3, "pink").state)
    assert upgrade not in hint(courts({}).phase(PURCHASES, 3, "icu").state)
    assert upgrade not in hint(war({}).phase(PURCHASES, 6, "ethiopia").state)


@pytest.mark.parametrize(
    ("piece", "origin", "to", "lost"),
    [
        ("pink-1a", "jilib", "bandit-cup", True),
        ("leader-pink", "jilib", "removed", True),
        ("militia-1", "jilib", "militia-box", True),
        ("pink-1a", "jilib", "kismayu", False),
        ("pink-1a", "bandit-cup", "jilib", False),
        ("pakistan", "mogadishu-airport", "un-cup", False),  # it goes home
    ],
)
def test_bandits_and_militia_that_leave_the_map_are_losses(
    piece: str, origin: str, to: str, lost: bool
) -> None:
    case = table().put(piece, origin)
    event = PieceMoved(number=1, time="", piece=piece, origin=origin, to=to)
    side = case.state.pieces[piece].side
    assert losses(event, case.state) == (Loss(piece, side, "eliminated") if lost else None)


@pytest.mark.parametrize(
    ("piece", "to", "rule"),
    [
        ("leader-pink", "jilib", "somalia 8.61d"),
        ("militia-1", "guban", "somalia 8.2b"),
        ("base-2", "mogadishu-airport", "somalia 5.2a"),
        ("orange-1a", "jilib", "somalia 8.41b"),
        ("pakistan", "jilib", ""),
        ("leader-yellow", "erigayo", ""),
        ("italy", "jilib", ""),
        ("orange-1a", "bandit-cup", ""),
    ],
)
def test_the_rules_object_to_moves_by_hand(piece: str, to: str, rule: str) -> None:
    case = table(pink_1a="jilib", militia_1="kismayu", leader_yellow="berbera")
    case.put("leader-pink", "removed").put("italy", "removed")
    found = objections(case.state, Order("", "hand-move", {"piece": piece, "to": to}))
    assert [each for each, _ in found] == ([rule] if rule else [])


@pytest.mark.parametrize(
    ("order", "base", "later"),
    [
        ("flush", "flush a Zone", "hunt the enemy in an area"),
        (
            "raid",
            "raid a Base, a Convoy or a UN unit",
            "raid the enemy in an area",
        ),
        ("move", "move gangs and Leaders", "move units any distance"),
        ("pass", "conduct no mission now", "conduct no mission now"),
    ],
)
def test_an_order_is_described_as_the_rules_of_its_phase_have_it(order: str, base: str, later: str) -> None:
    kind = SYSTEM.orders[order]
    assert kind.told_in(OPERATIONS)[0] == base
    assert kind.told_in(MISSIONS)[0] == later


def test_to_pass_is_to_buy_no_more_where_units_are_bought() -> None:
    for phase in NO_MORE.phases:
        assert SYSTEM.orders["pass"].about(phase) == "buy no more (somalia 3.0e)"


@pytest.mark.parametrize("order", ["flush", "raid", "move", "pass"])
def test_an_order_out_of_its_phase_is_refused_with_the_phases_of_the_game_that_is_played(order: str) -> None:
    base = refusal(SYSTEM.orders[order], field("un").phase(TERRORISM, 3, "bandit").state, "bandit", {})
    assert base is not None
    assert "This order is given in operations; the phase is now terrorism." in str(base)
    later = refusal(SYSTEM.orders[order], courts({}).phase("set-up", 2).state, "icu", {})
    assert later is not None
    assert "This order is given in missions" in str(later)
    assert "operations" not in str(later)


# --- whole tables of what is told ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "marks", "famine", "told"),
    [
        ("un", [], 0, ["1 unit without a mission this turn"]),
        ("un", [("pakistan", "done")], 0, []),
        (
            "un",
            [("game", "confined to base")],
            0,
            ["1 unit without a mission this turn", "confined to base: no Flush, no Development"],
        ),
        ("un", [("game", "talks")], 0, ["1 unit without a mission this turn", "peace talks: no Flush"]),
        ("un", [("pakistan", "done")], 1, ["a Convoy owed to Jilib"]),
        ("bandit", [], 1, ["2 units without a mission this turn"]),
        (
            "bandit",
            [("pink-1a", "done"), ("game", "confined to base"), ("game", "talks")],
            1,
            ["1 unit without a mission this turn"],
        ),
    ],
)
def test_what_a_side_has_left_to_do(
    side: str, marks: list[tuple[str, str]], famine: int, told: list[str]
) -> None:
    case = field(side, pink_1a="jilib").track("famine", famine)
    for mark in marks:
        case.mark(*mark)
    for zone in case.state.board.spaces if famine else ():
        if zone != "jilib":
            case.mark(zone, "fed by air")
    assert left(case.state, side) == told


@pytest.mark.parametrize("phase", ["deployment", "political"])
def test_elsewhere_nothing_is_left(phase: str) -> None:
    case = field("un", pink_1a="jilib").phase(phase, 3, "bandit")
    assert left(case.state, "un") == left(case.state, "bandit") == []


@pytest.mark.parametrize(("number", "said"), [(1, "1 counter is"), (2, "2 counters are")])
def test_counters_to_set_up_are_counted(number: int, said: str) -> None:
    case = table("deployment", 1, "bandit")
    for unit in ("pink-1a", "pink-1b")[:number]:
        case.put(unit, "deploying")
    assert hint(case.state) == f"Bandits: set up counters in Zones (deploy). {said} still to be set up."


@pytest.mark.rule("somalia 8.8d")
def test_one_convoy_that_is_owed_is_told_as_one() -> None:
    case = field("un").track("famine", 1)
    for zone in owed(case.state):
        if zone != "jilib":
            case.mark(zone, "fed by air")
    assert hint(case.state) == (
        "United Nations: place a Convoy (convoy), flush a Zone (flush), `pass`. "
        "1 Convoy is owed: if the phase ends without it, the UN forfeits the game."
    )


def test_the_bandits_are_told_their_missions() -> None:
    assert hint(field("bandit").state) == "Bandits: raid (raid), move (move) or `pass`."


def test_phases_without_an_order_say_nothing() -> None:
    assert hint(table("political", 2).state) == ""
    assert hint(courts({}).phase("", 2).state) == ""


@pytest.mark.parametrize(
    ("phase", "side", "said"),
    [
        ("set-up", "icu", "Set up the scenario (set-up, or `next`)."),
        (
            "missions",
            "",
            "Ethiopia and allies: conduct a Raid (raid) or a Flush (flush), move units (move), or `pass`.",
        ),
        ("purchases", "icu", "Islamic Courts Union: buy units (buy). `pass` ends the purchases."),
        ("entry", "ethiopia", "Ethiopia and allies: bring units into Baidoa (enter). `pass` ends the entry."),
    ],
)
def test_the_phases_of_2006_and_after_say_what_is_done_in_them(phase: str, side: str, said: str) -> None:
    assert hint(war({}, "ethiopia").phase(phase, 6, side).state) == said


@pytest.mark.parametrize(
    ("phase", "side", "asked", "told"),
    [
        ("missions", "", "icu", ["1 unit without a mission this turn"]),
        ("missions", "", "pink", ["2 units without a mission this turn"]),
        ("missions", "", "yellow", []),
        ("missions", "", "transitional", []),
        ("purchases", "icu", "icu", ["3 Supply Points to spend"]),
        ("purchases", "icu", "pink", []),
        ("purchases", "pink", "pink", ["1 Supply Point to spend"]),
        ("set-up", "icu", "icu", []),
    ],
)
def test_what_is_left_to_do_in_2006(phase: str, side: str, asked: str, told: list[str]) -> None:
    case = courts(
        {
            "icu-1a": "jilib",
            "icu-1b": "jilib",
            "pink-1a": "baidoa",
            "pink-1b": "baidoa",
            "leader-pink": "baidoa",
            "transitional-1": "kismayu",
        }
    )
    case.mark("icu-1b", "done").track("sp-icu", 3).track("sp-pink", 1).phase(phase, 3, side)
    assert left(case.state, asked) == told


@pytest.mark.rule("somalia war2006.economics.d")
@pytest.mark.parametrize(
    ("side", "tried", "told"),
    [
        ("ethiopia", "", ["2 units that may try to enter"]),
        ("ethiopia", "ethiopia-2", ["1 unit that may try to enter"]),
        ("icu", "", []),
    ],
)
def test_units_that_may_still_enter_are_counted(side: str, tried: str, told: list[str]) -> None:
    case = war({}, turn=6).track("sp-ethiopia", 2).phase("entry", 6, "ethiopia")
    if tried:
        case.mark(tried, "tried to enter")
    assert left(case.state, side) == told


@pytest.mark.parametrize(
    ("piece", "heading"),
    [
        ("orange-1a", "Orange faction"),
        ("leader-pink", "Pink faction"),
        ("india", "UN units"),
        ("us-mar-1", "US units"),
        ("militia-1", "Government Militia"),
        ("base-2", "Bases"),
        ("convoy-1", "Supply Convoys"),
        ("pakistan", "Mogadishu Airport"),
        ("base-1", "Mogadishu Airport"),
    ],
)
def test_each_kind_of_counter_has_its_heading(piece: str, heading: str) -> None:
    assert heading_of(table().state, "un", piece) == heading


@pytest.mark.parametrize(
    ("piece", "heading"),
    [
        ("ethiopia-mp-1", "Ethiopia"),
        ("transitional-4", "Transitional Government"),
        ("puntland-6", "Puntland"),
        ("yellow-1a", "Yellow faction"),
        ("ethiopia-1", "Baidoa"),
    ],
)
def test_each_force_of_2006_and_after_has_its_heading(piece: str, heading: str) -> None:
    assert heading_of(war({}).state, "icu", piece) == heading


@pytest.mark.rule("somalia 7.1b", "somalia 7.1c", "somalia 11.2a")
def test_the_map_shows_who_controls_a_zone() -> None:
    case = table(
        scenario="two-bandits",
        militia_1="baidoa",
        militia_2="jilib",
        pink_1a="jilib",
        militia_3="kismayu",
        yellow_1a="kismayu",
        base_2="kismayu",
        pink_1b="guban",
        orange_1a="guban",
        pink_1c="berbera",
        yellow_1b="berbera",
        yellow_1c="erigayo",
        india="jawhar",
        pink_1d="jawhar",
    )
    assert control(case.state) == {
        "baidoa": "un",
        "kismayu": "un",
        "guban": "bandit-1",
        "erigayo": "bandit-2",
        "hardiyo": "bandit-2",
    }


@pytest.mark.rule("somalia icu2006.economics.a", "somalia icu2006.special.c")
def test_the_map_of_2006_shows_who_occupies_an_area() -> None:
    case = courts(
        {
            "icu-1a": "jilib",
            "transitional-1": "jilib",
            "pink-1a": "baidoa",
            "transitional-2": "baidoa",
            "transitional-3": "kismayu",
            "icu-1b": "jawhar",
            "orange-1a": "jawhar",
            "icu-1c": "guban",
        }
    )
    assert control(case.state) == {"jilib": "icu", "baidoa": "pink", "kismayu": "transitional"}
    assert standing(case.state) == {
        "icu": 1,
        "pink": 1,
        "orange": 0,
        "yellow": 0,
        "purple": 0,
        "transitional": 1,
    }
    assert standing(case.phase("set-up", 2).state) == standing(case.phase("", 2).state) == {}
    assert standing(table().track("vp-un", -2).track("vp-bandit", 3).state) == {"un": -2, "bandit": 3}


@pytest.mark.parametrize(
    ("scenario", "piece", "origin", "to", "lost"),
    [
        ("courts", "icu-1a", "jilib", "brown-box", True),
        ("courts", "icu-1a", "jilib", "bandit-cup", False),
        ("courts", "pink-1a", "jilib", "bandit-cup", True),
        ("courts", "pink-1a", "jilib", "removed", True),
        ("courts", "pink-1a", "bandit-cup", "removed", False),
        ("courts", "leader-pink", "jilib", "removed", True),
        ("courts", "leader-pink", "jilib", "bandit-cup", False),
        ("courts", "transitional-1", "jilib", "un-cup", True),
        ("courts", "reserve-1", "jilib", "markers", True),
        ("courts", "reserve-1", "jilib", "un-cup", False),
        ("war", "ethiopia-1", "baidoa", "us-cup", True),
        ("war", "ethiopia-1", "baidoa", "jilib", False),
        ("war", "transitional-1", "baidoa", "militia-box", True),
        ("base", "leader-pink", "jilib", "bandit-cup", False),
        ("base", "leader-pink", "removed", "removed", False),
        ("base", "pink-1a", "jilib", "removed", False),
        ("base", "base-1", "jilib", "removed", False),
    ],
)
def test_a_counter_that_goes_where_the_lost_go_is_a_loss(
    scenario: str, piece: str, origin: str, to: str, lost: bool
) -> None:
    case = {"courts": courts, "war": war}[scenario]({}) if scenario != "base" else table()
    case.put(piece, origin)
    event = PieceMoved(number=1, time="", piece=piece, origin=origin, to=to)
    side = case.state.pieces[piece].side
    assert losses(event, case.state) == (Loss(piece, side, "eliminated") if lost else None)
    assert losses(Marked(number=1, time="", subject=piece, mark="done", value=True), case.state) is None


@pytest.mark.parametrize(
    ("piece", "to", "rule"),
    [
        ("leader-orange", "jilib", ""),
        ("militia-1", "kismayu", ""),
        ("militia-2", "kismayu", ""),
        ("base-2", "kismayu", ""),
        ("base-1", "mogadishu-airport", "somalia 5.2a"),
        ("leader-yellow", "removed", ""),
        ("leader-pink", "bandit-cup", ""),
        ("pakistan", "jilib", ""),
        ("nobody", "jilib", ""),
    ],
)
def test_other_moves_by_hand_are_fine(piece: str, to: str, rule: str) -> None:
    case = table(pink_1a="jilib", militia_1="kismayu", leader_yellow="berbera", leader_orange="baidoa")
    case.put("leader-pink", "removed")
    order = Order("", "hand-move", {"piece": piece, "to": to})
    assert [each for each, _ in objections(case.state, order)] == ([rule] if rule else [])


@pytest.mark.rule("somalia 8.61d")
def test_only_moves_by_hand_and_only_of_the_base_game_are_objected_to() -> None:
    case = table(leader_pink="removed")
    assert objections(case.state, Order("", "hand-mark", {"piece": "leader-pink", "to": "jilib"})) == []
    assert objections(case.state, Order("", "hand-move", {"to": "jilib"})) == []
    later = courts({"leader-pink": "removed"})
    assert objections(later.state, Order("", "hand-move", {"piece": "leader-pink", "to": "jilib"})) == []
