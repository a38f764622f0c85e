"""What a map draws besides pieces and moves: missions in the air, detections, declared combats and strikes.

Which marks and orders show them is data of the rule system (`overlays` in its `words.json`). The drawings are
made from a viewer's own table and the viewer's own lines of the log, so that no map shows more than its
viewer may know.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.views.view import PieceView, StateView
from reports.maps.arrows import Arrow, Kind
from reports.story.turns import Line
from reports.words.names import one_line, spoken
from reports.words.phrases import Declared, Flight, Overlays, Seen, Shot

How = Callable[[str, str], str]
"""The means by which a piece was detected, in words, by its id and the mark; empty if unknown."""


def in_force(
    view: StateView, overlays: Overlays, sides: Sequence[str], how: How | None = None
) -> tuple[Arrow, ...]:
    """Missions under way, combats declared and detections, on a table as its viewer sees it.

    sides: those that can detect each other.
    """
    pieces = {piece.id: piece for piece in view.pieces if piece.known}
    found: list[Arrow] = []
    for flight in overlays.flights:
        found += _flights(view, pieces, flight)
    for combat in overlays.combats:
        found += _combats(view, combat)
    eyes: dict[str, Seen] = {}
    for seen in overlays.seen:
        for subject, marks in view.marks.items():
            if subject in pieces and marks.get(seen.mark) and not pieces[subject].aboard:
                eyes.setdefault(subject, seen)
    for subject, seen in eyes.items():
        found.append(_eye(pieces[subject], seen, sides, how))
    return tuple(found)


def _flights(view: StateView, pieces: Mapping[str, PieceView], flight: Flight) -> Iterable[Arrow]:
    for subject, marks in view.marks.items():
        piece = pieces.get(subject)
        if piece is None or piece.aboard or flight.mark not in marks:
            continue
        base = pieces.get(marks.get(flight.base, ""))
        value = marks[flight.mark]
        label = str(value.get(flight.label, "")) if isinstance(value, Mapping) else ""
        label = flight.labels.get(label, label)
        origin = base.place if base is not None else piece.place
        yield Arrow("flight", origin, piece.place, piece.side, _called(piece, label), label)


def _combats(view: StateView, combat: Declared) -> Iterable[Arrow]:
    """An arrow from each attacker's space to the space that is to be attacked."""
    pieces = _by_name(view)
    for space, marks in view.marks.items():
        value = marks.get(combat.mark)
        units = value.get(combat.units) if isinstance(value, Mapping) else None
        for unit, origin in units.items() if isinstance(units, Mapping) else ():
            piece = pieces.get(unit)
            if isinstance(origin, str):
                side, told = (piece.side, _name(piece)) if piece is not None else ("", "")
                yield Arrow("plan", origin, space, side, told)


def _eye(piece: PieceView, seen: Seen, sides: Sequence[str], how: How | None) -> Arrow:
    """An eye over a piece, in the colour of the side that sees it."""
    others = [side for side in sides if side != piece.side]
    by = others[0] if len(others) == 1 and piece.side in sides else ""
    means = how(piece.id, seen.mark) if how is not None else ""
    kind: Kind = "emits" if seen.emits else "seen"
    row = 2 * (sides.index(by) if by else len(sides)) + seen.emits
    return Arrow(kind, piece.place, piece.place, by, _called(piece, means), "", row)


def _called(piece: PieceView, more: str) -> str:
    name = one_line(piece.name or piece.id)
    return f"{name} ({more})" if more else name


# --- strikes ---------------------------------------------------------------------------------------


def strikes(
    lines: Iterable[Line], of_order: Iterable[Line], before: StateView, after: StateView, overlays: Overlays
) -> list[Arrow]:
    """The fire in these lines of a log, from each firing piece to its target, and whether it hit.

    of_order: all lines of the order, which show the losses of the targets. before, after: the table as the
    viewer saw it then.
    """
    by_order = {shot.order: shot for shot in overlays.strikes}
    lost = _lost(of_order)
    pieces = {**_by_name(after), **_by_name(before)}
    order = next((line.fields["order"] for line in of_order if line.kind == "order-given"), "")
    found: list[Arrow] = []
    for line in lines:
        if line.kind == "order-given" and line.fields["order"] in by_order:
            pairs = _aimed(line.fields["arguments"] or {}, by_order[line.fields["order"]])
        elif line.kind == "chosen" and order in by_order and line.rule in by_order[order].answers:
            pairs = _pairs(line.fields.get("value"))
        else:
            continue
        side = line.fields.get("side", "")
        for shooter, target in dict.fromkeys(pairs):
            found += _shot(pieces.get(shooter), pieces.get(target), side, lost.get(target, 0))
    return found


def _by_name(view: StateView) -> dict[str, PieceView]:
    """Pieces by the names that orders use: their ids, or the viewer's contacts."""
    return {piece.id or piece.contact: piece for piece in view.pieces}


def _lost(lines: Iterable[Line]) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in lines:
        if line.loss is not None and not line.struck_by:
            found[line.loss.piece] = found.get(line.loss.piece, 0) + line.loss.amount
    return found


def _aimed(arguments: Mapping[str, Any], shot: Shot) -> list[tuple[str, str]]:
    """The firing pieces in an order, with their targets."""
    if shot.pairs:
        return _pairs(arguments.get(shot.pairs))
    return [(str(arguments.get(shot.by, "")), str(arguments.get(shot.at, "")))]


def _pairs(value: Any) -> list[tuple[str, str]]:
    if not isinstance(value, Mapping):
        return []
    return [(str(thing).split("/")[0], target) for thing, target in value.items() if isinstance(target, str)]


def _shot(shooter: PieceView | None, target: PieceView | None, side: str, lost: int) -> Iterable[Arrow]:
    """A shot; from the target itself if the viewer does not know who fired."""
    if target is None:
        return
    origin = shooter.place if shooter is not None else target.place
    by = _name(shooter) if shooter is not None else ""
    came = f"{lost} lost" if lost > 0 else "no loss"
    told = f"{by} at {_name(target)}, {came}" if by else f"{_name(target)}, {came}"
    yield Arrow("hit" if lost > 0 else "miss", origin, target.place, side, told)


def _name(piece: PieceView) -> str:
    if piece.known:
        return one_line(piece.name or piece.id)
    return one_line(piece.contact) or f"a hidden {spoken(piece.back) or 'piece'}"
