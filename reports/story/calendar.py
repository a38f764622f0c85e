"""A long game along its calendar: what came up in each turn, what lasted how long, and the course of a
track."""

from typing import NamedTuple

from domain.table.state import State
from reports.story.turns import Line, Story
from reports.words.names import Names, capital, one_line, wins
from reports.words.phrases import Calendar, Lasting, phrases

MOST_TURNS = 60
"""The most turns that a calendar may have and still be read at a glance."""


class Turn(NamedTuple):
    """A turn of the calendar. name: without the year, for example `Autumn`."""

    turn: int
    year: int
    name: str


class Happened(NamedTuple):
    """What came up in a turn. void: it had no effect."""

    turn: int
    number: str
    name: str
    void: bool


class Effect(NamedTuple):
    """Something that lasts. spans: from the beginning of a turn to before the beginning of another."""

    name: str
    spans: tuple[tuple[int, int], ...]


class Course(NamedTuple):
    """A game along its calendar. values: the track at the end of each turn that was played. last: the
    latest turn, or the one in which the game ended. ending: the verdict, empty while there is none."""

    turns: tuple[Turn, ...]
    events: tuple[Happened, ...]
    effects: tuple[Effect, ...]
    track: str
    values: dict[int, int]
    last: int
    ending: str


def course_of(story: Story, state: State, names: Names) -> Course | None:
    """The game along its calendar; None if its turns have no dates, or the rule system does not say what
    comes up in them."""
    declared = phrases(names.system).calendar
    entries = state.opened.calendar if state.opened is not None else ()
    if declared is None or not entries or len(entries) > MOST_TURNS or not all(each.year for each in entries):
        return None
    reading = _Reading(declared, names)
    for turn in story.turns:
        for place, phase in enumerate(turn.phases):
            for order in phase.orders:
                for line in order.lines:
                    if not line.struck_by:
                        reading.take(turn.turn, line, begins=not place)
    values = {turn.turn: turn.tracks[declared.track] for turn in story.turns if declared.track in turn.tracks}
    last = max(values, default=0)
    if not last:
        return None
    turns = tuple(
        Turn(each.turn, each.year or 0, one_line(each.name).replace(str(each.year), "").strip())
        for each in entries
    )
    return Course(
        turns,
        tuple(reading.events[turn] for turn in sorted(reading.events)),
        reading.effects(last + 1),
        names.track(declared.track),
        {turn: value for turn, value in values.items() if turn},
        last,
        reading.ending,
    )


class _Reading:
    """What has been read so far, line by line."""

    def __init__(self, declared: Calendar, names: Names) -> None:
        self.declared = declared
        self.names = names
        self.events: dict[int, Happened] = {}
        self.open: dict[tuple[str, str], int] = {}
        self.spans: dict[str, list[tuple[int, int]]] = {}
        self.ending = ""

    def take(self, turn: int, line: Line, *, begins: bool) -> None:
        """Take one more line that is in force. begins: it is in the first phase of the turn."""
        fields = line.fields
        if line.kind == "verdict-reached":
            winner = fields["winner"]
            who = wins(capital(self.names.side(winner))) if winner else "Draw"
            self.ending = f"{who}: {self.names.text(fields['reason']).partition(';')[0]}"
        if line.kind != "marked":
            return
        mark, value, event = fields["mark"], fields["value"], self.declared.event
        if event is not None and mark == event.mark and isinstance(value, dict):
            name = one_line(value.get(event.name, ""))
            number = one_line(value.get(event.number, ""))
            self.events[turn] = Happened(turn, number, name, bool(value.get(event.void)))
        for lasting in self.declared.lasting:
            if lasting.mark == mark:
                self._lasts(lasting, line, turn, turn if begins else turn + 1)

    def _lasts(self, lasting: Lasting, line: Line, turn: int, until: int) -> None:
        """Take a lasting mark that was set on something or removed: it lasted until that turn began."""
        subject, value = line.fields["subject"], line.fields["value"]
        name = capital(lasting.name.format(self.names.in_line(line.called).thing(subject)))
        key = name, subject
        begun = bool(value) and (lasting.value is None or value == lasting.value)
        if begun:
            self.spans.setdefault(name, [])
            self.open.setdefault(key, turn)
        elif key in self.open:
            since = self.open.pop(key)
            self.spans[name].append((since, max(until, since + 1)))

    def effects(self, end: int) -> tuple[Effect, ...]:
        """The effects that lasted, in the order in which they began; those still in force end at `end`."""
        for (name, _), since in self.open.items():
            self.spans[name].append((since, max(end, since + 1)))
        return tuple(Effect(name, tuple(sorted(set(spans)))) for name, spans in self.spans.items())
