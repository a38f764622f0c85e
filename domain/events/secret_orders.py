"""Orders handed in sealed, and opened together."""

from typing import TYPE_CHECKING, Any

import msgspec

from domain.events.base import Event
from domain.events.seen import EventKind, Seen, knows, nothing

if TYPE_CHECKING:
    from domain.table.state import State


class SecretOrderSealed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A side's orders handed in sealed: everyone may see the digest, only the side what it covers.

    They take the place of what that side had handed in and is not opened yet.
    """

    side: str
    digest: str
    salt: str
    orders: tuple[dict[str, Any], ...]
    by: str = ""

    OF_THE_TABLE = False


def _sealed(state: "State", event: SecretOrderSealed) -> None:
    others = {number: sealed for number, sealed in state.cell.sealed.items() if sealed.side != event.side}
    state.cell.sealed = {**others, event.number: event}


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's sealed orders, opened, with the salt that makes their digest again."""

    side: str
    salt: str
    orders: tuple[dict[str, Any], ...]


class SecretOrdersOpened(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Sealed orders opened together, each by the number of the event that sealed them.

    because: why it was not waited for a side that has sealed nothing. Opened for the white cell alone
    (audience empty), everyone sees whose orders were opened, not what they are.
    """

    opened: dict[str, Opened]
    by: str = ""
    because: str = ""

    OF_THE_TABLE = False


def _opened(state: "State", event: SecretOrdersOpened) -> None:
    for number in event.opened:
        state.cell.sealed.pop(int(number), None)


def _opened_by_side(event: SecretOrdersOpened, state: "State", viewer: str) -> dict[str, Any]:
    """By side and not by number: a number would count what a side did not see."""
    return {each.side: {"salt": each.salt, "orders": each.orders} for each in event.opened.values()}


def _whose(event: SecretOrdersOpened, state: "State", viewer: str) -> list[str]:
    """The sides whose orders were opened, for those who do not learn what they are."""
    opened = {each.side for each in event.opened.values()}
    return [side for side in state.sides if side in opened]


def _for_its_side_alone(event: SecretOrdersOpened, state: "State", viewer: str) -> bool:
    """What the rules keep for one side is opened for it together with what all may read."""
    return bool(event.audience) and not knows(viewer, event.audience)


class Disclosed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The white cell tells sides of an order that they did not know of.

    concerns: the order, or the event that sealed it where it was not given. side, order, results: the order
    as it was, and what was judged and concluded of it, each with what it was about. text: what the white
    cell tells instead of all that, in its own words.
    """

    concerns: int
    side: str = ""
    order: dict[str, Any] = msgspec.field(default_factory=dict)
    results: dict[str, Any] = msgspec.field(default_factory=dict)
    text: str = ""
    by: str = ""
    because: str = ""

    OF_THE_TABLE = False


class SecretOrderDropped(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An order that was opened is not given: the rules refuse it, or the white cell does."""

    side: str
    order: dict[str, Any]
    by: str
    because: str

    OF_THE_TABLE = False


KINDS = (
    EventKind(
        "secret-order-sealed.1",
        SecretOrderSealed,
        _sealed,
        Seen(audience=("side", "digest", "salt", "orders", "by"), everyone=("side", "digest")),
    ),
    EventKind(
        "secret-orders-opened.1",
        SecretOrdersOpened,
        _opened,
        Seen(
            ("opened", "by", "because"),
            everyone=("sides",),
            hidden_from=_for_its_side_alone,
            told={"opened": _opened_by_side, "sides": _whose},
        ),
    ),
    EventKind(
        "secret-order-dropped.1", SecretOrderDropped, nothing, Seen(("side", "order", "by", "because"))
    ),
    EventKind(
        "disclosed.1",
        Disclosed,
        nothing,
        Seen(("side", "order", "results", "text", "by"), white=("concerns", "because")),
    ),
)
