"""Counters drawn on a map: symbols where they have one, labelled boxes where not, stacks that can be read."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from domain.view import PieceView
from reports.names import one_line, spoken
from reports.svg import attributes, split, tag, title, words
from reports.symbols import symbol

SIDE_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
"""Told apart by eyes of every kind; dashes tell sides apart as well."""
SIDE_DASHES = (None, "7 4", "2 4", "9 3 2 3")
INK = "#1a1a1a"

_MOST_DRAWN = 4
_LABEL = 8


class Counters:
    """Draws counters for one map; the symbols used are defined once, under ids of their own.

    prefix: what the ids begin with, so that two maps in one document do not collide. sides: side -> name.
    kinds: kind of counter -> name.
    """

    def __init__(self, prefix: str, sides: Mapping[str, str], kinds: Mapping[str, str]) -> None:
        self.prefix = prefix
        self.sides = list(sides)
        self.names = sides
        self.kinds = kinds
        self._ids: dict[str, str] = {}
        self._defined: list[str] = []

    def definitions(self) -> str:
        """The symbols used so far, for the drawing's `defs`."""
        return "".join(self._defined)

    def colour(self, side: str) -> str:
        """The colour of a side; grey for what is nobody's."""
        return SIDE_COLOURS[self.sides.index(side) % len(SIDE_COLOURS)] if side in self.sides else "#555555"

    def dashes(self, side: str) -> str | None:
        """The dashes of a side's lines."""
        return SIDE_DASHES[self.sides.index(side) % len(SIDE_DASHES)] if side in self.sides else None

    def stack(self, pieces: Sequence[PieceView], x: float, y: float, width: float, height: float) -> str:
        """Pieces side by side within a box centred on a point; of many, the first and how many more."""
        groups = alike(pieces)
        shown = groups if len(groups) <= _MOST_DRAWN else groups[: _MOST_DRAWN - 1]
        places = len(shown) + (len(groups) > len(shown))
        columns = 1 if places == 1 else 2
        rows = -(-places // columns)
        size = min(width / columns, height / rows)
        drawn = []
        for index, group in enumerate(shown):
            at_x, at_y = _place(index, places, columns, rows, size)
            drawn.append(self.counter(group, x + at_x, y + at_y, size - 3))
        if len(groups) > len(shown):
            at_x, at_y = _place(places - 1, places, columns, rows, size)
            more = sum(len(group) for group in groups[len(shown) :])
            drawn.append(words(f"+{more}", x + at_x, y + at_y + size / 6, size / 2, font_weight="bold"))
        return "".join(drawn)

    def counter(self, group: Sequence[PieceView], x: float, y: float, size: float) -> str:
        """One counter, or several that look alike with their number, centred on a point."""
        piece = group[0]
        caption = _caption(piece)
        drawn_size = size * (0.8 if caption else 1.0)
        top = y - size / 2
        id = self._symbol_id(piece.symbol) if piece.known and piece.symbol else None
        if id is not None:
            fade = 0.5 if caption.startswith("casualty") else None
            drawn = f"<use{attributes(_used(id, x, top, drawn_size, fade))}/>"
        else:
            drawn = self._box(piece, self._label(group), x, top, drawn_size)
        if caption:
            drawn += words(caption, x, y + size / 2, max(6.0, size / 5), font_weight="bold")
        if len(group) > 1:
            drawn += tag("circle", cx=x + size / 2 - 3, cy=top + 4, r=6, fill=INK)
            drawn += words(len(group), x + size / 2 - 3, top + 7, 8, fill="#ffffff", font_weight="bold")
        return tag("g", title("; ".join(self.told(piece) for piece in group)), drawn)

    def told(self, piece: PieceView) -> str:
        """A piece in words: its name, side and state."""
        if not piece.known:
            return f"hidden {one_line(piece.back) or 'piece'}"
        side = f" ({self.names[piece.side]})" if piece.side in self.names else ""
        state = f", {_caption(piece)}" if _caption(piece) else ""
        return f"{one_line(piece.name or piece.id)}{side}{state}"

    def _symbol_id(self, code: str) -> str | None:
        if code not in self._ids:
            drawn = symbol(code)
            id = f"{self.prefix}-s{len(self._ids)}" if drawn is not None else ""
            self._ids[code] = id
            if drawn is not None:
                self._defined.append(
                    f'<symbol id="{escape(id)}" viewBox="{drawn.view_box}">{drawn.body}</symbol>'
                )
        return self._ids[code] or None

    def _label(self, group: Sequence[PieceView]) -> str:
        """What is written on a counter: what is known of all that it stands for."""
        piece = group[0]
        if not piece.known:
            return piece.back or "piece"
        return piece.name or piece.id if len(group) == 1 else self.kinds.get(piece.kind, piece.kind)

    def _box(self, piece: PieceView, label: str, x: float, top: float, size: float) -> str:
        """A counter without a symbol, or face down."""
        colour = self.colour(piece.side)
        drawn = tag(
            "rect",
            x=x - size / 2,
            y=top,
            width=size,
            height=size,
            rx=3,
            fill="#ffffff" if piece.known else "#3b3b3b",
            stroke=colour,
            stroke_width=2,
        )
        ink = INK if piece.known else "#ffffff"
        letters = max(5.0, size / 5)
        lines = split(label, _LABEL, 2)
        middle = top + size * (0.5 if piece.known else 0.7)
        if not piece.known:
            drawn += words("?", x, top + size * 0.42, size * 0.42, fill=ink, font_weight="bold")
        first = middle - (len(lines) - 1) * letters / 2 + letters / 3
        for index, line in enumerate(lines):
            drawn += words(line, x, first + index * letters, letters, fill=ink)
        return drawn


def alike(pieces: Sequence[PieceView]) -> list[list[PieceView]]:
    """Pieces in groups that look alike."""
    groups: dict[tuple[object, ...], list[PieceView]] = {}
    for piece in pieces:
        look = (piece.known, piece.kind, piece.side, piece.face, piece.steps, piece.back)
        groups.setdefault(look, []).append(piece)
    return list(groups.values())


def _caption(piece: PieceView) -> str:
    said = [spoken(piece.face)] if piece.face else []
    if piece.steps:
        said.append(f"{piece.steps} steps" if piece.steps != 1 else "1 step")
    return ", ".join(said)


def _used(id: str, x: float, top: float, size: float, fade: float | None) -> dict[str, object]:
    used: dict[str, object] = {"href": f"#{id}", "x": x - size / 2, "y": top, "width": size, "height": size}
    return used if fade is None else {**used, "opacity": str(fade)}


def _place(index: int, places: int, columns: int, rows: int, size: float) -> tuple[float, float]:
    """Where in a stack a counter stands, from the stack's middle; a last row of one is centred."""
    row, column = divmod(index, columns)
    in_row = columns if row < rows - 1 or places % columns == 0 else places % columns
    return (column - (in_row - 1) / 2) * size, (row - (rows - 1) / 2) * size
