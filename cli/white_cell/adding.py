"""Adding to a game in play: sides, areas and boxes, links, tracks, tables, kinds of pieces, pieces."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cli.options.command import Command, commands
from cli.options.completion import ADDITIONS, additions, places
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By, Only, Rule
from cli.white_cell.giving import Said, give, only_sides, tell
from domain.errors import BadData

if TYPE_CHECKING:
    from cli.seat.seat import Seat

app = commands()


class _Wanted(NamedTuple):
    """What is to be added, as it was typed. given: the options that were given, by name."""

    names: Sequence[str]
    id: str
    only: Sequence[str] | None
    given: Mapping[str, Any]

    def name(self) -> str:
        """The one name that it has."""
        if len(self.names) != 1:
            raise BadData("Say what it is called; a name of several words stands in quotes.")
        return " ".join(self.names[0].split())

    def known_id(self) -> str:
        """Its id: what was said, or made of its name."""
        from domain.text import slug

        found = self.id or slug(self.name())[:60].rstrip("-")
        if not found:
            raise BadData("Say under which id it is known: --id ID.")
        return found


_TAKES: Mapping[str, tuple[str, ...]] = {
    "side": ("player",),
    "area": ("beside", "at", "terrain"),
    "box": ("side",),
    "link": (),
    "track": ("value", "ends", "side"),
    "table": ("keys", "title"),
    "kind": ("side", "group", "back"),
    "piece": ("kind", "at", "side"),
}
"""The options that each thing takes, besides those of every manual change."""


class Features(NamedTuple):
    """What it is like: options of which each thing takes some."""

    beside: Annotated[
        list[str] | None,
        typer.Option(
            "--beside", metavar="AREA", help="An area that it lies beside; repeatable.", autocompletion=places
        ),
    ] = None
    at: Annotated[
        str,
        typer.Option(
            "--at", metavar="PLACE", help="Of a piece where it is; of an area X,Y on the map, if it matters."
        ),
    ] = ""
    terrain: Annotated[str, typer.Option("--terrain", metavar="WORD", help="Of an area: its terrain.")] = ""
    value: Annotated[
        int | None, typer.Option("--value", metavar="N", help="Of a track: where it starts.")
    ] = None
    ends: Annotated[
        str, typer.Option("--ends", metavar="LOWEST,HIGHEST", help="Of a track: its ends; 0,10 by default.")
    ] = ""
    side: Annotated[
        str,
        typer.Option(
            "--side", metavar="SIDE", help="Whose it is, or whose score.", autocompletion=complete_sides
        ),
    ] = ""
    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="Of a piece: its kind; a new one by default.")
    ] = ""
    group: Annotated[
        str, typer.Option("--group", metavar="WORD", help="Of a kind: the group that it belongs to.")
    ] = ""
    back: Annotated[
        str, typer.Option("--back", metavar="TEXT", help="Of a kind: what its pieces show face down.")
    ] = ""
    keys: Annotated[
        str,
        typer.Option("--keys", metavar="COLUMN,...", help="Of a table in CSV: its key columns."),
    ] = ""
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Of a table: its title.")] = ""
    player: Annotated[
        str, typer.Option("--player", metavar="PLAYER", help="Of a side: who holds it beside another.")
    ] = ""

    def given(self, what: str) -> dict[str, Any]:
        """What was said of them, by name. Raises BadData where such a thing does not take it."""
        given = {name: said for name, said in self._asdict().items() if said not in ("", None, (), [])}
        unfit = next((name for name in given if name not in _TAKES[what]), None)
        if unfit is not None:
            takes = ", ".join(f"--{name}" for name in _TAKES[what]) or "none of its own"
            raise BadData(f"`add {what}` has no --{unfit}; its options: {takes}.")
        return given


class Recorded(NamedTuple):
    """With what it is recorded: who alone may know, why, by which rule, by whom."""

    only: Only = None
    because: Because = ""
    rule: Rule = "house"
    by: By = ""


@app.command(cls=Command)
@grouped
def add(
    what: Annotated[
        str,
        typer.Argument(metavar="THING", help=f"One of: {', '.join(ADDITIONS)}.", autocompletion=additions),
    ],
    names: Annotated[
        list[str],
        typer.Argument(metavar="NAME", help="What it is called; of a link the two areas, of a table a file."),
    ],
    *,
    features: Features,
    id: Annotated[str, typer.Option("--id", metavar="ID", help="Its id; by default made of its name.")] = "",
    recorded: Recorded,
    where: Where,
) -> None:
    """Add a side, area, track, table, piece and more to the game.

    It is a manual change with a reason, which `undo` takes off again. Tracks, boxes and pieces may be kept
    secret with --only; everything else is known to everyone. An area is drawn near those that it lies beside.

    \b
    Examples:
      whitecell add side "Neutral League" --because "It asks to take part"
      whitecell add area "Grey Shoal" --beside narrows --beside outer-banks --because "A cable lands there"
      whitecell add track Bandwidth --value 80 --ends 0,100 --because "The plan turns on it"
      whitecell add track Leverage --only aldmark --because "Only Aldmark keeps count of it"
      whitecell add link aldport naval-base --because "The ferry runs again"
      whitecell add piece "Cable ship" --side council --at selmhaven --because "The Council charters one"
      whitecell add table weather.yaml --because "Weather begins to matter"
    """
    from cli.seat.seat import leads

    if what not in ADDITIONS:
        raise BadData(f"There is no {what[:40]!r} to add; there are: {', '.join(ADDITIONS)}.")
    only, because, rule, by = recorded
    wanted = _Wanted(names, id, only, features.given(what))
    public = what not in ("track", "box", "piece")
    said = Said(because, rule, by, only if public else None)
    with where.seat(leads(by)) as seat:
        outcome = give(seat, lambda seat: _ACTS[what](seat, wanted), said, ask_reason=not where.as_json)
        tell(seat, outcome, by, where.as_json, only=only)


Act = tuple[str, dict[str, Any]]


def _side(seat: "Seat", wanted: _Wanted) -> Act:
    return "hand-add-side", {
        "id": wanted.known_id(),
        "name": wanted.name(),
        "player": wanted.given.get("player", ""),
    }


def _area(seat: "Seat", wanted: _Wanted) -> Act:
    from adjudication.engine.by_hand.adding import check_area
    from adjudication.engine.by_hand.placing import placed
    from adjudication.engine.resolving import find

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


def _box(seat: "Seat", wanted: _Wanted) -> Act:
    seen_by = only_sides(seat, wanted.only)
    return "hand-add-space", {
        "id": wanted.known_id(),
        "name": wanted.name(),
        "kind": "box",
        "box": True,
        "owner": _whose(seat, wanted),
        **({} if seen_by is None else {"seen_by": list(seen_by)}),
    }


def _link(seat: "Seat", wanted: _Wanted) -> Act:
    from adjudication.engine.resolving import find

    if len(wanted.names) != 2 or wanted.id:
        raise BadData("A link is between two areas: `whitecell add link AREA AREA`.")
    one, other = (find(seat.game.state, ["place"], name) for name in wanted.names)
    return "hand-link", {"one": one, "other": other}


def _track(seat: "Seat", wanted: _Wanted) -> Act:
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


def _table(seat: "Seat", wanted: _Wanted) -> Act:
    import msgspec

    from cli.white_cell.charts_files import read_table
    from domain.events import TableData
    from domain.text import slug

    path = Path(wanted.name())
    columns = tuple(each.strip() for each in str(wanted.given.get("keys", "")).split(",") if each.strip())
    title = wanted.given.get("title") or path.stem.replace("-", " ").replace("_", " ").capitalize()
    read = read_table(path, TableData(title, columns, ()))
    if not read.keys:
        raise BadData(f"{path.name} does not say how it is entered: --keys COLUMN,COLUMN.")
    name = wanted.id or slug(path.stem)
    return "hand-add-table", {"table": name, **msgspec.to_builtins(read), "title": read.title}


def _kind(seat: "Seat", wanted: _Wanted) -> Act:
    return "hand-add-kind", {
        "id": wanted.known_id(),
        "name": wanted.name(),
        "owner": _whose(seat, wanted),
        "group": wanted.given.get("group", ""),
        "back": wanted.given.get("back", ""),
    }


def _piece(seat: "Seat", wanted: _Wanted) -> Act:
    from adjudication.engine.resolving import find

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


def _whose(seat: "Seat", wanted: _Wanted) -> str:
    from adjudication.engine.resolving import find

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
