"""Leadership (7.21c), rerolls by cards (2.4), what cards change in combat (6.2c), Human Shields, and the line
that sums a combat up."""

import random
from collections.abc import Iterable
from typing import Any

import pytest

from adjudication.chances.odds import odds
from adjudication.engine.games.systems import load
from adjudication.engine.losses import Loss
from adjudication.engine.orders import Order
from adjudication.systems.nineveh.losses import losses
from adjudication.systems.nineveh.player.answering import answer
from domain.errors import Objected
from domain.events import Event, KindAdded, KindData, PieceData, PiecePlaced
from domain.game.game import Game
from domain.views.view import see_log
from reports.words.odds import odds_lines
from tests.nineveh.battle import OLD_CITY, OPEN, URBAN, battle, event_card, firer, rolled, steps
from tests.nineveh.board import at
from tests.nineveh.words import words_of
from tests.table import Table

REROLL = "Leadership in Al-Abar: which misses are rerolled?"


def card(table: Table, id: str, side: str, shown: bool = False, **data: Any) -> Table:
    """Put a capability card of the case's own into play."""
    kind = KindData(
        name=id,
        side=side,
        group="capability",
        back=f"{side} card",
        text="A card of the case's own.",
        data={"cost": 1, "use": "standing", **data},
    )
    piece = PieceData(
        id=id, kind=f"{id}-kind", at=f"cards-{side}", name=id, known_to=None if shown else (side,)
    )
    table.session.record(lambda n, t: KindAdded(number=n, time=t, kind=piece.kind, data=kind))
    table.session.record(lambda n, t: PiecePlaced(number=n, time=t, piece=piece))
    return table


def standing(table: Table, side: str, *rules: dict[str, Any], id: str = "a-card") -> Table:
    """A card that holds while it is in play."""
    return card(table, id, side, standing=list(rules))


def fight(table: Table, *dice: int, area: str = URBAN, answers: Iterable[Any] = ()) -> list[Event]:
    return table.order("fight", area=area, dice=dice, answers=answers)


def asked(table: Table, text: str) -> list[Any]:
    return [question for question in table.people.asked if words_of(question.text) == text]


# --- Leadership --------------------------------------------------------------------------------------


def led(**more: Any) -> Table:
    """An ERD attacks a Militia; its HQ is two areas away."""
    return battle(URBAN, ["erd-1"], ["militia-1"], **more).put("interior-hq", "mosul-jadida")


@pytest.mark.rule("nineveh 7.21c", "nineveh 7.21e")
@pytest.mark.parametrize(("again", "left"), [(4, 1), (3, 2)])
def test_an_order_of_the_hq_rerolls_a_miss(again: int, left: int) -> None:
    table = led()
    events = fight(table, 1, 2, again, answers=[["erd-1"]])
    assert rolled(events)[2] == ("reroll by Emergency Response Division 1 in Al-Abar, hits on 4+", again)
    assert (steps(table, "militia-1"), table.state.track("orders-interior")) == ([left], 2)


@pytest.mark.rule("nineveh 7.21c")
def test_a_die_is_rerolled_once_whatever_it_shows_then() -> None:
    table = led()
    fight(table, 1, 2, 2, answers=[["erd-1"]])
    assert len(asked(table, REROLL)) == 1


@pytest.mark.rule("nineveh 7.21c")
def test_defenders_are_led_too() -> None:
    table = led(attacker="daesh")
    fight(table, 2, 5, 1, answers=[["erd-1"]])
    assert (steps(table, "militia-1"), table.state.track("orders-interior")) == ([1], 2)


@pytest.mark.rule("nineveh 7.21c", "nineveh 7.2b", "nineveh 7.2c", "nineveh 7.2d")
@pytest.mark.parametrize(
    ("unit", "at"), [("cts-1", "mosul-jadida"), ("pmf-1", "mosul-jadida"), ("erd-1", "airport")]
)
def test_units_of_another_formation_or_out_of_range_are_not_led(unit: str, at: str) -> None:
    table = battle(URBAN, [unit], ["militia-1"]).put("interior-hq", at)
    fight(table, 1, 1)
    assert asked(table, REROLL) == []


@pytest.mark.rule("nineveh 7.21e", "nineveh 7.21f")
@pytest.mark.parametrize("without", ["orders", "disrupted"])
def test_an_hq_without_orders_or_disrupted_does_not_lead(without: str) -> None:
    table = led()
    if without == "orders":
        table.track("orders-interior", 0)
    else:
        table.mark("interior-hq", "disrupted")
    fight(table, 1, 1)
    assert asked(table, REROLL) == []


@pytest.mark.rule("nineveh 7.21d", "nineveh 7.21e")
def test_an_hq_rerolls_as_many_dice_as_it_has_orders() -> None:
    table = battle(URBAN, ["erd-1", "erd-2"], ["militia-1"]).put("interior-hq", "mosul-jadida")
    table.track("orders-interior", 1)
    fight(table, 1, 2, 2, 4, answers=[["erd-2"]])
    (question,) = asked(table, REROLL)
    assert ["erd-1", "erd-2"] not in question.options
    assert (steps(table, "militia-1"), table.state.track("orders-interior")) == ([1], 0)


@pytest.mark.rule("nineveh 7.21c", "nineveh 7.2e")
def test_the_leader_leads_any_daesh_unit_in_the_next_area() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"]).put("leader-1", "uruba")
    fight(table, 1, 5, 1, answers=[["militia-1"]])
    assert (steps(table, "erd-1"), table.state.track("orders-leader")) == ([2], 2)


@pytest.mark.rule("nineveh 7.21c", "nineveh 10.2c")
def test_in_the_solitaire_game_the_leader_does_not_lead() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1", "leader-1"], options={"solitaire": True})
    fight(table, 1, 1, 1)
    assert asked(table, REROLL) == []


@pytest.mark.rule("nineveh 7.21c")
def test_the_event_of_the_first_die_happens_and_the_new_die_may_draw_another() -> None:
    harm = [{"score": {"track": "collateral", "by": 1}}]
    table = event_card(event_card(led(), "noise", 1, harm), "dust", 6, harm)
    fight(table, 2, 1, 6, answers=[["erd-1"]])
    assert (steps(table, "militia-1"), table.state.track("collateral")) == ([1], 2)


@pytest.mark.rule("nineveh 7.21c")
def test_an_event_that_takes_the_hq_takes_its_reroll() -> None:
    harm = [{"lose": {"of": {"side": "isf", "is": ["hq"], "at": "anywhere"}, "steps": 1}}]
    table = event_card(led(), "rocket", 1, harm)
    fight(table, 2, 1)
    assert (table.state.track("orders-interior"), asked(table, REROLL)) == (3, [])


@pytest.mark.rule("nineveh 2.1f", "nineveh 7.21c")
def test_whether_a_hidden_leader_is_near_the_enemy_does_not_learn() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"]).put("leader-1", "uruba")
    fight(table, 1, 1, answers=[[]])
    told = {
        side: [
            words_of(line.fields["question"])
            for line in see_log(table.session.game.log, side)
            if line.event == "chosen"
        ]
        for side in ("isf", "daesh")
    }
    assert REROLL in told["daesh"]
    assert REROLL not in told["isf"]


# --- rerolls by cards --------------------------------------------------------------------------------

AGAIN = {"reroll": "to hit", "of": {"side": "own", "is": ["unit"]}, "per": "turn", "count": 1}


@pytest.mark.rule("nineveh 2.4")
def test_a_die_that_a_card_rerolls_was_never_rolled_so_its_event_is_not_looked_at() -> None:
    harm = [{"score": {"track": "collateral", "by": 1}}]
    table = event_card(standing(battle(URBAN, ["erd-1"], ["militia-1"]), "isf", AGAIN), "noise", 1, harm)
    events = fight(table, 2, 1, 5, answers=[True])
    assert [face for _, face in rolled(events)] == [2, 1, 5]
    assert (steps(table, "militia-1"), table.state.track("collateral")) == ([1], 0)
    assert table.state.pieces["a-card"].known_to is None


@pytest.mark.rule("nineveh 2.4")
def test_the_new_die_may_draw_an_event() -> None:
    harm = [{"score": {"track": "collateral", "by": 1}}]
    table = event_card(standing(battle(URBAN, ["erd-1"], ["militia-1"]), "isf", AGAIN), "noise", 1, harm)
    fight(table, 2, 2, 1, answers=[True])
    assert table.state.track("collateral") == 1


@pytest.mark.rule("nineveh 2.4", "nineveh 3.2b")
def test_a_card_that_is_not_wanted_stays_face_down_and_may_be_used_later() -> None:
    table = standing(battle(URBAN, ["erd-1", "erd-2"], ["militia-1"]), "isf", AGAIN)
    fight(table, 2, 1, 1, 4, answers=[False, True])
    assert steps(table, "militia-1") == [1]


@pytest.mark.rule("nineveh 2.4")
def test_a_card_for_one_die_a_turn_rerolls_one() -> None:
    table = standing(battle(URBAN, ["erd-1", "erd-2"], ["militia-1"]), "isf", AGAIN)
    fight(table, 2, 1, 1, 1, answers=[True])
    assert sum("reroll it" in words_of(question.text) for question in table.people.asked) == 1


@pytest.mark.rule("nineveh 2.4")
def test_a_card_against_the_enemys_dice_is_asked_of_its_side_when_they_hit() -> None:
    enemy = {**AGAIN, "of": {"side": "enemy", "is": ["unit"]}}
    table = standing(battle(URBAN, ["erd-1"], ["militia-1"]), "isf", enemy)
    fight(table, 5, 1, 1, answers=[True])
    (question,) = [each for each in table.people.asked if "reroll it" in words_of(each.text)]
    assert (question.side, question.secret) == ("isf", True)
    assert steps(table, "erd-1") == [3]


@pytest.mark.rule("nineveh 2.4", "nineveh 3.2b")
@pytest.mark.parametrize("face_down", [True, False])
def test_no_suggestion_turns_up_a_card_and_a_player_uses_it_all_the_same(face_down: bool) -> None:
    table = standing(battle(URBAN, ["erd-1"], ["militia-1"]), "isf", AGAIN)
    if not face_down:
        table.known("a-card")
    fight(table, 2, 1, 5, answers=[True])
    (question,) = [each for each in table.people.asked if "reroll it" in words_of(each.text)]
    assert question.suggested == (not face_down,)
    assert answer(question, table.state, random.Random(1)) is True


# --- modifiers, second rounds, saves -----------------------------------------------------------------


@pytest.mark.rule("nineveh 6.2c", "nineveh 3.2b")
def test_a_standing_card_changes_the_die_and_is_turned_up() -> None:
    rule = {"modify": "to hit", "by": 1, "of": {"side": "own", "is": ["militia"]}}
    table = standing(battle(URBAN, ["erd-1"], ["militia-1"]), "daesh", rule)
    events = fight(table, 4, 1)
    assert rolled(events)[0] == ("fire by Militia 1 in Al-Abar, hits on 4+", 4)
    assert steps(table, "erd-1") == [2]
    assert table.state.pieces["a-card"].known_to is None


@pytest.mark.rule("nineveh 6.2c")
def test_an_event_may_change_the_dice_until_the_combat_is_over() -> None:
    effects = [
        {"modify": {"roll": "to hit", "of": {"side": "isf", "is": ["unit"]}, "by": -1, "until": "combat"}}
    ]
    table = event_card(battle(URBAN, ["erd-1"], ["militia-1"]), "smoke", 1, effects)
    table.put("erd-2", OPEN).put("militia-2", OPEN)
    assert rolled(fight(table, 1, 3))[1][0].endswith("hits on 5+")
    assert rolled(fight(table, 2, 3, area=OPEN))[1][0].endswith("hits on 4+")


@pytest.mark.rule("nineveh 6.2c", "nineveh 6.1g")
def test_a_card_may_allow_a_second_round() -> None:
    rule = {"allow": "second round", "of": {"side": "own", "is": ["erd"]}}
    table = standing(battle(URBAN, ["erd-1"], ["militia-1"]), "isf", rule)
    events = fight(table, 1, 4, 1, 6, answers=[[], ["erd-1"]])
    assert (len(rolled(events)), steps(table, "militia-1")) == (4, [0])
    assert table.state.pieces["a-card"].known_to is None


@pytest.mark.rule("nineveh 6.2c", "nineveh 6.1g")
def test_a_card_may_forbid_it() -> None:
    rule = {"forbid": "second round", "of": {"side": "enemy", "is": ["cts"]}}
    table = standing(battle(URBAN, ["cts-1"], ["militia-1"]), "daesh", rule)
    assert len(rolled(fight(table, 1, 1))) == 2


@pytest.mark.rule("nineveh 6.2c")
def test_a_card_may_forbid_units_to_fire() -> None:
    rule = {"forbid": "fire", "of": {"side": "enemy", "is": ["militia"]}}
    table = standing(battle(URBAN, ["erd-1"], ["militia-1", "ashbal-1"]), "isf", rule)
    assert [firer(purpose) for purpose, _ in rolled(fight(table, 1, 1))] == [
        "Ashbal 1",
        "Emergency Response Division 1",
    ]


@pytest.mark.rule("nineveh 6.2c", "nineveh 6.3d")
def test_a_card_may_change_the_save() -> None:
    rule = {"modify": "save", "by": 1, "of": {"side": "own", "is": ["ad9"]}}
    table = standing(battle(URBAN, ["ad9-1"], ["militia-1"]), "isf", rule)
    fight(table, 5, 4, 1)
    assert steps(table, "ad9-1") == [3]


# --- Human Shields -----------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 11.0s")
@pytest.mark.parametrize(("given", "left", "collateral"), [("human-shields-1", 2, 1), ("militia-1", 1, 0)])
def test_daesh_may_give_a_hit_to_human_shields(given: str, left: int, collateral: int) -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1", "human-shields-1"])
    fight(table, 1, 4, answers=[given])
    assert (steps(table, "militia-1"), table.state.track("collateral")) == ([left], collateral)


@pytest.mark.rule("nineveh 11.0s")
def test_human_shields_are_free_when_no_daesh_unit_is_left_with_them() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1", "human-shields-1"], steps={"militia-1": 1})
    fight(table, 1, 4, answers=["militia-1"])
    assert table.state.pieces["human-shields-1"].place == "reserve-daesh"
    assert table.state.track("collateral") == 0


# --- IEDs before combat ------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 10.2g", "nineveh 7.5c")
def test_in_the_solitaire_game_ieds_go_off_before_the_combat_under_a_unit_that_isf_chooses() -> None:
    table = battle(URBAN, ["erd-1", "cts-1"], ["militia-1", "ied-1"], options={"solitaire": True})
    events = fight(table, 6, 1, 1, 1, answers=["cts-1"])
    assert rolled(events)[0][0].startswith("effect of the IED")
    assert (steps(table, "erd-1", "cts-1"), table.state.pieces["ied-1"].place) == ([3, 3], "reserve-daesh")


@pytest.mark.rule("nineveh 10.2j", "nineveh 10.0b")
def test_in_the_solitaire_game_the_white_cell_judges_for_daesh_with_a_suggestion() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1", "ashbal-1"], options={"solitaire": True})
    fight(table, 1, 1, 4)
    judged = [question for question in table.people.asked if question.kind == "judgement"]
    assert [words_of(question.text) for question in judged][:2] == [
        "Which unit takes a hit in Al-Abar?",
        "Which defenders retreat from Al-Abar?",
    ]
    assert all(question.suggested and question.because for question in judged)


# --- data, the line, losses, objections --------------------------------------------------------------


@pytest.mark.rule("nineveh 2.1e")
def test_each_unit_begins_at_its_first_value() -> None:
    state = Table("nineveh").state
    units = [piece for piece in state.pieces.values() if piece.kind.data.get("values")]
    assert len(units) > 50
    assert all(piece.steps == len(piece.kind.data["values"]) for piece in units)


def test_the_whole_combat_is_one_line() -> None:
    table = battle(URBAN, ["ad9-1"], ["militia-1", "militia-2"], steps={"militia-1": 1})
    harm = [{"score": {"track": "collateral", "by": 1}}]
    event_card(table, "noise", 6, harm)
    events = fight(table, 6, 5, 5, 4, 5)
    given, summary = events[0], load("nineveh").words.summary
    assert summary is not None
    parts = summary(given, events, table.state, [])  # type: ignore[arg-type]
    assert [part.text.format(*part.things) for part in parts][:7] == [
        "defenders 1 hit (6)",
        "event: noise",
        "Collateral Damage +1",
        "defenders 1 hit (5)",
        "armour saved 1 of 2 (5, 4)",
        "ad9-1 now at 2 steps",
        "attackers 1 hit (5)",
    ]
    assert all(part.events for part in parts)


@pytest.mark.rule("nineveh 2.4")
def test_a_die_that_a_card_had_rerolled_is_left_out_of_the_line() -> None:
    table = standing(
        battle(URBAN, ["erd-1"], ["militia-1"]),
        "isf",
        {"reroll": "to hit", "of": {"side": "own"}, "count": 1},
    )
    events = fight(table, 1, 2, 5, answers=[True])
    summary = load("nineveh").words.summary
    assert summary is not None
    parts = summary(events[0], events, table.state, [])  # type: ignore[arg-type]
    assert [part.text.format(*part.things) for part in parts][:2] == [
        "defenders no hits (1)",
        "attackers 1 hit (5)",
    ]


@pytest.mark.rule("nineveh 7.4b")
def test_a_fight_with_rumours_alone_is_one_line_too() -> None:
    table = battle(URBAN, ["erd-1"], ["rumour-1", "rumour-2"])
    events = fight(table)
    summary = load("nineveh").words.summary
    assert summary is not None
    parts = summary(events[0], events, table.state, [])  # type: ignore[arg-type]
    assert [part.text.format(*part.things) for part in parts] == [
        "rumour-1 eliminated",
        "rumour-2 eliminated",
    ]


def test_what_an_ied_does_to_a_unit_that_moves_is_one_line() -> None:
    table = at("movement", "isf", ad9_1="tal-rumman", ied_1="amil")
    table.change("ied-1", face="vbied")
    events = table.order("move", unit="ad9-1", to="amil", dice=[5])
    summary = load("nineveh").words.summary
    assert summary is not None
    parts = summary(events[0], events, table.state, [])  # type: ignore[arg-type]
    assert [part.text.format(*part.things) for part in parts] == [
        "rolled 5",
        "IED: 1 step lost and disrupted",
        "ad9-1 now at 2 steps",
        "ad9-1 disrupted",
    ]


@pytest.mark.rule("nineveh 6.3a", "nineveh 6.3b")
def test_step_losses_and_removals_count_as_losses_and_used_blocks_do_not() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1", "rumour-1"], steps={"erd-1": 1})
    before = Game.from_events("0" * 32, table.session.game.log).state
    events = fight(table, 5)
    found = [loss for event in events if (loss := losses(event, before)) is not None]
    assert found == [Loss("erd-1", "isf", "eliminated", 1)]


@pytest.mark.rule("nineveh 6.3b", "nineveh 5.2a", "nineveh 5.3", "nineveh 2.1b")
@pytest.mark.parametrize(
    ("act", "arguments", "why"),
    [
        ("hand-move", {"piece": "militia-1", "to": URBAN}, "does not come back"),
        ("hand-move", {"piece": "ad9-1", "to": OLD_CITY}, "may not enter the Old City"),
        ("hand-move", {"piece": "militia-5", "to": "thawra"}, "holds 3 blocks of a side"),
        ("hand-change", {"subject": "erd-1", "steps": 4}, "has 3 steps, not 4"),
    ],
)
def test_the_rules_object_to_a_manual_change(act: str, arguments: dict[str, Any], why: str) -> None:
    table = battle(URBAN, ["erd-1"], []).put("militia-1", "eliminated").put("ad9-1", OPEN)
    for block in ("militia-2", "militia-3", "militia-4"):
        table.put(block, "thawra")
    with pytest.raises(Objected, match=why):
        table.session.by_hand(act, arguments, because="a case")


# --- odds --------------------------------------------------------------------------------------------


def odds_of(table: Table, viewer: str, **more: Any) -> Any:
    order = Order(table.state.side, "fight", {"area": URBAN})
    return odds(load("nineveh"), table.state, [order], viewer, **more)


def shown(table: Table, *blocks: str) -> Table:
    for block in blocks:
        table.known(block)
    return table


def test_odds_of_three_against_three_are_exact() -> None:
    isf, daesh = ["cts-1", "cts-2", "cts-3"], ["veteran-1", "militia-1", "ashbal-1"]
    table = shown(battle(URBAN, isf, daesh), *isf, *daesh)
    found = odds_of(table, "isf", with_choices=False)
    assert found.exact
    assert sum(outcome.probability for outcome in found.outcomes) == pytest.approx(1)


def test_odds_of_one_against_one_are_those_of_the_dice() -> None:
    table = shown(battle(URBAN, ["erd-1"], ["militia-1"], steps={"militia-1": 1}), "erd-1", "militia-1")
    found = odds_of(table, "isf", with_choices=False)
    lost = found.probability(
        lambda outcome: any(
            fate.piece == "militia-1" and fate.place == "eliminated" for fate in outcome.fates
        )
    )
    assert lost == pytest.approx(5 / 6 * 3 / 6 + 1 / 6 * 2 / 6)


def test_odds_of_each_answer_are_those_with_that_answer_given() -> None:
    """What was taken apart for one answer is not taken over where another would change it."""
    isf, daesh = ["cts-1", "erd-1"], ["veteran-1", "militia-1"]
    table = shown(battle(URBAN, isf, daesh), *isf, *daesh)
    found = odds_of(table, "isf")
    assert len(found.choices) > 4
    for choice in found.choices:
        for option in choice.options[-2:]:
            given = {(choice.side, choice.question): option.answer}
            assert odds_of(table, "isf", answers=given, with_choices=False).margins == option.margins


@pytest.mark.rule("nineveh 2.1f")
def test_odds_of_a_side_are_the_same_whatever_the_hidden_blocks_are() -> None:
    texts = []
    for here, elsewhere in (("militia-1", "veteran-1"), ("veteran-1", "leader-1"), ("rumour-1", "ied-1")):
        table = battle(URBAN, ["erd-1"], [here]).put(elsewhere, "uruba")
        found = odds_of(table, "isf", with_choices=False)
        texts.append(odds_lines(found, table.state, "isf", "isf", ["fight"]))
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.rule("nineveh 2.1f")
def test_odds_of_a_side_take_no_account_of_face_down_cards_of_the_enemy() -> None:
    rule = {"modify": "to hit", "by": 3, "of": {"side": "own", "is": ["militia"]}}
    table = shown(battle(URBAN, ["erd-1"], ["militia-1"]), "erd-1", "militia-1")
    without = odds_of(table, "isf", with_choices=False)
    with_card = standing(shown(battle(URBAN, ["erd-1"], ["militia-1"]), "erd-1", "militia-1"), "daesh", rule)
    assert odds_of(with_card, "isf", with_choices=False).outcomes == without.outcomes
    assert odds_of(with_card, "daesh", with_choices=False).outcomes != without.outcomes


@pytest.mark.rule("nineveh 6.3b", "nineveh 3.0d")
def test_odds_name_lost_units_without_steps_and_the_number_on_the_event_deck() -> None:
    table = shown(battle(URBAN, ["cts-1", "cts-2"], ["militia-1"]), "cts-1", "cts-2", "militia-1")
    event_card(table, "smoke", 6)
    found = odds_of(table, "white", with_choices=False)
    text = "\n".join(odds_lines(found, table.state, "white", "isf", ["fight"]))
    assert "Militia 1 out of the game\n" in text
    assert "out of the game, with" not in text
    assert "no event card is left" in text
