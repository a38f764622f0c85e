"""What a Military Council card says (10.2b): two or three sets of actions, each for a phase, perhaps on a
condition. An action has the vocabulary of the other cards, and verbs of its own for what Daesh does."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from adjudication.systems.nineveh.cards.checking import names_on, unknown_names
from adjudication.systems.nineveh.cards.sheets import (
    CLASSES,
    FORMATIONS,
    MUST,
    Cond,
    Effect,
    Word,
)
from adjudication.systems.nineveh.table.blocks import BLOCKS
from domain.errors import BadData
from domain.events.data import KindData
from domain.table.state import Piece

COUNCIL = "council"
"""Group of the Military Council cards."""
Where = Literal["anywhere", "old city", "near the enemy"]
"""Areas without ISF blocks: all, those of the Old City, those beside ISF blocks."""


class Reinforce(Word, frozen=True):
    """So many blocks move one area to where the defence is weak, among the areas `where`."""

    blocks: int
    where: Where = "anywhere"


class FallBack(Word, frozen=True):
    """So many blocks that the enemy presses hard move one area closer to the Old City."""

    blocks: int


class Attack(Word, frozen=True):
    """So many attacks, each on an area with ISF blocks, by at most so many blocks from beside it."""

    areas: int
    blocks: int = 3


class IedsAttack(Word, frozen=True):
    """So many IED blocks at most so many areas from ISF blocks move there and go off as VBIEDs (10.2h)."""

    count: int
    reach: int = 1


class MortarFires(Word, frozen=True):
    """Each Mortar that is not disrupted fires at ISF blocks in reach: on `disrupts` or more a unit is
    disrupted, on `hits` or more it loses a step; on `collateral` or more Collateral Damage rises."""

    reach: int = 2
    disrupts: int = 4
    hits: int = 6
    collateral: int = 7


class Produce(Word, frozen=True):
    """So many blocks of a kind come from those set aside, each where the defence is weakest, among the areas
    `where`."""

    kind: str
    count: int = 1
    face: Literal["", "ied", "large", "vbied"] = ""
    where: Where = "anywhere"


class Action(Effect, frozen=True):
    """One thing that a card has Daesh do."""

    reinforce: Reinforce | None = None
    fall_back: FallBack | None = msgspec.field(default=None, name="fall back")
    attack: Attack | None = None
    ieds_attack: IedsAttack | None = msgspec.field(default=None, name="ieds attack")
    mortar_fires: MortarFires | None = msgspec.field(default=None, name="mortar fires")
    produce: Produce | None = None


class Actions(Word, frozen=True):
    """A set of actions. phase: when. if: what must hold; otherwise `else` is done."""

    phase: Literal["support", "movement", "combat"]
    do: tuple[Action, ...]
    if_: Cond | None = msgspec.field(default=None, name="if")
    else_: tuple[Action, ...] = msgspec.field(default=(), name="else")


class CouncilCard(Word, frozen=True):
    """The data of a Military Council card."""

    actions: tuple[Actions, ...]

    def __post_init__(self) -> None:
        """Raises ValueError for too few or too many sets of actions."""
        if not 2 <= len(self.actions) <= 3:
            raise ValueError("a Military Council card has two or three sets of actions")


def read(card: Piece) -> CouncilCard:
    """What a Military Council card says. Raises BadData where it cannot be read."""
    return read_kind(card.kind)


def read_kind(kind: KindData) -> CouncilCard:
    """What stands on a card of that kind. Raises BadData, in one sentence, where it cannot be read."""
    try:
        return msgspec.convert(kind.data, CouncilCard, str_keys=True)
    except msgspec.ValidationError as fault:
        raise BadData(f"The Military Council card {kind.name} cannot be read: {fault}.") from None


def check(kinds: Mapping[str, KindData]) -> None:
    """Raises BadData for the first Military Council card that cannot be read, has no text, or names what is
    not there."""
    names = sorted(id for id, kind in kinds.items() if kind.group in BLOCKS)
    words = (*CLASSES, *FORMATIONS, *MUST, "large", "vbied", *names)
    for kind in kinds.values():
        if kind.group != COUNCIL:
            continue
        card = read_kind(kind)
        if not kind.text.strip():
            raise BadData(f"The Military Council card {kind.name} has no text.")
        for wrong in unknown_names(names_on(card), words, kinds):
            raise BadData(f"The Military Council card {kind.name} names {wrong}, which is not there.")
        for group in card.actions:
            for action in (*group.do, *group.else_):
                if action.produce is not None and action.produce.kind not in names:
                    raise BadData(
                        f"The Military Council card {kind.name} places {action.produce.kind!r}, which is no "
                        "kind of block."
                    )
