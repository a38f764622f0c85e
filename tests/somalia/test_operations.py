"""The Operations Phase (6.0): who acts next, passing, and its end."""

import pytest

from adjudication.engine.orders import Order
from adjudication.systems.somalia import operations, sequence
from domain.errors import IllegalOrder
from domain.events import Marked, PhaseEntered
from domain.texts import code_of
from tests.somalia.field import NEXT, NEXT_TURN, field, listed
from tests.somalia.later import courts


def to_act(table: object) -> str:
    return table.state.mark_named("game", "to act")  # type: ignore[attr-defined, no-any-return]


@pytest.mark.rule("somalia 6.0a")
@pytest.mark.parametrize("who", ["bandit", "un"])
def test_the_bandit_player_says_who_is_next(who: str) -> None:
    table = field("bandit", who=True, pink_1a="jilib")
    table.order("move", side="bandit", units=["pink-1a"], to="kismayu", answers=[who])
    assert to_act(table) == who
    (question,) = table.people.asked
    assert (question.side, code_of(question.text), question.options) == ("bandit", NEXT, ("bandit", "un"))
    other = "un" if who == "bandit" else "bandit"
    with pytest.raises(IllegalOrder, match=r"cannot act now. Next to act: .*6.0a"):
        table.order("pass", side=other)


@pytest.mark.rule("somalia 6.0a")
def test_he_is_not_asked_where_only_one_can_act() -> None:
    table = field("bandit", who=True, purple_1e="removed", pink_1a="jilib")
    table.order("move", side="bandit", units=["pink-1a"], to="kismayu")
    assert to_act(table) == "un"
    assert table.people.asked == []


@pytest.mark.rule("somalia 6.0b")
def test_a_pass_is_followed_by_the_other_side_and_does_not_bind() -> None:
    table = field("bandit", who=True, pink_1a="jilib")
    table.order("pass", side="bandit")
    assert to_act(table) == "un"
    table.order("flush", side="un", zone="mogadishu-port", units=["pakistan"])
    table.order("move", side="bandit", units=["pink-1a"], to="kismayu")
    assert table.state.phase == "operations"


@pytest.mark.rule("somalia 6.0b")
@pytest.mark.parametrize("first", ["bandit", "un"])
def test_two_passes_in_a_row_end_the_phase(first: str) -> None:
    table = field(first, pink_1a="jilib")
    table.order("pass", side=first)
    second = "un" if first == "bandit" else "bandit"
    assert to_act(table) == second
    table.order("pass", side=second, dice=NEXT_TURN)
    assert to_act(table) in ("bandit", "un")
    assert table.state.turn == 2


@pytest.mark.rule("somalia 6.0b")
def test_a_mission_between_two_passes_goes_on() -> None:
    table = field("un", who=True, pink_1a="jilib", pink_2a="jilib")
    table.order("pass", side="un", answers=["bandit"])
    table.order("move", side="bandit", units=["pink-1a"], to="kismayu", answers=["un"])
    table.order("pass", side="un", answers=["bandit"])
    assert (table.state.phase, table.state.turn, to_act(table)) == ("operations", 1, "bandit")


@pytest.mark.rule("somalia 6.0a")
@pytest.mark.parametrize("who", ["bandit", "un"])
def test_after_a_pass_of_the_un_the_bandit_player_says_who_is_next(who: str) -> None:
    table = field("un", who=True, pink_1a="jilib")
    table.order("pass", side="un", answers=[who])
    (question,) = table.people.asked
    assert (question.side, code_of(question.text), question.options) == ("bandit", NEXT, ("bandit", "un"))
    assert (question.suggested, to_act(table)) == (("bandit",), who)


@pytest.mark.rule("somalia 6.0a", "somalia 6.0b")
def test_a_un_that_passes_twice_in_a_row_leaves_the_bandit_player_to_act_or_to_pass() -> None:
    table = field("un", who=True, pink_1a="jilib")
    table.order("pass", side="un", answers=["un"])
    table.order("pass", side="un")
    assert (table.state.turn, to_act(table), len(table.people.asked)) == (1, "bandit", 1)


@pytest.mark.rule("somalia 6.0b")
def test_the_phase_is_over_when_the_un_passes_and_no_bandit_can_act() -> None:
    table = field("un", purple_1e="guban").mark("purple-1e", "done")
    table.order("pass", side="un", dice=NEXT_TURN)
    assert table.state.turn == 2


@pytest.mark.rule("somalia 6.0b")
def test_the_phase_ends_when_all_have_acted() -> None:
    table = field("bandit", purple_1e="removed", pink_1a="jilib").mark("pakistan", "done")
    table.order("move", side="bandit", units=["pink-1a"], to="kismayu", dice=NEXT_TURN)
    assert table.state.turn == 2


@pytest.mark.rule("somalia 6.0b", "somalia 6.11a")
def test_a_convoy_that_is_owed_keeps_the_phase_open() -> None:
    table = field("bandit", purple_1e="removed", pink_1a="jilib").mark("pakistan", "done").track("famine", 2)
    table.order("move", side="bandit", units=["pink-1a"], to="kismayu")
    assert (table.state.turn, to_act(table)) == (1, "un")


@pytest.mark.rule("somalia 6.1", "somalia 6.2")
def test_the_missions_of_each_side() -> None:
    table = field("un", korea="jilib", pink_1a="jilib").track("famine", 2)
    assert {order.name for order in table.session.legal() if order.side == "un"} >= {
        "convoy",
        "flush",
        "develop",
        "pass",
    }
    assert listed(table, "raid") == listed(table, "move") == []
    with pytest.raises(IllegalOrder, match=r"Only a Bandit player conducts this mission.*6.2"):
        table.order("move", side="un", units=["korea"], to="kismayu")
    table.mark("game", "to act", "bandit")
    with pytest.raises(IllegalOrder, match=r"Only the UN player conducts this mission.*6.1"):
        table.order("flush", side="bandit", zone="jilib", units=["korea"])


@pytest.mark.rule("somalia 6.0c", "somalia 6.0d")
def test_a_unit_that_has_acted_may_act_again_next_turn() -> None:
    table = field("bandit", pink_1a="jilib")
    table.order("move", side="bandit", units=["pink-1a"], to="kismayu")
    assert table.state.mark_named("pink-1a", "done")
    table.order("pass", side="un")
    table.order("pass", side="bandit", dice=NEXT_TURN)
    assert table.state.turn == 2
    assert not table.state.mark_named("pink-1a", "done")


@pytest.mark.rule("somalia 6.0a")
@pytest.mark.parametrize(
    ("acts", "side", "who"), [("bandit", "un", "Bandits"), ("un", "bandit", "United Nations")]
)
def test_a_side_that_does_not_act_is_told_who_does(acts: str, side: str, who: str) -> None:
    with pytest.raises(IllegalOrder, match=rf"cannot act now\. Next to act: {who}\."):
        field(acts, pink_1a="jilib").order("pass", side=side)


# --- the end of a phase, and what is asked ------------------------------------------------------------


@pytest.mark.rule("somalia 6.0b")
def test_at_the_end_of_the_phase_nobody_is_to_act_until_the_next_one() -> None:
    table = field("bandit", purple_1e="removed", pink_1a="jilib").mark("pakistan", "done")
    events = table.order("move", side="bandit", units=["pink-1a"], to="kismayu", dice=NEXT_TURN)
    to_act = [event.value for event in events if isinstance(event, Marked) and event.mark == "to act"]
    assert to_act == [None, "bandit"]
    phases = [event.phase for event in events if isinstance(event, PhaseEntered)]
    assert phases == ["political", "random events", "logistics", "operations"]


@pytest.mark.rule("somalia 6.0a", "somalia 6.0b")
def test_after_a_mission_of_the_un_it_is_suggested_that_it_acts_again() -> None:
    table = field("un", who=True, pink_1a="jilib", india="baidoa")
    table.order("flush", side="un", zone="baidoa", units=["india"], answers=["bandit"])
    (question,) = table.people.asked
    assert (question.side, question.options, question.suggested) == ("bandit", ("bandit", "un"), ("un",))
    assert question.rule == "somalia 6.0a"
    assert table.state.mark_named("game", "to act") == "bandit"


@pytest.mark.rule("somalia 6.0b", "somalia 6.11a", "somalia 6.12a", "somalia 6.13b")
@pytest.mark.parametrize(
    ("points", "famine", "confined", "talks", "units", "able"),
    [
        (1, 0, False, False, {}, True),  # a Flush
        (0, 0, False, False, {}, False),
        (0, 1, False, False, {}, True),  # a Convoy
        (0, 1, True, True, {"pakistan": "removed"}, True),
        (9, 0, True, False, {"korea": "jilib"}, False),
        (9, 0, False, True, {}, False),
        (2, 0, False, True, {"korea": "jilib"}, True),  # works
        (1, 0, False, True, {"korea": "jilib"}, False),
        (1, 0, False, True, {"tunisia": "jilib"}, False),  # policing needs Militia
        (1, 0, False, True, {"tunisia": "jilib", "militia-1": "baidoa"}, True),
        (9, 0, False, False, {"pakistan": "removed", "militia-1": "jilib"}, False),
    ],
)
def test_whether_the_un_can_conduct_a_mission(
    points: int, famine: int, confined: bool, talks: bool, units: dict[str, str], able: bool
) -> None:
    table = field("un", pink_1a="jilib").track("sp-un", points).track("famine", famine)
    for unit, zone in units.items():
        table.put(unit, zone)
    if confined:
        table.mark("game", "confined to base")
    if talks:
        table.mark("game", "talks", "bandit")
    assert operations.is_able(table.state, "un") is able


@pytest.mark.rule("somalia 6.0b", "somalia 6.12b")
def test_with_every_zone_flushed_there_is_no_flush_left() -> None:
    table = field("un")
    for zone in table.state.board.data.spaces:
        table.mark(zone.id, "flushed")
    assert not operations.is_able(table.state, "un")
    table.mark("guban", "flushed", None)
    assert operations.is_able(table.state, "un")
    assert [order.arguments["zone"] for order in listed(table, "flush")] == ["guban"]


@pytest.mark.rule("somalia 6.0b", "somalia 6.0c")
def test_a_bandit_player_can_act_with_a_gang_of_his_on_the_map_that_has_not() -> None:
    table = field("un", purple_1e="removed", leader_pink="jilib", pink_1a="jilib")
    assert operations.is_able(table.state, "bandit")
    table.mark("pink-1a", "done")
    assert not operations.is_able(table.state, "bandit")
    table = field("un", scenario="two-bandits", purple_1e="removed", pink_1a="jilib")
    assert [operations.is_able(table.state, side) for side in ("bandit-1", "bandit-2")] == [True, False]


@pytest.mark.rule("somalia 8.8d")
@pytest.mark.parametrize(
    ("side", "famine", "said"),
    [
        ("un", 0, ""),
        ("bandit", 1, ""),
        ("un", 1, "Convoys are owed to Baardhere, Jilib: if the phase ends without them, the UN player"),
    ],
)
def test_what_passing_risks(side: str, famine: int, said: str) -> None:
    table = field(side).track("famine", famine)
    for zone in ("belet-huen", "jawhar", "baidoa", "kismayu", "north-mogadishu", "south-mogadishu"):
        table.mark(zone, "fed by air")
    table.mark("mogadishu-port", "fed by air")
    found = operations.what_passing_risks(table.state, Order(side, "pass"))
    assert found.startswith(said)
    assert bool(found) is bool(said)


@pytest.mark.rule("somalia 6.0b", "somalia 10.0a", "somalia 3.0g")
def test_the_order_that_goes_on_is_that_of_the_phase() -> None:
    table = field("un")
    assert sequence.proceed_order(table.state) == Order("un", "pass")
    table.mark("game", "to act", None)
    assert sequence.proceed_order(table.state) is None
    table.phase("terrorism", 3, "bandit")
    assert sequence.proceed_order(table.state) == Order("bandit", "proceed")
    table.phase("deployment", 3, "bandit")
    assert sequence.proceed_order(table.state) == Order("bandit", "proceed")
    table.put("pink-1a", "deploying")
    assert sequence.proceed_order(table.state) is None
    table.mark("game", "to act", "bandit")
    assert operations.pass_order(table.state) is None
    assert sequence.proceed_order(courts({}).state) == Order("icu", "pass")


@pytest.mark.rule("somalia 11.21b", "somalia 6.0a")
def test_of_several_players_who_let_the_un_act_says_who_is_next() -> None:
    table = field("bandit-2", scenario="two-bandits", who=True, pink_1a="jilib", yellow_1a="guban")
    table.order("move", side="bandit-2", units=["yellow-1a"], to="berbera", answers=["un"])
    assert table.state.mark_named("game", "chooses who acts") == "bandit-2"
    table.order("flush", side="un", zone="baidoa", units=["pakistan"])
    assert table.state.mark_named("game", "to act") == "bandit-1"
    assert [(question.side, question.rule) for question in table.people.asked] == [
        ("bandit-2", "somalia 11.21b")
    ]


@pytest.mark.rule("somalia 11.21b", "somalia 6.0b")
def test_who_passes_among_several_players_says_who_is_next() -> None:
    table = field("bandit-1", scenario="two-bandits", who=True, pink_1a="jilib", yellow_1a="guban")
    table.order("pass", side="bandit-1", answers=["un"])
    assert table.people.asked[-1].side == "bandit-1"
    assert table.state.mark_named("game", "chooses who acts") == "bandit-1"
    table.order("pass", side="un", answers=["un"])
    assert table.people.asked[-1].options == ("bandit-2", "un")
    assert table.state.mark_named("game", "passed") == ["bandit-1", "un"]
    table.order("pass", side="un")
    assert table.state.mark_named("game", "to act") == "bandit-2"
    table.order("pass", side="bandit-2", dice=NEXT_TURN)
    assert table.state.turn == 2


@pytest.mark.rule("somalia 11.21b")
def test_a_player_goes_on_where_nobody_else_is_left() -> None:
    table = field("bandit-1", scenario="two-bandits", pink_1a="jilib", pink_1b="jilib", purple_1e="removed")
    table.mark("pakistan", "done").order("move", side="bandit-1", units=["pink-1a"], to="kismayu")
    assert table.state.mark_named("game", "to act") == "bandit-1"
