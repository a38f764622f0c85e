"""What can be done by hand, act by act: the arguments of each, and the procedure that does it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NamedTuple

from adjudication.engine.by_hand.estimates import check_estimates, target
from adjudication.engine.losses import out_of_game
from adjudication.engine.texts import ENGINE, texts
from adjudication.engine.umpire import Umpire
from domain.errors import BadData, NotFound
from domain.events import KindData, PieceData, Value
from domain.resolving import fold
from domain.table.dates import is_date, spelled
from domain.table.dice import LADDER, step
from domain.table.marks import Mark
from domain.table.state import State
from domain.texts import Text, as_argument, said_in, strings_in

T = texts(ENGINE)

MOST_DICE = 100

ROLLED = re.compile("d([1-9][0-9]{0,2})")
"""A key of a look-up that is rolled: `d6`."""


class Hand(NamedTuple):
    """What all events of an act have in common: its rule, its reason, and who may know of it."""

    rule: str
    because: str
    audience: tuple[str, ...] | None


Labelled = tuple[str, int]
"""What for, and by how much."""


@dataclass(frozen=True)
class Roll:
    """Dice, promoted (demoted when negative) rung by rung, read one by one or `together`, against a target.

    adds: added to what is read. criticals: twice the target is two hits, up to four (OWS 2.1.1.3).
    """

    dice: tuple[int, ...]
    purpose: str
    promotions: tuple[Labelled, ...] = ()
    adds: tuple[Labelled, ...] = ()
    target: int | None = None
    criticals: bool = False
    together: bool = False


@dataclass(frozen=True)
class LookUp:
    """A table entered with these keys, each shift applied to its key first: (key, what for, how far)."""

    table: str
    keys: dict[str, Value]
    shifts: tuple[tuple[str, str, int], ...] = ()


@dataclass(frozen=True)
class Draw:
    """A piece drawn blindly from a cup or deck; `reveal` turns it up for all."""

    cup: str
    to: str
    purpose: str
    reveal: bool = False


@dataclass(frozen=True)
class Move:
    """A piece put somewhere else."""

    piece: str
    to: str


@dataclass(frozen=True)
class Place:
    """A new piece of a known kind. known_to: the sides that know what it is, when it is hidden. seen_by: the
    sides that know that it is there, None for everyone. owner: its side, where its kind has none."""

    id: str
    kind: str
    at: str
    name: str = ""
    face: str = ""
    steps: int = 0
    hidden: bool = False
    known_to: tuple[str, ...] = ()
    seen_by: tuple[str, ...] | None = None
    owner: str = ""


@dataclass(frozen=True)
class Remove:
    """A piece taken out of the game."""

    piece: str


@dataclass(frozen=True)
class Change:
    """A piece changed in face, steps, owner (a side), or in who knows it; or a mark set (None: taken off).

    known: `all`, or the sides that know what the piece is, parted by commas, or `white` for none of them.
    visible: likewise the sides that know that the piece, or the track, is there.
    until, until_phase, until_date: when the clock takes the mark off again: a turn, a phase, a date of the
    scenario.
    """

    subject: str
    face: str | None = None
    steps: int | None = None
    owner: str | None = None
    known: str | None = None
    mark: str | None = None
    value: Value = None
    visible: str | None = None
    until: int = 0
    until_phase: str = ""
    until_date: str = ""


@dataclass(frozen=True)
class Score:
    """A track's marker moved."""

    track: str
    change: int


@dataclass(frozen=True)
class Chance:
    """A ruling by probability: who estimated what, and a die thrown on the percentage used.

    concerns: the event whose answer it replaces, 0 for none; yes, no: what is then ruled, None for nothing.
    """

    subject: Any
    percent: int
    die: int = 10
    estimates: dict[str, int] | None = None
    concerns: int = 0
    yes: Any = None
    no: Any = None


@dataclass(frozen=True)
class LateRuling:
    """A corrected outcome of an order on which others have built, and what is changed for it.

    concerns: the event with the answer; about: what that was about; was, value: the outcome until now, and
    the ruled one (of a look-up the ruled columns).
    """

    concerns: int
    about: Any
    was: Any
    value: Any
    acts: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class Together:
    """Several acts in one: all of them are done, or none."""

    acts: tuple[dict[str, Any], ...]


# --- chance --------------------------------------------------------------------------------------


def roll(umpire: Umpire, act: Roll, hand: Hand) -> None:
    """Throw dice of the ladder: first all promotions and demotions, then one shift (OWS 2.1.1.1)."""
    insist(act.purpose.strip(), "A roll needs a purpose: what it is for.")
    insist(0 < len(act.dice) <= MOST_DICE, f"Roll from 1 to {MOST_DICE} dice.")
    for die in act.dice:
        if die not in LADDER:
            percent = "; a chance in per cent is a ruling: --chance" if die == 100 else ""
            rungs_there = ", ".join(f"D{rung}" for rung in LADDER)
            raise BadData(f"D{die} is not on the ladder: {rungs_there}{percent}.")
    insist(act.target is None or act.target >= 1, "A target number is 1 or more.")
    insist(act.target is not None or not act.criticals, "Critical hits need a target number.")
    single = act.together or len(act.dice) == 1
    insist(single or not act.adds, "What is added needs one die, or dice that are read together.")
    rungs = labelled_sum(umpire, T("die, in rungs"), 0, act.promotions, hand)
    faces = [
        umpire.roll(step(die, rungs), act.purpose, rule=hand.rule, audience=hand.audience) for die in act.dice
    ]
    if single:
        total = sum(faces)
        if act.adds:
            start = umpire.sum(act.purpose, total, audience=hand.audience)
            for label, amount in act.adds:
                start.add(label, amount, rule=hand.rule)
            total = start.total
        faces = [total]
    if act.target is not None:
        hits = sum(hits_of(face, act.target, act.criticals) for face in faces)
        if act.criticals or len(faces) > 1:
            result = T("hits", hits=hits, target=act.target)
        elif hits:
            result = T("success", face=faces[0], target=act.target)
        else:
            result = T("failure", face=faces[0], target=act.target)
        umpire.conclude(act.purpose, T("dice"), result, rule=hand.rule, audience=hand.audience)
    elif len(act.dice) > 1 and act.together:
        umpire.conclude(
            act.purpose, T("dice"), T("total", total=faces[0]), rule=hand.rule, audience=hand.audience
        )


def hits_of(face: int, target: int, criticals: bool) -> int:
    """Hits of one roll that meets or beats its target: one, or one for each multiple of it up to four."""
    if face < target:
        return 0
    return min(4, face // target) if criticals else 1


def look_up(umpire: Umpire, act: LookUp, hand: Hand) -> None:
    """Enter a table by hand. A key `d6` is rolled first. A key that is a number is shifted by as much; one
    that is a word, along the column's words in the order of the rows, no further than its ends."""
    table = umpire.state.tables.get(act.table)
    if table is None:
        raise NotFound(f"There is no table {act.table[:60]!r}; there are: {listed(umpire.state.tables)}.")
    if set(act.keys) != set(table.data.keys):
        raise BadData(f"Table {act.table} is entered with {', '.join(table.data.keys)}.")
    keys = {key: act.keys[key] for key in table.data.keys}
    for key, value in keys.items():
        die = ROLLED.fullmatch(value) if isinstance(value, str) else None
        if die is not None and not any(row[key] == value for row in table.data.rows):
            keys[key] = umpire.roll(
                int(die[1]),
                T("key that is rolled", table=as_argument(table.data.title), key=key),
                rule=hand.rule,
                audience=hand.audience,
            )
    for key, _, _ in act.shifts:
        if key not in keys:
            raise BadData(f"Table {act.table} has no key {key[:60]!r} to shift.")
    for key, value in keys.items():
        shifts = tuple((label, amount) for shifted, label, amount in act.shifts if shifted == key)
        if not shifts:
            continue
        if type(value) is int:
            keys[key] = labelled_sum(umpire, T("key", key=key), value, shifts, hand)
            continue
        words = list(dict.fromkeys(row[key] for row in table.data.rows))
        if value not in words:
            raise BadData(f"Table {act.table} has no {key} {value!r}; it has: {', '.join(map(str, words))}.")
        far = labelled_sum(umpire, T("shift of a key", key=key), 0, shifts, hand)
        found = words[max(0, min(len(words) - 1, words.index(value) + far))]
        assert not isinstance(found, tuple)
        keys[key] = found
    umpire.look_up(act.table, rule=hand.rule, audience=hand.audience, **keys)


def value_on_table(state: State, key: str) -> Value:
    """What a key of a table is now: where the track of that id or name stands, the turn, a mark of the game.
    None where the game does not know."""
    named = fold(key)
    for id, track in state.tracks.items():
        if named in (fold(id), fold(track.data.name).replace(" ", "_")):
            return track.value
    if named == "turn":
        return state.turn
    value = state.mark_named("game", key)
    return value if isinstance(value, str | int | bool) else None


def contradictions(state: State, act: LookUp) -> list[Text]:
    """Where the keys of a look-up are not what the table says now."""
    found = []
    for key, value in act.keys.items():
        now = value_on_table(state, key)
        if now is not None and now != value:
            found.append(T("key is another", key=key, now=now, value=value))
    return found


def draw(umpire: Umpire, act: Draw, hand: Hand) -> None:
    """Draw blindly."""
    insist(act.purpose.strip(), "A draw needs a purpose: what it is for.")
    _known_place(umpire.state, act.cup)
    _known_place(umpire.state, act.to)
    insist(act.cup != act.to, "What is drawn is put down somewhere else.")
    piece = umpire.draw(act.cup, act.purpose, to=act.to, rule=hand.rule, audience=hand.audience)
    if act.reveal:
        umpire.reveal(piece, rule=hand.rule, to=hand.audience)


def chance(umpire: Umpire, act: Chance, hand: Hand) -> None:
    """Throw a die on an estimated probability (OWS 2.1.1.4)."""
    about = said_in(act.subject) or str(act.subject)
    insist(not isinstance(about, str) or about.strip(), "Say what the chance is about.")
    check_estimates(act.estimates or {})
    ruled = act.yes is not None or act.no is not None
    insist(act.concerns or not ruled, "Say which event the outcome of yes or of no is ruled on.")
    least = target(act.percent, act.die)
    face = umpire.roll(act.die, about, rule=hand.rule, audience=hand.audience)
    result = T("yes", face=face, least=least, percent=act.percent)
    if face < least:
        result = T("no", face=face, least=least, percent=act.percent)
    umpire.conclude(about, T("estimated chance"), result, rule=hand.rule, audience=hand.audience)


# --- the table -----------------------------------------------------------------------------------


def move(umpire: Umpire, act: Move, hand: Hand) -> None:
    """Put a piece somewhere else, or aboard another one."""
    state = umpire.state
    piece = _known_piece(state, act.piece)
    if act.to in state.pieces:
        insist(state.pieces[piece].place != act.to, f"{piece} is aboard {act.to} already.")
        inside = [piece, *(each.id for each in state.aboard(piece, deep=True))]
        insist(act.to not in inside, f"{piece} cannot go aboard {act.to}: it is that, or carries it.")
        umpire.load(piece, act.to, rule=hand.rule)
        return
    _known_place(state, act.to)
    insist(state.pieces[piece].place != act.to, f"{piece} is at {act.to} already.")
    if out_of_game(state.board, act.to):
        _leaves_empty(state, piece)
    umpire.move(piece, act.to, rule=hand.rule)


def place(umpire: Umpire, act: Place, hand: Hand) -> None:
    """Bring a new piece into the game."""
    state = umpire.state
    if act.kind not in state.kinds:
        raise NotFound(f"There is no kind of piece {act.kind[:60]!r}; there are: {listed(state.kinds)}.")
    if act.at not in state.pieces:
        _known_place(state, act.at)
    insist(act.id.strip() == act.id and 0 < len(act.id) <= 60, "A piece's id has 1 to 60 characters.")
    insist(
        act.id not in state.board.spaces and act.id not in state.sides,
        f"{act.id} is a place or a side already; a piece needs an id of its own.",
    )
    insist(act.steps >= 0, "A piece has no fewer than 0 steps.")
    _known_sides(state, act.known_to)
    _printed(act.id, state.kinds[act.kind], act.face)
    known = tuple(act.known_to) if act.hidden else None
    _known_sides(state, act.seen_by or ())
    seen = None if act.seen_by is None else tuple(act.seen_by)
    if act.owner:
        state.check_side(act.owner)
        insist(
            not state.kinds[act.kind].side, "A piece is of the side of its kind; leave --side or --kind out."
        )
    data = PieceData(act.id, act.kind, act.at, act.name, act.face, act.steps, known, seen, act.owner)
    umpire.place(data, rule=hand.rule)


def remove(umpire: Umpire, act: Remove, hand: Hand) -> None:
    """Take a piece out of the game, unless the rules have it written down somewhere that it takes part."""
    piece = _known_piece(umpire.state, act.piece)
    for subject, marks in umpire.state.marks.items():
        for mark, value in marks.items():
            insist(
                subject == piece or piece not in strings_in(value),
                f"{piece} is named by the mark {mark} of {subject}. Take the mark off first: "
                f"unmark {subject} {mark}.",
            )
    _leaves_empty(umpire.state, piece)
    umpire.remove(piece, rule=hand.rule)


def change(umpire: Umpire, act: Change, hand: Hand) -> None:
    """Change a piece, or mark something."""
    state, rule, audience = umpire.state, hand.rule, hand.audience
    before = umpire.number
    if (act.face, act.steps, act.owner) != (None, None, None):
        piece = state.pieces[_known_piece(state, act.subject)]
        insist(act.steps is None or act.steps >= 0, "A piece has no fewer than 0 steps.")
        if act.owner is not None:
            _known_sides(state, (act.owner,))
        _printed(piece.id, piece.kind, act.face)
        face = act.face if act.face != piece.face else None
        steps = act.steps if act.steps != piece.steps else None
        side = act.owner if act.owner != piece.side else None
        if (face, steps, side) != (None, None, None):
            umpire.change(piece.id, face=face, steps=steps, side=side, rule=rule)
    if act.known is not None:
        umpire.reveal(_known_piece(state, act.subject), rule=rule, to=known_sides(state, act.known))
    if act.visible is not None:
        sides = known_sides(state, act.visible)
        if act.subject in state.tracks:
            umpire.expose_track(act.subject, rule=rule, to=sides)
        else:
            umpire.expose(_known_piece(state, act.subject), rule=rule, to=sides)
    if act.mark is not None:
        insist(act.mark.strip(), "A mark needs a name.")
        _known_subject(state, act.subject)
        _fits_mark(state, act.mark, act.value)
        if audience is None:
            audience = state.marks_for.get((act.subject, act.mark))
        _lapses(state, act)
        umpire.mark(
            act.subject,
            Mark[object](act.mark),
            act.value,
            rule=rule,
            audience=audience,
            until=(act.until, act.until_phase),
            until_date=act.until_date,
        )
    insist(umpire.number != before, f"That changes nothing: {act.subject} is so already.")


def _lapses(state: State, act: Change) -> None:
    """Raises BadData for a mark that the clock would never take off, or could have already."""
    if act.until_date:
        insist(is_date(act.until_date), f"{act.until_date[:40]!r} is no date.")
        now = state.time.now
        insist(now, 'This scenario has no date yet; `whitecell clock set "6 June 2031"` sets it.')
        insist(act.until_date > now, f"It is {spelled(now)} already; give a later date.")
    elif act.until:
        later = act.until == state.turn and act.until_phase and act.until_phase != state.phase
        insist(act.until > state.turn or later, f"This is turn {state.turn}; give a later turn.")


def known_sides(state: State, text: str) -> tuple[str, ...] | None:
    """`all` is everyone, `white` no side, else sides parted by commas. Raises NotFound."""
    if text == "all":
        return None
    sides = () if text == "white" else tuple(part.strip() for part in text.split(","))
    _known_sides(state, sides)
    return sides


def score(umpire: Umpire, act: Score, hand: Hand) -> None:
    """Move a track's marker, within the track's ends."""
    track = umpire.state.tracks.get(act.track)
    if track is None:
        raise NotFound(f"There is no track {act.track[:60]!r}; there are: {listed(umpire.state.tracks)}.")
    lowest, highest = track.data.lowest, track.data.highest
    name = track.data.name or act.track
    insist(act.change, f"{name} +0 changes nothing.")
    end = f"minimum is {lowest}" if act.change < 0 else f"maximum is {highest}"
    insist(lowest <= track.value + act.change <= highest, f"{name} is {track.value}; its {end}.")
    umpire.score(act.track, act.change, why=hand.because, rule=hand.rule)


# --- what is checked -----------------------------------------------------------------------------


def labelled_sum(umpire: Umpire, name: Text, start: int, labelled: Sequence[Labelled], hand: Hand) -> int:
    """A sum of labelled amounts, each on its own line of the log."""
    total = umpire.sum(name, start, audience=hand.audience)
    for label, amount in labelled:
        insist(label.strip(), "Each modifier needs a label: what it is for.")
        insist(amount, f"The modifier for {label[:60]} is nothing.")
        total.add(label, amount, rule=hand.rule)
    return total.total


def insist(condition: object, sentence: str) -> None:
    """Raises BadData with that sentence unless the condition holds."""
    if not condition:
        raise BadData(sentence)


def _printed(piece: str, kind: KindData, face: str | None) -> None:
    """Raises BadData for a face that a counter with a printed reverse does not have."""
    reverse = kind.back.removesuffix(" side")
    if reverse != kind.back:
        insist(
            face in (None, "", reverse),
            f"{piece} shows its front or its {kind.back} (face {reverse}), not {str(face)[:40]!r}.",
        )


def _fits_mark(state: State, mark: str, value: Value) -> None:
    """Raises BadData for a mark that holds more than can be said by hand: the rules reckon with it."""
    if value is None:
        return
    for subject, marks in state.marks.items():
        now = marks.get(mark)
        if isinstance(now, Mapping | list | tuple):
            raise BadData(
                f"The mark {mark} is the rules' own record; take it off ({subject}), do not write it."
            )


def _known_piece(state: State, id: str) -> str:
    if id not in state.pieces:
        raise NotFound(f"There is no piece {id[:60]!r}; `whitecell pieces --as white` lists them.")
    return id


def _leaves_empty(state: State, piece: str) -> None:
    """Raises BadData where a piece would leave the game with others aboard."""
    aboard = state.at.get(piece)
    insist(not aboard, f"{piece} carries {', '.join(aboard or ())}; move these first.")


def _known_place(state: State, id: str) -> None:
    if id in state.board.spaces:
        return
    likely = get_close_matches(id[:60], state.board.spaces, n=3)
    likely += [space for space in state.board.spaces if id and space.startswith(id) and space not in likely]
    boxes = [space.id for space in state.board.spaces.values() if space.kind == "box"]
    shown = f", off it there are {', '.join(boxes)}" if boxes else ""
    shown = f", perhaps {' or '.join(likely[:5])}" if likely else shown
    raise NotFound(f"There is no space {id[:60]!r}; `whitecell map` shows them{shown}.")


def _known_sides(state: State, sides: Sequence[str]) -> None:
    for side in sides:
        state.check_side(side)


def _known_subject(state: State, subject: str) -> None:
    if not (
        subject == "game"
        or subject in state.pieces
        or subject in state.sides
        or subject in state.board.spaces
    ):
        raise NotFound(f"There is no piece, space or side {subject[:60]!r} to mark; the whole is `game`.")


def listed(names: Mapping[str, Any]) -> str:
    """Names to choose from, as a sentence shows them."""
    shown = list(names)[:30]
    return (", ".join(shown) or "none") + (", ..." if len(names) > len(shown) else "")
