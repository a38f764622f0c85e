"""Distances, limits and turns of phases: each rule on both sides of its line."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.refusals import in_words
from adjudication.systems.ignorant_armies.foreign_powers.intervention import conditions
from adjudication.systems.ignorant_armies.operations.attacks import targets
from adjudication.systems.ignorant_armies.operations.kuwait import barred, who
from adjudication.systems.ignorant_armies.operations.replacements import (
    full,
    has_steps,
    strength,
    wrong_steps,
)
from adjudication.systems.ignorant_armies.supply import headquarters, sources
from domain.errors import IllegalOrder
from domain.events import Marked, Modified
from reports.words.summaries import summaries
from tests.ignorant_armies.war import FIRST_TURN, War
from tests.words import words_of

ISLANDS, ROAD, RANGE = "kuwait.islands", "kuwait.road-hex", "ja.ops.kuwait-saudi-range"
BORDER, IRAQIS, CLOSED = "kuwait.no-game-end", "kuwait.iraqi-units", "ja.withdrawal.kuwait-closed"


def quiet(**options: Any) -> War:
    """A war in which no Iraqi stands where an Iranian unit is put."""
    war = War(**options)
    for piece in list(war.state.pieces.values()):
        if piece.place.isdigit() and piece.side == "iraq":
            war.put(piece.id, "1125")
    return war


# --- who goes where ----------------------------------------------------------------------------------


@pytest.mark.rule(
    "ignorant-armies kuwait.islands",
    "ignorant-armies kuwait.road-hex",
    "ignorant-armies kuwait.no-game-end",
    "ignorant-armies kuwait.iraqi-units",
    "ignorant-armies kuwait.ja-units",
    "ignorant-armies ja.ops.kuwait-saudi-range",
    "ignorant-armies ja.withdrawal.kuwait-closed",
)
@pytest.mark.parametrize(
    ("hex", "iran", "closed", "iraq", "gcc", "sng"),
    [
        ("2334", "", CLOSED, IRAQIS, "", ""),  # border
        ("2534", "", CLOSED, IRAQIS, "", ""),
        ("2335", BORDER, BORDER, IRAQIS, "", ""),  # behind the border
        ("2435", ROAD, ROAD, IRAQIS, "", ""),  # the road
        *((island, ISLANDS, ISLANDS, ISLANDS, ISLANDS, ISLANDS) for island in ("2634", "2635")),
        *((near, "", "", "", "", "") for near in ("2130", "2030", "1932", "2031", "2233")),  # four hexes
        *((far, "", "", "", "", RANGE) for far in ("2029", "1930", "1931")),  # five hexes
        ("2531", "", "", "", "", RANGE),  # near, and in Iran
    ],
)
def test_who_is_kept_out_of_which_hex_by_the_option(
    hex: str, iran: str, closed: str, iraq: str, gcc: str, sng: str
) -> None:
    war = War()
    rules = {"brigade-84": iran, "infantry-2": iraq, "gcc": gcc, "sng": sng, "kuwait-armour": sng}

    def kept_out(unit: str) -> str:
        found = barred(war.state, who(war.state.pieces[unit]), hex)
        return found.rule.removeprefix("ignorant-armies ") if found else ""

    assert {unit: kept_out(unit) for unit in rules} == rules
    war.mark("game", "joint arab intervention", "in effect")
    assert kept_out("brigade-84") == iran
    war.mark("game", "joint arab intervention", "withdrawn")
    assert kept_out("brigade-84") == closed
    assert kept_out("infantry-2") == iraq


@pytest.mark.rule("ignorant-armies ja.option", "ignorant-armies kuwait.iraqi-units")
@pytest.mark.parametrize("hex", ["2334", "2335", "2435", "2634"])
def test_without_the_option_the_supplement_keeps_iraqi_units_alone_out_of_kuwait(hex: str) -> None:
    war = War(joint_arab=False)
    assert barred(war.state, who(war.state.pieces["brigade-84"]), hex) is None
    found = barred(war.state, who(war.state.pieces["infantry-2"]), hex)
    assert found is not None
    assert found.rule == "ignorant-armies kuwait.iraqi-units"
    assert barred(war.state, who(war.state.pieces["infantry-2"]), "2130") is None


@pytest.mark.rule("ignorant-armies kuwait.vp")
def test_a_unit_built_or_put_into_a_border_hex_counts_at_once_or_as_the_phase_ends() -> None:
    war = War().put("marines-1", "available-iran").iran_moves()
    war.order("build", unit="marines-1", to="2334")
    assert war.index == 1
    war = War().put("brigade-84", "2334").iraq_moves()
    assert war.index == 0
    war.order("proceed")
    assert war.index == 1


@pytest.mark.rule("ignorant-armies kuwait.no-game-end")
def test_without_the_option_an_entry_into_kuwait_ends_the_game_and_gives_no_point() -> None:
    war = War(joint_arab=False).track("index", 2).iran_moves()
    war.order("move", unit="brigade-84", to="2334")
    assert war.state.verdict is not None
    assert (war.index, war.state.mark_named("game", "iran in kuwait")) == (2, None)


# --- intervention ------------------------------------------------------------------------------------


@pytest.mark.rule("ignorant-armies ja.intervention.conditions")
@pytest.mark.parametrize(
    ("hex", "told"),
    [
        *((near, ["within two hexes of Baghdad"]) for near in ("1521", "1520", "1522", "1321", "1519")),
        *((far, []) for far in ("1524", "1518", "1821", "1221")),
        *((near, ["next to Kirkuk"]) for near in ("1512", "1514", "1413", "1613")),
        *((far, []) for far in ("1511", "1515", "1313", "1611")),
        *((near, ["next to Tikrit"]) for near in ("1316", "1318", "1217", "1416")[:3]),
        *((far, []) for far in ("1315", "1319", "1116")),
        ("2534", ["in a Kuwaiti border hex"]),
        ("2435", []),
        ("2430", []),
    ],
)
def test_how_near_iranian_units_must_be(hex: str, told: list[str]) -> None:
    war = quiet().put("brigade-84", hex)
    found = [each for each in conditions(war.state) if "Iran controls" not in each]
    assert len(found) == len(told)
    assert all(words in each for words, each in zip(told, found, strict=True))


@pytest.mark.rule("ignorant-armies ja.intervention.conditions")
@pytest.mark.parametrize(
    ("hex", "name"), [("2431", "Basra"), ("1520", "Baqubah"), ("1317", "Tikrit"), ("1513", "Kirkuk")]
)
def test_the_four_cities_count_as_long_as_iran_controls_them(hex: str, name: str) -> None:
    war = quiet().put("brigade-84", hex)
    assert f"Iran controls {name}" in conditions(war.state)
    war.put("brigade-84", "2020").mark(hex, "control", "iran")
    assert conditions(war.state) == [f"Iran controls {name}"]
    war.put("infantry-2", hex)
    assert conditions(war.state) == []


@pytest.mark.rule("ignorant-armies ja.entry-hexes")
def test_the_first_entry_hex_that_is_free_is_suggested() -> None:
    war = War().mark("game", "joint arab intervention", "coming")
    war.begin_iraqi_turn(2, answers=["1435"])
    (asked,) = war.people.asked
    assert (asked.side, asked.options, asked.suggested) == ("iraq", ("2435", "1435"), ("2435",))


@pytest.mark.rule(
    "ignorant-armies ja.supply.cities", "ignorant-armies ja.supply.entry-hexes", "ignorant-armies ja.ops.hqs"
)
def test_each_side_draws_supply_from_its_cities_and_has_its_headquarters() -> None:
    war = War()
    assert sources(war.state, "iran") == ["2118", "2524", "2528", "2531"]
    assert sources(war.state, "iraq") == ["1211", "1513", "1521", "2431"]
    assert headquarters(war.state, "iran") == ["IR HQ West", "IR HQ South"]
    war.mark("game", "joint arab intervention", "in effect").mark("2431", "control", "iran")
    war.put("mech-5", "1125").put("sf-1", "1125")
    assert sources(war.state, "iran") == ["2118", "2431", "2524", "2528", "2531"]
    assert sources(war.state, "iraq") == ["1211", "1513", "1521", "1121", "1435", "2435"]


# --- coups and holy sites ----------------------------------------------------------------------------


@pytest.mark.rule("ignorant-armies event.66")
@pytest.mark.parametrize(
    ("hex", "guarded"), [("1721", False), ("1521", False), ("1821", True), ("1524", True)]
)
def test_iranians_within_two_hexes_of_baghdad_keep_its_guard_busy(hex: str, guarded: bool) -> None:
    war = War(joint_arab=False).track("index", 1).put("brigade-84", hex)
    events = war.event(66, turn=3, dice=[4])
    total = [event.total for event in events if isinstance(event, Modified)][-1]
    assert total == 4 + guarded


@pytest.mark.rule("ignorant-armies event.66", "ignorant-armies kuwait.vp")
def test_points_of_the_same_order_before_a_coup_count_for_its_level_and_are_told_so() -> None:
    war = War().track("index", 2).put("brigade-84", "2334").put("guard-baghdad", "1611")
    war.mark("game", "joint arab intervention", "coming").fights("iran", turn=2)
    war.order("proceed", dice=[6, 6, 4])
    (said,) = summaries(war.session.game, first=war.session.game.log[-1].number).values()
    assert "rolled 4 against a victory level of 3: the coup fails narrowly; 1 VP to Iraq" in said
    assert war.index == 2


@pytest.mark.rule("ignorant-armies holy.fanatic-shift", "ignorant-armies holy.sites")
@pytest.mark.parametrize(
    ("hex", "from_", "option", "shift"),
    [
        ("1423", "1422", True, 1),
        ("1524", "1624", True, 1),
        ("1625", "1725", True, 1),
        ("1421", "1321", True, 0),
        ("1727", "1827", True, 0),
        ("1423", "1422", False, 0),
    ],
)
def test_guards_are_shifted_at_the_holy_sites_and_one_hex_around(
    hex: str, from_: str, option: bool, shift: int
) -> None:
    war = quiet(holy_sites=option, joint_arab=False)
    war.put("infantry-2", hex).put("pasdaran-khorramshahr", from_).fights("iran")
    events = war.order("attack", hex=hex, units=["pasdaran-khorramshahr"], answers=["no effect"])
    assert sum(event.amount for event in events if isinstance(event, Modified)) == shift


@pytest.mark.rule("ignorant-armies event.55-61", "ignorant-armies event.15")
def test_without_their_events_neither_engineers_nor_the_popular_army_change_an_attack() -> None:
    war = quiet().put("popular-1", "2117").put("engineers-1", "2118").fights("iran")
    events = war.order("attack", hex="2117", units=["engineers-1"], answers=["no effect"])
    assert [event for event in events if isinstance(event, Modified)] == []


@pytest.mark.rule("ignorant-armies event.15")
def test_only_popular_army_divisions_are_stronger() -> None:
    war = quiet().put("infantry-2", "2117").put("brigade-84", "2118").mark("game", "popular army +1")
    events = war.fights("iran").order("attack", hex="2117", units=["brigade-84"], answers=["no effect"])
    assert [words_of(event.sum) for event in events if isinstance(event, Modified)] == []


@pytest.mark.rule("ignorant-armies holy.sword-of-allah")
@pytest.mark.parametrize(
    ("phase", "side", "dice"),
    [
        ("Iraqi operational movement", "iraq", []),
        ("Iranian operational movement", "iran", []),
        ("Iranian combat", "iran", [1, 5]),
    ],
)
def test_the_sword_of_allah_is_judged_at_the_end_of_an_iraqi_player_turn_alone(
    phase: str, side: str, dice: list[int]
) -> None:
    war = War(joint_arab=False).put("pasdaran-khorramshahr", "1423").put("brigade-84", "1525")
    war.mark("game", "holy sites held").phase(phase, turn=2, side=side).order("proceed", dice=dice)
    assert war.people.asked == []


@pytest.mark.rule("ignorant-armies holy.sword-of-allah", "ignorant-armies kuwait.no-game-end")
def test_a_war_that_ended_in_kuwait_is_judged_no_further() -> None:
    war = War(joint_arab=False).put("pasdaran-khorramshahr", "1423").put("brigade-84", "1525")
    war.put("brigade-23", "2334").mark("game", "holy sites held").track("index", -1).fights("iraq")
    war.order("proceed")
    assert war.people.asked == []
    assert war.state.verdict is not None
    assert war.state.verdict.winner == "iraq"
    assert (war.state.turn, war.state.phase) == (2, "Iraqi combat"), "nothing follows"


@pytest.mark.rule("ignorant-armies ja.intervention.conditions")
@pytest.mark.parametrize(
    ("unit", "hex", "taken"),
    [
        ("brigade-84", "1318", {"1318": "iran"}),  # a town
        ("brigade-84", "1513", {"1513": "iran"}),  # a city
        ("brigade-84", "1319", {}),  # open ground
        ("infantry-2", "2118", {"2118": "iraq"}),
    ],
)
def test_a_town_belongs_to_whoever_entered_it_last_and_open_ground_to_nobody(
    unit: str, hex: str, taken: dict[str, str]
) -> None:
    war = quiet().put("armour-iran-81", "2824")
    for now in (taken, {}):  # once it is theirs, nothing changes
        war.iran_moves() if unit == "brigade-84" else war.iraq_moves()
        war.put(unit, "1125" if unit == "infantry-2" else "2020").mark(unit, "done", None)
        events = war.order("move", unit=unit, to=hex)
        marks = {e.subject: e.value for e in events if isinstance(e, Marked) and e.mark == "control"}
        assert marks == now


@pytest.mark.rule("ignorant-armies holy.sword-of-allah")
@pytest.mark.parametrize("first", ["iraq", "iran"])
def test_that_the_holy_sites_are_held_is_noted_as_an_iraqi_player_turn_begins(first: str) -> None:
    war = War(first_player=first, joint_arab=False)
    war.put("pasdaran-khorramshahr", "1423").put("brigade-84", "1525")
    before = {"iraq": ("random event", ""), "iran": ("Iranian combat", "iran")}[first]
    war.phase(before[0], turn=2, side=before[1]).order("proceed", side=before[1] or "iraq")
    assert war.state.phase == "Iraqi operational movement"
    assert war.state.mark_named("game", "holy sites held")
    war.put("brigade-84", "2020").phase(before[0], turn=3, side=before[1])
    war.order("proceed", side=before[1] or "iraq")
    assert war.state.mark_named("game", "holy sites held") is None


@pytest.mark.parametrize("income", [1, 4])
def test_iraq_receives_its_income_as_its_own_player_turn_begins(income: int) -> None:
    war = War(iraqi_income=income)
    war.begin_iraqi_turn(2)
    assert war.state.track("rp-iraq") == income
    for phase in ("Iraqi combat", "Iranian operational movement", "Iranian combat"):
        war.order("proceed")
        assert (war.state.phase, war.state.track("rp-iraq")) == (phase, income)


# --- missiles and reinforcements ---------------------------------------------------------------------


@pytest.mark.rule("ignorant-armies event.25")
@pytest.mark.parametrize(
    ("held", "limit", "libya", "arrive"),
    [
        (0, None, False, {"ssm-iran-4"}),
        (2, None, False, {"ssm-iran-4"}),
        (3, None, False, set()),
        (2, 4, True, {"ssm-iran-4", "libya-scud"}),
        (3, 4, True, {"ssm-iran-4"}),
        (4, 4, True, set()),
        (3, 4, False, {"ssm-iran-4"}),
    ],
)
def test_iran_holds_three_missiles_and_four_with_libyan_help(
    held: int, limit: int | None, libya: bool, arrive: set[str]
) -> None:
    war = War()
    others = ["ssm-iran-1", "ssm-iran-2", "ssm-iran-3", "air-iran-1"][:held]
    for piece in others:
        war.put(piece, "missiles-iran")
    war.mark("iran", "missile limit", limit).mark("iran", "one missile more", libya or None)
    war.event(31, turn=FIRST_TURN[1988])
    there = {piece.id for piece in war.state.pieces_at("missiles-iran")}
    assert there - set(others) == arrive
    assert war.state.mark_named("iran", "one missile more") is None, "the next reinforcement alone is larger"


@pytest.mark.rule("ignorant-armies event.25")
def test_the_limit_is_one_of_iranian_missiles_alone() -> None:
    war = War()
    for piece in ("ssm-iran-1", "ssm-iran-2", "ssm-iran-3"):
        war.put(piece, "missiles-iran")
    war.event(31, turn=FIRST_TURN[1986])
    assert war.state.pieces["pasdaran-19"].place == "available-iran"
    war.put("air-iraq-1", "missiles-iraq").event(31, turn=FIRST_TURN[1987])
    assert war.state.pieces["ssm-iraq-3"].place == "missiles-iraq"
    assert war.state.pieces["ssm-iran-3"].place == "missiles-iran"


@pytest.mark.rule("ignorant-armies event.25")
def test_libya_sends_nothing_before_its_event() -> None:
    war = War()
    war.event(31, turn=FIRST_TURN[1985])
    assert war.state.pieces["ssm-iran-1"].place == "missiles-iran"
    assert war.state.pieces["libya-scud"].place == "locked-iran"


def test_the_reinforcements_of_a_year_arrive_in_its_first_game_turn_alone() -> None:
    war = War()
    war.event(31, turn=FIRST_TURN[1982] - 1)
    assert war.state.pieces["infantry-15"].place == "schedule-iraq"
    war.event(31, turn=FIRST_TURN[1982])
    arrived = {"infantry-15": "available-iraq", "air-iraq-4": "air-iraq", "pasdaran-27": "available-iran"}
    assert {unit: war.state.pieces[unit].place for unit in arrived} == arrived
    assert war.state.pieces["infantry-19"].place == "schedule-iraq"
    war.put("infantry-15", "schedule-iraq").event(31, turn=FIRST_TURN[1982] + 1)
    assert war.state.pieces["infantry-15"].place == "schedule-iraq"


@pytest.mark.rule("ignorant-armies event.62")
def test_the_first_reinforcement_of_the_next_year_is_suggested() -> None:
    war = War()
    war.event(62, turn=3, answers=["air-iraq-4"])
    (asked,) = war.people.asked
    assert asked.options == ("infantry-15", "infantry-18", "air-iraq-4", "none")
    assert asked.suggested == ("infantry-15",)
    assert war.state.pieces["air-iraq-4"].place == "air-iraq"


def test_no_event_is_told_as_a_sentence_of_its_own() -> None:
    war = War()
    war.event(22, turn=FIRST_TURN[1981])
    (said,) = summaries(war.session.game, first=war.session.game.log[-1].number).values()
    assert ". No event (22, Chemical Ali: it cannot happen before 1983)" in said


# --- the Tanker War ----------------------------------------------------------------------------------


@pytest.mark.rule("ignorant-armies event.45", "ignorant-armies event.64")
def test_the_navies_come_and_come_back() -> None:
    war = War().fights("iran", turn=FIRST_TURN[1987])
    war.order("tanker-war", dice=[4])
    assert not war.state.mark_named("game", "western naval intervention")
    assert not war.state.mark_named("game", "western naval intervention ever")
    for turn in (FIRST_TURN[1987] + 1, FIRST_TURN[1988]):
        war.fights("iran", turn=turn).order("tanker-war", dice=[5])
        assert war.state.mark_named("game", "western naval intervention")
        assert war.state.mark_named("game", "western naval intervention ever")
        war.mark("game", "western naval intervention", None)


# --- steps -------------------------------------------------------------------------------------------


@pytest.mark.rule("ignorant-armies ja.units.total")
def test_a_unit_whose_counter_does_not_say_has_four_steps_at_most_and_comes_on_with_one() -> None:
    state = War().put("infantry-2", "deadpile-iraq").state.copy()
    piece = state.pieces["infantry-2"]
    piece.kind = replace(piece.kind, data={})
    assert (full(piece), strength(piece, None), strength(piece, 3)) == (0, 1, 3)
    assert [steps for steps in range(6) if has_steps(state, "infantry-2", steps)] == [1, 2, 3, 4]
    assert in_words(wrong_steps(state, "infantry-2"), state, "") == "2nd Infantry Division has 1 to 4 steps."


def test_how_many_steps_a_unit_can_have_is_said() -> None:
    state = War().put("sf-2", "deadpile-iraq").put("infantry-2", "deadpile-iraq").state
    assert in_words(wrong_steps(state, "sf-2"), state, "") == "2nd Special Forces Brigade has 1 step."
    assert in_words(wrong_steps(state, "infantry-2"), state, "") == "2nd Infantry Division has 1 to 2 steps."
    assert in_words(wrong_steps(state, "guard-baghdad"), state, "").startswith(
        "Republican Guard Baghdad Division has 2 of 3 steps"
    )


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ("nobody", "nobody is no unit on the map"),
        ("marines-1", "Revolutionary Guard Marine Brigade 1 is no unit on the map"),
        ("infantry-2", "2nd Infantry Division is not a unit of Iran: say --side iraq"),
    ],
)
def test_who_loses_no_steps_is_said(unit: str, words: str) -> None:
    war = War().fights("iran")
    with pytest.raises(IllegalOrder, match=words):
        war.session.order(Order("iran", "lose", {"unit": unit}))


def test_units_that_have_attacked_leave_no_target() -> None:
    war = quiet().put("infantry-2", "2117").put("brigade-84", "2118")
    war.put("armour-iran-81", "2824").put("hq-iran-west", "2824").fights("iran")
    assert targets(war.state, "iran") == ["2117"]
    war.order("attack", hex="2117", units=["brigade-84"], answers=["no effect"])
    assert targets(war.state, "iran") == []


def test_a_loss_is_one_step_where_nothing_else_is_said() -> None:
    war = War().fights("iran")
    war.order("lose", unit="armour-iran-81")
    assert war.state.pieces["armour-iran-81"].steps == 2


@pytest.mark.parametrize(
    ("phase", "side", "who"),
    [("random event", "", "iraq"), ("Iraqi combat", "iraq", "iraq"), ("Iranian combat", "iran", "iran")],
)
def test_the_side_in_turn_ends_its_phase_and_either_that_of_the_event(
    phase: str, side: str, who: str
) -> None:
    war = War()
    war.phase(phase, turn=2, side=side)
    system = load("ignorant-armies")
    assert system.proceed is not None
    assert system.proceed(war.state) == Order(who, "proceed")
    enders = {order.side for order in war.session.legal() if order.name == "proceed"}
    assert enders == ({side} if side else {"iraq", "iran"})


@pytest.mark.parametrize("turns", [4, 32])
def test_the_calendar_has_as_many_game_turns_as_the_option_says(turns: int) -> None:
    war = War(game_turns=turns)
    system = load("ignorant-armies")
    assert system.rules.last_turn is not None
    assert system.rules.last_turn(war.state) == turns
    assert system.reports.open_standing, "nothing is hidden, so everybody may count the index"
    war.fights("iran", turn=turns - 1).order("proceed", dice=[1, 5])
    assert (war.state.turn, war.state.verdict) == (turns, None)
    war.fights("iran", turn=turns).order("proceed")
    assert war.state.verdict is not None
