"""Where the blocks of the solitaire game go, die by die (10.1k-10.1p), on positions of a few blocks."""

from collections.abc import Iterable

import pytest

from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.course.victory import hasty
from adjudication.systems.nineveh.solitaire import placement
from adjudication.systems.nineveh.table.blocks import DAESH, ISF, number
from adjudication.systems.nineveh.table.board import OLD_CITY, START, areas, at_junctions, of_terrain, tagged
from domain.events import DieRolled, PieceChanged, PieceMoved, Shuffled
from tests.nineveh.alone import begun as ready
from tests.nineveh.alone import doing, field
from tests.table import Table

BOARD = field().state.board
AT_START = {"ghizlani": "ad9-1", "harmat-road": "erd-1", "airport": "cts-1"}


def empty(**blocks: str) -> Table:
    """The map with the ISF in its starting areas, and these blocks."""
    table = field().put("militia-12", "reserve-daesh")
    for area, unit in AT_START.items():
        table.put(unit, area)
    for block, area in blocks.items():
        table.put(block.replace("_", "-"), area)
    return table


def eligible(table: Table, face: int) -> set[str]:
    """Where a die of this face places a block."""
    return set(placement.eligible(table.state, face))


@pytest.mark.rule("nineveh 10.1o", "nineveh 10.3b")
def test_on_a_one_it_goes_into_the_old_city_where_there_is_room() -> None:
    table = empty(militia_1="makkawi", militia_2="makkawi", militia_3="faruq", rumour_1="abar")
    assert eligible(table, 1) == set(of_terrain(BOARD, OLD_CITY)) - {"makkawi"}


@pytest.mark.rule("nineveh 10.1o", "nineveh 10.3b")
def test_on_a_two_it_goes_into_an_urban_area_beside_a_starting_area() -> None:
    assert eligible(empty(), 2) == {"mamun", "tal-rumman", "mansour", "tayaran", "jawsaq"}
    table = empty(
        militia_1="mansour", militia_2="mansour", militia_3="mansour", rumour_1="jawsaq", pmf_1="mamun"
    )
    assert eligible(table, 2) == {"tal-rumman", "tayaran", "jawsaq"}


@pytest.mark.rule("nineveh 10.1o", "nineveh 10.3b")
def test_on_a_three_it_goes_to_an_occupied_area_at_a_junction() -> None:
    table = empty(rumour_1="mushayrifa", rumour_2="mushahada", rumour_3="abar", rumour_4="yarmuk")
    assert eligible(table, 3) == {"mushayrifa", "mushahada", "yarmuk"}
    table.put("rumour-5", "mushahada").put("rumour-6", "yarmuk").put("rumour-7", "yarmuk")
    assert eligible(table, 3) == {"mushayrifa"}


@pytest.mark.rule("nineveh 10.1o")
def test_on_a_three_without_one_that_has_room_an_empty_urban_area_at_a_junction_will_do() -> None:
    urban = {area for area in at_junctions(BOARD) if BOARD.spaces[area].terrain == "urban"}
    assert {"tayaran", "yarmuk", "sikak"} <= urban
    assert eligible(empty(), 3) == urban
    table = empty(rumour_1="mushahada", rumour_2="mushahada", rumour_3="abar", pmf_1="tayaran")
    assert eligible(table, 3) == urban - {"tayaran"}


@pytest.mark.rule("nineveh 10.1o")
def test_on_a_four_it_goes_to_an_urban_area_with_one_block() -> None:
    table = empty(rumour_1="abar", rumour_2="yarmuk", rumour_3="yarmuk", rumour_4="hawi", rumour_5="makkawi")
    table.put("rumour-6", "uruba").put("cts-2", "uruba")
    assert eligible(table, 4) == {"abar"}


@pytest.mark.rule("nineveh 10.1o")
def test_on_a_five_it_goes_to_an_empty_urban_area_north_west_of_the_old_city() -> None:
    found = eligible(empty(rumour_1="najjar", pmf_1="rifai"), 5)
    assert found >= {
        "haramat",
        "islah",
        "seventeen-july",
        "iqtisadiyin",
        "zanjili",
        "uruba",
        "shifa",
        "bab-sinjar",
    }
    assert not found & {
        "najjar",
        "rifai",
        "hawi",
        "north-west",
        "ras-al-kur",
        "mushahada",
        "abar",
        "sikak",
        "danadan",
    }


@pytest.mark.rule("nineveh 10.1o")
def test_on_a_six_it_goes_to_the_empty_areas_nearest_to_the_southern_edge_of_the_old_city() -> None:
    table = empty()
    for nth, area in enumerate(of_terrain(BOARD, OLD_CITY), start=1):
        table.put(f"militia-{nth}", area)
    bordering = {"sikak", "nabi-sheet", "danadan", "abi-tamam", "aghawat"}
    first = eligible(table, 6)
    assert {"sikak", "nabi-sheet", "danadan"} <= first <= bordering
    for nth, area in enumerate(sorted(bordering), start=1):
        table.put(f"rumour-{nth}", area)
    assert eligible(table, 6) <= {"nablus", "jawsaq", "wadi-hajar", "tayaran", "bab-sinjar", "mosul-jadida"}


@pytest.mark.rule("nineveh 10.1o", "nineveh 10.1i")
@pytest.mark.parametrize("face", range(1, 7))
def test_no_block_goes_where_isf_is_or_starts(face: int) -> None:
    found = eligible(empty(pmf_1="sikak", cts_2="nabi-sheet", rumour_1="danadan"), face)
    assert found
    assert not found & {*tagged(BOARD, START), "sikak", "nabi-sheet"}


# --- the steps of placement ------------------------------------------------------------------------


def dealt(table: Table, old_city: int, mosul: int) -> Table:
    """So many blocks in either group."""
    blocks = [f"militia-{nth}" for nth in range(1, 13)] + [f"rumour-{nth}" for nth in range(1, 10)]
    blocks += [f"veteran-{nth}" for nth in range(1, 6)] + [f"ashbal-{nth}" for nth in range(1, 8)]
    blocks += [f"ied-{nth}" for nth in range(1, 11)]
    for group, count in (("old-city-group", old_city), ("mosul-group", mosul)):
        for _ in range(count):
            table.put(blocks.pop(0), group)
    return table


def placed(table: Table, dice: Iterable[int]) -> Umpire:
    """All blocks of the groups placed with these dice."""
    umpire, _ = doing(table, dice)
    placement.place_all(umpire)
    return umpire


def by(umpire: Umpire, rule: str) -> list[str]:
    """Where blocks went by a rule, in that order."""
    moved = [event for event in umpire.fresh if isinstance(event, PieceMoved)]
    return [event.to for event in moved if event.rule == f"nineveh {rule}"]


def thrown(umpire: Umpire, rule: str) -> int:
    """How many dice fell by a rule."""
    return sum(isinstance(event, DieRolled) and event.rule == f"nineveh {rule}" for event in umpire.fresh)


RING = [area for area in areas(BOARD) if "ring road" in BOARD.spaces[area].tags]
TIGRIS = [area for area in areas(BOARD) if "tigris" in BOARD.spaces[area].tags]


@pytest.mark.rule("nineveh 10.1l", "nineveh 10.1k", "nineveh 10.1m")
def test_one_block_on_a_four_and_two_on_a_five_around_the_old_city() -> None:
    dice = [1, 4, 5, 6, 3, 5, 2]
    umpire = placed(dealt(empty(), 12, 10), dice)
    assert len(RING) == len(dice)
    assert set(by(umpire, "10.1k")) == set(of_terrain(BOARD, OLD_CITY))
    assert [number(umpire.state, DAESH, area) for area in RING] == [1, 1, 2, 2, 1, 2, 1]


@pytest.mark.rule("nineveh 10.1m", "nineveh 10.1l", "nineveh 10.1n")
def test_one_block_in_each_empty_area_by_the_river_and_then_dice_at_junctions() -> None:
    by_the_river = [area for area in TIGRIS if area not in (*of_terrain(BOARD, OLD_CITY), *RING, *AT_START)]
    at = [area for area in at_junctions(BOARD) if BOARD.spaces[area].terrain == "urban"]
    at = [area for area in at if area not in (*RING, *by_the_river)]
    assert len(at) > 5
    faces = [5, 4, 6, 1, 5, *[4] * (len(at) - 5)]
    umpire = placed(dealt(empty(), 12, 7 + len(by_the_river) + 3), [*[1] * 7, *faces])
    assert by(umpire, "10.1m") == by_the_river
    assert by(umpire, "10.1n") == [at[0], at[2], at[4]]
    assert thrown(umpire, "10.1o") == 0


@pytest.mark.rule("nineveh 10.1n", "nineveh 10.1l")
def test_without_blocks_no_dice_are_thrown() -> None:
    umpire = placed(dealt(empty(), 12, 3), [1, 1, 1])
    assert (thrown(umpire, "10.1l"), thrown(umpire, "10.1n")) == (3, 0)
    assert len(by(umpire, "10.1l")) == 3


AT_JUNCTIONS = [area for area in at_junctions(BOARD) if BOARD.spaces[area].terrain == "urban"]
BY_THE_RIVER = [area for area in TIGRIS if area not in (*of_terrain(BOARD, OLD_CITY), *RING, *AT_START)]
BEFORE = [*[1] * len(RING), *[1] * len({*AT_JUNCTIONS} - {*RING, *BY_THE_RIVER})]
"""Dice that give one block to each area of the ring road, and none to a junction."""


@pytest.mark.rule("nineveh 10.1o", "nineveh 10.1p", "nineveh 10.3b")
@pytest.mark.parametrize("left", [1, 2, 3, 5])
def test_each_block_that_is_left_but_the_last_is_placed_by_a_die(left: int) -> None:
    blocks = len(RING) + len(BY_THE_RIVER) + left
    umpire = placed(dealt(empty(), 12, blocks), [*BEFORE, *[1] * (left - 1)])
    state = umpire.state
    assert thrown(umpire, "10.1o") == left - 1
    assert set(by(umpire, "10.1o")) <= set(of_terrain(BOARD, OLD_CITY))
    (last,) = by(umpire, "10.1p")
    assert last not in tagged(BOARD, START)
    assert not state.at.get("mosul-group")


@pytest.mark.rule("nineveh 10.1o")
def test_a_die_without_a_place_is_rolled_again() -> None:
    """The Old City holds two blocks in each area before a one is rolled for it."""
    table = empty()
    for area, nth in zip(of_terrain(BOARD, OLD_CITY), range(1, 13), strict=True):
        table.put(f"ied-{nth}" if nth < 11 else f"technical-{nth - 10}", area)
    umpire = placed(dealt(table, 12, len(RING) + len(BY_THE_RIVER) + 2), [*BEFORE, 1, 1, 4])
    assert thrown(umpire, "10.1o") == 3
    assert len(by(umpire, "10.1o")) == len(by(umpire, "10.1p")) == 1


@pytest.mark.rule("nineveh 10.1b", "nineveh 9.2d")
@pytest.mark.parametrize(
    ("at", "played"), [("cards-isf", True), ("used-cards", True), ("offer-isf", False), ("aside", False)]
)
def test_a_hasty_attack_is_one_that_was_bought(at: str, played: bool) -> None:
    assert hasty(empty().put("hasty-attack", at).state) is played


@pytest.mark.rule("nineveh 10.4c")
def test_a_head_start_sets_both_tracks_to_one() -> None:
    table = Table("nineveh", "solitaire", {"head_start": True}).track("casualties", 3)
    umpire, _ = doing(table)
    placement.head_start(umpire)
    assert (umpire.state.track("casualties"), umpire.state.track("collateral")) == (1, 1)


@pytest.mark.rule("nineveh 10.1h", "nineveh 7.5g")
@pytest.mark.parametrize(("face", "turned"), [("ied", 2), ("large", 5), ("vbied", 7)])
def test_an_ied_that_lies_as_it_should_is_not_turned(face: str, turned: int) -> None:
    table = empty()
    for nth in range(1, 11):
        table.change(f"ied-{nth}", face=face)
    umpire, _ = doing(table, [1] * 400)
    placement.form_groups(umpire)
    assert sum(isinstance(event, PieceChanged) for event in umpire.fresh) == turned


@pytest.mark.rule("nineveh 10.1i", "nineveh 10.1g", "nineveh 3.0d")
def test_what_is_shuffled_before_play() -> None:
    """The event deck, the Military Council's, and each of the two groups of blocks as it is formed."""
    table, _ = ready({"trust_suggestions": True})
    table.order("proceed", side=ISF)
    shuffled = [event for event in table.session.game.log if isinstance(event, Shuffled)]
    assert [(event.place, event.rule.removeprefix("nineveh ")) for event in shuffled] == [
        ("event-deck", "3.0d"),
        ("council-deck", "10.1g"),
        ("old-city-group", "10.1i"),
        ("mosul-group", "10.1i"),
    ]
    assert [len(event.order) for event in shuffled][2:] == [12, 30]
