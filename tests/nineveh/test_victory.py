"""Victory and defeat (4.2, 8, 9.2d, 9.3b): when the game ends, what is adjusted, narratives and points."""

from typing import Any

import pytest

from adjudication.engine.umpire import Nobody, Umpire
from adjudication.systems.nineveh.course import victory
from adjudication.systems.nineveh.table import hits
from domain.events import KindAdded, KindData, Marked, Modified, PieceData, PiecePlaced
from domain.table.dice import ScriptedDice
from domain.table.state import State
from tests.nineveh.words import words_of
from tests.table import Table

OLD, URBAN = "maidan", "abar"


def table(turn: int = 3, options: dict[str, Any] | None = None) -> Table:
    """Turn 3 is about to end its Daesh combat phase; one Militia stands in the Old City."""
    laid = Table("nineveh", options=options, dice="scripted")
    laid.track("time", turn).put("militia-1", OLD)
    return laid.phase("combat", turn=turn, side="daesh")


def card(laid: Table, id: str, side: str, place: str, group: str = "priority", **data: Any) -> Table:
    """Put a card of a kind of its own somewhere."""
    kind = KindData(name=id, side=side, group=group, data=data)
    piece = PieceData(id=id, kind=f"{id}-kind", at=place, known_to=(side,))
    laid.session.record(lambda n, t: KindAdded(number=n, time=t, kind=piece.kind, data=kind))
    laid.session.record(lambda n, t: PiecePlaced(number=n, time=t, piece=piece))
    return laid


def choose(laid: Table, side: str, metric: str) -> Table:
    """Give a side a priority."""
    return card(laid, f"own-priority-{side}", side, f"priority-{side}", metric=metric)


def final(state: State) -> dict[str, Any]:
    result = state.mark("game", victory.RESULT)
    assert isinstance(result, dict)
    return result


def ended(laid: Table, dice: tuple[int, ...] = (), answers: tuple[Any, ...] = ()) -> dict[str, Any]:
    laid.order("proceed", dice=dice, answers=answers)
    return final(laid.state)


@pytest.mark.rule("nineveh 4.2a")
def test_the_game_goes_on_while_a_daesh_combat_unit_holds_out_in_the_old_city() -> None:
    laid = table()
    laid.order("proceed")
    assert (laid.state.verdict, laid.state.turn) == (None, 4)


@pytest.mark.rule("nineveh 4.2a")
@pytest.mark.parametrize("left", ["ied-1", "rumour-1", "arms-cache-1", "human-shields-1"])
def test_the_game_ends_when_only_other_blocks_are_left_in_the_old_city(left: str) -> None:
    laid = table().put("militia-1", "eliminated").put(left, OLD)
    laid.order("proceed")
    assert laid.state.verdict is not None
    assert "No Daesh combat unit is left in the Old City" in words_of(laid.state.verdict.reason)


@pytest.mark.rule("nineveh 4.2a", "nineveh 8.0a")
def test_without_the_option_daesh_ends_the_game_by_leaving_and_time_is_the_turn_in_which_it_ends() -> None:
    laid = table(turn=5, options={"old_city_clearance": False}).put("militia-1", URBAN)
    assert ended(laid, dice=(1,))["time"] == 5


@pytest.mark.rule("nineveh 4.2a")
@pytest.mark.parametrize(
    ("eliminated", "left", "over"), [(False, 1, False), (True, 1, True), (False, 0, True)]
)
def test_a_unit_must_have_been_eliminated_in_the_old_city_unless_none_is_left_at_all(
    eliminated: bool, left: int, over: bool
) -> None:
    laid = table().put("militia-1", URBAN if left else "reserve-daesh")
    if eliminated:
        laid.mark("game", "eliminated in the Old City")
    laid.order("proceed", dice=[1] * left if over else [])
    assert (laid.state.verdict is not None) is over


@pytest.mark.rule("nineveh 4.2b", "nineveh 4.1.4d")
def test_the_game_ends_with_turn_12_and_time_stays_at_12() -> None:
    laid = table(turn=12)
    found = ended(laid, dice=(1,))
    assert found["time"] == 12
    assert laid.state.verdict is not None
    assert "Turn 12 is over" in words_of(laid.state.verdict.reason)


@pytest.mark.rule("nineveh 8.0d")
def test_a_track_that_would_pass_12_is_then_lowered_to_11() -> None:
    laid = table().track("casualties", 11)
    umpire = Umpire(laid.state.copy(), 0, ScriptedDice([]), Nobody())
    hits.remove(umpire, "cts-1", rule="nineveh 6.3b")
    assert umpire.state.track("casualties") == 12
    umpire.score("casualties", -1, rule="nineveh 8.0d")
    assert umpire.state.track("casualties") == 11


@pytest.mark.rule("nineveh 8.0e")
def test_each_metric_has_its_historical_outcome() -> None:
    rows = laid_rows("narratives")
    told = {row["metric"]: row["value"] for row in rows if "historical outcome" in str(row["text"])}
    assert told == {"time": 10, "casualties": 7, "collateral": 7}
    laid = table().put("militia-1", "eliminated")
    ended(laid)
    assert laid.state.verdict is not None
    assert "Collateral Damage 0 (in 2017: 7)" in words_of(laid.state.verdict.reason)


def laid_rows(name: str) -> tuple[dict[str, Any], ...]:
    return tuple(Table("nineveh", begun=False).state.tables[name].data.rows)


@pytest.mark.rule("nineveh 8.1b")
def test_each_isf_unit_on_its_last_step_adds_a_casualty_but_no_hq() -> None:
    laid = table().put("militia-1", "eliminated").track("casualties", 4)
    laid.put("cts-1", URBAN).change("cts-1", steps=1)
    laid.put("erd-1", URBAN).change("erd-1", steps=2)
    laid.put("ad9-1", "flank").change("ad9-1", steps=1)
    laid.put("cts-hq", URBAN)
    assert ended(laid)["casualties"] == 6


@pytest.mark.rule("nineveh 8.1b")
def test_blocks_that_never_took_part_add_nothing() -> None:
    laid = table().put("militia-1", "eliminated").change("cts-1", steps=1)
    assert ended(laid)["casualties"] == 0


@pytest.mark.rule("nineveh 8.1a", "nineveh 8.1b")
def test_adjustments_raise_a_metric_above_12() -> None:
    laid = table().put("militia-1", "eliminated").track("casualties", 12)
    for unit in ("cts-1", "cts-2"):
        laid.put(unit, URBAN).change(unit, steps=1)
    assert ended(laid)["casualties"] == 14
    assert laid.state.track("casualties") == 12


@pytest.mark.rule("nineveh 8.1c")
@pytest.mark.parametrize(
    ("place", "die", "time", "collateral"),
    [
        (OLD, 1, 12, 0),
        (OLD, 2, 12, 0),
        (OLD, 3, 13, 0),
        (OLD, 4, 12, 1),
        (URBAN, 2, 12, 0),
        (URBAN, 4, 12, 0),
        (URBAN, 5, 13, 0),
        (URBAN, 6, 12, 1),
    ],
)
def test_survivors_roll_two_less_outside_the_old_city(
    place: str, die: int, time: int, collateral: int
) -> None:
    found = ended(table(turn=12).put("militia-1", place), dice=(die,))
    assert (found["time"], found["collateral"]) == (time, collateral)


@pytest.mark.rule("nineveh 8.1c")
@pytest.mark.parametrize("to_time", [0, 1, 2])
def test_daesh_chooses_what_fives_and_sixes_add_to(to_time: int) -> None:
    laid = table(turn=12).put("militia-2", OLD)
    found = ended(laid, dice=(5, 6), answers=(to_time,))
    assert (found["time"], found["collateral"]) == (12 + to_time, 2 - to_time)
    assert [question.side for question in laid.people.asked] == ["daesh"]


@pytest.mark.rule("nineveh 8.1c", "nineveh 2.11a")
def test_rumours_ieds_and_production_units_roll_no_die_and_survivors_are_shown() -> None:
    laid = table(turn=12)
    for block in ("rumour-1", "ied-1", "media-centre"):
        laid.put(block, URBAN)
    laid.put("leader-1", URBAN)
    ended(laid, dice=(1, 1))
    known = {id: laid.state.pieces[id].known_to for id in ("militia-1", "leader-1", "rumour-1", "ied-1")}
    assert known == {"militia-1": None, "leader-1": None, "rumour-1": ("daesh",), "ied-1": ("daesh",)}


@pytest.mark.rule("nineveh 8.2", "nineveh 8.0f", "nineveh 8.3g")
def test_narratives_and_points_are_shown_side_by_side() -> None:
    laid = table(turn=12).track("casualties", 3).track("collateral", 5)
    found = ended(laid, dice=(1,))
    verdict = laid.state.verdict
    assert verdict is not None
    assert (found["points"], found["level"], verdict.winner) == (20, "major Iraqi victory", "isf")
    said = laid.state.mark_named("game", "narrative of time")
    assert isinstance(said, dict)
    assert "Daesh combat units left: 1." in words_of(verdict.reason)
    assert said["claim"] in words_of(verdict.reason)
    assert "contested" in words_of(verdict.reason)


@pytest.mark.rule("nineveh 8.3g")
def test_nothing_is_contested_where_claims_and_points_agree() -> None:
    laid = table(turn=3).put("militia-1", "eliminated")
    ended(laid)
    assert laid.state.verdict is not None
    assert "major Iraqi victory whatever the other metrics say" in words_of(laid.state.verdict.reason)
    assert "contested" not in words_of(laid.state.verdict.reason)


NARRATIVES = [
    ("8.21a", "time", (0, 1, 6), "speed", "isf"),
    ("8.21b", "time", (7, 8), "efficient", ""),
    ("8.21c", "time", (9,), "better than in 2017", ""),
    ("8.21d", "time", (10,), "historical outcome", ""),
    ("8.21e", "time", (11,), "delayed", ""),
    ("8.21f", "time", (12, 15), "adaptable", "daesh"),
    ("8.22a", "casualties", (0,), "extraordinarily light", "isf"),
    ("8.22b", "casualties", (1, 2), "few hundred", ""),
    ("8.22c", "casualties", (3, 4), "Several hundred", ""),
    ("8.22d", "casualties", (5, 6), "More than a thousand", ""),
    ("8.22e", "casualties", (7,), "historical outcome", ""),
    ("8.22f", "casualties", (8, 9, 10), "up to two thousand", ""),
    ("8.22g", "casualties", (11, 20), "well over two thousand", "daesh"),
    ("8.23a", "collateral", (0,), "Extraordinary care", "isf"),
    ("8.23b", "collateral", (1, 3), "Surprisingly little", ""),
    ("8.23c", "collateral", (4, 6), "Serious damage", ""),
    ("8.23d", "collateral", (7,), "historical outcome", ""),
    ("8.23e", "collateral", (8, 9), "rubble", ""),
    ("8.23f", "collateral", (10, 11), "five thousand", ""),
    ("8.23g", "collateral", (12, 18), "political crisis", "daesh"),
]


@pytest.mark.rule("nineveh 8.21a", "nineveh 8.21b", "nineveh 8.21c", "nineveh 8.21d", "nineveh 8.21e")
@pytest.mark.rule("nineveh 8.21f", "nineveh 8.22a", "nineveh 8.22b", "nineveh 8.22c", "nineveh 8.22d")
@pytest.mark.rule("nineveh 8.22e", "nineveh 8.22f", "nineveh 8.22g", "nineveh 8.23a", "nineveh 8.23b")
@pytest.mark.rule("nineveh 8.23c", "nineveh 8.23d", "nineveh 8.23e", "nineveh 8.23f", "nineveh 8.23g")
@pytest.mark.parametrize(
    ("metric", "values", "says", "claimant"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(f"nineveh {row[0]}"), id=row[0]) for row in NARRATIVES],
)
def test_what_is_told_of_each_value(metric: str, values: tuple[int, ...], says: str, claimant: str) -> None:
    found = Table("nineveh", begun=False).state.tables["narratives"]
    for value in values:
        _, row = found.look_up({"metric": metric, "value": value})
        assert says.lower() in str(row["text"]).lower()
        assert row["claimant"] == claimant
        assert bool(row["claim"]) is bool(claimant)


@pytest.mark.rule("nineveh 8.22g")
def test_at_ten_casualties_both_narratives_are_named() -> None:
    _, row = (
        Table("nineveh", begun=False)
        .state.tables["narratives"]
        .look_up({"metric": "casualties", "value": 10})
    )
    assert "must rebuild" in str(row["text"])


@pytest.mark.rule("nineveh 8.3a")
def test_points_are_the_sum_of_the_metrics() -> None:
    laid = table(turn=12).track("casualties", 9).track("collateral", 8)
    assert ended(laid, dice=(3,))["points"] == 13 + 9 + 8


@pytest.mark.rule("nineveh 8.3b", "nineveh 8.1d")
@pytest.mark.parametrize(
    ("isf", "daesh", "points"),
    [
        ("time", "casualties", 2 * 12 + 2 * 9 + 8),
        ("time", "time", 3 * 12 + 9 + 8),
        ("", "collateral", 12 + 9 + 16),
    ],
)
def test_a_priority_counts_double_and_that_of_both_triple(isf: str, daesh: str, points: int) -> None:
    laid = table(turn=12).track("casualties", 9).track("collateral", 8)
    for side, metric in (("isf", isf), ("daesh", daesh)):
        if metric:
            choose(laid, side, metric)
    assert ended(laid, dice=(1,))["points"] == points
    shown = [piece for piece in laid.state.of_group("priority") if piece.place.startswith("priority-")]
    assert shown
    assert all(piece.known_to is None for piece in shown)


@pytest.mark.rule("nineveh 8.3c", "nineveh 8.3d", "nineveh 8.3e", "nineveh 8.3f")
@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [
        (34, "major Iraqi victory", "isf"),
        (35, "Iraqi victory", "isf"),
        (45, "Iraqi victory", "isf"),
        (46, "Daesh victory", "daesh"),
        (50, "Daesh victory", "daesh"),
        (51, "major Daesh victory", "daesh"),
    ],
)
def test_levels_of_victory(points: int, level: str, winner: str) -> None:
    _, row = Table("nineveh", begun=False).state.tables["victory-points"].look_up({"points": points})
    assert row == {"level": level, "winner": winner}


@pytest.mark.rule("nineveh 9.2d")
def test_a_hasty_attack_takes_two_off_time_before_narratives_and_points() -> None:
    laid = table(turn=8).put("militia-1", "eliminated")
    if "hasty-attack" in laid.state.pieces:
        laid.put("hasty-attack", "cards-isf")
    else:
        card(laid, "hasty-attack", "isf", "cards-isf", group="capability")
    found = ended(laid)
    assert (found["time"], found["points"]) == (6, 6)
    said = laid.state.mark_named("game", "narrative of time")
    assert isinstance(said, dict)
    assert "speed" in said["text"]


@pytest.mark.rule("nineveh 9.3b")
@pytest.mark.parametrize(("collateral", "left"), [(8, 5), (2, 0)])
def test_more_events_take_three_off_collateral_damage_but_not_below_nothing(
    collateral: int, left: int
) -> None:
    laid = table(options={"more_events": True}).put("militia-1", "eliminated").track("collateral", collateral)
    assert ended(laid)["collateral"] == left


@pytest.mark.rule("nineveh 8.3a")
def test_each_adjustment_and_metric_is_a_line_of_a_sum() -> None:
    laid = table().put("militia-1", "eliminated").put("cts-1", URBAN).change("cts-1", steps=1)
    events = laid.order("proceed")
    labels = [words_of(event.label) for event in events if isinstance(event, Modified)]
    assert "Counter-Terrorism Service 1 on its last step" in labels
    assert any(words_of(label).startswith("Time 3") for label in labels)
    assert any(isinstance(event, Marked) and event.mark == victory.RESULT.name for event in events)


@pytest.mark.rule("nineveh 8.3d")
def test_the_points_of_the_review_are_those_of_the_verdict() -> None:
    laid = table().put("militia-1", "eliminated").track("casualties", 9)
    assert victory.standing(laid.state) == {"isf": 45, "daesh": 12}
    ended(laid)
    assert laid.state.verdict is not None
    assert victory.standing(laid.state) == laid.state.verdict.scores
