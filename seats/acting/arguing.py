"""Matrix arguments: what is said for an action and against it, weighed by a method."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from adjudication.engine.by_hand.estimates import spread
from adjudication.engine.by_hand.matrix import STANCES, Argument, Method, Said, fits_method, method_of
from domain.errors import BadData, NotFound
from seats.dialogue.amounts import estimates, percent
from seats.seat.seat import Seat

USUAL = "two-dice"
"""The method when none is said."""

_SAID = re.compile(
    r"(?:\[(?P<strength>[^\]]{1,40})\]\s*)?(?:(?P<who>[^:]{1,60}):(?:\s+|$))?(?P<text>.*)", re.DOTALL
)


def methods_listed(known: Mapping[str, Method]) -> list[dict[str, Any]]:
    """The methods by which an argument is decided."""
    return [asdict(method) for method in known.values()]


def checked(seat: Seat, argument: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """An argument with who acts as the game knows them, for the act `hand-argue`; and what its answer has
    besides: what was estimated. Raises BadData or NotFound for what does not fit its method."""
    from reports.words.by_hand import spread_data

    found = {**argument, "actor": who(seat, argument.get("actor") or "")}
    fits_method(found)
    heard = spread(found.get("estimates") or {})
    return found, {"heard": spread_data(heard, found["estimates"])} if heard is not None else {}


def said_for(stance: str, texts: Sequence[str] | None, method: Method) -> list[dict[str, str]]:
    """`[strong] Haldane: The treaty binds them` as an argument; unsaid, it is of the weakest strength."""
    found = []
    for text in texts or ():
        match = _SAID.fullmatch(text.strip())
        assert match is not None
        strength = match["strength"] or weakest(method)
        found.append(
            {"stance": stance, "text": match["text"], "who": match["who"] or "", "strength": strength}
        )
    return found


def weakest(method: Method) -> str:
    """The strength that counts least by a method; empty where it knows none."""
    return min(method.strengths, key=lambda name: method.strengths[name], default="")


def who(seat: Seat, named: str) -> str:
    """The side of that id or name, or somebody, of the roster where there is one. Raises NotFound."""
    state = seat.game.state
    known = {text.casefold(): side for side, data in state.sides.items() for text in (side, data.name)}
    known.update({name.casefold(): name for name in state.cell.seats})
    if not named or named.casefold() in known:
        return known.get(named.casefold(), "")
    if state.cell.seats or named == named.lower():  # an id mistyped, not somebody's name
        raise NotFound(
            f"Nobody is called {named[:60]!r}; there are: {', '.join(dict.fromkeys(known.values()))}."
        )
    return named


def from_data(data: Any, called: str, known: Mapping[str, Method], method: str) -> dict[str, Any]:
    """An argument from data such as a file holds, which is called so; `method`, when said, replaces its own.
    Raises NotFound or BadData."""
    if not isinstance(data, dict) or not isinstance(data.get("action"), str):
        raise BadData(f"{called} holds no argument: `action`, `method` and `arguments` are wanted.")
    parts = [each.name for each in fields(Argument)]
    for name, value in data.items():
        if name not in parts:
            raise BadData(f"{called}: an argument has no {str(name)[:40]!r}; it has: {', '.join(parts)}.")
        if name in ("actor", "success", "failure") and not isinstance(value, str):
            raise BadData(f"{called}: `{name}` is text.")
    how = method_of(method or str(data.get("method", USUAL)), known)
    heard = data.get("arguments", [])
    if not isinstance(heard, list) or not all(isinstance(each, dict) for each in heard):
        raise BadData(f"{called}: `arguments` is a list, each with stance, text, who and strength.")
    for number, each in enumerate(heard, start=1):
        strange = sorted(set(map(str, each)) - {field.name for field in fields(Said)})
        if strange or not all(isinstance(value, str) for value in each.values()):
            raise BadData(f"{called}: argument {number} has stance, text, who and strength, all text.")
        if each.get("stance") not in STANCES or not each.get("text"):
            raise BadData(f"{called}: argument {number} needs a text, and `for` or `against` as its stance.")
    for name in ("estimates", "votes"):
        if not isinstance(data.get(name, {}), dict):
            raise BadData(f"{called}: `{name}` has a line for each name.")
    told = {**data, "method": how, "arguments": [{"strength": weakest(how), **each} for each in heard]}
    if "estimates" in data:
        told["estimates"] = estimates([f"{name}={value}" for name, value in data["estimates"].items()])
    if data.get("percent") is not None:
        told["percent"] = percent(str(data["percent"]))
    if "votes" in data:
        told["votes"] = {str(name): str(vote) for name, vote in data["votes"].items()}
    return told
