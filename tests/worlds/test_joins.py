"""What a side reads of the past, put beside what it sees now, tells nothing that it could not follow."""

import random
from collections.abc import Iterator

import pytest

from adjudication.chances.selfplay import play_out
from adjudication.engine.policies import RandomPolicy
from domain.events import (
    Chosen,
    CounterDrawn,
    Event,
    Noted,
    PieceKnown,
    PieceMoved,
    SecretOrderSealed,
    Shuffled,
)
from domain.events.seen import knows
from domain.game.replay import walk
from domain.table.contacts import PREFIX, RESERVE, has_contacts
from domain.table.state import State
from domain.views.masks import sees
from domain.views.view import see_log
from reports.words.events import view_in_words
from reports.words.names import Names
from reports.words.then import words_then
from seats.seat.seat import Seat
from tests.contract.plays import HIDING, played
from tests.table import Table
from tests.worlds.eyes import seat_at
from tests.worlds.joins import Page, Reader, joined, pages, questions_told
from tests.worlds.rearranging import Log, renumbered

FEW = (
    ("toy-hunt", 1, 0),
    ("toy-hunt", 2, 0),
    ("toy-blocks", 1, 0),
    ("toy-detection", 1, 0),
    ("toy-cards", 1, 0),
    ("freeform ford", 1, 150),
    ("ramadi", 1, 150),
)
"""Games, each with its seed, and after how many events somebody looks, 0 for all."""
LATER = (("ows proving-ground", 1, 250), ("nineveh", 1, 500))
"""Games whose reviews take long."""
MANY = (
    *LATER,
    *((name, seed, 0) for name in HIDING for seed in (3, 4)),
    *((f"{system} alone", seed, 0) for system in ("somalia", "ignorant-armies") for seed in (1, 2)),
)


def log_of(name: str, seed: int, events: int) -> Log:
    """The log of a random game, up to an event."""
    if not name.startswith(("somalia", "ignorant")):
        return list(played(name, seed))[: events or None]
    session = Table(name.partition(" ")[0], seed=seed).session
    play_out(session, RandomPolicy(), random.Random(seed))
    return list(session.game.log)


def noted_on(log: Log) -> Log:
    """The log with notes for everybody at its end, each on an event along it and linked with another."""
    last = len(log)
    return [
        *log,
        *(
            Noted(number=last + nth, text="Worth a look", by="Ada", concerns=on, links=(on - 1,))
            for nth, on in enumerate(range(last, 2, -max(3, last // 12)), start=1)
        ),
    ]


def readers(log: Log) -> Iterator[Reader]:
    """Each side at the end of a log, in which somebody has noted something on many of its events."""
    seat = seat_at(noted_on(log))
    for side in seat.game.state.sides:
        yield Reader(seat, side)


@pytest.mark.parametrize(("name", "seed", "events"), FEW)
def test_nobody_can_join_the_past_with_the_present(name: str, seed: int, events: int) -> None:
    for reader in readers(log_of(name, seed, events)):
        assert joined(reader, pages(reader, derivations=4)) == {}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed", "events"), MANY)
def test_nobody_can_join_the_past_with_the_present_of_a_whole_game(name: str, seed: int, events: int) -> None:
    log = log_of(name, seed, events)
    for end in (len(log) // 3, len(log) * 2 // 3, len(log)):
        for reader in readers(log[:end]):
            assert joined(reader, pages(reader, derivations=25)) == {}


def learned_from_questions(log: Log, many: int) -> Iterator[dict[str, str]]:
    """What each side learns of the pieces in a question that was put to it, once it is answered."""
    answered = [event.number for event in log if isinstance(event, Chosen)]
    for end in answered[:: max(1, len(answered) // many)]:
        seat = seat_at(log[:end])
        for side in seat.game.state.sides:
            yield joined(Reader(seat, side), questions_told(log[:end], side, seat_at))


@pytest.mark.parametrize(
    ("name", "seed", "events"),
    [
        ("toy-reaction", 1, 0),
        ("toy-hunt", 2, 0),
        ("ramadi", 1, 763),
        ("ows tutorial", 1, 140),
        ("nineveh", 1, 976),
    ],
)
def test_nobody_can_join_a_question_with_what_its_order_told(name: str, seed: int, events: int) -> None:
    found = list(learned_from_questions(log_of(name, seed, events), 4))
    assert found
    assert not any(found)


def with_names_of_today(reader: Reader) -> Page:
    """The side's log in words, in which pieces bear the names that they have now."""
    names = Names(reader.seat.game.state, reader.side)
    return {view.line: reader.data(view_in_words(view, names)) for view in reader.views}


@pytest.mark.parametrize(
    ("name", "seed", "events"),
    [("toy-hunt", 1, 0), ("toy-hunt", 2, 0), pytest.param("nineveh", 1, 1200, marks=pytest.mark.slow)],
)
def test_names_of_today_in_the_words_of_yesterday_are_noticed(name: str, seed: int, events: int) -> None:
    identified = 0
    for reader in readers(log_of(name, seed, events)):
        told = {**pages(reader, derivations=1, review=False), "log in words": with_names_of_today(reader)}
        found = joined(reader, told)
        state = reader.seat.game.state
        identified += sum(state.called(reader.side, contact) == piece for contact, piece in found.items())
    assert identified


@pytest.mark.parametrize(("name", "seed", "events"), [*FEW, *LATER])
def test_a_line_reads_the_same_for_ever(name: str, seed: int, events: int) -> None:
    log = log_of(name, seed, events)
    state = seat_at(log).game.state
    for side in state.sides:
        now = dict(enumerate(see_log(log, side), start=1))
        words = words_then(log, list(now.values()), side)
        for end in range(len(log) // 4, len(log), max(1, len(log) // 4)):
            then = see_log(log[:end], side)
            for view in then:
                assert (view.event, view.fields, view.rule) == (
                    now[view.line].event,
                    now[view.line].fields,
                    now[view.line].rule,
                )
            told = words_then(log[:end], then, side)
            assert told == {line: words[line] for line in told}


def looking_alike(state: State, side: str, place: str) -> list[list[str]]:
    """The pieces at a place that a side sees and does not know, those together that look alike to it."""
    found: dict[tuple[str, str], list[str]] = {}
    for piece in state.pieces_at(place):
        if not knows(side, piece.known_to) and sees(state, side, piece):
            found.setdefault((piece.side, piece.kind.back), []).append(piece.id)
    return list(found.values())


def followed_no_longer(state: State, side: str, place: str) -> list[str]:
    """The pieces at a place which that side cannot tell apart."""
    groups = looking_alike(state, side, place)
    return [id for alike in groups if len(alike) > 1 for id in alike]


def mixed_by(event: Event) -> str:
    """The place at which an event mixes the pieces that lie there before it; empty where it mixes none."""
    match event:
        case CounterDrawn():
            return event.cup
        case Shuffled():
            return event.place
    return ""


def reserve_of(event: Event, then: State) -> str:
    """The reserve in which an event lays a piece among others; empty where it does not. then: after it."""
    if not isinstance(event, PieceMoved | PieceKnown):
        return ""
    place = then.pieces[event.piece].place if event.piece in then.pieces else ""
    return place if place in then.board.spaces and then.board.spaces[place].kind == RESERVE else ""


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("toy-hunt", 1),
        ("toy-hunt", 3),
        pytest.param("nineveh", 1, marks=pytest.mark.slow),
        ("ows tutorial", 1),
    ],
)
def test_a_contact_lasts_as_long_as_a_piece_can_be_followed_and_no_longer(name: str, seed: int) -> None:
    log = log_of(name, seed, 0)
    state = seat_at(log).game.state
    assert has_contacts(state)
    for side in state.sides:
        bearers: dict[str, tuple[str, int]] = {}
        spell: dict[str, int] = {}
        before: set[str] = set()
        mixed: list[str] = []
        last = log[0]
        for event, then in walk([*log, log[-1]]):
            mixed += followed_no_longer(then, side, reserve_of(last, then))
            hidden = {
                piece.id: then.name_for(side, piece.id)
                for piece in then.pieces.values()
                if not knows(side, piece.known_to) and sees(then, side, piece)
            }
            for id in (*mixed, *(hidden.keys() - before)):
                spell[id] = spell.get(id, 0) + 1
            for id, contact in hidden.items():
                assert bearers.setdefault(contact, (id, spell[id])) == (id, spell[id])
            assert len(bearers) == len(set(bearers.values()))
            mixed = followed_no_longer(then, side, mixed_by(event))
            before, last = set(hidden), event
            if event.number == len(log):
                break


def test_a_piece_that_is_named_without_being_known_is_told_as_it_was_typed() -> None:
    """A side that seals an order on a piece whose id it only guesses reads its guess, and no contact."""
    log = list(played("toy-hunt", 1))
    hidden = next(piece.id for piece in seat_at(log).game.state.pieces.values() if piece.side == "quarry")
    guess = SecretOrderSealed(
        number=0,
        side="hunter",
        digest="d",
        salt="s",
        orders=({"order": "strike", "target": hidden},),
        by="Bo",
        audience=("hunter",),
    )
    sealed = renumbered([*log[:12], guess, *log[12:]])
    views = [view for view in see_log(sealed, "hunter") if view.event == "secret-order-sealed"]
    (words,) = words_then(sealed, views, "hunter").values()
    assert hidden in words
    assert PREFIX not in words


def test_what_was_known_keeps_its_name_in_the_log_and_has_another_contact_now() -> None:
    for seed in range(1, 6):
        log = log_of("toy-hunt", seed, 0)
        seat: Seat = seat_at(log)
        views = see_log(log, "hunter")
        words = words_then(log, views, "hunter")
        shown = [view for view in views if view.event == "piece-known" and "contact" in view.fields]
        for view in shown:
            piece = seat.game.state.pieces.get(view.fields["piece"])
            if piece is not None:
                assert piece.name in words[view.line]
                assert seat.game.state.name_for("hunter", piece.id) != view.fields["contact"]
        assert shown or seed > 1
