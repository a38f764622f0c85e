"""Victory and defeat (8): when the game is over (4.2), the adjustments at its end (8.1), the competing
narratives (8.2) and the victory points (8.3), which are shown side by side."""

from typing import NamedTuple, TypedDict

import adjudication.systems.nineveh.table.asking as asking
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Sum, Umpire
from adjudication.systems.nineveh.table.blocks import DAESH, FLANK, ISF, UNIT, is_combat_unit, on_map
from adjudication.systems.nineveh.table.board import OLD_CITY, areas, terrain
from adjudication.systems.nineveh.table.hits import CASUALTIES, CLEARED, COLLATERAL, TIME, old_city_is_clear
from domain.table.dice import D6
from domain.table.marks import Mark
from domain.table.state import Piece, State
from domain.texts import Text, as_argument

R = citations("nineveh", __file__)
T = texts("nineveh")

METRICS = (TIME, CASUALTIES, COLLATERAL)
"""The three metrics (8.0); each has a track."""
NAMES = {TIME: "Time", CASUALTIES: "Casualties", COLLATERAL: "Collateral Damage"}
RULES = {TIME: R["8.21a"], CASUALTIES: R["8.22a"], COLLATERAL: R["8.23a"]}
"""Where the narratives of a metric begin."""
HASTY_ATTACK = "hasty-attack"


class Narrative(TypedDict):
    """What a metric amounts to at the end of the game."""

    value: int
    text: str
    claim: str


RESULT = Mark[dict[str, int | str]]("result")
"""Mark of the game: the metrics at its end, victory points and their level."""
NARRATIVE = {metric: Mark[Narrative](f"narrative of {metric}") for metric in METRICS}
"""Marks of the game: what is said of a metric at the end, {value, text, claim}; public."""
AT_MOST = 45
"""The most victory points with which the ISF wins (8.3d)."""
FACTOR = {2: T("priority of one side"), 3: T("priority of both sides")}


class Survived(NamedTuple):
    """What the dice for the Daesh survivors add: to Time, to Collateral Damage, to either (8.1c)."""

    time: int = 0
    collateral: int = 0
    either: int = 0


def is_over(umpire: Umpire) -> bool:
    """Whether the game has ended; it ends at once where the Old City is clear (4.2a)."""
    state = umpire.state
    if state.verdict is None and state.turn and old_city_is_clear(state) and _was_fought_for(state):
        why = T("the Old City is clear", turn=state.turn)
        end(umpire, why, rule=R["4.2a"])
    return umpire.state.verdict is not None


def _was_fought_for(state: State) -> bool:
    """Whether a Daesh combat unit was eliminated in the Old City, where that is required, or none is left on
    the map (4.2a)."""
    required = state.options["old_city_clearance"] and daesh_survivors(state)
    return not required or bool(state.mark("game", CLEARED))


def end(umpire: Umpire, why: Text, *, rule: str) -> None:
    """The game ends: adjust the metrics, show the priorities, tell the narratives, count the points."""
    survivors = daesh_survivors(umpire.state)
    final = adjusted(umpire, survivors)
    for side in (ISF, DAESH):
        for card in umpire.state.pieces_at(f"priority-{side}"):
            umpire.reveal(card.id, rule=R["8.1d"])
    claims = tell_narratives(umpire, final)
    points = count_points(umpire, final)
    level = umpire.look_up("victory-points", points=points, rule=R["8.3a"])
    umpire.mark("game", RESULT, {**final, "points": points, "level": level.level}, rule=R["8.0f"])
    found = [
        T("metric beside history", track=metric, value=final[metric], history=history(umpire.state, metric))
        for metric in METRICS
    ]
    contested = any(side != level.winner for side, _ in claims)
    reason = T(
        "end of the game",
        why=why,
        metrics=found,
        points=points,
        level=level.level,
        survivors=len(survivors) or None,
        claims=[as_argument(claim) for _, claim in claims],
        contested=T("points and narratives disagree") if contested else None,
    )
    scores = {ISF: AT_MOST, DAESH: points}
    umpire.declare(str(level.winner), reason, rule=rule, scores=scores)


# --- adjustments (8.1) -----------------------------------------------------------------------------


def worn_out(state: State) -> list[Piece]:
    """The ISF units, HQs apart, that are on their last step at the end, on the map or beside it (8.1b)."""
    return [
        piece
        for piece in state.of_group(UNIT)
        if piece.side == ISF and piece.steps == 1 and (on_map(state, piece) or piece.place == FLANK)
    ]


def daesh_survivors(state: State) -> list[Piece]:
    """The Daesh combat units on the map (8.1c)."""
    return [piece for area in areas(state.board) for piece in state.pieces_at(area) if is_combat_unit(piece)]


def hasty(state: State) -> bool:
    """Whether the ISF attacked before all was ready (9.2)."""
    card = state.pieces.get(HASTY_ATTACK)
    return card is not None and card.place not in (f"offer-{ISF}", "aside")


def adjusted(umpire: Umpire, survivors: list[Piece]) -> dict[str, int]:
    """Metric -> its value at the end, which may exceed the track (8.1a) and is never below 0."""
    state = umpire.state
    worn = worn_out(state)
    for piece in (*worn, *survivors):
        umpire.reveal(piece.id, rule=R["8.1b"] if piece.side == ISF else R["8.1c"])
    sums = {metric: umpire.sum(T("final track", track=metric), state.track(metric)) for metric in METRICS}
    for piece in worn:
        sums[CASUALTIES].add(T("unit on its last step", unit=piece.id), 1, rule=R["8.1b"])
    units = [(piece.id, terrain(state.board, piece.place) == OLD_CITY) for piece in survivors]
    survived = umpire.total(survivor, units, combine=_together, start=Survived())
    to_time = _to_time(umpire, survived.either)
    sums[TIME].add(T("Daesh survivors"), survived.time + to_time, rule=R["8.1c"])
    sums[COLLATERAL].add(
        T("Daesh survivors"), survived.collateral + survived.either - to_time, rule=R["8.1c"]
    )
    if hasty(state):
        _subtract(sums[TIME], 2, T("Hasty Attack"), R["9.2d"])
    if state.options["more_events"]:
        _subtract(sums[COLLATERAL], 3, T("more events than usual"), R["9.3b"])
    return {metric: sums[metric].total for metric in METRICS}


def _subtract(metric: Sum, number: int, label: Text, rule: str) -> None:
    metric.add(label, -min(number, metric.total), rule=rule)


def survivor(umpire: Umpire, unit: str, in_old_city: bool) -> Survived:
    """The die for a Daesh combat unit on the map: two less outside the Old City (8.1c)."""
    face = umpire.roll(D6, T("survivor", unit=unit), rule=R["8.1c"])
    match face if in_old_city else face - 2:
        case 3:
            return Survived(time=1)
        case 4:
            return Survived(collateral=1)
        case 5 | 6:
            return Survived(either=1)
    return Survived()


def _together(one: Survived, other: Survived) -> Survived:
    return Survived(*(mine + more for mine, more in zip(one, other, strict=True)))


def _to_time(umpire: Umpire, number: int) -> int:
    """How many of these points Daesh adds to Time; the others go to Collateral Damage (8.1c)."""
    state = umpire.state
    knows = (ISF, DAESH) if asking.alone(state) else (DAESH,)
    chosen = [priority(state, side) for side in knows]
    more = chosen.count(TIME) > chosen.count(COLLATERAL)
    return int(
        asking.choose(
            umpire,
            DAESH,
            T("points of survivors", number=number),
            range(number + 1),
            rule=R["8.1c"],
            suggest=number if more else 0,
            open=False,
        )
    )


# --- narratives (8.2) and points (8.3) -------------------------------------------------------------


def tell_narratives(umpire: Umpire, final: dict[str, int]) -> list[tuple[str, str]]:
    """Say what each metric amounts to (8.2): the claims that follow, each with the side whose it is."""
    claims = []
    for metric in METRICS:
        _, row = umpire.state.tables["narratives"].look_up({"metric": metric, "value": final[metric]})
        claim = str(row["claim"])
        said = Narrative(value=final[metric], text=str(row["text"]), claim=claim)
        umpire.mark("game", NARRATIVE[metric], said, rule=RULES[metric])
        if claim:
            claims.append((str(row["claimant"]), claim))
    return claims


def history(state: State, metric: str) -> int:
    """What the metric came to in 2017 (8.0e)."""
    _, row = state.tables["history"].look_up({"metric": metric})
    return int(str(row["value"]))


def priority(state: State, side: str) -> str:
    """The metric that a side chose as its priority; empty without one (3.0b)."""
    return next((str(card.kind.data["metric"]) for card in state.pieces_at(f"priority-{side}")), "")


def factor(state: State, metric: str) -> int:
    """How often a metric counts: once more for each side whose priority it is (8.3b)."""
    return 1 + sum(priority(state, side) == metric for side in (ISF, DAESH))


def count_points(umpire: Umpire, final: dict[str, int]) -> int:
    """Victory points: the sum of the metrics, priorities counted more than once (8.3a, 8.3b)."""
    state = umpire.state
    points = umpire.sum(T("victory points"))
    for metric in METRICS:
        times = factor(state, metric)
        label = T("metric", track=metric, value=final[metric])
        if times > 1:
            label = T("metric of a priority", track=metric, value=final[metric], times=FACTOR[times])
        points.add(label, times * final[metric], rule=R["8.3b"] if times > 1 else R["8.3a"])
    return points.total


def standing(state: State) -> dict[str, int]:
    """Victory points as the metrics stand, all of them for Daesh, beside the most that the ISF may concede
    and win (8.3d). Reads the priorities."""
    result = state.mark("game", RESULT)
    if result:
        return {ISF: AT_MOST, DAESH: int(result["points"])}
    points = sum(factor(state, metric) * state.track(metric) for metric in METRICS)
    return {ISF: AT_MOST, DAESH: points}
