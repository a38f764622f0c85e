"""Answers that are too many to list: told in a few lines, and built piece by piece at the keyboard."""

import shlex
from collections.abc import Callable
from typing import Any

from adjudication.engine.choice_texts import answer_text, field_of, item_of, pair_of, read_text
from adjudication.engine.choices import Allotment, Blank, Choices, Subset, show_option
from cli.common.terminal import ask, complain, say
from domain.errors import BadData

Called = Callable[[Any], str]
"""What an item is called."""

MOST_SHOWN = 60
"""Items that are told one by one."""
HOW = "Type the whole answer, or build it: add, remove, undo, show, done, cancel."


def choice_lines(choices: Choices, called: Called = show_option, indent: str = "  ") -> list[str]:
    """What may be answered, in a few lines."""
    match choices:
        case Subset():
            return [f"{indent}{_how_many(choices)}:", *_items(choices, called, indent)]
        case Allotment():
            each = "each to one of what it may meet" if choices.every else "each to one target or to none"
            lines = [f"{indent}Allot {len(choices.may)} items, {each}:"]
            for number, (item, targets) in enumerate(choices.may.items(), start=1):
                told = ", ".join(show_option(target) for target in targets[:MOST_SHOWN]) or "nothing"
                lines.append(f"{indent}{number:>4}  {_told(item, called)}: {told}")
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
            items = ", ".join(map(show_option, choices.items[:MOST_SHOWN]))
            return f"{choices.how_many()} of {items or 'nothing'}"
        case Allotment():
            each = "; ".join(f"{item} to {_or(targets)}" for item, targets in choices.may.items())
            return each if choices.every else f"any of: {each}"
        case Blank():
            return "; ".join(
                f"{name}: {in_short(may) if isinstance(may, Choices) else _or(may)}"
                for name, may in choices.may.items()
            )
    return ""


def example(choices: Choices) -> str:
    """An answer as it is typed."""
    try:
        return answer_text(choices, choices.first())
    except ValueError:
        return ""


def _or(options: list[Any]) -> str:
    shown = list(map(show_option, options[:MOST_SHOWN]))
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown) or "nothing"


def _how_many(choices: Subset) -> str:
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
    name = called(item)
    return show_option(item) if name == show_option(item) else f"{show_option(item)} ({name})"


class Building:
    """An answer that is being built: what is chosen so far, what can be added next, and a way back."""

    def __init__(self, choices: Choices, called: Called = show_option) -> None:
        self.choices = choices
        self.called = called
        self.answer = choices.empty()
        self._before: list[Any] = []

    def lines(self) -> list[str]:
        """What is chosen so far, and what may be added next."""
        chosen = answer_text(self.choices, self.answer) or "nothing"
        added = self.choices.additions(self.answer)
        unfinished = self.choices.unfinished(self.answer)
        told = [f"Chosen: {chosen}."]
        if added:
            shown = [_piece(self.choices, piece) for piece in added[:MOST_SHOWN]]
            told.append(f"Can be added: {', '.join(shown)}{', ...' if len(added) > MOST_SHOWN else ''}.")
        told.append(unfinished or "`done` gives this answer.")
        return told

    def do(self, line: str) -> bool:
        """Do what a line says: whether the answer is finished. Raises BadData, with nothing changed."""
        word, _, rest = line.strip().partition(" ")
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


def build(choices: Choices, prompt: str, called: Called = show_option) -> Any:
    """The answer that the person at the keyboard builds; None where they leave it."""
    building = Building(choices, called)
    say(HOW)
    while True:
        line = ask(prompt)
        if line is None or line.strip().lower() == "cancel":
            return None
        if not line.strip():
            continue
        try:
            if building.do(line):
                return building.answer
            say(*(f"  {each}" for each in building.lines()))
        except (BadData, ValueError) as refused:
            complain(refused.sentence if isinstance(refused, BadData) else f"{refused}.")
