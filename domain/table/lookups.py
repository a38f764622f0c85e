"""The questions that code asks of the state on the table."""

from collections.abc import Container
from typing import TYPE_CHECKING, Any, TypeVar, overload

from domain.errors import NotFound
from domain.events import GameOpened, PhaseData, SideData, TurnData
from domain.events.seen import WHITE, Player
from domain.resolving import resolve
from domain.table.board import Board
from domain.table.dates import ScenarioTime, spelled
from domain.table.kept import Kept
from domain.table.marks import Mark, Readable

if TYPE_CHECKING:
    from domain.table.state import Piece, Track

T = TypeVar("T")
D = TypeVar("D")


class Lookups:
    """What the state says of itself. Nothing here changes it, but for values that are kept for the next time.

    The fields are those of `State`.
    """

    __slots__ = ()

    at: dict[str, list[str]]
    bearers: dict[str, dict[str, Any]]
    board: Board
    groups: "dict[str, list[Piece]]"
    kept: Kept
    marked_alike: dict[str, tuple[dict[str, Any], Any, frozenset[str]]]
    marks: dict[str, dict[str, Any]]
    opened: GameOpened | None
    phase: str
    pieces: "dict[str, Piece]"
    sides: dict[str, SideData]
    standing: dict[str, dict[str, int]]
    time: ScenarioTime
    tracks: "dict[str, Track]"
    turn: int

    def phase_now(self) -> PhaseData | None:
        """The present phase, if the scenario names its own phases; else None."""
        phases = self.opened.phases if self.opened is not None else ()
        return next((each for each in phases if each.name == self.phase), None)

    def date(self, turn: int | None = None) -> TurnData:
        """The calendar's entry for a turn (by default this one); an empty one if there is none."""
        turn = self.turn if turn is None else turn
        entries = self.opened.calendar if self.opened is not None else ()
        return next((each for each in entries if each.turn == turn), TurnData(turn))

    def turn_name(self, turn: int | None = None) -> str:
        """A turn with its name in the calendar, else with the scenario's date at its start: `3 (Sep 1980)`;
        or only its number."""
        date = self.date(turn)
        name = date.name or spelled(self.time.turns.get(date.turn, ""))
        return f"{date.turn} ({name})" if name else str(date.turn)

    def pieces_at(self, place: str) -> "list[Piece]":
        """The pieces at a place, in order of arrival, without what they carry."""
        pieces = self.pieces
        return [pieces[id] for id in self.at.get(place, ())]

    def aboard(self, id: str, *, deep: bool = False) -> "list[Piece]":
        """The pieces that a piece carries, in order of loading. deep: each followed by what it carries."""
        found: list[Piece] = []
        if not self.is_piece(id):
            return found
        for piece in self.pieces_at(id):
            found.append(piece)
            if deep:
                found += self.aboard(piece.id, deep=True)
        return found

    def where(self, id: str) -> str:
        """The space where a piece is, by itself or aboard its carrier."""
        place = self.pieces[id].place
        while self.is_piece(place):
            place = self.pieces[place].place
        return place

    def is_piece(self, place: str) -> bool:
        """Whether a place is a piece that carries others. An id that a space also has means the space."""
        return place in self.pieces and place not in self.board.spaces

    def of_group(self, group: str) -> "list[Piece]":
        """Every piece of a group, wherever it is, in the order of the counters."""
        found = self.groups.get(group)
        if found is None:
            found = [piece for piece in self.pieces.values() if piece.kind.group == group]
            self.groups[group] = found
        return found

    def ids_of(self, group: str) -> frozenset[str]:
        """The ids of a group's pieces, wherever they are."""
        key = "ids_of", group
        if key not in self.kept.values:
            self.kept.keep(key, frozenset([piece.id for piece in self.of_group(group)]), {})
        found: frozenset[str] = self.kept.values[key]
        return found

    def numbers_at(self, group: str) -> dict[str, int]:
        """Place -> number of pieces of a group there, in no particular order. It stays up to date as pieces
        move, and must not be changed."""
        found = self.standing.get(group)
        if found is None:
            found = self.standing[group] = {}
            for piece in self.of_group(group):
                found[piece.place] = found.get(piece.place, 0) + 1
        return found

    def places_of(self, *groups: str, among: Container[str]) -> frozenset[str]:
        """The places among these that hold a piece of these groups."""
        return frozenset([place for group in groups for place in self.numbers_at(group) if place in among])

    @overload
    def mark(self, subject: str, mark: Readable[T]) -> T | None: ...

    @overload
    def mark(self, subject: str, mark: Readable[T], default: D) -> T | D: ...

    def mark(self, subject: str, mark: Readable[Any], default: Any = None) -> Any:
        """The value of a mark on a subject, or `default`."""
        marks = self.marks.get(subject)
        return default if marks is None else marks.get(mark.name, default)

    def mark_named(self, subject: str, name: str) -> object:
        """The value of the mark of that name on a subject, or None: for code that knows no mark but those in
        the data that it is given."""
        marks = self.marks.get(subject)
        return None if marks is None else marks.get(name)

    def marked(self, mark: Readable[T]) -> dict[str, T]:
        """Every subject that has the mark, and its value, in the order in which subjects were first marked.
        It must not be changed; a later call gives another."""
        name = mark.name
        found = self.bearers.get(name)
        if found is None:
            found = {subject: marks[name] for subject, marks in self.marks.items() if name in marks}
            self.bearers[name] = found
        return found

    def marked_as(self, mark: Mark[T], value: T) -> frozenset[str]:
        """Every subject whose mark has exactly that value."""
        bearers = self.marked(mark)
        found = self.marked_alike.get(mark.name)
        if found is None or found[0] is not bearers or found[1] != value:
            alike = frozenset([subject for subject, said in bearers.items() if said == value])
            found = self.marked_alike[mark.name] = bearers, value, alike
        return found[2]

    def players(self) -> list[str]:
        """The sides that people play, by their ids."""
        return [side.id for side in self.sides.values() if side.played_by == "player"]

    def viewer(self, name: str) -> str:
        """The viewer of that name: a side, the white cell, or a player with all the sides they hold.

        Raises NotFound.
        """
        players = dict.fromkeys(side.player for side in self.sides.values() if side.player)
        name = self.side_named(name, WHITE, *players)
        if name not in self.sides and name != WHITE:
            return Player.of(name, tuple(side.id for side in self.sides.values() if side.player == name))
        return name

    def side_named(self, text: str, *beside: str) -> str:
        """The side that a text means, by its id or name in any spelling, or one of those `beside`.

        Raises NotFound if it means none, or several.
        """
        if text in self.sides or text in beside:
            return text
        known = [(side.id, side.name) for side in self.sides.values()]
        return resolve([*known, *((each, "") for each in beside)], text, "side")

    def player_of(self, side: str) -> str:
        """The holder of a side, as a viewer: the side itself, or a player who holds several."""
        data = self.sides.get(side)
        if data is None or not data.player:
            return side
        sides = tuple(each.id for each in self.sides.values() if each.player == data.player)
        return Player.of(data.player, sides) if len(sides) > 1 else side

    def check_side(self, name: str, *beside: str) -> None:
        """Raises NotFound for a name that is neither a side's nor one of those `beside`."""
        known = (*self.sides, *beside)
        if name not in known:
            raise NotFound(f"There is no side {name[:40]!r}; there are: {', '.join(known)}.")

    def track(self, id: str) -> int:
        """The position of a track's marker."""
        return self.tracks[id].value
