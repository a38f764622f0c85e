"""Orders, and the choices of people that they wait for."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from domain.events.base import Event
from domain.events.kind import (
    OF_AN_ORDER,
    Audience,
    By,
    Changes,
    EventKind,
    Says,
    Speaks,
    Undo,
    given,
    nothing,
    says_what_changes,
)
from domain.events.seen import OMIT, Seen, knows
from domain.texts import Said

if TYPE_CHECKING:
    from domain.table.state import State


class Objection(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule's objection to a manual act."""

    rule: str
    why: Said


class OrderGiven(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A side gives an order; its adjudication is the procedure with this event's number.

    A manual act of the white cell is an order too, of no side, and gives a reason (`because`). shown: the
    arguments that sides outside the audience also learn, with the order's name and side. beside: the order
    was given while another order waited for an answer. objections: the objections of rules that were
    overruled. contacts: the arguments in which its side named pieces by contacts; the arguments hold their
    ids. effect_of: the order whose judged outcome this manual act carries out. covert: the order is hidden
    from sides that would otherwise learn of it; its audience may know of it.
    """

    side: str
    order: str
    arguments: dict[str, Any] = msgspec.field(default_factory=dict)
    by: str = ""
    because: str = ""
    shown: tuple[str, ...] = ()
    beside: bool = False
    objections: tuple[Objection, ...] = ()
    contacts: tuple[str, ...] = ()
    effect_of: int = 0
    covert: bool = False


@says_what_changes
def _order_given(state: "State", event: OrderGiven) -> None:
    state.procedures[event.number] = event


_WHITE_CELLS_OWN = frozenset(("concerns", "known", "known_to"))
"""Arguments of the white cell's orders that would show how much a side did not see, or who else knows."""


def _arguments(event: OrderGiven, state: "State", viewer: str) -> Any:
    if not knows(viewer, event.audience):
        return {name: value for name, value in event.arguments.items() if name in event.shown}
    return event.arguments if event.side else _without(event.arguments)


def _if_covert(event: OrderGiven, state: "State", viewer: str) -> Any:
    return True if event.covert else OMIT


def _hidden_whole(event: OrderGiven, state: "State", viewer: str) -> bool:
    if not event.shown and not knows(viewer, event.audience):
        return True
    # Who else knows a piece from now on: those who learn of it see that in an event about the piece.
    told = () if event.side or event.order != "hand-change" else event.arguments
    return "known" in told and _without(told).keys() <= {"subject"}


def _of_a_hidden_order(event: "OrderDone", state: "State", viewer: str) -> bool:
    """Whether the order is hidden from the viewer: its end would show that it was given."""
    given = state.procedures.get(event.procedure)
    return given is not None and _hidden_whole(given, state, viewer)


def _without(arguments: Any) -> Any:
    """Plain data without what is for the white cell alone, at any depth."""
    if isinstance(arguments, Mapping):
        return {key: _without(value) for key, value in arguments.items() if key not in _WHITE_CELLS_OWN}
    if isinstance(arguments, list | tuple):
        return [_without(part) for part in arguments]
    return arguments


class OrderDone(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The adjudication of an order has ended."""


@says_what_changes
def _order_done(state: "State", event: OrderDone) -> None:
    del state.procedures[event.procedure]


class Chosen(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A side, or the white cell, answers a question that the rules put to it.

    because: the reason, mandatory where the white cell judges; that of the rules where somebody takes what
    they suggest. suggested: the value that the rules
    suggested, as a list of one; empty if they suggested none. Everyone sees the digest of a plan that is
    submitted sealed; it is made with the salt. final: the side will not change it again.
    """

    side: str
    question: Said
    value: Any
    by: str = ""
    because: Said = ""
    again: int = 0
    suggested: tuple[Any, ...] = ()
    digest: str = ""
    salt: str = ""
    final: bool = False


def _kept_whole(event: Chosen, state: "State", viewer: str) -> bool:
    return not event.digest and not knows(viewer, event.audience)


class AnswersOpened(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Secret answers to one question are opened together: side -> answer. salts: those of sealed plans."""

    question: Said
    answers: dict[str, Any]
    salts: dict[str, str] = msgspec.field(default_factory=dict)


KINDS = (
    EventKind(
        "order-given.1",
        OrderGiven,
        _order_given,
        Seen(
            ("side", "order", "arguments", "by", "because", "covert"),
            everyone=("side", "order", "arguments"),
            hidden_from=_hidden_whole,
            told={"arguments": _arguments, "covert": _if_covert},
            white=("shown", "beside", "objections", "contacts", "effect_of"),
        ),
        changes=(Changes.ORDERS,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=given(By.ORDER, Speaks.SIDE),
        rows=("orders",),
        words=None,
    ),
    EventKind(
        "order-done.1",
        OrderDone,
        _order_done,
        Seen((), hidden_from=_of_a_hidden_order),
        changes=(Changes.ORDERS,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=("summaries",),
        words=None,
    ),
    EventKind(
        "chosen.1",
        Chosen,
        nothing,
        Seen(
            ("side", "question", "value", "by", "because", "again", "suggested", "digest", "salt", "final"),
            everyone=("side", "question", "digest"),
            hidden_from=_kept_whole,
            lines=("again",),
        ),
        changes=(),
        audience=Says(("value",)),
        undo=Undo.STRUCK,
        account=given(By.ORDER, Speaks.SIDE),
        rows=(),
        words=None,
    ),
    EventKind(
        "answers-opened.1",
        AnswersOpened,
        nothing,
        Seen(("question", "answers", "salts")),
        changes=(),
        audience=Says(("answers",)),
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
)
