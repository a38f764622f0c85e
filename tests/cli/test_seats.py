"""What a command prints with `--json` is what `seats` answers: the same function, whoever asks."""

import ast
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from typer.main import get_command

from adjudication.engine.register import register
from adjudication.seminar.door import Caller
from cli.main import COMMANDS, app
from domain.events import DieRolled, Event
from domain.game.chain import Entry
from domain.ledger.store import Ledger
from domain.views.masks import identifies
from seats.acting import (
    adding,
    answering,
    arguing,
    by_hand,
    chances,
    clocks,
    correcting,
    declaring,
    forking,
    hand_acts,
    house,
    injects,
    messages,
    noting,
    opened_orders,
    opening_play,
    ordering,
    phases,
    roster,
    ruling,
    submitting,
)
from seats.acting.acted import Acted, answer
from seats.dialogue.amounts import estimates
from seats.dialogue.orders import by_number
from seats.looking import (
    audit,
    board,
    briefs,
    games,
    log,
    odds,
    orders,
    review,
    rules,
    status,
    talk,
)
from seats.looking.clocks import clock_data, clock_told
from seats.seat.seat import Seat, acts, entries_of, leads, looks
from tests.cli.conftest import Cell
from tests.test_layers import ROOT, SOURCES
from tests.worlds.typing import at_one_time

# --- every answer comes from a function of `seats` ---------------------------------------------------

STILL_COMPUTED = {
    "cli.game.demo": 2,
    "cli.game.rules": 1,
    "cli.review.compare": 1,
    "cli.review.read_model": 1,
    "cli.review.study": 1,
}
"""Modules that still make what they print, and how many times; nothing of it is asked at a seat."""


def from_seats(tree: ast.AST) -> set[str]:
    """The names that a module takes from `seats`, under which it calls them."""
    return {
        each.asname or each.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "seats"
        for each in node.names
    }


def answered(value: ast.expr, names: set[str], function: ast.AST) -> bool:
    """Whether an expression is what a function of those names gave."""
    if isinstance(value, ast.IfExp):
        return answered(value.body, names, function) and answered(value.orelse, names, function)
    if isinstance(value, ast.Call):
        called = value.func
        while isinstance(called, ast.Attribute):
            called = called.value
        return isinstance(called, ast.Name) and called.id in names
    if not isinstance(value, ast.Name):
        return False
    given = [
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == value.id for target in node.targets)
    ]
    return bool(given) and all(answered(each, names, function) for each in given)


def computed(source: str) -> int:
    """How many values a module prints as JSON that no function of `seats` gave."""
    tree = ast.parse(source)
    names = from_seats(tree)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return sum(
        not answered(node.args[0], names, function)
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "show_json"
    )


def test_every_command_prints_what_seats_answers() -> None:
    found = {name: computed(source) for name, source in SOURCES.items() if name.startswith("cli.")}
    assert {name: count for name, count in found.items() if count} == STILL_COMPUTED


def test_what_a_command_makes_itself_is_found() -> None:
    source = (
        "from seats.looking.log import log as log_of\n"
        "def right(seat):\n    told = log_of(seat)\n    show_json(told)\n    show_json(log_of(seat))\n"
        "def wrong(seat):\n    told = {}\n    show_json(told)\n    show_json({**log_of(seat)})\n"
    )
    assert computed(source) == 2


# --- and it is the same ------------------------------------------------------------------------------


@contextmanager
def seated(database: Path, name: str | None, caller: Caller) -> Iterator[Seat]:
    """A seat as a program opens it that is no terminal."""
    ledger = Ledger(str(database))
    try:
        desk = ledger.desk()
        yield Seat(ledger, desk, desk.game_id(name), caller)
    finally:
        ledger.close()


def plain(value: Any) -> Any:
    """An answer as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=str))


class Case(NamedTuple):
    """A command line, and the same asked or done at a seat. before: lines that are typed first."""

    words: Sequence[str]
    call: Callable[[Seat], Any]
    caller: Caller = looks("")
    before: Sequence[Sequence[str]] = ()
    game: str = "ramadi"


def _act(what: Callable[[Seat], Acted]) -> Callable[[Seat], Any]:
    return lambda seat: answer(what(seat))


def _by_hand(build: by_hand.Build, because: str = "Seminar") -> Callable[[Seat], Any]:
    said = by_hand.Said(because, "house", "", None)
    return _act(lambda seat: by_hand.give(seat, build, said))


def _argued(seat: Seat) -> Acted:
    from adjudication.engine.by_hand.matrix import method_of, methods

    how = method_of(arguing.USUAL, methods(None))
    told = {"success": "", "failure": "", "narrate": False}
    said = arguing.said_for("for", ["Orsk: They are unpaid"], how)
    judged: dict[str, Any] = {"estimates": {}, "percent": None, "votes": {}}
    argument = {"action": "They sail", "method": how, "actor": "", "arguments": said, **judged, **told}
    argument, more = arguing.checked(seat, argument)
    said_with = by_hand.Said("Seminar", "house", "", None)
    return by_hand.give(seat, lambda _: ("hand-argue", argument), said_with, **more)


def _ruled(seat: Seat) -> Acted:
    event = last_die(seat.game.log)
    made = ruling.Ruling(seat, event, "1")
    made.check(())
    return made.record(made.foreseen(), "Seminar")


def last_die(events: Sequence[Event]) -> Event:
    """The die that was rolled last."""
    return next(each for each in reversed(events) if isinstance(each, DieRolled))


def _chance(seat: Seat) -> Acted:
    used = chances.used(estimates(["Ash=40%", "Bey=70%"]))
    build, said = chances.thrown(seat, used, "Does the dam hold?", by_hand.Said("Silent", "house", "", None))
    return by_hand.give(seat, build, said, **chances.heard(used))


def _opened(seat: Seat) -> Acted:
    act = opened_orders.OpenedOrders(seat, (), "", "")
    act.open([], False, ())
    return act.listed()


def _reviewed(seat: Seat) -> Any:
    from cli.terminal.progress import progress

    entries = entries_of(seat)
    made = review.made(review.Logged(seat.name, seat.game, entries, 0), review.Wanted("md"), None, progress)
    return review.review(made, "review.md")


def _audited(seat: Seat) -> Any:
    from contextlib import nullcontext

    found = audit.audit_of_game(
        seat.ledger,
        seat.desk,
        seat.game.id,
        entries_of(seat),
        {},
        lambda _: {"heads": (), "commitment": "", "scenario": None},
        lambda _: nullcontext(lambda count: None),
    )
    return audit.audit(found)


def _briefed(seat: Seat) -> Any:
    (listed,) = briefs.briefs_listed(seat, "isf", False, False)
    return briefs.briefs([briefs.brief(briefs.made(seat, listed, "html", None), "b.html")], False)


def _entries(seat: Seat) -> Sequence[Entry]:
    return entries_of(seat)


LED, ISF = leads(""), looks("", "isf")
HEARD = ("ruling", "--hear", "Ash=40%", "--hear", "Bey=70%")
FREEFORM = (("new", "freeform", "--scenario", "strait", "--name", "strait", "--seed", "3"),)
AWAITING = (("new", "ramadi", "--name", "late", "--await-words", "--seed", "3"),)
ASKED = (*FREEFORM, ["next"], ["order", "act", "--side", "verrin", "intent=Wait"])

LOOKS = (
    Case(["status"], status.status),
    Case(["status", "--as", "isf"], status.status, ISF),
    Case(["log", "--last", "9"], lambda seat: log.log(seat, 9)),
    Case(["log", "--as", "isf", "--turn", "1"], lambda seat: log.log(seat, None, 1), ISF),
    Case(["explain", "20"], lambda seat: log.explain(seat, 20)),
    Case(["explain", "9", "--as", "isf"], lambda seat: log.explain(seat, 9), ISF),
    Case(["map", "--legend"], lambda seat: board.board_map(seat, legend=True)),
    Case(["map", "--svg", "m.svg"], lambda seat: board.map_written(seat, "m.svg")),
    Case(["pieces", "--as", "isf"], board.pieces, ISF),
    Case(["pieces", "cts-1"], lambda seat: board.pieces(seat, ["cts-1"])),
    Case(["kinds"], board.kinds),
    Case(["kinds", "cts"], lambda seat: board.kind(seat, "cts")),
    Case(["tables"], board.tables),
    Case(["tables", "terrain"], lambda seat: board.table(seat, "terrain")),
    Case(["orders"], orders.orders),
    Case(["orders", "--as", "isf", "cts-1"], lambda seat: orders.orders(seat, ["cts-1"]), ISF),
    Case(["orders", "--how", "move"], lambda seat: orders.how(seat, "move")),
    Case(["note"], talk.notes, before=[["note", "insight", "Tea is late"]]),
    Case(
        ["message", "--as", "isf"],
        talk.messages,
        ISF,
        before=[["message", "The dam is mined", "--to", "isf"]],
    ),
    Case(["message", "--forms"], lambda _: talk.message_forms()),
    Case(["inject"], talk.injects, before=[["inject", "It rains", "--to", "all"]]),
    Case(["inject", "--as", "isf"], talk.injects, ISF, before=[["inject", "It rains", "--to", "all"]]),
    Case(["declare"], talk.declared, before=[["declare", "--purpose", "Who holds the bridge?", "--share"]]),
    Case(["declare"], talk.declared),
    Case(["roster"], talk.roster, before=[["roster", "Ada", "--role", "facilitator"]]),
    Case(["house-rule"], talk.house_rules, before=[["house-rule", "H1", "Fog", "--because", "It is"]]),
    Case(["option"], talk.options),
    Case(["clock"], lambda seat: clock_told(seat, _spent(seat))),
    Case(["games"], lambda seat: games.games(seat.desk, lambda id: _beside(seat, id))),
    Case(["rules", "list", "ramadi"], lambda _: rules.rules(register("ramadi"))),
    Case(["rules", "show", "ramadi", "6.5b"], lambda _: rules.rule(register("ramadi"), "6.5b")),
    Case(["odds", "1"], lambda seat: odds.odds(odds.weigh(seat, lambda _: [by_number(seat, 1)]))),
    Case(["luck", "--samples", "50"], lambda seat: odds.luck(seat, odds.find_luck(seat, None, 50)), LED),
    Case(["argue", "--list"], lambda _: arguing.methods_listed(_methods()), LED),
    Case(["answer"], _act(answering.questions), acts(""), ASKED, "strait"),
    Case(["begin", "show"], opening_play.words_promised, before=AWAITING, game="late"),
    Case(["brief", "isf", "--out", "b.html"], _briefed, ISF),
    Case(["aar", "--format", "md", "--out", "review.md"], _reviewed),
    Case(["audit"], _audited, LED),
    Case(
        ["export", "x.jsonl"],
        lambda seat: audit.exported(seat.name, "x.jsonl", _entries(seat)),
        LED,
    ),
    Case(["new", "ramadi", "--options"], lambda _: games.scenario_options("ramadi")),
    Case(["use", "over"], lambda seat: games.bring_to_front(seat.ledger, "over")),
)

ACTS = (
    Case(["order", "1"], _act(lambda seat: ordering.order(seat, by_number(seat, 1))), acts("")),
    Case(
        ["next"],
        _act(lambda seat: phases.end_phase(seat, phases.ending(seat))),
        acts(""),
        FREEFORM,
        "strait",
    ),
    Case(
        ["answer", "succeeds", "--because", "Luck"],
        _act(lambda seat: _answered(seat, ["succeeds"], "Luck")),
        acts(""),
        ASKED,
        "strait",
    ),
    Case(
        ["submit", "--as", "isf", "move unit=cts-1 to=0407"],
        lambda seat: submitting.submit(
            seat, "isf", submitting.orders_said(seat, ["move unit=cts-1 to=0407"], "isf")
        ),
        acts("", "isf"),
    ),
    Case(["open-orders"], _act(_opened), LED, [["submit", "--as", "isf", "--none"]]),
    Case(["change", "isf_vp+1", "--because", "Seminar"], _by_hand(hand_acts.changed(["isf_vp+1"])), LED),
    Case(
        ["roll", "d6", "4+", "--because", "Seminar"], _by_hand(hand_acts.rolled(["d6", "4+"], "Seminar")), LED
    ),
    Case(
        ["look-up", "operations", "die=d6", "--because", "Seminar"],
        _by_hand(hand_acts.looked_up("operations", ["die=d6"])),
        LED,
    ),
    Case(
        ["draw", "pool-ied", "--at", "0407", "--for", "A device", "--because", "Seminar"],
        _by_hand(hand_acts.drawn("pool-ied", "0407", "A device")),
        LED,
    ),
    Case(
        ["add", "track", "Bandwidth", "--because", "Seminar"],
        _by_hand(adding.added("track", adding.Wanted(["Bandwidth"]))),
        LED,
    ),
    Case(
        ["argue", "They sail", "--for", "Orsk: They are unpaid", "--because", "Seminar"], _act(_argued), LED
    ),
    Case(
        [*HEARD, "--about", "Does the dam hold?", "--because", "Silent"],
        _act(_chance),
        LED,
    ),
    Case(
        ["ruling", "DIE", "1", "--because", "Seminar", "--yes"],
        _act(_ruled),
        LED,
        [["roll", "d6", "4+", "--because", "Seminar"]],
    ),
    Case(
        ["undo", "--because", "A slip", "--yes"],
        _act(lambda seat: correcting.undo(correcting.undoing(seat), "A slip")),
        before=[["order", "1"]],
    ),
    Case(
        ["correct", "LO1", "Sharper", "--because", "So"],
        _act(lambda seat: correcting.correct(seat, "LO1", "Sharper", because="So")),
        acts(""),
        [["declare", "--outcome", "LO1=Learn"]],
    ),
    Case(["close", "--yes"], _act(correcting.close), LED),
    Case(
        ["house-rule", "H1", "Fog", "--because", "So"],
        _act(lambda seat: house.adopt(seat, house.house_rule("H1", "Fog"), "So")),
        LED,
    ),
    Case(
        ["option", "drones", "on", "--because", "So"],
        _act(lambda seat: house.adopt(seat, house.option(seat, "drones", "on"), "So")),
        LED,
    ),
    Case(
        ["inject", "It rains", "--to", "all"],
        _act(lambda seat: injects.improvise(seat, "It rains", ["all"])),
        LED,
    ),
    Case(
        ["declare", "--purpose", "Who?"],
        _act(lambda seat: declaring.declare(seat, "Who?", {}, {})),
        LED,
    ),
    Case(["declare", "--marking", "SECRET"], _act(lambda seat: declaring.mark(seat, "SECRET")), LED),
    Case(
        ["roster", "Ada", "--role", "facilitator"],
        _act(lambda seat: roster.take_seat(seat, "Ada", role="facilitator")),
        LED,
    ),
    Case(
        ["message", "Hold", "--to", "isf"],
        lambda seat: messages.sent_data(
            seat, messages.send(seat, *messages.form_meant(None), {"text": "Hold"}, ["isf"])
        ),
        acts(""),
    ),
    Case(["note", "Tea is late"], _act(lambda seat: noting.note(seat, "Tea is late")), LED),
    Case(["clock", "start", "10m"], lambda seat: _clocked(seat, ["start", "10m"]), LED),
    Case(["clock", "pause", "lunch"], lambda seat: _clocked(seat, ["pause", "lunch"]), LED),
    Case(["begin"], _act(opening_play.open_play), before=AWAITING, game="late"),
    Case(
        ["begin", "promise", "--side", "isf", "--digest", "ab" * 32],
        lambda seat: opening_play.promise(seat, "isf", "ab" * 32),
        acts("", "isf"),
        AWAITING,
        "late",
    ),
    Case(["fork", "--at", "20", "--name", "again"], lambda seat: _forked(seat), LED),
)


def _methods() -> Any:
    from adjudication.engine.by_hand.matrix import methods

    return methods(None)


def _spent(seat: Seat) -> Any:
    from domain import wall_clock
    from reports.story.time_spent import clock

    return clock(seat.game, until=wall_clock.now())


def _beside(seat: Seat, id: str) -> Seat:
    return Seat(seat.ledger, seat.desk, id, looks(""))


def _answered(seat: Seat, words: Sequence[str], because: str) -> Acted:
    question = answering.question(seat)
    return answering.answer(seat, question, answering.reply(seat, question, words, because=because))


def _clocked(seat: Seat, said: Sequence[str]) -> Any:
    clocks.clock(seat, said)
    return clock_data(seat)


def _forked(seat: Seat) -> Any:
    new, outcome = forking.fork(seat, 20, "again")
    there = Seat(seat.ledger, seat.ledger.desk(), new.id, looks(""))
    return answer(Acted(there, outcome.events, outcome.questions))


def compare(cell: Cell, case: Case) -> None:
    """The command at a terminal, and the same at a seat on a copy of its database."""
    for line in case.before:
        cell.done(*line)
    there = cell.database.parent / "there"
    there.mkdir()
    for file in cell.database.parent.glob("games.*"):
        shutil.copy(file, there / file.name)
    game = [] if case.words[0] in ("games", "new", "use", "rules") else ["--game", case.game]
    die = str(last_die(cell.events("ramadi")).number)
    words = [die if word == "DIE" else word for word in case.words]
    with at_one_time():
        told = cell.done(*words, *game, "--json").json
        with seated(there / "games.db", case.game, case.caller) as seat:
            assert plain(case.call(seat)) == told


@pytest.mark.parametrize("case", LOOKS, ids=lambda case: " ".join(case.words))
def test_what_is_asked_is_answered_alike(case: Case, cell: Cell) -> None:
    compare(cell, case)


@pytest.mark.parametrize("case", ACTS, ids=lambda case: " ".join(case.words))
def test_what_is_done_is_answered_alike(case: Case, cell: Cell) -> None:
    compare(cell, case)


GAMES = (
    "freeform-strait-random",
    "ignorant-armies-offensives",
    "ows-tutorial-random",
    "ramadi-corrected",
    "somalia-random",
)
"""Recorded games, one of each of these systems."""

EVERYWHERE: tuple[tuple[list[str], Callable[[Seat], Any]], ...] = (
    (["status"], status.status),
    (["log", "--last", "40"], lambda seat: log.log(seat, 40)),
    (["pieces"], board.pieces),
    (["orders"], orders.orders),
    (["note"], talk.notes),
    (["message"], talk.messages),
    (["inject"], talk.injects),
    (["declare"], talk.declared),
)


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_is_looked_at_alike(name: str, empty: Cell) -> None:
    """By the white cell, and with the eyes of every side."""
    empty.done("import", str(ROOT / "tests" / "games" / f"{name}.jsonl"), "--name", "game")
    with seated(empty.database, "game", looks("")) as seat:
        sides = [*seat.game.state.sides]
    for eyes in ("white", *sides):
        for words, call in EVERYWHERE:
            own = [] if words == ["declare"] else ["--as", eyes]
            told = empty.done(*words, *own, "--json").json
            with seated(empty.database, "game", looks("", eyes if own else None)) as seat:
                assert plain(call(seat)) == told, (words, eyes)


def test_a_seat_keeps_warnings_for_whoever_opened_it(cell: Cell, capsys: pytest.CaptureFixture[str]) -> None:
    """A terminal says them at once; nothing else prints anything."""
    with seated(cell.database, "ramadi", LED) as seat:
        state = seat.game.state
        hidden = next(each for each in state.pieces.values() if not identifies(state, "isf", each))
        noting.note(seat, f"Watch {hidden.id}", to=["isf"])
        assert [hidden.name in warning for warning in seat.warnings] == [True]
    assert capsys.readouterr() == ("", "")
    assert "can read this" in cell.done("note", f"Watch {hidden.id}", "--to", "isf").err


NOT_AT_A_SEAT = {
    "compare": "looks at several games",
    "decisions": "takes minutes",
    "demo": "plays a game of its own",
    "import": "takes a log in",
    "play": "plays a game of its own",
    "read-model": "looks at several games",
    "study": "plays games of its own",
    "turning-points": "takes minutes",
    "what-if": "takes minutes",
}
"""Commands that are not tried above, and why."""


def test_every_command_with_an_answer_is_tried() -> None:
    group: Any = get_command(app)
    answer_so = {
        name
        for name in COMMANDS
        if any("--json" in each.opts for each in group.get_command(None, name).params)
    }
    assert answer_so - {case.words[0] for case in (*LOOKS, *ACTS)} == {*NOT_AT_A_SEAT}
