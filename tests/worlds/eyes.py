"""Everything that a side can be shown of a game, without a command line or a database."""

from typing import Any, cast

import msgspec

from adjudication.audits.audit import AuditReport
from adjudication.chances.forecast import check_forecast, played_out
from adjudication.chances.odds import odds
from adjudication.chances.positions import position_at
from adjudication.engine.choices import Choices
from adjudication.engine.umpire import Question
from cli.common.eyes import (
    explained,
    next_lines,
    order_lines,
    own_orders,
    own_questions,
    status_data,
    table_of,
)
from cli.common.seat import Seat
from cli.common.telling import event_lines
from cli.game.answers import question_data
from domain.errors import Refused
from domain.events import Event
from domain.game.chain import GENESIS, Entry, enter
from domain.game.game import Game
from domain.ledger.desk import Desk
from domain.ledger.store import Ledger
from domain.views.view import UNKNOWN, see, see_log
from reports.briefs import document, gather
from reports.document.html import html
from reports.document.markdown import markdown
from reports.maps.text import map_text
from reports.read_model.seen import seen_by_side
from reports.review import build_review
from reports.words.odds import odds_lines
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
    return Seat(cast(Ledger, None), cast(Desk, _Desk()), game.id, game)


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
    orders = own_orders(seat, side)
    return {
        "status": text_of(status_data(seat, side, questions, "")),
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


def weighed(seat: Seat, side: str) -> dict[str, str]:
    """What the side is told of its odds."""
    system, state = seat.system, table_of(seat, side)
    found: dict[str, str] = {}
    orders = [order for order in own_orders(seat, side) if UNKNOWN not in text_of(order)]
    for order in orders[:1] + orders[-1:]:
        try:
            told = odds(system, state, [order], side, policy=Last(), limit=200, samples=5, with_choices=False)
        except Refused as refused:
            found[f"odds of {text_of(order)}"] = refused.sentence
            continue
        if not told.exact:  # samples are drawn in the order in which rules look at pieces: only estimates
            continue
        said = "withheld" if told.on_secrets else "\n".join(odds_lines(told, state, side, side, [""]))
        found[f"odds of {text_of(order)}"] = said
    return found


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
