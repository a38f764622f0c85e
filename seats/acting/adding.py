"""Adding to a game in play: sides, areas and boxes, links, tracks, tables, kinds of pieces, pieces."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

import msgspec

from adjudication.engine.by_hand.adding import check_area
from adjudication.engine.by_hand.placing import placed
from adjudication.engine.resolving import find
from domain.errors import BadData
from domain.events import TableData
from domain.text import slug
from seats.acting.by_hand import Build
from seats.acting.effects import only_sides
from seats.seat.seat import Seat

TAKES: Mapping[str, tuple[str, ...]] = {
    "side": ("player",),
    "area": ("beside", "at", "terrain"),
    "box": ("side",),
    "link": (),
    "track": ("value", "ends", "side"),
    "table": ("keys", "title"),
    "kind": ("side", "group", "back"),
    "piece": ("kind", "at", "side"),
}
"""What can be added, and what is said of each thing besides its name and what every manual change has."""


class Wanted(NamedTuple):
    """What is to be added, as it was said.

    names: what it is called; of a link the two areas, of a table a file. only: who may know of a track, a box
    or a piece. given: what else was said of it, by name: see `TAKES`. table: reads the rows of a table into
    one with its title and keys.
    """

    names: Sequence[str]
    id: str = ""
    only: Sequence[str] | None = None
    given: Mapping[str, Any] = {}
    table: Callable[[TableData], TableData] | None = None

    def name(self) -> str:
        """The one name that it has."""
        if len(self.names) != 1:
            raise BadData("Say what it is called; a name of several words stands in quotes.")
        return " ".join(self.names[0].split())

    def known_id(self) -> str:
        """Its id: what was said, or made of its name."""
        found = self.id or slug(self.name())[:60].rstrip("-")
        if not found:
            raise BadData("Say under which id it is known: --id ID.")
        return found


def added(what: str, wanted: Wanted) -> Build:
    """An addition to the game, as an act by hand. Raises BadData for what such a thing does not take."""
    if what not in TAKES:
        raise BadData(f"There is no {what[:40]!r} to add; there are: {', '.join(TAKES)}.")
    unfit = next((name for name in wanted.given if name not in TAKES[what]), None)
    if unfit is not None:
        takes = ", ".join(f"--{name}" for name in TAKES[what]) or "none of its own"
        raise BadData(f"`add {what}` has no --{unfit}; its options: {takes}.")
    return lambda seat: _ACTS[what](seat, wanted)


Act = tuple[str, dict[str, Any]]


def _side(seat: Seat, wanted: Wanted) -> Act:
    return "hand-add-side", {
        "id": wanted.known_id(),
        "name": wanted.name(),
        "player": wanted.given.get("player", ""),
    }


def _area(seat: Seat, wanted: Wanted) -> Act:
    state = seat.game.state
    beside = [find(state, ["place"], each) for each in wanted.given.get("beside", ())]
    for each in beside:
        check_area(state, each)
    at = _pair(wanted.given["at"], "--at X,Y") if "at" in wanted.given else None
    return "hand-add-space", {
        "id": wanted.known_id(),
        "name": wanted.name(),
        "terrain": wanted.given.get("terrain", ""),
        "beside": beside,
        **{"kind": "area", **placed(state, beside, at)},
    }


def _box(seat: Seat, wanted: Wanted) -> Act:
    seen_by = only_sides(seat, wanted.only)
    return "hand-add-space", {
        "id": wanted.known_id(),
        "name": wanted.name(),
        "kind": "box",
        "box": True,
        "owner": _whose(seat, wanted),
        **({} if seen_by is None else {"seen_by": list(seen_by)}),
    }


def _link(seat: Seat, wanted: Wanted) -> Act:
    if len(wanted.names) != 2 or wanted.id:
        raise BadData("A link is between two areas: `whitecell add link AREA AREA`.")
    one, other = (find(seat.game.state, ["place"], name) for name in wanted.names)
    return "hand-link", {"one": one, "other": other}


def _track(seat: Seat, wanted: Wanted) -> Act:
    lowest, highest = _pair(wanted.given.get("ends", "0,10"), "--ends LOWEST,HIGHEST")
    known_to = only_sides(seat, wanted.only)
    return "hand-add-track", {
        "id": wanted.known_id(),
        "name": wanted.name(),
        "value": wanted.given.get("value", max(lowest, min(0, highest))),
        "lowest": lowest,
        "highest": highest,
        "owner": _whose(seat, wanted),
        **({} if known_to is None else {"known_to": list(known_to)}),
    }


def _table(seat: Seat, wanted: Wanted) -> Act:
    path = PurePath(wanted.name())
    columns = tuple(each.strip() for each in str(wanted.given.get("keys", "")).split(",") if each.strip())
    title = wanted.given.get("title") or path.stem.replace("-", " ").replace("_", " ").capitalize()
    if wanted.table is None:
        raise BadData("A table needs its rows.")
    read = wanted.table(TableData(title, columns, ()))
    if not read.keys:
        raise BadData(f"{path.name} does not say how it is entered: --keys COLUMN,COLUMN.")
    name = wanted.id or slug(path.stem)
    return "hand-add-table", {"table": name, **msgspec.to_builtins(read), "title": read.title}


def _kind(seat: Seat, wanted: Wanted) -> Act:
    return "hand-add-kind", {
        "id": wanted.known_id(),
        "name": wanted.name(),
        "owner": _whose(seat, wanted),
        "group": wanted.given.get("group", ""),
        "back": wanted.given.get("back", ""),
    }


def _piece(seat: Seat, wanted: Wanted) -> Act:
    state = seat.game.state
    if "at" not in wanted.given:
        raise BadData("Say where the piece is: --at PLACE.")
    at = find(state, ["place", "piece"], wanted.given["at"])
    knowing = only_sides(seat, wanted.only)
    hidden = {} if knowing is None else {"hidden": True, "known_to": list(knowing), "seen_by": list(knowing)}
    named = wanted.given.get("kind", "")
    place = {"id": wanted.known_id(), "name": wanted.name(), "at": at, **hidden}
    if named:
        whose = {"owner": _whose(seat, wanted)} if "side" in wanted.given else {}
        return "hand-place", {"kind": find(state, ["kind"], named), **place, **whose}
    if knowing is not None:
        raise BadData(
            "A new kind of piece is known to everyone. Say of which kind a secret piece is: --kind KIND; "
            "`whitecell add kind` adds one."
        )
    new = f"{place['id']}-kind" if place["id"] in state.kinds else place["id"]
    make = {"act": "hand-add-kind", "id": new, "name": wanted.name(), "owner": _whose(seat, wanted)}
    return "hand-together", {"acts": [make, {"act": "hand-place", "kind": new, **place}]}


def _whose(seat: Seat, wanted: Wanted) -> str:
    named = wanted.given.get("side", "")
    return find(seat.game.state, ["side"], named) if named else ""


def _pair(text: str, how: str) -> tuple[int, int]:
    """Two whole numbers parted by a comma. Raises BadData."""
    parts = [part.strip() for part in text.replace("..", ",").split(",")]
    try:
        one, other = (int(part) for part in parts)
    except ValueError:
        raise BadData(f"Two whole numbers are wanted, {how}, not {text[:40]!r}.") from None
    return one, other


_ACTS = {
    "side": _side,
    "area": _area,
    "box": _box,
    "link": _link,
    "track": _track,
    "table": _table,
    "kind": _kind,
    "piece": _piece,
}
