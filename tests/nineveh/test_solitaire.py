"""The solitaire game (10.2, 10.3): the Military Council, and what the commander does."""

from collections import Counter

import pytest

from adjudication.systems.nineveh.cards.on_blocks import take_step
from adjudication.systems.nineveh.fighting import combat
from adjudication.systems.nineveh.moving import ieds
from adjudication.systems.nineveh.solitaire import actions, council, sheets
from adjudication.systems.nineveh.table.blocks import DAESH, ISF, number
from adjudication.systems.nineveh.table.board import OLD_CITY, of_terrain, tagged
from domain.events import DieRolled, PieceMoved
from tests.nineveh.alone import act, cut_off, daesh_blocks, doing, field, placed
from tests.nineveh.board import rules
from tests.nineveh.words import words_of

# --- the Daesh turn (10.2) -------------------------------------------------------------------------


@pytest.mark.rule("nineveh 10.2a")
def test_daesh_plays_first_in_each_turn() -> None:
    table, _ = placed({"trust_suggestions": True})
    seen = []
    while table.state.turn < 2:
        table.order("proceed", side=ISF)
        seen.append((table.state.turn, table.state.side, table.state.phase))
        if table.state.phase == "combat" and table.state.side == ISF:
            break
    phases = ["support", "movement", "combat"]
    assert list(dict.fromkeys(seen)) == [
        *((1, DAESH, phase) for phase in phases),
        *((1, ISF, phase) for phase in phases),
    ]


@pytest.mark.rule("nineveh 10.2b")
def test_the_top_card_is_drawn_and_shown_and_lies_on_the_discard() -> None:
    table, _ = placed({"trust_suggestions": True})
    top = table.state.at["council-deck"][0]
    table.order("proceed", side=ISF)
    assert table.state.mark("game", council.CARDS) == [top]
    assert table.state.pieces[top].known_to is None
    assert table.state.pieces[top].place == "council-discard"


@pytest.mark.rule("nineveh 10.2b")
def test_actions_wait_for_their_phase() -> None:
    table = field().put("mortar", "bab-jadid").put("cts-1", "aghawat")
    assert act(table, "mortars-on-the-crossroads", "support", []).fresh == []
    umpire = act(table, "mortars-on-the-crossroads", "combat", [6])
    assert umpire.state.pieces["cts-1"].steps == 3


@pytest.mark.rule("nineveh 10.2b", "nineveh 10.1f")
@pytest.mark.parametrize(("leader", "ashbal"), [(True, 2), (False, 1)])
def test_some_cards_depend_on_the_leader(leader: bool, ashbal: int) -> None:
    table = field({"trust_suggestions": True})
    if leader:
        table.put("leader-1", "qulayat")
    umpire = act(table, "cubs-of-the-caliphate", "support")
    assert Counter(piece.kind_id for piece in daesh_blocks(umpire.state))["ashbal"] == ashbal


@pytest.mark.rule("nineveh 10.2b", "nineveh 10.1f")
@pytest.mark.parametrize(("centre", "damage"), [(True, 1), (False, 0)])
def test_some_cards_depend_on_a_production_unit(centre: bool, damage: int) -> None:
    table = field()
    if centre:
        table.put("media-centre", "qulayat")
    assert act(table, "pictures-of-ruins", "support").state.track("collateral") == damage


@pytest.mark.rule("nineveh 10.2d")
@pytest.mark.parametrize(("cut", "lost"), [(False, 0), (True, 1)])
def test_supply_losses_come_from_cards_alone(cut: bool, lost: int) -> None:
    table = field()
    if cut:
        cut_off(table)
    umpire = act(table, "back-to-the-old-city", "support")
    assert umpire.state.pieces["militia-12"].steps == 2 - lost
    table.phase("combat", turn=1, side=ISF)
    untouched, _ = doing(table.phase("support", turn=2, side=DAESH), range(1, 30))
    untouched.state.options["trust_suggestions"] = True
    assert untouched.state.pieces["militia-12"].steps == 2


@pytest.mark.rule("nineveh 10.2e", "nineveh 10.3b")
def test_no_card_overstacks_an_area() -> None:
    table = field({"trust_suggestions": True})
    for block in ("militia-1", "militia-2"):
        table.put(block, "sarjkhana")
    table.put("militia-3", "maidan")
    umpire, _ = doing(table, [1] * 20)
    actions.move_one(umpire, "maidan", "sarjkhana")
    assert number(umpire.state, DAESH, "sarjkhana") == 2
    for area in of_terrain(table.state.board, OLD_CITY):
        while number(table.state, DAESH, area) < 2:
            waiting = table.state.pieces_at("reserve-daesh")
            table.put(next(piece.id for piece in waiting if piece.kind_id != "human-shields"), area)
    umpire = act(table, "families-in-the-houses", "support")
    assert all(piece.kind_id != "human-shields" for piece in daesh_blocks(umpire.state))


@pytest.mark.rule("nineveh 10.2e", "nineveh 10.2h")
@pytest.mark.parametrize(("blocks", "goes"), [(2, True), (3, False)])
def test_an_ied_drives_where_there_is_room_for_it_alone(blocks: int, goes: bool) -> None:
    """Three Daesh blocks are as many as an urban area holds."""
    table = field().put("cts-1", "abar").put("ied-1", "thawra")
    for nth in range(blocks):
        table.put(f"militia-{nth + 1}", "abar")
    umpire, _ = doing(table, [1] * 5)
    actions.ieds_attack(umpire, sheets.IedsAttack(count=1, reach=1))
    assert (umpire.state.pieces["ied-1"].place != "thawra") is goes


@pytest.mark.rule("nineveh 10.2f", "nineveh 10.3a")
def test_blocks_move_unseen_and_keep_their_values() -> None:
    table = field().put("veteran-1", "abar").change("veteran-1", steps=1)
    umpire, _ = doing(table)
    actions.move_one(umpire, "abar", "thawra")
    moved = umpire.state.pieces["veteran-1"]
    assert (moved.place, moved.steps, moved.known_to) == ("thawra", 1, ("daesh",))


@pytest.mark.rule("nineveh 10.2f")
@pytest.mark.parametrize(("alone", "seen"), [(True, None), (False, ("daesh",))])
@pytest.mark.parametrize(("block", "steps"), [("veteran-1", 3), ("militia-1", 1), ("rumour-1", 1)])
def test_a_hidden_block_that_takes_a_step_loss_is_revealed_in_the_solitaire_game_alone(
    alone: bool, seen: tuple[str, ...] | None, block: str, steps: int
) -> None:
    table = field({"solitaire": alone}).put(block, "abar").change(block, steps=steps)
    umpire, _ = doing(table)
    take_step(umpire, block, rule="nineveh 7.4d")
    assert umpire.state.pieces[block].known_to == seen


@pytest.mark.rule("nineveh 10.2i", "nineveh 10.2f")
def test_a_block_that_a_step_loss_revealed_is_hidden_again_when_the_daesh_turn_ends() -> None:
    table = field().put("veteran-1", "abar")
    umpire, _ = doing(table)
    take_step(umpire, "veteran-1", rule="nineveh 7.4d")
    assert umpire.state.pieces["veteran-1"].known_to is None
    council.end_turn(umpire)
    assert umpire.state.pieces["veteran-1"].known_to == ("daesh",)


@pytest.mark.rule("nineveh 10.2c", "nineveh 5.0a")
@pytest.mark.parametrize(
    "block", ["leader-1", "mortar", "arms-cache-1", "media-centre", "human-shields-1", "ied-1"]
)
def test_what_only_its_own_cards_move_stays_where_it_is(block: str) -> None:
    table = field().put(block, "abar")
    umpire, _ = doing(table)
    actions.move_one(umpire, "abar", "thawra")
    assert umpire.state.pieces[block].place == "abar"


@pytest.mark.rule("nineveh 10.2c")
@pytest.mark.parametrize(("die", "disrupted", "steps"), [(3, None, 4), (4, True, 4), (6, None, 3)])
def test_the_mortar_fires_as_a_card_says(die: int, disrupted: bool | None, steps: int) -> None:
    table = field().put("mortar", "bab-jadid").put("cts-1", "aghawat")
    umpire = act(table, "mortars-on-the-crossroads", "combat", [die])
    assert (umpire.state.mark_named("cts-1", "disrupted"), umpire.state.pieces["cts-1"].steps) == (
        disrupted,
        steps,
    )
    assert umpire.state.pieces["mortar"].known_to == ("daesh",)


@pytest.mark.rule("nineveh 10.2c")
@pytest.mark.parametrize("why", ["none", "far", "disrupted"])
def test_no_mortar_in_reach_does_not_fire(why: str) -> None:
    table = field().put("cts-1", "aghawat")
    if why != "none":
        table.put("mortar", "north-west" if why == "far" else "bab-jadid")
    if why == "disrupted":
        table.mark("mortar", "disrupted")
    umpire = act(table, "mortars-on-the-crossroads", "combat", [])
    assert not any(isinstance(event, DieRolled) for event in umpire.fresh)


@pytest.mark.rule("nineveh 10.2h")
@pytest.mark.parametrize("face", ["ied", "large"])
def test_an_ied_that_moves_to_attack_is_a_vbied_and_goes_off_at_once(face: str) -> None:
    table = field().put("ied-1", "sikak").change("ied-1", face=face).put("cts-1", "aghawat")
    umpire = act(table, "booby-traps", "movement", [3])
    assert umpire.state.pieces["ied-1"].place == "reserve-daesh"
    assert umpire.state.pieces["cts-1"].steps == 3  # a 3 of a VBIED costs a step, of an IED none


@pytest.mark.rule("nineveh 10.2h")
def test_ieds_out_of_reach_stay() -> None:
    table = field().put("ied-1", "maidan").put("cts-1", "aghawat")
    umpire = act(table, "booby-traps", "movement", [])
    assert umpire.state.pieces["ied-1"].place == "maidan"


@pytest.mark.rule("nineveh 10.2g")
def test_ieds_go_off_before_the_isf_fights_and_not_as_it_enters() -> None:
    table = field().put("ied-1", "aghawat").put("cts-1", "aghawat").phase("movement", turn=2, side=ISF)
    umpire, _ = doing(table)
    ieds.entered(umpire, "cts-1", "aghawat")
    assert umpire.fresh == []
    table.phase("combat", turn=2, side=ISF)
    umpire, _ = doing(table, [6])
    combat.ieds_first(umpire, "aghawat")
    assert umpire.state.pieces["ied-1"].place == "reserve-daesh"
    assert umpire.state.pieces["cts-1"].steps == 3


@pytest.mark.rule("nineveh 10.2g", "nineveh 6.2c")
def test_a_card_keeps_ieds_from_going_off_before_combat_too() -> None:
    table = field().put("ied-1", "aghawat").put("cts-1", "aghawat").phase("combat", turn=2, side=ISF)
    rules(table, ISF, {"forbid": "ied", "of": {"side": "enemy", "is": ["ied"]}})
    umpire, people = doing(table)
    combat.ieds_first(umpire, "aghawat")
    assert umpire.state.pieces["ied-1"].place == "aghawat"
    assert people.asked == []


@pytest.mark.rule("nineveh 10.2g", "nineveh 7.5c")
def test_the_isf_chooses_under_which_unit_it_goes_off() -> None:
    table = field().put("ied-1", "aghawat").put("cts-1", "aghawat").put("erd-1", "aghawat")
    table.phase("combat", turn=2, side=ISF)
    umpire, people = doing(table, [5])
    combat.ieds_first(umpire, "aghawat")
    (question,) = people.asked
    assert (question.side, set(question.options)) == (ISF, {"cts-1", "erd-1"})


@pytest.mark.rule("nineveh 10.2i")
def test_blocks_are_hidden_again_as_the_daesh_turn_ends() -> None:
    table = field().put("militia-1", "abar").known("militia-1").phase("combat", turn=2, side=DAESH)
    table.order("proceed", side=ISF)
    assert table.state.pieces["militia-1"].known_to == ("daesh",)


@pytest.mark.rule("nineveh 10.2j")
def test_daesh_fights_its_combats_in_the_order_that_is_judged() -> None:
    table = field()
    for block, area in (("militia-1", "abar"), ("militia-2", "abar"), ("militia-3", "rifai")):
        table.put(block, area)
    table.put("cts-1", "rifai").put("erd-1", "abar").phase("combat", turn=2, side=DAESH)
    assert council.to_fight(table.state) == ["rifai", "abar"]
    umpire, people = doing(table, [2] * 40)
    council.fight_next(umpire)
    (first, *_) = people.asked
    assert (first.kind, first.suggested) == ("judgement", ("abar",))


# --- what the commander does (10.0b, 10.3) ---------------------------------------------------------


@pytest.mark.rule("nineveh 10.0b", "nineveh 10.3g")
def test_an_attack_is_made_where_it_is_promising_and_not_where_it_is_hopeless() -> None:
    table = field()
    for block in ("militia-1", "militia-2", "militia-3"):
        table.put(block, "abar")
    table.put("erd-1", "thawra")
    umpire = act(table, "pictures-of-ruins", "movement")
    assert number(umpire.state, DAESH, "thawra") == 3
    for unit in ("cts-1", "cts-2"):
        table.put(unit, "thawra")
    table.put("militia-2", "reserve-daesh").put("militia-3", "reserve-daesh")
    umpire = act(table, "pictures-of-ruins", "movement")
    assert number(umpire.state, DAESH, "thawra") == 0


@pytest.mark.rule("nineveh 10.0b")
def test_blocks_reinforce_what_needs_them_most() -> None:
    table = field().put("militia-1", "rifai").put("militia-2", "rifai").put("militia-3", "rifai")
    table.put("erd-1", "nablus")
    umpire = act(table, "mortars-on-the-crossroads", "movement")
    assert number(umpire.state, DAESH, "rifai") < 3


@pytest.mark.rule("nineveh 10.0b")
def test_hard_pressed_blocks_fall_back_towards_the_old_city() -> None:
    table = field().put("militia-1", "nablus")
    for unit in ("erd-1", "erd-2", "erd-3"):
        table.put(unit, "mosul-jadida")
    umpire = act(table, "back-to-the-old-city", "movement")
    place = umpire.state.pieces["militia-1"].place
    assert place in table.state.board.neighbours["nablus"]
    assert place in tagged(table.state.board, "ring road")


@pytest.mark.rule("nineveh 10.3a", "nineveh 10.0b")
def test_what_is_suggested_does_not_depend_on_what_the_blocks_are() -> None:
    asked = []
    for block in ("militia-1", "rumour-1", "veteran-1"):
        table = field().put(block, "abar").put("erd-1", "thawra")
        table.mark("game", council.CARDS, ["council-night-infiltration"])
        umpire, people = doing(table, [1] * 9)
        council.act(umpire, "movement")
        asked.append(
            [(words_of(question.text), question.options, question.suggested) for question in people.asked]
        )
        assert all(piece.id not in str(asked) for piece in daesh_blocks(table.state))
    assert asked[0] == asked[1] == asked[2]
    assert asked[0]


@pytest.mark.rule("nineveh 10.3c")
def test_a_card_that_places_what_is_not_there_does_nothing() -> None:
    table = field()
    for block in ("technical-1", "technical-2"):
        table.put(block, "eliminated")
    table.put("arms-cache-1", "qulayat")
    umpire = act(table, "gun-trucks", "support", [])
    assert not any(isinstance(event, PieceMoved) for event in umpire.fresh)


@pytest.mark.rule("nineveh 10.1d")
@pytest.mark.parametrize("bought", [False, True])
def test_what_ew_sigint_hears_is_said_by_council_cards(bought: bool) -> None:
    table = field().put("militia-1", "abar")
    if bought:
        table.put("ew-sigint", "cards-isf")
    umpire = act(table, "night-infiltration", "support")
    shown = [piece.id for piece in daesh_blocks(umpire.state) if piece.known_to is None]
    assert bool(shown) is bought
