"""No command tells a side, or a player who types for it, one world from another that it cannot tell apart."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from adjudication.engine.session import Session
from domain.events import Event, OrderGiven, SeatTaken
from domain.game.chain import short
from domain.game.game import Game
from domain.game.opening import opening_of
from domain.ledger.store import Ledger
from tests.cli.conftest import Cell
from tests.contract.plays import played
from tests.core.games import SECRET
from tests.thinned import thinned
from tests.worlds.eyes import seat_at
from tests.worlds.rearranging import (
    Log,
    World,
    names_of,
    recommitted,
    renumbered,
    unknown_since_the_beginning,
)
from tests.worlds.test_secret_acts import (
    VIEWER,
    a_hidden_track,
    an_unseen_piece,
    for_the_white_cell_alone,
    judged,
    seminar,
    stated,
)
from tests.worlds.test_worlds import worlds

TRIED = (
    ("freeform strait", "aldmark"),
    ("freeform strait", "council"),
    ("toy-blocks", "green"),
    ("toy-cards", "red"),
    ("toy-detection", "orca"),
    ("toy-reaction", "un"),
    ("toy-sealed", "north"),
    ("toy-three", "blue"),
    ("toy-hunt", "hunter"),
    ("toy-talks", "west"),
    ("toy-minefield", "blue"),
    ("toy-plans", "north"),
    ("ramadi", "isf"),
)


def seated(log: Log) -> Log:
    """The log with a facilitator, and a player of each side, at the table from the start."""
    laid = len(opening_of(log))
    state = seat_at(log).game.state
    people = [SeatTaken(number=-1, name="Ada", role="facilitator")]
    people += [SeatTaken(number=-2 - n, name=f"P-{side}", side=side) for n, side in enumerate(state.sides)]
    return renumbered([*log[:laid], *people, *log[laid:]])


def kept(log: Log, folder: Path) -> Cell:
    """The game of a log in a database of its own, with the seal of its dice."""
    folder.mkdir()
    events = recommitted(log)
    game = Game.from_events(events[0].game, events)  # type: ignore[attr-defined]
    ledger = Ledger(str(folder / "games.db"))
    ledger.start(game, "game", SECRET)
    ledger.close()
    return Cell(folder / "games.db")


def at_rest(log: tuple[Event, ...], chance: random.Random) -> Log:
    """The log up to some order in the middle of the game."""
    given = [event.number for event in log if isinstance(event, OrderGiven) and event.order != "begin"]
    return list(log[: chance.choice(given[len(given) // 4 : len(given) // 2 + 1]) - 1])


def looks(cell: Cell, side: str, hidden: list[str], lines: int) -> Iterator[tuple[str, str]]:
    """All that is shown to the side, and to its player, command by command. (A review tells of the audit too,
    which finds that a log was rewritten; `test_worlds` looks at it without.)"""
    me = ["--by", f"P-{side}"]
    some = hidden[:2] or ["nobody-1"]
    eyes = [
        *(["status"], ["pieces"], ["map"], ["orders"], ["log"], ["message"], ["inject"], ["note"]),
        *(["explain", str(line)] for line in (lines - 3, lines, lines + 1)),
        *([what, "--piece", id] for what in ("pieces", "orders") for id in some[:1]),
        *(
            ["odds", name, f"{key}={id}"]
            for name, key in (("move", "piece"), ("move", "block"))
            for id in some[:1]
        ),
    ]
    for line in eyes:
        as_data = [["--json"]] if line[0] in ("status", "pieces", "orders", "log") else []
        for more in ([], *as_data):
            told = cell(*line, "--as", side, *more)
            yield " ".join([*line, *more]), told.out + told.err
    typed = [
        ["order", "nonsense"],
        ["order", "999999"],
        *(["order", "move", f"{key}={id}", "to=nowhere"] for key in ("piece", "block") for id in some),
        ["undo", "--because", "A slip"],
        ["undo", "3", "--because", "A slip"],
        ["submit", "--as", side, "999999"],
        ["submit", "--as", side, "nonsense"],
        ["message", "--as", side, "--to", *some[:1], "--field", "text=x"],
        ["answer", "1"],
        ["answer", "nonsense"],
        ["change", *some[:1], "steps", "1", "--because", "x"],
        ["change", *some[:1], "to", "nowhere", "--because", "x"],
        ["note", "Hm"],
    ]
    for line in typed:
        told = cell(*line, *me)
        assert told.code == 2, f"{line}: {told.out}"
        yield " ".join([*line, *me]), told.out + told.err
    folder = cell.database.parent
    for words in (
        ["map", "--as", side, "--svg", f"{folder}/map"],
        ["brief", side, "--format", "html", "--out", f"{folder}/brief"],
    ):
        cell.done(*words)
        yield words[0], Path(words[-1]).read_text()
    cell.done("read-model", f"{folder}/model.db", "--as", side)
    with sqlite3.connect(folder / "model.db") as database:
        yield "read model", "\n".join(database.iterdump())


@pytest.mark.parametrize("tried", thinned(TRIED, 4), ids=" ".join)
def test_no_command_tells_worlds_apart(tried: tuple[str, str], tmp_path: Path) -> None:
    name, side = tried
    chance = random.Random(f"{name} {side}")
    log = seated(at_rest(played(name, 2 if name == "ramadi" else 1), chance))
    hidden = sorted(each.id for each in unknown_since_the_beginning(log, side))
    ((what, other),) = worlds(log, side, chance)
    told: list[list[tuple[str, str]]] = []
    for folder, world in (("one", World(log)), ("other", other)):
        cell = kept(world.log, tmp_path / folder)
        bare = {
            str(tmp_path / folder): "",
            cell.events()[0].commitment: "C",
            short(cell.events()[0].commitment): "C",
        }
        told.append([])
        with names_of(world, side):
            seen = len(cell.done("log", "--as", side, "--json").json)
            for words, text in looks(cell, side, hidden, seen):
                for word, instead in bare.items():
                    text = text.replace(word, instead)
                told[-1].append((words, text))
    assert len(told[0]) > 30
    for here, there in zip(*told, strict=True):
        assert here == there, f"{side} tells the worlds apart ({what}) by {here[0]}"


@pytest.mark.parametrize("act", [stated, judged, for_the_white_cell_alone, an_unseen_piece, a_hidden_track])
def test_no_command_tells_of_a_whole_secret_act(act: Callable[[Session], None], tmp_path: Path) -> None:
    """What a player types who may not know of it is answered the same, also while it waits for an answer."""
    told: list[list[tuple[str, str]]] = []
    for name in ("without", "within"):
        session = seminar()
        if name == "within":
            act(session)
        log = seated(list(session.game.log))
        cell = Cell(kept(log, tmp_path / name).database, looks=False)
        commitment = cell.events()[0].commitment
        bare = {str(tmp_path / name): "", commitment: "C", short(commitment): "C"}
        seen = len(cell.done("log", "--as", VIEWER, "--json").json)
        told.append([])
        for words, text in looks(cell, VIEWER, ["diver-1", "ghost-boat"], seen):
            for word, instead in bare.items():
                text = text.replace(word, instead)
            told[-1].append((words, text))
    assert len(told[0]) > 30
    for here, there in zip(*told, strict=True):
        assert here == there, f"{VIEWER} tells of {act.__name__} by {here[0]}"
