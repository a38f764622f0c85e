"""What may stand on a card: the vocabulary of effects, conditions and standing rules. Whatever else stands
there is refused when the scenario is laid, or when a deck takes the place of another."""

import re
from typing import Any, Literal

import msgspec

from adjudication.engine.register import citations
from adjudication.engine.sheets import Sheets
from adjudication.systems.nineveh.table.blocks import HQ, IED, PRODUCTION, RUMOUR, SHIELDS
from domain.errors import BadData
from domain.events.data import KindData
from domain.table.state import Piece

R = citations("nineveh", __file__)

CAPABILITY, UNIT_CARD, PRIORITY, EVENT = "capability", "unit card", "priority", "event"
"""Groups of cards (2.3)."""
MARKER = "marker"
"""Group of markers that cards put on the map: tunnels, the Call of Jihad."""
POINTS = 30
"""Capability points of a side (3.2a)."""

Who = Literal["isf", "daesh", "own", "enemy", "roller", "other"]
"""A side: own is the side that plays the card, roller the side whose die drew an event, other its enemy."""
Chooser = Literal["owner", "isf", "daesh", "own", "enemy", "roller", "other", "random"]
Track = Literal["collateral", "casualties", "time"]
Until = Literal["combat", "phase", "turn end"]
Roll = Literal["to hit", "save", "ied", "production", "strike", "collateral", "movement", "command range"]
"""What a modifier is of. collateral: the natural die of a strike that raises Collateral Damage; movement:
areas of a move; command range: areas of an HQ."""
Allowed = Literal[
    "second round",
    "fast movement",
    "enter old city",
    "tunnels",
    "flank",
    "retreat anywhere",
    "extra move",
]
Forbidden = Literal[
    "move", "fire", "retreat", "fast movement", "second round", "orders", "ied", "production", "supply loss"
]
CLASSES = ("block", "unit", "combat unit", HQ, PRODUCTION, IED, RUMOUR, SHIELDS)
FORMATIONS = ("army", "interior", "cts", "pmf")
MUST = ("known", "hidden", "whole", "damaged")
"""Words of `is` that a block must fit besides: shown to all or not, with all steps or not."""
NAMED = ("here", "adjacent", "near", "old city", "mosque", "near mosque", "anywhere", "combat", "its area")
"""Areas by name: here is the area of the combat or the card's target; near is here or adjacent; combat are
the areas with blocks of both sides; its area is where the block of `each` is."""


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a card's text."""


class Blocks(Word, frozen=True):
    """Blocks of a side. is: any of these kinds or classes, or markers by their kind. at: where; by
    default here, or anywhere where there is no here. count: how many, 1 by default, in `each` all. chosen: by
    whom, by default their owner. most: the weakest or strongest alone."""

    side: Who | Literal["any"]
    is_: tuple[str, ...] = msgspec.field(default=(), name="is")
    at: "str | AreaSet" = ""
    count: int | Literal["all"] | None = None
    chosen: Chooser | Literal[""] = ""
    disrupted: bool | None = None
    most: Literal["", "weakest", "strongest"] = ""


class AreaSet(Word, frozen=True):
    """Areas of `among` that fit all of this: a tag, terrains, at most `within` areas from `of`, those that
    hold blocks or are without them, those that a side controls. choose: a side chooses one of them, which is
    `here` for the effects that follow."""

    among: "str | AreaSet" = "anywhere"
    tag: str = ""
    terrain: tuple[str, ...] | str = ()
    within: int | None = None
    of: "str | AreaSet" = "here"
    holding: Blocks | None = None
    without: Blocks | None = None
    control: Who | Literal[""] = ""
    choose: Who | Literal["", "random"] = ""


class Number(Word, frozen=True):
    """A number of the game turn."""

    at_least: int = 0
    at_most: int = 99


class Cond(Word, frozen=True):
    """One condition. card: it is in play; category: a card of it is. roller: whose
    die it was. supply: whether Daesh is in supply. present: blocks that are there,
    `at_least` so many. terrain: of here. here: it is among these areas. attacker: whose player-turn it is."""

    card: str = ""
    category: str = ""
    roller: Who | Literal[""] = ""
    supply: Literal["", "daesh"] = ""
    track: Track | Literal[""] = ""
    present: Blocks | None = None
    at_least: int | None = None
    at_most: int | None = None
    terrain: str = ""
    here: "str | AreaSet" = ""
    attacker: Who | Literal[""] = ""
    turn: Number | None = None
    option: str = ""
    phase: str = ""
    all: tuple["Cond", ...] = ()
    any: tuple["Cond", ...] = ()
    not_: "Cond | None" = msgspec.field(default=None, name="not")

    def __post_init__(self) -> None:
        """Raises ValueError unless it says one thing."""
        said = [name for name in self.__struct_fields__ if getattr(self, name) not in ("", None, ())]
        said = [name for name in said if name not in ("at_least", "at_most")]
        if len(said) != 1:
            raise ValueError("a condition says one thing")
        if said[0] not in ("track", "present") and (self.at_least, self.at_most) != (None, None):
            raise ValueError("`at_least` and `at_most` go with `track` and `present`")


class Rule(Word, frozen=True):
    """A rule that holds while its card is in play, or for a while: one of modify, allow, forbid, reroll. of:
    the blocks that it is about, by default those of the card's side. at: where; everywhere by default. per,
    count: how often dice may be rolled again."""

    modify: Roll | Literal[""] = ""
    by: int = 0
    allow: Allowed | Literal[""] = ""
    forbid: Forbidden | Literal[""] = ""
    reroll: Roll | Literal[""] = ""
    per: Literal["combat", "turn"] = "turn"
    count: int = 1
    of: "Blocks | None" = None
    at: "str | AreaSet" = ""
    if_: Cond | None = msgspec.field(default=None, name="if")

    def __post_init__(self) -> None:
        """Raises ValueError unless it says one thing."""
        if sum(map(bool, (self.modify, self.allow, self.forbid, self.reroll))) != 1:
            raise ValueError("a rule says one of modify, allow, forbid and reroll")
        if bool(self.by) != bool(self.modify):
            raise ValueError("`by` goes with modify")


class Score(Word, frozen=True):
    """A change of a track."""

    track: Track
    by: int


Of = Literal["it"] | Blocks
"""The block of `each`, or blocks that are found."""


class Deed(Word, frozen=True):
    """What is done to blocks."""

    of: Of


class Lose(Word, frozen=True):
    """Steps that blocks lose, or regain."""

    of: Of
    steps: int = 1


class Move(Word, frozen=True):
    """An extra move by the rules of movement; the owner chooses where, or not to move where it `may`. far: to
    any of these areas, not only to adjacent ones."""

    of: Of
    to: "str | AreaSet" = "anywhere"
    may: bool = True
    far: bool = False


class Place(Word, frozen=True):
    """Blocks come from the reserve, within the stacking limits; `by` says where, by default their owner.
    again: those that were removed from the game may come back."""

    kind: str
    at: "str | AreaSet"
    face: Literal["", "ied", "large", "vbied"] = ""
    count: int = 1
    by: Who | Literal[""] = ""
    again: bool = False


class Strike(Word, frozen=True):
    """So many dice on an area: each that is `hits` or more is a step loss, each natural die of `collateral`
    or more raises Collateral Damage."""

    at: "str | AreaSet"
    dice: int
    hits: int
    collateral: int = 7


class Plus(Word, frozen=True):
    """What is added to a die where a condition holds."""

    by: int
    if_: Cond = msgspec.field(name="if")
    why: str = "modifier"


class Throw(Word, frozen=True):
    """One die: what the highest number met says happens, else what `otherwise` says."""

    for_: str = msgspec.field(name="for")
    at_least: dict[int, tuple["Effect", ...]] = {}
    otherwise: tuple["Effect", ...] = ()
    plus: tuple[Plus, ...] = ()


class Choose(Word, frozen=True):
    """A choice between effects. suggest: what the rules would take; by default the first by the alphabet."""

    by: Who
    question: str
    options: dict[str, tuple["Effect", ...]]
    suggest: str = ""

    def __post_init__(self) -> None:
        """Raises ValueError where there is nothing to choose, or what is suggested is no option."""
        if len(self.options) < 2 or (self.suggest and self.suggest not in self.options):
            raise ValueError("a choice has two options or more, and suggests one of them")


class When(Word, frozen=True):
    """Effects that depend on a condition."""

    if_: Cond = msgspec.field(name="if")
    then: tuple["Effect", ...] = ()
    else_: tuple["Effect", ...] = msgspec.field(default=(), name="else")


class Each(Word, frozen=True):
    """The same effects for each of some blocks."""

    of: Blocks
    do: tuple["Effect", ...]


class Orders(Word, frozen=True):
    """Special orders of an HQ; `any`: of one that the side chooses."""

    hq: Literal["army", "interior", "cts", "leader", "any"]
    by: int
    of: Who = "own"


class CardDeed(Word, frozen=True):
    """What is done to cards of a side: those in play, of a category where one is named. expose: face-down
    cards are shown. this: the card itself. card: the one of that kind."""

    of: Who
    do: Literal["expose", "discard", "tap", "untap"]
    count: int | Literal["all"] = 1
    chosen: Literal["random", "isf", "daesh", "own", "enemy", "roller", "other", "this"] = "random"
    category: str = ""
    card: str = ""


class Modify(Word, frozen=True):
    """A modifier for a while."""

    roll: Roll
    by: int
    until: Until
    of: "Blocks | Literal['it'] | None" = None
    at: "str | AreaSet" = ""
    if_: Cond | None = msgspec.field(default=None, name="if")


class Grant(Word, frozen=True):
    """A standing rule for a while."""

    rule: Rule
    until: Until


class Effect(Word, frozen=True):
    """One thing that a card does. aim: only says where; `here` is there for the effects that follow."""

    aim: "str | AreaSet | None" = None
    score: Score | None = None
    lose: Lose | None = None
    recover: Lose | None = None
    disrupt: Deed | None = None
    rally: Deed | None = None
    reveal: Deed | None = None
    remove: Deed | None = None
    hide: Deed | None = None
    place: Place | None = None
    move: Move | None = None
    stop: Deed | None = None
    retreat: Deed | None = None
    strike: Strike | None = None
    roll: Throw | None = None
    choose: Choose | None = None
    when: When | None = None
    each: Each | None = None
    orders: Orders | None = None
    cards: CardDeed | None = None
    modify: Modify | None = None
    grant: Grant | None = None

    def __post_init__(self) -> None:
        """Raises ValueError unless it has one verb."""
        if sum(getattr(self, name) is not None for name in self.__struct_fields__) != 1:
            raise ValueError(f"an effect has one verb of {', '.join(self.__struct_fields__)}")

    @property
    def verb(self) -> str:
        """The one verb."""
        return next(name for name in self.__struct_fields__ if getattr(self, name) is not None)


class Changed(Word, frozen=True):
    """What stands on a card in the solitaire game in place of what is there otherwise."""

    effects: tuple[Effect, ...] | None = None
    standing: tuple[Rule, ...] | None = None


class Level(Word, frozen=True):
    """One of two costs of a card, with what it buys (3.2c)."""

    cost: int
    blocks: dict[str, int]


class Operation(Word, frozen=True):
    """What a production unit may produce: the number to roll, and what comes of it (7.3)."""

    at_least: int
    effects: tuple[Effect, ...]
    needs: Cond | None = None


class Card(Word, frozen=True):
    """A unit card or a capability card. cost, or levels of cost; a core card has none. use: `tap` once a
    turn, `once` in the game, `standing` always. hasty: it is Hasty Attack (9.2).
    historical: whether it is of the set of 9.1."""

    cost: int = 0
    levels: tuple[Level, ...] = ()
    core: bool = False
    category: Literal["none", "air support", "uav", "helicopter", "artillery"] = "none"
    phase: tuple[Literal["support", "movement", "combat", "any"], ...] = ()
    whose: Literal["own", "enemy", "either"] = "own"
    use: Literal["tap", "once", "standing"] = "standing"
    blocks: dict[str, int] = {}
    historical: bool = False
    hasty: bool = False
    needs: Cond | None = None
    effects: tuple[Effect, ...] = ()
    standing: tuple[Rule, ...] = ()
    operations: dict[str, Operation] = {}
    solitaire: Changed = Changed()

    def __post_init__(self) -> None:
        """Raises ValueError where it can be bought for nothing, or used at no time."""
        if self.core == bool(self.cost or self.levels) or (self.cost and self.levels):
            raise ValueError("a card has a cost, or levels of cost, unless it is core")
        if min([self.cost, *(level.cost for level in self.levels)]) < 0 or self.most_cost() > POINTS:
            raise ValueError(f"a card costs 1 to {POINTS} points")
        if (self.use == "standing") != (not self.phase):
            raise ValueError("a card that is used has a phase, and one that stands has none")
        if self.use != "standing" and not self.effects:
            raise ValueError("a card that is used has effects")

    def most_cost(self) -> int:
        """What it costs at most."""
        return max([self.cost, *(level.cost for level in self.levels)])


class PriorityCard(Word, frozen=True):
    """A priority: the metric that counts double (3.0b)."""

    metric: Track


class EventCard(Word, frozen=True):
    """An event (6.5). player: a blank one, of the players' own making (9.3c); menu: what it may do."""

    trigger: Literal[1, 6]
    effects: tuple[Effect, ...] = ()
    player: bool = False
    menu: dict[str, tuple[Effect, ...]] = {}
    solitaire: Changed = Changed()


SHEETS: dict[str, type[Any]] = {
    CAPABILITY: Card,
    UNIT_CARD: Card,
    PRIORITY: PriorityCard,
    EVENT: EventCard,
}


def _read(kind: KindData) -> Any:
    try:
        return msgspec.convert(kind.data, SHEETS[kind.group], str_keys=True)
    except msgspec.ValidationError as fault:
        raise BadData(f"The card {kind.name} cannot be read: {_in_words(str(fault))}.") from None


CARDS_READ = Sheets(_read)


def read(kind: KindData) -> Any:
    """What stands on a card of that kind. Raises BadData, in one sentence, where it cannot be read."""
    return CARDS_READ.of(kind)


def _in_words(fault: str) -> str:
    """What is wrong with a card, and where on it."""
    what, _, where = fault.partition(" - at ")
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", what)
    missing = re.fullmatch(r"Object missing required field `(.*)`", what)
    if unknown:
        what = f"`{unknown[1]}` is no word of the vocabulary"
    elif missing:
        what = f"`{missing[1]}` is missing"
    else:
        what = f"{what[:1].lower()}{what[1:]}"
    steps = re.sub(r"\[(\d+)\]", lambda place: f".{int(place[1]) + 1}", where.strip("`$")).strip(".")
    return f"{what} (in {', '.join(steps.split('.'))})" if steps else what


def card(piece: Piece) -> Card:
    """What stands on a unit card or capability card."""
    sheet: Card = read(piece.kind)
    return sheet


def event(piece: Piece) -> EventCard:
    """What stands on an event card."""
    sheet: EventCard = read(piece.kind)
    return sheet


def effects_of(sheet: Card | EventCard, alone: bool) -> tuple[Effect, ...]:
    """What a card does when it is used or drawn; alone: in the solitaire game."""
    changed = sheet.solitaire.effects if alone else None
    return sheet.effects if changed is None else changed


def rules_of(sheet: Card, alone: bool) -> tuple[Rule, ...]:
    """The rules that hold while a card is in play."""
    changed = sheet.solitaire.standing if alone else None
    return sheet.standing if changed is None else changed
