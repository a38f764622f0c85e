"""The parts of a map that never change: terrain by colour and pattern, lines, borders, names, and the
legend."""

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from domain.events import BoardData, SpaceData
from domain.table.state import State
from reports.figures.svg import split, tag, text, title, words
from reports.maps.coast import KIND as COAST
from reports.maps.coast import coast, coasted
from reports.maps.control import samples
from reports.maps.layout import MARGIN, R, Sheet, Spot, along, edge, map_name, points, sheet_of, shores
from reports.maps.pieces import Counters
from reports.maps.polygons import inside
from reports.maps.terrain import (
    SINGLE,
    STAR,
    Stroke,
    drawn_line,
    in_style,
    mark_at,
    stroke_of,
    style_of,
    textured,
)
from reports.maps.zones import KIND as ZONES
from reports.maps.zones import zones
from reports.words.names import one_line, spoken

_STREWN = (28, 22)
"""The distance between marks of a texture on hexes, across and down; on outlines twice as large."""
_FAINT = Stroke("#6b6358", 1.6, dashes="5 4")
_CUT = Stroke("#a02c2c", 4.0)
_GRID: dict[str, object] = {"stroke": "#a49b8c", "stroke_width": 0.5, "stroke_linejoin": "round"}
NAMES = 11.0
"""The size of the names of spaces, and the least size for names with many words."""
_LEAST_NAMES = 9.5
_LETTERS = 12
"""The number of letters in a line of a name."""
_NUMBERS = 7.5
_UNMARKED: Mapping[str, Sequence[str]] = MappingProxyType({})
LANDMARKS = 21.0
"""The size of names on a map at small scale."""
_FEW = 30
"""The most names on such a map."""
_UP = 23
"""The distance of a name above the centre of its space, so that a counter has room below it."""


def ground(state: State, sheet: Sheet, prefix: str = "map", *, textures: bool = True) -> str:
    """Every space's terrain, by colour and, for colour-blind readers, by texture; lines, and the
    connections between spaces. prefix: the start of ids."""
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
    ways = (*_headings(sheet), *_lines(state, sheet), *_ways(state, sheet), *zones(state, sheet))
    shores = [*coast(board, sheet), _grid(board, sheet)] if coasted(board) else []
    strewn = _textures(board, sheet, prefix) if textures else []
    return tag("g", *drawn, **_GRID) + "".join((*shores, *strewn, *ways))


def _grid(board: BoardData, sheet: Sheet) -> str:
    """The sides of hexes above the land of a map whose coast is drawn."""
    over = coasted(board)
    sides = [
        tag("polygon", points=points(spot))
        for spot in sheet.spots
        if spot.space.map in over and spot.reach is None
    ]
    return tag("g", *sides, fill="none", **_GRID)


def _textures(board: BoardData, sheet: Sheet, prefix: str) -> list[str]:
    """The textures of terrain. Hexes of a kind and layout share one pattern, which each of them uses; SVG
    patterns are avoided, because a browser prints them for minutes."""
    strewn: dict[str, list[str]] = {}
    shared: set[str] = set()
    used: dict[str, list[str]] = {}
    for spot in sheet.spots:
        texture = style_of(board, spot.space.terrain).texture
        if texture == STAR or not texture:
            continue
        if texture in SINGLE:
            strewn.setdefault(texture, []).append(mark_at(texture, spot.x, spot.y))
        elif spot.space.kind == "hex" and spot.reach is None and len(spot.outline) == 6:
            id = f"{prefix}-{texture}{'' if spot.outline[0][1] == spot.y else '-pointy'}"
            used.setdefault(texture, [])
            if id not in shared:
                shared.add(id)
                middle = spot._replace(
                    x=0, y=0, outline=tuple((x - spot.x, y - spot.y) for x, y in spot.outline)
                )
                used[texture].append(tag("defs", tag("path", d=_marks(middle, texture), id=id)))
            used[texture].append(tag("use", href=f"#{id}", x=round(spot.x), y=round(spot.y)))
        else:
            strewn.setdefault(texture, []).append(_marks(spot, texture))
    drawn = [textured(texture, paths) for texture, paths in strewn.items()]
    return [*drawn, *(in_style(texture, uses) for texture, uses in used.items())]


def _marks(spot: Spot, texture: str) -> str:
    """The marks of a space's texture, in rows."""
    step, row = _STREWN if spot.reach is None else (3 * size for size in _STREWN)
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
    """Which other map shows a space in detail, and which space it is part of."""
    board = state.board
    maps = dict.fromkeys(board.spaces[part].map for part in board.parts.get(space.id, ()))
    told = "".join(f"; see the map {map_name(board.data, chart)}" for chart in maps)
    return f"{told}; part of {one_line(space.lies_in)}" if space.lies_in else told


def _lines(state: State, sheet: Sheet) -> list[str]:
    """Rivers, roads and coasts: through points of their map, or through the centres of spaces."""
    board, at = state.board.data, sheet.everywhere
    charts = {chart.id: chart for chart in sheet.charts}
    drawn = []
    for line in board.lines:
        chart = charts.get(line.map)
        if line.points and chart is not None:
            corners_ = along(line.points, shores(board, line.map)) if line.kind == COAST else line.points
            through = chart.line(corners_)
        else:
            through = [(at[id].x, at[id].y) for id in line.through if id in at]
        corners = [f"{corner[0]:.0f} {corner[1]:.0f}" for corner in through]
        if len(corners) > 1:
            told = f"{one_line(line.name)}, {spoken(line.kind)}" if line.name else spoken(line.kind)
            path = drawn_line(f"M{'L'.join(corners)}", stroke_of(board, line.kind))
            drawn.append(tag("g", title(told), path))
    return drawn


def _ways(state: State, sheet: Sheet) -> list[str]:
    """Spaces joined or separated by data, and connections between areas."""
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
    """Terrain along sides of hexes, such as rivers: drawn above the lines of control."""
    at, board = sheet.at, state.board.data
    return [
        _side(at, border.between, stroke_of(board, border.terrain), border.terrain)
        for border in board.borders
    ]


def _leads(state: State, at: Mapping[str, Spot]) -> dict[str, list[str]]:
    """Spaces from which connections lead to spaces of another map, with these spaces."""
    found: dict[str, list[str]] = {}
    for one, other in state.board.data.adjacency.join:
        if one in at and other in at and at[one].space.map != at[other].space.map:
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
    return found


def _shared(one: Spot, other: Spot) -> list[tuple[float, float]]:
    """Corners that two outlines share, in the order of the first."""
    both = [any(math.dist(p, q) < 1 for q in other.outline) for p in one.outline]
    first = next((n for n, shared in enumerate(both) if shared and not both[n - 1]), 0)
    order = [*range(first, len(both)), *range(first)]
    return [one.outline[n] for n in order if both[n]]


def _share_a_side(one: Spot, other: Spot) -> bool:
    """Whether it is visible that two spaces touch."""
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


def labels(
    state: State, sheet: Sheet, *, overview: bool = False, marked: Mapping[str, Sequence[str]] = _UNMARKED
) -> str:
    """Names above the centre of their spaces, or where data puts them, with a star at an objective; above
    them the numbers of hexes, and the spaces of other maps that can be reached from there. A name that
    many impassable spaces share is shown only now and then. overview: only the most important ones, and
    large. marked: space -> the text under its name."""
    if overview:
        return _landmarks(state, sheet)
    board = state.board.data
    impassable = set(board.impassable)
    names: list[str] = []
    ids: list[str] = []
    far: list[str] = []
    stars: list[str] = []
    named: dict[str, list[Spot]] = {}
    leads = _leads(state, sheet.at)
    for spot in sheet.spots:
        space = spot.space
        closed = space.terrain in impassable
        bare = space.kind == "hex" and not space.name
        starred = style_of(board, space.terrain).texture == STAR
        before = named.setdefault(space.name, [])
        seldom = closed and any(math.dist((o.x, o.y), (spot.x, spot.y)) < 5 * R for o in before)
        lines: list[str] = []
        size = NAMES
        if not seldom and not bare:
            before.append(spot)
            lines, size = _in_lines(one_line(space.name or space.id))
        lines = [*lines, *map(one_line, marked.get(space.id, ()))]
        x, y = _label_at(spot, len(lines), size)
        for index, line in enumerate(lines):
            put = text(line, x, y - (len(lines) - 1 - index) * size)
            if size != NAMES:
                put = put.replace("<text", f'<text font-size="{size}"', 1)
            (far if closed else names).append(put)
        told = [one_line(space.id)] if space.kind == "hex" and not closed else []
        told += [f"\u21c4 {one_line(other)}" for other in leads.get(space.id, ())]
        above = min(y - len(lines) * size - 0.5, spot.y - _UP - size) if not bare else spot.y - _UP
        if starred:
            stars.append(mark_at(STAR, x - (12 if told else 0), above - 2))
        if told:
            ids.append(text(" ".join(told), x + (5 if starred else 0), above))
    # Letters are drawn over a seam of paper, which separates them from what is below them.
    seam = {"stroke": "#fbfaf7", "stroke_width": 2.5, "paint_order": "stroke", "stroke_linejoin": "round"}
    shared = {"text_anchor": "middle", "font_size": NAMES, **seam}
    return (
        (textured(STAR, stars) if stars else "")
        + tag("g", *names, **shared, font_weight="700")
        + tag("g", *far, **shared, font_style="italic", fill="#456b82")
        + tag("g", *ids, text_anchor="middle", font_size=_NUMBERS, fill="#6b6358", class_="numbers", **seam)
    )


def star_sample(state: State, sheet: Sheet) -> list[tuple[str, str]]:
    """For a legend: the star of objectives, if there are any."""
    board = state.board.data
    starred = [
        spot.space.terrain for spot in sheet.spots if style_of(board, spot.space.terrain).texture == STAR
    ]
    return [(textured(STAR, [mark_at(STAR, 11, 7)]), spoken(starred[0]))] if starred else []


def _landmarks(state: State, sheet: Sheet) -> str:
    """The names of objectives, or of all spaces if these are few, readable on a small map."""
    board = state.board.data
    spots = [spot for spot in sheet.spots if spot.space.name and spot.space.terrain not in board.impassable]
    starred = [spot for spot in spots if style_of(board, spot.space.terrain).texture == STAR]
    shown = starred or (spots if len(spots) <= _FEW else [])
    letters = LANDMARKS if starred else LANDMARKS * 0.8
    names = []
    for spot in shown:
        lines = split(one_line(spot.space.name), _LETTERS, 2)
        y = spot.y - _UP + 2
        names += [text(line, spot.x, y - (len(lines) - 1 - n) * letters) for n, line in enumerate(lines)]
    stars = [
        tag("path", d=mark_at(STAR, 0, 0), transform=f"translate({spot.x:.0f} {spot.y + 6:.0f}) scale(2.2)")
        for spot in starred
    ]
    seam = {"stroke": "#fbfaf7", "stroke_width": 5, "paint_order": "stroke", "stroke_linejoin": "round"}
    style = {"text_anchor": "middle", "font_size": letters, "font_weight": "700", **seam}
    return (in_style(STAR, stars) if stars else "") + tag("g", *names, **style)


def _in_lines(name: str) -> tuple[list[str], float]:
    """A name in two lines, or smaller in three; only a sentence is cut."""
    lines = split(name, _LETTERS, 2)
    if not lines or not lines[-1].endswith("\u2026"):
        return lines, NAMES
    return split(name, _LETTERS + 2, 3), _LEAST_NAMES


def _label_at(spot: Spot, lines: int, size: float) -> tuple[float, float]:
    """The place of the last line of a space's name: above its centre, unless data puts the name elsewhere."""
    if spot.label is not None:
        x, y = spot.label
        beside = abs(x - spot.x) > 45 or y < spot.y - _UP or y - lines * size > spot.y + 34
        if beside:
            return x, y
    return spot.x, spot.y - _UP


def legend(
    state: State,
    counters: Counters,
    width: float,
    top: float,
    more: Sequence[tuple[str, str]] = (),
    *,
    holders: Mapping[str, str] | None = None,
    notes: Sequence[str] = (),
) -> tuple[str, float]:
    """The meaning of colours, textures and lines, and the end of the drawing. more: further samples, each
    22 by 14, with their meaning. holders: who holds what, if it is not every side that can. notes:
    sentences below them."""
    sheet = sheet_of(state)
    entries = []
    board = state.board.data
    shown = {spot.space.id for spot in sheet.spots}
    for terrain in dict.fromkeys(spot.space.terrain for spot in sheet.spots if spot.space.terrain):
        style = style_of(board, terrain)
        sample = tag("rect", width=22, height=14, fill=style.colour, stroke="#8d867a", stroke_width=0.5)
        if style.texture:
            mark = textured(style.texture, [mark_at(style.texture, 0, 0)])
            scale = 0.24 if style.texture in SINGLE and style.texture != STAR else 1
            sample += tag("g", mark, transform=f"translate(11 7) scale({scale})")
        entries.append((sample, spoken(terrain)))
    lines = (
        *(line.kind for line in board.lines if line.kind != ZONES),
        *(border.terrain for border in board.borders if shown.issuperset(border.between)),
    )
    for kind in dict.fromkeys(lines):
        entries.append((drawn_line("M0 7h22", stroke_of(board, kind)), spoken(kind)))
    if zones(state, sheet):
        entries.append((drawn_line("M0 7h22", stroke_of(board, ZONES)), "zone boundary"))
    ways = _ways(state, sheet)
    if any("no way across" in way for way in ways):
        entries.append((drawn_line("M0 7h22", _CUT), "no way across"))
    if any("no way across" not in way for way in ways):
        entries.append((drawn_line("M0 7h22", _FAINT), "connected"))
    if _leads(state, sheet.at):
        entries.append((words("\u21c4", 11, 11, 13), "leads to another map"))
    return key([*entries, *more, *samples(sheet, holders, counters)], width, top, notes)


def key(
    entries: Iterable[tuple[str, str]], width: float, top: float, notes: Sequence[str] = ()
) -> tuple[str, float]:
    """Samples in rows, each with its meaning; and the end of the rows."""
    drawn = []
    x, y = MARGIN, top + 4
    for sample, label in entries:
        needed = 30 + 5.9 * len(label)
        if x + needed > width and x > MARGIN:
            x, y = MARGIN, y + 21
        drawn.append(tag("g", sample, text(label, 27, 11), transform=f"translate({x:.0f} {y:.0f})"))
        x += needed + 10
    for note in notes:
        y += 21
        drawn.append(text(note, MARGIN, y + 11).replace("<text", '<text font-style="italic"', 1))
    return tag("g", *drawn, font_size=10.5), y + 14 + MARGIN
