"""What is told of a game beside its rules: the line that sums an order up, losses, objections to manual
changes, what is left to do, and what a side supposes of hidden blocks before it commits itself."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from adjudication.engine.games.systems import load
from adjudication.engine.losses import Loss
from adjudication.engine.orders import Order
from adjudication.engine.refusals import in_words
from adjudication.systems.nineveh import hints
from adjudication.systems.nineveh.card_play import play
from adjudication.systems.nineveh.card_play.player_events import effects
from adjudication.systems.nineveh.losses import losses, objections
from adjudication.systems.nineveh.moving.movement import reach, span
from adjudication.systems.nineveh.supposing import BLANK, forget_marks, suppose
from domain.events import Event, Marked, PieceChanged, PieceMoved, Scored
from domain.table.state import State
from domain.views.view import see_log
from tests.nineveh.alone import field
from tests.nineveh.battle import URBAN, battle, event_card
from tests.nineveh.board import at, rules
from tests.nineveh.test_deployment import daesh_sets_up
from tests.nineveh.test_firing import AGAIN, fight, standing
from tests.table import Table


def told(table: Table, events: list[Event]) -> list[str]:
    """The parts of the line that sums an order up."""
    summary = load("nineveh").words.summary
    assert summary is not None
    parts = summary(events[0], events, table.state, [])  # type: ignore[arg-type]
    return [part.text.format(*part.things) for part in parts]


# --- the line --------------------------------------------------------------------------------------


def test_volleys_losses_and_retreats_in_their_order() -> None:
    table = battle(URBAN, ["erd-1", "erd-2"], ["militia-1", "militia-2"], steps={"militia-2": 1})
    events = fight(table, 5, 1, 5, 4, answers=["militia-2"])
    parts = told(table, events)
    assert parts[:5] == [
        "defenders 1 hit (5, 1)",
        "erd-1 now at 2 steps",
        "attackers 2 hits (5, 4)",
        "militia-2 eliminated",
        "militia-1 now at 1 step",
    ]
    assert sum(" to " in part for part in parts) == 2


def test_a_card_that_rerolls_a_die_leaves_the_last_one_and_those_before_it() -> None:
    table = standing(battle(URBAN, ["erd-1", "erd-2"], ["militia-1"]), "isf", AGAIN)
    parts = told(table, fight(table, 2, 4, 1, 5, answers=[True]))
    assert parts[:2] == ["defenders no hits (2)", "attackers 2 hits (4, 5)"]
    table = standing(battle(URBAN, ["erd-1"], ["militia-1"]), "isf", AGAIN)
    parts = told(table, fight(table, 5, 1, 5, answers=[True]))
    assert parts[:3] == ["defenders 1 hit (5)", "erd-1 now at 2 steps", "attackers 1 hit (5)"]


def test_a_reroll_by_leadership_armour_and_events_have_their_parts() -> None:
    table = battle(URBAN, ["ad9-1"], ["militia-1"]).put("army-hq", "mosul-jadida")
    event_card(table, "noise", 6, [{"score": {"track": "collateral", "by": 1}}])
    parts = told(table, fight(table, 6, 5, 1, 2, answers=[["ad9-1"]]))
    assert parts[:5] == [
        "defenders 1 hit (6)",
        "event: noise",
        "Collateral Damage +1",
        "armour saved 1 of 1 (5)",
        "attackers no hits (1)",
    ]
    assert "Leadership reroll no hits (2)" in parts
    assert "Army HQ special orders -1" in parts


@pytest.mark.parametrize(("die", "came"), [(1, "fails"), (2, "succeeds"), (6, "succeeds")])
def test_whether_production_succeeds(die: int, came: str) -> None:
    table = at("support", "daesh", ied_factory_1="thawra").put("daesh-ied-factory", "cards-daesh")
    events = table.order(
        "produce", unit="ied-factory-1", operation="ied", dice=[die], answers=["thawra"] * (die > 1)
    )
    assert told(table, events)[0] == f"rolled {die}, total {die + 1}: {came}"


@pytest.mark.parametrize(
    ("die", "face", "effect"),
    [
        (1, "ied", ["IED: no effect"]),
        (3, "ied", ["IED: disrupted", "erd-1 disrupted"]),
        (6, "ied", ["IED: 1 step lost", "erd-1 now at 2 steps"]),
        (
            6,
            "vbied",
            ["IED: 2 steps lost", "erd-1 now at 2 steps", "erd-1 now at 1 step", "Collateral Damage +1"],
        ),
    ],
)
def test_what_an_ied_did(die: int, face: str, effect: list[str]) -> None:
    table = at("movement", "isf", erd_1="mamun", ied_1="shuhada").change("ied-1", face=face)
    events = table.order("move", unit="erd-1", to="shuhada", dice=[die])
    assert told(table, events) == [f"rolled {die}", *effect]


def test_a_move_alone_and_the_end_of_a_phase_have_no_line() -> None:
    table = at("movement", "isf", erd_1="mamun")
    assert told(table, table.order("move", unit="erd-1", to="shuhada")) == []
    assert told(table, table.order("proceed")) == []


# --- losses and objections -------------------------------------------------------------------------


def moved(piece: str, origin: str, to: str) -> PieceMoved:
    return PieceMoved(number=1, time="", piece=piece, origin=origin, to=to)


@pytest.mark.rule("nineveh 6.3a", "nineveh 6.3b")
@pytest.mark.parametrize(
    ("event", "loss"),
    [
        (PieceChanged(number=1, time="", piece="erd-1", steps=1), Loss("erd-1", "isf", "step loss", 2)),
        (PieceChanged(number=1, time="", piece="erd-1", steps=2), Loss("erd-1", "isf", "step loss", 1)),
        (PieceChanged(number=1, time="", piece="erd-1", steps=3), None),
        (PieceChanged(number=1, time="", piece="cts-1", steps=3), Loss("cts-1", "isf", "recovered", -2)),
        (PieceChanged(number=1, time="", piece="ied-1", face="vbied"), None),
        (moved("erd-1", "abar", "eliminated"), Loss("erd-1", "isf", "eliminated", 3)),
        (moved("cts-1", "eliminated", "abar"), Loss("cts-1", "isf", "recovered", -1)),
        (moved("erd-1", "abar", "thawra"), None),
        (moved("cts-1", "eliminated", "eliminated"), None),
        (moved("rumour-1", "abar", "eliminated"), None),
        (moved("ied-1", "eliminated", "abar"), None),
    ],
)
def test_what_counts_as_a_loss(event: Event, loss: Loss | None) -> None:
    table = battle(URBAN, ["erd-1"], ["rumour-1", "ied-1"], steps={"cts-1": 1}).put("cts-1", "eliminated")
    assert losses(event, table.state) == loss


@pytest.mark.rule("nineveh 5.2a", "nineveh 5.3", "nineveh 6.3b", "nineveh 2.1b")
@pytest.mark.parametrize(
    ("act", "arguments", "against"),
    [
        ("hand-move", {"piece": "militia-1", "to": "thawra"}, ["5.2a"]),
        ("hand-move", {"piece": "militia-1", "to": "uruba"}, []),
        ("hand-move", {"piece": "militia-2", "to": "thawra"}, []),  # it is there
        ("hand-move", {"piece": "erd-2", "to": "abar"}, ["6.3b"]),
        ("hand-move", {"piece": "erd-2", "to": "eliminated"}, []),
        ("hand-move", {"piece": "erd-2", "to": "reserve-isf"}, ["6.3b"]),
        ("hand-move", {"piece": "rumour-1", "to": "abar"}, []),
        ("hand-move", {"piece": "ad9-1", "to": "faruq"}, ["5.3"]),
        ("hand-move", {"piece": "erd-1", "to": "faruq"}, []),
        ("hand-move", {"piece": "ad9-1", "to": "airport"}, []),
        ("hand-move", {"piece": "humint", "to": "cards-isf"}, []),
        ("hand-move", {"piece": "humint", "to": "uruba"}, []),  # a card is no block
        ("hand-move", {"piece": "nobody", "to": "abar"}, []),
        ("hand-change", {"subject": "erd-1", "steps": 4}, ["2.1b"]),
        ("hand-change", {"subject": "erd-1", "steps": 3}, []),
        ("hand-change", {"subject": "erd-1"}, []),
        ("hand-change", {"subject": "rumour-2", "steps": 4}, []),
        ("hand-change", {"subject": "nobody", "steps": 4}, []),
        ("hand-score", {"track": "time"}, []),
    ],
)
def test_what_the_rules_have_against_a_manual_change(
    act: str, arguments: dict[str, Any], against: list[str]
) -> None:
    table = battle(URBAN, ["erd-1", "ad9-1"], ["militia-1", "rumour-2"]).put("erd-2", "eliminated")
    table.put("rumour-1", "eliminated")
    for block in ("militia-2", "militia-3", "militia-4"):
        table.put(block, "thawra")
    for nth in range(1, 6):
        table.put(f"cts-{nth}", "airport")
    for nth in range(1, 4):
        table.put(f"federal-police-{nth}", "uruba")
    found = objections(table.state, Order("", act, arguments))
    assert [rule.removeprefix("nineveh ") for rule, _ in found] == against


@pytest.mark.rule("nineveh 2.1b", "nineveh 7.2a")
def test_objections_count_steps_in_words() -> None:
    state = battle(URBAN, ["army-hq", "erd-1"], []).state
    said = [
        in_words(objections(state, Order("", "hand-change", {"subject": unit, "steps": 9}))[0][1], state, "")
        for unit in ("army-hq", "erd-1")
    ]
    assert said == ["Army HQ has 1 step, not 9.", "Emergency Response Division 1 has 3 steps, not 9."]


# --- what is left to do ----------------------------------------------------------------------------


@pytest.mark.rule("nineveh 4.1")
def test_what_a_side_may_still_do() -> None:
    table = at("support", "isf", army_hq="airport", ad9_1="airport", ad9_2="airport", erd_1="airport")
    assert hints.left(table.state, "isf") == ["3 special orders"]
    for unit in ("ad9-1", "erd-1"):
        table.mark(unit, "disrupted")
    assert hints.left(table.state, "isf") == ["1 disrupted unit that an HQ can rally", "3 special orders"]
    table.mark("ad9-2", "disrupted").put("interior-hq", "airport").track("orders-interior", 1)
    assert hints.left(table.state, "isf") == ["3 disrupted units that an HQ can rally", "4 special orders"]
    assert hints.left(table.state, "daesh") == []
    table.phase("movement").mark("erd-1", "moved", "done").mark("ad9-1", "moved", "done")
    assert hints.left(table.state, "isf") == ["3 blocks that can move", "4 special orders"]
    table.phase("combat").put("militia-1", "airport")
    assert hints.left(table.state, "isf") == ["1 combat to fight"]
    table.put("cts-1", "abar").put("militia-2", "abar")
    assert hints.left(table.state, "isf") == ["2 combats to fight"]


@pytest.mark.rule("nineveh 10.2b", "nineveh 10.2j")
def test_what_happens_in_the_phases_of_the_military_council() -> None:
    table = field().mark("game", "council cards", ["council-hold-the-line"])
    table.phase("support")
    assert "Hold the Line" in hints.hint(table.state)
    for phase in ("movement", "combat"):
        assert "Hold the Line" not in hints.hint(table.phase(phase).state)
    assert hints.hint(table.state) == "Daesh has no combat left to fight. `next` goes on."
    table.put("cts-1", "abar").put("militia-1", "abar")
    assert hints.hint(table.state).endswith("`next` fights the next of 1 combat.")
    table.put("cts-2", "thawra").put("militia-2", "thawra")
    assert hints.hint(table.state).endswith("`next` fights the next of 2 combats.")
    assert hints.left(table.state, "daesh") == []


@pytest.mark.rule("nineveh 2.1f")
@pytest.mark.parametrize(
    ("side", "block", "heading"),
    [
        ("isf", "ad9-1", "Iraqi Army"),
        ("isf", "pmf-1", "Popular Mobilization Forces"),
        ("daesh", "militia-1", "Al-Abar"),
        ("daesh", "militia-2", "Not on the map"),
        ("isf", "humint", ""),
    ],
)
def test_under_which_heading_a_list_has_a_block(side: str, block: str, heading: str) -> None:
    state = at("movement", "isf", ad9_1="airport", militia_1="abar").state
    assert hints.heading(state, side, block) == heading


def test_a_hidden_block_is_listed_under_its_area() -> None:
    state = at("movement", "isf", militia_1="abar").state
    assert hints.heading(state, "isf", state.name_for("isf", "militia-1")) == "Al-Abar"


# --- what a side supposes --------------------------------------------------------------------------


def supposing(viewer: str = "isf", order: str = "fight", **options: Any) -> State:
    """A combat in Al-Abar, hidden blocks beside it, cards and marks of Daesh, as a side supposes it to be."""
    table = Table("nineveh", "solitaire" if options else "campaign", options=options)
    places = {
        "erd-1": URBAN,
        "militia-1": URBAN,
        "ied-1": "thawra",
        "veteran-1": "uruba",
        "ashbal-1": "uruba",
    }
    for block, area in places.items():
        table.put(block, area)
    table.known("ashbal-1").phase("combat", 3, "isf").mark("game", "event trigger", 6)
    table.put("human-shields-card", "cards-daesh").put("humint", "cards-isf")
    state = table.state.copy()
    suppose(state, viewer, [Order("isf", order, {})])
    return state


@pytest.mark.rule("nineveh 2.1f", "nineveh 3.2b", "nineveh 3.0d")
def test_hidden_blocks_elsewhere_are_blank_and_may_be_in_the_combat() -> None:
    state = supposing()
    assert {
        block: state.pieces[block].kind_id for block in ("militia-1", "ied-1", "veteran-1", "ashbal-1")
    } == {
        "militia-1": "militia",
        "ied-1": BLANK,
        "veteran-1": BLANK,
        "ashbal-1": "ashbal",
    }
    pool = [piece for piece in state.pieces_at("reserve-daesh") if piece.id.startswith(f"{BLANK}-")]
    assert [piece.kind_id for piece in pool] == ["veteran"]
    assert not [piece for piece in state.pieces_at("reserve-daesh") if piece.kind_id == "ied"]
    assert state.pieces["veteran-1"].steps == 1
    assert state.mark_named("game", "event trigger") is None
    assert "human-shields-card" not in [card.id for card in state.pieces_at("cards-daesh")]
    assert "humint" in [card.id for card in state.pieces_at("cards-isf")]


@pytest.mark.rule("nineveh 2.1f")
def test_a_side_supposes_nothing_of_what_it_knows() -> None:
    state = supposing("daesh")
    assert all(piece.kind_id != BLANK for piece in state.pieces.values() if piece.side == "daesh")
    assert [piece.kind_id for piece in state.pieces_at("reserve-daesh")].count("ied") == 9
    assert state.pieces["erd-1"].kind_id == "erd"


@pytest.mark.rule("nineveh 2.1f", "nineveh 3.2h")
def test_a_card_may_be_aimed_at_blocks_anywhere() -> None:
    state = supposing(order="use")
    assert all(piece.kind_id != BLANK for piece in state.pieces.values())


@pytest.mark.rule("nineveh 10.2g", "nineveh 10.3a")
def test_in_the_solitaire_game_an_ied_may_be_in_the_combat() -> None:
    state = supposing(solitaire=True)
    kinds = [piece.kind_id for piece in state.pieces_at("reserve-daesh")]
    assert kinds.count("ied") == 9 + 1


def moved_by(side: str, block: str, number: int, time: str) -> Marked:
    """A mark that a block has moved, which its owner alone sees."""
    return Marked(number=number, time=time, subject=block, mark="moved", value="done", audience=(side,))


@pytest.mark.rule("nineveh 2.1f", "nineveh 3.0d")
@pytest.mark.parametrize("viewer", ["isf", "daesh"])
def test_a_side_supposes_no_marks_but_those_that_it_sees(viewer: str) -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"])
    for side, block in (("isf", "erd-1"), ("daesh", "militia-1")):
        table.session.record(partial(moved_by, side, block))
    table.mark("game", "fought", True)
    for side in ("isf", "daesh"):
        table.session.record(partial(moved_by, side, side))
    state = table.state.copy()
    forget_marks(state, viewer)
    assert [state.mark_named(each, "moved") for each in ("erd-1", "militia-1")] == [
        "done" if viewer == "isf" else None,
        "done" if viewer == "daesh" else None,
    ]
    assert state.mark_named("game", "fought")
    assert [state.mark_named(side, "moved") for side in ("isf", "daesh")] == [
        "done" if viewer == "isf" else None,
        "done" if viewer == "daesh" else None,
    ]
    assert "militia-1" not in state.marks or viewer == "daesh"


# --- movement further than one area ----------------------------------------------------------------


@pytest.mark.rule("nineveh 5.0b", "nineveh 5.0d")
@pytest.mark.parametrize(("by", "areas"), [(-2, 0), (-1, 0), (0, 1), (1, 2), (2, 3)])
def test_a_card_lengthens_or_shortens_a_move(by: int, areas: int) -> None:
    table = at("movement", "daesh", militia_1="thawra")
    if by:
        rules(table, "daesh", {"modify": "movement", "by": by, "of": {"side": "own", "is": ["militia"]}})
    board = table.state.board
    assert span(table.state, table.state.pieces["militia-1"]) == areas
    within = {area for area in board.within("thawra", areas) if area != "thawra"} if areas else set()
    assert set(reach(table.state, "militia-1")) == within


@pytest.mark.rule("nineveh 5.0c", "nineveh 5.3", "nineveh 5.0d")
def test_nobody_goes_on_through_the_enemy_nor_armour_through_the_old_city() -> None:
    table = at("movement", "isf", cts_1="sikak", ad9_1="sikak", militia_1="abi-tamam", militia_2="nabi-sheet")
    units = {"side": "own", "is": ["unit"]}
    rules(
        table,
        "isf",
        {"modify": "movement", "by": 2, "of": units},
        {"forbid": "fast movement", "of": units},
    )
    assert "bab-sinjar" in reach(table.state, "cts-1")  # by way of Al-Faruq and Al-Mushahada
    assert "bab-sinjar" not in reach(table.state, "ad9-1")
    assert {"abi-tamam", "nabi-sheet"} <= set(reach(table.state, "ad9-1"))
    assert "danadan" not in reach(table.state, "ad9-1")


# --- what the enemy reads of an order --------------------------------------------------------------


def prepared() -> Table:
    return Table("nineveh", dice="scripted", options={"player_events": True})


def deployed() -> Table:
    table = daesh_sets_up()
    table.order("deploy", blocks=["militia-1"], to="hawi")
    return table


def led() -> Table:
    table = at("support", "isf", army_hq="airport", ad9_1="airport").mark("ad9-1", "disrupted")
    return table.put("rumour-1", "hawi")


@pytest.mark.rule("nineveh 2.1f", "nineveh 3.2b", "nineveh 3.3a", "nineveh 7.21a", "nineveh 9.3c")
@pytest.mark.parametrize(
    ("before", "side", "name", "said", "read"),
    [
        (prepared, "isf", "prepare", {"priority": "time", "cards": ["humint"]}, False),
        (prepared, "isf", "write-event", {"trigger": 1, "effect": "nothing", "text": "Rain."}, False),
        (daesh_sets_up, "daesh", "deploy", {"blocks": ["militia-1"], "to": "hawi"}, False),
        (deployed, "daesh", "withdraw", {"block": "militia-1"}, False),
        (led, "isf", "rally", {"hq": "army", "unit": "ad9-1"}, False),
        (
            lambda: led().phase("movement"),
            "isf",
            "maneuver",
            {"hq": "army", "unit": "ad9-1", "to": "tayaran"},
            True,
        ),
        (lambda: led().phase("movement"), "isf", "move", {"unit": "ad9-1", "to": "tayaran"}, True),
        (led, "daesh", "remove-rumour", {"rumour": "rumour-1"}, True),
        (led, "isf", "proceed", {}, True),
    ],
)
def test_what_the_enemy_reads_of_an_order(
    before: Callable[[], Table], side: str, name: str, said: dict[str, Any], read: bool
) -> None:
    table = before()
    if name == "write-event":
        said = {**said, "effect": effects(table.state, side, 1)[0]}
    table.order(name, side=side, **said)
    enemy = "daesh" if side == "isf" else "isf"
    told = [line.fields for line in see_log(table.session.game.log, enemy) if line.event == "order-given"]
    assert any((fields["side"], fields["order"]) == (side, name) for fields in told) is read


@pytest.mark.rule("nineveh 3.2b", "nineveh 2.1f")
def test_face_down_cards_of_the_enemy_are_gone_with_their_marks_and_whatever_was_known_by_them() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"]).put("human-shields-card", "cards-daesh")
    state = table.mark("human-shields-card", "level", 0).put("humint", "cards-isf").state.copy()
    assert "human-shields-card" in play.cards(state, "daesh")
    suppose(state, "isf", [Order("isf", "fight", {"area": URBAN})])
    assert "human-shields-card" not in play.cards(state, "daesh")
    assert "humint" in play.cards(state, "isf")
    assert "human-shields-card" not in state.marks


@pytest.mark.rule("nineveh 7.21g", "nineveh 7.21h")
def test_the_log_names_the_rule_by_which_each_side_regains_orders() -> None:
    table = at("combat", "isf", army_hq="airport", leader_1="thawra")
    table.track("orders-army", 1).track("orders-leader", 1)
    daesh = [event.rule for event in table.order("proceed") if isinstance(event, Scored)]
    assert daesh == ["nineveh 7.21h"]
    table.phase("combat", 1, "daesh")
    isf = [
        event.rule for event in table.order("proceed") if isinstance(event, Scored) and event.track != "time"
    ]
    assert isf == ["nineveh 7.21g"]


@pytest.mark.rule("nineveh 3.2e")
def test_a_card_that_is_not_used_now_is_aimed_at_nothing() -> None:
    table = at("combat", "isf", cts_1="abar", militia_1="abar").put("isf-snipers", "cards-isf")
    table.put("armoured-bulldozers", "cards-isf")
    assert play.targets(table.state, "isf", "isf-snipers") == ["abar"]
    for card_id in ("no-such-card", "armoured-bulldozers", "himars"):
        assert play.targets(table.state, "isf", card_id) == [None]
    assert play.targets(table.phase("deployment").state, "isf", "isf-snipers") == [None]
