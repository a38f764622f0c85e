"""Counters drawn on a map: symbols if they have one, else labelled boxes, in readable stacks.

The look of a counter is drawn once, as a glyph; a map places glyphs, and says how many counters they
represent.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from domain.views.view import PieceView
from reports.figures.colours import SIDE_DASHES, side_colour
from reports.figures.svg import split, tag, text, title, words
from reports.maps.marks import codes
from reports.maps.symbols import LINES, symbol
from reports.words.names import joined, number_of, one_line, spoken

INK = "#1a1a1a"
GLYPH = 40
"""The width and height of a glyph, around its own centre."""

STRENGTHS = ("combat", "strength", "attack", "firepower", "factor")
"""The printed numbers that may be a counter's strength; the first that it has is used."""

HALO: dict[str, object] = {
    "font_weight": "bold",
    "paint_order": "stroke",
    "stroke": "#fbfaf7",
    "stroke_width": 2.5,
    "stroke_linejoin": "round",
}
"""Letters over a seam of paper, which separates them from what is below them."""
FLAG = 18
"""The height of a marker's flag."""
SIZES = (40, 36, 36)
"""The width of a counter that is alone, beside one other, or among more."""
PITCH = 14.0
"""The least visible part of a counter in a row when the next one lies over it."""
LETTERS = 8.5
"""The size of the text below a counter, on its glyph; its lines are one unit higher."""
LARGE_LETTERS = 10.2
"""The size of designations on a map with room for them: 8 pixels on a page of 900."""
_LONG = 15
"""The letters in a line below a counter that has room."""
_MORE = 26.0
"""The width of the text that says how many more there are."""
_MARKER = "marker"
"""The group of counters that describe a space, and are drawn as small flags."""
_PALE = 0.72
"""The part of white in the fill colour of a symbol's frame."""


class Slot(NamedTuple):
    """A glyph in its place: its centre, its width there, and the number of counters it represents.

    key: the piece it represents, as long as it is the same one. glyph: its number, -1 for pieces of a stack
    that are not drawn. told: the pieces, in words.
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

    prefix: the start of the ids, so that two maps in one document do not collide. sides: side -> name. kinds:
    kind of counter -> name. short: the rule system's short name for a piece of a name. letters: the size of
    designations.
    """

    def __init__(
        self,
        prefix: str,
        sides: Mapping[str, str],
        kinds: Mapping[str, str],
        short: Callable[[str], str] = one_line,
        letters: float = LETTERS,
    ) -> None:
        self.prefix = prefix
        self.sides = list(sides)
        self.names = sides
        self.kinds = kinds
        self.short = short
        self.letters = letters
        self.named = True
        """Whether counters on the map have their designation below them."""
        self._symbols: dict[str, str] = {}
        self._glyphs: dict[tuple[object, ...], int] = {}
        self._codes: dict[str, str] = {}
        self._defined: list[str] = []

    def definitions(self) -> str:
        """The symbols and glyphs used so far, for the drawing's `defs`."""
        return "".join(self._defined)

    def colour(self, side: str) -> str:
        """The colour of a side; grey for nobody."""
        return side_colour(self.sides, side)

    def dashes(self, side: str) -> str | None:
        """The dashes of a side's lines."""
        return SIDE_DASHES[self.sides.index(side) % len(SIDE_DASHES)] if side in self.sides else None

    def stack(
        self, pieces: Sequence[PieceView], x: float, y: float, width: float, height: float
    ) -> list[Slot]:
        """Pieces in a row within a box centred on a point, overlapping like a fan if they are many; if
        they do not fit, the first ones and the number of the rest. Markers are flags above the row."""
        flags = [piece for piece in pieces if _is_flag(piece)]
        units = [piece for piece in pieces if piece not in flags] if flags else list(pieces)
        single = len(units) <= 3 and all(piece.known for piece in units)
        groups = [[piece] for piece in units] if single else alike(units)
        size = SIZES[min(len(groups), len(SIZES)) - 1] if groups else SIZES[-1]
        high = size + 2 * (LETTERS + 1)
        rows = 2 if len(groups) > 3 and height > high + size else 1
        fit = max(1, int((width - size) // PITCH) + 1) * rows
        # As many as fit; otherwise the first ones, and room for the number of the rest.
        shown = groups if len(groups) <= fit else groups[: max(1, fit - 2)]
        rest = [piece for group in groups[len(shown) :] for piece in group]
        slots: list[Slot] = []
        in_row = -(-len(shown) // rows) if shown else 1
        wide = width - (_MORE if rest else 0)
        named = self.named and height >= high
        right = x
        for number, start in enumerate(range(0, len(shown), in_row)):
            line = shown[start : start + in_row]
            step = min(size + 5.0, (wide - size) / max(1, len(line) - 1))
            left = x - (len(line) - 1) / 2 * step - (_MORE / 2 if rest else 0)
            slots += self._row(line, left, y + number * high, size, step, named)
            right = left + (len(line) - 1) * step + size / 2
        if rest:
            slots.append(self.slot(rest, right + _MORE / 2, slots[-1].y, size, more=True))
        for index, group in enumerate(alike(flags)):
            at_x = max(right, x + size / 2) + 9
            slots.append(self.slot(group, at_x, y - size / 2 + 4 + 13 * index, FLAG))
        return slots

    def _row(
        self, line: list[list[PieceView]], x: float, y: float, size: float, step: float, named: bool
    ) -> list[Slot]:
        """Counters in a row from the left; in a fan the strongest is on top, and is named."""
        fan = step < size - 10
        if fan:
            line = sorted(line, key=lambda group: (_strength(group[0]) or ("", 0))[1])
        last = len(line) - 1
        found = []
        for index, group in enumerate(line):
            letters = int(LETTERS / self.letters * step / 4.8)
            wide = _LONG if last == 0 or (fan and index == last) else 0 if fan else letters
            found.append(self.slot(group, x + index * step, y, size, wide=wide if named else 0))
        return found

    def slot(
        self,
        group: Sequence[PieceView],
        x: float,
        y: float,
        size: float,
        *,
        more: bool = False,
        named: bool = False,
        wide: int = 0,
    ) -> Slot:
        """Counters that look the same (more: the rest of a stack) at a point. named: with the kind below
        it. wide: with its designation, in lines of that many letters."""
        piece = group[0]
        key = f"={piece.id}" if piece.known else f"?{piece.place} {piece.side} {piece.back}"
        told = self.all_told(group)
        letters = self.letters if wide else LETTERS
        glyph = -1 if more else self._glyph(piece, self._below(group, named, wide), letters)
        return Slot(
            f"+{piece.place}" if more else key, glyph, round(x), round(y), round(size), len(group), told
        )

    def _below(self, group: Sequence[PieceView], named: bool, wide: int) -> tuple[str, ...]:
        """The text below a counter, in lines."""
        piece = group[0]
        if not piece.known:
            return tuple(split(piece.back, wide or 10, 2)) if piece.back and (wide or named) else ()
        kind = self.kinds.get(piece.kind, piece.kind)
        if named:
            return fitted(kind, 13)
        if not wide:
            return ()
        return fitted(designation(self.short(piece.name or piece.id)) if len(group) == 1 else kind, wide)

    def draw(self, slot: Slot) -> str:
        """A glyph in its place, with the number of counters it represents."""
        named = title(slot.told)
        if slot.glyph < 0:
            more = words(f"+{slot.many}", slot.x, slot.y + slot.size / 6, slot.size / 2, **HALO)
            return tag("g", named, more)
        scale = f" scale({slot.size / GLYPH:.3g})" if slot.size != GLYPH else ""
        drawn = tag(
            "use", href=f"#{self.prefix}-g{slot.glyph}", transform=f"translate({slot.x} {slot.y}){scale}"
        )
        if slot.many > 1:
            at_x, at_y = slot.x + slot.size / 2 + 1, slot.y - slot.size / 2 + 6
            drawn += tag("circle", cx=at_x, cy=at_y, r=7, fill=INK, stroke="#ffffff")
            drawn += words(slot.many, at_x, at_y + 3.3, 9.5, fill="#ffffff", font_weight="bold")
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

    def _glyph(self, piece: PieceView, below: tuple[str, ...], letters: float) -> int:
        """The number of the glyph that shows this piece."""
        drawn = self._symbol_id(piece.symbol) if piece.known and piece.symbol else ""
        flag = _is_flag(piece)
        inside = piece.name or piece.kind if flag else self._code(piece) if piece.known and not drawn else ""
        look = (drawn, inside, piece.known, piece.side, flag)
        whole = (*look, below, letters, _caption(piece), _strength(piece), *badges(piece))
        found = self._glyphs.get(whole)
        if found is None:
            found = self._glyphs[whole] = len(self._glyphs)
            shown = self._flag(piece) if flag else self._drawn(piece, drawn, inside, below, letters)
            self._defined.append(
                tag("g", shown, id=f"{self.prefix}-g{found}", color=pale(self.colour(piece.side)))
            )
        return found

    def _flag(self, piece: PieceView) -> str:
        """A marker as a small flag on its pole, on which its glyph is centred."""
        told = one_line(self.kinds.get(piece.kind, piece.name))
        colour = self.colour(piece.side)
        half = GLYPH / 2
        cloth = f"M{-half} {half}v-38h36l-7 10 7 10h-36z"
        return tag("path", d=cloth, fill=pale(colour), stroke=colour, stroke_width=3) + words(
            told[:1].upper(), -3, half - 21, 19, font_weight="bold"
        )

    def _drawn(self, piece: PieceView, drawn: str, inside: str, below: Sequence[str], under: float) -> str:
        """A counter: a square in the colour of its side, its symbol above, its numbers at the foot."""
        strength, (steps, carried), caption = _strength(piece), badges(piece), _caption(piece)
        half = GLYPH / 2
        colour = self.colour(piece.side)
        ground = "#ffffff" if piece.known else "#3b3b3b"
        plate = f"{self.prefix}-p{'' if piece.known else 'x'}{colour[1:]}"
        if plate not in self._symbols:
            self._symbols[plate] = plate
            square: dict[str, object] = {"x": -20, "y": -20, "width": GLYPH, "height": GLYPH, "rx": 4}
            square |= {"fill": ground, "stroke": colour, "stroke_width": 2, "id": plate}
            self._defined.append(tag("rect", **square))
        shown = tag("use", href=f"#{plate}")
        foot = bool(strength or steps or carried or caption)
        high = 29 if foot else 35
        if not piece.known:
            shown += words("?", 0, 9, 26, fill="#ffffff", font_weight="bold")
        elif drawn:
            fade = "0.45" if caption.startswith("casualty") else None
            shown += tag("use", href=f"#{drawn}", x=-17.5, y=-17.5, width=35, height=high, opacity=fade)
        else:
            letters = min(17.0, 58 / max(1, len(inside)))
            shown += words(inside, 0, -17.5 + high / 2 + letters * 0.36, letters, font_weight="bold")
        if steps:
            shown += _pips(piece.steps, -14.5)
        if carried:
            shown += words(carried, -17, 17, 10.5, font_weight="bold", text_anchor="start")
        if caption:
            left, room = (-17, 24 if strength else 34) if not (steps or carried) else (0, 17)
            size = min(9.0, room / (0.53 * len(caption)))
            shown += words(caption, left, 16.5, size, text_anchor="start", fill="#8d1f1f", font_weight="bold")
        written = []
        if strength:
            number = str(strength[1])
            written.append(tag("text", number, x=round(17.5 - 4.4 * len(number)), y=17.5, font_size=14))
        written += [text(line, 0, half + under * (index + 1) + index) for index, line in enumerate(below)]
        if written:
            shown += tag("g", *written, text_anchor="middle", font_size=under, **HALO)
        return shown

    def _symbol_id(self, code: str) -> str:
        if code not in self._symbols:
            drawn = symbol(code)
            id = f"{self.prefix}-s{len(self._symbols)}" if drawn is not None else ""
            self._symbols[code] = id
            if drawn is not None:
                self._defined.append(tag("symbol", drawn.body, id=id, viewBox=drawn.view_box, **LINES))
        return self._symbols[code]

    def _code(self, piece: PieceView) -> str:
        """The text of a counter without a symbol: the letters that the map in the terminal shows."""
        if not self._codes:
            self._codes = codes(self.kinds)
        return self._codes.get(piece.kind) or one_line(piece.name or piece.id)[:3].upper()


def alike(pieces: Sequence[PieceView]) -> list[list[PieceView]]:
    """Pieces in groups that look the same."""
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
    """The text below a counter: its state; beside a printed strength also its steps if it has several."""
    said = [spoken(piece.face)] if piece.face else []
    said += [number_of(piece.steps, "step")] if piece.steps > 1 and _strength(piece) else []
    return ", ".join(said)


def badges(piece: PieceView) -> tuple[str, str]:
    """The text at the foot of a counter: its steps if it has several and no other number is there, and how
    much it carries."""
    steps = str(piece.steps) if piece.steps > 1 and not _strength(piece) else ""
    return steps, f"+{len(piece.carries)}" if piece.carries else ""


def _pips(steps: int, left: float) -> str:
    """Steps as small squares; a number if they are many."""
    if steps > 5:
        return words(steps, left - 2.5, 17.5, 12, text_anchor="start") + _pip(left + 18)
    return "".join(_pip(left + 7 * number) for number in range(steps))


def _pip(x: float) -> str:
    return tag("rect", x=x - 2.5, y=11, width=5, height=5, fill=INK)


def pale(colour: str) -> str:
    """A colour with much white in it."""
    parts = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
    return "#" + "".join(f"{round(part + (255 - part) * _PALE):02x}" for part in parts)


def fitted(name: str, wide: int) -> tuple[str, ...]:
    """A name in two lines of that many letters, its words shortened until it fits."""
    for most in (wide, 6, 5, 4):
        short = " ".join(
            word if len(word) <= most else f"{word[: most - 1]}." for word in one_line(name).split()
        )
        lines = split(short, wide, 3)
        if len(lines) <= 2:
            break
    return tuple(split(short, wide, 2))


_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)\b")
_ECHELON = re.compile(
    r"(?<=.)\s*\b(?:battalion|brigade|division|regiment|squadron|company|battery|state|mission|flight of)\b",
    re.I,
)


def designation(name: str) -> str:
    """A piece's name in the form used below its counter: `1st Battalion, 34th Brigade` is `1/34`."""
    parts = []
    for part in one_line(name).split(", "):
        short = _ECHELON.sub("", _ORDINAL.sub(r"\1", part)).strip()
        parts.append(re.sub(r"\s+", " ", short) or part)
    numbered = len(parts) > 1 and all(part[:1].isdigit() for part in parts)
    return ("/" if numbered else ", ").join(parts)


def samples(pieces: Sequence[PieceView], counters: Counters, stacked: bool) -> list[tuple[str, str]]:
    """For a legend: the text on these counters, and the look of those of each side. stacked: whether any
    counter represents several."""
    found = []
    for side in dict.fromkeys(piece.side for piece in pieces):
        square = tag(
            "rect",
            x=4,
            width=14,
            height=14,
            rx=2,
            fill="#ffffff",
            stroke=counters.colour(side),
            stroke_width=2,
        )
        found.append((square, counters.names.get(side, "no side")))
    if any(not piece.known for piece in pieces):
        dark = tag("rect", x=4, width=14, height=14, rx=2, fill="#3b3b3b")
        found.append((dark + words("?", 11, 11, 11, fill="#ffffff", font_weight="bold"), "not identified"))
    found += badge_samples(pieces)
    known = [piece for piece in pieces if piece.known]
    for flag in {piece.kind: piece for piece in known if _is_flag(piece)}.values():
        colour = counters.colour(flag.side)
        name = one_line(counters.kinds.get(flag.kind, flag.name))
        cloth = tag(
            "path", d="M4 14v-13h14l-3 3.5 3 3.5h-14", fill=pale(colour), stroke=colour, stroke_width=1.5
        )
        found.append((cloth + words(name[:1].upper(), 9.5, 7.5, 7, font_weight="bold"), name))
    if stacked:
        many = tag("circle", cx=11, cy=7, r=7, fill=INK)
        found.append((many + words(2, 11, 10.3, 9.5, fill="#ffffff", font_weight="bold"), "as many alike"))
    return found


def badge_samples(pieces: Iterable[PieceView]) -> list[tuple[str, str]]:
    """For a legend: the meaning of the numbers and marks at the foot of these counters."""
    found = []
    known = [piece for piece in pieces if piece.known]
    strengths = dict.fromkeys(strength[0] for piece in known if (strength := _strength(piece)))
    if strengths:
        found.append((words("4", 11, 12, 13, font_weight="bold"), " or ".join(map(spoken, strengths))))
    shown = [badges(piece) for piece in known]
    if any(steps for steps, _ in shown):
        pips = tag("rect", x=5, y=5, width=5, height=5) + tag("rect", x=12, y=5, width=5, height=5)
        found.append((pips, "steps"))
    if any(carried for _, carried in shown):
        found.append((words("+1", 11, 11, 10.5, font_weight="bold"), "pieces carried"))
    return found


def _is_flag(piece: PieceView) -> bool:
    return piece.known and piece.group == _MARKER and not piece.symbol


def _strength(piece: PieceView) -> tuple[str, int] | None:
    """The printed number for a piece's strength, with its name; None if it is 0."""
    for name in STRENGTHS:
        value = piece.values.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return (name, value) if value else None
    return None
