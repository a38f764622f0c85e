"""Starting a game: laying it on the table, and opening play."""

import secrets
from collections.abc import Mapping
from typing import NamedTuple
from uuid import uuid4

from adjudication.engine.games.options import with_options
from adjudication.engine.games.scenario import load_scenario, opening, scenario_names
from adjudication.engine.games.systems import load, names
from adjudication.engine.session import Outcome, Session
from domain import time_zone, wall_clock
from domain.errors import BadData
from domain.game.game import Game
from domain.ledger.store import Ledger
from domain.program import program
from domain.table.dice import SealedDice, secret_from_seed
from seats.dialogue.answers import Prepared
from seats.seat.game_names import check_name


class Started(NamedTuple):
    """A game that was started: its id, and what its opening came to."""

    game: str
    outcome: Outcome


def lay(
    system: str,
    scenario: str | None,
    options: Mapping[str, str],
    *,
    game: str,
    name: str,
    secret: str,
    seeded: bool = False,
    dice: str = "sealed",
) -> Game:
    """A new game with its scenario laid on the table, not begun. Raises BadData or NotFound."""
    if dice not in ("sealed", "typed"):
        raise BadData(f"Dice are sealed or typed, not {dice[:40]!r}.")
    rules = load(system)
    laid = load_scenario(system, scenario or rules.default_scenario)
    events = opening(
        laid,
        game=game,
        name=check_name(name),
        options=with_options(laid, options),
        dice=dice,
        secret=secret,
        seeded=seeded,
        program=program(),
        time=wall_clock.now(),
        zone=time_zone.zone_here(),
    )
    return Game.from_events(game, events)


def system_of(name: str, scenario: str | None) -> tuple[str, str | None]:
    """The rule system and the scenario that are meant: a name may be that of a scenario of one system."""
    if scenario is None and name not in names():
        having = [system for system in names() if name in scenario_names(system)]
        if len(having) == 1:
            return having[0], name
    return name, scenario


def start(
    ledger: Ledger,
    system: str,
    *,
    scenario: str | None,
    name: str,
    options: Mapping[str, str],
    dice: str,
    seed: int | None,
    faces: tuple[int, ...],
    by: str = "",
    await_words: bool = False,
) -> Started:
    """Start a game in a ledger. All of its opening is written at once: a game is never half begun.

    seed: of the dice, for trials. faces: of physical dice. await_words: play is not opened yet, so that the
    sides can promise words for the dice first.
    """
    if await_words and faces:
        raise BadData("Nothing is rolled before play is opened; give --roll to `begin`.")
    secret = secrets.token_hex(32) if seed is None else secret_from_seed(seed)
    seeded = seed is not None
    id = uuid4().hex
    game = lay(system, scenario, options, game=id, name=name, secret=secret, seeded=seeded, dice=dice)
    people = Prepared(faces=faces, by=by)
    session = Session(load(system), game, SealedDice(secret), people)
    outcome = Outcome([], ()) if await_words else session.begin()
    people.check_used(dice)
    ledger.start(game, name, secret)
    return Started(game.id, outcome)
