"""Events in words: any event as one plain sentence that a facilitator could read aloud."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.events import NAMES_ON_WIRE, Event, Origin, PieceData
from domain.table.state import State
from domain.views.view import UNKNOWN, WHITE, EventView
from reports.words.additions import ADDED
from reports.words.by_hand import by_hand
from reports.words.names import Names, capital, joined, number_of, one_line, signed, spoken
from reports.words.seminar import TELLERS
from reports.words.timing import TIMED

Fields = Mapping[str, Any]


def event_kind(event: Event) -> str:
    """An event's wire name without its version: `die-rolled`."""
    return NAMES_ON_WIRE[type(event)].partition(".")[0]


def in_words(event: Event, state: State) -> str:
    """An event as one sentence, its rule behind it: `D6 for ISF attack: 5 (ramadi 6.4e)`.

    state: the table before the event, for the names on it; what it does not know is said by its id.
    """
    return sentence(event_kind(event), msgspec.structs.asdict(event), event.rule, Names(state))


def in_words_for(view: EventView, state: State, viewer: str) -> str:
    """An event as its viewer may tell it: what the view does not give is not said.

    state: only for the names of what the viewer knows; a piece the view hides is `a hidden ISIS asset`.
    """
    return sentence(view.event, view.fields, view.rule, Names(state, viewer))


def sentence(kind: str, fields: Fields, rule: str, names: Names) -> str:
    """A kind of event and such of its fields as may be told, in words."""
    tell = _TELLERS.get(kind)
    words = tell(fields, names) if tell is not None else _anything(kind, fields, names)
    words = one_line(words)
    return f"{words} ({one_line(rule)})" if rule else words


def _anything(kind: str, fields: Fields, names: Names) -> str:
    return f"{capital(spoken(kind))}: {names.pairs(fields)}"


def _piece(fields: Fields, names: Names) -> str:
    """The piece an event is about, or the back of one that the viewer does not know."""
    if "piece" in fields:
        piece = fields["piece"]
        return names.piece(piece.id if isinstance(piece, PieceData) else piece)
    return hidden(fields.get("back", ""), fields.get("contact", ""))


def hidden(back: str, contact: str = "") -> str:
    """A piece of which only the back is known, and its contact where it has one."""
    known = f"a hidden {one_line(back)}" if back else "a hidden piece"
    return f"{known} ({one_line(contact)})" if contact else known


def _by(fields: Fields) -> str:
    return f" by {one_line(fields['by'])}" if fields.get("by") else ""


def _because(fields: Fields) -> str:
    return f", because {one_line(fields['because'])}" if fields.get("because") else ""


# --- what is laid on the table -------------------------------------------------------------------


def _game_opened(f: Fields, names: Names) -> str:
    sides = joined([one_line(side.name) for side in f["sides"]])
    return (
        f"The game {one_line(f['name'])} is opened: {one_line(f['system'])}, {one_line(f['title'])}; "
        f"sides: {sides}; dice: {one_line(f['dice'])}{', from a seed' if f.get('seeded') else ''}"
        f"{_forked_from(f.get('forked_from'))}"
    )


def _forked_from(origin: Any) -> str:
    """The game that it goes on from; a side is not told at which event."""
    if not origin:
        return ""
    if isinstance(origin, Origin):
        return f"; forked from {one_line(origin.name)} at event {origin.event}"
    return f"; forked from {one_line(origin['name'])}"


def _board_laid(f: Fields, names: Names) -> str:
    board = f["board"]
    return (
        f"The board {one_line(board.name)} is laid out: {len(board.spaces)} spaces and "
        f"{len(board.boxes)} boxes, {one_line(board.provenance)}"
    )


def _counters_laid(f: Fields, names: Names) -> str:
    if "pieces" not in f:
        return f"Counters of {len(f['kinds'])} kinds are put in their starting places"
    return f"{len(f['pieces'])} counters of {len(f['kinds'])} kinds are put in their starting places"


def _tables_laid(f: Fields, names: Names) -> str:
    titles = [f"{one_line(table.title)} ({one_line(table.provenance)})" for table in f["tables"].values()]
    return f"The tables in force: {joined(titles)}"


def _tracks_laid(f: Fields, names: Names) -> str:
    tracks = [f"{one_line(track.name or track.id)} at {track.value}" for track in f["tracks"]]
    return f"The tracks are set: {joined(tracks)}"


# --- orders, choices and chance ------------------------------------------------------------------


def _order_given(f: Fields, names: Names) -> str:
    if f["order"] == "begin" and not f["side"]:
        return "Play is opened"
    if f["order"].startswith("hand-") and not f["side"]:
        return by_hand(f, names)
    arguments = names.pairs(f["arguments"])
    side = names.side(f["side"]) or "the white cell"
    covert = "Covert order" if f.get("covert") else "Order"
    told = f"{covert} of {side}{_speaker(f, names)}: {spoken(f['order'])}"
    return f"{told}, {arguments}" if arguments else told


def _speaker(f: Fields, names: Names) -> str:
    """Who in the roster spoke for a side, in brackets: `(Bo)`, `(Ada of the white cell, on its behalf)`."""
    seat = names.state.cell.seats.get(f.get("by") or "")
    if seat is None:
        return ""
    if seat.side == ("" if f["side"] == WHITE else f["side"]):
        return f" ({one_line(seat.name)})"
    return f" ({one_line(seat.name)} of {names.side(seat.side) or 'the white cell'}, on its behalf)"


def _order_done(f: Fields, names: Names) -> str:
    which = f"order {f['procedure']}" if f.get("procedure") else "the order"
    return f"The adjudication of {which} is done"


def _source(f: Fields) -> str:
    source = f.get("source", "sealed")
    if source == "typed":
        return f", thrown on the table{_by(f).replace(' by ', ' and typed in by ')}"
    return "" if source == "sealed" else f", {one_line(source)}"


def _again(f: Fields, did: str) -> str:
    """Behind an answer that is told anew after a ruling: where it was recorded."""
    return f", as {did} in event {f['again']}" if f.get("again") else ""


def _die_rolled(f: Fields, names: Names) -> str:
    if f.get("again"):
        return f"D{f['die']} for {one_line(f['purpose'])}: stays {f['face']}{_again(f, 'rolled')}"
    return f"D{f['die']} for {one_line(f['purpose'])}: {f['face']}{_source(f)}"


def _counter_drawn(f: Fields, names: Names) -> str:
    why = f" for {one_line(f['purpose'])}" if f.get("purpose") else ""
    cup, to = ("out of sight" if f[each] == UNKNOWN else names.space(f[each]) for each in ("cup", "to"))
    at = to if f["to"] == UNKNOWN else f"at {to}"
    return f"Drawn from {cup}{why}: {_piece(f, names)}, put {at}{_again(f, 'drawn')}"


def _picked(f: Fields, names: Names) -> str:
    among = joined([names.thing(option) for option in f["options"]], "or")
    source = _again(f, "picked") or _source(f)
    return f"At random for {one_line(f['purpose'])}: {names.thing(f['value'])}, out of {among}{source}"


def _shuffled(f: Fields, names: Names) -> str:
    return f"{capital(names.space(f['place']))} is shuffled{_again(f, 'shuffled')}"


def _chosen(f: Fields, names: Names) -> str:
    side = capital(names.side(f["side"])) + _speaker(f, names)
    if f.get("digest"):
        return _plan_sealed(f, names, side)
    said = f"{side}, asked “{one_line(f['question'])}”: {names.thing(f['value'])}{_suggested(f, names)}"
    said += _because(f)
    return f"{said}{_again(f, 'answered')}"


def _plan_sealed(f: Fields, names: Names, side: str) -> str:
    final = " for good" if f.get("final") else ""
    said = f"{side} has sealed its plan{final} for “{one_line(f['question'])}” (digest {f['digest'][:12]}…)"
    plan = f": {names.thing(f['value'])}" if "value" in f else ""
    return f"{said}{plan}{_again(f, 'sealed')}"


def _suggested(f: Fields, names: Names) -> str:
    """Whether an answer is what the rules suggested; nothing where they suggested none."""
    if not f.get("suggested"):
        return ""
    suggested = f["suggested"][0]
    return " (as suggested)" if suggested == f["value"] else f" ({names.thing(suggested)} was suggested)"


def _answers_opened(f: Fields, names: Names) -> str:
    answers = "; ".join(f"{names.side(side)}: {names.thing(value)}" for side, value in f["answers"].items())
    what = "plans for" if f.get("salts") else "answers to"
    return f"The {what} “{one_line(f['question'])}” are opened: {answers or 'none'}"


def _looked_up(f: Fields, names: Names) -> str:
    table = names.state.tables.get(f["table"])
    house = ""
    if f.get("adopted"):
        house = " (adopted in play)"
    elif names.viewer == WHITE and table is not None and table.adopted:
        house = f" (adopted in event {table.adopted}, {one_line(table.data.provenance)})"
    return (
        f"{capital(names.table(f['table']))}{house}, {names.pairs(f['keys'])}, row {f['row']}: "
        f"{names.pairs(f['result']) or 'nothing'}"
    )


def _modified(f: Fields, names: Names) -> str:
    change = f"{signed(f['amount'])} for {one_line(f['label'])}"
    return f"{capital(one_line(f['sum']))}: {change}, now {f['total']}"


# --- what changes on the table -------------------------------------------------------------------


def _piece_moved(f: Fields, names: Names) -> str:
    piece, pieces = capital(_piece(f, names)), names.state.pieces
    if f["to"] == UNKNOWN:
        return f"{piece} goes from {names.space(f['origin'])} out of sight"
    if f["origin"] == UNKNOWN:
        return f"{piece} comes into sight at {names.space(f['to'])}"
    if f["to"] in pieces:
        where = "from" if f["origin"] in pieces else "at"
        origin = names.piece(f["origin"]) if f["origin"] in pieces else names.space(f["origin"])
        return f"{piece} is loaded aboard {names.piece(f['to'])} {where} {origin}"
    if f["origin"] in pieces:
        return f"{piece} is unloaded from {names.piece(f['origin'])} to {names.space(f['to'])}"
    return f"{piece} moves from {names.space(f['origin'])} to {names.space(f['to'])}"


def _piece_changed(f: Fields, names: Names) -> str:
    said = []
    if f.get("face") is not None:
        said.append(f"shows its {spoken(f['face'])} side" if f["face"] else "shows its front")
    if f.get("steps") is not None:
        said.append(f"has {number_of(f['steps'], 'step')}")
    if f.get("side") is not None:
        said.append(f"goes over to {names.side(f['side'])}")
    return f"{capital(_piece(f, names))} {joined(said) if said else 'stays as it is'}"


def _piece_placed(f: Fields, names: Names) -> str:
    piece = f.get("piece")
    if not isinstance(piece, PieceData):
        return f"{capital(_piece(f, names))} comes into the game {names.at(f['to'])}"
    kind = names.state.kinds.get(piece.kind)
    name = one_line(piece.name or (kind.name if kind is not None else "") or piece.id)
    return f"{capital(name)} comes into the game {names.at(piece.at)}"


def _piece_removed(f: Fields, names: Names) -> str:
    where = f" from {names.space(f['origin'])}" if "origin" in f else ""
    return f"{capital(_piece(f, names))} is taken{where} out of the game"


def _piece_known(f: Fields, names: Names) -> str:
    sides = f["sides"]
    if sides is None:
        return f"{capital(_piece(f, names))} is revealed to all"
    if not sides and names.viewer != WHITE:
        return f"{capital(_piece(f, names))} is hidden again"
    who = joined([names.side(side) for side in sides]) if sides else "nobody but the white cell"
    return f"{capital(_piece(f, names))} is from now on known to {who}"


def _presence_known(f: Fields, names: Names) -> str:
    piece = names.state.pieces.get(f["piece"]) if isinstance(f.get("piece"), str) else None
    place = f.get("at") or (piece.place if piece is not None else "")
    at = f" at {names.space(place)}" if place else ""
    return f"{capital(_piece(f, names))}{at} is {_visible_to(f['sides'], names)}"


def _visible_to(sides: Sequence[str] | None, names: Names) -> str:
    if sides is None:
        return "now visible to all"
    if sides:
        return f"now visible only to {joined([names.side(side) for side in sides])}"
    return "now visible only to the white cell" if names.viewer == WHITE else "no longer visible"


def _track_known(f: Fields, names: Names) -> str:
    seen = names.viewer == WHITE or f["sides"] != ()
    value = f", at {f['value']}" if seen and "value" in f else ""
    return f"{capital(names.track(f['track']))} is {_visible_to(f['sides'], names)}{value}"


def _scored(f: Fields, names: Names) -> str:
    why = f": {one_line(f['why'])}" if f.get("why") else ""
    return f"{capital(names.track(f['track']))} {signed(f['change'])}, now {f['value']}{why}"


def _until(f: Fields, names: Names) -> str:
    """Until when a mark stays, where the clock takes it off."""
    phase = spoken(f["until_phase"]) if f.get("until_phase") else ""
    if f.get("until"):
        return f" until turn {names.turn(f['until'])}{f', {phase}' if phase else ''}"
    return f" until {phase}" if phase else ""


def _marked(f: Fields, names: Names) -> str:
    subject = "The game" if f["subject"] == "game" else capital(names.thing(f["subject"]))
    mark, value = spoken(f["mark"]), f["value"]
    if value is None:
        return f"{subject} is no longer marked {mark}"
    if isinstance(value, Mapping):
        value = {name: part for name, part in value.items() if part not in (None, [], ())}
    told = "" if value is True else f": {names.thing(value)}"
    return f"{subject} is marked {mark}{told}{_until(f, names)}"


def _phase_entered(f: Fields, names: Names) -> str:
    phase = f", {spoken(f['phase'])}" if f["phase"] else ""
    return f"Turn {names.turn(f['turn'])}{phase}" + (f", {names.side(f['side'])}" if f["side"] else "")


def _verdict_reached(f: Fields, names: Names) -> str:
    places = list(names.state.sides)
    sides = sorted(f["scores"], key=lambda side: places.index(side) if side in places else len(places))
    scores = "; ".join(f"{names.thing(side)} {f['scores'][side]}" for side in sides)
    won = f"Victory of {names.side(f['winner'])}" if f["winner"] else "A draw"
    reason = one_line(f["reason"])
    return f"{won}: {reason.removesuffix('.')}; scores: {scores}" if scores else f"{won}: {reason}"


# --- what people do to the log -------------------------------------------------------------------


def _ruled(f: Fields, names: Names) -> str:
    who = one_line(f["by"]) or "the white cell"
    return f"Ruling of {who} on event {f['concerns']}: {names.thing(f['value'])} instead{_because(f)}"


def _taken_back(f: Fields, names: Names) -> str:
    first = f" from event {f['first']} on" if "first" in f else ""
    asked = f", asked for by {names.side(f['asked_by'])}" if f.get("asked_by") else ""
    agreed = f", agreed by {joined([names.side(side) for side in f['agreed']])}" if f.get("agreed") else ""
    sides = [names.side(side) for side in f.get("overruled") or ()]
    overruled = f", without the consent of {joined(sides)}" if sides else ""
    return f"What happened on the table{first} is taken back{_by(f)}{_because(f)}{asked}{agreed}{overruled}"


def _table_adopted(f: Fields, names: Names) -> str:
    table = f["data"]
    return (
        f"{capital(names.table(f['table']))} is replaced{_by(f)} by {one_line(table.title)} "
        f"({one_line(table.provenance)}){_because(f)}"
    )


def _counters_adopted(f: Fields, names: Names) -> str:
    told = joined([one_line(kind.name) for kind in f["kinds"].values()]) if f["kinds"] else "kinds of pieces"
    if f.get("pieces"):
        told += f" ({number_of(len(f['pieces']), 'piece')} of another kind)"
    return f"Counters are replaced{_by(f)}: {told}, {one_line(f['provenance'])}{_because(f)}"


def _entropy_given(f: Fields, names: Names) -> str:
    by = f" ({one_line(f['by'])})" if f.get("by") else ""
    return f"{capital(names.side(f['side']))}{by} stirs the dice with “{one_line(f['text'])}”"


def _entropy_promised(f: Fields, names: Names) -> str:
    by = f" ({one_line(f['by'])})" if f.get("by") else ""
    return f"{capital(names.side(f['side']))}{by} promises words for the dice, digest {one_line(f['digest'])}"


def _entropy_waived(f: Fields, names: Names) -> str:
    who = capital(one_line(f["by"]) or "the white cell")
    return f"{who} waives the words that {names.side(f['side'])} promised for the dice{_because(f)}"


def _seal_revealed(f: Fields, names: Names) -> str:
    return f"The seal of the dice is opened: {one_line(f['secret'])}"


def _game_closed(f: Fields, names: Names) -> str:
    return f"The game is closed{_by(f)}{_because(f)}"


def _game_forked(f: Fields, names: Names) -> str:
    return f"The game {one_line(f['name'])} is forked from event {f['at']} of this one{_by(f)}"


_TELLERS: dict[str, Callable[[Fields, Names], str]] = {
    "game-opened": _game_opened,
    "board-laid": _board_laid,
    "counters-laid": _counters_laid,
    "tables-laid": _tables_laid,
    "tracks-laid": _tracks_laid,
    "order-given": _order_given,
    "order-done": _order_done,
    "die-rolled": _die_rolled,
    "counter-drawn": _counter_drawn,
    "picked": _picked,
    "shuffled": _shuffled,
    "chosen": _chosen,
    "answers-opened": _answers_opened,
    "looked-up": _looked_up,
    "modified": _modified,
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
    "ruled": _ruled,
    "taken-back": _taken_back,
    "table-adopted": _table_adopted,
    "counters-adopted": _counters_adopted,
    "entropy-promised": _entropy_promised,
    "entropy-given": _entropy_given,
    "entropy-waived": _entropy_waived,
    "seal-revealed": _seal_revealed,
    "game-closed": _game_closed,
    "game-forked": _game_forked,
    **ADDED,
    **TIMED,
    **TELLERS,
}
"""How each kind of event is told; a kind that is not here is told by its fields."""
