"""The games of Ramadi that the contract asks about, and what may never change in them."""

from collections.abc import Iterable

from adjudication.systems.ramadi.phases.planning import OPERATION
from adjudication.systems.ramadi.table.ground import VACATED
from domain.events import (
    DieRolled,
    Event,
    LookedUp,
    OrderDone,
    PhaseEntered,
    PieceChanged,
    PieceMoved,
    Scored,
    Value,
)
from domain.table.state import Piece, State
from domain.texts import code_of
from tests.contract.held import Held, Play
from tests.ramadi.playing import combination, new_game

BOXES = {
    "ground unit": {"reserve", "transfer"},
    "ground asset": {"reserve", "zone-north", "zone-west", "zone-south", "asset-transfer"},
    "air asset": {"air-available", "air-expended"},
    "ied": {"pool-ied"},
    "fighters": {"pool-fighters"},
    "isis asset": {"pool-assets", "attack", "eliminated"},
    "marker": {"markers"},
}
"""Where counters of each group may lie off the map."""

QUANTITIES = {
    "ground unit": 21,
    "ground asset": 6,
    "air asset": 4,
    "ied": 10,
    "fighters": 10,
    "isis asset": 15,
    "marker": 12 + 7,
}


class Books:
    """Where counters may lie and how many there are, and casualties and points counted a second time."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.casualties = 0
        self.repelled = 0
        self.isis_points = 0
        self.beside = _beside(state)

    def see(self, event: Event, state: State) -> None:
        self.state = state
        self._count(event)
        if isinstance(event, PieceMoved):
            self._check_stacking(event.to)
        elif isinstance(event, PhaseEntered):
            for place in state.at:
                self._check_stacking(place)
        elif isinstance(event, OrderDone):
            self._check_when_done()

    def _count(self, event: Event) -> None:
        match event:
            case PieceChanged(face="casualty"):
                self.casualties += 1
                self.isis_points += 1
            case Scored(rule="ramadi 5.1d"):
                self.isis_points += 1
            case LookedUp(table="isis_attack", result={"result": "repelled"}):
                self.repelled += 1
            case LookedUp(table="operations_results", result={"winner": "isis"}):
                self.isis_points += 1
            case DieRolled() if code_of(event.purpose).startswith("air defence"):
                self.isis_points += event.face >= 4
            case DieRolled() if code_of(event.purpose).startswith("civilians"):
                self.isis_points += event.face >= 3

    def _check_stacking(self, place: str) -> None:
        state = self.state
        units = sum(state.pieces[id].kind.group == "ground unit" for id in state.at.get(place, ()))
        if units > 2 and state.board.spaces[place].kind == "hex":
            assert state.phase == "movement", f"{units} units in {place}"

    def _check_when_done(self) -> None:
        state = self.state
        planned = state.marked(OPERATION)
        counts = dict.fromkeys(QUANTITIES, 0)
        for piece in state.pieces.values():
            counts[piece.kind.group] += 1
            self._check_place(piece, planned.keys())
        assert counts == QUANTITIES
        assert state.track("casualties") == self.casualties
        assert state.track("isis_vp") == self.isis_points
        emirs = len(state.at.get("eliminated", ()))
        assert state.track("isf_vp") == self.territory() + emirs + self.repelled
        if state.verdict is not None:
            assert state.verdict.scores == {"isf": state.track("isf_vp"), "isis": state.track("isis_vp")}

    def _check_place(self, piece: Piece, targets: Iterable[str]) -> None:
        group, place = piece.kind.group, piece.place
        space = self.state.board.spaces[place]
        if space.kind != "hex":
            assert place in BOXES[group], f"{piece.id} is in {place}"
            return
        assert space.zone in ("north", "west", "south", "contested"), f"{piece.id} is in {space.name}"
        if group in ("ied", "fighters", "isis asset", "ground asset"):
            assert place in targets, f"{piece.id} stands in {place} without an operation"
        elif group == "marker":
            assert piece.kind_id == "cleared"
            assert space.zone == "contested"
            others = [self.state.pieces[id] for id in self.state.at[place]]
            assert sum(other.kind.group in ("marker", "ground unit") for other in others) == 1

    def territory(self) -> int:
        """Points for ground, from the words of 5.2 alone: spread from the deployment hexes over held
        neighbours until nothing is added."""
        state = self.state
        held = {
            piece.place
            for piece in state.pieces.values()
            if piece.kind.group == "ground unit" or piece.kind_id == "cleared"
        } | set(state.marked(VACATED))
        linked = {space.id for space in state.board.data.spaces if space.terrain == "deployment"}
        before = -1
        while before != len(linked):
            before = len(linked)
            linked |= {hex for hex in held - linked if self.beside.get(hex, frozenset()) & linked}
        terrains = [state.board.spaces[hex].terrain for hex in linked]
        return 5 * terrains.count("objective") + terrains.count("urban")


def _beside(state: State) -> dict[str, frozenset[str]]:
    """Which hexes touch, by the distance between cube coordinates; the Barrage has one outer neighbour."""
    cubes = {}
    for space in state.board.data.spaces:
        if space.terrain not in ("water", "outside"):
            down = space.row - (space.column + space.column % 2) // 2
            cubes[space.id] = (space.column, down, -space.column - down)
    barred = {"0405", "0305"}
    return {
        one: frozenset(
            other
            for other, there in cubes.items()
            if max(abs(a - b) for a, b in zip(here, there, strict=True)) == 1 and {one, other} != barred
        )
        for one, here in cubes.items()
    }


def options(name: str, seed: int) -> dict[str, Value] | None:
    """None, all of them, or those of the seed's bits."""
    if name:
        return combination(2**9 - 1 if name == "with options" else seed)
    return None


def play(name: str, *, seeds: int = 4, brief: bool = False) -> Play:
    """A game with options."""
    return Play(
        f"ramadi {name}".strip(),
        lambda seed: new_game(seed, options(name, seed)),
        seeds=seeds,
        brief=brief,
        hides=not brief,
    )


HELD = Held(
    plays=(
        play(""),
        play("with options"),
        play("with some options", seeds=200, brief=True),
    ),
    books=Books,
)
