"""What was done on a map, as arrows: moves, attacks, what was planned, what came and what was lost."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from domain.events import PieceData
from domain.table.board import Board
from domain.views.view import PieceView, StateView
from reports.figures.svg import tag, title
from reports.maps.layout import Spot, half
from reports.maps.pieces import Counters
from reports.story.turns import Line
from reports.words.names import Names, capital, joined, one_line

Kind = Literal["move", "attack", "plan", "arrive", "leave", "loss", "pick"]


class Arrow(NamedTuple):
    """Something done between two spaces, or in one (`origin` and `to` are then the same).

    side: whose piece it was. told: which one, as the viewer may name it; empty where nobody is to be named.
    """

    kind: Kind
    origin: str
    to: str
    side: str = ""
    told: str = ""


class Stroke(NamedTuple):
    """How a kind of arrow is drawn: its width, its dashes, and a colour that is not its side's."""

    width: float
    dashes: str = ""
    colour: str = ""
    says: str = ""


STROKES: dict[Kind, Stroke] = {
    "move": Stroke(3.5, says="moves"),
    "attack": Stroke(7, says="attacks"),
    "plan": Stroke(4, "7 5", says="is to attack"),
    "arrive": Stroke(3, says="comes on the map"),
    "leave": Stroke(3, "3 3", says="leaves the map"),
    "loss": Stroke(4, "", "#b00020", says="is lost"),
    "pick": Stroke(3, "4 4", "#7a00b0", says="is picked by chance"),
}
"""Kinds of arrow. `says` is what a legend calls them, and a text."""

_CHANCE = frozenset(("die-rolled", "looked-up", "modified"))
_MOVED = frozenset(("piece-moved", "counter-drawn"))


def arrows_of(lines: Iterable[Line], before: StateView, board: Board) -> tuple[Arrow, ...]:
    """What these lines of a log did on the map, each once. before: the table before them, as the same
    viewer saw it; all that is told here is in the lines or in it."""
    lines = list(lines)
    spots = {space.id for space in board.data.spaces}
    pieces = {piece.id: piece for piece in before.pieces if piece.known}
    found: dict[Arrow, None] = {}
    rolled = any(line.kind in _CHANCE for line in lines)
    went: set[tuple[str, str]] = set()
    for line in lines:
        for arrow in _done(line, pieces, spots, board):
            found[arrow] = None
        if line.kind in _MOVED:
            went.add((line.fields.get("piece", ""), line.fields["to"]))
    for line in lines:
        if line.kind == "order-given":
            for piece, target in _aims(line.fields["arguments"], before, pieces, spots):
                if (piece.id, target) not in went or any(line.kind == "looked-up" for line in lines):
                    kind: Kind = "attack" if rolled else "plan"
                    found[Arrow(kind, piece.place, target, piece.side, _called(piece))] = None
    lost = {arrow[1:] for arrow in found if arrow.kind == "loss"}
    return tuple(arrow for arrow in found if arrow.kind != "leave" or arrow[1:] not in lost)


def _called(piece: PieceView) -> str:
    return one_line(piece.name or piece.id)


def _done(line: Line, pieces: Mapping[str, PieceView], spots: set[str], board: Board) -> Iterable[Arrow]:
    """What one line did to a piece or a space."""
    fields = line.fields
    id = fields.get("piece", "")
    if line.kind == "piece-placed":
        placed = id if isinstance(id, PieceData) else None
        to = placed.at if placed is not None else fields["to"]
        if to in spots:
            yield Arrow(
                "arrive", to, to, "", one_line(placed.name or placed.id) if placed is not None else ""
            )
        return
    if line.kind == "picked":
        value = fields["value"]
        place = pieces[value].place if value in pieces else value
        if place in spots:
            yield Arrow("pick", place, place)
        return
    piece = pieces.get(id) if isinstance(id, str) else None
    side = piece.side if piece is not None else ""
    told = _called(piece) if piece is not None else ""
    if line.kind in _MOVED:
        origin, to = _space(fields.get("origin", fields.get("cup", "")), pieces), _space(fields["to"], pieces)
        if origin in spots and to in spots:
            if origin != to:
                yield Arrow("move", origin, to, side, told)
        elif to in spots:
            yield Arrow("arrive", to, to, side, told)
        elif origin in spots:
            yield Arrow("loss" if line.loss is not None else "leave", origin, origin, side, told)
        return
    lost = line.loss is not None and line.loss.amount > 0
    if lost and piece is None and line.loss is not None and line.loss.piece in pieces:
        piece = pieces[line.loss.piece]
        side, told = piece.side, _called(piece)
    place = piece.place if piece is not None else fields.get("origin", "")
    if lost and place in spots:
        yield Arrow("loss", place, place, side, told)


def _space(place: str, pieces: Mapping[str, PieceView]) -> str:
    """The space of a place: of a carrier the one where it is."""
    return pieces[place].place if place in pieces else place


def _aims(
    arguments: Mapping[str, Any], before: StateView, pieces: Mapping[str, PieceView], spots: set[str]
) -> Iterable[tuple[PieceView, str]]:
    """Pieces with the spaces that an order sends them against: those it names itself, or, where it names
    none, those that a mark on the space names."""
    targets = [value for value in _plain(arguments) if value in spots]
    named = [pieces[value] for value in _plain(arguments) if value in pieces]
    for target in targets:
        marks = before.marks.get(target, {})
        aiming = named or [pieces[value] for value in _plain(marks) if value in pieces]
        for piece in aiming:
            if piece.place in spots and piece.place != target:
                yield piece, target


def _plain(value: Any) -> list[str]:
    """All strings in plain data."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [found for item in value.values() for found in _plain(item)]
    if isinstance(value, list | tuple):
        return [found for item in value for found in _plain(item)]
    return []


def told(arrows: Sequence[Arrow], names: Names) -> str:
    """Arrows in words, one sentence each kind."""
    said = []
    for kind, stroke in STROKES.items():
        each = dict.fromkeys(_each(arrow, names) for arrow in arrows if arrow.kind == kind)
        if each:
            said.append(f"{capital(stroke.says)}: {joined(list(each))}.")
    return " ".join(said)


def _each(arrow: Arrow, names: Names) -> str:
    who = arrow.told or ("a hidden piece" if arrow.kind != "pick" else "")
    if arrow.origin != arrow.to:
        return f"{who} from {names.space(arrow.origin)} to {names.space(arrow.to)}"
    return f"{who} at {names.space(arrow.to)}" if who else names.space(arrow.to)


# --- how they are drawn ----------------------------------------------------------------------------


class Shape(NamedTuple):
    """An arrow as two paths: its shaft, and its head, which is empty for a cross or a ring."""

    shaft: str
    head: str


def shape(arrow: Arrow, at: Mapping[str, Spot]) -> Shape | None:
    """The paths of an arrow; None where a space is not on the map."""
    if arrow.origin not in at or arrow.to not in at:
        return None
    one, other = at[arrow.origin], at[arrow.to]
    x, y = one.x, one.y
    match arrow.kind:
        case "loss":
            return Shape(f"M{x + 16:.0f} {y - 8:.0f}l16 16m0-16l-16 16", "")
        case "pick":
            return Shape(f"M{x - 36:.0f} {y:.0f}a36 36 0 1 0 72 0a36 36 0 1 0-72 0", "")
        case "arrive":
            return _arrow((x - 37, y - 33), (x - 17, y - 13), 0, 9)
        case "leave":
            return _arrow((x + 17, y - 13), (x + 37, y - 33), 0, 9)
    across, down = other.x - x, other.y - y
    far = math.hypot(across, down) or 1.0
    # Beside the line between the middles, so that those to and fro do not cover each other.
    aside = (-down / far * 7, across / far * 7)
    first, last = min(half(one)) * 0.35, min(half(other)) * 0.5
    start = (x + across / far * first + aside[0], y + down / far * first + aside[1])
    end = (other.x - across / far * last + aside[0], other.y - down / far * last + aside[1])
    return _arrow(start, end, far * 0.08, 11 if arrow.kind == "move" else 15)


def _arrow(start: tuple[float, float], end: tuple[float, float], bend: float, head: float) -> Shape:
    across, down = end[0] - start[0], end[1] - start[1]
    far = math.hypot(across, down) or 1.0
    turn = ((start[0] + end[0]) / 2 - down / far * bend, (start[1] + end[1]) / 2 + across / far * bend)
    along = (end[0] - turn[0], end[1] - turn[1])
    length = math.hypot(*along) or 1.0
    ahead = (along[0] / length, along[1] / length)
    neck = (end[0] - ahead[0] * head, end[1] - ahead[1] * head)
    wide = head * 0.62
    left = (neck[0] - ahead[1] * wide, neck[1] + ahead[0] * wide)
    right = (neck[0] + ahead[1] * wide, neck[1] - ahead[0] * wide)
    shaft = f"M{_at(start)}Q{_at(turn)} {_at(neck)}" if bend else f"M{_at(start)}L{_at(neck)}"
    return Shape(shaft, f"M{_at(end)}L{_at(left)}L{_at(right)}Z")


def _at(point: tuple[float, float]) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"


def draw(arrows: Sequence[Arrow], at: Mapping[str, Spot], counters: Counters, names: Names) -> str:
    """Arrows over a map; those alike are drawn once, and name all that they stand for."""
    alike: dict[tuple[Kind, str, str, str], list[Arrow]] = {}
    for arrow in arrows:
        alike.setdefault((arrow.kind, arrow.origin, arrow.to, arrow.side), []).append(arrow)
    return "".join(_drawn(group, at, counters, names) for group in alike.values())


def _drawn(group: Sequence[Arrow], at: Mapping[str, Spot], counters: Counters, names: Names) -> str:
    arrow = group[0]
    paths = shape(arrow, at)
    if paths is None:
        return ""
    stroke = STROKES[arrow.kind]
    colour = stroke.colour or counters.colour(arrow.side)
    lines = {"fill": "none", "stroke_linecap": "round"}
    return tag(
        "g",
        title(told(group, names)),
        tag("path", d=paths.shaft, stroke="#ffffff", stroke_width=stroke.width + 3, **lines),
        tag("path", d=paths.shaft, stroke=colour, stroke_width=stroke.width, **_dashed(stroke), fill="none"),
        tag("path", d=paths.head, fill=colour, stroke="#ffffff", stroke_width=1) if paths.head else "",
        class_=f"arrow {arrow.kind}",
    )


def _dashed(stroke: Stroke) -> dict[str, object]:
    return {"stroke_dasharray": stroke.dashes} if stroke.dashes else {"stroke_linecap": "round"}


def samples(arrows: Sequence[Arrow]) -> list[tuple[str, str]]:
    """For a legend: a sample of each kind of arrow that is drawn, with what it means."""
    kinds = {arrow.kind for arrow in arrows}
    found = []
    for kind, stroke in STROKES.items():
        if kind in kinds:
            line = {"stroke": stroke.colour or "#333333", "stroke_width": stroke.width, "fill": "none"}
            if kind == "loss":
                sample = tag("path", d="M5 1l12 12m0-12l-12 12", **line)
            elif kind == "pick":
                sample = tag("path", d="M5 7a6 6 0 1 0 12 0a6 6 0 1 0-12 0", **line, **_dashed(stroke))
            else:
                paths = _arrow((0, 7), (22, 7), 0, 9)
                sample = tag("path", d=paths.shaft, **line, **_dashed(stroke))
                sample += tag("path", d=paths.head, fill="#333333")
            found.append((sample, stroke.says))
    return found
