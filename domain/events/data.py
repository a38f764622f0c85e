"""What lies on a table, as data: boards, counters, tracks and tables, as a scenario lays them out."""

from typing import Any

import msgspec

from domain.events.base import Sides, Value


class SideData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side: `played_by` is `player`, or `umpire` where the rules themselves play it; `player` is the id of
    who holds it, where one player holds several."""

    id: str
    name: str
    played_by: str = "player"
    player: str = ""


Point = tuple[int, int]
"""A point of a drawn map: to the right, and down."""


class SpaceData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex, area, zone or box, or, by its `kind`, a deck, hand, cup, discard or reserve. `column` and `row`
    place a hex (from 1) or an area's centre; `side` is whose hand or box it is.

    outline: the corners of an area as it is drawn, label: where its name stands, both in units of its map.
    lies_in: the space of another map that it is a part of. seen_by: the sides that know that it is there
    (None: all), as of a pool that is kept secret.
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
    """Pairs that data adds to (`join`) or takes from (`cut`) what the layout makes neighbours."""

    cut: tuple[tuple[str, str], ...] = ()
    join: tuple[tuple[str, str], ...] = ()


class BorderData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Terrain along the side that two spaces share: a river, a ridge, a road."""

    between: tuple[str, str]
    terrain: str


class MapData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of a board's maps: its name, and how much one of its hexes is across (`scale: 200, unit: nm`)."""

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
    """How a kind of terrain is drawn: a colour (`#a6cfe6`) and a texture of a closed list."""

    colour: str = ""
    texture: str = ""


class BoardData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A board as data; several maps of different scale are told apart by each space's `map`.

    layout: how hexes lie, layouts: on the maps where they lie otherwise. lines and terrains are drawn only.
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
    """A kind of counter, card or block: `values` are its printed numbers, `back` what its reverse shows,
    `text` what is printed on it, `data` what the rules read of it (dice, shields, hit boxes, effects)."""

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
    """One counter: where it starts (`at`), which sides know what it is (`known_to`, None: all), which know
    that it is there at all (`seen_by`, None: all), and its side where its kind does not say (`side`)."""

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
    """A track: a number between two ends; `known_to`: the sides that know of it (None: all)."""

    id: str
    name: str = ""
    value: int = 0
    lowest: int = 0
    highest: int = 0
    side: str = ""
    known_to: Sides = None


class RoleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A role that somebody is to take: at which side (empty: the white cell), in which cell."""

    role: str
    side: str = ""
    cell: str = ""


class TurnData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn of the calendar: what it is called, and the year in which it falls."""

    turn: int
    name: str = ""
    year: int = 0
    values: dict[str, Value] = {}


class AskData(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a phase asks of those in `of` (sides, `sides` for all, `white`), in `text`. One of `answers`, or a
    text, is recorded as the phase ends; with a `form` it is a message to send in the phase, with a `note` a
    note of that kind to write. secret: who gives the answer and the white cell alone may know it."""

    text: str = ""
    of: tuple[str, ...] = ()
    answers: tuple[Value, ...] = ()
    form: str = ""
    note: str = ""
    secret: bool = False


class PhaseData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A phase that a scenario names: what the sides may do in it (`move`, `act`, `submit`), by side, the
    empty one for all; and what it asks.

    about: what it is for. turns: those that have it, none named for all. covert: what sides do is told to
    them and the white cell alone. lasts: minutes of the scenario's time.
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
"""A key cell of a table row: one value, or a range whose open end is None."""


class TableData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A look-up table as literal rows: `keys` are the columns one enters with, the others are the result.

    row_provenance: of each row, where rows come from different sources; empty where all are the table's.
    """

    title: str
    keys: tuple[str, ...]
    rows: tuple[dict[str, Cell], ...]
    provenance: str = "house"
    source: str = ""
    row_provenance: tuple[str, ...] = ()
