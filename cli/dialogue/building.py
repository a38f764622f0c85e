"""An answer that is too long to type, built piece by piece at the keyboard."""

from collections.abc import Callable
from typing import Any

from adjudication.engine.choices import Choices, show_option
from cli.terminal.terminal import ask, complain, say
from domain.errors import Refused
from seats.dialogue.choices import Building, Called

HOW = "Type the whole answer, or build it: add, remove, undo, show, done, cancel."
HOW_ALIKE = (
    "Pick a target by its number, then what goes to it: `1*2, 3` is two of 1 and one of 3; `back` leaves it.",
    "Or type it whole. Also: add, remove, undo, show, done, cancel.",
)
ODDS = "`odds` shows the odds of the order as it stands."


def build(
    choices: Choices,
    prompt: str,
    called: Called = show_option,
    odds: Callable[[Any], list[str]] | None = None,
) -> Any:
    """The answer that the person at the keyboard builds; None where they leave it. odds: of an answer, in
    lines, where they can be told before it is given."""
    building = Building(choices, called)
    say(*(HOW_ALIKE if building.alike else (HOW,)), *([ODDS] if odds is not None else []))
    if building.alike:
        say(*(f"  {each}" for each in building.lines()))
    while True:
        line = ask(prompt)
        if line is None or line.strip().lower() == "cancel":
            return None
        if not line.strip():
            continue
        try:
            if odds is not None and line.strip().lower() == "odds":
                say(*odds(choices.take(building.answer)))
                continue
            if building.do(line):
                return building.answer
            say(*(f"  {each}" for each in building.lines()))
        except (Refused, ValueError) as refused:
            complain(refused.sentence if isinstance(refused, Refused) else f"{refused}.")
