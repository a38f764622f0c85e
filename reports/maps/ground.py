"""What never changes on a map: terrain by colour and pattern, lines, borders, names, and the legend."""

import math
from collections.abc import Mapping, Sequence

from domain.events import BoardData, SpaceData
from domain.table.state import State
from reports.figures.svg import split, tag, text, title, words
from reports.maps.coast import coast, coasted
from reports.maps.layout import MARGIN, R, Sheet, Spot, edge, map_name, points
from reports.maps.pieces import Counters
from reports.maps.polygons import inside
from reports.maps.terrain import Stroke, drawn_line, mark_at, stroke_of, style_of, textured
from reports.maps.zones import zones
from reports.words.names import one_line, spoken

Corners = frozenset[tuple[int, int]]

_STREWN = (24, 20)
"""How far apart the marks of a texture stand on hexes, across and down; on outlines twice as far."""
_FAINT = Stroke("#6b6358", 2.0, dashes="6 4")
_CUT = Stroke("#a02c2c", 4.0)


def ground(state: State, sheet: Sheet) -> str:
    """Every space's terrain, by colour and, against colour-blindness, by texture; lines, and the ways
    between."""
    board = state.board.data
    drawn = [
        tag(
            "g",
            title(_place_name(spot.space) + _parts(state, spot.space)),
            tag("polygon", points=points(spot), fill=style_of(board, spot.space.terrain).colour),
            data_space=spot.space.id,
        )
        for spot in sheet.spots
    ]
    strewn: dict[str, list[str]] = {}
    for spot in sheet.spots:
        texture = style_of(board, spot.space.terrain).texture
        if texture:
            strewn.setdefault(texture, []).append(_marks(spot, texture))
    textures = [textured(texture, paths) for texture, paths in strewn.items()]
    ways = (*_headings(sheet), *_lines(state, sheet), *_ways(state, sheet), *zones(state, sheet))
    outlines = {"stroke": "#8d867a", "stroke_width": 1, "stroke_linejoin": "round"}
    shores = [*coast(board, sheet), _grid(board, sheet)] if coasted(board) else []
    return tag("g", *drawn, **outlines) + "".join((*shores, *textures, *ways))


def _grid(board: BoardData, sheet: Sheet) -> str:
    """The sides of hexes above the land of a map whose coast is drawn."""
    over = coasted(board)
    sides = [
        tag("polygon", points=points(spot))
        for spot in sheet.spots
        if spot.space.map in over and spot.reach is None
    ]
    return tag("g", *sides, fill="none", stroke="#5b544a", stroke_width=0.6, stroke_opacity="0.45")


def _marks(spot: Spot, texture: str) -> str:
    """The marks of a space's texture, strewn in rows over it."""
    step, row = _STREWN if spot.reach is None else (2 * size for size in _STREWN)
    xs, ys = [x - spot.x for x, _ in spot.outline], [y - spot.y for _, y in spot.outline]
    found = []
    for y in range(int(min(ys)) // row * row, int(max(ys)) + row, row):
        shove = step // 2 if y // row % 2 else 0
        for x in range(int(min(xs)) // step * step, int(max(xs)) + step, step):
            at_x, at_y = spot.x + x + shove, spot.y + y
            around = ((at_x - 9, at_y), (at_x + 9, at_y), (at_x, at_y - 7), (at_x, at_y + 7))
            if all(inside(spot.outline, *point) for point in around):
                found.append(mark_at(texture, at_x, at_y))
    return "".join(found)


def _headings(sheet: Sheet) -> list[str]:
    """The name and scale above each map that has one."""
    return [
        words(chart.heading, chart.left, chart.top + 14, 14, text_anchor="start", font_weight="bold")
        for chart in sheet.charts
        if chart.heading
    ]


def _place_name(space: SpaceData) -> str:
    told = one_line(space.id) if not space.name else f"{one_line(space.id)} {one_line(space.name)}"
    return f"{told}, {spoken(space.terrain)}" if space.terrain else told


def _parts(state: State, space: SpaceData) -> str:
    """Which other map shows a space in detail, and which space it is a part of itself."""
    board = state.board
    maps = dict.fromkeys(board.spaces[part].map for part in board.parts.get(space.id, ()))
    told = "".join(f"; see the map {map_name(board.data, chart)}" for chart in maps)
    return f"{told}; part of {one_line(space.lies_in)}" if space.lies_in else told


def _lines(state: State, sheet: Sheet) -> list[str]:
    """Rivers, roads and coasts: through points of their map, or through the middles of spaces."""
    board, at = state.board.data, sheet.everywhere
    charts = {chart.id: chart for chart in sheet.charts}
    drawn = []
    for line in board.lines:
        chart = charts.get(line.map)
        if line.points and chart is not None:
            through = [chart.point(point) for point in line.points]
        else:
            through = [(at[id].x, at[id].y) for id in line.through if id in at]
        corners = [f"{corner[0]:.0f} {corner[1]:.0f}" for corner in through if corner is not None]
        if len(corners) > 1:
            told = f"{one_line(line.name)}, {spoken(line.kind)}" if line.name else spoken(line.kind)
            path = drawn_line(f"M{'L'.join(corners)}", stroke_of(board, line.kind))
            drawn.append(tag("g", title(told), path))
    return drawn


def _ways(state: State, sheet: Sheet) -> list[str]:
    """Spaces joined or parted by data, and ways between areas."""
    at, board = sheet.at, state.board.data
    drawn = []
    for pair in board.adjacency.cut:
        drawn.append(_side(at, pair, _CUT, "no way across"))
    for one, other in sorted({(min(pair), max(pair)) for pair in board.adjacency.join}):
        if one not in at or other not in at or at[one].space.map != at[other].space.map:
            continue
        if not _share_a_side(at[one], at[other]):
            (x1, y1), (x2, y2) = edge(at[one], at[other]), edge(at[other], at[one])
            path = f"M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}"
            drawn.append(drawn_line(path, _FAINT))
    return drawn


def borders(state: State, sheet: Sheet) -> list[str]:
    """Terrain along sides of hexes, such as rivers: drawn above the lines that say who holds what."""
    at, board = sheet.at, state.board.data
    return [
        _side(at, border.between, stroke_of(board, border.terrain), border.terrain)
        for border in board.borders
    ]


def _leads(state: State, at: Mapping[str, Spot]) -> dict[str, list[str]]:
    """Spaces from which ways lead to spaces of another map, and which these are."""
    found: dict[str, list[str]] = {}
    for one, other in state.board.data.adjacency.join:
        if one in at and other in at and at[one].space.map != at[other].space.map:
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
    return found


def _shared(one: Spot, other: Spot) -> list[tuple[float, float]]:
    """Corners of one outline that are corners of the other too, as they follow each other along it."""
    both = [any(math.dist(p, q) < 1 for q in other.outline) for p in one.outline]
    first = next((n for n, shared in enumerate(both) if shared and not both[n - 1]), 0)
    order = [*range(first, len(both)), *range(first)]
    return [one.outline[n] for n in order if both[n]]


def _share_a_side(one: Spot, other: Spot) -> bool:
    """Whether it is to be seen that two spaces touch."""
    return len(_shared(one, other)) > 1


def _side(at: Mapping[str, Spot], pair: tuple[str, str], stroke: Stroke, told: str) -> str:
    """A line along the side that two spaces share."""
    if pair[0] not in at or pair[1] not in at:
        return ""
    shared = _shared(at[pair[0]], at[pair[1]])
    if len(shared) < 2:
        return ""
    path = "L".join(f"{x:.0f} {y:.0f}" for x, y in shared)
    return tag("g", title(told), drawn_line(f"M{path}", stroke))


def labels(state: State, sheet: Sheet) -> str:
    """Names at the top, or where data puts them; at the foot ids, and the spaces of other maps that one comes
    to from there. A name that many impassable spaces bear stands there seldom."""
    impassable = set(state.board.data.impassable)
    names: list[str] = []
    ids: list[str] = []
    far: list[str] = []
    named: dict[str, list[Spot]] = {}
    leads = _leads(state, sheet.at)
    for spot in sheet.spots:
        space = spot.space
        x, top, foot = _label_at(spot)
        closed = space.terrain in impassable
        bare = space.kind == "hex" and not space.name  # its number stands at the foot, as beside a name
        before = named.setdefault(space.name, [])
        if not (closed and any(math.dist((o.x, o.y), (spot.x, spot.y)) < 5 * R for o in before)):
            before.append(spot)
            for index, line in enumerate(() if bare else split(one_line(space.name or space.id), 12, 2)):
                (far if closed else names).append(text(line, x, top + 13.5 + index * 9))
        numbered = bare or (space.name and space.name != space.id and not closed)
        told = [one_line(space.id)] if numbered else []
        told += [f"\u21c4 {one_line(other)}" for other in leads.get(space.id, ())]
        if told:
            ids.append(text(" ".join(told), spot.x, foot - 5))
    # Letters stand before their own seam of paper, which keeps them apart from what lies under them.
    seam = {"stroke": "#fbfaf7", "stroke_width": 2, "paint_order": "stroke", "stroke_linejoin": "round"}
    shared = {"text_anchor": "middle", "font_size": 8.5, **seam}
    return (
        tag("g", *names, **shared, font_weight="600")
        + tag("g", *far, **shared, font_style="italic", fill="#35586b")
        + tag("g", *ids, text_anchor="middle", font_size=7, fill="#5b544a", **seam)
    )


def _label_at(spot: Spot) -> tuple[float, float, float]:
    """Where the name of a space stands: its middle, and above it; and where the space ends below."""
    if spot.reach is None:
        heights = [y for _, y in spot.outline]
        corner = 7 if heights.count(min(heights)) == 1 else 0  # no room for letters in a corner at the top
        return spot.x, min(heights) + corner, max(heights) - corner
    foot = spot.y + spot.reach[1] + 8
    if spot.label is not None:
        return spot.label[0], spot.label[1] - 13.5, foot
    return spot.x, spot.y - spot.reach[1] - 10, foot


def held_lines(spots: Sequence[Spot], holders: Mapping[str, str], counters: Counters) -> list[str]:
    """The lines inside spaces that say which side holds them. Hexes side by side that one side holds have one
    line around them all."""
    held = [spot for spot in spots if spot.space.id in holders]
    sides: dict[tuple[str, str, Corners], int] = {}
    for spot in held:
        for shared in _corners(spot):
            key = (holders[spot.space.id], spot.space.map, shared)
            sides[key] = sides.get(key, 0) + 1
    drawn = []
    for spot in held:
        side = holders[spot.space.id]
        outer = [sides[side, spot.space.map, shared] == 1 for shared in _corners(spot)]
        drawn.append(_held_line(spot, outer, side, counters))
    return drawn


def _held_line(spot: Spot, outer: Sequence[bool], side: str, counters: Counters) -> str:
    """The part of the line inside a space that runs along its outer sides."""
    style = {
        "fill": "none",
        "stroke": counters.colour(side),
        "stroke_width": 4,
        "stroke_dasharray": counters.dashes(side),
    }
    if all(outer) or spot.reach is not None:
        return tag("polygon", points=points(spot, 0.06), **style)
    corners = points(spot, 0.06).replace(",", " ").split()
    ring = [f"{x} {y}" for x, y in zip(corners[::2], corners[1::2], strict=True)]
    ways = [f"M{ring[n]}L{ring[(n + 1) % len(ring)]}" for n, runs in enumerate(outer) if runs]
    return tag("path", d="".join(ways), stroke_linecap="round", **style) if ways else ""


def _corners(spot: Spot) -> list[Corners]:
    """The sides of a space, each by its two corners, the same for both spaces that share it."""
    corners = [(round(x), round(y)) for x, y in spot.outline]
    return [frozenset((corners[n], corners[(n + 1) % len(corners)])) for n in range(len(corners))]


def legend(
    state: State,
    counters: Counters,
    width: float,
    top: float,
    more: Sequence[tuple[str, str]] = (),
) -> tuple[str, float]:
    """What colours, textures and lines mean, and where the drawing ends. more: further samples, each 22 by
    14, with what they mean."""
    entries = []
    board = state.board.data
    for terrain in dict.fromkeys(space.terrain for space in board.spaces if space.terrain):
        style = style_of(board, terrain)
        sample = tag("rect", width=22, height=14, fill=style.colour, stroke="#8d867a")
        if style.texture:
            sample += textured(style.texture, [mark_at(style.texture, 11, 7)])
        entries.append((sample, spoken(terrain)))
    lines = (*(line.kind for line in board.lines), *(border.terrain for border in board.borders))
    for kind in dict.fromkeys(lines):
        entries.append((drawn_line("M0 7h22", stroke_of(board, kind)), spoken(kind)))
    for side in state.sides:
        line = {"stroke": counters.colour(side), "stroke_dasharray": counters.dashes(side)}
        frame = tag("rect", width=22, height=14, fill="none", stroke_width=3, **line)
        entries.append((frame, f"held by {counters.names[side]}"))
    drawn = []
    x, y = MARGIN, top + 4
    for sample, label in (*entries, *more):
        needed = 34 + 6.2 * len(label)
        if x + needed > width and x > MARGIN:
            x, y = MARGIN, y + 22
        drawn.append(tag("g", sample, text(label, 28, 11), transform=f"translate({x:.0f} {y:.0f})"))
        x += needed + 10
    return tag("g", *drawn, font_size=10), y + 14 + MARGIN
