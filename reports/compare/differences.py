"""Differences between several games, from their opening to their last event: scenario, rules, options,
tables, house rules and dice."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from adjudication.audits.provenance import table_named
from domain.events import (
    Event,
    GameOpened,
    HouseRuleAdopted,
    OptionChanged,
    SealRevealed,
    TableAdded,
    TableAdopted,
    TableData,
    TablesLaid,
)
from domain.game.replay import walk
from domain.table.state import State
from domain.text import value_said
from reports.compare.found import Difference, Group
from reports.words.names import one_line

NONE = "none"
"""Shown for a game that has nothing there."""


def differences(groups: Sequence[Group]) -> Iterator[Difference]:
    """Differences at the start of the games, then those that arose in play."""
    told: list[tuple[str, list[str]]] = [
        (what, [one_line(read(group.game.opened)) or NONE for group in groups]) for what, read in _OPENED
    ]
    changes = [_Changes(group) for group in groups]
    for option in dict.fromkeys(name for each in changes for name in each.options):
        told.append((f"option {option}", [each.option(option) for each in changes]))
    for table in dict.fromkeys(name for each in changes for name in each.tables):
        title = next(each.titles[table] for each in changes if table in each.titles)
        told.append((table_named(title).removeprefix("the "), [each.table(table) for each in changes]))
    for rule in dict.fromkeys(name for each in changes for name in each.house_rules):
        told.append((f"house rule {rule}", [each.house_rule(rule) for each in changes]))
    for what, values in told:
        if len(set(values)) > 1:
            yield Difference(one_line(what), tuple(values))


_OPENED: tuple[tuple[str, Callable[[GameOpened], str]], ...] = (
    ("scenario", lambda opened: opened.scenario),
    ("scenario data", lambda opened: opened.scenario_digest[:12]),
    ("rule register", lambda opened: opened.rules_digest[:12]),
    ("program", lambda opened: opened.program),
    ("dice", lambda opened: opened.dice),
)


class _Changes:
    """The options, tables and house rules of a game, as it began and as they were changed in force."""

    def __init__(self, group: Group) -> None:
        game = group.game
        self.options: dict[str, list[str]] = {
            name: [_value(value)] for name, value in game.opened.options.items()
        }
        self.tables: dict[str, list[str]] = {}
        self.titles: dict[str, str] = {}
        self.house_rules: dict[str, list[str]] = {}
        for event, state in walk(game.log):
            if event.number not in game.struck:
                self._take_in(event, state)

    def _take_in(self, event: Event, state: State) -> None:
        when = f"from turn {state.turn} on" if state.turn else "before turn 1"
        match event:
            case OptionChanged():
                self.options.setdefault(event.option, [NONE]).append(f"{_value(event.value)} {when}")
            case TablesLaid():
                self.tables |= {name: [f"as laid out ({_rows(data)})"] for name, data in event.tables.items()}
                self.titles |= {name: data.title for name, data in event.tables.items()}
            case TableAdopted():
                self.tables.setdefault(event.table, [NONE]).append(f"adopted {when} ({_rows(event.data)})")
                self.titles.setdefault(event.table, event.data.title)
            case TableAdded():
                self.tables.setdefault(event.table, [NONE]).append(f"added {when} ({_rows(event.data)})")
                self.titles.setdefault(event.table, event.data.title)
            case HouseRuleAdopted():
                instead = f" in place of {event.replaces}" if event.replaces else ""
                self.house_rules.setdefault(event.id, []).append(
                    f"{one_line(event.text)}{one_line(instead)} {when}"
                )

    def option(self, name: str) -> str:
        return _then(self.options.get(name))

    def table(self, name: str) -> str:
        return _then(self.tables.get(name))

    def house_rule(self, name: str) -> str:
        return _then(self.house_rules.get(name))


def _then(values: Sequence[str] | None) -> str:
    """The first value, and what followed it."""
    return one_line(", then ".join(values)) if values else NONE


def _value(value: Any) -> str:
    return one_line(value_said(value))


def _rows(data: TableData) -> str:
    """A digest of the rows, which distinguishes tables with other rows."""
    rows = msgspec.json.encode((data.keys, data.rows), order="sorted")
    return f"rows {hashlib.sha256(rows).hexdigest()[:8]}"


def _seal(group: Group) -> str:
    """The revealed seal of a game; for one that is not closed its commitment, which no other game has."""
    revealed = (event.secret for event in group.game.log if isinstance(event, SealRevealed))
    return next(revealed, group.game.opened.commitment)


def dice_words(groups: Sequence[Group]) -> str:
    """Whether the games had the same dice; empty if they had different kinds of dice, which is a
    difference itself."""
    openings = [group.game.opened for group in groups]
    kinds = {opened.dice for opened in openings}
    if len(kinds) > 1:
        return ""
    if kinds == {"typed"}:
        return "Physical dice were typed in in each game."
    if len({_seal(group) for group in groups}) == 1:
        return "All have the same sealed dice."
    return "Each has sealed dice of its own."
