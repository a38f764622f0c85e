"""Ground initiative (10.2): four methods, decision cards, and the ground sequence of play (10.3)."""

from typing import Any

import pytest

from adjudication.systems.ows.command.cards import Effect, apply
from adjudication.systems.ows.ground.forces.acting import actioned, acts_now
from adjudication.systems.ows.ground.forces.designations import in_reserve
from adjudication.systems.ows.ground.segment.initiative import planned
from adjudication.systems.ows.sequence import STEPS
from adjudication.systems.ows.table.settings import DEFAULTS
from domain.errors import BadData
from domain.events import PhaseEntered, Picked
from domain.texts import Text
from domain.views.view import see_log
from reports.words.names import Names
from tests.ows.ground.organizing import BOTH, acts, done, field, pass_action, refused
from tests.ows.umpires import told
from tests.table import Table

ALL = {"blue": ["b1", "b2"], "red": ["r1", "r2"]}


def began(dice: tuple[int, ...] = (), **options: Any) -> Table:
    """The Organize step is over: the first actioning unit has the initiative, or a side is to choose."""
    table = field(**options)
    done(table, dice=dice)
    return table


def phases(table: Table) -> list[str]:
    return [event.phase for event in table.session.game.log if isinstance(event, PhaseEntered)]


# --- 10.2.1 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.2", "ows 10.1")
def test_the_method_is_an_option_of_the_game_and_stays() -> None:
    assert DEFAULTS["ground_initiative"] == "side"
    for method in ("side", "formation", "draw", "planned"):
        table = field(ground_initiative=method)
        assert table.state.options["ground_initiative"] == method
    assert "activate" not in {part.name for part in field().session.legal().parts}


@pytest.mark.rule("ows 10.2.1", "ows ground.4")
@pytest.mark.parametrize(("first", "second"), [BOTH, BOTH[::-1]])
def test_by_side_all_forces_of_one_act_then_those_of_the_other(first: str, second: str) -> None:
    table = began(initiative=first)
    assert acts(table) == (first, ALL[first])
    unit = {"blue": "mar-1", "red": "light-r"}
    assert acts_now(table.state, unit[first])
    assert not acts_now(table.state, unit[second])
    pass_action(table)
    assert acts(table) == (second, ALL[second])
    pass_action(table)
    assert acts(table) == ("", [])
    assert table.state.phase == "regeneration"


@pytest.mark.rule("ows 10.2.1")
def test_a_unit_of_no_formation_acts_where_its_whole_side_does() -> None:
    for method, may in (("side", True), ("formation", False)):
        table = field(ground_initiative=method).mark("mar-1", "formation", None)
        table.mark("game", "actioning unit", {"side": "blue", "formations": ALL["blue"]})
        assert acts_now(table.state, "mar-1") is may
        assert not acts_now(table.state, "light-r")


# --- 10.2.2 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.2.2", "ows ground.3")
def test_by_formation_sides_alternate_until_all_have_acted() -> None:
    table = began(ground_initiative="formation", initiative="red")
    assert (table.state.phase, table.state.side) == ("ground activation", "red")
    refused(table, "3.1a", "activate", side="blue", formation="b1")
    refused(table, "10.2.2", "activate", side="red", formation="b1")
    table.order("activate", formation="r2")
    assert (table.state.phase, acts(table)) == ("prep fires", ("red", ["r2"]))
    pass_action(table)
    assert (table.state.phase, table.state.side) == ("ground activation", "blue")
    table.order("activate", formation="b1")
    pass_action(table)
    assert acts(table) == ("red", ["r1"])  # the only one that is left
    pass_action(table)
    assert acts(table) == ("blue", ["b2"])
    pass_action(table)
    assert table.state.phase == "regeneration"


@pytest.mark.rule("ows 10.2.2")
def test_who_has_more_formations_acts_on_when_the_other_has_none_left() -> None:
    table = field(ground_initiative="formation")
    for unit in ("hq-r2", "rifle-2", "light-r", "atgm-r"):
        table.put(unit, "attrition-red")
    done(table)
    table.order("proceed")  # the first one that is left
    assert acts(table) == ("blue", ["b1"])
    pass_action(table)
    assert acts(table) == ("red", ["r1"])
    pass_action(table)
    assert acts(table) == ("blue", ["b2"])
    pass_action(table)
    assert table.state.phase == "regeneration"


@pytest.mark.rule("ows 10.2.2")
def test_without_an_initiative_a_roll_off_says_who_goes_first_again_if_tied() -> None:
    table = field(ground_initiative="formation")
    table.state.options["initiative"] = ""
    done(table, dice=[4, 4, 3, 9])
    assert table.state.mark_named("game", "ground initiative") == "red"
    assert table.state.side == "red"


# --- 10.2.3 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.2.3")
def test_a_formation_drawn_from_the_cup_of_both_sides_finishes_before_the_next_draw() -> None:
    table = began(dice=(3,), ground_initiative="draw")  # of b1, b2, r1, r2
    assert acts(table) == ("red", ["r1"])
    assert acts_now(table.state, "tank-12")
    assert not acts_now(table.state, "light-r")  # it belongs to the other division
    pass_action(table, dice=[2])  # of b1, b2, r2
    assert acts(table) == ("blue", ["b2"])
    pass_action(table, dice=[2])  # of b1, r2
    assert acts(table) == ("red", ["r2"])
    pass_action(table)
    assert acts(table) == ("blue", ["b1"])
    pass_action(table)
    assert table.state.phase == "regeneration"


@pytest.mark.rule("ows 10.2.3")
def test_the_counter_of_a_formation_that_is_out_of_play_is_not_in_the_cup() -> None:
    table = field(ground_initiative="draw")
    for unit in ("hq-b1", *("abct-1", "stryker-1", "cav-1", "pal-1", "pal-2", "himars-1", "eng-b", "css-b")):
        table.put(unit, "attrition-blue")
    done(table, dice=[1])
    assert acts(table) == ("blue", ["b2"])


# --- 10.2.4 ------------------------------------------------------------------------------------------------


def with_plans(**options: Any) -> Table:
    """Both have planned that their second divisions activate first."""
    table = field("planning", ground_initiative="planned", **options)
    before = len(see_log(table.session.game.log, "red"))
    table.order("activation-order", side="blue", formations=["b2", "b1"])
    assert len(see_log(table.session.game.log, "red")) == before
    table.order("activation-order", side="red", formations=["r2", "r1"])
    return table


@pytest.mark.rule("ows 10.2.4a")
def test_the_planned_order_is_noted_in_planning() -> None:
    table = with_plans()
    assert planned(table.state, "blue") == ("b2", "b1")
    table.order("activation-order", side="blue", formations=["b1"])
    assert planned(table.state, "blue") == ("b1", "b2")
    refused(table, "10.2.4a", "activation-order", formations=["b1", "b1"])
    refused(table, "10.2.4a", "activation-order", formations=["r1"])
    other = field("planning", ground_initiative="draw")
    assert "planned ground initiative" in refused(other, "10.2.4a", "activation-order", formations=["b2"])


@pytest.mark.rule("ows 10.2.4a")
def test_chits_of_the_sides_are_drawn_and_the_next_on_the_list_acts() -> None:
    table = with_plans().phase("ground organization", side="")
    done(table, dice=[3])  # two chits of Blue, then two of Red
    assert acts(table) == ("red", ["r2"])
    pass_action(table, dice=[3])  # two of Blue, one of Red
    assert acts(table) == ("red", ["r1"])
    pass_action(table, dice=[1])
    assert acts(table) == ("blue", ["b2"])


@pytest.mark.rule("ows 10.2.4b")
@pytest.mark.parametrize("how", ["disrupted", "suppressed", "destroyed"])
def test_a_disrupted_or_destroyed_headquarters_goes_last(how: str) -> None:
    table = with_plans(suppressed_hq_out_of_order=True).phase("ground organization", side="")
    if how == "destroyed":
        table.put("hq-r2", "attrition-red")
    else:
        table.mark("hq-r2", how, 1)
    done(table, dice=[3])  # two chits of Blue, one of Red
    assert acts(table) == ("red", ["r1"])  # the list closes up
    pass_action(table, dice=[1])
    pass_action(table)
    assert acts(table) == ("blue", ["b1"])
    pass_action(table)
    assert acts(table) == ("red", ["r2"])
    pass_action(table)
    assert table.state.phase == "regeneration"


@pytest.mark.rule("ows 10.2.4b")
def test_a_headquarters_that_is_only_suppressed_keeps_its_planned_place() -> None:
    table = with_plans().phase("ground organization", side="").mark("hq-r2", "suppressed", 1)
    done(table, dice=[3])  # two chits a side
    assert acts(table) == ("red", ["r2"])


@pytest.mark.rule("ows 10.2.4b")
@pytest.mark.parametrize(
    ("option", "code"), [(True, "formation out of order or suppressed"), (False, "formation out of order")]
)
def test_the_draw_of_those_that_go_last_says_which_headquarters_do(option: bool, code: str) -> None:
    table = with_plans(suppressed_hq_out_of_order=option).phase("ground organization", side="")
    for hq in ("hq-b1", "hq-b2", "hq-r1", "hq-r2"):
        table.mark(hq, "disrupted", 1)
    done(table, dice=[4])
    (drawn,) = [event for event in table.session.game.log if isinstance(event, Picked)]
    assert drawn.purpose == Text(code)


@pytest.mark.rule("ows 10.2.4b")
def test_those_that_go_last_are_drawn_among_both_sides() -> None:
    table = with_plans().phase("ground organization", side="")
    for hq in ("hq-b1", "hq-b2", "hq-r1", "hq-r2"):
        table.mark(hq, "disrupted", 1)
    done(table, dice=[4])
    assert acts(table) == ("red", ["r2"])
    pass_action(table, dice=[1])
    assert acts(table) == ("blue", ["b1"])


@pytest.mark.rule("ows 10.2.4a", "ows 10.2.4b")
def test_a_disrupted_senior_headquarters_takes_its_subordinates_with_it() -> None:
    table = with_plans().phase("ground organization", side="")
    rows = [dict(row) for row in table.state.tables["formations"].data.rows]
    rows[1]["senior"] = "b1"
    table.adopt("formations", rows)
    table.mark("hq-b1", "disrupted", 1)
    done(table, dice=[1])  # two chits of Red alone
    assert acts(table) == ("red", ["r2"])
    table = with_plans().phase("ground organization", side="")
    table.adopt("formations", rows).mark("hq-b2", "disrupted", 1)
    done(table, dice=[1])  # one chit of Blue: the senior one keeps its place
    assert acts(table) == ("blue", ["b1"])


# --- 10.2.5 ------------------------------------------------------------------------------------------------


def play(table: Table, side: str, card: str = "Planned Offensive", *order: str) -> None:
    """A side plays a decision card of ground initiative."""
    effect = Effect(phases=("ground organization",), ground_order=order or ("own",))
    told(table, lambda umpire: apply(umpire, side, card, effect))


@pytest.mark.rule("ows 10.2.5a", "ows ground.1", "ows seq.6.C.1")
def test_a_card_seizes_the_initiative_and_dictates_the_first_activations() -> None:
    table = field(ground_initiative="draw")
    play(table, "red", "Planned Offensive", "own", "own")
    done(table)
    assert (table.state.phase, table.state.side) == ("ground activation", "red")
    table.order("activate", formation="r2")
    pass_action(table)
    assert acts(table) == ("red", ["r1"])
    pass_action(table, dice=[2])  # then the method goes on
    assert acts(table) == ("blue", ["b2"])


@pytest.mark.rule("ows 10.2.5a")
@pytest.mark.parametrize("method", ["side", "formation", "planned"])
def test_a_card_overrides_every_method(method: str) -> None:
    table = field(ground_initiative=method, initiative="blue")
    play(table, "red")
    done(table)
    if table.state.phase == "ground activation":
        table.order("activate", formation="r1")
    assert acts(table)[0] == "red"
    if method == "formation":
        pass_action(table)
        assert table.state.side == "blue"


@pytest.mark.rule("ows 10.2.5b")
@pytest.mark.parametrize(("dice", "first"), [([7, 7, 2, 5], "red"), ([9, 3], "blue")])
def test_of_the_same_card_on_both_sides_an_opposed_roll_decides(dice: list[int], first: str) -> None:
    table = field(ground_initiative="formation")
    for side in BOTH:
        play(table, side)
    done(table, dice=dice)
    assert table.state.side == first
    table.order("proceed")
    pass_action(table)
    assert table.state.side != first  # the losing card takes effect second


@pytest.mark.rule("ows 10.2.5b")
def test_of_different_cards_nothing_is_rolled() -> None:
    table = field(ground_initiative="formation", initiative="red")
    play(table, "blue", "Planned Offensive")
    play(table, "red", "Surprise Attack")
    done(table)
    assert table.state.side == "red"


# --- 10.3 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.3", "ows seq.6.C.2", "ows seq.6.C.3", "ows seq.6.C.4", "ows 10.1")
def test_the_steps_of_the_ground_sequence_come_in_its_order() -> None:
    names = [step.name for step in STEPS]
    wanted = [
        *("local strikes", "ground organization", "ground activation", "prep fires", "ground movement"),
        *("supporting fires", "defensive fires", "ground combat", "exploitation", "exploitation combat"),
        *("rear area", "regeneration"),
    ]
    assert names[names.index("local strikes") :][: len(wanted)] == wanted


@pytest.mark.rule("ows ground.3", "ows ground.4", "ows 10.3")
def test_each_actioning_unit_goes_through_all_impulses() -> None:
    table = began(ground_initiative="formation")
    table.order("activate", formation="b1")
    for phase, side in (
        ("prep fires", "blue"),
        ("ground movement", "blue"),
        ("defensive fires", "red"),
        ("exploitation", "blue"),
    ):
        assert (table.state.phase, table.state.side) == (phase, side)
        table.order("proceed")
    assert actioned(table.state) == ("b1",)


@pytest.mark.rule("ows ground.turn-duration")
def test_a_week_may_have_two_ground_phases_back_to_back() -> None:
    table = began(ground_phases=2, turn_hours=168, initiative="blue")
    table.order("proceed")
    start = len(phases(table))
    while table.state.phase != "ground organization":
        table.order("proceed")
    assert table.state.turn == 1
    assert table.state.mark_named("game", "ground phase") == 2
    assert actioned(table.state) == ()
    table.order("reserve", side="blue", units=["abct-1"])
    assert in_reserve(table.state, "abct-1")
    done(table)
    pass_action(table)
    pass_action(table)
    assert table.state.phase == "regeneration"
    assert table.state.mark_named("game", "ground phase") is None
    assert "strategic movement" not in phases(table)[start:]


@pytest.mark.rule("ows 10.3")
def test_without_formations_there_is_no_ground_segment() -> None:
    table = Table("ows", "proving-ground", dice="scripted").phase("local strikes", side="blue")
    table.order("proceed")
    table.order("proceed")
    assert table.state.phase == "regeneration"


def test_an_organization_of_units_that_are_not_there_is_refused() -> None:
    table = Table("ows", "proving-field", dice="scripted", begun=False)
    rows = [dict(row) for row in table.state.tables["organization"].data.rows]
    rows.append({"unit": "nobody", "formation": "b1"})
    table.adopt("organization", rows)
    with pytest.raises(BadData, match="nobody"):
        table.session.begin()


def test_people_read_the_names_of_formations() -> None:
    state = Table("ows", "proving-field", dice="scripted").state
    assert Names(state).thing(["b1", "r2"]) == "1st Division and 90th Division"


@pytest.mark.rule("ows 10.2.5a")
def test_a_card_counts_for_one_ground_phase() -> None:
    table = field(ground_initiative="draw", ground_phases=2)
    play(table, "red")
    done(table)
    assert table.state.mark_named("game", "to activate") == "red"
    assert not any(table.state.mark_named(side, "ground cards") for side in BOTH)


@pytest.mark.rule("ows 10.2.4a")
def test_of_many_formations_each_is_listed_at_the_head_of_the_order_once() -> None:
    table = field("planning", ground_initiative="planned")
    rows = [dict(row) for row in table.state.tables["formations"].data.rows]
    more = [{**rows[0], "formation": f"b{n}", "hq": "", "name": f"{n}th Division"} for n in range(3, 6)]
    table.adopt("formations", [*rows, *more])
    (group,) = [group for group in table.session.legal().named("activation-order") if group.side == "blue"]
    assert group.values == [
        ["b2", "b1", "b3", "b4", "b5"],
        ["b3", "b1", "b2", "b4", "b5"],
        ["b4", "b1", "b2", "b3", "b5"],
        ["b5", "b1", "b2", "b3", "b4"],
    ]
