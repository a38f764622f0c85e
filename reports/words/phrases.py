"""How a rule system's orders and marks are said: sentences with gaps, from `words.json` in its data folder.

    {"orders": {"move": "move {unit} to {to}"}, "ends_phase": ["proceed"],
     "marks": {"moved": null, "operation": {"set": "attack planned: lead {lead}[; follow-up {follow_up}]",
                                            "gone": "attack over"}},
     "values": {"type": {"cap": "CAP"}},
     "overlays": {"flights": [{"mark": "mission", "base": "home", "label": "type"}],
                  "seen": [{"mark": "found"}, {"mark": "radiates", "emits": true}],
                  "strikes": [{"order": "fire", "by": "battery", "at": "target"}]}}

A part in brackets is left out where one of its gaps has nothing to fill it. The value of a mark with several
parts fills a gap for each, and their names the gap `keys`; one value alone fills the gap `value`. `values`
says for a gap how some of its values are written. A mark that is null is bookkeeping: the log shows it with
`--all` alone. What is not in the file is said by its own name. A mark with an empty `gone` comes off without
a word. `overlays` says which marks and orders a map draws, and as what; `rules` what a rule is called within
a sentence (`{"ows 8.4": "theater ISR"}`), where that is not its title; `dice` the colour of each die
(`{"12": "blue"}`),
for those who roll on the table; `named` which tables name things that are no pieces, by the column of their
ids (`{"formations": "formation"}`), in the column `name`.
`parts` says which lists in the data of a kind name what `ship/harpoon` is a part of (`["weapons"]`, each with
`id` and `name`); `tables` how what a table gave is said (null: bookkeeping), with its title, keys and results
as gaps; `carried` how pieces of a group leave a carrier and come back to it; `leaves` how pieces leave a
place (`{"reserve": "set up in {space}"}`); `tells` which events about a piece say nothing more beside a
mark of it (`{"found": ["piece-known"]}`). `calendar` says what a review draws
along the dates of the turns: the mark that names what came up, marks that last, and a track
(`{"track": "tension", "lasting": [{"mark": "embargo", "name": "embargo on {}"}]}`). `fights` says which
orders a review tells in a line of their own, and how (`Fight`); `sides` the short names of sides within
running text; `designations` how names of pieces are shortened (`{"(\\d+).. Battalion": "\\1 Bn"}`).
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from domain.errors import BadData, Refused
from domain.views.view import UNKNOWN

_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_GAP = re.compile(r"\{([a-z_]+)\}")
_GAPS = re.compile(r"\{([^{}]*)\}")
"""All that looks like a gap, also what can be none."""

_NOTHING: tuple[object, ...] = (None, "", [], (), {})


class MarkPhrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of a thing when it is marked so, and when it no longer is. stands: what a map and the
    status say as long as it is, where they do."""

    set: str
    gone: str
    stands: str = ""


class Flight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces that bear `mark` are under way: a map draws a line from where the piece in their mark `base`
    stands to where they are, and writes the part `label` of the mark's value beside it, by `labels`."""

    mark: str
    base: str
    label: str = ""
    labels: dict[str, str] = {}


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces that bear `mark` are detected by the other side, or (`emits`) give themselves away: a map draws
    an eye over them."""

    mark: str
    emits: bool = False


class Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order `order` is fire: a map draws a line from who fires to the target, with what came of it.

    by, at: the arguments that name them. pairs: an argument that maps each thing fired, whose name begins
    with who fires it (`battery/rocket/1`), to its target. answers: rules of questions whose answer is such a
    mapping: fire that is returned.
    """

    order: str
    by: str = ""
    at: str = ""
    pairs: str = ""
    answers: tuple[str, ...] = ()


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space that bears `mark` is to be attacked: the part `units` of the mark's value maps each attacker to
    the space that it attacks from, and a map draws an arrow from there."""

    mark: str
    units: str


class Overlays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a map draws besides pieces and moves, by the marks and orders that tell of it.

    attacks: the orders that are attacks by pieces on a space; without it any that names both is one.
    steps: the orders that the timeline stops at also where no dice fall and nothing is lost.
    """

    flights: tuple[Flight, ...] = ()
    seen: tuple[Seen, ...] = ()
    strikes: tuple[Shot, ...] = ()
    attacks: tuple[str, ...] | None = None
    steps: tuple[str, ...] = ()
    combats: tuple[Declared, ...] = ()


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a look-up decided: the value in the column `result` of `table`, as `says` puts it (`won`)."""

    table: str
    result: str
    says: dict[str, str] = {}


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an order stands in one line of the record: `1/1 ISOF to Iskan South · 12 v 5 · won · 1 casualty`.

    deed: what was done, with gaps for the arguments of the order and for the parts of the mark `mark` that
    the thing in the argument `on` bore. strengths: the sums that met. verdict: what decided it. losses: for
    each way of losing something the words for one and for several; `whose`: with the side that lost them.
    Without any of these the line ends in what the rule system says came of the order; `ends`: in the last
    part of it alone. several: what was done, where that names several targets each with what came of it.
    """

    deed: str
    mark: str = ""
    on: str = ""
    strengths: tuple[str, ...] = ()
    verdict: Result | None = None
    losses: dict[str, tuple[str, str]] = {}
    whose: bool = False
    ends: bool = False
    several: str = ""


class Occurs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mark of the game that says what came up in a turn, and the parts of its value: number, name, and
    one that is there where it came to nothing."""

    mark: str
    number: str = "number"
    name: str = "name"
    void: str = "void"


class Lasting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mark that lasts, as a bar along the calendar. name: with a gap for what bears it; value: of a mark
    with several values the one that counts."""

    mark: str
    name: str
    value: str | None = None


class Calendar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a review draws along the calendar of a game whose turns have dates."""

    track: str
    event: Occurs | None = None
    lasting: tuple[Lasting, ...] = ()


class Enlarged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Areas of `terrain` are drawn `by` times as large as the rest of their map, which makes way for them;
    what the rules measure on the map stays as it is."""

    terrain: str
    by: float


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How pieces of a group leave a carrier and come back to it: `takes off from {carrier} for {space}`."""

    out: str
    back: str


class Phrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one rule system.

    may_end_phase: orders that end a phase where they are the last of it: what comes after is told as its end.
    lost_to: cups and boxes to which a counter goes from the map when it is eliminated.
    done: the mark of the game that lists the sides that are done with a phase, in a system where each side
    says so for itself. passes: the phases in which a side passes, and may act again later. facilities: the
    groups of pieces that stay on the map without steps, out of action. aims: by order
    what it is for, with a gap for the space that is to be entered: `take {target}`. planned:
    marks of spaces that are to be attacked, besides those of `overlays.combats`. read_out: the groups of
    cards whose text is told when all learn what they are.
    """

    orders: dict[str, str] = {}
    values: dict[str, dict[str, str]] = {}
    ends_phase: tuple[str, ...] = ("proceed",)
    may_end_phase: tuple[str, ...] = ()
    lost_to: tuple[str, ...] = ()
    facilities: tuple[str, ...] = ()
    done: str = ""
    passes: tuple[str, ...] = ()
    marks: dict[str, MarkPhrases | None] = {}
    overlays: Overlays = Overlays()
    rules: dict[str, str] = {}
    dice: dict[int, str] = {}
    named: dict[str, str] = {}
    parts: tuple[str, ...] = ()
    tables: dict[str, str | None] = {}
    carried: dict[str, Carried] = {}
    leaves: dict[str, str] = {}
    read_out: tuple[str, ...] = ()
    tells: dict[str, tuple[str, ...]] = {}
    calendar: Calendar | None = None
    enlarged: Enlarged | None = None
    aims: dict[str, str] = {}
    planned: tuple[str, ...] = ()
    fights: dict[str, Fight] = {}
    sides: dict[str, str] = {}
    designations: dict[str, str] = {}

    @property
    def ending(self) -> tuple[str, ...]:
        """The orders that end a phase, always or sometimes."""
        return *self.ends_phase, *self.may_end_phase

    def designation(self, name: str) -> str:
        """The name of a piece, shortened where the whole of it is of a pattern that the system shortens."""
        for pattern, short in self.designations.items():
            found = re.fullmatch(pattern, name)
            if found is not None:
                return found.expand(short)
        return name

    def bookkeeping(self, mark: str, value: object = "") -> bool:
        """Whether a mark only keeps the books, and tells people nothing that the log does not: it has no
        words, or none for being taken off (value None)."""
        words = self.marks.get(mark)
        return mark in self.marks and (words is None or (value is None and not words.gone))


@cache
def phrases(system: str) -> Phrases:
    """The words of a rule system; a system without any has none of its own."""
    from adjudication.engine.register import folder

    try:
        found = folder(system).joinpath("words.json")
    except Refused:
        return Phrases()
    return read_phrases(system, found.read_bytes()) if found.is_file() else Phrases()


def read_phrases(system: str, data: bytes) -> Phrases:
    """The words of a rule system from the bytes of its `words.json`.

    Raises BadData, which names the file, for what is no such words, an order that the system does not have,
    and a gap in the words of an order that is none of its arguments.
    """
    from adjudication.engine.systems import load, names

    file = f"words.json of {system}"
    try:
        words = msgspec.json.decode(data, type=Phrases)
    except msgspec.DecodeError as error:
        raise BadData(f"The {file} cannot be read: {str(error).rstrip('.')}.") from error
    orders = load(system).orders if system in names() else None
    if orders is None:
        return words
    overlays = words.overlays
    shots = [shot.order for shot in overlays.strikes]
    named = (*words.orders, *words.ending, *words.fights, *words.aims, *shots, *overlays.steps)
    for order in (*named, *(overlays.attacks or ())):
        if order not in orders:
            raise BadData(f"The {file} names an order {order!r}, which these rules do not have.")
    for order, phrase in words.orders.items():
        form = orders[order].form.__dataclass_fields__
        unknown = next((gap for gap in _GAPS.findall(phrase) if gap not in form), None)
        if unknown is not None:
            takes = ", ".join(name for name in form if name != "side") or "nothing"
            raise BadData(
                f"The {file}: the words of order {order} have a gap {{{unknown}}}; the order takes {takes}."
            )
    return words


def phrased(
    phrase: str,
    values: Mapping[str, Any],
    said: Callable[[Any], str],
    written: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
) -> str:
    """A phrase with its gaps filled, or nothing where a gap that is not in brackets has no value. written:
    by gap, how some values are written."""

    def part(match: re.Match[str]) -> str:
        gaps = _GAP.findall(match[1])
        return "" if any(values.get(gap) in _NOTHING for gap in gaps) else match[1]

    text = _OPTIONAL.sub(part, phrase)
    if any(gap not in values for gap in _GAP.findall(text)):
        return ""
    return _GAP.sub(lambda gap: _said(_written(values[gap[1]], written.get(gap[1], {})), said), text)


def unsaid(phrase: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a phrase has no gap for, where they are something."""
    gaps = _GAPS.findall(phrase)
    return {name: value for name, value in values.items() if name not in gaps and value not in _NOTHING}


def _written(value: Any, written: Mapping[str, str]) -> Any:
    """A value as it is written, or a mapping or a list with its values so."""
    if isinstance(value, Mapping):
        return {key: _written(part, written) for key, part in value.items()}
    if written and isinstance(value, list | tuple):
        return [_written(part, written) for part in value]
    return written.get(str(value), value) if type(value) in (str, int) else value


def _said(value: Any, said: Callable[[Any], str]) -> str:
    return "(hidden)" if value == UNKNOWN else said(value)
