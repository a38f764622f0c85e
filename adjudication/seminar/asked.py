"""What the phase that is now asks people for, and what of it is still to come (freeform 1.5)."""

from typing import NamedTuple

from adjudication.engine.questions import asked_of
from domain.events import AskData, MessageSent, Noted, PhaseEntered
from domain.game.game import Game
from domain.views.view import WHITE


class Wanted(NamedTuple):
    """Something that the phase asks for, and of whom it is still to come: sides, and `white`."""

    ask: AskData
    missing: tuple[str, ...]


def wanted(game: Game) -> list[Wanted]:
    """What the phase that is now asks for, in its order. Questions are open until the phase ends; a message
    or note is missing of those who have not sent or written it since the phase began."""
    phase = game.state.phase_now()
    if phase is None or game.state.closed or game.state.verdict is not None:
        return []
    sent: set[tuple[str, str]] = set()
    noted: set[str] = set()
    for event in reversed(game.log):
        if isinstance(event, PhaseEntered) and event.number not in game.struck:
            break
        if isinstance(event, MessageSent):
            sent.add((event.form, event.side or WHITE))
        elif isinstance(event, Noted):
            noted.add(event.kind)
    found = []
    for ask in phase.asks:
        if game.state.procedures and not (ask.form or ask.note):
            continue  # the phase ends: it is asked now
        of = missing = asked_of(game.state, ask)
        if ask.form:
            missing = tuple(each for each in of if (ask.form, each) not in sent)
        elif ask.note and ask.note in noted:
            missing = ()
        found.append(Wanted(ask, missing))
    return found


def wanted_of(game: Game, viewer: str) -> list[Wanted]:
    """What of it a side, or a player with several, may know: what it is asked itself, and that alone."""
    sides = getattr(viewer, "sides", (viewer,))
    return [
        Wanted(each.ask, tuple(side for side in each.missing if side in sides))
        for each in wanted(game)
        if viewer == WHITE or any(side in asked_of(game.state, each.ask) for side in sides)
    ]
