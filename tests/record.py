"""Record whole games into `tests/games/`, for `test_recorded_games.py` to import, replay and audit for ever.

    python -m tests.record            record the games that are not there yet
    python -m tests.record --again    record all of them anew

Each game is a log, `NAME.jsonl`, and beside it `NAME.json`: what it came to, written when it was recorded.
A log that no longer replays or passes its audit is a finding to explain before `--again`: somebody's real
game of last year would have the same trouble. Any other log, of any rule system, is tested as soon as it
lies there with its `.json`, which `python -m tests.record NAME.jsonl` writes for it.
"""

import json
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from adjudication.chances.selfplay import PolicyPeople, play_out
from adjudication.engine.session import Session
from adjudication.systems.ramadi.table.board import contested_hexes, worth
from adjudication.systems.ramadi.table.ground import network
from domain.events import DieRolled, Value
from domain.events.entropy import words_digest
from domain.game.game import Game
from domain.ledger.logfile import read_log, write_log
from domain.table.dice import SealedDice
from domain.table.state import Piece
from domain.texts import code_of
from tests.ignorant_armies.golden import played as war_played
from tests.nineveh.contract import HARDER, OPTIONS
from tests.ows.playing import combination as joint_options
from tests.ows.playing import new_game as joint_game
from tests.ramadi.playing import combination, entries, new_game, with_air_in_reserve
from tests.table import Table
from tests.words import spoken

FOLDER = Path(__file__).parent / "games"


def outcome(game: Game) -> dict[str, Any]:
    """What a game came to, as plain data."""
    state = game.state
    verdict = state.verdict
    return {
        "events": len(game.log),
        "turn": state.turn,
        "phase": state.phase,
        "closed": state.closed,
        "winner": None if verdict is None else verdict.winner,
        "reason": None if verdict is None else spoken(verdict.reason, state),
        "tracks": {id: track.value for id, track in sorted(state.tracks.items())},
        "places": {id: piece.place for id, piece in sorted(state.pieces.items())},
        "faces": {id: piece.face for id, piece in sorted(state.pieces.items()) if piece.face},
    }


def finish(session: Session, policy: str, seed: int) -> Session:
    """Play to the verdict and close the game, so that the seal of its dice is revealed."""
    play_out(session, session.system.policy(policy), random.Random(seed))
    assert isinstance(session.dice, SealedDice)
    session.close(session.dice.secret, by="white cell")
    return session


def played(policy: str, seed: int, options: int = 0) -> Session:
    """A whole game by a policy."""
    return finish(new_game(seed, combination(options)), policy, seed)


def own_counters(seed: int) -> Session:
    """A game of a scenario whose air assets start in reserve (4.1d)."""
    with tempfile.TemporaryDirectory() as folder:
        return finish(new_game(seed, scenario=with_air_in_reserve(Path(folder))), "sensible", seed)


def corrected(seed: int) -> Session:
    """A game with notes, words for the dice, a take-back, a ruling and an adopted table."""
    session = Table("ramadi", seed=seed, game=f"{seed:032x}", name=f"seed {seed}", begun=False).session
    policy, chance = session.system.policy("sensible"), random.Random(seed)
    session.people = PolicyPeople({}, policy, chance)
    session.promise("isf", words_digest("isf", "Golden Division"))
    session.stir("isf", "Golden Division")
    session.begin()
    done = 0
    while done < 4:
        number = len(session.game.log) + 1
        order = policy.order(session.state, session.legal(), chance)
        session.order(order, "policy")
        if session.state.phase == "operations" and order.name == "execute":
            done += 1
            if done == 1:
                session.take_back(number, "the wrong hex was read out", "white cell", ["isf"])
            elif done == 3:
                die = next(
                    e
                    for e in session.game.log[number - 1 :]
                    if isinstance(e, DieRolled) and code_of(e.purpose) == "ISIS defence"
                )
                session.rule(die.number, 6 if die.face < 6 else 1, "the die was cocked", "white cell")
                session.note("The die lay against the map's edge.", "white cell", die.number)
    held = session.state.tables["isis_attack"].data
    session.adopt_table("isis_attack", held, "the table as printed on the club's card", "white cell")
    return finish(session, "sensible", seed)


def put_right(seed: int) -> Session:
    """A game in which a unit that holds ground is put elsewhere by hand, and back."""
    session = new_game(seed, combination(31))
    policy, chance = session.system.policy("sensible"), random.Random(seed)
    session.people = PolicyPeople({}, policy, chance)
    while not (there := units_that_score(session)):
        session.order(policy.order(session.state, session.legal(), chance), "policy")
    hex = there[0].place
    for to in ("transfer", hex):
        session.by_hand("hand-move", {"piece": there[0].id, "to": to}, "the map was jogged", "white cell")
    return finish(session, "random", seed)


def units_that_score(session: Session) -> list[Piece]:
    """In movement, the units alone in a hex that gives points."""
    state = session.state
    if state.phase != "movement" or not network(state).points:
        return []
    contested = contested_hexes(state.board)
    return [
        piece
        for piece in state.of_group("ground unit")
        if piece.place in contested and worth(state.board, piece.place) and len(state.at[piece.place]) == 1
    ]


def joint(scenario: str, policy: str, seed: int, options: int = 0) -> Session:
    """A whole game of OWS by a policy."""
    session = joint_game(scenario, seed, joint_options(options) if options else None)
    session.begin()
    return finish(session, policy, seed)


def war(seed: int) -> Session:
    """A whole war of Ignorant Armies with offensives, fighting and builds."""
    *_, session = war_played(seed)
    assert isinstance(session.dice, SealedDice)
    session.close(session.dice.secret, by="white cell")
    return session


def anyhow(system: str, seed: int, scenario: str = "", options: dict[str, Value] | None = None) -> Session:
    """A whole game of a system by random legal orders."""
    return finish(Table(system, scenario, options, seed=seed).session, "random", seed)


OTHER_FREEFORM: dict[str, Value] = {"actions": 2, "free_movement": True}
OTHER_SOMALIA: dict[str, Value] = {
    "talks": True,
    "ambush_uses_mission": False,
    "leaders_assist_own_faction": True,
}

GAMES: dict[str, Callable[[], Session]] = {
    "ramadi-sensible": lambda: played("sensible", 2206),
    "ramadi-sensible-all-options": lambda: played("sensible", 2207, 31),
    "ramadi-sensible-drones-and-air-support": lambda: played("sensible", 1228, 0b00101),
    "ramadi-sensible-other-readings": lambda: played("sensible", 8, 2**9 - 1),
    "ramadi-random-all-options": lambda: played("random", 3005, 31),
    "ramadi-corrected": lambda: corrected(1111),
    "ramadi-put-right": lambda: put_right(3005),
    "ramadi-own-counters": lambda: own_counters(2210),
    "ramadi-random-other-readings": lambda: played("random", 2209, 63),
    "ows-tutorial-staff": lambda: joint("tutorial", "staff", 2031),
    "ows-tutorial-random": lambda: joint("tutorial", "random", 610, 2**12 - 1),
    "ows-proving-ground-staff": lambda: joint("proving-ground", "staff", 614, 2**9 - 1),
    "ignorant-armies-offensives": lambda: war(1980),
    "nineveh-random": lambda: anyhow("nineveh", 2017),
    "nineveh-random-options": lambda: anyhow("nineveh", 2018, options=OPTIONS),
    "nineveh-solitaire": lambda: anyhow("nineveh", 2019, options={"solitaire": True, **HARDER}),
    "somalia-random": lambda: anyhow("somalia", 1992),
    "somalia-random-other-readings": lambda: anyhow("somalia", 1993, options=OTHER_SOMALIA),
    "freeform-strait-random": lambda: anyhow(
        "freeform", 2031, "strait", {"actions": 2, "free_movement": True}
    ),
}


def record(name: str, make: Callable[[], Session]) -> None:
    """Write a game's log and what it came to."""
    session = make()
    write_log(FOLDER / f"{name}.jsonl", entries(session))
    write_outcome(FOLDER / f"{name}.jsonl")


def write_outcome(log: Path) -> None:
    """Write what a log comes to beside it."""
    found, _ = read_log(log)
    text = json.dumps(outcome(Game.from_entries(found[0].game, found)), indent=1, ensure_ascii=False)
    log.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def main(arguments: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    logs = [Path(argument) for argument in arguments if argument != "--again"]
    for log in logs:
        write_outcome(log)
    if not logs:
        for name, make in GAMES.items():
            if "--again" in arguments or not (FOLDER / f"{name}.jsonl").exists():
                record(name, make)
                print(f"recorded {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
