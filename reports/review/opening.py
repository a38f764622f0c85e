"""The start of a review: the game as a curve, its final map, its turning points, and its limits."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudication.seminar.markings import marking_of
from reports.document.blocks import (
    Block,
    Bullets,
    Card,
    Cards,
    Chip,
    Chips,
    Facts,
    Figure,
    Pair,
    Paragraph,
    Section,
    Span,
    Words,
    event_link,
)
from reports.maps.arrows import Arrow
from reports.maps.drawing import in_words, map_svg
from reports.maps.frames import Frame, frames
from reports.review.curves import Turn, curve_of, turning_points
from reports.review.moments import (
    came_of,
    cause,
    forecast_of,
    orders_told,
)
from reports.review.outcome import audit_sentence
from reports.review.review import Review
from reports.review.stakes import strip
from reports.review.standing import Score, line_side, scores
from reports.review.summary import caveats, insights_in_short
from reports.story.control import held, lines_held
from reports.story.turns import OrderTold
from reports.words.names import capital, number_of, shortened, signed
from reports.words.rulebook import rule_text
from reports.words.seminar import lasting

MOST_LINES = 6
"""The most sides or tracks that a curve draws."""
_LONGEST_NOTE = 44
_LONGEST = 200
"""The most characters of a card about the result of an order."""
MOST_SPACES = 6
"""The number of spaces to which the map of a card is cropped."""
_TOO_WIDE = 1.5
"""The ratio of width to height from which a map is below the curve and not beside it."""


def opening(review: Review) -> Section:
    """The first page: curve and map side by side, the turns, what decided the game, what limits the
    review."""
    return _opening(review, brief=False)


def senior(review: Review) -> Section:
    """The same for readers of a single page."""
    return _opening(review, brief=True)


def _opening(review: Review, *, brief: bool) -> Section:
    moments = turning_points(review)
    drawn = _Drawn(review, [moment.order for moment in moments])
    insights = None if brief and not review.judged else insights_in_short(review)
    chips = None if brief else _chips(review)
    blocks: list[Block | None] = [
        *_beside(curve_of(review, moments), drawn),
        chips,
        None if brief else Facts(tuple(_facts(review))),
        _turned(review, moments, drawn, brief=brief),
    ]
    # Where people judge, what was learned is the purpose of the game.
    blocks.insert(0 if review.judged else len(blocks), insights)
    limits = tuple(caveats(review))
    if limits:
        blocks.append(Section("limits", "What limits this review", (Bullets(limits),), boxed=True))
    return Section("summary", "At a glance", tuple(block for block in blocks if block is not None))


def _turned(review: Review, moments: Sequence[Turn], drawn: "_Drawn", *, brief: bool) -> Section | None:
    """A card for each turning point."""
    if not moments:
        return None
    cards = tuple(_card(review, number, turn, drawn, brief=brief) for number, turn in enumerate(moments, 1))
    how = () if brief else (_how(review),)
    return Section("turning-points", _heading(review), (Cards(cards), *how))


def _heading(review: Review) -> str:
    if forecast_of(review) is not None:
        return "Turning points"
    return "What moved the tracks most" if review.judged else "The largest changes of the score"


# --- maps ------------------------------------------------------------------------------------------


class _Drawn:
    """The final map, and the surroundings of some orders as they were when they were carried out."""

    def __init__(self, review: Review, orders: Iterable[int]) -> None:
        self.review = review
        self.cards: dict[int, Figure] = {}
        self.arrows: dict[int, dict[Arrow, None]] = {}
        self.whole: set[int] = set()
        self.final: Figure | None = None
        if not review.state.board.data.spaces:
            return
        self.final = self._final()
        wanted = set(orders)
        if not wanted:
            return
        for frame in frames(review.game, review.story, review.system(), wanted):
            if frame.number in wanted:
                self.take(frame)
        some = len(self.whole) < len(self.cards)
        if (review.judged and len(self.cards) < len(wanted)) or not some:
            self.cards = {}  # a map for only some, or the whole map for all, would say nothing

    def take(self, frame: Frame) -> None:
        """Draw the surroundings of an order; if it has several phases the last frame stays. An order
        without a place of its own gets the whole map."""
        order = orders_told(self.review)[frame.number]
        standing = {piece.id: piece.place for piece in frame.view.pieces if piece.known}
        places = spaces_of(self.review, order, standing)
        if not places:
            if self.review.judged:
                return
            self.whole.add(frame.number)
        self.arrows.setdefault(frame.number, {}).update(dict.fromkeys(frame.arrows))
        heading = f"The map at the order {frame.number}"
        svg = map_svg(
            frame.state,
            self.review.viewer,
            heading=heading,
            prefix=f"card{frame.number}",
            control=frame.control,
            lines=frame.ways,
            arrows=tuple(self.arrows[frame.number]),
            boxes=False,
            marking="",
            crop=places,
        )
        self.cards[frame.number] = Figure(svg, heading, kind="map")

    def small(self) -> Figure:
        """The final map at half the width of a page."""
        return self._final(overview=True)

    def _final(self, *, overview: bool = False) -> Figure:
        review, system = self.review, self.review.system()
        state, viewer = review.state, review.viewer
        control = held(state, viewer, system)
        caption = f"The map at the end of turn {state.turn_name()}" if state.verdict else "The map now"
        svg = map_svg(
            state,
            viewer,
            heading=caption,
            prefix="final",
            control=control,
            lines=lines_held(state, system),
            boxes=False,
            marking=marking_of(state),
            overview=overview,
        )
        return Figure(svg, in_words(state, viewer, control, (), boxes=False), caption, "map")


def spaces_of(review: Review, order: OrderTold, standing: Mapping[str, str]) -> list[str]:
    """The spaces of the map that an order was about: those that it names, and those where its pieces went or
    were.

    standing: the place of each piece that the viewer knew; the places of others must not show in the drawing.
    """
    on_map = {space.id for space in review.state.board.data.spaces}
    found: list[str] = []
    for line in order.lines:
        if line.struck_by and not order.struck_by:
            continue
        values: list[object] = []
        if line.kind == "order-given":
            for value in line.fields["arguments"].values():
                values += value if isinstance(value, list | tuple) else [value]
        values += [line.fields.get(name) for name in ("to", "origin", "space", "subject", "place")]
        places = (standing.get(value, value) for value in values if isinstance(value, str))
        found += [place for place in places if place in on_map]
    return list(dict.fromkeys(found))[:MOST_SPACES]


def _beside(curve: Figure | None, drawn: _Drawn) -> Iterator[Block]:
    """Curve and map side by side, unless the map is too wide."""
    final = drawn.final
    if curve is None or final is None:
        yield from (figure for figure in (curve, final) if figure is not None)
    elif _aspect(final.svg) > _TOO_WIDE:
        yield curve
        yield final
    else:
        yield Pair(curve, drawn.small())


def _aspect(svg: str) -> float:
    """The ratio of width to height of a drawing."""
    _, _, width, height = (float(part) for part in svg.partition('viewBox="')[2].partition('"')[0].split())
    return width / height if height else 1.0


# --- turns, facts, cards ---------------------------------------------------------------------------


def _chips(review: Review) -> Chips | None:
    """The turns, each with its effect on the score."""
    course = scores(review)
    last: dict[int, Score] = {each.turn: each for each in course}
    chips = []
    before = course[0].points if course else {}
    for turn in review.story.turns:
        if not turn.turn:
            continue
        after = last[turn.turn].points if turn.turn in last else before
        chips.append(Chip(f"T{turn.turn}", _change(review, before, after), f"course-{turn.turn}"))
        before = after
    return Chips(tuple(chips), "Turns, with the change of the score") if len(chips) > 1 else None


def _change(review: Review, before: dict[str, int], after: dict[str, int]) -> str:
    """The effect of a turn on the score, in short: the side that gained, and by how much."""
    if len(after) == 1:
        ((side, now),) = after.items()
        change = now - before.get(side, 0)
        return signed(change) if change else "±0"
    if len(after) != 2:
        return ""
    (one, other) = after
    margin = (after[one] - before.get(one, 0)) - (after[other] - before.get(other, 0))
    if not margin:
        return "±0"
    return f"{review.names.brief(one if margin > 0 else other)} +{abs(margin)}"


def _facts(review: Review) -> Iterator[tuple[str, Words]]:
    """Why it ended, what was lost, how long it took."""
    names, reached = review.names, review.state.verdict
    if reached is not None:
        rule = rule_text(review.opened.system, reached.rule)
        cited = f" ({rule.citation}{', ' if rule.title else ''}{rule.title})" if rule.citation else ""
        whose = "judgement of the white cell: " if review.judged else ""
        yield (
            "Decided by",
            (f"{capital(whose + names.text(reached.reason)).rstrip('.')}.", Span(cited, "soft")),
        )
        if len(set(reached.scores.values())) > 1 and (len(reached.scores) > 2 or not reached.winner):
            told = [f"{capital(names.side(side))} {score}" for side, score in reached.scores.items()]
            yield "Final scores", ", ".join(told)
    lost: dict[str, int] = {}
    for loss in review.story.losses():
        lost[loss.side] = lost.get(loss.side, 0) + loss.amount
    if any(lost.values()) and not review.judged:
        told = [
            f"{capital(names.side(side)) if side else 'no side'} {count}"
            for side, count in lost.items()
            if count
        ]
        yield "Losses", Span(", ".join(told), to="casualties")
    orders = sum(told.counts() for told in review.story.orders())
    seconds = review.clock.seconds
    at_table = f", {lasting(seconds)} of real time" if seconds >= 60 else ""
    yield "Length", f"{_turns(review)}, {number_of(orders, 'order')}{at_table}"
    yield "Audit", Span(audit_sentence(review), to="audit")


def _turns(review: Review) -> str:
    """The number of turns played; also which ones, if the scenario begins later than turn 1."""
    last = review.state.turn
    first = next((told.turn for told in review.story.turns if told.turn), last)
    return f"turns {first} to {last}" if 1 < first < last else number_of(last, "turn")


def _card(review: Review, number: int, moment: Turn, drawn: _Drawn, *, brief: bool) -> Card:
    """A turning point at a glance: in the words of its line in the record, if it has one."""
    order = orders_told(review).get(moment.order)
    fight = next(
        (each for told in review.fights.values() for each in told if each.number == moment.order), None
    )
    heading, words = f"Order {moment.order}", ""
    if fight is not None and not review.judged:
        heading, words = fight.named(), " · ".join(fight.parts)
        whole = " · ".join(part for part in (*fight.parts, fight.came) if part)
        words = whole if len(whole) <= _LONGEST or not words else words
        if any(line.kind == "verdict-reached" for line in fight.order.lines):
            words = "The game was decided."
    elif order is not None:
        heading, words = cause(review, order), came_of(review, order)
        heading = (
            heading.removeprefix(f"{capital(review.names.side(order.side))}: ") if order.side else heading
        )
    notes: list[Words] = []
    if not moment.beyond_noise:
        notes.append("The change is within the sampling error of the play-outs.")
    if not brief and order is not None:
        notes += strip(review, order.number)
        dice = _dice(order)
        notes += [dice] if dice else []
        notes += _from_here(review, order)
    return Card(
        f"{number} · Turn {review.names.turn(moment.turn)}{_measure(review)}",
        moment.value,
        shortened(capital(heading), 60 if brief else 90),
        capital(shortened(words, _LONGEST // 2 if brief else _LONGEST)),
        drawn.cards.get(moment.order) if not brief or moment.order not in drawn.whole else None,
        tuple(notes),
        f"turning-{number}",
    )


def _measure(review: Review) -> str:
    """The meaning of the large number of a card, if it does not say so itself."""
    side = review.names.brief(line_side(review))
    whose = f"{side}'" if side.endswith("s") else f"{side}'s"
    if forecast_of(review) is not None:
        return f" · {whose} chance" if len(review.state.sides) == 2 else ""
    course = scores(review)
    if review.judged or not course:
        return ""
    return f" · {whose} margin" if len(course[0].points) == 2 else " · points"


def _dice(order: OrderTold) -> str:
    """The dice of an order: `Dice: D6 5, 2`."""
    rolled: dict[int, list[str]] = {}
    for line in order.lines:
        if line.kind == "die-rolled" and not line.struck_by:
            rolled.setdefault(line.fields["die"], []).append(str(line.fields["face"]))
    if not rolled:
        return ""
    shown = [
        f"D{die} {', '.join(faces[:12])}{'…' if len(faces) > 12 else ''}" for die, faces in rolled.items()
    ]
    return f"Dice: {'; '.join(shown)}"


def _from_here(review: Review, order: OrderTold) -> list[Words]:
    """The place of the order, and for the white cell how to play on from just before it."""
    notes: list[Words] = [event_link(order.number, "Read the order")]
    if review.white and order.number > 1:
        notes.append(("Play from here: ", Span(f"whitecell fork --at {order.number - 1}", "code")))
    return notes


def _how(review: Review) -> Paragraph:
    forecast = forecast_of(review)
    if forecast is not None:
        told = "The orders that moved the chance of winning most, in the order of time."
    elif review.judged:
        told = "The events that moved a track furthest, as a share of its range. The white cell judges " + (
            f"{review.judged}, so no chances of winning are computed."
        )
    else:
        told = (
            "The orders that changed the margin between the sides most. Chances of winning were not computed."
        )
    return Paragraph(told, "soft")
