"""Somebody who joins what a side reads of the past with what it sees now, to find out what is hidden from it.

It has what the side has, and nothing else: pages that tell of the same lines (the log as data and in words,
derivations, the tables of the read model, the review with the data of its timeline, questions while they were
open), and the table as the side sees it now. A line that one page tells of a contact and another of a piece
says that both are the same; so does a line that shows what a contact was. What the side knows now is no
contact of now, nor is a piece that the log named by its id once the contact was there. A side can neither
export nor compare games (test_door.py).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from adjudication.audits.audit import AuditReport
from domain.events import Chosen, Event, PieceData
from domain.game.chain import GENESIS, enter
from domain.table.contacts import PREFIX
from domain.views.view import EventView, see, see_log, see_numbered
from reports.document.blocks import Document, Interactive, Section
from reports.document.markdown import markdown
from reports.read_model.rows import GAME_SPAN, Rows
from reports.read_model.schema import tables
from reports.read_model.seen import seen_by_side
from reports.review import build_review
from reports.story.turns import SUMMARY, story
from seats.dialogue.answers import question_data
from seats.dialogue.eyes import own_questions
from seats.dialogue.telling import event_lines
from seats.looking.log import explained
from seats.seat.seat import Seat

CONTACT = re.compile(rf"(?<![\w-]){PREFIX}[a-z0-9]+", re.IGNORECASE)
_NUMBERED = re.compile(r" *(\d+)  (.*)")
_ANCHORED = re.compile(r"(?:id=\"e|#e|^ *[*] event )(\d+)\b")


class Named(NamedTuple):
    """What a page says of a line: the contacts and the pieces, by ids, that it names."""

    contacts: frozenset[str] = frozenset()
    pieces: frozenset[str] = frozenset()

    def __add__(self, other: object) -> "Named":
        assert isinstance(other, Named)
        return Named(self.contacts | other.contacts, self.pieces | other.pieces)


Page = Mapping[int | str, Named]
"""By the number of the line; what came of an order as a whole by that of its end, negative; what is told of
an order by `order` and the number of the line that gave it."""


class Reader:
    """A side that knows how the pieces are called that it has ever read of."""

    def __init__(self, seat: Seat, side: str) -> None:
        self.seat, self.side = seat, side
        self.views = see_log(seat.game.log, side)
        self.called: dict[str, set[str]] = {}
        state = seat.game.state
        for view in self.views:
            for text in _texts(view.fields):
                if text in state.pieces:  # the list of counters, which lies open, says what it is called
                    self._meet(text, state.pieces[text].name)
                elif text in state.gone:
                    self._meet(text, state.gone[text][0])
        for piece in see(state, side).pieces:
            if piece.known:
                self._meet(piece.id, piece.name)
        self._only = {name: next(iter(ids)) for name, ids in self.called.items() if len(ids) == 1}
        for track in state.tracks.values():  # `Army HQ special orders` says nothing of the block `Army HQ`
            self._only[track.data.name.casefold() or track.data.id] = ""
        spelled = "|".join(map(re.escape, sorted(self._only, key=lambda name: (-len(name), name))))
        self._pattern = re.compile(rf"(?<![\w-])(?:{spelled or '(?!)'})(?![\w-])", re.IGNORECASE)

    def _meet(self, id: str, name: str) -> None:
        for called in (id, name):
            if called:
                self.called.setdefault(called.casefold(), set()).add(id)

    def data(self, value: Any) -> Named:
        """What plain data names."""
        contacts: set[str] = set()
        pieces: set[str] = set()
        for text in _texts(value):
            contacts.update(found.casefold() for found in CONTACT.findall(text))
            pieces.update(self._only[found.casefold()] for found in self._pattern.findall(text))
        return Named(frozenset(contacts), frozenset(pieces - {""}))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, PieceData):
        yield value.id
    elif isinstance(value, msgspec.Struct):
        yield from _texts(msgspec.structs.asdict(value))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _texts(key)
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def pages(reader: Reader, derivations: int = 10, review: bool = True) -> dict[str, Page]:
    """What the side reads of the past, page by page. derivations: so many of them, along the log."""
    seat, side, game = reader.seat, reader.side, reader.seat.game
    found: dict[str, dict[int | str, Named]] = {
        "log as data": {view.line: reader.data(view.fields) for view in reader.views},
        "log in words": _as_printed(reader),
        "story": {},
        "read model": _rows_read(reader),
        "explain": {},
    }
    told = story(game, side)
    lines = [*told.set_up, *(line for order in told.orders() for line in order.lines)]
    of_order: dict[int, Named] = {}
    for line in sorted(lines, key=lambda line: line.number):
        of_order[line.procedure] = of_order.get(line.procedure, Named()) + found["log as data"][line.number]
        if line.kind == SUMMARY:
            found["log as data"][-line.number] = of_order[line.procedure]
        _add(found["log as data"], f"order {line.procedure}", found["log as data"][line.number])
        found["story"][-line.number if line.kind == SUMMARY else line.number] = reader.data(line.words)
    last = len(reader.views)
    for number in range(1, last + 1, max(1, last // derivations)):
        derived = explained(seat, side, number)
        for step in (*derived.steps, *derived.corrections, *([derived.order] if derived.order else [])):
            found["explain"][step.number] = reader.data(step.words)
    if review:
        document = _review(reader)
        found["review"] = _reviewed(reader, document)
        found["timeline"] = _moved(reader, document)
    return dict(found)


def _add(page: dict[int | str, Named], key: int | str, named: Named) -> None:
    page[key] = page.get(key, Named()) + named


def _rows_read(reader: Reader) -> dict[int | str, Named]:
    """What the tables of the side's read model say of each line, in all their columns."""
    rows = Rows(0)
    for seen in seen_by_side(reader.seat.game, reader.side):
        rows.take(seen)
    found: dict[int | str, Named] = {}
    for table in tables():
        if table.key[0] == "event":
            for row in rows.by_table[table.name]:
                _add(found, row[table.names.index("event")] % GAME_SPAN, reader.data(row))
    return found


def _as_printed(reader: Reader) -> dict[int | str, Named]:
    """The log as it is printed; a line without a number says what came of the order above it."""
    found: dict[int | str, Named] = {}
    last = 0
    for line in event_lines(reader.seat, reader.views, reader.side, frozenset(), each=True):
        match = _NUMBERED.fullmatch(line)
        if match is not None:
            last = int(match[1])
        found[last if match is not None else -last] = reader.data(line)
    return found


def _review(reader: Reader) -> Document:
    game = reader.seat.game
    report = AuditReport(
        game="", system="", events=0, head="", findings=[], notices=[], checked=[], unchecked=[], rolls={}
    )
    return build_review(game, enter("", game.log, GENESIS), report, reader.side)


def _reviewed(reader: Reader, document: Document) -> dict[int | str, Named]:
    """The lines of the side's review that are about one line of the log alone."""
    orders = {view.line for view in reader.views if view.event == "order-given"}
    found: dict[int | str, Named] = {}
    for line in markdown(document).decode().replace("\\", "").splitlines():
        about = {int(number) for number in _ANCHORED.findall(line)}
        if len(about) == 1 and not about & orders:  # that of an order may tell of all that came of it
            _add(found, about.pop(), reader.data(line))
    return found


def _moved(reader: Reader, document: Document) -> dict[int | str, Named]:
    """The data with which the timeline of the side's review moves its map: the lines of each frame, and what
    is told and drawn of its order."""
    found: dict[int | str, Named] = {}
    for part in _interactive(document.sections):
        data = part.data["moving"]
        words, arrows = data["words"], data["arrows"]
        for frame in data["frames"]:
            for line in frame["l"]:
                _add(found, line[0], reader.data(line))
            fight = frame.get("f", {})
            said = [frame["h"], frame.get("r", ""), *(words[each[1]] for each in fight.get("d", ()))]
            said += [words[each[1]] for side in "yz" for each in fight.get(side, ())]
            said += [words[arrows[arrow][4]] for arrow in frame.get("a", ())]
            _add(found, f"order {frame.get('n', 0)}", reader.data(said))
    return found


def _interactive(blocks: Iterable[object]) -> Iterator[Interactive]:
    for block in blocks:
        if isinstance(block, Interactive):
            yield block
        elif isinstance(block, Section):
            yield from _interactive(block.blocks)


def questions_told(log: list[Event], side: str, seat_at: Callable[[list[Event]], Seat]) -> dict[str, Page]:
    """The question that the last event of a log answered, as the side was asked it, and its answer."""
    answer = log[-1]
    views = dict(see_numbered(log, side))
    if not isinstance(answer, Chosen) or answer.number not in views:
        return {}
    reader, then = Reader(seat_at(log), side), seat_at(log[:-1])
    view = views[answer.number]
    order = f"order {views[answer.procedure].line}" if answer.procedure in views else "order 0"
    asked = [
        reader.data(question_data(question))
        for question in own_questions(then, side, then.session_without_dice().pending())
    ]
    given = [reader.data(views[n].fields) for n in views if log[n - 1].procedure == answer.procedure]
    return {
        "log as data": {view.line: reader.data(view.fields), order: sum(given, Named())},
        "question": {key: sum(asked, Named()) for key in (view.line, order)},
    }


def revealed(views: Iterable[EventView]) -> Iterator[tuple[str, str]]:
    """The contacts that turned out to be pieces, as the log itself says."""
    for view in views:
        contact, piece = view.fields.get("contact"), view.fields.get("piece")
        if view.event == "piece-known" and contact and isinstance(piece, str):
            yield str(contact), piece


def joined(reader: Reader, told: Mapping[str, Page]) -> dict[str, str]:
    """Which pieces the contacts are that the side sees now, as far as that can be worked out."""
    table = see(reader.seat.game.state, reader.side).pieces
    hidden = {piece.contact for piece in table if not piece.known}
    known = {piece.id for piece in table if piece.known}
    data = told.get("log as data", {})
    lines = sorted(line for line in data if isinstance(line, int) and line > 0)
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for line in lines:
        first = {**dict.fromkeys(data[line].contacts, line), **first}
        last.update(dict.fromkeys(data[line].pieces, line))
    may_be: dict[str, frozenset[str]] = {}

    def learn(contact: str, named: frozenset[str]) -> None:
        since = first.get(contact, len(reader.views) + 1)
        pieces = frozenset(each for each in named - known if last.get(each, 0) < since)
        if pieces:
            may_be[contact] = may_be.get(contact, pieces) & pieces or pieces

    for contact, piece in revealed(reader.views):
        learn(contact, frozenset((piece,)))
    for one in told.values():
        for other in told.values():
            for key in one.keys() & other.keys():
                for contact in one[key].contacts - other[key].contacts:
                    learn(contact, other[key].pieces - one[key].pieces)
    return {
        contact: next(iter(pieces))
        for contact, pieces in may_be.items()
        if contact in hidden and len(pieces) == 1
    }
