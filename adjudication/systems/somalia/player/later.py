"""How the policy `sensible` plays the later scenarios: attack what is weaker, take what is empty, leave no
area without a unit, buy the strongest that can be paid."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import adjudication.systems.somalia.later.missions as missions
from adjudication.engine.orders import Order
from adjudication.systems.somalia.later.phases import ENTRY, MISSIONS, PURCHASES, SETTING_UP
from adjudication.systems.somalia.later.season import (
    BUY,
    affordable,
    crossing,
    last_turn,
    places,
    price,
    upgradable,
)
from adjudication.systems.somalia.later.units import (
    OPENED,
    UNITS,
    at,
    courts_2006,
    enemies,
    in_play,
    leader_at,
    mogadishu,
    players,
    targets,
)
from adjudication.systems.somalia.later.war import to_be_ousted
from adjudication.systems.somalia.player.weighing import exchange, most_killed, value
from adjudication.systems.somalia.table.forces import contact, faction, firepower
from adjudication.systems.somalia.table.sides import COURTS
from adjudication.systems.somalia.table.turns import acting
from adjudication.systems.somalia.table.zones import SOUTH, tagged
from domain.table.dice import D6
from domain.table.state import Piece, State

LEAST = 0.3
"""What a mission must be worth."""
LATE = 0.1
"""What units count in the last turn, when areas alone decide."""
EACH = 0.1
"""What the mission of a unit is worth."""
ENDING = 4.0
"""What the last tan and green units count when the ICU is ready to end the game."""
RESERVE = 2
"""Tan and green units that the ICU leaves until it is ready to end the game (war2006.special.a)."""


class Aims(NamedTuple):
    """What counts how much: units lost and eliminated, areas of Mogadishu and elsewhere. stays: whether the
    last unit of an area never leaves it."""

    lost: float = 1.0
    eliminated: float = 1.0
    city: float = 1.0
    elsewhere: float = 1.0
    stays: bool = True


GAINING = Aims(lost=1.4, eliminated=0.5, city=1.6, elsewhere=0.5, stays=False)
"""What counts for the ICU of 2006 until it may enter Transitional areas: its units, which bring the income
and hold nine areas in the end, more than the enemy's; Mogadishu, which brings twice as much."""
LEGALITY = {"raid": missions.RAID, "flush": missions.FLUSH, "move": missions.MOVE, "buy": BUY}


def order(state: State) -> Order | None:
    """The next order; None to pass."""
    match state.phase:
        case phase if phase == SETTING_UP:
            return Order(state.side, "set-up")
        case phase if phase == MISSIONS:
            (side,) = acting(state)
            return mission(state, side)
        case phase if phase == PURCHASES:
            return purchase(state, state.side)
        case phase if phase == ENTRY and crossing(state):
            return Order(state.side, "enter", {"unit": crossing(state)[0]})
    return None


# --- missions ----------------------------------------------------------------------------------------


def mission(state: State, side: str) -> Order | None:
    """The mission that is worth most, if one is worth more than it costs: an attack, or an area to be taken
    that nobody holds."""
    found = [*attacks(state, side), *taking(state, side)]
    found.sort(key=lambda each: -each[0])
    for gain, given in found:
        if gain <= LEAST:
            break
        if _may(given, state):
            return given
    return None


def attacks(state: State, side: str) -> Iterator[tuple[float, Order]]:
    """Each Raid and Flush, and in 2006 each move to where another faction stands, since that is an attack too
    (icu2006.special.c): by the strongest that can be spared, so many as there are, with its worth."""
    pairs = [
        ("raid", "target", missions.raid_targets, missions.raiders),
        ("flush", "zone", missions.flush_targets, missions.comers),
    ]
    if courts_2006(state):
        pairs.append(("move", "to", missions.destinations, missions.movers))
    for name, argument, zones, finds in pairs:
        for zone in zones(state, side):
            theirs = at(state, zone, *enemies(state, side))
            if not theirs:
                continue  # Transitional units do not keep an area from anybody
            for colour in missions.by_colour(state, side):
                able = finds(state, side, zone, colour)
                units = spare(state, side, zone, able)
                if name == "flush":
                    units = units[: missions.purse(state, side)]
                stacks = [units[:count] for count in range(1, len(units) + 1)]
                if not aims(state, side).stays and name != "flush":
                    everyone = strongest_first(state, able)
                    stacks += [everyone[:count] for count in range(1, len(everyone) + 1)]
                for stack in stacks:
                    given = Order(side, name, {argument: zone, "units": stack})
                    yield fight_worth(state, given, zone), given


def fight_worth(state: State, given: Order, zone: str) -> float:
    """What such an attack is worth: units eliminated and lost, the area if it is cleared."""
    side = given.side
    ours = [state.pieces[id] for id in given.arguments["units"] if state.pieces[id].kind.group in UNITS]
    if not ours or too_soon(state, side, zone, ours):
        return 0.0
    led = any(leader_at(state, zone, faction(unit)) for unit in ours)
    cost, chance = EACH * len(ours), 1.0
    if given.name == "flush":
        theirs = targets(state, zone, side)
        finds = min(contact(ours[0]), D6) / D6
        cost, chance = cost + len(ours), 1 - (1 - finds) ** len(ours)
        ours = ours[: max(1, round(len(ours) * finds))]
    else:
        theirs = at(state, zone, *enemies(state, side))
        if given.name == "raid":
            theirs = [unit for unit in theirs if unit.id in missions.unraided(state, zone, side)]
    trade = exchange(state, ours, theirs, led=led)
    units = LATE if is_last(state) else 1.0
    if side == COURTS and not courts_2006(state) and ready_to_end(state):
        trade = trade._replace(gained=ENDING * trade.gained)
    aim = aims(state, side)
    prize = trade.cleared * (area(state, side, zone) - left_behind(state, given, zone))
    traded = aim.eliminated * trade.gained - aim.lost * trade.lost
    return chance * (units * traded + prize) - units * cost


def taking(state: State, side: str) -> Iterator[tuple[float, Order]]:
    """Each area that nobody holds, and the weakest unit that can be spared for it."""
    everyone = players(state)
    for zone in missions.destinations(state, side):
        if at(state, zone, *everyone):
            continue
        for colour in missions.by_colour(state, side):
            able = missions.movers(state, side, zone, colour)
            units = (
                spare(state, side, zone, able) if aims(state, side).stays else strongest_first(state, able)
            )
            fighting = [id for id in units if state.pieces[id].kind.group in UNITS]
            weakest = {state.pieces[id].place: id for id in fighting}
            for unit in weakest.values() if not aims(state, side).stays else fighting[-1:]:
                given = Order(side, "move", {"to": zone, "units": [unit]})
                yield area(state, side, zone) - left_behind(state, given, zone), given


def aims(state: State, side: str) -> Aims:
    """What counts for a side now."""
    gaining = side == COURTS and courts_2006(state) and state.turn < OPENED
    return GAINING if gaining else Aims()


def area(state: State, side: str, zone: str) -> float:
    """What an area is worth to a side as it plays now."""
    aim = aims(state, side)
    return value(state, side, zone) * (aim.city if zone in mogadishu(state) else aim.elsewhere)


def left_behind(state: State, given: Order, to: str) -> float:
    """What the areas are worth that these units would leave without any unit of their side."""
    units = given.arguments["units"]
    origins = dict.fromkeys(state.pieces[id].place for id in units)
    empty = [
        zone
        for zone in origins
        if zone != to and all(unit.id in units for unit in at(state, zone, given.side))
    ]
    return sum(area(state, given.side, zone) for zone in empty)


def too_soon(state: State, side: str, zone: str, ours: Sequence[Piece]) -> bool:
    """Whether the ICU could oust the last tan and green units before it holds the rest of the south, and so
    lose (war2006.special.a)."""
    if courts_2006(state) or side != COURTS:
        return False
    there = [id for id in to_be_ousted(state) if state.pieces[id].place == zone]
    if not there or ready_to_end(state):
        return False
    left = len(to_be_ousted(state)) - min(len(there), most_killed(state, firepower(ours)))
    return left < RESERVE


def contested(state: State, side: str) -> list[str]:
    """The areas where units of a side and of its enemies are."""
    return [
        zone for zone in in_play(state) if at(state, zone, side) and at(state, zone, *enemies(state, side))
    ]


def ready_to_end(state: State) -> bool:
    """Whether the ICU would hold the south if the tan and green units were gone."""
    gone = to_be_ousted(state)
    for zone in tagged(state.board, SOUTH):
        enemy = [unit.id for unit in at(state, zone, *enemies(state, COURTS))]
        if any(id not in gone for id in enemy) or not (enemy or at(state, zone, COURTS)):
            return False
    return True


def spare(state: State, side: str, target: str, units: Sequence[str]) -> list[str]:
    """Those of these units that can leave: the weakest stays where no other unit of its side would. The
    strongest first."""
    strongest = strongest_first(state, units)
    kept = []
    for zone in dict.fromkeys(state.pieces[id].place for id in units):
        there = [unit.id for unit in at(state, zone, side)]
        leaving = [id for id in strongest if id in there]
        if zone != target and leaving and len(leaving) == len(there):
            kept.append(leaving[-1])
    return [id for id in strongest if id not in kept]


def strongest_first(state: State, units: Sequence[str]) -> list[str]:
    """These units by Firepower."""
    return sorted(units, key=lambda id: -firepower([state.pieces[id]]))


def is_last(state: State) -> bool:
    """Whether this is the last turn: units count no more."""
    return state.turn == last_turn(state)


def _may(given: Order, state: State) -> bool:
    legality = LEGALITY[given.name]
    return legality.refusal(state, given.side, given.arguments) is None


# --- purchases ---------------------------------------------------------------------------------------


def purchase(state: State, side: str) -> Order | None:
    """Upgrade the weakest unit, or buy the strongest that can be paid, for the area most in danger."""
    weak = sorted(upgradable(state, side), key=lambda id: firepower([state.pieces[id]]))
    if weak:
        return Order(side, "upgrade", {"unit": weak[0]})
    units: list[str] = []
    if not courts_2006(state):
        units = sorted(affordable(state, side), key=lambda id: -price(state, id))
        if not units:
            return None
    for zone in sorted(
        places(state, side, units[0] if units else None), key=lambda z: -threat(state, side, z)
    ):
        given = Order(side, "buy", {"zone": zone, **({"unit": units[0]} if units else {})})
        if _may(given, state):
            return given
    return None


def threat(state: State, side: str, zone: str) -> int:
    """The enemy's Firepower beside an area, less one's own in it."""
    foes = enemies(state, side)
    if zone not in in_play(state):
        return 0
    beside = [unit for near in state.board.neighbours[zone] for unit in at(state, near, *foes)]
    return firepower(beside) - firepower(at(state, zone, side))
