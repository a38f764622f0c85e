"""Everything that a side can be shown of a game, without a command line or a database."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, cast, get_type_hints

import msgspec

from adjudication.audits.audit import AuditReport
from adjudication.chances.face_down import identity
from adjudication.chances.forecast import check_forecast, played_out
from adjudication.chances.odds import odds
from adjudication.chances.positions import position_at
from adjudication.engine.choices import Choices
from adjudication.engine.orders import Order
from adjudication.engine.umpire import Question
from adjudication.engine.umpire.audiences import table_of
from domain.errors import Refused
from domain.events import Event
from domain.game.chain import GENESIS, Entry, enter
from domain.game.game import Game
from domain.ledger.desk import Desk
from domain.ledger.store import Ledger
from domain.table.contacts import has_contacts
from domain.views.view import UNKNOWN, knows, see, see_log
from reports.briefs import document, gather
from reports.document.html import html
from reports.document.markdown import markdown
from reports.maps.text import map_text
from reports.read_model.seen import seen_by_side
from reports.review import build_review
from reports.words.odds import odds_lines
from seats.dialogue.answers import question_data
from seats.dialogue.eyes import (
    next_lines,
    order_lines,
    orders_masked,
    own_questions,
)
from seats.dialogue.telling import event_lines
from seats.looking.log import explained
from seats.looking.status import status_of_side
from seats.seat.seat import Seat, looks
from tests.odds.oracle import Last


class _Desk:
    """A desk with one game on it."""

    def name_of(self, id: str) -> str:
        return "game"

    def seal(self, id: str) -> str | None:
        return None


def seat_at(log: list[Event]) -> Seat:
    """A seat at the game of a log that no ledger keeps."""
    game = Game.from_events("0" * 32, log)
    return Seat(cast(Ledger, None), cast(Desk, _Desk()), game.id, looks(""), game)


def asked(seat: Seat) -> tuple[Question, ...] | None:
    """What is asked; None where the order that waits cannot be run again in this world, or would not wait for
    an answer in it."""
    try:
        pending = seat.session_without_dice().pending()
    except Refused:
        return None
    return None if seat.game.state.procedures and not pending else pending


def text_of(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=_choices).decode()


def _choices(value: Any) -> Any:
    assert isinstance(value, Choices)
    return value.data()


def shown(seat: Seat, side: str) -> dict[str, str]:
    """What the side is shown of table and log, by what it is called."""
    game, state = seat.game, seat.game.state
    views = see_log(game.log, side)
    return {
        "table": text_of(see(state, side)),
        "log": text_of(views),
        "log in words": "\n".join(event_lines(seat, views, side, quiet=frozenset())),
        "what is seen from the white cell, by number": text_of(
            [
                msgspec.structs.replace(view, number=0)
                for view in seat.seen(side)
                if "concerns" not in view.fields
            ]
        ),
        "map": map_text(state, side),
        "brief": html(document(gather(game, side))),
        "read model": "\n".join(
            text_of([row.number, row.time, row.kind, row.order, row.order_side, row.rule, row.turn])
            + text_of([row.phase, row.side, row.words, row.fields, row.in_force, row.struck_by, row.digest])
            for row in seen_by_side(game, side)
        ),
    }


def asked_and_ordered(seat: Seat, side: str, questions: tuple[Question, ...]) -> dict[str, str]:
    """What the side is asked, and told that it may do."""
    orders = orders_masked(seat, side)
    return {
        "status": text_of(status_of_side(seat, side, questions, "")),
        "questions": text_of([question_data(each) for each in own_questions(seat, side, questions)]),
        "next": "\n".join(next_lines(seat, side, questions)),
        "orders": "\n".join(order_lines(seat, side, orders)),
        "orders, as data": text_of(orders),
    }


def derived(seat: Seat, side: str, lines: int) -> dict[str, str]:
    """Why the last lines of the side's log happened, and its review."""
    game = seat.game
    last = len(see_log(game.log, side))
    entries: list[Entry] = enter("", game.log, GENESIS)
    report = AuditReport(
        game="", system="", events=0, head="", findings=[], notices=[], checked=[], unchecked=[], rolls={}
    )
    return {
        **{
            f"explain {line}": "\n".join(explained(seat, side, line).lines())
            for line in range(max(1, last - lines), last + 1)
        },
        "review": markdown(build_review(game, entries, report, side)).decode(),
    }


SAMPLED = "samples"
"""What names sampled odds: they can be compared where the same lies hidden in both worlds."""


def weighed(seat: Seat, side: str) -> dict[str, str]:
    """What the side is told of its odds."""
    system, state = seat.system, table_of(seat.game, side)
    found: dict[str, str] = {}
    orders = [order for order in orders_masked(seat, side) if UNKNOWN not in text_of(order)]
    lying = sorted(
        identity(state, piece) for piece in state.pieces.values() if not knows(side, piece.known_to)
    )
    hidden = f"{hash(tuple(lying)):x}"
    for order in orders[:1] + orders[-1:]:
        try:
            told = odds(
                system, state, [order], side, policy=Last(), limit=200, samples=40, with_choices=False
            )
        except Refused as refused:
            found[f"odds of {text_of(order)}"] = refused.sentence
            continue
        said = "withheld" if told.on_secrets else "\n".join(odds_lines(told, state, side, side, [""]))
        found[f"{'' if told.exact else f'{SAMPLED} of {hidden} '}odds of {text_of(order)}"] = said
    return found


def refusals(seat: Seat, side: str, most: int = 120) -> dict[str, str]:
    """How orders are refused that the side may not give: those of its list, or of any kind, with something
    else in the place of one argument, such as a contact of the enemy, a block of its own or another area."""
    state, session = seat.game.state, seat.session_without_dice()
    if state.procedures or not state.phase or state.verdict is not None or not has_contacts(state):
        return {}
    found: dict[str, str] = {}
    listed = session.legal()
    tried = [order for order in _attempts(seat, side) if order not in listed]
    on_contacts = [order for order in tried if "contact-" in text_of(order)]
    others = [order for order in tried if order not in on_contacts]
    some = (each[:: max(1, 2 * len(each) // most)] for each in (on_contacts, others))
    before = len(seat.game.log)
    with session.on_trial():
        for order in chain.from_iterable(some):
            said = "taken"
            try:
                session.order(order)
                seat.game.forget_after(before)
            except Refused as refused:
                if refused.sentence != "No dice are rolled here.":
                    said = refused.sentence
            assert len(seat.game.log) == before
            found[f"refusal of {text_of(order)}"] = said
    return found


def _attempts(seat: Seat, side: str) -> Iterator[Order]:
    """Orders that differ in one argument from those that may be given, or that are made up."""
    state = seat.game.state
    areas = [space.id for space in state.board.data.spaces]
    there = {place: state.contacts(side, place) for place in state.board.spaces}
    own = [piece for piece in see(state, side).pieces if piece.known and piece.side == side]
    held = list(dict.fromkeys(piece.place for piece in own if piece.place in areas))
    near = [area for place in held for area in state.board.neighbours[place]]
    things = [
        *[name for names in there.values() for name in names[:1]][:6],
        *[piece.id for piece in see(state, side).pieces if piece.known and piece.side not in ("", side)][:2],
        *[piece.id for piece in own][:: max(1, len(own) // 6)],
        *dict.fromkeys([*near[:6], *areas[:: max(1, len(areas) // 6)], *held[:2]]),
        "nothing-such",
    ]
    listed = orders_masked(seat, side)
    for kind in seat.system.orders.values():
        fields = [name for name in get_type_hints(kind.form) if name != "side"]
        some = next((order for order in listed if order.name == kind.name), None)
        given = dict.fromkeys(fields, things[0]) if some is None else dict(some.arguments)
        for field in fields:
            for thing in things:
                yield Order(side, kind.name, {**given, field: thing})


def prospects(seat: Seat, side: str) -> dict[str, str]:
    """What the white cell is told of the chances of winning, played on with what the side knew."""
    game, system = seat.game, seat.system
    try:
        check_forecast(system)
    except Refused:
        return {}
    if game.state.procedures or game.state.verdict is not None or not game.state.phase:
        return {}
    (found,) = played_out(system, [position_at(game.log, len(game.log))], "random", side, 2)
    return {"prospects": text_of(found)}
