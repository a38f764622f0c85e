"""The end of the game (9)."""

import pytest

from adjudication.systems.somalia import sequence
from adjudication.systems.somalia.politics import victory
from adjudication.systems.somalia.table import standings
from domain.errors import IllegalOrder
from tests.somalia.board import run, table, tracks
from tests.table import Table
from tests.words import spoken, words_of


@pytest.mark.rule("somalia 9.0b")
@pytest.mark.parametrize(
    ("un", "bandit", "winner", "words"),
    [
        (5, 5, "bandit", "Bungled operation"),
        (-9, 5, "bandit", "Bungled operation"),
        (6, 5, "", "Band-aid solution"),
        (25, 5, "", "Band-aid solution"),
        (26, 5, "un", "Good job"),
        (15, -6, "un", "Good job"),
    ],
)
def test_the_score_decides(un: int, bandit: int, winner: str, words: str) -> None:
    case = table(turn=24).track("vp-un", un).track("vp-bandit", bandit)
    run(case, victory.last_turn)
    verdict = case.state.verdict
    assert verdict is not None
    assert (verdict.winner, verdict.scores) == (winner, {"un": un, "bandit": bandit})
    assert words in spoken(verdict.reason, case.state)
    assert f"score of {un - bandit}" in words_of(verdict.reason, "somalia")


@pytest.mark.rule("somalia 9.0a", "somalia 3.0i", "somalia 10.0f")
@pytest.mark.parametrize(
    ("turn", "last", "over"), [(23, 24, False), (24, 24, True), (20, 20, True), (20, 19, True)]
)
def test_the_game_ends_with_the_last_turn(turn: int, last: int, over: bool) -> None:
    case = table(turn=turn).track("last-turn", last)
    run(case, victory.last_turn)
    assert (case.state.verdict is not None) is over


@pytest.mark.rule("somalia 9.0a")
def test_play_stops_when_no_bandit_unit_is_left_whatever_leaders_are() -> None:
    case = table(leader_pink="jilib")
    run(case, victory.over)
    assert case.state.verdict is None
    case.put("purple-3a", "bandit-cup")
    run(case, victory.over)
    verdict = case.state.verdict
    assert verdict is not None
    assert words_of(verdict.reason, "somalia").startswith(
        "No Bandit unit is left on the map. Bungled operation"
    )


@pytest.mark.rule("somalia 9.0a")
@pytest.mark.parametrize("side", ["un", "bandit"])
def test_who_resigns_need_not_lose(side: str) -> None:
    case = table().track("vp-un", 30)
    case.order("resign", side=side)
    verdict = case.state.verdict
    assert verdict is not None
    assert verdict.winner == "un"
    assert "resigned" in words_of(verdict.reason, "somalia")


def test_nobody_resigns_before_the_first_turn() -> None:
    case = Table("somalia", dice="scripted")
    with pytest.raises(IllegalOrder, match="during a turn of the base game"):
        case.order("resign", side="un")
    assert "resign" not in {order.name for order in case.session.legal()}


@pytest.mark.rule("somalia 3.0e", "somalia 3.0i")
def test_the_interphase_of_the_last_turn_is_held_before_the_end() -> None:
    case = table(turn=3).track("last-turn", 3)
    run(case, sequence.operations_over)
    assert (case.state.phase, case.state.verdict) == ("terrorism", None)
    case.order("proceed", side="bandit", dice=[1, 1], answers=[["nigeria"]])
    assert case.state.verdict is not None


@pytest.mark.rule("somalia 3.0e", "somalia 1.0b")
@pytest.mark.parametrize(
    ("turn", "interphase"), [(1, False), (2, False), (3, True), (6, True), (23, False), (24, True)]
)
def test_every_third_turn_has_a_seasonal_interphase(turn: int, interphase: bool) -> None:
    case = table(turn=turn).track("last-turn", turn)
    run(case, sequence.operations_over)
    assert (case.state.phase == "terrorism") is interphase
    assert (case.state.verdict is None) is interphase


@pytest.mark.rule("somalia 8.8d", "somalia 9.0a")
def test_a_game_that_is_over_is_not_forfeited_as_well() -> None:
    case = table(turn=2).track("famine", 2).track("vp-un", 40).put("purple-3a", "bandit-cup")
    run(case, sequence.operations_over)
    verdict = case.state.verdict
    assert verdict is not None
    assert (verdict.winner, verdict.rule) == ("un", "somalia 9.0b")


@pytest.mark.rule("somalia 11.22f", "somalia 9.0b")
@pytest.mark.parametrize(
    ("points", "winner", "words"),
    [
        ((40, 10, 9), "un", "Good job"),
        ((39, 10, 9), "bandit-1", "victory for Pink and Orange"),
        ((5, 3, 9), "bandit-2", "victory for Yellow and Purple"),
        ((5, 9, 9), "", "shared victory for Pink and Orange and Yellow and Purple"),
    ],
)
def test_the_leading_bandit_player_wins_where_the_un_does_not(
    points: tuple[int, int, int], winner: str, words: str
) -> None:
    case = table(turn=24, scenario="two-bandits")
    for side, number in zip(("un", "bandit-1", "bandit-2"), points, strict=True):
        case.track(f"vp-{side}", number)
    run(case, victory.last_turn)
    verdict = case.state.verdict
    assert verdict is not None
    assert verdict.winner == winner
    assert words in spoken(verdict.reason, case.state)


@pytest.mark.rule("somalia 2.1c")
def test_victory_points_may_be_negative() -> None:
    case = table().track("vp-un", -7).track("vp-bandit", 3)
    assert standings.standing(case.state) == {"un": -7, "bandit": 3}
    assert standings.score(case.state) == -10
    assert tracks(case, "vp-un") == (-7,)
