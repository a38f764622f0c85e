"""What is looked at after each step: every command that reads, and what must hold of the game itself."""

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import to_builtins

from adjudication.audits.audit import audit
from domain.events import Event
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from domain.ledger.store import Ledger
from domain.table.dice import secret_from_seed
from domain.texts import strings_in
from domain.views.view import WHITE, knows, see, see_log
from reports.words.then import words_then
from tests.builders import check_conservation, table
from tests.histories.room import FACILITATOR, Command, Room, Said
from tests.histories.steps import At
from tests.worlds.eyes import text_of
from tests.worlds.rearranging import unknown_since_the_beginning


class Fault(NamedTuple):
    """Something that must not be. what: which check found it; sign: what is the same when it is found again;
    told: all there is to say."""

    what: str
    sign: str
    told: str


Look = Callable[[At, str], "list[tuple[str, ...]]"]
"""The commands with which somebody looks: the white cell, or one whose side it is."""


GAME = "{game}"
"""In a command the name of the game that is played on."""


def plain(*words: str) -> Look:
    """A command that anybody may give, with whose eyes it looks."""

    def lines(at: At, viewer: str) -> list[tuple[str, ...]]:
        return [(*words, *as_viewer(viewer))]

    return lines


def as_viewer(viewer: str) -> tuple[str, ...]:
    return ("--as", viewer)


def of_white(*words: str) -> Look:
    """A command of the white cell alone."""

    def lines(at: At, viewer: str) -> list[tuple[str, ...]]:
        return [words] if viewer == WHITE else []

    return lines


def explain(at: At, viewer: str) -> list[tuple[str, ...]]:
    """Why some of the last events happened, and one of any time."""
    lines = len(at.game.log) if viewer == WHITE else len(see_log(at.game.log, viewer))
    if not lines:
        return []
    some = {lines, max(1, lines - at.chance.randrange(12)), at.chance.randint(1, lines)}
    return [("explain", str(line), *as_viewer(viewer)) for line in sorted(some)]


def pieces(at: At, viewer: str) -> list[tuple[str, ...]]:
    return [
        ("pieces", *as_viewer(viewer), *at.some([(), ("--json",)])),
        ("pieces", "--at", at.space(), *as_viewer(viewer)),
    ]


def odds(at: At, viewer: str) -> list[tuple[str, ...]]:
    """What an order of the list may bring."""
    legal = at.session.legal() if not at.state.procedures else None
    if not legal:
        return []
    order = legal.sample(at.chance)
    typed = [f"{key}={value}" for key, value in order.arguments.items() if isinstance(value, str | int)]
    if len(typed) < len(order.arguments):
        return []
    side = ("--side", order.side) if order.side else ()
    return [("odds", order.name, *typed, *side, "--samples", "20", *as_viewer(viewer))]


def ruling_listed(at: At, viewer: str) -> list[tuple[str, ...]]:
    orders = at.session.orders_in_force()
    return [("ruling", str(at.some(orders[-8:]).number))] if orders and viewer == WHITE else []


def map_drawn(at: At, viewer: str) -> list[tuple[str, ...]]:
    return [("map", "--svg", "map.svg", "--force", *as_viewer(viewer))]


def brief(at: At, viewer: str) -> list[tuple[str, ...]]:
    if viewer == WHITE:
        return [("brief", "--all", "--format", "md", "--folder", "briefs", "--force")]
    ending = at.some(["html", "md"])
    return [("brief", viewer, "--out", f"brief.{ending}", "--force")]


def review(at: At, viewer: str) -> list[tuple[str, ...]]:
    ending = at.some(["html", "md"])
    if viewer == WHITE:
        more = at.some([(), ("--audience", "senior"), ("--annex",)])
        return [("aar", *more, "--out", f"review.{ending}", "--force")]
    return [("aar", "--audience", viewer, "--out", f"review.{ending}", "--force")]


def read_model(at: At, viewer: str) -> list[tuple[str, ...]]:
    """The read model, refreshed from step to step."""
    return [("read-model", f"{viewer}-{GAME}.db", "--game", GAME, *as_viewer(viewer))]


def compare(at: At, viewer: str) -> list[tuple[str, ...]]:
    return [("compare", "game", GAME, "--out", "compared.md", "--force")] if viewer == WHITE else []


LOOKS: Mapping[str, Look] = {
    "status": plain("status"),
    "status as data": plain("status", "--json"),
    "map": plain("map", "--legend"),
    "map drawn": map_drawn,
    "pieces": pieces,
    "orders": plain("orders"),
    "orders as data": plain("orders", "--json"),
    "log": plain("log", "--all"),
    "log as data": plain("log", "--json"),
    "explain": explain,
    "odds": odds,
    "notes": plain("note"),
    "messages": plain("message"),
    "injects": plain("inject"),
    "question": of_white("answer"),
    "clock": of_white("clock"),
    "options": of_white("option"),
    "house rules": of_white("house-rule"),
    "declared": of_white("declare"),
    "roster": of_white("roster"),
    "tables": of_white("tables"),
    "kinds": of_white("kinds"),
    "games": of_white("games"),
    "opened orders": of_white("open-orders"),
    "rulings": ruling_listed,
    "brief": brief,
    "review": review,
    "read model": read_model,
    "audit report": of_white("audit", "--report", "audited.md", "--force"),
    "compare": compare,
}
DEAR = ("review", "read model", "odds", "audit report", "compare", "map drawn", "brief")
"""Looks that take long: fewer of them."""
OF_NOW = ("status", "map", "pieces", "orders")
"""Commands that tell of the table as it is, and of nothing that was known earlier."""
SEEN_BY_SIDES = ("map.svg", "brief.html", "brief.md", "review.html", "review.md")
"""Files that may be written for a side."""


def viewers(at: At) -> list[str]:
    return [WHITE, *at.state.players()]


def who_looks(at: At, viewer: str) -> list[tuple[str, ...]]:
    """In whose name somebody looks: the facilitator's, the player's or the observer's."""
    if not at.seated:
        return [()]
    if viewer == WHITE:
        return [("--by", FACILITATOR)]
    people = [name for name, seat in at.state.cell.seats.items() if seat.side == viewer]
    return [("--by", each) for each in (FACILITATOR, *people)]


def looked(room: Room, at: At, name: str, viewer: str) -> Iterator[Fault]:
    """The faults of a look."""
    for words in LOOKS[name](at, viewer):
        by = at.some(who_looks(at, viewer))
        before = [(room.folder / file) for file in SEEN_BY_SIDES if (room.folder / file).exists()]
        for file in before:
            file.unlink()
        words = tuple(word.replace(GAME, room.name) for word in words)
        said = room.type(Command((*words, *by)))
        wrong = ended_badly(said, (0, 2, 3))
        if wrong is not None:
            yield wrong
            continue
        if viewer != WHITE:
            yield from leaks(room, at, said, viewer)


def ended_badly(said: Said, codes: tuple[int, ...] = (0, 2)) -> Fault | None:
    """The fault of a command that ended otherwise than a command may end."""
    line = said.command.line()
    if said.fault is not None:
        trace = said.fault.__traceback__
        where = "?"
        while trace is not None:
            where = f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}"
            trace = trace.tb_next
        sign = f"{type(said.fault).__name__} at {where}"
        return Fault(said.command.words[0], sign, f"{line}\n{said.fault!r} at {where}")
    if said.code not in codes:
        first = (said.out + said.err).strip()[:2_000]
        return Fault(said.command.words[0], f"exit {said.code}", f"{line}\nexit {said.code}: {first}")
    if said.code == 2 and not said.err.strip():
        return Fault(said.command.words[0], "refused without a word", line)
    if re.search(r"Traceback|object at 0x|<class|could not be|\bNone\b.*\bNone\b", said.err):
        return Fault(said.command.words[0], "odd words", f"{line}\n{said.err}")
    return None


def leaks(room: Room, at: At, said: Said, viewer: str) -> Iterator[Fault]:
    """What a side was shown and may not know: names of pieces that are hidden from it."""
    text = said.out + said.err
    for name in SEEN_BY_SIDES:
        if (room.folder / name).exists():
            text += (room.folder / name).read_text()
    if said.command.words[0] == "read-model" and said.code == 0:
        with sqlite3.connect(room.folder / said.command.words[1]) as database:
            text += "\n".join(database.iterdump())
        database.close()
    hidden = {each.id for each in unknown_since_the_beginning(list(at.game.log), viewer)}
    if said.command.words[0] in OF_NOW:
        hidden |= {id for id, piece in at.state.pieces.items() if not knows(viewer, piece.known_to)}
    for number in room.told & {*range(1, len(at.game.log) + 1)}:
        hidden -= strings_in(to_builtins(at.game.event(number)))
    for found in at.state.tables.values():  # charts lie open
        hidden -= strings_in(to_builtins(found.data))
    hidden -= {*at.state.kinds, *at.state.board.spaces, *at.state.tables}  # no secrets, whatever is called so
    typed = " ".join(said.command.words)
    words = {*re.findall(r"[\w-]+", text)} - {*re.findall(r"[\w-]+", typed)}
    told = sorted(id for id in hidden & words if re.search(r"[\d-]", id))
    if told:
        lines = [line[:400] for line in text.splitlines() if any(id in line for id in told)][:4]
        where = "\n".join([f"{said.command.line()}: {told}", *lines])
        yield Fault("leak", f"{said.command.words[0]} to a side", where)


# --- what must hold of the game itself ---------------------------------------------------------------


def everything(game: Game) -> dict[str, Any]:
    """All that a state says, and what each side sees of it."""
    state = game.state
    return {
        **table(state),
        "marks for": dict(state.marks_for),
        "struck": dict(game.struck),
        "seats": repr(state.cell.seats),
        **{f"seen by {side}": text_of(see(state, side)) for side in (WHITE, *state.sides)},
    }


def rebuilt(room: Room, at: At) -> Iterator[Fault]:
    """The game that the last command held, the one on disk and one made of its events are the same."""
    log = list(at.game.log)
    stored = everything(at.game)
    if room.live is not None and room.live.log == log:
        yield from _differ("live", everything(room.live), stored)
    yield from _differ("rebuilt", everything(Game.from_events(at.game.id, log)), stored)


def _differ(which: str, one: dict[str, Any], other: dict[str, Any]) -> Iterator[Fault]:
    for key, value in one.items():
        if value != other[key]:
            yield Fault(
                which, key, f"{which}: {key}\n{str(value)[:1500]}\n-- or --\n{str(other[key])[:1500]}"
            )


def conserved(room: Room, at: At) -> Iterator[Fault]:
    try:
        check_conservation(at.state)
    except AssertionError as wrong:
        yield Fault("conserved", str(wrong).partition("\n")[0][:60], str(wrong))


def audited(room: Room, at: At) -> Iterator[Fault]:
    """The audit finds nothing."""
    secret = secret_from_seed(room.start.seed) if at.game.opened.forked_from is None else None
    report = audit(enter(at.game.id, at.game.log, GENESIS), secret=secret)
    for finding in report.findings:
        sign = re.sub(r"\d+", "N", finding.message)[:70]
        yield Fault("audit", f"{finding.kind}: {sign}", repr(finding))


Past = dict[str, tuple[int, dict[int, tuple[Any, ...]]]]
"""What each viewer read when they last looked: after how many events, and each line."""


def past(at: At, viewer: str, before: Past) -> Iterator[Fault]:
    """A line that was read once reads the same for ever."""
    log: list[Event] = list(at.game.log)
    views = see_log(log, viewer)
    words = words_then(log, views, viewer)
    now = {view.line: (view.event, text_of(view.fields), words.get(view.line)) for view in views}
    count, then = before.get(viewer, (0, {}))
    before[viewer] = (len(log), now)
    for line, read in then.items():
        if now.get(line) != read:
            told = f"line {line} for {viewer}, after {count} events\n{read}\n-- after {len(log)} events --"
            yield Fault("past", f"{read[0]}", f"{told}\n{now.get(line)}")
            return


def round_trip(room: Room, at: At) -> Iterator[Fault]:
    """A log that is written out and taken in somewhere else has the same head."""
    file = room.folder / "taken.jsonl"
    other = room.folder / "elsewhere.db"
    for path in (file, other):
        path.unlink(missing_ok=True)
    by = ("--by", FACILITATOR) if at.seated else ()
    out = room.type(Command(("export", file.name, "--force", *by)))
    taken = room.type(Command(("import", file.name, "--db", other.name, "--json")))
    for said in (out, taken):
        wrong = ended_badly(said, (0,))
        if wrong is not None:
            yield wrong
            return
    ledger = Ledger(str(other))
    try:
        desk = ledger.desk()
        entries = ledger.entries(desk.game_id(None))
    finally:
        ledger.close()
    if entries != room.log():
        yield Fault("round trip", "another log", "the log that was taken in is another one")


CHECKS: Mapping[str, Callable[[Room, At], Iterator[Fault]]] = {
    "rebuilt": rebuilt,
    "conserved": conserved,
    "audited": audited,
    "round trip": round_trip,
}
