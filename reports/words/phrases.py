"""The words of a rule system's orders and marks: sentences with gaps, from `words.json` in its data folder.

    {"orders": {"move": "move {unit} to {to}"}, "ends_phase": ["proceed"],
     "marks": {"moved": null, "operation": {"set": "attack planned: lead {lead}[; follow-up {follow_up}]",
                                            "gone": "attack over"}},
     "values": {"type": {"cap": "CAP"}},
     "overlays": {"flights": [{"mark": "mission", "base": "home", "label": "type"}],
                  "seen": [{"mark": "found"}, {"mark": "radiates", "emits": true}],
                  "strikes": [{"order": "fire", "by": "battery", "at": "target"}]}}

A part in brackets is left out if one of its gaps has nothing to fill it. The value of a mark with several
parts fills a gap for each part, and their names fill the gap `keys`; a single value fills the gap `value`. A
mark that is null is bookkeeping: the log shows it only with `--all`. A mark with an empty `gone` comes off
without a line. Anything that is not in the file is called by its own name.

values: for a gap, how some of its values are written. overlays: which marks and orders a map draws, and how.
rules: the name of a rule within a sentence (`{"ows 8.4": "theater ISR"}`), if it is not its title.
dice: the colour of each die (`{"12": "blue"}`), for people who roll on the table.
named: tables that name things that are no pieces, by the column with their ids (`{"formations":
"formation"}`); the names are in the column `name`.
parts: the lists in the data of a kind that name what `ship/harpoon` is a part of (`["weapons"]`, each with
`id` and `name`).
tables: the words for the result of a table (null: bookkeeping), with its title, keys and results as gaps.
carried: how pieces of a group leave a carrier and come back to it. leaves: how pieces leave a place
(`{"reserve": "set up in {space}"}`).
tells: the events about a piece that say nothing more than a mark of it (`{"found": ["piece-known"]}`).
calendar: what a review draws along the dates of the turns: the mark that names what came up, marks that last,
and a track (`{"track": "tension", "lasting": [{"mark": "embargo", "name": "embargo on {}"}]}`).
fights: the orders that have a line of their own in a review, and its words (`Fight`).
sides: the short names of sides within running text. designations: how names of pieces are shortened
(`{"(\\d+).. Battalion": "\\1 Bn"}`).
"""

import re
from functools import cache

import msgspec

from adjudication.engine.phrase import gaps, phrased, unsaid
from domain.errors import BadData, Refused


class MarkPhrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for a mark when it is set and when it is removed. stands: what map and status show while
    it lasts, if anything."""

    set: str
    gone: str
    stands: str = ""


class Flight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces with `mark` are under way: a map draws a line to them from the place of the piece in their
    mark `base`, and writes the part `label` of the mark's value beside it, worded by `labels`."""

    mark: str
    base: str
    label: str = ""
    labels: dict[str, str] = {}


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces with `mark` are detected by the other side, or (`emits`) give themselves away: a map draws an
    eye over them."""

    mark: str
    emits: bool = False


class Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order `order` is fire: a map draws a line from the firing piece to the target, with the result.

    by, at: the arguments that name them. pairs: an argument that maps each thing fired, whose name begins
    with the firing piece (`battery/rocket/1`), to its target. answers: rules of questions whose answer is
    such a mapping, for return fire.
    """

    order: str
    by: str = ""
    at: str = ""
    pairs: str = ""
    answers: tuple[str, ...] = ()


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space with `mark` is to be attacked: the part `units` of the mark's value maps each attacker to
    the space that it attacks from, and a map draws an arrow from there."""

    mark: str
    units: str


class Overlays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a map draws besides pieces and moves, by the marks and orders that show it.

    attacks: the orders that are attacks by pieces on a space; without it, any order that names both is one.
    steps: the orders at which the timeline stops even if no dice are rolled and nothing is lost.
    """

    flights: tuple[Flight, ...] = ()
    seen: tuple[Seen, ...] = ()
    strikes: tuple[Shot, ...] = ()
    attacks: tuple[str, ...] | None = None
    steps: tuple[str, ...] = ()
    combats: tuple[Declared, ...] = ()


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a look-up decided: the value in the column `result` of `table`, in the words of `says` (`won`)."""

    table: str
    result: str
    says: dict[str, str] = {}


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an order is shown in one line of the record: `1/1 ISOF to Iskan South · 12 v 5 · won · 1 casualty`.

    deed: what was done, with gaps for the arguments of the order and for the parts of the mark `mark` on the
    thing in the argument `on`. strengths: the opposing sums. verdict: what decided it. losses: for each way
    of losing something the words for one and for several; `whose`: with the side that lost them. Without any
    of these the line ends in the rule system's summary of the order; `ends`: only in its last part. several:
    what was done, if that part names several targets, each with its result.
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
    a part that is present if it had no effect."""

    mark: str
    number: str = "number"
    name: str = "name"
    void: str = "void"


class Lasting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mark that lasts, drawn as a bar along the calendar. name: with a gap for the thing that has the
    mark. value: for a mark with several values, the one that counts."""

    mark: str
    name: str
    value: str | None = None


class Calendar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a review draws along the calendar of a game whose turns have dates."""

    track: str
    event: Occurs | None = None
    lasting: tuple[Lasting, ...] = ()


class Enlarged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Areas of `terrain` are drawn `by` times as large as the rest of their map, which makes room for
    them; the rules still measure the map as it is."""

    terrain: str
    by: float


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How pieces of a group leave a carrier and come back to it: `takes off from {carrier} for {space}`."""

    out: str
    back: str


class Phrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one rule system.

    may_end_phase: orders that end a phase if they are the last in it: what follows is shown as its end.
    lost_to: cups and boxes to which a counter goes from the map when it is eliminated. done: the mark of the
    game that lists the sides that are done with a phase, in a system where each side says so for itself.
    passes: the phases in which a side passes, and may act again later. facilities: the groups of pieces that
    stay on the map without steps, out of action. aims: the aim of each order, with a gap for the space that
    is to be entered: `take {target}`. planned: marks of spaces that are to be attacked, besides those of
    `overlays.combats`. read_out: the groups of cards whose text is shown when all learn what they are.
    """

    orders: dict[str, str] = {}
    texts: dict[str, str] = {}
    refusals: dict[str, str] = {}
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
        """The name of a piece, shortened if all of it matches a pattern of the system."""
        for pattern, short in self.designations.items():
            found = re.fullmatch(pattern, name)
            if found is not None:
                return found.expand(short)
        return name

    def bookkeeping(self, mark: str, value: object = "") -> bool:
        """Whether a mark is only bookkeeping and says nothing that the log does not: it has no words, or
        none for being taken off (value None)."""
        words = self.marks.get(mark)
        return mark in self.marks and (words is None or (value is None and not words.gone))


@cache
def phrases(system: str) -> Phrases:
    """The words of a rule system; an empty set for a system without any."""
    from adjudication.engine.register import folder

    try:
        found = folder(system).joinpath("words.json")
    except Refused:
        return Phrases()
    return read_phrases(system, found.read_bytes()) if found.is_file() else Phrases()


def read_phrases(system: str, data: bytes) -> Phrases:
    """The words of a rule system from the bytes of its `words.json`.

    Raises BadData, naming the file, for anything else, for an order that the system does not have, and for a
    gap in the words of an order that is none of its arguments.
    """
    from adjudication.engine.games.systems import load, names

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
        unknown = next((gap for gap in gaps(phrase) if gap not in form), None)
        if unknown is not None:
            takes = ", ".join(name for name in form if name != "side") or "nothing"
            raise BadData(
                f"The {file}: the words of order {order} have a gap {{{unknown}}}; the order takes {takes}."
            )
    return words


__all__ = ["Phrases", "phrased", "phrases", "read_phrases", "unsaid"]
