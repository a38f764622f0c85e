"""Corners of the base game: each end of a condition, each number, each question with what it suggests."""

from typing import Any

import pytest

from adjudication.engine.orders import Order
from adjudication.engine.refusals import in_words
from adjudication.systems.somalia.between_turns import deployment
from adjudication.systems.somalia.missions import development, flush, marching, raids
from adjudication.systems.somalia.missions.bandit_moves import coming, movers, reach
from adjudication.systems.somalia.optional_rules import talks
from adjudication.systems.somalia.politics import political, victory
from adjudication.systems.somalia.table import (
    factions,
    famine,
    forces,
    hits,
    holding,
    sides,
    standings,
    turns,
)
from adjudication.systems.somalia.table.tally import KILLED, LEADERS
from domain.errors import BadData, IllegalOrder
from domain.events import DieRolled, LookedUp, Marked, PieceMoved
from domain.texts import code_of
from tests.somalia.board import added, run, there
from tests.somalia.board import table as board
from tests.somalia.field import at, field, tracks
from tests.somalia.later import CRITICAL, MISS, courts, war
from tests.table import Table
from tests.words import spoken, words_of

AIRPORT = "mogadishu-airport"


def questions(case: Table) -> list[tuple[str, Any, Any]]:
    """Who was asked, between what, and what was suggested."""
    return [(question.side, question.options, question.suggested) for question in case.people.asked]


# --- counters (2.2) ------------------------------------------------------------------------------------


@pytest.mark.rule("somalia 2.2a", "somalia 2.2c")
def test_the_numbers_of_a_counter() -> None:
    pieces = board().state.pieces
    numbers = {"india": (4, 2), "pink-3a": (3, 3), "militia-1": (1, 1), "leader-pink": (0, 0)}
    for unit, (firepower, contact) in numbers.items():
        assert forces.firepower([pieces[unit]]) == firepower
        assert forces.contact(pieces[unit]) == contact
    assert [forces.is_us(pieces[id]) for id in ("us-inf-1", "india")] == [True, False]


@pytest.mark.rule("somalia 2.2a", "somalia 2.2c")
@pytest.mark.parametrize(
    ("piece", "lacks"),
    [
        ("pink-1a", "faction"),
        ("leader-pink", "faction"),
        ("india", "type"),
        ("militia-1", "type"),
        ("base-1", ""),
    ],
)
def test_a_unit_that_does_not_say_what_the_rules_ask_is_refused(piece: str, lacks: str) -> None:
    from msgspec.structs import replace

    state = board().state
    kind = state.pieces[piece].kind
    poor = replace(kind, data={key: value for key, value in (kind.data or {}).items() if key != lacks})
    forces.check_kinds(state.kinds)
    if lacks:
        with pytest.raises(BadData, match=f"does not say its {lacks}"):
            forces.check_kinds({**state.kinds, "poor": poor})
    else:
        forces.check_kinds({**state.kinds, "poor": poor})


@pytest.mark.rule("somalia 1.0a", "somalia 11.2a")
def test_which_game_is_played_and_by_whom() -> None:
    base, two = board().state, board(scenario="two-bandits").state
    assert [sides.game(state) for state in (base, two, courts({}).state, war({}).state)] == [
        "base",
        "base",
        "courts-2006",
        "war-2006",
    ]
    assert (sides.plays_base(base), sides.plays_later(base)) == (True, False)
    assert (sides.plays_base(war({}).state), sides.plays_later(war({}).state)) == (False, True)
    assert (sides.several(base), sides.several(two)) == (False, True)
    assert (sides.bandits(base), sides.bandits(two)) == (("bandit",), ("bandit-1", "bandit-2"))
    assert sides.factions(base, "bandit") == ("pink", "orange", "yellow", "purple")
    assert sides.factions(base, "un") == ()


# --- factions (8.41) -----------------------------------------------------------------------------------


@pytest.mark.rule("somalia 8.41b", "somalia 8.4a")
@pytest.mark.parametrize(
    ("pieces", "may"),
    [
        ([], True),
        (["pink-1a"], True),
        (["pink-1a", "pink-2a"], True),
        (["pink-1a", "yellow-1a"], False),
        (["pink-1a", "yellow-1a", "leader-pink"], True),
        (["pink-1a", "yellow-1a", "leader-yellow"], True),
        (["pink-1a", "yellow-1a", "leader-orange"], False),
        (["pink-1a", "leader-orange"], True),
        (["leader-pink", "leader-orange"], True),
    ],
)
def test_who_may_share_a_zone(pieces: list[str], may: bool) -> None:
    state = board().state
    assert factions.may_share(state.pieces[piece] for piece in pieces) is may


@pytest.mark.rule("somalia 8.41b")
@pytest.mark.parametrize(
    ("units", "zone", "may"),
    [
        (["pink-1a"], "jilib", True),  # it is there
        (["pink-1a", "pink-2a"], "jilib", True),
        (["orange-1a"], "jilib", False),
        (["orange-1a", "leader-orange"], "jilib", True),
        (["leader-orange"], "jilib", True),
        (["yellow-1a"], "kismayu", True),  # a mixture that is there enters nothing
        (["pink-2a"], "kismayu", False),
        ([], "kismayu", True),
    ],
)
def test_who_may_enter_a_zone(units: list[str], zone: str, may: bool) -> None:
    case = board(pink_1a="jilib", yellow_1a="kismayu", orange_2a="kismayu")
    assert factions.may_enter(case.state, units, zone) is may


@pytest.mark.rule("somalia 8.41b", "somalia 8.41c", "somalia 8.41d")
@pytest.mark.parametrize(
    ("units", "may"),
    [
        (["leader-pink"], False),
        (["leader-pink", "pink-1a"], True),
        (["pink-1a"], True),
        (["leader-yellow"], True),  # alone with gangs of one colour
        (["leader-orange"], True),  # the mixture there had no Leader of its own
    ],
)
def test_who_may_leave_a_zone(units: list[str], may: bool) -> None:
    case = board(pink_1a="jilib", yellow_1a="jilib", leader_pink="jilib", leader_yellow="baidoa")
    case.put("yellow-2a", "baidoa").put("pink-2a", "guban").put("yellow-1b", "guban")
    case.put("leader-orange", "guban")
    assert (not factions.against_leaving(case.state, units)) is may
    case.mark("game", "bandit unity")
    assert not factions.against_leaving(case.state, units)


# --- control (7.1, 11.22c) -----------------------------------------------------------------------------


@pytest.mark.rule("somalia 7.1c", "somalia 11.2a")
@pytest.mark.parametrize(
    ("places", "held"),
    [
        ({"pink_1a": "jilib"}, ("bandit-1",)),
        ({"pink_1a": "jilib", "yellow_1a": "jilib"}, ("bandit-1", "bandit-2")),
        ({"pink_1a": "jilib", "orange_1a": "jilib"}, ("bandit-1",)),
        ({"pink_1a": "jilib", "base_2": "jilib"}, ()),
        ({"pink_1a": "jilib", "militia_1": "jilib"}, ()),
        ({"pink_1a": "jilib", "india": "jilib"}, ()),
        ({"leader_pink": "jilib"}, ()),
        ({}, ()),
    ],
)
def test_the_players_that_hold_a_zone(places: dict[str, Any], held: tuple[str, ...]) -> None:
    case = board(scenario="two-bandits", **places)
    assert holding.holders(case.state, "jilib") == held


@pytest.mark.rule("somalia 11.22c")
@pytest.mark.parametrize(
    ("places", "alone"),
    [
        ({"pink_1a": "jilib", "pink_1b": "jilib"}, True),
        ({"pink_1a": "jilib", "orange_1a": "jilib"}, False),
        ({"pink_1a": "jilib", "yellow_1a": "jilib"}, False),
        ({"yellow_1a": "jilib"}, False),
        ({"pink_1a": "jilib", "india": "jilib"}, False),
        ({"pink_1a": "jilib", "militia_1": "jilib"}, False),
        ({"pink_1a": "jilib", "base_2": "jilib"}, True),
        ({"pink_1a": "jilib", "leader_yellow": "jilib"}, True),
        ({}, False),
    ],
)
def test_zones_with_units_of_one_faction(places: dict[str, Any], alone: bool) -> None:
    case = board(scenario="two-bandits", **places)
    assert ("jilib" in holding.alone(case.state, "bandit-1")) is alone


@pytest.mark.rule("somalia 11.22c", "somalia 7.0a")
def test_one_bandit_player_scores_by_the_table_alone() -> None:
    case = board(pink_1a="jilib", pink_1b="guban", pink_1c="baidoa").mark("bandit", "attacked this turn")
    assert holding.alone(case.state, "bandit") == []
    log = run(case, political.settle)
    assert added(log, "vp-bandit") == {"Bandit-controlled Zone: 4": 1}


@pytest.mark.rule("somalia 11.22a", "somalia 11.22d")
def test_the_un_scores_nothing_for_factions_and_attacks() -> None:
    case = board(scenario="two-bandits", militia_1="guban").mark("un", "attacked this turn")
    log = run(case, political.settle)
    assert added(log, "vp-un") == {"Government-controlled Zone: 1": 1}


# --- Political Phase (7) -------------------------------------------------------------------------------


@pytest.mark.rule("somalia 6.11a", "somalia 6.14a")
def test_escorts_of_a_convoy_are_free_when_it_comes_off_and_guards_of_a_base_stay() -> None:
    case = board(convoy_1="jilib", india="jilib", base_2="jilib", korea="jilib")
    case.mark("india", "guards", "convoy-1").mark("korea", "guards", "base-2")
    case.mark("convoy-1", "lost Supply Points", 2)
    run(case, political.clear)
    assert [case.state.mark_named(unit, "guards") for unit in ("india", "korea")] == [None, "base-2"]
    assert case.state.mark_named("convoy-1", "lost Supply Points") is None
    assert at(case, "convoy-1") == "markers"


@pytest.mark.rule("somalia 7.1a", "somalia 7.0a")
@pytest.mark.parametrize(("convoys", "points"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_three_intact_convoys_are_a_point(convoys: int, points: int) -> None:
    case = board()
    zones = ("baidoa", "jawhar", "belet-huen", "baardhere", "jilib", "kismayu")
    for number, zone in enumerate(zones[:convoys], 1):
        case.put(f"convoy-{number}", zone)
    run(case, political.settle)
    assert tracks(case, "vp-un") == (points,)


@pytest.mark.rule("somalia 7.0b")
def test_the_gain_of_the_turn_is_told_where_it_shortens_the_game() -> None:
    case = board(turn=20).track("vp-un", 2)
    run(case, political.begin_turn)
    case.track("vp-un", 27)
    run(case, political.shorten)
    assert tracks(case, "last-turn") == (20,)
    first = board(turn=1).track("vp-un", 5)  # of a game whose first turn noted nothing
    run(first, political.shorten)
    assert tracks(first, "last-turn") == (23,)


# --- talks (11.1) --------------------------------------------------------------------------------------


def talking(points: tuple[int, int] = (0, 0)) -> Table:
    """Talks are on."""
    case = board("operations", 4, options={"talks": True}).mark("game", "talks", "bandit")
    return case.track("vp-un", points[0]).track("vp-bandit", points[1])


@pytest.mark.rule("somalia 11.1b", "somalia 11.1c")
def test_the_first_offer_is_not_asked_about_and_the_second_is() -> None:
    case = board("operations", 4, options={"talks": True})
    case.order("offer-talks", side="bandit")
    assert case.people.asked == []
    case.order("break-off-talks", side="bandit")
    case.mark("bandit", "talks offered", None).track("talks", 2)
    case.order("offer-talks", side="bandit", answers=[True])
    (question,) = case.people.asked
    assert (question.side, question.options, question.rule) == ("un", (True, False), "somalia 11.1c")
    assert tracks(case, "talks", "vp-un") == (0, 0)


@pytest.mark.rule("somalia 11.13a", "somalia 11.13b", "somalia 11.11a")
@pytest.mark.parametrize(("side", "dice", "points"), [("un", [6], -6), ("un", [1], -1), ("bandit", [], 0)])
def test_what_breaking_off_costs(side: str, dice: list[int], points: int) -> None:
    case = talking().track("talks", 2)
    said = {
        "un": "United Nations breaks off the talks and loses a die of Victory Points.",
        "bandit": "Bandits breaks off the talks.",
    }
    assert talks.what_it_costs(case.state, Order(side, "break-off-talks")) == said[side]
    case.order("break-off-talks", side=side, dice=dice)
    assert tracks(case, "talks", "vp-un", "vp-bandit") == (0, points, 0)
    assert not talks.on(case.state)
    assert talks.parties(case.state) == ()


@pytest.mark.rule("somalia 11.11b", "somalia 11.11d")
@pytest.mark.parametrize(
    ("points", "lines"),
    [((0, 0), []), ((1, 0), ["un"]), ((0, 1), ["bandit"]), ((-3, -4), ["un"]), ((5, 5), [])],
)
def test_who_has_more_points_adds_one(points: tuple[int, int], lines: list[str]) -> None:
    case = talking(points)
    log = run(case, talks.settle, dice=[3, 3])
    got = [event for event in log if getattr(event, "label", None) is not None]
    more = [words_of(event.sum, "somalia") for event in got if code_of(event.label) == "more Victory Points"]  # type: ignore[attr-defined]
    assert len(more) == len(lines)
    assert all(side in name for side, name in zip(lines, more, strict=True))
    amounts = {event.amount for event in got if code_of(event.label) == "more Victory Points"}  # type: ignore[attr-defined]
    assert amounts <= {1}


@pytest.mark.rule("somalia 11.11d")
@pytest.mark.parametrize(
    ("box", "scored"),
    [(-3, (0, 3)), (-2, (0, 2)), (-1, (1, 2)), (0, (1, 1)), (1, (2, 1)), (2, (2, 0)), (3, (3, 0))],
)
def test_each_box_scores_its_points(box: int, scored: tuple[int, int]) -> None:
    case = talking().track("talks", box)
    run(case, talks.settle, dice=[3, 3])
    assert tracks(case, "talks", "vp-un", "vp-bandit") == (box, *scored)


@pytest.mark.rule("somalia 11.11b")
def test_without_talks_nobody_rolls() -> None:
    case = board("political", 4, options={"talks": True})
    run(case, talks.settle)
    assert tracks(case, "vp-un", "vp-bandit") == (0, 0)


@pytest.mark.rule("somalia 11.1a", "somalia 11.0", "somalia 11.22g")
def test_who_may_offer_and_who_may_break_off() -> None:
    case = board("operations", 4, scenario="two-bandits", options={"talks": True})
    assert talks.bandit_players(case.state) == ("bandit-1", "bandit-2")
    case.mark("game", "talks", "bandit-2")
    assert talks.parties(case.state) == ("un", "bandit-2")
    with pytest.raises(IllegalOrder, match="Talks with Yellow and Purple are on already"):
        case.order("offer-talks", side="bandit-1")
    assert talks.bandit_players(courts({}).state) == ()
    new = Table("somalia", options={"talks": True}, dice="scripted")
    with pytest.raises(IllegalOrder, match="without negotiations, or has not begun"):
        new.order("offer-talks", side="bandit")


# --- victory (9) ---------------------------------------------------------------------------------------


@pytest.mark.rule("somalia 9.0b", "somalia 11.22f")
@pytest.mark.parametrize(
    ("points", "leading", "score"),
    [
        ((0, 0, 0), ("bandit-1", "bandit-2"), 0),
        ((9, 2, 1), ("bandit-1",), 6),
        ((9, -2, 1), ("bandit-2",), 10),
    ],
)
def test_who_leads_and_the_score(points: tuple[int, ...], leading: tuple[str, ...], score: int) -> None:
    case = board(scenario="two-bandits")
    for side, number in zip(("un", "bandit-1", "bandit-2"), points, strict=True):
        case.track(f"vp-{side}", number)
    assert standings.leading(case.state) == leading
    assert standings.score(case.state) == score


@pytest.mark.rule("somalia 11.22f", "somalia 9.0b")
@pytest.mark.parametrize(
    ("scenario", "points", "rule"),
    [("", 5, "9.0b"), ("", 30, "9.0b"), ("two-bandits", 5, "11.22f"), ("two-bandits", 30, "9.0b")],
)
def test_by_which_rule_a_game_is_judged(scenario: str, points: int, rule: str) -> None:
    case = board(turn=24, scenario=scenario).track("vp-un", points)
    run(case, victory.last_turn)
    assert case.state.verdict is not None
    assert case.state.verdict.rule == f"somalia {rule}"


@pytest.mark.rule("somalia 9.0a", "somalia 6.3b")
def test_play_goes_on_while_a_gang_may_still_come() -> None:
    case = board(purple_3a="bandit-cup").mark("bandit", "gangs to come", "jilib")
    run(case, victory.over)
    assert case.state.verdict is None
    case.mark("bandit", "gangs to come", None)
    run(case, victory.over)
    assert case.state.verdict is not None


@pytest.mark.rule("somalia 9.0a")
@pytest.mark.parametrize(("turn", "begun"), [(0, False), (1, True), (2, True)])
def test_a_game_is_under_way_from_turn_1_on(turn: int, begun: bool) -> None:
    case = Table("somalia", dice="scripted")
    if turn:
        case.phase("operations", turn)
    assert victory.under_way(case.state) is begun
    assert not victory.under_way(war({}).state)


# --- Famine (8.8) --------------------------------------------------------------------------------------


@pytest.mark.rule("somalia 8.8a")
@pytest.mark.parametrize(("before", "turns", "after"), [(0, 3, 3), (2, 3, 3), (3, 3, 3), (4, 3, 4)])
def test_of_two_famines_the_longer_counts(before: int, turns: int, after: int) -> None:
    case = board().track("famine", before)
    run(case, lambda umpire: famine.begins(umpire, turns, rule="somalia 8.8a"))
    assert tracks(case, "famine") == (after,)
    assert famine.on(case.state) is (after > 0)


@pytest.mark.rule("somalia 8.8d")
def test_a_forfeited_game_is_scored_and_play_stops() -> None:
    case = board("operations", 2).track("famine", 1).track("vp-un", 7).track("vp-bandit", 2)
    run(case, famine.forfeited)
    assert case.state.verdict is not None
    assert (case.state.verdict.winner, case.state.verdict.scores) == ("bandit", {"un": 7, "bandit": 2})


# --- moves of gangs (6.23) -----------------------------------------------------------------------------


@pytest.mark.rule("somalia 6.23a", "somalia 6.23b")
def test_how_far_a_gang_gets() -> None:
    case = field("bandit", militia_1="gaalkayo")
    assert set(reach(case.state, "hardiyo")) == {"guban", "berbera", "erigayo", "bender-cassim", "gaalkayo"}
    assert len(reach(case.state, "gaalkayo")) == 16
    assert "jilib" not in reach(case.state, "jilib")


@pytest.mark.rule("somalia 6.0c", "somalia 6.23a", "somalia 11.2a")
def test_who_may_move() -> None:
    case = field("bandit-1", scenario="two-bandits", pink_1a="jilib", leader_pink="jilib", yellow_1a="jilib")
    case.put("orange-1a", "guban").mark("orange-1a", "done")
    assert movers(case.state, "bandit-1") == ("pink-1a", "leader-pink")
    assert coming(case.state, "bandit-1", "baidoa") == ("pink-1a", "leader-pink")
    assert coming(case.state, "bandit-1", "jilib") == ()
    assert movers(case.state, "bandit-2") == ("yellow-1a", "purple-1e")


# --- Raids (6.21) --------------------------------------------------------------------------------------


@pytest.mark.rule("somalia 6.21f", "somalia 6.21g")
def test_what_a_raid_asks_and_suggests() -> None:
    case = field("bandit", pink_3a="jilib", pink_2a="jilib", convoy_1="jilib", nigeria="jilib")
    case.mark("nigeria", "guards", "convoy-1").order(
        "raid",
        side="bandit",
        target="convoy-1",
        units=["pink-3a", "pink-2a"],
        dice=[5, 5, 4, 4],
        answers=[2, True, ["pink-2a"]],
    )
    assert questions(case)[:2] == [("bandit", (0, 1, 2), (2,)), ("un", (True, False), (True,))]
    side, _, suggested = questions(case)[2]
    assert (side, suggested) == ("bandit", (["pink-2a"],))


@pytest.mark.rule("somalia 6.21g")
@pytest.mark.parametrize(
    ("guards", "said"),
    [
        (["nigeria"], "Nigerian infantry"),
        (["nigeria", "india"], "Nigerian infantry and Indian infantry"),
        (["nigeria", "india", "korea"], "Nigerian infantry and 2 more"),
    ],
)
def test_the_defenders_that_may_fire_back_are_named(guards: list[str], said: str) -> None:
    case = field("bandit", pink_3a="jilib", convoy_1="jilib")
    for unit in guards:
        case.put(unit, "jilib").mark(unit, "guards", "convoy-1")
    case.order("raid", side="bandit", target="convoy-1", units=["pink-3a"], dice=MISS, answers=[False])
    (question,) = case.people.asked
    assert said in spoken(question.text, case.state)


@pytest.mark.rule("somalia 6.21g", "somalia 8.4b")
def test_of_two_gangs_alike_the_one_that_has_acted_is_suggested_to_be_lost() -> None:
    case = board(pink_1a="jilib", pink_1b="jilib", pink_2a="jilib").mark("pink-1b", "done")
    gangs = ["pink-1a", "pink-1b", "pink-2a"]
    run(case, lambda umpire: hits.lose(umpire, gangs, 1, rule="somalia 6.21g"), answers=[["pink-1b"]])
    assert questions(case)[0][2] == (["pink-1b"],)
    assert at(case, "pink-1b") == "bandit-cup"
    assert case.state.mark_named("pink-1b", "done") is None


@pytest.mark.rule("somalia 6.0f", "somalia 8.4b")
@pytest.mark.parametrize(
    ("number", "lost", "leader"), [(0, 0, "jilib"), (1, 1, "jilib"), (2, 2, "removed"), (5, 2, "removed")]
)
def test_no_more_are_lost_than_there_are(number: int, lost: int, leader: str) -> None:
    case = board(pink_1a="jilib", pink_2a="jilib", leader_pink="jilib")
    gangs, rule = ["pink-1a", "pink-2a"], "somalia 6.21g"
    answers = [["pink-1a"]] if number == 1 else []
    run(case, lambda umpire: hits.lose(umpire, gangs, number, rule=rule), answers=answers)
    assert [at(case, "pink-1a"), at(case, "pink-2a")].count("bandit-cup") == lost
    assert at(case, "leader-pink") == leader
    assert case.state.mark("un", KILLED, 0) == lost
    assert case.state.mark("un", LEADERS, 0) == (leader == "removed")
    run(case, lambda umpire: hits.lose(umpire, [], 3, rule="somalia 6.21g"))


@pytest.mark.rule("somalia 6.21a", "somalia 5.2b")
def test_a_unit_that_left_its_base_is_a_target_of_its_own() -> None:
    case = field("bandit", base_2="jilib", india="kismayu", korea="jilib")
    case.mark("india", "guards", "base-2").mark("korea", "guards", "base-2")
    assert raids.targets(case.state) == ("base-1", "base-2", "pakistan", "india")
    assert raids.stack(case.state, "base-2") == ["base-2", "korea"]
    assert raids.stack(case.state, "india") == ["india"]


@pytest.mark.rule("somalia 6.21b", "somalia 8.4a", "somalia 6.0c", "somalia 11.2a")
def test_who_may_raid_in_a_zone() -> None:
    case = field("bandit-1", scenario="two-bandits", pink_1a="jilib", leader_pink="jilib", pink_1b="baidoa")
    case.put("leader-orange", "baidoa").put("yellow-1a", "jilib").put("pink-1c", "jawhar")
    case.put("orange-1a", "jilib").mark("orange-1a", "done")
    assert sorted(raids.raiders(case.state, "bandit-1", "jilib")) == ["leader-orange", "pink-1a", "pink-1b"]
    assert raids.raiders(case.state, "bandit-2", "jilib") == ("yellow-1a",)


@pytest.mark.rule("somalia 6.21h", "somalia 6.21i", "somalia 6.3a", "somalia 6.3b", "somalia 11.2a")
def test_a_critical_answer_of_a_base_brings_its_raider_a_point_and_a_gang() -> None:
    case = field("bandit-2", scenario="two-bandits", yellow_3a=AIRPORT, yellow_2a=AIRPORT)
    first = next(gang for gang in case.state.at["bandit-cup"] if case.state.pieces[gang].side == "bandit-2")
    case.order(
        "raid",
        side="bandit-2",
        target="base-1",
        units=["yellow-3a", "yellow-2a"],
        dice=[*MISS, *CRITICAL, 1],
        answers=[["yellow-2a"], True],
    )
    assert tracks(case, "vp-bandit-1", "vp-bandit-2") == (0, 0)  # one for it, one for the gang lost
    assert at(case, first) == AIRPORT


@pytest.mark.rule("somalia 6.3b")
def test_two_critical_hits_bring_two_gangs() -> None:
    from adjudication.systems.somalia.missions import critical

    case = board(pink_1a="jilib")
    run(case, lambda umpire: critical.by_un(umpire, "bandit", "jilib"))
    run(case, lambda umpire: critical.by_un(umpire, "bandit", "baidoa"))
    assert tracks(case, "vp-bandit") == (2,)
    first = case.state.at["bandit-cup"][0]
    run(case, critical.reinforce, dice=[1, 1], answers=[True, True])
    assert at(case, first) == "jilib"
    assert len(there(case, "baidoa")) == 1
    assert case.state.mark_named("bandit", "gangs to come") is None
    assert [question.side for question in case.people.asked] == ["bandit", "bandit"]
    run(case, critical.reinforce)


@pytest.mark.rule("somalia 6.3b", "somalia 8.61c")
def test_nobody_is_asked_about_a_gang_where_none_is_left() -> None:
    from adjudication.systems.somalia.missions import critical

    case = board(pink_1a="jilib")
    for piece in list(case.state.pieces_at("bandit-cup")):
        case.put(piece.id, "removed")
    run(case, lambda umpire: critical.by_un(umpire, "bandit", "jilib"))
    run(case, critical.reinforce)
    assert case.people.asked == []
    assert case.state.mark_named("bandit", "gangs to come") is None


# --- Flush and Development (6.12, 6.13) ----------------------------------------------------------------


@pytest.mark.rule("somalia 6.12e", "somalia 2.2a")
@pytest.mark.parametrize(
    ("unit", "die", "found"),
    [
        ("pakistan", 2, True),
        ("pakistan", 3, False),
        ("malaysia", 3, True),
        ("malaysia", 4, False),
        ("us-inf-1", 5, True),
        ("us-inf-1", 6, False),
    ],
)
def test_a_unit_makes_contact_with_its_number_or_less(unit: str, die: int, found: bool) -> None:
    case = field(pink_1a="jilib").put(unit, "jilib").mark("pink-1a", "done")
    more = [*MISS, *MISS] if found else []
    events = case.order("flush", side="un", zone="jilib", units=[unit], dice=[die, *more])
    assert (
        len([event for event in events if isinstance(event, LookedUp) and event.table == "raf"]) == 2 * found
    )


@pytest.mark.rule("somalia 6.12e", "somalia 11.2a")
def test_of_several_players_the_one_with_most_gangs_there_picks_and_scores() -> None:
    case = field(scenario="two-bandits", pink_1a="jilib", yellow_1a="jilib", us_mar_1="jilib")
    case.put("yellow-2a", "jilib")
    for gang in ("pink-1a", "yellow-1a", "yellow-2a"):
        case.mark(gang, "done")
    case.order(
        "flush", side="un", zone="jilib", units=["us-mar-1"], dice=[1, 4, 4, 6, 1], answers=[["pink-1a"]]
    )  # Firepower 6, 8: one; 3 fire back, 7: a hit
    assert case.people.asked[0].side == "bandit-2"
    assert case.state.mark_named("bandit-2", "hits this turn") == 1
    assert tracks(case, "vp-bandit-1", "vp-bandit-2") == (-1, 0)


@pytest.mark.rule("somalia 6.12b", "somalia 6.12c")
def test_zones_with_a_flush_and_without() -> None:
    case = field().mark("jilib", "flushed")
    assert flush.flushed(case.state) == ["jilib"]
    assert len(flush.open_to(case.state)) == 16
    assert "jilib" not in flush.open_to(case.state)


@pytest.mark.rule("somalia 6.12e", "somalia 6.21a")
def test_a_flush_of_an_empty_zone_finds_nobody_and_its_units_stay() -> None:
    case = field(india=AIRPORT, base_2="jilib")
    events = case.order("flush", side="un", zone="jilib", units=["pakistan", "india"], apart=["india"])
    assert [event for event in events if isinstance(event, DieRolled)] == []
    assert [case.state.mark_named(unit, "guards") for unit in ("pakistan", "india")] == ["base-2", None]


@pytest.mark.rule("somalia 6.13a", "somalia 6.13b", "somalia 8.1", "somalia 8.2a", "somalia 5.2a")
def test_who_conducts_which_development_and_where() -> None:
    case = field(korea="jilib", tunisia="jilib", norway="jilib", germany="jilib", militia_1="baidoa")
    case.mark("germany", "done")
    missions = development.missions(case.state)
    assert {mission: development.who(case.state, mission) for mission in missions} == {
        "base": ["korea"],
        "militia": ["tunisia", "norway"],
        "works": ["korea", "norway"],
        "policing": ["tunisia"],
    }
    found = {mission: development.where(case.state, mission) for mission in missions}
    assert {mission: len(zones) for mission, zones in found.items()} == {
        "base": 16,
        "militia": 17,
        "works": 17,
        "policing": 1,
    }
    assert AIRPORT not in found["base"]


@pytest.mark.rule("somalia 6.13b")
@pytest.mark.parametrize(
    ("mission", "unit", "die", "succeeds"),
    [
        ("militia", "tunisia", 2, False),
        ("militia", "tunisia", 3, True),
        ("works", "korea", 2, False),
        ("works", "korea", 3, True),
        ("policing", "tunisia", 3, False),
        ("policing", "tunisia", 4, True),
    ],
)
def test_what_a_development_needs(mission: str, unit: str, die: int, succeeds: bool) -> None:
    case = field(korea="jilib", tunisia="jilib", militia_1="jilib")
    case.order("develop", side="un", mission=mission, unit=unit, zone="jilib", dice=[die])
    militia, points = (succeeds, 0) if mission == "militia" else (False, int(succeeds))
    assert ("militia-2" in there(case, "jilib")) is militia
    assert tracks(case, "vp-un") == (points,)
    assert case.state.mark_named(unit, "done")


@pytest.mark.rule("somalia 6.13c", "somalia 8.3b", "somalia 6.21a")
@pytest.mark.parametrize(
    ("apart", "guards"),
    [([], ["base-1", "base-1"]), (["italy-heli"], ["base-1", None]), (["korea"], [None, "base-1"])],
)
def test_a_developer_and_its_helicopter_may_stand_apart_from_a_base(
    apart: list[str], guards: list[str | None]
) -> None:
    case = field(korea="jilib", italy_heli="baidoa")
    case.order(
        "develop",
        side="un",
        mission="works",
        unit="korea",
        zone=AIRPORT,
        lift="italy-heli",
        apart=apart,
        dice=[1],
    )
    assert [case.state.mark_named(unit, "guards") for unit in ("korea", "italy-heli")] == guards


# --- ways (6.12c) --------------------------------------------------------------------------------------


@pytest.mark.rule("somalia 6.12c", "somalia 6.0e")
def test_the_way_of_a_march() -> None:
    case = field(pink_1a="jilib")
    assert marching.way(case.state, AIRPORT, "baidoa") == [AIRPORT, "south-mogadishu", "baidoa"]
    assert marching.way(case.state, AIRPORT, "baidoa", ["jilib"]) == [AIRPORT, "jilib", "baidoa"]
    assert marching.way(case.state, AIRPORT, AIRPORT) == [AIRPORT]
    assert marching.off_the_map(case.state, ["jilib", "bandit-cup", "nowhere"]) == "bandit-cup"
    assert marching.off_the_map(case.state, ["jilib"]) == marching.off_the_map(case.state, None) == ""
    case.mark("pink-1a", "has ambushed")
    assert marching.way(case.state, AIRPORT, "kismayu") == [AIRPORT, "jilib", "kismayu"]


@pytest.mark.rule("somalia 6.12c", "somalia 6.22a")
def test_units_that_are_there_do_not_march() -> None:
    case = field(pink_1a="jilib", korea="jilib")
    events = case.order("develop", side="un", mission="works", unit="korea", zone="jilib", dice=[1])
    assert [event for event in events if isinstance(event, PieceMoved)] == []
    assert case.people.asked == []


# --- turns and set-up ----------------------------------------------------------------------------------


@pytest.mark.rule("somalia 6.0a", "somalia 6.0b")
@pytest.mark.parametrize(
    ("passed", "chooser", "again"),
    [
        (None, "bandit", ()),
        (["un"], "bandit", ("un",)),
        (["bandit", "un"], "bandit", ("un",)),
        (["un", "bandit"], "bandit", ()),
        (["un", "un"], "bandit", ()),
        (["bandit"], "bandit", ()),
    ],
)
def test_a_side_that_has_just_passed_may_be_named_once_more(
    passed: list[str] | None, chooser: str, again: tuple[str, ...]
) -> None:
    case = field().mark("game", "passed", passed)
    assert turns.offered_again(case.state, chooser) == again


def test_what_concludes_a_mission() -> None:
    def marked(mark: str, value: Any) -> Marked:
        return Marked(number=1, time="", subject="game", mark=mark, value=value)

    assert turns.concludes(marked("missions conducted", 1))
    assert not turns.concludes(marked("missions conducted", None))
    assert not turns.concludes(marked("passed", 1))
    assert not turns.concludes(PieceMoved(number=1, time="", piece="india", origin="jilib", to="baidoa"))


@pytest.mark.rule("somalia 6.0a", "somalia 6.1", "somalia 6.2")
@pytest.mark.parametrize(
    ("to_act", "un", "bandits"), [("un", ("un",), ()), ("bandit", (), ("bandit",)), (None, (), ())]
)
def test_who_acts(to_act: str | None, un: tuple[str, ...], bandits: tuple[str, ...]) -> None:
    state = field().mark("game", "to act", to_act).state
    assert (turns.acting_un(state), turns.acting_bandits(state)) == (un, bandits)
    assert turns.acting(state) == (*un, *bandits)


@pytest.mark.rule("somalia 10.0a")
def test_what_waits_to_be_set_up() -> None:
    case = board("deployment", side="bandit", pink_1a="deploying", leader_pink="deploying")
    assert deployment.to_set_up(case.state, "bandit") == ["pink-1a", "leader-pink"]
    assert (
        in_words(deployment.waits(case.state), case.state, "bandit") == "2 counters are still to be set up."
    )
    case.order("deploy", side="bandit", units=["pink-1a", "leader-pink"], to="jilib")
    assert there(case, "jilib") == ["leader-pink", "pink-1a"]
    assert deployment.waits(case.state) == ""
    events = case.order("proceed", side="bandit", dice=[2, 3, 1, 1], answers=[[], "un"])
    assert tracks(case, "famine", "sp-un") == (5, 2)
    assert case.state.mark_named("pakistan", "guards") is None
    assert [event for event in events if isinstance(event, PieceMoved)] == []
