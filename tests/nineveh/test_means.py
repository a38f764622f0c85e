"""By what a block moves or retreats (5.0b, 5.0d, 5.1, 5.3, 6.4h): which card is turned up for it, and which
rule the log names."""

from collections.abc import Sequence
from typing import Any

import pytest

from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.moving.movement import destinations, may_move, movers, own_blocks
from adjudication.systems.nineveh.moving.retreats import (
    can_retreat,
    means_to,
    open_ways,
    retreat,
    secure_areas,
    ways,
)
from domain.events import Event, PieceMoved
from tests.nineveh.board import at, rules
from tests.nineveh.test_firing import card
from tests.table import ScriptedPeople, Table

MILITIA = {"side": "own", "is": ["militia", "technical"]}
QUICK = {"allow": "fast movement", "of": MILITIA}
FURTHER = {"modify": "movement", "by": 1, "of": MILITIA}


def rule_of(events: Sequence[Event]) -> str:
    """The rule by which a block moved."""
    (event,) = [event for event in events if isinstance(event, PieceMoved)]
    return event.rule.removeprefix("nineveh ")


@pytest.mark.rule("nineveh 5.0d", "nineveh 5.1a", "nineveh 5.0b", "nineveh 3.2b")
@pytest.mark.parametrize(
    ("unit", "rule", "origin", "to", "shown"),
    [
        ("militia-1", QUICK, "bab-sinjar", "rifai", True),  # along the Syria road
        ("militia-1", QUICK, "bab-sinjar", "zanjili", False),  # beside
        ("technical-1", QUICK, "bab-sinjar", "rifai", False),  # fast by itself
        ("militia-1", FURTHER, "bab-sinjar", "najjar", True),  # two areas
        ("militia-1", FURTHER, "bab-sinjar", "zanjili", False),
        ("technical-1", FURTHER, "shifa", "najjar", True),  # off the road
        ("technical-1", FURTHER, "bab-sinjar", "iqtisadiyin", False),  # along it
    ],
)
def test_the_card_by_which_a_block_goes_further_is_turned_up(
    unit: str, rule: dict[str, Any], origin: str, to: str, shown: bool
) -> None:
    table = card(at("movement", "daesh"), "a-card", "daesh", standing=[rule]).put(unit, origin)
    table.order("move", unit=unit, to=to)
    assert table.state.pieces[unit].place == to
    assert (table.state.pieces["a-card"].known_to is None) is shown


@pytest.mark.rule("nineveh 5.0b", "nineveh 5.0d", "nineveh 5.0c")
def test_the_log_names_the_rule_of_the_first_move_and_of_a_second_by_a_card() -> None:
    table = card(
        at("movement", "daesh", militia_1="thawra"),
        "a-card",
        "daesh",
        standing=[{"allow": "extra move", "of": MILITIA}],
    )
    assert rule_of(table.order("move", unit="militia-1", to="zanjili")) == "5.0b"
    assert table.state.pieces["a-card"].known_to is not None
    assert rule_of(table.order("move", unit="militia-1", to="thawra")) == "5.0d"
    assert table.state.pieces["a-card"].known_to is None
    assert movers(table.state, "daesh") == ["ashbal-7"]
    assert table.state.mark_named("militia-1", "moved") == "twice"


@pytest.mark.rule("nineveh 5.0a", "nineveh 5.0c", "nineveh 5.0d")
def test_who_may_move_at_all() -> None:
    table = at("movement", "isf", erd_1="abar", erd_2="abar", erd_3="flank", erd_4="eliminated", cts_1="abar")
    table.put("cts-2", "abar").mark("erd-2", "moved", "stopped").mark("cts-1", "halted")
    rules(table, "daesh", {"forbid": "move", "of": {"side": "enemy", "is": ["cts"]}})
    assert [
        unit for unit in ("erd-1", "erd-2", "erd-3", "erd-4", "cts-1", "cts-2") if may_move(table.state, unit)
    ] == [
        "erd-1",
        "erd-3",
    ]
    assert set(own_blocks(table.state, "isf")) == {"erd-1", "erd-2", "erd-3", "cts-1", "cts-2"}
    assert set(movers(table.mark("erd-1", "moved", "done").state, "isf")) == {"erd-3"}
    west = {"north-west", "tanak", "north-farms", "badush-road"}
    assert set(destinations(table.state, "erd-3")) == west


@pytest.mark.rule("nineveh 5.0c")
def test_only_who_moves_in_his_own_turn_is_stopped_by_the_enemy() -> None:
    table = at("movement", "isf", erd_1="abar", rumour_1="thawra")
    table.order("move", unit="erd-1", to="thawra")
    assert table.state.mark_named("erd-1", "moved") == "stopped"
    assert table.state.mark_named("rumour-1", "moved") is None


# --- retreats --------------------------------------------------------------------------------------

FLANKING = {"allow": "flank", "of": {"side": "own", "is": ["army"]}}
ANYWHERE = {"allow": "retreat anywhere", "of": {"side": "own", "is": ["unit"]}}


def retreating(*standing: dict[str, Any], area: str = "seventeen-july") -> Table:
    """An Army unit in an area in the west, with these rules of a card that lies face down."""
    table = at("combat", "isf", infantry_1=area)
    return card(table, "a-card", "isf", standing=list(standing)) if standing else table


@pytest.mark.rule("nineveh 6.4f", "nineveh 6.4h", "nineveh 6.2c")
def test_the_card_that_a_way_back_needs() -> None:
    state = retreating().state
    unit = state.pieces["infantry-1"]
    assert set(secure_areas(state, unit)) == {"islah", "najjar"}
    assert [means_to(state, unit, area) for area in ("islah", "najjar")] == ["", ""]
    state = retreating(FLANKING).state
    unit = state.pieces["infantry-1"]
    assert set(secure_areas(state, unit)) == {"islah", "najjar", "haramat"} | {
        area for area in state.board.neighbours["seventeen-july"] if means_to(state, unit, area) == "flank"
    }
    assert means_to(state, unit, "haramat") == means_to(state, unit, "flank") == "flank"
    assert means_to(state, unit, "islah") == ""
    assert open_ways(state, unit, ["islah", "haramat"]) == ["islah"]
    state = retreating(ANYWHERE).state
    unit = state.pieces["infantry-1"]
    assert set(secure_areas(state, unit)) == set(state.board.neighbours["seventeen-july"])
    assert means_to(state, unit, "iqtisadiyin") == "retreat anywhere"
    assert means_to(state, unit, "islah") == ""
    assert open_ways(state, unit, ["islah", "iqtisadiyin"]) == ["islah"]
    shown = retreating(ANYWHERE).known("a-card").state
    assert open_ways(shown, shown.pieces["infantry-1"], ["islah", "iqtisadiyin"]) == ["islah", "iqtisadiyin"]


@pytest.mark.rule("nineveh 6.4h")
@pytest.mark.parametrize(("area", "off"), [("tanak", True), ("north-west", True), ("matahin", False)])
def test_off_the_map_from_the_west_edge_alone(area: str, off: bool) -> None:
    state = retreating(FLANKING, area=area).state
    assert ("flank" in secure_areas(state, state.pieces["infantry-1"])) is off
    plain = retreating(area=area).state
    assert "flank" not in secure_areas(plain, plain.pieces["infantry-1"])


@pytest.mark.rule("nineveh 6.1f", "nineveh 6.2c", "nineveh 5.0a")
@pytest.mark.parametrize(
    ("block", "can"),
    [
        ("militia-1", True),
        ("arms-cache-1", False),
        ("rumour-1", False),
        ("ied-4", False),
        ("veteran-1", False),
    ],
)
def test_what_can_retreat(block: str, can: bool) -> None:
    table = at("combat", "isf").put(block, "thawra")
    rules(table, "isf", {"forbid": "retreat", "of": {"side": "enemy", "is": ["veteran"]}})
    piece = table.state.pieces[block]
    assert can_retreat(table.state, piece) is can
    assert bool(ways(table.state, piece)) is can


@pytest.mark.rule("nineveh 6.4h", "nineveh 6.4d", "nineveh 6.4j")
@pytest.mark.parametrize(("to", "rule", "shown"), [("flank", "6.4h", True), ("tal-rumman", "6.4d", False)])
def test_the_log_names_the_rule_of_a_retreat(to: str, rule: str, shown: bool) -> None:
    table = retreating(FLANKING, area="tanak")
    people = ScriptedPeople()
    people.answers = [to]
    umpire = Umpire(table.state.copy(), 0, table.session.dice, people)
    retreat(umpire, "isf", ["infantry-1"], "tanak", True)
    assert rule_of(umpire.fresh) == rule
    assert (umpire.state.pieces["a-card"].known_to is None) is shown


LANES = {"allow": "enter old city", "of": {"side": "own", "is": ["unit"]}}


@pytest.mark.rule("nineveh 5.3", "nineveh 5.0d", "nineveh 3.2b")
@pytest.mark.parametrize(
    ("unit", "to", "shown"),
    [
        ("ad9-1", "mushahada", True),
        ("cts-1", "mushahada", False),
        ("ad9-1", "sikak", False),
        ("cts-1", "sikak", False),
    ],
)
def test_a_card_that_opens_the_old_city_is_turned_up_by_armour_that_enters_it(
    unit: str, to: str, shown: bool
) -> None:
    table = card(at("movement", "isf"), "a-card", "isf", standing=[LANES]).put(unit, "abi-tamam")
    table.order("move", unit=unit, to=to)
    assert (table.state.pieces["a-card"].known_to is None) is shown


@pytest.mark.rule("nineveh 6.4e", "nineveh 6.4f")
def test_only_daesh_may_retreat_to_any_area_of_the_old_city_from_within_it() -> None:
    table = at("combat", "isf", cts_1="makkawi", veteran_1="makkawi")
    cts, veterans = (
        set(secure_areas(table.state, table.state.pieces[unit])) for unit in ("cts-1", "veteran-1")
    )
    assert veterans == {"faruq", "mushahada", "ras-al-kur", "grand-mosque", "shahwan"}
    assert "ras-al-kur" not in cts
    assert "faruq" in cts
