"""Odds of ground combat: exact, told while an attack is declared, and to its side without secrets."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from adjudication.chances import odds as chances
from adjudication.chances.branching import BranchingUmpire
from adjudication.chances.odds import Odds, odds
from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.games.scenario import load_scenario
from adjudication.engine.orders import Order
from adjudication.engine.umpire.parts import Parts
from adjudication.systems.ows import SYSTEM
from adjudication.systems.ows.ground.forces import stacking
from adjudication.systems.ows.ground.forces.units import is_maneuver
from adjudication.systems.ows.player.policy import StaffPolicy
from adjudication.systems.ows.table.counters import GROUND, sheet
from domain.events import Marked, OrderGiven
from domain.table.mutators import MUTATORS
from domain.table.state import State
from domain.table.tables import Table as Chart
from reports.words.odds import odds_brief
from tests.ows.ground.fields import HILL, NORTH_WEST, WEST, declared, field
from tests.ows.ground.fires import field as prep
from tests.ows.playing import new_game
from tests.table import Table

ATTACK = Order("blue", "attack", {"hex": HILL, "units": ["abct-1", "stryker-1"]})
RESOLVE = Order("blue", "resolve", {"hex": HILL, "lead": "abct-1"})


def ready() -> Table:
    return field(abct_1=WEST, stryker_1=NORTH_WEST, tank_12=HILL, pal_1=WEST, bag_1="f0804")


def of(table: Table, order: Order, viewer: str = "blue") -> Odds:
    return odds(table.session.system, table.state, [order], viewer)


def left(found: Odds, unit: str, steps: int) -> float:
    return found.probability(
        lambda outcome: any((fate.piece, fate.steps) == (unit, steps) for fate in outcome.fates)
    )


@pytest.mark.rule("ows 10.15.9.1.5")
def test_the_odds_are_those_of_the_faces_of_the_die_on_the_table() -> None:
    """Two to one with a D16 against a shield of 5: the tank regiment alone takes all losses."""
    found = of(declared(ready(), HILL, abct_1=WEST, stryker_1=NORTH_WEST), RESOLVE)
    assert found.exact
    gcat = Chart("ground-combat", load_scenario("ows", "proving-field").tables["ground-combat"])
    cells = [gcat.look_up({"odds": "2:1", "margin": face - 5})[1] for face in range(1, 17)]
    for losses in (1, 2):
        assert left(found, "tank-12", 3 - losses) == sum(cell["d"] == losses for cell in cells) / 16
    destroyed = found.probability(
        lambda outcome: any((f.piece, f.place) == ("tank-12", "attrition-red") for f in outcome.fates)
    )
    assert destroyed == sum(cell["d"] == 3 for cell in cells) / 16


@pytest.mark.rule("ows ground.3.C", "ows ground.3.F")
def test_the_odds_of_an_attack_that_is_declared_are_those_of_its_combat() -> None:
    table = ready()
    before = len(table.session.game.log)
    declaring = of(table, ATTACK)
    fighting = of(declared(ready(), HILL, abct_1=WEST, stryker_1=NORTH_WEST), RESOLVE)
    for unit in ("abct-1", "stryker-1", "tank-12"):
        for steps in range(3):
            assert left(declaring, unit, steps) == left(fighting, unit, steps)
    assert len(table.session.game.log) == before
    assert not table.state.mark_named(HILL, "combat")


def test_a_side_may_be_told_the_odds_of_its_attack_on_units_that_it_knows() -> None:
    assert not of(ready(), ATTACK).on_secrets
    assert of(ready().mark("tank-12", "supply", "Low Supply"), ATTACK).exact


def test_the_odds_of_a_face_down_defender_are_those_of_all_that_it_may_be() -> None:
    table = field(abct_1=WEST, tank_12=HILL).known("tank-12", "red").mark("tank-12", "tacsit 1", None)
    found = of(table, Order("blue", "attack", {"hex": HILL, "units": ["abct-1"]}))
    kinds = {fate.kind for outcome in found.outcomes for fate in outcome.fates if not fate.piece}
    assert {"tank-regiment", "rifle-regiment"} <= kinds
    assert found.exact
    assert abs(sum(outcome.probability for outcome in found.outcomes) - 1) < 1e-9
    assert not any(fate.piece == "tank-12" for outcome in found.outcomes for fate in outcome.fates)


@pytest.mark.slow
def test_two_face_down_defenders_are_told_exactly_and_make_no_difference_by_which_they_are() -> None:
    """Of one such defender: `test_the_odds_of_a_face_down_defender_are_those_of_all_that_it_may_be`."""
    attack = Order("blue", "attack", {"hex": HILL, "units": ["abct-1"]})
    found = of(face_down(tank_12=HILL, rifle_1=HILL, msta_1="f0804"), attack)
    assert found.exact
    assert abs(sum(outcome.probability for outcome in found.outcomes) - 1) < 1e-9
    assert found == of(face_down(tank_12=HILL, msta_1=HILL, rifle_1="f0804"), attack)


# --- what a side supposes where it does not know -----------------------------------------------------------


def secretly(table: Table, subject: str, mark: str, value: Any, side: str = "red") -> Table:
    """A mark that one side alone knows of."""
    table.session.record(
        lambda n, t: Marked(number=n, time=t, subject=subject, mark=mark, value=value, audience=(side,))
    )
    return table


GUNS = {"hex": HILL, "missions": {"tubes": 2}}


@pytest.mark.parametrize(
    ("unit", "mark", "value"),
    [
        ("bag-1", "support", GUNS),  # what supports the defence
        ("tank-12", "supply", "Low Supply"),
    ],
)
def test_what_a_side_is_told_draws_on_no_secret_of_the_enemy(unit: str, mark: str, value: Any) -> None:
    """With the mark and without it the attacker is told the same; the white cell is not."""

    def ready_for_battle() -> Table:
        return declared(ready(), HILL, abct_1=WEST, stryker_1=NORTH_WEST)

    without, with_it = ready_for_battle(), secretly(ready_for_battle(), unit, mark, value)
    assert of(with_it, RESOLVE) == of(without, RESOLVE)
    assert not of(with_it, RESOLVE).on_secrets
    assert of(with_it, RESOLVE, "white").outcomes != of(without, RESOLVE, "white").outcomes


def test_own_secrets_count_for_the_side_itself() -> None:
    """The guns that a side has allotted to its attack count in its odds, though nobody else knows of them."""

    def with_guns(side: str) -> Table:
        table = declared(ready(), HILL, abct_1=WEST, stryker_1=NORTH_WEST)
        return secretly(table, "pal-1", "support", GUNS, side)

    plain = of(declared(ready(), HILL, abct_1=WEST, stryker_1=NORTH_WEST), RESOLVE)
    assert of(with_guns("blue"), RESOLVE).outcomes != plain.outcomes


def face_down(**units: str) -> Table:
    """An armored brigade before the hill, and red units of which it knows nothing."""
    table = field(abct_1=WEST, **units)
    for unit in units:
        table.known(unit.replace("_", "-"), "red").mark(unit.replace("_", "-"), "tacsit 1", None)
    return table


@pytest.mark.parametrize(("one", "other"), [("tank_12", "rifle_1"), ("rifle_1", "msta_1")])
def test_which_unit_lies_face_down_on_the_hill_makes_no_difference(one: str, other: str) -> None:
    """Whichever it is, the attacker is told the same, about counters that look the same from the west."""
    attack = Order("blue", "attack", {"hex": HILL, "units": ["abct-1"]})
    here = of(face_down(**{one: HILL, other: "f0804"}), attack)
    there = of(face_down(**{one: "f0804", other: HILL}), attack)
    assert here == there
    assert len(here.outcomes) > 10
    white = [
        of(face_down(**{one: a, other: b}), attack, "white") for a, b in ((HILL, "f0804"), ("f0804", HILL))
    ]
    assert white[0].outcomes != white[1].outcomes


def test_what_stands_beside_the_battle_stays_open() -> None:
    """The units that the winner meets as it advances are of no account: the odds are exact, and tell nothing
    of what they turn out to be."""
    table = field(
        abct_1=WEST, stryker_1=NORTH_WEST, tank_12=HILL, rifle_1="f0805", msta_1="f0804", bag_1="f0803"
    )
    for unit in ("rifle-1", "msta-1", "bag-1"):
        table.known(unit, "red").mark(unit, "tacsit 1", None)
    found = of(table, ATTACK)
    assert found.exact
    fates = {(fate.piece, fate.kind) for outcome in found.outcomes for fate in outcome.fates}
    assert ("tank-12", "tank-regiment") in fates
    assert {piece for piece, _ in fates} <= {"abct-1", "stryker-1", "tank-12"}
    open_table = field(
        abct_1=WEST, stryker_1=NORTH_WEST, tank_12=HILL, rifle_1="f0805", msta_1="f0804", bag_1="f0803"
    )
    for steps in range(3):
        assert left(found, "tank-12", steps) == left(of(open_table, ATTACK), "tank-12", steps)


def test_a_retreat_looks_at_what_stands_where_it_leads_and_at_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever may stack in a hex is found without turning up all counters of the side."""
    table = field(abct_1=WEST, tank_12=HILL, rifle_1="f0805", msta_1="f1002", bag_1="f1003")
    looked: set[str] = set()
    counts: Callable[..., int] = stacking.counts

    def watched(state: Any, unit: Any, hex: str) -> int:
        looked.add(unit.id)
        return counts(state, unit, hex)

    monkeypatch.setattr(stacking, "counts", watched)
    assert stacking.fits(table.state, ["tank-12"], "f0805")
    assert looked == {"tank-12"}  # with one other unit there is room, whatever it is
    table.put("msta-1", "f0805").put("bag-1", "f0805")
    assert stacking.fits(table.state, ["tank-12"], "f0805")
    assert looked == {"tank-12", "rifle-1", "msta-1", "bag-1"}


def headline(found: Odds, table: Table, order: Order) -> str:
    """The first line of odds for a glance."""
    return odds_brief(found, table.state, order.side, "ows", [order], ["it"])[0]


def test_the_headline_tells_steps_from_units() -> None:
    """Of the defender's 3 steps the attack costs 1 or 2, or all of them: each loss is one of a step."""
    table = declared(ready(), HILL, abct_1=WEST, stryker_1=NORTH_WEST)
    found = of(table, RESOLVE)
    step = sum(left(found, "tank-12", number) for number in (0, 1, 2))
    unit = left(found, "tank-12", 0)
    told = headline(found, table, RESOLVE)
    assert f"Enemy loses a step: {100 * step:.0f} %." in told
    assert ("Enemy loses a unit" in told) is (unit > 0)


@pytest.mark.rule("ows 10.15.2b", "ows 10.15.4")
def test_the_odds_of_fires_are_those_of_what_they_hit_and_suppress() -> None:
    """Odds tell of the mark that the same fires leave with the highest faces, and not with the lowest."""
    table = prep("tank-12").put("pal-1", WEST).put("tank-12", HILL)
    order = Order("blue", "fire", {"hex": HILL, "missions": {"pal-1": "tank-12"}})
    found = of(table, order)
    assert found.exact
    suppressed = found.probability(lambda outcome: bool(outcome.marks.get("tank-12", {}).get("suppressed")))
    played = [prep("tank-12").put("pal-1", WEST).put("tank-12", HILL) for _ in range(2)]
    for game, faces in zip(played, ((1, 1), (8, 8)), strict=True):
        game.order("fire", hex=HILL, missions={"pal-1": "tank-12"})
        game.order("proceed", dice=list(faces))
    assert [bool(game.state.mark_named("tank-12", "suppressed")) for game in played] == [False, True]
    assert 0 < suppressed < 1
    assert f"Enemy unit suppressed: {100 * suppressed:.0f} %." in headline(found, table, order)


@pytest.mark.rule("ows ground.3.D")
def test_the_odds_of_supporting_fires_are_those_of_the_combat_with_them() -> None:
    table = declared(ready(), HILL, abct_1=WEST).phase("supporting fires", side="blue")
    order = Order("blue", "support-attack", {"hex": HILL, "fires": ["pal-1"]})
    alone = of(declared(ready(), HILL, abct_1=WEST), RESOLVE)
    helped = of(table, order)
    assert left(helped, "tank-12", 3) != left(alone, "tank-12", 3) or helped.outcomes != alone.outcomes


@pytest.mark.rule("ows 9.9.7f")
def test_a_facility_is_damaged_and_out_of_action_not_a_unit_that_is_lost() -> None:
    table = Table("ows", "tutorial").phase("long-range strikes", side="blue")
    fired = {f"valiant/tomahawk/{n}": "stavrik" for n in (1, 2)}
    order = Order("blue", "strike", {"hex": "0603", "salvos": fired})
    found = odds(table.session.system, table.state, [order], "white")
    told = headline(found, table, order)
    assert "Stavrik Naval Base damaged: " in told
    assert ", out of action: " in told
    assert "Enemy loses" not in told


# --- the same by fewer branches ----------------------------------------------------------------------------


def positions(scenario: str, seed: int, most: int) -> Iterator[tuple[State, Order]]:
    """The table before the orders of ground combat in a game of the staff, so many of each sort."""
    session, policy, chance = new_game(scenario, seed), StaffPolicy(), random.Random(seed)
    session.begin()
    session.people = PolicyPeople({}, policy, chance)
    while session.state.verdict is None:
        session.order(policy.order(session.state, session.legal(), chance), "policy")
    state, found = State(), dict.fromkeys(("attack", "support-attack", "support-defence", "resolve"), 0)
    for event in session.game.log:
        if isinstance(event, OrderGiven) and found.get(event.order, most) < most:
            found[event.order] += 1
            yield state.copy(), Order(event.side, event.order, event.arguments)
        MUTATORS[type(event)](state, event)
        state.number = event.number


def leaves(state: State, order: Order, viewer: str) -> dict[Any, Fraction]:
    """What may come of an order for all that the viewer knows. Which counters beside the battle are looked at
    on the way is of no account."""
    tree = chances._Tree(SYSTEM, state.copy(), [order], viewer, None)
    found: dict[Any, Fraction] = {}
    for leaf, weight in tree._all(chances._Answers({}, StaffPolicy()), 200_000)[0].items():
        known = leaf._replace(fates=tuple(fate for fate in leaf.fates if fate.piece))
        found[known] = found.get(known, Fraction(0)) + weight
    return found


@pytest.mark.parametrize(
    ("scenario", "seed"), [pytest.param("river", 3, marks=pytest.mark.slow), ("littoral", 1)]
)
def test_the_odds_of_a_combat_are_those_of_all_its_branches(
    scenario: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is merged on the way in the second count: each part is run on every branch that leads to it."""
    cases = [(*case, viewer) for case in positions(scenario, seed, 6) for viewer in (case[1].side, "white")]
    merged = [leaves(*case) for case in cases]
    for part in ("result_of", "total", "step", "step_over", "each"):
        monkeypatch.setattr(BranchingUmpire, part, getattr(Parts, part))
    for case, found in zip(cases, merged, strict=True):
        assert sum(found.values()) == 1
        assert found == leaves(*case)
    assert len(cases) > 10
    assert any(len(found) > 5 for found in merged)


def test_fires_that_the_attacker_cannot_know_of_support_no_exploitation_combat() -> None:
    """A counter behind the front may be a battery or not: it stays face down, and the odds say so."""

    def behind(unit: str) -> Table:
        table = declared(field(abct_1=WEST, tank_12=HILL, **{unit: "f0804"}), HILL, abct_1=WEST)
        id = unit.replace("_", "-")
        table.known(id, "red").mark(id, "tacsit 1", None)
        return table.phase("exploitation combat", side="blue")

    battery, infantry = behind("bag_1"), behind("rifle_1")
    found = of(battery, RESOLVE)
    assert found.exact
    assert (
        found.supposed == "Assumed: the defender has no supporting fires that are hidden from the attacker."
    )
    assert found == of(infantry, RESOLVE)
    asked = "Which fires support the defence of f0704?"
    assert asked in of(battery, RESOLVE, "white").asked
    assert asked not in found.asked


@pytest.mark.rule("ows 10.15.1")
def test_a_unit_that_attacks_alone_may_be_any_maneuver_unit_that_the_defender_does_not_know() -> None:
    """The odds of the defender are the mean of those with each such unit in its place."""
    guns = Order("red", "support-defence", {"hex": HILL, "fires": ["bag-1"]})
    others = {"cav_1": "f0203", "pal_1": "f0204", "abct_1": "f0304", "stryker_1": "f0404"}

    def attacked(unknown: bool, attacker: str) -> Table:
        units = {attacker: WEST} | {unit: hex for unit, hex in others.items() if unit != attacker}
        table = declared(field(tank_12=HILL, bag_1="f0804", **units), HILL, **{attacker: WEST})
        for id in (unit.replace("_", "-") for unit in units if unknown):
            table.known(id, "blue").mark(id, "tacsit 1", None)
        for piece in table.state.pieces.values():
            if piece.side == "blue" and piece.place == "regeneration-blue":
                table.known(piece.id)
        return table.phase("defensive fires", side="red")

    def steps_left(found: Odds) -> list[float]:
        return [left(found, "tank-12", steps) for steps in range(3)]

    hidden = attacked(True, "abct_1")
    unknown = [
        piece.id.replace("-", "_")
        for piece in hidden.state.pieces.values()
        if piece.side == "blue" and piece.kind.group == GROUND and piece.known_to is not None
    ]
    able = [unit for unit in unknown if is_maneuver(sheet(hidden.state.pieces[unit.replace("_", "-")]))]
    assert 1 < len(able) < len(unknown)
    each = [steps_left(of(attacked(False, unit), guns, "red")) for unit in able]
    mean = [sum(chance) / len(able) for chance in zip(*each, strict=True)]
    told = of(hidden, guns, "red")
    assert told.exact
    assert steps_left(told) == pytest.approx(mean, abs=1e-12)
    assert told == of(attacked(True, "stryker_1"), guns, "red")


def test_answers_are_not_tried_where_no_side_has_a_score_that_they_could_change() -> None:
    state, order = next(case for case in positions("river", 3, 1) if case[1].name == "resolve")
    found, alone = (odds(SYSTEM, state, [order], "white", with_choices=tried) for tried in (True, False))
    assert found.margins == {}
    assert found.runs == alone.runs
    assert len(found.choices) > 2
    for choice in found.choices:
        assert len(choice.options) > 1
        assert any(option.assumed for option in choice.options)
