"""Rulings: which answers of an order can be ruled on, what is ruled in words, and ruling by probability."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from adjudication.engine.by_hand.acts import HOUSE
from adjudication.engine.by_hand.estimates import target
from adjudication.engine.choices import as_data
from adjudication.engine.json_data import read_json
from adjudication.engine.session import Outcome, Session
from adjudication.engine.umpire import People, show_option
from adjudication.seminar.foreseeing import Foreseen, Undo, foresee, rule_with
from domain.errors import BadData, NotFound, Refused
from domain.events import Chosen, DieRolled, Event, LookedUp, OrderGiven, Picked
from domain.game.game import Game
from domain.table.state import State

ANSWERS = (DieRolled, Picked, LookedUp, Chosen)
"""The kinds of events that a ruling can be on."""


def answers_of(game: Game, order: OrderGiven) -> list[Event]:
    """The rolls, picks, look-ups and choices of an order that are in force, in their order."""
    return [event for event in game.procedure(order.number) if isinstance(event, ANSWERS)]


def event_to_rule_on(game: Game, number: int) -> Event:
    """The event of that number; of an order its last look-up, or else its last answer.

    Raises NotFound for an order that has none.
    """
    event = game.event(number)
    if not isinstance(event, OrderGiven):
        return event
    answers = answers_of(game, event)
    if not answers:
        raise NotFound(
            f"Order {number} ({event.order}) has no roll, look-up or choice to rule on; undo it instead."
        )
    return next((each for each in reversed(answers) if isinstance(each, LookedUp)), answers[-1])


def readings(event: Event, state: State, text: str) -> list[Any]:
    """The values that a text may mean in the place of an answer, the likeliest first. Raises BadData."""
    text = text.strip()
    if not text:
        raise BadData("A ruling needs a value.")
    match event:
        case DieRolled():
            if not _is_number(text) or not 1 <= int(text) <= event.die:
                raise BadData(f"Event {event.number} is a D{event.die}: rule a face from 1 to {event.die}.")
            return [int(text)]
        case Picked():
            for option in event.options:
                if text == show_option(option):
                    return [option]
            offered = ", ".join(map(show_option, event.options))
            raise BadData(f"Event {event.number} can be ruled one of {offered}, not {text[:60]!r}.")
        case LookedUp():
            return [_cells(event, state, text)]
    found: list[Any] = []
    if text.lower() in ("yes", "no"):
        found.append(text.lower() == "yes")
    if text.lower() == "none":
        found.append(None)
    if _is_number(text):
        found.append(int(text))
    found.append(text)
    if text[:1] in ("[", "{"):
        try:
            found.insert(0, read_json(text))
        except msgspec.DecodeError as error:
            raise BadData(f"The value is not JSON: {error}.") from error
    elif isinstance(event, Chosen) and isinstance(event.value, dict):
        pairs = [part.partition(":") for part in text.split(",") if part.strip() and text.lower() != "none"]
        found.insert(0, {item.strip(): target.strip() for item, _, target in pairs})
    elif isinstance(event, Chosen) and isinstance(event.value, list) and "+" not in text:
        parts = [part.strip() for part in text.split(",") if part.strip() and text.lower() != "none"]
        found[:0] = [parts, [int(part) if _is_number(part) else part for part in parts]]
    if "+" in text:
        parts = [part.strip() for part in text.split("+")]
        found += [parts, [int(part) if _is_number(part) else part for part in parts]]
    return found


def _cells(event: LookedUp, state: State, text: str) -> dict[str, Any]:
    """`winner=isis, hits=2` as cells of the row found; a value alone where there is but one column."""
    ruled: dict[str, Any] = {}
    for part in text.split(","):
        column, sign, value = part.partition("=")
        if not sign:
            if len(event.result) != 1 or "," in text:
                columns = ", ".join(f"{name}=VALUE" for name in event.result)
                raise BadData(f"Event {event.number} is a look-up: rule on its columns, {columns}.")
            column, value = next(iter(event.result)), part
        column = column.strip()
        if column not in event.result:
            columns = ", ".join(event.result)
            raise BadData(f"Event {event.number} has no column {column[:60]!r}; it has: {columns}.")
        ruled[column] = _word(state, event.table, column, cell_value(state, event.table, column, value))
    return ruled


def _word(state: State, table: str, column: str, value: Any) -> Any:
    """The value, if a column of single words has it; a column of sentences takes any. Raises BadData."""
    words = [row[column] for row in state.tables[table].data.rows if isinstance(row.get(column), str)]
    if not isinstance(value, str) or value in words or any(" " in str(word) for word in words):
        return value
    for word in words:
        side = state.sides.get(str(word))
        if side is not None and side.name.casefold() == value.casefold():
            return word
    offered = " or ".join(dict.fromkeys(map(str, words)))
    raise BadData(f"Table {table}: {column} is {offered}, not {value[:60]!r}.")


def cell_value(state: State, table: str, column: str, text: str) -> Any:
    """A cell of a column as said in text: what the column has, or a number where it has numbers."""
    text = text.strip()
    cells = [row.get(column) for row in state.tables[table].data.rows]
    for cell in cells:
        if not isinstance(cell, tuple) and text.lower() == show_option(cell).lower():
            return cell
    if any(type(cell) is int or isinstance(cell, tuple) for cell in cells):
        if not _is_number(text):
            raise BadData(f"Table {table}: {column} is a number, not {text[:60]!r}.")
        return int(text)
    if any(type(cell) is bool for cell in cells):
        raise BadData(f"Table {table}: {column} is yes or no, not {text[:60]!r}.")
    return text


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 10


def rule(
    session: Session, event: Event, text: str, because: str, by: str = "", undo: Undo | None = None
) -> Outcome:
    """Rule what a text says in the place of an answer, and undo what stands in its way. Raises what
    `Session.rule` raises."""
    values = readings(event, session.state, text)
    value = foresee(session, event, values, undo.first if undo is not None else 0).value

    def act() -> Outcome:
        return session.rule(event.number, value, because, by)

    outcome: Outcome = rule_with(session, act, undo, event.number, by)
    return outcome


class Throw(NamedTuple):
    """A ruling by probability: the percentage used, the die, who estimated what, and what is then ruled."""

    percent: int
    die: int
    estimates: Mapping[str, int]
    yes: str = ""
    no: str = ""


def rule_by_chance(
    session: Session,
    event: Event,
    throw: Throw,
    because: str,
    by: str,
    people: People,
    undo: Undo | None = None,
) -> Outcome:
    """Rule on an answer by a die: `yes` or `no` is ruled in its place; without words for what the die says
    the answer stands. Both are tried before the die is thrown, and all of it is recorded at once, with what
    is undone for it.

    Raises what `Session.rule` raises, and Refused when the die is thrown on the table and not said.
    """
    target(throw.percent, throw.die)
    if not (throw.yes or throw.no):
        raise BadData("Say what is ruled when the chance comes off (--if-yes), or does not (--if-no).")
    open_to_ruling = session.open_to_ruling(event.number)
    ruled = {
        name: None if seen is None else seen.value
        for name, seen in foresee_throw(session, event, throw, undo.first if undo is not None else 0).items()
    }
    arguments: dict[str, Any] = {
        "subject": subject_of(event, session.state),
        "percent": throw.percent,
        "die": throw.die,
        "concerns": event.number,
        **{name: value for name, value in ruled.items() if value is not None},
    }
    if throw.estimates:
        arguments["estimates"] = dict(throw.estimates)
    waiting, session.people = session.people, people

    def act() -> Outcome:
        outcome = session.by_hand("hand-chance", arguments, because, by, HOUSE, open_to_ruling.audience)
        if outcome.questions:
            raise Refused(f"The D{throw.die} is a physical die: type its result with --roll.")
        value = ruled[came_off(outcome.events)]
        if value is None:
            return outcome
        after = session.rule(event.number, value, because, by)
        return Outcome([*outcome.events, *after.events], after.questions)

    try:
        found: Outcome = rule_with(session, act, undo, event.number, by)
        return found
    finally:
        session.people = waiting


def subject_of(event: Event, state: State) -> Any:
    """What an answer was about, as plain data: what was rolled for, asked, or looked up."""
    match event:
        case DieRolled() | Picked():
            return as_data(event.purpose)
        case LookedUp():
            return state.tables[event.table].data.title
        case Chosen():
            return as_data(event.question)
    return f"event {event.number}"


def came_off(events: list[Event]) -> str:
    """`yes` or `no`: what the die of an estimated chance says."""
    given = next(event for event in events if isinstance(event, OrderGiven))
    face = next(event.face for event in events if isinstance(event, DieRolled))
    least = target(given.arguments["percent"], given.arguments.get("die", 10))
    return "yes" if face >= least else "no"


def foresee_throw(session: Session, event: Event, throw: Throw, undo: int = 0) -> dict[str, Foreseen | None]:
    """What is ruled when the chance comes off (`yes`) and when it does not (`no`), each tried; None where the
    answer stands then. Raises what `foresee` raises."""
    return {
        name: foresee(session, event, readings(event, session.state, text), undo) if text else None
        for name, text in (("yes", throw.yes), ("no", throw.no))
    }
