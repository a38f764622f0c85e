"""Planning (4): order sheets, decision cards, main effort and reserve: numbered cases."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.engine.reasons import rule_of
from adjudication.systems.ows.air.sorties import why_grounded
from adjudication.systems.ows.command.cards import (
    TIMERS,
    Effect,
    Timer,
    apply,
    hold_back,
    playable,
    read,
    run_timers,
)
from adjudication.systems.ows.command.planning import ORDERS, Guidance
from adjudication.systems.ows.hints import hint, left
from adjudication.systems.ows.support.regeneration import advance_timers
from adjudication.systems.ows.table.magazines import holds_fire
from adjudication.systems.ows.table.status import INITIATIVE, MAIN_EFFORT, READINESS, RESERVE, UNREADY, sides
from adjudication.systems.ows.turn.turns import SET_ORDER
from domain.errors import BadData, IllegalOrder
from domain.texts import code_of
from domain.views.view import see_log
from tests.ows.umpires import told
from tests.table import Table


def planning(**options: Any) -> Table:
    """The proving ground as its first turn is planned."""
    return Table("ows", options=options, dice="scripted")


def ready(table: Table, unit: str) -> bool:
    return not table.state.mark(unit, UNREADY)


def next_planning(table: Table, turn: int) -> None:
    """A later turn begins as the rules have it."""
    table.phase("assessment", turn=turn - 1, side="")
    for side in ("blue", "red"):
        table.order("proceed", side=side)


SHEET: dict[str, Any] = {
    "guidance": "Hold the strait for the next 4 days",
    "pir": ["Where is the carrier?", "Where are the missiles?", "Do they mobilize?"],
    "ffir": ["Fuel", "Port West", "Tankers"],
    "objectives": "The two ports",
    "decisions": "When to commit the reserve",
    "intent": "Deny the crossing",
    "tasks": "Screen, strike, supply",
    "priority_targets": "Cruisers, then airfields",
    "priority_iw_effects": "Their C2",
}


@pytest.mark.rule("ows 4.3", "ows 3.3")
def test_the_order_sheet_has_the_fields_of_the_sample() -> None:
    table = planning()
    assert [*Guidance.__dataclass_fields__] == ["side", *SHEET]
    table.order("guidance", side="blue", **SHEET)
    assert table.state.mark("blue", ORDERS) == {"move": 1, **SHEET}
    table.order("guidance", side="blue", guidance="Another plan")
    assert table.state.mark("blue", ORDERS) == {"move": 1, "guidance": "Another plan"}


@pytest.mark.rule("ows 4.3")
def test_the_enemy_learns_nothing_of_it_and_an_empty_or_crowded_one_is_refused() -> None:
    table = planning()
    before = len(see_log(table.session.game.log, "red"))
    table.order("guidance", side="blue", **SHEET)
    assert len(see_log(table.session.game.log, "red")) == before
    with pytest.raises(IllegalOrder, match=r"fill in one field at least.*ows 4\.3"):
        table.order("guidance", side="blue", tasks=" ")
    with pytest.raises(IllegalOrder, match="room for 3 PIRs and 3 FFIRs"):
        table.order("guidance", side="blue", pir=["one", "two", "three", "four"])


@pytest.mark.rule("ows 4.1", "ows 4.3", "ows 3.3")
def test_written_orders_are_required_only_where_the_game_says_so() -> None:
    table = planning()
    for side in ("blue", "red"):
        table.order("proceed", side=side)
    assert table.state.phase == "strategic movement"
    table = planning(written_orders=True)
    with pytest.raises(IllegalOrder, match=r"Hand in the order sheet of this turn first.*ows 4\.3"):
        table.order("proceed", side="blue")
    for side in ("blue", "red"):
        table.order("guidance", side=side, guidance="As briefed")
        table.order("proceed", side=side)
    assert table.state.phase == "strategic movement"
    table.phase("planning", turn=2, side="").mark("game", "ready", None)
    with pytest.raises(IllegalOrder, match="of this turn"):
        table.order("proceed", side="blue")


@pytest.mark.rule("ows 4.2", "ows 4.2a", "ows seq.1.2", "ows seq.1.1")
def test_a_decision_card_makes_the_units_ready_that_it_names() -> None:
    table = planning()
    assert not ready(table, "guard-1")
    assert ready(table, "battalion-2")
    table.order("card", side="blue", card="mobilization")
    assert ready(table, "guard-1")
    assert "mobilization" not in table.state.pieces
    assert any("Strategic Mobilization" in str(line) for line in see_log(table.session.game.log, "red"))


@pytest.mark.rule("ows 4.2")
def test_a_unit_that_is_not_ready_cannot_act() -> None:
    table = planning().phase("strategic movement", side="blue")
    with pytest.raises(IllegalOrder, match="is ready"):
        table.order("rail", unit="guard-1", to="0106")
    table.phase("planning", side="").order("card", side="blue", card="mobilization")
    table.phase("strategic movement", side="blue").order("rail", unit="guard-1", to="0106")


@pytest.mark.rule("ows 4.2a")
def test_no_card_need_be_played_and_some_are_played_in_other_phases() -> None:
    table = planning()
    for side in ("blue", "red"):
        table.order("proceed", side=side)
    assert table.state.phase == "strategic movement"
    assert (playable(table.state, "blue"), playable(table.state, "red")) == ((), ())
    with pytest.raises(IllegalOrder, match=r"no decision card in your hand for this phase.*ows 4\.2"):
        table.order("card", side="blue", card="mobilization")
    table.phase("information", side="")
    assert playable(table.state, "red") == ("oplan",)
    table.order("card", side="red", card="oplan")


@pytest.mark.rule("ows 4.2", "ows 9.8a")
def test_a_card_gives_the_initiative_sets_the_order_of_strikes_and_moves_a_track() -> None:
    table = planning()
    assert sides(table.state) == ("blue", "red")
    before = table.state.track("c2-red")
    table.order("card", side="red", card="oplan")
    assert sides(table.state) == ("red", "blue")
    assert table.state.mark("game", INITIATIVE) == "red"
    assert table.state.mark("game", SET_ORDER) == ["red", "red"]
    assert table.state.track("c2-red") == before + 1


@pytest.mark.rule("ows 4.2")
def test_a_timer_of_a_card_runs_out_as_a_later_turn_is_planned() -> None:
    table = planning()
    table.order("card", side="blue", card="mobilization")
    marked = [view for view in see_log(table.session.game.log, "red") if view.event == "marked"]
    assert TIMERS.name not in [view.fields["mark"] for view in marked]  # it names the units of Blue
    next_planning(table, 2)
    assert not ready(table, "guard-2")
    next_planning(table, 3)
    assert ready(table, "guard-2")
    assert table.state.mark("blue", TIMERS) is None


@pytest.mark.rule("ows 4.2", "ows 11.5")
def test_a_card_may_start_a_countdown_to_readiness() -> None:
    table = planning().mark("guard-2", UNREADY)
    effect = Effect(countdowns={"guard-2": 2, "para-1": 1})
    told(table, lambda umpire: apply(umpire, "blue", "Call-up", effect))
    assert table.state.mark("para-1", READINESS) is None  # it is ready already
    told(table, advance_timers)
    assert not ready(table, "guard-2")
    told(table, advance_timers)
    assert ready(table, "guard-2")


@pytest.mark.rule("ows 4.2")
def test_a_card_may_unready_units_and_bring_others_in() -> None:
    table = planning().put("guard-1", "regeneration-blue")
    effect = Effect(unreadies=("f35-1", "patriot-1"), arrive={"guard-1": "0203"}, initiative="enemy")
    told(table, lambda umpire: apply(umpire, "blue", "Stand-down", effect))
    state = table.state
    assert state.pieces["guard-1"].place == "0203"
    assert sides(state) == ("red", "blue")
    assert rule_of(why_grounded(state, state.pieces["f35-1"]), "") == "ows 4.2"
    assert code_of(holds_fire(state, state.pieces["patriot-1"])) == "waits for a decision card"


@pytest.mark.rule("ows 4.1", "ows seq.1.1")
def test_the_hint_says_what_may_be_done_and_what_the_game_requires() -> None:
    assert "order sheet" not in hint(planning().state)
    assert "This game requires an order sheet of each side" in hint(planning(written_orders=True).state)
    table = planning().phase("naval movement", side="red")
    assert hint(table.state).startswith("Red: Move ships and submarines (sail, sail-group)")
    assert "Mines are laid" in hint(table.state)
    assert left(planning(written_orders=True).state, "blue") == [
        "1 decision card",
        "an order sheet to hand in",
    ]
    assert left(planning().phase("strategic movement", side="blue").state, "red") == []
    told_blue = left(planning().phase("strategic movement", side="blue").state, "blue")
    assert len(told_blue) == 1
    assert told_blue[0].endswith("ground units to move")


@pytest.mark.rule("ows 4.2")
def test_a_card_that_cannot_be_read_is_refused_with_its_name() -> None:
    with pytest.raises(BadData, match="The decision card Mobilization cannot be read"):
        read({"redies": ["guard-1"]}, "Mobilization")


@pytest.mark.rule("ows seq.1.3")
def test_main_effort_and_reserve_are_recorded_in_secret() -> None:
    table = planning()
    before = len(see_log(table.session.game.log, "red"))
    table.order("main-effort", side="blue", unit="marines-1")
    table.order("main-effort", side="blue", unit="ddg-1")
    table.order("reserve", side="blue", units=["marines-1", "para-1"])
    table.order("reserve", side="blue", units=["para-1", "ssn-1"])
    assert [*table.state.marked(MAIN_EFFORT)] == ["ddg-1"]
    assert {*table.state.marked(RESERVE)} == {"para-1", "ssn-1"}
    assert len(see_log(table.session.game.log, "red")) == before
    with pytest.raises(IllegalOrder, match="no unit of yours on the map"):
        table.order("main-effort", side="blue", unit="airfield-b")
    with pytest.raises(IllegalOrder, match="Name units of yours on the map"):
        table.order("reserve", side="blue", units=["airfield-b"])


@pytest.mark.rule("ows 4.2")
def test_timers_of_several_cards_wait_beside_each_other() -> None:
    table = Table("ows", "proving-ground", dice="scripted").phase("planning", turn=1, side="")
    first = Effect(timers=(Timer(turns=2, effect={"readies": ["guard-2"]}),))
    second = Effect(timers=(Timer(turns=1, effect={"readies": ["guard-1"]}),))
    told(table, lambda umpire: apply(umpire, "blue", "First", first))
    told(table, lambda umpire: apply(umpire, "blue", "Second", second))
    assert [(each["card"], each["turn"]) for each in table.state.marked(TIMERS)["blue"]] == [
        ("First", 3),
        ("Second", 2),
    ]
    assert [table.state.mark(unit, UNREADY) for unit in ("guard-1", "guard-2")] == [True, True]
    told(table.phase("planning", turn=2), run_timers)
    assert [each["card"] for each in table.state.marked(TIMERS)["blue"]] == ["First"]
    assert [table.state.mark(unit, UNREADY) for unit in ("guard-1", "guard-2")] == [None, True]
    told(table.phase("planning", turn=3), run_timers)
    assert table.state.mark("blue", TIMERS) is None
    assert table.state.mark("guard-2", UNREADY) is None


@pytest.mark.rule("ows 4.2")
def test_a_card_may_unready_count_down_bring_in_and_change_tracks() -> None:
    table = Table("ows", "proving-ground", dice="scripted").phase("planning", turn=1, side="")
    effect = Effect(
        unreadies=("ddg-1", "no-such-unit"),
        countdowns={"guard-1": 2, "ddg-2": 2},
        tracks={"c2-blue": -1},
        arrive={"battalion-2": "0203", "no-such-unit": "0203"},
        initiative="enemy",
    )
    before = table.state.track("c2-blue")
    told(table, lambda umpire: apply(umpire, "blue", "A card", effect))
    state = table.state
    assert state.mark("ddg-1", UNREADY)
    assert (state.mark("guard-1", READINESS), state.mark("ddg-2", READINESS)) == (2, None)  # that is ready
    assert state.track("c2-blue") == before - 1
    assert state.pieces["battalion-2"].place == "0203"
    assert state.mark("game", INITIATIVE) == "red"


@pytest.mark.rule("ows 4.2")
def test_a_card_that_makes_ready_what_is_not_in_the_game_is_refused_as_it_begins() -> None:
    table = planning()
    card = table.state.pieces["mobilization"]
    card.kind = replace(card.kind, data={**card.kind.data, "effect": {"readies": ["nobody"]}})
    with pytest.raises(BadData, match="makes nobody ready, which is not in the game"):
        told(table, hold_back)
