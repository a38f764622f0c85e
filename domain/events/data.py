"""What lies on a table, as data: boards, counters, tracks and tables, as a scenario lays them out."""

from typing import Any

import msgspec

from domain.events.base import Sides, Value


class SideData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side: `played_by` is `player`, or `umpire` where the rules themselves play it; `player` is the id of
    the player, where one player holds several sides."""

    id: str
    name: str
    played_by: str = "player"
    player: str = ""


Point = tuple[int, int]
"""A point of a drawn map: distance to the right, and down."""


class SpaceData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex, area, zone or box, or, by its `kind`, a deck, hand, cup, discard or reserve. `column` and `row`
    place a hex (from 1) or an area's centre; `side` is the owner of a hand or box.

    outline: the corners of an area as it is drawn. label: the place of its name. Both are in units of its
    map. lies_in: the space of another map that it is part of. seen_by: the sides that know that it is there
    (None for all), for example where a pool is secret.
    """

    id: str
    name: str = ""
    kind: str = "hex"
    terrain: str = ""
    zone: str = ""
    column: int = 0
    row: int = 0
    map: str = ""
    tags: tuple[str, ...] = ()
    values: dict[str, Value] = {}
    outline: tuple[Point, ...] = ()
    label: Point | None = None
    lies_in: str = ""
    seen_by: Sides = None
    side: str = ""


class HexLayout(msgspec.Struct, frozen=True, omit_defaults=True):
    """How hexes lie: flat or pointy tops; which columns (flat) or rows (pointy) are offset by half a hex."""

    kind: str = "hex"
    orientation: str = "flat"
    offset: str = "even"


class Adjacency(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pairs of neighbours that data adds to the layout (`join`) or takes from it (`cut`)."""

    cut: tuple[tuple[str, str], ...] = ()
    join: tuple[tuple[str, str], ...] = ()


class BorderData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Terrain along the side that two spaces share: a river, a ridge, a road."""

    between: tuple[str, str]
    terrain: str


class MapData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of a board's maps: its name, and the distance across one of its hexes (`scale: 200, unit: nm`)."""

    name: str = ""
    scale: int = 0
    unit: str = ""


class LineData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A river, road or coast drawn on a map: through `points`, or through the middles of spaces."""

    kind: str
    name: str = ""
    map: str = ""
    points: tuple[Point, ...] = ()
    through: tuple[str, ...] = ()


class TerrainStyle(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a kind of terrain is drawn: a colour (`#a6cfe6`) and a texture from a closed list."""

    colour: str = ""
    texture: str = ""


class BoardData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A board as data; each space's `map` says which of several maps it is on.

    layout: how hexes lie. layouts: the same for maps with another layout. lines and terrains are for drawing
    only.
    """

    name: str = ""
    provenance: str = "house"
    source: str = ""
    layout: HexLayout | None = None
    impassable: tuple[str, ...] = ()
    spaces: tuple[SpaceData, ...] = ()
    boxes: tuple[SpaceData, ...] = ()
    borders: tuple[BorderData, ...] = ()
    adjacency: Adjacency = Adjacency()
    layouts: dict[str, HexLayout] = {}
    maps: dict[str, MapData] = {}
    lines: tuple[LineData, ...] = ()
    terrains: dict[str, TerrainStyle] = {}


class KindData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of counter, card or block: `values` are its printed numbers, `back` is what its reverse shows,
    `text` is what is printed on it, `data` is what the rules read (dice, shields, hit boxes, effects)."""

    name: str
    side: str = ""
    group: str = ""
    values: dict[str, Value] = {}
    symbol: str = ""
    back: str = ""
    rule: str = ""
    provenance: str = "document"
    text: str = ""
    data: dict[str, Any] = {}


class PieceData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One counter: where it starts (`at`), which sides know what it is (`known_to`, None for all), which
    sides know that it is there at all (`seen_by`, None for all), and its side if its kind does not say
    (`side`)."""

    id: str
    kind: str
    at: str
    name: str = ""
    face: str = ""
    steps: int = 0
    known_to: Sides = None
    seen_by: Sides = None
    side: str = ""


class TrackData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A track: a number between two ends; `known_to`: the sides that know of it (None for all)."""

    id: str
    name: str = ""
    value: int = 0
    lowest: int = 0
    highest: int = 0
    side: str = ""
    known_to: Sides = None


class RoleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A role that somebody is to take: on which side (empty for the white cell), in which cell."""

    role: str
    side: str = ""
    cell: str = ""


class TurnData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn of the calendar: its name, and its year."""

    turn: int
    name: str = ""
    year: int = 0
    values: dict[str, Value] = {}


class AskData(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a phase asks, in `text`, of those in `of` (sides, `sides` for all, `white`). One of `answers`, or
    a text, is recorded as the phase ends; with a `form` it asks for a message to be sent in the phase, with a
    `note` for a note of that kind. secret: only the side that answers and the white cell may know the
    answer."""

    text: str = ""
    of: tuple[str, ...] = ()
    answers: tuple[Value, ...] = ()
    form: str = ""
    note: str = ""
    secret: bool = False


class PhaseData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A phase that a scenario names: what each side may do in it (`move`, `act`, `submit`), by side, empty
    for all sides; and what it asks.

    about: what it is for. turns: the turns that have it, empty for all. covert: only a side itself and the
    white cell learn what that side does. lasts: minutes of the scenario's time.
    """

    name: str
    about: str = ""
    do: dict[str, tuple[str, ...]] = {}
    asks: tuple[AskData, ...] = ()
    turns: tuple[int, ...] = ()
    covert: bool = False
    lasts: int = 0

    def may(self, side: str) -> tuple[str, ...]:
        """What a side may do in it."""
        return (*self.do.get("", ()), *(self.do.get(side, ()) if side else ()))


Cell = Value | tuple[int | None, int | None]
"""A key cell of a table row: one value, or a range; an open end is None."""


class TableData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A look-up table as literal rows: `keys` are the columns one enters with, the others are the result.

    row_provenance: the provenance of each row, if rows come from different sources; else empty.
    """

    title: str
    keys: tuple[str, ...]
    rows: tuple[dict[str, Cell], ...]
    provenance: str = "house"
    source: str = ""
    row_provenance: tuple[str, ...] = ()
