"""Laying a game on the table: for `new`, and in memory for `play` and `demo`."""

import random
import secrets
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

from adjudication.engine.options import with_options
from adjudication.engine.scenario import load_scenario, opening, scenario_names
from adjudication.engine.session import Outcome, Session
from adjudication.engine.systems import load, names
from cli.dialogue.answers import Prepared
from cli.seat.game_names import check_name
from cli.seat.seat import Seat, looks
from domain.errors import BadData
from domain.game.game import Game
from domain.ledger.store import Ledger
from domain.program import program
from domain.table.dice import SealedDice, secret_from_seed


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
    from domain.time_zone import zone_here
    from domain.wall_clock import now

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
        time=now(),
        zone=zone_here(),
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
    by: str,
    await_words: bool = False,
) -> tuple[Seat, Outcome]:
    """Start a game in a ledger. All of its opening is written at once: a game is never half begun.

    await_words: play is not opened yet, so that the sides can promise words for the dice first.
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
    return Seat(ledger, ledger.desk(), game.id, looks(by)), outcome


def in_memory(
    system: str, scenario: str | None, options: Mapping[str, str], policy: str, seed: int, marking: str = ""
) -> Session:
    """A whole game played by a policy, in memory, decided and closed; the same seed, the same game.

    marking: how it is to be handled.
    """
    from uuid import NAMESPACE_URL, uuid5

    from adjudication.chances.selfplay import PolicyPeople, play_out
    from adjudication.seminar.markings import marking as mark

    rules = load(system)
    player = rules.policy(policy)
    chosen = " ".join(f"{key}={value}" for key, value in sorted(options.items()))
    id = uuid5(NAMESPACE_URL, f"whitecell play {system} {scenario or ''} {policy} {seed} {chosen}").hex
    secret = secret_from_seed(seed)
    game = lay(
        system, scenario, options, game=id, name=f"{system}-{policy}-{seed}", secret=secret, seeded=True
    )
    chance = random.Random(seed)
    session = Session(rules, game, SealedDice(secret), PolicyPeople({}, player, chance))
    session.begin()
    if marking:
        session.record(lambda number, time: mark(game, number, time, marking, 0, "policy"))
    play_out(session, player, chance)
    session.close(secret, by="policy", because="The game is decided.")
    return session


def fresh_folder(out: Path) -> Path:
    """The folder, made if need be. Raises BadData when a file stands in its place."""
    if out.exists() and not out.is_dir():
        raise BadData(f"{out} is not a folder.")
    out.mkdir(parents=True, exist_ok=True)
    return out
