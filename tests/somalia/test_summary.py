"""What came of a mission in one line."""

import pytest

from adjudication.engine.orders import Order
from adjudication.engine.umpire import Nobody
from adjudication.systems.somalia.summary import summary
from domain.events import Chosen, Event, OrderGiven, PhaseEntered
from domain.table.dice import ScriptedDice
from domain.texts import code_of, said_in
from reports.words.summaries import summed
from tests.somalia.field import NEXT, NEXT_TURN, field
from tests.somalia.later import HIT, courts
from tests.table import Table
from tests.words import words_of


def _word(thing: object) -> object:
    """A thing by its id, a text in words."""
    said = said_in(thing)
    return thing if said is None else words_of(said, "somalia")


def told(table: Table, name: str, side: str, **how: object) -> list[str]:
    """The parts of the summary of an order, as their words and things."""
    events = table.order(name, side=side, **how)  # type: ignore[arg-type]
    given = events[0]
    assert isinstance(given, OrderGiven)
    return [part.text.format(*map(_word, part.things)) for part in summary(given, events, table.state, [])]


@pytest.mark.rule("somalia 6.21f")
def test_a_raid_says_its_result_and_how_it_was_divided() -> None:
    table = field("bandit", pink_3a="jilib", convoy_1="jilib", nigeria="jilib")
    table.mark("nigeria", "guards", "convoy-1")
    assert told(
        table,
        "raid",
        "bandit",
        target="convoy-1",
        units=["pink-3a"],
        dice=[5, 6, 4, 4],
        answers=[1, True],
    ) == [
        "the Raid: a result of 2",
        "1 hit on UN units",
        "the UN loses 1 SP",
        "the defenders: a result of 1",
        "pink-3a eliminated",
    ]


@pytest.mark.rule("somalia 6.12e")
def test_a_flush_says_its_ambush_contact_and_losses() -> None:
    table = field(pink_1a="jilib", pink_3a="kismayu", carabinieri="kismayu").mark("pink-3a", "done")
    assert told(
        table,
        "flush",
        "un",
        zone="kismayu",
        units=["pakistan", "carabinieri"],
        via=["jilib"],
        dice=[6, 6, 1, 1],
        answers=[["pink-1a"]],
    )[:3] == ["the ambush: a result of 1, a critical hit", "1 hit on UN units", "the UN is confined to base"]
    table = field(pink_3a="jilib", pakistan="jilib", carabinieri="jilib").mark("pink-3a", "done")
    assert told(
        table, "flush", "un", zone="jilib", units=["pakistan", "carabinieri"], dice=[3, 4, 1, 2, 3, 4]
    ) == [
        "contact by 1 of 2 units",
        "the Flush: no effect",
        "the gangs that are left: a result of 1",
        "1 hit on UN units",
    ]


@pytest.mark.rule("somalia 6.13b")
def test_development_says_whether_it_succeeded() -> None:
    table = field(tunisia="jilib")
    assert told(table, "develop", "un", mission="militia", unit="tunisia", zone="jilib", dice=[4]) == [
        "success (rolled 4)",
        "militia-1 recruited in jilib",
    ]


@pytest.mark.rule("somalia icu2006.special.c")
def test_a_move_that_is_an_attack_says_what_it_came_to() -> None:
    table = courts({"icu-2a": "jilib", "icu-1a": "jilib", "pink-2a": "baidoa", "pink-1a": "baidoa"})
    table.mark("pink-2a", "done").mark("pink-1a", "done")
    found = told(
        table,
        "move",
        "icu",
        to="baidoa",
        units=["icu-2a", "icu-1a"],
        dice=[*HIT, *HIT],
        answers=[["pink-1a"], ["icu-1a"]],
    )
    assert [part for part in found if "eliminated" in part] == ["pink-1a eliminated", "icu-1a eliminated"]
    assert any(part.endswith("a result of 1") for part in found)


def summed_before(table: Table, follows: type[Event]) -> tuple[str, bool]:
    """What came of the last order in one line, and whether the log has it before the first such event."""
    game = table.session.game
    found = max(summed(game))
    after = [event.number for event in game.log if isinstance(event, follows) and event.number > found.given]
    return found.whole, found.concluded < after[-1]


@pytest.mark.rule("somalia 6.0a")
def test_a_mission_is_summed_up_before_anybody_is_asked_who_is_next() -> None:
    table = field("bandit", who=True, pink_3a="jilib", pink_1a="jilib", convoy_1="jilib")
    players, table.session.people = table.session.people, Nobody()
    table.session.dice = ScriptedDice([5, 6])
    order = Order("bandit", "raid", {"target": "convoy-1", "units": ["pink-3a"]})
    assert [code_of(question.text) for question in table.session.order(order).questions] == [NEXT]
    (found,) = summed(table.session.game)
    assert (found.end, found.whole) == (0, "The Raid: a result of 2; the UN loses 2 SP")
    table.people.answers = ["un"]
    table.session.proceed_with(players)
    assert summed_before(table, Chosen) == (found.whole, True)


@pytest.mark.rule("somalia 3.0c")
def test_the_last_mission_of_a_turn_is_summed_up_in_that_turn() -> None:
    table = field("bandit", purple_1e="removed", pink_3a="mogadishu-airport").mark("pakistan", "done")
    table.order("raid", side="bandit", target="base-1", units=["pink-3a"], dice=[5, 6, 1, 1, *NEXT_TURN])
    assert table.state.turn == 2
    whole, before = summed_before(table, PhaseEntered)
    assert whole.startswith("The Raid: a result of 2; the UN loses 2 SP")
    assert before
