"""Counters drawn on a map: symbols where they have one, labelled boxes where not, stacks that can be read.

What a counter looks like is drawn once, as a glyph; a map places glyphs, and says how many lie there.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from domain.views.view import PieceView
from reports.figures.svg import split, tag, text, title, words
from reports.maps.symbols import symbol
from reports.words.names import joined, number_of, one_line, spoken

SIDE_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Told apart by eyes of every kind; dashes tell sides apart as well."""
SIDE_DASHES = (None, "7 4", "2 4", "9 3 2 3", "12 3", "9 3 2 3 2 3")
NOBODY = "#555555"
INK = "#1a1a1a"
GLYPH = 40
"""How wide and high a glyph is drawn, around its own middle."""

STRENGTHS = ("combat", "strength", "attack", "firepower", "factor")
"""The printed numbers that a counter's strength may be called by, the first that it has."""

LARGEST = 44
"""How wide a counter may be that stands alone; a larger one would cover the name of its space."""
_MOST_DRAWN = 4
_LABEL = 8


class Slot(NamedTuple):
    """A glyph where it lies: its middle, how wide it is there, and how many counters it stands for.

    key: the piece it stands for, as long as it is the same one. glyph: its number, -1 for those of a stack
    that are not drawn. told: what lies there, in words.
    """

    key: str
    glyph: int
    x: int
    y: int
    size: int
    many: int
    told: str


class Counters:
    """Draws counters for one map; symbols and glyphs are defined once, under ids of their own.

    prefix: what the ids begin with, so that two maps in one document do not collide. sides: side -> name.
    kinds: kind of counter -> name.
    """

    def __init__(self, prefix: str, sides: Mapping[str, str], kinds: Mapping[str, str]) -> None:
        self.prefix = prefix
        self.sides = list(sides)
        self.names = sides
        self.kinds = kinds
        self._symbols: dict[str, str] = {}
        self._glyphs: dict[tuple[object, ...], int] = {}
        self._defined: list[str] = []

    def definitions(self) -> str:
        """The symbols and glyphs used so far, for the drawing's `defs`."""
        return "".join(self._defined)

    def colour(self, side: str) -> str:
        """The colour of a side; grey for what is nobody's."""
        return SIDE_COLOURS[self.sides.index(side) % len(SIDE_COLOURS)] if side in self.sides else NOBODY

    def dashes(self, side: str) -> str | None:
        """The dashes of a side's lines."""
        return SIDE_DASHES[self.sides.index(side) % len(SIDE_DASHES)] if side in self.sides else None

    def stack(
        self, pieces: Sequence[PieceView], x: float, y: float, width: float, height: float
    ) -> list[Slot]:
        """Pieces side by side within a box centred on a point; of many, the first and how many more."""
        groups = alike(pieces)
        shown = groups if len(groups) <= _MOST_DRAWN else groups[: _MOST_DRAWN - 1]
        rest = [piece for group in groups[len(shown) :] for piece in group]
        places = len(shown) + bool(rest)
        columns = 1 if places == 1 else 2
        rows = -(-places // columns)
        size = min(width / columns, height / rows, LARGEST)
        slots = []
        for index, group in enumerate((*shown, rest) if rest else shown):
            at_x, at_y = _place(index, places, columns, rows, size)
            slots.append(self.slot(group, x + at_x, y + at_y, size - 3, more=group is rest))
        return slots

    def slot(
        self,
        group: Sequence[PieceView],
        x: float,
        y: float,
        size: float,
        *,
        more: bool = False,
        named: bool = False,
    ) -> Slot:
        """Counters that look alike (more: the rest of a stack) at a point. named: with the kind below it."""
        piece = group[0]
        key = f"={piece.id}" if piece.known else f"?{piece.place} {piece.side} {piece.back}"
        told = self.all_told(group)
        glyph = -1 if more else self._glyph(piece, self._label(group), named)
        return Slot(
            f"+{piece.place}" if more else key, glyph, round(x), round(y), round(size), len(group), told
        )

    def draw(self, slot: Slot) -> str:
        """A glyph in its place, with the number of counters it stands for."""
        named = title(slot.told)
        if slot.glyph < 0:
            more = words(f"+{slot.many}", slot.x, slot.y + slot.size / 6, slot.size / 2, font_weight="bold")
            return tag("g", named, more)
        place = f"translate({slot.x} {slot.y}) scale({slot.size / GLYPH:.3g})"
        drawn = tag("use", href=f"#{self.prefix}-g{slot.glyph}", transform=place)
        if slot.many > 1:
            at_x, at_y = slot.x + slot.size / 2 - 3, slot.y - slot.size / 2 + 4
            drawn += tag("circle", cx=at_x, cy=at_y, r=6, fill=INK)
            drawn += words(slot.many, at_x, at_y + 3, 8, fill="#ffffff", font_weight="bold")
        return tag("g", named, drawn)

    def all_told(self, pieces: Sequence[PieceView]) -> str:
        """Pieces in words, hidden ones of a kind together."""
        return "; ".join(
            self.told(piece) if count == 1 else f"{count} times {self.told(piece)}"
            for piece, count in _counted(pieces)
        )

    def told(self, piece: PieceView) -> str:
        """A piece in words: its name, side, strength and state."""
        if not piece.known:
            return f"hidden {one_line(piece.back) or 'piece'}"
        side = f" ({self.names[piece.side]})" if piece.side in self.names else ""
        strength = _strength(piece)
        said = [f"{one_line(piece.name or piece.id)}{side}"]
        said += [f"{strength[0]} {strength[1]}"] if strength else []
        said += _shown(piece)
        said += [carrying(piece)] if piece.carries else []
        return ", ".join(said)

    def _glyph(self, piece: PieceView, label: str, named: bool) -> int:
        """The number of the glyph that shows this piece."""
        drawn = self._symbol_id(piece.symbol) if piece.known and piece.symbol else ""
        strength = _strength(piece)
        kind = self.kinds.get(piece.kind, "") if named and drawn else ""
        # A symbol has its own frame; a box has the colour of its side, and a label.
        look = (drawn, kind) if drawn else (piece.known, label, piece.side)
        whole = (*look, _caption(piece), strength, *badges(piece))
        found = self._glyphs.get(whole)
        if found is None:
            found = self._glyphs[whole] = len(self._glyphs)
            shown = self._drawn(piece, drawn, label, kind, strength)
            self._defined.append(tag("g", shown, id=f"{self.prefix}-g{found}"))
        return found

    def _drawn(
        self, piece: PieceView, drawn: str, label: str, kind: str, strength: tuple[str, int] | None
    ) -> str:
        caption = _caption(piece)
        size = GLYPH * (0.8 if caption else 1.0)
        top = -GLYPH / 2
        if drawn:
            fade = "0.5" if caption.startswith("casualty") else None
            shown = tag("use", href=f"#{drawn}", x=-size / 2, y=top, width=size, height=size, opacity=fade)
        else:
            shown = self._box(piece, label, top, size)
        if strength:
            wide = 4.0 + 5 * len(str(strength[1]))
            left, foot = size / 2 - wide + 2, top + size
            shown += tag("rect", x=left, y=foot - 10, width=wide, height=10, rx=2, fill="#ffffff", stroke=INK)
            shown += words(strength[1], left + wide / 2, foot - 2, 8.5, font_weight="bold")
        steps, carried = badges(piece)
        foot = top + size
        shown += _badge(steps, size / 2 - 1, foot) if steps else ""
        shown += _badge(carried, 1 - size / 2, foot) if carried else ""
        if caption:
            shown += words(caption, 0, GLYPH / 2, min(8.0, 72 / len(caption)), font_weight="bold")
        for index, line in enumerate(split(kind, 12, 2)):
            shown += words(line, 0, GLYPH / 2 + 8 + index * 7, 7)
        return shown

    def _symbol_id(self, code: str) -> str:
        if code not in self._symbols:
            drawn = symbol(code)
            id = f"{self.prefix}-s{len(self._symbols)}" if drawn is not None else ""
            self._symbols[code] = id
            if drawn is not None:
                self._defined.append(tag("symbol", drawn.body, id=id, viewBox=drawn.view_box))
        return self._symbols[code]

    def _label(self, group: Sequence[PieceView]) -> str:
        """What is written on a counter: what is known of all that it stands for."""
        piece = group[0]
        if not piece.known:
            return piece.back or "piece"
        return piece.name or piece.id if len(group) == 1 else self.kinds.get(piece.kind, piece.kind)

    def _box(self, piece: PieceView, label: str, top: float, size: float) -> str:
        """A counter without a symbol, or face down."""
        drawn = tag(
            "rect",
            x=-size / 2,
            y=top,
            width=size,
            height=size,
            rx=3,
            fill="#ffffff" if piece.known else "#3b3b3b",
            stroke=self.colour(piece.side),
            stroke_width=2,
        )
        letters = size / 5
        lines = split(label, _LABEL, 2)
        middle = top + size * (0.5 if piece.known else 0.7)
        if not piece.known:
            drawn += words("?", 0, top + size * 0.42, size * 0.42, fill="#ffffff", font_weight="bold")
        first = middle - (len(lines) - 1) * letters / 2 + letters / 3
        written = [text(line, 0, first + index * letters) for index, line in enumerate(lines)]
        ink = INK if piece.known else "#ffffff"
        return drawn + tag("g", *written, text_anchor="middle", font_size=letters, fill=ink)


def alike(pieces: Sequence[PieceView]) -> list[list[PieceView]]:
    """Pieces in groups that look alike."""
    groups: dict[tuple[object, ...], list[PieceView]] = {}
    for piece in pieces:
        look = (piece.known, piece.kind, piece.side, piece.face, piece.steps, piece.back, piece.carries)
        groups.setdefault(look, []).append(piece)
    return list(groups.values())


def _counted(group: Sequence[PieceView]) -> list[tuple[PieceView, int]]:
    """Known pieces one by one, hidden ones of a kind together."""
    counts = Counter((piece.known, piece.id, piece.back) for piece in group)
    first = {(piece.known, piece.id, piece.back): piece for piece in reversed(group)}
    return [(first[look], count) for look, count in counts.items()]


def carrying(piece: PieceView) -> str:
    """What a piece carries, in words."""
    return f"carrying {joined([one_line(name) for name in piece.carries])}"


def _shown(piece: PieceView) -> list[str]:
    """The face that a piece shows, and its steps."""
    said = [spoken(piece.face)] if piece.face else []
    return [*said, number_of(piece.steps, "step")] if piece.steps else said


def _caption(piece: PieceView) -> str:
    """What stands below a counter: its state; beside a printed strength also its steps if it has several."""
    said = [spoken(piece.face)] if piece.face else []
    said += [number_of(piece.steps, "step")] if piece.steps > 1 and _strength(piece) else []
    return ", ".join(said)


def badges(piece: PieceView) -> tuple[str, str]:
    """What stands at the foot of a counter: its steps if it has several and no other number stands there, and
    how much it carries."""
    steps = str(piece.steps) if piece.steps > 1 and not _strength(piece) else ""
    return steps, f"+{len(piece.carries)}" if piece.carries else ""


def _badge(told: str, x: float, foot: float) -> str:
    """A number in a box at the foot of a counter."""
    wide = 5.0 + 6 * len(told)
    box = {"x": x - wide / 2, "y": foot - 9, "width": wide, "height": 12, "rx": 2}
    return tag("rect", **box, fill="#ffffff", stroke=INK, stroke_width=0.8) + words(
        told, x, foot + 0.5, 10, font_weight="bold"
    )


def badge_samples(pieces: Iterable[PieceView]) -> list[tuple[str, str]]:
    """For a legend: what the numbers at the foot of these counters mean."""
    shown = [badges(piece) for piece in pieces]
    found = []
    if any(steps for steps, _ in shown):
        found.append((_badge("2", 11, 9), "steps"))
    if any(carried for _, carried in shown):
        found.append((_badge("+1", 11, 9), "pieces carried"))
    return found


def _strength(piece: PieceView) -> tuple[str, int] | None:
    """The printed number that says how strong a piece is, with its name; none where it is 0."""
    for name in STRENGTHS:
        value = piece.values.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return (name, value) if value else None
    return None


def _place(index: int, places: int, columns: int, rows: int, size: float) -> tuple[float, float]:
    """Where in a stack a counter stands, from the stack's middle; a last row of one is centred."""
    row, column = divmod(index, columns)
    in_row = columns if row < rows - 1 or places % columns == 0 else places % columns
    return (column - (in_row - 1) / 2) * size, (row - (rows - 1) / 2) * size
