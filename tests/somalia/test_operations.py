"""The Operations Phase (6.0): who acts next, passing, and its end."""

import pytest

from domain.errors import IllegalOrder
from domain.texts import code_of
from tests.somalia.field import NEXT, NEXT_TURN, field, listed


def to_act(table: object) -> str:
    return table.state.mark("game", "to act")  # type: ignore[attr-defined, no-any-return]


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
    assert table.state.mark("pink-1a", "done")
    table.order("pass", side="un")
    table.order("pass", side="bandit", dice=NEXT_TURN)
    assert table.state.turn == 2
    assert not table.state.mark("pink-1a", "done")


@pytest.mark.rule("somalia 6.0a")
@pytest.mark.parametrize(
    ("acts", "side", "who"), [("bandit", "un", "Bandits"), ("un", "bandit", "United Nations")]
)
def test_a_side_that_does_not_act_is_told_who_does(acts: str, side: str, who: str) -> None:
    with pytest.raises(IllegalOrder, match=rf"cannot act now\. Next to act: {who}\."):
        field(acts, pink_1a="jilib").order("pass", side=side)
