"""The random games that the contract asks its questions of.

A rule system is played as soon as it is a package in `adjudication/systems`, a toy as soon as it is in
`tests.toys.MODULES`: by chance, in its default scenario. What else there is to play of a system, and what
may never change in its games, is declared in `tests/SYSTEM/contract.py` as `HELD`.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import NamedTuple

import pytest

from adjudication import systems as packages
from adjudication.chances.selfplay import play_out
from adjudication.engine.session import Session
from domain.events import Event, PhaseEntered
from domain.ledger.logfile import write_log
from domain.table.state import State
from tests.contract.held import Held, Play
from tests.core.games import VARIANTS, Variant, new_game, play_orders, random_people, seat, stir, variant_id
from tests.kept import kept
from tests.seminar import three
from tests.table import Table
from tests.toys import NAMES

FAILING = Path(__file__).parent.parent / "games" / "failing"


class Played(NamedTuple):
    """A game that was played: up to where it is asked about, whole, and the seal of its dice."""

    log: tuple[Event, ...]
    whole: tuple[Event, ...]
    secret: str


def toy(variant: Variant) -> Callable[[int], Session]:
    """Starts a game of a toy."""

    def start(seed: int) -> Session:
        session = seat(new_game(variant), random_people(seed))
        stir(session, seed)
        session.begin()
        return session

    return start


def has_hidden(state: State) -> bool:
    """Whether anything is hidden from somebody on a table."""
    pieces = any(piece.known_to is not None or piece.seen_by is not None for piece in state.pieces.values())
    return pieces or any(track.data.known_to is not None for track in state.tracks.values())


@cache
def held(system: str) -> Held:
    """What a system is held to."""
    if system in NAMES:
        return Held(
            tuple(Play(variant_id(each), toy(each), seeds=8) for each in VARIANTS if each[0] == system),
            come_and_go=lambda piece: True,
        )
    if system == three.NAME:
        return Held((Play(system, toy((system, {})), orders=14),))  # it has no end
    module = f"tests.{system.replace('-', '_')}"
    if find_spec(module) is not None and find_spec(f"{module}.contract") is not None:
        declared: Held = import_module(f"{module}.contract").HELD
        return declared
    hides = has_hidden(Table(system).state)
    return Held((Play(system, lambda seed: Table(system, seed=seed).session, hides=hides),))


PACKAGES = tuple(each.name.replace("_", "-") for each in iter_modules(packages.__path__) if each.ispkg)
SYSTEMS = (*NAMES, three.NAME, *PACKAGES)
"""Everything that the contract holds."""
PLAYS = {play.name: (system, play) for system in SYSTEMS for play in held(system).plays}
HIDING = tuple(name for name, (_, play) in PLAYS.items() if play.hides)
"""Games in which something is hidden from a side."""
LARGE = tuple(name for name, (_, play) in PLAYS.items() if play.slow)
"""Games on large maps with many units: looked at seldom."""


def of_each(slow: Callable[[Play], bool]) -> pytest.MarkDecorator:
    """A test of a game of each play; slow of some."""
    marks = {name: pytest.mark.slow if slow(play) else () for name, (_, play) in PLAYS.items()}
    return pytest.mark.parametrize("name", [pytest.param(name, marks=mark) for name, mark in marks.items()])


every_play = of_each(lambda play: play.slow)
"""Asks what is quick."""
every_game = of_each(lambda play: play.slow or play.brief)
"""Asks the rest."""
every_system = pytest.mark.parametrize("system", SYSTEMS)


@cache
def game(name: str, seed: int = 1) -> Played:
    """The game of a play, played once."""
    play = PLAYS[name][1]
    whole, secret = kept(f"{name} {seed}", lambda: whole_game(name, seed))
    return Played(before_turn(whole, play.before_turn), whole, secret)


def whole_game(name: str, seed: int) -> Session:
    """The same, played now. A game that fails is written to `FAILING`."""
    play = PLAYS[name][1]
    session, chance = play.start(seed), random.Random(seed)
    try:
        if play.orders:
            play_orders(session, play.orders, chance, play.policy(seed))
        else:
            play_out(session, play.policy(seed), chance)
    except BaseException:
        FAILING.mkdir(parents=True, exist_ok=True)
        write_log(FAILING / f"{name}-{seed}.jsonl", session.game.unsaved())
        raise
    return session


def played(name: str, seed: int) -> tuple[Event, ...]:
    """The log of a random game."""
    return game(name, seed).log


def before_turn(log: Sequence[Event], turn: int) -> tuple[Event, ...]:
    """The log until the order that opens a turn; whole if the game ends before it."""
    opens = (event.procedure for event in log if isinstance(event, PhaseEntered) and event.turn == turn)
    return tuple(log[: next(opens, len(log) + 1) - 1]) if turn else tuple(log)
