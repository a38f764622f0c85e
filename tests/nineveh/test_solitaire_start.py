"""The solitaire game (10.1, 10.4): preparation, placement, and a harder game."""

from collections import Counter

import pytest

from adjudication.engine.orders import Order
from adjudication.systems.nineveh.solitaire import council, placement
from adjudication.systems.nineveh.table.blocks import DAESH, ISF, limit, number
from adjudication.systems.nineveh.table.board import (
    OLD_CITY,
    areas,
    at_junctions,
    of_terrain,
    south_of_the_old_city,
    tagged,
)
from domain.errors import BadData, IllegalOrder
from domain.events import DieRolled, PieceMoved
from domain.views.view import see
from tests.nineveh.alone import act, before, begun, daesh_blocks, doing, field, kinds, placed
from tests.nineveh.test_victory import card
from tests.nineveh.words import words_of
from tests.table import Table

OLD = {"leader": 1, "arms-cache": 1, "ied-factory": 1, "media-centre": 1}
OLD.update({"veteran": 4, "militia": 2, "ied": 2})
MOSUL = {"mortar": 1, "veteran": 1, "militia": 10, "ashbal": 4, "ied": 5, "rumour": 9}


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
    table.put("leader-1", "eliminated")
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
    removed = table.state.pieces_at("eliminated")  # no card brings them back
    assert len(removed) == 2
    assert all(block.known_to == (DAESH,) for block in removed)


def hasty_attack(table: Table) -> None:
    if "hasty-attack" in table.state.pieces:
        table.put("hasty-attack", "cards-isf")
    else:
        card(table, "hasty-attack", ISF, "cards-isf", group="marker")


def rolled(table: Table) -> dict[str, int]:
    """What was rolled for each area in placement."""
    return {
        words_of(event.purpose): event.face
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
    assert "weakest" in words_of(last.text)
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
    assert len(umpire.state.mark("game", council.CARDS, [])) == cards
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
