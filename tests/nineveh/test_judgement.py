"""What is judged for Daesh in the solitaire game, by positions: where a block serves best (10.0b, 10.1j,
10.3g), which attacks are promising, and how blocks move, drive, fire and appear by cards (10.2)."""

from collections.abc import Callable, Iterable

import pytest

from adjudication.engine.choices import Subset
from adjudication.engine.umpire import Answer, Question, Umpire
from adjudication.systems.nineveh.solitaire import actions, council, defence, sheets
from adjudication.systems.nineveh.table import asking
from adjudication.systems.nineveh.table.blocks import DAESH, number
from adjudication.systems.nineveh.table.board import OLD_CITY, areas, of_terrain
from domain.events import DieRolled, PieceMoved
from domain.table.dice import ScriptedDice
from domain.table.state import State
from tests.nineveh.alone import Suggested, doing, field
from tests.nineveh.words import words_of
from tests.table import Table

MILITIA = [f"militia-{number}" for number in range(1, 12)]


def filled(table: Table, **blocks: int) -> Table:
    """The table with so many Militia in these areas (`bab_tob=2`)."""
    waiting = [name for name in MILITIA if table.state.pieces[name].place == "reserve-daesh"]
    for area, count in blocks.items():
        for _ in range(count):
            table.put(waiting.pop(0), area.replace("_", "-"))
    return table


def facing(table: Table, **units: int) -> Table:
    """The table with so many CTS units in these areas."""
    waiting = [f"cts-{nth}" for nth in range(1, 9)]
    waiting = [name for name in waiting if table.state.pieces[name].place == "reserve-isf"]
    for area, count in units.items():
        for _ in range(count):
            table.put(waiting.pop(0), area.replace("_", "-"))
    return table


def empty() -> Table:
    """The map of the solitaire game without a block."""
    return field().put("militia-12", "reserve-daesh")


def moves(umpire: Umpire) -> list[tuple[str, str]]:
    """From where to where blocks have moved."""
    return [(event.origin, event.to) for event in umpire.fresh if isinstance(event, PieceMoved)]


def offered(people: Suggested, nth: int = 0) -> list[str]:
    """What the white cell could answer."""
    return list(people.asked[nth].options)


# --- where a block serves best (10.0b) -------------------------------------------------------------


@pytest.mark.rule("nineveh 10.0b", "nineveh 10.1j")
@pytest.mark.parametrize(
    ("area", "times"),
    [
        ("north-west", 1),
        ("mushayrifa", 2),  # a junction
        ("zanjili", 3),
        ("resala", 4),  # a junction
        ("shifa", 4),  # the ring road
        ("sikak", 5),  # both
        ("bab-sinjar", 7),  # both, and the way of supply
        ("makkawi", 6),
        ("grand-mosque", 7),
        ("mushahada", 9),  # a junction, and the way of supply
    ],
)
def test_what_an_area_is_worth_beside_open_ground(area: str, times: int) -> None:
    """An urban area is worth three open ones, one of the Old City six; the way of supply counts two more, the
    mosque, the ring road and a junction one each."""
    board = empty().state.board
    assert defence.worth(board, area) == times * defence.worth(board, "hawi")


@pytest.mark.rule("nineveh 10.0b")
@pytest.mark.parametrize("units", [1, 3])
def test_the_enemy_presses_as_hard_as_he_is_near(units: int) -> None:
    """Every area further takes off a fourth part of what a unit in the area itself presses."""
    state = facing(empty(), abar=units).state
    steps = ("abar", "thawra", "abi-tamam", "bab-sinjar", "ras-al-kur", "maidan", "north-farms")
    assert [state.board.range("abar", area) for area in steps] == [0, 1, 2, 3, 4, 5, 5]
    assert [defence.pressure(state, area) for area in steps] == [
        units * part for part in (4, 3, 2, 1, 0, 0, 0)
    ]


@pytest.mark.rule("nineveh 10.0b")
def test_the_enemy_presses_from_all_sides() -> None:
    state = facing(empty(), abar=1, uruba=2, thawra=1).state
    assert defence.pressure(state, "thawra") == 4 + 3 + 2 * 3


@pytest.mark.rule("nineveh 10.0b")
def test_a_block_covers_its_area_four_times_as_well_as_one_beside_it() -> None:
    state = filled(empty(), thawra=2, uruba=1, abar=2).state
    assert defence.cover(state, "thawra") == 4 * 2 + 1 + 2
    assert defence.cover(state, "zanjili") == 2 + 1


@pytest.mark.rule("nineveh 10.0b")
@pytest.mark.parametrize(
    ("blocks", "units", "need"),
    [
        ({}, {}, 9),  # three times what an urban area is worth
        ({"thawra": 1}, {}, 9 - 8),
        ({"uruba": 1}, {}, 9 - 2),
        ({}, {"uruba": 1}, 9 + 3),
        ({"thawra": 1}, {"thawra": 4}, 9 + 16 - 8),
        ({}, {"thawra": 5}, 9 + 20),
        ({}, {"thawra": 6}, 9 + 20),  # no more than that
    ],
)
def test_how_much_an_area_needs_a_block(blocks: dict[str, int], units: dict[str, int], need: int) -> None:
    table = facing(filled(empty(), **blocks), **units)
    assert defence.weakness(table.state, "thawra") == need


@pytest.mark.rule("nineveh 10.0b", "nineveh 10.2e")
def test_the_first_of_equally_weak_areas_is_taken_and_a_full_one_is_none() -> None:
    state = filled(empty(), makkawi=2, faruq=1, abar=3).state
    assert defence.weakest(state, ["zanjili", "najjar"]) == "zanjili"
    assert defence.weakest(state, ["najjar", "zanjili"]) == "najjar"
    assert defence.with_room(state, ["makkawi", "faruq", "abar", "uruba"]) == ["faruq", "uruba"]


@pytest.mark.rule("nineveh 10.0b")
@pytest.mark.parametrize(
    ("enemy", "near"), [("thawra", True), ("uruba", True), ("abar", True), ("resala", False)]
)
def test_the_reason_says_whether_the_enemy_is_near(enemy: str, near: bool) -> None:
    """Near is at most two areas away."""
    state = facing(filled(empty(), zanjili=2), **{enemy: 1}).state
    why = words_of(defence.because(state, "zanjili"))
    assert "2" in why
    assert ("the enemy is near" in why) is near


# --- attacks (10.2) --------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 10.0b", "nineveh 10.2e")
@pytest.mark.parametrize(
    ("blocks", "units", "chance"),
    [
        ({"uruba": 1}, {"thawra": 1}, 2 - 2),
        ({"uruba": 1, "abar": 1}, {"thawra": 1}, 4 - 2),
        ({"uruba": 3, "abar": 3}, {"thawra": 2}, 6 - 4),  # three at most fit
        ({"uruba": 3, "thawra": 2}, {"thawra": 1}, 2 - 2),  # one more at most fits
        ({"uruba": 2, "abar": 1}, {"thawra": 1, "abar": 1}, 4 - 2),  # those in a combat stay there
        ({"najjar": 2}, {"thawra": 1}, 0 - 2),
    ],
)
def test_an_attack_is_as_promising_as_the_blocks_that_fit_against_those_there(
    blocks: dict[str, int], units: dict[str, int], chance: int
) -> None:
    state = facing(filled(empty(), **blocks), **units).state
    assert defence.chance_of_attack(state, "thawra") == chance


@pytest.mark.rule("nineveh 10.0b", "nineveh 10.2j")
def test_a_disrupted_unit_counts_half() -> None:
    table = facing(filled(empty(), thawra=3, uruba=1), thawra=2).mark("cts-1", "disrupted")
    table.mark("militia-1", "disrupted")
    assert defence.resistance(table.state, "thawra") == 1 + 2
    assert defence.advantage(table.state, "thawra") == 2 * 3 - 3


@pytest.mark.rule("nineveh 10.0b", "nineveh 10.2e")
def test_daesh_attacks_areas_beside_it_that_have_room_and_are_no_starting_areas() -> None:
    table = facing(empty(), thawra=2, abar=1, resala=1, makkawi=1, ghizlani=1, rifai=1)
    filled(table, uruba=2, mansour=1, makkawi=2, faruq=1, hawi=1)
    table.put("erd-1", "hawi")  # from where a combat is on nobody goes away
    assert defence.targets(table.state) == ("abar", "thawra")


@pytest.mark.rule("nineveh 10.0b")
def test_of_equally_promising_attacks_the_first_of_the_map_comes_first() -> None:
    state = facing(filled(empty(), uruba=2), thawra=1, abar=1).state
    assert defence.targets(state) == ("abar", "thawra")


def attack(table: Table, areas: int = 1, blocks: int = 3) -> tuple[Umpire, Suggested]:
    """Daesh attacks as a card says."""
    umpire, people = doing(table, [1] * 9)
    actions.carry_out(umpire, sheets.Action(attack=sheets.Attack(areas=areas, blocks=blocks)))
    return umpire, people


@pytest.mark.rule("nineveh 10.2b", "nineveh 10.0b")
@pytest.mark.parametrize(("blocks", "goes"), [(1, 1), (2, 2), (3, 2), (4, 2)])
def test_an_attack_is_made_by_as_many_blocks_as_the_card_says(blocks: int, goes: int) -> None:
    table = facing(filled(empty(), uruba=2), thawra=1)
    umpire, _ = attack(table, blocks=blocks)
    assert moves(umpire) == [("uruba", "thawra")] * goes


@pytest.mark.rule("nineveh 10.2b", "nineveh 10.0b")
@pytest.mark.parametrize(("areas", "attacked"), [(1, 1), (2, 2), (3, 2)])
def test_so_many_areas_are_attacked_as_the_card_says(areas: int, attacked: int) -> None:
    table = facing(filled(empty(), uruba=3, zanjili=3), thawra=1, rifai=1)
    umpire, _ = attack(table, areas=areas, blocks=1)
    assert len({to for _, to in moves(umpire)}) == attacked


@pytest.mark.rule("nineveh 10.0b")
@pytest.mark.parametrize(("units", "suggested"), [(1, "thawra"), (2, "nowhere")])
def test_an_attack_on_as_many_as_oneself_is_promising_and_one_on_more_is_not(
    units: int, suggested: str
) -> None:
    umpire, people = attack(facing(filled(empty(), uruba=1), thawra=units))
    (question, *_) = people.asked
    assert (list(question.options), question.suggested) == (["thawra", "nowhere"], (suggested,))
    assert ("promising" in words_of(question.because)) is (units == 1)
    assert bool(moves(umpire)) is (units == 1)


@pytest.mark.rule("nineveh 10.0b")
def test_attackers_come_from_the_fullest_area_and_never_the_last_out_of_the_old_city() -> None:
    table = facing(filled(empty(), uruba=1, abi_tamam=2, mushahada=1, bab_sinjar=1), thawra=1, bab_sinjar=1)
    assert actions.attackers(table.state, "thawra") == ["abi-tamam", "uruba"]
    facing(table, ras_al_kur=1)
    assert actions.attackers(table.state, "ras-al-kur") == []
    assert actions.attackers(filled(table, mushahada=1).state, "ras-al-kur") == ["mushahada"]


@pytest.mark.rule("nineveh 10.2e")
def test_nobody_attacks_an_area_that_is_full_of_daesh() -> None:
    table = facing(filled(empty(), uruba=2, thawra=3), thawra=1)
    assert actions.attackers(table.state, "thawra") == []


# --- blocks that move unseen (10.2f) ---------------------------------------------------------------


def reinforce(table: Table, blocks: int = 1, where: sheets.Where = "anywhere") -> tuple[Umpire, Suggested]:
    """Blocks move to where the defence is weak, as a card says."""
    umpire, people = doing(table, [1] * 9)
    actions.carry_out(umpire, sheets.Action(reinforce=sheets.Reinforce(blocks=blocks, where=where)))
    return umpire, people


@pytest.mark.rule("nineveh 10.0b")
def test_a_block_comes_from_the_area_beside_that_needs_it_least() -> None:
    umpire, people = reinforce(filled(empty(), bab_sinjar=2, abi_tamam=3), where="old city")
    assert people.asked[0].suggested == ("mushahada",)
    assert moves(umpire) == [("abi-tamam", "mushahada")]


@pytest.mark.rule("nineveh 10.0b")
@pytest.mark.parametrize(
    ("where", "origin", "to"),
    [
        ("anywhere", "abi-tamam", "mushahada"),
        ("old city", "abi-tamam", "mushahada"),
        ("near the enemy", "uruba", "yarmuk"),
    ],
)
def test_blocks_move_where_the_card_says(where: sheets.Where, origin: str, to: str) -> None:
    table = facing(filled(empty(), abi_tamam=3, uruba=3), abar=1)
    umpire, _ = reinforce(table, where=where)
    assert moves(umpire) == [(origin, to)]


@pytest.mark.rule("nineveh 10.0b")
@pytest.mark.parametrize(("blocks", "gone"), [(1, 1), (2, 2)])
def test_as_many_blocks_move_as_the_card_says(blocks: int, gone: int) -> None:
    umpire, _ = reinforce(filled(empty(), abi_tamam=3), blocks)
    assert number(umpire.state, DAESH, "abi-tamam") == 3 - gone


class Saying(Suggested):
    """Gives these answers in their order, and then takes what is suggested."""

    def __init__(self, *answers: str) -> None:
        super().__init__()
        self.answers = list(answers)

    def answer(self, question: Question, state: State) -> Answer:
        found = super().answer(question, state)
        return found._replace(value=self.answers.pop(0)) if self.answers else found


def saying(table: Table, *answers: str) -> tuple[Umpire, Saying]:
    """An umpire on a copy of the table, who is given these answers."""
    people = Saying(*answers)
    return Umpire(table.state.copy(), 0, ScriptedDice(iter([1] * 9)), people), people


@pytest.mark.rule("nineveh 10.0b")
def test_the_white_cell_may_say_that_no_block_moves() -> None:
    table = filled(facing(empty(), abar=1), abi_tamam=3, uruba=2)
    umpire, _ = saying(table, "nowhere")
    actions.reinforce(umpire, sheets.Reinforce(blocks=2))
    assert moves(umpire) == []
    umpire, _ = saying(table, "nowhere")
    actions.attack(umpire, sheets.Attack(areas=2))
    assert moves(umpire) == []


@pytest.mark.rule("nineveh 10.0b")
@pytest.mark.parametrize(("units", "spares"), [(2, False), (3, True)])
def test_an_area_spares_a_block_for_one_that_needs_it_much_more(units: int, spares: bool) -> None:
    """A block makes the area that it leaves weaker by eight, so no more than that is no reason to leave."""
    state = facing(filled(empty(), zanjili=1), abar=units).state
    assert defence.weakness(state, "thawra") - defence.weakness(state, "zanjili") == (8 if units == 2 else 9)
    assert actions.can_spare(state, "zanjili", "thawra") is spares


@pytest.mark.rule("nineveh 10.0b")
def test_who_fights_or_is_the_last_in_the_old_city_stays() -> None:
    assert not actions.can_spare(filled(empty(), makkawi=1).state, "makkawi", "mushahada")
    assert actions.can_spare(filled(empty(), makkawi=2).state, "makkawi", "mushahada")
    assert not actions.can_spare(facing(filled(empty(), makkawi=2), makkawi=1).state, "makkawi", "mushahada")


@pytest.mark.rule("nineveh 10.2f", "nineveh 10.0b")
def test_a_block_that_a_card_has_moved_moves_no_further() -> None:
    umpire, _ = doing(filled(empty(), abar=3, thawra=1), [1] * 9)
    actions.move_one(umpire, "abar", "thawra")
    assert [actions.unmoved(umpire.state, area) for area in ("abar", "thawra")] == [2, 1]
    actions.move_one(umpire, "abar", "thawra")
    assert [actions.unmoved(umpire.state, area) for area in ("abar", "thawra")] == [1, 1]
    umpire.move(umpire.state.pieces_at("thawra")[0].id, "eliminated", rule="nineveh 6.3b")
    umpire.move(umpire.state.pieces_at("thawra")[0].id, "eliminated", rule="nineveh 6.3b")
    assert actions.unmoved(umpire.state, "thawra") == 0


@pytest.mark.rule("nineveh 10.2e", "nineveh 5.0a")
@pytest.mark.parametrize("full", [False, True])
def test_an_area_of_which_no_block_can_move_is_not_asked_again(full: bool) -> None:
    table = filled(empty(), abar=1, thawra=3) if full else empty().put("arms-cache-1", "abar")
    umpire, _ = doing(table)
    actions.move_one(umpire, "abar", "thawra")
    assert moves(umpire) == []
    assert actions.unmoved(umpire.state, "abar") == 0


@pytest.mark.rule("nineveh 10.2h", "nineveh 5.0a")
@pytest.mark.parametrize(
    ("face", "attacking", "goes"),
    [("ied", False, False), ("large", False, False), ("vbied", False, True), ("ied", True, True)],
)
def test_an_ied_moves_as_a_vbied_or_to_attack(face: str, attacking: bool, goes: bool) -> None:
    umpire, _ = doing(empty().put("ied-1", "abar").change("ied-1", face=face), [1] * 2)
    actions.move_one(umpire, "abar", "thawra", attacking=attacking)
    assert (umpire.state.pieces["ied-1"].place == "thawra") is goes
    assert umpire.state.pieces["ied-1"].face == ("vbied" if goes else face)


# --- falling back (10.2) ---------------------------------------------------------------------------


def fall_back(table: Table, blocks: int = 1, *answers: str) -> tuple[Umpire, Suggested]:
    """Hard-pressed blocks go back towards the Old City, as a card says."""
    umpire, people = saying(table, *answers)
    actions.carry_out(umpire, sheets.Action(fall_back=sheets.FallBack(blocks=blocks)))
    return umpire, people


@pytest.mark.rule("nineveh 10.0b")
@pytest.mark.parametrize(
    ("blocks", "units", "goes"),
    [
        (1, {"mosul_jadida": 1}, True),  # pressed by 3
        (1, {"shuhada": 1}, False),  # by 2
        (2, {"mosul_jadida": 1, "shuhada": 1}, False),  # by 5
        (2, {"mosul_jadida": 2}, True),  # by 6
        (1, {"nablus": 1}, False),  # who fights stays
    ],
)
def test_blocks_leave_an_area_that_is_pressed_three_times_as_hard_as_they_are_many(
    blocks: int, units: dict[str, int], goes: bool
) -> None:
    table = facing(filled(empty(), nablus=blocks), **units)
    umpire, _ = fall_back(table)
    assert bool(moves(umpire)) is goes


@pytest.mark.rule("nineveh 10.0b", "nineveh 10.2e")
def test_they_fall_back_to_the_weakest_area_nearer_the_old_city_that_is_open_to_them() -> None:
    table = facing(filled(empty(), nablus=1), mosul_jadida=1)
    (origin, first) = moves(fall_back(table)[0])[0]
    state = table.state
    nearer = {"aghawat", "sikak", "nabi-sheet", "abar"}
    assert (origin, first in nearer) == ("nablus", True)
    assert first == defence.weakest(
        state, [area for area in state.board.neighbours["nablus"] if area in nearer]
    )
    filled(table, sikak=3)
    facing(table, aghawat=1, nabi_sheet=1)
    assert moves(fall_back(table)[0]) in ([], [("nablus", "abar")])


@pytest.mark.rule("nineveh 10.0b")
def test_nobody_falls_back_within_the_old_city() -> None:
    assert moves(fall_back(facing(filled(empty(), bab_jadid=1), sikak=2))[0]) == []


@pytest.mark.rule("nineveh 10.0b")
def test_the_hardest_pressed_fall_back_first_unless_the_white_cell_says_otherwise() -> None:
    table = facing(filled(empty(), nablus=1, zanjili=1), mosul_jadida=1, najjar=2)
    umpire, people = fall_back(table, 2)
    assert offered(people) == ["zanjili", "nablus", "nowhere"]
    assert people.asked[0].suggested == ("zanjili",)
    assert [origin for origin, _ in moves(umpire)] == ["zanjili", "nablus"]
    assert moves(fall_back(table, 2, "nowhere")[0]) == []
    assert [origin for origin, _ in moves(fall_back(table, 1, "nablus")[0])] == ["nablus"]


# --- IEDs, mortars, production (10.2) ---------------------------------------------------------------


def ieds_attack(table: Table, count: int = 1, reach: int = 1, dice: Iterable[int] = ()) -> Umpire:
    """IEDs drive at the ISF, as a card says."""
    umpire, _ = doing(table, dice)
    actions.carry_out(umpire, sheets.Action(ieds_attack=sheets.IedsAttack(count=count, reach=reach)))
    return umpire


def gone(umpire: Umpire) -> list[str]:
    """The IEDs that went off."""
    return [f"ied-{nth}" for nth in range(1, 5) if umpire.state.pieces[f"ied-{nth}"].place == "reserve-daesh"]


def mined(table: Table, *areas: str) -> Table:
    """An IED in each of these areas; the other three are out of the game."""
    for nth, area in enumerate([*areas, *["eliminated"] * (4 - len(areas))], start=1):
        table.put(f"ied-{nth}", area)
    return table


@pytest.mark.rule("nineveh 10.2h")
@pytest.mark.parametrize(
    ("count", "went"), [(1, ["ied-2"]), (2, ["ied-1", "ied-2"]), (3, ["ied-1", "ied-2"])]
)
def test_ieds_drive_at_the_most_blocks_first_and_as_many_as_the_card_says(
    count: int, went: list[str]
) -> None:
    table = facing(mined(empty(), "zanjili", "abar"), najjar=1, nablus=2)
    umpire = ieds_attack(table, count, dice=[1] * 6)
    assert gone(umpire) == went
    assert moves(umpire)[0] == ("abar", "nablus")


@pytest.mark.rule("nineveh 10.2h")
def test_which_of_those_against_as_many_drives_is_chance() -> None:
    table = facing(mined(empty(), "zanjili", "abar"), najjar=1, nablus=1)
    assert gone(ieds_attack(table, dice=[1, 1])) == ["ied-1"]
    second = ieds_attack(table, dice=[2, 1])
    assert gone(second) == ["ied-2"]
    assert moves(second)[0] == ("abar", "nablus")


@pytest.mark.rule("nineveh 10.2h")
@pytest.mark.parametrize(("reach", "went"), [(1, []), (2, ["ied-1"])])
def test_ieds_drive_as_far_as_the_card_says(reach: int, went: list[str]) -> None:
    assert gone(ieds_attack(facing(mined(empty(), "uruba"), nablus=1), reach=reach, dice=[1] * 2)) == went


@pytest.mark.rule("nineveh 10.2h", "nineveh 3.3i")
def test_no_ied_drives_into_a_starting_area() -> None:
    assert gone(ieds_attack(facing(mined(empty(), "mansour"), ghizlani=3))) == []


def mortar_fires(table: Table, die: int, **said: int) -> tuple[Umpire, Suggested]:
    """The Mortar fires with this die."""
    umpire, people = doing(table, [die])
    actions.carry_out(umpire, sheets.Action(mortar_fires=sheets.MortarFires(**said)))
    return umpire, people


@pytest.mark.rule("nineveh 10.2c")
@pytest.mark.parametrize(
    ("said", "die", "disrupted", "steps", "damage"),
    [
        ({"disrupts": 4, "hits": 6}, 3, False, 4, 0),
        ({"disrupts": 4, "hits": 6}, 5, True, 4, 0),
        ({"disrupts": 4, "hits": 6}, 6, False, 3, 0),
        ({"disrupts": 7, "hits": 5}, 4, False, 4, 0),
        ({"disrupts": 7, "hits": 5}, 5, False, 3, 0),
        ({"disrupts": 5, "hits": 6, "collateral": 4}, 3, False, 4, 0),
        ({"disrupts": 5, "hits": 6, "collateral": 4}, 4, False, 4, 1),
        ({"disrupts": 5, "hits": 6, "collateral": 4}, 6, False, 3, 1),
        ({}, 3, False, 4, 0),
        ({}, 4, True, 4, 0),
        ({}, 5, True, 4, 0),
        ({}, 6, False, 3, 0),
    ],
)
def test_what_a_die_of_the_mortar_does(
    said: dict[str, int], die: int, disrupted: bool, steps: int, damage: int
) -> None:
    umpire, _ = mortar_fires(facing(empty().put("mortar", "abar"), nablus=1), die, **said)
    state = umpire.state
    assert bool(state.mark_named("cts-1", "disrupted")) is disrupted
    assert (state.pieces["cts-1"].steps, state.track("collateral")) == (steps, damage)


@pytest.mark.rule("nineveh 10.2c", "nineveh 10.0b")
def test_the_mortar_fires_at_the_most_blocks_in_reach_and_the_isf_says_which_is_hit() -> None:
    table = facing(filled(empty(), thawra=1).put("mortar", "abar"), nablus=1, thawra=2, sikak=4)
    _, people = mortar_fires(table, 6, reach=1)
    (question,) = people.asked
    assert (question.side, set(question.options)) == ("isf", {"cts-2", "cts-3"})
    assert "Al-Thawra" in words_of(question.text)
    _, people = mortar_fires(table, 6, reach=2)
    assert len(offered(people)) == 4


def produce(table: Table, **said: object) -> tuple[Umpire, Suggested]:
    """Blocks that were set aside come on the map, as a card says."""
    umpire, people = doing(table, [1] * 40)
    actions.carry_out(umpire, sheets.Action(produce=sheets.Produce(**said)))  # type: ignore[arg-type]
    return umpire, people


def appeared(umpire: Umpire) -> list[str]:
    """The areas where blocks were placed."""
    return [to for origin, to in moves(umpire) if origin == "reserve-daesh"]


@pytest.mark.rule("nineveh 10.3b", "nineveh 10.3c")
@pytest.mark.parametrize(("count", "left", "placed"), [(1, 3, 1), (2, 3, 2), (4, 3, 3), (1, 0, 0)])
def test_as_many_blocks_are_placed_as_the_card_says_and_are_left(count: int, left: int, placed: int) -> None:
    table = empty()
    for nth in range(left + 1, 7):
        table.put(f"ashbal-{nth}", "eliminated")
    table.put("ashbal-7", "eliminated")
    umpire, _ = produce(table, kind="ashbal", count=count)
    assert len(appeared(umpire)) == placed


@pytest.mark.rule("nineveh 10.3b", "nineveh 3.3i")
def test_new_blocks_near_the_enemy_go_beside_him_where_he_is_not_and_does_not_start() -> None:
    table = facing(empty(), ghizlani=2)
    _, people = produce(table, kind="ashbal", where="near the enemy")
    assert set(offered(people)) == {"albu-saif", "jawsaq", "mamun", "mansour", "tayaran"}
    _, people = produce(filled(table, mansour=3, jawsaq=2), kind="ashbal", where="near the enemy")
    assert set(offered(people)) == {"albu-saif", "jawsaq", "mamun", "tayaran"}


@pytest.mark.rule("nineveh 10.3b")
def test_new_blocks_in_the_old_city_go_nowhere_else_and_without_room_there_nowhere() -> None:
    table = empty()
    old_city = of_terrain(table.state.board, OLD_CITY)
    blocks = [*MILITIA, *(f"rumour-{nth}" for nth in range(1, 10))]
    for area in old_city[:-2]:
        table.put(blocks.pop(), area).put(blocks.pop(), area)
    _, people = produce(table, kind="ashbal", where="old city")
    assert set(offered(people)) == set(old_city[-2:])
    for area, block in zip(
        old_city[-2:] * 2, ("veteran-1", "veteran-2", "veteran-3", "veteran-4"), strict=True
    ):
        table.put(block, area)
    umpire, people = produce(table, kind="ashbal", where="old city")
    assert (appeared(umpire), people.asked) == ([], [])


@pytest.mark.rule("nineveh 10.0b", "nineveh 10.3g")
def test_the_eight_areas_that_need_a_block_most_are_offered_the_first_as_suggestion() -> None:
    table = empty()
    _, people = produce(table, kind="ashbal")
    (question,) = people.asked
    state = table.state
    weakest = sorted(areas(state.board), key=lambda area: -defence.weakness(state, area))[:8]
    assert offered(people) == weakest
    assert question.suggested == ("mushahada",)


@pytest.mark.rule("nineveh 10.3c", "nineveh 7.5g")
@pytest.mark.parametrize("face", ["ied", "large", "vbied"])
def test_an_ied_is_placed_with_the_type_that_the_card_says(face: str) -> None:
    for before in ("ied", "large"):
        table = empty()
        for nth in range(1, 11):
            table.change(f"ied-{nth}", face=before)
        umpire, _ = produce(table, kind="ied", face=face)
        (block,) = [piece for piece in umpire.state.of_group("ied") if piece.place != "reserve-daesh"]
        assert (block.face, block.known_to) == (face, (DAESH,))


# --- the cards of a turn (10.2b, 10.4b) -------------------------------------------------------------


@pytest.mark.rule("nineveh 10.4b", "nineveh 10.2b")
@pytest.mark.parametrize("option", [False, True])
@pytest.mark.parametrize("turn", range(1, 6))
def test_a_second_card_is_drawn_in_the_first_three_turns_by_the_option_alone(turn: int, option: bool) -> None:
    table = field({"second_card": option, "trust_suggestions": True}).phase("support", turn=turn, side=DAESH)
    top = [card.id for card in table.state.pieces_at("council-deck")]
    umpire, _ = doing(table, [1] * 60)
    council.begin_support(umpire)
    assert umpire.state.mark("game", council.CARDS) == top[: 2 if option and turn <= 3 else 1]


@pytest.mark.rule("nineveh 10.2b")
def test_what_a_card_says_for_the_support_phase_is_done_as_it_is_drawn() -> None:
    table = field().put("media-centre", "qulayat").phase("support", turn=4, side=DAESH)
    for card in table.state.pieces_at("council-deck"):
        if card.id != "council-pictures-of-ruins":
            table.put(card.id, "aside")
    umpire, _ = doing(table, [1])
    council.begin_support(umpire)
    assert umpire.state.track("collateral") == 1


@pytest.mark.rule("nineveh 10.2j", "nineveh 6.1b")
def test_each_combat_of_the_daesh_turn_is_fought() -> None:
    table = facing(filled(empty(), abar=2, rifai=1), abar=1, rifai=2).phase("combat", turn=2, side=DAESH)
    umpire, _ = doing(table, [1] * 30)
    council.fight_next(umpire)
    assert council.to_fight(umpire.state) == ["rifai"]
    assert any(isinstance(event, DieRolled) for event in umpire.fresh)
    table.phase("movement", turn=2, side=DAESH)
    assert council.to_fight(table.state) == []
    table.phase("combat", turn=2, side="isf")
    assert council.to_fight(table.state) == []


@pytest.mark.rule("nineveh 10.2i")
def test_daesh_blocks_on_the_map_alone_are_hidden_again() -> None:
    table = facing(filled(empty(), abar=1), nablus=1).put("veteran-1", "eliminated")
    for block in ("militia-1", "cts-1", "veteran-1"):
        table.known(block)
    umpire, _ = doing(table)
    council.end_turn(umpire)
    assert [umpire.state.pieces[each].known_to for each in ("militia-1", "cts-1", "veteran-1")] == [
        (DAESH,),
        None,
        None,
    ]


@pytest.mark.rule("nineveh 10.0b", "nineveh 10.2j")
@pytest.mark.parametrize(
    ("units", "said", "trust", "asked"),
    [(1, 2, False, 1), (4, 16, False, 1), (5, 0, False, 0), (4, 0, True, 0), (0, 0, False, 0)],
)
def test_sets_are_judged_that_can_be_listed(units: int, said: int, trust: bool, asked: int) -> None:
    umpire, people = doing(field({"trust_suggestions": trust}))
    among = [f"militia-{nth}" for nth in range(1, units + 1)]
    question = actions.T("the block that moves")
    chosen = asking.choose(umpire, DAESH, question, Subset(among), rule="nineveh 10.2j", suggest=among[:1])
    assert chosen == among[:1]
    assert len(people.asked) == asked
    assert sum(len(list(question.options)) for question in people.asked) == said


@pytest.mark.rule("nineveh 10.3a")
@pytest.mark.parametrize(("shown", "openly", "asked"), [(True, True, 1), (False, True, 0), (True, False, 0)])
def test_a_question_about_hidden_blocks_is_not_put_to_the_player(
    shown: bool, openly: bool, asked: int
) -> None:
    table = field().known("militia-2")
    if shown:
        table.known("militia-1")
    umpire, people = doing(table)
    chosen = asking.choose_piece(
        umpire,
        DAESH,
        actions.T("the block that moves"),
        ["militia-1", "militia-2"],
        rule="nineveh 10.2j",
        suggest="militia-2",
        open=openly,
    )
    assert (chosen, len(people.asked)) == ("militia-2", asked)


@pytest.mark.rule("nineveh 10.2h", "nineveh 10.2f")
def test_ieds_take_part_in_an_attack_as_vbieds() -> None:
    table = facing(empty(), thawra=1).put("ied-1", "uruba").change("ied-1", face="ied")
    umpire, _ = attack(table)
    assert moves(umpire)[0] == ("uruba", "thawra")
    assert umpire.state.pieces["ied-1"].face == "vbied"
    assert umpire.state.pieces["ied-1"].place == "reserve-daesh"


@pytest.mark.rule("nineveh 10.2c", "nineveh 10.2b")
def test_what_a_card_means_that_gives_no_numbers() -> None:
    """The Mortar reaches two areas, three blocks attack, an IED drives one area, one block comes."""
    table = facing(empty().put("mortar", "abar"), thawra=1, zanjili=2, rifai=4)
    _, people = mortar_fires(table, 6)
    assert len(offered(people)) == 2
    umpire, _ = doing(facing(filled(empty(), uruba=3, abar=3), thawra=1), [1] * 9)
    actions.carry_out(umpire, sheets.Action(attack=sheets.Attack(areas=1)))
    assert len(moves(umpire)) == 3
    for area, went in (("abar", ["ied-1"]), ("uruba", [])):
        umpire, _ = doing(facing(mined(empty(), area), nablus=1), [1] * 2)
        actions.carry_out(umpire, sheets.Action(ieds_attack=sheets.IedsAttack(count=1)))
        assert gone(umpire) == went
    umpire, _ = produce(empty(), kind="ashbal")
    assert len(appeared(umpire)) == 1


@pytest.mark.rule("nineveh 10.2b")
@pytest.mark.parametrize(
    ("begin", "card"),
    [
        (council.begin_movement, "council-booby-traps"),
        (council.begin_combat, "council-mortars-on-the-crossroads"),
    ],
)
def test_what_a_card_says_for_a_phase_is_done_as_the_phase_begins(
    begin: Callable[[Umpire], None], card: str
) -> None:
    table = facing(empty().put("mortar", "abar").put("ied-1", "abar"), nablus=1)
    umpire, _ = doing(table.mark("game", council.CARDS, [card]), [6, 6, 6])
    begin(umpire)
    assert umpire.state.pieces["cts-1"].steps < 4
