"""Why an order is refused that breaks several rules: the first of them in the order in which a player thinks
of it (whose turn, which block, whether it may, where to)."""

from typing import Any

import pytest

from adjudication.engine.orders import Order
from adjudication.engine.refusals import in_words
from adjudication.systems.nineveh.fighting import combat
from domain.errors import IllegalOrder
from domain.events import PieceChanged, PieceMoved
from tests.nineveh.battle import OPEN, URBAN, battle
from tests.nineveh.board import at, listed
from tests.nineveh.test_deployment import daesh_sets_up, isf_sets_up
from tests.table import Table


def code(table: Table, name: str, *, side: str = "", **arguments: Any) -> tuple[str, str]:
    """The code and the rule of a refusal; what is refused is not listed."""
    by = side or table.state.side
    assert Order(by, name, arguments) not in table.session.legal()
    with pytest.raises(IllegalOrder) as refused:
        table.order(name, side=by, **arguments)
    return refused.value.code, refused.value.rule.removeprefix("nineveh ")


@pytest.mark.rule(
    "nineveh 5.0a", "nineveh 5.0b", "nineveh 5.0c", "nineveh 5.0d", "nineveh 5.2a", "nineveh 5.3"
)
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"side": "isf", "unit": "cts-5", "to": "airport"}, ("turn", "4.1.2")),
        ({"unit": "militia-9", "to": "hawi"}, ("block", "5.0a")),
        ({"unit": "ied-1", "to": "hawi"}, ("fixed", "5.0a")),
        ({"unit": "militia-2", "to": "hawi"}, ("stopped", "5.0c")),
        ({"unit": "militia-3", "to": "hawi"}, ("moved", "5.0b")),
        ({"unit": "militia-4", "to": "hawi"}, ("halted", "5.0d")),
        ({"unit": "militia-1", "to": "hawi"}, ("reach", "5.0b")),
        ({"unit": "militia-1", "to": "flank"}, ("reach", "5.0b")),
        ({"unit": "militia-1", "to": "zanjili"}, ("full", "5.2a")),
    ],
)
def test_moves(order: dict[str, Any], why: tuple[str, str]) -> None:
    table = at("movement", "daesh", militia_1="thawra", militia_2="thawra", cts_1="abar", ied_1="thawra")
    table.put("militia-3", "uruba").put("militia-4", "uruba")
    table.mark("militia-2", "moved", "stopped").mark("militia-3", "moved", "done").mark("militia-4", "halted")
    for block in ("rumour-1", "rumour-2", "rumour-3"):
        table.put(block, "zanjili")
    assert code(table, "move", **order) == why


@pytest.mark.rule(
    "nineveh 7.21a", "nineveh 7.2a", "nineveh 7.2b", "nineveh 7.2c", "nineveh 7.2d", "nineveh 7.21e"
)
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"side": "daesh", "hq": "army", "unit": "militia-5"}, ("turn", "7.2a")),
        ({"hq": "leader", "unit": "erd-1"}, ("hq", "7.2a")),
        ({"hq": "cts", "unit": "cts-5"}, ("orders", "7.21e")),
        ({"hq": "interior", "unit": "cts-5"}, ("block", "7.2a")),
        ({"hq": "interior", "unit": "cts-1"}, ("command", "7.2b")),
        ({"hq": "interior", "unit": "pmf-1"}, ("command", "7.2c")),
        ({"hq": "interior", "unit": "erd-2"}, ("command", "7.2d")),
        ({"hq": "army", "unit": "ad9-1"}, ("command", "7.21f")),
        ({"hq": "interior", "unit": "erd-1"}, ("steady", "7.21a")),
    ],
)
def test_rallies(order: dict[str, Any], why: tuple[str, str]) -> None:
    table = at("support", "isf", interior_hq="airport", cts_hq="airport", army_hq="airport", erd_1="airport")
    table.put("cts-1", "airport").put("pmf-1", "airport").put("ad9-1", "airport").put("erd-2", "rifai")
    table.put("militia-1", "abar").track("orders-cts", 0)
    for unit in ("cts-1", "pmf-1", "erd-2", "army-hq", "ad9-1"):
        table.mark(unit, "disrupted")
    assert code(table, "rally", **order) == why


@pytest.mark.rule("nineveh 7.21b", "nineveh 5.0c", "nineveh 5.2a", "nineveh 7.2e", "nineveh 7.21f")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"side": "isf", "hq": "leader", "unit": "cts-5", "to": "hawi"}, ("turn", "7.2a")),
        ({"hq": "army", "unit": "militia-1", "to": "hawi"}, ("hq", "7.2a")),
        ({"hq": "leader", "unit": "militia-9", "to": "hawi"}, ("block", "7.2a")),
        ({"hq": "leader", "unit": "militia-3", "to": "hawi"}, ("command", "7.2e")),
        ({"hq": "leader", "unit": "rumour-1", "to": "hawi"}, ("command", "7.2b")),
        ({"hq": "leader", "unit": "militia-2", "to": "hawi"}, ("held", "5.0c")),
        ({"hq": "leader", "unit": "militia-1", "to": "hawi"}, ("reach", "5.0b")),
        ({"hq": "leader", "unit": "militia-1", "to": "zanjili"}, ("full", "5.2a")),
    ],
)
def test_maneuvers(order: dict[str, Any], why: tuple[str, str]) -> None:
    table = at(
        "movement", "daesh", leader_1="thawra", militia_1="thawra", militia_2="thawra", militia_3="rifai"
    )
    table.put("rumour-1", "uruba").put("cts-1", "abar").mark("militia-2", "moved", "stopped")
    for block in ("rumour-2", "rumour-3", "rumour-4"):
        table.put(block, "zanjili")
    assert code(table, "maneuver", **order) == why


@pytest.mark.rule("nineveh 7.21f", "nineveh 7.21e", "nineveh 10.2c")
def test_a_leader_who_is_disrupted_without_orders_or_ruled_by_cards_gives_none() -> None:
    order = {"hq": "leader", "unit": "militia-1", "to": "hawi"}
    table = at("movement", "daesh", leader_1="thawra", militia_1="thawra").mark("leader-1", "disrupted")
    assert code(table, "maneuver", **order) == ("command", "7.21f")
    assert code(table, "maneuver", **{**order, "unit": "leader-1"}) == ("held", "7.21f")
    assert code(table.track("orders-leader", 0), "maneuver", **order) == ("orders", "7.21e")
    assert listed(table, "maneuver", "unit") == []


@pytest.mark.rule("nineveh 6.1a")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"side": "daesh", "area": "hawi"}, ("turn", "6.1a")),
        ({"area": "hawi"}, ("area", "6.1a")),
        ({"area": "no-such-area"}, ("area", "6.1a")),
    ],
)
def test_fights(order: dict[str, Any], why: tuple[str, str]) -> None:
    assert code(battle(URBAN, ["erd-1"], ["militia-1"]), "fight", **order) == why


@pytest.mark.rule("nineveh 6.1a")
@pytest.mark.parametrize(
    ("areas", "told"),
    [
        ([], ""),
        ([URBAN], "Combat must still be fought in Al-Abar."),
        ([URBAN, OPEN], "Combat must still be fought in Western Plain and Al-Abar."),
        ([URBAN, OPEN, "thawra"], "Combat must still be fought in Western Plain, Al-Abar and Al-Thawra."),
    ],
)
def test_the_phase_waits_for_each_combat(areas: list[str], told: str) -> None:
    table = battle("hawi", [], [])
    for nth, area in enumerate(areas, start=1):
        table.put(f"erd-{nth}", area).put(f"militia-{nth}", area)
    assert in_words(combat.waits(table.state), table.state, "") == told


@pytest.mark.rule(
    "nineveh 3.3a", "nineveh 3.3b", "nineveh 3.3g", "nineveh 3.3i", "nineveh 3.3j", "nineveh 5.2a"
)
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"side": "isf", "group": "army", "to": "hawi"}, ("turn", "3.3a")),
        ({"to": "hawi"}, ("what", "3.3a")),
        ({"to": "hawi", "group": "army"}, ("what", "3.3a")),
        ({"to": "hawi", "group": "army", "blocks": ["militia-1"]}, ("what", "3.3a")),
        ({"to": "airport", "blocks": ["militia-1", "militia-1"]}, ("blocks", "3.3j")),
        ({"to": "airport", "blocks": ["ied-factory-1"]}, ("blocks", "3.3j")),
        ({"to": "airport", "blocks": [f"militia-{nth}" for nth in range(1, 6)]}, ("place", "3.3i")),
        ({"to": "hawi", "blocks": [f"militia-{nth}" for nth in range(1, 6)]}, ("full", "5.2a")),
    ],
)
def test_daesh_sets_up_wrongly(order: dict[str, Any], why: tuple[str, str]) -> None:
    assert code(daesh_sets_up(), "deploy", **order) == why


@pytest.mark.rule("nineveh 3.3a", "nineveh 3.3b", "nineveh 3.3g")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"to": "airport", "blocks": ["cts-1"]}, ("what", "3.3a")),
        ({"to": "airport", "group": "cts", "blocks": ["cts-1"]}, ("what", "3.3a")),
        ({"to": "hawi", "group": "army"}, ("group", "3.3b")),
        ({"to": "hawi", "group": "cts"}, ("place", "3.3b")),
        ({"to": "airport", "group": "cts"}, ("place", "3.3b")),
    ],
)
def test_isf_sets_up_wrongly(order: dict[str, Any], why: tuple[str, str]) -> None:
    table = isf_sets_up()
    table.order("deploy", group="army", to="airport")
    assert code(table, "deploy", **order) == why


@pytest.mark.rule("nineveh 3.3b")
def test_the_refusal_names_the_groups_that_are_left() -> None:
    table = isf_sets_up()
    table.order("deploy", group="army", to="airport")
    with pytest.raises(IllegalOrder, match="left are: interior, cts"):
        table.order("deploy", group="army", to="ghizlani")
    for group, area in (("interior", "ghizlani"), ("cts", "harmat-road")):
        table.order("deploy", group=group, to=area)
    with pytest.raises(IllegalOrder, match="left are: none"):
        table.order("deploy", group="army", to="ghizlani")


@pytest.mark.rule("nineveh 3.3a")
def test_what_may_be_taken_back() -> None:
    table = isf_sets_up()
    assert listed(table, "withdraw", "group") == []
    table.order("deploy", group="army", to="airport")
    assert listed(table, "withdraw", "group") == ["army"]
    for order, why in (
        ({"side": "daesh", "group": "army"}, "turn"),
        ({}, "what"),
        ({"group": "army", "block": "ad9-1"}, "what"),
        ({"block": "ad9-1"}, "what"),
        ({"group": "cts"}, "group"),
    ):
        assert code(table, "withdraw", **order)[0] == why
    table = daesh_sets_up()
    assert listed(table, "withdraw", "block") == []
    table.order("deploy", blocks=["militia-1", "rumour-1"], to="hawi")
    assert set(listed(table, "withdraw", "block")) == {"militia-1", "rumour-1"}
    for order, why in (
        ({"side": "isf"}, "turn"),
        ({}, "what"),
        ({"group": "army"}, "what"),
        ({"group": "army", "block": "militia-1"}, "what"),
        ({"block": "militia-2"}, "block"),
    ):
        assert code(table, "withdraw", **order)[0] == why


@pytest.mark.rule("nineveh 7.3b")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"side": "isf", "unit": "cts-1", "operation": "ied"}, "turn"),
        ({"unit": "militia-1", "operation": "rocket"}, "unit"),
        ({"unit": "ied-factory-2", "operation": "rocket"}, "produced"),
        ({"unit": "ied-factory-1", "operation": "no such thing"}, "operation"),
    ],
)
def test_production(order: dict[str, Any], why: str) -> None:
    table = at(
        "support", "daesh", ied_factory_1="thawra", ied_factory_2="thawra", militia_1="abar", cts_1="hawi"
    )
    table.put("daesh-ied-factory", "cards-daesh").mark("ied-factory-2", "produced", "ied")
    assert code(table, "produce", **order)[0] == why


@pytest.mark.rule("nineveh 3.2e", "nineveh 3.2f")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"card": "himars", "at": "hawi"}, "card"),
        ({"card": "armoured-bulldozers"}, "standing"),
        ({"card": "isf-snipers", "at": "hawi"}, "tapped"),
        ({"card": "operational-pause", "at": "hawi"}, "phase"),
        ({"card": "isf-air-support", "at": "hawi"}, "at"),
    ],
)
def test_cards(order: dict[str, Any], why: str) -> None:
    table = at("combat", "isf", turn=3, cts_1="abar", militia_1="abar")
    for card in ("armoured-bulldozers", "isf-snipers", "operational-pause", "isf-air-support"):
        table.put(card, "cards-isf")
    assert code(table.mark("isf-snipers", "tapped"), "use", **order)[0] == why


@pytest.mark.rule("nineveh 7.4c", "nineveh 10.2a")
def test_rumours() -> None:
    table = at("movement", "isf", rumour_1="thawra", militia_1="thawra")
    assert code(table, "remove-rumour", side="isf", rumour="cts-1") == ("side", "7.4c")
    assert code(table, "remove-rumour", side="daesh", rumour="militia-1") == ("rumour", "7.4c")
    assert code(daesh_sets_up(), "remove-rumour", side="daesh", rumour="militia-1") == ("phase", "7.4c")


@pytest.mark.rule("nineveh 3.0b", "nineveh 3.2a", "nineveh 3.2c")
def test_preparation() -> None:
    table = Table("nineveh", dice="scripted")
    wrong: dict[str, Any] = {"side": "isf", "priority": "glory", "cards": ["no-such-card"]}
    assert code(table, "prepare", **wrong) == ("priority", "3.0b")
    assert code(table, "prepare", **{**wrong, "priority": "time"}) == ("cards", "3.2a")


@pytest.mark.rule("nineveh 7.5g", "nineveh 3.3a")
def test_only_ieds_of_another_type_are_turned_as_daesh_begins_to_set_up() -> None:
    table = isf_sets_up()
    for nth in range(1, 11):
        table.change(f"ied-{nth}", face="ied")
    for group, area in (("army", "airport"), ("interior", "ghizlani"), ("cts", "harmat-road")):
        table.order("deploy", group=group, to=area)
    turned = [event.piece for event in table.order("proceed") if isinstance(event, PieceChanged)]
    assert len(turned) == 2  # one large IED, one VBIED
    assert all(table.state.pieces[block].kind_id == "ied" for block in turned)


@pytest.mark.rule("nineveh 3.3a", "nineveh 3.3b", "nineveh 3.3i")
def test_the_log_names_the_rule_of_each_side_that_sets_up() -> None:
    table = isf_sets_up()
    rules = {
        event.rule
        for event in table.order("deploy", group="army", to="airport")
        if isinstance(event, PieceMoved)
    }
    assert rules == {"nineveh 3.3b"}
    table = daesh_sets_up()
    rules = {
        event.rule
        for event in table.order("deploy", blocks=["leader-1"], to="hawi")
        if isinstance(event, PieceMoved)
    }
    assert rules == {"nineveh 3.3i"}


@pytest.mark.rule("nineveh 7.4c", "nineveh 10.2a")
def test_rumours_in_the_solitaire_game() -> None:
    table = Table("nineveh", "solitaire", dice="scripted").put("militia-12", "maidan")
    assert code(table, "remove-rumour", side="isf", rumour="cts-1")[0] == "side"
    assert code(table, "remove-rumour", side="daesh", rumour="rumour-1") == ("solitaire", "10.2a")


@pytest.mark.rule("nineveh 9.3c")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"trigger": 2, "effect": "", "text": ""}, "written"),
        ({"trigger": 1, "effect": "no such effect", "text": ""}, "effect"),
    ],
)
def test_events_that_are_written(said: dict[str, Any], why: str) -> None:
    table = Table("nineveh", options={"player_events": True}, dice="scripted")
    assert code(table, "write-event", side="isf", **said)[0] == why
