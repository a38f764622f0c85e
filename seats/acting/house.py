"""The law of the house: rules, options, tables and counters adopted in play.

Each act is first tried with a reason of no weight (`tried`), so that nobody is asked for a reason in vain.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from adjudication.engine.by_hand.house_tables import differences
from adjudication.engine.games.options import option_value
from adjudication.engine.session import Session
from adjudication.seminar.house import adopt_rule, change_option
from domain.errors import BadData
from domain.events import Event, KindData, TableData
from domain.resolving import resolve
from domain.text import value_said
from seats.acting.acted import Acted
from seats.seat.seat import Seat

Adopt = Callable[[Session, str], Event]
"""Adopts something for a reason."""


class Adoption(NamedTuple):
    """Something that is to be adopted, and how it is said that it needs a reason."""

    adopt: Adopt
    no_reason: str


def adopt(seat: Seat, what: Adoption, because: str) -> Acted:
    """Adopt it, again when others wrote first. Raises BadData without a reason, and what refuses it."""
    if not because.strip():
        raise BadData(what.no_reason)
    event = seat.deciding_again(lambda: what.adopt(seat.session_without_dice(), because), lambda: None)
    return Acted(seat, [event], seat.session_without_dice().pending())


def house_rule(id: str, text: str, by: str = "", replaces: str = "") -> Adoption:
    """A house rule, perhaps in the place of another. Raises BadData for one without a text."""
    if not text.strip():
        raise BadData("A house rule needs a text: `house-rule ID TEXT`.")
    return Adoption(
        lambda session, why: adopt_rule(session, id, text, why, by, replaces),
        "A house rule needs a reason: --because REASON.",
    )


def option(seat: Seat, name: str, value: str | None, by: str = "") -> Adoption:
    """An option of the game with another value. Raises NotFound or BadData for one that there is not."""
    options = seat.game.state.options
    if name not in options:
        name = resolve([(each, "") for each in options], name, "option")
    if value is None:
        raise BadData(f"Say what option {name} is from now on; it is {value_said(options[name])}.")
    read = option_value(name, options[name], value, seat.game.opened.one_of.get(name, ()))
    return Adoption(
        lambda session, why: change_option(session, name, read, why, by),
        "A change of an option needs a reason: --because REASON.",
    )


def counters(
    kinds: Mapping[str, KindData], pieces: Mapping[str, str], provenance: str, source: str, by: str = ""
) -> Adoption:
    """Kinds of counters in the place of those of the game, and pieces that are of another kind."""
    return Adoption(
        lambda session, why: session.adopt_counters(kinds, pieces, why, by, provenance, source),
        "New counters need a reason: --because REASON.",
    )


def table(name: str, new: TableData, by: str = "") -> Adoption:
    """A table in the place of one of the game."""
    return Adoption(
        lambda session, why: session.adopt_table(name, new, why, by),
        "A new table needs a reason: --because REASON.",
    )


def adopt_table(seat: Seat, name: str, new: TableData, because: str, by: str = "") -> Acted:
    """Put a table in the place of one; its answer has how they differ. Raises BadData without a reason, and
    what refuses it."""
    what = table(name, new, by)
    if not because.strip():
        raise BadData(what.no_reason)
    session = seat.session_without_dice()
    old = session.state.tables[name].data
    found = [each._asdict() for each in differences(name, old, new)]
    return Acted(seat, [what.adopt(session, because)], waits=False, more={"differences": found})
