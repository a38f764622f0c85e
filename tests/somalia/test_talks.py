"""Negotiations (11.1)."""

import pytest

from adjudication.audits.audit import audit
from adjudication.engine.orders import Order
from adjudication.systems.somalia import CHAPTERS, whole
from adjudication.systems.somalia.optional_rules import talks
from adjudication.systems.somalia.politics import political
from domain.errors import IllegalOrder, Refused
from domain.events import DieRolled
from domain.table.dice import ScriptedDice
from domain.texts import code_of
from tests.somalia.board import added, run, table, tracks
from tests.table import Table
from tests.words import words_of

TALKS = {"talks": True}


def open_talks(scenario: str = "", options: object = TALKS) -> Table:
    """A table of turn 4 on which talks may be offered."""
    return table("operations", 4, scenario=scenario, options=options).mark("game", "to act", "un")


def names(case: Table, side: str) -> set[str]:
    """The orders that a side may give now."""
    return {order.name for order in case.session.legal() if order.side == side}


@pytest.mark.rule("somalia 11.1a", "somalia 11.1b", "somalia 11.11a")
def test_the_first_offer_is_accepted_without_a_question() -> None:
    case = open_talks().track("talks", 2)
    case.order("offer-talks", side="bandit")
    assert case.state.mark_named("game", "talks") == "bandit"
    assert tracks(case, "talks", "vp-un") == (0, 0)


@pytest.mark.rule("somalia 11.1a")
def test_only_the_bandit_player_offers_talks_and_only_where_they_are_played() -> None:
    case = open_talks()
    with pytest.raises(IllegalOrder, match="Only a Bandit player offers talks"):
        case.order("offer-talks", side="un")
    case = open_talks(options={"talks": False})
    with pytest.raises(IllegalOrder, match="without negotiations"):
        case.order("offer-talks", side="bandit")
    assert "offer-talks" not in names(case, "bandit")


@pytest.mark.rule("somalia 11.1c")
@pytest.mark.parametrize(("accepted", "points"), [(True, 0), (False, -1)])
def test_later_offers_may_be_refused_for_a_point(accepted: bool, points: int) -> None:
    case = open_talks().mark("bandit", "talks offered before")
    case.order("offer-talks", side="bandit", answers=[accepted])
    assert talks.on(case.state) is accepted
    assert tracks(case, "vp-un") == (points,)


@pytest.mark.rule("somalia 11.12a")
def test_one_offer_a_turn() -> None:
    case = open_talks().mark("bandit", "talks offered before")
    case.order("offer-talks", side="bandit", answers=[False])
    with pytest.raises(IllegalOrder, match="offer them again next turn"):
        case.order("offer-talks", side="bandit")
    assert case.state.lapses["bandit", "talks offered"].turn == 5


@pytest.mark.rule("somalia 11.11b", "somalia 11.11c", "somalia 11.11d")
@pytest.mark.parametrize(
    ("points", "dice", "box", "scored"),
    [
        ((0, 0), [5, 2], 1, (2, 1)),  # the UN wins: to the right
        ((0, 0), [2, 5], -1, (1, 2)),
        ((0, 0), [3, 3], 0, (1, 1)),
        ((4, 0), [3, 3], 1, (6, 1)),  # more Victory Points: one more on the die
        ((0, 4), [3, 3], -1, (1, 6)),
        ((0, 4), [4, 3], 0, (1, 5)),
    ],
)
def test_a_die_each_moves_the_marker_and_its_box_scores(
    points: tuple[int, int], dice: list[int], box: int, scored: tuple[int, int]
) -> None:
    case = open_talks().mark("game", "talks", "bandit")
    case.track("vp-un", points[0]).track("vp-bandit", points[1])
    run(case, talks.settle, dice=dice)
    assert tracks(case, "talks", "vp-un", "vp-bandit") == (box, *scored)


@pytest.mark.rule("somalia 11.11c")
@pytest.mark.parametrize(("box", "dice"), [(3, [6, 1]), (-3, [1, 6])])
def test_the_marker_stays_in_the_last_box(box: int, dice: list[int]) -> None:
    case = open_talks().mark("game", "talks", "bandit").track("talks", box)
    run(case, talks.settle, dice=dice)
    assert case.state.track("talks") == box


@pytest.mark.rule("somalia 11.11b", "somalia 7.0b")
def test_the_talks_come_after_the_table_and_shorten_the_game() -> None:
    case = open_talks().mark("game", "talks", "bandit").track("talks", 2)
    for number, zone in enumerate(("guban", "berbera", "erigayo"), start=1):
        case.put(f"militia-{number}", zone)
    log = run(case, political.settle, dice=[4, 4])
    assert added(log, "talks: un") == {
        "die": 4,
        "more Victory Points": 1,
    }  # 3 of the table against 0
    assert tracks(case, "vp-un", "last-turn") == (6, 23)


@pytest.mark.rule("somalia 11.12b")
def test_no_flush_while_talks_are_on() -> None:
    case = open_talks().track("sp-un", 9)
    assert "flush" in names(case, "un")
    case.order("offer-talks", side="bandit")
    assert "flush" not in names(case, "un")
    with pytest.raises(IllegalOrder, match="negotiations are under way"):
        case.order("flush", side="un", zone="jilib", units=["pakistan"])


@pytest.mark.rule("somalia 11.13a", "somalia 11.13b")
@pytest.mark.parametrize(("side", "dice", "points"), [("bandit", [], 0), ("un", [4], -4)])
def test_the_un_pays_for_breaking_off(side: str, dice: list[int], points: int) -> None:
    case = open_talks()
    case.order("offer-talks", side="bandit")
    case.track("talks", -2)
    case.order("break-off-talks", side=side, dice=dice)
    assert not talks.on(case.state)
    assert tracks(case, "talks", "vp-un", "vp-bandit") == (0, points, 0)
    with pytest.raises(IllegalOrder, match="no talks to break off"):
        case.order("break-off-talks", side="un")


@pytest.mark.rule("somalia 11.22g", "somalia 11.1b")
def test_one_bandit_player_at_a_time_is_in_talks() -> None:
    case = open_talks("two-bandits")
    case.order("offer-talks", side="bandit-2")
    with pytest.raises(IllegalOrder, match="Talks with Yellow and Purple are on already"):
        case.order("offer-talks", side="bandit-1")
    with pytest.raises(IllegalOrder, match="Only those in the talks"):
        case.order("break-off-talks", side="bandit-1")
    run(case, talks.settle, dice=[1, 5])
    assert tracks(case, "vp-bandit-1", "vp-bandit-2") == (0, 2)
    case.order("break-off-talks", side="bandit-2")
    case.order("offer-talks", side="bandit-1")  # the first of this player
    assert case.state.mark_named("game", "talks") == "bandit-1"


@pytest.mark.rule("somalia 11.1a")
def test_talks_are_offered_and_broken_off_beside_a_question() -> None:
    case = Table("somalia", options=TALKS)
    session = case.session
    for zone, colour in (
        ("guban", "pink"),
        ("berbera", "orange"),
        ("erigayo", "yellow"),
        ("hardiyo", "purple"),
    ):
        units = [
            piece.id for piece in case.state.pieces_at("deploying") if piece.kind.data["faction"] == colour
        ]
        session.order(Order("bandit", "deploy", {"units": units, "to": zone}))
    session.order(Order("bandit", "proceed"))
    session.decide(["pakistan"], side="un")
    (question,) = session.pending()
    assert code_of(question.text) == "who conducts the next mission"
    session.order(Order("bandit", "offer-talks"))
    assert case.state.verdict is None
    assert session.pending()[0].text == question.text
    session.order(Order("bandit", "break-off-talks"))
    with pytest.raises(Refused, match="still waits for an answer"):
        session.order(Order("un", "pass"))
    session.decide("un", side="bandit")
    assert case.state.mark_named("game", "to act") == "un"
    session.close(case.secret)
    assert audit(session.game.unsaved()).findings == []


@pytest.mark.rule("somalia 11.12b")
@pytest.mark.parametrize("offered", [True, False])
def test_talks_that_open_on_the_way_break_off_a_flush(offered: bool) -> None:
    """The Flush is paid for and its units have moved, and no contact is rolled."""
    case = Table("somalia", options=TALKS, dice=ScriptedDice([*[1] * 12, 5]))
    for piece in case.state.pieces.values():
        if piece.place == "deploying":
            case.put(piece.id, "bandit-cup" if piece.kind.group == "gang" else "removed")
    case.put("pink-1a", "jilib").put("purple-3a", "hardiyo").track("sp-un", 20)
    case.mark("game", "to act", "un").phase("operations", 2, "")
    session = case.session
    session.order(Order("un", "flush", {"zone": "jilib", "units": ["pakistan"]}))
    assert "ambush" in words_of(session.pending()[0].text, "somalia")
    if offered:
        session.order(Order("bandit", "offer-talks"))
    session.decide([], side="bandit")
    rolled = [
        words_of(event.purpose, "somalia") for event in session.game.log if isinstance(event, DieRolled)
    ]
    assert len(rolled) == (0 if offered else 1)
    assert case.state.pieces["pakistan"].place == "jilib"
    assert case.state.mark_named("pakistan", "done") is True
    assert case.state.track("sp-un") == 19


@pytest.mark.rule("somalia 11.1a", "somalia 9.0a", "somalia 6.0b")
def test_every_order_may_end_a_phase_or_the_game_but_talks() -> None:
    """Talks stand beside an order that waits, which is not theirs to end."""
    kinds = [kind for chapter in CHAPTERS for kind in chapter.KINDS]
    unchanged = {kind.name for kind in kinds if whole(kind).procedure is kind.procedure}
    assert unchanged == {"offer-talks", "break-off-talks"}
