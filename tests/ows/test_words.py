"""How the log of the Operational Wargame System is said: names of weapons, flights, charts, bookkeeping."""

from collections.abc import Mapping
from typing import Any

import pytest

from adjudication.systems.ows import SYSTEM
from adjudication.systems.ows.ground.segment.impulses import GROUND_SEGMENT
from adjudication.systems.ows.hints import left
from adjudication.systems.ows.table.counters import sheet_of
from adjudication.systems.ows.table.status import DETECTED
from domain.errors import BadData, NotFound
from domain.events import Event, KindData
from domain.views.masks import identifies
from domain.views.view import WHITE, EventView
from reports.words.events import event_kind, in_words, sentence
from reports.words.explain import explain
from reports.words.names import Names
from reports.words.quiet import is_quiet, worth_telling
from tests.ows.fire import salvos, strike, war
from tests.table import Table

TOMAHAWK = "ssgn-1/tomahawk"


def said(table: Table, events: list[Event]) -> list[str]:
    return [in_words(event, table.state) for event in events]


def test_weapons_and_shields_are_called_by_their_names() -> None:
    table = war()
    met = {"hq9-1/hq9/1": "airfield-r/tomahawk/1", "hq9-1/hq9/2": "airfield-r/tomahawk/2"}
    fired = salvos(TOMAHAWK, "airfield-r", "airfield-r", "airfield-r", "sq-j16")
    told = "\n".join(said(table, strike(table, "0903", fired, [5, 6, 3, 2, 3], [met])))
    assert "3 x Tomahawk of " in told
    assert "2 x HQ-9 of " in told
    assert " to Tomahawk at " in told
    assert "spent so far: 4 Tomahawk" in told
    assert "tomahawk" not in told


def test_a_part_that_no_kind_names_or_several_name_differently_keeps_its_id() -> None:
    names = Names(war().state)
    assert names.part("ssgn-1", "no such weapon") == ""
    assert names.sort("ssgn-1/no-such-weapon").endswith(" no-such-weapon")
    assert names.thing("and/or") == "and/or"


def test_a_weapon_of_a_hidden_unit_is_called_by_its_name() -> None:
    names = Names(war().state, "red")
    assert names.thing({"?/tomahawk/1": "airfield-r", "?/tomahawk/2": "airfield-r"}).startswith(
        "2 x Tomahawk of a hidden unit to "
    )
    assert names.thing("?/tomahawk") == "Tomahawk of a hidden unit"
    assert names.sort("?/no-such-weapon") == "no-such-weapon of a hidden unit"
    assert names.thing("?") == "(hidden)"


def chart(table: str, keys: Mapping[str, object], result: Mapping[str, object]) -> str:
    fields = {"table": table, "keys": keys, "result": result, "row": 1}
    return sentence("looked-up", fields, "", Names(war().state))


def test_charts_say_what_they_gave() -> None:
    weather = chart("weather", {"roll": 5}, {"weather": "rough"})
    assert weather == "Weather, die 5: rough"
    odds = {"odds": "2:1", "margin": 0}
    nothing = dict.fromkeys(("a", "ar", "d", "dr", "exp"), 0)
    assert chart("ground-combat", odds, nothing).endswith("odds 2:1, margin 0: no effect")
    hurt = chart("ground-combat", odds, {**nothing, "a": 1, "d": 2, "dr": 1})
    assert hurt.endswith("margin 0: attacker loses 1, defender loses 2, defender retreats 1")
    routed = chart("ground-combat", odds, {**nothing, "d": 2, "dr": 2, "exp": 1})
    assert routed.endswith("defender loses 2, defender retreats 2, attacker may exploit")
    assert is_quiet("looked-up", {"table": "sof-missions"}, "ows")
    assert not is_quiet("looked-up", {"table": "weather"}, "ows")


def test_fires_and_bridges_are_said_plainly() -> None:
    fires = chart("fires-effects", {"terrain": "hills", "target": "armour"}, {"suppress": 1, "step": 3})
    assert fires == "Fires effects, armour in hills: suppressed by 1 or more hits, a step for each 3"
    names = Names(Table("ows", "river").state)
    bridge = {"subject": "0908", "mark": "bridge", "value": {"0907": ["engineers-2"]}}
    assert sentence("marked", bridge, "", names) == "0908: engineer bridge to 0907"
    second = {**bridge, "value": {"0907": ["engineers-2", "engineers-2"]}}
    assert sentence("marked", second, "", names) == "0908: engineer bridge to 0907 (2)"
    moved = {"subject": "tank-15", "mark": "exploitation force", "value": "moved"}
    assert sentence("marked", moved, "", names) == "15th Tank Regiment: exploitation move made"


def ended(side: str, phase: str, whose: str, *done: str) -> str:
    """How the log says it when a side is done with a phase."""
    table = Table("ows", "river").phase(phase, side=whose).mark("game", "ready", list(done) or None)
    order = {"order": "proceed", "side": side, "arguments": {}}
    return sentence("order-given", order, "", Names(table.state, then=True))


def test_the_log_says_which_side_is_done_and_which_is_still_to_act() -> None:
    assert ended("red", "planning", "") == "Torvia: done with planning; still to act: Meridia"
    assert ended("blue", "planning", "", "red") == "Meridia: done with planning"
    assert ended("red", "theater isr", "") == "Torvia: done with theater ISR; still to act: Meridia"
    assert ended("red", "prep fires", "red") == "Torvia: done with prep fires"
    assert ended("red", "local strikes", "red") == "Torvia: passes"
    later = sentence(
        "order-given", {"order": "proceed", "side": "red", "arguments": {}}, "", Names(Table("ows").state)
    )
    assert later == "Red: done", "the table of another moment does not say what phase it was"


def test_a_mark_comes_off_without_a_line_where_nothing_is_to_be_said() -> None:
    gone = {"mark": "long-range actions", "value": None}
    assert is_quiet("marked", gone, "ows")
    assert not is_quiet("marked", {**gone, "value": 2}, "ows")
    assert not is_quiet("marked", {"mark": "suppressed", "value": None}, "ows")


def test_a_detection_is_one_line_and_what_is_revealed_without_one_is_told() -> None:
    def view(event: str, **fields: object) -> EventView:
        return EventView(line=1, event=event, fields=dict(fields))

    revealed = view("piece-known", piece="a", sides=None)
    other = view("piece-known", piece="b", sides=None)
    found = view("marked", subject="a", mark=DETECTED.name, value=True)
    assert worth_telling([revealed, found, other], "ows", WHITE) == [found, other]
    far = [revealed, *[view("die-rolled")] * 5, found]
    assert worth_telling(far, "ows", WHITE) == far


def test_the_name_of_a_weapon_does_not_tell_which_unit_a_contact_is() -> None:
    state = Table("ows", "tutorial").state
    names = Names(state, "red")
    hidden = [piece for piece in state.pieces.values() if not identifies(state, "red", piece)]
    weapons = {each["id"] for piece in hidden for each in piece.kind.data.get("weapons", ())}
    assert len(hidden) > 2
    assert weapons
    for weapon in weapons:
        assert len({names.part(piece.id, weapon) for piece in hidden}) == 1, weapon


def test_ships_that_have_sailed_are_not_counted_again() -> None:
    table = Table("ows", "tutorial", dice="scripted")
    table.phase("naval movement", side="blue")
    assert left(table.state, "blue") == ["3 ships and submarines to sail"]
    table.order("sail", ship="valiant", to="0805")
    assert left(table.state, "blue") == ["2 ships and submarines to sail"]
    table.order("mode", unit="espadon", to="silent running")
    assert left(table.state, "blue") == ["1 ship or submarine to sail"]


def test_a_game_without_formations_has_no_ground_segment() -> None:
    at_sea = SYSTEM.phases_to_come(Table("ows", "tutorial").state)
    assert not set(at_sea) & set(GROUND_SEGMENT)
    assert at_sea[-1] == "assessment"
    on_land = SYSTEM.phases_to_come(Table("ows", "river").state)
    assert set(GROUND_SEGMENT) - set(on_land) == {"rear area"}


def test_aircraft_take_off_and_return() -> None:
    table = Table("ows", "tutorial", dice="scripted")
    table.phase("air tasking", side="blue")
    events = table.order("task", mission="lightnings-a", type="cap", hex="0605")
    moved = [in_words(event, table.state) for event in events if event_kind(event) == "piece-moved"]
    assert moved[0].startswith(
        "F-35A of the 31st Squadron: takes off from 31st Squadron base for Kestrel Island"
    )


@pytest.mark.parametrize(
    ("name", "value"), [("turns", 0), ("turns", -5), ("turns", "many"), ("cyber_cards", -1)]
)
def test_an_option_that_cannot_be_is_refused_before_play(name: str, value: int | str) -> None:
    with pytest.raises(BadData, match=f"Option {name} is a number from "):
        Table("ows", "tutorial", {name: value})


def test_a_weapon_with_a_die_off_the_ladder_is_refused() -> None:
    gun = {"id": "gun", "name": "Gun", "die": 7, "at": ["sea"], "flight": "gun"}
    with pytest.raises(BadData, match=r"Destroyer, Gun: the die is one of D4, D6, .* not D7"):
        sheet_of(KindData("Destroyer", data={"type": "ddg", "weapons": [gun]}))


def test_a_card_that_was_played_keeps_its_name_for_all_who_knew_it() -> None:
    """It has left the game, and was in a hand that the other side does not see."""
    table = Table("ows", "tutorial", dice="scripted")
    table.order("card", side="red", card="card-red")
    for viewer in ("red", WHITE):
        names = Names(table.state, viewer)
        assert (names.piece("card-red"), names.thing("card-red")) == ("Surge of collection",) * 2
    assert Names(table.state, "blue").piece("card-red") == "card-red"


def test_an_order_that_there_is_not_is_refused_with_the_names_nearest_to_it() -> None:
    for typed, likely in (
        ("fligt", "; perhaps fight"),
        ("FIGHT", "; perhaps fight"),
        ("crad", "; perhaps card or road"),
        ("aurore", "."),
        ("zzz", "."),
    ):
        with pytest.raises(NotFound) as refused:
            SYSTEM.kind(typed)
        told = str(refused.value)
        assert told.startswith(f"Operational Wargame System has no order {typed!r}{likely}")
        assert told.endswith(". `whitecell orders` lists those that may be given now.")
        assert len(told) < 160


def test_an_order_sheet_is_one_line_in_the_log_and_whole_where_it_is_explained() -> None:
    table = Table("ows", "tutorial", dice="scripted")
    sheet: dict[str, Any] = {
        "guidance": "Hold the islands.",
        "objectives": "No landing",
        "pir": ["Where are the carriers?"],
    }
    number = table.order("guidance", side="blue", **sheet)[0].number
    game = table.session.game
    told = explain(game, number)
    assert "Hold the islands." in told.words
    assert "No landing" not in told.words
    assert told.ordered == ("Objectives: No landing", "PIR: Where are the carriers?")
    assert "    Objectives: No landing" in told.lines()
