"""What may be ordered: who attacks whom and how, who moves, what can be built and paid for."""

from collections.abc import Iterable
from itertools import combinations

import pytest

from adjudication.engine.orders import OpenOrder, Order
from domain.events import Marked
from tests.ignorant_armies.war import FIRST_TURN, War


def listed(war: War, name: str) -> list[Order]:
    """The legal orders of that name."""
    return [order for order in war.session.legal() if order.name == name]


def attacks(war: War) -> set[tuple[str, frozenset[str], bool, bool]]:
    """The attacks that are legal: hex, units, chemicals, human wave. The list has a line for each way."""
    found = set()
    for order in listed(war, "attack"):
        assert isinstance(order, OpenOrder)
        for units in order.choices.few(100) or ():
            given = {**order.arguments, "units": units}
            assert Order(order.side, "attack", given) in war.session.legal()
            ways = bool(given.get("chemicals")), bool(given.get("human_wave"))
            found.add((str(given["hex"]), frozenset(units), *ways))
    return found


def facing(*iraqis: str) -> War:
    """A front of one hex: Iraqi units in 2117 and two Iranian ones beside them, all others far away."""
    war = War()
    for piece in list(war.state.pieces.values()):
        if piece.place.isdigit():
            war.put(piece.id, "1109" if piece.side == "iraq" else "2824")
    for unit in iraqis:
        war.put(unit, "2117")
    for unit in ("brigade-84", "brigade-55"):
        war.put(unit, "2118")
    return war


def any_of(units: Iterable[str]) -> list[frozenset[str]]:
    """Every choice of some of these units."""
    given = list(units)
    return [frozenset(some) for size in range(1, len(given) + 1) for some in combinations(given, size)]


@pytest.mark.rule("ignorant-armies event.46", "ignorant-armies event.51-52", "ignorant-armies event.21")
@pytest.mark.parametrize("armed", [False, True])
@pytest.mark.parametrize("side", ["iran", "iraq"])
def test_any_units_beside_a_hex_attack_it_with_what_their_side_has(side: str, armed: bool) -> None:
    war = facing("infantry-2").fights(side)
    if armed:
        war.mark(side, "chemical weapons")
    hex, units = ("2117", ("brigade-84", "brigade-55")) if side == "iran" else ("2118", ("infantry-2",))
    ways = [
        (chemicals, wave)
        for chemicals in (False, True)[: 1 + armed]
        for wave in (False, True)[: 1 + (side == "iran")]
    ]
    assert attacks(war) == {(hex, some, *way) for some in any_of(units) for way in ways}


@pytest.mark.rule("ignorant-armies event.32", "ignorant-armies event.63")
@pytest.mark.parametrize("side", ["iran", "iraq"])
def test_a_side_that_may_not_attack_is_offered_no_attack_and_no_missile(side: str) -> None:
    war = facing("infantry-2").put("ssm-iran-1", "missiles-iran").fights(side)
    assert listed(war, "attack")
    assert listed(war, "missile")
    war.mark(side, "no attacks")
    assert listed(war, "attack") == listed(war, "missile") == []
    assert listed(war, "tanker-war")


def test_a_unit_attacks_once_a_game_turn() -> None:
    war = facing("infantry-2").fights("iran")
    war.order("attack", hex="2117", units=["brigade-84"], answers=["no effect"])
    assert attacks(war) == {("2117", frozenset({"brigade-55"}), False, wave) for wave in (False, True)}
    war.order("attack", hex="2117", units=["brigade-55"], answers=["no effect"])
    assert attacks(war) == set()
    war.fights("iran", turn=3)
    war.event(31, turn=4)
    assert len(attacks(war.fights("iran", turn=4))) == 6


@pytest.mark.rule("ignorant-armies event.46", "ignorant-armies event.51-52")
def test_chemicals_on_the_ground_are_offered_as_long_as_a_use_is_left() -> None:
    war = facing("infantry-2", "infantry-8", "infantry-11").mark("iraq", "chemical weapons").fights("iraq")
    for unit, offered in (("infantry-2", True), ("infantry-8", False)):
        war.order("attack", hex="2118", units=[unit], chemicals=True, answers=["no effect"])
        assert {chemicals for _, _, chemicals, _ in attacks(war)} == {False, offered}


def test_missiles_are_aimed_at_any_hex_of_land() -> None:
    war = War().fights("iraq")
    spaces = war.state.board.data.spaces
    land = {space.id for space in spaces if space.row and space.terrain != "sea"}
    for missile in ("ssm-iraq-1", "ssm-iraq-2"):
        aimed = [o.arguments["hex"] for o in listed(war, "missile") if o.arguments["missile"] == missile]
        assert set(aimed) == land
    assert {space.id for space in spaces if space.row} > land


# --- answers that are suggested ----------------------------------------------------------------------


@pytest.mark.rule("ignorant-armies event.51-52")
def test_no_defence_with_chemicals_is_suggested() -> None:
    war = facing("infantry-2").mark("iraq", "chemical weapons").fights("iran")
    war.order("attack", hex="2117", units=["brigade-84"], answers=[False, "no effect"])
    asked, _ = war.people.asked
    assert (asked.side, asked.suggested, list(asked.options)) == ("iraq", (False,), [True, False])


@pytest.mark.rule("ignorant-armies holy.sword-of-allah")
def test_the_units_at_the_holy_sites_are_taken_to_be_in_supply() -> None:
    war = War().put("pasdaran-khorramshahr", "1423").put("brigade-84", "1525")
    war.begin_iraqi_turn(2)
    war.fights("iraq").order("proceed", answers=[True])
    (asked,) = war.people.asked
    assert (asked.kind, asked.suggested, asked.rule) == (
        *("judgement", (True,)),
        "ignorant-armies holy.sword-of-allah",
    )


# --- building ----------------------------------------------------------------------------------------


def whole() -> War:
    """All on the map are at full strength, as the guard of Baghdad is not at the start."""
    return War().change("guard-baghdad", steps=3)


def builds(war: War) -> set[str]:
    """The units that may be built now."""
    return {str(order.arguments["unit"]) for order in listed(war, "build")}


@pytest.mark.parametrize(
    ("rps", "units"),
    [
        (0, set()),
        (1, {"sf-2", "infantry-8"}),
        (2, {"sf-2", "infantry-8", "infantry-2"}),
        (3, {"sf-2", "infantry-8", "infantry-2", "mech-1"}),
    ],
)
def test_what_can_be_paid_for_at_a_point_a_step_is_offered(rps: int, units: set[str]) -> None:
    war = whole().put("sf-2", "available-iraq").change("infantry-8", steps=1)
    for unit in ("infantry-2", "mech-1"):
        war.put(unit, "deadpile-iraq")
    assert builds(war.track("rp-iraq", rps).iraq_moves()) == units


def test_iran_builds_what_it_has_and_its_points_are_not_tracked() -> None:
    war = War().put("marines-1", "available-iran").put("brigade-84", "deadpile-iran").iran_moves()
    assert builds(war) == {"marines-1", "brigade-84", "pasdaran-khorramshahr"}
    war.order("build", unit="marines-1", to="2531")
    assert war.state.track("rp-iraq") == 0


def test_a_unit_is_built_once_a_game_turn() -> None:
    war = War().change("mech-1", steps=1).track("rp-iraq", 9).iraq_moves()
    war.order("build", unit="mech-1", to="2228", steps=2)
    assert "mech-1" not in builds(war)
    war.event(31, turn=3)
    assert "mech-1" in builds(war.iraq_moves(turn=3))


@pytest.mark.parametrize(("steps", "cost"), [(2, 1), (1, 2)])
def test_a_builder_may_say_both_the_steps_and_the_cost(steps: int, cost: int) -> None:
    war = War().put("infantry-2", "deadpile-iraq").track("rp-iraq", cost).iraq_moves()
    war.order("build", unit="infantry-2", to="1521", steps=steps, cost=cost)
    assert (war.state.pieces["infantry-2"].steps, war.state.track("rp-iraq")) == (steps, 0)


@pytest.mark.rule("ignorant-armies event.33")
def test_a_brigade_that_entered_holds_up_the_other_five_and_nobody_else() -> None:
    war = whole().track("rp-iraq", 9).put("sf-1", "deadpile-iraq").put("infantry-2", "deadpile-iraq")
    for number in range(2, 8):
        war.put(f"sf-{number}", "available-iraq")
    war.put("sf-7", "1521").change("infantry-8", steps=1).iraq_moves()
    war.order("build", unit="sf-2", to="1521")
    assert builds(war) == {"sf-1", "infantry-2", "infantry-8"}
    for unit, to in (("sf-1", "1521"), ("infantry-2", "1521"), ("infantry-8", "1715")):
        war.order("build", unit=unit, to=to)
    assert war.state.track("rp-iraq") == 9 - 1 - 1 - 2 - 1
    assert builds(war) == set()


@pytest.mark.rule("ignorant-armies event.33")
def test_the_1st_brigade_and_other_units_hold_up_no_brigade() -> None:
    war = War().track("rp-iraq", 9).put("sf-1", "deadpile-iraq").put("infantry-2", "deadpile-iraq")
    war.put("sf-2", "available-iraq").iraq_moves()
    for unit in ("sf-1", "infantry-2", "sf-2"):
        war.order("build", unit=unit, to="1521")
    assert war.state.pieces["sf-2"].place == "1521"


@pytest.mark.rule("ignorant-armies ja.rp.rebuild", "ignorant-armies ja.rp.separate")
def test_joint_arab_units_are_built_while_intervention_lasts_and_for_their_own_points() -> None:
    war = whole().put("sng", "deadpile-iraq").put("infantry-2", "deadpile-iraq").track("rp-joint-arab", 3)
    assert builds(war.iraq_moves()) == set()
    war.mark("game", "joint arab intervention", "in effect").mark("game", "joint arab arrival", 1)
    assert builds(war) == {"sng"}
    war.track("rp-iraq", 2)
    assert builds(war) == {"sng", "infantry-2"}
    war.mark("game", "joint arab intervention", "withdrawn")
    assert builds(war) == {"infantry-2"}


@pytest.mark.rule("ignorant-armies ja.rp.rebuild")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [("jordan-mech", "ignorant-armies ja.rp.rebuild"), ("mech-1", "ignorant-armies doc.scope")],
)
def test_a_rebuilt_unit_comes_on_by_the_rule_for_its_kind(unit: str, rule: str) -> None:
    war = War().mark("game", "joint arab intervention", "in effect").mark("game", "joint arab arrival", 1)
    war.put(unit, "deadpile-iraq").change(unit, steps=1).track("rp-iraq", 9).track("rp-joint-arab", 9)
    events = war.iraq_moves().order("build", unit=unit, to="1121")
    told = [event.rule for event in events if type(event).__name__ in ("PieceChanged", "PieceMoved")]
    assert told == [rule, rule]


@pytest.mark.rule("ignorant-armies ja.rp.rebuild", "ignorant-armies ja.entry-hexes")
def test_rebuilt_joint_arab_units_choose_among_their_entry_hexes_that_are_free() -> None:
    war = War().mark("game", "joint arab intervention", "in effect").mark("game", "joint arab arrival", 1)
    war.put("gcc", "deadpile-iraq").track("rp-joint-arab", 2).iraq_moves()
    assert [order.arguments["to"] for order in listed(war, "build")] == ["2435", "1435"]
    war.put("brigade-84", "1435")
    assert [order.arguments["to"] for order in listed(war, "build")] == ["2435"]


# --- what lasts how long -----------------------------------------------------------------------------


@pytest.mark.rule(
    "ignorant-armies event.15",
    "ignorant-armies event.21",
    "ignorant-armies event.32",
    "ignorant-armies event.34",
    "ignorant-armies event.62",
    "ignorant-armies event.63",
)
@pytest.mark.parametrize(
    ("result", "mark", "turns"),
    [
        (15, "popular army +1", 1),
        (21, "human waves +1", 1),
        (32, "no attacks", 1),
        (63, "no attacks", 1),
        (62, "one rp more", 1),
        (34, "missiles delivered", 2),
    ],
)
def test_an_event_counts_to_the_end_of_its_game_turn_and_deliveries_to_that_of_the_next(
    result: int, mark: str, turns: int
) -> None:
    war, turn = War(), FIRST_TURN[1988]
    events = war.event(result, turn, answers=["brigade-84", "brigade-84"] if result == 34 else ())
    ends = [
        event.until for event in events if isinstance(event, Marked) and event.mark == mark and event.value
    ]
    assert set(ends) == {turn + turns}


def test_what_was_done_is_forgotten_with_the_game_turn() -> None:
    war = facing("infantry-2").mark("iran", "chemical weapons").put("sf-2", "available-iraq")
    war.track("rp-iraq", 1)
    events = war.iraq_moves(turn=5).order("build", unit="sf-2", to="1521")
    war.fights("iran", turn=5)
    events += war.order("attack", hex="2117", units=["brigade-84"], chemicals=True, answers=["no effect"])
    events += war.order("tanker-war", dice=[1])
    marks = {(e.subject, e.mark): e.until for e in events if isinstance(e, Marked) and e.value}
    assert marks == dict.fromkeys(
        [
            ("sf-2", "done"),
            ("iraq", "special forces entered"),
            ("brigade-84", "done"),
            ("iran", "chemical uses"),
            ("iran", "tanker war rolled"),
        ],
        6,
    )


@pytest.mark.rule("ignorant-armies event.62")
def test_the_rp_of_a_turn_without_reinforcements_is_paid_once() -> None:
    war, turn = War(), FIRST_TURN[1988]
    war.event(62, turn)
    war.begin_iraqi_turn(turn)
    assert war.state.track("rp-iraq") == 5
    assert war.state.mark_named("iraq", "one rp more") is None


def test_a_unit_that_retreated_and_is_attacked_again_may_retreat_again_and_not_move_again() -> None:
    """Iran moves first: the unit has moved before it is attacked."""
    war = War(first_player="iran").iran_moves()
    war.order("move", unit="brigade-84", to="2118")
    war.put("infantry-2", "2117").put("infantry-8", "2219").fights("iraq")
    ends = set()
    for unit, hex, to in (("infantry-2", "2118", "2218"), ("infantry-8", "2218", "2318")):
        events = war.order("attack", hex=hex, units=[unit], answers=["defender retreats"])
        events += war.order("move", side="iran", unit="brigade-84", to=to)
        ends |= {e.until for e in events if isinstance(e, Marked) and e.mark == "done"}
    assert ends == {3}
    assert war.state.mark_named("brigade-84", "done") == ["Iranian operational movement", "Iraqi combat"]
    war.iran_moves()
    assert not [order for order in listed(war, "move") if order.arguments["unit"] == "brigade-84"]
    war.fights("iraq").order("proceed", dice=[3, 1])
    assert (war.state.turn, war.state.mark_named("brigade-84", "done")) == (3, None)


@pytest.mark.parametrize("phase", ["Iraqi operational movement", "Iranian combat"])
def test_in_a_phase_of_nobody_the_phase_is_all_that_can_be_ended(phase: str) -> None:
    """As the white cell may set the clock."""
    war = facing("infantry-2").put("sf-2", "available-iraq").track("rp-iraq", 9)
    war.phase(phase, turn=2, side="")
    assert {order.name for order in war.session.legal()} == {"proceed"}
