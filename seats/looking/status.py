"""Where a game stands, and what may be done next."""

from collections.abc import Sequence
from typing import Any

from adjudication.engine.umpire import Question
from domain.views.view import see
from seats.dialogue.answers import question_data
from seats.dialogue.eyes import next_lines, own_questions, views_of
from seats.dialogue.reader import Reader
from seats.looking.games import short_register
from seats.seat.marked import marking_line
from seats.seat.seat import Seat


def status(seat: Seat, questions: Sequence[Question] | None = None) -> dict[str, Any]:
    """Where the game stands, as whoever sits here may know it. questions: all that is asked, where that is
    known already."""
    if questions is None:
        questions = seat.session_without_dice().pending()
    if seat.me.own:
        return status_of_side(seat, seat.me.own, questions, marking_line(seat.game.state))
    return _status(seat, questions)


def _status(seat: Seat, questions: Sequence[Question]) -> dict[str, Any]:
    """The same for the white cell."""
    from reports.words.lapsing import lapsing_data

    state, opened, reader = seat.game.state, seat.game.opened, Reader(seat)
    table = see(state, reader.viewer)
    return {
        "game": seat.name,
        "id": seat.game.id,
        "system": opened.system,
        "scenario": opened.scenario,
        "title": opened.title,
        "options": state.options,
        "dice": opened.dice,
        "commitment": opened.commitment,
        "seeded": opened.seeded,
        "events": len(seat.game.log),
        "head": seat.game.head,
        "register": short_register(seat.desk),
        "viewer": reader.viewer,
        "turn": table.turn,
        "phase": table.phase,
        "side": table.side,
        "date": state.date(),
        "scenario_time": state.time.now,
        "tracks": table.tracks,
        "lapsing": lapsing_data(state, reader.viewer),
        "verdict": reader.verdict(),
        "closed": state.closed,
        "pending": [question_data(question) for question in reader.as_read(questions)],
        "next": reader.next_lines(()) if not questions else [],
        "reminders": reader.reminders(),
        "marking": marking_line(state),
        "since": seat.since_last,
    }


def status_of_side(seat: Seat, side: str, questions: Sequence[Question], marking: str) -> dict[str, Any]:
    """The same for a side; nothing in it counts what others did. questions: all that is asked."""
    from reports.words.lapsing import lapsing_data
    from reports.words.names import Names

    state, opened = seat.game.state, seat.game.opened
    table = see(state, side)
    verdict = (
        None
        if state.verdict is None
        else {"winner": table.verdict, "reason": Names(state, side).text(table.reason)}
    )
    return {
        "game": seat.name,
        "id": seat.game.id,
        "system": opened.system,
        "scenario": opened.scenario,
        "title": opened.title,
        "options": state.options,
        "date": state.date(),
        "scenario_time": state.time.now,
        "lapsing": lapsing_data(state, side),
        "dice": opened.dice,
        "commitment": opened.commitment,
        "events": len(views_of(seat, side)),
        "viewer": side,
        "turn": table.turn,
        "phase": table.phase,
        "side": table.side,
        "tracks": table.tracks,
        "verdict": verdict,
        "closed": state.closed,
        "pending": [question_data(each, side=True) for each in own_questions(seat, side, questions)],
        "next": next_lines(seat, side, questions),
        "marking": marking,
        "since": seat.since_last,
    }
