"""What was done on a map, as arrows: moves, attacks, plans, arrivals and losses."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from domain.events import PieceData
from domain.table.board import Board
from domain.views.view import PieceView, StateView
from reports.figures.svg import tag, title, words
from reports.maps.layout import Spot, half
from reports.maps.pieces import Counters
from reports.story.turns import Line
from reports.words.names import Names, capital, joined, one_line

Kind = Literal[
    "move", "flight", "attack", "plan", "arrive", "leave", "seen", "emits", "miss", "hit", "loss", "pick"
]


class Arrow(NamedTuple):
    """Something done between two spaces, or in one (then `origin` and `to` are the same).

    side: the owner of the piece; for an eye, the side that sees. told: the piece, as the viewer may name it;
    empty if none may be named. label: the text at its end. row: the row of a space in which an eye is drawn.
    """

    kind: Kind
    origin: str
    to: str
    side: str = ""
    told: str = ""
    label: str = ""
    row: int = 0


class Stroke(NamedTuple):
    """How a kind of arrow is drawn: its width, its dashes, and a colour that is not its side's."""

    width: float
    dashes: str = ""
    colour: str = ""
    says: str = ""


STROKES: dict[Kind, Stroke] = {
    "move": Stroke(3.5, says="moves"),
    "flight": Stroke(1.8, "7 3", says="flies a mission"),
    "attack": Stroke(7, says="attacks"),
    "plan": Stroke(4, "7 5", says="is to attack"),
    "arrive": Stroke(3, says="comes on the map"),
    "leave": Stroke(3, "3 3", says="leaves the map"),
    "seen": Stroke(1.8, says="is detected by that side"),
    "emits": Stroke(1.8, "3 2", says="emits and is detected by that side"),
    "miss": Stroke(2, "2 3", says="fires without effect"),
    "hit": Stroke(3, says="fires and hits"),
    "loss": Stroke(4, "", "#b00020", says="is lost"),
    "pick": Stroke(3, "4 4", "#7a00b0", says="is picked by chance"),
}
"""Kinds of arrow. `says` is their name in a legend and in texts."""

SEAM = 2.4
"""How much wider the pale seam of a line is than the line."""
LABEL = 8
"""The size of an arrow's label."""
LABELLED: dict[str, object] = {
    "font_weight": "bold",
    "paint_order": "stroke",
    "stroke": "#ffffff",
    "stroke_width": 3,
}

_CHANCE = frozenset(("die-rolled", "looked-up", "modified"))
_MOVED = frozenset(("piece-moved", "counter-drawn"))
_TO_AND_FRO = frozenset(("move", "arrive", "leave"))
FIRE: frozenset[Kind] = frozenset(("miss", "hit"))
"""Kinds of arrow for fire at a target."""


def arrows_of(
    lines: Iterable[Line],
    before: StateView,
    board: Board,
    *,
    flying: Collection[str] = (),
    attacks: Collection[str] | None = None,
) -> tuple[Arrow, ...]:
    """What these lines of a log did on the map, each once. before: the table before them, as the same
    viewer saw it; everything shown here is in the lines or in it. flying: pieces that fly missions, whose
    flights out and back are no moves. attacks: the orders that are attacks; without it any order that
    names pieces and a space."""
    lines = list(lines)
    spots = {space.id for space in board.data.spaces}
    pieces = {piece.id: piece for piece in before.pieces if piece.known}
    found: dict[Arrow, None] = {}
    rolled = any(line.kind in _CHANCE for line in lines)
    went: set[tuple[str, str]] = set()
    for line in lines:
        for arrow in _done(line, pieces, spots, board):
            to_and_fro = arrow.kind in _TO_AND_FRO and line.fields.get("piece") in flying
            if not to_and_fro:
                found[arrow] = None
        if line.kind in _MOVED:
            went.add((line.fields.get("piece", ""), line.fields["to"]))
    for line in lines:
        if line.kind == "order-given" and (attacks is None or line.fields["order"] in attacks):
            for piece, target in _aims(line.fields["arguments"], before, pieces, spots):
                if piece.id in flying:
                    continue
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
    """The space of a place: for a carrier, the space where it is."""
    return pieces[place].place if place in pieces else place


def _aims(
    arguments: Mapping[str, Any], before: StateView, pieces: Mapping[str, PieceView], spots: set[str]
) -> Iterable[tuple[PieceView, str]]:
    """Pieces with the spaces against which an order sends them: those that the order names, or, if it
    names none, those that a mark on the space names."""
    targets = [value for value in _plain(arguments) if value in spots]
    named = [pieces[value] for value in _plain(arguments) if value in pieces]
    for target in targets:
        marks = before.marks.get(target, {})
        aiming = named or [pieces[value] for value in _plain(marks) if value in pieces]
        for piece in aiming:
            if piece.place in spots and piece.place != target:
                yield piece, target


def _plain(value: Any) -> list[str]:
    """All texts in plain data."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [found for item in value.values() for found in _plain(item)]
    if isinstance(value, list | tuple):
        return [found for item in value for found in _plain(item)]
    return []


OVERLAYS: frozenset[Kind] = frozenset(("flight", "seen", "emits", "miss", "hit"))
"""Kinds that may overlap in large numbers, and are drawn as one."""
_MOST_NAMED = 6


def told(arrows: Sequence[Arrow], names: Names) -> str:
    """Arrows in words, one sentence a kind."""
    said = []
    for kind, stroke in STROKES.items():
        each = dict.fromkeys(_each(arrow, names) for arrow in arrows if arrow.kind == kind)
        if each:
            said.append(f"{capital(stroke.says)}: {joined(list(each))}.")
    return " ".join(said)


def _each(arrow: Arrow, names: Names) -> str:
    who = arrow.told or ("a hidden piece" if arrow.kind != "pick" else "")
    if arrow.kind in FIRE and arrow.origin != arrow.to:
        return f"{who} ({names.space(arrow.origin)} to {names.space(arrow.to)})"
    if arrow.origin != arrow.to:
        return f"{who} from {names.space(arrow.origin)} to {names.space(arrow.to)}"
    return f"{who} at {names.space(arrow.to)}" if who else names.space(arrow.to)


def together(arrows: Iterable[Arrow]) -> list[Arrow]:
    """Arrows of the same kind and side between the same spaces as one arrow that names all of them."""
    groups: dict[tuple[Any, ...], list[Arrow]] = {}
    for arrow in arrows:
        groups.setdefault((arrow.kind, arrow.origin, arrow.to, arrow.side, arrow.row), []).append(arrow)
    found = []
    for group in groups.values():
        labels = dict.fromkeys(arrow.label for arrow in group if arrow.label)
        named = list(dict.fromkeys(arrow.told for arrow in group if arrow.told))
        if len(named) > _MOST_NAMED:
            named = [*named[: _MOST_NAMED - 1], f"{len(named) - _MOST_NAMED + 1} more"]
        found.append(group[0]._replace(told=joined(named), label=", ".join(labels)))
    return _labelled_once(found)


def _labelled_once(arrows: Sequence[Arrow]) -> list[Arrow]:
    """Flights of a side to one space share one label; labels of another side are in the next row."""
    labels: dict[tuple[str, str], dict[str, None]] = {}
    for arrow in arrows:
        if arrow.kind == "flight":
            parts = labels.setdefault((arrow.to, arrow.side), {})
            parts.update(dict.fromkeys(part for part in arrow.label.split(", ") if part))
    found = []
    for arrow in arrows:
        if arrow.kind == "flight":
            sides = [side for to, side in labels if to == arrow.to]
            parts = labels[arrow.to, arrow.side]
            arrow = arrow._replace(label=", ".join(parts), row=sides.index(arrow.side))
            parts.clear()
        found.append(arrow)
    return found


# --- how they are drawn ----------------------------------------------------------------------------


class Shape(NamedTuple):
    """An arrow as two paths: its shaft, and its head, which is empty for a cross or a ring. at: the place
    of its label."""

    shaft: str
    head: str
    at: tuple[float, float] = (0, 0)


def shape(arrow: Arrow, at: Mapping[str, Spot]) -> Shape | None:
    """The paths of an arrow; None if a space is not on the map."""
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
        case "seen" | "emits":
            wide, high = half(one)
            return _eye_at(x + wide * 0.62, y - high * 0.5 + 13 * arrow.row)
    if (x, y) == (other.x, other.y):
        return _here(arrow, one)
    across, down = other.x - x, other.y - y
    far = math.hypot(across, down) or 1.0
    # Beside the line between the centres, so that arrows in both directions do not cover each other.
    aside = (-down / far * 7, across / far * 7)
    first, last = min(half(one)) * 0.35, min(half(other)) * 0.5
    start = (x + across / far * first + aside[0], y + down / far * first + aside[1])
    end = (other.x - across / far * last + aside[0], other.y - down / far * last + aside[1])
    if arrow.kind in FIRE:
        short = min(half(other)) * 0.42
        end = (other.x - across / far * short + aside[0], other.y - down / far * short + aside[1])
        return Shape(f"M{_at(start)}L{_at(end)}", _burst(end, arrow.kind))
    if arrow.kind == "flight":
        drawn = _arrow(start, end, far * 0.12, 9)
        return drawn._replace(at=_label_at(arrow, other))
    return _arrow(start, end, far * 0.08, 11 if arrow.kind == "move" else 15)


def _here(arrow: Arrow, spot: Spot) -> Shape:
    """What is done in a space by something in the same space, or by an unknown piece."""
    if arrow.kind in FIRE:
        return Shape("", _burst((spot.x, spot.y), arrow.kind))
    if arrow.kind == "flight":
        left, y = spot.x - 9, spot.y - half(spot)[1] * 0.62
        return Shape(f"M{left:.0f} {y:.0f}h12", f"M{left + 19:.0f} {y:.0f}l-8 5v-10z", _label_at(arrow, spot))
    return _arrow((spot.x - 16, spot.y - 12), (spot.x + 4, spot.y - 2), 0, 11)


def _label_at(arrow: Arrow, spot: Spot) -> tuple[float, float]:
    """The place of a flight's label: below the counters of its space."""
    return spot.x, spot.y + half(spot)[1] * 0.95 - 8 * arrow.row


def _eye_at(x: float, y: float) -> Shape:
    """An eye of 18 by 10."""
    lids = f"M{x - 9:.0f} {y:.0f}q9 -9 18 0q-9 9 -18 0z"
    return Shape(lids, f"M{x - 3:.0f} {y:.0f}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z")


def _burst(at: tuple[float, float], kind: Kind) -> str:
    """A star where fire hits, a small ring where it misses."""
    x, y = at
    if kind == "miss":
        return f"M{x - 4:.0f} {y:.0f}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"
    corners = []
    for number in range(16):
        reach = 4 if number % 2 else 9
        angle = math.pi * number / 8
        corners.append((x + reach * math.sin(angle), y - reach * math.cos(angle)))
    return "M" + "L".join(map(_at, corners)) + "Z"


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
    """Arrows over a map; equal ones are drawn once, and name everything that they represent."""
    alike: dict[tuple[Kind, str, str, str], list[Arrow]] = {}
    plain = [arrow for arrow in arrows if arrow.kind not in OVERLAYS]
    over = together(arrow for arrow in arrows if arrow.kind in OVERLAYS)
    under = [arrow for arrow in over if arrow.kind == "flight"]
    for arrow in (*under, *plain, *(arrow for arrow in over if arrow.kind != "flight")):
        alike.setdefault((arrow.kind, arrow.origin, arrow.to, arrow.side), []).append(arrow)
    labels = [_label(arrow, at, counters) for arrow in over]
    return "".join([*(_drawn(group, at, counters, names) for group in alike.values()), *labels])


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
        _shaft(paths.shaft, stroke, colour, lines) if paths.shaft else "",
        tag("path", d=paths.head, fill=colour, stroke="#ffffff", stroke_width=1) if paths.head else "",
        class_=f"arrow {arrow.kind}",
    )


def _label(arrow: Arrow, at: Mapping[str, Spot], counters: Counters) -> str:
    """The text beside an arrow, above all arrows."""
    paths = shape(arrow, at)
    if paths is None or not arrow.label:
        return ""
    style: dict[str, Any] = {**LABELLED, "fill": counters.colour(arrow.side)}
    return words(arrow.label, *paths.at, LABEL, **style)


def _shaft(path: str, stroke: Stroke, colour: str, lines: Mapping[str, object]) -> str:
    """A line with a pale seam, so that it stands out from what it crosses."""
    seam = tag("path", d=path, stroke="#ffffff", stroke_width=stroke.width + 3, **lines)
    return seam + tag(
        "path", d=path, stroke=colour, stroke_width=stroke.width, **_dashed(stroke), fill="none"
    )


def _dashed(stroke: Stroke) -> dict[str, object]:
    return {"stroke_dasharray": stroke.dashes} if stroke.dashes else {"stroke_linecap": "round"}


def samples(arrows: Sequence[Arrow]) -> list[tuple[str, str]]:
    """For a legend: a sample of each kind of arrow that is drawn, with its meaning."""
    kinds = {arrow.kind for arrow in arrows}
    found = []
    for kind, stroke in STROKES.items():
        if kind in kinds:
            line = {"stroke": stroke.colour or "#333333", "stroke_width": stroke.width, "fill": "none"}
            if kind == "loss":
                sample = tag("path", d="M5 1l12 12m0-12l-12 12", **line)
            elif kind in ("seen", "emits"):
                eye = _eye_at(11, 7)
                sample = tag("path", d=eye.shaft, **line, **_dashed(stroke)) + tag("path", d=eye.head)
            elif kind in FIRE:
                sample = tag("path", d="M0 7h12", **line, **_dashed(stroke))
                sample += tag("path", d=_burst((14, 7), kind), fill="#333333")
            elif kind == "pick":
                sample = tag("path", d="M5 7a6 6 0 1 0 12 0a6 6 0 1 0-12 0", **line, **_dashed(stroke))
            else:
                paths = _arrow((0, 7), (22, 7), 0, 9)
                sample = tag("path", d=paths.shaft, **line, **_dashed(stroke))
                sample += tag("path", d=paths.head, fill="#333333")
            found.append((sample, stroke.says))
    return found
