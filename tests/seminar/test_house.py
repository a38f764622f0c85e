"""House rules, options changed in play, and tables put in the place of others."""

import random
from typing import Any

import msgspec
import pytest

from adjudication.engine.by_hand.house_tables import Difference, covers, differences, same_shape
from adjudication.engine.session import Session
from adjudication.seminar.house import adopt_rule, change_option
from domain.errors import BadData, NotFound, Refused
from domain.events import Event, HouseRuleAdopted, LookedUp, OptionChanged, TableAdopted, TableData
from domain.views.view import see_log
from reports.words.by_hand import difference_lines
from reports.words.events import in_words
from reports.words.explain import explain
from reports.words.then import words_then
from tests.core.games import SECRET, altered, findings, new_game, play_orders, random_people, seat
from tests.seminar.games import act, freeform, go_on, of_kind
from tests.seminar.test_by_hand import told

WHY = "It was agreed"


def chart(*rows: dict[str, Any], keys: tuple[str, ...] = ("die", "tension")) -> TableData:
    return TableData("Our escalation", keys, rows, "house", "the club's own")


OURS = chart(
    {"die": (None, 3), "tension": (0, 10), "change": 0, "told": "quiet"},
    {"die": (4, None), "tension": (0, 6), "change": 1, "told": "loud"},
    {"die": (4, None), "tension": (7, 10), "change": 2, "told": "war"},
)


# --- rules and options -----------------------------------------------------------------------------


def test_a_house_rule_is_adopted_cited_and_taken_back() -> None:
    session = freeform()
    adopt_rule(session, "H1", " Fog halves every move. ", WHY, "Ada", replaces="2.1")
    adopt_rule(session, "H2", "And mist", WHY, replaces="H1")
    rules = session.state.cell.house_rules
    assert (rules["H1"].text, rules["H1"].replaces) == ("Fog halves every move.", "freeform 2.1")
    assert rules["H2"].replaces == "house H1"
    to_talks = {"piece": "cou-pilots", "to": "talks"}
    with pytest.raises(NotFound, match="House rule H1 holds no more; H2 took its place"):
        session.by_hand("hand-move", to_talks, WHY, rule="house H1")
    move = session.by_hand("hand-move", to_talks, WHY, rule="house H2")
    assert {event.rule for event in move.events[:-1]} == {"house H2"}
    report = findings(session.game.log, SECRET)
    assert report.findings == []
    assert any(
        "house rule H1 was adopted instead of freeform 2.1. Reason: It was agreed" in n
        for n in report.notices
    )
    assert "house H2" in explain(session.game, move.events[1].number).lines()[0]
    adopt_rule(session, "H1", "Fog is fog again", WHY)
    session.by_hand("hand-move", {"piece": "cou-pilots", "to": "narrows"}, WHY, rule="house H1")
    assert findings(session.game.log, SECRET).findings == []


def test_a_house_rule_that_cites_what_it_replaces_in_other_words_is_found() -> None:
    session = freeform()
    adopt_rule(session, "H1", "Envoys move freely.", WHY)
    adopt_rule(session, "H2", "Envoys stay.", WHY, replaces="H1")
    events = list(session.game.log)
    assert findings(events, SECRET).findings == []
    (_, second) = of_kind(events, HouseRuleAdopted)
    assert second.replaces == "house H1"
    for replaces, part in (
        ("H1", "It replaces H1, which is not how that rule is cited."),
        ("house H2", "no house rule"),
        ("freeform 999", "no rule"),
    ):
        forged = [
            msgspec.structs.replace(event, replaces=replaces) if event is second else event
            for event in events
        ]
        report = findings(forged, SECRET)
        assert any(f.event == second.number and part in f.message for f in report.findings), replaces


@pytest.mark.parametrize(
    ("id", "text", "because", "replaces", "part"),
    [
        ("H 1", "x", WHY, "", "1 to 40"),
        ("", "x", WHY, "", "1 to 40"),
        ("H1", " ", WHY, "", "needs a text"),
        ("H1", "x" * 4001, WHY, "", "at most 4000"),
        ("H1", "x", " ", "", "reason"),
        ("H1", "x", WHY, "99", "no rule"),
        ("H1", "x", WHY, "house", "names none"),
        ("H1", "x", WHY, "house H9", "no house rule"),
    ],
)
def test_a_house_rule_that_is_none_is_refused(
    id: str, text: str, because: str, replaces: str, part: str
) -> None:
    session = freeform()
    with pytest.raises(Refused, match=part):
        adopt_rule(session, id, text, because, replaces=replaces)
    assert not of_kind(session.game.log, HouseRuleAdopted)


def test_an_option_changed_in_play_holds_from_then_on() -> None:
    session = freeform()
    assert not any(order.arguments.get("to") == "ocean" for order in session.legal())
    change_option(session, "free_movement", True, WHY, "Ada")
    order = next(order for order in session.legal() if order.arguments.get("to") == "ocean")
    session.order(order)
    report = findings(session.game.log, SECRET)
    assert report.findings == []
    assert "Event 9 (Ada): option free_movement was changed to on. Reason: It was agreed" in report.notices


@pytest.mark.parametrize(
    ("name", "value", "because", "part"),
    [
        ("fog", True, WHY, "no option"),
        ("free_movement", 1, WHY, "on or off"),
        ("turns", True, WHY, "whole number"),
        ("turns", "3", WHY, "whole number"),
        ("turns", 3, WHY, "already"),
        ("turns", 4, "", "reason"),
    ],
)
def test_an_option_that_cannot_be_is_refused(name: str, value: Any, because: str, part: str) -> None:
    session = freeform()
    with pytest.raises(Refused, match=part):
        change_option(session, name, value, because)
    assert not of_kind(session.game.log, OptionChanged)


def test_nothing_of_the_law_is_changed_in_the_middle_of_an_order_but_rules() -> None:
    session = freeform()
    go_on(session)
    act(session, "aldmark", "Sail")
    with pytest.raises(Refused, match="waits"):
        change_option(session, "turns", 4, WHY)
    with pytest.raises(Refused, match="waits"):
        session.adopt_table("escalation", OURS, WHY)
    adopt_rule(session, "H1", "Fog", WHY)
    session.decide("fails", because="x")
    session.close(SECRET)
    with pytest.raises(Refused, match="closed"):
        change_option(session, "turns", 4, WHY)
    with pytest.raises(Refused, match="closed"):
        adopt_rule(session, "H2", "Mist", WHY)
    with pytest.raises(Refused, match="closed"):
        session.adopt_table("escalation", OURS, WHY)


# --- tables ----------------------------------------------------------------------------------------


def test_a_table_of_the_house_answers_from_then_on_and_is_named() -> None:
    session = freeform()
    keys = {"die": 5, "tension": 8}
    told(session, "score", track="tension", change=5)
    before = of_kind(told(session, "look-up", table="escalation", keys=keys), LookedUp)[0]
    adopted = session.adopt_table("escalation", OURS, WHY, "Ada")
    after = of_kind(told(session, "look-up", table="escalation", keys=keys), LookedUp)[0]
    assert (before.result["change"], after.result["change"]) == (1, 2)
    told_after = in_words(after, session.state)
    assert f"Our escalation (adopted in event {adopted.number}, house), die 5, tension 8" in told_after
    [entered] = explain(session.game, after.number).tables
    assert (entered.title, entered.provenance, entered.source) == (
        "Our escalation",
        "house",
        "the club's own",
    )
    seen = [view for view in see_log(session.game.log, "verrin") if view.event == "looked-up"]
    words = list(words_then(session.game.log, seen, "verrin").values())
    assert "adopted" not in words[0]
    assert "(adopted in play)" in words[1]
    assert findings(session.game.log, SECRET).findings == []


def test_differences_are_said_where_the_answers_differ() -> None:
    session = freeform()
    old = session.state.tables["escalation"].data
    found = differences("escalation", old, OURS)
    assert (
        Difference(
            {"die": 6, "tension": (7, 10)},
            {"change": 2, "told": "A ship is hit and men die"},
            {"change": 2, "told": "war"},
        )
        not in found
    )
    lines = difference_lines(found)
    assert "Die 6.., tension 7..10: told war instead of A ship is hit and men die." in lines
    assert "Die ..2, tension 0..3: change 0 instead of -1, told quiet instead of The day is quiet." in lines
    assert differences("escalation", old, old) == []
    assert difference_lines([]) == ["Both tables give the same results."]


def test_a_row_for_what_had_none_is_a_difference_and_no_fault() -> None:
    wider = chart(*OURS.rows, {"die": (None, None), "tension": (11, 12), "change": 3, "told": "the end"})
    covers("escalation", OURS, wider)
    assert difference_lines(differences("escalation", OURS, wider)) == [
        "Die .., tension 11..12: change 3, told the end, which the old table had no row for."
    ]


@pytest.mark.parametrize(
    ("rows", "part"),
    [
        (OURS.rows[:2], "no row for die 4.., tension 7..10"),
        ((*OURS.rows[:2], {**OURS.rows[2], "tension": (7, 9)}), "no row for die 4.., tension 10"),
        ((*OURS.rows, {**OURS.rows[2], "die": 9, "tension": 3}), "die 9, tension 3 stands in rows 2 and 4"),
        ((*OURS.rows[1:], {**OURS.rows[0], "die": (0, 3)}), r"no row for die \.\.-1"),
        ((*OURS.rows[1:], {**OURS.rows[0], "change": "much"}), "change is a number"),
        ((*OURS.rows[1:], {**OURS.rows[0], "change": None}), "change is a number"),
        ((*OURS.rows[1:], {**OURS.rows[0], "told": (1, 2)}), "told is a range"),
        ((*OURS.rows[1:], {"die": (None, 3), "tension": (0, 10), "change": 1}), "told is missing"),
    ],
)
def test_a_table_that_does_not_answer_what_the_old_one_did_is_refused(
    rows: tuple[Any, ...], part: str
) -> None:
    session = freeform()
    log = list(session.game.log)
    session.adopt_table("escalation", OURS, WHY)
    with pytest.raises(BadData, match=part):
        session.adopt_table("escalation", chart(*rows), WHY)
    assert session.game.log[:-1] == log


def test_words_and_switches_are_keys_of_their_own() -> None:
    old = chart({"die": "a", "tension": True, "x": 1}, {"die": "b", "tension": True, "x": 1})
    same_shape("t", old, old)
    covers("t", old, old)
    with pytest.raises(BadData, match="no row for die b, tension yes"):
        covers("t", old, chart(old.rows[0], {"die": "b", "tension": 1, "x": 1}))
    with pytest.raises(BadData, match="entered with"):
        same_shape("t", old, chart(*old.rows, keys=("die",)))


def test_a_table_too_fine_to_be_compared_is_refused() -> None:
    rows = tuple({"die": n, "tension": n, "x": 1} for n in range(700))
    with pytest.raises(BadData, match="more than"):
        covers("t", chart(*rows), chart(*rows))


def test_there_is_no_such_table() -> None:
    with pytest.raises(NotFound, match="escalation"):
        freeform().adopt_table("weather", OURS, WHY)


# --- forgeries -------------------------------------------------------------------------------------


def found(session: Session, event: Event, **changes: Any) -> list[str]:
    forged = [altered(each, **changes) if each is event else each for each in session.game.log]
    return [finding.message for finding in findings(forged, SECRET).findings]


def test_forged_laws_are_found() -> None:
    session = freeform()
    house = adopt_rule(session, "H1", "Fog", WHY)
    option = change_option(session, "turns", 4, WHY)
    adopted = session.adopt_table("escalation", OURS, WHY)
    assert found(session, house, because="") == ["A house rule needs a reason."]
    assert found(session, house, text="") == ["A house rule needs a text."]
    assert any("no option" in each for each in found(session, option, option="fog"))
    assert any("whole number" in each for each in found(session, option, value="4"))
    assert any("reason" in each for each in found(session, option, because=" "))
    assert any("no table" in each for each in found(session, adopted, table="weather"))
    assert any("no row for" in each for each in found(session, adopted, data=chart(*OURS.rows[:2])))
    assert found(session, adopted, because="") == ["A new table needs a reason."]
    assert found(session, adopted) == []


def test_in_the_middle_of_a_game_of_another_system() -> None:
    """Options and tables changed by the way in a toy: it goes on by the new ones, and the audit follows."""
    session = seat(new_game(("toy-options", {})), random_people(2))
    session.begin()
    play_orders(session, 2, random.Random(2))
    old = session.state.tables["charge"].data
    rows = tuple({**row, "lost": 1} for row in old.rows)
    session.adopt_table("charge", TableData("Mild charge", old.keys, rows), WHY)
    play_orders(session, 2, random.Random(3))
    change_option(session, "duels", True, WHY)
    play_orders(session, 2, random.Random(4))
    assert {e.result["lost"] for e in of_kind(session.game.log, LookedUp)[-2:]} == {1}
    assert len(of_kind(session.game.log, TableAdopted, OptionChanged)) == 2
    assert findings(session.game.log, SECRET).findings == []
