"""Combat (6.1-6.3): order of areas, reveal, fire, hits, retreat or stay, the second round."""

from typing import Any

import pytest

from adjudication.audits.audit import audit
from domain.errors import IllegalOrder
from domain.events import Modified, PieceKnown
from domain.views.view import see
from tests.nineveh.battle import OLD_CITY, OPEN, URBAN, battle, firer, rolled, steps
from tests.nineveh.words import words_of
from tests.table import Table


def hemmed_in(table: Table) -> Table:
    """The Old City fight of the rulebook: around it only Al-Makkawi, with one Militia, is open to Daesh; the
    ISF hold Al-Faruq, Al-Khazraj and Al-Sarjkhana, and Al-Shahwan is full."""
    for block, area in (
        ("cts-3", "faruq"),
        ("cts-4", "khazraj"),
        ("cts-5", "sarjkhana"),
        ("militia-1", "makkawi"),
        ("militia-2", "shahwan"),
        ("militia-3", "shahwan"),
    ):
        table.put(block, area)
    return table


# --- the rulebook's example --------------------------------------------------------------------------


def example(table: Table, **changes: Any) -> Any:
    """Two CTS attack a Veteran and an Ashbal in the Old City."""
    order: dict[str, Any] = {
        "dice": [2, 4, 3, 4, 1, 1, 1],
        "answers": ["ashbal-1", ["veteran-1"], ["cts-1", "cts-2"]],
        **changes,
    }
    return hemmed_in(table).order("fight", area=OLD_CITY, **order)


@pytest.mark.rule("nineveh 6.1c", "nineveh 6.1e", "nineveh 6.2a")
def test_example_of_combat_a_veteran_hits_with_2_in_the_old_city_and_a_full_cts_takes_it() -> None:
    table = battle(OLD_CITY, ["cts-1", "cts-2"], ["veteran-1", "ashbal-1"])
    events = example(table)
    assert rolled(events)[:2] == [
        ("fire by Veterans 1 in Al-Nuri, hits on 2+", 2),
        ("fire by Ashbal 1 in Al-Nuri, hits on 5+", 4),
    ]
    assert steps(table, "cts-1", "cts-2") == [3, 4]


@pytest.mark.rule("nineveh 6.1g", "nineveh 6.1f", "nineveh 6.1i", "nineveh 6.4c", "nineveh 6.4d")
def test_example_of_combat_the_ashbal_is_hit_covers_the_retreat_and_the_cts_fight_on() -> None:
    table = battle(OLD_CITY, ["cts-1", "cts-2"], ["veteran-1", "ashbal-1"])
    events = example(table)
    dice = rolled(events)
    assert dice[2:4] == [
        ("fire by Counter-Terrorism Service 1 in Al-Nuri, hits on 4+", 3),
        ("fire by Counter-Terrorism Service 2 in Al-Nuri, hits on 3+", 4),
    ]
    assert steps(table, "veteran-1", "ashbal-1") == [3, 1]
    assert table.state.pieces["veteran-1"].place == "makkawi"
    assert [firer(purpose) for purpose, _ in dice[4:]] == [
        "Ashbal 1",
        "Counter-Terrorism Service 1",
        "Counter-Terrorism Service 2",
    ]
    assert table.state.pieces["ashbal-1"].place == OLD_CITY
    assert all(table.state.pieces[each].place != OLD_CITY for each in ("cts-1", "cts-2"))


# --- where and in which order ------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.1a", "nineveh 4.1.3a")
def test_the_attacker_chooses_the_order_of_areas_and_must_fight_in_all() -> None:
    table = battle(URBAN, ["erd-1"], ["rumour-1"])
    table.put("erd-2", OPEN).put("rumour-2", OPEN)
    assert [order.arguments["area"] for order in table.session.legal() if order.name == "fight"] == [
        OPEN,
        URBAN,
    ]
    with pytest.raises(IllegalOrder, match=r"must still be fought in .* and Al-Abar"):
        table.order("proceed")
    table.order("fight", area=URBAN)
    with pytest.raises(IllegalOrder, match="no combat to fight"):
        table.order("fight", area=URBAN)
    table.order("fight", area=OPEN)
    table.order("proceed")
    assert (table.state.phase, table.state.side) == ("support", "daesh")


@pytest.mark.rule("nineveh 6.1a")
def test_the_other_side_does_not_choose_where_to_fight() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"])
    with pytest.raises(IllegalOrder, match="phasing side"):
        table.order("fight", side="daesh", area=URBAN)


@pytest.mark.rule("nineveh 4.1.3a")
def test_combat_is_fought_in_the_combat_phase_alone() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"]).phase("movement")
    with pytest.raises(IllegalOrder, match=r"nineveh 4\.1\.3a"):
        table.order("fight", area=URBAN)


@pytest.mark.rule("nineveh 6.1c")
@pytest.mark.parametrize(
    ("attacker", "first"), [("isf", "Militia 1"), ("daesh", "Emergency Response Division 1")]
)
def test_the_defender_fires_first_whichever_side_it_is(attacker: str, first: str) -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"], attacker=attacker)
    events = table.order("fight", area=URBAN, dice=[1, 1], answers=[[]])
    assert rolled(events)[0][0].startswith(f"fire by {first} in")


# --- the reveal --------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.1b", "nineveh 2.1f", "nineveh 2.1g")
def test_both_sides_reveal_all_their_blocks_and_values_stay() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1", "ied-1"], steps={"erd-1": 2, "militia-1": 1})

    def seen(side: str) -> list[tuple[bool, int]]:
        blocks = [piece for piece in see(table.state, side).pieces if piece.place == URBAN]
        return [(piece.known, piece.steps) for piece in blocks if piece.side != side]

    assert not any(known for known, _ in seen("isf") + seen("daesh"))
    table.order("fight", area=URBAN, dice=[1, 1], answers=[[]])
    assert see(table.state, "isf").pieces  # the view can be built
    assert [table.state.pieces[block].known_to for block in ("erd-1", "militia-1", "ied-1")] == [None] * 3
    assert steps(table, "erd-1", "militia-1") == [2, 1]


@pytest.mark.rule("nineveh 6.1b")
def test_rumours_go_and_whoever_is_alone_stays_without_a_die() -> None:
    table = battle(URBAN, ["erd-1"], ["rumour-1", "rumour-2"])
    events = table.order("fight", area=URBAN)
    assert [table.state.pieces[each].place for each in ("rumour-1", "rumour-2")] == ["eliminated"] * 2
    assert (table.state.pieces["erd-1"].place, rolled(events)) == (URBAN, [])


@pytest.mark.rule("nineveh 6.1b", "nineveh 2.1f")
def test_a_lone_rumour_makes_blocks_show_themselves() -> None:
    table = battle(URBAN, ["erd-1"], ["rumour-1"], attacker="daesh")
    events = table.order("fight", area=URBAN)
    assert [event.piece for event in events if isinstance(event, PieceKnown)] == ["erd-1", "rumour-1"]


@pytest.mark.rule("nineveh 2.1f", "nineveh 4.1.4a")
def test_blocks_stay_face_up_through_both_player_turns_and_are_hidden_at_turn_end() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"], attacker="daesh", steps={"erd-1": 2})
    table.order("fight", area=URBAN, dice=[1, 1], answers=[[]])
    assert see(table.state, "isf").pieces
    table.order("proceed")
    pieces = table.state.pieces
    assert (pieces["erd-1"].known_to, pieces["militia-1"].known_to) == (("isf",), ("daesh",))
    assert pieces["erd-1"].steps == 2
    hidden = next(piece for piece in see(table.state, "daesh").pieces if piece.place == URBAN)
    assert not hidden.known


# --- to hit ------------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 2.1b", "nineveh 6.1c")
@pytest.mark.parametrize(("die", "hit"), [(3, False), (4, True), (5, True), (6, True)])
def test_a_die_of_the_hit_number_or_more_is_a_hit(die: int, hit: bool) -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"], attacker="daesh")
    table.order("fight", area=URBAN, dice=[die, 1], answers=[[]])
    assert steps(table, "militia-1") == [1 if hit else 2]


@pytest.mark.rule("nineveh 6.1c")
@pytest.mark.parametrize(("die", "left"), [(4, 2), (5, 1), (6, 1)])
def test_example_federal_police_hit_with_5_or_6(die: int, left: int) -> None:
    table = battle(URBAN, ["federal-police-1"], ["militia-1"], attacker="daesh")
    table.order("fight", area=URBAN, dice=[die, 1], answers=[[]])
    assert steps(table, "militia-1") == [left]


@pytest.mark.rule("nineveh 6.2a")
@pytest.mark.parametrize(("area", "hits"), [(OPEN, "3+"), (URBAN, "4+")])
def test_example_armour_has_one_more_in_the_open(area: str, hits: str) -> None:
    table = battle(area, ["ad9-1"], ["militia-1"], attacker="daesh")
    events = table.order("fight", area=area, dice=[1, 1], answers=[[]])
    assert rolled(events)[0][0].endswith(f"hits on {hits}")
    assert [words_of(event.label) for event in events if isinstance(event, Modified)] == (
        ["open terrain"] if area == OPEN else []
    )


@pytest.mark.rule("nineveh 6.2a")
@pytest.mark.parametrize(("area", "hits"), [(OLD_CITY, "2+"), (URBAN, "3+")])
def test_veterans_have_one_more_in_the_old_city(area: str, hits: str) -> None:
    table = battle(area, ["erd-1"], ["veteran-1"])
    events = table.order("fight", area=area, dice=[1, 1], answers=[[]])
    assert (
        rolled(events)[0][0] == f"fire by Veterans 1 in {table.state.board.spaces[area].name}, hits on {hits}"
    )


@pytest.mark.rule("nineveh 6.2b", "nineveh 6.31c")
@pytest.mark.parametrize(("die", "left"), [(5, 3), (6, 2)])
def test_a_disrupted_unit_hits_with_one_less(die: int, left: int) -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"]).mark("militia-1", "disrupted")
    events = table.order("fight", area=URBAN, dice=[die, 1], answers=[[]])
    assert steps(table, "erd-1") == [left]
    assert ("fire by Militia 1 in Al-Abar, hits on 6+", die) in rolled(events)


@pytest.mark.rule("nineveh 6.2b")
def test_a_disrupted_unit_on_its_last_value_may_be_unable_to_hit() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"], steps={"militia-1": 1}).mark("militia-1", "disrupted")
    events = table.order("fight", area=URBAN, dice=[6, 1], answers=[[]])
    assert rolled(events)[0] == ("fire by Militia 1 in Al-Abar, cannot hit", 6)
    assert steps(table, "erd-1") == [3]


@pytest.mark.rule("nineveh 6.1c")
def test_production_units_and_the_leader_fire_and_other_blocks_do_not() -> None:
    table = battle(URBAN, ["erd-1"], ["arms-cache-1", "leader-1", "ied-1", "human-shields-1"])
    events = table.order("fight", area=URBAN, dice=[1, 1, 1], answers=[[]])
    assert [purpose for purpose, _ in rolled(events)][:2] == [
        "fire by Arms Cache 1 in Al-Abar, hits on 6+",
        "fire by Leader in Al-Abar, hits on 5+",
    ]


# --- hits --------------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.1d", "nineveh 6.3a", "nineveh 2.1c")
def test_the_owner_gives_each_hit_to_one_of_the_units() -> None:
    table = battle(URBAN, ["erd-1", "cts-1"], ["militia-1", "militia-2"])
    table.order("fight", area=URBAN, dice=[5, 6, 1, 1], answers=["erd-1", "cts-1", [], []])
    assert steps(table, "erd-1", "cts-1") == [2, 3]
    assert [question.side for question in table.people.asked[:2]] == ["isf", "isf"]


@pytest.mark.rule("nineveh 6.1d")
def test_equal_units_are_not_asked_about() -> None:
    table = battle(URBAN, ["erd-1", "erd-2"], ["militia-1"])
    table.order("fight", area=URBAN, dice=[5, 1, 1], answers=[[]])
    assert steps(table, "erd-1", "erd-2") == [2, 3]


@pytest.mark.rule("nineveh 6.1d")
@pytest.mark.parametrize(
    ("isf", "left", "suggested"),
    [
        (["erd-1", "cts-1"], {"erd-1": 1}, "cts-1"),  # nobody is lost
        (["ad9-1", "cts-1"], {}, "ad9-1"),  # armour may save
        (["erd-1", "cts-1"], {}, "erd-1"),  # the weaker unit goes first
        (["federal-police-1", "cts-1"], {"cts-1": 1, "federal-police-1": 1}, "federal-police-1"),
    ],
)
def test_the_unit_that_can_bear_a_hit_best_is_suggested(
    isf: list[str], left: dict[str, int], suggested: str
) -> None:
    table = battle(URBAN, isf, ["militia-1"], steps=left)
    table.people.answer = stop_at_first(table)  # type: ignore[method-assign]
    with pytest.raises(Stopped):
        table.order("fight", area=URBAN, dice=[5, 6, 6, 6])
    assert table.people.asked[0].suggested == (suggested,)


class Stopped(Exception):
    """The first question has come."""


def stop_at_first(table: Table) -> Any:
    def answer(question: Any, state: Any) -> None:
        table.people.asked.append(question)
        raise Stopped

    return answer


@pytest.mark.rule("nineveh 6.1e")
def test_only_those_who_survive_fire_back_and_at_their_new_values() -> None:
    table = battle(URBAN, ["erd-1", "erd-2"], ["veteran-1", "veteran-2"], steps={"erd-1": 1})
    events = table.order("fight", area=URBAN, dice=[3, 3, 1], answers=["erd-1", []])
    assert steps(table, "erd-1", "erd-2") == [0, 2]
    assert rolled(events)[2:] == [("fire by Emergency Response Division 2 in Al-Abar, hits on 5+", 1)]


@pytest.mark.rule("nineveh 6.1d")
def test_hits_beyond_the_last_step_are_lost() -> None:
    table = battle(URBAN, ["erd-1"], ["veteran-1", "veteran-2", "veteran-3"], steps={"erd-1": 1})
    table.put("erd-2", "uruba")
    events = table.order("fight", area=URBAN, dice=[3, 3, 3])
    assert (steps(table, "erd-1", "erd-2"), len(rolled(events))) == ([0, 3], 3)


@pytest.mark.rule("nineveh 6.3b", "nineveh 6.3c", "nineveh 2.1d")
def test_a_unit_without_values_left_is_removed_and_casualties_go_up_by_two() -> None:
    table = battle(URBAN, ["federal-police-1"], ["militia-1"], steps={"federal-police-1": 1})
    table.order("fight", area=URBAN, dice=[5])
    assert table.state.pieces["federal-police-1"].place == "eliminated"
    assert table.state.track("casualties") == 2


@pytest.mark.rule("nineveh 6.3c")
def test_daesh_losses_do_not_count_as_casualties() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"], steps={"militia-1": 1})
    table.order("fight", area=URBAN, dice=[1, 5])
    assert (steps(table, "militia-1"), table.state.track("casualties")) == ([0], 0)


@pytest.mark.rule("nineveh 6.3d", "nineveh 6.1d")
@pytest.mark.parametrize(("save", "left"), [(4, 2), (5, 3), (6, 3)])
def test_armour_saves_with_5_or_more(save: int, left: int) -> None:
    table = battle(URBAN, ["ad9-1"], ["militia-1"])
    events = table.order("fight", area=URBAN, dice=[5, save, 1], answers=[[]])
    assert steps(table, "ad9-1") == [left]
    assert rolled(events)[1] == ("armour of 9th Armoured Division 1, saves on 5+", save)


@pytest.mark.rule("nineveh 6.3d", "nineveh 6.1d")
def test_each_hit_is_saved_before_the_next_is_given() -> None:
    table = battle(URBAN, ["ad9-1"], ["militia-1", "militia-2", "militia-3"])
    table.order("fight", area=URBAN, dice=[5, 5, 5, 5, 4, 6, 1], answers=[[]])
    assert steps(table, "ad9-1") == [2]


@pytest.mark.rule("nineveh 6.3d")
def test_terrain_and_disruption_do_not_change_the_save() -> None:
    table = battle(OPEN, ["ad9-1"], ["militia-1"]).mark("ad9-1", "disrupted")
    table.order("fight", area=OPEN, dice=[5, 5, 1], answers=[[]])
    assert steps(table, "ad9-1") == [3]


# --- stay or retreat ---------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.1f", "nineveh 6.4b")
def test_attackers_stay_where_no_defender_is_left() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"], steps={"militia-1": 1})
    table.order("fight", area=URBAN, dice=[1, 4])
    assert table.state.pieces["erd-1"].place == URBAN


@pytest.mark.rule("nineveh 6.1f", "nineveh 6.4c")
def test_defenders_may_all_retreat_and_the_attackers_stay() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1", "leader-1"])
    table.order("fight", area=URBAN, dice=[1, 1, 1], answers=[[], ["militia-1", "leader-1"]])
    assert all(table.state.pieces[each].place != URBAN for each in ("militia-1", "leader-1"))
    assert table.state.pieces["erd-1"].place == URBAN


@pytest.mark.rule("nineveh 6.1f")
def test_what_cannot_move_cannot_retreat() -> None:
    table = battle(URBAN, ["erd-1"], ["arms-cache-1"])
    table.order("fight", area=URBAN, dice=[1, 1])
    assert [table.state.pieces[each].place == URBAN for each in ("erd-1", "arms-cache-1")] == [False, True]


@pytest.mark.rule("nineveh 6.1h")
def test_attackers_retreat_where_a_defender_stays() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"])
    table.order("fight", area=URBAN, dice=[1, 1], answers=[[]])
    assert table.state.pieces["erd-1"].place != URBAN


@pytest.mark.rule("nineveh 6.1g", "nineveh 6.1i")
def test_those_who_do_not_fight_on_retreat_before_the_second_round() -> None:
    table = battle(URBAN, ["cts-1", "erd-1"], ["militia-1"])
    events = table.order("fight", area=URBAN, dice=[1, 1, 1, 5, 4], answers=[[], ["cts-1"]])
    assert firer(rolled(events)[3][0]) == "Militia 1"
    assert steps(table, "cts-1", "erd-1", "militia-1") == [3, 3, 1]
    assert table.state.pieces["erd-1"].place != URBAN


@pytest.mark.rule("nineveh 6.1g")
def test_veterans_that_attack_may_fight_a_second_round_too() -> None:
    table = battle(URBAN, ["federal-police-1"], ["veteran-1"], attacker="daesh")
    events = table.order("fight", area=URBAN, dice=[1, 3, 1, 3], answers=[[], ["veteran-1"]])
    assert (steps(table, "federal-police-1"), len(rolled(events))) == ([0], 4)
    assert table.state.pieces["veteran-1"].place == URBAN


@pytest.mark.rule("nineveh 6.1g")
def test_the_defender_is_not_asked_to_retreat_after_the_second_round() -> None:
    table = battle(URBAN, ["cts-1"], ["militia-1"])
    table.order("fight", area=URBAN, dice=[1, 1, 1, 1], answers=[[], ["cts-1"]])
    assert [words_of(question.text) for question in table.people.asked if question.side == "daesh"] == [
        "Which defenders retreat from Al-Abar?"
    ]


@pytest.mark.rule("nineveh 6.1j", "nineveh 6.4a")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("attacker", ["isf", "daesh"])
def test_after_the_combat_no_area_holds_units_of_both_sides(seed: int, attacker: str) -> None:
    table = battle(
        URBAN,
        ["cts-1", "erd-1", "ad9-1"],
        ["veteran-1", "militia-1", "arms-cache-1" if attacker == "isf" else "leader-1"],
        attacker=attacker,
        dice="sealed",
        seed=seed,
    )
    table.order("fight", area=URBAN)
    assert len({piece.side for piece in table.state.pieces_at(URBAN)}) <= 1
    found = audit(table.session.game.unsaved()).findings
    assert {finding.message for finding in found} == {"Something changed on the table without an order."}
