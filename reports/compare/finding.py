"""The finding of a comparison: who won which game, and where the games first diverged."""

from collections import Counter

from reports.compare.found import Comparison, Outcome, Parting
from reports.words.names import capital, joined, number_of, one_line, spoken, wins

_ALL = {2: "both games", 3: "all three games", 4: "all four games"}


def finding(found: Comparison) -> tuple[str, str]:
    """The finding in a sentence, and a second one that explains it."""
    return _headline(found), " ".join([*_parting(found), *_conditions(found)])


def when(parting: Parting) -> str:
    """`turn 3, planning`."""
    return f"turn {parting.turn}, {spoken(parting.phase)}" if parting.phase else f"turn {parting.turn}"


def _headline(found: Comparison) -> str:
    games = found.games
    decided = [game for game in games if game.winner is not None]
    if not decided:
        if found.decided is None:
            return f"{capital(_all(len(games)))} have the same orders so far"
        return f"The games first decide differently in {when(found.decided)}"
    counts = Counter(game.winner for game in decided)
    (winner, most), *others = counts.most_common()
    if len(decided) == len(games) and not others:
        if not winner:
            return f"{capital(_all(most))} end in a draw"
        return f"{capital(wins(_side(found, winner)))} {_all(most)}{_margins(found, winner)}"
    if len(games) == len(decided) == 2:
        return capital(", ".join(_won(found, game) for game in games))
    undecided = f"; {len(games) - len(decided)} not decided" if len(decided) < len(games) else ""
    if not winner:
        return f"{most} of {len(games)} games end in a draw{undecided}"
    return f"{capital(wins(_side(found, winner)))} {most} of {number_of(len(games), 'game')}{undecided}"


def _won(found: Comparison, game: Outcome) -> str:
    if not game.winner:
        return f"{game.name} is a draw"
    return f"{wins(_side(found, game.winner))} {game.name}"


def _side(found: Comparison, side: str) -> str:
    return found.sides.get(side, one_line(side))


def _all(count: int) -> str:
    return _ALL.get(count, f"all {count} games")


def _margins(found: Comparison, winner: str) -> str:
    """The winner's lead in points in each game, if all have scores."""
    margins = [margin_of(game, winner) for game in found.games]
    known = [margin for margin in margins if margin is not None and margin > 0]
    if len(known) < len(margins) or len(known) > 4:
        return ""
    return f", by {joined([str(margin) for margin in known])} {'point' if known == [1] else 'points'}"


def margin_of(game: Outcome, side: str) -> int | None:
    """A side's score minus the best of the others; None if they have none."""
    if side not in game.scores or len(game.scores) < 2:
        return None
    return game.scores[side] - max(score for other, score in game.scores.items() if other != side)


def _parting(found: Comparison) -> list[str]:
    undecided = not any(game.winner is not None for game in found.games)
    if found.decided is None:
        return [] if undecided else ["All orders are the same."]
    return [] if undecided else [f"They first decide differently in {when(found.decided)}."]


def _conditions(found: Comparison) -> list[str]:
    if not found.differences:
        return ["Scenario, rules, options and tables are the same."]
    if len(found.differences) > 3:
        return [f"The conditions differ in {len(found.differences)} points."]
    return [f"The conditions differ: {joined([each.what for each in found.differences])}."]
