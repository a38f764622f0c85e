"""What a Military Council card says (10.2b): two or three sets of actions, each for a phase, perhaps on a
condition. An action is a mapping with one verb: one of `VERBS`, or an effect in the vocabulary of the other
cards."""

from typing import Any, Literal

import msgspec

from adjudication.systems.nineveh.cards.sheets import Cond, Effect
from domain.errors import BadData
from domain.table.state import Piece

COUNCIL = "council"
"""Group of the Military Council cards."""


class Actions(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"condition": "if", "otherwise": "else"}
):
    """A set of actions. phase: when. condition: what must hold; otherwise `otherwise` is done."""

    phase: Literal["support", "movement", "combat"]
    do: tuple[dict[str, Any], ...]
    condition: Cond | None = None
    otherwise: tuple[dict[str, Any], ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError for an action that cannot be read."""
        for action in (*self.do, *self.otherwise):
            as_action(action)


class CouncilCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of a Military Council card."""

    actions: tuple[Actions, ...]

    def __post_init__(self) -> None:
        if not 2 <= len(self.actions) <= 3:
            raise ValueError("a Military Council card has two or three sets of actions")


Where = Literal["anywhere", "old city", "near the enemy"]
"""Areas without ISF blocks: all, those of the Old City, those beside ISF blocks."""


class Reinforce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many blocks move one area to where the defence is weak. to: among which areas."""

    blocks: int
    to: Where = "anywhere"


class FallBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many blocks that the enemy presses hard move one area closer to the Old City."""

    blocks: int


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many attacks, each on an area with ISF blocks, by at most so many blocks from beside it."""

    areas: int
    blocks: int = 3


class IedsAttack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many IED blocks at most so many areas from ISF blocks move there and go off as VBIEDs (10.2h)."""

    count: int
    reach: int = 1


class MortarFires(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Each Mortar that is not disrupted fires at ISF blocks in reach: on `disrupts` or more a unit is
    disrupted, on `hits` or more it loses a step; on `collateral` or more Collateral Damage rises."""

    reach: int = 2
    disrupts: int = 4
    hits: int = 6
    collateral: int = 7


class Produce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many blocks of a kind come from those set aside, each where the defence is weakest. to: as for
    Reinforce."""

    kind: str
    count: int = 1
    face: str = ""
    to: Where = "anywhere"


VERBS: dict[str, type[msgspec.Struct]] = {
    "reinforce": Reinforce,
    "fall back": FallBack,
    "attack": Attack,
    "ieds attack": IedsAttack,
    "mortar fires": MortarFires,
    "produce": Produce,
}


def as_action(action: dict[str, Any]) -> Any:
    """An action of a card: a struct of `VERBS`, or an effect in the vocabulary of other cards. Raises
    ValueError where it is neither."""
    if len(action) != 1:
        raise ValueError("an action is a mapping with one verb")
    ((verb, said),) = action.items()
    if verb in VERBS:
        return msgspec.convert(said, VERBS[verb])
    return msgspec.convert(action, Effect, str_keys=True)


def read(card: Piece) -> CouncilCard:
    """What a Military Council card says. Raises BadData where it cannot be read."""
    try:
        return msgspec.convert(card.kind.data, CouncilCard)
    except msgspec.ValidationError as fault:
        raise BadData(f"The Military Council card {card.name} cannot be read: {fault}") from None
