"""The counters: the force tables to the letter (8.1 to 8.3), the mix (2.0), the classes and where they may
be (3.0), the order of battle (11.2), and who commands them (1.0)."""

import random
from collections import Counter
from typing import Any

import pytest

from adjudication.chances.selfplay import play_out
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.umpire import Question
from adjudication.systems.ramadi.phases.planning import OPERATION
from adjudication.systems.ramadi.table.counters import CASUALTY_SIDE
from domain.events import CounterDrawn, Event, OrderGiven
from domain.table.dice import SampledDice
from domain.table.state import State
from tests.ramadi.table import SCENARIO, RamadiTable

KINDS = SCENARIO.kinds
QUANTITIES = Counter(piece.kind for piece in SCENARIO.pieces)


def check_kind(kind: str, name: str, group: str, combat: int, quantity: int, rule: str) -> None:
    found = KINDS[kind]
    assert (found.name, found.group) == (name, group)
    assert found.values["combat"] == combat
    assert QUANTITIES[kind] == quantity
    assert found.rule == rule


@pytest.mark.rule(
    "ramadi 8.1a", "ramadi 8.1b", "ramadi 8.1c", "ramadi 8.1d", "ramadi 8.1e", "ramadi 8.1f", "ramadi 8.0"
)
@pytest.mark.parametrize(
    ("kind", "name", "combat", "quantity", "rule"),
    [
        ("cts", "Counter Terrorism Service", 4, 4, "8.1a"),
        ("mech", "Mechanized Infantry", 3, 3, "8.1b"),
        ("inf", "Infantry", 2, 6, "8.1c"),
        ("np", "National Police", 2, 3, "8.1d"),
        ("eb", "Emergency Battalion", 1, 2, "8.1e"),
        ("militia", "Militia", 1, 3, "8.1f"),
    ],
)
def test_isf_ground_units(kind: str, name: str, combat: int, quantity: int, rule: str) -> None:
    check_kind(kind, name, "ground unit", combat, quantity, rule)
    assert KINDS[kind].side == "isf"
    assert KINDS[kind].back == "casualty side"


@pytest.mark.rule(
    "ramadi 8.2a", "ramadi 8.2b", "ramadi 8.2c", "ramadi 8.2d", "ramadi 8.2e", "ramadi 8.2f", "ramadi 8.2g"
)
@pytest.mark.parametrize(
    ("kind", "group", "combat", "quantity", "rule"),
    [
        ("tank", "ground asset", 3, 1, "8.2a"),
        ("advisors", "ground asset", 0, 2, "8.2b"),
        ("bridging", "ground asset", 0, 1, "8.2c"),
        ("artillery", "ground asset", 4, 1, "8.2d"),
        ("ied-clearance", "ground asset", 0, 1, "8.2e"),
        ("bomber", "air asset", 4, 2, "8.2f"),
        ("drone", "air asset", 2, 2, "8.2g"),
    ],
)
def test_isf_assets(kind: str, group: str, combat: int, quantity: int, rule: str) -> None:
    check_kind(kind, KINDS[kind].name, group, combat, quantity, rule)
    assert KINDS[kind].side == "isf"


@pytest.mark.rule("ramadi 8.2h", "ramadi 5.2n")
def test_twelve_markers_ops_in_front_cleared_behind() -> None:
    check_kind("cleared", "OPS / Cleared", "marker", 0, 12, "8.2h")
    assert KINDS["cleared"].back == "Cleared"


@pytest.mark.rule("ramadi 8.3a", "ramadi 8.3b", "ramadi 3.2b", "ramadi 3.2c")
@pytest.mark.parametrize(
    ("group", "mix"),
    [
        ("ied", {"ied-poor": (0, 3), "ied-prepared": (1, 3), "ied-deep": (2, 2), "ied-complex": (3, 2)}),
        (
            "fighters",
            {
                "f-militia": (0, 3),
                "f-adversity": (1, 3),
                "f-specialists": (2, 2),
                "f-special-forces": (3, 2),
            },
        ),
    ],
)
def test_ied_states_and_fighters_are_ten_of_each_from_0_to_3(
    group: str, mix: dict[str, tuple[int, int]]
) -> None:
    found = {
        kind: (data.values["combat"], QUANTITIES[kind]) for kind, data in KINDS.items() if data.group == group
    }
    assert found == mix
    assert sum(quantity for _, quantity in mix.values()) == 10


@pytest.mark.rule(
    "ramadi 8.3c",
    "ramadi 8.3d",
    "ramadi 8.3e",
    "ramadi 8.3f",
    "ramadi 8.3g",
    "ramadi 8.3h",
    "ramadi 8.3i",
    "ramadi 3.2d",
)
@pytest.mark.parametrize(
    ("kind", "combat", "quantity", "rule"),
    [
        ("emir", 3, 2, "8.3c"),
        ("foreign-fighters", 3, 2, "8.3d"),
        ("civilians", 0, 2, "8.3e"),
        ("sv-ied", 1, 1, "8.3f"),
        ("vb-ied", 2, 2, "8.3g"),
        ("air-defence", 0, 2, "8.3h"),
        ("attack", 3, 4, "8.3i"),
    ],
)
def test_isis_assets(kind: str, combat: int, quantity: int, rule: str) -> None:
    check_kind(kind, KINDS[kind].name, "isis asset", combat, quantity, rule)
    assert KINDS[kind].side == "isis"


@pytest.mark.rule("ramadi 2.0b", "ramadi 8.0")
def test_the_mix_is_78_described_counters_and_7_administrative_markers() -> None:
    groups = Counter(KINDS[piece.kind].group for piece in SCENARIO.pieces)
    assert groups == {
        "ground unit": 21,
        "ground asset": 6,
        "air asset": 4,
        "ied": 10,
        "fighters": 10,
        "isis asset": 15,
        "marker": 12 + 7,
    }
    assert len(SCENARIO.pieces) == 85
    assert QUANTITIES["admin"] == 7


@pytest.mark.rule("ramadi 2.0b")
def test_the_seven_undescribed_markers_take_no_part_in_play() -> None:
    """Reading of 2.0: they mark turn and tracks; what is counted is counted on the tracks."""
    table, _ = whole_game(seed=5)
    administrative = [piece for piece in table.state.pieces.values() if piece.kind_id == "admin"]
    assert [piece.place for piece in administrative] == ["markers"] * 7


@pytest.mark.rule("ramadi 3.0")
def test_six_classes_of_forces_and_markers_are_none() -> None:
    classes = {(data.side, data.group) for data in KINDS.values() if data.group != "marker"}
    assert classes == {
        ("isf", "ground unit"),
        ("isf", "ground asset"),
        ("isf", "air asset"),
        ("isis", "ied"),
        ("isis", "fighters"),
        ("isis", "isis asset"),
    }


@pytest.mark.rule("ramadi 3.2b", "ramadi 3.2c", "ramadi 3.2d")
def test_isis_counters_show_only_their_class_on_the_back() -> None:
    backs: dict[str, set[str]] = {}
    for kind in KINDS.values():
        if kind.side == "isis":
            backs.setdefault(kind.group, set()).add(kind.back)
    assert all(len(found) == 1 for found in backs.values())
    assert len({back for found in backs.values() for back in found}) == 3


@pytest.mark.rule("ramadi 11.2")
def test_units_bear_names_of_the_order_of_battle() -> None:
    """9 army battalions of four divisions, 4 CTS, 2 police and a response unit, 2 emergency, 3 Hashd."""
    names: dict[str, list[str]] = {}
    for piece in SCENARIO.pieces:
        names.setdefault(piece.kind, []).append(piece.name)
    army = names["mech"] + names["inf"]
    divisions = Counter(name.split(", ")[-1] for name in army)
    assert set(divisions) == {"8th Division", "9th Division", "10th Division", "16th Division"}
    assert len(army) == 9
    assert all(name.endswith("9th Division") for name in names["mech"]), "the mechanized division"
    brigades = {name.split(", ")[1] for name in army if name.endswith("16th Division")}
    assert brigades == {"73rd Brigade", "76th Brigade"}
    assert all("1st ISOF Brigade" in name for name in names["cts"])
    assert sum("Police" in name for name in names["np"]) == 2
    assert "Emergency Response Unit" in names["np"]
    assert all("Emergency Battalion" in name for name in names["eb"])
    assert all("Hashd" in name for name in names["militia"])
    units = [name for kind in ("cts", "mech", "inf", "np", "eb", "militia") for name in names[kind]]
    assert len(units) == len(set(units)) == 21


# --- where counters may be ---------------------------------------------------------------------------


def whole_game(seed: int) -> tuple[RamadiTable, list[State]]:
    """A game of random legal orders with all options, and the states after each order."""
    table = RamadiTable(drones=True, close_air_support=True)
    table.session.dice = SampledDice(seed)
    states: list[State] = []
    play_out(
        table.session, RandomPolicy(), random.Random(seed), lambda events: states.append(table.state.copy())
    )
    return table, states


@pytest.fixture(scope="module")
def played() -> tuple[RamadiTable, list[State]]:
    return whole_game(seed=3)


@pytest.mark.rule("ramadi 3.1a", "ramadi 4.2b")
def test_ground_units_are_on_land_or_in_the_transfer_box(played: tuple[RamadiTable, list[State]]) -> None:
    _, states = played
    seen: set[str] = set()
    for state in states:
        for unit in state.of_group("ground unit"):
            space = state.board.spaces[unit.place]
            if space.kind == "hex":
                assert space.terrain not in ("water", "outside")
            elif state.turn:
                assert unit.place == "transfer"
            if unit.face == CASUALTY_SIDE:
                assert unit.place == "transfer"
            seen.add(space.zone if space.kind == "hex" else unit.place + unit.face)
    assert {"contested", "transfer" + CASUALTY_SIDE} <= seen, "the game saw what this is about"


@pytest.mark.rule("ramadi 3.1b", "ramadi 3.1c")
def test_assets_are_in_their_boxes_or_at_an_operation(played: tuple[RamadiTable, list[State]]) -> None:
    _, states = played
    boxes = {
        "ground asset": {"zone-north", "zone-west", "zone-south", "asset-transfer"},
        "air asset": {"air-available", "air-expended"},
    }
    at_operations: Counter[str] = Counter()
    for state in states:
        if not state.turn:
            continue
        for group, own in boxes.items():
            for asset in state.of_group(group):
                operation = state.mark(asset.place, OPERATION)
                if operation is not None:
                    assert asset.id in (operation["ground"], operation["air"])
                    at_operations[group] += 1
                elif asset.place not in own:  # a drone that guards a cleared hex, by option
                    assert asset.kind_id == "drone"
                    assert any(piece.kind_id == "cleared" for piece in state.pieces_at(asset.place))
    assert set(at_operations) == set(boxes)


@pytest.mark.rule("ramadi 3.2a")
def test_isis_counters_are_on_the_map_only_where_an_operation_waits(
    played: tuple[RamadiTable, list[State]],
) -> None:
    _, states = played
    phases: set[str] = set()
    for state in states:
        for group in ("ied", "fighters", "isis asset"):
            for piece in state.of_group(group):
                if state.board.spaces[piece.place].kind == "hex":
                    assert state.phase == "operations"
                    assert state.mark_named(piece.place, "operation") is not None
                    phases.add(state.phase)
    assert phases == {"operations"}


@pytest.mark.rule("ramadi 2.0b")
def test_no_counter_comes_or_goes(played: tuple[RamadiTable, list[State]]) -> None:
    _, states = played
    for state in states:
        assert len(state.pieces) == 85
        assert sorted(id for there in state.at.values() for id in there) == sorted(state.pieces)


@pytest.mark.rule("ramadi 1.0")
def test_the_human_is_asked_for_the_isf_alone_and_all_isis_does_is_drawn_or_rolled() -> None:
    table = RamadiTable()
    chance = random.Random(9)
    table.session.dice = SampledDice(9)
    asked: list[str] = []

    class Watched(RandomPolicy):
        def answer(self, question: Question, state: State, chance: random.Random) -> Any:
            asked.append(question.side)
            return super().answer(question, state, chance)

    ordering: list[str] = []
    drawn = 0

    def watch(events: list[Event]) -> None:
        nonlocal drawn
        ordering.extend(event.side for event in events if isinstance(event, OrderGiven))
        drawn += sum(isinstance(event, CounterDrawn) for event in events)

    play_out(table.session, Watched(), chance, watch)
    assert set(ordering) == {"isf"}
    assert set(asked) == {"isf"}
    assert drawn > 0
    sides = {side.id: side.played_by for side in table.state.sides.values()}
    assert sides == {"isf": "player", "isis": "umpire"}
