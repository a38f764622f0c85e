"""Assessment (12): a pause after the turn to discuss insights (3.10), and the end of the game."""

from typing import NamedTuple

from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.command.objectives import CHART, leading, scored
from adjudication.systems.ows.table.charts import rows
from adjudication.systems.ows.table.settings import choice, number, on
from adjudication.systems.ows.table.status import sides
from domain.table.state import State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

POINTS, JUDGED = "points", "judged"
NEITHER = "neither"


class Theme(NamedTuple):
    """A learning outcome of the series, and the question that opens its discussion."""

    rule: str
    question: str


THEMES = (
    Theme(R["learning.1"], "How did time and distance drive the tempo of your decisions?"),
    Theme(R["learning.2"], "How did you command joint forces in one moving campaign?"),
    Theme(R["learning.3"], "Which enemy capability broke, or completed, a kill chain this turn?"),
    Theme(R["learning.4"], "Which resource ran short, and what would have made you more resilient?"),
    Theme(R["learning.5"], "Which risk did you accept, and what did you expect in return?"),
    Theme(R["learning.6"], "Where did effects in one domain open the way in another?"),
    Theme(R["learning.7"], "How did this turn's fights serve the campaign and its ends?"),
)


def theme(turn: int) -> Theme:
    """The question for the discussion of a turn; all come in their order, and again."""
    return THEMES[(turn - 1) % len(THEMES)]


def begin(umpire: Umpire) -> None:
    """Nothing is required: people discuss the turn, and go on when they like (12.1)."""


def end(umpire: Umpire) -> None:
    """The game ends with its last turn: by the points of the scenario's objectives, or as the white cell
    judges."""
    state = umpire.state
    if not last_turn(state):
        return
    scores = add_up(umpire)
    ahead = leading(state)
    if choice(state, "verdict") == POINTS:
        umpire.declare(ahead, verdict_by(state, scores), rule=R["12.1"], scores=scores)
        return
    winner = (
        umpire.judge(
            T("side that achieved its aims"),
            [*sides(state), NEITHER],
            rule=R["12.1"],
            suggest=ahead or NEITHER,
            because=verdict_by(state, scores),
        )
        if scores
        else umpire.judge(T("side that achieved its aims"), [*sides(state), NEITHER], rule=R["12.1"])
    )
    umpire.declare(
        "" if winner == NEITHER else winner,
        T("aims of neither side") if winner == NEITHER else T("aims of a side", side=winner),
        rule=R["12.1"],
        scores=scores,
    )


def add_up(umpire: Umpire) -> dict[str, int]:
    """The points of each side, objective by objective, for the white cell: they tell what the other side has
    left. Nothing without a chart of objectives."""
    state = umpire.state
    if not rows(state, CHART):
        return {}
    found = {}
    for side in sides(state):
        points = umpire.sum(T("objectives of a side", side=side), audience=())
        for score in scored(state, side):
            points.add(score.label, score.points, rule=R["12.1"])
        found[side] = points.total
    return found


def verdict_by(state: State, scores: dict[str, int]) -> Text:
    """The points of the sides."""
    if not scores:
        return T("no objectives")
    one, other = sides(state)
    return T("points for objectives", side=one, points=scores[one], other=other, other_points=scores[other])


def last_turn(state: State) -> bool:
    """Whether the game ends with this turn."""
    return state.turn >= number(state, "turns")


def needed(state: State) -> bool:
    """Whether the players pause after each turn; after the last one they always do."""
    return on(state, "assessment") or last_turn(state)


KINDS: tuple[OrderKind, ...] = ()
