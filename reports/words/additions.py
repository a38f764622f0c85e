"""What joins a game in play, in words: as ordered, and as it happened."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.events import KindData, SideData, SpaceData, TableData, TrackData
from reports.words.names import Names, capital, joined, one_line

Fields = Mapping[str, Any]
Teller = Callable[[Fields, Names], str]


def _place(name: str, beside: Sequence[str], box: bool, names: Names) -> str:
    what = f"box {name}" if box else f"area {name}"
    return f"{what} beside {joined([names.space(each) for each in beside])}" if beside else what


def _ends(name: str, lowest: int, highest: int, value: int) -> str:
    return f"track {name} from {lowest} to {highest}, at {value}"


# --- as it was ordered ---------------------------------------------------------------------------


def _add_space(a: Fields, names: Names) -> str:
    return f"new {_place(one_line(a['name']), a.get('beside') or (), bool(a.get('box')), names)}"


def _link(a: Fields, names: Names) -> str:
    return f"{names.space(a['one'])} and {names.space(a['other'])} become neighbours"


def _add_track(a: Fields, names: Names) -> str:
    return f"new {_ends(one_line(a['name']), a.get('lowest', 0), a.get('highest', 0), a.get('value', 0))}"


ADDING: dict[str, Teller] = {
    "add-side": lambda a, names: f"new side {one_line(a['name'])}",
    "add-space": _add_space,
    "link": _link,
    "add-track": _add_track,
    "add-table": lambda a, names: f"new table {one_line(a.get('title') or a['table'])}",
    "add-kind": lambda a, names: f"new kind of piece {one_line(a['name'])}",
}
"""The words for each addition, by the name of its act."""


# --- as it came about ----------------------------------------------------------------------------


def _side(f: Fields, names: Names) -> str:
    side: SideData = f["side"]
    return f"{capital(one_line(side.name or side.id))} joins the game"


def _space(f: Fields, names: Names) -> str:
    space: SpaceData = f["space"]
    told = _place(one_line(space.name or space.id), f.get("beside") or (), bool(f.get("box")), names)
    return f"{capital(told)} added"


def _track(f: Fields, names: Names) -> str:
    track: TrackData = f["track"]
    told = _ends(one_line(track.name or track.id), track.lowest, track.highest, track.value)
    return f"{capital(told)}, added"


def _table(f: Fields, names: Names) -> str:
    data: TableData = f["data"]
    return f"Table {one_line(data.title or f['table'])} added"


def _kind(f: Fields, names: Names) -> str:
    data: KindData = f["data"]
    return f"Kind of piece {one_line(data.name)} added"


ADDED: dict[str, Teller] = {
    "side-added": _side,
    "space-added": _space,
    "track-added": _track,
    "table-added": _table,
    "kind-added": _kind,
}
"""The words for each kind of event that adds something."""
