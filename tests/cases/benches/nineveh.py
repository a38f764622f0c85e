"""Nineveh: Disruption, what is tapped or shown, the event deck, supply, and what the game comes to."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from adjudication.systems.nineveh.card_play.events import DECK, TRIGGER
from adjudication.systems.nineveh.course.victory import RESULT
from adjudication.systems.nineveh.table.supply import daesh_in_supply, in_supply
from domain.events import Marked
from tests.cases.model import Position
from tests.cases.runner import Bench
from tests.nineveh.battle import without_events
from tests.table import Table

HOLDS_OUT = ("militia-12", "qulayat")


def _open(position: Position) -> Table:
    """The start of all cases: an empty event deck, and one Militia on the map, without which the game
    would be over; the Time track shows the turn."""
    table = Table("nineveh", position.scenario, position.options, dice="scripted")
    without_events(table).put(*HOLDS_OUT)
    return table.track("time", position.turn) if position.turn else table


def _each(mark: str) -> Any:
    def lay(table: Table, subjects: Iterable[str]) -> None:
        for subject in subjects:
            table.mark(subject, mark)

    return lay


def _tapped(table: Table, cards: Iterable[str]) -> None:
    """Cards that were used this turn."""
    until = table.state.turn + 1
    for card in cards:
        table.session.record(partial(_tap, card, until))


def _tap(card: str, until: int, number: int, time: str) -> Marked:
    return Marked(number=number, time=time, subject=card, mark="tapped", value=True, until=until)


def _council_deck(table: Table, cards: Iterable[str]) -> None:
    """These Military Council cards, the first on top."""
    for other in table.state.pieces_at("council-deck"):
        table.put(other.id, "aside")
    for card in cards:
        table.put(card, "council-deck")


def _event_deck(table: Table, cards: Iterable[str]) -> None:
    """These cards, the first on top, its number up."""
    for card in cards:
        table.put(card, DECK)
    table.mark("game", TRIGGER, table.state.pieces_at(DECK)[0].kind.data["trigger"])


def _shown(table: Table, blocks: Iterable[str]) -> None:
    for block in blocks:
        table.known(block)


def _in_supply(table: Table, who: str) -> bool:
    state = table.state
    return daesh_in_supply(state) if who == "daesh" else in_supply(state, state.pieces[who])


def _result(name: str) -> Any:
    return lambda table: table.state.marked(RESULT)["game"][name]


BENCH = Bench(
    open=_open,
    lay={
        "disrupted": _each("disrupted"),
        "tapped": _tapped,
        "event deck": _event_deck,
        "council deck": _council_deck,
        "shown": _shown,
        "eliminated in the Old City": lambda table, yes: table.mark(
            "game", "eliminated in the Old City", yes
        ),
    },
    read={
        "disrupted": lambda table, unit: bool(table.state.mark_named(unit, "disrupted")),
        "tapped": lambda table, card: bool(table.state.mark_named(card, "tapped")),
        "shown": lambda table, block: table.state.pieces[block].known_to is None,
        "in supply": lambda table, who: (
            daesh_in_supply(table.state)
            if who == "daesh"
            else in_supply(table.state, table.state.pieces[who])
        ),
        "final": lambda table, metric: _result(metric)(table),
        "victory points": _result("points"),
        "level": _result("level"),
    },
)
