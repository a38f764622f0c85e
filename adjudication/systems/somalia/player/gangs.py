"""How Bandits are played: raids that pay, gangs that spread to hold Zones or spoil those of the government,
talks that stop Flushes."""

from collections.abc import Sequence

import adjudication.systems.somalia.between_turns.deployment as deployment
import adjudication.systems.somalia.missions.bandit_moves as bandit_moves
import adjudication.systems.somalia.missions.raids as raids
import adjudication.systems.somalia.optional_rules.several as several
import adjudication.systems.somalia.optional_rules.talks as talks
from adjudication.engine.orders import LegalOrders, Order
from adjudication.systems.somalia.between_turns.terrorism import candidates
from adjudication.systems.somalia.player.judging import expected, gangs_in
from adjudication.systems.somalia.table.factions import may_enter
from adjudication.systems.somalia.table.forces import (
    BASE,
    CONVOY,
    GANG,
    LEADER,
    MILITARY,
    at,
    base_in,
    faction,
    firepower,
    guards,
    on_map,
)
from adjudication.systems.somalia.table.holding import government
from adjudication.systems.somalia.table.sides import several as several_play
from adjudication.systems.somalia.table.turns import acting
from adjudication.systems.somalia.table.zones import zones
from domain.table.state import Piece, State

SUPPLY, HIT, SPOILT, GANG_LOST = 0.4, 0.5, 1.0, 0.6
"""What a Supply Point taken, a hit, a Convoy that is not intact and a gang lost are worth."""
LEAST = 0.1
"""What a Raid must be worth."""
MOST = 8
"""Gangs that raid together at most: more would do no more."""
CROWD = 4
"""Gangs in a Zone from which no more are needed there."""
ENOUGH_TO_TALK = 6
"""UN units from which talks, which stop Flushes, are offered."""
BROKEN_OFF_AT = 3
"""The box of the track at which talks are broken off."""


def order(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The next mission of a Bandit player, or talks; None where it has none."""
    for part in legal.parts:
        if part.side == side and part.name == "offer-talks" and _wants_talks(state):
            return Order(side, part.name)
        if (
            part.side == side
            and part.name == "break-off-talks"
            and state.track(talks.MARKER) >= BROKEN_OFF_AT
        ):
            return Order(side, part.name)
    if acting(state) != (side,):
        return None
    return _raid(state, side) or _attack(state, side) or _move(state, side) or Order(side, "pass")


def _wants_talks(state: State) -> bool:
    """Whether the UN is strong enough to be kept from Flushes, with gangs to keep."""
    return len(on_map(state, MILITARY)) >= ENOUGH_TO_TALK and len(on_map(state, GANG)) >= ENOUGH_TO_TALK


def deploy(state: State, side: str) -> Order | None:
    """Gangs over as many Zones as can be, away from the UN; Leaders with the strongest of their faction."""
    left = [state.pieces[unit] for unit in deployment.to_set_up(state, side)]
    if not left:
        return None
    unit = min(left, key=lambda piece: (piece.kind.group == LEADER, -firepower([piece]), piece.id))
    where = [zone for zone in zones(state.board) if may_enter(state, [unit.id], zone)]
    if unit.kind.group == LEADER:
        own = {
            zone: firepower(gang for gang in gangs_in(state, zone) if faction(gang) == faction(unit))
            for zone in where
        }
        zone = max(where, key=lambda each: (own[each], each))
    else:
        remote = several_play(state) and len(left) % 3 == 0
        worth = {each: _remoteness(state, each) if remote else _promise(state, each) for each in where}
        zone = min(where, key=lambda each: (len(gangs_in(state, each)), -worth[each], each))
    return Order(side, "deploy", {"units": [unit.id], "to": zone})


def _promise(state: State, zone: str) -> int:
    """What a Zone is good for: raids on Convoys in the south, away from the Airport."""
    return ("south" in state.board.spaces[zone].tags) + ("mogadishu" not in state.board.spaces[zone].tags)


def _remoteness(state: State, zone: str) -> int:
    """How far a Zone is from the UN: with several players one that a faction has for itself scores each
    turn, and nobody comes to the north."""
    return "south" not in state.board.spaces[zone].tags


# --- Raids ---------------------------------------------------------------------------------------


def _raid(state: State, side: str) -> Order | None:
    """The Raid that is worth most, if it is worth something."""
    done = set(raids.raided(state))
    found: list[tuple[float, str, list[str]]] = []
    for target in raids.targets(state):
        if target in done:
            continue
        units = _raiders(state, side, target)
        for count in range(1, min(len(units), MOST) + 1):
            chosen = units[:count]
            found.append((_worth(state, target, chosen), target, [unit.id for unit in chosen]))
    if not found:
        return None
    worth, target, chosen_ids = max(found, key=lambda each: (each[0], each[1]))
    return Order(side, "raid", {"target": target, "units": chosen_ids}) if worth >= LEAST else None


def _raiders(state: State, side: str, target: str) -> list[Piece]:
    """The gangs that can raid a target together, those of its Zone first, then the strongest."""
    zone = state.pieces[target].place
    able = [state.pieces[unit] for unit in raids.raiders(state, side, zone)]
    gangs = sorted(
        (unit for unit in able if unit.kind.group == GANG),
        key=lambda gang: (gang.place != zone, -firepower([gang]), gang.id),
    )
    chosen: list[Piece] = []
    for gang in gangs:
        if not raids.against_mixture(state, target, [*(each.id for each in chosen), gang.id]):
            chosen.append(gang)
    return chosen


def _worth(state: State, target: str, gangs: Sequence[Piece]) -> float:
    """What a Raid by these gangs is worth, less what fires back."""
    piece = state.pieces[target]
    led = bool(at(state, piece.place, LEADER))
    number = expected(state, firepower(gangs), led)
    defenders = [piece] if piece.kind.group == MILITARY else guards(state, target)
    gain = HIT * number if piece.kind.group == MILITARY else SUPPLY * number
    if piece.kind.group == CONVOY:
        gain += SPOILT * min(1.0, number)
    strength = firepower(defenders) if defenders else raids.EMPTY_BASE * (piece.kind.group == BASE)
    back = min(expected(state, strength), len(gangs))
    return gain - GANG_LOST * back - 0.05 * len(gangs)


# --- attacks on other factions, moves ------------------------------------------------------------


def _attack(state: State, side: str) -> Order | None:
    """An attack on another player's faction, where it kills more than it costs (11.21d)."""
    if not several_play(state):
        return None
    found: list[tuple[float, str, str, list[str]]] = []
    for zone in zones(state.board):
        able = [unit for unit in bandit_moves.movers(state, side) if state.pieces[unit].place == zone]
        gangs = [state.pieces[unit] for unit in able if state.pieces[unit].kind.group == GANG]
        for colour in several.targets(state, side, zone) if gangs else ():
            enemy = several.victims(state, zone, colour)
            killed = min(expected(state, firepower(gangs)), len(enemy))
            back = expected(state, round(firepower(enemy) * (1 - killed / len(enemy))))
            found.append((killed - back, zone, colour, [gang.id for gang in gangs]))
    if not found:
        return None
    worth, zone, colour, units = max(found)
    if worth < LEAST:
        return None
    return Order(side, "attack-faction", {"zone": zone, "faction": colour, "units": units})


def _move(state: State, side: str) -> Order | None:
    """A gang that is one of several in its Zone goes where it spoils or holds a Zone."""
    goals = sorted(zones(state.board), key=lambda zone: (-_need(state, zone), zone))
    for goal in goals:
        need = _need(state, goal)
        if need <= 0:
            return None
        able = [
            state.pieces[unit]
            for unit in bandit_moves.coming(state, side, goal)
            if state.pieces[unit].kind.group == GANG and _spare(state, state.pieces[unit], need)
        ]
        fitting = [gang for gang in able if not bandit_moves.against_mixture(state, [gang.id], goal)]
        if fitting:
            gang = min(fitting, key=lambda each: (firepower([each]), each.id))
            return Order(side, "move", {"units": [gang.id], "to": goal})
    return None


def _need(state: State, zone: str) -> float:
    """What a gang is worth in a Zone: it takes one from the government, or holds an empty one."""
    if gangs_in(state, zone):
        return 0.0
    if government(state, zone):
        return 2.0 if base_in(state, zone) is None else 0.0
    return 0.0 if at(state, zone, MILITARY, BASE) else 1.0


def _spare(state: State, gang: Piece, need: float) -> bool:
    """Whether a gang can go: others stay in its Zone, or the goal is worth more."""
    return len(gangs_in(state, gang.place)) > 1 or (need > 1 and not _holds(state, gang.place))


def _holds(state: State, zone: str) -> bool:
    return not at(state, zone, MILITARY, BASE)


# --- Terrorism and questions ---------------------------------------------------------------------


def terrorise(state: State, side: str) -> Order | None:
    """Terrorism in every Zone where it brings Supply Points and costs little."""
    for zone in candidates(state, side):
        strength = firepower(gang for gang in gangs_in(state, zone) if gang.side == side)
        if expected(state, strength) > 0.4 or not government(state, zone):
            return Order(side, "terrorise", {"zone": zone})
    return None


def where_new(state: State, options: Sequence[str]) -> str:
    """Where a new gang helps most: where it spoils a Zone of the government, holds one, or joins others."""

    def use(zone: str) -> tuple[float, int, bool, str]:
        return (
            _need(state, zone),
            -len(at(state, zone, MILITARY)),
            len(gangs_in(state, zone)) < CROWD,
            zone,
        )

    return max(options, key=use)
