"""The solitaire game (10): preparation, placement, the Military Council, and what nobody may look at."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec
import pytest

from adjudication.engine.orders import Order
from adjudication.systems.nineveh import combat, hints, ieds
from adjudication.systems.nineveh.blocks import BLOCKS, DAESH, ISF, limit, number, on_map
from adjudication.systems.nineveh.board import (
    OLD_CITY,
    areas,
    at_junctions,
    of_terrain,
    south_of_the_old_city,
    tagged,
)
from adjudication.systems.nineveh.cards import play
from adjudication.systems.nineveh.cards.effects import carry_out
from adjudication.systems.nineveh.cards.sheets import Effect
from adjudication.systems.nineveh.cards.targets import Context
from adjudication.systems.nineveh.solitaire import actions, council, defence, placement, sheets
from domain.errors import BadData, IllegalOrder
from domain.events import DieRolled, PieceMoved
from domain.table.state import Piece, State
from domain.views.view import see
from tests.nineveh.alone import Suggested, before, begun, doing, field, placed
from tests.nineveh.test_victory import card
from tests.table import Table

OLD = {"leader": 1, "arms-cache": 1, "ied-factory": 1, "media-centre": 1}
OLD.update({"veteran": 4, "militia": 2, "ied": 2})
MOSUL = {"mortar": 1, "veteran": 1, "militia": 10, "ashbal": 4, "ied": 5, "rumour": 9}


def daesh_blocks(state: State) -> list[Piece]:
    return [
        piece
        for group in BLOCKS
        for piece in state.of_group(group)
        if piece.side == DAESH and on_map(state, piece)
    ]


def kinds(state: State) -> Counter[str]:
    return Counter(piece.kind_id for piece in daesh_blocks(state))


# --- preparation (10.1) ----------------------------------------------------------------------------


@pytest.mark.rule("nineveh 10.0a", "nineveh 10.1f")
def test_daesh_gives_no_orders() -> None:
    table, _ = placed()
    for _ in range(4):
        assert {order.side for order in table.session.legal()} == {ISF}
        with pytest.raises(IllegalOrder):
            table.session.order(Order(DAESH, "proceed"))
        table.order("proceed", side=ISF)


@pytest.mark.rule("nineveh 10.1a")
def test_the_isf_sets_up_first_and_as_usual() -> None:
    table, _ = begun()
    assert (table.state.phase, table.state.side) == ("deployment", ISF)
    assert daesh_blocks(table.state) == []
    table.order("proceed", side=ISF)
    assert (table.state.phase, table.state.side) == ("deployment", DAESH)
    assert len(daesh_blocks(table.state)) == 42


@pytest.mark.rule("nineveh 10.1g")
def test_the_council_deck_is_shuffled_face_down() -> None:
    orders = []
    for seed in (1, 2):
        table, _ = before(seed=seed)
        cards = table.state.pieces_at("council-deck")
        assert len(cards) == 20
        assert all(card.known_to == () for card in cards)
        orders.append([card.id for card in cards])
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]


@pytest.mark.rule("nineveh 10.1g")
def test_the_priority_of_daesh_is_drawn_unseen() -> None:
    table, _ = begun()
    if not any(each.side == DAESH for each in table.state.of_group("priority")):
        for metric in ("time", "casualties", "collateral"):
            card(table, f"daesh-{metric}", DAESH, "offer-daesh", metric=metric)
    table.order("proceed", side=ISF)
    cards = [each for each in table.state.of_group("priority") if each.side == DAESH]
    drawn = [card for card in cards if card.place == "priority-daesh"]
    assert len(drawn) == 1
    assert all(card.known_to is not None and ISF not in card.known_to for card in cards)


@pytest.mark.rule("nineveh 10.1h", "nineveh 10.1k")
def test_the_old_city_group_fills_the_old_city_one_block_an_area() -> None:
    table, _ = begun()
    umpire, _ = doing(table, [1] * 100)
    placement.form_groups(umpire)
    state = umpire.state
    assert Counter(piece.kind_id for piece in state.pieces_at("old-city-group")) == OLD
    assert Counter(piece.kind_id for piece in state.pieces_at("mosul-group")) == MOSUL
    faces = Counter(piece.face for piece in state.pieces_at("old-city-group") if piece.kind_id == "ied")
    assert faces == {"large": 2}
    old_city = of_terrain(state.board, OLD_CITY)
    for area in old_city:
        placement._place(umpire, "old-city-group", area, rule="nineveh 10.1k")
    assert umpire.state.pieces_at("old-city-group") == []
    assert [number(umpire.state, DAESH, area) for area in old_city] == [1] * 12


@pytest.mark.rule("nineveh 10.1h")
def test_all_blocks_of_both_groups_are_placed_and_the_others_are_set_aside() -> None:
    table, _ = placed()
    wanted = Counter(OLD) + Counter(MOSUL)
    assert kinds(table.state) == wanted
    assert {piece.place for piece in table.state.pieces.values() if piece.kind_id == "human-shields"} == {
        "reserve-daesh"
    }


@pytest.mark.rule("nineveh 10.1h")
def test_a_scenario_without_enough_blocks_is_refused() -> None:
    table, _ = begun()
    table.put("leader", "eliminated")
    umpire, _ = doing(table)
    with pytest.raises(BadData, match="needs 1 blocks leader"):
        placement.form_groups(umpire)


@pytest.mark.rule("nineveh 10.1i", "nineveh 10.3a")
def test_the_groups_are_mixed_and_the_player_sees_blank_blocks() -> None:
    where = []
    for seed in (1, 2):
        table, _ = placed(seed=seed)
        where.append({piece.id: piece.place for piece in daesh_blocks(table.state)})
        seen = [
            piece
            for piece in see(table.state, ISF).pieces
            if piece.side == DAESH and piece.place in areas(table.state.board)
        ]
        assert len(seen) == 42
        assert not any(piece.known for piece in seen)
        whole = [piece for piece in daesh_blocks(table.state) if piece.kind_id == "veteran"]
        assert {piece.steps for piece in whole} == {3}
    assert where[0] != where[1]


@pytest.mark.rule("nineveh 10.1b")
def test_a_hasty_attack_takes_two_blocks_out_of_the_mosul_group() -> None:
    table, _ = begun()
    hasty_attack(table)
    table.order("proceed", side=ISF)
    left = kinds(table.state)
    assert sum(left.values()) == 40
    assert all(left[kind] >= number for kind, number in OLD.items())


def hasty_attack(table: Table) -> None:
    if "hasty-attack" in table.state.pieces:
        table.put("hasty-attack", "cards-isf")
    else:
        card(table, "hasty-attack", ISF, "cards-isf", group="marker")


def rolled(table: Table) -> dict[str, int]:
    """What was rolled for each area in placement."""
    return {
        event.purpose: event.face
        for event in table.session.game.log
        if isinstance(event, DieRolled) and event.rule in ("nineveh 10.1l", "nineveh 10.1n")
    }


@pytest.mark.rule("nineveh 10.1l")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_urban_areas_on_the_ring_road_get_one_block_or_two(seed: int) -> None:
    table, _ = placed(seed=seed)
    moved = [event for event in table.session.game.log if isinstance(event, PieceMoved)]
    placed_there = Counter(event.to for event in moved if event.rule == "nineveh 10.1l")
    faces = rolled(table)
    for area in tagged(table.state.board, "ring road"):
        face = faces[f"blocks in {table.state.board.spaces[area].name}"]
        assert placed_there[area] == (1 if face <= 4 else 2)


@pytest.mark.rule("nineveh 10.1m")
def test_each_empty_area_on_the_tigris_gets_a_block() -> None:
    table, _ = placed()
    for area in tagged(table.state.board, "tigris"):
        assert number(table.state, DAESH, area) + number(table.state, ISF, area)
    moved = [event for event in table.session.game.log if isinstance(event, PieceMoved)]
    there = Counter(event.to for event in moved if event.rule == "nineveh 10.1m")
    assert set(there.values()) == {1}
    assert "shifa" not in there  # it has a block of the ring road


@pytest.mark.rule("nineveh 10.1n")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_empty_urban_areas_at_junctions_get_a_block_on_five_or_six(seed: int) -> None:
    table, _ = placed(seed=seed)
    board = table.state.board
    moved = [event for event in table.session.game.log if isinstance(event, PieceMoved)]
    there = {event.to for event in moved if event.rule == "nineveh 10.1n"}
    faces = {
        area: rolled(table).get(f"a block in {board.spaces[area].name}", 0) for area in at_junctions(board)
    }
    assert there == {area for area, face in faces.items() if face >= 5}
    for area, face in faces.items():
        if face:
            assert board.spaces[area].terrain == "urban"
            assert area not in tagged(board, "start")


@pytest.mark.rule("nineveh 10.1o")
def test_where_each_remaining_block_may_go() -> None:
    table, _ = begun()
    state = table.put("militia-1", "yarmuk").put("militia-2", "abar").put("rumour-1", "maidan").state
    board = state.board
    assert placement.eligible(state, 1) == list(of_terrain(board, OLD_CITY))
    near_start = placement.eligible(state, 2)
    assert near_start
    assert all(
        board.spaces[area].terrain == "urban"
        and any(start in board.neighbours[area] for start in tagged(board, "start"))
        for area in near_start
    )
    assert placement.eligible(state, 3) == ["yarmuk"]
    assert placement.eligible(state, 4) == ["yarmuk", "abar"] or placement.eligible(state, 4) == [
        "abar",
        "yarmuk",
    ]
    north_west = placement.eligible(state, 5)
    assert "seventeen-july" in north_west
    assert "abar" not in north_west
    assert "mamun" not in north_west
    (southern, *_) = placement.eligible(state, 6)
    assert any(southern in board.neighbours[area] for area in south_of_the_old_city(board))


@pytest.mark.rule("nineveh 10.1o")
def test_without_an_occupied_junction_an_empty_urban_one_will_do() -> None:
    table, _ = begun()
    found = placement.eligible(table.state, 3)
    assert found
    assert all(table.state.board.spaces[area].terrain == "urban" for area in found)


@pytest.mark.rule("nineveh 10.1j", "nineveh 10.0b")
def test_of_several_places_the_best_is_suggested_and_people_judge() -> None:
    table, people = begun()
    table.order("proceed", side=ISF)
    judged = [question for question in people.asked if question.kind == "judgement"]
    assert judged
    assert all(question.suggested and question.because for question in judged)
    assert all(question.suggested[0] in question.options for question in judged)


@pytest.mark.rule("nineveh 10.1p")
def test_the_last_block_goes_where_the_defence_looks_weakest() -> None:
    table, people = begun()
    table.order("proceed", side=ISF)
    last = people.asked[-1]
    assert "weakest" in last.text
    state = table.state
    moved = [event for event in table.session.game.log if isinstance(event, PieceMoved)]
    to = next(event.to for event in moved if event.rule == "nineveh 10.1p")
    assert to == last.suggested[0]
    assert number(state, DAESH, to) == 1


@pytest.mark.rule("nineveh 10.1o", "nineveh 10.3b")
@pytest.mark.parametrize("seed", range(5))
def test_placement_never_overstacks_and_leaves_starting_areas_alone(seed: int) -> None:
    table, _ = placed(seed=seed)
    state = table.state
    for area in areas(state.board):
        most = limit(state, DAESH, area)
        assert most is not None
        assert number(state, DAESH, area) <= most
    assert all(not number(state, DAESH, area) for area in tagged(state.board, "start"))


@pytest.mark.rule("nineveh 10.0b")
def test_the_option_takes_all_suggestions_without_asking() -> None:
    table, people = begun({"trust_suggestions": True})
    table.order("proceed", side=ISF)
    assert people.asked == []
    assert len(daesh_blocks(table.state)) == 42


# --- harder (10.4) ---------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 10.4a")
def test_harder_by_more_blocks() -> None:
    table, _ = placed({"more_blocks": True})
    more = kinds(table.state) - (Counter(OLD) + Counter(MOSUL))
    assert more == {"technical": 1, "arms-cache": 1, "ied-factory": 1}


@pytest.mark.rule("nineveh 10.4b")
@pytest.mark.parametrize(("turn", "cards"), [(1, 2), (3, 2), (4, 1)])
def test_harder_by_a_second_card_in_the_first_three_turns(turn: int, cards: int) -> None:
    table = field({"second_card": True, "trust_suggestions": True}).phase("support", turn=turn, side=DAESH)
    umpire, _ = doing(table, range(1, 50))
    council.begin_support(umpire)
    assert len(umpire.state.mark("game", council.CARDS)) == cards
    assert len(umpire.state.pieces_at("council-discard")) == cards


@pytest.mark.rule("nineveh 10.4c")
@pytest.mark.parametrize(("option", "start"), [(False, 0), (True, 1)])
def test_harder_by_a_head_start_of_the_tracks(option: bool, start: int) -> None:
    table, _ = before({"head_start": option})
    assert (table.state.track("casualties"), table.state.track("collateral")) == (start, start)


@pytest.mark.rule("nineveh 10.4d")
@pytest.mark.parametrize(("factories", "ieds_placed"), [(0, 0), (1, 1), (2, 1)])
def test_two_factories_give_no_more_than_one_and_both_must_go(factories: int, ieds_placed: int) -> None:
    table = field({"trust_suggestions": True})
    for each in range(1, factories + 1):
        table.put(f"ied-factory-{each}", "qulayat")
    umpire = act(table, "hold-the-line", "support")
    assert sum(piece.kind_id == "ied" for piece in daesh_blocks(umpire.state)) == ieds_placed


# --- the Daesh turn (10.2) -------------------------------------------------------------------------


def cut_off(table: Table) -> None:
    """The ISF holds the junction beside the Old City."""
    for unit, area in (("cts-1", "mushahada"), ("cts-2", "bab-sinjar"), ("cts-3", "abi-tamam")):
        for block in table.state.pieces_at(area):
            table.put(block.id, "eliminated")
        table.put(unit, area)


def act(table: Table, card: str, phase: str, dice: list[int] | None = None):  # type: ignore[no-untyped-def]
    """What a card does in a phase."""
    table.mark("game", council.CARDS, [f"council-{card}"])
    umpire, _ = doing(table, dice if dice is not None else [1] * 60)
    council.act(umpire, phase)
    return umpire


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
        table.put("leader", "qulayat")
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


@pytest.mark.rule("nineveh 10.2f", "nineveh 10.3a")
def test_blocks_move_unseen_and_keep_their_values() -> None:
    table = field().put("veteran-1", "abar").change("veteran-1", steps=1)
    umpire, _ = doing(table)
    actions.move_one(umpire, "abar", "thawra")
    moved = umpire.state.pieces["veteran-1"]
    assert (moved.place, moved.steps, moved.known_to) == ("thawra", 1, ("daesh",))


@pytest.mark.rule("nineveh 10.2c", "nineveh 5.0a")
@pytest.mark.parametrize(
    "block", ["leader", "mortar", "arms-cache-1", "media-centre", "human-shields-1", "ied-1"]
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
    assert (umpire.state.mark("cts-1", "disrupted"), umpire.state.pieces["cts-1"].steps) == (disrupted, steps)
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
        asked.append([(question.text, question.options, question.suggested) for question in people.asked])
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


# --- cards as data ---------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 2.3e", "nineveh 10.2b", "nineveh 11.0w")
def test_there_are_twenty_different_cards_with_two_or_three_sets_of_actions() -> None:
    table, _ = before()
    cards = table.state.of_group(sheets.COUNCIL)
    assert len(cards) == 20
    assert len({each.kind.text for each in cards}) == 20
    for each in cards:
        assert 2 <= len(sheets.read(each).actions) <= 3


CARDS = [each.id for each in Table("nineveh", "solitaire").state.of_group(sheets.COUNCIL)]


@pytest.mark.rule("nineveh 10.2b")
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("strong", [True, False])
def test_every_card_can_be_carried_out_and_does_something(card: str, strong: bool) -> None:
    table, _ = placed({"trust_suggestions": True}, seed=3)
    for unit, area in (("erd-1", "abar"), ("erd-2", "abar"), ("ad9-1", "mosul-jadida")):
        table.put(unit, area)
    if not strong:
        for block in ("leader", "arms-cache-1", "ied-factory-1", "media-centre"):
            table.put(block, "eliminated")
        cut_off(table)
    table.phase("support", turn=7, side=DAESH)
    told = 0
    for phase in ("support", "movement", "combat"):
        umpire = act(table, card.removeprefix("council-"), phase)
        told += len(umpire.fresh)
    assert told


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"actions": []}, "two or three"),
        ({"actions": [{"phase": "noon", "do": []}] * 2}, "noon"),
        ({"actions": [{"phase": "combat", "do": [{"dance": {}}]}] * 2}, "dance"),
        ({"actions": [{"phase": "combat", "do": [{"attack": {"areas": "all"}}]}] * 2}, "int"),
        (
            {"actions": [{"phase": "combat", "do": [{"produce": {"kind": "ied", "colour": "red"}}]}] * 2},
            "colour",
        ),
    ],
)
@pytest.mark.rule("nineveh 10.2b")
def test_a_card_that_says_nonsense_is_refused(data: dict[str, object], why: str) -> None:
    table, _ = before()
    card(table, "council-nonsense", DAESH, "council-deck", group=sheets.COUNCIL, **data)
    with pytest.raises(BadData, match=why):
        sheets.read(table.state.pieces["council-nonsense"])


@pytest.mark.rule("nineveh 10.0b")
def test_weakness_counts_worth_enemy_and_defenders() -> None:
    table = field()
    assert defence.weakest(table.state, ["hawi", "qulayat"]) == "qulayat"
    table.put("cts-1", "nablus")
    assert defence.weakest(table.state, ["najjar", "abar"]) == "abar"
    table.put("militia-1", "abar").put("militia-2", "abar").put("militia-3", "abar")
    assert defence.weakest(table.state, ["najjar", "abar"]) == "najjar"


# --- cards of the ISF that work differently (10.1) ---------------------------------------------------


@pytest.mark.rule("nineveh 10.1c", "nineveh 7.4b")
def test_humint_only_reveals_blocks() -> None:
    table = field().put("humint", "cards-isf").put("militia-1", "abar").put("rumour-1", "abar")
    table.phase("support", turn=2, side=ISF)
    table.order("use", side=ISF, card="humint", at="abar")
    assert table.state.pieces["militia-1"].known_to is None
    assert table.state.pieces["rumour-1"].place == "eliminated"
    assert isinstance(table.session.people, Suggested)
    assert not any("card" in question.text for question in table.session.people.asked)


@pytest.mark.rule("nineveh 10.1d")
def test_the_text_of_ew_sigint_is_ignored() -> None:
    table = (
        field().put("ew-sigint", "cards-isf").put("leader", "qulayat").phase("support", turn=2, side=DAESH)
    )
    assert not any(order.name == "use" for order in table.session.legal())


@pytest.mark.rule("nineveh 10.1e")
@pytest.mark.parametrize(("alone", "place"), [(True, "cards-isf"), (False, "used-cards")])
def test_snipers_are_not_lost_on_a_one(alone: bool, place: str) -> None:
    table = Table("nineveh", "solitaire" if alone else "campaign")
    table.put("militia-12", "maidan").put("isf-snipers", "cards-isf")
    table.put("militia-1", "abar").put("cts-1", "abar").phase("combat", turn=2, side=ISF)
    umpire, _ = doing(table, [1])
    play.use(umpire, play.Use(ISF, "isf-snipers", "abar"))
    assert umpire.state.pieces["isf-snipers"].place == place


# --- events (10.3) ---------------------------------------------------------------------------------


def carried_out(
    table: Table, *effects: Mapping[str, object], here: str = "", dice: Iterable[int] = ()
) -> State:
    """What effects of an event come to."""
    umpire, _ = doing(table, dice)
    read = msgspec.convert(effects, tuple[Effect, ...], str_keys=True)
    carry_out(umpire, read, Context(ISF, here, "nineveh 6.5b", ISF))
    return umpire.state


@pytest.mark.rule("nineveh 10.3f", "nineveh 5.21a")
@pytest.mark.parametrize(("alone", "moved", "disrupted"), [(True, False, None), (False, True, True)])
def test_an_event_that_would_overstack_has_no_effect(
    alone: bool, moved: bool, disrupted: bool | None
) -> None:
    table = Table("nineveh", "solitaire" if alone else "campaign", people=Suggested())
    table.track("time", 2).phase("combat", turn=2, side=ISF)
    crowd = iter(["militia-2", "militia-3", "militia-4", "militia-5", "militia-6", "militia-7", "militia-8"])
    table.put("militia-1", "bab-jadid")
    for area in table.state.board.neighbours["bab-jadid"]:
        if area in of_terrain(table.state.board, OLD_CITY):
            table.put(next(crowd), area).put(next(crowd), area)
        else:
            table.put("cts-1" if area == "sikak" else "cts-2", area)
    effect = {"retreat": {"of": {"side": "daesh", "is": ["unit"], "at": "here"}}}
    state = carried_out(table, effect, here="bab-jadid")
    assert (state.pieces["militia-1"].place != "bab-jadid") is moved
    assert state.mark("militia-1", "disrupted") == disrupted


@pytest.mark.rule("nineveh 10.3f", "nineveh 10.3b")
def test_an_event_places_nothing_in_a_full_area() -> None:
    table = field().put("militia-1", "maidan")
    effect = {"place": {"kind": "ashbal", "at": "here"}}
    assert number(carried_out(table, effect, here="maidan"), DAESH, "maidan") == 2
    assert number(carried_out(table, effect, here="qulayat"), DAESH, "qulayat") == 1


@pytest.mark.rule("nineveh 10.3a", "nineveh 10.0a")
@pytest.mark.parametrize("seed", [1, 4])
def test_the_player_reads_the_same_whatever_the_hidden_blocks_are(seed: int) -> None:
    table, _ = placed({"trust_suggestions": True}, seed=seed)
    for _ in range(4):
        table.order("proceed", side=ISF)
    told = what_the_player_reads(table)
    hidden = [piece for piece in daesh_blocks(table.state) if piece.known_to is not None]
    veteran = next(piece for piece in hidden if piece.kind_id == "veteran")
    for sort in ("rumour", "militia", "ied"):
        other = next(piece for piece in hidden if piece.kind_id == sort)
        here, there = table.state.pieces[veteran.id].place, table.state.pieces[other.id].place
        table.put(veteran.id, there).put(other.id, here)
        assert what_the_player_reads(table) == told


def what_the_player_reads(table: Table) -> tuple[object, ...]:
    """Hint, suggestions, areas of orders and blank blocks; contacts change as blocks are put elsewhere."""
    state = table.state
    view = Counter((piece.place, piece.back) for piece in see(state, ISF).pieces if not piece.known)
    orders = Counter((order.name, order.arguments.get("to")) for order in table.session.legal())
    weak = [defence.weakness(state, area) for area in areas(state.board)]
    return hints.hint(state), hints.left(state, ISF), view, orders, weak, defence.targets(state)
