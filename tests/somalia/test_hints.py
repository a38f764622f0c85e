"""What sides are told to do, what counts as a loss, and what is said against a manual change."""

import pytest

from adjudication.engine.legality import refusal
from adjudication.engine.losses import Loss
from adjudication.engine.orders import Order
from adjudication.systems.somalia import SYSTEM
from adjudication.systems.somalia.famine import owed
from adjudication.systems.somalia.hints import groups, hint, left
from adjudication.systems.somalia.later.phases import MISSIONS, PURCHASES
from adjudication.systems.somalia.later.season import NO_MORE
from adjudication.systems.somalia.losses import losses, objections
from adjudication.systems.somalia.phases import OPERATIONS, TERRORISM
from domain.events import PieceMoved
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
    assert groups(case.state, "bandit", "pink-1a") == "Jilib"
    assert groups(case.state, "bandit", "orange-1a") == "Orange faction"
    assert groups(case.state, "un", "us-inf-1") == "US units"
    assert groups(case.state, "un", "militia-1") == "Government Militia"


def test_lists_of_the_later_scenarios_are_headed_by_whose_units_they_are() -> None:
    of_2006, later = courts({}).state, war({"puntland-1": "removed"}).state
    assert groups(of_2006, "icu", "transitional-1") == "Transitional Government"
    assert groups(of_2006, "icu", "icu-1a") == "ICU"
    assert groups(of_2006, "icu", "pink-1a") == "Pink faction"
    assert groups(later, "icu", "puntland-1") == "Puntland"


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
