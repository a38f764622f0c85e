"""Other worlds that a side cannot tell from the one that was played, made by rewriting the log.

Each rearrangement keeps everything that the side was told, or could see on the table, and changes something
else: which hidden piece is which, what it is, in which order hidden pieces were listed, what hidden marks
say, what others wrote to each other, and how much happened behind the side's back.
"""

import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.events import (
    Chosen,
    CountersLaid,
    DieRolled,
    EntryCorrected,
    Event,
    InjectHandled,
    InjectsListed,
    Marked,
    MessageSent,
    Modified,
    Noted,
    OrderDone,
    OrderGiven,
    PieceChanged,
    PieceData,
    PiecePlaced,
    Ruled,
    Scored,
    SecretOrderSealed,
    SecretOrdersOpened,
    Shuffled,
    TablesLaid,
    TakenBack,
)
from domain.events.people import InjectData
from domain.events.registry import SEEN
from domain.game.game import Game
from domain.game.opening import committed, opening_of
from domain.game.replay import walk
from domain.table.contacts import contact_name
from domain.table.state import Piece, State
from domain.views.masks import sees
from tests.core.games import SECRET

Log = list[Event]
Contact = tuple[str, str]
"""A piece in one of the spells in which a side calls it by the same name."""


class World(NamedTuple):
    """A log that a side cannot tell from another, and which contacts of that other bear the names of these:
    the salt that names are derived from is hidden too, and might as well have given those."""

    log: Log
    named: Mapping[Contact, Contact] = {}


Rearrangement = Callable[[Log, str, random.Random], World | None]
"""Another world that the side of that name cannot tell from this one; None where there is none."""


def may_know(side: str, known_to: Iterable[str] | None) -> bool:
    """Whether a side is among those who may know; said here once more so that no view judges itself."""
    return known_to is None or side in known_to


# --- which hidden piece is which -------------------------------------------------------------------


class _Hidden:
    """A piece that a side has not known since event `since`: from the beginning (0), or since it was mixed
    with others."""

    def __init__(self, piece: Piece, since: int, spell: str) -> None:
        self.id = piece.id
        self.name = piece.name if piece.name != piece.kind.name else ""
        self.look = (piece.side, piece.kind.side, piece.kind.back)
        self.since = since
        self.spell = spell


def unknown_since_the_beginning(log: Log, side: str) -> list[_Hidden]:
    """The pieces that a side has never known."""
    found: dict[str, _Hidden] = {}
    out: set[str] = set()
    for event, state in _after_each(log):
        for id, piece in () if isinstance(event, _QUIET) else state.pieces.items():
            if may_know(side, piece.known_to) or (id in found and found[id].look[0] != piece.side):
                out.add(id)
            elif id not in found:
                found[id] = _Hidden(piece, 0, "")
    return [hidden for id, hidden in found.items() if id not in out and _can_be_renamed(log, id)]


def unknown_since_they_were_mixed(log: Log, side: str) -> list[_Hidden]:
    """The pieces that a side has not known since they were shuffled, or hidden in one order at one place."""
    found: dict[str, _Hidden] = {}
    for event, state in _after_each(log):
        for id in [id for id in found if id not in state.pieces or may_know(side, state.pieces[id].known_to)]:
            del found[id]
        if isinstance(event, TakenBack | Ruled):
            found.clear()  # the table is as it was before, and what was known then is known again
        if isinstance(event, Shuffled):
            for id in event.order:
                if not may_know(side, state.pieces[id].known_to):
                    found[id] = _Hidden(state.pieces[id], event.number, f"shuffle {event.number}")
        elif isinstance(event, PieceChanged) and event.side is not None:
            found.pop(event.piece, None)
    return [hidden for id, hidden in found.items() if _can_be_renamed(log, id)]


_QUIET = (Chosen, DieRolled, Marked, Modified, Noted, OrderDone, OrderGiven, Scored)
"""Events that leave every piece where it is, known to whom it was."""


def _after_each(log: Log) -> Iterator[tuple[Event, State]]:
    """Each event with the table behind it."""
    last: Event | None = None
    for event, state in walk(log):
        if last is not None:
            yield last, state
        last = event
    if last is not None:
        yield last, Game.from_events("", log).state


def _can_be_renamed(log: Log, id: str) -> bool:
    return any(character.isdigit() or character == "-" for character in id)


def other_identities(log: Log, side: str, chance: random.Random) -> World | None:
    """Hidden pieces that look alike change identities: each is what another was, wherever it lies."""
    return _exchanged(log, side, chance, unknown_since_the_beginning(log, side))


def mixed_otherwise(log: Log, side: str, chance: random.Random) -> World | None:
    """Hidden pieces that were mixed come out of it the other way round."""
    return _exchanged(log, side, chance, unknown_since_they_were_mixed(log, side))


def other_identities_and_records(log: Log, side: str, chance: random.Random) -> World | None:
    """Hidden pieces that look alike change places, each with all that is recorded of it in secret."""
    hidden = _as_seen_now(log, side, unknown_since_the_beginning(log, side))
    return _exchanged(log, side, chance, hidden, frozenset(_secret_records(log, side)))


def mixed_otherwise_with_records(log: Log, side: str, chance: random.Random) -> World | None:
    """Hidden pieces that were mixed come out of it the other way round, each with what is recorded of it."""
    hidden = _as_seen_now(log, side, unknown_since_they_were_mixed(log, side))
    return _exchanged(log, side, chance, hidden, frozenset(_secret_records(log, side)))


def _as_seen_now(log: Log, side: str, hidden: Sequence[_Hidden]) -> list[_Hidden]:
    """Those of the hidden pieces that the side sees at the end: what it does not see is left out of its
    prospects, whatever it is."""
    state = _state_of(log)
    return [each for each in hidden if sees(state, side, state.pieces[each.id])]


def _secret_records(log: Log, side: str) -> Iterator[int]:
    """The events that put down of a piece what the side may not know: marks, steps and faces."""
    for event, state in _after_each(log):
        if isinstance(event, Marked):
            piece = state.pieces.get(event.subject)
            unseen = not may_know(side, event.audience) or event.mark.startswith("_")
        elif isinstance(event, PieceChanged):
            piece, unseen = state.pieces.get(event.piece), False
        else:
            continue
        if unseen or (piece is not None and not may_know(side, piece.known_to)):
            yield event.number


def _exchanged(
    log: Log,
    side: str,
    chance: random.Random,
    hidden: Sequence[_Hidden],
    kept: Collection[int] = (),
) -> World | None:
    """kept: numbers of events that stay as they are, because they are about the piece of that name wherever
    it lies."""
    alike: dict[tuple[Any, ...], list[_Hidden]] = {}
    charts = _charts_of(log)
    for each in hidden:
        alike.setdefault((each.look, each.spell, _charted(charts, each.id)), []).append(each)
    named: dict[Contact, Contact] = {}
    for group in alike.values():
        others = list(group)
        chance.shuffle(others)
        ids = {one.id: other.id for one, other in zip(group, others, strict=True) if one is not other}
        if not ids:
            continue
        names = {
            one.name: other.name
            for one, other in zip(group, others, strict=True)
            if one.name and other.name and one.name != other.name
        }
        data = _data_of(log)
        rename = _renaming({**ids, **names})
        since = group[0].since
        before, log = (
            log,
            [
                _renamed(event, rename, ids, data, side)
                if event.number > since - (since > 0) and event.number not in kept
                else event
                for event in log
            ],
        )
        named = chained(_named_alike(before, log, side, ids, since), named)
    return World(log, named) if named else None


def _charts_of(log: Log) -> list[dict[str, Any]]:
    """The rows of all charts that lie on the table, which everyone reads."""
    return [
        dict(row)
        for event in log
        if isinstance(event, TablesLaid)
        for data in event.tables.values()
        for row in data.rows
    ]


def _charted(charts: list[dict[str, Any]], id: str) -> tuple[str, ...]:
    """What the charts say of a piece: the rows that name it, without its name."""
    rows = ({key: cell for key, cell in row.items() if cell != id} for row in charts if id in row.values())
    return tuple(str(row) for row in rows)


def _named_alike(
    before: Log, after: Log, side: str, ids: Mapping[str, str], since: int
) -> dict[Contact, Contact]:
    """Which contact of the one log bears the name that another has in the other log."""
    found: dict[Contact, Contact] = {}
    held = False
    for (event, one), (_, other) in zip(_after_each(before), _after_each(after), strict=True):
        if isinstance(event, _QUIET) and held == (event.number >= since):
            continue
        held = event.number >= since
        for was, now in ids.items():
            if was not in one.pieces:
                continue
            if held:
                found[contact_of(other, side, now)] = contact_of(one, side, was)
            else:  # until then each is what it was
                found[contact_of(other, side, was)] = contact_of(one, side, was)
    return found


def contact_of(state: State, side: str, id: str) -> Contact:
    """A piece in the spell that it is in now."""
    return id, state.trail.spell(id, [side])


def with_steps_they_can_have(log: Log) -> Log:
    """The log in which no block has more steps than its sheet has values."""
    most = {
        piece.id: len(kind.data["values"])
        for event in log
        if isinstance(event, CountersLaid)
        for piece in event.pieces
        if (kind := event.kinds.get(piece.kind)) is not None and "values" in kind.data
    }

    def laid(piece: PieceData) -> PieceData:
        return msgspec.structs.replace(piece, steps=min(piece.steps, most.get(piece.id, piece.steps)))

    found: Log = []
    for event in log:
        if most and isinstance(event, CountersLaid):
            event = msgspec.structs.replace(event, pieces=tuple(map(laid, event.pieces)))
        elif isinstance(event, PieceChanged) and event.piece in most and event.steps is not None:
            event = msgspec.structs.replace(event, steps=min(event.steps, most[event.piece]))
        found.append(event)
    return found


def chained(last: Mapping[Contact, Contact], first: Mapping[Contact, Contact]) -> dict[Contact, Contact]:
    """What two rearrangements, one after the other, come to."""
    return {**first, **{new: first.get(old, old) for new, old in last.items()}}


@contextmanager
def names_of(world: World, side: str) -> Iterator[None]:
    """As long as it lasts contacts are called as the side calls them in the world, and in what may come."""
    last = {id: was for (id, _), (was, _) in world.named.items()}

    def name(salt: str, whose: str, id: str, spell: str) -> str:
        if whose != side:
            return contact_name(salt, whose, id, spell)
        return contact_name(salt, whose, *world.named.get((id, spell), (last.get(id, id), spell)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("domain.table.contacts.contact_name", name)
        yield


def _data_of(log: Log) -> dict[str, PieceData]:
    laid = [piece for event in log if isinstance(event, CountersLaid) for piece in event.pieces]
    placed = [event.piece for event in log if isinstance(event, PiecePlaced)]
    return {piece.id: piece for piece in (*laid, *placed)}


def _renaming(words: Mapping[str, str]) -> Callable[[Any], Any]:
    """A function that puts words in the places of others, all at once, wherever plain data has them."""
    longest = sorted(words, key=lambda word: (-len(word), word))
    found = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")

    def rename(value: Any) -> Any:
        if isinstance(value, str):
            return found.sub(lambda match: words[match[0]], value)
        if isinstance(value, dict):
            return {rename(key): rename(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [rename(item) for item in value]
        return value

    return rename


def _renamed(
    event: Event,
    rename: Callable[[Any], Any],
    ids: Mapping[str, str],
    data: Mapping[str, PieceData],
    side: str,
) -> Event:
    """The event with other identities in it. What is told word by word to the side stays as it is: its own
    words, what another side writes to it, and the charts, which everyone reads."""

    def become(piece: PieceData) -> PieceData:
        if piece.id not in ids:
            return piece
        other = data[ids[piece.id]]
        return msgspec.structs.replace(other, at=piece.at, known_to=piece.known_to)

    if isinstance(event, CountersLaid):
        return msgspec.structs.replace(event, pieces=tuple(become(piece) for piece in event.pieces))
    if isinstance(event, PiecePlaced):
        return msgspec.structs.replace(event, piece=become(event.piece))
    if isinstance(event, TablesLaid):
        return event
    if own_words(event, side) or (SEEN[type(event)].typed and may_know(side, event.audience)):
        return event
    fields = {
        name: value
        for name, value in msgspec.to_builtins(event).items()
        if name not in ("number", "time", "procedure", "rule", "audience", "blind")
    }
    return msgspec.convert({**msgspec.to_builtins(event), **rename(fields)}, type(event))


def own_words(event: Event, side: str) -> bool:
    """Whether an event is what the side itself said, word by word."""
    match event:
        case MessageSent(side=whose) | SecretOrderSealed(side=whose):
            return whose == side
        case OrderGiven(side=whose, by=by):
            return whose == side and by not in ("", "policy")
    return False


def other_order_of_listing(log: Log, side: str, chance: random.Random) -> World | None:
    """The scenario lists its hidden pieces in another order, among the others."""
    hidden = {each.id for each in unknown_since_the_beginning(log, side)}
    for place, event in enumerate(log):
        if isinstance(event, CountersLaid):
            moved = [piece for piece in event.pieces if piece.id in hidden]
            if len(event.pieces) < 2 or not moved:
                return None
            pieces = [piece for piece in event.pieces if piece.id not in hidden]
            chance.shuffle(moved)
            for piece in moved:
                pieces.insert(chance.randrange(len(pieces) + 1), piece)
            laid = msgspec.structs.replace(event, pieces=tuple(pieces))
            return World([*log[:place], laid, *log[place + 1 :]])
    return None


def other_hidden_values(log: Log, side: str, chance: random.Random) -> World | None:
    """Hidden pieces have other steps and faces, and other names where they have names of their own."""
    hidden = {each.id for each in unknown_since_the_beginning(log, side)}
    if not hidden:
        return None

    def other(piece: PieceData) -> PieceData:
        if piece.id not in hidden:
            return piece
        return msgspec.structs.replace(
            piece,
            steps=piece.steps + 1 if piece.steps else 0,
            name=f"{piece.name} of another name" if piece.name else "",
        )

    called = {
        piece.name: other(piece).name for id, piece in _data_of(log).items() if id in hidden and piece.name
    }
    rename = _renaming(called) if called else lambda value: value

    def reworded(event: Event, *fields: str) -> Event:
        said = msgspec.to_builtins(event)
        return msgspec.convert(
            {**said, **{name: rename(said[name]) for name in fields if name in said}}, type(event)
        )

    def changed(event: Event) -> Event:
        if isinstance(event, CountersLaid):
            return msgspec.structs.replace(event, pieces=tuple(map(other, event.pieces)))
        if isinstance(event, PiecePlaced):
            return msgspec.structs.replace(event, piece=other(event.piece))
        if isinstance(event, PieceChanged) and event.piece in hidden and event.steps is not None:
            return msgspec.structs.replace(event, steps=event.steps + 1)
        if isinstance(event, DieRolled):
            return reworded(event, "purpose")
        if isinstance(event, Modified):
            return reworded(event, "sum", "label")
        if isinstance(event, Chosen):
            return reworded(event, "question", "because")
        return event

    return World([changed(event) for event in log])


# --- what else is hidden ---------------------------------------------------------------------------


def other_hidden_marks(log: Log, side: str, chance: random.Random) -> World | None:
    """Marks of which the side may not know say something else."""
    hidden = {each.id for each in unknown_since_the_beginning(log, side)}
    values: dict[str, list[Any]] = {}
    for event in log:
        if isinstance(event, Marked) and event.value is not None:
            values.setdefault(event.mark, []).append(event.value)
    changed = False
    found: Log = []
    for event in log:
        if isinstance(event, Marked) and event.value is not None:
            unseen = (
                not may_know(side, event.audience) or event.mark.startswith("_") or event.subject in hidden
            )
            others = [value for value in values[event.mark] if value != event.value]
            if unseen and (others or type(event.value) is int):
                value = chance.choice(others) if others else event.value + 1
                event, changed = msgspec.structs.replace(event, value=value), True
        found.append(event)
    return World(found) if changed else None


_WORDS = ("text", "because", "narration", "why")


def other_words(log: Log, side: str, chance: random.Random) -> World | None:
    """What others said to each other, wrote down or ordered in secret reads otherwise."""
    changed = False
    found: Log = []
    openings = [event for event in log if isinstance(event, SecretOrdersOpened)]
    opened = {int(number) for event in openings for number in event.opened}
    for event in log:
        if isinstance(event, SecretOrderSealed) and event.side != side and event.number not in opened:
            event = msgspec.structs.replace(event, salt=f"{event.salt}-or-so", orders=({"order": "or so"},))
            changed = True
        elif isinstance(event, EntryCorrected) and may_know(side, event.audience):
            event = msgspec.structs.replace(event, because=f"{event.because} or so")
            changed = True
        elif not may_know(side, event.audience):
            said: dict[str, Any] = {
                name: f"{getattr(event, name)} or so" for name in _WORDS if getattr(event, name, "")
            }
            if isinstance(event, MessageSent):
                said["fields"] = {
                    name: f"{value} or so" if isinstance(value, str) else value
                    for name, value in event.fields.items()
                }
            changed = changed or bool(said)
            event = msgspec.structs.replace(event, **said)
        found.append(event)
    return World(found) if changed else None


def more_behind_its_back(log: Log, side: str, chance: random.Random) -> World | None:
    """Here and there something happens of which the side is not told: notes, messages, injects, handling
    markings, and marks of the white cell's and of another side's own."""
    state = _state_of(log)
    others = [each for each in state.sides if each != side]
    other = chance.choice(others) if others else ""
    first = len(opening_of(log))

    def marked(audience: tuple[str, ...], mark: str, value: str) -> list[Event]:
        subject = "game"
        return [
            OrderGiven(
                number=-1,
                procedure=-1,
                audience=audience,
                side="",
                order="hand-change",
                arguments={"subject": subject, "mark": mark, "value": value},
                by="Ada",
                because="A secret",
            ),
            Marked(number=-2, procedure=-1, audience=audience, subject=subject, mark=mark, value=value),
            OrderDone(number=-3, procedure=-1, audience=audience),
        ]

    known_to_other = (other,) if other else ()
    makers: list[Callable[[Event], list[Event]]] = [
        lambda before: [Noted(number=-1, text="Behind its back", by="Ada", audience=())],
        lambda before: [Noted(number=-1, text="On that", concerns=before.number, audience=known_to_other)],
        lambda before: [
            MessageSent(
                number=-1,
                form="message",
                fields={"text": "Not for all"},
                sender="Cy",
                side=other,
                to=(),
                audience=known_to_other,
            )
        ],
        lambda before: [
            EntryCorrected(
                number=-1,
                concerns=before.number,
                kind="note",
                text="Not that",
                because="A slip",
                audience=known_to_other,
            )
        ],
        lambda before: [
            InjectHandled(
                number=-1,
                inject=f"U{before.number}",
                how="delivered",
                text="Rain",
                unplanned=True,
                audience=known_to_other,
            )
        ],
        lambda before: [
            InjectsListed(
                number=-1, injects=(InjectData(id=f"x{before.number}", text="A storm"),), audience=()
            )
        ],
        lambda before: marked((), "_watched", f"at {before.number}"),
        lambda before: marked(known_to_other, "told", f"at {before.number}"),
    ]
    at = sorted(chance.sample(range(first, len(log) + 1), min(3, len(log) + 1 - first)))
    found: Log = list(log)
    for place in reversed(at):
        new = chance.choice(makers)(log[place - 1])
        # Numbers of what is new are told apart from all others until everything is numbered again.
        base = -1000 * (place + 1)
        new = [
            msgspec.structs.replace(
                each,
                number=base - each.number * -1,
                procedure=base - 1 if each.procedure else 0,
                time=log[place - 1].time,
            )
            for each in new
        ]
        found[place:place] = new
    return World(renumbered(found)) if found != log else None


def _state_of(log: Log) -> State:
    return Game.from_events("", log).state


def recommitted(log: Log) -> Log:
    """The log with the commitment to its opening as it is now, and whatever was added blinded."""
    laid = opening_of(log)
    rest = [msgspec.structs.replace(each, blind=each.blind or "0" * 32) for each in log[len(laid) :]]
    return [*committed(laid, SECRET), *rest]


def renumbered(events: Log) -> Log:
    """The events numbered by their places, with all that refers to a number following it."""
    place = {event.number: number for number, event in enumerate(events, start=1)}
    return [
        msgspec.structs.replace(event, number=place[event.number], **_references(event, place))
        for event in events
    ]


def _references(event: Event, place: Mapping[int, int]) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    for name in ("procedure", "concerns", "first", "again"):
        number = getattr(event, name, 0)
        if number:
            changes[name] = place[number]
    for name in ("links", "decided_by"):
        if getattr(event, name, ()):
            changes[name] = tuple(place[number] for number in getattr(event, name))
    if isinstance(event, SecretOrdersOpened):
        changes["opened"] = {str(place[int(number)]): opened for number, opened in event.opened.items()}
    return changes


REARRANGEMENTS: tuple[Rearrangement, ...] = (
    other_identities,
    mixed_otherwise,
    other_order_of_listing,
    other_hidden_values,
    other_hidden_marks,
    other_words,
    more_behind_its_back,
)
