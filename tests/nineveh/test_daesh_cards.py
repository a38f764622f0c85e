"""The Daesh cards (3.1b, 3.2, 5.5, 9.1b, 11.0): their numbers and costs, and what each does."""

import pytest

from adjudication.engine.games.scenario import load_scenario
from adjudication.systems.nineveh.cards import standing
from adjudication.systems.nineveh.cards.on_cards import TAPPED
from adjudication.systems.nineveh.cards.sheets import Card, card, read
from domain.errors import IllegalOrder
from domain.views.view import see
from tests.nineveh.battle import rolled, without_events
from tests.nineveh.board import at, listed, place, steps
from tests.nineveh.drawing import disrupted, sensible
from tests.table import Table

SCENARIO = load_scenario("nineveh", "campaign")
DAESH = {id: kind for id, kind in SCENARIO.kinds.items() if kind.side == "daesh"}
HERE, BESIDE, FAR = "abar", "thawra", "airport"


def sheet(id: str) -> Card:
    """What stands on a card."""
    found: Card = read(DAESH[id])
    return found


def costs(id: str) -> list[int]:
    """What a card costs, at its levels."""
    return [level.cost for level in sheet(id).levels] or [sheet(id).cost]


def group(name: str) -> list[str]:
    """The Daesh cards of a group."""
    return [id for id, kind in DAESH.items() if kind.group == name]


def with_card(id: str, phase: str, side: str = "daesh", turn: int = 3, **places: str) -> Table:
    """A phase in which Daesh has a card face down, with blocks on the map."""
    table = without_events(at(phase, side, turn, **places)).track("time", turn)
    return table.put(id, "cards-daesh").known(id, "daesh")


# --- the deck ----------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 11.0w", "nineveh 3.1b", "nineveh 3.1a", "nineveh 2.3a", "nineveh 2.3b")
def test_daesh_has_as_many_cards_as_the_game() -> None:
    core = [id for id in group("unit card") if sheet(id).core]
    assert [DAESH[id].name for id in core] == [
        "Leader",
        "Veterans",
        "Militia",
        "IEDs",
        "Large IEDs",
        "VBIEDs",
        "Rumours",
    ]
    assert len(group("unit card")) - len(core) == 8
    assert len(group("capability")) == 18
    assert sorted(read(DAESH[id]).metric for id in group("priority")) == ["casualties", "collateral", "time"]


@pytest.mark.rule("nineveh 9.1b", "nineveh 3.2a")
def test_the_historical_cards_cost_30_points() -> None:
    historical = [id for id in (*group("unit card"), *group("capability")) if sheet(id).historical]
    assert {DAESH[id].name for id in historical} == {
        "Grand Mosque of Al-Nuri",
        "Snipers",
        "Makeshift Drone",
        "Mouseholes",
        "Mortar",
        "Media Centre",
        "Arms Cache",
        "IED Factory",
        "Ashbal",
        "Additional IEDs",
    }
    assert sum(min(costs(id)) for id in historical) == 30


@pytest.mark.rule("nineveh 3.2c", "nineveh 11.0k")
def test_ashbal_cost_2_for_three_and_6_for_six() -> None:
    assert [(level.cost, level.blocks) for level in sheet("daesh-ashbal").levels] == [
        (2, {"ashbal": 3}),
        (6, {"ashbal": 6}),
    ]


@pytest.mark.rule("nineveh 3.2a")
def test_30_points_are_a_choice() -> None:
    sold = [id for id in (*group("unit card"), *group("capability")) if not sheet(id).core]
    assert sum(max(costs(id)) for id in sold) >= 3 * 30
    assert all(1 <= cost <= 6 for id in sold for cost in costs(id))


@pytest.mark.rule("nineveh 3.3j", "nineveh 11.0t")
def test_all_cards_together_bring_no_more_blocks_than_there_are() -> None:
    blocks: dict[str, int] = {}
    for id in group("unit card"):
        most = sheet(id).levels[-1].blocks if sheet(id).levels else sheet(id).blocks
        for name, number in most.items():
            kind = "ied" if name in ("ied", "large", "vbied") else name
            blocks[kind] = blocks.get(kind, 0) + number
    there = {kind: sum(piece.kind == kind for piece in SCENARIO.pieces) for kind in blocks}
    assert all(blocks[kind] <= there[kind] for kind in blocks)
    assert blocks["ied"] == there["ied"] == 10


# --- unit cards --------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 11.0l", "nineveh 6.31a")
@pytest.mark.parametrize(
    ("die", "hit", "seen"),
    [(6, ["cts-1", "cts-2"], False), (4, ["cts-1"], False), (2, [], False), (1, [], True)],
)
def test_the_mortar_disrupts_within_two_areas_and_may_be_seen(die: int, hit: list[str], seen: bool) -> None:
    table = with_card("daesh-mortar", "combat", mortar="uruba", cts_1=HERE, cts_2=HERE, erd_1=FAR)
    assert listed(table, "use", "at", card="daesh-mortar") == [HERE]
    table.order("use", card="daesh-mortar", at=HERE, dice=[die], answers=["cts-1"] if die == 4 else [])
    assert disrupted(table) == hit
    assert (table.state.pieces["mortar"].known_to is None) is seen


@pytest.mark.rule("nineveh 11.0l", "nineveh 3.2e")
def test_the_mortar_fires_in_both_combat_phases_but_once_a_turn() -> None:
    table = with_card("daesh-mortar", "combat", "isf", mortar="uruba", cts_1=HERE)
    table.order("use", side="daesh", card="daesh-mortar", at=HERE, dice=[2])
    table.phase("combat", 3, "daesh")
    assert listed(table, "use", "card") == []


@pytest.mark.rule("nineveh 11.0o", "nineveh 3.2d")
def test_stay_behind_forces_appear_in_an_empty_urban_area_one_a_turn() -> None:
    table = with_card("daesh-stay-behind", "support", militia_1=HERE, cts_1=BESIDE, rumour_1="uruba")
    table.order("use", card="daesh-stay-behind", answers=["mansour"])
    offered = table.people.asked[-1].options
    assert not {HERE, BESIDE, "uruba", FAR, "faruq"} & set(offered)
    assert [piece.kind_id for piece in table.state.pieces_at("mansour")] == ["stay-behind"]
    assert listed(table, "use", "card") == []


# --- capabilities ------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 9.1b", "nineveh 3.2f", "nineveh 6.2c")
def test_the_grand_mosque_helps_its_defenders_until_it_is_blown_up() -> None:
    mosque = "grand-mosque"
    table = with_card(
        "grand-mosque-of-al-nuri",
        "combat",
        "isf",
        veteran_1=mosque,
        militia_1="faruq",
        cts_1=mosque,
        cts_2="faruq",
    )
    changes = {
        unit: standing.modifiers(table.state, "to hit", table.state.pieces[unit], place(table, unit))
        for unit in ("veteran-1", "militia-1", "cts-1")
    }
    assert {unit: [each.by for each in found] for unit, found in changes.items()} == {
        "veteran-1": [1],
        "militia-1": [],
        "cts-1": [],
    }
    table.order("use", side="daesh", card="grand-mosque-of-al-nuri")
    assert (disrupted(table), table.state.track("collateral")) == (["cts-1"], 2)
    assert place(table, "grand-mosque-of-al-nuri") == "used-cards"
    assert standing.modifiers(table.state, "to hit", table.state.pieces["veteran-1"], mosque) == []


@pytest.mark.rule("nineveh 9.1b")
def test_the_mosque_is_not_blown_up_when_daesh_has_left_it() -> None:
    table = with_card("grand-mosque-of-al-nuri", "combat", "isf", militia_1=HERE, cts_1="grand-mosque")
    with pytest.raises(IllegalOrder):
        table.order("use", side="daesh", card="grand-mosque-of-al-nuri")


@pytest.mark.rule("nineveh 9.1b", "nineveh 6.31a", "nineveh 3.2f")
@pytest.mark.parametrize(
    ("die", "hit", "lies"), [(4, ["cts-1"], "cards-daesh"), (2, [], "cards-daesh"), (1, [], "used-cards")]
)
def test_snipers_disrupt_on_4_and_are_lost_on_1(die: int, hit: list[str], lies: str) -> None:
    table = with_card("daesh-snipers", "combat", "isf", militia_1=HERE, cts_1=BESIDE, erd_1=FAR)
    assert listed(table, "use", "at", card="daesh-snipers") == [BESIDE]
    table.order("use", side="daesh", card="daesh-snipers", at=BESIDE, dice=[die])
    assert (disrupted(table), place(table, "daesh-snipers")) == (hit, lies)


@pytest.mark.rule("nineveh 9.1b", "nineveh 6.31a")
@pytest.mark.parametrize(("die", "hit"), [(4, []), (5, ["erd-1"])])
def test_the_makeshift_drone_looks_and_drops_a_grenade(die: int, hit: list[str]) -> None:
    table = with_card("makeshift-drone", "support", militia_1=HERE, cts_1=BESIDE, erd_1=BESIDE)
    answers = ["erd-1"] if hit else []
    table.order("use", card="makeshift-drone", at=BESIDE, dice=[die], answers=answers)
    assert all(table.state.pieces[unit].known_to is None for unit in ("cts-1", "erd-1"))
    assert disrupted(table) == hit


@pytest.mark.rule("nineveh 9.1b", "nineveh 5.0d")
def test_mouseholes_let_two_units_move_one_area_more() -> None:
    table = with_card("mouseholes", "movement", militia_1=HERE, militia_2="uruba", veteran_1=FAR)
    table.order("use", card="mouseholes", answers=["militia-2", "militia-1", "thawra", "nablus"])
    assert (place(table, "militia-1"), place(table, "militia-2")) == ("nablus", "thawra")
    table.order("move", unit="militia-1", to="sikak")
    assert (place(table, "militia-1"), place(table, "veteran-1")) == ("sikak", FAR)


@pytest.mark.rule("nineveh 5.5", "nineveh 7.5d", "nineveh 3.2b")
def test_a_small_tunnel_network_has_two_mouths_for_infantry() -> None:
    table = with_card(
        "small-tunnel-network", "support", militia_1=HERE, mortar=HERE, militia_2="faruq", cts_1=BESIDE
    )
    for mouth in (HERE, "faruq"):
        table.order("use", card="small-tunnel-network", answers=[mouth])
        table.mark("small-tunnel-network", "tapped", None)
    assert sorted(piece.place for piece in table.state.of_group("marker") if piece.kind_id == "tunnel") == [
        HERE,
        "faruq",
        "markers",
        "markers",
    ]
    assert listed(table, "use", "card") == []
    table.phase("movement", 3, "daesh")
    assert "faruq" in listed(table, "move", "to", unit="militia-1")
    assert "faruq" not in listed(table, "move", "to", unit="mortar")


@pytest.mark.rule("nineveh 5.5", "nineveh 11.0v")
def test_a_large_tunnel_network_opens_two_mouths_a_turn_for_all_combat_units() -> None:
    table = with_card("large-tunnel-network", "support", mortar=HERE, ied_4=HERE, militia_2="faruq")
    table.change("ied-4", face="vbied")
    table.order("use", card="large-tunnel-network", answers=[HERE, "faruq"])
    table.phase("movement", 3, "daesh")
    assert "faruq" in listed(table, "move", "to", unit="mortar")
    assert "faruq" not in listed(table, "move", "to", unit="ied-4")


@pytest.mark.rule("nineveh 11.0s", "nineveh 6.2c")
def test_human_shields_make_the_isf_hesitate() -> None:
    table = with_card("human-shields-card", "support", militia_1=HERE, cts_1=BESIDE)
    table.order("use", card="human-shields-card", answers=[HERE])
    assert place(table, "human-shields-1") == HERE
    table.put("cts-1", HERE)
    pieces = table.state.pieces
    assert [each.by for each in standing.modifiers(table.state, "to hit", pieces["cts-1"], HERE)] == [-1]
    assert standing.modifiers(table.state, "to hit", pieces["militia-1"], HERE) == []


@pytest.mark.rule("nineveh 11.0s", "nineveh 6.1d")
def test_a_hit_on_human_shields_is_collateral_damage() -> None:
    table = with_card("human-shields-card", "combat", "isf", militia_1=HERE, cts_1=HERE, human_shields_1=HERE)
    sensible(table).order("fight", area=HERE, dice=[1, 4], answers=["human-shields-1", [], []])
    assert place(table, "human-shields-1") != HERE
    assert (steps(table, "militia-1"), table.state.track("collateral")) == (2, 1)


@pytest.mark.rule("nineveh 11.0s")
def test_human_shields_are_free_when_no_daesh_unit_is_left_with_them() -> None:
    table = with_card("human-shields-card", "combat", "isf", militia_1=HERE, cts_1=HERE, human_shields_1=HERE)
    table.change("militia-1", steps=1)
    sensible(table).order("fight", area=HERE, dice=[1, 4], answers=["militia-1"])
    assert place(table, "militia-1") == "eliminated"
    assert place(table, "human-shields-1") == "reserve-daesh"
    assert table.state.track("collateral") == 0


@pytest.mark.rule("nineveh 11.0u")
def test_the_call_of_jihad_rallies_and_strengthens_the_area_of_its_marker() -> None:
    table = with_card("call-of-jihad-card", "support", militia_1=HERE, militia_2="faruq").mark(
        "militia-1", "disrupted"
    )
    table.order("use", card="call-of-jihad-card", at=HERE)
    assert (place(table, "call-of-jihad"), disrupted(table)) == (HERE, [])

    def strengthened() -> list[str]:
        pieces = table.state.pieces
        units = ("militia-1", "militia-2")
        return [
            unit
            for unit in units
            if standing.modifiers(table.state, "to hit", pieces[unit], place(table, unit))
        ]

    assert strengthened() == ["militia-1"]
    table.mark("call-of-jihad-card", "tapped", None)
    table.order("use", card="call-of-jihad-card", at="faruq")
    assert strengthened() == ["militia-2"]


@pytest.mark.rule("nineveh 6.2c", "nineveh 4.1.3c")
@pytest.mark.parametrize(("die", "left", "hit"), [(4, 3, []), (3, 4, ["cts-1"])])
def test_inghimasi_die_to_hurt(die: int, left: int, hit: list[str]) -> None:
    table = with_card("inghimasi", "combat", "isf", militia_1=HERE, cts_1=HERE)
    table.order("use", side="daesh", card="inghimasi", at=HERE, dice=[die])
    assert (steps(table, "militia-1"), steps(table, "cts-1"), disrupted(table)) == (1, left, hit)


@pytest.mark.rule("nineveh 6.2c", "nineveh 3.2e")
def test_booby_traps_are_for_the_combat_phase_of_the_isf_alone() -> None:
    table = with_card("booby-trapped-houses", "combat", "isf", militia_1=HERE, cts_1=HERE, cts_2=BESIDE)
    table.order("use", side="daesh", card="booby-trapped-houses", at=HERE)
    pieces = table.state.pieces
    assert [each.by for each in standing.modifiers(table.state, "to hit", pieces["cts-1"], HERE)] == [-1]
    assert standing.modifiers(table.state, "to hit", pieces["cts-2"], BESIDE) == []
    table = with_card("booby-trapped-houses", "combat", militia_1=HERE, cts_1=HERE)
    assert listed(table, "use", "card") == []


@pytest.mark.rule("nineveh 4.1.1d", "nineveh 3.2h")
@pytest.mark.parametrize(
    ("die", "grounded"), [(3, []), (4, ["coalition-uav"]), (6, ["coalition-air-support", "coalition-uav"])]
)
def test_burning_oil_keeps_aircraft_away(die: int, grounded: list[str]) -> None:
    table = with_card("burning-oil", "support", "isf", militia_1=HERE, cts_1=BESIDE)
    table.put("coalition-uav", "cards-isf").put("coalition-air-support", "cards-isf")
    table.order("use", side="daesh", card="burning-oil", dice=[die])
    assert sorted(set(table.state.marked(TAPPED)) - {"burning-oil"}) == grounded


@pytest.mark.rule("nineveh 6.2c", "nineveh 6.3d")
@pytest.mark.parametrize(("die", "left"), [(3, 3), (4, 2)])
def test_anti_tank_missiles_pierce_armour_without_a_saving_roll(die: int, left: int) -> None:
    table = with_card("anti-tank-missiles", "combat", "isf", militia_1=HERE, ad9_1=HERE)
    events = table.order("use", side="daesh", card="anti-tank-missiles", at=HERE, dice=[die])
    assert (steps(table, "ad9-1"), len(rolled(events))) == (left, 1)


@pytest.mark.rule("nineveh 4.1.1d", "nineveh 6.31a")
def test_district_emirs_rally_a_unit_far_from_the_leader() -> None:
    table = with_card("district-emirs", "support", militia_1=HERE, leader_1="maidan")
    assert listed(table, "use", "card") == []
    table.mark("militia-1", "disrupted").order("use", card="district-emirs")
    assert disrupted(table) == []


@pytest.mark.rule("nineveh 7.1b", "nineveh 4.1.1a", "nineveh 3.2b")
@pytest.mark.parametrize("stores", [False, True])
def test_hidden_stores_spare_the_loss_for_want_of_supply(stores: bool) -> None:
    table = at("combat", "isf", 3, militia_1=HERE, erd_1="mushayrifa", erd_2="north-farms", erd_3="hawi")
    without_events(table).put("ashbal-7", "eliminated").put("veteran-1", "maidan")
    if stores:
        table.put("hidden-stores", "cards-daesh")
    table.order("proceed", side="isf")
    assert (table.state.phase, table.state.side) == ("support", "daesh")
    assert steps(table, "militia-1") == (2 if stores else 1)
    assert (table.state.pieces["hidden-stores"].known_to is None) is stores


@pytest.mark.rule("nineveh 7.5b", "nineveh 7.5a")
def test_armoured_car_bombs_are_deadlier_than_others() -> None:
    left = []
    for cards in ((), ("armoured-car-bombs",)):
        table = at("movement", "daesh", 3, ied_4=HERE, ad9_1=BESIDE).change("ied-4", face="vbied")
        for each in cards:
            table.put(each, "cards-daesh")
        table.order("move", unit="ied-4", to=BESIDE, dice=[5])
        left.append((steps(table, "ad9-1"), disrupted(table), table.state.track("collateral")))
    assert left == [(2, ["ad9-1"], 0), (1, [], 1)]


@pytest.mark.rule("nineveh 4.1.1d", "nineveh 3.2f")
def test_chlorine_shells_disrupt_two_units_once() -> None:
    table = with_card("chlorine-shells", "support", militia_1=HERE, cts_1=BESIDE, cts_2=BESIDE)
    table.order("use", card="chlorine-shells", at=BESIDE)
    assert (disrupted(table), place(table, "chlorine-shells")) == (["cts-1", "cts-2"], "used-cards")


@pytest.mark.rule("nineveh 5.0d", "nineveh 4.1.2")
def test_night_infiltration_passes_the_isf() -> None:
    table = with_card("night-infiltration", "movement", militia_1=HERE, cts_1=BESIDE, cts_2="uruba")
    table.order("use", card="night-infiltration", answers=["zanjili"])
    offered = table.people.asked[-1].options
    assert BESIDE not in offered
    assert place(table, "militia-1") == "zanjili"


@pytest.mark.rule("nineveh 7.4a", "nineveh 7.4e", "nineveh 6.3b")
def test_false_trails_bring_a_rumour_back_that_was_exposed() -> None:
    table = with_card("false-trails", "support", militia_1=HERE)
    for number in range(1, 10):
        table.put(f"rumour-{number}", "eliminated").known(f"rumour-{number}")
    table.order("use", card="false-trails", answers=[HERE])
    (rumour,) = (piece for piece in table.state.pieces_at(HERE) if piece.kind_id == "rumour")
    assert rumour.known_to == ("daesh",)


@pytest.mark.rule("nineveh 3.2b")
def test_a_card_that_lies_face_down_is_not_shown_to_the_isf() -> None:
    state = with_card("mouseholes", "support", militia_1=HERE).state
    seen = [piece for piece in see(state, "isf").pieces if piece.place == "cards-daesh" and not piece.kind]
    assert [piece.back for piece in seen] == ["Daesh card"]
    assert card(state.pieces["mouseholes"]).cost == 3
