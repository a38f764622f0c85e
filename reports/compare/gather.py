"""Several games of one scenario side by side, for the white cell, who may know everything in each."""

from collections.abc import Iterator, Sequence

from adjudication.seminar.markings import highest, page_marking
from domain.errors import BadData, Refused
from domain.views.view import WHITE, see_log
from reports.compare.decisions import decisions, first_decision, first_roll, shared
from reports.compare.differences import dice_words, differences
from reports.compare.found import Comparison, Group, Losses, Outcome, Said, Score, Topic
from reports.story.forces import exchange, in_all, losses_by_kind
from reports.story.time_spent import clock
from reports.story.turns import Story, story
from reports.words.names import Names, one_line
from reports.words.notes import by_topic, notes_told

FEWEST, MOST = 2, 12
"""The most games that can be compared at once."""

_HOUSE = (
    "ruled",
    "house-rule-adopted",
    "option-changed",
    "table-adopted",
    "counters-adopted",
    "concluded",
    "taken-back",
)


def compare(groups: Sequence[Group]) -> Comparison:
    """The comparison. Raises BadData or Refused for games that cannot be compared."""
    _check(groups)
    stories = [story(group.game) for group in groups]
    first = groups[0].game
    points = tuple(decisions(groups, stories))
    markings = [
        page_marking(group.game.state, [text for text in group.game.state.cell.markings.values() if text])
        for group in groups
    ]
    names = Names(first.state)
    return Comparison(
        system=first.opened.system,
        title=one_line(first.opened.title),
        sides={side: names.side(side) for side in first.state.sides},
        games=tuple(_outcome(group, told) for group, told in zip(groups, stories, strict=True)),
        differences=tuple(differences(groups)),
        dice=dice_words(groups),
        scores=tuple(_scores(groups, stories)),
        shared=tuple(shared(groups)),
        decided=first_decision(points),
        rolled=first_roll(groups),
        decisions=points,
        losses=tuple(_losses(groups, stories)),
        seconds=_seconds(groups),
        luck=tuple(dict(group.luck.sides) if group.luck is not None else None for group in groups),
        topics=tuple(_topics(groups)),
        rulings=tuple(tuple(_rulings(told)) for told in stories),
        marking=one_line(highest(markings)),
    )


def _check(groups: Sequence[Group]) -> None:
    if not FEWEST <= len(groups) <= MOST:
        raise BadData(f"Name {FEWEST} to {MOST} games to compare, not {len(groups)}.")
    known: dict[str, str] = {}
    for group in groups:
        if group.game.opened.game in known:
            raise BadData(f"{known[group.game.opened.game]} and {group.name} are the same game.")
        known[group.game.opened.game] = group.name
    systems = {group.game.opened.system: group.name for group in groups}
    if len(systems) > 1:
        said = ", ".join(f"{name} {one_line(system)[:40]}" for system, name in systems.items())
        raise Refused(f"Games of different rule systems cannot be compared: {said}.")


def _outcome(group: Group, told: Story) -> Outcome:
    game, state = group.game, group.game.state
    verdict, spent = state.verdict, clock(game)
    return Outcome(
        name=group.name,
        game=one_line(game.opened.game),
        begun=spent.start,
        ended=spent.end,
        seconds=spent.seconds,
        events=len(game.log),
        orders=sum(order.counts() for order in told.orders()),
        turns=state.turn,
        winner=None if verdict is None else verdict.winner,
        reason="" if verdict is None else Names(state).text(verdict.reason),
        scores={} if verdict is None else dict(verdict.scores),
        closed=state.closed,
        findings=len(group.audit.findings),
        head=group.entries[-1].digest if group.entries else game.head,
    )


def _scores(groups: Sequence[Group], stories: Sequence[Story]) -> Iterator[Score]:
    by_game = [{turn.turn: turn.tracks for turn in told.turns if turn.tracks} for told in stories]
    turns = sorted({turn for tracks in by_game for turn in tracks})
    for track in dict.fromkeys(id for group in groups for id in group.game.state.tracks):
        state = next(group.game.state for group in groups if track in group.game.state.tracks)
        names = Names(state)
        rows = {turn: tuple(tracks.get(turn, {}).get(track) for tracks in by_game) for turn in turns}
        yield Score(track, names.track(track), rows, state.tracks[track].data.side)


# --- losses, time, what was said -------------------------------------------------------------------


def _losses(groups: Sequence[Group], stories: Sequence[Story]) -> Iterator[Losses]:
    lost = [in_all(told.losses()) for told in stories]
    kinds = [losses_by_kind(group.game, told.losses()) for group, told in zip(groups, stories, strict=True)]
    sides = dict.fromkeys([*(side for group in groups for side in group.game.state.sides), ""])
    for side in sides:
        if not any(each[side] for each in lost):
            continue
        named = dict.fromkeys(kind for each in kinds for kind in each.get(side, {}))
        yield Losses(
            side,
            tuple(each[side] for each in lost),
            {kind: tuple(each[side][kind] if side in each else 0 for each in kinds) for kind in named},
            tuple(exchange(each, side) if side else None for each in lost),
        )


def _seconds(groups: Sequence[Group]) -> dict[int, tuple[int, ...]]:
    """Turn -> the seconds that each game spent on it."""
    spent = [{turn.turn: turn.seconds for turn in clock(group.game).turns} for group in groups]
    turns = sorted({turn for each in spent for turn, seconds in each.items() if seconds})
    return {turn: tuple(each.get(turn, 0) for each in spent) for turn in turns}


def _topics(groups: Sequence[Group]) -> Iterator[Topic]:
    """Insights by learning outcome and research question; last those that belong to none."""
    found: list[dict[str, list[Said]]] = []
    known: dict[str, tuple[str, str]] = {}
    for group in groups:
        views = see_log(group.game.log, WHITE)
        told = by_topic(views, notes_told(group.game, views, WHITE, kind="insight"))
        known.update({topic.id: (topic.what, topic.text) for topic in told if topic.id not in known})
        found.append({topic.id: [Said(note.number, note.words) for note in topic.notes] for topic in told})
    for id in sorted(known, key=lambda id: not id):
        insights = tuple(tuple(each.get(id, ())) for each in found)
        yield Topic(one_line(id), *known[id], insights)


def _rulings(told: Story) -> Iterator[Said]:
    """Rulings, house rules, options and tables changed in play, arguments and take-backs, in force."""
    for order in told.orders():
        for line in order.lines:
            if line.kind in _HOUSE and not line.struck_by:
                yield Said(line.number, line.words)
