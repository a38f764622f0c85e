"""The components (2.0, 12.0), the start (3.0) and the sequence of play (4)."""

from datetime import date
from itertools import pairwise

import pytest

from adjudication.engine.register import register
from domain.errors import IllegalOrder
from domain.views.view import see
from tests.nineveh.board import at
from tests.table import Table

MONTHS = ("February", "March", "April", "May", "June", "July")


@pytest.mark.rule("nineveh 2.0")
def test_the_box_holds_ninety_two_blocks_with_the_four_of_special_orders() -> None:
    state = Table("nineveh", dice="scripted").state
    groups = ("hq", "unit", "production", "ied", "rumour", "shields")
    blocks = [piece for group in groups for piece in state.of_group(group)]
    orders = [track for track in state.tracks if track.startswith("orders-")]
    assert [sum(block.side == side for block in blocks) for side in ("isf", "daesh")] == [35 - 3, 57 - 1]
    assert len(blocks) + len(orders) == 92


@pytest.mark.rule("nineveh 2.1e")
def test_every_unit_starts_at_the_first_of_its_values() -> None:
    state = Table("nineveh", dice="scripted").state
    for group in ("hq", "unit", "production"):
        for piece in state.of_group(group):
            assert piece.steps == len(piece.kind.data["values"]), piece.id


@pytest.mark.rule("nineveh 3.0d", "nineveh 3.0c")
@pytest.mark.parametrize("player_events", [False, True])
def test_the_event_deck_is_shuffled_and_shows_its_top_number_alone(player_events: bool) -> None:
    orders = set()
    for seed in (1, 2):
        state = Table("nineveh", options={"player_events": player_events}, seed=seed).state
        deck = state.pieces_at("event-deck")
        own = [card for card in deck if card.kind.data.get("player")]
        assert bool(own) is player_events
        assert len(deck) + len(state.pieces_at("aside")) == 71
        for side in ("isf", "daesh"):
            seen = see(state, side)
            assert seen.marks["game"]["event trigger"] == deck[0].kind.data["trigger"]
            assert not any(piece.known for piece in seen.pieces if piece.place == "event-deck")
        orders.add(tuple(card.id for card in deck))
    assert len(orders) == 2


@pytest.mark.rule("nineveh 3.0e")
def test_time_stands_on_one_and_the_other_markers_beside_their_tracks() -> None:
    state = Table("nineveh", dice="scripted").state
    assert [state.track(each) for each in ("time", "collateral", "casualties")] == [1, 0, 0]


@pytest.mark.rule("nineveh 4.0a")
@pytest.mark.parametrize("scenario", ["campaign", "hasty-attack", "historical", "solitaire"])
def test_a_turn_is_ten_days_to_two_weeks_from_late_february_into_july(scenario: str) -> None:
    state = Table("nineveh", scenario).state
    days = []
    for turn in range(1, 13):
        day, month = state.date(turn).name.split()
        days.append(date(state.date(turn).year, MONTHS.index(month) + 2, int(day)))
    lengths = {(after - before).days for before, after in pairwise(days)}
    assert all(10 <= length <= 14 for length in lengths)
    assert days[0] == date(2017, 2, 19)
    assert days[9] < date(2017, 7, 10)
    assert "19 February" in state.turn_name(1)


@pytest.mark.rule("nineveh 4.0b", "nineveh 4.1")
def test_isf_and_then_daesh_have_their_three_phases_and_then_the_turn_ends() -> None:
    table = at("support", "isf", 1, leader_1="grand-mosque")
    found = []
    for _ in range(7):
        found.append((table.state.turn, table.state.side, table.state.phase))
        table.order("proceed")
    phases = ("support", "movement", "combat")
    assert found == [(1, side, phase) for side in ("isf", "daesh") for phase in phases] + [
        (2, "isf", "support")
    ]


@pytest.mark.rule("nineveh 4.1")
def test_only_the_side_whose_turn_it_is_ends_its_phases() -> None:
    table = at("movement", "isf", leader_1="grand-mosque")
    with pytest.raises(IllegalOrder, match=r"Daesh cannot end this phase.*4\.1"):
        table.order("proceed", side="daesh")


@pytest.mark.rule("nineveh 12.0")
def test_rules_have_the_numbers_of_the_body_and_the_designers_are_named() -> None:
    rules = register("nineveh").rules
    assert "Brynen" in rules["12.0"].summary
    assert "blocks" in rules["11.0a"].summary
    assert not any(id.startswith("12.0") and id != "12.0" for id in rules)
