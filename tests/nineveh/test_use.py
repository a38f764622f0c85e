"""Using cards (3.2, 4.1.1d) and the rules that cards add while they are in play (6.2c, 2.4)."""

from itertools import repeat
from typing import Any

import msgspec
import pytest

from adjudication.chances.odds import odds
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.systems.nineveh.cards import standing
from domain.errors import IllegalOrder
from domain.table.dice import ScriptedDice
from domain.views.view import see, see_log
from reports.words.odds import odds_lines
from tests.nineveh.alone import Suggested
from tests.nineveh.board import at, listed, place, steps
from tests.nineveh.cards import trying
from tests.nineveh.words import words_of
from tests.table import Table


def with_cards(phase: str, side: str, *cards: str, turn: int = 3, **places: str) -> Table:
    """A table with these cards in play, face down."""
    table = trying(at(phase, side, turn, **places))
    for card in cards:
        table.put(card, f"cards-{table.state.pieces[card].side}")
    return table


def named(table: Table, side: str = "isf") -> list[str]:
    """The cards that a side may use now."""
    orders = [order for order in table.session.legal() if order.name == "use" and order.side == side]
    return list(dict.fromkeys(order.arguments["card"] for order in orders))


@pytest.mark.rule("nineveh 3.2e", "nineveh 4.1.4b", "nineveh 4.1.1d")
def test_a_card_is_tapped_when_it_is_used_and_untapped_at_the_end_of_the_turn() -> None:
    table = with_cards("support", "isf", "iraqi-artillery-support", militia_1="sikak", erd_1="nabi-sheet")
    assert listed(table, "use", "at", card="iraqi-artillery-support") == ["sikak"]
    table.order("use", card="iraqi-artillery-support", at="sikak", dice=[5, 2])
    assert steps(table, "militia-1") == 1
    with pytest.raises(IllegalOrder, match=r"Iraqi Artillery Support has been used this turn.*3.2e"):
        table.order("use", card="iraqi-artillery-support", at="sikak")
    assert named(table) == []
    table.put("militia-1", "faruq").track("time", 3).phase("combat", side="daesh").order("proceed")
    assert (table.state.turn, table.state.side) == (4, "isf")
    assert not table.state.mark_named("iraqi-artillery-support", "tapped")
    assert named(table) == ["iraqi-artillery-support"]


@pytest.mark.rule("nineveh 3.2e", "nineveh 2.1f")
def test_a_side_is_told_the_odds_of_a_card_that_it_aims_at_hidden_blocks_elsewhere() -> None:
    told = []
    for here, other in (("militia-1", "veteran-1"), ("veteran-1", "militia-1")):
        table = with_cards("support", "isf", "coalition-uav").put(here, "faruq").put(other, "khazraj")
        order = Order("isf", "use", {"card": "coalition-uav", "at": "faruq"})
        found = odds(load("nineveh"), table.state, [order], "isf", with_choices=False)
        told.append(odds_lines(found, table.state, "isf", "isf", ["use"]))
    assert told[0] == told[1]
    assert any("Militia (face down now) at Al-Faruq" in line for line in told[0])


@pytest.mark.rule("nineveh 3.2f", "nineveh 3.2b")
def test_a_single_use_card_leaves_play_and_is_shown() -> None:
    table = with_cards("combat", "isf", "himars", militia_1="faruq")
    assert [piece.known for piece in see(table.state, "daesh").pieces if piece.place == "cards-isf"].count(
        False
    ) == 1
    table.order("use", card="himars", at="faruq", dice=[1] * 5)
    assert place(table, "himars") == "used-cards"
    assert table.state.pieces["himars"].known_to is None
    with pytest.raises(IllegalOrder, match="Rocket Artillery is not a card of yours in play"):
        table.order("use", card="himars", at="faruq")


@pytest.mark.rule("nineveh 3.2b")
def test_the_enemy_sees_that_there_are_cards_and_not_which_until_they_are_used() -> None:
    table = with_cards("support", "isf", "ew-sigint", "himars", leader_1="faruq")
    assert not {"ew-sigint", "himars"} & {piece.id for piece in see(table.state, "daesh").pieces}
    table.phase("support", side="daesh").order("use", side="isf", card="ew-sigint", dice=[3])
    seen = {piece.id for piece in see(table.state, "daesh").pieces}
    assert "ew-sigint" in seen
    assert "himars" not in seen
    assert table.state.track("orders-leader") == 2


@pytest.mark.rule("nineveh 3.2e", "nineveh 3.0g")
def test_a_card_is_used_in_the_phase_that_it_names_by_the_side_in_turn_unless_it_says_otherwise() -> None:
    cards = (
        "iraqi-artillery-support",
        "coalition-air-support",
        "isf-air-support",
        "ew-sigint",
        "improved-isr",
    )
    table = with_cards("support", "isf", *cards, militia_1="sikak", erd_1="nabi-sheet")
    told = {}
    for phase in ("support", "movement", "combat"):
        for side in ("isf", "daesh"):
            told[phase, side] = named(table.phase(phase, side=side))
    assert told == {
        ("support", "isf"): ["iraqi-artillery-support"],
        ("support", "daesh"): ["ew-sigint"],
        ("movement", "isf"): ["improved-isr"],
        ("movement", "daesh"): [],
        ("combat", "isf"): ["coalition-air-support", "isf-air-support"],
        ("combat", "daesh"): ["coalition-air-support"],
    }
    with pytest.raises(IllegalOrder, match=r"EW/SIGINT is not for this phase.*3.2e"):
        table.order("use", side="isf", card="ew-sigint")
    with pytest.raises(
        IllegalOrder, match=r"given in support or movement or combat; the phase is now deployment"
    ):
        table.phase("deployment", turn=1).order("use", side="isf", card="ew-sigint")


@pytest.mark.rule("nineveh 3.2e")
def test_cards_that_are_not_ones_own_are_refused_in_the_same_words_whether_they_are_there_or_not() -> None:
    table = with_cards("support", "isf", "humint")
    for card in ("humint", "ghost"):
        with pytest.raises(IllegalOrder) as told:
            table.order("use", side="daesh", card=card)
        assert told.value.message == f"{card} is not a card of yours in play."


@pytest.mark.rule("nineveh 3.2e")
def test_a_card_without_anything_to_act_on_is_not_used_up() -> None:
    table = with_cards("combat", "isf", "isf-air-support", "coalition-forward-observer")
    table.put("ashbal-7", "reserve-daesh")
    with pytest.raises(IllegalOrder, match=r"ISF Air Support has nothing to act on now"):
        table.order("use", card="isf-air-support")
    with pytest.raises(IllegalOrder, match=r"holds as long as it is in play"):
        table.order("use", card="coalition-forward-observer")
    table.put("militia-1", "faruq")
    with pytest.raises(IllegalOrder, match=r"ISF Air Support cannot be aimed at sikak"):
        table.order("use", card="isf-air-support", at="sikak")
    with pytest.raises(IllegalOrder, match=r"is not aimed at an area: leave out `at`"):
        table.put("operational-pause", "cards-isf").phase("support").order(
            "use", card="operational-pause", at="faruq"
        )


@pytest.mark.rule("nineveh 3.2e")
def test_where_a_card_is_aimed_is_asked_when_it_was_not_said() -> None:
    table = with_cards("combat", "isf", "isf-air-support", militia_1="faruq", veteran_1="sikak")
    table.order("use", card="isf-air-support", dice=[5, 1, 1], answers=["sikak"])
    assert steps(table, "veteran-1") == 2


@pytest.mark.rule("nineveh 3.2e")
def test_what_may_be_used_does_not_depend_on_what_hidden_blocks_are() -> None:
    one = with_cards("movement", "isf", "eod-teams", rumour_1="sikak", erd_1="nabi-sheet")
    two = with_cards("movement", "isf", "eod-teams", ied_1="sikak", erd_1="nabi-sheet")
    assert (
        listed(one, "use", "at", card="eod-teams") == listed(two, "use", "at", card="eod-teams") == ["sikak"]
    )


@pytest.mark.rule("nineveh 10.1d", "nineveh 10.1e")
def test_in_the_solitaire_game_ew_sigint_is_not_used_and_snipers_stay() -> None:
    table = trying(Table("nineveh", "solitaire", dice=ScriptedDice(repeat(1)), people=Suggested()))
    for block, area in {"militia-1": "sikak", "erd-1": "sikak", "ashbal-7": "maidan"}.items():
        table.put(block, area)
    for card in ("ew-sigint", "isf-snipers", "humint"):
        table.put(card, "cards-isf")
    table.phase("support", 2, "daesh")
    assert named(table) == []
    table.phase("combat", 2, "isf").order("use", card="isf-snipers", at="sikak")
    assert place(table, "isf-snipers") == "cards-isf"


@pytest.mark.rule("nineveh 6.31a")
@pytest.mark.parametrize(
    ("die", "disrupted", "lost"), [(4, True, False), (3, False, False), (1, False, True)]
)
def test_snipers_disrupt_on_a_four_and_are_lost_on_a_one(die: int, disrupted: bool, lost: bool) -> None:
    table = with_cards("combat", "isf", "isf-snipers", militia_1="sikak", erd_1="sikak")
    table.order("use", card="isf-snipers", at="sikak", dice=[die])
    assert bool(table.state.mark_named("militia-1", "disrupted")) is disrupted
    assert (place(table, "isf-snipers") == "used-cards") is lost


@pytest.mark.rule("nineveh 7.5f", "nineveh 7.4b")
@pytest.mark.parametrize(("die", "where"), [(5, "reserve-daesh"), (4, "sikak")])
def test_a_uav_reveals_an_ied_and_removes_it_if_its_missile_hits(die: int, where: str) -> None:
    table = with_cards("support", "isf", "coalition-uav", ied_1="sikak").change("ied-1", face="ied")
    table.order("use", card="coalition-uav", at="sikak", dice=[die], answers=["Fire"])
    assert place(table, "ied-1") == where


@pytest.mark.rule("nineveh 7.4b")
def test_a_rumour_that_a_uav_looks_at_is_gone_before_it_can_fire() -> None:
    table = with_cards("support", "isf", "coalition-uav", rumour_1="sikak")
    table.order("use", card="coalition-uav", at="sikak")
    assert place(table, "rumour-1") == "eliminated"


@pytest.mark.rule("nineveh 3.2b")
def test_humint_turns_up_a_daesh_card_or_blocks() -> None:
    table = with_cards("support", "isf", "humint", militia_1="sikak", rumour_1="sikak", ied_1="sikak")
    enemy = [piece.id for piece in table.state.pieces_at("offer-daesh") if piece.kind.group == "capability"][
        :2
    ]
    for card in enemy:
        table.put(card, "cards-daesh")
    if enemy:
        table.order("use", card="humint", dice=[1] if len(enemy) > 1 else [], answers=["A card"])
        assert table.state.pieces[enemy[0]].known_to is None
        table.mark("humint", "tapped", None)
    two = [table.state.name_for("isf", each) for each in ("ied-1", "rumour-1")]
    table.order("use", card="humint", answers=["Blocks in an area", "sikak", *two])
    assert (table.state.pieces["ied-1"].known_to, place(table, "rumour-1")) == (None, "eliminated")
    assert table.state.pieces["militia-1"].known_to == ("daesh",)


@pytest.mark.rule("nineveh 5.0d", "nineveh 6.31d")
def test_an_operational_pause_restores_the_units_and_nobody_moves() -> None:
    table = with_cards("support", "isf", "operational-pause", erd_1="sikak", cts_1="nabi-sheet")
    table.change("erd-1", steps=1).mark("cts-1", "disrupted").track("orders-army", 1)
    table.order("use", card="operational-pause")
    assert (
        steps(table, "erd-1"),
        table.state.mark_named("cts-1", "disrupted"),
        table.state.track("orders-army"),
    ) == (2, None, 2)
    table.order("proceed")
    assert (table.state.phase, listed(table, "move", "to", unit="erd-1")) == ("movement", [])


# --- standing rules ----------------------------------------------------------------------------------


def modified(table: Table, roll: str, block: str, area: str) -> list[tuple[str, int]]:
    """What cards add to a die of a block."""
    found = standing.modifiers(table.state, roll, table.state.pieces[block], area)
    return [(words_of(each.label), each.by) for each in found]


@pytest.mark.rule("nineveh 6.2c")
def test_standing_rules_hold_for_the_blocks_and_areas_they_name_while_the_card_is_in_play() -> None:
    table = with_cards("combat", "isf", "armour-in-the-lanes", ad9_1="sikak", erd_1="sikak")
    assert modified(table, "to hit", "ad9-1", "faruq") == [("Armour in the Lanes", -1)]
    assert modified(table, "to hit", "ad9-1", "sikak") == modified(table, "to hit", "erd-1", "faruq") == []
    assert modified(table, "ied", "ad9-1", "faruq") == []
    assert standing.allows(table.state, "enter old city", table.state.pieces["ad9-1"])
    assert not standing.allows(table.state, "enter old city", table.state.pieces["erd-1"])
    table.put("armour-in-the-lanes", "used-cards")
    assert modified(table, "to hit", "ad9-1", "faruq") == []


@pytest.mark.rule("nineveh 3.2b")
def test_a_face_down_card_is_turned_up_when_it_is_first_applied() -> None:
    table = with_cards(
        "combat", "isf", "coalition-forward-observer", "isf-air-support", militia_1="sikak", erd_1="sikak"
    )
    table.order("use", card="isf-air-support", at="sikak", dice=[4, 5, 1])
    assert table.state.pieces["coalition-forward-observer"].known_to is None
    assert (place(table, "militia-1"), table.state.track("collateral")) == ("eliminated", 0)
    rolls = [
        words_of(line.fields["purpose"])
        for line in see_log(table.session.game.log, "daesh")
        if line.event == "die-rolled"
    ]
    strike = "ISF Air Support on Al-Sikak, hits on 4+, Collateral Damage on 6+ (Coalition Forward Observer)"
    assert rolls == [strike] * 3


@pytest.mark.rule("nineveh 6.2c")
@pytest.mark.parametrize(("until", "phases"), [("combat", 0), ("phase", 1), ("turn end", 2)])
def test_a_rule_for_a_while_lapses_when_its_time_is_over(until: str, phases: int) -> None:
    table = with_cards("support", "isf", erd_1="sikak", erd_2="faruq", militia_1="maidan").track("time", 3)
    modify = {"roll": "to hit", "by": 1, "of": {"side": "isf"}, "at": "here", "until": until}
    table.order("try", effects=[{"modify": modify}], here="sikak")
    assert modified(table, "to hit", "erd-1", "sikak") == [("card", 1)]
    assert (
        modified(table, "to hit", "erd-2", "faruq") == modified(table, "to hit", "militia-1", "sikak") == []
    )
    held = []
    for ends, side, order in (
        ("support", "isf", "over"),
        ("support", "isf", "proceed"),
        ("combat", "daesh", "proceed"),
    ):
        table.phase(ends, side=side).order(order)
        held.append(bool(modified(table, "to hit", "erd-1", "sikak")))
    assert held == [number < phases for number in range(3)]


@pytest.mark.rule("nineveh 6.2c")
def test_a_rule_for_one_block_is_about_that_block_alone_and_as_hidden_as_it_is() -> None:
    table = with_cards("combat", "isf", militia_1="sikak", militia_2="sikak", erd_1="sikak")
    do = [{"modify": {"roll": "to hit", "by": 1, "of": "it", "until": "phase"}}]
    each = {"each": {"of": {"side": "daesh", "is": ["militia"], "at": "here", "count": 1}, "do": do}}
    table.order("try", side="daesh", effects=[each], here="sikak", answers=["militia-2"])
    assert modified(table, "to hit", "militia-2", "sikak") == [("card", 1)]
    assert modified(table, "to hit", "militia-1", "sikak") == []
    assert not [
        line
        for line in see_log(table.session.game.log, "isf")
        if line.event == "marked" and "militia-2" in str(line)
    ]


@pytest.mark.rule("nineveh 2.4")
def test_a_card_lets_so_many_dice_be_rolled_again() -> None:
    table = with_cards("combat", "isf", "coalition-training-mission", erd_1="sikak", cts_1="sikak")

    def again(block: str) -> int:
        return len(standing.rerolls(table.state, "to hit", table.state.pieces[block], "sikak"))

    assert (again("erd-1"), again("cts-1")) == (1, 0)
    table.mark("coalition-training-mission", standing.ROLLED_AGAIN, 1)
    assert again("erd-1") == 1
    table.mark("coalition-training-mission", standing.ROLLED_AGAIN, 2)
    assert again("erd-1") == 0


@pytest.mark.rule("nineveh 3.2e")
def test_a_card_says_no_more_than_its_data(tmp_path: Any) -> None:
    table = with_cards("support", "isf", "humint")
    kind = msgspec.structs.replace(table.state.kinds["humint"], text="Not at all what it does.")
    table.session.adopt_counters({"humint": kind}, {}, "a club's deck")
    assert table.state.pieces["humint"].kind.text == "Not at all what it does."
