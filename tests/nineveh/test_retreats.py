"""Retreats from combat (6.4) and overstacking (5.21)."""

import pytest

from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.moving.retreats import forced_ways, retreat, secure_areas, ways
from tests.nineveh.board import at, place, steps
from tests.table import ScriptedPeople, Table


def fall_back(
    table: Table, *units: str, forced: bool = True, answers: tuple[str, ...] = ()
) -> ScriptedPeople:
    """These units retreat from where they are; answers in the order in which they are asked."""
    state = table.state
    people = ScriptedPeople()
    people.answers = list(answers)
    side, area = state.pieces[units[0]].side, state.pieces[units[0]].place
    umpire = Umpire(state, 0, table.session.dice, people)
    retreat(umpire, side, units, area, forced)
    assert not people.answers, f"not asked: {people.answers}"
    return people


def may(table: Table, unit: str) -> set[str]:
    """Where a unit may retreat by choice."""
    return set(ways(table.state, table.state.pieces[unit]))


def must(table: Table, unit: str) -> tuple[set[str], bool]:
    """Where a unit goes that must retreat, and whether that costs a step."""
    found = forced_ways(table.state, table.state.pieces[unit])
    return set(found.areas), found.costs


def crowd(table: Table, *areas: str) -> Table:
    """Fill areas of the Old City with two Militia each, other urban areas with three."""
    number = 12
    for area in areas:
        for _ in range(2 if table.state.board.spaces[area].terrain == "old city" else 3):
            table.put(f"militia-{number}", area)
            number -= 1
    return table


@pytest.mark.rule("nineveh 6.4d")
def test_the_veteran_can_only_go_with_the_lone_militia_to_the_north() -> None:
    """The example of a retreat: the other areas are the enemy's, or the retreat would overstack them."""
    table = at("combat", "isf", veteran_1="faruq", militia_1="mushahada", cts_1="faruq", cts_2="bab-jadid")
    crowd(table.put("erd-1", "sikak"), "makkawi", "grand-mosque")
    assert may(table, "veteran-1") == {"mushahada"}
    fall_back(table, "veteran-1", forced=False)
    assert place(table, "veteran-1") == "mushahada"
    assert table.state.mark_named("veteran-1", "disrupted") is None


@pytest.mark.rule("nineveh 6.4d")
def test_a_secure_area_is_vacant_or_friendly() -> None:
    table = at(
        "combat", "isf", erd_1="aghawat", erd_2="wadi-hajar", rumour_1="nabi-sheet", interior_hq="airport"
    )
    assert "wadi-hajar" in may(table, "erd-1")
    assert "nabi-sheet" not in may(table, "erd-1")


@pytest.mark.rule("nineveh 6.4e")
def test_daesh_retreats_towards_the_north_or_the_old_city() -> None:
    table = at("combat", "isf", militia_1="thawra", cts_1="thawra")
    assert may(table, "militia-1") == {"zanjili", "abi-tamam", "uruba"}
    assert must(table, "militia-1") == ({"zanjili", "abi-tamam", "uruba"}, False)


@pytest.mark.rule("nineveh 6.4e")
def test_daesh_in_the_old_city_may_go_to_any_adjacent_area_of_it() -> None:
    table = at("combat", "isf", veteran_1="makkawi", cts_1="makkawi")
    assert "khazraj" not in may(table, "veteran-1")
    assert {"faruq", "grand-mosque"} <= may(table, "veteran-1")


@pytest.mark.rule("nineveh 6.4f")
def test_isf_retreats_towards_the_south_or_its_own_hq() -> None:
    table = at("combat", "isf", erd_1="sikak", interior_hq="zanjili", cts_hq="matahin")
    found = may(table, "erd-1")
    assert {"aghawat", "nabi-sheet"} <= found  # to the south
    assert "abi-tamam" in found  # to its HQ
    assert "abi-tamam" not in may(table.put("interior-hq", "eliminated"), "erd-1")
    assert "abi-tamam" not in may(table.put("interior-hq", "sikak"), "erd-1")


@pytest.mark.rule("nineveh 6.4g")
def test_pmf_may_retreat_to_the_west_too() -> None:
    table = at("combat", "isf", pmf_1="seventeen-july", erd_1="seventeen-july")
    assert "haramat" in may(table, "pmf-1")
    assert "haramat" not in may(table, "erd-1")


@pytest.mark.rule("nineveh 6.4j")
def test_units_of_one_area_may_go_different_ways() -> None:
    table = at("combat", "isf", erd_1="sikak", erd_2="sikak", militia_1="sikak")
    fall_back(table, "erd-1", "erd-2", answers=("aghawat", "nabi-sheet"))
    assert (place(table, "erd-1"), place(table, "erd-2")) == ("aghawat", "nabi-sheet")


@pytest.mark.rule("nineveh 5.21a", "nineveh 5.21b", "nineveh 6.4k")
def test_a_lone_veteran_forced_back_overstacks_and_all_there_are_disrupted() -> None:
    """The example of overstacking: all areas of the Old City beside it are full."""
    table = at("combat", "daesh", veteran_1="shahwan", cts_1="shahwan", ashbal_7="bab-tob")
    beside = ("makkawi", "qulayat", "grand-mosque", "sarjkhana", "maidan")
    crowd(table, *beside)
    assert may(table, "veteran-1") == set()
    assert must(table, "veteran-1") == (set(beside), False)
    there = [piece.id for piece in table.state.pieces_at("maidan")]
    fall_back(table, "veteran-1", answers=("maidan",))
    assert place(table, "veteran-1") == "maidan"
    assert len(there) == 2
    for unit in ("veteran-1", *there):
        assert table.state.mark_named(unit, "disrupted") is True
    assert steps(table, "veteran-1") == 3
    others = [piece.id for piece in table.state.pieces_at("makkawi")]
    assert not any(table.state.mark_named(unit, "disrupted") for unit in others)


@pytest.mark.rule("nineveh 5.21a")
def test_nobody_overstacks_while_an_area_has_room() -> None:
    table = at("combat", "daesh", veteran_1="shahwan", cts_1="shahwan", ashbal_7="bab-tob")
    crowd(table, "makkawi", "qulayat", "sarjkhana", "maidan")
    assert must(table, "veteran-1") == ({"grand-mosque"}, False)


@pytest.mark.rule("nineveh 5.21a")
@pytest.mark.parametrize("option", [False, True])
def test_by_option_a_defender_may_overstack_where_nothing_else_is_left(option: bool) -> None:
    table = Table("nineveh", options={"defenders_overstack": option}, dice="scripted").phase(
        "combat", 1, "isf"
    )
    table.put("veteran-1", "shahwan").put("cts-1", "shahwan").put("ashbal-7", "bab-tob")
    beside = ("makkawi", "qulayat", "grand-mosque", "sarjkhana", "maidan")
    crowd(table, *beside)
    assert may(table, "veteran-1") == (set(beside) if option else set())


@pytest.mark.rule("nineveh 5.21a", "nineveh 6.4l")
@pytest.mark.parametrize("option", [False, True])
def test_by_option_a_unit_goes_another_way_before_it_overstacks(option: bool) -> None:
    """5.21 lets it overstack only where no vacant or friendly area has room, in whatever direction."""
    table = Table("nineveh", options={"overstack_last": option}, dice="scripted").phase("combat", 1, "isf")
    table.put("erd-1", "sikak").put("militia-1", "sikak")
    secure = set(secure_areas(table.state, table.state.pieces["erd-1"]))
    others = {area for area in table.state.board.neighbours["sikak"] if area not in secure}
    units = [f"{kind}-{number}" for kind in ("cts", "federal-police") for number in range(1, 5)]
    units += [f"cts-{number}" for number in range(5, 9)]
    for unit, area in zip(units, sorted(secure) * 3, strict=False):
        table.put(unit, area)
    assert secure
    assert others
    assert must(table, "erd-1") == ((others, True) if option else (secure, False))


@pytest.mark.rule("nineveh 5.21b", "nineveh 6.31b")
def test_units_that_were_disrupted_before_lose_a_step_to_overstacking() -> None:
    table = at("combat", "daesh", veteran_1="shahwan", cts_1="shahwan", ashbal_7="bab-tob")
    crowd(table, "makkawi", "qulayat", "grand-mosque", "sarjkhana", "maidan").mark("veteran-1", "disrupted")
    fall_back(table, "veteran-1", answers=("maidan",))
    assert steps(table, "veteran-1") == 2


@pytest.mark.rule("nineveh 6.4k")
def test_two_that_overstack_one_area_are_disrupted_once() -> None:
    table = at(
        "combat", "daesh", veteran_1="shahwan", veteran_2="shahwan", cts_1="shahwan", ashbal_7="bab-tob"
    )
    crowd(table, "makkawi", "qulayat", "grand-mosque", "sarjkhana", "maidan")
    fall_back(table, "veteran-1", "veteran-2", answers=("veteran-2", "maidan", "maidan"))
    assert [
        piece.id
        for piece in table.state.pieces_at("maidan")
        if not table.state.mark_named(piece.id, "disrupted")
    ] == []
    assert {piece.steps for piece in table.state.pieces_at("maidan")} == {2, 3}


@pytest.mark.rule("nineveh 6.4l")
def test_without_a_secure_area_an_attacker_goes_anywhere_free_for_a_step() -> None:
    table = at("combat", "isf", erd_1="resala", militia_1="resala", interior_hq="eliminated")
    crowd(table, "amil", "mosul-jadida").put("rumour-1", "nablus").put("rumour-2", "tanak").put(
        "rumour-3", "matahin"
    )
    assert must(table, "erd-1") == ({"abar", "yarmuk"}, True)
    assert may(table, "erd-1") == set()
    fall_back(table, "erd-1", answers=("abar",))
    assert (place(table, "erd-1"), steps(table, "erd-1")) == ("abar", 2)


@pytest.mark.rule("nineveh 6.4l")
def test_the_last_step_is_the_end_of_such_a_retreat() -> None:
    table = at("combat", "isf", erd_1="resala", militia_1="resala", interior_hq="eliminated").change(
        "erd-1", steps=1
    )
    crowd(table, "amil", "mosul-jadida").put("rumour-1", "nablus").put("rumour-2", "tanak").put(
        "rumour-3", "matahin"
    )
    fall_back(table, "erd-1")
    assert place(table, "erd-1") == "eliminated"
    assert table.state.track("casualties") == 2


@pytest.mark.rule("nineveh 6.4m")
def test_a_unit_that_must_retreat_and_cannot_is_destroyed() -> None:
    table = at("combat", "isf", cts_1="maidan", ashbal_7="maidan", cts_hq="airport")
    for number, area in enumerate(table.state.board.neighbours["maidan"], start=1):
        table.put(f"rumour-{number}", area)
    assert must(table, "cts-1") == (set(), True)
    fall_back(table, "cts-1")
    assert place(table, "cts-1") == "eliminated"
    assert table.state.track("casualties") == 2


@pytest.mark.rule("nineveh 6.4c")
def test_a_defender_by_choice_without_a_secure_area_stays() -> None:
    table = at("combat", "isf", militia_1="bab-tob", cts_1="bab-tob")
    for number, area in enumerate(table.state.board.neighbours["bab-tob"], start=2):
        table.put(f"cts-{number}", area)
    fall_back(table, "militia-1", forced=False)
    assert place(table, "militia-1") == "bab-tob"
    assert steps(table, "militia-1") == 2


@pytest.mark.rule("nineveh 6.4c")
@pytest.mark.parametrize("block", ["arms-cache-1", "ied-factory-1", "media-centre"])
def test_what_does_not_move_does_not_retreat(block: str) -> None:
    table = at("combat", "isf", cts_1="thawra").put(block, "thawra")
    assert may(table, block) == set()
    fall_back(table, block)
    assert place(table, block) == "thawra"


@pytest.mark.rule("nineveh 5.3", "nineveh 6.4d")
def test_armour_does_not_retreat_into_the_old_city() -> None:
    table = at(
        "combat", "isf", ad9_1="abi-tamam", cts_1="abi-tamam", army_hq="grand-mosque", cts_hq="grand-mosque"
    )
    assert "mushahada" in secure_areas(table.state, table.state.pieces["cts-1"])
    assert "mushahada" not in secure_areas(table.state, table.state.pieces["ad9-1"])
