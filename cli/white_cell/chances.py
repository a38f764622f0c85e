"""Rulings by a die: the chance that is said, or that estimates come to, and a chance on no event."""

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from cli.options.shared import Hear
from cli.terminal.terminal import say, show_json
from cli.white_cell.giving import give, tell
from domain.errors import BadData
from seats.dialogue.amounts import estimates, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from seats.acting.by_hand import Said
    from seats.acting.chances import Used
    from seats.seat.seat import Seat


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

    def used(self) -> "Used | None":
        """The chance that counts; None where nothing is left to a die. Raises BadData."""
        from seats.acting.chances import used

        if not self.meant():
            return None
        return used(estimates(self.hear), percent(self.chance) if self.chance else None, self.die)


def show(used: "Used | None", as_json: bool) -> None:
    """Show what the estimates come to, with nothing ruled. Raises BadData where there are none."""
    from seats.acting.chances import heard

    if used is None:
        raise BadData("--no-die shows what estimates come to: --hear NAME=PERCENT.")
    if as_json:
        show_json(heard(used))
    else:
        say(*used.lines)


def rule_on_no_event(
    seat: "Seat", used: "Used", about: str, said: "Said", as_json: bool, lines: "Sequence[str]"
) -> None:
    """Throw for a chance on what no event says, or on the action that awaits a judgement. Raises BadData.

    lines: what is still to be said of the estimates.
    """
    from seats.acting.chances import heard, thrown

    build, said = thrown(seat, used, about, said)
    acted = give(seat, build, said, not as_json, heard(used))
    tell(acted, said.by, as_json, lines, said.only)
