"""What the commands by hand have in common: how an act is given, and what is said of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cli.options.shared import Because, By, Only, Rolls, Rule

if TYPE_CHECKING:
    from seats.acting.acted import Acted
    from seats.acting.by_hand import Build, Said
    from seats.seat.seat import Seat


class Recorded(NamedTuple):
    """The options that say with what an act is recorded: why, by which rule, for whom, with which dice, by
    whom."""

    because: Because = ""
    rule: Rule = "house"
    only: Only = None
    roll: Rolls = None
    by: By = ""

    def said(self) -> "Said":
        """The same as every act by hand has it."""
        from seats.acting.by_hand import Said

        return Said(self.because, self.rule, self.by, self.only, self.roll)


def give(
    seat: "Seat", build: "Build", said: "Said", ask_reason: bool = False, more: dict[str, Any] | None = None
) -> "Acted":
    """Do an act by hand; what the rules object to is asked at a terminal.

    ask_reason: ask the person at the keyboard for a reason that was not said, once all else is in order.
    more: what the answer has besides.
    """
    from cli.terminal import terminal
    from domain.errors import Refused
    from seats.acting import by_hand
    from seats.seat.agreeing import ToAgree

    if not said.because.strip() and ask_reason and terminal.interactive():
        by_hand.attempt(seat, build, said)
        said = said._replace(because=terminal.ask("Because? ") or "")
    try:
        return by_hand.give(seat, build, said, **(more or {}))
    except ToAgree as objected:
        agreed = terminal.agrees(f"{objected.question} Go on?")
        if agreed is None:
            raise
        if not agreed:
            raise Refused("Nothing was done.") from objected
        return by_hand.give(seat, build, said._replace(anyway=True), **(more or {}))


def tell(
    acted: "Acted", by: str, as_json: bool, before: Sequence[str] = (), only: Sequence[str] | None = None
) -> None:
    """Say what came of an act, who is not told of it, and what is asked now, be it of this act or of an order
    that waits.

    before: lines to say first. only: who may know, where that was said.
    """
    from cli.dialogue.telling import Teller, show
    from cli.terminal.terminal import say

    if as_json:
        show(acted, as_json)
        return
    teller = Teller(acted.seat)
    say(*before)
    questions = teller.answered(acted, by)
    say(*_kept(acted, only))
    teller.finish(questions)


def _kept(acted: "Acted", only: Sequence[str] | None) -> list[str]:
    """Who is not told of an act, and how to see it when those at the screen are not."""
    from domain.events import NAMES_ON_WIRE, OrderGiven
    from reports.words.names import Names, joined
    from seats.dialogue.telling import QUIET

    names = Names(acted.seat.game.state)
    lines = []
    given = next((event for event in acted.events if isinstance(event, OrderGiven)), None)
    if given is not None and given.audience is not None and not only:
        others = [names.side(side) for side in acted.seat.game.state.sides if side not in given.audience]
        lines.append(
            f"Not told to {joined(others)}: it speaks of what they may not know; `--only all` tells them."
        )
    hidden = acted.unseen()
    count = sum(NAMES_ON_WIRE[type(event)].partition(".")[0] not in QUIET for event in hidden)
    if count:
        lines.append(f"It is done, out of sight here: `whitecell log --as white --last {count}` shows it.")
    return lines
