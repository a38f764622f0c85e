"""Games of every rule system and toy, at the moments where somebody looks."""

import random
from functools import cache

import msgspec

import tests.seminar.three
from adjudication.chances.selfplay import play_out
from adjudication.engine.scenario import opening
from adjudication.engine.session import Session
from adjudication.engine.systems import RandomPolicy, load
from domain.events import (
    Chosen,
    EntryCorrected,
    Event,
    InjectHandled,
    MessageSent,
    Noted,
    OrderGiven,
    PhaseEntered,
    SeatTaken,
    SecretOrderSealed,
    Value,
)
from domain.game.game import Game
from domain.table.contacts import has_contacts
from domain.table.dice import SealedDice
from tests.core.games import SECRET, TIME, VARIANTS, play_orders, play_to_end, random_people, variant_id
from tests.ows.playing import combination as combined
from tests.ows.playing import new_game as joint_game
from tests.ramadi.playing import combination, new_game
from tests.seminar.games import freeform
from tests.table import Table
from tests.worlds.rearranging import Log, renumbered

GAMES: tuple[str, ...] = (
    *(variant_id(variant) for variant in VARIANTS),
    "toy-three",
    "ramadi",
    "ramadi with options",
    "ows proving-ground",
    "ows tutorial",
    "ows proving-field",
    "ows river",
    "ows littoral",
    "somalia",
    "nineveh",
    "nineveh with options",
    "nineveh alone",
    "freeform strait",
    "freeform ford",
    "freeform cables",
)
TABLES = ("ignorant-armies",)
"""Systems that hide nothing, so that no two worlds of them differ: they are not among the others."""
LARGE = ("ows river", "ows littoral")
"""Games on large maps with many units: they are played for a turn, and looked at seldom."""
TO_THE_LAST_TURN = "nineveh's last turn"
"""A game of Nineveh that has one turn left to be played."""
NINEVEH: dict[str, dict[str, Value]] = {
    "nineveh": {},
    "nineveh with options": {
        "more_events": True,
        "hasty_attack": True,
        "reshuffle_events": True,
        "old_city_clearance": True,
        "defenders_overstack": True,
        "overstack_last": True,
    },
    "nineveh alone": {"solitaire": True, "more_blocks": True, "second_card": True, "head_start": True},
}
"""Options of the games of We Are Coming, Nineveh!, by name."""


@cache
def played(name: str, seed: int) -> tuple[Event, ...]:
    """The log of a random game."""
    for variant in VARIANTS:
        if variant_id(variant) == name:
            return tuple(play_to_end(variant, seed, close=False).game.log)
    chance = random.Random(seed)
    if name == "toy-three":
        scenario = tests.seminar.three.SCENARIO
        events = opening(
            scenario,
            game="3" * 32,
            name="three",
            options={},
            dice="sealed",
            secret=SECRET,
            program="tests",
            time=TIME,
        )
        game = Game.from_events("3" * 32, events)
        people = random_people(seed)
        session = Session(load("toy-three"), game, SealedDice(SECRET), people, None, lambda: TIME)
        session.begin()
        play_orders(session, 14, chance)
        return tuple(session.game.log)
    if name.startswith("ows"):
        session = joint_game(name.partition(" ")[2], seed, combined(seed * 77))
        session.begin()
    elif name.startswith("nineveh"):
        session = Table("nineveh", options=NINEVEH.get(name, {}), seed=seed).session
        play_out(session, RandomPolicy(), chance)
        return before_turn(session.game.log, session.state.turn if name == TO_THE_LAST_TURN else 4)
    elif name in ("somalia", *TABLES):
        session = Table(name, seed=seed).session
    elif name.startswith("freeform"):
        session = freeform(name.partition(" ")[2], free_movement=bool(seed % 2), actions=1 + seed % 3)
    else:
        session = new_game(seed, combination(2**9 - 1) if "options" in name else None)
    play_out(session, RandomPolicy(), chance)
    return before_turn(session.game.log, 2) if name in LARGE else tuple(session.game.log)


def before_turn(log: Log, turn: int) -> tuple[Event, ...]:
    """The log until the order that opens a turn; whole if the game ends before it."""
    opens = (event.procedure for event in log if isinstance(event, PhaseEntered) and event.turn == turn)
    return tuple(log[: next(opens, len(log) + 1) - 1])


def talked_over(log: Log, chance: random.Random) -> Log:
    """The log with what people say and write beside the game, each side and the white cell."""
    state = Game.from_events("", log).state
    first = 1 + max(event.number for event in log if event.number < 8 and not event.procedure)
    some = next(iter(state.pieces), "nothing")
    said: Log = []
    for side in state.sides:
        if has_contacts(state):  # a side names by id what it knows
            some = next(piece.id for piece in state.pieces.values() if piece.side == side)
        to_white = {"text": f"{side} would like to know of {some}"}
        sealed = ({"order": "move", "piece": some},)
        said += [
            SeatTaken(number=0, name=f"P-{side}", side=side),
            MessageSent(number=0, form="message", fields=to_white, sender="P", side=side, audience=(side,)),
            Noted(number=0, text=f"Only {side} hears of {some}", by="Ada", audience=(side,)),
            InjectHandled(number=0, inject=f"i-{side}", how="delivered", text="A storm", audience=(side,)),
            SecretOrderSealed(
                number=0,
                side=side,
                digest=f"d-{side}",
                salt="s",
                orders=sealed,
                by="P",
                audience=(side,),
            ),
        ]
        noted = len(said) - 2  # the note, of which the side is told that it was corrected, and not why
        assert isinstance(said[noted - 1], Noted)
        said.append(
            EntryCorrected(
                number=0,
                concerns=-noted,
                kind="note",
                text=f"Only {side} hears",
                because=f"{some} was named",
                audience=(side,),
            )
        )
    said.append(Noted(number=0, text=f"Nobody hears of {some}", by="Ada", audience=()))
    found = list(log)
    for nth, event in enumerate(said, start=1):
        place = chance.randrange(first - 1, len(found) + 1)
        found.insert(place, msgspec.structs.replace(event, number=-nth, time=log[0].time))
    return renumbered(found)


def moments(log: tuple[Event, ...], many: int, chance: random.Random) -> list[list[Event]]:
    """The log up to moments when somebody looks: before an order is given, or while an answer is awaited."""
    quiet = [event.number - 1 for event in log if isinstance(event, OrderGiven) and event.number > 6]
    waiting = [event.number - 1 for event in log if isinstance(event, Chosen)]
    ends = chance.sample(quiet, min(many, len(quiet))) + chance.sample(waiting, min(many, len(waiting)))
    return [talked_over(list(log[:end]), chance) for end in sorted({*ends, len(log)})]
