"""The course of the game on a page or two: what each side did, how it came out, what changed.

The detailed record has every order and every event; here are the decisive ones, in plain sentences.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from adjudication.engine.by_hand.acts import PREFIX
from domain.views.view import WHITE
from reports.document.blocks import (
    Block,
    Bullets,
    Facts,
    Paragraph,
    Section,
    Span,
    Words,
    event_link,
    spans,
)
from reports.review.moments import short
from reports.review.review import Review
from reports.review.stakes import in_short
from reports.story.fights import InALine
from reports.story.time_spent import TurnTime
from reports.story.turns import ALWAYS_TOLD, SUMMARY, Line, OrderTold, PhaseTold, TurnTold
from reports.words.names import Names, capital, joined, number_of, one_line, signed, spoken
from reports.words.phrases import phrases
from reports.words.seminar import lasting

MOST_OF_A_TURN = 14
"""The most entries of a turn; of a longer turn the most decisive ones are listed."""
MOST_MOVES = 8
MINUTE = 60
"""Less real time than this is not mentioned."""
LONGEST = 320
LONGEST_SUMMARY = 640
"""The most characters of the result of an order: more if its rule system summarises it target by target."""
_TEXTS = ("intent", "action", "subject")
"""Arguments in which a side says in its own words what it does."""
_BESIDE = frozenset(
    (
        "inject-handled",
        "ruled",
        "taken-back",
        "house-rule-adopted",
        "option-changed",
        "table-adopted",
        "counters-adopted",
    )
)
"""Events that belong to the story but to no order."""
_BY_METHOD = {PREFIX + "argue": "Argument: ", PREFIX + "chance": "Estimate: "}
"""Manual acts whose subject and result say more than their own words."""
_CAME_OF_A_JUDGEMENT = ("piece-moved", "piece-placed", "piece-removed", "piece-changed", "scored")
_BY_CHANCE = {
    PREFIX + "roll": "White cell roll",
    PREFIX + "look-up": "White cell look-up",
    PREFIX + "draw": "White cell draw",
}
"""Manual acts that are described by their results."""
_CHANCE_ALONE = frozenset(("order-given", "order-done", "die-rolled", "modified", "marked"))
"""The only events of an order that had no effect."""
_CHANCES = ("die-rolled", "looked-up", "counter-drawn", "picked", "shuffled")


class Entry(NamedTuple):
    """One thing that happened, at a line of the log. number: the event to read on. weight: how decisive it
    was; the least decisive are left out of a long turn. phase: its phase. fight: the first line of the
    fight that it describes in the words of that line; 0 for none."""

    at: int
    number: int
    words: tuple[str | Span, ...]
    weight: int
    phase: str = ""
    fight: int = 0


def course(review: Review) -> Section | None:
    """The story of the game, turn by turn; None if nothing has happened yet."""
    times = {turn.turn: turn for turn in review.clock.turns} if review.clock.seconds else {}
    blocks: list[Block] = []
    points = _points(review)
    before = review.story.start
    for turn in review.story.turns:
        told = _turn(review, turn, before, times.get(turn.turn), points.get(turn.turn, ""))
        if told is not None:
            blocks.append(told)
        before = turn.tracks or before
    if not blocks:
        return None
    lead = Paragraph("What the sides did and how it came out. The detailed record has every event.", "soft")
    return Section("course", "Course of the game", (lead, *blocks))


def _turn(
    review: Review, turn: TurnTold, before: dict[str, int], time: TurnTime | None, points: str
) -> Section | None:
    entries = list(_entries(review, turn))
    if not entries:
        return None
    kept = _kept(entries)
    blocks: list[Block] = []
    for phase, together in groupby(kept, key=lambda entry: entry.phase):
        items = tuple(
            (*entry.words, " ", Span("(", "soft"), event_link(entry.number), Span(")", "soft"))
            for entry in together
        )
        blocks += [Paragraph(Span(capital(spoken(phase)), "strong"), "over")] if phase else []
        blocks.append(Bullets(items))
    left = len(entries) - len(kept)
    if left:
        told = f"{number_of(left, 'more entry', 'more entries')} of this turn: see the detailed record."
        blocks.append(Paragraph(Span(told, "soft", to=f"turn-{turn.turn}")))
    facts = [("Tracks", _tracks(review.names, turn.tracks, before))] if turn.tracks else []
    facts = [("Points", points), *facts]
    facts = [fact for fact in facts if fact[1]]
    if time is not None and time.seconds >= MINUTE and turn.turn:
        span = f"{review.at(time.start)[11:]} to {review.at(time.end)[11:]}"
        facts.insert(0, ("Time", f"{span} ({lasting(time.seconds)})"))
    if facts:
        blocks.append(Facts(tuple(facts)))
    name = f"Turn {review.names.turn(turn.turn)}" if turn.turn else "Before the first turn"
    return Section(f"course-{turn.turn}", name, tuple(blocks))


def _kept(entries: list[Entry]) -> list[Entry]:
    """The entries of a turn that are listed: all of them, or the most decisive ones if there are many."""
    kept = sorted(entries, key=lambda entry: (-entry.weight, entry.at))[:MOST_OF_A_TURN]
    return sorted(kept, key=lambda entry: entry.at)


def told_fights(review: Review) -> frozenset[int]:
    """The fights in the course of the game, by their first lines."""
    return frozenset(
        entry.fight
        for turn in review.story.turns
        for entry in _kept(list(_entries(review, turn)))
        if entry.fight
    )


def _points(review: Review) -> dict[int, str]:
    """Turn -> its effect on the points of the sides: `Blue +2, now 5`."""
    found: dict[int, str] = {}
    before = review.standings[0].points if review.standings else {}
    for turn in dict.fromkeys(standing.turn for standing in review.standings):
        after = [standing for standing in review.standings if standing.turn == turn][-1].points
        moved = [
            f"{capital(review.names.side(side))} {signed(points - before.get(side, 0))}, now {points}"
            for side, points in after.items()
            if points != before.get(side, 0)
        ]
        found[turn] = "; ".join(moved)
        before = after
    return found


def _tracks(names: Names, tracks: dict[str, int], before: dict[str, int]) -> str:
    """The effect of a turn on the tracks: `Tension +1, now 4`."""
    moved = [
        f"{names.track(track)} {signed(value - before.get(track, value))}, now {value}"
        for track, value in tracks.items()
        if value != before.get(track, value)
    ]
    return "; ".join(moved)


def _entries(review: Review, turn: TurnTold) -> Iterator[Entry]:
    """What happened in a turn and is in force; where rules decide, with its phase."""
    seen: set[int] = set()
    for phase, orders in _whole(review, turn):
        name = "" if review.judged else phase.phase
        moves: list[Line] = []
        for told in orders:
            if told.number and not told.struck_by:
                entry = _order(review, told, phase.phase)
                if entry is not None:
                    yield entry._replace(phase=name)
                else:
                    moves += [line for line in told.lines if _is_move(line)]
            elif not told.number:
                entry = _unseen(review, told)
                if entry is not None:
                    yield entry._replace(phase=name)
                moves += [line for line in told.lines if _is_move(line) and line.loss is None]
            for line in told.lines:
                if _tells(review, line, seen):
                    yield _beside(line)._replace(phase=name)
        if moves and review.judged:  # where rules decide, they are many, and the map shows them
            yield _moved(review, moves)


def _whole(review: Review, turn: TurnTold) -> list[tuple[PhaseTold, list[OrderTold]]]:
    """The orders of each phase of a turn. An order that goes on in a later phase is listed completely
    where it was given; but the effects of the end of a phase belong to the next phase."""
    ending = phrases(review.opened.system).ending
    given: dict[int, OrderTold] = {}
    found = []
    for phase in turn.phases:
        orders: list[OrderTold] = []
        for told in phase.orders:
            whole = given.get(told.number)
            if whole is not None and told.continued and told.name not in ending:
                whole.lines.extend(told.lines)
                whole.summed = None
                continue
            whole = msgspec.structs.replace(told, lines=list(told.lines))
            orders.append(whole)
            if told.number:
                given.setdefault(told.number, whole)
        found.append((phase, orders))
    return found


def _is_move(line: Line) -> bool:
    return line.kind == "piece-moved" and not line.struck_by


def _tells(review: Review, line: Line, seen: set[int]) -> bool:
    """Whether a line outside any order belongs to the story; each is listed once."""
    if line.struck_by or line.number in seen or line.kind not in _BESIDE:
        return False
    seen.add(line.number)
    if line.kind == "ruled":  # a ruling on a judgement is listed with the judgement
        concerned = review.by_number.get(line.fields["concerns"])
        return concerned is None or not _by_the_white_cell(concerned)
    return not (line.kind == "inject-handled" and line.fields.get("how") == "skipped")


def _beside(line: Line) -> Entry:
    return Entry(line.number, line.number, (capital(short(line.words, LONGEST)).rstrip("."), "."), 2)


def _moved(review: Review, moves: list[Line]) -> Entry:
    """Moves without further effects, together."""
    told = [_move(review.names_in(line), line) for line in moves[:MOST_MOVES]]
    more = len(moves) - len(told)
    rest = f"; and {number_of(more, 'more move')}" if more else ""
    return Entry(
        moves[0].number, moves[0].number, (Span("Moves: ", "strong"), "; ".join(told), f"{rest}."), 1
    )


def _move(names: Names, line: Line) -> str:
    fields = line.fields
    if fields.get("piece") and fields.get("to"):
        return f"{names.piece(fields['piece'])} to {names.space(fields['to'])}"
    return line.words


def _order(review: Review, told: OrderTold, phase: str) -> Entry | None:
    """A decisive order: what was done, how it was judged, and its result."""
    spent = [line.fields.get("piece") for line in told.lines if _spent(line)]
    told = msgspec.structs.replace(told, lines=[line for line in told.lines if not _spent(line)])
    live = [line for line in told.lines if not line.struck_by]
    judged = _judged(review, live)
    decided = told.decisive()
    if not (judged or decided or any(value in spent for value in _arguments(review, told).values())):
        return None
    came = _came(review, told, live, judged) if judged or decided else ""
    words: list[str | Span] = []
    fight = None if judged or review.judged else _fight(review, told)
    if fight is not None:
        summed = any(line.kind == SUMMARY for line in live)
        came = "" if summed else fight.came
        words = [fight.spoken(), *([f". {capital(came)}"] if came else [])]
    # Below the name of its phase, the effects of the phase's end need no further words.
    elif judged or not came or review.judged or not _ends(review, told):
        words += spans(_deed(review, told, judged, phase))
    for line in judged:
        words += [" – ", *_judgement(review, line)]
    if came and fight is None:
        stop = "." if judged or any(line.kind == SUMMARY for line in live) else ":"
        words.append(f"{stop} {came}" if words else capital(came))
    kinds = {line.kind for line in live}
    weight = 3 if judged or kinds & {"verdict-reached", "concluded"} else int(bool(kinds - _CHANCE_ALONE))
    weight += ("scored" in kinds) + 2 * any(line.loss is not None for line in live)
    at = min((line.number for line in told.lines), default=told.number)
    first = fight.order.lines[0].number if fight is not None else 0
    sentence = tuple(words) if came.endswith("…") else (*words, ".")
    weighed = in_short(review, told.number) if fight is not None else ""
    if weighed:
        sentence = (*sentence, " ", Span(weighed, "soft"))
    return Entry(at, told.number, sentence, weight, fight=first)


def _unseen(review: Review, told: OrderTold) -> Entry | None:
    """Visible effects of orders that the viewer does not see: judgements, changes of tracks, and what left
    the game. None if there were none."""
    live = [line for line in told.lines if not line.struck_by]
    judged = _judged(review, live)
    came = [line for line in live if line.loss is not None or line.kind in ALWAYS_TOLD - {"scored"}]
    parts = [*review.line_of.scores(live, every=True), *(line.words for line in came)]
    words: list[str | Span] = []
    for line in judged:
        words += ["; " if words else "", f"{one_line(line.fields.get('question', ''))} – "]
        words += _judgement(review, line)
    if not words and not parts:
        return None
    words += (
        [f"{'. ' if words else ''}{capital(short('; '.join(parts), LONGEST).rstrip('.'))}"] if parts else []
    )
    first = next(line for line in live if line in judged or line in came or line.kind == "scored")
    return Entry(first.number, first.number, (*words, "."), 3 if judged else 2)


def _ends(review: Review, told: OrderTold) -> bool:
    """Whether this part of an order is the end of a phase with its effects."""
    said = phrases(review.opened.system)
    return told.name in said.ends_phase or (told.continued and told.name in said.may_end_phase)


def _fight(review: Review, told: OrderTold) -> InALine | None:
    """The order in one line, if it has such a line."""
    first = told.lines[0].number if told.lines else 0
    lines = (each for turn in review.fights.values() for each in turn)
    return next((each for each in lines if each.order.lines[0].number == first), None)


def _spent(line: Line) -> bool:
    """Whether a piece left the game without being a loss: a card that was played, a marker."""
    return line.kind == "piece-removed" and line.loss is None


def _judged(review: Review, live: list[Line]) -> list[Line]:
    """The white cell's judgements in an order; moves show which pieces they moved. Where rules decide, a
    judgement that changes nothing is left out."""
    judged = [line for line in live if _by_the_white_cell(line)]
    nothing = () if review.judged else (0,)
    return [
        line
        for line in judged
        if not isinstance(line.fields.get("value"), bool) and line.fields.get("value") not in nothing
    ]


def _by_the_white_cell(line: Line) -> bool:
    return line.kind == "chosen" and line.fields.get("side") == WHITE


def _judgement(review: Review, line: Line) -> Iterator[str | Span]:
    """`succeeds in part (ruling; first judged: fails). Reason: ...`."""
    ruling = review.ruled.get(line.number)
    told = ruling if ruling is not None else line
    fields = told.fields
    yield Span(review.names_in(told).thing(fields.get("value")), "strong")
    if ruling is not None:
        first = review.names_in(line).thing(line.fields.get("value"))
        yield " ("
        yield event_link(ruling.number, "ruling")
        yield f"; first answer: {first})"
    if told.texts.get("because"):
        yield f". Reason: {told.texts['because'].rstrip('.')}"


def _deed(review: Review, told: OrderTold, judged: list[Line], phase: str) -> Words:
    """What was done, and by whom: `Verrin: Our ships stop every grain ship`."""
    arguments = _arguments(review, told)
    text = next((one_line(arguments[name]) for name in _TEXTS if arguments.get(name)), "")
    if told.name in _BY_METHOD:
        return (Span(_BY_METHOD[told.name], "strong"), capital(text))
    if told.name in _BY_CHANCE:
        return Span(_BY_CHANCE[told.name], "strong")
    if told.name.startswith(PREFIX):
        return capital(short(one_line(told.words), LONGEST).rstrip("."))
    if told.name == "proceed":
        asked = judged[0].texts["question"] if judged else ""
        return asked or f"{capital(spoken(phase)) or 'End of the phase'}"
    if not text:
        return capital(short(one_line(told.words), LONGEST).rstrip("."))
    deed = capital(text.rstrip("."))
    return (Span(f"{capital(review.names.side(told.side))}: ", "strong"), deed) if told.side else deed


def _arguments(review: Review, told: OrderTold) -> dict[str, Any]:
    given = review.by_number.get(told.number)
    return (given.fields.get("arguments") if given is not None else None) or {}


def _ruled(review: Review, line: Line) -> str:
    """` (ruling: 2)` after a result that was ruled differently."""
    ruling = review.ruled.get(line.number)
    return f" (ruling: {review.names_in(ruling).thing(ruling.fields['value'])})" if ruling is not None else ""


def _came(review: Review, told: OrderTold, live: list[Line], judged: list[Line]) -> str:
    """The result of an order, as far as its own words do not say it already."""
    if judged:
        parts = [line.words for line in live if line.kind in _CAME_OF_A_JUDGEMENT]
    elif told.name in _BY_METHOD:
        parts = [one_line(line.fields.get("result", "")) for line in live if line.kind == "concluded"]
    elif told.name in _BY_CHANCE:
        parts = [line.words + _ruled(review, line) for line in live if line.kind in _CHANCES]
        given = review.by_number.get(told.number)
        reason = one_line(given.fields.get("because") or "").rstrip(".") if given is not None else ""
        parts = [f"{'; '.join(parts)}{f'. Reason: {reason}' if reason else ''}"]
    elif told.name.startswith(PREFIX):
        parts = []
    else:
        found = _detected(review, live) if told.name in phrases(review.opened.system).ends_phase else []
        scored = review.line_of.scores(live, every=True)
        parts = [*scored, *(found or _outcome(review, told))]
    summed = any(line.kind == SUMMARY for line in live)
    return short("; ".join(parts), LONGEST_SUMMARY if summed else LONGEST).rstrip(".")


def _outcome(review: Review, told: OrderTold) -> list[str]:
    """The result of an order besides tracks, without rows of tables, whose effects are listed."""
    said = phrases(review.opened.system).tables
    left = [
        line
        for line in told.lines
        if line.kind != "scored" and not (line.kind == "looked-up" and not said.get(line.fields["table"]))
    ]
    marked = [line.words for line in left if line.kind == "marked" and not line.quiet and not line.struck_by]
    looked_up = len(left) < len(told.lines) and any(line.kind == "looked-up" for line in told.lines)
    if looked_up and marked:
        return marked[-1:]
    if looked_up and all(line.kind in _CHANCE_ALONE or line.kind == "phase-entered" for line in left):
        looked = [line for line in told.lines if line.kind == "looked-up"]
        rows = [line for line in looked if said.get(line.fields["table"], "") is not None]
        result = review.names_in(rows[-1]).pairs(rows[-1].fields["result"]) if rows else ""
        return [capital(result or "no result")] if rows else []
    if any(line.kind == "scored" for line in told.lines):
        left = [
            line for line in left if line.kind in ALWAYS_TOLD or line.kind == SUMMARY or line.loss is not None
        ]
    return msgspec.structs.replace(told, lines=left).outcome()


def _detected(review: Review, live: list[Line]) -> list[str]:
    """`detected: Rampart and Citadel`: what was detected as a phase ended."""
    marks = {seen.mark for seen in phrases(review.opened.system).overlays.seen}
    names = [
        review.names_in(line).thing(line.fields["subject"])
        for line in live
        if line.kind == "marked" and line.fields.get("mark") in marks and line.fields.get("value")
    ]
    return [f"detected: {joined(list(dict.fromkeys(names)))}"] if names else []
