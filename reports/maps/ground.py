"""What never changes on a map: terrain by colour and pattern, ways, borders, names, and the legend."""

import math
from collections.abc import Mapping, Sequence

from domain.events import SpaceData
from domain.table.state import State
from reports.figures.svg import split, tag, text, title
from reports.maps.layout import MARGIN, R, Spot, edge, half, points
from reports.maps.pieces import Counters
from reports.words.names import one_line, spoken

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
_TEXTURES: dict[str, tuple[str, dict[str, object]]] = {
    "water": ("m-6 0q3-3 6 0t6 0", {"stroke": "#6fa8c9"}),
    "urban": ("m-5-4h4v4h-4zm6 5h4v4h-4z", {"fill": "#b3aca1"}),
    "palm grove": ("m0 4v-6m0 0l-3 2m3-2l3 2m-3-2v-2", {"stroke": "#7c9a5c"}),
    "objective": ("m0-4l1.2 2.8 3 .2-2.3 2 .8 3-2.7-1.6-2.7 1.6 .8-3-2.3-2 3-.2z", {"fill": "#cf9f1d"}),
    "deployment": ("m-4 4l8-8", {"stroke": "#cdbde4"}),
    "bridge": ("m-7-2h14m-14 4h14", {"stroke": "#a98446"}),
}
"""A mark that is strewn over a kind of terrain, as a path from its middle. No patterns: a browser prints them
for minutes."""
_STREWN = (24, 20)
_SAME_TEXTURE = {
    "river": "water",
    "sea": "water",
    "city": "urban",
    "town": "urban",
    "woods": "palm grove",
    "forest": "palm grove",
    "dam": "bridge",
    "barrage": "bridge",
}


def ground(state: State, spots: Sequence[Spot]) -> str:
    """Every space's terrain, by colour and, against colour-blindness, by texture; and the ways between."""
    drawn = [
        tag(
            "g",
            title(_place_name(spot.space)),
            tag("polygon", points=points(spot), fill=_colour(spot.space.terrain)),
            data_space=spot.space.id,
        )
        for spot in spots
    ]
    strewn: dict[str, list[str]] = {}
    for spot in spots:
        strewn.setdefault(_texture(spot.space.terrain), []).append(_marks(spot))
    textures = [_textured(name, paths) for name, paths in strewn.items() if name]
    return tag("g", *drawn, stroke="#8d867a", stroke_width=1) + "".join((*textures, *_ways(state, spots)))


def _colour(terrain: str) -> str:
    other = _OTHER_COLOURS[sum(map(ord, terrain)) % len(_OTHER_COLOURS)]
    return TERRAIN_COLOURS.get(terrain, other)


def _texture(terrain: str) -> str:
    name = _SAME_TEXTURE.get(terrain, terrain)
    return name if name in _TEXTURES else ""


def _textured(name: str, paths: Sequence[str]) -> str:
    return tag("g", *(tag("path", d=path) for path in paths), **{"fill": "none", **_TEXTURES[name][1]})


def _marks(spot: Spot) -> str:
    """The marks of a space's terrain, strewn in rows over it."""
    name = _texture(spot.space.terrain)
    if not name:
        return ""
    across, down = (int(reach) for reach in half(spot))
    step, row = _STREWN
    return "".join(
        f"M{spot.x + x + (step // 2 if y // row % 2 else 0):.0f} {spot.y + y:.0f}{_TEXTURES[name][0]}"
        for y in range(-(down // row) * row, down, row)
        for x in range(-(across // step) * step, across, step)
        if _inside(spot, x + (step // 2 if y // row % 2 else 0), y)
    )


def _inside(spot: Spot, x: float, y: float) -> bool:
    """Whether a point, from a space's middle, lies well inside its outline."""
    corners = [(corner[0] - spot.x, corner[1] - spot.y) for corner in spot.outline]
    turns = [
        (bx - ax) * (y * 1.25 - ay) - (by - ay) * (x * 1.25 - ax)
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
    return min(turns) > 0 or max(turns) < 0


def _place_name(space: SpaceData) -> str:
    told = one_line(space.id) if not space.name else f"{one_line(space.id)} {one_line(space.name)}"
    return f"{told}, {spoken(space.terrain)}" if space.terrain else told


def _ways(state: State, spots: Sequence[Spot]) -> list[str]:
    """Terrain along sides of hexes, spaces joined or parted by data, and ways between areas."""
    at = {spot.space.id: spot for spot in spots}
    data = state.board.data
    drawn = []
    for border in data.borders:
        drawn.append(_side(at, border.between, "#3f86b5", 5, border.terrain))
    for pair in data.adjacency.cut:
        drawn.append(_side(at, pair, "#a02c2c", 4, "no way across"))
    joined = set(data.adjacency.join)
    if data.layout is None:
        joined |= {(one, other) for one, others in state.board.neighbours.items() for other in others}
    for one, other in sorted({(min(pair), max(pair)) for pair in joined}):
        if one in at and other in at:
            (x1, y1), (x2, y2) = edge(at[one], at[other]), edge(at[other], at[one])
            line = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
            drawn.append(tag("line", **line, stroke="#6b6358", stroke_width=2, stroke_dasharray="6 4"))
    return drawn


def _side(at: Mapping[str, Spot], pair: tuple[str, str], stroke: str, width: int, told: str) -> str:
    """A line along the side that two spaces share."""
    if pair[0] not in at or pair[1] not in at:
        return ""
    one, other = at[pair[0]], at[pair[1]]
    shared = [p for p in one.outline if any(math.dist(p, q) < 1 for q in other.outline)]
    if len(shared) != 2:
        return ""
    (x1, y1), (x2, y2) = shared
    line = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return tag(
        "g", title(told), tag("line", **line, stroke=stroke, stroke_width=width, stroke_linecap="round")
    )


def labels(state: State, spots: Sequence[Spot]) -> str:
    """Names at the top, ids at the foot; a name that many impassable spaces bear stands there seldom."""
    impassable = set(state.board.data.impassable)
    names: list[str] = []
    ids: list[str] = []
    far: list[str] = []
    named: dict[str, list[Spot]] = {}
    for spot in spots:
        space = spot.space
        top = min(y for _, y in spot.outline)
        foot = max(y for _, y in spot.outline)
        closed = space.terrain in impassable
        before = named.setdefault(space.name, [])
        if not (closed and any(math.dist((o.x, o.y), (spot.x, spot.y)) < 5 * R for o in before)):
            before.append(spot)
            for index, line in enumerate(split(one_line(space.name or space.id), 12, 2)):
                (far if closed else names).append(text(line, spot.x, top + 13.5 + index * 9))
        if not closed and space.name and space.name != space.id:
            ids.append(text(space.id, spot.x, foot - 5))
    # Letters stand before their own seam of paper, which keeps them apart from what lies under them.
    seam = {"stroke": "#fbfaf7", "stroke_width": 2, "paint_order": "stroke", "stroke_linejoin": "round"}
    shared = {"text_anchor": "middle", "font_size": 8.5, **seam}
    return (
        tag("g", *names, **shared, font_weight="600")
        + tag("g", *far, **shared, font_style="italic", fill="#35586b")
        + tag("g", *ids, text_anchor="middle", font_size=6.5, fill="#5b544a", **seam)
    )


def held_line(spot: Spot, side: str, counters: Counters) -> str:
    """The line inside a space that says which side holds it."""
    return tag(
        "polygon",
        points=points(spot, 0.06),
        fill="none",
        stroke=counters.colour(side),
        stroke_width=4,
        stroke_dasharray=counters.dashes(side),
    )


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
    for terrain in dict.fromkeys(space.terrain for space in state.board.data.spaces if space.terrain):
        sample = tag("rect", width=22, height=14, fill=_colour(terrain), stroke="#8d867a")
        if _texture(terrain):
            sample += _textured(_texture(terrain), [f"M11 7{_TEXTURES[_texture(terrain)][0]}"])
        entries.append((sample, spoken(terrain)))
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
