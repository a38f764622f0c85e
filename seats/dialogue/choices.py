"""Answers that are too many to list: told in a few lines, and built piece by piece."""

import re
import shlex
from collections.abc import Callable
from typing import Any

from adjudication.engine.alike import are_alike, called_so, sort_of, sorts, times
from adjudication.engine.choice_texts import (
    NOTHING,
    answer_text,
    example_of,
    field_of,
    item_of,
    pair_of,
    read_text,
    shortest,
    with_parts,
    with_some,
)
from adjudication.engine.choices import Allotment, Blank, Choices, Subset, show_option
from domain.errors import BadData
from reports.words.names import number_of

Called = Callable[[Any], str]
"""What an item is called."""

_SAYS = re.compile(r"\s*((done|undo|show|add|remove)\b|[\[{]|[^:=]*[:=])", re.IGNORECASE)
"""What is no target and no item alone: a command, JSON, or an answer typed whole."""

MOST_SHOWN = 60
"""Items that are told one by one."""
LONGEST = 160
"""Characters of a choice told in one line; a longer one is told by its numbers."""


def choice_lines(choices: Choices, called: Called = show_option, indent: str = "  ") -> list[str]:
    """What may be answered, in a few lines."""
    match choices:
        case Subset():
            return [f"{indent}{_how_many(choices)}:", *_items(choices, called, indent)]
        case Allotment():
            each = (
                "each to one of its targets (ITEM:TARGET)"
                if choices.every
                else "each to one target or to none"
            )
            lines = [f"{indent}Allot {number_of(len(choices.may), 'item')}, {each}:"]
            for number, (item, items) in enumerate(sorts(choices.may).items(), start=1):
                targets = choices.may[items[0]]
                told = ", ".join(_numbered(targets)[:MOST_SHOWN]) or "nothing"
                count = f" ({len(items)})" if are_alike(items) else ""
                lines.append(f"{indent}{number:>4}  {_told(item, called)}{count}: {told}")
            return lines
        case Blank():
            lines = [f"{indent}Fill in:"]
            for name, may in choices.may.items():
                if isinstance(may, Choices):
                    lines += [f"{indent}{name}=", *choice_lines(may, called, indent + "  ")]
                else:
                    lines.append(f"{indent}{name}= one of {', '.join(map(show_option, may[:MOST_SHOWN]))}")
            return lines
    return []


def in_short(choices: Choices) -> str:
    """What may be answered, in one line."""
    match choices:
        case Subset():
            shown = list(map(show_option, choices.items[:MOST_SHOWN]))
            if are_alike(shown):
                shown = [times(item, len(of_sort)) for item, of_sort in sorts(shown).items()]
            return f"{choices.how_many()} of {', '.join(shown) or 'nothing'}"
        case Allotment():
            by_sort = sorts(choices.may).items()
            each = "; ".join(
                f"{times(item, len(of_sort))} to {_or(_numbered(choices.may[of_sort[0]]))}"
                for item, of_sort in by_sort
            )
            if len(each) > LONGEST and are_alike(choices.may):
                targets = {show_option(target) for may in choices.may.values() for target in may}
                return (
                    f"{'all' if choices.every else 'any'} of {len(choices.may)} items of "
                    f"{_number(len(by_sort), 'sort')}, to {_number(len(targets), 'target')}"
                )
            return each if choices.every else f"any of: {each}"
        case Blank():
            return "; ".join(
                f"{name}: {in_short(may) if isinstance(may, Choices) else _or(may)}"
                for name, may in choices.may.items()
            )
    return ""


def in_short_once(choices: Choices, said: dict[str, str], called: str) -> str:
    """The same in a list of orders: items that an order above it has too are not listed again. `The same` are
    those of the line just above; of others it says which line has them.

    said: what was listed so far, the latest last, each with what its line is called; it is brought up to
    date. called: what this line is called.
    """
    text = in_short(choices)
    items = text.partition(" of ")[2] if isinstance(choices, Subset) else text
    latest, line = next(reversed(said), ""), said.pop(items, "")
    said[items] = line or called
    number = len(choices.items) if isinstance(choices, Subset) else len(getattr(choices, "may", ()))
    if not line or number < 2:
        return text
    same = "the same" if items == latest else f"the same as {line}"
    return f"{choices.how_many()} of {same}" if isinstance(choices, Subset) else same


def _numbered(targets: list[Any]) -> list[str]:
    """Targets as they are typed, those that are alike by their number."""
    if not are_alike(targets):
        return list(map(show_option, targets))
    return [times(name, len(of_sort)) for name, of_sort in sorts(targets).items()]


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def example(choices: Choices) -> str:
    """An answer as it is typed."""
    if isinstance(choices, Allotment) and are_alike(choices.may):
        return example_of(choices)
    try:
        return shortest(choices, choices.first())
    except ValueError:
        return ""


def _or(options: list[Any]) -> str:
    shown = list(map(show_option, options[:MOST_SHOWN]))
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown) or "nothing"


def _how_many(choices: Subset) -> str:
    if not choices.least and choices.most == len(choices.items):
        return (
            "Choose this one, or none"
            if choices.most == 1
            else f"Choose any of these {choices.most}, or none"
        )
    return f"Choose {choices.how_many()} of {len(choices.items)}"


def _items(choices: Subset, called: Called, indent: str) -> list[str]:
    numbered = not any(type(item) is int for item in choices.items)
    lines = [
        f"{indent}{number:>4}  {_told(item, called)}" if numbered else f"{indent}      {show_option(item)}"
        for number, item in enumerate(choices.items[:MOST_SHOWN], start=1)
    ]
    left = len(choices.items) - MOST_SHOWN
    return [*lines, f"{indent}      and {left} more"] if left > 0 else lines


def _told(item: Any, called: Called) -> str:
    shown = show_option(item)
    whole = called(item)
    name = called_so(item, called) if whole == shown else whole
    return shown if name in (shown, shown.replace("/", " ")) else f"{shown} ({name})"


class Building:
    """An answer that is being built: what is chosen so far, what can be added next, and a way back."""

    def __init__(self, choices: Choices, called: Called = show_option) -> None:
        self.choices = choices
        self.called = called
        self.answer = choices.empty()
        self.alike = isinstance(choices, Allotment) and are_alike(choices.may)
        self.target: Any = None
        self._before: list[Any] = []

    def lines(self) -> list[str]:
        """What is chosen so far, and what may be added next."""
        if self.alike:
            return self._salvos()
        chosen = answer_text(self.choices, self.answer) or "nothing"
        added = self.choices.additions(self.answer)
        unfinished = self.choices.unfinished(self.answer)
        told = [f"Chosen: {chosen}."]
        if added:
            shown = [_piece(self.choices, piece) for piece in added[:MOST_SHOWN]]
            told.append(f"Can be added: {', '.join(shown)}{', ...' if len(added) > MOST_SHOWN else ''}.")
        told.append(unfinished or "`done` gives this answer.")
        return told

    def targets(self) -> list[Any]:
        """What items may go to, in the order in which it is offered."""
        assert isinstance(self.choices, Allotment)
        found = list({show_option(target): target for _, target in self.choices.pieces()}.values())
        return list(sorts(found)) if are_alike(found) else found

    def _salvos(self) -> list[str]:
        """What goes where so far, and the targets, or what may still go to the one that was picked."""
        choices = self.choices
        assert isinstance(choices, Allotment)
        told = [f"Chosen: {shortest(choices, self.answer)}."]
        if self.target is None:
            told += [
                f"{number:>4}  {_told(each, self.called)}" for number, each in enumerate(self.targets(), 1)
            ]
        else:
            told.append(f"To {_told(self.target, self.called)}:")
            for number, (name, items) in enumerate(sorts(choices.may).items(), start=1):
                left = [item for item in items if item not in self.answer and self._may_go(item)]
                if left:
                    told.append(f"{number:>4}  {_told(name, self.called)}: {len(left)} left")
        return [*told, choices.unfinished(self.answer) or "`done` gives this answer."]

    def _may_go(self, item: Any) -> bool:
        """Whether an item may go to the target that was picked, or to one of them."""
        assert isinstance(self.choices, Allotment)
        return any(self.target in (to, sort_of(to)) for to in self.choices.may[item])

    def _pick(self, line: str) -> None:
        """Pick a target, or let items go to the one that is picked."""
        choices = self.choices
        assert isinstance(choices, Allotment)
        if self.target is None:
            self.target = item_of(self.targets(), line, self.called)
            return
        answer = self.answer
        for part in _parts(line.replace("+", ",")):
            answer = with_some(choices, answer, part, show_option(self.target), self.called)
        self._change(answer)

    def do(self, line: str) -> bool:
        """Do what a line says: whether the answer is finished. Raises BadData, with nothing changed."""
        word, _, rest = line.strip().partition(" ")
        if self.alike and word.lower() == "back":
            self.target = None
            return False
        if self.alike and not _SAYS.match(line) and line.strip().lower() not in NOTHING:
            self._pick(line)
            return False
        match word.lower():
            case "done":
                self.answer = self.choices.take(self.answer)
                return True
            case "undo":
                if not self._before:
                    raise BadData("There is nothing to undo.")
                self.answer = self._before.pop()
                return False
            case "show":
                return False
            case "add":
                self._change(self._added(rest))
                return False
            case "remove":
                self._change(self._removed(rest))
                return False
        if isinstance(self.choices, Blank):
            self._change(self._added(line))
            return False
        self.answer = read_text(self.choices, line, self.called)
        return True

    def _change(self, answer: Any) -> None:
        self._before.append(self.answer)
        self.answer = answer

    def _added(self, text: str) -> Any:
        choices, answer = self.choices, self.answer
        match choices:
            case Subset():
                for item in self._named(choices, text):
                    if item in answer:
                        raise BadData(f"{show_option(item)} is chosen already.")
                    answer = choices.with_piece(answer, item)
                if len(answer) > choices.most:
                    raise BadData(f"Choose {choices.how_many()}, not {len(answer)}.")
            case Allotment() if self.alike:
                return with_parts(choices, answer, text, self.called)
            case Allotment():
                for part in _parts(text):
                    item, target = pair_of(choices, part, self.called)
                    answer = (
                        choices.without(answer, item)
                        if target is None and None not in choices.may[item]
                        else choices.with_piece(answer, [item, target])
                    )
            case Blank():
                for word in shlex.split(text):
                    name, value = field_of(choices, word, self.called)
                    may = choices.may[name]
                    answer = {**answer, name: may.take(value) if isinstance(may, Choices) else value}
        return answer

    def _removed(self, text: str) -> Any:
        choices, answer = self.choices, self.answer
        match choices:
            case Subset():
                for item in self._named(choices, text):
                    if item not in answer:
                        raise BadData(f"{show_option(item)} is not chosen.")
                    answer = choices.without(answer, item)
            case Allotment() if self.alike:
                for part in _parts(text):
                    answer = with_some(choices, answer, part, "none", self.called)
            case Allotment() | Blank():
                for part in _parts(text):
                    item = item_of(list(choices.may), part.partition(":")[0].rstrip("="), self.called)
                    if item not in answer:
                        raise BadData(f"{item} is not in the answer.")
                    answer = choices.without(answer, item)
        return answer

    def _named(self, choices: Subset, text: str) -> list[Any]:
        return [item_of(choices.items, part, self.called) for part in _parts(text)]


def _parts(text: str) -> list[str]:
    found = [part.strip() for part in text.split(",") if part.strip()]
    if not found:
        raise BadData("Say what: `add ITEM`, `remove ITEM`.")
    return found


def _piece(choices: Choices, piece: Any) -> str:
    match choices:
        case Subset():
            return show_option(piece)
        case Blank():
            name, part = piece
            may = choices.may[name]
            return f"{name}={_piece(may, part) if isinstance(may, Choices) else show_option(part)}"
    return f"{show_option(piece[0])}:{show_option(piece[1])}"
