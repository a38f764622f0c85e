"""Aircraft of the staff over a ground war (6.5.10.3, 6.5.10.4, ground.2.C): close air support where its units
are in contact, interdiction where the enemy comes on, and whom each mission supports."""

from adjudication.engine.orders import LegalOrders, Order
from adjudication.systems.ows.air.allotments import zones_below
from adjudication.systems.ows.air.missions import CAS, FIGHTER, INTERDICTION, air_hex, mission_type
from adjudication.systems.ows.ground.forces.formations import formations, ground_war, members
from adjudication.systems.ows.player.land import facing, far, garrisons, gate, massed, to_hold
from adjudication.systems.ows.player.picture import of_groups, own
from adjudication.systems.ows.table.counters import MISSION, sheet
from domain.table.derived import derived
from domain.table.state import Piece, State

IN_CONTACT, FOR_EACH_CONTACT, MOST_CONTACTS = 30, 1, 10
"""What close air support is worth where units are in contact, and more for each enemy hex that they face."""
COMING_ON, MOST_STEPS = 5, 10
"""What interdiction is worth, and more for each of so many enemy steps that come on."""
FIGHTER_BOMBERS = 15
"""How much less fighters are worth in close air support than attack aircraft."""
ANOTHER = {CAS: 25, INTERDICTION: 25}
"""How much less a further mission of the same is worth."""
DANGER_TO_A_ZONE = 2
"""What each enemy step beside a landing zone takes from its worth, in tenths of a point."""
ON_THE_MARCH = 3
"""From how near the enemy comes on to what is to be held, in hexes."""


def merit_of_cas(state: State, side: str, mission: Piece, hex: str) -> int:
    """What the close air support of a mission is worth from a hex, of the largest map."""
    if not ground_war(state):
        return 0
    faced = in_contact(state, side, hex)
    if not faced:
        return 0
    value = IN_CONTACT + FOR_EACH_CONTACT * min(faced, MOST_CONTACTS) - _less(state, side, hex, CAS)
    return value - FIGHTER_BOMBERS * (sheet(mission).type == FIGHTER)


def merit_of_interdiction(state: State, side: str, hex: str) -> int:
    """What interdiction is worth from a hex, of the largest map."""
    if not ground_war(state):
        return 0
    steps = steps_coming_on(state, side, hex)
    if not steps:
        return 0
    return COMING_ON + min(steps, MOST_STEPS) - _less(state, side, hex, INTERDICTION)


def worth_of_zone(state: State, side: str, hex: str) -> int:
    """What it is worth to have troops jump, or be lifted, into a hex: near what is to be taken, where nobody
    that the side sees stands, and few are near."""
    if hex in garrisons(state, side):
        return 0
    return gate(state, side, hex) - DANGER_TO_A_ZONE * facing(state, side, hex)


def in_contact(state: State, side: str, hex: str) -> int:
    """The enemy hexes that a side's units face below a hex of the largest map."""
    return sum(air_hex(state.board, each) == hex for each in contacts(state, side))


def steps_coming_on(state: State, side: str, hex: str) -> int:
    """The enemy steps that come on below a hex of the largest map."""
    below = coming_on(state, side).items()
    return sum(steps for each, steps in below if air_hex(state.board, each) == hex != each)


def _less(state: State, side: str, hex: str, type: str) -> int:
    flying = of_groups(state, own(state, side), MISSION)
    return ANOTHER[type] * sum(each.place == hex and mission_type(state, each) == type for each in flying)


@derived
def contacts(state: State, side: str) -> tuple[str, ...]:
    """The hexes with enemy ground units that a side sees beside its maneuver units."""
    ours = massed(state, side)
    return tuple(
        hex for hex in garrisons(state, side) if any(ours.get(each) for each in state.board.touching[hex])
    )


@derived
def coming_on(state: State, side: str) -> dict[str, int]:
    """The enemy steps near what a side is to hold, or near its troops where it holds nothing yet: by hex."""
    seen, ours = garrisons(state, side), tuple(to_hold(state, side) or massed(state, side))
    return {
        hex: there.steps
        for hex, there in seen.items()
        if there.steps and any(1 < far(state, hex, each) <= ON_THE_MARCH for each in ours)
    }


def allotment(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Close air support goes to the formation that faces most; interdiction that flies over the whole front
    to the zone where most come on."""
    for group in legal.named("allot"):
        if group.side != side or not len(group):
            continue
        mission = state.pieces[group.fixed["mission"]]
        worth = {
            str(to): _faced(state, side, str(to))
            if mission_type(state, mission) == CAS
            else _in_zone(state, side, mission.place, str(to))
            for to in group.values
        }
        best = max(worth, key=lambda to: worth[to])
        if worth[best]:
            return Order(side, "allot", {**group.fixed, group.vary: best})
    return None


def _faced(state: State, side: str, to: str) -> int:
    """How many enemy hexes the units of a formation face; none for a zone."""
    if to not in [each.id for each in formations(state, side)]:
        return 0
    places = {state.pieces[unit].place for unit in members(state, to)}
    return sum(not places.isdisjoint(state.board.touching[hex]) for hex in contacts(state, side))


def _in_zone(state: State, side: str, over: str, zone: str) -> int:
    """How many enemy steps a side sees in a zone, those that come on first."""
    map = zones_below(state.board, over).get(zone, "")
    total = 0
    for hex, there in garrisons(state, side).items():
        space = state.board.spaces[hex]
        if (space.map, space.zone) == (map, zone):
            total += there.steps + 2 * coming_on(state, side).get(hex, 0)
    return total
