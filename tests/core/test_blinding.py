"""A player who holds heads of the chain cannot find out what is hidden by trying."""

import random
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec
import pytest

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.games.systems import load
from adjudication.engine.session import Session
from domain.events import CounterDrawn, Event, PieceMoved
from domain.game.blinding import blind
from domain.game.chain import GENESIS, Entry, body_of, digest_of, enter
from domain.game.game import Game
from domain.table.dice import SealedDice, secret_from_seed
from domain.views.view import see_numbered
from seats.acting.starting import lay

SECRET = secret_from_seed(7)
GAMES: dict[str, tuple[str, type[Event]]] = {"ramadi": ("isf", CounterDrawn), "nineveh": ("isf", PieceMoved)}
"""By system, the attacker, and the events of which it does not know the piece."""


@cache
def game(system: str, orders: int = 40) -> Game:
    """The beginning of a game, with sealed dice."""
    new = lay(system, None, {}, game=f"{7:032x}", name="attacked", secret=SECRET, seeded=False)
    rules, chance = load(system), random.Random(7)
    policy = rules.policy("random")
    session = Session(rules, new, SealedDice(SECRET), PolicyPeople({}, policy, chance))
    session.begin()
    for _ in range(orders):
        session.order(policy.order(session.state, session.legal(), chance), "Ash")
    return new


def piece_of(event: Event) -> str:
    """The piece that an event is about."""
    return str(getattr(event, "piece", ""))


def hidden(system: str) -> list[Event]:
    """Events that move a piece which the attacker does not know."""
    attacker, kind = GAMES[system]
    log = game(system).log
    seen = {number: view.fields for number, view in see_numbered(log, attacker)}
    return [
        event
        for event in log
        if type(event) is kind and seen.get(event.number, {}).get("piece") != piece_of(event)
    ]


def fitting(system: str, entries: Sequence[Entry], event: Event, known: str) -> Iterator[str]:
    """The pieces that fit the heads before and after an event. The attacker knows everything else of it, what
    blinds it excepted: it tries `known`."""
    before, head = entries[event.number - 2].digest, entries[event.number - 1].digest
    name = entries[event.number - 1].wire_name
    for piece in game(system).state.pieces:
        tried = msgspec.structs.replace(event, piece=piece, blind=known)
        if digest_of(name, body_of(tried), before) == head:
            yield piece


def unblinded(log: Sequence[Event]) -> list[Event]:
    """The same game without what blinds its events."""
    return [msgspec.structs.replace(event, blind="") for event in log]


@pytest.mark.parametrize("system", GAMES)
def test_heads_tell_nothing_of_a_hidden_piece(system: str) -> None:
    drawn = hidden(system)
    assert len(drawn) >= 5
    entries = enter("", game(system).log, GENESIS)
    bare = enter("", unblinded(game(system).log), GENESIS)
    for event in drawn[:10]:
        piece = piece_of(event)
        assert list(fitting(system, bare, event, "")) == [piece], "the attack works where nothing is blinded"
        for known in ("", entries[event.number - 2].event.blind, blind(b"", event.number)):
            assert list(fitting(system, entries, event, known)) == []


@pytest.mark.parametrize("system", GAMES)
def test_every_event_is_blinded_with_digits_of_its_own(system: str) -> None:
    log = game(system).log
    assert len({event.blind for event in log}) == len(log)
    assert all(len(event.blind) == 32 for event in log)
    assert [event.blind for event in log] == [blind(bytes.fromhex(SECRET), event.number) for event in log]


@pytest.mark.parametrize("system", GAMES)
def test_no_side_sees_what_blinds_an_event(system: str) -> None:
    log = game(system).log
    for side in game(system).state.sides:
        shown = msgspec.json.encode([view for _, view in see_numbered(log, side)]).decode()
        assert not any(event.blind in shown for event in log)


def test_the_same_secret_gives_the_same_log() -> None:
    one = game("ramadi", 5).log
    game.cache_clear()
    assert game("ramadi", 5).log == one
