"""What a study counts in a game: rules and table rows, orders, losses, points; and in many games."""

from collections.abc import Callable, Sequence
from typing import Any

from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.losses import CASUALTY, LossesOf, out_of_game
from domain.events import (
    Chosen,
    Event,
    LookedUp,
    Marked,
    OrderGiven,
    PhaseEntered,
    PieceChanged,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
)
from domain.table.mutators import apply
from domain.table.state import State


def scores(state: State) -> dict[str, int]:
    """Side -> score: the tracks that belong to it, or what the verdict says of it."""
    found = _by_tracks(state)
    if not found and state.verdict is not None:
        found = {side: score for side, score in state.verdict.scores.items() if side in state.sides}
    return found


def _by_tracks(state: State) -> dict[str, int]:
    found: dict[str, int] = {}
    for track in state.tracks.values():
        if track.data.side:
            found[track.data.side] = found.get(track.data.side, 0) + track.value
    return found


class Watch:
    """Counts what comes up in one game.

    lost: side -> losses; steps: side -> steps taken off pieces. orders_of: `side kind` -> how often;
    first_in: `side kind` -> the turn of its first. lost_of: `side group` -> losses, by the group of the
    counter. At the end of each whole turn, lost_by: `side turn` -> losses until then, points_by: `side turn`
    -> points. years: year of the calendar -> rule -> how often it was cited, but for marks that lapse.
    """

    def __init__(self, state: State, system: RuleSystem) -> None:
        self.state = state
        self.losses: LossesOf | None = system.reports.losses
        self.standing = system.reports.standing
        self._before = state.copy() if self.losses is not None else state
        self._turn = state.turn
        self.orders = self.judged = 0
        self.rules: dict[str, int] = {}
        self.years: dict[int, dict[str, int]] = {}
        self._dated = state.opened is not None and any(turn.year for turn in state.opened.calendar)
        self.rows: dict[tuple[str, int], int] = {}
        self.lost = dict.fromkeys(state.sides, 0)
        self.steps: dict[str, int] = {}
        self.orders_of: dict[str, int] = {}
        self.first_in: dict[str, int] = {}
        self.lost_of: dict[str, int] = {}
        self.lost_by: dict[str, int] = {}
        self.points_by: dict[str, int] = {}
        self._side = {id: piece.side for id, piece in state.pieces.items()}
        self._group = {id: piece.kind.group for id, piece in state.pieces.items()}
        self._steps = {id: piece.steps for id, piece in state.pieces.items() if piece.steps}

    def __call__(self, given: OrderGiven, events: Sequence[Event]) -> None:
        self.orders += 1
        self._count_order(given)
        rules, rows = self.rules, self.rows
        dated = self._year(self._turn)
        if self.losses is not None:
            self._count_losses(self.losses, given, events)
        for event in events:
            rule = event.rule
            if type(event) is PhaseEntered:
                dated = self._year(event.turn)
            if rule:
                rules[rule] = rules.get(rule, 0) + 1
                if dated is not None and not (type(event) is Marked and event.value is None):
                    dated[rule] = dated.get(rule, 0) + 1
            seen = _SEEN.get(type(event))
            if seen is not None:
                seen(self, event)
            elif type(event) is LookedUp:
                key = event.table, event.row
                rows[key] = rows.get(key, 0) + 1
        if self.state.turn != self._turn:
            self._end_turn()

    def entered(self) -> dict[str, int]:
        """Table -> how often it was entered; 0 for those that were not."""
        found = dict.fromkeys(self.state.tables, 0)
        for (table, _), times in self.rows.items():
            found[table] = found.get(table, 0) + times
        return found

    def _year(self, turn: int) -> dict[str, int] | None:
        """The counts of the year of a turn; None where no calendar has years."""
        return self.years.setdefault(self.state.date(turn).year or 0, {}) if self._dated else None

    def _count_order(self, given: OrderGiven) -> None:
        if given.side:
            key = f"{given.side} {given.order}"
            self.orders_of[key] = self.orders_of.get(key, 0) + 1
            self.first_in.setdefault(key, self._turn)

    def _end_turn(self) -> None:
        """Note how the sides stand; what ended the turn has just begun the next one."""
        points = self.standing(self.state) if self.standing is not None else _by_tracks(self.state)
        for side, value in points.items():
            self.points_by[f"{side} {self._turn}"] = value
        for side, lost in self.lost.items():
            self.lost_by[f"{side} {self._turn}"] = lost
        self._turn = self.state.turn

    def _count_losses(self, losses: LossesOf, given: OrderGiven, events: Sequence[Event]) -> None:
        """What the rules of the system count as losses, each event on the table before it."""
        table = self._before
        for event in (given, *events):
            loss = losses(event, table)
            if loss is not None:
                self._count_loss(loss.piece, loss.side, loss.amount)
            apply(table, event)

    def _count_loss(self, piece: str, side: str, amount: int) -> None:
        self.lost[side] = self.lost.get(side, 0) + amount
        key = f"{side} {self._group.get(piece, '')}"
        self.lost_of[key] = self.lost_of.get(key, 0) + amount

    def _lose(self, piece: str) -> None:
        if self.losses is None:
            self._count_loss(piece, self._side.get(piece, ""), 1)

    def _changed(self, event: PieceChanged) -> None:
        piece = event.piece
        if event.face == CASUALTY:
            self._lose(piece)
        if event.steps is not None:
            fewer = self._steps.get(piece, 0) - event.steps
            self._steps[piece] = event.steps
            if fewer > 0:
                side = self._side.get(piece, "")
                self.steps[side] = self.steps.get(side, 0) + fewer
        if event.side is not None:
            self._side[piece] = event.side

    def _moved(self, event: PieceMoved) -> None:
        if out_of_game(self.state.board, event.to):
            self._lose(event.piece)

    def _placed(self, event: PiecePlaced) -> None:
        piece = event.piece
        kind = self.state.kinds[piece.kind]
        self._side[piece.id] = piece.side or kind.side
        self._group[piece.id] = kind.group
        self._steps[piece.id] = piece.steps

    def _removed(self, event: PieceRemoved) -> None:
        self._lose(event.piece)

    def _chosen(self, event: Chosen) -> None:
        self.judged += bool(event.because)  # only a judgement has a reason


_SEEN: dict[type[Event], Callable[[Watch, Any], None]] = {
    Chosen: Watch._chosen,
    PieceChanged: Watch._changed,
    PieceMoved: Watch._moved,
    PiecePlaced: Watch._placed,
    PieceRemoved: Watch._removed,
}


class Tally:
    """The counts of several games: how often, and in how many of them."""

    def __init__(self) -> None:
        self.rules: dict[str, list[int]] = {}
        self.years: dict[int, dict[str, list[int]]] = {}
        self.rows: dict[str, dict[int, list[int]]] = {}

    def add(self, watch: Watch) -> None:
        """Add one game."""
        for rule, times in watch.rules.items():
            _count(self.rules, rule, times)
        for year, rules in watch.years.items():
            for rule, times in rules.items():
                _count(self.years.setdefault(year, {}), rule, times)
        for (table, row), times in watch.rows.items():
            _count(self.rows.setdefault(table, {}), row, times)


def _count(counts: dict[Any, list[int]], key: Any, times: int) -> None:
    count = counts.setdefault(key, [0, 0])
    count[0] += times
    count[1] += 1
