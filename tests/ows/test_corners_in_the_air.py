"""Corners of the rules of the air: what happens beside the usual case."""

from functools import partial
from itertools import product

import pytest
from msgspec.structs import replace

from adjudication.systems.ows.air.air_tasking import too_far
from adjudication.systems.ows.air.assaults import paratroops
from adjudication.systems.ows.air.fuel import RADII, fuelled
from adjudication.systems.ows.air.missions import return_home
from adjudication.systems.ows.air_battle import air_combat
from adjudication.systems.ows.air_battle.strike_flight import meet, sweep, sweep_ahead
from adjudication.systems.ows.joint_fires.modifiers import strike_shifts
from adjudication.systems.ows.joint_fires.nuclear import counters
from adjudication.systems.ows.sensing.local_detection import radar
from adjudication.systems.ows.special_operations.sof_teams import compromised
from adjudication.systems.ows.table.counters import SPENT, sheet, weapons
from adjudication.systems.ows.table.status import DETECTED, MISSION_FLOWN
from adjudication.systems.ows.transport.airlift import lifts
from domain.events import DieRolled, LookedUp, Modified
from domain.texts import Text
from tests.ows.air import send, tasking
from tests.ows.fire import strike, war
from tests.ows.scattering import HoldingFire, at_sea_or_in_the_air, of_side, offers, other, scattered
from tests.ows.skies import HEX, fight, fly, radiate, show, skies
from tests.ows.umpiring import mark_of, marks, run
from tests.ows.working_out import LADDER, covering, dice_for, known
from tests.table import Table


@pytest.mark.rule("ows 9.7", "ows 6.5.8")
def test_air_combat_is_skipped_where_nobody_meets_and_nothing_jams() -> None:
    assert not air_combat.needed(skies().state)
    assert air_combat.needed(fly(skies(), HEX, ec37_1="sead").state)  # it may promote strikes
    battery = radiate(skies().put("patriot-1", HEX), "patriot-1")
    assert air_combat.needed(fly(battery, HEX, j16_1="strike").state)
    assert not air_combat.needed(fly(skies(), HEX, j16_1="strike").state)


@pytest.mark.rule("ows 5.1.1.3d")
@pytest.mark.parametrize(("steps", "aboard"), [(2, [1, 1]), (1, [1, 0])])
def test_each_transport_has_its_own_steps_aboard(steps: int, aboard: list[int]) -> None:
    table = Table("ows", dice="scripted").change("para-1", steps=steps)
    unit = table.state.pieces["para-1"]
    found = lifts(table.state, unit, ["c17-1", "c17-2"])
    assert found == [
        {"by": [id], "steps": number} for id, number in zip(("c17-1", "c17-2"), aboard, strict=True)
    ]


@pytest.mark.rule("ows 3.4a", "ows 5.1.1.3c")
def test_an_airlift_counts_against_the_moves_of_the_turn() -> None:
    table = Table("ows", dice="scripted").phase("strategic movement", turn=1, side="blue")
    table.order("airlift", unit="light-1", to="0202", transports=["c17-1"])
    assert mark_of(table.state, "blue", "strategic moves") == {"air": 1}


@pytest.mark.rule("ows 6.5.2", "ows 6.5.3a")
def test_an_aircraft_may_stay_where_its_fuel_or_leave_lets_it_be() -> None:
    table = tasking()
    send(table, "f18-1", "cap", "0504")
    state = table.state
    piece = state.pieces["f18-1"]
    assert fuelled(state, piece)
    far = table.put("f18-1", "0808").state
    assert not fuelled(far, piece)
    flown = mark_of(state, "f18-1", MISSION_FLOWN)
    assert fuelled(table.mark("f18-1", MISSION_FLOWN, {**flown, "leave": True}).state, piece)
    assert not fuelled(table.phase("air tasking", turn=2, side="blue").state, piece)  # leave of a turn
    table.mark("f18-1", MISSION_FLOWN, {**flown, "leave": False})
    assert fuelled(table.put("f18-1", "air-west").state, piece)  # nothing is measured there


@pytest.mark.rule("ows 6.5.1.1", "ows 2.2.2.6")
@pytest.mark.parametrize(("fired", "stock"), [(0, {"AARGM-ER": 3}), (1, {"AARGM-ER": 4}), (2, None)])
def test_what_was_not_fired_goes_back_to_the_ammunition_point(
    fired: int, stock: dict[str, int] | None
) -> None:
    table = tasking()
    load = table.state.pieces["harm"]
    (carried,) = sheet(load).weapons
    table.put("f16-1", HEX).mark("f16-1", MISSION_FLOWN, {"type": "sead", "package": ""})
    table.mark("f16-1", "loaded", {"counter": "harm", "salvos": 2, "stock": "asp-b"})
    table.mark("asp-b", "spent", {carried.name: 5}).mark("f16-1", "spent", {carried.id: fired, "x": 1})
    events = run(table, partial(return_home, piece="f16-1", rule="ows 11.4a"))
    changed = [value for subject, value, _ in marks(events, SPENT) if subject == "asp-b"]
    assert changed == ([{carried.name: 5 - (2 - fired)}] if fired < 2 else [])
    assert mark_of(table.state, "f16-1", "loaded") is None
    assert mark_of(table.state, "f16-1", "spent") == ({"x": 1} if fired else {carried.id: 0, "x": 1})


@pytest.mark.rule("ows 10.15.4.1")
def test_guided_munitions_count_against_ground_units_alone_and_from_the_air_alone() -> None:
    table = Table("ows", dice="scripted").put("b1-1", "0905").put("guns-1", "0905").put("airfield-r", "0905")
    table.mark("b1-1", "loaded", {"counter": "jassm", "salvos": 2}).put("patriot-1", "0905")
    state = table.state
    (jassm,) = sheet(state.pieces["jassm"]).weapons
    found = {
        (shooter, target): [
            shift.rungs
            for shift in strike_shifts(
                state, "blue", "0905", state.pieces[target], jassm, state.pieces[shooter] if shooter else None
            )
            if shift.rule == "ows 10.15.4.1"
        ]
        for shooter, target in product(("b1-1", "patriot-1", ""), ("guns-1", "airfield-r"))
    }
    assert found.pop(("b1-1", "guns-1")) == [1]
    assert not any(found.values())


@pytest.mark.rule("ows 6.5.4")
def test_nobody_is_asked_whom_a_tanker_supports_that_can_support_all() -> None:
    table = tasking()
    table.order("package", missions={"f35-1": "strike", "f35-2": "strike", "kc-1": "tanker"}, hex="0203")
    assert table.people.asked == []
    supported = [mark_of(table.state, id, MISSION_FLOWN)["tanker"] for id in ("f35-1", "f35-2", "kc-1")]
    assert supported == ["kc-1", "kc-1", ""]


@pytest.mark.rule("ows 8.5", "ows 8.5.3", "ows 6.5.9.2", "ows 6.5.9.5b", "ows 6.4.4b")
@pytest.mark.parametrize("seed", range(1, 9))
def test_radars_and_neighbours_make_one_roll_for_what_is_hidden(seed: int) -> None:
    """The best die, one rung more for each other sensor, no more than a D12 against stealth aircraft."""
    for side in ("blue", "red"):
        table = scattered(seed)
        expected = []
        for target in of_side(table, other(side), "ship", "air mission"):
            if known(table, target):
                continue
            places = (target.place, at_sea_or_in_the_air(table, target))
            near = {id for place in places for id in covering(table, side, place)}
            near |= {piece.id for place in places for piece in table.state.pieces_at(place)}
            sensors = []
            for id in near:
                piece = table.state.pieces[id]
                if piece.side == side and (dice := dice_for(table, piece, target)):
                    sensors.append(max((LADDER.index(die) + shift, die) for die, shift in dice))
            if not sensors:
                continue
            best = max(sensors)[0] + len(sensors) - 1
            up, down = (bool(mark_of(table.state, target.id, mark)) for mark in ("sigint", "countermeasures"))
            rung = min(max(best + up - down, 0), len(LADDER) - 1)
            stealth = target.kind.group == "air mission" and sheet(target).stealth
            rule = "ows 6.5.9.2" if target.kind.group == "ship" else "ows 6.5.9.5b"
            expected.append((min(LADDER[rung], 12 if stealth else 20), rule))
        events = run(table, partial(radar, side=side, rolled=[]), [1] * len(expected))
        assert [(e.die, e.rule) for e in events if isinstance(e, DieRolled)] == expected


@pytest.mark.rule("ows 9.7.3.step3", "ows 2.2.7.4b")
def test_rolls_of_air_defence_say_who_fires_at_what() -> None:
    table = fly(radiate(skies().put("hq9-1", HEX), "hq9-1"), HEX, f18_1="cap")
    events = fight(table, dice=[1], answers=[{"hq9-1/hq9-aa/1": "f18-1"}, {}])
    (die,) = [e for e in events if isinstance(e, DieRolled)]
    assert isinstance(die.purpose, Text)
    assert die.purpose.code == "air attack"
    said = die.purpose.arguments["attack"]
    assert (
        said
        == Text(
            "air defence against an aircraft", {"weapon": "hq9-1/hq9-aa", "target": "f18-1"}
        ).as_argument()
    )
    assert die.audience is None


@pytest.mark.rule("ows 9.2a", "ows 2.2.3b")
@pytest.mark.parametrize(("roll", "told"), [(2, False), (3, True)])
def test_only_salvos_that_get_through_are_counted_as_hits(roll: int, told: bool) -> None:
    events = strike(war(), "0903", {"ssgn-1/tomahawk/1": "airfield-r"}, [roll], [{}])
    sums = {e.sum.code for e in events if isinstance(e, Modified) and isinstance(e.sum, Text)}
    assert ("hits on a target" in sums) is told


@pytest.mark.rule("ows 9.4", "ows 9.2a")
@pytest.mark.parametrize(("roll", "read"), [(3, 0), (4, 1)])
def test_the_fires_table_is_read_for_hits_alone(roll: int, read: int) -> None:
    table = war("guns-1").put("guns-1", "0903").put("hq9-1", "1008").put("type055-1", "1008")
    events = strike(table, "0903", {"ssgn-1/tomahawk/1": "guns-1"}, [roll])
    assert [e.table for e in events if isinstance(e, LookedUp)] == ["fires-effects"] * read


NEAR, HOLD, ONE, TWO = "0403", "0404", "0504", "0604"
"""Where a package waits, its route, and a hex beside it."""


def sent(table: Table) -> Table:
    """A B-1 and two fighters wait as package Alpha."""
    table.people = HoldingFire()
    return fly(table, HOLD, b1_1="strike/Alpha", f18_1="cap/Alpha", f18_2="cap/Alpha")


@pytest.mark.rule("ows 9.9.6.2b")
@pytest.mark.parametrize(
    ("hex", "shown", "asked"),
    [("0504", True, 1), ("0604", True, 1), ("0605", False, 0), ("0704", True, 0), ("0404", True, 1)],
)
def test_escorts_are_asked_to_sweep_where_enemies_are_seen_near_the_route(
    hex: str, shown: bool, asked: int
) -> None:
    table = sent(skies())
    table.put("j16-1", hex).mark("j16-1", "mission", {"type": "strike", "package": ""})
    if shown:
        show(table, "j16-1")
    run(table, partial(sweep_ahead, side="blue", name="Alpha", route=[ONE]))
    assert len(table.people.asked) == asked
    table.mark("f18-1", "engaged", 1).mark("f18-2", "engaged", 1)
    run(table, partial(sweep_ahead, side="blue", name="Alpha", route=[ONE]))
    assert len(table.people.asked) == asked  # those that were engaged do not sweep


@pytest.mark.rule("ows 9.9.6.2b", "ows 8.3.2a")
def test_a_sweep_finds_and_meets_the_fighters_of_its_hex_alone() -> None:
    table = fly(sent(skies()), ONE, j16_1="cap", kj_1="strike")
    fly(table, TWO, j16_2="cap")
    events = run(table, partial(sweep, side="blue", name="Alpha", hex=ONE, sweepers=("f18-1",)))
    assert [table.state.pieces[id].place for id in ("f18-1", "f18-2", "b1-1")] == [ONE, HOLD, HOLD]
    assert ("j16-1", True, "ows 8.3.2a") in marks(events, DETECTED)
    assert {subject for subject, _, _ in marks(events, DETECTED)} <= {"j16-1", "f18-1"}
    assert offers(table) == {"blue": {"f18-1": ["j16-1"]}}


@pytest.mark.rule("ows 9.7.1a", "ows 9.7.1b", "ows 9.9.6.2e")
@pytest.mark.parametrize(
    ("ours", "theirs", "answering"),
    [
        (["f18-1"], ["j16-1", "j16-2"], {"j16-2": ["f18-1"]}),  # one more than we: it may double up
        (["f18-1", "f18-2"], ["j16-1", "j16-2"], {"j16-2": ["f18-2"]}),
        (["f18-1"], ["j16-1"], None),
    ],
)
def test_who_is_not_engaged_answers_as_far_as_there_are_more_of_them(
    ours: list[str], theirs: list[str], answering: dict[str, list[str]] | None
) -> None:
    table = fly(skies(), HEX, **dict.fromkeys([each.replace("-", "_") for each in (*ours, *theirs)], "cap"))
    table.people.answers = [{"f18-1": "j16-1"}, *([{}] if answering else [])]
    pieces = table.state.pieces
    fight_it = partial(
        meet,
        side="blue",
        fighters=[pieces[id] for id in ours],
        enemies=[pieces[id] for id in theirs],
        where=Text("interception of a package", {"hex": HEX}),
        rule="ows 9.9.6.2e",
    )
    run(table, fight_it, [1, 1])  # the fighter that is attacked fires back
    found = offers(table)
    assert found.get("red") == answering
    assert [mark_of(table.state, id, "engaged") for id in ("f18-1", "j16-1")] == [1, 1]


@pytest.mark.rule("ows 7.4", "ows 2.3.3")
@pytest.mark.parametrize("seed", range(1, 5))
def test_what_a_nuclear_strike_may_destroy(seed: int) -> None:
    table = scattered(seed)
    state = table.state
    for side in ("blue", "red"):
        groups = ("facility", "squadron", "ammunition")
        units = ("ship", "submarine", "air mission", "ground unit", "special operations")
        expected = [
            piece.id
            for piece in of_side(table, other(side), *groups, *units)
            if (piece.known_to is None or side in piece.known_to)
            and piece.steps
            and (piece.kind.group in groups or known(table, piece))
        ]
        assert counters(state, side) == expected


@pytest.mark.rule("ows 6.6a", "ows 6.6b", "ows 6.6.1.1")
def test_the_white_cell_may_shift_the_die_of_a_compromise_by_three_sizes() -> None:
    table = Table("ows", dice="scripted").put("oda-1", "0904")
    table.people.answers = [3]
    team = table.state.pieces["oda-1"]
    what = Text("insertion", {"team": "oda-1"})
    found: list[bool] = []
    run(
        table,
        lambda umpire: found.append(compromised(umpire, team, 4, [], what, "ows 6.6a", "ows 6.6b")),
        [8],
    )
    (question,) = table.people.asked
    assert question.options == (-3, -2, -1, 0, 1, 2, 3)
    assert (question.suggested, question.rule) == ((0,), "ows 6.6b")
    assert found == [True]  # a D4 three sizes up is a D10


@pytest.mark.rule("ows 6.5.3")
@pytest.mark.parametrize(
    ("radius", "radii", "far", "beyond"),
    [
        (2, 1, 2, False),
        (2, 1, 3, True),
        (0, 2, 1, True),
        (0, 2, 0, False),
        (2, 0, 9, False),
        (-1, 2, 9, False),
    ],
)
def test_a_fighter_flies_no_further_than_its_radii(radius: int, radii: int, far: int, beyond: bool) -> None:
    table = tasking()
    rows = table.state.tables[RADII].data.rows
    table.adopt(RADII, [{**row, "radii": radii} for row in rows])
    piece = table.state.pieces["f35-1"]
    piece.kind = replace(piece.kind, data={**piece.kind.data, "radius": radius})
    base = table.state.pieces["sq-f35"].place
    hex = next(h for h in table.state.board.within(base, far) if table.state.board.range(base, h) == far)
    assert too_far(table.state, "f35-1", "cap", hex, None) is beyond


@pytest.mark.rule("ows 6.5.1.1")
def test_what_a_loaded_bomber_keeps_of_its_own_is_limited_but_for_its_air_to_air_missiles() -> None:
    table = tasking()
    piece = table.state.pieces["b1-1"]
    (bombs,) = piece.kind.data["weapons"]
    aim = {**bombs, "id": "aim", "at": ["air"], "flight": "air-to-air", "salvos": 4}
    endless = {**bombs, "id": "gun", "salvos": 0}
    piece.kind = replace(piece.kind, data={**piece.kind.data, "weapons": [bombs, aim, endless]})
    for room, left in ((1, {"bombs": 1, "aim": 4, "gun": 1}), (0, {"aim": 4})):
        table.mark("b1-1", "loaded", {"counter": "jassm", "salvos": 2, "room": room})
        found = {weapon.id: weapon.salvos for weapon in weapons(table.state, piece)}
        assert found == {**left, "jassm": 2}
    table.mark("b1-1", "loaded", {"counter": "jassm", "salvos": 0, "room": 1})
    assert [weapon.id for weapon in weapons(table.state, piece)] == ["bombs", "aim", "gun"]


@pytest.mark.rule("ows 6.5.11", "ows 9.9.7e", "ows 9.9.7f")
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4])
def test_paratroops_jump_from_an_airfield_that_still_sends_out_missions(steps: int) -> None:
    table = tasking().change("airfield-b4", steps=steps)
    field = sheet(table.state.pieces["airfield-b4"])
    sends = steps > 0 and field.squadrons - (field.steps - steps) > 0
    assert ("para-1" in paratroops(table.state, "blue")) is sends
    kind = table.state.pieces["airfield-b4"].kind
    one = field.steps - steps + 1  # so that one is left
    table.state.pieces["airfield-b4"].kind = replace(kind, data={**kind.data, "squadrons": one})
    assert ("para-1" in paratroops(table.put("para-1", "0206").state, "blue")) is (steps > 0)
