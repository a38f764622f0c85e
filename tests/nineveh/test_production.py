"""Production units (7.3): which may try what, the die and what supply adds, what each operation does."""

import pytest

from adjudication.engine.games.systems import load
from domain.errors import IllegalOrder
from domain.events import Modified, OrderGiven
from domain.views.view import see, see_log
from tests.nineveh.board import at, listed, place, steps
from tests.nineveh.words import words_of
from tests.table import Table

CARDS = ("daesh-arms-cache", "daesh-ied-factory", "daesh-media-centre")
HERE, BESIDE = "grand-mosque", "shahwan"


def works(supplied: bool = False, **places: str) -> Table:
    """The Daesh Support Phase of turn 2, with three production units in the Old City and their cards in play,
    out of supply unless it is said."""
    table = at("support", "daesh", 2, arms_cache_1=HERE, ied_factory_1=HERE, media_centre="makkawi", **places)
    for card in CARDS:
        table.put(card, "cards-daesh")
    if not supplied:
        for number, area in enumerate(("mushayrifa", "north-farms", "hawi"), start=1):
            table.put(f"erd-{number}", area)
    return table


def next_turn(table: Table) -> None:
    """End the turn; it is the Daesh Support Phase of the next one."""
    table.track("time", 2).phase("combat", 2, "daesh").order("proceed")
    table.phase("support", 3, "daesh")


@pytest.mark.rule("nineveh 7.3b", "nineveh 4.1.1e")
def test_each_production_unit_tries_one_operation_a_turn() -> None:
    table = works()
    table.order("produce", unit="ied-factory-1", operation="large-ied", dice=[1])
    with pytest.raises(IllegalOrder, match="has tried its operation this turn") as refused:
        table.order("produce", unit="ied-factory-1", operation="ied")
    assert refused.value.rule == "nineveh 7.3b"
    assert set(listed(table, "produce", "unit")) == {"arms-cache-1", "media-centre"}
    next_turn(table)
    assert "ied-factory-1" in listed(table, "produce", "unit")


@pytest.mark.rule("nineveh 7.3b")
def test_a_unit_tries_what_its_own_card_lists() -> None:
    table = works()
    assert listed(table, "produce", "operation", unit="ied-factory-1") == ["ied", "large-ied", "vbied"]
    assert listed(table, "produce", "operation", unit="arms-cache-1") == [
        "ammunition",
        "rockets",
        "survivors",
    ]
    with pytest.raises(IllegalOrder, match="The card of IED Factory 1 lists ied, large-ied, vbied"):
        table.order("produce", unit="ied-factory-1", operation="film")


@pytest.mark.rule("nineveh 4.1.1e")
@pytest.mark.parametrize(("phase", "side"), [("support", "isf"), ("movement", "daesh"), ("combat", "daesh")])
def test_production_is_for_the_daesh_support_phase(phase: str, side: str) -> None:
    table = works().phase(phase, 2, side)
    with pytest.raises(IllegalOrder):
        table.order("produce", side="daesh", unit="ied-factory-1", operation="ied")
    assert listed(table, "produce", "unit") == []


@pytest.mark.rule("nineveh 7.3c")
@pytest.mark.parametrize(
    ("supplied", "die", "made"), [(False, 2, False), (False, 3, True), (True, 1, False), (True, 2, True)]
)
def test_an_ied_is_made_on_3_and_supply_adds_1(supplied: bool, die: int, made: bool) -> None:
    table = works(supplied)
    events = table.order(
        "produce", unit="ied-factory-1", operation="ied", dice=[die], answers=[BESIDE] if made else []
    )
    assert (
        any(isinstance(event, Modified) and words_of(event.label) == "Daesh in supply" for event in events)
        is supplied
    )
    ieds = [piece for piece in table.state.pieces_at(BESIDE) if piece.kind_id == "ied"]
    assert [piece.face for piece in ieds] == (["ied"] if made else [])


@pytest.mark.rule("nineveh 7.3a")
def test_production_units_have_one_step_and_do_not_move() -> None:
    table = works().phase("movement", 2, "daesh")
    for unit in ("arms-cache-1", "ied-factory-1", "media-centre"):
        assert table.state.pieces[unit].kind.data["values"] == [6]
        assert listed(table, "move", "to", unit=unit) == []


@pytest.mark.rule("nineveh 7.3b")
@pytest.mark.parametrize(("operation", "die", "face"), [("large-ied", 5, "large"), ("vbied", 6, "vbied")])
def test_greater_charges_need_a_higher_number(operation: str, die: int, face: str) -> None:
    table = works()
    table.order("produce", unit="ied-factory-1", operation=operation, dice=[die - 1])
    assert not table.state.pieces_at(BESIDE)
    next_turn(table)
    table.order("produce", unit="ied-factory-1", operation=operation, dice=[die], answers=[BESIDE])
    assert [piece.face for piece in table.state.pieces_at(BESIDE)] == [face]


@pytest.mark.rule("nineveh 7.3b", "nineveh 7.5g")
def test_without_a_spare_ied_block_nothing_is_made() -> None:
    table = works()
    spaces = [space.id for space in table.state.board.data.spaces if space.terrain == "open"]
    for number in range(1, 11):
        table.put(f"ied-{number}", spaces[number % len(spaces)])
    before = {piece.id: piece.place for piece in table.state.pieces.values()}
    table.order("produce", unit="ied-factory-1", operation="ied", dice=[6])
    assert {piece.id: piece.place for piece in table.state.pieces.values()} == before


@pytest.mark.rule("nineveh 7.3b")
def test_no_ied_is_laid_among_isf_blocks_or_where_there_is_no_room() -> None:
    table = works(militia_1="makkawi", militia_2="faruq", militia_3="faruq", cts_1="khazraj")
    asked = table.people
    table.order("produce", unit="ied-factory-1", operation="ied", dice=[3], answers=[BESIDE])
    assert not {HERE, "khazraj", "makkawi", "faruq"} & set(asked.asked[-1].options)


@pytest.mark.rule("nineveh 7.3b")
def test_the_arms_cache_rallies_a_unit_beside_it() -> None:
    table = (
        works(veteran_1=BESIDE, militia_1="abar")
        .mark("veteran-1", "disrupted")
        .mark("militia-1", "disrupted")
    )
    table.order("produce", unit="arms-cache-1", operation="ammunition", dice=[4])
    assert table.state.mark_named("veteran-1", "disrupted") is None
    assert table.state.mark_named("militia-1", "disrupted") is True


@pytest.mark.rule("nineveh 7.3b")
def test_the_rockets_of_the_arms_cache_disrupt_an_isf_unit_beside_it() -> None:
    table = works(cts_1=BESIDE, cts_2="abar")
    table.order("produce", unit="arms-cache-1", operation="rockets", dice=[5])
    assert table.state.mark_named("cts-1", "disrupted") is True
    assert table.state.mark_named("cts-2", "disrupted") is None


@pytest.mark.rule("nineveh 7.3b", "nineveh 6.3b")
def test_the_arms_cache_gives_a_militia_a_step_back_but_no_unit_its_life() -> None:
    table = works(militia_1=BESIDE).change("militia-1", steps=1).put("militia-2", "eliminated")
    table.order("produce", unit="arms-cache-1", operation="survivors", dice=[6])
    assert (steps(table, "militia-1"), place(table, "militia-2")) == (2, "eliminated")


@pytest.mark.rule("nineveh 7.3b")
def test_a_whole_unit_regains_nothing() -> None:
    table = works(militia_1=BESIDE)
    table.order("produce", unit="arms-cache-1", operation="survivors", dice=[6])
    assert steps(table, "militia-1") == 2


@pytest.mark.rule("nineveh 7.3b", "nineveh 6.3b")
def test_the_media_centre_spreads_a_rumour_even_one_that_was_exposed() -> None:
    table = works()
    for number in range(1, 10):
        table.put(f"rumour-{number}", "eliminated")
    table.order("produce", unit="media-centre", operation="whispers", dice=[3], answers=[BESIDE])
    assert [piece.kind_id for piece in table.state.pieces_at(BESIDE)] == ["rumour"]


@pytest.mark.rule("nineveh 7.3b")
def test_the_media_centre_films_the_ruins_and_stirs_the_leader() -> None:
    table = works().track("orders-leader", 1)
    table.order("produce", unit="media-centre", operation="sermon", dice=[4])
    assert table.state.track("orders-leader") == 2
    next_turn(table)
    table.order("produce", unit="media-centre", operation="film", dice=[6])
    assert table.state.track("collateral") == 1


@pytest.mark.rule("nineveh 2.1f", "nineveh 7.3b")
def test_the_isf_sees_that_a_block_appears_and_nothing_of_what_was_tried() -> None:
    table = works()
    before = len(see_log(table.session.game.log, "isf"))
    table.order("produce", unit="ied-factory-1", operation="large-ied", dice=[4])
    told = see_log(table.session.game.log, "isf")[before:]
    assert not {"die-rolled", "order-given", "modified"} & {line.event for line in told}
    assert not [line for line in told if "produced" in repr(line) or "large" in repr(line)]
    next_turn(table)
    table.order("produce", unit="ied-factory-1", operation="large-ied", dice=[5], answers=[BESIDE])
    (block,) = (piece for piece in see(table.state, "isf").pieces if piece.place == BESIDE)
    assert (block.kind, block.name, block.back) == ("", "", "Daesh block")
    assert not [line for line in see_log(table.session.game.log, "isf")[before:] if "large" in repr(line)]


@pytest.mark.rule("nineveh 10.1f", "nineveh 10.2c")
def test_in_the_solitaire_game_nobody_produces_by_order() -> None:
    table = Table("nineveh", options={"solitaire": True}, dice="scripted")
    table.put("ied-factory-1", HERE).put("daesh-ied-factory", "cards-daesh").phase("support", 2, "daesh")
    with pytest.raises(IllegalOrder, match="through Military Council cards"):
        table.order("produce", unit="ied-factory-1", operation="ied")


@pytest.mark.rule("nineveh 7.3c")
@pytest.mark.parametrize(
    ("supplied", "die", "told"),
    [
        (False, 4, "rolled 4, total 4: fails"),
        (True, 4, "rolled 4, total 5: succeeds"),
        (False, 5, "rolled 5, total 5: succeeds"),
    ],
)
def test_the_log_says_whether_production_succeeds_although_nothing_comes_of_it(
    supplied: bool, die: int, told: str
) -> None:
    """Rockets need a 5, and there is no ISF unit in reach."""
    table = works(supplied)
    events = table.order("produce", unit="arms-cache-1", operation="rockets", dice=[die])
    given, summary = events[0], load("nineveh").words.summary
    assert isinstance(given, OrderGiven)
    assert summary is not None
    assert [part.text.format(*part.things) for part in summary(given, events, table.state, ())] == [told]
