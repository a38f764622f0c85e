"""The course of the sides' points over a game, in rule systems that count them on the table."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudication.engine.games.systems import RuleSystem
from domain.events import DieRolled, Event, LookedUp, Modified, Noted, OrderDone, OrderGiven, Ruled, TakenBack
from domain.game.game import Game
from domain.game.replay import walk
from domain.table.state import State

_MOVES_NO_POINT = (DieRolled, LookedUp, Modified, Noted, OrderDone)


class Standing(NamedTuple):
    """The points of each side after an event. order: the number of the order it belongs to, 0 for none.

    change: how the event changed them; empty if it was undone, or itself undid something.
    """

    number: int
    order: int
    turn: int
    points: Mapping[str, int]
    change: Mapping[str, int]


def standings(game: Game, system: RuleSystem | None) -> list[Standing]:
    """The points at the start of play, and after each event in force that changed them; empty for a rule
    system whose points are tracks, or that has none."""
    count = system.reports.standing if system is not None else None
    if count is None:
        return []
    found: list[Standing] = []
    played = False
    for event, state in _after(game):
        played = played or isinstance(event, OrderGiven)
        if not played or isinstance(event, _MOVES_NO_POINT):
            continue
        points = dict(count(state))
        before = found[-1].points if found else points
        if points and (not found or points != before):
            undone = event.number in game.struck or isinstance(event, Ruled | TakenBack)
            change = {} if undone else {side: points[side] - before.get(side, 0) for side in points}
            found.append(Standing(event.number, event.procedure, state.turn, points, change))
    return found


def _after(game: Game) -> Iterator[tuple[Event, State]]:
    """Each event with the table just after it; it is one state, which goes on changing."""
    last: Event | None = None
    for event, state in walk(game.log):
        if last is not None:
            yield last, state
        last = event
    if last is not None:
        yield last, game.state


def margins_of(points: Mapping[str, int]) -> dict[str, int]:
    """Side -> its points less the most points of another."""
    return {
        side: own - max((other for name, other in points.items() if name != side), default=0)
        for side, own in points.items()
    }
