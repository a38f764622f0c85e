"""Rulings by a die: the chance that is said, or that estimates come to, and a chance on no event."""

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cli.options.shared import Hear
from cli.terminal.terminal import say, show_json
from cli.white_cell.giving import Said, awaiting_action, estimates, give, percent, tell
from domain.errors import BadData

if TYPE_CHECKING:
    from adjudication.seminar.ruling import Throw
    from cli.seat.seat import Seat


class Used(NamedTuple):
    """The chance used and its die; what to say of the estimates, in lines and for programs."""

    throw: "Throw"
    lines: list[str]
    data: dict[str, Any]

    def said(self) -> "Used":
        """The same when its lines were said."""
        say(*self.lines)
        return self._replace(lines=[])


class Chance(NamedTuple):
    """A chance as it was typed: its die, what is ruled by it, and what it is about."""

    chance: Annotated[
        str, typer.Option("--chance", metavar="PERCENT", help="Rule by a die, with this chance.")
    ] = ""
    hear: Hear = None
    die: Annotated[
        int, typer.Option("--die", metavar="10|100", help="The die of a chance.", show_default=False)
    ] = 0
    if_yes: Annotated[
        str, typer.Option("--if-yes", metavar="VALUE", help="What is ruled when the chance comes off.")
    ] = ""
    if_no: Annotated[
        str, typer.Option("--if-no", metavar="VALUE", help="What is ruled when it does not.")
    ] = ""
    about: Annotated[
        str,
        typer.Option(
            "--about", metavar="TEXT", help="What a chance is about; by default the action to be judged."
        ),
    ] = ""
    no_die: Annotated[
        bool, typer.Option("--no-die", help="Only show what the estimates come to; nothing is written.")
    ] = False

    def meant(self) -> bool:
        """Whether a die is to rule."""
        return bool(self.chance or self.hear)

    def check(self, value: str) -> None:
        """Raises BadData for what does not go together. value: what is ruled outright."""
        if not self.meant() and (self.die or self.if_yes or self.if_no or self.about):
            raise BadData(
                "--die, --if-yes, --if-no and --about belong to a ruling by probability: --chance or --hear."
            )
        if self.meant() and value and self.if_yes:
            raise BadData("--value and --if-yes say the same: what is ruled when the chance comes off.")

    def used(self) -> Used | None:
        """The chance that counts; None where nothing is left to a die. Raises BadData."""
        from adjudication.engine.by_hand.estimates import DICE, fitted, spread, target
        from adjudication.seminar.ruling import Throw
        from reports.words.by_hand import spread_data, spread_words

        if not self.meant():
            return None
        heard, die = estimates(self.hear), self.die
        if die not in (0, *DICE):
            raise BadData(f"A chance is thrown on a D10 or a D100, not on a D{die}.")
        found = spread(heard)
        if self.chance:
            used = percent(self.chance)
            die = die or (10 if used % 10 == 0 else 100)
        else:
            assert found is not None
            die = die or 10
            used = fitted(found.median, die)
        least = target(used, die)
        lines = []
        data: dict[str, Any] = {"percent": used, "die": die, "least": least, "estimates": heard}
        if found is not None:
            told = ", ".join(f"{name} {each} %" for name, each in heard.items())
            lines.append(f"Heard: {told}; {spread_words(found)}.")
            data.update(spread_data(found, heard))
        lines.append(f"Used: {used} %, which is {least} or more on a D{die}.")
        return Used(Throw(used, die, heard), lines, data)


def show(used: Used | None, as_json: bool) -> None:
    """Show what the estimates come to, with nothing ruled. Raises BadData where there are none."""
    if used is None:
        raise BadData("--no-die shows what estimates come to: --hear NAME=PERCENT.")
    if as_json:
        show_json({"heard": used.data})
    else:
        say(*used.lines)


def rule_on_no_event(seat: "Seat", used: Used, about: str, said: Said, as_json: bool) -> None:
    """Throw for a chance on what no event says, or on the action that awaits a judgement. Raises BadData."""
    awaiting = None if about.strip() else awaiting_action(seat)
    if awaiting is not None:
        about, said = awaiting.action, said._replace(only=said.only or awaiting.only)
    if not about.strip():
        raise BadData("Say what the chance is about: the number of an event, or --about TEXT.")
    arguments = {
        "subject": about,
        "percent": used.throw.percent,
        "die": used.throw.die,
        "estimates": dict(used.throw.estimates) or None,
    }
    outcome = give(seat, lambda _: ("hand-chance", arguments), said, not as_json)
    tell(seat, outcome, said.by, as_json, used.lines, {"heard": used.data}, said.only)
