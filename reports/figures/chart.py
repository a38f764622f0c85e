"""A plain line chart as SVG: a few series of whole numbers over turns."""

from collections.abc import Callable, Mapping, Sequence

from reports.figures.svg import attributes, split, tag, title, words

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
DASHES = (None, "7 4", "2 3", "10 3 2 3", "4 2", "1 4")

_WIDTH, _HEIGHT = 760.0, 300.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 40.0, 250.0, 14.0, 34.0
_LABEL_GAP = 14.0
_PANEL, _MARGIN = 70.0, 14.0
_FLAT = 8
"""The ratio of ranges from which two lines have panels of their own."""
_LABEL = 34


def line_chart(
    turns: Sequence[int], series: Mapping[str, Sequence[int]], heading: str, prefix: str = "chart"
) -> str:
    """The chart as one `svg` element.

    turns: along the bottom. series: name -> one value a turn. Lines also differ by dashes and have their
    names at their ends, so that nobody has to tell colours apart. If the ranges differ much, each line has a
    panel and a scale of its own.
    """
    if _far_apart(series):
        return _panels(turns, series, heading, prefix)
    values = [value for line in series.values() for value in line] or [0]
    low, high = min(0, *values), max(1, *values)
    step = _step(high - low)
    low, high = low // step * step, -(-high // step) * step

    def x(index: int) -> float:
        return _LEFT + index * (_WIDTH - _LEFT - _RIGHT) / max(1, len(turns) - 1)

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (value - low) * (_HEIGHT - _TOP - _BOTTOM) / (high - low)

    drawn = []
    for value in range(low, high + 1, step):
        drawn.append(_rule(y(value)))
        drawn.append(words(value, _LEFT - 6, y(value) + 4, 11, text_anchor="end"))
    every = max(1, -(-len(turns) // 16))
    for index, turn in enumerate(turns):
        if index % every == 0 or index == len(turns) - 1:
            drawn.append(words(turn, x(index), _HEIGHT - _BOTTOM + 16, 11))
    drawn.append(words("turn", (_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 4, 11))
    for (name, line), place in zip(series.items(), _label_places(series, y), strict=True):
        index = list(series).index(name)
        style = {"stroke": COLOURS[index % len(COLOURS)], "stroke_dasharray": DASHES[index % len(DASHES)]}
        points = " ".join(f"{x(n):.1f},{y(value):.1f}" for n, value in enumerate(line))
        drawn.append(tag("polyline", points=points, fill="none", stroke_width=2.5, **style))
        end = x(len(line) - 1)
        drawn.append(tag("circle", cx=end, cy=y(line[-1]), r=3.5, fill=style["stroke"]))
        drawn.append(
            tag("line", x1=end, y1=y(line[-1]), x2=end + 14, y2=place, stroke=style["stroke"], opacity="0.6")
        )
        label = "".join(split(name, _LABEL, 1))
        drawn.append(words(f"{label} {line[-1]}", end + 18, place + 4, 12, text_anchor="start"))
    return _svg(_HEIGHT, drawn, heading, prefix)


def _far_apart(series: Mapping[str, Sequence[int]]) -> bool:
    """Whether a line would look flat on the same scale as another."""
    spans = [max(0, *line) - min(0, *line) for line in series.values()]
    spans = [span for span in spans if span]
    return len(spans) > 1 and max(spans) > _FLAT * min(spans)


def _panels(turns: Sequence[int], series: Mapping[str, Sequence[int]], heading: str, prefix: str) -> str:
    """The lines one below another, each on a scale of its own, over the same turns."""

    def x(index: int) -> float:
        return _LEFT + index * (_WIDTH - _LEFT - _MARGIN) / max(1, len(turns) - 1)

    drawn = []
    top = _TOP + 12
    for index, (name, line) in enumerate(series.items()):
        low, high = min(0, *line), max(1, *line)
        label = f"{''.join(split(name, 60, 1))}: {line[-1]}"
        drawn.append(words(label, _LEFT, top - 8, 12, text_anchor="start"))
        for value in dict.fromkeys((low, 0, high)):
            at = top + _PANEL - (value - low) * _PANEL / (high - low)
            drawn.append(_rule(at, _WIDTH - _MARGIN))
            drawn.append(words(value, _LEFT - 6, at + 4, 11, text_anchor="end"))
        points = [
            (x(n), top + _PANEL - (value - low) * _PANEL / (high - low)) for n, value in enumerate(line)
        ]
        colour = COLOURS[index % len(COLOURS)]
        joined = " ".join(f"{across:.1f},{down:.1f}" for across, down in points)
        drawn.append(tag("polyline", points=joined, fill="none", stroke_width=2.5, stroke=colour))
        drawn.append(tag("circle", cx=points[-1][0], cy=points[-1][1], r=3.5, fill=colour))
        top += _PANEL + 34
    every = max(1, -(-len(turns) // 16))
    for index, turn in enumerate(turns):
        if index % every == 0 or index == len(turns) - 1:
            drawn.append(words(turn, x(index), top - 16, 11))
    drawn.append(words("turn", (_LEFT + _WIDTH) / 2, top, 11))
    return _svg(top + 6, drawn, heading, prefix)


def _svg(height: float, drawn: Sequence[str], heading: str, prefix: str) -> str:
    root = attributes(
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {_WIDTH:.0f} {height:.0f}",
            "role": "img",
            "aria-labelledby": f"{prefix}-title",
            "class": "chart",
            "fill": "currentColor",
            "font-family": "inherit",
        }
    )
    heading_element = title(heading).replace("<title", f'<title id="{prefix}-title"', 1)
    return f"<svg{root}>{heading_element}{''.join(drawn)}</svg>"


def _step(span: int) -> int:
    """A round distance between grid lines, for at most six of them."""
    ten = 1
    while span > 6 * 5 * ten:
        ten *= 10
    return next(factor * ten for factor in (1, 2, 5) if span <= 6 * factor * ten)


def _rule(y: float, right: float = _WIDTH - _RIGHT) -> str:
    return tag("line", x1=_LEFT, y1=y, x2=right, y2=y, stroke="currentColor", opacity="0.2")


def _label_places(series: Mapping[str, Sequence[int]], y: Callable[[float], float]) -> list[float]:
    """The places of the names at the ends of the lines, moved apart so that none covers another."""
    order = sorted(range(len(series)), key=lambda n: -list(series.values())[n][-1])
    places = [0.0] * len(series)
    lowest = _TOP - _LABEL_GAP
    for index in order:
        lowest = max(lowest + _LABEL_GAP, y(list(series.values())[index][-1]))
        places[index] = lowest
    return places
