"""Two hundred games of random legal orders: nothing breaks, nothing is lost, every listed order is taken."""

import json
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import LegalOrders, Order, read_arguments
from adjudication.engine.running import run
from adjudication.engine.session import Session
from adjudication.engine.systems import RandomPolicy
from adjudication.engine.umpire import Umpire
from domain.events import DieRolled, Event, LookedUp, OrderDone, OrderGiven, PieceChanged, Scored
from domain.events.mutators import apply, rebuild
from domain.ledger.logfile import from_lines, to_lines, write_log
from domain.table.dice import SampledDice, secret_from_seed
from domain.table.state import Piece, State
from tests.ramadi.playing import combination, entries, new_game
from tests.words import words_of

GAMES, QUICK = 200, 40
"""The first of them are not slow."""
LONGEST = 5_000
"""Orders; a game of ten turns needs far fewer."""

FAILING = Path(__file__).parent.parent / "games" / "failing"

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


class Watcher:
    """Follows a game event by event on a table of its own, and holds it to what never may change."""

    def __init__(self, log: Iterable[Event]) -> None:
        self.state = rebuild(log)
        self.casualties = 0
        self.repelled = 0
        self.isis_points = 0
        self.beside = _beside(self.state)

    def see(self, events: Iterable[Event]) -> None:
        for event in events:
            apply(self.state, event)
            self._count(event)
            self._check_every_event(event)
            if isinstance(event, OrderDone):
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
            case DieRolled() if words_of(event.purpose).startswith("air defence"):
                self.isis_points += event.face >= 4
            case DieRolled() if words_of(event.purpose).startswith("civilians"):
                self.isis_points += event.face >= 3

    def _check_every_event(self, event: Event) -> None:
        state = self.state
        lying = 0
        for place, ids in state.at.items():
            lying += len(ids)
            units = 0
            for id in ids:
                piece = state.pieces[id]
                assert piece.place == place, f"{id} lies at {place} and at {piece.place}"
                units += piece.kind.group == "ground unit"
            if units > 2 and state.board.spaces[place].kind == "hex":
                assert state.phase == "movement", f"{units} units in {place}"
        assert lying == len(state.pieces) == 85
        for track in state.tracks.values():
            assert track.data.lowest <= track.value <= track.data.highest, track.data.id

    def _check_when_done(self) -> None:
        state = self.state
        planned = state.marked("operation")
        counts = dict.fromkeys(QUANTITIES, 0)
        for piece in state.pieces.values():
            counts[piece.kind.group] += 1
            self._check_place(piece, planned.keys())
        assert counts == QUANTITIES
        assert state.track("casualties") == self.casualties
        assert state.track("isis_vp") == self.isis_points
        emirs = len(state.at.get("eliminated", ()))
        assert state.track("isf_vp") == self.territory() + emirs + self.repelled

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
        } | set(state.marked("vacated"))
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


def take_on_a_copy(session: Session, order: Order, chance: random.Random) -> None:
    """Give a listed order on a second table; whatever it refuses or asks in vain is an error."""
    state = session.state.copy()
    number = state.number + 1
    given = OrderGiven(
        number=number, procedure=number, side=order.side, order=order.name, arguments=order.arguments
    )
    apply(state, given)
    people = PolicyPeople({}, RandomPolicy(), chance)
    umpire = Umpire(state, number, SampledDice(chance.randrange(2**32)), people)
    assert run(session.system, umpire, given) == ()


def check_mirror(session: Session, order: Order) -> None:
    """An order as JSON, read as one from outside is read, is the order that was listed."""
    sent = json.loads(json.dumps(order.data()))
    assert sent.pop("order") == order.name
    assert read_arguments(session.system.kind(order.name), sent) == order.arguments


def others(legal: LegalOrders, chance: random.Random) -> list[Order]:
    """Listed orders, any of them, beside the one that is played."""
    return [legal[chance.randrange(len(legal))] for _ in range(2)]


def play(session: Session, chance: random.Random) -> None:
    policy = RandomPolicy()
    session.people = PolicyPeople({}, policy, chance)
    watcher = Watcher(session.game.log)
    for count in range(LONGEST):
        if session.state.verdict is not None:
            break
        legal = session.legal()
        assert len(legal) > 0, "the game is open, and nothing may be ordered"
        order = policy.order(session.state, legal, chance)
        if count % 8 == 0:
            for other in others(legal, chance):
                take_on_a_copy(session, other, chance)
        if count % 64 == 0:
            check_mirror(session, order)
        watcher.see(session.order(order).events)
    verdict = session.state.verdict
    assert verdict is not None, "the game does not end"
    assert len(session.legal()) == 0
    assert from_lines(to_lines(entries(session))) == (entries(session), len(session.game.log))
    assert verdict.scores == {"isf": session.state.track("isf_vp"), "isis": session.state.track("isis_vp")}


@pytest.mark.rule(
    "ramadi 1.0",
    "ramadi 2.0b",
    "ramadi 3.1a",
    "ramadi 3.1b",
    "ramadi 3.1c",
    "ramadi 3.2a",
    "ramadi 4.2b",
    "ramadi 5.2i",
    "ramadi 5.2j",
    "ramadi 5.2r",
    "ramadi 5.2s",
    "ramadi 6.5m",
    "ramadi 6.7b",
)
@pytest.mark.parametrize(
    "seed", [*range(QUICK), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(QUICK, GAMES))]
)
def test_a_random_game_keeps_all_books_and_ends(seed: int) -> None:
    session = new_game(seed, combination(seed))
    try:
        play(session, random.Random(seed))
        if seed % 8 == 0:
            assert audit(entries(session), secret=secret_from_seed(seed)).findings == []
    except BaseException:
        FAILING.mkdir(parents=True, exist_ok=True)
        write_log(FAILING / f"ramadi-random-{seed}.jsonl", entries(session))
        raise


def test_every_kind_of_order_comes_back_from_json_unchanged() -> None:
    seen: dict[str, Order] = {}
    for seed in range(40):
        session = new_game(seed, combination(31 - 16))
        chance = random.Random(seed)
        session.people = PolicyPeople({}, RandomPolicy(), chance)
        while session.state.verdict is None and len(seen) < len(session.system.orders):
            legal = session.legal()
            for group in legal.groups:
                if group.name not in seen or "follow_up" in group.fixed:
                    seen[group.name] = group.order(0)
                    check_mirror(session, group.order(len(group) - 1))
            session.order(legal[chance.randrange(len(legal))])
    assert seen.keys() == session.system.orders.keys()
