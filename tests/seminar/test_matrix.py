"""Matrix arguments: each method, what is heard, how it is told, and what cannot be argued."""

from pathlib import Path
from typing import Any

import pytest

from adjudication.engine.by_hand.matrix import Argument, Method, check, method_of, methods, read
from adjudication.engine.session import Session
from domain.errors import BadData, NotFound, Refused
from domain.events import Concluded, DieRolled, Modified, OrderGiven
from domain.table.dice import ScriptedDice
from tests.core.games import SECRET, altered, findings
from tests.seminar.games import freeform, of_kind
from tests.words import words_of

HEARD = (
    {"stance": "for", "text": "The treaty binds them", "who": "Haldane", "strength": "strong"},
    {"stance": "for", "text": "The tide", "strength": "weak"},
    {"stance": "against", "text": "They are unpaid", "who": "Orsk", "strength": "strong"},
    {"stance": "against", "text": "It is night", "who": "Orsk", "strength": "strong"},
)


def argue(session: Session, method: str, **more: Any) -> list[Any]:
    arguments = {"action": "The pilots sail", "method": methods()[method], "actor": "council", **more}
    return list(session.by_hand("hand-argue", arguments, "Seminar", "Ada").events)


@pytest.mark.parametrize(("dice", "total", "succeeds"), [([5, 3], 7, True), ([4, 3], 6, False)])
def test_two_dice_and_one_for_each_strong_argument(dice: list[int], total: int, succeeds: bool) -> None:
    session = freeform(dice=ScriptedDice(dice))
    events = argue(session, "two-dice", arguments=HEARD, success="They sail", failure="They stay ashore")
    assert [roll.die for roll in of_kind(events, DieRolled)] == [6, 6]
    told = [(words_of(m.label), m.amount) for m in of_kind(events, Modified)]
    assert told == [
        ("“The treaty binds them” (Haldane)", 1),
        ("“They are unpaid” (Orsk)", -1),
        ("“It is night” (Orsk)", -1),
    ]
    result = of_kind(events, Concluded)[0]
    assert of_kind(events, Modified)[-1].total == total
    assert (
        words_of(result.result) == f"{'succeeds' if succeeds else 'fails'} (total {total}, needed 7 or more)"
    )
    assert result.narration == ("They sail" if succeeds else "They stay ashore")
    given = of_kind(events, OrderGiven)[0]
    assert len(given.arguments["arguments"]) == 4, "weak arguments are kept though they count nothing"
    assert findings(session.game.log).findings == []


@pytest.mark.parametrize(("face", "succeeds"), [(46, True), (45, False)])
def test_an_estimated_probability_is_the_median(face: int, succeeds: bool) -> None:
    session = freeform(dice=ScriptedDice([face]))
    events = argue(session, "estimate", estimates={"Ash": 40, "Bey": 90, "Cox": 55})
    result = words_of(of_kind(events, Concluded)[0].result)
    assert of_kind(events, DieRolled)[0].die == 100
    assert result == f"{'succeeds' if succeeds else 'fails'} (rolled {face}, needed 46 or more for 55 %)"


def test_the_facilitator_may_use_another_chance() -> None:
    session = freeform(dice=ScriptedDice([10]))
    events = argue(session, "estimate", estimates={"Ash": 40}, percent=91)
    assert words_of(of_kind(events, Concluded)[0].result).startswith("succeeds (rolled 10, needed 10 or more")


@pytest.mark.parametrize(
    ("votes", "result"),
    [
        ({"A": "for", "B": "for", "C": "against"}, "succeeds (2 for, 1 against)"),
        (
            {"A": "for", "B": "against", "C": "abstains"},
            "fails (1 for, 1 against; a tie counts against)",
        ),
        ({"A": "against"}, "fails (0 for, 1 against)"),
    ],
)
def test_a_vote(votes: dict[str, str], result: str) -> None:
    session = freeform()
    events = argue(session, "vote", votes=votes)
    assert not of_kind(events, DieRolled)
    assert words_of(of_kind(events, Concluded)[0].result) == result


def test_how_it_is_told_may_be_asked_when_it_is_known() -> None:
    session = freeform()
    argue(session, "vote", votes={"A": "for"}, narrate=True)
    [question] = session.pending()
    assert (question.side, question.kind) == ("white", "words")
    assert "It succeeds (1 for" in words_of(question.text)
    session.decide("The boats cast off at dawn", "Ada")
    assert of_kind(session.game.log, Concluded)[0].narration == "The boats cast off at dawn"
    assert findings(session.game.log, SECRET).findings == []


@pytest.mark.parametrize(
    ("method", "more", "part"),
    [
        ("two-dice", {"action": " "}, "needs an action"),
        ("two-dice", {"arguments": [{"stance": "maybe", "text": "x"}]}, "`for` or `against`"),
        ("two-dice", {"arguments": [{"stance": "for", "text": " ", "strength": "weak"}]}, "words"),
        ("two-dice", {"arguments": [{"stance": "for", "text": "x", "strength": "huge"}]}, "strong or weak"),
        ("two-dice", {"arguments": [{"stance": "for"}]}, "field required"),
        ("two-dice", {"arguments": [dict(HEARD[0])] * 101}, "At most 100"),
        ("estimate", {}, "an estimate is needed"),
        ("estimate", {"estimates": {"A": 200}}, "from 0 to 100"),
        ("estimate", {"estimates": {"A": 20}, "percent": 100}, "1 to 99"),
        ("vote", {}, "votes are needed"),
        ("vote", {"votes": {"A": "perhaps"}}, "abstains"),
    ],
)
def test_what_cannot_be_argued_is_refused(method: str, more: dict[str, Any], part: str) -> None:
    session = freeform()
    log = list(session.game.log)
    with pytest.raises(Refused, match=part):
        argue(session, method, **more)
    assert session.game.log == log


@pytest.mark.parametrize(
    ("wrong", "part"),
    [
        ({"kind": "chess"}, "its kind"),
        ({"kind": "dice", "target": 7}, "1 to 20 dice"),
        ({"kind": "dice", "dice": (6,)}, "target"),
        ({"kind": "dice", "dice": (1,), "target": 7}, "2 to 100"),
        ({"kind": "chance", "dice": (20,)}, "D10 or D100"),
        ({"kind": "vote", "ties": "nobody"}, "ties"),
    ],
)
def test_a_method_that_cannot_be_played_is_refused(wrong: dict[str, Any], part: str) -> None:
    with pytest.raises(BadData, match=part):
        check(Method("x", "X", **wrong))


def test_methods_are_data_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "methods.yaml"
    file.write_text(
        "methods:\n"
        "  - {id: three, title: three dice, kind: dice, dice: [6, 6, 6], target: 11, strengths: {good: 2}}\n"
        "  - {id: vote, title: our vote, kind: vote, ties: for}\n"
    )
    known = methods(file)
    assert list(known) == ["three", "vote", "two-dice", "estimate"]
    assert known["vote"].ties == "for"
    session = freeform(dice=ScriptedDice([1, 4, 4]))
    said = [{"stance": "for", "text": "x", "strength": "good"}]
    events = session.by_hand(
        "hand-argue", {"action": "A", "method": known["three"], "arguments": said}, "Seminar"
    ).events
    assert words_of(of_kind(events, Concluded)[0].result) == "succeeds (total 11, needed 11 or more)"
    file.unlink()
    assert findings(session.game.log).findings == [], "the method is in the log"
    with pytest.raises(NotFound, match="two-dice"):
        method_of("chess", known)


@pytest.mark.parametrize(
    "text",
    ["methods: 3", "[]", "methods:\n  - {id: x}", "methods:\n  - {id: x, title: x, kind: chess}", "a: [b"],
)
def test_a_file_that_holds_no_methods_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "methods.yaml"
    file.write_text(text)
    with pytest.raises(BadData):
        methods(file)


def test_every_method_that_comes_with_the_program_says_how() -> None:
    for method in methods().values():
        assert len(method.how) > 40
        read(Argument("x", method))


def test_a_forged_argument_is_found() -> None:
    session = freeform(dice=ScriptedDice([3, 3]))
    events = argue(session, "two-dice", arguments=HEARD[:1])
    given = of_kind(events, OrderGiven)[0]
    result = of_kind(events, Concluded)[0]
    for event, changes in (
        (given, {"arguments": {**given.arguments, "arguments": []}}),
        (result, {"result": "fails (total 6, needed 7 or more)"}),
        (of_kind(events, Modified)[0], {"amount": 2, "total": 8}),
    ):
        forged = [altered(each, **changes) if each is event else each for each in session.game.log]
        assert [finding.kind for finding in findings(forged).findings] == ["rules"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (
            "[{id: x, title: x, kind: dice, strength: {a: 1}}]",
            "method 1 has no `strength`; it may have id, title",
        ),
        ("[{id: x, kind: dice}]", "method 1 needs `title`."),
        ("[{id: x, title: x, kind: vote, ties: [for]}]", "method 1: `ties` takes text."),
        ("[{id: x, title: x, kind: dice, dice: 6, target: 3}]", "`dice` takes a list, as in"),
        ("[{id: x, title: x, kind: dice, dice: [d6], target: 3}]", "`dice.0` takes a whole number."),
        (
            "[{id: x, title: x, kind: dice, dice: [6], target: 3, strengths: [a]}]",
            "a number for each strength",
        ),
        ("[sure thing]", "method 1 has an id, a title and a kind"),
        ("[{id: x, title: x, kind: vote}, {id: x, title: y, kind: vote}]", "method x is there twice."),
    ],
)
def test_a_method_that_is_none_is_refused_in_plain_words(tmp_path: Path, text: str, part: str) -> None:
    file = tmp_path / "methods.yaml"
    file.write_text(f"methods: {text}\n")
    with pytest.raises(BadData) as refused:
        methods(file)
    assert refused.value.sentence.startswith("methods.yaml: ")
    assert part in refused.value.sentence
