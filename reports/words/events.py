"""Events in words: any event as one plain sentence that a facilitator could read aloud."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.events import NAMES_ON_WIRE, Event, Lapse, Origin, PieceData
from domain.table.state import State
from domain.views.view import UNKNOWN, WHITE, EventView
from reports.words.additions import ADDED
from reports.words.by_hand import by_hand
from reports.words.lapsing import until
from reports.words.names import Names, by, capital, joined, number_of, one_line, signed, spoken, with_reason
from reports.words.phrases import Carried, phrased, phrases, unsaid
from reports.words.seminar import TELLERS, order_words
from reports.words.timing import TIMED

Fields = Mapping[str, Any]

MOST_NAMED = 5
"""For a random pick among more candidates than this, the log gives only their number; the event has them
all."""


def event_kind(event: Event) -> str:
    """An event's wire name without its version: `die-rolled`."""
    return NAMES_ON_WIRE[type(event)].partition(".")[0]


def in_words(event: Event, state: State, then: bool = True) -> str:
    """An event as one sentence, followed by its rule: `D6 for ISF attack: 5 (ramadi 6.4e)`.

    state: the table before the event, for the names on it; things that it does not know are called by their
    ids. then: as in `Names`; False if it is the table of another moment.
    """
    return sentence(event_kind(event), msgspec.structs.asdict(event), event.rule, Names(state, then=then))


def view_in_words(view: EventView, names: Names) -> str:
    """An event as its viewer may read it: fields that the view does not give are left out, and a piece
    that it hides is `a hidden ISIS asset`. names: the names at the moment of the event."""
    fields = {**view.fields, "number": view.number} if view.event == "taken-back" else view.fields
    return sentence(view.event, fields, view.rule, names)


def sentence(kind: str, fields: Fields, rule: str, names: Names) -> str:
    """An event in words, from its kind and the fields that may be shown."""
    tell = _TELLERS.get(kind)
    words = tell(fields, names) if tell is not None else _anything(kind, fields, names)
    words = one_line(words)
    return f"{words} ({one_line(rule)})" if rule else words


def _anything(kind: str, fields: Fields, names: Names) -> str:
    return f"{capital(spoken(kind))}: {names.pairs(fields)}"


def _piece(fields: Fields, names: Names) -> str:
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


# --- what is laid on the table -------------------------------------------------------------------

_DICE = {
    "sealed": "rolled by the program",
    "typed": "physical, typed in",
    "scripted": "from a script",
    "sampled": "sampled",
}


def _game_opened(f: Fields, names: Names) -> str:
    sides = joined([one_line(side.name) for side in f["sides"]])
    dice = _DICE.get(f["dice"], one_line(f["dice"])) + (", from a known seed" if f.get("seeded") else "")
    return (
        f"Game “{one_line(f['name'])}” created: {one_line(f['system'])}, {one_line(f['title'])}; "
        f"sides: {sides}; dice: {dice}{_forked_from(f.get('forked_from'))}"
    )


def _forked_from(origin: Any) -> str:
    """The game that this one goes on from; a side is not shown the event."""
    if not origin:
        return ""
    if isinstance(origin, Origin):
        return f"; forked from “{one_line(origin.name)}” at event {origin.event}"
    return f"; forked from “{one_line(origin['name'])}”"


def _board_laid(f: Fields, names: Names) -> str:
    board = f["board"]
    boxes = f", {number_of(len(board.boxes), 'box', 'boxes')}" if board.boxes else ""
    spaces = number_of(len(board.spaces), "space")
    return f"Board: {one_line(board.name)} ({spaces}{boxes}; {one_line(board.provenance)})"


def _counters_laid(f: Fields, names: Names) -> str:
    kinds = number_of(len(f["kinds"]), "kind")
    if "pieces" not in f:
        return f"Counters of {kinds} set up"
    return f"{number_of(len(f['pieces']), 'counter')} of {kinds} set up"


def _tables_laid(f: Fields, names: Names) -> str:
    titles = [f"{one_line(table.title)} ({one_line(table.provenance)})" for table in f["tables"].values()]
    return f"Tables in use: {joined(titles)}"


def _tracks_laid(f: Fields, names: Names) -> str:
    tracks = [f"{one_line(track.name or track.id)} {track.value}" for track in f["tracks"]]
    return f"Tracks at the start: {joined(tracks)}"


# --- orders, choices and chance ------------------------------------------------------------------


def _order_given(f: Fields, names: Names) -> str:
    if f["order"] == "begin" and not f["side"]:
        return "Play begins"
    if f["order"].startswith("hand-") and not f["side"]:
        return by_hand(f, names)
    if f["order"] in phrases(names.system).ends_phase and not f["arguments"]:
        return _phase_ended(f, names)
    told = order_words(f["order"], f["arguments"], names)
    covert = ", covert order" if f.get("covert") else ""
    return f"{names.first(f['side'] or WHITE)}{_speaker(f, names)}{covert}: {told}"


def _phase_ended(f: Fields, names: Names) -> str:
    """`Phase ended`; if each side ends the phase for itself, also which side, and who still has to act."""
    ready = phrases(names.system).done
    if not ready or f["side"] not in names.state.sides:
        return f"Phase ended{_speaker(f, names)}"
    side = f"{names.first(f['side'])}{_speaker(f, names)}"
    if not names.then:
        return f"{side}: done"
    if names.state.phase in phrases(names.system).passes:
        return f"{side}: passes"
    told = f"{side}: done with {spoken(names.state.phase)}"
    done = (f["side"], *(names.state.mark("game", ready) or ()))
    left = [names.side(each) for each in names.state.sides if each not in done]
    return told if names.state.side or not left else f"{told}; still to act: {joined(left)}"


def _speaker(f: Fields, names: Names) -> str:
    """The person who spoke for a side, in brackets: `(Bo)`, or `(entered by Ada)` for another side or
    cell."""
    seat = names.state.cell.seats.get(f.get("by") or "")
    if seat is None:
        return ""
    own = seat.side == ("" if f["side"] == WHITE else f["side"])
    return f" ({one_line(seat.name)})" if own else f" (entered by {one_line(seat.name)})"


def _order_done(f: Fields, names: Names) -> str:
    return f"Order {f['procedure']} completed" if f.get("procedure") else "Order completed"


def _source(f: Fields) -> str:
    source = f.get("source", "sealed")
    if source == "typed":
        return f", typed in{by(f)}"
    return "" if source == "sealed" else f", {one_line(source)}"


def _again(f: Fields, did: str) -> str:
    """The suffix of an answer that is recorded again after a ruling: where it was first recorded."""
    return f", as {did} in event {f['again']}" if f.get("again") else ""


def _die_rolled(f: Fields, names: Names) -> str:
    source = _again(f, "rolled") or _source(f)
    return f"D{f['die']} for {names.text(f['purpose'])}: {f['face']}{source}"


def _counter_drawn(f: Fields, names: Names) -> str:
    why = f" for {names.text(f['purpose'])}" if f.get("purpose") else ""
    cup, to = ("out of sight" if f[each] == UNKNOWN else names.space(f[each]) for each in ("cup", "to"))
    at = to if f["to"] == UNKNOWN else f"placed at {to}"
    return f"Drawn from {cup}{why}: {_piece(f, names)} {at}{_again(f, 'drawn')}"


def _picked(f: Fields, names: Names) -> str:
    options = f["options"]
    among = f"one of {len(options)}"
    if len(options) <= MOST_NAMED:
        among = f"from {joined([names.thing(option) for option in options])}"
    source = _again(f, "picked") or _source(f)
    purpose = names.text(f["purpose"])
    picked = f"Random pick: {purpose}" if purpose.endswith("?") else f"Random pick for {purpose}:"
    return f"{picked} {names.thing(f['value'])}, {among}{source}"


def _shuffled(f: Fields, names: Names) -> str:
    return f"{capital(names.space(f['place']))} shuffled{_again(f, 'shuffled')}"


def _chosen(f: Fields, names: Names) -> str:
    side = names.first(f["side"]) + _speaker(f, names)
    if f.get("digest"):
        return _plan_sealed(f, names, side)
    said = f"{side} answered “{names.text(f['question'])}”: {names.thing(f['value'])}{_suggested(f, names)}"
    return with_reason(f"{said}{_again(f, 'answered')}", {"because": names.text(f.get("because"))})


def _plan_sealed(f: Fields, names: Names, side: str) -> str:
    final = " final" if f.get("final") else ""
    said = f"{side} submitted a{final} sealed plan for “{names.text(f['question'])}” ({_digest(f)})"
    plan = f": {names.thing(f['value'])}" if "value" in f else ""
    return f"{said}{plan}{_again(f, 'submitted')}"


def _digest(f: Fields) -> str:
    return f"digest {f['digest'][:12]}…"


def _suggested(f: Fields, names: Names) -> str:
    """Whether an answer is what the rules suggested; empty if they suggested nothing."""
    if not f.get("suggested"):
        return ""
    suggested = f["suggested"][0]
    return " (as suggested)" if suggested == f["value"] else f" (suggested: {names.thing(suggested)})"


def _answers_opened(f: Fields, names: Names) -> str:
    answers = "; ".join(f"{names.side(side)}: {names.thing(value)}" for side, value in f["answers"].items())
    what = "Sealed plans for" if f.get("salts") else "Answers to"
    return f"{what} “{names.text(f['question'])}” opened: {answers or 'none'}"


def _looked_up(f: Fields, names: Names) -> str:
    table = names.state.tables.get(f["table"])
    house = ""
    if f.get("adopted"):
        house = " (adopted in play)"
    elif names.viewer == WHITE and table is not None and table.adopted:
        house = f" (adopted in event {table.adopted}, {one_line(table.data.provenance)})"
    title = f"{capital(names.table(f['table']))}{house}"
    phrase = phrases(names.system).tables.get(f["table"])
    if phrase and unsaid(phrase, f["keys"]):
        phrase = ""  # every key stands in the line, also of a table that was adopted with another
    results = {name: value for name, value in f["result"].items() if value}
    gaps = {**f["keys"], **results, "table": title, "row": f["row"]}
    told = phrased(phrase, gaps, names.thing, phrases(names.system).values) if phrase else ""
    if told.endswith((":", ",")):
        told = f"{told[:-1]}: no effect" if told.endswith(":") else told[:-1]
    return (
        told
        or f"{title}, {names.pairs(f['keys'])}, row {f['row']}: {names.pairs(f['result']) or 'no result'}"
    )


def _modified(f: Fields, names: Names) -> str:
    change = f"{signed(f['amount'])} for {names.text(f['label'])}"
    return f"{capital(names.text(f['sum']))}: {change}, now {f['total']}"


# --- what changes on the table -------------------------------------------------------------------


def _piece_moved(f: Fields, names: Names) -> str:
    piece, pieces = capital(_piece(f, names)), names.state.pieces
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
    return f"{capital(_piece(f, names))}: {', '.join(said) if said else 'unchanged'}"


def _piece_placed(f: Fields, names: Names) -> str:
    piece = f.get("piece")
    if not isinstance(piece, PieceData):
        return f"{capital(_piece(f, names))}: placed {names.at(f['to'])}"
    kind = names.state.kinds.get(piece.kind)
    name = one_line(piece.name or (kind.name if kind is not None else "") or piece.id)
    return f"{capital(name)}: placed {names.at(piece.at)}"


def _piece_removed(f: Fields, names: Names) -> str:
    where = names.space(f["origin"]) if "origin" in f else "the game"
    return f"{capital(_piece(f, names))}: removed from {where}"


def _piece_known(f: Fields, names: Names) -> str:
    sides = f["sides"]
    if sides is None:
        return f"{capital(_piece(f, names))}: revealed to all{_text(f['piece'], names)}"
    if not sides and names.viewer != WHITE:
        return f"{capital(_piece(f, names))}: hidden again"
    who = joined([names.side(side) for side in sides]) if sides else "the white cell"
    return f"{capital(_piece(f, names))}: now known only to {who}"


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
    return f"{capital(_piece(f, names))}{at}: {_visible_to(f['sides'], names)}"


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


# --- what people do to the log -------------------------------------------------------------------


def _ruled(f: Fields, names: Names) -> str:
    return with_reason(f"Ruling{by(f)} on event {f['concerns']}: {names.thing(f['value'])}", f)


def _taken_back(f: Fields, names: Names) -> str:
    told = f"Undone{_struck_events(f)}{by(f)}"
    if f.get("asked_by"):
        told += f", requested by {names.side(f['asked_by'])}"
    if f.get("agreed"):
        told += f", agreed by {joined([names.side(side) for side in f['agreed']])}"
    if f.get("overruled"):
        told += f", overruling {joined([names.side(side) for side in f['overruled']])}"
    return with_reason(f"{told}", f)


def _struck_events(f: Fields) -> str:
    """`: events 80-92`; a side, which has other numbers, is not shown which."""
    if "first" not in f:
        return ""
    last = f.get("number", 0) - 1
    return f": events {f['first']}-{last}" if last > f["first"] else f": event {f['first']}"


def _table_adopted(f: Fields, names: Names) -> str:
    table = f["data"]
    with_ = f"“{one_line(table.title)}” ({one_line(table.provenance)})"
    return with_reason(f"Table “{names.table(f['table'])}” replaced{by(f)} with {with_}", f)


def _counters_adopted(f: Fields, names: Names) -> str:
    told = joined([one_line(kind.name) for kind in f["kinds"].values()]) if f["kinds"] else "kinds of pieces"
    if f.get("pieces"):
        told += f", {number_of(len(f['pieces']), 'piece')} of another kind"
    return with_reason(f"Counters replaced{by(f)}: {told} ({one_line(f['provenance'])})", f)


def _entropy_given(f: Fields, names: Names) -> str:
    return f"{names.first(f['side'])}{by(f)} added words to the dice: “{one_line(f['text'])}”"


def _entropy_promised(f: Fields, names: Names) -> str:
    return f"{names.first(f['side'])}{by(f)} promised words for the dice (digest {one_line(f['digest'])})"


def _entropy_waived(f: Fields, names: Names) -> str:
    return with_reason(f"Words of {names.side(f['side'])} for the dice waived{by(f)}", f)


def _seal_revealed(f: Fields, names: Names) -> str:
    return f"Dice seed revealed: {one_line(f['secret'])}"


def _game_closed(f: Fields, names: Names) -> str:
    return with_reason(f"Game closed{by(f)}", f)


def _game_forked(f: Fields, names: Names) -> str:
    return f"Game “{one_line(f['name'])}” forked from event {f['at']}{by(f)}"


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
"""The words for each kind of event; a kind that is not here is shown by its fields."""
