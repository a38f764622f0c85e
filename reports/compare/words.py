"""A comparison in plain lines: what a facilitator reads at the terminal. Files have every order."""

from collections.abc import Iterator, Sequence

from reports.compare.finding import finding, when
from reports.compare.found import Comparison, Decisions, Outcome, Parting, Said
from reports.words.forecasts import table_lines
from reports.words.names import capital, joined, number_of, one_line, shortened
from reports.words.seminar import lasting

LONGEST = 160
NOTHING = "no such order"
VERDICT = "Verdict"

SAME = "Scenario, data, rules, options, tables and house rules were the same throughout."
DIFFERENT = "The games were not played under the same conditions. These differences may explain the results"


def compare_lines(found: Comparison) -> list[str]:
    """The comparison as lines."""
    names = [game.name for game in found.games]
    return [
        f"{found.title} ({found.system}): {joined(names)}",
        f"{finding(found)[0]}.",
        *_same(found),
        "",
        *outcome_lines(found),
        "",
        *_scores(found),
        *_parting(found),
        "",
        *_decisions(found),
        *_losses(found),
        *_time(found),
        *_luck(found),
        *_topics(found),
        *_rulings(found),
    ]


def _same(found: Comparison) -> Iterator[str]:
    if not found.differences:
        yield f"{SAME} {found.dice}".rstrip()
        return
    yield f"{DIFFERENT}:"
    for difference in found.differences:
        yield f"  {difference.what}: {per_game(found, difference.values)}"
    if found.dice:
        yield found.dice


def per_game(found: Comparison, values: Sequence[str]) -> str:
    """`tuesday on, wednesday off`."""
    return ", ".join(f"{game.name} {value}" for game, value in zip(found.games, values, strict=True))


def outcome_rows(found: Comparison) -> list[tuple[str, list[str]]]:
    """The results of the games, one row a question: who won, why, at what score, how long it took."""
    games = found.games
    rows = [(VERDICT, [_verdict(found, game) for game in games])]
    if any(game.scores for game in games):
        for side in dict.fromkeys(side for game in games for side in game.scores):
            name = capital(found.sides.get(side, one_line(side)))
            rows.append((name, [str(game.scores.get(side, "")) for game in games]))
    rows += [
        ("Turns", [str(game.turns) for game in games]),
        ("Orders", [str(game.orders) for game in games]),
        ("Events", [str(game.events) for game in games]),
    ]
    if any(game.seconds for game in games):
        rows.append(("Time", [lasting(game.seconds) if game.seconds else "" for game in games]))
    rows.append(("Audit", [_audit(game) for game in games]))
    return rows


def _verdict(found: Comparison, game: Outcome) -> str:
    if game.winner is None:
        return "not decided"
    return f"{found.sides.get(game.winner, one_line(game.winner))} won" if game.winner else "a draw"


def _audit(game: Outcome) -> str:
    if not game.findings:
        return "passed"
    return f"failed: {number_of(game.findings, 'discrepancy', 'discrepancies')}"


def outcome_lines(found: Comparison) -> list[str]:
    """The results one below another, with the reason why each game ended."""
    rows = [["", *(game.name for game in found.games)]]
    rows += [[what, *values] for what, values in outcome_rows(found)]
    lines = table_lines(rows)
    return [*lines, *(f"  {game.name}: {capital(game.reason)}" for game in found.games if game.reason)]


def _scores(found: Comparison) -> Iterator[str]:
    for score in found.scores:
        if any(len(set(row)) > 1 for row in zip(*score.turns.values(), strict=True)):
            yield f"{capital(score.name)} at the end of each turn"
            rows = [["turn", *(game.name for game in found.games)]]
            rows += [
                [str(turn), *("" if value is None else str(value) for value in values)]
                for turn, values in score.turns.items()
            ]
            yield from table_lines(rows)
            yield ""


# --- where they part -------------------------------------------------------------------------------


def _parting(found: Comparison) -> Iterator[str]:
    for shared in found.shared:
        yield f"{shared.games[0]} and {shared.games[1]} share their log up to event {shared.last}."
        for name, said in zip(shared.games, shared.then, strict=True):
            yield f"  {name} continues: {_event(said)}" if said is not None else f"  {name} ends there."
    if found.decided is None:
        yield "All orders are the same."
    else:
        yield f"First different decision: {when(found.decided)}"
        yield from _each(found, found.decided)
    if found.rolled is not None:
        yield f"First different roll or draw: {when(found.rolled)}"
        yield from _each(found, found.rolled)


def _each(found: Comparison, parting: Parting) -> Iterator[str]:
    for game, said in zip(found.games, parting.each, strict=True):
        yield f"  {game.name}: {_event(said) if said is not None else NOTHING}"


def _event(said: Said) -> str:
    came = f" → {cut(said.came)}" if said.came else ""
    return f"{cut(said.words)}{came} (event {said.number})"


def cut(text: str) -> str:
    """A text short enough for its line."""
    return shortened(text, LONGEST)


def _decisions(found: Comparison) -> Iterator[str]:
    turns: dict[int, list[Decisions]] = {}
    for point in found.decisions:
        turns.setdefault(point.turn, []).append(point)
    if not turns:
        return
    yield "Decisions, turn by turn"
    rows = [["turn", *(game.name for game in found.games), "same in all"]]
    for turn, points in turns.items():
        told = [row for point in points for row in point.rows]
        given = [sum(row.orders[place] is not None for row in told) for place in range(len(found.games))]
        rows.append([str(turn), *map(str, given), str(sum(row.alike for row in told))])
    yield from table_lines(rows)
    yield ""


# --- losses, time, luck, what was said -------------------------------------------------------------


def _losses(found: Comparison) -> Iterator[str]:
    if not found.losses:
        return
    yield "Losses"
    rows = [["", *(game.name for game in found.games)]]
    for losses in found.losses:
        rows.append([side_name(found, losses.side), *map(str, losses.lost)])
        rows += [[f"  {kind}", *map(str, counts)] for kind, counts in losses.kinds.items()]
        if any(ratio is not None for ratio in losses.exchange):
            rows.append(["  exchange ratio", *map(ratio_words, losses.exchange)])
    yield from table_lines(rows)
    yield ""


def side_name(found: Comparison, side: str) -> str:
    """A side by its name; things of no side have none."""
    return capital(found.sides.get(side, one_line(side))) if side else "No side"


def ratio_words(ratio: float | None) -> str:
    """An exchange ratio; empty if nothing was lost."""
    return "" if ratio is None else f"{ratio:.2f}"


def _time(found: Comparison) -> Iterator[str]:
    if not found.seconds:
        return
    yield "Time"
    rows = [["turn", *(game.name for game in found.games)]]
    for turn, spent in found.seconds.items():
        rows.append([str(turn), *(lasting(seconds) if seconds else "" for seconds in spent)])
    yield from table_lines(rows)
    yield ""


def luck_rows(found: Comparison) -> list[list[str]]:
    """Each side's luck in each game, if it was measured."""
    sides = dict.fromkeys(side for each in found.luck if each is not None for side in each)
    return [
        [
            side_name(found, side),
            *(
                f"{each[side].luck:+.1f}" if each is not None and side in each else "not computed"
                for each in found.luck
            ),
        ]
        for side in sides
    ]


def _luck(found: Comparison) -> Iterator[str]:
    rows = luck_rows(found)
    if rows:
        yield "Luck: margin above expectation"
        yield from table_lines([["", *(game.name for game in found.games)], *rows])
        yield ""


def _topics(found: Comparison) -> Iterator[str]:
    for topic in found.topics:
        yield f"{topic.id}: {topic.text}" if topic.id else "Other insights"
        for game, insights in zip(found.games, topic.insights, strict=True):
            yield from (f"  {game.name}: {one_line(said.words)}" for said in insights)
            if not insights:
                yield f"  {game.name}: no insight"
        yield ""


def _rulings(found: Comparison) -> Iterator[str]:
    if not any(found.rulings):
        return
    yield "Rulings, house rules and undos"
    for game, rulings in zip(found.games, found.rulings, strict=True):
        yield from (f"  {game.name}: {_event(said)}" for said in rulings)
        if not rulings:
            yield f"  {game.name}: none"
