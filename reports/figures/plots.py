"""Plots as SVG elements for a page of HTML. Matplotlib draws them, and is imported when it first does."""

import io
import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xml.etree import ElementTree

_SVG = "http://www.w3.org/2000/svg"

INK = "#010203"
"""What is drawn in it takes the ink of the page that the plot is on: `currentColor`."""


@contextmanager
def _figure(height: float) -> Iterator[tuple[Any, Any]]:
    """A figure of that height in inches, under settings that touch no other user of matplotlib."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it tells of its font cache
    import matplotlib
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": "whitecell",
        "text.parse_math": False,
        "font.family": "sans-serif",
        "font.size": 9,
    }
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(7.6, height), layout="constrained", facecolor="white")
        yield figure, figure.subplots()


@contextmanager
def page_figure(height: float) -> Iterator[tuple[Any, Any]]:
    """A figure without a ground of its own, its axes and words in the ink of the page."""
    with _figure(height) as (figure, axes):
        figure.patch.set_alpha(0)
        axes.patch.set_alpha(0)
        axes.tick_params(colors=INK)
        for part in (*axes.spines.values(), axes.xaxis.label, axes.yaxis.label):
            part.set_color(INK)
        yield figure, axes


def page_svg(figure: Any, title: str, prefix: str) -> str:
    """The figure as one `svg` element in the ink of its page, styled by attributes alone."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # letters that its own font lacks: the page's font may have them
        drawn = _svg(figure, title, prefix)
    root = ElementTree.fromstring(drawn.replace(INK, "currentColor"))
    for element in root.iter():
        element.tag = _local(element.tag)
        for part in element.attrib.pop("style", "").split(";"):
            name, _, value = part.partition(":")
            if name.strip() == "font":
                weight, size, family = _FONT.fullmatch(value.strip()).groups()  # type: ignore[union-attr]
                element.attrib.update({"font-size": size, "font-family": family.replace("'", "")})
                element.attrib.update({"font-weight": weight} if weight else {})
            elif name.strip():
                element.set(name.strip(), value.strip())
    root.set("xmlns", _SVG)
    return ElementTree.tostring(root, encoding="unicode")


_FONT = re.compile(r"(?:(bold|\d+) )?([\d.]+px) (.+)")
"""How matplotlib writes the font of a text."""


def _svg(figure: Any, title: str, prefix: str) -> str:
    """The figure as one `svg` element that refers to nothing outside, its ids told from other figures'."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    root = ElementTree.fromstring(out.getvalue())
    for parent in list(root.iter()):
        for child in list(parent):
            if _local(child.tag) in ("metadata", "style"):  # a style in a page would be the page's
                parent.remove(child)
    for element in root.iter():
        element.tag = _local(element.tag)
        for name, value in list(element.attrib.items()):
            if name == "id":
                element.set(name, f"{prefix}-{value}")
            elif _local(name) == "href":
                del element.attrib[name]
                element.set("href", f"#{prefix}-{value.removeprefix('#')}")
            elif "url(#" in value:
                element.set(name, value.replace("url(#", f"url(#{prefix}-"))
    attributes = {"xmlns": _SVG, "viewBox": root.get("viewBox", ""), "class": "plot", "role": "img"}
    root.attrib.clear()
    root.attrib.update({**attributes, "aria-label": title, "style": "stroke-linejoin: round"})
    return ElementTree.tostring(root, encoding="unicode")


def _local(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition("}")[2]
