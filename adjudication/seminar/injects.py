"""Injects: a master events list read from CSV, what of it is due, and what is done with it."""

import csv
import io
import re
from collections.abc import Sequence
from itertools import count

from adjudication.seminar.addressing import sides_meant
from domain.errors import BadData, NotFound, Refused
from domain.events import InjectHandled, InjectsListed, OrderGiven, PhaseEntered
from domain.events.people import InjectData
from domain.events.seen import EVERYONE, WHITE
from domain.game.game import Game
from domain.resolving import resolve
from domain.table.state import State
from domain.text import check_all_visible

LARGEST_LIST = 1_000_000
"""Bytes that a master events list may have."""
MOST_INJECTS = 1_000
LONGEST_INJECT = 10_000
"""Characters of an inject's text."""
COLUMNS = ("id", "turn", "phase", "time", "audience", "text", "changes")
HOW = {"deliver": "delivered", "skip": "skipped", "alter": "altered"}
"""What may be done with an inject, as it is said and as it is recorded."""

_ID = re.compile(r"[\w.-]{1,40}")
_TIME = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")


def read_list(raw: bytes, name: str, state: State, phases: Sequence[str] = ()) -> tuple[InjectData, ...]:
    """The injects in a CSV file, its cells parted by commas or semicolons.

    phases: those that the rules know, none where any may come. Raises BadData, naming the line, for an
    inject that cannot be.
    """
    if len(raw) > LARGEST_LIST:
        raise BadData(f"{name} is larger than {LARGEST_LIST} bytes.")
    try:
        text = raw.decode("utf-8-sig")
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True, delimiter=delimiter(text))
        columns = [(column or "").strip().lower() for column in reader.fieldnames or ()]
        _check_columns(name, columns)
        reader.fieldnames = columns
        found: list[InjectData] = []
        for row in reader:
            where = f"{name}, line {reader.line_num}"
            if len(found) == MOST_INJECTS:
                raise BadData(f"{where}: at most {MOST_INJECTS} injects are listed.")
            if None in row:
                raise BadData(f"{where}: it has more cells than the first line.")
            cells = {column: (cell or "").strip() for column, cell in row.items()}
            if any(cells.values()):
                check_all_visible(cells, where, keep="\t\r\n")
                _check_phase(where, cells.get("phase", ""), phases)
                found.append(_inject(where, cells, state, [inject.id for inject in found]))
    except UnicodeDecodeError as error:
        raise BadData(f"{name} is not in UTF-8; save it as CSV UTF-8.") from error
    except csv.Error as error:
        raise BadData(f"{name} is not readable CSV: {error}.") from error
    if not found:
        raise BadData(f"{name} lists no injects.")
    return tuple(found)


def delimiter(text: str) -> str:
    """A comma, or the semicolon that spreadsheets write where the comma is the decimal sign."""
    head = text.partition("\n")[0]
    return ";" if ";" in head and "," not in head else ","


def _check_phase(where: str, phase: str, phases: Sequence[str]) -> None:
    if phase and phases and _plain(phase) not in map(_plain, phases):
        raise BadData(f"{where}: there is no phase {phase[:40]!r}; there are: {', '.join(phases)}.")


def _plain(phase: str) -> str:
    """A phase's name however it is written: `Ground_assets` is `ground assets`."""
    return " ".join(re.split(r"[\s_-]+", phase.casefold())).strip()


def _check_columns(name: str, columns: Sequence[str]) -> None:
    unknown = next((column for column in columns if column not in COLUMNS), None)
    if unknown is not None:
        raise BadData(
            f"{name}, line 1: there is no column {unknown[:40]!r}; there are: {', '.join(COLUMNS)}."
        )
    missing = [column for column in ("id", "text") if column not in columns]
    if missing:
        raise BadData(f"{name}, line 1: the column {missing[0]} is missing.")
    if len(set(columns)) != len(columns):
        raise BadData(f"{name}, line 1: a column is there twice.")


def _inject(where: str, cells: dict[str, str], state: State, before: Sequence[str]) -> InjectData:
    id, turn, time, text = cells["id"], cells.get("turn", ""), cells.get("time", ""), cells["text"]
    if not _ID.fullmatch(id):
        raise BadData(f"{where}: an id has 1 to 40 letters, digits, dots and dashes, not {id[:40]!r}.")
    if id in before or id in state.cell.injects:
        raise BadData(f"{where}: there is an inject {id} already.")
    if turn and not (turn.isascii() and turn.isdigit() and len(turn) < 5):
        raise BadData(f"{where}: a turn is a whole number, not {turn[:40]!r}.")
    if time and not _TIME.fullmatch(time):
        raise BadData(f"{where}: a time is written 09:30, not {time[:40]!r}.")
    if not text:
        raise BadData(f"{where}: inject {id} has no text.")
    if max(len(text), len(cells.get("changes", ""))) > LONGEST_INJECT:
        raise BadData(f"{where}: a text has at most {LONGEST_INJECT} characters.")
    return InjectData(
        id=id,
        text=text,
        turn=int(turn or 0),
        phase=cells.get("phase", "")[:100],
        time=time,
        audience=_audience(where, cells.get("audience", ""), state),
        changes=cells.get("changes", ""),
    )


def _audience(where: str, cell: str, state: State) -> tuple[str, ...]:
    """The sides in a cell, parted by spaces, commas or semicolons; `all` and nothing are everyone."""
    names = [name for name in re.split(r"[\s,;]+", cell) if name]
    try:
        found = dict.fromkeys(state.side_named(name, EVERYONE, WHITE) for name in names)
    except NotFound as unknown:
        raise BadData(f"{where}: {unknown.sentence}") from unknown
    if found.keys() > {EVERYONE}:
        raise BadData(f"{where}: all is everyone; name no side with it.")
    return tuple(side for side in found if side != EVERYONE)


def listing(state: State, number: int, time: str, injects: tuple[InjectData, ...], by: str) -> InjectsListed:
    """The event by which injects are taken in; only the white cell may know of them."""
    if state.closed:
        raise Refused("This game is closed; it can be read and audited, not changed.")
    return InjectsListed(number=number, time=time, audience=(), injects=injects, by=by)


def audience_of(inject: InjectData, how: str) -> tuple[str, ...] | None:
    """Who may know that an inject was handled: nobody of one skipped; None is everyone."""
    if how == "skipped":
        return ()
    return tuple(side for side in inject.audience if side != WHITE) if inject.audience else None


def handling(
    state: State, number: int, time: str, id: str, how: str, text: str, because: str, by: str
) -> InjectHandled:
    """The event by which an inject is delivered, altered or skipped. Raises NotFound, BadData or Refused."""
    if state.closed:
        raise Refused("This game is closed; it can be read and audited, not changed.")
    if not state.cell.injects:
        raise NotFound("There are no injects yet; `whitecell inject --file FILE.csv` lists some.")
    id = resolve([(each, "") for each in state.cell.injects], id, "inject")
    inject = state.cell.injects[id]
    if how not in HOW:
        raise BadData(f"An inject is delivered, skipped or altered: {', '.join(HOW)}, not {how[:40]!r}.")
    before = state.cell.handled.get(id)
    if not may_follow(before, HOW[how]):
        raise Refused(f"Inject {id} has been {before} already.")
    if how != "deliver" and not because.strip():
        raise BadData(f"To {how} an inject needs a reason: --because REASON.")
    if (how == "alter") != bool(text.strip()):
        raise BadData(
            "An altered inject needs its new text: --text TEXT."
            if how == "alter"
            else "Only an altered inject takes a text of its own: `alter`."
        )
    if len(text) > LONGEST_INJECT:
        raise BadData(f"An inject has at most {LONGEST_INJECT} characters.")
    told = "" if how == "skip" else text.strip() or inject.text
    return InjectHandled(
        number=number,
        time=time,
        audience=audience_of(inject, HOW[how]),
        inject=id,
        how=HOW[how],
        text=told,
        because=because,
        by=by,
    )


def unplanned(
    state: State, number: int, time: str, text: str, to: Sequence[str], by: str, id: str = ""
) -> InjectHandled:
    """The event by which an inject that is in no list is delivered at once. to: sides, `all` or `white`.

    Without an id it gets the next of U1, U2 and so on. Raises BadData, NotFound or Refused.
    """
    if state.closed:
        raise Refused("This game is closed; it can be read and audited, not changed.")
    if not text.strip():
        raise BadData("An inject needs a text.")
    if len(text) > LONGEST_INJECT:
        raise BadData(f"An inject has at most {LONGEST_INJECT} characters.")
    if not to:
        raise BadData(f"Say whom the inject is for with --to: {', '.join(state.sides)}, all or {WHITE}.")
    audience = sides_meant(state, to, "--to")
    if id and not _ID.fullmatch(id):
        raise BadData(f"An id has 1 to 40 letters, digits, dots and dashes, not {id[:40]!r}.")
    if id in state.cell.injects:
        raise BadData(f"There is an inject {id} already.")
    return InjectHandled(
        number=number,
        time=time,
        audience=audience,
        inject=id or next(f"U{n}" for n in count(1) if f"U{n}" not in state.cell.injects),
        how=HOW["deliver"],
        text=text.strip(),
        by=by,
        unplanned=True,
    )


def reason_of(id: str) -> str:
    """The reason of the manual change that makes an inject's changes."""
    return f"Inject {id}"


def applied(game: Game, id: str) -> None:
    """Raises Refused where the changes of an inject have been made, or there is no such inject."""
    for event in game.log:
        if not isinstance(event, OrderGiven) or event.number in game.struck:
            continue
        if event.order.startswith("hand-") and event.because == reason_of(id):
            raise Refused(f"The changes of inject {id} have been made already, in event {event.number}.")


def may_follow(before: str | None, how: str) -> bool:
    """Whether an inject may be handled so after it was handled: one that was skipped may still be told."""
    return before is None or (before == "skipped" and how != "skipped")


def waiting(state: State) -> list[InjectData]:
    """The injects with which nothing has been done yet."""
    return [inject for id, inject in state.cell.injects.items() if id not in state.cell.handled]


def due(game: Game) -> list[InjectData]:
    """The waiting injects whose turn and phase are here or have passed.

    One with only a time by the clock is the facilitator's to watch, and never due here.
    """
    here = waiting(game.state)
    if not here:
        return []
    entered = {
        (event.turn, _plain(event.phase))
        for event in game.log
        if isinstance(event, PhaseEntered) and event.number not in game.struck
    }
    turn, phase = game.state.turn, _plain(game.state.phase)
    found = []
    for inject in here:
        wanted = _plain(inject.phase)
        if inject.turn and inject.turn <= turn:
            late = inject.turn < turn
            if late or not wanted or (inject.turn, wanted) in entered:
                found.append(inject)
        elif not inject.turn and wanted and wanted == phase:
            found.append(inject)
    return found


def by_the_clock(state: State) -> list[InjectData]:
    """The waiting injects that have a time and neither turn nor phase."""
    return [inject for inject in waiting(state) if inject.time and not inject.turn and not inject.phase]
