"""The summary for those who read one page: verdict and why, turning points, insights, luck, caveats."""

from collections.abc import Iterator, Mapping

from adjudication.chances.spreads import margins
from adjudication.seminar.roster import roles_of
from domain.events.people import SeatTaken
from domain.time_zone import zone_words
from domain.views.view import see
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
from reports.review.luck import pips_seen
from reports.review.moments import (
    MOMENTS,
    by_margin,
    by_track,
    eyes,
    forecast_of,
    in_time,
    linked,
    short,
    turning,
)
from reports.review.outcome import audit_sentence
from reports.review.review import Review
from reports.review.sources import readings_used
from reports.words.forecasts import not_counted
from reports.words.names import capital, joined, number_of, one_line, spoken
from reports.words.notes import notes_told
from reports.words.odds import percent
from reports.words.rulebook import rule_text
from reports.words.seminar import lasting

INSIGHTS = 5
MOST_PEOPLE = 24
_NO_CHANCES = "Chances of winning were not computed"
_CHANCE = ("die-rolled", "counter-drawn", "picked", "shuffled")


def summary(review: Review) -> Section:
    """One page: what came of the game and why, how much of it was luck, what to bear in mind."""
    blocks: list[Block] = [_verdict(review), Facts(tuple(_facts(review)))]
    blocks += [part for part in (_turning_points(review), _insights(review)) if part is not None]
    told = list(_luck(review))
    if told:
        blocks.append(Section("summary-luck", "Luck", tuple(map(Paragraph, told))))
    caveats = tuple(_caveats(review))
    if caveats:
        blocks.append(Section("summary-caveats", "Caveats", (Bullets(caveats),)))
    return Section("summary", "Summary", tuple(blocks))


def _verdict(review: Review) -> Paragraph:
    state, names, reached = review.state, review.names, review.state.verdict
    if reached is None:
        told = f"The game is in turn {state.turn_name()}, {spoken(state.phase)}." if state.phase else ""
        return Paragraph((Span("Not decided. ", "strong"), told), "verdict")
    result = _result(reached.scores, reached.winner)
    won = f"{capital(names.side(reached.winner))} won{result}. " if reached.winner else f"A draw{result}. "
    rule = rule_text(review.opened.system, reached.rule)
    cited = f" ({rule.citation}{', ' if rule.title else ''}{rule.title})" if rule.citation else ""
    whose = "Judgement of the white cell: " if review.judged else ""
    reason = f"{whose}{capital(one_line(reached.reason)).rstrip('.')}."
    return Paragraph((Span(won, "strong"), reason, Span(cited, "soft")), "verdict")


def _result(scores: Mapping[str, int], winner: str) -> str:
    """`, 13 to 12`: the result for a headline, where it bears the verdict out."""
    if len(scores) != 2 or (winner and winner not in scores):
        return ""
    own, other = sorted(scores.values(), reverse=True)
    if (scores[winner] == own > other) if winner else own == other:
        return f", {own} to {other}"
    return ""


def _facts(review: Review) -> Iterator[tuple[str, Words]]:
    """The decisive scores, how long it took, the audit."""
    state, names, reached = review.state, review.names, review.state.verdict
    if reached is not None and reached.scores:
        scores = [f"{names.thing(side)} {score}" for side, score in reached.scores.items()]
        yield "Final scores", ", ".join(scores)
    else:
        if review.standings:
            points = review.standings[-1].points
            yield "Points now", ", ".join(f"{names.thing(side)} {score}" for side, score in points.items())
        tracks = [f"{names.track(id)} {value}" for id, value in see(state, review.viewer).tracks.items()]
        if tracks:
            yield "Tracks now", short(", ".join(tracks))
    orders = sum(told.counts() for told in review.story.orders())
    seconds = review.clock.seconds
    events = review.audit.events if review.white else len(review.views)
    at_table = f", {lasting(seconds)} of real time" if seconds >= 60 else ""
    yield (
        "Length",
        ", ".join(
            (number_of(state.turn, "turn"), number_of(orders, "order"), number_of(events, "event") + at_table)
        ),
    )
    yield "Audit", Span(audit_sentence(review), to="audit")


# --- turning points, insights, luck ----------------------------------------------------------------


def _turning_points(review: Review) -> Section | None:
    forecast = forecast_of(review)
    without = forecast is not None or review.judged
    how = () if without else _how(review, "--with-turning-points", _NO_CHANCES)
    if forecast is not None:
        moments = turning(review, MOMENTS)
        told: Words = (
            f"The orders that changed the chances of winning most: {forecast.playouts:,} games were played "
            f"on from each by “{forecast.policy}”, {eyes(review, forecast)}."
        )
        none = "No order changed a chance of winning."
    elif review.judged:
        moments = by_track(review, MOMENTS)
        if not moments:
            return None
        told = (
            "The events that moved a track furthest, as a share of its range. The white cell judges "
            f"{review.judged}, so no chances of winning are computed."
        )
        none = ""
    elif review.counts_points:
        if not review.white:
            return None
        moments = in_time(review)
        told = "The orders that changed the margin between the sides most, by the points on the table."
        none = "No order changed the margin between the sides."
    else:
        moments = by_margin(review, MOMENTS)
        left_out = " ".join(("", *not_counted(review.state, review.viewer)))
        told = f"The orders that changed the margin between the sides most.{left_out}"
        none = f"No order changed the margin between the sides.{left_out}"
    if moments:
        blocks: tuple[Block, ...] = (
            Bullets(tuple(linked(moment) for moment in moments), numbered=True),
            Paragraph((*spans(told), *how), "soft"),
        )
    else:
        blocks = (Paragraph((none, *how), "soft"),)
    return Section("summary-turning", "Turning points", blocks)


def _how(review: Review, option: str, missing: str) -> tuple[str | Span, ...]:
    """What was not computed, and how the white cell gets it."""
    if not review.white:
        return (f" {missing}.",)
    return (f" {missing}; ", Span(f"whitecell aar {option}", "code"), " computes them.")


def _insights(review: Review) -> Section | None:
    notes = notes_told(review.game, review.views, review.viewer, kind="insight")
    if not notes:
        return None
    top = sorted(notes, key=lambda note: (-note.rating, note.number))[:INSIGHTS]
    items: list[Words] = []
    for note in top:
        rated = f", rated {note.rating} of 5" if note.rating else ""
        by = f" {one_line(note.by)}" if note.by else ""
        tags = f", on {joined(list(map(one_line, note.tags)))}" if note.tags else ""
        text = short(one_line(note.text), 300)
        items.append(
            (
                text,
                Span(f" —{by}{rated}{tags}, " if by or rated or tags else " (", "soft"),
                event_link(note.number),
                Span("" if by or rated or tags else ")", "soft"),
            )
        )
    more = len(notes) - len(top)
    blocks: list[Block] = [Bullets(tuple(items))]
    if more:
        blocks.append(Paragraph((Span(f"{more} more under Insights.", "soft", to="insights"),)))
    return Section("summary-insights", "Main insights", tuple(blocks))


def _luck(review: Review) -> Iterator[Words]:
    """How far luck carried the winner, else the side whose luck was largest; without that, the dice."""
    found = review.luck if review.white else None
    if found is None or not found.sides:
        yield from _dice(review)
        return
    state, reached = review.state, review.state.verdict
    winner = reached.winner if reached is not None and reached.winner in found.sides else ""
    side = winner or max(found.sides, key=lambda each: abs(found.sides[each].luck))
    total, name = found.sides[side], review.names.side(side)
    placed = f", more than in {percent(total.percentile)} of such games" if total.z is not None else ""
    yield (
        f"In the orders with chance in them the margin of {name} changed by {total.actual:+d}; "
        f"{total.expected:+.1f} was expected. ",
        Span(f"Luck accounts for {total.luck:+.1f}", to="luck"),
        f"{placed}.",
    )
    if winner:
        margin = margins(see(state, review.viewer).tracks, state).get(winner)
        if margin is not None and margin <= 0:
            yield f"It won with a margin of {margin:+d}: the score alone did not decide the game."
        elif margin is not None:
            if total.luck >= margin:
                yield (
                    f"It won by {margin}, no more than luck gave it: with average luck it might not have won."
                )
            else:
                yield f"It won by {margin}, more than luck gave it."


def _dice(review: Review) -> Iterator[Words]:
    """The dice, where there were enough to say anything of them."""
    for line in [line for line in pips_seen(review) if not line.rough][:4]:
        yield (
            f"{number_of(line.rolls, 'roll')} of a D{line.die} averaged {line.mean:.2f} ({line.expected:g} "
            f"expected; p = {line.p:.2f} for a spread of faces this uneven)."
        )
    scored = not (review.judged or review.counts_points)
    if review.white and scored and any(line.kind in _CHANCE for line in review.lines):
        code = Span("whitecell aar --with-luck", "code")
        yield ("The effect of luck on the score was not computed; ", code, " computes it.")


# --- caveats ---------------------------------------------------------------------------------------


def _caveats(review: Review) -> Iterator[Words]:
    state = review.state
    findings = len(review.audit.findings)
    if findings:
        yield (
            Span("The audit failed: ", "warning"),
            Span(number_of(findings, "discrepancy", "discrepancies"), to="audit"),
            ". This log may not be a true record of the game.",
        )
    if state.verdict is None:
        yield "The game was not decided when this review was written."
    elif review.white and not state.closed and review.opened.dice == "sealed":
        yield "The game is not closed: the dice seed is still secret, so nobody else can check the dice yet."
    if review.opened.forked_from is not None:
        yield f"The game continues another one, {one_line(review.opened.forked_from.name)}."
    yield from _sources(review)
    yield from _by_people(review)
    taken = len(readings_used(review))
    if taken:
        yield (
            Span(number_of(taken, "interpretation", "interpretations"), to="readings"),
            " of the rules where the document is silent or contradicts itself.",
        )


def _sources(review: Review) -> Iterator[Words]:
    """Map, cards and tables in use that are not the document's, and dice that cannot be derived."""
    rebuilt = sum(kind.provenance == "reconstructed" for kind in review.state.kinds.values())
    if review.state.board.data.provenance == "reconstructed":
        yield (Span("The map is a reconstruction", to="tables"), ", not the published one.")
    if rebuilt:
        told = number_of(rebuilt, "kind of counters and cards was", "kinds of counters and cards were")
        yield (Span(f"{told} reconstructed", to="tables"), ", because the published ones were not available.")
    used = {line.fields["table"] for line in review.lines if line.kind == "looked-up" and not line.struck_by}
    made: dict[str, list[str]] = {}
    for name, table in review.state.tables.items():
        if name in used and table.data.provenance != "document":
            made.setdefault(one_line(table.data.provenance), []).append(one_line(table.data.title))
    for provenance, titles in made.items():
        named = joined(titles[:4]) + (f" and {len(titles) - 4} more" if len(titles) > 4 else "")
        if provenance == "house":
            kind = "house table was" if len(titles) == 1 else "house tables were"
        else:
            kind = f"{provenance} table was" if len(titles) == 1 else f"{provenance} tables were"
        yield (Span(f"{len(titles)} {kind} used", to="tables"), f": {named}.")
    rolls = [line.fields for line in review.lines if line.kind == "die-rolled"]
    typed = sum(fields["source"] == "typed" and not fields.get("again") for fields in rolls)
    if typed:
        yield f"{number_of(typed, 'roll was', 'rolls were')} typed in; nobody can check them afterwards."


def _by_people(review: Review) -> Iterator[Words]:
    """Rulings, house rules, options, manual changes and what was undone."""
    live = [line for line in review.lines if not line.struck_by]
    counted = [
        ("ruled", "ruling replaced an outcome", "rulings replaced an outcome"),
        ("house-rule-adopted", "house rule was adopted", "house rules were adopted"),
        ("option-changed", "option was changed in play", "options were changed in play"),
        ("table-adopted", "table was replaced in play", "tables were replaced in play"),
        ("counters-adopted", "counter set was replaced in play", "counter sets were replaced in play"),
    ]
    for kind, one, many in counted:
        count = sum(line.kind == kind for line in live)
        if count:
            where = "rulings" if kind == "ruled" else "house"
            yield (Span(number_of(count, one, many), to=where), ".")
    by_hand = sum(line.kind == "order-given" and line.fields["order"].startswith("hand-") for line in live)
    if by_hand:
        was = "manual change was made" if by_hand == 1 else "manual changes were made"
        yield f"{by_hand} {was} outside the rules."
    overruled = sum(bool(line.fields.get("objections")) for line in live if line.kind == "order-given")
    if overruled:
        these = "one of these" if overruled == 1 else f"{overruled} of these"
        yield f"The rules objected to {these}; the record says what was overruled."
    backs = sum(line.kind == "taken-back" for line in review.lines)
    if backs:
        again = "undo" if backs == 1 else "undos"
        yield (
            Span(f"{backs} {again}", to="corrections"),
            ": what was undone stays in the log but has no effect.",
        )


# --- who, when, what -------------------------------------------------------------------------------


def who_when_what(review: Review) -> Section:
    """What was played, what for, when and by whom; the head of the log."""
    opened, state = review.opened, review.state
    told = review.clock
    rows: list[tuple[str, Words]] = [
        ("Scenario", f"{one_line(opened.title)} ({one_line(opened.system)}, {one_line(opened.scenario)})")
    ]
    declared = state.cell.declared if review.white else None
    if declared is not None and declared.purpose:
        rows.append(("Purpose", short(one_line(declared.purpose), 600)))
    if told.start:
        rows.append(("When", f"{review.at(told.start)} to {review.at(told.end)} {zone_words(opened.zone)}"))
    rows.append(("Sides", ", ".join(_side(side.name, side.played_by) for side in state.sides.values())))
    people = [_person(review, seat) for seat in state.cell.seats.values()] if review.white else []
    if people:
        more = f"; and {len(people) - MOST_PEOPLE} more" if len(people) > MOST_PEOPLE else ""
        rows.append(("Participants", f"{'; '.join(people[:MOST_PEOPLE])}{more}"))
    options = [
        f"{spoken(name)} {review.names.thing(value)}" for name, value in state.options.items() if value
    ]
    if options:
        rows.append(("Options", short(", ".join(options), 600)))
    if review.white:
        head = review.entries[-1].digest if review.entries else review.game.head
        rows.append(("Log", (f"{review.audit.events} events; chain head ", Span(head, "code"))))
    return Section("game", "The game", (Facts(tuple(rows)),))


def _side(name: str, played_by: str) -> str:
    return f"{one_line(name)}{' (played by the rules)' if played_by == 'umpire' else ''}"


def _person(review: Review, seat: SeatTaken) -> str:
    role = "".join(f", {one_line(each)}" for each in roles_of(seat))
    side = review.names.side(seat.side) if seat.side else "the white cell"
    return f"{one_line(seat.name)} ({side}{role})"
