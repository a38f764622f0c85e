"""Options that a scenario does not set: the basic game (3.2), and the numbers that the document gives."""

from typing import Any

import pytest

from adjudication.systems.ows.table.settings import DEFAULTS, choice, number, on
from tests.table import Table

OFF = {
    "4.3": ("written_orders",),
    "6.4.4b": ("d16_exception",),
    "6.4.5": ("mines",),
    "6.5.9.1": ("aew_promotes",),
    "6.5.10.1": ("counter_air_markers",),
    "6.5.13": ("expeditionary_basing",),
    "6.6": ("sof_insertion_means",),
    "7.2.1.1b": ("disrupted_units_defend",),
    "7.4": ("nuclear",),
    "9.2.1.2": ("layered_shields",),
    "9.4.1": ("spare_last_step",),
    "9.6.1a": ("suppressed_ships_defend",),
    "9.7.2": ("best_die_first",),
    "9.9": ("one_to_many",),
    "10.4.1.1.1": ("reaction_moves",),
    "10.11.2b": ("unbridged_assaults",),
    "10.13": ("logistics",),
    "10.14": ("action_points", "feints", "free_first_ground_phase"),
    "10.15.3.1": ("bombardment",),
    "10.15.5b": ("split_missions",),
    "10.15.10": ("rear_area",),
    "12.1": ("assessment",),
}
"""Rule -> what is optional, advanced, or left to scenarios to allow by it."""

NUMBERS = {
    "turn_hours": 24,  # 3.1
    "ground_phases": 1,  # 10.3
    "sof_number_die": 4,  # 6.6.1.2
    "sof_turns_die": 4,
    "cyber_cards": 3,  # 7.3
    "supply_zones": 2,  # 11.1
    "supply_points": 15,
    "fires_span": 2,  # 10.15.3
    "fires_reset_chance": 50,
    "wind": 0,
    "suppressed_points": 0,  # a suppressed unit moves one hex (10.15.7)
    "strike_actions": 0,  # as many as the C2 constellation says (9.9.2)
}


def bare() -> Any:
    """A game whose scenario sets no option."""
    state = Table("ows", dice="scripted").state
    state.options = {}
    return state


@pytest.mark.rule("ows 3.2")
@pytest.mark.parametrize("option", [option for options in OFF.values() for option in options])
def test_optional_and_advanced_rules_are_off_unless_they_are_chosen(option: str) -> None:
    assert not on(bare(), option)


@pytest.mark.rule("ows 2.2.2.7b", "ows 6.5.9.3", "ows 11.9a")
@pytest.mark.parametrize("option", ["bmd_must_emit", "cec_needs_shield", "missile_resupply"])
def test_what_the_basic_rules_ask_for_holds_unless_a_scenario_says_otherwise(option: str) -> None:
    """Ships in ballistic missile defence mode emit (6.4.3); CEC is for ships that spend missiles."""
    assert on(bare(), option)


@pytest.mark.rule("ows 3.1", "ows 6.6.1.2", "ows 7.3", "ows 11.1b", "ows 11.1d", "ows 10.15.3", "ows 9.9.2")
@pytest.mark.parametrize(("option", "value"), NUMBERS.items())
def test_numbers_are_those_of_the_document(option: str, value: int) -> None:
    assert number(bare(), option) == value


@pytest.mark.rule("ows 9.8a", "ows 11.1b", "ows 10.2.1", "ows 2.1.1.3")
def test_methods_are_those_that_the_document_names_first() -> None:
    chosen = {name: choice(bare(), name) for name in ("strike_order", "supply_distance", "critical_shield")}
    assert chosen == {"strike_order": "alternate", "supply_distance": "zones", "critical_shield": "printed"}
    assert choice(bare(), "ground_initiative") == "side"


def test_a_scenario_is_asked_before_the_default() -> None:
    state = bare()
    state.options = {"mines": not DEFAULTS["mines"], "cyber_cards": 5, "strike_order": "chits"}
    assert on(state, "mines")
    assert (number(state, "cyber_cards"), choice(state, "strike_order")) == (5, "chits")
