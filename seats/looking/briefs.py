"""Hand-outs: what one side may know, as a page to print."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from adjudication.seminar.roster import roles as all_roles
from adjudication.seminar.roster import roles_of
from domain.errors import BadData, NotFound
from domain.events.seen import held
from reports.briefs import document, gather
from reports.document import FORMATS
from reports.words.names import joined
from seats.seat.seat import Seat


class Listed(NamedTuple):
    """A brief that can be written: of which side, for which role, and a name for its file."""

    side: str
    role: str
    name: str


class Brief(NamedTuple):
    """A brief that was made: whose, what the side is called, as what, its bytes and its handling marking."""

    listed: Listed
    called: str
    format: str
    content: bytes
    marking: str


def check_format(format: str) -> None:
    """Raises BadData for a format in which no brief is written."""
    if format not in FORMATS:
        raise BadData(f"A brief is written as {joined(list(FORMATS), 'or')}, not {format[:40]!r}.")


def first_event(seat: Seat, since: int | None) -> int | None:
    """The event from which changes are told: that of the number that was typed here. Raises NotFound."""
    if since and seat.me.player:
        since = seat.number(since)
    if since is not None and not 0 <= since <= len(seat.game.log):
        raise NotFound(f"There is no event {since}; the log has {len(seat.game.log)} events.")
    return since


def made(seat: Seat, listed: Listed, format: str, since: int | None) -> Brief:
    """A brief; changes are told from event `since` on, None for none. Raises BadData for a format that there
    is not."""
    check_format(format)
    found = gather(seat.game, seat.game.state.viewer(listed.side), since, listed.role)
    return Brief(listed, found.side, format, FORMATS[format](document(found)), found.marking)


def brief(of: Brief, file: str) -> dict[str, Any]:
    """What is said of a brief that was written to a file."""
    side, role, _ = of.listed
    row = {"side": side, "format": of.format, "file": file, "marking": of.marking}
    return {**row, "role": role} if role else row


def briefs(rows: Sequence[dict[str, Any]], several: bool) -> Any:
    """The same of those that were asked for: a list of them, or the one."""
    return list(rows) if several else rows[0]


def briefs_listed(seat: Seat, side: str, every: bool, roles: bool) -> list[Listed]:
    """The briefs to write. Raises NotFound for an unknown side, BadData for one without roles."""
    state = seat.game.state
    if side:
        players = dict.fromkeys(each.player for each in state.sides.values() if each.player)
        side = state.side_named(side, *players)
    found = []
    for one in state.players() if every else [side]:
        sides = held(state.viewer(one))
        called = [each.role for each in all_roles(state) if each.side in sides]
        called += [
            role for each in state.cell.seats.values() if each.side in sides for role in roles_of(each)
        ]
        wanted = list(dict.fromkeys(called)) if roles else [""]
        found += [Listed(one, role, "-".join([one, *([_plain(role)] if role else [])])) for role in wanted]
    if not found:
        raise BadData("No role is known: the scenario has none there, and nobody is seated in one.")
    return found


def _plain(role: str) -> str:
    """A role as part of a file's name."""
    return re.sub(r"[^\w]+", "-", role.casefold()).strip("-") or "role"
