"""Player events (9.3c): written in secret before play, read out when drawn, settled by the white cell."""

from typing import Any

import pytest

from adjudication.systems.nineveh.card_play.player_events import effects, missing
from domain.errors import IllegalOrder
from domain.views.view import see_log
from tests.nineveh.drawing import HERE, disrupted, draw, field
from tests.nineveh.words import words_of
from tests.table import Table

STORM = "A sandstorm hides the street."


def before(**options: Any) -> Table:
    """A game that has just begun, with player events."""
    return Table("nineveh", dice="scripted", options={"player_events": True, **options})


def write(
    table: Table, side: str, trigger: int, effect: str = "isf-unit-disrupted", text: str = STORM
) -> None:
    """A side writes a card."""
    table.order("write-event", side=side, trigger=trigger, effect=effect, text=text)


@pytest.mark.rule("nineveh 9.3c", "nineveh 3.0c")
@pytest.mark.parametrize(("used", "cards"), [(False, 67), (True, 71)])
def test_the_blank_cards_are_in_the_deck_only_if_they_are_used(used: bool, cards: int) -> None:
    table = Table("nineveh", dice="scripted", options={"player_events": used})
    assert len(table.state.at["event-deck"]) == cards


@pytest.mark.rule("nineveh 9.3c")
def test_each_side_writes_one_event_on_a_1_and_one_on_a_6_before_play() -> None:
    table = before()
    for side in ("isf", "daesh"):
        for trigger in (1, 6):
            assert missing(table.state)
            write(table, side, trigger)
    assert missing(table.state) == ""
    with pytest.raises(IllegalOrder, match="no blank event card with a 1 left"):
        write(table, "isf", 1)


@pytest.mark.rule("nineveh 9.3c")
def test_the_preparation_does_not_end_before_all_is_written() -> None:
    table = before()
    table.order("prepare", side="isf", priority="time", cards=[])
    table.order("prepare", side="daesh", priority="time", cards=[])
    with pytest.raises(IllegalOrder, match="Iraqi security forces and Daesh must still write player events"):
        table.order("proceed", side="isf")


@pytest.mark.rule("nineveh 9.3c")
def test_without_the_option_nobody_writes_and_not_in_play() -> None:
    with pytest.raises(IllegalOrder, match="the option player_events is off"):
        write(Table("nineveh", dice="scripted"), "isf", 1)
    with pytest.raises(IllegalOrder):
        write(before().phase("support", 1, "isf"), "isf", 1)


@pytest.mark.rule("nineveh 9.3c")
@pytest.mark.parametrize(
    ("effect", "text", "why"),
    [("all-surrender", STORM, "not one of the small effects"), ("nothing", " ", "Say what")],
)
def test_an_event_is_small_and_says_something(effect: str, text: str, why: str) -> None:
    with pytest.raises(IllegalOrder, match=why):
        write(before(), "daesh", 6, effect, text)


@pytest.mark.rule("nineveh 9.3c")
def test_the_enemy_does_not_read_what_is_written() -> None:
    logs = []
    for effect, text in (("isf-unit-disrupted", STORM), ("leader-order-lost", "The emir is tired.")):
        table = before()
        write(table, "daesh", 6, effect, text)
        logs.append([repr(line) for line in see_log(table.session.game.log, "isf")])
    assert logs[0] == logs[1]


def written(trigger: int = 6, effect: str = "isf-unit-disrupted") -> Table:
    """A combat for which Daesh has written a card."""
    table = field(options={"player_events": True}, cts_1=HERE, militia_1=HERE)
    return table.mark("daesh", f"event on a {trigger}", {"text": STORM, "effect": effect})


@pytest.mark.rule("nineveh 9.3c", "nineveh 6.5a")
def test_a_drawn_event_is_read_out_and_the_white_cell_takes_what_its_side_meant() -> None:
    table = written()
    draw(table, "event-player-daesh-6", "isf", answers=["isf-unit-disrupted"])
    (question,) = table.people.asked
    assert (question.kind, question.suggested) == ("judgement", ("isf-unit-disrupted",))
    assert STORM in words_of(question.text)
    assert any(STORM in repr(line) for line in see_log(table.session.game.log, "isf"))
    assert disrupted(table) == ["cts-1"]


@pytest.mark.rule("nineveh 9.3c")
@pytest.mark.parametrize("answer", ["nothing", "manual-change"])
def test_the_white_cell_may_let_nothing_happen_or_make_a_manual_change(answer: str) -> None:
    table = written()
    draw(table, "event-player-daesh-6", "isf", answers=[answer])
    assert disrupted(table) == []


@pytest.mark.rule("nineveh 9.3c")
def test_every_effect_that_may_be_written_can_be_carried_out() -> None:
    for effect in effects(before().state, "daesh", 1):
        table = written(1, effect).mark("militia-1", "disrupted").mark("cts-1", "disrupted")
        table.put("militia-2", "thawra")
        draw(
            table,
            "event-player-daesh-1",
            "isf",
            answers=[effect, *(["cts"] if effect == "isf-order-lost" else [])],
        )
        assert table.state.pieces["event-player-daesh-1"].place == "event-discard"


@pytest.mark.rule("nineveh 9.3c")
def test_a_blank_card_does_nothing() -> None:
    table = field(options={"player_events": True}, cts_1=HERE, militia_1=HERE)
    draw(table, "event-player-isf-1", "isf")
    assert (disrupted(table), table.people.asked) == ([], [])


@pytest.mark.rule("nineveh 9.3c", "nineveh 10.1f")
def test_in_the_solitaire_game_the_isf_alone_writes() -> None:
    table = before(solitaire=True)
    with pytest.raises(IllegalOrder, match="nobody writes events for Daesh"):
        write(table, "daesh", 1)
