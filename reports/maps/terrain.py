"""How terrain and lines are drawn: by the board's own styles, else by those that come with the program.

The styles of the program are data (`scenarios/maps/terrain.jsonl`). A style of a board is used only as far as
it is valid, because a log may come from anybody.
"""

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from domain.events import BoardData
from domain.table.textures import TEXTURES, is_colour
from reports.figures.svg import tag

_OTHER_COLOURS = ("#e4e4ea", "#dfe8df", "#eadfd5", "#d9e3ea")
"""The style for terrain without one."""


class Style(NamedTuple):
    """A colour, and the texture drawn over it."""

    colour: str
    texture: str


class Stroke(NamedTuple):
    """How a line is drawn. middle: the colour of its inside, if it has one. dashes: of the inside, if it
    has one."""

    colour: str
    width: float
    middle: str = ""
    dashes: str = ""


_UNKNOWN_LINE = Stroke("#6b6358", 3.0)

_DRAWN: dict[str, tuple[str, dict[str, object]]] = {
    "blocks": ("m-5-4h10v8h-10z", {"fill": "none", "stroke": "#c2b8c9"}),
    "barrage": (
        "m-42 0h84m-72-8v16m15-16v16m15-16v16m14-16v16m15-16v16m15-16v16",
        {"stroke": "#7d6a4b", "stroke_width": 3.5},
    ),
    "bridge": ("m-44-14l7 6h74l7-6m-88 28l7-6h74l7 6", {"stroke": "#7d6a4b", "stroke_width": 3}),
    "dam": (
        "m-42 10q42-34 84 0m-70-7l-3 12m17-17l-2 12m16-13v12m14-11l2 12m11-7l3 12",
        {"stroke": "#7d6a4b", "stroke_width": 4},
    ),
    "buildings": ("m-5-4h4v4h-4zm6 5h4v4h-4z", {"fill": "#cbc5bb"}),
    "clouds": ("m-6 2a3 3 0 0 1 4-4a4 4 0 0 1 7 1a2.5 2.5 0 0 1 0 3z", {"fill": "#ffffff"}),
    "dots": ("m-4-2h1m4-1h1m-2 5h1", {"stroke": "#d9c9a4", "stroke_width": 1.5}),
    "hills": ("m-6 2q3-6 6 0m0 0q3-5 5 0", {"stroke": "#c6b48f"}),
    "palms": ("m0 4v-6m0 0l-3 2m3-2l3 2m-3-2v-2", {"stroke": "#b0c19a"}),
    "peaks": ("m-6 4l4-7l3 5l2-3l3 5", {"stroke": "#b19f86"}),
    "planks": ("m-7-2h14m-14 4h14", {"stroke": "#a98446"}),
    "reeds": ("m-4 3v-4m4 4v-7m4 7v-4m-10 4h12", {"stroke": "#b3c09d"}),
    "rocks": ("m-5 3l2-5l3 1l1 4zm7 0l1-3l3 1l0 2z", {"fill": "#cbb79d"}),
    "stars": ("m0-7l1.6 3.8 4.1.3-3.1 2.7 1 4-3.6-2.2-3.6 2.2 1-4-3.1-2.7 4.1-.3z", {"fill": "#b07d00"}),
    "stripes": ("m-4 4l8-8", {"stroke": "#dcd3e8"}),
    "swell": ("m-9 0q4.5-4 9 0t9 0m-13 4q2-2 4 0t4 0", {"stroke": "#8fb0cb"}),
    "trees": ("m0 4v-3m0 0l-3.5 0l3.5-6l3.5 6z", {"fill": "#b2c4a0", "stroke": "#b2c4a0"}),
    "waves": ("m-6 0q3-3 6 0t6 0", {"stroke": "#9dbdd3"}),
}
"""A texture as a path from the centre of one of its marks. Patterns are avoided, because a browser prints
them for minutes."""

STAR = "stars"
"""The texture of objectives: one star beside the name."""
SINGLE = frozenset((STAR, "barrage", "bridge", "dam"))
"""Textures that occur once in a space."""

SIGNS = {
    "waves": "~",
    "swell": "~",
    "buildings": "#",
    "blocks": "#",
    "stars": "*",
    "palms": "%",
    "trees": "%",
    "planks": "=",
    "barrage": "=",
    "bridge": "=",
    "dam": "=",
    "dots": ".",
    "stripes": "+",
    "hills": "^",
    "peaks": "^",
    "rocks": ":",
    "reeds": '"',
    "clouds": " ",
}
"""Characters for textures on a map in the terminal."""


@cache
def _shipped() -> tuple[dict[str, Style], dict[str, Stroke]]:
    """The styles of terrain and of lines that come with the program."""
    styles: dict[str, Style] = {}
    strokes: dict[str, Stroke] = {}
    for row in files("scenarios").joinpath("maps", "terrain.jsonl").read_bytes().splitlines():
        each: dict[str, Any] = msgspec.json.decode(row)
        if "terrain" in each:
            styles[each["terrain"]] = Style(each["colour"], each["texture"])
        else:
            stroke = Stroke(each["colour"], each["width"], each.get("middle", ""), each.get("dashes", ""))
            strokes[each["line"]] = stroke
    return styles, strokes


def style_of(board: BoardData, terrain: str) -> Style:
    """The style of a terrain; terrain without one has a colour that is derived from its name."""
    other = Style(_OTHER_COLOURS[sum(map(ord, terrain)) % len(_OTHER_COLOURS)], "")
    shipped = _shipped()[0].get(terrain.casefold(), other)
    own = board.terrains.get(terrain)
    if own is None:
        return shipped
    return Style(
        own.colour if is_colour(own.colour) else shipped.colour,
        own.texture if own.texture in TEXTURES else shipped.texture,
    )


def stroke_of(board: BoardData, kind: str) -> Stroke:
    """The style of a line, or of a kind of border; a board gives its colour as the colour of a terrain."""
    shipped = _shipped()[1].get(kind.casefold(), _UNKNOWN_LINE)
    own = board.terrains.get(kind)
    return shipped if own is None or not is_colour(own.colour) else shipped._replace(colour=own.colour)


def textured(texture: str, paths: list[str]) -> str:
    """Marks of a texture: each of `paths` places some of them."""
    return in_style(texture, [tag("path", d=path) for path in paths])


def in_style(texture: str, shapes: list[str]) -> str:
    """Shapes in the lines and colours of a texture."""
    return tag("g", *shapes, **{"fill": "none", **_DRAWN[texture][1]})


def mark_at(texture: str, x: float, y: float) -> str:
    """One mark of a texture, as a path."""
    return f"M{x:.0f} {y:.0f}{_DRAWN[texture][0]}"


def drawn_line(path: str, stroke: Stroke) -> str:
    """A path as a line of that stroke."""
    round_ends = {"fill": "none", "stroke_linejoin": "round"}
    outer = {"stroke": stroke.colour, "stroke_width": stroke.width}
    if not stroke.middle:
        dashes = {"stroke_dasharray": stroke.dashes} if stroke.dashes else {"stroke_linecap": "round"}
        return tag("path", d=path, **outer, **dashes, **round_ends)
    inner = {"stroke": stroke.middle, "stroke_width": stroke.width - 2.0}
    return tag("path", d=path, **outer, **round_ends) + tag(
        "path", d=path, **inner, stroke_dasharray=stroke.dashes or None, **round_ends
    )
