"""The names of things on the table, as people say them; an unknown id is its own name."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from adjudication.engine.alike import are_alike, in_counts, sort_of, sorts
from adjudication.engine.texts import worded
from domain.events.seen import UNKNOWN, Player, knows
from domain.table.contacts import PREFIX
from domain.table.state import State
from domain.text import visible
from domain.texts import said_in
from domain.views.masks import BEFORE_PART, identifies
from domain.views.view import WHITE

LONGEST = 2_000
"""The most characters of a sentence; a longer note is cut, and says so."""


def one_line(text: object) -> str:
    """Text for one line of a terminal or report: hidden characters made visible, no line ends, limited
    length."""
    line = str(text)
    if not line.isprintable() or "  " in line or line[:1] == " " or line[-1:] == " ":
        line = " ".join(visible(line).split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def shortened(text: str, longest: int) -> str:
    """A text of at most that many characters: a longer one ends after a word, with an ellipsis."""
    if len(text) <= longest:
        return text
    words = text[:longest].rpartition(" ")[0]
    kept = words if 2 * len(words) > longest else text[: longest - 1]
    return f"{kept.rstrip(' ,;:–-')}…"


def signed(number: int) -> str:
    """A change of a track in words: `+2`, `-1`."""
    return f"{number:+d}"


def number_of(count: int, one: str, many: str = "") -> str:
    """A number of things: `1 roll`, `3 rolls`."""
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def by(fields: Mapping[str, Any]) -> str:
    """The person in brackets, after what was done: ` (Mara)`."""
    return f" ({one_line(fields['by'])})" if fields.get("by") else ""


def with_reason(told: str, fields: Mapping[str, Any]) -> str:
    """What was done, with the reason given as a sentence at the end of the line."""
    why = one_line(fields.get("because") or "")
    if not why:
        return told
    return f"{told}{'' if told.endswith(('.', '!', '?', '…')) else '.'} Reason: {why}"


def is_plural(name: str) -> bool:
    """Whether a side's name takes a plural verb: `Iraqi Security Forces`, `Pink and Orange`, but not `United
    States`."""
    if " and " in name:
        return True
    head = name.partition(" of ")[0].split()
    last = head[-1] if head else ""
    return last.endswith("s") and not last.endswith("ss") and last.casefold() not in ("states", "nations")


def wins(winner: str) -> str:
    """The sentence that a side wins: `Blue wins`, `Iraqi security forces win`."""
    return f"{winner} {'win' if is_plural(winner) else 'wins'}"


def joined(parts: Sequence[str], last: str = "and") -> str:
    """`a, b and c`, with semicolons if a part contains a comma; `none` for an empty list."""
    if not parts:
        return "none"
    if any("," in part for part in parts):
        return "; ".join(parts[:-1]) + f"; {last} {parts[-1]}" if len(parts) > 1 else parts[0]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


class Names:
    """Names taken from a state, for one viewer.

    A piece that the viewer does not know is called by its contact; in a game without contacts it keeps its
    bare id, which is all that the viewer was given. then: the state is the table at the moment of the line,
    so that the line may say where things were. In a line of that moment contacts are used where they belong,
    and a piece that the viewer did not know keeps the name that the line gives it. shown: the piece that the
    line itself shows to the viewer.
    """

    def __init__(self, state: State, viewer: str = WHITE, then: bool = False, shown: str = "") -> None:
        self.state = state
        self.viewer = viewer
        self.then = then
        self.shown = shown
        self.called: Mapping[str, str] | None = None
        self.system = state.opened.system if state.opened is not None else ""

    def in_line(self, called: Mapping[str, str]) -> "Names":
        """The names in a line of the past, for which `called_in` has kept what pieces were called. Other
        things have no name here, so that nothing that became known later gets into the line."""
        if self.viewer == WHITE:
            return self
        names = Names(self.state, self.viewer)
        names.called = called
        return names

    def called_in(self, value: Any) -> dict[str, str]:
        """The names of the pieces that plain data mentions by their ids."""
        found: dict[str, str] = {}
        self._call(value, found)
        return found

    def _call(self, value: Any, found: dict[str, str]) -> None:
        if isinstance(value, str):
            if value in self.state.pieces or value in self.state.gone:
                found[value] = self.piece(value)
            elif BEFORE_PART in value:
                self._call(value.partition(BEFORE_PART)[0], found)
        elif isinstance(value, Mapping):
            for key, item in value.items():
                self._call(key, found)
                self._call(item, found)
        elif isinstance(value, list | tuple):
            for item in value:
                self._call(item, found)

    def knows(self, id: str) -> bool:
        """Whether the viewer knows what a piece on the table is."""
        return id == self.shown or identifies(self.state, self.viewer, self.state.pieces[id])

    def piece(self, id: object) -> str:
        """A piece by its name: `1st Hashd Battalion`."""
        if not isinstance(id, str):
            return one_line(id)
        if self.called is not None:
            return self.called.get(id, one_line(id))
        piece = self.state.pieces.get(id)
        if piece is not None:
            if self.knows(id):
                return one_line(piece.name or id)
            return one_line(id if self.then else self.state.name_for(self.viewer, id))
        name, known_to = self.state.gone.get(id, ("", None))
        return one_line(name if name and knows(self.viewer, known_to) else id)

    def space(self, id: object) -> str:
        """A place by its name, a hex with its id: `Tamim (0308)`; a carrier as `aboard LST 1`."""
        if isinstance(id, str) and id in self.state.pieces:
            return f"aboard {self.piece(id)}"
        space = self.state.board.spaces.get(id) if isinstance(id, str) else None
        if space is None or not space.name:
            return one_line(id)
        name = one_line(space.name)
        return name if space.kind != "hex" or space.name == space.id else f"{name} ({one_line(space.id)})"

    def at(self, id: object) -> str:
        """A place with its preposition: `at Tamim (0308)`, `aboard LST 1`."""
        aboard = isinstance(id, str) and id in self.state.pieces
        return self.space(id) if aboard else f"at {self.space(id)}"

    def side(self, id: object) -> str:
        """A side by its name; the white cell by its own."""
        if id == WHITE:
            return "the white cell"
        if isinstance(id, Player):
            return f"{one_line(id)} ({joined([self.side(side) for side in id.sides])})"
        side = self.state.sides.get(id) if isinstance(id, str) else None
        return one_line(side.name or side.id if side is not None else id)

    def brief(self, id: object) -> str:
        """A side by the short name that its system gives for running text: `ISF`; else by its name."""
        from reports.words.phrases import phrases

        return phrases(self.system).sides.get(str(id), "") or self.side(id)

    def designation(self, id: object) -> str:
        """A piece by its short designation, if its system has one: `1/34 Bde`; else by its name."""
        from reports.words.phrases import phrases

        return phrases(self.system).designation(self.piece(id))

    def short(self, value: Any) -> str:
        """A value as `thing` says it, in the fewest words: pieces by their designations, places without
        hex numbers, sides by their short names."""
        if isinstance(value, list | tuple):
            return joined([self.short(part) for part in value])
        if isinstance(value, str):
            if value in self.state.pieces or value in self.state.gone:
                return self.designation(value)
            space = self.state.board.spaces.get(value)
            if space is not None:
                return one_line(space.name or space.id)
            if value in self.state.sides:
                return self.brief(value)
        return self.thing(value)

    def track(self, id: object) -> str:
        """A track by its name."""
        track = self.state.tracks.get(id) if isinstance(id, str) else None
        return one_line(track.data.name or track.data.id if track is not None else id)

    def first(self, id: object) -> str:
        """A side at the start of a sentence: `White cell`."""
        return "White cell" if id == WHITE else capital(self.side(id))

    def turn(self, turn: object) -> str:
        """A turn by its number, and its name in the calendar: `3 (Sep 1980)`."""
        return one_line(self.state.turn_name(turn) if type(turn) is int else turn)

    def table(self, id: object) -> str:
        """A table by its title."""
        table = self.state.tables.get(id) if isinstance(id, str) else None
        return one_line(table.data.title if table is not None else id)

    def _listed(self) -> dict[str, str]:
        """The names that the tables of the game give to things that are no pieces, by their ids."""
        from reports.words.phrases import phrases

        tables = self.state.tables
        return {
            str(row[column]): str(row.get("name") or row[column])
            for table, column in phrases(self.system).named.items()
            if table in tables
            for row in tables[table].data.rows
            if column in row
        }

    def text(self, said: Any) -> str:
        """What is said: words of people as they typed them, a text of the rules in words, with the names that
        the viewer has for what it names."""
        if isinstance(said, dict):
            said = said_in(said)
        if said is None:
            return ""
        return one_line(worded(said, self.system, self.thing, self.short))

    def thing(self, value: Any) -> str:
        """Any plain value as a person would say it, with names for the ids of pieces, places and sides."""
        if said_in(value) is not None:
            return self.text(value)
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if value == UNKNOWN:
            return "(hidden)"
        if isinstance(value, str):
            if value in self.state.pieces or value in self.state.gone:
                return self.piece(value)
            if value in self.state.board.spaces:
                return self.space(value)
            if value in self.state.sides:
                return self.side(value)
            if value in self.state.tracks:
                return self.track(value)
            listed = self._listed().get(value)
            if listed is not None:
                return one_line(listed)
            if value in self.state.kinds:
                return one_line(self.state.kinds[value].name or value)
            return self._contact(value) or self._item(value) or one_line(value)
        if isinstance(value, Mapping):
            if are_alike(value):
                goals = {item: sort_of(target) or target for item, target in value.items()}
                told = [
                    f"{self._some(of)} to {self.sort(goal, at=True)}" for goal, of in in_counts(goals).items()
                ]
                return joined(told)
            if value and all(key in self.state.pieces or key == UNKNOWN for key in value):
                return joined([f"{self.thing(key)} to {self.thing(part)}" for key, part in value.items()])
            return self.pairs(value) or "nothing"
        if isinstance(value, list | tuple):
            if are_alike(value):
                return self._some({name: len(items) for name, items in sorts(value).items()})
            alike = groupby(value, key=lambda part: part if isinstance(part, str) else object())
            runs = [list(run) for _, run in alike]
            told = [f"{len(run)} x {self.thing(run[0])}" if run[1:] else self.thing(run[0]) for run in runs]
            return joined(told)
        return one_line(value)

    def _some(self, numbers: Mapping[Any, int]) -> str:
        """`2 x USS Alpha harpoon and USS Bravo harpoon` for items that are alike."""
        return joined([f"{f'{n} x ' if n > 1 else ''}{self.sort(name)}" for name, n in numbers.items()])

    def sort(self, name: Any, at: bool = False) -> str:
        """A sort of items by its parts: `USS Alpha harpoon`, or `Harpoon of USS Alpha` if the kind of the
        piece, or of what it carries, names the part. at: it is at that piece, as in `Harpoon at Citadel`."""
        if not isinstance(name, str) or "/" not in name:
            return self.thing(name)
        whole, *rest = name.split("/")
        part = self.part(whole, rest[0], at) if len(rest) == 1 else ""
        if not part and whole != UNKNOWN:
            return " ".join(map(self.thing, name.split("/")))
        bearer = "a hidden unit" if whole == UNKNOWN else self.piece(whole)
        return f"{part or ' '.join(map(self.thing, rest))} {'at' if at else 'of'} {bearer}"

    def part(self, piece: str, id: str, at: bool = False) -> str:
        """The name of a part of a piece, such as a weapon: from its own kind, else from other pieces,
        which it may carry or which fired `at` it. Empty if no kind names it, or several name it
        differently. A piece that is hidden from the viewer is UNKNOWN."""
        from reports.words.phrases import phrases

        lists, own, state = phrases(self.system).parts, self.state.pieces.get(piece), self.state
        if not lists or (own is None and piece != UNKNOWN):
            return ""
        known = {id: each for id, each in state.pieces.items() if identifies(state, self.viewer, each)}
        if not at and piece in known and (name := _part_of(known[piece].kind.data, lists, id)):
            return name
        others = [each.kind.data for each in known.values() if not (at and own) or each.side != own.side]
        for kinds in (others, [kind.data for kind in state.kinds.values()]):
            found = {_part_of(data, lists, id) for data in kinds} - {""}
            if len(found) == 1:
                return found.pop()
        return ""

    def _contact(self, text: str) -> str:
        """`Boat 17 (contact-4kx9dz)` for the white cell, which sees which name a side uses."""
        if self.viewer != WHITE or not text.startswith(PREFIX):
            return ""
        found = (self.state.called(side, text) for side in self.state.sides)
        return next((f"{self.piece(id)} ({one_line(text)})" for id in found if id is not None), "")

    def _item(self, text: str) -> str:
        """`Harpoon of USS Alpha` for `ddg-1/harpoon`, empty for other text."""
        whole, sign, part = text.partition("/")
        return self.sort(text) if sign and "/" not in part and self.part(whole, part) else ""

    def pairs(self, values: Mapping[Any, Any]) -> str:
        """`unit Tamim Rifles, to al-Hoz (0607)`."""
        said = [f"{spoken(name)} {self.thing(value)}" for name, value in values.items()]
        return ("; " if any("," in part for part in said) else ", ").join(said)


def _part_of(data: Mapping[str, Any], lists: Sequence[str], id: str) -> str:
    """The name that lists in the data of a kind give the part with that id."""
    for name in lists:
        for each in data.get(name, ()):
            if each.get("id") == id:
                return one_line(each.get("name") or id)
    return ""


_INITIALS = re.compile(r"\b(?:aew|asw|c2|ffir|ied|isf|isis|isr|iw|pir|pnt|sead|sof)\b")
"""Abbreviations that names from data write in small letters."""


def spoken(name: object) -> str:
    """A name from data in words: `casualty_on` is `casualty on`."""
    return _INITIALS.sub(lambda match: match[0].upper(), one_line(name).replace("_", " ").strip())


_NUMBER = re.compile(r"[a-z]{1,2}\d{2}")


def capital(text: str) -> str:
    """The text with a capital first letter; a hex number at its start stays as it is."""
    return text if _NUMBER.match(text) else text[:1].upper() + text[1:]
