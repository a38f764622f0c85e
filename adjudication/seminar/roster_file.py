"""A roster read from CSV: people, their roles and sides, several roles a person."""

import csv
import io
from collections.abc import Callable, Mapping

import msgspec

from adjudication.seminar.injects import delimiter
from adjudication.seminar.roster import as_seated, check_place, check_seat, role_named
from domain.errors import BadData, Refused
from domain.events import SeatTaken
from domain.events.seen import held
from domain.table.state import State
from domain.text import check_all_visible
from domain.views.view import WHITE

LARGEST_ROSTER = 1_000_000
"""Bytes that a roster may have."""
MOST_ROWS = 500
COLUMNS = ("name", "role", "side", "cell")


def read_roster(raw: bytes, name: str, state: State, side_of: Callable[[str], str]) -> list[SeatTaken]:
    """The seats in a CSV file, one for each person, without numbers. A person may have several rows, one for
    each role; several people may share a role.

    side_of: the side that a text names, empty for the white cell. Raises BadData, naming the line.
    """
    if len(raw) > LARGEST_ROSTER:
        raise BadData(f"{name} is larger than {LARGEST_ROSTER} bytes.")
    seats: dict[str, SeatTaken] = {}
    lines: dict[str, int] = {}
    try:
        text = raw.decode("utf-8-sig")
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True, delimiter=delimiter(text))
        columns = [(column or "").strip().lower() for column in reader.fieldnames or ()]
        _check_columns(name, columns)
        reader.fieldnames = columns
        for count, row in enumerate(reader, 1):
            where = f"{name}, line {reader.line_num}"
            if count > MOST_ROWS:
                raise BadData(f"{where}: a roster has at most {MOST_ROWS} rows.")
            if None in row:
                raise BadData(f"{where}: it has more cells than the first line.")
            cells = {column: (cell or "").strip() for column, cell in row.items()}
            if not any(cells.values()):
                continue
            check_all_visible(cells, where)
            try:
                seat = _seat(cells, state, side_of)
            except Refused as refused:
                raise BadData(f"{where}: {refused.sentence}") from refused
            key = seat.name.casefold()
            seats[key] = _with(seats[key], seat, where, lines[key], state) if key in seats else seat
            lines.setdefault(key, reader.line_num)
    except UnicodeDecodeError as error:
        raise BadData(f"{name} is not in UTF-8; save it as CSV UTF-8.") from error
    except csv.Error as error:
        raise BadData(f"{name} is not readable CSV: {error}.") from error
    if not seats:
        raise BadData(f"{name} lists nobody to seat.")
    return list(seats.values())


def _check_columns(name: str, columns: list[str]) -> None:
    unknown = next((column for column in columns if column not in COLUMNS), None)
    if unknown is not None:
        raise BadData(
            f"{name}, line 1: there is no column {unknown[:40]!r}; there are: {', '.join(COLUMNS)}. Other "
            "facts about people do not belong in a log."
        )
    missing = [column for column in ("name", "role") if column not in columns]
    if missing:
        raise BadData(f"{name}, line 1: the column {missing[0]} is missing.")
    if len(set(columns)) != len(columns):
        raise BadData(f"{name}, line 1: a column is there twice.")


def _seat(cells: Mapping[str, str], state: State, side_of: Callable[[str], str]) -> SeatTaken:
    name, role, cell = cells["name"], cells["role"], cells.get("cell", "")
    check_seat(state, name, role, "", cell)
    said = cells.get("side", "")
    place = "" if said.casefold() in (WHITE, "white cell") else side_of(said) if said else None
    wanted = role_named(state, role) if place is None else None
    if wanted is not None:
        place, role, cell = wanted.side, wanted.role, cell or wanted.cell
    if place is None:
        check_place(state, name, role)
    return SeatTaken(name=as_seated(state, name) or name, role=role, side=place or "", cell=cell)


def _with(seat: SeatTaken, more: SeatTaken, where: str, line: int, state: State) -> SeatTaken:
    """A person's seat with the role of another row. Raises BadData for a row at another side."""
    fault = fault_of_more(state, seat, more.side)
    if fault:
        raise BadData(f"{where}: {fault} (line {line}).")
    return with_role(seat, more.role, more.cell)


def fault_of_more(state: State, seat: SeatTaken, side: str) -> str:
    """Why a person of that seat may not have a role at that side too, in words; empty when they may."""
    if side == seat.side or (side and seat.side and side in held(state.player_of(seat.side))):
        return ""
    return f"{seat.name} has a seat at another side already, and one person sits at one side only"


def with_role(seat: SeatTaken, role: str, cell: str = "") -> SeatTaken:
    """A seat with one more role."""
    if not role or role.casefold() in {each.casefold() for each in (seat.role, *seat.also)}:
        return seat
    also = (*seat.also, role) if seat.role else seat.also
    return msgspec.structs.replace(seat, role=seat.role or role, also=also, cell=seat.cell or cell)


__all__ = ["COLUMNS", "LARGEST_ROSTER", "fault_of_more", "read_roster", "with_role"]
