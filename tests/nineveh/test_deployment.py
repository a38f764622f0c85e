"""Deployment (3.3): who sets up what, where, and in which order."""

from typing import Any

import pytest

from adjudication.chances.odds import odds
from adjudication.engine.orders import Order
from adjudication.systems.nineveh.course.deployment import open_areas
from adjudication.systems.nineveh.table.blocks import room
from adjudication.systems.nineveh.table.forces import due, force, waiting
from domain.errors import IllegalOrder
from domain.events import PieceMoved
from domain.views.view import see, see_log
from tests.nineveh.board import listed, place
from tests.table import Table


def isf_sets_up(seed: int = 0) -> Table:
    """A table on which ISF sets up; nothing has been bought."""
    return Table("nineveh", dice="sealed" if seed else "scripted", seed=seed).phase("deployment", 0, "isf")


def daesh_sets_up() -> Table:
    """A table on which ISF has set up, and Daesh does."""
    table = isf_sets_up()
    for group, area in (("army", "airport"), ("interior", "ghizlani"), ("cts", "harmat-road")):
        table.order("deploy", group=group, to=area)
    table.order("proceed")
    return table


def there(table: Table, area: str) -> set[str]:
    """The blocks in an area."""
    return {piece.id for piece in table.state.pieces_at(area)}


def numbered(kind: str, number: int) -> set[str]:
    return {f"{kind}-{each}" for each in range(1, number + 1)}


@pytest.mark.rule("nineveh 3.3a")
def test_isf_sets_up_everything_first_then_daesh() -> None:
    table = isf_sets_up()
    with pytest.raises(IllegalOrder, match=r"may not set up now.*3.3a"):
        table.order("deploy", side="daesh", blocks=["leader-1"], to="grand-mosque")
    with pytest.raises(IllegalOrder, match="All blocks must be set up first"):
        table.order("proceed")
    table = daesh_sets_up()
    assert (table.state.phase, table.state.side) == ("deployment", "daesh")
    with pytest.raises(IllegalOrder, match=r"may not set up now.*3.3a"):
        table.order("withdraw", side="isf", group="army")


@pytest.mark.rule("nineveh 3.3a")
def test_blocks_stand_with_their_blank_side_to_the_enemy() -> None:
    table = daesh_sets_up()
    assert not [piece.id for piece in see(table.state, "daesh").pieces if piece.id.startswith("ad9")]
    table.order("deploy", blocks=["leader-1", "rumour-1"], to="grand-mosque")
    seen = [piece for piece in see(table.state, "isf").pieces if piece.place == "grand-mosque"]
    assert [(piece.known, piece.back, piece.id) for piece in seen] == [(False, "Daesh block", "")] * 2
    assert "leader-1" not in str([view.fields for view in see_log(table.session.game.log, "isf")][-5:])


@pytest.mark.rule("nineveh 3.3a", "nineveh 2.1f")
@pytest.mark.parametrize("group", ["army", "interior", "cts"])
def test_the_enemy_learns_neither_which_group_comes_nor_which_block_is_which(group: str) -> None:
    places = []
    for seed in range(1, 7):
        table = isf_sets_up(seed)
        before = len(see_log(table.session.game.log, "daesh"))
        outcome = table.session.order(Order("isf", "deploy", {"group": group, "to": "airport"}))
        moved = [event.piece for event in outcome.events if isinstance(event, PieceMoved)]
        told = [view.event for view in see_log(table.session.game.log, "daesh")[before:]]
        assert told == ["piece-moved"] * len(moved)
        places.append((moved.index(f"{group}-hq"), *map(moved.index, sorted(moved)[1:3])))
        table.order("withdraw", group=group)
        assert len(see_log(table.session.game.log, "daesh")) == before + 2 * len(moved)
    assert len(set(places)) > 3


@pytest.mark.rule("nineveh 3.3b", "nineveh 3.3c")
def test_each_group_stands_whole_in_a_starting_area_of_its_own() -> None:
    table = isf_sets_up()
    table.order("deploy", group="army", to="airport")
    with pytest.raises(IllegalOrder, match=r"that no other group has; free: harmat-road, ghizlani.*3.3b"):
        table.order("deploy", group="cts", to="airport")
    with pytest.raises(IllegalOrder, match=r"3\.3b"):
        table.order("deploy", group="cts", to="tayaran")
    table.order("deploy", group="cts", to="ghizlani")
    assert listed(table, "deploy", "to", group="interior") == ["harmat-road"]
    assert len(there(table, "ghizlani")) == 9


@pytest.mark.rule("nineveh 3.3d", "nineveh 3.3e", "nineveh 3.3f")
def test_the_groups_of_isf() -> None:
    table = daesh_sets_up()
    assert there(table, "airport") == {"army-hq", *numbered("ad9", 6)}
    assert there(table, "ghizlani") == {"interior-hq", *numbered("erd", 4), *numbered("federal-police", 4)}
    assert there(table, "harmat-road") == {"cts-hq", *numbered("cts", 8)}


@pytest.mark.rule("nineveh 3.3i")
@pytest.mark.parametrize("area", ["airport", "ghizlani", "harmat-road"])
def test_daesh_sets_up_anywhere_but_in_the_starting_areas(area: str) -> None:
    table = daesh_sets_up()
    with pytest.raises(IllegalOrder, match=r"any area of the map but.*3.3i"):
        table.order("deploy", blocks=["leader-1"], to=area)
    assert len(open_areas(table.state)) == 51


@pytest.mark.rule("nineveh 3.3i", "nineveh 5.2a", "nineveh 5.2c")
def test_daesh_keeps_to_the_stacking_limits_at_set_up() -> None:
    table = daesh_sets_up()
    with pytest.raises(IllegalOrder, match=r"has room for 2 more.*5.2a"):
        table.order("deploy", blocks=["leader-1", "rumour-1", "ied-1"], to="grand-mosque")
    table.order("deploy", blocks=["leader-1", "rumour-1"], to="grand-mosque")
    assert room(table.state, "daesh", "grand-mosque") == 0


@pytest.mark.rule("nineveh 3.3j", "nineveh 7.5g")
def test_the_core_force_of_daesh_has_thirty_blocks_and_all_are_set_up() -> None:
    table = daesh_sets_up()
    state = table.state
    assert set(waiting(state, "daesh")) == {
        "leader-1",
        *numbered("militia", 12),
        *numbered("veteran", 5),
        *numbered("ied", 4),
        *numbered("rumour", 8),
    }
    assert [state.pieces[f"ied-{number}"].face for number in (1, 2, 3, 4)] == ["ied", "ied", "large", "vbied"]
    with pytest.raises(IllegalOrder, match="All blocks must be set up first"):
        table.order("proceed")
    for area in open_areas(state):
        left = waiting(table.state, "daesh")
        if left:
            table.order("deploy", blocks=left[: room(state, "daesh", area)], to=area)
    table.order("proceed")
    assert (table.state.turn, table.state.phase, table.state.side) == (1, "support", "isf")


@pytest.mark.rule("nineveh 3.3j")
def test_what_daesh_does_not_have_is_not_set_up() -> None:
    table = daesh_sets_up()
    for block in ("rumour-9", "ied-5", "ashbal-1", "media-centre", "ad9-1"):
        with pytest.raises(IllegalOrder):
            table.order("deploy", blocks=[block], to="grand-mosque")
    with pytest.raises(IllegalOrder, match=r"each once.*3.3j"):
        table.order("deploy", blocks=["leader-1", "leader-1"], to="grand-mosque")


@pytest.mark.rule("nineveh 3.3a")
def test_what_was_set_up_may_be_taken_back_three_times() -> None:
    table = isf_sets_up()
    for _ in range(3):
        table.order("deploy", group="army", to="airport")
        table.order("withdraw", group="army")
        assert place(table, "army-hq") == "reserve-isf"
    table.order("deploy", group="army", to="ghizlani")
    with pytest.raises(IllegalOrder, match="has been taken back 3 times"):
        table.order("withdraw", group="army")
    table = daesh_sets_up()
    table.order("deploy", blocks=["leader-1", "militia-1"], to="grand-mosque")
    table.order("withdraw", block="leader-1")
    assert (place(table, "leader-1"), place(table, "militia-1")) == ("reserve-daesh", "grand-mosque")


@pytest.mark.rule("nineveh 3.3a")
@pytest.mark.parametrize(
    "wrong",
    [
        {"group": "army", "blocks": ["ad9-1"], "to": "airport"},
        {"to": "airport"},
        {"group": "pmf", "to": "airport"},
    ],
)
def test_an_order_says_what_is_set_up(wrong: dict[str, Any]) -> None:
    with pytest.raises(IllegalOrder):
        isf_sets_up().order("deploy", **wrong)


def test_the_force_of_a_side_is_its_own() -> None:
    state = isf_sets_up().state
    assert {state.pieces[block].side for block in force(state, "isf")} == {"isf"}


@pytest.mark.rule("nineveh 3.3g", "nineveh 3.3d", "nineveh 11.0g")
def test_pmf_and_infantry_that_were_bought_are_set_up_too() -> None:
    table = isf_sets_up().put("isf-pmf", "cards-isf").put("isf-infantry-divisions", "cards-isf")
    table.mark("isf-infantry-divisions", "level", 1)
    bought = table.state.pieces["isf-pmf"].kind.data["blocks"]["pmf"]
    for group, area in (("army", "airport"), ("interior", "ghizlani"), ("cts", "harmat-road")):
        table.order("deploy", group=group, to=area)
    with pytest.raises(IllegalOrder, match="All blocks must be set up first"):
        table.order("proceed")
    with pytest.raises(IllegalOrder, match=r"3\.3g"):
        table.order("deploy", group="pmf", to="tayaran")
    table.order("deploy", group="pmf", to="airport")
    assert there(table, "airport") == {
        "army-hq",
        *numbered("ad9", 6),
        *numbered("infantry", 3),
        *numbered("pmf", bought),
    }
    table.order("proceed")


@pytest.mark.rule("nineveh 3.3j", "nineveh 7.5g")
def test_ied_blocks_are_turned_to_the_types_that_daesh_bought() -> None:
    table = (
        isf_sets_up().put("daesh-additional-ieds", "cards-daesh").mark("daesh-additional-ieds", "level", 1)
    )
    for group, area in (("army", "airport"), ("interior", "ghizlani"), ("cts", "harmat-road")):
        table.order("deploy", group=group, to=area)
    table.order("proceed")
    faces = [table.state.pieces[f"ied-{number}"].face for number in range(1, 11)]
    assert faces == ["ied"] * 5 + ["large"] * 3 + ["vbied"] * 2
    assert set(waiting(table.state, "daesh")) >= numbered("ied", 10)


@pytest.mark.rule("nineveh 3.3d", "nineveh 3.3e", "nineveh 3.3f", "nineveh 3.3j")
@pytest.mark.parametrize("side", ["isf", "daesh"])
def test_core_unit_cards_bring_what_the_rulebook_lists(side: str) -> None:
    table = isf_sets_up()
    with_cards = due(table.state, side)
    for card in table.state.pieces_at(f"cards-{side}"):
        table.put(card.id, f"offer-{side}")
    assert due(table.state, side) == with_cards


@pytest.mark.rule("nineveh 5.2a")
def test_an_area_without_room_says_so() -> None:
    table = daesh_sets_up()
    for block in ("leader-1", "veteran-1"):
        table.put(block, "grand-mosque")
    with pytest.raises(IllegalOrder, match="room for 0 more"):
        table.order("deploy", to="grand-mosque", blocks=["militia-1"], group="")


@pytest.mark.rule("nineveh 3.3b", "nineveh 10.1a")
def test_odds_of_setting_up_are_exact_although_the_blocks_of_daesh_are_face_down() -> None:
    table = Table("nineveh", "solitaire")
    table.order("prepare", side="isf", priority="casualties")
    table.order("proceed", side="isf")
    deploy = Order("isf", "deploy", {"side": "isf", "group": "army", "to": "ghizlani"})
    found = odds(table.session.system, table.state, [deploy], viewer="isf")
    assert (found.exact, found.runs, len(found.outcomes)) == (True, 1, 1)
