"""What somebody types, whoever they are and whatever waits, is answered alike in worlds that they cannot tell
apart; and every command that opens a game lets people in by its door."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

import tests.toys  # noqa: F401  (makes the tiny rule systems known)
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.engine.umpire.names import RuleCodeFault, piece_of
from cli.main import COMMANDS
from domain.errors import Refused
from domain.events import SeatTaken
from domain.game.opening import opening_of
from domain.table.state import State
from seats.looking.odds import as_own
from tests.contract.plays import played
from tests.seminar.games import freeform
from tests.worlds.eyes import seat_at
from tests.worlds.games import moments
from tests.worlds.rearranging import Log, World, names_of, renumbered, unknown_since_the_beginning
from tests.worlds.test_secret_acts import CUT, SECRETIVE, VIEWER, _sealing, judged, seminar, stated
from tests.worlds.test_worlds import worlds
from tests.worlds.typing import WITHOUT_A_GAME, Desk, Words, at_one_time, completions, typed

STRANGER = "Nobody Known"


class Pair(NamedTuple):
    """Two worlds that a side cannot tell apart, and what can be named in them."""

    side: str
    here: Log
    there: World
    words: Words
    rewritten: bool = False
    """Whether the other is the log of the one, rewritten: an audit, of which a review tells, notices that."""


def seated(log: Log) -> Log:
    """The log with a facilitator, and of each side a player and an observer, from the start."""
    laid = len(opening_of(log))
    people = [SeatTaken(number=-1, name="Ada", role="facilitator")]
    for side in seat_at(log).game.state.sides:
        people.append(SeatTaken(number=-1, name=f"P-{side}", side=side))
        people.append(SeatTaken(number=-1, name=f"O-{side}", role="observer", side=side))
    people = [msgspec.structs.replace(each, number=-1 - nth) for nth, each in enumerate(people)]
    return renumbered([*log[:laid], *people, *log[laid:]])


# --- what may wait ---------------------------------------------------------------------------------


def nothing(session: Session, hidden: bool) -> None:
    """Nothing waits; something hidden has happened."""
    if hidden:
        judged(session)


def public_question(session: Session, hidden: bool) -> None:
    """The side's own action waits to be judged."""
    nothing(session, hidden)
    session.order(Order(VIEWER, "act", {"intent": "Patrol the Narrows"}), "Cy")


def covert_act(session: Session, hidden: bool) -> None:
    """A covert action waits to be judged."""
    if hidden:
        stated(session)


def covert_argument(session: Session, hidden: bool) -> None:
    """A covert argument waits to be told."""
    if not hidden:
        return
    method = {"id": "two", "title": "Two dice", "kind": "dice", "dice": [6, 6], "target": 2}
    argument = {"action": CUT, "actor": SECRETIVE, "method": method, "narrate": True}
    session.by_hand("hand-argue", argument, "The table is divided", "Ada", audience=(SECRETIVE,))
    assert session.state.procedures


def sealed_orders(session: Session, hidden: bool) -> None:
    """Another side has sealed its orders, one or two."""
    intents = ("Wait", CUT) if hidden else ("Wait",)
    orders = [Order(SECRETIVE, "act", {"intent": intent}) for intent in intents]
    session.record(partial(_sealing, session, SECRETIVE, orders))


WAITING = (nothing, public_question, covert_act, covert_argument, sealed_orders)


def a_seminar(waiting: Callable[[Session, bool], None]) -> Pair:
    """Worlds of a seminar in which something waits, with and without what is hidden from a side."""
    without, within = seminar(), seminar()
    waiting(without, False)
    waiting(within, True)
    here, there = (seated(list(session.game.log)) for session in (without, within))
    words = Words(
        own=VIEWER,
        other=SECRETIVE,
        hidden=("diver-1", "ald-divers"),
        known=("ver-envoy", "ald-envoy"),
        space="narrows",
        last=len(here),
        orders=(
            "act intent=Wait",
            "proceed",
            "move piece=ver-envoy to=narrows",
            "move piece=diver-1 to=narrows",
        ),
    )
    return Pair(VIEWER, here, World(there), words)


def a_game(name: str, seed: int, asked: bool) -> Iterator[Pair]:
    """Worlds of a game of a rule system, while nothing is asked of anybody, or something is."""
    chance = random.Random(f"{name} {seed} door")
    for log in moments(played(name, seed), 1, chance):
        state = seat_at(log).game.state
        if bool(state.procedures) is not asked or state.verdict is not None:
            continue
        for side in state.sides:
            here = seated(log)
            for _, there in worlds(here, side, chance):
                yield Pair(side, here, there, _words_of(here, side), rewritten=True)
        return


def _words_of(log: Log, side: str) -> Words:
    state = seat_at(log).game.state
    hidden = sorted(each.id for each in unknown_since_the_beginning(log, side))[:2]
    own = [piece.id for piece in state.pieces.values() if piece.side == side]
    space = next(iter(state.board.spaces))
    kinds = [
        f"{name} {next(iter(key for key in ('unit', 'piece', 'block', 'to')))}={(hidden or own or ['x'])[0]}"
        for name in seat_at(log).system.orders
    ]
    return Words(
        own=side,
        other=next((each for each in state.sides if each != side), "white"),
        hidden=hidden or ["ghost-1"],
        known=own[:2] or ["ghost-2"],
        space=space,
        last=len(log),
        orders=kinds[:6],
    )


# --- comparing -------------------------------------------------------------------------------------


def compared(pair: Pair, folder: Path, share: tuple[int, int] = (0, 1)) -> tuple[int, list[str]]:
    """How many outputs were compared for those of the side and for a stranger, and which differ.

    share: the nth of so many parts of all that can be typed.
    """
    nth, parts = share
    with at_one_time():
        here, there = Desk(pair.here, folder / "here"), Desk(pair.there.log, folder / "there")
    lines = list(typed(pair.words, Path("{folder}")))
    lines = [line for line in lines if not (pair.rewritten and line[0] == "aar")]
    count, differing = 0, []
    with at_one_time():
        for person in (f"P-{pair.side}", f"O-{pair.side}", STRANGER):
            for place, line in enumerate(lines):
                if (place + len(person)) % parts != nth:
                    continue
                as_option = place % 3 == 0
                told = here.says(person, line, as_option)
                with names_of(pair.there, pair.side):
                    also = there.says(person, line, as_option)
                count += 1
                if told != also:
                    differing.append(f"{person}: {' '.join(line)}\n{told[1]}\n-- or --\n{also[1]}")
            for place, said in enumerate(completions(pair.words)):
                if (place + len(person)) % parts != nth:
                    continue
                offered = here.completes(person, said)
                with names_of(pair.there, pair.side):
                    others = there.completes(person, said)
                count += 1
                if offered != others:
                    differing.append(f"{person}: {' '.join(said)} <TAB>\n{offered}\n-- or --\n{others}")
        for text in ("status", "1", "yes", "orders"):
            for person in (f"P-{pair.side}", STRANGER):
                shown = here.prompts(person, text)
                with names_of(pair.there, pair.side):
                    other = there.prompts(person, text)
                count += 1
                if shown != other:
                    differing.append(f"{person} at the console: {text}\n{shown}\n-- or --\n{other}")
    return count, differing


SAMPLED = 120
"""One in so many of all that can be typed is tried with every run of the tests."""
GAMES = ("toy-plans", "toy-detection", "toy-sealed", "nineveh", "ramadi")


@pytest.mark.parametrize("waiting", WAITING)
def test_nobody_tells_worlds_apart_by_what_they_type(
    waiting: Callable[[Session, bool], None], tmp_path: Path
) -> None:
    nth = WAITING.index(waiting)
    count, differing = compared(a_seminar(waiting), tmp_path, (nth * 7 % SAMPLED, SAMPLED))
    assert count > 20
    assert not differing, "\n\n".join(differing[:4])


def test_nobody_tells_worlds_of_a_rule_system_apart(tmp_path: Path) -> None:
    pair = next(a_game("toy-plans", 1, asked=True))
    count, differing = compared(pair, tmp_path, (3, SAMPLED))
    assert count > 20
    assert not differing, "\n\n".join(differing[:4])


@pytest.mark.slow
@pytest.mark.parametrize("waiting", WAITING)
def test_nobody_tells_worlds_apart_by_anything_they_type(
    waiting: Callable[[Session, bool], None], tmp_path: Path
) -> None:
    _, differing = compared(a_seminar(waiting), tmp_path)
    assert not differing, "\n\n".join(differing[:4])


@pytest.mark.slow
@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_nobody_tells_worlds_of_any_rule_system_apart(name: str, asked: bool, tmp_path: Path) -> None:
    for nth, pair in enumerate(a_game(name, 1, asked)):
        _, differing = compared(pair, tmp_path / str(nth), (nth, 4))
        assert not differing, "\n\n".join(differing[:4])


def test_who_may_know_is_told_more() -> None:
    """Else the tests above would pass for a program that says nothing at all."""
    words = a_seminar(covert_act)
    one, other = (seat_at(log).game for log in (words.here, words.there.log))
    assert [*one.state.procedures] == []
    assert [*other.state.procedures] != []


# --- the door --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A seminar while a covert action waits."""
    with at_one_time():
        return Desk(a_seminar(covert_act).there.log, tmp_path_factory.mktemp("door") / "desk")


OF_NO_GAME = ("--forms", "--help", "--list", "--register")
"""Options with which a command that opens a game opens none."""


def _lines(name: str) -> list[list[str]]:
    lines = typed(a_seminar(covert_act).words, Path("{folder}"))
    return [line for line in lines if line[0] == name and not {*line} & {*OF_NO_GAME}]


@pytest.mark.parametrize("name", [each for each in COMMANDS if each not in WITHOUT_A_GAME])
def test_every_command_refuses_a_stranger_at_the_door(name: str, desk: Desk) -> None:
    """A command that opens a game and does not ask who comes fails here, whether it is known yet or not."""
    told = [desk.says(STRANGER, line, as_option=True) for line in _lines(name)[:6]]
    refused = f"{STRANGER} is not in the roster"
    assert any(refused in text for _, text in told)
    for code, text in told:
        if name != "games":  # it lists games, and says of each that they are not in its roster
            assert code == 2, text
        assert "aldmark alone" not in text
        assert "Cut Cable" not in text


def test_a_command_is_of_a_game_or_is_listed_with_the_reason() -> None:
    assert {*WITHOUT_A_GAME} <= {*COMMANDS}


LOOKS = (
    ["status"],
    ["map"],
    ["pieces"],
    ["log"],
    ["orders"],
    ["note"],
    ["message"],
    ["inject"],
    ["explain", "3"],
    ["odds", "move", "piece=ver-envoy", "to=narrows"],
)


@pytest.mark.parametrize("line", LOOKS, ids=lambda line: line[0])
@pytest.mark.parametrize("as_json", [False, True])
def test_a_player_looks_with_the_eyes_of_the_seat(line: list[str], as_json: bool, desk: Desk) -> None:
    """Also without --as, and with no others."""
    more = ["--json"] if as_json else []
    own = desk.says("P-verrin", [*line, *more], as_option=True)
    assert own == desk.says("P-verrin", [*line, *more, "--as", "verrin"], as_option=True)
    assert own == desk.says("Ada", [*line, *more, "--as", "verrin"], as_option=True)
    assert own == desk.says("P-verrin", [*line, *more], as_option=False)
    for other in ("aldmark", "white"):
        code, text = desk.says("P-verrin", [*line, *more, "--as", other], as_option=True)
        assert code == 2
        assert "P-verrin sits at Verrin and may not" in text


def test_a_player_speaks_in_no_other_name(desk: Desk) -> None:
    """The screen is the player's: neither the white cell nor another side is spoken for at it."""
    for name in ("Ada", "P-aldmark"):
        code, text = desk.says("P-verrin", ["status", "--by", name], as_option=False)
        assert code == 2
        assert f"P-verrin sits here, at Verrin, and may not speak as {name}." in text
    assert desk.says("P-verrin", ["status", "--by", "O-verrin"], as_option=False)[0] == 0


def test_the_side_of_a_file_is_spoken_for_too(desk: Desk) -> None:
    (desk.folder / "theirs.json").write_text('{"side": "aldmark", "order": {"order": "act", "intent": "x"}}')
    code, text = desk.says("P-verrin", ["order", "--file", "theirs.json"], as_option=True)
    assert code == 2
    assert "P-verrin sits at Verrin and may not speak for Aldmark." in text


def test_a_player_completes_own_orders_alone(tmp_path: Path) -> None:
    with at_one_time():
        planning = Desk(seated(list(freeform("strait").game.log)), tmp_path / "desk")
    assert "piece=ver-envoy" in planning.completes("P-verrin", ["order", "--side", "verrin", "move"])
    offered = planning.completes("P-verrin", ["order", "move"])
    assert "piece=ver-envoy" in offered
    assert "piece=ald-" not in offered
    assert planning.completes("P-verrin", ["order", "--side", "aldmark", "move"]).strip() == ""
    assert planning.completes(STRANGER, ["order", "move"]).strip() == ""
    offered = planning.completes("Ada", ["order", "--side", "verrin", "move"])
    assert "piece=ver-envoy" in offered
    assert "piece=ald-" not in offered


def test_a_fault_of_rule_code_in_the_odds_of_a_side_names_nothing() -> None:
    """It is one of the table as the side supposes it to be, and may name what the side does not know."""
    seat = seat_at(a_seminar(nothing).there.log)
    for hidden in ("diver-1", "no-such-mole"):
        with pytest.raises(Refused, match="may not know") as refused, as_own(seat, VIEWER):
            piece_of(State(), hidden, "")
        assert hidden not in refused.value.sentence
        with pytest.raises(RuleCodeFault, match=hidden), as_own(seat, ""):
            piece_of(State(), hidden, "")
