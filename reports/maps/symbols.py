"""Unit symbols (APP-6) as SVG that can stand inside another drawing."""

import io
import re
from contextlib import chdir, redirect_stdout
from functools import cache
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import msgspec

_CODE = re.compile(r"[0-9]{20,30}")
_SHAPES = frozenset(
    ("g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "text", "tspan", "defs")
)
_UNSAFE = ("id", "href", "style", "class")


class Symbol(msgspec.Struct, frozen=True):
    """A symbol's view box and the shapes in it; they carry no ids, so that none can collide."""

    view_box: str
    body: str


@cache
def symbol(code: str) -> Symbol | None:
    """The symbol of a code of at least twenty digits; None for one that cannot be drawn."""
    if not _CODE.fullmatch(code):
        return None
    from military_symbol import get_symbol_svg_string_from_sidc

    try:
        # The library writes a file of one name into the working folder, where the user, or another process
        # that draws, may have one; and it prints what it has to say of a code that it does not know.
        with TemporaryDirectory() as folder, chdir(folder), redirect_stdout(io.StringIO()):
            drawn = get_symbol_svg_string_from_sidc(code, style="light")
        root = ElementTree.fromstring(drawn)
    except Exception:  # whatever a drawing library raises, the map shows a labelled box instead
        return None
    view_box = root.get("viewBox", "")
    if not re.fullmatch(r"[-0-9.e ]+", view_box):
        return None
    body = "".join(ElementTree.tostring(part, encoding="unicode") for part in _shapes(root))
    return Symbol(view_box, body)


def _shapes(element: ElementTree.Element) -> list[ElementTree.Element]:
    """Copies of the shapes in an element: plain shapes with plain attributes alone, no names in front."""
    kept = []
    for child in element:
        # A comment's tag is no string at all.
        tag = str(child.tag).rpartition("}")[2]
        if tag not in _SHAPES:
            continue
        copy = ElementTree.Element(tag)
        for name, value in child.attrib.items():
            plain = name.rpartition("}")[2]
            if plain == name and plain not in _UNSAFE and not plain.startswith("on") and "url(" not in value:
                copy.set(name, _short(name, value))
        copy.text = child.text if tag in ("text", "tspan") else None
        copy.extend(_shapes(child))
        kept.append(copy)
    return kept


def _short(name: str, value: str) -> str:
    """A path with two decimals is a third of the size, and no eye sees the difference."""
    return re.sub(r"(\.\d\d)\d+", r"\1", value) if name in ("d", "points") else value
