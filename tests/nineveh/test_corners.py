"""Corners of the sequence of play: what lapses when, what is shown and hidden at the end of a turn, and by
which rule (4.1, 4.2, 6.1a, 7.3b, 8.1, 9.2, 10.1g, 10.2c)."""

from typing import Any

import pytest

from adjudication.systems.nineveh.cards import purchase, sheets
from domain.errors import BadData
from domain.events import KindData, Modified, PhaseEntered, PieceKnown
from tests.nineveh.alone import begun, doing
from tests.nineveh.battle import URBAN, battle
from tests.nineveh.board import at, listed, rules
from tests.nineveh.cards import cards
from tests.nineveh.test_cards import kinds_with
from tests.nineveh.test_refusals import code
from tests.nineveh.test_victory import OLD, choose, table
from tests.table import Table


@pytest.mark.rule("nineveh 7.3b")
def test_a_production_unit_tries_again_in_the_next_turn_and_not_before() -> None:
    laid = at("support", "daesh", ied_factory_1="thawra").put("daesh-ied-factory", "cards-daesh")
    laid.order("produce", unit="ied-factory-1", operation="ied", dice=[1])
    assert listed(laid, "produce", "operation") == []
    for _ in range(3):
        laid.order("proceed", side="daesh")
        assert laid.state.mark("ied-factory-1", "produced") == (None if laid.state.turn == 2 else "ied")
    for _ in range(3):
        laid.order("proceed", side="isf")
    assert "ied" in listed(laid, "produce", "operation")


@pytest.mark.rule("nineveh 6.1a", "nineveh 6.1i")
def test_a_combat_is_fought_once_a_phase() -> None:
    laid = battle(URBAN, ["erd-1"], ["arms-cache-1"])
    assert listed(laid, "fight", "area") == [URBAN]
    laid.order("fight", area=URBAN, dice=[1, 1])
    assert laid.state.mark(URBAN, "fought") is True
    laid.put("erd-1", URBAN)
    assert listed(laid, "fight", "area") == []


@pytest.mark.rule("nineveh 4.1.4a", "nineveh 6.4h")
def test_blocks_beside_the_map_are_hidden_again_too_and_those_out_of_the_game_are_not() -> None:
    laid = at("combat", "daesh", infantry_1="flank", erd_1="abar", cts_1="eliminated", militia_1="eliminated")
    for block in ("infantry-1", "erd-1", "cts-1", "militia-1"):
        laid.known(block)
    laid.order("proceed")
    known = [laid.state.pieces[block].known_to for block in ("infantry-1", "erd-1", "cts-1", "militia-1")]
    assert known == [("isf",), ("isf",), None, None]


@pytest.mark.rule("nineveh 8.1b", "nineveh 8.1c")
def test_the_log_names_the_rule_by_which_blocks_are_shown_at_the_end() -> None:
    laid = table(turn=12).put("erd-1", URBAN).change("erd-1", steps=1)
    events = laid.order("proceed", dice=[1])
    shown = {
        event.piece: event.rule for event in events if isinstance(event, PieceKnown) and event.sides is None
    }
    assert (shown["erd-1"], shown["militia-1"]) == ("nineveh 8.1b", "nineveh 8.1c")


@pytest.mark.rule("nineveh 4.2a")
def test_no_phase_begins_after_the_end_of_the_game() -> None:
    laid = table().put("militia-1", "eliminated")
    events = laid.order("proceed")
    assert laid.state.verdict is not None
    assert not any(isinstance(event, PhaseEntered) for event in events)


@pytest.mark.rule("nineveh 10.1g")
def test_one_priority_of_daesh_is_drawn_and_the_others_are_set_aside() -> None:
    laid, _ = begun({"trust_suggestions": True})
    laid.order("proceed", side="isf")
    places = sorted(each.place for each in laid.state.of_group("priority") if each.side == "daesh")
    assert places == ["aside", "aside", "priority-daesh"]


@pytest.mark.rule("nineveh 10.2c", "nineveh 7.21a")
def test_in_the_solitaire_game_the_isf_gives_orders_and_the_leader_none() -> None:
    laid = Table("nineveh", "solitaire", dice="scripted").put("militia-1", OLD).put("army-hq", "airport")
    laid.mark("army-hq", "disrupted").phase("support", 2, "isf")
    laid.order("rally", hq="army", unit="army-hq")
    assert not laid.state.mark("army-hq", "disrupted")
    laid.phase("movement", 2, "daesh")
    order: dict[str, Any] = {"hq": "leader", "unit": "militia-1", "to": "qulayat"}
    assert code(laid, "maneuver", side="daesh", **order) == ("solitaire", "10.2c")
    assert code(laid.phase("support", 2, "daesh"), "rally", side="daesh", hq="leader", unit="militia-1") == (
        "solitaire",
        "10.2c",
    )


@pytest.mark.rule("nineveh 2.3b")
@pytest.mark.parametrize(
    ("effect", "refused"),
    [
        ({"place": {"kind": "dragon", "at": "here"}}, "names 'dragon'"),
        ({"place": {"kind": "ashbal", "at": "the moon"}}, "the area 'the moon'"),
        ({"disrupt": {"of": {"side": "isf", "is": ["wizard"]}}}, "names 'wizard'"),
        ({"cards": {"of": "isf", "do": "tap", "card": "magic-carpet"}}, "the card 'magic-carpet'"),
        (
            {"roll": {"for": "luck", "at_least": {"5": [{"place": {"kind": "dragon", "at": "here"}}]}}},
            "'dragon'",
        ),
        ({"place": {"kind": "vbied", "at": "here"}}, ""),
        ({"cards": {"of": "isf", "do": "tap", "card": "humint"}}, ""),
    ],
)
def test_what_an_effect_names_is_there(effect: dict[str, Any], refused: str) -> None:
    data = {"cost": 3, "use": "once", "phase": ["any"], "effects": [effect]}
    kinds = kinds_with(himars=KindData(name="Card", group="capability", text="A card.", data=data))
    assert len(cards()) > 50
    if not refused:
        sheets.check(kinds)
        return
    with pytest.raises(BadData, match=refused):
        sheets.check(kinds)


@pytest.mark.rule("nineveh 8.3a", "nineveh 8.3b")
def test_points_name_the_rule_of_priorities_where_a_metric_counts_more_than_once() -> None:
    laid = choose(table(turn=12).put("militia-1", OLD).track("collateral", 5), "daesh", "collateral")
    events = laid.order("proceed", dice=[1])
    lines = [
        event for event in events if isinstance(event, Modified) and event.rule.startswith("nineveh 8.3")
    ]
    assert [(event.rule, event.total) for event in lines] == [("nineveh 8.3a", 12), ("nineveh 8.3b", 22)]


@pytest.mark.rule("nineveh 10.1b", "nineveh 9.2b", "nineveh 9.2c")
@pytest.mark.parametrize(("alone", "left"), [(True, "cards-daesh"), (False, "used-cards")])
def test_a_hasty_attack_costs_daesh_cards_only_where_it_has_bought_some(alone: bool, left: str) -> None:
    laid = Table("nineveh", options={"solitaire": alone}, dice="scripted").put("hasty-attack", "cards-isf")
    laid.put("mouseholes", "cards-daesh")
    umpire, _ = doing(laid, [1] * 9)
    purchase.hasty_attack(umpire)
    assert umpire.state.pieces["mouseholes"].place == left
    assert umpire.state.pieces["hasty-attack"].place == "used-cards"


@pytest.mark.rule("nineveh 7.5a", "nineveh 6.2c")
@pytest.mark.parametrize(
    ("by", "die", "left"), [(0, 5, 2), (0, 4, 3), (1, 4, 2), (-1, 5, 3), (-9, 6, 3), (9, 1, 2)]
)
def test_cards_change_the_die_of_an_ied_between_one_and_six(by: int, die: int, left: int) -> None:
    laid = at("movement", "isf", erd_1="mamun", ied_1="shuhada").change("ied-1", face="ied")
    if by:
        rules(laid, "daesh", {"modify": "ied", "by": by, "of": {"side": "own", "is": ["ied"]}})
    laid.order("move", unit="erd-1", to="shuhada", dice=[die])
    assert laid.state.pieces["erd-1"].steps == left
