"""The acts by hand that words mean: dice, look-ups, draws, and changes outside the rules.

Each function here gives a `Build`, which `by_hand.give` does.
"""

import re
from collections.abc import Sequence
from typing import Any

from adjudication.engine.by_hand.kinds import ROLLED, value_on_table
from adjudication.engine.resolving import find
from adjudication.seminar.ruling import cell_value
from domain.errors import BadData
from seats.acting.by_hand import Build
from seats.acting.effects import act_of
from seats.dialogue.amounts import labelled, read_dice
from seats.dialogue.pairs import pairs
from seats.seat.seat import Seat

_TARGET = re.compile("[0-9]{1,3}[+]")
"""`4+`: the number to meet or beat."""


def rolled(
    dice: Sequence[str],
    purpose: str,
    *,
    promote: Sequence[str] = (),
    demote: Sequence[str] = (),
    add: Sequence[str] = (),
    target: int | None = None,
    criticals: bool = False,
    together: bool = False,
) -> Build:
    """A roll of dice such as `d8`, `2d6`, perhaps against a target such as `4+`. promote, demote, add:
    amounts with what they are for, such as `1 veterans`. Raises BadData."""
    targets = [word.removesuffix("+") for word in dice if _TARGET.fullmatch(word)]
    if len(targets) > 1 or (targets and target is not None):
        raise BadData("A roll has one target: `d6 4+`, or --target 4.")
    arguments = {
        "dice": read_dice([word for word in dice if not _TARGET.fullmatch(word)]),
        "purpose": purpose,
        "promotions": [*labelled(promote), *labelled(demote, sign=-1)],
        "adds": labelled(add, alone=None),
        "target": int(targets[0]) if targets else target,
        "criticals": criticals,
        "together": together,
    }
    return lambda _: ("hand-roll", arguments)


def looked_up(table: str, keys: Sequence[str], shift: Sequence[str] = ()) -> Build:
    """A table entered with `key=value`; what the game knows of its keys may be left out. shift: keys with an
    amount and what it is for, such as `die -1 sandstorm`. Doing it raises BadData or NotFound for what does
    not fit."""
    return lambda seat: _entered(seat, table, keys, shift)


def _entered(
    seat: Seat, table: str, said_keys: Sequence[str], shift: Sequence[str]
) -> tuple[str, dict[str, Any]]:
    state = seat.game.state
    table = find(state, ("table",), table)
    entered = state.tables[table].data.keys
    said = pairs(said_keys)
    known = {key: value_on_table(state, key) for key in entered}
    missing = [key for key in entered if key not in said and known[key] is None]
    if missing or set(said) - set(entered):
        wanted = ", ".join(f"[{key}=VALUE]" if known[key] is not None else f"{key}=VALUE" for key in entered)
        raise BadData(f"Table {table} is entered with {wanted}.")
    shifts = []
    for text in shift:
        key, _, rest = text.strip().partition(" ")
        [(label, amount)] = labelled([rest], alone=None)
        shifts.append((key, label, amount))
    keys = {
        key: said[key]
        if ROLLED.fullmatch(said.get(key, ""))
        else cell_value(state, table, key, said[key])
        if key in said
        else known[key]
        for key in entered
    }
    return "hand-look-up", {"table": table, "keys": keys, "shifts": shifts}


def drawn(cup: str, to: str, purpose: str = "", reveal: bool = False) -> Build:
    """A piece drawn blindly from a cup or deck and put down somewhere. Doing it raises BadData or
    NotFound."""

    def build(seat: Seat) -> tuple[str, dict[str, Any]]:
        if not to:
            raise BadData("Say where the piece is put down: --at PLACE.")
        places = {"cup": find(seat.game.state, ("place",), cup), "to": find(seat.game.state, ("place",), to)}
        return "hand-draw", {**places, "purpose": purpose, "reveal": reveal}

    return build


def changed(effects: Sequence[str]) -> Build:
    """All that the words of effects change, as one act. Doing it raises BadData or NotFound."""
    return lambda seat: act_of(seat, effects)
