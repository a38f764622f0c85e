"""The law of the house: rules adopted and options changed in play, each checked before it is written."""

import re

from adjudication.engine.by_hand.acts import cited
from adjudication.engine.session import Session
from domain.errors import BadData, NotFound, Refused
from domain.events import Event, HouseRuleAdopted, OptionChanged, Value
from domain.table.state import State
from domain.text import value_said

LONGEST_RULE = 4_000
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


def adopt_rule(session: Session, id: str, text: str, because: str, by: str = "", replaces: str = "") -> Event:
    """Adopt a house rule from now on. `replaces`: a rule of the register, or another house rule.

    A rule adopted again under its own id takes the place of its former text. Raises BadData or NotFound.
    """
    _refuse_if_closed(session)
    instead = check_replaced(session.system.name, replaces, session.state) if replaces.strip() else ""
    check_rule(id, text, because)
    return session.record(
        lambda number, time: HouseRuleAdopted(
            number=number, time=time, id=id, text=text.strip(), by=by, because=because, replaces=instead
        )
    )


def check_rule(id: str, text: str, because: str) -> None:
    """Raises BadData for a house rule without an id that can be cited, a text, or a reason."""
    if not _ID.fullmatch(id):
        raise BadData("A house rule's id has 1 to 40 letters, digits, points or hyphens.")
    if not text.strip():
        raise BadData("A house rule needs a text.")
    if len(text) > LONGEST_RULE:
        raise BadData(f"A house rule has at most {LONGEST_RULE} characters.")
    if not because.strip():
        raise BadData("A house rule needs a reason.")


def check_replaced(system: str, text: str, state: State) -> str:
    """The citation of the rule that another takes the place of. Raises NotFound."""
    text = text.strip()
    if text in state.cell.house_rules:
        return f"house {text}"
    if text == "house":
        raise NotFound("Say which rule it replaces: `house` alone names none.")
    return cited(system, text, state)


def change_option(session: Session, name: str, value: Value, because: str, by: str = "") -> Event:
    """Change an option of the game from now on. Raises BadData, NotFound, or Refused while an order waits."""
    _refuse_if_closed(session)
    check_option(session.state, name, value, because)
    return session.record(
        lambda number, time: OptionChanged(
            number=number, time=time, option=name, value=value, by=by, because=because
        )
    )


def check_option(state: State, name: str, value: Value, because: str) -> None:
    """Raises NotFound for an option that the game does not have, BadData for a value of another type, the
    one it has, or no reason, Refused while an order waits for an answer."""
    if name not in state.options:
        known = ", ".join(state.options) or "none"
        raise NotFound(f"There is no option {name[:60]!r}; there are: {known}.")
    now = state.options[name]
    if type(value) is not type(now):
        raise BadData(f"Option {name} is {_SHOWN.get(type(now), 'text')}, not {value_said(value)}.")
    values = state.opened.one_of.get(name, ()) if state.opened is not None else ()
    if values and value not in values:
        raise BadData(
            f"Option {name} is one of {', '.join(map(value_said, values))}, not {value_said(value)}."
        )
    if value == now:
        raise BadData(f"Option {name} is {value_said(now)} already.")
    if not because.strip():
        raise BadData("A change of an option needs a reason.")
    if state.procedures:
        raise Refused("An order waits for an answer; decide it before changing an option.")


_SHOWN: dict[type, str] = {bool: "on or off", int: "a whole number", str: "text"}


def _refuse_if_closed(session: Session) -> None:
    if session.state.closed:
        raise Refused("This game is closed; it can be read and audited, not changed.")
