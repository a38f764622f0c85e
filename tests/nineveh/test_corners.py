"""Corners of the sequence of play: what lapses when, what is shown and hidden at the end of a turn, and by
which rule (4.1, 4.2, 6.1a, 7.3b, 8.1, 9.2, 10.1g, 10.2c)."""

from typing import Any

import pytest

from adjudication.systems.nineveh.card_play.events import TRIGGER, lay_deck
from adjudication.systems.nineveh.cards import checking, purchase
from adjudication.systems.nineveh.course.deployment import _what
from adjudication.systems.nineveh.moving.ieds import entered
from adjudication.systems.nineveh.moving.movement import beyond
from adjudication.systems.nineveh.sequence import turn
from adjudication.systems.nineveh.solitaire import council
from adjudication.systems.nineveh.solitaire.placement import GROUPS, form_groups
from adjudication.systems.nineveh.table.board import _to_segment
from domain.errors import BadData
from domain.events import DieRolled, KindData, Modified, PhaseEntered, PieceKnown, PieceMoved
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
        assert laid.state.mark_named("ied-factory-1", "produced") == (None if laid.state.turn == 2 else "ied")
    for _ in range(3):
        laid.order("proceed", side="isf")
    assert "ied" in listed(laid, "produce", "operation")


@pytest.mark.rule("nineveh 6.1a", "nineveh 6.1i")
def test_a_combat_is_fought_once_a_phase() -> None:
    laid = battle(URBAN, ["erd-1"], ["arms-cache-1"])
    assert listed(laid, "fight", "area") == [URBAN]
    laid.order("fight", area=URBAN, dice=[1, 1])
    assert laid.state.mark_named(URBAN, "fought") is True
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
    assert not laid.state.mark_named("army-hq", "disrupted")
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
        checking.check(kinds)
        return
    with pytest.raises(BadData, match=refused):
        checking.check(kinds)


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


@pytest.mark.rule("nineveh 7.5b", "nineveh 7.5a")
@pytest.mark.parametrize("face", ["large", "small"])
def test_of_what_comes_into_an_area_with_units_only_a_vbied_goes_off(face: str) -> None:
    laid = battle(URBAN, ["erd-1"], ["ied-1"]).change("ied-1", face=face)
    umpire, people = doing(laid)
    entered(umpire, "ied-1", URBAN)
    assert (people.asked, umpire.fresh) == ([], [])
    umpire, _ = doing(laid.change("ied-1", face="vbied"), [1])
    entered(umpire, "ied-1", URBAN)
    assert [event.rule for event in umpire.fresh if isinstance(event, DieRolled)] != []


@pytest.mark.rule("nineveh 10.4a", "nineveh 10.1h")
def test_more_blocks_are_sorted_by_the_rule_of_the_harder_game() -> None:
    for more in (False, True):
        table_of, _ = begun({"more_blocks": more})
        umpire, _ = doing(table_of, [1] * 200)
        rows = table_of.state.tables[GROUPS].data.rows
        form_groups(umpire)
        moved: dict[str, int] = {}
        for event in umpire.fresh:
            if isinstance(event, PieceMoved):
                moved[event.rule] = moved.get(event.rule, 0) + 1
        wanted = {"nineveh 10.1h": 0, "nineveh 10.4a": 0}
        for row in rows:
            wanted["nineveh 10.4a" if row["harder"] else "nineveh 10.1h"] += int(str(row["number"]))
        assert moved == {rule: number for rule, number in wanted.items() if more or rule != "nineveh 10.4a"}


@pytest.mark.rule("nineveh 10.2b")
def test_cards_of_the_council_act_as_the_phases_of_daesh_begin() -> None:
    alone_table, _ = begun()
    steps = {step.name: step for step in turn(alone_table.state) if step.side == "daesh"}
    assert steps["support"].begins is council.begin_support
    assert steps["movement"].begins is council.begin_movement
    assert steps["combat"].begins is council.begin_combat
    assert steps["support"].ends is steps["movement"].ends is council.no_more
    assert steps["combat"].ends is council.end_turn


@pytest.mark.parametrize(
    ("point", "end", "square"),
    [
        ((0, 5), (1, 0), 25),
        ((1, 5), (1, 0), 25),  # beside the end of a line of length one
        ((2, 5), (1, 0), 26),
        ((-1, 5), (4, 0), 26),
        ((2, 3), (4, 0), 9),
        ((5, 3), (4, 0), 10),
        ((1, 1), (2, 2), 0),
        ((0, 2), (2, 2), 2),
    ],
)
def test_how_far_a_point_is_from_a_line(point: tuple[int, int], end: tuple[int, int], square: int) -> None:
    assert _to_segment(point, (0, 0), end) == square


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        ("use", ("phase", "card", "standing", "tapped", "phase", "needs", "at")),
        ("produce", ("unit", "produced", "forbidden", "operation", "needs")),
    ],
)
def test_what_is_wrong_with_a_card_or_unit_is_said_before_what_is_wrong_with_its_use(
    order: str, codes: tuple[str, ...]
) -> None:
    laid = at("support", "daesh")
    (legality,) = laid.session.system.orders[order].legality
    said = [check.code for check in legality.checks]
    assert said[-len(codes) :] == list(codes)
    assert {part.side for part in legality.listed(laid.state, order)} <= {"daesh", "isf"}


@pytest.mark.rule("nineveh 3.3g", "nineveh 10.1i")
def test_who_sets_up_is_told_what_it_sets_up() -> None:
    state = at("deployment", "isf").state
    assert getattr(_what(state, "isf"), "code", "") == "ISF sets up a group at a time"
    assert getattr(_what(state, "daesh"), "code", "") == "Daesh sets up blocks"


@pytest.mark.rule("nineveh 5.0b")
@pytest.mark.parametrize("to", ["nowhere", "reserve-daesh"])
def test_a_box_is_no_area_that_a_block_could_reach(to: str) -> None:
    laid = battle(URBAN, ["erd-1"], ["militia-1"])
    assert getattr(beyond(laid.state, "erd-1", to), "code", "") == "no such area"


@pytest.mark.rule("nineveh 3.0d")
def test_an_empty_deck_is_not_shuffled() -> None:
    laid = at("support", "isf")
    for card in [*laid.state.pieces_at("event-deck")]:
        laid.put(card.id, "aside")
    umpire, _ = doing(laid)
    lay_deck(umpire)
    assert not [event for event in umpire.fresh if type(event).__name__ == "Shuffled"]
    assert umpire.state.mark("game", TRIGGER) is None
