"""Orders that are submitted sealed, and opened together."""

from typing import TYPE_CHECKING, Any

import msgspec

from domain.events.base import Event
from domain.events.kind import Audience, Changes, EventKind, Speaks, Undo, entry, nothing
from domain.events.seen import Seen, knows

if TYPE_CHECKING:
    from domain.table.state import State


class SecretOrderSealed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A side submits sealed orders: everyone may see the digest, only that side sees what it covers.

    They replace what that side had submitted and is not opened yet.
    """

    side: str
    digest: str
    salt: str
    orders: tuple[dict[str, Any], ...]
    by: str = ""


def _sealed(state: "State", event: SecretOrderSealed) -> None:
    others = {number: sealed for number, sealed in state.cell.sealed.items() if sealed.side != event.side}
    state.cell.sealed = {**others, event.number: event}


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's sealed orders, opened, with the salt from which their digest can be computed again."""

    side: str
    salt: str
    orders: tuple[dict[str, Any], ...]


class SecretOrdersOpened(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Sealed orders opened together, each by the number of the event that sealed them.

    because: why the white cell did not wait for a side that has sealed nothing. If they are opened for the
    white cell alone (audience empty), everyone sees whose orders were opened, not what they are.
    """

    opened: dict[str, Opened]
    by: str = ""
    because: str = ""


def _opened(state: "State", event: SecretOrdersOpened) -> None:
    for number in event.opened:
        state.cell.sealed.pop(int(number), None)


def _opened_by_side(event: SecretOrdersOpened, state: "State", viewer: str) -> dict[str, Any]:
    """Opened orders by side, not by number: a number would count what a side did not see."""
    return {each.side: {"salt": each.salt, "orders": each.orders} for each in event.opened.values()}


def _whose(event: SecretOrdersOpened, state: "State", viewer: str) -> list[str]:
    """The sides whose orders were opened, for viewers who do not learn what they are."""
    opened = {each.side for each in event.opened.values()}
    return [side for side in state.sides if side in opened]


def _for_its_side_alone(event: SecretOrdersOpened, state: "State", viewer: str) -> bool:
    """Whether the orders are opened for other sides only, as the rules keep them for one side."""
    return bool(event.audience) and not knows(viewer, event.audience)


class Disclosed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The white cell tells sides about an order that they did not know of.

    concerns: the order, or the event that sealed it if it was never given. side, order, results: the order as
    it was, and its judgements and conclusions: a `value` each, and what it was `about`. text: what the white
    cell says instead of all that, in its own words.
    """

    concerns: int
    side: str = ""
    order: dict[str, Any] = msgspec.field(default_factory=dict)
    results: tuple[dict[str, Any], ...] = ()
    text: str = ""
    by: str = ""
    because: str = ""


class SecretOrderDropped(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An opened order is not given, because the rules or the white cell refuse it."""

    side: str
    order: dict[str, Any]
    by: str
    because: str


KINDS = (
    EventKind(
        "secret-order-sealed.1",
        SecretOrderSealed,
        _sealed,
        Seen(audience=("side", "digest", "salt", "orders", "by"), everyone=("side", "digest")),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.SIDE, public=False, cites=False, after_close=False),
        rows=(),
        words=None,
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
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.WHITE_CELL, public=False, cites=True, after_close=False),
        rows=(),
        words=None,
    ),
    EventKind(
        "secret-order-dropped.1",
        SecretOrderDropped,
        nothing,
        Seen(("side", "order", "by", "because")),
        changes=(),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.WHITE_CELL, public=False, cites=True, after_close=False),
        rows=(),
        words=None,
    ),
    EventKind(
        "disclosed.1",
        Disclosed,
        nothing,
        Seen(("side", "order", "results", "text", "by"), white=("concerns", "because")),
        changes=(),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.WHITE_CELL, public=False, cites=False, after_close=False),
        rows=(),
        words=None,
    ),
)
