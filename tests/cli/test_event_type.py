"""A type of event that this module alone declares is played, stored, seen, undone, audited and reported."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudication.audits.audit import audit
from adjudication.chances.odds import odds
from adjudication.engine.orders import Order, OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.errors import BadLog
from domain.events import Event, KindData, PieceData, TrackData
from domain.events.kind import OF_AN_ORDER, Audience, Changes, EventKind, Undo
from domain.events.registry import KIND_OF, registered
from domain.events.rows import Cell as Held
from domain.events.rows import Column, Row
from domain.events.seen import Seen
from domain.game.chain import GENESIS, enter, read_event
from domain.game.game import Game
from domain.ledger.logfile import read_log
from domain.table.state import State
from domain.views.view import see_log
from tests.cli.conftest import Cell
from tests.core.games import findings
from tests.reports.read_models import query
from tests.table import Table
from tests.toys.kit import Bare, areas, build, insist_turn, lay

NAME = "toy-refits"
ROOT = Path(__file__).parents[2]


class PieceRefitted(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A piece is brought up to `steps`, which leaves so much on the track that it is supplied from."""

    piece: str
    steps: int
    track: str
    left: int


def _refitted(state: State, event: PieceRefitted) -> None:
    state.pieces[event.piece].steps = event.steps
    state.tracks[event.track].value = event.left


KIND = EventKind(
    "piece-refitted.1",
    PieceRefitted,
    _refitted,
    Seen(
        audience=("piece", "steps", "track", "left"),
        strangers=("back",),
        touches=lambda event, state: state.who_sees(event.piece),
        about=lambda event, state: state.pieces[event.piece].known_to,
        told={"back": lambda event, state, viewer: state.pieces[event.piece].kind.back},
    ),
    changes=(Changes.FACE, Changes.TRACK),
    audience=Audience.INSISTED,
    undo=Undo.STRUCK,
    account=OF_AN_ORDER,
    rows=(
        Row(
            "refits",
            "A piece that was refitted.",
            (
                Held(Column("piece", str, "The piece; none when the viewer does not know it.")),
                Held(Column("steps_now", int, "Its steps then."), "steps"),
                Held(Column("left", int, "What was left in supply.")),
            ),
        ),
    ),
    words="[{piece:capital}][A hidden {back}] refitted[, now {steps:step}, {track}: {left} left]",
)


@dataclass(frozen=True)
class Refit:
    side: str
    ship: str


def refit(umpire: Umpire, order: Refit) -> None:
    """One step, or two on a roll of 5 or 6, as far as the stores go."""
    insist_turn(umpire, order.side, f"{NAME} 2")
    state = umpire.state
    steps = min(
        2 if umpire.roll(6, "the dockyard", rule=f"{NAME} 2") >= 5 else 1, state.tracks["stores"].value
    )
    umpire.tell(
        PieceRefitted(
            rule=f"{NAME} 2",
            piece=order.ship,
            steps=state.pieces[order.ship].steps + steps,
            track="stores",
            left=state.tracks["stores"].value - steps,
        )
    )


SHIPS = ("lion", "ghost")
SCENARIO = lay(
    NAME,
    "Refits",
    sides="red blue",
    board=areas("dock roads", [("dock", "roads")]),
    kinds={"ship": KindData(name="Ship", side="red", back="hull")},
    pieces=[
        PieceData(id="lion", name="HMS Lion", kind="ship", at="dock", steps=2, known_to=("red",)),
        PieceData(
            id="ghost", name="HMS Ghost", kind="ship", at="dock", steps=1, known_to=("red",), seen_by=("red",)
        ),
    ],
    tracks=[TrackData(id="stores", name="Naval stores", value=9, highest=9, side="red")],
)
SYSTEM = build(
    NAME,
    "Refits",
    lambda umpire: umpire.enter_phase(1, "refit", side="red", rule=f"{NAME} 1"),
    [
        OrderKind("refit", Refit, refit, f"{NAME} 2", "Refit a ship."),
        OrderKind("pass", Bare, lambda umpire, order: None, f"{NAME} 1", "Do nothing."),
    ],
    lambda state: [OrderGroup("red", "refit", {}, "ship", SHIPS), OrderGroup("red", "pass", {})],
)


@pytest.fixture
def dock(empty: Cell) -> Iterator[Cell]:
    """A game in which both ships were refitted, and the second refit undone."""
    with registered(KIND):
        empty.done("new", NAME, "--seed", "1")
        empty.done("order", "refit", "lion")
        empty.done("order", "refit", "ghost")
        empty.done("undo", "--because", "the ghost is at sea", "--yes")
        yield empty


def refits(events: list[Any]) -> list[PieceRefitted]:
    return [event for event in events if isinstance(event, PieceRefitted)]


def played(*rolls: int) -> Table:
    """A game with a refit of the Lion for each roll."""
    table = Table(NAME, "toy", dice="scripted")
    for roll in rolls:
        table.order("refit", ship="lion", dice=[roll])
    return table


def test_it_is_stored_and_replayed(dock: Cell) -> None:
    lion, ghost = refits(dock.events())
    assert (lion.piece, ghost.piece) == SHIPS
    assert lion.steps - 2 == 9 - lion.left
    dock.done("export", "log.jsonl")
    entries = read_log(Path("log.jsonl"))[0]
    assert "piece-refitted.1" in [entry.wire_name for entry in entries]
    state = Game.from_entries(entries[0].game, entries).state
    assert (state.pieces["lion"].steps, state.tracks["stores"].value) == (lion.steps, lion.left)


def test_what_an_undo_strikes_is_as_if_it_had_not_been(dock: Cell) -> None:
    lion, ghost = refits(dock.events())
    game = Game.from_events("0" * 32, dock.events())
    assert lion.number not in game.struck
    assert ghost.number in game.struck
    assert game.state.pieces["ghost"].steps == 1
    assert game.state.tracks["stores"].value == lion.left


def test_each_side_sees_what_it_may_know_of_it(dock: Cell) -> None:
    lion, ghost = refits(dock.events())
    views = {
        side: [view.fields for view in see_log(dock.events(), side) if view.event == "piece-refitted"]
        for side in ("red", "blue")
    }
    own = {"piece": "lion", "steps": lion.steps, "track": "stores", "left": lion.left}
    assert views["red"] == [
        own,
        {"piece": "ghost", "steps": ghost.steps, "track": "stores", "left": ghost.left},
    ]
    assert views["blue"] == [{"back": "hull"}]
    assert (lion.audience, ghost.audience) == (None, ("red",))


def test_its_line_stands_in_the_log_and_in_the_derivation(dock: Cell) -> None:
    lion, ghost = refits(dock.events())
    line = f"HMS Lion refitted, now {lion.steps} steps, Naval stores: {lion.left} left"
    assert line in dock.done("log").out
    assert f"{line} ({NAME} 2)" in dock.done("explain", str(lion.number)).out
    seen = dock.done("log", "--as", "blue").out
    assert "A hidden hull refitted" in seen
    assert "Lion" not in seen
    assert "Ghost" not in seen
    assert "No longer in force" in dock.done("explain", str(ghost.number)).out


def test_an_audit_runs_it_again(dock: Cell) -> None:
    dock.done("close", "--yes")
    assert dock.done("audit", "--json").json["verdict"] == "verified"


@pytest.mark.parametrize("changes", [{"steps": 4}, {"left": 7}, {"piece": "ghost"}, {"procedure": 0}])
def test_an_audit_finds_that_it_was_altered(changes: dict[str, Any]) -> None:
    with registered(KIND):
        game = played(3).session.game
        assert findings(game.log).findings == []
        (refitted,) = refits(game.log)
        log = [msgspec.structs.replace(e, **changes) if e is refitted else e for e in game.log]
        report = audit(enter(game.id, log, GENESIS))
        assert refitted.number in [found.event for found in report.findings]


def test_it_has_a_table_of_its_own_in_the_read_model(dock: Cell) -> None:
    lion, ghost = refits(dock.events())
    dock.done("read-model", "white.db")
    columns = "number, side, rule, piece, steps_now, left, in_force"
    assert [tuple(row.values()) for row in query(Path("white.db"), f"SELECT {columns} FROM refits")] == [
        (lion.number, "red", f"{NAME} 2", "lion", lion.steps, lion.left, 1),
        (ghost.number, "red", f"{NAME} 2", "ghost", ghost.steps, ghost.left, 0),
    ]
    dock.done("read-model", "blue.db", "--as", "blue")
    assert query(Path("blue.db"), "SELECT piece, steps_now FROM refits") == [
        {"piece": None, "steps_now": None}
    ]


def test_odds_are_computed_over_it_and_leave_the_table_as_it_was() -> None:
    with registered(KIND):
        state = played().session.state
        found = odds(SYSTEM, state, [Order("red", "refit", {"ship": "lion"})], "red")
        assert found.exact
        assert [(each.tracks, round(each.probability, 4)) for each in found.outcomes] == [
            ({"stores": -1}, 0.6667),
            ({"stores": -2}, 0.3333),
        ]
        assert (state.pieces["lion"].steps, state.tracks["stores"].value) == (2, 9)


def test_no_other_module_knows_of_it() -> None:
    told = [
        path.relative_to(ROOT)
        for folder in ("domain", "adjudication", "reports", "cli", "tests")
        for path in (ROOT / folder).rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in ("PieceRefitted", "piece-refitted"))
    ]
    assert told == [Path(__file__).relative_to(ROOT)]


def test_it_is_known_only_as_long_as_it_is_registered() -> None:
    with registered(KIND):
        game = played(3).session.game
        entries = enter(game.id, game.log, GENESIS)
        (refitted,) = refits(game.log)
        assert PieceRefitted in KIND_OF
    assert PieceRefitted not in KIND_OF
    stored = entries[refitted.number - 1]
    with pytest.raises(BadLog, match=r"there is no event called 'piece-refitted\.1'"):
        read_event(stored.wire_name, stored.body, stored.number)
