"""Contacts: the names by which a side calls pieces that it sees and does not know.

A piece keeps its contact as long as the side can follow it. It gets another one when it is hidden from the
side again, or mixed with pieces that look the same, and never one that any piece had before. The names are
derived from a salt in the opening of the game, which no side sees, so that they reveal nothing: neither what
a piece is, nor the order in which a scenario lists its pieces.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from domain.events.seen import Player

if TYPE_CHECKING:
    from domain.events.base import Sides
    from domain.table.state import Piece, State

PREFIX = "contact-"
LETTERS = "bcdfghjkmnpqrstvwxz23456789"
"""No vowels, so that no name is a word; and no letters that are easily confused."""
LENGTH = 6
RESERVE = "reserve"
"""The kind of a box in which pieces lie in no order: a side that does not know one cannot follow it there."""


class Trail(NamedTuple):
    """How far sides could follow pieces. It is immutable: each event that changes it makes another one.

    lost: piece and side -> how often the side has lost track of the piece. mixed: the places where pieces
    were mixed.
    """

    lost: Mapping[tuple[str, str], int] = {}
    mixed: frozenset[str] = frozenset()

    def lose(self, pieces: Iterable[tuple[str, str]]) -> "Trail":
        """The trail after sides lost track of pieces: pairs of a piece and a side."""
        lost = dict(self.lost)
        for piece in pieces:
            lost[piece] = lost.get(piece, 0) + 1
        return self._replace(lost=lost)

    def mix(self, place: str) -> "Trail":
        """The trail after the pieces at a place were mixed."""
        return self if place in self.mixed else self._replace(mixed=self.mixed | {place})

    def spell(self, piece: str, sides: Iterable[str]) -> str:
        """The part of the trail on which a piece's contact depends, for a viewer who holds these sides."""
        return str(sum(self.lost.get((piece, side), 0) for side in sides))


NO_TRAIL = Trail()


@lru_cache(20_000)
def contact_name(salt: str, side: str, piece: str, spell: str) -> str:
    """The derived name of a contact."""
    covered = "\n".join((side, piece, spell)).encode()
    number = int.from_bytes(blake2b(covered, digest_size=16, key=salt.encode()[:64]).digest())
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return PREFIX + "".join(letters)


def mixed(state: "State", ids: Iterable[str]) -> list[str]:
    """Pieces in an order that reveals nothing about them: sorted by names that are derived as contacts are
    and that nobody sees. The name of a piece changes when sides lose track of it."""
    given, opened = list(ids), state.opened
    if opened is None or len(given) < 2:
        return given
    since = "" if opened.salt else f" {state.turn} {state.phase}"  # without contacts nobody follows pieces

    def name(id: str) -> str:
        return contact_name(opened.mixing, "", id, state.trail.spell(id, state.sides) + since)

    return sorted(given, key=name)


def holder(state: "State", side: str) -> tuple[str, tuple[str, ...]]:
    """The viewer that names pieces for a side, and the sides it holds: a player names them for all its
    sides."""
    if isinstance(side, Player):
        return str(side), side.sides
    player = state.sides[side].player if side in state.sides else ""
    if not player:
        return side, (side,)
    return player, tuple(each.id for each in state.sides.values() if each.player == player)


def has_contacts(state: "State") -> bool:
    """Whether sides call pieces by contacts in this game, as its rules say."""
    return state.opened is not None and bool(state.opened.salt)


def contact(state: "State", side: str, piece: "Piece") -> str:
    """What the side calls a piece that it sees and does not know; empty in a game without contacts."""
    opened = state.opened
    if opened is None or not opened.salt:
        return ""
    who, sides = holder(state, side)
    return contact_name(opened.salt, who, piece.id, state.trail.spell(piece.id, sides))


def unknown(state: "State", side: str, ids: Iterable[str]) -> Iterator["Piece"]:
    """The pieces among these that the side sees and does not know."""
    _, sides = holder(state, side)
    for id in ids:
        piece = state.pieces[id]
        if not _among(sides, piece.known_to) and _among(sides, state.who_sees(id)):
            yield piece


def piece_called(state: "State", side: str, name: str) -> str | None:
    """The id of the piece that the side calls by that name: its id if the side knows it, else its contact.
    None if it sees no such piece."""
    piece = state.pieces.get(name)
    if piece is not None:
        _, sides = holder(state, side)
        known = _among(sides, piece.known_to) and _among(sides, state.who_sees(name))
        return name if known else None
    if not name.startswith(PREFIX) or not has_contacts(state):
        return None
    return next((p.id for p in unknown(state, side, state.pieces) if contact(state, side, p) == name), None)


def name_of(state: "State", side: str, id: str) -> str:
    """What the side calls a piece: its contact if it has one, else its id."""
    if id not in state.pieces:
        return id
    return next((contact(state, side, piece) for piece in unknown(state, side, [id])), "") or id


def alike(state: "State", place: str) -> Iterator[tuple[str, str]]:
    """The pieces at a place that look to a side like others there, each with that side: it cannot follow them
    once they are mixed. It can follow a piece that looks like no other."""
    for side in state.sides:
        found: dict[tuple[str, str], list[str]] = {}
        for piece in unknown(state, side, state.at.get(place, ())):
            found.setdefault((piece.side, piece.kind.back), []).append(piece.id)
        yield from ((id, side) for ids in found.values() if len(ids) > 1 for id in ids)


def losing(before: "Sides", now: "Sides", sides: Iterable[str]) -> tuple[str, ...]:
    """The sides that are in the first set and not in the second."""
    return tuple(side for side in sides if _among((side,), before) and not _among((side,), now))


def _among(one_of: Iterable[str], sides: "Sides") -> bool:
    return sides is None or any(side in sides for side in one_of)
