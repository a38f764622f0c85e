"""The orders that a review shows in one line each: attacks, strikes, missions, arguments.

`1/1 ISOF to Iskan South · 12 v 5 · won · 1 casualty`. Which orders these are, and their words, is data of
each rule system (`fights` in its `words.json`); acts of the white cell that weigh an argument always belong
to them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from adjudication.engine.by_hand.acts import PREFIX
from domain.texts import code_of
from domain.views.view import WHITE
from reports.story.turns import Line, OrderTold, TurnTold
from reports.words.names import Names, capital, joined, number_of, one_line, signed, spoken
from reports.words.phrases import Fight, phrased, phrases
from reports.words.summaries import SummaryPart, in_a_line

_ARGUED = (PREFIX + "argue", PREFIX + "chance")
_DECIDES = ("piece-removed", "verdict-reached")
"""What the end of a phase must bring to have a line of its own, besides losses and points."""
_SEVERAL = 2
UNDONE = "undone"
"""The only words for a fight that was undone: it had no result."""


class InALine(NamedTuple):
    """An order in one line. number: its event's. side: the side that gave it, in short, if several sides
    give orders. deed: what was done. parts: strengths, verdict, losses. came: more results. order:
    everything that it consists of. turn, phase: when it was."""

    number: int
    turn: int
    phase: str
    side: str
    deed: str
    parts: tuple[str, ...]
    came: str
    order: OrderTold

    def whole(self) -> str:
        """The line as a record shows it."""
        return " · ".join((self.named(), *self.parts))

    def named(self) -> str:
        """What was done, and by whom if it is not always the same side."""
        return f"{self.side}: {self.deed}" if self.side else capital(self.deed)

    def spoken(self) -> str:
        """The line as one would say it: `1/1 ISOF to Iskan South: 12 against 5, won, 1 casualty`; with
        semicolons if a part contains commas."""
        between = "; " if any(", " in part for part in self.parts) else ", "
        said = between.join(part.replace(" v ", " against ") for part in self.parts)
        return f"{self.named()}: {said}" if said else self.named()


class Fights:
    """The fights of a game, turn by turn."""

    def __init__(self, orders: Iterable[OrderTold], lines: Iterable[Line], names: Names) -> None:
        told = list(orders)
        self.names = names
        self.words = phrases(names.system)
        self.several = len({order.side for order in told if order.counts() and order.side}) >= _SEVERAL
        wanted = {fight.mark for fight in self.words.fights.values() if fight.mark}
        self.marks = [
            line
            for line in sorted(lines, key=lambda line: line.number)
            if line.kind == "marked" and line.fields.get("mark") in wanted and not line.struck_by
        ]

    def of(self, turn: TurnTold) -> list[InALine]:
        """The fights of a turn, in the order of the log; each order as a whole, whatever phases it went
        through."""
        found: dict[int, tuple[str, OrderTold]] = {}
        last = []
        for phase in turn.phases:
            for told in phase.orders:
                if not told.number:
                    continue
                if told.name in self.words.ends_phase:
                    if self._decided(told):
                        last.append(self._of_a_phase(turn.turn, phase.phase, told))
                elif told.number in found and told.name in self.words.may_end_phase:
                    continue  # what comes with the end of the phase is not part of the fight
                elif told.number in found:
                    found[told.number][1].lines.extend(told.lines)
                elif self.is_one(told):
                    whole = msgspec.structs.replace(told, lines=list(told.lines), summed=None)
                    found[told.number] = (phase.phase, whole)
        lines = [
            self._in_a_line(turn.turn, phase, told)
            for phase, told in found.values()
            if told.decisive() or self._judged(told.lines)
        ]
        return sorted([*lines, *last], key=lambda line: min(each.number for each in line.order.lines))

    def is_one(self, told: OrderTold) -> bool:
        """Whether an order has a line of its own."""
        return told.name in self.words.fights or told.name in _ARGUED

    def _decided(self, told: OrderTold) -> bool:
        return any(
            line.loss is not None or line.kind in _DECIDES or (line.kind == "scored" and self._is_score(line))
            for line in told.lines
            if not line.struck_by
        )

    def _is_score(self, line: Line) -> bool:
        """Whether a line changes points of a side; if no track belongs to a side, whether it changes any
        track."""
        tracks = self.names.state.tracks
        owned = [id for id, track in tracks.items() if track.data.side]
        return line.fields["track"] in owned or not owned

    def _of_a_phase(self, turn: int, phase: str, told: OrderTold) -> InALine:
        live = [line for line in told.lines if not line.struck_by]
        parts = [*self._lost(live, {}, whose=True), *self.scores(live)]
        parts += [line.words for line in live if line.kind == "verdict-reached"]
        deed = capital(spoken(phase)) or "End of the phase"
        if not told.continued:
            deed = f"End of {spoken(phase) or 'the phase'}"
        return InALine(told.number, turn, phase, "", deed, tuple(parts), told.summed or "", told)

    def _in_a_line(self, turn: int, phase: str, told: OrderTold) -> InALine:
        live = [line for line in told.lines if not line.struck_by]
        given = next((line for line in told.lines if line.kind == "order-given"), None)
        arguments: Mapping[str, Any] = (given.fields.get("arguments") if given is not None else None) or {}
        side = self.names.brief(told.side) if told.side and self.several else ""
        if told.name in _ARGUED:
            actor = arguments.get("actor")
            side = self.names.brief(actor) if actor else ""
            deed = one_line(arguments.get("action") or arguments.get("subject") or told.words)
            results = [line.texts["result"] for line in live if line.kind == "concluded"]
            results = [UNDONE] if told.struck_by else results
            return InALine(told.number, turn, phase, side, deed, tuple(results), "", told)
        fight = self.words.fights[told.name]
        marked = self._marked(fight, arguments, told.number)
        gaps = {**arguments, **(marked.fields["value"] if marked is not None else {})}
        names = self._names(given, marked)
        deed = phrased(fight.deed, gaps, names.short, self.words.values) or spoken(told.name)
        if told.struck_by:
            return InALine(told.number, turn, phase, side, capital(deed), (UNDONE,), "", told)
        summary = [part for line in live for part in line.parts]
        parts = [*self._strengths(fight, live), *self._verdict(fight, live), *self._judged(live)]
        if fight.losses:
            lost = self._lost(live, fight.losses, fight.whose)
            known = any(line.loss is not None and line.loss.how in fight.losses for line in live)
            parts += lost if known else [f"no {_plural(fight)}", *lost]
        came = in_a_line(summary) or "; ".join(self.scores(live))
        if not parts and fight.ends:
            parts = what_came_of_each(summary)
            came = "" if len(summary) == 1 else came
            if fight.several and len(parts) > 1:
                deed = phrased(fight.several, gaps, names.short, self.words.values)
        elif not parts:
            parts, came = [_besides(deed, part) for part in summary], ""
        return InALine(told.number, turn, phase, side, capital(deed), tuple(parts), came, told)

    def _names(self, *lines: Line | None) -> Names:
        """The names that things had in these lines."""
        called = {id: name for line in lines if line is not None for id, name in line.called.items()}
        return self.names.in_line(called)

    def _marked(self, fight: Fight, arguments: Mapping[str, Any], number: int) -> Line | None:
        """The mark of the thing as it was before the order, if its value has parts."""
        subject = arguments.get(fight.on)
        held = [line for line in self.marks if line.number < number and line.fields.get("subject") == subject]
        return held[-1] if held and isinstance(held[-1].fields.get("value"), Mapping) else None

    def _strengths(self, fight: Fight, live: list[Line]) -> list[str]:
        """`12 v 5`: the sums at the time when the last of them was complete."""
        totals = {
            code_of(line.fields["sum"]): line.fields.get("total") for line in live if line.kind == "modified"
        }
        if not fight.strengths or fight.strengths[0] not in totals:
            return []
        return [" v ".join(str(totals.get(name, 0)) for name in fight.strengths)]

    def _verdict(self, fight: Fight, live: list[Line]) -> list[str]:
        if fight.verdict is None:
            return []
        looked_up = [
            line
            for line in live
            if line.kind == "looked-up" and line.fields.get("table") == fight.verdict.table
        ]
        if not looked_up:
            return ["broken off"]
        result = looked_up[-1].fields["result"].get(fight.verdict.result)
        return [fight.verdict.says.get(str(result)) or self._names(looked_up[-1]).thing(result)]

    def _judged(self, live: list[Line]) -> list[str]:
        """The white cell's answers, except yes and no."""
        return [
            self._names(line).thing(line.fields.get("value"))
            for line in live
            if line.kind == "chosen"
            and line.fields.get("side") == WHITE
            and not isinstance(line.fields.get("value"), bool)
            and line.fields.get("value") != 0
        ]

    def _lost(self, live: list[Line], words: Mapping[str, tuple[str, str]], whose: bool) -> list[str]:
        """`1 casualty`; with the side: `ISF lost 1 step`. Losses without words are named."""
        lost: dict[str, Counter[str]] = {}
        named = []
        for line in live:
            if line.loss is None or line.loss.amount <= 0:
                continue
            if line.loss.how in words:
                side = line.loss.side if whose else ""
                lost.setdefault(side, Counter())[line.loss.how] += line.loss.amount
            else:
                piece = self._names(line).designation(line.loss.piece) if line.loss.piece else ""
                many = f" {line.loss.amount}" if line.loss.amount > 1 else ""
                named.append(f"{piece} {line.loss.how}{many}" if piece else line.words)
        told = []
        for side, ways in lost.items():
            counted = joined([number_of(count, *words[how]) for how, count in ways.items()])
            told.append(f"{self.names.brief(side)} lost {counted}" if side else counted)
        return [*told, *named]

    def scores(self, live: Iterable[Line], every: bool = False) -> list[str]:
        """The total change of each score, or of `every` track: `ISIS victory points +3, now 31`."""
        changed: Counter[str] = Counter()
        now: dict[str, int] = {}
        for line in live:
            if line.kind == "scored" and (every or self._is_score(line)):
                changed[line.fields["track"]] += line.fields["change"]
                now[line.fields["track"]] = line.fields["value"]
        return [
            f"{self.names.track(track)} {signed(changed[track])}, now {value}"
            for track, value in now.items()
            if changed[track]
        ]


def what_came_of_each(summary: Iterable[SummaryPart]) -> list[str]:
    """The last part of a summary, for each target in it: `no hits`, `Rampart: 2 hits`."""
    sentences: list[list[SummaryPart]] = []
    for part in summary:
        if part.head or not sentences:
            sentences.append([])
        sentences[-1].append(part)
    if len(sentences) <= 1:
        return [parts[-1].words for parts in sentences]
    return [
        parts[-1].words if parts[-1].about else parts[-1]._replace(about=parts[0].about).words
        for parts in sentences
    ]


def _besides(deed: str, part: SummaryPart) -> str:
    """A part of a summary; if it is about the deed itself, what it says of it."""
    return part.result if part.about.casefold() == deed.casefold() else part.words


def _plural(fight: Fight) -> str:
    """The word for what was not lost: `casualties`; for several ways `losses`."""
    (words, *more) = fight.losses.values()
    return "losses" if more else words[1]
