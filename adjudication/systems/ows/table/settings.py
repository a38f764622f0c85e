"""Options of a game and their defaults (3.2): which optional and advanced rules are on, and the readings
that a scenario may change (2.1.1.4a)."""

from difflib import get_close_matches

from domain.errors import BadData
from domain.events import Value
from domain.table.state import State

DEFAULTS: dict[str, Value] = {
    "turns": 4,
    "turn_hours": 24,
    "initiative": "",
    "strike_order": "alternate",
    "strike_actions": 0,
    "layered_shields": False,
    "best_die_first": False,
    "aew_promotes": False,
    "one_to_many": False,
    "spare_last_step": False,
    "critical_shield": "printed",
    "counter_air_markers": False,
    "mines": False,
    "nuclear": False,
    "wind": 0,
    "expeditionary_basing": False,
    "written_orders": False,
    "bmd_must_emit": True,
    "disrupted_units_defend": False,
    "suppressed_ships_defend": False,
    "cec_needs_shield": True,
    "loads_from_stocks": False,
    "package_vicinity": 1,
    "sof_insertion_means": False,
    "d16_exception": False,
    "cyber_cards": 3,
    "fires_reset": "printed",
    "fires_reset_chance": 50,
    "missile_resupply": True,
    "sof_number_die": 4,
    "sof_turns_die": 4,
    "supply_distance": "zones",
    "supply_zones": 2,
    "supply_points": 15,
    "first_weather": "fair",
    "ground_initiative": "side",
    "ground_phases": 1,
    "reaction_moves": False,
    "advance_after_combat": True,
    "unbridged_assaults": False,
    "fixed_quality": "",
    "fires_span": 2,
    "bombardment": False,
    "split_missions": False,
    "suppressed_points": 0,
    "logistics": False,
    "action_points": False,
    "free_first_ground_phase": False,
    "feints": False,
    "rear_area": False,
    "assessment": False,
    "verdict": "judged",
    "attack_missions_shown": False,
    "long_range_strikes": True,
    "retreat_to_own_ground": False,
    "associated_supply": False,
    "delay_ends_with_move": True,
    "disrupted_hq_reserves": False,
    "suppressed_hq_out_of_order": True,
    "shields_reveal": False,
    "countermeasures_in_air_combat": False,
    "tokens_shown": False,
    "any_unit_emits": False,
    "cec_needs_emission": False,
}
"""What holds where a scenario does not say. Scenarios list all of them, so that people see what may be
set."""


LOWEST = {"turns": 1, "turn_hours": 1, "ground_phases": 1, "sof_number_die": 1, "sof_turns_die": 1}
"""The least that a number may be set to; 0 for all others."""


def check(state: State) -> None:
    """Raises BadData for an option that there is not, or that is set to what it cannot be."""
    for name, value in state.options.items():
        if name not in DEFAULTS:
            near = get_close_matches(name[:60], DEFAULTS, n=3)
            perhaps = f"; perhaps {' or '.join(near)}" if near else ""
            raise BadData(
                f"There is no option {name[:60]!r}{perhaps}. `whitecell new ows --options` lists them."
            )
        default = DEFAULTS.get(name)
        if type(default) is int:
            lowest = LOWEST.get(name, 0)
            if type(value) is not int or value < lowest:
                raise BadData(f"Option {name} is a number from {lowest} on, not {value!r}.")


def number(state: State, name: str) -> int:
    """The number that an option is set to in this game."""
    value = state.options.get(name, DEFAULTS[name])
    assert isinstance(value, int)
    return value


def on(state: State, name: str) -> bool:
    """Whether an option is on in this game."""
    return bool(state.options.get(name, DEFAULTS[name]))


def choice(state: State, name: str) -> str:
    """Which of its values an option has in this game."""
    return str(state.options.get(name, DEFAULTS[name]))
