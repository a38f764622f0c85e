"""The board as an SVG drawing: terrain, names, who holds what, and the counters as the viewer sees them."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudication.markings import marking_of
from domain.events import SpaceData
from domain.state import State
from domain.view import WHITE, PieceView, see
from reports.control import held
from reports.map_pieces import INK, Counters, alike
from reports.names import Names, one_line, spoken
from reports.svg import attributes, split, tag, title, words

_R = 50.0
"""From a hex's middle to its corners."""
_MARGIN = 16.0
_EDGE = 24
"""What a drawing has more at top and bottom when a handling marking stands there."""
_AREA = (150.0, 104.0)
_AREA_STEP = (190.0, 150.0)
_PAPER = "#fbfaf7"

TERRAIN_COLOURS = {
    "water": "#a6cfe6",
    "river": "#a6cfe6",
    "sea": "#a6cfe6",
    "urban": "#d3cec6",
    "city": "#d3cec6",
    "town": "#d3cec6",
    "objective": "#f0c648",
    "palm grove": "#bcd3a0",
    "woods": "#bcd3a0",
    "forest": "#a9c78d",
    "bridge": "#c9a66b",
    "dam": "#c9a66b",
    "barrage": "#c9a66b",
    "open": "#f1e6c8",
    "clear": "#f1e6c8",
    "desert": "#f1e6c8",
    "deployment": "#e9e2f2",
    "outside": "#efece4",
    "hills": "#d9b98c",
    "mountain": "#b99a74",
}
_OTHER_COLOURS = ("#e4e4ea", "#dfe8df", "#eadfd5", "#d9e3ea")
_PATTERNS = {
    "water": '<path d="M0 6q3-3 6 0t6 0" fill="none" stroke="#6fa8c9" stroke-width="1"/>',
    "urban": '<path d="M2 2h3v3h-3zM8 8h3v3h-3z" fill="#b9b2a8"/>',
    "palm grove": '<path d="M3 5v-3M3 2l-2 1M3 2l2 1M9 11v-3M9 8l-2 1M9 8l2 1" stroke="#7c9a5c"/>',
    "objective": '<path d="M3 1l1 2h2l-1.6 1.3 .6 2-2-1.2-2 1.2 .6-2L0 3h2z" fill="#cf9f1d"/>',
    "deployment": '<path d="M-1 13L13 -1M-7 7L7 -7M5 19L19 5" stroke="#d3c5e6"/>',
    "bridge": '<path d="M0 2h12M0 8h12" stroke="#a98446"/>',
}
_SAME_PATTERN = {
    "river": "water",
    "sea": "water",
    "city": "urban",
    "town": "urban",
    "woods": "palm grove",
    "forest": "palm grove",
    "dam": "bridge",
    "barrage": "bridge",
}


class _Spot(NamedTuple):
    """A space where it is drawn: its middle and its outline."""

    space: SpaceData
    x: float
    y: float
    outline: tuple[tuple[float, float], ...]


def map_svg(
    state: State,
    viewer: str = WHITE,
    *,
    heading: str = "",
    prefix: str = "map",
    control: Mapping[str, str] | None = None,
    inline: bool = False,
    boxes: bool = True,
) -> str:
    """The board as one `svg` element, between the game's handling marking if it has one.

    heading: its accessible title. prefix: what all ids begin with. control: space -> side, by default those
    whose known pieces stand there. inline: for a page of HTML, which needs no namespace. boxes: whether
    those beside the map are drawn.
    """
    view = see(state, viewer)
    names = Names(state, viewer)
    counters = Counters(
        prefix,
        {id: names.side(id) for id in state.sides},
        {id: kind.name for id, kind in state.kinds.items()},
    )
    standing: dict[str, list[PieceView]] = {}
    for piece in view.pieces:
        standing.setdefault(piece.place, []).append(piece)
    holders = held(state, viewer) if control is None else control
    spots, width, height = _spots(state)
    layers = [
        *(_ground(spot, prefix) for spot in spots),
        *_ways(state, spots),
        *(_outline(spot, holders[spot.space.id], counters) for spot in spots if spot.space.id in holders),
        *_labels(spots, set(state.board.data.impassable)),
        *(_pieces(spot, standing.get(spot.space.id, ()), counters) for spot in spots),
    ]
    if boxes:
        drawn, height = _boxes(state, standing, counters, width, height)
        layers.append(drawn)
    drawn, height = _legend(state, counters, prefix, width, height)
    layers.append(drawn)
    marking = one_line(marking_of(state))
    edge = _EDGE if marking else 0
    heading = heading or f"{one_line(state.board.data.name) or 'Board'}, turn {state.turn}"
    root = {
        "viewBox": f"0 {-edge} {width:.0f} {height + 2 * edge:.0f}",
        "role": "img",
        "aria-labelledby": f"{prefix}-title {prefix}-desc",
        "font-family": "system-ui, 'DejaVu Sans', sans-serif",
        "fill": INK,
        "class": "map",
    }
    if not inline:
        root = {"xmlns": "http://www.w3.org/2000/svg", **root}
    return (
        f"<svg{''.join(attributes({name: value}) for name, value in root.items())}>"
        + title(heading).replace("<title", f'<title id="{prefix}-title"', 1)
        + title(_told(spots, standing, holders, counters, names))
        .replace("title", "desc")
        .replace("<desc", f'<desc id="{prefix}-desc"', 1)
        + tag("defs", _patterns(prefix), counters.definitions())
        + tag("rect", y=-edge, width=width, height=height + 2 * edge, fill=_PAPER)
        + "".join(layers)
        + "".join(words(marking, width / 2, y, 14, font_weight="bold") for y in (-8, height + 16) if marking)
        + "</svg>"
    )


# --- where everything is ---------------------------------------------------------------------------


def _spots(state: State) -> tuple[list[_Spot], float, float]:
    """Every space of the board with its place in the drawing, and how large the drawing is so far."""
    layout = state.board.data.layout
    maps: dict[str, list[SpaceData]] = {}
    for space in state.board.data.spaces:
        maps.setdefault(space.map, []).append(space)
    spots: list[_Spot] = []
    width, top = 400.0, _MARGIN
    for spaces in maps.values():
        hexes = layout is not None and all(space.kind == "hex" for space in spaces)
        if hexes and layout is not None:
            found = _hexes(spaces, layout.orientation == "pointy", layout.offset == "even")
        else:
            found = _areas(spaces)
        left = min(x for spot in found for x, _ in spot.outline)
        high = min(y for spot in found for _, y in spot.outline)
        moved = [_shifted(spot, _MARGIN - left, top - high) for spot in found]
        spots += moved
        width = max(width, max(x for spot in moved for x, _ in spot.outline) + _MARGIN)
        top = max(y for spot in moved for _, y in spot.outline) + _MARGIN
    return spots, width, top


def _hexes(spaces: Sequence[SpaceData], pointy: bool, shoves_even: bool) -> list[_Spot]:
    turn = 30 if pointy else 0
    corners = [
        (_R * math.cos(math.radians(60 * n + turn)), _R * math.sin(math.radians(60 * n + turn)))
        for n in range(6)
    ]
    spots = []
    for space in spaces:
        line = space.row if pointy else space.column
        shove = 0.5 if (line % 2 == 0) == shoves_even else 0.0
        along, across = 1.5 * _R, math.sqrt(3) * _R
        x = (space.column + shove) * across if pointy else space.column * along
        y = space.row * along if pointy else (space.row + shove) * across
        spots.append(_Spot(space, x, y, tuple((x + dx, y + dy) for dx, dy in corners)))
    return spots


def _areas(spaces: Sequence[SpaceData]) -> list[_Spot]:
    """Areas at the centres that data gives, or, where it gives none, in rows."""
    placed = len({(space.column, space.row) for space in spaces}) == len(spaces)
    in_row = math.ceil(math.sqrt(len(spaces)))
    half_width, half_height = _AREA[0] / 2, _AREA[1] / 2
    spots = []
    for index, space in enumerate(spaces):
        row, column = (space.row, space.column) if placed else divmod(index, in_row)
        x, y = column * _AREA_STEP[0], row * _AREA_STEP[1]
        outline = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        spots.append(
            _Spot(space, x, y, tuple((x + dx * half_width, y + dy * half_height) for dx, dy in outline))
        )
    return spots


def _shifted(spot: _Spot, dx: float, dy: float) -> _Spot:
    outline = tuple((x + dx, y + dy) for x, y in spot.outline)
    return _Spot(spot.space, spot.x + dx, spot.y + dy, outline)


# --- what is drawn there ---------------------------------------------------------------------------


def _points(spot: _Spot, inset: float = 0.0) -> str:
    scale = 1 - inset
    return " ".join(
        f"{spot.x + (x - spot.x) * scale:.1f},{spot.y + (y - spot.y) * scale:.1f}" for x, y in spot.outline
    )


def _colour(terrain: str) -> str:
    other = _OTHER_COLOURS[sum(map(ord, terrain)) % len(_OTHER_COLOURS)]
    return TERRAIN_COLOURS.get(terrain, other)


def _pattern(terrain: str) -> str:
    name = _SAME_PATTERN.get(terrain, terrain)
    return name if name in _PATTERNS else ""


def _patterns(prefix: str) -> str:
    return "".join(
        f'<pattern id="{_pattern_id(prefix, name)}" width="12" height="12" patternUnits="userSpaceOnUse">'
        f"{shape}</pattern>"
        for name, shape in _PATTERNS.items()
    )


def _pattern_id(prefix: str, name: str) -> str:
    return f"{prefix}-p-{name.replace(' ', '-')}"


def _ground(spot: _Spot, prefix: str) -> str:
    """A space's terrain, by colour and, against colour-blindness, by pattern."""
    terrain = spot.space.terrain
    points = _points(spot)
    drawn = tag("polygon", points=points, fill=_colour(terrain), stroke="#8d867a", stroke_width=1)
    if _pattern(terrain):
        drawn += tag("polygon", points=points, fill=f"url(#{_pattern_id(prefix, _pattern(terrain))})")
    return tag("g", title(_place_name(spot.space)), drawn, data_space=spot.space.id)


def _place_name(space: SpaceData) -> str:
    told = one_line(space.id) if not space.name else f"{one_line(space.id)} {one_line(space.name)}"
    return f"{told}, {spoken(space.terrain)}" if space.terrain else told


def _ways(state: State, spots: Sequence[_Spot]) -> list[str]:
    """Terrain along sides of hexes, spaces joined or parted by data, and ways between areas."""
    at = {spot.space.id: spot for spot in spots}
    data = state.board.data
    drawn = []
    for border in data.borders:
        drawn.append(_side(at, border.between, "#3f86b5", 5, None, border.terrain))
    for pair in data.adjacency.cut:
        drawn.append(_side(at, pair, "#a02c2c", 4, None, "no way across"))
    joined = set(data.adjacency.join)
    if data.layout is None:
        joined |= {(one, other) for one, others in state.board.neighbours.items() for other in others}
    for one, other in sorted({(min(pair), max(pair)) for pair in joined}):
        if one in at and other in at:
            first, second = _edge(at[one], at[other]), _edge(at[other], at[one])
            drawn.append(
                tag(
                    "line",
                    x1=first[0],
                    y1=first[1],
                    x2=second[0],
                    y2=second[1],
                    stroke="#6b6358",
                    stroke_width=2,
                    stroke_dasharray="6 4",
                )
            )
    return drawn


def _edge(spot: _Spot, towards: _Spot) -> tuple[float, float]:
    """A point on the way from one space's middle to another's, at the edge of the first."""
    dx, dy = towards.x - spot.x, towards.y - spot.y
    half_width = max(abs(x - spot.x) for x, _ in spot.outline)
    half_height = max(abs(y - spot.y) for _, y in spot.outline)
    scale = min(half_width / abs(dx) if dx else math.inf, half_height / abs(dy) if dy else math.inf, 0.5)
    return spot.x + dx * scale, spot.y + dy * scale


def _side(
    at: Mapping[str, _Spot], pair: tuple[str, str], stroke: str, width: int, dashes: str | None, told: str
) -> str:
    """A line along the side that two spaces share."""
    if pair[0] not in at or pair[1] not in at:
        return ""
    one, other = at[pair[0]], at[pair[1]]
    shared = [p for p in one.outline if any(math.dist(p, q) < 1 for q in other.outline)]
    if len(shared) != 2:
        return ""
    (x1, y1), (x2, y2) = shared
    line = tag(
        "line",
        x1=x1,
        y1=y1,
        x2=x2,
        y2=y2,
        stroke=stroke,
        stroke_width=width,
        stroke_linecap="round",
        stroke_dasharray=dashes,
    )
    return tag("g", title(told), line)


def _outline(spot: _Spot, side: str, counters: Counters) -> str:
    return tag(
        "polygon",
        points=_points(spot, 0.06),
        fill="none",
        stroke=counters.colour(side),
        stroke_width=4,
        stroke_dasharray=counters.dashes(side),
    )


def _labels(spots: Sequence[_Spot], impassable: set[str]) -> list[str]:
    """Names at the top, ids at the foot; a name that many impassable spaces bear stands there seldom."""
    drawn: list[str] = []
    named: dict[str, list[_Spot]] = {}
    for spot in spots:
        space = spot.space
        top = min(y for _, y in spot.outline)
        foot = max(y for _, y in spot.outline)
        closed = space.terrain in impassable
        before = named.setdefault(space.name, [])
        if not (closed and any(math.dist((o.x, o.y), (spot.x, spot.y)) < 5 * _R for o in before)):
            before.append(spot)
            style = {"font_style": "italic", "fill": "#35586b"} if closed else {"font_weight": "600"}
            name = one_line(space.name or space.id)
            for index, line in enumerate(split(name, 12, 2)):
                drawn.append(words(line, spot.x, top + 12 + index * 9, 8.5, **style))
        if not closed and space.name and space.name != space.id:
            drawn.append(words(space.id, spot.x, foot - 3, 6.5, fill="#6b6358"))
    return drawn


def _pieces(spot: _Spot, pieces: Sequence[PieceView], counters: Counters) -> str:
    if not pieces:
        return ""
    return counters.stack(pieces, spot.x, spot.y + 10, 76, 58)


# --- beside the map --------------------------------------------------------------------------------


def _boxes(
    state: State, standing: Mapping[str, Sequence[PieceView]], counters: Counters, width: float, top: float
) -> tuple[str, float]:
    """The boxes that hold anything, in rows under the map, and where they end."""
    places = [(box.name or box.id, standing[box.id]) for box in state.board.data.boxes if box.id in standing]
    places += [(place, found) for place, found in standing.items() if place not in state.board.spaces]
    in_row = max(1, int((width - _MARGIN) // 300))
    panel = (width - _MARGIN) / in_row - _MARGIN
    drawn = []
    for start in range(0, len(places), in_row):
        row = places[start : start + in_row]
        chips = max(1, int((panel - 8) // 58))
        groups = [alike(pieces) for _, pieces in row]
        height = 22 + 62 * max(-(-len(found) // chips) for found in groups)
        for index, ((name, _), found) in enumerate(zip(row, groups, strict=True)):
            left = _MARGIN + index * (panel + _MARGIN)
            frame = {"x": left, "y": top, "width": panel, "height": float(height)}
            inside = [
                tag("rect", **frame, rx=6, fill="#ffffff", stroke="#8d867a"),
                words(name, left + 8, top + 14, 10, text_anchor="start", font_weight="600"),
            ]
            for number, group in enumerate(found):
                x = left + 33 + number % chips * 58
                y = top + 42 + number // chips * 62
                inside.append(counters.counter(group, x, y, 36))
                if group[0].known and group[0].symbol:
                    label = split(state.kinds[group[0].kind].name, 12, 2)
                    inside += [words(line, x, y + 26 + n * 7, 6.5) for n, line in enumerate(label)]
            drawn.append(tag("g", *inside))
        top += height + 10
    return "".join(drawn), top


def _legend(state: State, counters: Counters, prefix: str, width: float, top: float) -> tuple[str, float]:
    """What colours, patterns and lines mean, and where the drawing ends."""
    entries = []
    for terrain in dict.fromkeys(space.terrain for space in state.board.data.spaces if space.terrain):
        entries.append((terrain, ""))
    entries += [("", side) for side in state.sides]
    drawn = []
    x, y = _MARGIN, top + 4
    for terrain, side in entries:
        label = spoken(terrain) if terrain else f"held by {counters.names[side]}"
        needed = 34 + 6.2 * len(label)
        if x + needed > width and x > _MARGIN:
            x, y = _MARGIN, y + 22
        swatch = {"x": x, "y": y, "width": 22, "height": 14}
        if terrain:
            drawn.append(tag("rect", **swatch, fill=_colour(terrain), stroke="#8d867a"))
            if _pattern(terrain):
                drawn.append(tag("rect", **swatch, fill=f"url(#{_pattern_id(prefix, _pattern(terrain))})"))
        else:
            line = {"stroke": counters.colour(side), "stroke_dasharray": counters.dashes(side)}
            drawn.append(tag("rect", **swatch, fill="none", stroke_width=3, **line))
        drawn.append(words(label, x + 28, y + 11, 10, text_anchor="start"))
        x += needed + 10
    return "".join(drawn), y + 14 + _MARGIN


def _told(
    spots: Sequence[_Spot],
    standing: Mapping[str, Sequence[PieceView]],
    holders: Mapping[str, str],
    counters: Counters,
    names: Names,
) -> str:
    """The map in words, for those who do not see it."""
    told = []
    for spot in spots:
        pieces = standing.get(spot.space.id, ())
        if pieces:
            holder = holders.get(spot.space.id)
            held_by = f", held by {names.side(holder)}" if holder else ""
            told.append(f"{names.space(spot.space.id)}{held_by}: {', '.join(map(counters.told, pieces))}")
    return ". ".join(told)[:1900] or "No pieces on the map"
