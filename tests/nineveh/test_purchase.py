"""Preparation (3.0-3.2), the historical cards (9.1) and Hasty Attack (9.2)."""

from typing import Any

import pytest

from adjudication.engine.refusals import in_words
from adjudication.systems.nineveh.cards.purchase import fits, on_offer, wares
from domain.errors import IllegalOrder
from domain.views.view import see, see_log
from tests.nineveh.board import place
from tests.table import Table

HISTORICAL = {
    "coalition-uav",
    "coalition-air-support",
    "iraqi-artillery-support",
    "coalition-forward-observer",
    "coalition-training-mission",
    "isf-snipers",
    "humint",
    "operational-pause",
}


def before(**options: Any) -> Table:
    """A game that has just begun."""
    return Table("nineveh", dice="scripted", options=options)


def bought(table: Table, side: str) -> set[str]:
    """The cards of a side that are in play and cost something."""
    return {piece.id for piece in table.state.pieces_at(f"cards-{side}") if not piece.kind.data.get("core")}


@pytest.mark.rule("nineveh 3.0a", "nineveh 3.0b", "nineveh 2.3a", "nineveh 3.2a")
def test_both_sides_hand_in_a_priority_and_cards_and_then_all_is_laid_out() -> None:
    table = before()
    with pytest.raises(IllegalOrder, match="Iraqi security forces and Daesh must hand in"):
        table.order("proceed", side="isf")
    table.order("prepare", side="isf", priority="casualties", cards=["humint", "isf-infantry-divisions-3"])
    with pytest.raises(IllegalOrder, match=r"^Daesh must hand in"):
        table.order("proceed", side="isf")
    table.order("prepare", side="daesh", priority="time")
    table.order("proceed", side="isf")
    assert bought(table, "isf") == {"humint", "isf-infantry-divisions"}
    (priority,) = table.state.pieces_at("priority-isf")
    assert priority.kind.data == {"metric": "casualties"}
    others = [piece for piece in table.state.pieces_at("aside") if piece.kind.group == "priority"]
    assert [piece.side for piece in others].count("isf") == 2
    assert table.state.phase == "deployment"


@pytest.mark.rule("nineveh 3.2b", "nineveh 3.0b")
def test_the_enemy_learns_how_many_cards_were_bought_and_nothing_else() -> None:
    def told(*cards: str, priority: str) -> tuple[Any, Any]:
        table = before()
        begun = len(see_log(table.session.game.log, "daesh"))
        table.order("prepare", side="isf", priority=priority, cards=list(cards))
        table.order("prepare", side="daesh", priority="casualties")
        table.order("proceed", side="isf")
        shown = [(piece.place, piece.back, piece.known) for piece in see(table.state, "daesh").pieces]
        log = [
            (line.event, {name: value for name, value in line.fields.items() if name != "piece"})
            for line in see_log(table.session.game.log, "daesh")[begun:]
        ]
        return shown, log

    one = told("humint", "himars", "isf-pmf", priority="time")
    two = told("ew-sigint", "isf-infantry-divisions-1", "coalition-uav", priority="collateral")
    assert sorted(map(str, one[0])) == sorted(map(str, two[0]))
    assert [event for event, _ in one[1]] == [event for event, _ in two[1]]
    assert not any(word in str(one[1]) for word in ("humint", "himars", "isf-pmf", "'time'"))
    assert "collateral" not in str(two[1])


@pytest.mark.rule("nineveh 3.2a")
def test_thirty_points_and_no_more() -> None:
    table = before()
    dear = ["coalition-air-support", "isf-infantry-divisions-3", "himars", "night-fighting", "improved-isr"]
    table.order("prepare", side="isf", priority="time", cards=dear)
    with pytest.raises(IllegalOrder, match=r"These cards cost 31 points; you have 30.*3.2a"):
        table.order(
            "prepare", side="isf", priority="time", cards=[*dear[:-1], "coalition-apaches", "isf-snipers"]
        )


@pytest.mark.rule("nineveh 3.2c")
def test_a_card_is_bought_once_and_one_of_two_costs_at_one_of_them() -> None:
    table = before()
    with pytest.raises(
        IllegalOrder, match=r"1st, 15th and 16th Infantry Divisions can be bought once.*3\.2c"
    ):
        table.order(
            "prepare",
            side="isf",
            priority="time",
            cards=["isf-infantry-divisions-1", "isf-infantry-divisions-3"],
        )
    costs = {name: ware.cost for name, ware in wares(table.state, "isf").items() if "infantry" in name}
    assert costs == {"isf-infantry-divisions-1": 3, "isf-infantry-divisions-3": 7}


@pytest.mark.rule("nineveh 3.2c", "nineveh 3.2d")
@pytest.mark.parametrize(("level", "units"), [("1", 1), ("3", 3)])
def test_the_level_says_how_many_units_are_set_up(level: str, units: int) -> None:
    table = before()
    table.order("prepare", side="isf", priority="time", cards=[f"isf-infantry-divisions-{level}"])
    table.order("prepare", side="daesh", priority="time")
    table.order("proceed", side="isf")
    table.order("deploy", side="isf", group="army", to="ghizlani")
    set_up = [piece.id for piece in table.state.pieces_at("ghizlani") if piece.kind_id == "infantry"]
    assert len(set_up) == units


@pytest.mark.rule("nineveh 3.2b")
def test_what_was_handed_in_may_be_changed_until_both_go_on() -> None:
    table = before()
    table.order("prepare", side="isf", priority="time", cards=["humint"])
    table.order("prepare", side="isf", priority="collateral", cards=["himars"])
    table.order("prepare", side="daesh", priority="time")
    table.order("proceed", side="isf")
    assert bought(table, "isf") == {"himars"}
    with pytest.raises(IllegalOrder, match="given in preparation"):
        table.order("prepare", side="isf", priority="time")


@pytest.mark.rule("nineveh 3.2a")
def test_cards_of_the_other_side_are_not_on_offer() -> None:
    table = before()
    for card in ("isf-cts", "mouseholes", "ghost"):
        with pytest.raises(IllegalOrder, match=f"{card} is not on offer to you"):
            table.order("prepare", side="isf", priority="time", cards=[card])


@pytest.mark.rule("nineveh 9.1a", "nineveh 9.1b", "nineveh 9.0")
def test_the_historical_scenario_gives_the_cards_of_the_campaign() -> None:
    table = before(historical=True)
    with pytest.raises(IllegalOrder, match="himars is not on offer"):
        table.order("prepare", side="isf", priority="time", cards=["himars"])
    table.order("prepare", side="isf", priority="time")
    table.order("prepare", side="daesh", priority="casualties")
    table.order("proceed", side="isf")
    assert bought(table, "isf") == HISTORICAL
    daesh = {table.state.pieces[card].name for card in bought(table, "daesh")}
    if daesh:
        assert daesh == {
            "Grand Mosque of Al-Nuri",
            "Snipers",
            "Makeshift Drone",
            "Mouseholes",
            "Mortar",
            "Media Centre",
            "Arms Cache",
            "IED Factory",
            "Ashbal",
            "Additional IEDs",
        }


@pytest.mark.rule("nineveh 9.1a", "nineveh 9.1b")
def test_the_historical_scenario_offers_no_larger_number_of_units_that_the_points_do_not_buy() -> None:
    """The cards of 9.1 cost Daesh all its 30 points, so there is nothing left to buy more Ashbal with."""
    table = before(historical=True)
    assert wares(table.state, "daesh") == wares(table.state, "isf") == {}
    assert on_offer(table.state, "daesh") == ["a priority to hand in"]
    with pytest.raises(IllegalOrder, match="daesh-ashbal-6 is not on offer"):
        table.order("prepare", side="daesh", priority="time", cards=["daesh-ashbal-6"])


@pytest.mark.rule("nineveh 3.2g", "nineveh 9.2a")
@pytest.mark.parametrize(
    ("cards", "refused"),
    [
        (["coalition-uav"], ""),
        (["isf-air-support"], ""),
        (["iraqi-army-aviation"], ""),
        (["iraqi-artillery-support"], ""),
        ([], ""),
        (["humint"], "HUMINT does not go with Hasty Attack"),
        (["isf-pmf"], "Popular Mobilization Forces does not go with Hasty Attack"),
        (["coalition-air-support"], "These cards cost 32 points"),
    ],
)
def test_beside_hasty_attack_only_fire_support_is_bought(cards: list[str], refused: str) -> None:
    state = before().state
    wrong = fits(state, "isf")(["hasty-attack", *cards])
    assert in_words(wrong, state, "isf", cards).startswith(refused)
    assert bool(wrong) is bool(refused)


@pytest.mark.rule("nineveh 9.2a")
def test_what_does_not_go_with_hasty_attack_is_refused_by_its_rule() -> None:
    for card, rule in {"isf-pmf": "nineveh 9.2a", "nothing-of-that-name": "nineveh 3.2a"}.items():
        with pytest.raises(IllegalOrder) as refused:
            before().order("prepare", side="isf", priority="time", cards=["hasty-attack", card])
        assert refused.value.rule == rule


def hasty(*cards: str, **blocks: str) -> Table:
    """Daesh has set up; the ISF has bought Hasty Attack, Daesh these cards, of these levels."""
    table = before().put("hasty-attack", "cards-isf")
    for card in cards:
        table.put(card, "cards-daesh")
    for block, area in blocks.items():
        table.put(block.replace("_", "-"), area)
    return table


def ends(table: Table, dice: list[int], answers: list[str]) -> None:
    """Daesh has nothing left to set up, and ends its deployment."""
    for block in [piece for piece in table.state.pieces.values() if piece.place == "reserve-daesh"]:
        table.put(block.id, "maidan")
    table.phase("deployment", turn=0, side="daesh").order("proceed", dice=dice, answers=answers)


needs_daesh = pytest.mark.skipif(
    not any(piece.place == "offer-daesh" for piece in before().state.pieces.values()), reason="no cards"
)


@needs_daesh
@pytest.mark.rule("nineveh 9.2b", "nineveh 9.2c")
def test_hasty_attack_takes_cards_of_daesh_at_random_until_five_points_are_gone() -> None:
    cards = ("mouseholes", "daesh-ashbal", "makeshift-drone", "daesh-mortar")
    table = hasty(*cards, ashbal_1="thawra", ashbal_2="thawra", ashbal_3="uruba", mortar="abar")
    costs = [table.state.pieces[card].kind.data.get("cost", 2) for card in cards]
    order = sorted(cards, key=lambda card: table.state.pieces[card].id)
    assert order
    in_play = [piece.id for piece in table.state.pieces_at("cards-daesh") if piece.id in cards]
    first = 1 + in_play.index("daesh-ashbal")
    ends(table, [first, 1, 1][: 3 if costs[0] + 2 < 5 else 2], ["ashbal-2", "ashbal-3", "ashbal-1"])
    gone = [card for card in cards if place(table, card) == "used-cards"]
    assert "daesh-ashbal" in gone
    assert sum(table.state.pieces[card].kind.data.get("cost", 2) for card in gone) >= 5
    assert {place(table, each) for each in ("ashbal-1", "ashbal-2", "ashbal-3")} == {"eliminated"}
    assert table.state.pieces["daesh-ashbal"].known_to == ("daesh",)
    assert place(table, "hasty-attack") == "used-cards"
    assert table.state.pieces["hasty-attack"].known_to is None


@pytest.mark.rule("nineveh 9.2b")
def test_hasty_attack_against_a_side_without_cards_takes_nothing() -> None:
    table = hasty()
    ends(table, [], [])
    assert (place(table, "hasty-attack"), table.state.turn) == ("used-cards", 1)


@pytest.mark.rule("nineveh 3.1a", "nineveh 3.1b")
def test_core_unit_cards_lie_open_and_cost_nothing() -> None:
    state = before().state
    for side in ("isf", "daesh"):
        for piece in state.pieces_at(f"cards-{side}"):
            assert piece.known_to is None
            assert piece.kind.data["core"] is True
            assert "cost" not in piece.kind.data
    assert len(state.pieces_at("cards-isf")) == 5
