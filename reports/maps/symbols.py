"""Unit symbols (APP-6) as SVG that can be placed inside another drawing.

The symbols of the scenarios come with the program, drawn once by `python -m tests.symbols`; any other is
drawn by the library military-symbol (`pip install 'whitecell[symbols]'`).
"""

import io
import re
from collections.abc import Iterable
from contextlib import chdir, redirect_stdout
from functools import cache
from importlib.resources import files
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import msgspec

HOW = "pip install 'whitecell[symbols]'"
"""How to install the library that draws any symbol."""

_CODE = re.compile(r"[0-9]{20,30}")
_SHAPES = frozenset(
    ("g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "text", "tspan", "defs")
)
_KEPT = re.compile(
    r"d|points|c[xy]|r[xy]?|[xy][12]?|width|height|transform|opacity|text-anchor|font-(size|family|weight)"
    r"|fill(-rule|-opacity)?|stroke(-width|-opacity|-dasharray|-linecap|-linejoin)?"
)
_PLAIN = {("opacity", "1"), ("fill", "#000000"), ("stroke-linejoin", "miter"), ("fill-opacity", "1")}
"""Attributes of a shape that are defaults and can be left out."""
_FRAMES = {"#80dfff": "currentColor", "#ff8080": "currentColor", "#aaffaa": "#c9ecc9"}
_FRAMES |= {"#ffa1ff": "#f3cdf0", "#ffff80": "#f6efad"}
"""The fill of frames: friend and foe in the colour of the side, others paler."""
_SURE = {"2": "3", "5": "6"}
"""An assumed friend is framed as a friend, a suspect as hostile, because a counter has the colour of its
side."""
LINES: dict[str, object] = {"stroke_width": 1.06, "stroke_linejoin": "round"}
"""The line attributes of a symbol, unless it has others."""
_UNSAID = {("stroke-width", "1.06"), ("stroke-linejoin", "round"), ("stroke", "none")}
_CANVAS = 67.73
_NUMBER = re.compile(r"-?\d*\.\d+")


class Symbol(msgspec.Struct, frozen=True):
    """A symbol's view box and the shapes in it; they have no ids, so that none can collide. The frames of
    friend and foe are filled with the current colour."""

    view_box: str
    body: str


def plain(code: str) -> str:
    """The code by which a symbol is drawn."""
    return f"{code[:3]}{_SURE.get(code[3:4], code[3:4])}{code[4:]}"


@cache
def symbol(code: str) -> Symbol | None:
    """The symbol of a code of at least twenty digits; None if it cannot be drawn."""
    if not _CODE.fullmatch(code):
        return None
    code = plain(code)
    return shipped().get(code) or by_library(code)


def undrawn(codes: Iterable[str]) -> list[str]:
    """Codes of symbols that cannot be drawn, though they look like ones that can."""
    return [code for code in dict.fromkeys(codes) if _CODE.fullmatch(code) and symbol(code) is None]


@cache
def shipped() -> dict[str, Symbol]:
    """The symbols that come with the program, by their codes."""
    rows = files("reports.maps").joinpath("symbols.jsonl").read_bytes().splitlines()
    return {code: Symbol(box, body) for code, box, body in map(msgspec.json.decode, rows)}


def by_library(code: str) -> Symbol | None:
    """A symbol drawn by the library; None if it is not installed, or cannot draw it."""
    try:
        from military_symbol import get_symbol_svg_string_from_sidc
    except ImportError:
        return None
    try:
        # The library writes a file of one name into the working folder, where the user, or another process
        # that draws, may have one; and it prints what it has to say of a code that it does not know.
        with TemporaryDirectory() as folder, chdir(folder), redirect_stdout(io.StringIO()):
            drawn = get_symbol_svg_string_from_sidc(code, style="light")
        root = ElementTree.fromstring(drawn)
        box = _box(root.get("viewBox", ""))
    except Exception:  # whatever a drawing library raises, the map shows a labelled box instead
        return None
    body = "".join(ElementTree.tostring(part, encoding="unicode") for part in _shapes(root))
    return Symbol(box, body.replace(" />", "/>"))


def _box(given: str) -> str:
    """The view box; the library takes a mirrored part to lie far outside the drawing."""
    left, top, width, height = map(float, given.split())
    right = left + width
    if left < 0:
        left = max(left, _CANVAS - right)
    return " ".join(f"{value:.1f}" for value in (left, top, right - left, height))


def _shapes(element: ElementTree.Element) -> list[ElementTree.Element]:
    """Copies of the shapes in an element: only plain shapes with plain attributes, without namespace
    prefixes."""
    kept: list[ElementTree.Element] = []
    for child in element:
        # The tag of a comment is not a string.
        tag = str(child.tag).rpartition("}")[2]
        if tag not in _SHAPES:
            continue
        copy = ElementTree.Element(tag)
        for name, value in child.attrib.items():
            value = _short(value) if name in ("d", "points", "stroke-width", "transform") else value
            if not _KEPT.fullmatch(name) or "url(" in value or (name, value) in _PLAIN | _UNSAID:
                continue
            copy.set(name, _FRAMES.get(value, value) if name == "fill" else value)
        copy.text = child.text if tag in ("text", "tspan") else None
        copy.extend(_shapes(child))
        if "stroke" not in copy.attrib and tag != "g":
            for name in ("stroke-width", "stroke-linecap", "stroke-dasharray"):
                copy.attrib.pop(name, None)
        if tag == "g" and not copy.attrib:
            kept.extend(copy)
        elif kept and (one := _both(kept[-1], copy)) is not None:
            kept[-1] = one
        else:
            kept.append(copy)
    return kept


def _both(fill: ElementTree.Element, line: ElementTree.Element) -> ElementTree.Element | None:
    """A filled shape and the line around the same shape, as one."""
    outline = {name: value for name, value in line.attrib.items() if name.startswith("stroke")}
    filled = dict(fill.attrib)
    same = {name: value for name, value in line.attrib.items() if name not in outline and name != "fill"}
    if fill.tag != line.tag or line.get("fill") != "none" or "stroke" in filled or len(fill) or len(line):
        return None
    if {name: value for name, value in filled.items() if name != "fill"} != same:
        return None
    return ElementTree.Element(fill.tag, {**filled, **outline})


def _short(value: str) -> str:
    """Numbers with two decimals: a third of the size without a visible difference."""

    def shorter(found: re.Match[str]) -> str:
        short = f"{float(found[0]):.2f}".rstrip("0").rstrip(".")
        short = re.sub(r"^(-?)0\.", r"\1.", short)
        # A dot may be all that parts a number from the one before or after it.
        before, after = value[: found.start()][-1:], value[found.end() :][:1]
        start = " " if before.isdigit() and short[0].isdigit() else ""
        return f"{start}{short} " if "." not in short and after == "." else f"{start}{short}"

    return _NUMBER.sub(shorter, value)
