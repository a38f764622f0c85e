"""The games of the contract at the moments where somebody looks."""

import random

import msgspec

from domain.events import (
    Chosen,
    EntryCorrected,
    Event,
    InjectHandled,
    MessageSent,
    Noted,
    OrderGiven,
    SeatTaken,
    SecretOrderSealed,
)
from domain.game.game import Game
from domain.table.contacts import has_contacts
from tests.worlds.rearranging import Log, renumbered


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
