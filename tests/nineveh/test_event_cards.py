"""The 71 event cards (6.5, 11.0w): their numbers, and what each does, for whichever side drew it."""

from collections import Counter

import msgspec
import pytest

from adjudication.engine.games.scenario import load_scenario
from adjudication.engine.orders import Order
from adjudication.systems.nineveh.cards.on_cards import TAPPED
from adjudication.systems.nineveh.cards.standing import modifiers
from adjudication.systems.nineveh.table.board import OLD_CITY, terrain
from domain.events import Marked, PieceChanged, PieceKnown, PieceMoved, Scored
from domain.table.dice import SealedDice, secret_from_seed
from reports.words.events import in_words
from tests.nineveh.drawing import BESIDE, FAR, HERE, disrupted, draw, field, on_top, sensible
from tests.table import Table

SCENARIO = load_scenario("nineveh", "campaign")
EVENTS = {id: kind for id, kind in SCENARIO.kinds.items() if kind.group == "event"}
CARDS = [piece for piece in SCENARIO.pieces if piece.kind in EVENTS]


@pytest.mark.rule("nineveh 11.0w", "nineveh 2.3d")
def test_there_are_71_event_cards_about_half_of_each_number() -> None:
    assert len(CARDS) == 71
    numbers = Counter(EVENTS[card.kind].data["trigger"] for card in CARDS)
    assert numbers[1] + numbers[6] == 71
    assert abs(numbers[1] - numbers[6]) <= 3
    assert all(EVENTS[card.kind].back == f"Event {EVENTS[card.kind].data['trigger']} card" for card in CARDS)


@pytest.mark.rule("nineveh 2.3d")
def test_no_two_kinds_of_events_say_the_same_and_few_come_twice() -> None:
    drawn = [kind for kind in EVENTS.values() if not kind.data.get("player")]
    assert len({repr(kind.data["effects"]) for kind in drawn}) == len(drawn)
    assert len({kind.name for kind in drawn}) == len(drawn)
    assert sorted(Counter(card.kind for card in CARDS).values())[-1] == 2
    assert {"Defector", "Workplace Accident"} <= {kind.name for kind in drawn}


def crowded(options: dict[str, bool] | None = None) -> Table:
    """A field where every event finds something to do: units whole and disrupted, IEDs, Rumours, tunnels,
    cards face down and tapped, orders given."""
    table = field(
        "coalition-air-support",
        "coalition-uav",
        "iraqi-army-aviation",
        "humint",
        "eod-teams",
        "makeshift-drone",
        "grand-mosque-of-al-nuri",
        "chlorine-shells",
        options=options,
        turn=7,
        cts_1=HERE,
        ad9_1=HERE,
        erd_1=BESIDE,
        pmf_1=BESIDE,
        interior_hq=BESIDE,
        federal_police_1=FAR,
        veteran_1=HERE,
        militia_1=HERE,
        leader_1="faruq",
        militia_2="nablus",
        rumour_1="nablus",
        ied_1="nablus",
        mortar="makkawi",
        veteran_2="grand-mosque",
        tunnel_1="makkawi",
    )
    for unit in ("cts-1", "militia-1", "erd-1"):
        table.mark(unit, "disrupted")
    for card in ("coalition-air-support", "coalition-uav", "makeshift-drone"):
        table.mark(card, "tapped")
    for track, value in (
        ("collateral", 8),
        ("casualties", 4),
        ("orders-cts", 1),
        ("orders-interior", 2),
        ("orders-leader", 2),
    ):
        table.track(track, value)
    table.known("militia-2")
    table.session.dice = SealedDice(secret_from_seed(1))
    return sensible(table)


ALL = sorted(card.id for card in CARDS if not EVENTS[card.kind].data.get("player"))
CHANGED_ALONE = ("event-defector", "event-workplace-accident", "event-children-of-the-caliphate")
MARKERS = ("event trigger", "supply", "disruption")
CHANGES = (PieceMoved, PieceChanged, PieceKnown, Marked, Scored)


def text_of(card: str) -> str:
    """All that stands on an event card."""
    return repr(EVENTS[next(each.kind for each in CARDS if each.id == card)].data)


@pytest.mark.rule("nineveh 6.5a", "nineveh 6.5b", "nineveh 4.1.3c")
@pytest.mark.parametrize("card", ALL)
def test_every_event_can_be_carried_out_and_does_something(card: str) -> None:
    changed = []
    area = "maidan" if card == "event-water-station" else HERE
    for roller in ("isf", "daesh"):
        table = crowded()
        number = on_top(table, card)
        table.people.answers = [
            each for each in ("Open it", "Send them", "Escort it") if each in text_of(card)
        ]
        before = len(table.session.game.log)
        table.session.order(Order(roller, "roll", {"face": number, "area": area}))
        assert table.state.pieces[card].place == "event-discard"
        told = [event for event in table.session.game.log[before:] if isinstance(event, CHANGES)]
        changed += [
            event
            for event in told
            if getattr(event, "piece", "") != card and getattr(event, "mark", "") not in MARKERS
        ]
    assert changed


@pytest.mark.rule("nineveh 10.3d", "nineveh 10.3e", "nineveh 10.3f")
@pytest.mark.parametrize("roller", ["isf", "daesh"])
@pytest.mark.parametrize(
    "card", ["event-defector", "event-workplace-accident", "event-children-of-the-caliphate"]
)
def test_events_are_carried_out_in_the_solitaire_game(card: str, roller: str) -> None:
    table = crowded({"solitaire": True})
    table.session.order(Order(roller, "roll", {"face": on_top(table, card), "area": HERE}))
    assert table.state.pieces[card].place == "event-discard"


# --- what single cards do ----------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.5a")
@pytest.mark.parametrize(("roller", "unit"), [("isf", "cts-1"), ("daesh", "militia-1")])
def test_jammed_weapons_disrupt_a_unit_of_the_side_that_rolled(roller: str, unit: str) -> None:
    table = field(cts_1=HERE, militia_1=HERE)
    draw(table, "event-jammed-weapons", roller)
    assert disrupted(table) == [unit]


@pytest.mark.rule("nineveh 6.5a")
def test_the_isf_lets_civilians_through_and_stands_or_fights_on() -> None:
    table = field(cts_1=HERE, cts_2=HERE, militia_1=HERE)
    draw(table, "event-civilians-flee-1", "daesh", answers=["Fight on"])
    assert table.state.track("collateral") == 1
    table = field(cts_1=HERE, cts_2=HERE, erd_1=BESIDE, militia_1=HERE)
    draw(table, "event-civilians-flee-2", "isf", answers=["Let them through"])
    assert table.state.track("collateral") == 0
    table.phase("movement", 4, "isf")
    assert {order.arguments["unit"] for order in table.session.legal() if order.name == "move"} == {"erd-1"}


@pytest.mark.rule("nineveh 6.5a", "nineveh 2.3d")
@pytest.mark.parametrize(("cards", "damage"), [((), 1), (("coalition-air-support",), 2)])
def test_a_misdirected_strike_is_worse_with_air_support_which_is_turned_up(
    cards: tuple[str, ...], damage: int
) -> None:
    table = field(*cards, cts_1=HERE, militia_1=HERE)
    draw(table, "event-misdirected-air-strike", "daesh")
    assert table.state.track("collateral") == damage
    assert all(table.state.pieces[card].known_to is None for card in cards)


@pytest.mark.rule("nineveh 6.5a", "nineveh 3.2h")
def test_a_dust_storm_grounds_one_card_of_each_sort_of_aircraft() -> None:
    air = ("coalition-air-support", "coalition-uav", "iraqi-army-aviation", "iraqi-artillery-support")
    table = field(*air, cts_1=HERE, militia_1=HERE)
    draw(table, "event-dust-storm", "daesh")
    assert sorted(table.state.marked(TAPPED)) == [
        "coalition-air-support",
        "coalition-uav",
        "iraqi-army-aviation",
    ]


@pytest.mark.rule("nineveh 6.5a", "nineveh 6.2c")
def test_without_ammunition_the_side_that_rolled_hits_less_in_that_area_until_the_combat_ends() -> None:
    table = field(cts_1=HERE, cts_2=BESIDE, militia_1=HERE)
    draw(table, "event-ammunition-runs-low", "isf")

    def changes(unit: str) -> list[int]:
        piece = table.state.pieces[unit]
        return [each.by for each in modifiers(table.state, "to hit", piece, piece.place)]

    assert [changes(unit) for unit in ("cts-1", "cts-2", "militia-1")] == [[-1], [], []]


@pytest.mark.rule("nineveh 6.5d", "nineveh 6.2a")
@pytest.mark.parametrize(("area", "hit"), [(HERE, ["cts-1", "militia-1"]), (FAR, [])])
def test_a_house_collapses_on_both_sides_where_there_are_houses(area: str, hit: list[str]) -> None:
    table = field(cts_1=area, militia_1=area)
    draw(table, "event-collapsing-house", "isf", area)
    assert disrupted(table) == hit


@pytest.mark.rule("nineveh 6.5a", "nineveh 2.3d")
@pytest.mark.parametrize(
    ("cards", "die", "steps", "hit"),
    [((), 1, 3, []), ((), 4, 4, ["cts-1"]), (("eod-teams",), 4, 4, []), ((), 5, 4, [])],
)
def test_preparation_helps_against_traps(
    cards: tuple[str, ...], die: int, steps: int, hit: list[str]
) -> None:
    table = field(*cards, cts_1=HERE, militia_1=HERE)
    draw(table, "event-booby-trapped-house", "isf", dice=[die])
    assert (table.state.pieces["cts-1"].steps, disrupted(table)) == (steps, hit)


@pytest.mark.rule("nineveh 6.5a", "nineveh 7.5g")
def test_charges_are_laid_by_night_where_no_isf_block_stands() -> None:
    table = field(cts_1=HERE, cts_2=BESIDE, militia_1=HERE)
    draw(table, "event-charges-laid-by-night", "isf", answers=["nablus"])
    assert [piece.face for piece in table.state.pieces_at("nablus")] == ["ied"]
    assert BESIDE not in table.people.asked[-1].options


@pytest.mark.rule("nineveh 6.5a")
def test_a_workplace_accident_costs_daesh_an_ied_or_disrupts_a_unit() -> None:
    table = field(cts_1=HERE, militia_1=HERE, ied_1="faruq")
    draw(table, "event-workplace-accident", "isf")
    assert (table.state.pieces["ied-1"].place, disrupted(table)) == ("reserve-daesh", [])
    table = field(cts_1=HERE, militia_1=HERE)
    draw(table, "event-workplace-accident", "isf")
    assert disrupted(table) == ["militia-1"]


@pytest.mark.rule("nineveh 10.3e")
def test_a_workplace_accident_in_the_solitaire_game_is_near_the_mosque() -> None:
    table = field(options={"solitaire": True}, cts_1=HERE, militia_1=HERE, veteran_1="makkawi", ied_1="faruq")
    draw(table, "event-workplace-accident", "isf")
    assert (disrupted(table), table.state.pieces["ied-1"].place) == (["veteran-1"], "faruq")


@pytest.mark.rule("nineveh 10.3d")
@pytest.mark.parametrize(("die", "shown"), [(2, False), (3, True)])
def test_a_defector_in_the_solitaire_game_reveals_one_block_on_3(die: int, shown: bool) -> None:
    table = field(options={"solitaire": True}, cts_1=HERE, militia_1="faruq")
    contact = table.state.name_for("isf", "militia-1")
    draw(table, "event-defector", "isf", dice=[die], answers=[contact] if shown else [])
    assert (table.state.pieces["militia-1"].known_to is None) is shown


@pytest.mark.rule("nineveh 6.5a", "nineveh 3.2b")
@pytest.mark.parametrize(("cards", "die", "told"), [((), 2, False), ((), 3, True), (("humint",), 2, True)])
def test_a_defector_turns_up_a_card_on_3_and_humint_adds_1(
    cards: tuple[str, ...], die: int, told: bool
) -> None:
    table = field("mouseholes", *cards, cts_1=HERE, militia_1=HERE)
    draw(table, "event-defector", "isf", dice=[die])
    assert (table.state.pieces["mouseholes"].known_to is None) is told


@pytest.mark.rule("nineveh 6.5a")
def test_a_defector_on_5_also_shows_all_blocks_of_an_area() -> None:
    table = field("mouseholes", cts_1=HERE, militia_1=HERE, militia_2=BESIDE, ied_1=BESIDE, militia_3="faruq")
    draw(table, "event-defector", "isf", dice=[5])
    assert [table.state.pieces[id].known_to for id in ("militia-2", "ied-1", "mouseholes")] == [None] * 3
    assert table.state.pieces["militia-3"].known_to == ("daesh",)


@pytest.mark.rule("nineveh 6.5a", "nineveh 7.4b")
def test_civilians_point_the_way_for_the_isf_and_mislead_it_for_daesh() -> None:
    table = field(cts_1=HERE, militia_1=HERE, militia_2=BESIDE, rumour_1="nablus")
    draw(table, "event-civilians-point-the-way-1", "isf")
    assert (table.state.pieces["militia-2"].known_to, table.state.pieces["rumour-1"].place) == (
        None,
        "eliminated",
    )
    table = field(cts_1=HERE, militia_1=HERE)
    draw(table, "event-civilians-point-the-way-2", "daesh", answers=[BESIDE])
    assert [piece.kind_id for piece in table.state.pieces_at(BESIDE)] == ["rumour"]


@pytest.mark.rule("nineveh 6.5a")
def test_a_humanitarian_corridor_costs_time_and_saves_people() -> None:
    table = field(cts_1=HERE, militia_1=HERE).track("collateral", 4)
    draw(table, "event-humanitarian-corridor-1", "isf", answers=["Open it"])
    assert table.state.track("collateral") == 3
    table.phase("movement", 4, "isf")
    assert not [order for order in table.session.legal() if order.name == "move"]


@pytest.mark.rule("nineveh 6.5a", "nineveh 5.5")
def test_a_tunnel_that_is_found_is_closed() -> None:
    table = field(cts_1=HERE, militia_1=HERE, tunnel_1="faruq", militia_2=BESIDE)
    draw(table, "event-tunnel-found", "isf")
    assert table.state.pieces["tunnel-1"].place == "markers"
    assert table.state.pieces["militia-2"].known_to is None


@pytest.mark.rule("nineveh 6.5a")
@pytest.mark.parametrize(("before", "after"), [(4, 3), (5, 5)])
def test_a_grateful_quarter_forgives_what_is_not_too_much(before: int, after: int) -> None:
    table = field(cts_1=HERE, militia_1=HERE).track("collateral", before).mark("cts-1", "disrupted")
    draw(table, "event-grateful-quarter", "isf")
    assert table.state.track("collateral") == after
    assert disrupted(table) == (["cts-1"] if after < before else [])


@pytest.mark.rule("nineveh 6.5a", "nineveh 2.3d")
@pytest.mark.parametrize(("cards", "steps"), [((), 2), (("coalition-uav",), 1)])
def test_a_precise_strike_kills_where_somebody_watches(cards: tuple[str, ...], steps: int) -> None:
    table = field(*cards, cts_1=HERE, militia_1=HERE)
    draw(table, "event-precise-strike", "isf")
    assert table.state.pieces["militia-1"].steps == steps
    assert disrupted(table) == ([] if cards else ["militia-1"])


@pytest.mark.rule("nineveh 6.5a", "nineveh 11.0k")
def test_the_seventh_ashbal_unit_comes_by_an_event() -> None:
    table = field(cts_1=HERE, militia_1=HERE).put("ashbal-7", "reserve-daesh").put("militia-2", "maidan")
    for number in range(1, 7):
        table.put(f"ashbal-{number}", "eliminated")
    draw(table, "event-children-of-the-caliphate", "daesh", answers=["makkawi"])
    assert table.state.pieces["ashbal-7"].place == "makkawi"


@pytest.mark.rule("nineveh 10.3f", "nineveh 6.5b")
def test_an_event_that_would_overstack_has_no_effect() -> None:
    table = field(options={"solitaire": True}, cts_1=HERE, militia_1=HERE).put("ashbal-7", "reserve-daesh")
    near = [area for area in table.state.board.data.spaces if terrain(table.state.board, area.id) == OLD_CITY]
    blocks = [f"militia-{n}" for n in range(2, 13)] + [f"veteran-{n}" for n in range(1, 6)]
    blocks += [f"rumour-{n}" for n in range(1, 9)]
    for number, block in enumerate(blocks):
        table.put(block, near[number // 2].id)
    before = {piece.id: piece.place for piece in table.state.pieces.values()}
    draw(table, "event-children-of-the-caliphate", "daesh")
    after = {piece.id: piece.place for piece in table.state.pieces.values()}
    assert {id for id in after if after[id] != before[id] and not id.startswith("event-")} == set()


@pytest.mark.rule("nineveh 6.5a")
@pytest.mark.parametrize(("turn", "area", "falls"), [(3, HERE, False), (7, HERE, True), (3, "faruq", True)])
def test_the_mosque_is_blown_up_late_or_when_the_isf_comes_near(turn: int, area: str, falls: bool) -> None:
    table = field("grand-mosque-of-al-nuri", turn=turn, cts_1=area, militia_1=area)
    draw(table, "event-mosque-blown-up", "isf", area)
    assert table.state.track("collateral") == int(falls)
    place = table.state.pieces["grand-mosque-of-al-nuri"].place
    assert place == ("used-cards" if falls else "cards-daesh")


@pytest.mark.rule("nineveh 6.5a")
def test_a_drone_drops_its_grenade_or_is_shot_down() -> None:
    table = field("makeshift-drone", cts_1=HERE, cts_2=HERE, cts_3=HERE, militia_1=HERE)
    for unit in ("cts-1", "cts-2", "cts-3"):
        table.known(unit)
    draw(table, "event-drone-with-a-grenade", "daesh", answers=["cts-2", "cts-1"])
    assert disrupted(table) == ["cts-1", "cts-2"]
    table = field("makeshift-drone", cts_1=HERE, militia_1=HERE)
    draw(table, "event-drone-with-a-grenade", "isf")
    assert (disrupted(table), table.state.mark_named("makeshift-drone", "tapped")) == ([], True)


@pytest.mark.rule("nineveh 6.5a")
@pytest.mark.parametrize(
    ("die", "steps", "hit", "damage"), [(5, 3, [], 0), (3, 4, ["cts-1"], 0), (2, 4, [], 1)]
)
def test_a_car_bomb_of_daesh_gets_through(die: int, steps: int, hit: list[str], damage: int) -> None:
    table = field(cts_1=HERE, militia_1=HERE)
    draw(table, "event-car-bomb-gets-through", "daesh", dice=[die])
    found = table.state.pieces["cts-1"].steps, disrupted(table), table.state.track("collateral")
    assert found == (steps, hit, damage)


@pytest.mark.rule("nineveh 6.5a")
def test_a_car_bomb_is_hit_on_its_way_when_the_isf_rolls() -> None:
    table = field(cts_1=HERE, militia_1=HERE, ied_1="faruq", ied_4="faruq")
    draw(table, "event-car-bomb-gets-through", "isf")
    assert [table.state.pieces[id].place for id in ("ied-1", "ied-4")] == ["faruq", "reserve-daesh"]


@pytest.mark.rule("nineveh 6.5a", "nineveh 7.1a")
@pytest.mark.parametrize("supplied", [True, False])
def test_the_road_to_tal_afar_costs_an_order_or_a_step(supplied: bool) -> None:
    table = field(cts_1=HERE, militia_1=HERE)
    if not supplied:
        for number, area in enumerate(("mushayrifa", "north-farms", "hawi"), start=1):
            table.put(f"erd-{number}", area)
    draw(table, "event-road-to-tal-afar", "isf", answers=[] if supplied else ["militia-1"])
    assert table.state.track("orders-leader") == (2 if supplied else 3)
    assert table.state.pieces["militia-1"].steps == (2 if supplied else 1)


@pytest.mark.rule("nineveh 6.5a")
@pytest.mark.parametrize(("die", "damage", "hit"), [(4, 4, []), (3, 5, ["cts-1"])])
def test_a_rescue_under_fire_succeeds_on_4(die: int, damage: int, hit: list[str]) -> None:
    table = field(cts_1=HERE, militia_1=HERE).track("collateral", 5)
    draw(table, "event-rescue-under-fire", "isf", dice=[die], answers=["Send them"])
    assert (table.state.track("collateral"), disrupted(table)) == (damage, hit)


@pytest.mark.rule("nineveh 6.5a", "nineveh 7.21e")
def test_radios_break_and_staff_work_helps() -> None:
    table = field(cts_1=HERE, militia_1=HERE)
    draw(table, "event-broken-radios", "isf", answers=["cts"])
    assert table.state.track("orders-cts") == 2
    draw(table, "event-good-staff-work", "isf")
    assert table.state.track("orders-cts") == 3
    draw(table, "event-broken-radios", "daesh")
    assert table.state.track("orders-leader") == 2


@pytest.mark.rule("nineveh 6.5a", "nineveh 6.31b")
def test_a_second_disruption_by_an_event_is_a_step_loss() -> None:
    table = field(cts_1=HERE, militia_1=HERE).mark("militia-1", "disrupted")
    draw(table, "event-line-breaks", "isf")
    assert table.state.pieces["militia-1"].steps == 1


@pytest.mark.rule("nineveh 6.5b")
def test_an_event_that_finds_nothing_does_nothing() -> None:
    table = field(cts_1=HERE, militia_1=HERE)
    before = {id: (piece.place, piece.steps) for id, piece in table.state.pieces.items()}
    for card in ("event-pmf-at-the-checkpoint", "event-second-wind", "event-captured-documents"):
        draw(table, card, "isf")
    after = {id: (piece.place, piece.steps) for id, piece in table.state.pieces.items()}
    assert {id for id in after if after[id] != before[id]} <= {card.id for card in CARDS}
    assert disrupted(table) == []


def test_a_card_that_is_drawn_is_read_out_to_all_and_a_hidden_one_to_nobody() -> None:
    table = field(cts_1=HERE)
    card = next(id for id in table.state.at["event-deck"])
    text = " ".join(table.state.pieces[card].kind.text.split())
    told = PieceKnown(number=1, time="", piece=card, sides=None)
    assert f"revealed to all (“{text}”)" in in_words(told, table.state)
    assert text not in in_words(msgspec.structs.replace(told, sides=("isf",)), table.state)
    assert text not in in_words(msgspec.structs.replace(told, piece="cts-1"), table.state)
