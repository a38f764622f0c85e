"""Events as rows of the read model's tables: what types of events declare, and a function for each table
that several types share, or whose rows take more than the fields of an event."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from adjudication.engine.by_hand.acts import LATE, PREFIX
from adjudication.engine.losses import Loss
from domain.events import PieceData
from domain.events.registry import NAMED
from domain.events.rows import Cell, Row
from domain.views.view import UNKNOWN, WHITE
from reports.read_model.schema import tables
from reports.read_model.seen import Seen
from reports.words.seminar import topics_of

GAME_SPAN = 10_000_000
"""An event's key is its number plus this many times the number of its game."""

_LARGEST = 2**63 - 1


def key(game: int, number: int) -> int:
    """The key of an event."""
    return game * GAME_SPAN + number


class Rows:
    """The rows of one game's events, by table, each a tuple in the order of the table's columns."""

    def __init__(self, game: int) -> None:
        self.game = game
        self.by_table: dict[str, list[tuple[Any, ...]]] = {table.name: [] for table in tables()}

    def take(self, seen: Seen) -> None:
        """Add all rows of an event."""
        event, f = key(self.game, seen.number), seen.fields
        head = (
            event,
            self.game,
            seen.number,
            self.ref(seen, seen.order),
            whole(seen.turn),
            seen.phase,
            int(seen.in_force),
        )
        self.by_table["events"].append(
            (
                event,
                self.game,
                seen.number,
                seen.time,
                seen.kind,
                head[3],
                seen.rule,
                head[4],
                seen.phase,
                seen.side,
                f.get("by") or f.get("sender") or "",
                seen.words,
                as_json(f),
                None if seen.audience is None else as_json(seen.audience),
                head[6],
                key(self.game, seen.struck_by) if seen.struck_by else None,
                seen.digest,
            )
        )
        if f.get("because"):
            because = f["because"]
            self.text(seen, "reason", because if isinstance(because, str) else seen.names.text(because))
        for row in NAMED[seen.kind].rows:
            if isinstance(row, Row):
                _declared(self, head, seen, row)
            else:
                ROWS_OF[row](self, head, seen, f)
        if seen.loss is not None:
            _lost(self, head, seen, seen.loss)

    def add(self, table: str, *values: Any) -> None:
        """Add a row to a table."""
        self.by_table[table].append(values)

    def text(self, seen: Seen, what: str, text: str) -> None:
        """Add a text that a person wrote."""
        by = seen.fields.get("by") or seen.fields.get("sender") or ""
        self.add("texts", key(self.game, seen.number), what, self.game, seen.number, by, text)

    def ref(self, seen: Seen, number: Any) -> int | None:
        """The key of an earlier event that one refers to; None for none, and for one that does not exist."""
        return key(self.game, number) if isinstance(number, int) and 0 < number <= seen.number else None


_Head = tuple[Any, ...]
_Fields = Mapping[str, Any]


def as_json(value: Any) -> str:
    """Plain data as JSON."""
    return msgspec.json.encode(value).decode()


def whole(number: int | None) -> int | None:
    """A number that a database can hold: one that is too large becomes the largest."""
    return None if number is None else max(-_LARGEST, min(_LARGEST, number))


def _declared(rows: Rows, head: _Head, seen: Seen, row: Row) -> None:
    of_order = (seen.order_side, seen.rule) if row.of_order else ()
    rows.add(row.table, *head, *of_order, *(_held(rows, seen, cell) for cell in row.cells))


def _held(rows: Rows, seen: Seen, cell: Cell) -> Any:
    """What a column holds of an event."""
    value = seen.fields.get(cell.field or cell.column.name)
    if cell.said:
        return seen.names.text(value)
    if cell.event:
        return rows.ref(seen, value)
    if value is None or (cell.column.kind is str and isinstance(value, str)):
        return value
    return whole(int(value)) if cell.column.kind is int else as_json(value)


def _sides(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    joining = f["sides"] if "sides" in f else (f["side"],)
    for side in {side.id: side for side in joining}.values():
        rows.add("sides", rows.game, side.id, side.name, side.played_by)


def _order(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    rows.add(
        "orders",
        *head,
        f["side"],
        f["order"],
        as_json(f["arguments"]),
        seen.rule,
        f.get("by") or "",
        f.get("because") or "",
        seen.words,
    )
    if f["order"] == f"{PREFIX}argue" and not f["side"]:
        _arguments(rows, head, f["arguments"])
    if f["order"] == LATE and isinstance(f["arguments"], Mapping):
        late = f["arguments"]
        concerns = rows.ref(seen, late["concerns"]) if type(late.get("concerns")) is int else None
        value = as_json(late.get("value"))
        by, because = f.get("by") or "", f.get("because") or ""
        rows.add("rulings", *head, "late-ruling", concerns, "", value, by, because, None, None)


def _done(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    if seen.summary:
        rows.add("summaries", *head, seen.order_side, seen.summary)


def _arguments(rows: Rows, head: _Head, told: Any) -> None:
    """The arguments for and against; a log from outside may say anything there."""
    said = told.get("arguments") or () if isinstance(told, Mapping) else ()
    for place, each in enumerate(said if isinstance(said, list | tuple) else (), start=1):
        if isinstance(each, Mapping):
            words = [str(each.get(name) or "") for name in ("stance", "text", "who", "strength")]
            rows.add("arguments", head[0], place, rows.game, str(told.get("action") or ""), *words, head[6])


def _drawn(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    rows.add(
        "draws",
        *head,
        seen.order_side,
        seen.rule,
        seen.kind,
        f.get("cup"),
        next((as_json(f[name]) for name in ("piece", "value") if name in f), None),
        as_json(f["options"]) if "options" in f else None,
        seen.names.text(f.get("purpose")) or None,
        f.get("source"),
        rows.ref(seen, f.get("again")),
    )


def _look_up(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    table = None if seen.adopted_unseen else seen.state.tables.get(f["table"])
    rows.add(
        "look_ups",
        *head,
        seen.order_side,
        seen.rule,
        f["table"],
        table.data.title if table is not None else "",
        table.data.provenance if table is not None else "",
        whole(f["row"]),
        as_json(f["keys"]),
        as_json(f["result"]),
    )


_HOW = {
    "piece-moved": "moved",
    "counter-drawn": "drawn",
    "piece-placed": "placed",
    "piece-removed": "removed",
}


def _piece(seen: Seen, f: _Fields) -> tuple[str | None, str, str | None]:
    """A piece's id, name and side, as far as the viewer may know; for a hidden one only its back."""
    told = f.get("piece")
    if isinstance(told, PieceData):
        kind = seen.state.kinds[told.kind]
        return told.id, told.name or kind.name, told.side or kind.side
    if told is None or told == UNKNOWN:
        back = f.get("back")
        return None, f"a hidden {back}" if back else "a hidden piece", None
    piece = seen.state.pieces.get(told)
    return told, seen.names.piece(told), piece.side if piece is not None else None


def _moved(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    piece = f.get("piece")
    placed = isinstance(piece, PieceData)
    origin = f.get("cup") or f.get("origin")
    place = piece.at if isinstance(piece, PieceData) else f.get("to")
    how = _HOW[seen.kind]
    told = _piece(seen, f)
    rows.add("moves", *head, seen.order_side, seen.rule, how, *told, None if placed else origin, place)


def _lost(rows: Rows, head: _Head, seen: Seen, loss: Loss) -> None:
    told: tuple[str | None, str, str | None]
    if loss.piece:
        told = loss.piece, seen.names.piece(loss.piece), loss.side
    elif loss.side:
        told = None, "", loss.side
    else:
        told = _piece(seen, seen.fields)
    rows.add("losses", *head, seen.order_side, seen.rule, loss.how, *told, whole(loss.amount))


def _ruling(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    concerns = rows.ref(seen, f.get("concerns") or f.get("first"))
    subject = f.get("table") or f.get("option") or f.get("id") or ", ".join(f.get("kinds", ()))
    value = f["value"] if "value" in f else f.get("text")
    rows.add(
        "rulings",
        *head,
        seen.kind,
        concerns,
        subject,
        None if value is None else as_json(value),
        f["by"],
        f["because"],
        as_json(f["agreed"]) if "agreed" in f else None,
        as_json(f["overruled"]) if "overruled" in f else None,
    )


def _concluded(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    rows.add(
        "conclusions", *head, *map(seen.names.text, (f["subject"], f["method"], f["result"])), f["narration"]
    )
    if f["narration"]:
        rows.text(seen, "narration", f["narration"])


def _noted(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    event = head[0]
    lists = as_json(f["turns"]), as_json(f["sides"])
    concerns = rows.ref(seen, f["concerns"])
    rows.add("insights", *head, f["kind"], f["text"], f["by"], concerns, whole(f["rating"]) or None, *lists)
    rows.text(seen, f["kind"], f["text"])
    for tag in dict.fromkeys(f["tags"]):
        rows.add("insight_topics", event, tag, rows.game)
    links = dict.fromkeys(rows.ref(seen, number) for number in f["links"])
    for link in links:
        if link is not None:
            rows.add("insight_links", event, link, rows.game)


def _declared_topics(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    outcomes = {topic.id for topic in f["outcomes"]}
    for topic in {topic.id: topic for topic in topics_of(f)}.values():
        what = "learning outcome" if topic.id in outcomes else "research question"
        rows.add("topics", rows.game, topic.id, what, topic.text, head[0])


def _message(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    told = as_json(f["to"]), as_json(f["fields"])
    rows.add("messages", *head, f["form"], f["sender"], f["side"], *told)
    rows.text(seen, "message", "\n".join(f"{name}: {value}" for name, value in f["fields"].items()))


def _injects(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    for inject in {inject.id: inject for inject in f["injects"]}.values():
        due = whole(inject.turn), inject.phase, inject.time
        told = as_json(inject.audience), inject.changes
        rows.add("injects", rows.game, inject.id, head[0], inject.text, *due, *told)


def _inject_handled(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    told = f.get("because", ""), f.get("by", "")
    unplanned = int(f["unplanned"]) if "unplanned" in f else None
    rows.add("injects_handled", *head, f.get("inject"), f["how"], f["text"], *told, unplanned)
    if f.get("unplanned"):
        told = as_json(() if seen.audience is None else seen.audience or (WHITE,)), ""
        rows.add("injects", rows.game, f["inject"], head[0], f["text"], head[4], head[5], "", *told)
    if f["text"]:
        rows.text(seen, "inject", f["text"])


def _corrected(rows: Rows, head: _Head, seen: Seen, f: _Fields) -> None:
    said = f["topic"], f["text"], as_json(f["fields"]), int(f["withdrawn"])
    concerns = rows.ref(seen, f["concerns"])
    rows.add("corrections", *head, concerns, f["kind"], *said, f["by"], f.get("because", ""))
    if f["text"]:
        rows.text(seen, "correction", f["text"])
    declared = seen.state.cell.declared
    if f["topic"] and f["text"] and declared is not None:
        outcomes = {topic.id for topic in declared.outcomes}
        what = "learning outcome" if f["topic"] in outcomes else "research question"
        rows.add("topics", rows.game, f["topic"], what, f["text"], head[0])


ROWS_OF: Mapping[str, Callable[[Rows, _Head, Seen, _Fields], None]] = {
    "sides": _sides,
    "orders": _order,
    "summaries": _done,
    "draws": _drawn,
    "look_ups": _look_up,
    "moves": _moved,
    "rulings": _ruling,
    "conclusions": _concluded,
    "insights": _noted,
    "topics": _declared_topics,
    "messages": _message,
    "injects": _injects,
    "injects_handled": _inject_handled,
    "corrections": _corrected,
}
"""The rows that an event adds for each of these tables that its type names."""


def scores(game: int, told: Iterable[tuple[str, Mapping[str, Any], bool]]) -> list[tuple[Any, ...]]:
    """The tracks at the end of each turn, from events in force: their kinds, fields, and whether they are
    in force."""
    turn = 0
    tracks: dict[str, tuple[str, str]] = {}
    now: dict[str, int] = {}
    ends: dict[int, dict[str, int]] = {}
    for kind, f, in_force in told:
        if not in_force:
            continue
        if kind == "tracks-laid":
            tracks.update((track.id, (track.name or track.id, track.side)) for track in f["tracks"])
            now.update((track.id, track.value) for track in f["tracks"])
        elif kind == "track-added":
            track = f["track"]
            tracks[track.id] = (track.name or track.id, track.side)
            now[track.id] = track.value
        elif kind == "phase-entered":
            turn = f["turn"]
        elif kind == "scored":
            now[f["track"]] = f["value"]
        else:
            continue
        ends[turn] = dict(now)
    found = []
    before: dict[str, int] = {}
    for turn in sorted(ends):
        for id, value in ends[turn].items():
            change = value - before.get(id, value)
            name, side = tracks.get(id, (id, ""))
            found.append((game, whole(turn), id, name, side, whole(value), whole(change)))
        before = ends[turn]
    return found
