"""The scenarios and their options (9.0, 9.1, 9.2a), and what a player reads of what is to be done."""

import pytest

from adjudication.engine.games.scenario import load_scenario
from adjudication.engine.orders import Order
from adjudication.systems.nineveh import hints
from adjudication.systems.nineveh.solitaire.council import CARDS
from adjudication.systems.nineveh.table.blocks import DAESH, ISF
from domain.errors import IllegalOrder
from tests.nineveh.alone import begun, field, placed
from tests.table import Table

SCENARIOS = ("campaign", "historical", "hasty-attack", "solitaire")
OPTIONS = {
    "historical": "historical",
    "hasty-attack": "hasty_attack",
    "solitaire": "solitaire",
}


@pytest.mark.rule("nineveh 9.0", "nineveh 9.1a", "nineveh 10.0a")
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_has_every_option_and_differs_by_its_own_alone(name: str) -> None:
    campaign, scenario = load_scenario("nineveh", "campaign"), load_scenario("nineveh", name)
    assert list(scenario.options) == list(campaign.options)
    assert sorted(option for option, value in scenario.options.items() if value) == sorted(
        [*([OPTIONS[name]] if name in OPTIONS else []), "old_city_clearance"]
    )
    assert scenario.pieces == campaign.pieces
    assert scenario.tracks == campaign.tracks


@pytest.mark.rule("nineveh 9.2a")
def test_in_the_scenario_of_the_hasty_attack_the_isf_has_that_card_and_5_points() -> None:
    table = Table("nineveh", "hasty-attack", people=None)
    with pytest.raises(IllegalOrder, match="not on offer"):
        table.session.order(Order(ISF, "prepare", {"priority": "time", "cards": ["humint"]}))
    table.session.order(Order(ISF, "prepare", {"priority": "time", "cards": ["iraqi-artillery-support"]}))
    table.session.order(Order(DAESH, "prepare", {"priority": "time", "cards": []}))
    table.session.order(Order(ISF, "proceed"))
    bought = [piece.id for piece in table.state.pieces_at("cards-isf") if piece.kind.group == "capability"]
    assert sorted(bought) == ["hasty-attack", "iraqi-artillery-support"]


@pytest.mark.rule("nineveh 9.2a")
def test_beside_a_hasty_attack_no_more_than_5_points_are_spent() -> None:
    table = Table("nineveh", "hasty-attack", people=None)
    wares = [order for order in table.session.legal() if order.side == ISF and order.name == "prepare"]
    assert wares
    both = ["coalition-air-support", "iraqi-artillery-support"]
    with pytest.raises(IllegalOrder, match="30"):
        table.session.order(Order(ISF, "prepare", {"priority": "time", "cards": both}))


# --- hints -----------------------------------------------------------------------------------------


def test_the_hint_says_who_what_and_what_ends_the_phase() -> None:
    table, _ = begun()
    assert hints.hint(table.state).startswith("Iraqi security forces: set up each group")
    assert hints.hint(table.state).endswith("`next` ends the phase.")
    table.order("withdraw", side=ISF, group="army")
    assert hints.hint(table.state).endswith("in a starting area (deploy).")
    assert hints.left(table.state, ISF) == ["1 group to set up"]


def test_in_the_solitaire_game_the_card_is_read_out_and_next_fights() -> None:
    table, _ = placed({"trust_suggestions": True})
    table.order("proceed", side=ISF)
    (card,) = table.state.marked(CARDS)["game"]
    told = hints.hint(table.state)
    assert table.state.pieces[card].name in told
    assert table.state.pieces[card].kind.text in told
    assert hints.left(table.state, DAESH) == []
    fight = field().put("militia-1", "abar").put("erd-1", "abar").phase("combat", turn=2, side=DAESH)
    assert "`next` fights the next of 1 combat." in hints.hint(fight.state)
    none = Table("nineveh", "solitaire").phase("combat", turn=3, side="daesh")
    assert hints.hint(none.state) == "Daesh has no combat left to fight. `next` goes on."


def test_what_is_left_counts_blocks_orders_and_combats() -> None:
    table = field().put("cts-1", "abar").put("cts-hq", "abar").put("erd-1", "rifai").put("militia-1", "rifai")
    table.phase("movement", turn=2, side=ISF)
    assert hints.left(table.state, ISF) == ["3 blocks that can move", "3 special orders"]
    table.mark("cts-1", "disrupted").phase("support", turn=2, side=ISF)
    assert hints.left(table.state, ISF) == ["1 disrupted unit that an HQ can rally", "3 special orders"]
    table.phase("combat", turn=2, side=ISF)
    assert hints.left(table.state, ISF) == ["1 combat to fight"]
    assert hints.left(table.state, DAESH) == []


def test_long_lists_have_formations_for_the_isf_and_areas_for_daesh() -> None:
    table = Table("nineveh").put("cts-1", "abar").put("militia-1", "rifai")
    state = table.state
    assert hints.heading(state, ISF, "cts-1") == "Counter-Terrorism Service"
    assert hints.heading(state, ISF, state.name_for(ISF, "militia-1")) == "Al-Rifai"
    assert hints.heading(state, DAESH, "militia-1") == "Al-Rifai"
    assert hints.heading(state, DAESH, "militia-2") == "Not on the map"
