"""Plans of several sides: sealed in any order, changed until all are in, opened together."""

import itertools
from typing import Any

import pytest

from adjudication.chances.odds import Answers, odds
from adjudication.chances.playout import Playout, luck_of
from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.choices import Blank
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.sealing import digest_of
from adjudication.engine.session import Session
from domain.errors import BadData
from domain.events import AnswersOpened, Chosen, Event, PieceMoved
from domain.game.game import Game
from domain.views.view import see_log
from tests.core.games import altered, findings, new_game, random_people, seat
from tests.toys import plans
from tests.toys.plans import Raid, Watch

NAME = plans.NAME
RAID = {"wings": ["wing-2", "wing-4"], "target": "depot", "low": True}
WATCH = {"guns": {"gun-1": "depot", "gun-3": "radar"}}


def planning() -> Session:
    session = seat(new_game((NAME, {})))
    session.begin()
    session.order(Order("", "next"))
    return session


def asked(session: Session) -> list[tuple[str, bool]]:
    return [(question.side, question.optional) for question in session.pending()]


def sealed(session: Session) -> list[Chosen]:
    return [event for event in session.game.log if isinstance(event, Chosen)]


@pytest.mark.parametrize("first", ["north", "south"])
def test_plans_come_in_any_order_and_are_opened_together(first: str) -> None:
    session = planning()
    assert asked(session) == [("north", False), ("south", False)]
    answers = {"north": RAID, "south": WATCH}
    second = "south" if first == "north" else "north"
    session.decide(answers[first], side=first)
    session = seat(Game.from_events(session.game.id, session.game.log))
    assert asked(session) == [(second, False), (first, True)]
    assert not any(isinstance(event, PieceMoved) for event in session.game.log)
    session.decide(answers[second], side=second)
    opened = [event for event in session.game.log if isinstance(event, AnswersOpened)]
    assert [event.answers for event in opened] == [answers]
    for event in sealed(session):
        assert event.digest == digest_of(event.salt, [event.value])
        assert opened[0].salts[event.side] == event.salt
    assert len({event.salt for event in sealed(session)}) == 2
    moved = [event.piece for event in session.game.log if isinstance(event, PieceMoved)]
    assert list(dict.fromkeys(moved)) == ["wing-2", "wing-4"]
    assert session.state.turn == 2
    assert not findings(session.game.log).findings


def test_a_plan_reaches_rule_code_as_its_form(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[object] = []
    of_rules = Blank.of_rules

    def watched(self: Blank, plan: object) -> object:
        found.append(of_rules(self, plan))
        return found[-1]

    monkeypatch.setattr(Blank, "of_rules", watched)
    session = planning()
    session.decide(RAID, side="north")
    session.decide(WATCH, side="south")
    assert Raid(("wing-2", "wing-4"), "depot", True) in found
    assert Watch({"gun-1": "depot", "gun-3": "radar"}) in found


def test_a_plan_is_changed_until_all_are_in() -> None:
    session = planning()
    session.decide(RAID, side="north")
    assert session.pending()[1].given == RAID
    other = {**RAID, "target": "radar"}
    with pytest.raises(BadData, match="that is the plan that north has sealed already"):
        session.decide(RAID, side="north")
    session.decide(other, side="north")
    session.decide(RAID, side="north")
    session.decide(other, side="north")
    assert asked(session) == [("south", False), ("north", True)]
    assert len({event.digest for event in sealed(session)}) == 4, "each seal has a salt of its own"
    session.decide(WATCH)
    (opened,) = (event for event in session.game.log if isinstance(event, AnswersOpened))
    assert opened.answers["north"] == other
    assert not findings(session.game.log).findings


def test_a_final_plan_is_not_changed() -> None:
    session = planning()
    session.decide(RAID, side="north")
    session.decide(RAID, side="north", final=True)
    assert asked(session) == [("south", False)]
    with pytest.raises(Exception, match="Nothing is asked of north; the question is to south"):
        session.decide({**RAID, "target": "radar"}, side="north")
    session.decide(WATCH)
    assert not findings(session.game.log).findings


@pytest.mark.parametrize(
    ("plan", "refusal"),
    [
        ({**RAID, "wings": ["wing-1", "wing-2", "wing-3"]}, r"Plan of the day: Only two wings can fly low\."),
        ({**RAID, "target": "bay"}, "target is one of bridge, depot, radar, not bay"),
        ({**RAID, "wings": []}, "wings: Choose 1 to 3, not none"),
        ({"wings": ["wing-1"]}, "Still to fill in: target"),
        (WATCH, "There is no field guns"),
    ],
)
def test_a_plan_that_may_not_be_is_refused(plan: object, refusal: str) -> None:
    session = planning()
    before = list(session.game.log)
    with pytest.raises(BadData, match=refusal):
        session.decide(plan, side="north")
    assert session.game.log == before


def test_a_field_left_out_has_its_default() -> None:
    session = planning()
    session.decide({"wings": ["wing-1"], "target": "radar"}, side="north")
    assert sealed(session)[0].value["low"] is False


def test_others_see_the_digest_alone_until_plans_are_opened() -> None:
    session = planning()
    session.decide(RAID, side="north")
    (event,) = sealed(session)

    def seen(viewer: str, kind: str) -> list[dict[str, object]]:
        return [line.fields for line in see_log(session.game.log, viewer) if line.event == kind]

    expected = {"side": "north", "question": "Plan of the day", "digest": event.digest}
    assert seen("south", "chosen") == [expected]
    assert seen("north", "chosen")[0]["value"] == RAID
    session.decide(WATCH)
    (opened,) = seen("south", "answers-opened")
    assert opened["answers"] == {"north": RAID, "south": WATCH}
    assert opened["salts"] == {each.side: each.salt for each in sealed(session)}


def test_of_an_opened_plan_with_masked_pieces_the_salt_is_withheld() -> None:
    session = planning()
    session.state.pieces["wing-2"].known_to = ("north",)
    events = list(session.game.log)
    laid = events[2]
    pieces = [
        altered(piece, known_to=("north",)) if piece.id == "wing-2" else piece
        for piece in laid.pieces  # type: ignore[attr-defined]
    ]
    session = seat(
        Game.from_events(session.game.id, [*events[:2], altered(laid, pieces=tuple(pieces)), *events[3:]])
    )
    session.decide(RAID, side="north")
    session.decide(WATCH)
    (opened,) = (line.fields for line in see_log(session.game.log, "south") if line.event == "answers-opened")
    assert opened["answers"]["north"]["wings"] == ["?", "wing-4"]
    assert opened["salts"]["north"] == "?"
    assert opened["salts"]["south"] != "?"


def test_the_audit_finds_every_alteration_of_a_plan() -> None:
    session = planning()
    session.decide(RAID, side="north")
    session.decide({**RAID, "low": False}, side="north", final=True)
    session.decide(WATCH)
    log = session.game.log
    assert not findings(log).findings
    (first, second, third), (opened,) = sealed(session), [e for e in log if isinstance(e, AnswersOpened)]
    forged: list[tuple[Event, dict[str, Any]]] = [
        (second, {"value": {**RAID, "target": "radar"}}),
        (second, {"digest": first.digest}),
        (second, {"salt": first.salt}),
        (second, {"audience": None}),
        (third, {"side": "north"}),
        (opened, {"answers": {**opened.answers, "north": RAID}}),
        (opened, {"salts": {}}),
    ]
    for event, changes in forged:
        report = findings([altered(e, **changes) if e is event else e for e in log])
        assert report.findings, changes
        assert min(each.event for each in report.findings) in (event.number, event.number + 1)


def test_a_ruling_on_a_plan_counts_and_shows_that_it_is_not_what_was_sealed() -> None:
    session = planning()
    session.decide(RAID, side="north")
    session.decide(WATCH)
    wrong = sealed(session)[0]
    session.rule(wrong.number, {**RAID, "target": "bridge"}, "He named the wrong target")
    opened = [event for event in session.game.log if isinstance(event, AnswersOpened)][-1]
    assert opened.answers["north"]["target"] == "bridge"
    assert list(opened.salts) == ["south"]
    assert not findings(session.game.log).findings
    assert session.state.turn == 2


def test_a_ruling_on_what_came_before_keeps_all_plans() -> None:
    """Plans that were handed in, and changed, are not asked for again."""
    session = planning()
    for plan in (RAID, {**RAID, "target": "radar"}):
        session.decide(plan, side="north")
    session.decide(WATCH)
    first = sealed(session)[0]
    session.rule(first.number, {**RAID, "target": "bridge"}, "A slip of the pen")
    opened = [event for event in session.game.log if isinstance(event, AnswersOpened)][-1]
    assert opened.answers["north"]["target"] == "radar", "a later plan takes its place"
    assert not session.pending()
    assert not findings(session.game.log).findings


def test_policies_fill_in_plans_in_odds_play_outs_and_half_way() -> None:
    session = seat(new_game((NAME, {})))
    session.begin()
    found = odds(session.system, session.state, [Order("", "next")], "white", samples=200)
    assert [choice.question for choice in found.choices] == ["Plan of the day"] * 2
    assert all(choice.of > 12 for choice in found.choices)
    said: Answers = {
        ("north", "Plan of the day"): "wings=1 target=depot",
        ("south", "Plan of the day"): "guns=1:depot",
    }
    one = odds(session.system, session.state, [Order("", "next")], "white", said)
    assert one.exact
    assert one.probability(lambda outcome: outcome.tracks.get("hits") == 1) == pytest.approx(3 / 6)
    state = seat(new_game((NAME, {})), random_people(1)).state
    playout = Playout(load(NAME), state, RandomPolicy(), *luck_of(4))
    playout.begin()
    assert playout.play().verdict is not None

    half = planning()
    half.decide(RAID, side="north")
    half.proceed_with(PolicyPeople({}, RandomPolicy(), luck_of(3)[1]))
    assert half.state.turn == 2
    assert sealed(half)[0].value == RAID
    assert len(sealed(half)) == 2, "a policy does not change a plan that is in"


def test_every_course_of_handing_in_ends_the_same() -> None:
    ends = set()
    for course in itertools.permutations(["north", "south"]):
        session = planning()
        for side in course:
            session.decide({"north": RAID, "south": WATCH}[side], side=side)
        (opened,) = (event for event in session.game.log if isinstance(event, AnswersOpened))
        ends.add(repr((opened.answers, session.state.track("hits"), session.state.turn)))
    assert len(ends) == 1
