"""Flush (6.12): what it costs, who takes part, the procedure; confined to base (6.3c)."""

import pytest

from domain.errors import IllegalOrder
from domain.events import LookedUp, Modified
from tests.somalia.field import at, dice, field, listed, tracks
from tests.words import words_of


@pytest.mark.rule("somalia 6.12a", "somalia 5.1c", "somalia 6.12c")
def test_a_flush_costs_a_supply_point_for_each_unit() -> None:
    table = field(india="mogadishu-airport")
    table.order("flush", side="un", zone="jilib", units=["pakistan", "india"])
    assert tracks(table, "sp-un") == (18,)
    assert at(table, "pakistan") == at(table, "india") == "jilib"


@pytest.mark.rule("somalia 6.12a", "somalia 5.1c")
def test_a_flush_that_the_pool_does_not_pay_is_refused() -> None:
    table = field(india="mogadishu-airport").track("sp-un", 1)
    with pytest.raises(IllegalOrder, match=r"A Flush by 2 units costs 2 SP; the UN has 1.*6.12a"):
        table.order("flush", side="un", zone="jilib", units=["pakistan", "india"])
    assert listed(table, "flush", zone="jilib")[0].choices.most == 1


@pytest.mark.rule("somalia 6.12b")
def test_a_zone_is_flushed_once_a_turn() -> None:
    table = field(india="mogadishu-airport")
    table.order("flush", side="un", zone="jilib", units=["pakistan"])
    with pytest.raises(IllegalOrder, match=r"jilib has had its Flush this turn.*6.12b"):
        table.mark("game", "to act", "un").order("flush", side="un", zone="jilib", units=["india"])
    assert listed(table, "flush", zone="jilib") == []
    assert listed(table, "flush", zone="baidoa") != []


@pytest.mark.rule("somalia 6.12c", "somalia 8.2b", "somalia 6.0c")
def test_militia_and_units_that_have_acted_take_no_part() -> None:
    table = field(militia_1="jilib", india="jilib").mark("india", "done")
    for unit, name in (("militia-1", "Government Militia 1"), ("india", "Indian infantry")):
        with pytest.raises(IllegalOrder, match=rf"{name} cannot take part.*6.12c"):
            table.order("flush", side="un", zone="jilib", units=[unit])


@pytest.mark.rule("somalia 6.12e", "somalia 2.2a")
def test_units_that_make_contact_fire_together_and_gangs_that_are_left_fire_back() -> None:
    table = field(pink_1a="jilib", pink_3a="jilib", india="mogadishu-airport", carabinieri="jilib")
    table.mark("pink-1a", "done").mark("pink-3a", "done")
    events = table.order(
        "flush",
        side="un",
        zone="jilib",
        units=["pakistan", "india", "carabinieri"],
        dice=[2, 3, 4, 4, 4, 5, 4],
        answers=[["pink-1a"]],
    )
    assert dice(events)[:3] == [
        ("contact by pakistan, 2 or less", 2),
        ("contact by india, 2 or less", 3),
        ("contact by carabinieri, 4 or less", 4),
    ]
    looked = [event.keys for event in events if isinstance(event, LookedUp)]
    assert looked == [{"firepower": 5, "roll": 8}, {"firepower": 3, "roll": 9}]
    assert (at(table, "pink-1a"), at(table, "pink-3a")) == ("bandit-cup", "jilib")
    assert tracks(table, "hits") == (1,)


@pytest.mark.rule("somalia 6.12e", "somalia 2.1b")
def test_rough_terrain_and_a_leader_make_contact_harder() -> None:
    table = field(pink_1a="baidoa", leader_pink="baidoa", tunisia="baidoa").mark("pink-1a", "done")
    events = table.order("flush", side="un", zone="baidoa", units=["tunisia"], dice=[3])
    added = [
        (words_of(event.label, "somalia"), event.amount) for event in events if isinstance(event, Modified)
    ]
    assert added == [("die", 3), ("rough terrain", 1), ("Leader in the Zone", 1)]
    assert at(table, "pink-1a") == "baidoa"


@pytest.mark.rule("somalia 8.4b", "somalia 6.12e")
def test_a_flush_that_destroys_all_gangs_takes_the_leader_too() -> None:
    table = field(pink_1a="jilib", leader_pink="jilib", us_inf_1="jilib").mark("pink-1a", "done")
    table.order("flush", side="un", zone="jilib", units=["us-inf-1"], dice=[4, 4, 4])
    assert (at(table, "pink-1a"), at(table, "leader-pink")) == ("bandit-cup", "removed")


@pytest.mark.rule("somalia 6.12e")
def test_the_return_fire_of_a_flush_confines_nobody() -> None:
    table = field(pink_3a="jilib", us_inf_1="jilib").mark("pink-3a", "done")
    table.order("flush", side="un", zone="jilib", units=["us-inf-1"], dice=[1, 1, 1, 6, 6])
    assert tracks(table, "hits") == (2,)
    assert table.state.mark_named("game", "confined to base") is None


@pytest.mark.rule("somalia 6.12e")
def test_without_contact_nothing_comes_of_it() -> None:
    table = field(pink_3a="jilib", pakistan="jilib").mark("pink-3a", "done")
    events = table.order("flush", side="un", zone="jilib", units=["pakistan"], dice=[3])
    assert len(dice(events)) == 1
    assert tracks(table, "hits", "sp-un") == (0, 19)


@pytest.mark.rule("somalia 6.21a")
def test_after_a_move_units_stand_with_the_base_but_those_that_stand_apart() -> None:
    table = field(base_2="jilib", india="mogadishu-airport")
    table.order("flush", side="un", zone="jilib", units=["pakistan", "india"], apart=["pakistan"])
    assert table.state.mark_named("india", "guards") == "base-2"
    assert table.state.mark_named("pakistan", "guards") is None
