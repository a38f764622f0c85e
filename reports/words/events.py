"""Events in words: any event as one plain sentence that a facilitator could read aloud."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.events import Event, Origin
from domain.events.registry import KIND_OF, NAMED
from domain.table.state import State
from domain.views.view import UNKNOWN, WHITE, EventView
from reports.words.additions import ADDED
from reports.words.by_hand import by_hand
from reports.words.changes import CHANGES, piece_told
from reports.words.names import Names, by, capital, joined, number_of, one_line, signed, spoken, with_reason
from reports.words.phrases import phrased, phrases, unsaid
from reports.words.seminar import TELLERS, order_words
from reports.words.timing import TIMED

Fields = Mapping[str, Any]

MOST_NAMED = 5
"""For a random pick among more candidates than this, the log gives only their number; the event has them
all."""


def event_kind(event: Event) -> str:
    """An event's wire name without its version: `die-rolled`."""
    return KIND_OF[type(event)].name


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
    phrase = NAMED[kind].words
    words = TOLD[kind](fields, names) if phrase is None else phrased(phrase, fields, names.thing)
    words = one_line(words)
    return f"{words} ({one_line(rule)})" if rule else words


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
    acted = names.state.mark_named("game", ready)
    done = (f["side"], *(acted if isinstance(acted, list) else ()))
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
    return f"Drawn from {cup}{why}: {piece_told(f, names)} {at}{_again(f, 'drawn')}"


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


def _game_closed(f: Fields, names: Names) -> str:
    return with_reason(f"Game closed{by(f)}", f)


TOLD: dict[str, Callable[[Fields, Names], str]] = {
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
    "ruled": _ruled,
    "taken-back": _taken_back,
    "table-adopted": _table_adopted,
    "counters-adopted": _counters_adopted,
    "entropy-promised": _entropy_promised,
    "entropy-given": _entropy_given,
    "entropy-waived": _entropy_waived,
    "game-closed": _game_closed,
    **CHANGES,
    **ADDED,
    **TIMED,
    **TELLERS,
}
"""The words for each type of event whose line takes more than a phrase with its fields."""
