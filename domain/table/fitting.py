"""Whether a board is consistent: faults of its data, each with its place in the data."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.events import BoardData, HexLayout, LineData, Point, SpaceData
from domain.table.grid import hex_neighbours
from domain.table.textures import TEXTURES, is_colour

FARTHEST = 1_000_000
"""The greatest distance of a point of a map from the map's corner."""

_ORIENTATIONS = ("flat", "pointy")
_OFFSETS = ("even", "odd")


FREE_LINES = ("coast", "zones")
"""The lines that a map of hexes draws by itself: between water and land, and between zones."""


class Fault(NamedTuple):
    """What is wrong, and where: the keys and indexes that lead there through the data."""

    path: tuple[str | int, ...]
    message: str


def faults_of(board: BoardData) -> Iterator[Fault]:
    """Every inconsistency in a board, in the order of its data."""
    layouts = (
        (("layout",), board.layout),
        *((("layouts", chart), lies) for chart, lies in board.layouts.items()),
    )
    for path, layout in layouts:
        if layout is not None:
            yield from _layout(path, layout)
    spaces: dict[str, SpaceData] = {}
    for part, listed in (("spaces", board.spaces), ("boxes", board.boxes)):
        for number, space in enumerate(listed):
            if not space.id.strip():
                yield Fault((part, number), "a space needs an id")
            if space.id in spaces:
                yield Fault((part, number), f"there is a space {space.id!r} already")
            spaces[space.id] = space
    charts = {space.map for space in board.spaces}
    for key, named in (("layouts", board.layouts), ("maps", board.maps)):
        for chart in named:
            if chart not in charts:
                yield Fault((key, chart), f"no space is on a map {chart!r}")
    yield from _cells(board)
    for part, listed in (("spaces", board.spaces), ("boxes", board.boxes)):
        for number, space in enumerate(listed):
            for message in _space(space, spaces):
                yield Fault((part, number), f"{space.id}: {message}")
    yield from _outlined_in_part(board)
    yield from _pairs(board, spaces)
    for number, line in enumerate(board.lines):
        for message in _line(line, spaces, charts):
            yield Fault(("lines", number), message)
    for terrain, style in board.terrains.items():
        if style.colour and not is_colour(style.colour):
            yield Fault(("terrains", terrain), f"{style.colour[:40]!r} is not a colour such as #a6cfe6")
        if style.texture not in TEXTURES:
            known = ", ".join(filter(None, TEXTURES))
            yield Fault(
                ("terrains", terrain), f"there is no texture {style.texture[:40]!r}; there are {known}"
            )


def _layout(path: tuple[str, ...], layout: HexLayout) -> Iterator[Fault]:
    if layout.kind != "hex":
        yield Fault(path, f"a layout is of hexes (kind: hex), not {layout.kind[:40]!r}")
    if layout.orientation not in _ORIENTATIONS:
        yield Fault(path, f"orientation is flat or pointy, not {layout.orientation[:40]!r}")
    if layout.offset not in _OFFSETS:
        yield Fault(path, f"offset is even or odd, not {layout.offset[:40]!r}")


def _cells(board: BoardData) -> Iterator[Fault]:
    """Hexes of one map at the same place of its grid."""
    taken: dict[tuple[str, int, int], str] = {}
    for number, space in enumerate(board.spaces):
        if space.kind == "hex" and board.layouts.get(space.map, board.layout) is not None:
            cell = space.map, space.column, space.row
            if cell in taken:
                where = f"column {space.column}, row {space.row}"
                yield Fault(("spaces", number), f"{space.id}: {where} is the place of {taken[cell]} already")
            taken.setdefault(cell, space.id)


def _space(space: SpaceData, spaces: dict[str, SpaceData]) -> Iterator[str]:
    """What is wrong with a space itself, and with the space it lies in."""
    if space.outline:
        yield from _outline(space.outline)
    if space.label is not None and not _near(space.label):
        yield "its label is out of reach"
    if not space.lies_in:
        return
    around = spaces.get(space.lies_in)
    if around is None:
        yield f"it lies in {space.lies_in!r}, which is not a space"
    elif around.map == space.map:
        yield f"it lies in {around.id}, which is on the same map"
    seen = {space.id}
    while around is not None:
        if around.id in seen:
            yield f"it lies in {space.lies_in}, which lies in it"
            return
        seen.add(around.id)
        around = spaces.get(around.lies_in)


def _outline(outline: Sequence[Point]) -> Iterator[str]:
    """Why an outline is no polygon."""
    if len(outline) < 3:
        yield "an outline has three corners or more"
        return
    if not all(map(_near, outline)):
        yield "a corner of its outline is out of reach"
        return
    for number, corner in enumerate(outline):
        if corner == outline[number - 1]:
            yield f"its outline has the corner {list(corner)} twice in a row"
            return
    sides = [(outline[number - 1], corner) for number, corner in enumerate(outline)]
    for number, side in enumerate(sides):
        for later, other in enumerate(sides[number + 1 :], start=number + 1):
            beside = later == number + 1 or (number == 0 and later == len(sides) - 1)
            if _fold_back(side, other) if beside else _meet(side, other):
                yield f"its outline crosses itself at the side from {list(other[0])} to {list(other[1])}"
                return


Side = tuple[Point, Point]


def _turn(a: Point, b: Point, c: Point) -> int:
    """The direction of the turn from a through b to c: 1, -1, or 0 for straight on or back."""
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (area > 0) - (area < 0)


def _on(side: Side, point: Point) -> bool:
    """Whether a point that is in line with a side is on it."""
    (ax, ay), (bx, by) = side
    return min(ax, bx) <= point[0] <= max(ax, bx) and min(ay, by) <= point[1] <= max(ay, by)


def _meet(one: Side, other: Side) -> bool:
    """Whether two sides have a point in common."""
    turns = (_turn(*one, other[0]), _turn(*one, other[1]), _turn(*other, one[0]), _turn(*other, one[1]))
    if turns[0] != turns[1] and turns[2] != turns[3]:
        return True
    ends = ((one, other[0]), (one, other[1]), (other, one[0]), (other, one[1]))
    return any(turn == 0 and _on(*end) for turn, end in zip(turns, ends, strict=True))


def _fold_back(one: Side, other: Side) -> bool:
    """Whether two sides that share a corner lie on each other."""
    (shared,) = set(one) & set(other) if len(set(one) & set(other)) == 1 else (None,)
    if shared is None:
        return True
    (a,), (c,) = set(one) - {shared}, set(other) - {shared}
    return _turn(a, shared, c) == 0 and (_on((a, shared), c) or _on((shared, c), a))


def _near(point: Point) -> bool:
    return all(abs(part) <= FARTHEST for part in point)


def _outlined_in_part(board: BoardData) -> Iterator[Fault]:
    """If some areas of a map have outlines, all must have one."""
    outlined = {space.map for space in board.spaces if space.outline}
    for number, space in enumerate(board.spaces):
        if space.map in outlined and not space.outline:
            yield Fault(("spaces", number), f"{space.id} has no outline, others on its map have one")


def _pairs(board: BoardData, spaces: dict[str, SpaceData]) -> Iterator[Fault]:
    """Faults of adjacency and border pairs: unknown spaces, and pairs that do not touch although they
    must."""
    pairs = [
        *((("adjacency", "cut", n), pair) for n, pair in enumerate(board.adjacency.cut)),
        *((("adjacency", "join", n), pair) for n, pair in enumerate(board.adjacency.join)),
        *((("borders", n), border.between) for n, border in enumerate(board.borders)),
    ]
    joined = {frozenset(pair) for pair in board.adjacency.join}
    for path, (one, other) in pairs:
        what = "a border" if path[0] == "borders" else "adjacency"
        unknown = [space for space in (one, other) if space not in spaces]
        if unknown:
            yield Fault(path, f"{what} names {unknown[0]!r}, which is not a space")
        elif one == other:
            yield Fault(path, f"{what} names {one!r} twice")
        elif (
            path[1] != "join"
            and frozenset((one, other)) not in joined
            and _apart(board, spaces[one], spaces[other])
        ):
            yield Fault(path, f"{what} names {one} and {other}, which do not touch")


def _apart(board: BoardData, one: SpaceData, other: SpaceData) -> bool:
    """Whether two hexes of one grid do not touch."""
    layout = board.layouts.get(one.map, board.layout)
    if layout is None or one.map != other.map or (one.kind, other.kind) != ("hex", "hex"):
        return False
    return (other.column, other.row) not in hex_neighbours(layout, one.column, one.row)


def _line(line: LineData, spaces: dict[str, SpaceData], charts: set[str]) -> Iterator[str]:
    if not line.kind.strip():
        yield "a line needs a kind, such as river"
    if not line.points and not line.through:
        areas = any(space.outline for space in spaces.values() if space.map == line.map)
        if line.kind not in FREE_LINES or areas:
            yield "a line runs through points or through spaces; coast and zones of hexes need neither"
    elif bool(line.points) == bool(line.through):
        yield "a line runs either through points or through spaces"
    elif len(line.points or line.through) < 2:
        yield "a line runs through two points or spaces or more"
    if line.map not in charts:
        yield f"a line is on a map {line.map!r}, on which there is no space"
    if not all(map(_near, line.points)):
        yield "a point of a line is out of reach"
    if line.points and not any(space.outline for space in spaces.values() if space.map == line.map):
        yield "a line can run through points on a map of outlines only; run it through spaces"
    for space in line.through:
        if space not in spaces:
            yield f"a line runs through {space!r}, which is not a space"
