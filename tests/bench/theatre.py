"""A theatre at the size of the largest games: 600 pieces, 500 hexes, 10,000 events, fog."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from adjudication.audits.audit import audit
from adjudication.engine.orders import Order, OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import BoardData, HexLayout, KindData, PieceData, SpaceData, TrackData
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from domain.ledger.store import Ledger
from domain.table.dice import secret_from_seed
from domain.table.marks import Mark
from domain.table.state import State
from domain.views.view import see, see_log
from reports.review import render_aar
from tests.bench import Measured, bench, best
from tests.table import Table
from tests.toys.kit import Bare, build, insist, insist_turn, lay

NAME = "toy-theatre"
SECRET = secret_from_seed(1)
GAME = "0" * 31 + "3"
SIDES = ("blue", "red")
OTHER = {"blue": "red", "red": "blue"}
COLUMNS, ROWS, PIECES, REACH, EVENTS = 25, 20, 300, 80, 10_000
SORTIES = 50
"""Orders of a side before it is the other's turn."""


@dataclass(frozen=True)
class March:
    side: str
    unit: str
    to: str


def hexes() -> tuple[SpaceData, ...]:
    return tuple(
        SpaceData(
            f"{column:02}{row:02}", terrain=("sea", "land", "hills")[column // 9], column=column, row=row
        )
        for column in range(1, COLUMNS + 1)
        for row in range(1, ROWS + 1)
    )


def pieces() -> Iterator[PieceData]:
    spaces = hexes()
    for side in SIDES:
        for n in range(PIECES):
            at = spaces[(7 * n + 250 * (side == "red")) % len(spaces)].id
            kind = f"{('ship', 'wing', 'brigade')[n % 3]}-{side}"
            known_to = (side,) if n % 4 else None
            yield PieceData(f"{side}-{n}", kind, at, steps=4, name=f"{side.title()} {n}", known_to=known_to)


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "march", side="blue", rule=f"{NAME} 1")


def reach(state: State, unit: str) -> tuple[str, ...]:
    """Where a unit may march: the hexes nearest to it in the order of the map."""
    spaces = tuple(state.board.spaces)
    at = spaces.index(state.pieces[unit].place)
    start = max(0, min(at - REACH // 2, COLUMNS * ROWS - REACH))
    return spaces[start : start + REACH]


def legal(state: State) -> Iterator[OrderGroup]:
    for id, piece in state.pieces.items():
        if piece.side == state.side:
            yield OrderGroup(state.side, "march", {"unit": id}, "to", reach(state, id))
    yield OrderGroup(state.side, "pass", {})


def march(umpire: Umpire, order: March) -> None:
    """A march, a search of one die for an enemy of that hex, who is seen or lost from sight by it."""
    state, side = umpire.state, order.side
    insist_turn(umpire, side, f"{NAME} 1")
    insist(state.pieces[order.unit].side == side, f"{NAME} 2", "That is no unit of yours.")
    insist(order.to in reach(state, order.unit), f"{NAME} 2", "That is too far.")
    umpire.move(order.unit, order.to, rule=f"{NAME} 2")
    face = umpire.roll(10, "search", rule=f"{NAME} 3")
    for id in state.at.get(order.to, ()):
        if state.pieces[id].side != side:
            umpire.reveal(id, rule=f"{NAME} 3") if face > 4 else umpire.hide(
                id, known_to=(OTHER[side],), rule=f"{NAME} 3"
            )
            break
    if face == 10:
        umpire.score(f"vp-{side}", 1, rule=f"{NAME} 4")
    umpire.mark(order.unit, Mark[object]("marched"), state.number, rule=f"{NAME} 2")


def over(umpire: Umpire, order: Bare) -> None:
    """The other side's turn."""
    insist_turn(umpire, order.side, f"{NAME} 1")
    turn = umpire.state.turn + (order.side == "red")
    umpire.enter_phase(turn, "march", side=OTHER[order.side], rule=f"{NAME} 1")


SCENARIO = lay(
    NAME,
    "Theatre",
    sides="blue red",
    board=BoardData(name="Theatre", layout=HexLayout(), spaces=hexes()),
    kinds={
        f"{sort}-{side}": KindData(
            name=f"{side.title()} {sort}",
            side=side,
            group=f"{side}-{sort}",
            back=f"{sort}?",
            values={"attack": 3},
        )
        for side in SIDES
        for sort in ("ship", "wing", "brigade")
    },
    pieces=tuple(pieces()),
    tracks=[TrackData(f"vp-{side}", f"{side.title()} points", 0, 0, 999) for side in SIDES],
)
SYSTEM = build(
    NAME,
    "Theatre",
    begin,
    [
        OrderKind("march", March, march, f"{NAME} 2", "March a unit."),
        OrderKind("pass", Bare, over, f"{NAME} 1", "End your turn."),
    ],
    legal,
)


@cache
def played() -> Game:
    """The game, some 10,000 events long."""
    session = Table(NAME, "toy", game=GAME, name="bench").session
    nth = 0
    while len(session.game.log) < EVENTS or session.state.side != "blue":
        nth += 1
        side = session.state.side
        if nth % SORTIES == 0:
            session.order(Order(side, "pass", {}))
        else:
            unit = f"{side}-{nth * 11 % PIECES}"
            to = reach(session.state, unit)[nth * 13 % REACH]
            session.order(Order(side, "march", {"unit": unit, "to": to}))
    return session.game


@cache
def _folder() -> Path:
    """Where the game lies in a ledger of its own."""
    folder = Path(tempfile.mkdtemp())
    ledger = Ledger(str(folder / "whitecell.db"))
    ledger.start(Game.from_events(GAME, played().log), "bench", SECRET)
    ledger.close()
    return folder


def _command(*arguments: str) -> Callable[[], None]:
    """A command on the game, without the start of the process."""
    from typer.testing import CliRunner

    from cli.main import app

    folder = _folder()

    def run() -> None:
        with chdir(folder), patch("sys.stderr", StringIO()):
            result = CliRunner().invoke(app, list(arguments))
        assert result.exit_code == 0, result.output

    return run


@bench
def theatre_orders_of_a_side() -> Measured:
    return Measured(
        "theatre: `orders --as blue` of 24,001 orders",
        best(_command("orders", "--as", "blue"), 3),
        "s",
        at_most=0.5,
    )


@bench
def theatre_orders() -> Measured:
    return Measured("theatre: `orders`", best(_command("orders"), 3), "s", at_most=0.5)


@bench
def theatre_view() -> Measured:
    state = played().state
    return Measured("theatre: the table as blue sees it", best(lambda: see(state, "blue")), "s")


@bench
def theatre_log_of_a_side() -> Measured:
    log = played().log
    return Measured(
        "theatre: log of 10,000 events as blue", best(lambda: see_log(log, "blue"), 3), "s", at_most=0.5
    )


@bench
def theatre_log_command() -> Measured:
    return Measured("theatre: `log --as blue`", best(_command("log", "--as", "blue"), 2), "s")


@bench
def theatre_brief() -> Measured:
    run = _command("brief", "blue", "--force")
    return Measured("theatre: `brief --as blue`", best(run, 2), "s", at_most=1)


@bench
def theatre_map() -> Measured:
    run = _command("map", "--as", "blue", "--svg", "map.svg", "--force")
    return Measured("theatre: `map --as blue`", best(run, 2), "s", at_most=1)


@bench
def theatre_audit() -> Measured:
    entries = enter(GAME, played().log, GENESIS)

    def run() -> None:
        report = audit(entries, secret=SECRET)
        assert report.findings == [], report.findings[:3]

    return Measured("theatre: audit of 10,000 events", best(run, 2), "s", at_most=2)


@bench
def theatre_review() -> Measured:
    game = played()
    entries = enter(GAME, game.log, GENESIS)
    report = audit(entries, secret=SECRET)
    took = best(lambda: render_aar(game, entries, report), 1)
    return Measured("theatre: AAR of 10,000 events", took, "s", at_most=6)
