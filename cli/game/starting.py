"""Games that are played in memory: for `play` and `demo`."""

import random
from collections.abc import Mapping
from pathlib import Path

from adjudication.engine.games.systems import load
from adjudication.engine.session import Session
from domain.errors import BadData
from domain.table.dice import SealedDice, secret_from_seed
from seats.acting.starting import lay


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
