"""A log arranged as turns, phases and orders, with the score after each turn and the losses."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from adjudication.engine.games.systems import losses_in
from adjudication.engine.losses import Loss as Cost
from adjudication.engine.losses import LossesOf
from adjudication.engine.play.running import BEGIN
from domain.events import Event, PieceMoved
from domain.game.game import Game
from domain.game.replay import walk
from domain.table.state import State
from domain.texts import Text
from domain.views.view import WHITE, knows, see_numbered
from reports.words.events import event_kind, sentence
from reports.words.names import Names, capital, spoken
from reports.words.phrases import phrases
from reports.words.quiet import is_quiet
from reports.words.summaries import NO_SUMMARY, SummaryPart, summed
from reports.words.then import lines_then

SUMMARY = "order-summary"
"""The kind of the line that ends an order, if its rule system summarises the result in one line."""
ALWAYS_TOLD = frozenset(("scored", "piece-removed", "verdict-reached", "answers-opened", "concluded"))
_TOLD_IF_NOTHING_ELSE = ("counter-drawn", "die-rolled", "piece-moved", "piece-placed", "chosen", "marked")
_DECISIVE = ALWAYS_TOLD | {"die-rolled", "looked-up", SUMMARY}
_CLOCK_ALONE = frozenset(("order-given", "order-done", "phase-entered"))
_SET_UP = frozenset(("game-opened", "board-laid", "counters-laid", "tables-laid", "tracks-laid"))


TEXTS = ("purpose", "question", "sum", "label", "why", "reason", "subject", "method", "result", "because")
"""Fields of events in which the rules or people say something; of some events they hold other data."""


def texts_in(fields: Mapping[str, Any], names: Names) -> dict[str, str]:
    """What is said in the fields of an event, in words."""
    said = {name: fields[name] for name in TEXTS if name in fields}
    return {name: names.text(each) for name, each in said.items() if isinstance(each, str | Text)}


class Line(msgspec.Struct, frozen=True):
    """An event as its viewer may read it. `number` is the event's for the white cell, else the line's.

    procedure: number of its order, 0 if it belongs to none. struck_by: the event that struck it (-1 for a
    side, which is not shown which), 0 while it is in force. loss: what it cost a side; for a piece that the
    viewer does not know, neither which nor whose. quiet: whether its system calls it bookkeeping. phases: for
    an order that goes through several phases, the result in each. called: what a side then called the pieces
    that the line names (`Names.in_line`). texts: by field, what the rules or people say in it, in words.
    parts: those of a summary.
    """

    number: int
    kind: str
    words: str
    fields: dict[str, Any]
    rule: str = ""
    procedure: int = 0
    struck_by: int = 0
    loss: Cost | None = None
    quiet: bool = False
    phases: tuple[str, ...] = ()
    called: Mapping[str, str] = {}
    texts: Mapping[str, str] = {}
    parts: tuple[SummaryPart, ...] = ()


class OrderTold(msgspec.Struct):
    """An order and its results. `continued`: the rest of one that began in an earlier phase.

    With number 0 it holds what belongs to no order: notes, tables adopted, corrections. summed: its rule
    system's summary of its result in this phase; None if it stayed in one phase, or has no summary.
    """

    number: int
    side: str
    name: str
    words: str
    lines: list[Line]
    rule: str = ""
    by: str = ""
    continued: bool = False
    struck_by: int = 0
    summed: str | None = None

    def outcome(self) -> list[str]:
        """The few lines that say how the order came out."""
        if self.summed:
            return [self.summed]
        live = self._live()
        summed = [line.words for line in live if line.kind == SUMMARY]
        if summed:
            return summed
        # Of all tables entered, the last one holds the result; the others led up to it.
        last = next((line for line in reversed(live) if line.kind == "looked-up" and not line.quiet), None)
        told = [line.words for line in live if line is last or line.kind in ALWAYS_TOLD or _turned(line)]
        for kind in _TOLD_IF_NOTHING_ELSE:
            if told:
                break
            told = [line.words for line in live if line.kind == kind and not line.quiet][-1:]
        return told

    def decisive(self) -> bool:
        """Whether dice were rolled, a score moved or something was lost in it."""
        return bool(self.summed) or any(line.kind in _DECISIVE or _turned(line) for line in self._live())

    def counts(self) -> bool:
        """Whether somebody gave it and it is in force; the opening of play is the rules' own."""
        opening = self.name == BEGIN and not self.side
        return bool(self.number and not self.continued and not self.struck_by and not opening)

    def idle(self) -> bool:
        """Whether it did nothing but advance the clock and keep the books."""
        return all(line.quiet or line.kind in _CLOCK_ALONE for line in self._live())

    def _live(self) -> list[Line]:
        split = self.summed is not None
        return [
            line
            for line in self.lines
            if (not line.struck_by or self.struck_by) and not (split and line.kind == SUMMARY)
        ]


def _turned(line: Line) -> bool:
    """Whether a piece was turned to a face other than its front."""
    return line.kind == "piece-changed" and bool(line.fields.get("face"))


class PhaseTold(msgspec.Struct):
    """A phase as it was played, with its orders in the order they were given."""

    turn: int
    phase: str
    side: str
    orders: list[OrderTold]


class Loss(msgspec.Struct, frozen=True):
    """What a side lost: a piece that became a casualty or left the game, or whatever else the rules count.

    amount: how many; negative for what came back.
    """

    number: int
    turn: int
    piece: str
    name: str
    side: str
    how: str
    words: str
    amount: int = 1

    def in_words(self) -> str:
        """How it was lost, and how many if not one."""
        return self.how if abs(self.amount) == 1 else f"{self.how} {abs(self.amount)}"


class TurnTold(msgspec.Struct):
    """A turn: its phases, the position of each track at its end, and its losses.

    In a turn that was taken back and not played again the tracks are empty.
    """

    turn: int
    phases: list[PhaseTold]
    tracks: dict[str, int]
    losses: list[Loss]


class Story(msgspec.Struct):
    """A whole game: what was laid on the table, and what happened turn by turn."""

    viewer: str
    set_up: list[Line]
    turns: list[TurnTold]
    start: dict[str, int]

    def orders(self) -> list[OrderTold]:
        """All orders, in the order of the log."""
        return [told for turn in self.turns for phase in turn.phases for told in phase.orders]

    def losses(self) -> list[Loss]:
        """All losses in force."""
        return [loss for turn in self.turns for loss in turn.losses]


def story(game: Game, viewer: str = WHITE) -> Story:
    """The game as the viewer may know it."""
    return fold(tell(game, viewer), game, viewer)


def tell(game: Game, viewer: str = WHITE) -> list[Line]:
    """Every event that the viewer may know, in words."""
    return _tell_all(game) if viewer == WHITE else _tell_side(game, viewer)


def _tell_all(game: Game) -> list[Line]:
    losses = losses_in(game.opened.system)
    told = _Summaries(game)
    return [
        _line(game, event, Names(state, then=True), losses(event, state), told)
        for event, state in walk(game.log)
    ]


class _Summaries:
    """The results of orders. ended: by the event that ends the order. phases: by the event that gives it, for
    orders that go through several phases."""

    def __init__(self, game: Game, viewer: str = WHITE) -> None:
        found = list(summed(game, viewer))
        self.ended = {each.end: each for each in found if each.end}
        self.phases = {each.given: each.phases for each in found if len(each.phases) > 1}


def _line(game: Game, event: Event, names: Names, loss: Cost | None, told: _Summaries) -> Line:
    kind = event_kind(event)
    summary = told.ended.get(event.number, NO_SUMMARY)
    fields = msgspec.structs.asdict(event)
    return Line(
        event.number,
        SUMMARY if summary.parts else kind,
        summary.whole or sentence(kind, fields, "", names),
        fields,
        event.rule,
        event.procedure,
        game.struck.get(event.number, 0),
        loss,
        is_quiet(kind, fields, names.system),
        told.phases.get(event.number, ()),
        texts=texts_in(fields, names),
        parts=summary.parts,
    )


def _tell_side(game: Game, viewer: str) -> list[Line]:
    """Lines from the side's own view of the log; what it sees of an order that it does not see belongs to
    no order."""
    found = []
    seen = dict(see_numbered(game.log, viewer))
    costs = costs_seen(game, viewer, losses_in(game.opened.system))
    told = _Summaries(game, viewer)
    for number, view, names in lines_then(game.log, list(seen.values()), viewer):
        loss, summary = costs.get(number), told.ended.get(number, NO_SUMMARY)
        given = seen.get(game.log[number - 1].procedure)
        named = (view.fields, loss.piece) if loss is not None else view.fields
        found.append(
            Line(
                view.line,
                SUMMARY if summary.parts else view.event,
                summary.whole or sentence(view.event, view.fields, "", names),
                view.fields,
                view.rule,
                given.line if given is not None else 0,
                -1 if view.struck else 0,
                loss,
                is_quiet(view.event, view.fields, game.opened.system),
                told.phases.get(number, ()),
                names.called_in(named),
                texts_in(view.fields, names),
                summary.parts,
            )
        )
    return found


def costs_seen(game: Game, viewer: str, losses: LossesOf) -> dict[int, Cost]:
    """What events cost, by event number, as far as the viewer may know it."""
    found = {}
    for event, state in walk(game.log):
        loss = losses(event, state)
        seen = as_seen(loss, event, state, viewer) if loss is not None else None
        if seen is not None:
            found[event.number] = seen
    return found


def as_seen(loss: Cost, event: Event, state: State, viewer: str) -> Cost | None:
    """A loss as the viewer may know it: for a piece that it does not know, neither which nor whose. If
    such a piece was moved off the map, not even that it was a loss, because a dummy leaves in the same
    way."""
    if loss.piece not in state.pieces or knows(viewer, state.who_knows(loss.piece)):
        return loss
    return None if isinstance(event, PieceMoved) else msgspec.structs.replace(loss, piece="", side="")


def fold(lines: Iterable[Line], game: Game, viewer: str = WHITE) -> Story:
    """Lines arranged in turns, phases and orders."""
    folding = _Folding(game, viewer)
    for line in lines:
        folding.take(line)
    return folding.done()


class _Folding:
    """What has been read so far, line by line."""

    def __init__(self, game: Game, viewer: str) -> None:
        self.names = Names(game.state, viewer)
        self.told = Story(viewer, [], [], {})
        self.tracks: dict[str, int] = {}
        self.tracks_after: dict[int, dict[str, int]] = {}
        self.turns: dict[int, TurnTold] = {}
        self.phase: PhaseTold | None = None
        self.in_force = (0, "", "")
        self.orders: dict[int, Line] = {}
        self.open: dict[int, OrderTold] = {}
        self.entered: Counter[int] = Counter()

    def take(self, line: Line) -> None:
        """Put one line where it belongs."""
        if line.kind in _SET_UP:
            self.told.set_up.append(line)
            if line.kind == "tracks-laid":
                self.tracks = {track.id: track.value for track in line.fields["tracks"]}
                self.told.start = dict(self.tracks)
            return
        if line.kind == "order-given":
            self.orders[line.number] = line
        elif line.kind == "phase-entered":
            clock = (line.fields["turn"], line.fields["phase"], line.fields["side"])
            self._enter(*clock)
            if not line.struck_by:
                self.in_force = clock
                self.entered[line.procedure] += 1
        elif line.kind in ("taken-back", "ruled"):
            self._set_back()
        self._order_of(line).lines.append(line)
        if not line.struck_by:
            self._count(line)

    def _enter(self, turn: int, phase: str, side: str) -> None:
        told = self.turns.get(turn)
        if told is None:
            told = self.turns[turn] = TurnTold(turn, [], {}, [])
        self.phase = PhaseTold(turn, phase, side, [])
        told.phases.append(self.phase)
        self.open = {}

    def _set_back(self) -> None:
        """After a correction, go on in the last phase that is in force."""
        phase = self.phase
        if phase is not None and (phase.turn, phase.phase, phase.side) != self.in_force:
            self._enter(*self.in_force)

    def _order_of(self, line: Line) -> OrderTold:
        """The order, in its present phase, to which the line belongs."""
        if self.phase is None:
            self._enter(0, "", "")
        assert self.phase is not None
        found = self.open.get(line.procedure)
        loose = line.procedure == 0
        if found is not None and not (loose and self.phase.orders[-1] is not found):
            return found
        given = self.orders.get(line.procedure)
        found = OrderTold(0, "", "", "", [])
        if given is not None:
            found = OrderTold(
                given.number,
                given.fields["side"],
                given.fields["order"],
                given.words,
                [],
                given.rule,
                given.fields.get("by", ""),
                continued=given is not line,
                struck_by=given.struck_by,
                summed=dict(enumerate(given.phases)).get(self.entered[line.procedure]),
            )
        self.open[line.procedure] = found
        self.phase.orders.append(found)
        return found

    def _count(self, line: Line) -> None:
        """Count the score and the losses that are in force."""
        assert self.phase is not None
        turn = self.phase.turn
        if line.kind == "scored":
            self.tracks[line.fields["track"]] = line.fields["value"]
        elif (
            line.kind == "track-known" and "value" in line.fields
        ):  # what a side is shown and the white cell is not
            self.tracks.pop(line.fields["track"], None)
            if line.fields["sides"] is None or line.fields["sides"]:
                self.tracks[line.fields["track"]] = line.fields["value"]
        self.tracks_after[turn] = dict(self.tracks)
        if line.loss is not None:
            piece, side, how = line.loss.piece, line.loss.side, line.loss.how
            name = self.names.in_line(line.called).piece(piece) if piece else line.words
            self.turns[turn].losses.append(
                Loss(line.number, turn, piece, name, side, how, line.words, line.loss.amount)
            )

    def done(self) -> Story:
        """The story, its turns in order."""
        self.told.turns = [self.turns[turn] for turn in sorted(self.turns)]
        for turn in self.told.turns:
            turn.tracks = self.tracks_after.get(turn.turn, {})
        return self.told


def turn_lines(turn: TurnTold, names: Names) -> list[str]:
    """A turn in a few plain lines: the score, the decisive orders with their results, and the number of
    other orders."""
    score = ", ".join(f"{names.track(track)} {value}" for track, value in turn.tracks.items())
    head = f"Turn {names.turn(turn.turn)}"
    lines = [f"{head}: {score}" if score else head]
    for phase in turn.phases:
        head = capital(spoken(phase.phase)) or "Opening"
        live = [told for told in phase.orders if told.number and not told.struck_by and not told.idle()]
        quiet = Counter(spoken(told.name) for told in live if not told.decisive() and not told.continued)
        lines += [f"  {head}: {_came(told)}" for told in live if told.continued and told.outcome()]
        if quiet:
            orders = ", ".join(name if count == 1 else f"{count} x {name}" for name, count in quiet.items())
            lines.append(f"  {head}: {orders}")
        for told in live:
            if told.decisive() and not told.continued:
                ends = told.name in phrases(names.system).ends_phase and phase.phase
                what = f"End of {spoken(phase.phase)}" if ends else capital(_short(told, names))
                lines.append(f"  {what}: {_came(told)}")
    return lines


def _came(told: OrderTold) -> str:
    return "; ".join(told.outcome())


def _short(told: OrderTold, names: Names) -> str:
    """An order in the words of its system, else by its name and arguments; without its side."""
    for line in told.lines:
        if line.kind == "order-given" and line.fields["arguments"]:
            if told.name in phrases(names.system).orders:
                return line.words.partition(": ")[2]
            return f"{spoken(told.name)}, {names.in_line(line.called).pairs(line.fields['arguments'])}"
    return spoken(told.name)
