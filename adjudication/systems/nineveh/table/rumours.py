"""Rumours (7.4): Daesh may remove one at any time; one that is exposed leaves the game."""

from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.table.blocks import DAESH, RUMOUR, in_play
from adjudication.systems.nineveh.table.hits import remove, take_back
from domain.table.state import State

R = citations("nineveh", __file__)


@dataclass(frozen=True, slots=True)
class RemoveRumour:
    """Take a Rumour off the map (7.4c)."""

    side: str
    rumour: Contact


def remove_rumour(umpire: Umpire, order: RemoveRumour) -> None:
    """Daesh takes back a Rumour, which may be used again (6.3b)."""
    take_back(umpire, order.rumour, rule=R["7.4c"])


def expose(umpire: Umpire, rumour: str, *, rule: str = R["7.4b"]) -> None:
    """A Rumour that is exposed for any reason leaves the game at once (7.4b)."""
    umpire.reveal(rumour, rule=rule)
    remove(umpire, rumour, rule=R["7.4b"])


def rumours(state: State) -> list[str]:
    """The Rumours on the map."""
    return [piece.id for piece in in_play(state, DAESH, RUMOUR)]


def daesh(state: State) -> tuple[str, ...]:
    """Whose Rumours they are."""
    return (DAESH,)


REMOVE = Legality(
    only("side", daesh, "side", R["7.4c"], "Daesh alone removes its Rumours"),
    insist(lambda state: not state.options["solitaire"], "solitaire", R["10.2a"], "nobody plays Daesh here"),
    insist(lambda state: state.turn > 0, "phase", R["7.4c"], "Rumours may be removed once play has begun"),
    only("rumour", rumours, "rumour", R["7.4c"], "not a Rumour on the map"),
    arguments={"rumour": rumours},
    sides=daesh,
)
KINDS = (
    OrderKind("remove-rumour", RemoveRumour, remove_rumour, R["7.4c"], "remove a Rumour", legality=(REMOVE,)),
)
