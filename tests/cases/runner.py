"""Plays a case on the program, and compares what the document fixes with what the program did."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest

from adjudication.engine.orders import Order
from domain.errors import IllegalOrder
from domain.events import CounterDrawn, DieRolled, Event, LookedUp, Modified, Picked
from domain.table.dice import check_face
from tests.cases.model import Case, Expected, Lookup, Position, Step, System
from tests.table import Table
from tests.words import spoken


@dataclass
class Bench:
    """How the program is handled for one system.

    open: a table with the scenario and options of a position, begun. lay: lays out an entry of `state`, by
    its name: table and value. read: reads an entry of `state`, by its name: table, and the key where the
    entry is a map.
    """

    open: Callable[[Position], Table]
    lay: Mapping[str, Callable[[Any, Any], object]] = field(default_factory=dict)
    read: Mapping[str, Callable[..., Any]] = field(default_factory=dict)


def opened(system: str) -> Callable[[Position], Table]:
    """What opens a plain table of that system."""
    return lambda position: Table(system, position.scenario, position.options, dice="scripted")


def lays(mark: str) -> Callable[[Table, Mapping[str, Any]], None]:
    """What lays out a map of subjects to the value of that mark of theirs."""

    def lay(table: Table, values: Mapping[str, Any]) -> None:
        for subject, value in values.items():
            table.mark(subject, mark, value)

    return lay


def reads(mark: str) -> Callable[[Table, str], Any]:
    """What reads that mark of a subject; None where it has none."""
    return lambda table, subject: table.state.mark_named(subject, mark)


class Thrown(NamedTuple):
    """A face that a die shows. sides: of the die, 0 where the case does not say."""

    face: int
    sides: int = 0


class Script:
    """The chances of one order, as dice: what is drawn is found where it lies, what is picked is guessed.

    guesses: the places of picks among their candidates, as far as they are known.
    """

    source = "scripted"

    def __init__(
        self, table: Table, dice: Iterable[int | dict[str, Any]], guesses: Mapping[int, int]
    ) -> None:
        self._table = table
        self.chances = [chance for entry in dice for chance in _chances(entry)]
        self.used = 0
        self._guesses = guesses

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        """The next number: a face as written, the place of a piece in its cup, or a guess at a pick."""
        assert self.used < len(self.chances), f"a chance of {sides} that the case does not know"
        _, shown = self.chances[self.used]
        self.used += 1
        if isinstance(shown, Thrown):
            check_face(shown.face, sides)
            return shown.face
        lying = self._beside(shown) if isinstance(shown, str) else []
        drawn = lying.index(shown) + 1 if len(lying) == sides else 1
        return self._guesses.get(self.used - 1, drawn)

    def _beside(self, piece: str) -> list[str]:
        """What lies in the same place, if it is a piece."""
        state = self._table.state
        return state.at[state.pieces[piece].place] if piece in state.pieces else []


def _chances(entry: int | dict[str, Any]) -> list[tuple[str, Any]]:
    """An entry of `dice` as single chances: the rule that calls for each (empty: any), and what it shows."""
    if isinstance(entry, int):
        return [("", Thrown(entry))]
    return [(rule, each) for rule, shown in entry.items() for each in _shown(shown)]


def _shown(shown: Any, sides: int = 0) -> list[Any]:
    """What single chances show: faces as thrown, by `{d8: ...}` on a die of 8 sides; all else as it is."""
    if isinstance(shown, list):
        return [one for each in shown for one in _shown(each, sides)]
    if isinstance(shown, dict) and "pick" not in shown:
        return [one for die, faces in shown.items() for one in _shown(faces, int(die.removeprefix("d")))]
    return [Thrown(shown, sides) if isinstance(shown, int) else shown]


def play(system: System, bench: Bench, case: Case) -> None:
    """Play a case; an AssertionError says what is otherwise. A wrong guess at a pick is made again."""
    guesses: dict[tuple[int, int], int] = {}
    for _ in range(1 + sum(len(step.dice) for step in case.orders)):
        table = _lay_out(system, bench, case.position)
        events: list[Event] = []
        if all(
            _order(table, bench, number, step, guesses, events) for number, step in enumerate(case.orders)
        ):
            if case.expect is not None:
                _compare(table, bench, case.expect, events)
            return
    raise AssertionError("what is picked is no candidate")


def _lay_out(system: System, bench: Bench, position: Position) -> Table:
    """The table as the position says."""
    table = bench.open(position)
    for chart in system.charts.keys() & table.state.tables.keys():
        rows = system.charts[chart]
        table.adopt(chart, ({key: _cell(value) for key, value in row.items()} for row in rows))
    if position.turn or position.phase:
        table.phase(position.phase or table.state.phase, position.turn, position.side)
    for piece, how in position.pieces.items():
        changes = dict(how) if isinstance(how, dict) else {"at": how}
        place = changes.pop("at", None)
        if place is not None:
            table.put(piece, place)
        if changes:
            table.change(piece, **changes)
    for name, value in position.state.items():
        bench.lay[name](table, value)
    for track, value in position.tracks.items():
        if table.state.track(track) != value:
            table.track(track, value)
    return table


def _cell(value: Any) -> Any:
    """A cell of a chart: a list of two is a range."""
    return tuple(value) if isinstance(value, list) else value


def _order(
    table: Table,
    bench: Bench,
    number: int,
    step: Step,
    guesses: dict[tuple[int, int], int],
    all_events: list[Event],
) -> bool:
    """Give one order; False if a pick was guessed wrong, which `guesses` then knows better."""
    side = table.state.side if step.side is None else step.side
    order = Order(side, step.order, dict(step.arguments))
    if step.refused:
        before = table.state.number
        with pytest.raises(IllegalOrder) as error:
            table.session.order(order)
        assert cites(error.value.rule, step.refused), f"refused by {error.value}"
        assert table.state.number == before
        return True
    known = {place: guess for (which, place), guess in guesses.items() if which == number}
    script = Script(table, step.dice, known)
    table.session.dice = script
    asked = len(table.people.asked)
    table.people.answers = [answer for each in step.answers for answer in each.values()]
    events = table.session.order(order).events
    all_events += events
    chances = [event for event in events if isinstance(event, DieRolled | CounterDrawn | Picked)]
    for place, (event, (_, shown)) in enumerate(zip(chances, script.chances, strict=False)):
        wanted = shown["pick"] if isinstance(shown, dict) else shown
        if isinstance(event, Picked) and event.value != wanted:
            if wanted in event.options:
                guesses[number, place] = list(event.options).index(wanted) + 1
            return False
    _check_chances(chances, script)
    _check_answers(table, step, asked)
    if step.expect is not None:
        _compare(table, bench, step.expect, events)
    return True


def _check_chances(chances: list[Any], script: Script) -> None:
    """Every chance of the case was used, under the rule that it names."""
    assert script.used == len(script.chances), f"not rolled or drawn: {script.chances[script.used :]}"
    kinds = {Thrown: DieRolled, str: CounterDrawn | Picked, dict: Picked}
    for event, (rule, shown) in zip(chances, script.chances, strict=True):
        assert isinstance(event, kinds[type(shown)]), f"{event.purpose}, not {shown}"
        assert not isinstance(event, CounterDrawn) or event.piece == shown
        if isinstance(shown, Thrown) and isinstance(event, DieRolled):
            assert shown.sides in (0, event.die), f"{event.purpose} with a D{event.die}, not D{shown.sides}"
        assert cites(event.rule, rule or event.rule), f"{event.purpose} under {event.rule}, not {rule}"
        if isinstance(shown, dict) and "of" in shown and isinstance(event, Picked):
            assert sorted(map(str, event.options)) == sorted(map(str, shown["of"]))


def _check_answers(table: Table, step: Step, asked: int) -> None:
    """Every answer of the case was asked for, under the rule that it names."""
    assert not table.people.answers, f"not asked: {table.people.answers}"
    rules = [rule for each in step.answers for rule in each]
    for question, rule in zip(table.people.asked[asked:], rules, strict=True):
        assert cites(question.rule, rule), f"asked under {question.rule}, not {rule}: {question.text}"


def cites(citation: str, rules: str | Iterable[str]) -> bool:
    """Whether a citation is one of these rules, or of a part of it: `6.5` also stands for `6.5a`."""
    number = citation.partition(" ")[2] or citation
    for rule in [rules] if isinstance(rules, str) else rules:
        bare = rule.partition(" ")[2] or rule
        if number == bare or (number.startswith(bare) and not number[len(bare)].isdigit()):
            return True
    return False


def _compare(table: Table, bench: Bench, expected: Expected, events: list[Event]) -> None:
    """Compare what a case expects with the table, and with what an order did."""
    state = table.state
    clock = {"turn": state.turn, "phase": state.phase, "side": state.side}
    said = {name: getattr(expected, name) for name in clock if getattr(expected, name) is not None}
    assert {name: clock[name] for name in said} == said
    found = {piece: _piece(table, piece, how) for piece, how in expected.pieces.items()}
    assert found == expected.pieces
    assert {track: state.track(track) for track in expected.tracks} == expected.tracks
    for name, value in expected.state.items():
        read = bench.read[name]
        there = {key: read(table, key) for key in value} if isinstance(value, dict) else read(table)
        assert there == value, name
    if expected.sums:
        totals = {
            spoken(event.sum, table.state): event.total for event in events if isinstance(event, Modified)
        }
        assert {name: totals.get(name) for name in expected.sums} == expected.sums
    for lookup in expected.tables:
        found_rows = [event for event in events if isinstance(event, LookedUp)]
        assert any(_entered(event, lookup) for event in found_rows), f"{lookup}: {found_rows}"
    if expected.over is not None:
        assert (state.verdict is not None) == expected.over
    if expected.winner is not None:
        assert state.verdict is not None
        assert state.verdict.winner == expected.winner


def _entered(event: LookedUp, lookup: Lookup) -> bool:
    """Whether a chart was entered as a case says, and gave that."""
    return (
        event.table == lookup.table
        and lookup.entered.items() <= dict(event.keys).items()
        and lookup.gives.items() <= dict(event.result).items()
    )


GONE = "out of the game"


def _piece(table: Table, piece: str, how: str | dict[str, Any]) -> str | dict[str, Any]:
    """Where a piece lies, or of what it is the facts that a case names."""
    there = table.state.pieces.get(piece)
    place = GONE if there is None else there.place
    if isinstance(how, str):
        return place
    return {key: place if key == "at" else getattr(there, key) for key in how}
