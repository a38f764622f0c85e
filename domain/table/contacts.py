"""Contacts: what a side calls a piece that it sees and does not know.

A contact keeps its name as long as the side can follow the piece: it is another one as soon as the piece was
hidden from the side again, or mixed with others that look alike, and never again one that a piece had before.
The names are derived from a salt that stands in the opening of the game and is shown to no side, so that they
tell nothing: neither what a piece is, nor in which order a scenario lists its pieces.
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
"""No vowels, so that no name is a word; and no letter that is read as another."""
LENGTH = 6
RESERVE = "reserve"
"""The kind of a box in which pieces lie in no order: whoever does not know one cannot follow it there."""


class Trail(NamedTuple):
    """How far sides could follow pieces. It is never changed: each event leaves another one.

    lost: piece and side -> how often that side could not follow it any longer. mixed: the places where pieces
    were mixed.
    """

    lost: Mapping[tuple[str, str], int] = {}
    mixed: frozenset[str] = frozenset()

    def lose(self, pieces: Iterable[tuple[str, str]]) -> "Trail":
        """Pieces are lost, each by a side."""
        lost = dict(self.lost)
        for piece in pieces:
            lost[piece] = lost.get(piece, 0) + 1
        return self._replace(lost=lost)

    def mix(self, place: str) -> "Trail":
        """What lies at a place is mixed."""
        return self if place in self.mixed else self._replace(mixed=self.mixed | {place})

    def spell(self, piece: str, sides: Iterable[str]) -> str:
        """What of it a piece's contact for whoever holds these sides depends on."""
        return str(sum(self.lost.get((piece, side), 0) for side in sides))


NO_TRAIL = Trail()


@lru_cache(20_000)
def contact_name(salt: str, side: str, piece: str, spell: str) -> str:
    """The name that is derived for a contact."""
    covered = "\n".join((side, piece, spell)).encode()
    number = int.from_bytes(blake2b(covered, digest_size=16, key=salt.encode()[:64]).digest())
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return PREFIX + "".join(letters)


def mixed(state: "State", ids: Iterable[str]) -> list[str]:
    """Pieces in an order that tells nothing of them: by names that are derived as those of contacts are, and
    that nobody is told. A piece that sides can no longer follow has another one. In games of earlier versions
    as they come."""
    given, opened = list(ids), state.opened
    if opened is None or not opened.mixing or len(given) < 2:
        return given
    since = "" if opened.salt else f" {state.turn} {state.phase}"  # without contacts nobody follows a piece

    def name(id: str) -> str:
        return contact_name(opened.mixing, "", id, state.trail.spell(id, state.sides) + since)

    return sorted(given, key=name)


def holder(state: "State", side: str) -> tuple[str, tuple[str, ...]]:
    """Who names pieces for a side, and the sides that this one holds: a player for all its sides."""
    if isinstance(side, Player):
        return str(side), side.sides
    player = state.sides[side].player if side in state.sides else ""
    if not player:
        return side, (side,)
    return player, tuple(each.id for each in state.sides.values() if each.player == player)


def has_contacts(state: "State") -> bool:
    """Whether sides call pieces by contacts in this game: its rules say so."""
    return state.opened is not None and bool(state.opened.salt)


def contact(state: "State", side: str, piece: "Piece") -> str:
    """What the side calls a piece that it sees and does not know; empty in a game without contacts."""
    opened = state.opened
    if opened is None or not opened.salt:
        return ""
    who, sides = holder(state, side)
    return contact_name(opened.salt, who, piece.id, state.trail.spell(piece.id, sides))


def unknown(state: "State", side: str, ids: Iterable[str]) -> Iterator["Piece"]:
    """Those of the pieces that the side sees and does not know."""
    _, sides = holder(state, side)
    for id in ids:
        piece = state.pieces[id]
        if not _among(sides, piece.known_to) and _among(sides, state.who_sees(id)):
            yield piece


def piece_called(state: "State", side: str, name: str) -> str | None:
    """The id of the piece that the side calls so: its id if the side knows it, else its contact. None when it
    sees none of that name."""
    piece = state.pieces.get(name)
    if piece is not None:
        _, sides = holder(state, side)
        known = _among(sides, piece.known_to) and _among(sides, state.who_sees(name))
        return name if known else None
    if not name.startswith(PREFIX) or not has_contacts(state):
        return None
    return next((p.id for p in unknown(state, side, state.pieces) if contact(state, side, p) == name), None)


def name_of(state: "State", side: str, id: str) -> str:
    """What the side calls a piece: its contact where it has one, else its id."""
    if id not in state.pieces:
        return id
    return next((contact(state, side, piece) for piece in unknown(state, side, [id])), "") or id


def alike(state: "State", place: str) -> Iterator[tuple[str, str]]:
    """The pieces at a place that look to a side like others there, each with that side: once they are mixed,
    it cannot follow them. One that looks like no other it can."""
    for side in state.sides:
        found: dict[tuple[str, str], list[str]] = {}
        for piece in unknown(state, side, state.at.get(place, ())):
            found.setdefault((piece.side, piece.kind.back), []).append(piece.id)
        yield from ((id, side) for ids in found.values() if len(ids) > 1 for id in ids)


def losing(before: "Sides", now: "Sides", sides: Iterable[str]) -> tuple[str, ...]:
    """The sides that were among the one and are no longer among the other."""
    return tuple(side for side in sides if _among((side,), before) and not _among((side,), now))


def _among(one_of: Iterable[str], sides: "Sides") -> bool:
    return sides is None or any(side in sides for side in one_of)
