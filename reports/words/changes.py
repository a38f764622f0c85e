"""What changes on the table in words: pieces, marks, tracks, the clock, the verdict."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.events import Lapse, PieceData
from domain.views.view import UNKNOWN, WHITE
from reports.words.lapsing import until
from reports.words.names import Names, capital, joined, number_of, one_line, signed, spoken
from reports.words.phrases import Carried, phrased, phrases

Fields = Mapping[str, Any]


def piece_told(fields: Fields, names: Names) -> str:
    """The piece that an event is about, or the back of one that the viewer does not know."""
    if "piece" in fields:
        piece = fields["piece"]
        return names.piece(piece.id if isinstance(piece, PieceData) else piece)
    return hidden(fields.get("back", ""), fields.get("contact", ""))


_THINGS = ("counter", "contact", "piece", "unit", "card", "block", "ship", "boat")
"""Backs that already say what kind of thing it is."""


def hidden(back: str, contact: str = "") -> str:
    """A piece of which only the back is known, with its contact if it has one: `hidden ISIS IED counter`."""
    known = f"hidden {one_line(back)}" if back else "hidden piece"
    if back and not one_line(back).casefold().endswith(_THINGS):
        known += " counter"
    return f"{known} ({one_line(contact)})" if contact else known


def _piece_moved(f: Fields, names: Names) -> str:
    piece, pieces = capital(piece_told(f, names)), names.state.pieces
    if f["to"] == UNKNOWN:
        return f"{piece}: {names.space(f['origin'])} to an unknown place"
    if f["origin"] == UNKNOWN:
        return f"{piece}: from an unknown place to {names.space(f['to'])}"
    if f["to"] in pieces:
        # At the place of the carrier; an aircraft that returns comes from elsewhere.
        where = "at" if f["origin"] == names.state.where(f["to"]) else "from"
        origin = names.piece(f["origin"]) if f["origin"] in pieces else names.space(f["origin"])
        flown = _carried(f, names)
        if flown is not None:
            return f"{piece}: {flown.back.format(carrier=names.piece(f['to']), space=origin)}"
        return f"{piece}: loaded aboard {names.piece(f['to'])} {where} {origin}"
    if f["origin"] in pieces:
        flown = _carried(f, names)
        if flown is not None:
            return (
                f"{piece}: {flown.out.format(carrier=names.piece(f['origin']), space=names.space(f['to']))}"
            )
        return f"{piece}: unloaded from {names.piece(f['origin'])} to {names.space(f['to'])}"
    leaves = phrases(names.system).leaves.get(f["origin"])
    if leaves is not None:
        return f"{piece}: {leaves.format(space=names.space(f['to']))}"
    return f"{piece}: {names.space(f['origin'])} to {names.space(f['to'])}"


def _carried(f: Fields, names: Names) -> Carried | None:
    """How its system words that the piece leaves or reaches a carrier; None for an unknown piece, or
    without such words."""
    carried = phrases(names.system).carried
    piece = names.state.pieces.get(f.get("piece", "")) if carried else None
    return carried.get(piece.kind.group) if piece is not None and names.knows(piece.id) else None


def _piece_changed(f: Fields, names: Names) -> str:
    said = []
    if f.get("face") is not None:
        said.append(f"flipped to its {spoken(f['face'])} side" if f["face"] else "flipped to its front")
    if f.get("steps") is not None:
        said.append(f"now {number_of(f['steps'], 'step')}")
    if f.get("side") is not None:
        said.append(f"now belongs to {names.side(f['side'])}")
    return f"{capital(piece_told(f, names))}: {', '.join(said) if said else 'unchanged'}"


def _piece_placed(f: Fields, names: Names) -> str:
    piece = f.get("piece")
    if not isinstance(piece, PieceData):
        return f"{capital(piece_told(f, names))}: placed {names.at(f['to'])}"
    kind = names.state.kinds.get(piece.kind)
    name = one_line(piece.name or (kind.name if kind is not None else "") or piece.id)
    return f"{capital(name)}: placed {names.at(piece.at)}"


def _piece_removed(f: Fields, names: Names) -> str:
    where = names.space(f["origin"]) if "origin" in f else "the game"
    return f"{capital(piece_told(f, names))}: removed from {where}"


def _piece_known(f: Fields, names: Names) -> str:
    sides = f["sides"]
    if sides is None:
        return f"{capital(piece_told(f, names))}: revealed to all{_text(f['piece'], names)}"
    if not sides and names.viewer != WHITE:
        return f"{capital(piece_told(f, names))}: hidden again"
    who = joined([names.side(side) for side in sides]) if sides else "the white cell"
    return f"{capital(piece_told(f, names))}: now known only to {who}"


def _text(piece: str, names: Names) -> str:
    """The text of a card that is read out."""
    card = names.state.pieces.get(piece)
    if card is None or card.kind.group not in phrases(names.system).read_out:
        return ""
    return f" (“{one_line(card.kind.text.strip())}”)"


def _presence_known(f: Fields, names: Names) -> str:
    piece = names.state.pieces.get(f["piece"]) if isinstance(f.get("piece"), str) else None
    place = f.get("at") or (piece.place if piece is not None else "")
    at = f" {names.at(place)}" if place else ""
    return f"{capital(piece_told(f, names))}{at}: {_visible_to(f['sides'], names)}"


def _visible_to(sides: Sequence[str] | None, names: Names) -> str:
    if sides is None:
        return "now visible to all"
    if sides:
        return f"now visible only to {joined([names.side(side) for side in sides])}"
    return "now visible only to the white cell" if names.viewer == WHITE else "no longer visible"


def _track_known(f: Fields, names: Names) -> str:
    seen = names.viewer == WHITE or f["sides"] != ()
    value = f" {f['value']}" if seen and "value" in f else ""
    return f"{capital(names.track(f['track']))}{value}: {_visible_to(f['sides'], names)}"


def _scored(f: Fields, names: Names) -> str:
    why = f": {names.text(f['why'])}" if f.get("why") else ""
    return f"{capital(names.track(f['track']))} {signed(f['change'])}, now {f['value']}{why}"


def _until(f: Fields, names: Names) -> str:
    """When the clock takes a mark off, if it does."""
    lapse = Lapse(f.get("until") or 0, f.get("until_phase") or "", "", f.get("until_date") or "")
    return f" until {until(lapse, names)}" if any(lapse) else ""


def _marked(f: Fields, names: Names) -> str:
    mark = _mark(f, names)
    if f["subject"] == "game" and f["mark"] in phrases(names.system).marks:
        return capital(mark)
    return f"{_subject(f, names)}: {mark}"


def _subject(f: Fields, names: Names) -> str:
    return "Game" if f["subject"] == "game" else capital(names.thing(f["subject"]))


def _mark(f: Fields, names: Names) -> str:
    """A mark in the words of its system, else by its name."""
    mark, value = spoken(f["mark"]), f["value"]
    of_system = phrases(names.system)
    words = of_system.marks.get(f["mark"])
    if value is None:
        return words.gone if words is not None and words.gone else f"no longer {mark}"
    if isinstance(value, Mapping):
        value = {name: part for name, part in value.items() if part not in (None, [], ())}
    if isinstance(value, Mapping) and f["subject"] in names.state.pieces:
        value = _by_parts(f["subject"], value, names)
    if words is not None:
        gaps = {**value, "keys": _keys(value, names)} if isinstance(value, Mapping) else {"value": value}
        told = phrased(words.set, gaps, names.thing, of_system.values)
        if told:
            return f"{told}{_until(f, names)}"
    told = "" if value is True else f" {names.thing(value)}"
    return f"{mark}{told}{_until(f, names)}"


def _keys(value: Mapping[Any, Any], names: Names) -> list[Any]:
    """The names of a value's parts; for a part that is a list of several, their number."""
    several = {key: len(part) for key, part in value.items() if isinstance(part, list) and len(part) > 1}
    return [f"{names.thing(key)} ({several[key]})" if key in several else key for key in value]


def _by_parts(piece: str, value: Mapping[Any, Any], names: Names) -> Mapping[Any, Any] | str:
    """The numbers of parts of a piece in words: `3 Harpoon, 1 SM-6`; parts with the same name are added
    up. The value itself if its keys are no parts."""
    found: dict[str, int] = {}
    for id, number in value.items():
        part = names.part(piece, id) if isinstance(id, str) and type(number) is int else ""
        if not part:
            return value
        found[part] = max(number, found.get(part, 0))
    told = (f"{number} {'x ' * part[:1].isdigit()}{part}" for part, number in found.items())
    return joined(list(told)) if found else value


def _phase_entered(f: Fields, names: Names) -> str:
    phase = f", {spoken(f['phase'])}" if f["phase"] else ""
    return f"Turn {names.turn(f['turn'])}{phase}" + (f", {names.side(f['side'])}" if f["side"] else "")


def _verdict_reached(f: Fields, names: Names) -> str:
    places = list(names.state.sides)
    sides = sorted(f["scores"], key=lambda side: places.index(side) if side in places else len(places))
    scores = "; ".join(f"{names.thing(side)} {f['scores'][side]}" for side in sides)
    won = f"Winner: {names.side(f['winner'])}" if f["winner"] else "Draw"
    scored = f". Scores: {scores}" if scores else ""
    why = names.text(f["reason"])
    return f"{won}{scored}. Reason: {why}" if why else f"{won}{scored}"


CHANGES: Mapping[str, Callable[[Fields, Names], str]] = {
    "piece-moved": _piece_moved,
    "piece-changed": _piece_changed,
    "piece-placed": _piece_placed,
    "piece-removed": _piece_removed,
    "piece-known": _piece_known,
    "presence-known": _presence_known,
    "track-known": _track_known,
    "scored": _scored,
    "marked": _marked,
    "phase-entered": _phase_entered,
    "verdict-reached": _verdict_reached,
}
"""The words for each kind of event that changes what is on the table."""
