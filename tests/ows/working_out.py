"""The rules of sensing and air combat as the document says them, unit by unit: what tests hold the program
against in positions at random."""

from adjudication.systems.ows.sensing.air_picture import ATTACKED, ENGAGED, FOUGHT
from adjudication.systems.ows.table.counters import SPENT, Weapon, sheet
from adjudication.systems.ows.table.status import DETECTED, DISRUPTED, EMITTING, MISSION_FLOWN, SUPPRESSED
from domain.table.state import Piece
from tests.ows.scattering import apart, at_sea_or_in_the_air, of_side, other
from tests.table import Table

LADDER = (4, 6, 8, 10, 12, 16, 20)
SIDES = ("blue", "red")
BEARERS = ("ship", "ground unit", "facility")
COUNTER_AIR = ("cap", "oca", "dca")
ATTACKS = ("strike", "sead", "cas", "interdiction", "sucap")


def flies(table: Table, piece: Piece) -> str:
    """The mission that an aircraft flies."""
    flown = table.state.mark(piece.id, MISSION_FLOWN)
    return str(flown["type"]) if flown else ""


def sees_as_far_as(table: Table, piece: Piece) -> int:
    """The range of a radar, -1 without one: a ship's is that of its missiles against aircraft (6.5.9.4), an
    air defence system's that of its attack, a ground radar's the printed one (6.5.9.5); AEW sees until its
    die falls off the ladder (6.5.9a), a long-range fighter radar into adjacent hexes (6.5.9.6)."""
    printed = sheet(piece)
    missiles = [weapon.range for weapon in printed.weapons if "air" in weapon.at]
    sensor = printed.sensor if printed.sensor is not None and not printed.sensor.uas else None
    if piece.kind.group == "air mission":
        if sensor is None:
            return -1
        if flies(table, piece) == "aew":
            return sensor.range if sensor.range >= 0 else LADDER.index(sensor.die)
        return max(sensor.range, 1) if sensor.long else -1
    if piece.kind.group not in BEARERS:
        return -1
    if piece.kind.group == "ship":
        missiles += [shield.range for shield in printed.shields]
    if sensor is not None:
        missiles.append(max(0, sensor.range))
    return max(missiles, default=-1)


def radiates(table: Table, piece: Piece) -> bool:
    """6.4.3; the radar of a facility always does (8.3.1)."""
    if piece.kind.group == "facility":
        return sheet(piece).sensor is not None and piece.steps > 0
    return bool(table.state.mark(piece.id, EMITTING))


def known(table: Table, piece: Piece) -> bool:
    """Detected, or given away by its own emissions (2.3.3, 6.4.3a)."""
    return bool(table.state.mark(piece.id, DETECTED) or table.state.mark(piece.id, EMITTING))


def covering(table: Table, side: str, hex: str) -> list[str]:
    """The radars of a side that radiate and reach a hex, or the sky over it (6.5.9, 9.7.5c)."""
    found = []
    for piece in of_side(table, side, *BEARERS, "air mission", "submarine"):
        reach = sees_as_far_as(table, piece)
        from_either = (piece.place, at_sea_or_in_the_air(table, piece))
        if radiates(table, piece) and any(apart(table, here, hex) <= reach for here in from_either):
            found.append(piece.id)
    return found


def is_stealthy(table: Table, piece: Piece) -> bool:
    """Of low signature, which is lost while it radiates (6.5.9.6)."""
    return bool(sheet(piece).stealth) and not radiates(table, piece)


def sees(table: Table, side: str, aircraft: Piece) -> bool:
    """A side sees aircraft that are detected, and those without stealth that its radars cover (6.5.9.5b) or
    that share a hex with its ships or aircraft (8.3.2a)."""
    if known(table, aircraft):
        return True
    hex = at_sea_or_in_the_air(table, aircraft)
    in_it = [
        piece
        for piece in of_side(table, side, "ship", "air mission")
        if at_sea_or_in_the_air(table, piece) == hex
    ]
    return not is_stealthy(table, aircraft) and bool(covering(table, side, hex) or in_it)


def dice_for(table: Table, piece: Piece, target: Piece) -> list[tuple[int, int]]:
    """The dice with which a unit may look for what it does not see, each with its demotions: a radar that
    radiates, in its range; AEW once less for each hex (6.5.9a), for ships no farther than the next hex
    (6.5.9.2); in the same hex ships and aircraft with the attack that fits (8.3.3a, 8.5)."""
    distance = apart(table, at_sea_or_in_the_air(table, piece), at_sea_or_in_the_air(table, target))
    printed, at_sea = sheet(piece), target.kind.group == "ship"
    found: list[tuple[int, int]] = []
    if radiates(table, piece) and distance <= sees_as_far_as(table, piece):
        if piece.kind.group != "air mission":
            if not at_sea:
                found += [(weapon.die, 0) for weapon in printed.weapons if "air" in weapon.at]
                found += [(printed.sensor.die, 0)] if printed.sensor is not None else []
        elif printed.sensor is not None and not (at_sea and distance > 1):
            found.append((printed.sensor.die, -distance if flies(table, piece) == "aew" else 0))
    if distance == 0 and piece.kind.group in ("ship", "air mission"):
        wanted = "sea" if at_sea else "air"
        found += [(weapon.die, 0) for weapon in printed.weapons if wanted in weapon.at]
    return found


# --- air combat -------------------------------------------------------------------------------------


def aloft(table: Table, side: str) -> list[Piece]:
    """A side's missions that fly."""
    return [piece for piece in of_side(table, side, "air mission") if flies(table, piece)]


def gap(table: Table, one: Piece, other: Piece) -> int:
    """How far two units are from each other in the air."""
    return apart(table, at_sea_or_in_the_air(table, one), at_sea_or_in_the_air(table, other))


def belong(table: Table, hex: str, one: Piece, other: Piece) -> bool:
    """An engagement belongs to the combat of a hex that one of the two is in, unless that of the other's hex
    has been fought (9.7)."""
    fought = set(table.state.mark("game", FOUGHT) or ()) - {hex}
    hexes = {at_sea_or_in_the_air(table, one), at_sea_or_in_the_air(table, other)}
    return hex in hexes and not hexes & fought


def at_aircraft(piece: Piece) -> list[Weapon]:
    return [weapon for weapon in sheet(piece).weapons if "air" in weapon.at]


def best(piece: Piece) -> Weapon | None:
    """The air-to-air attack with the largest die."""
    return max(at_aircraft(piece), key=lambda weapon: (weapon.die, weapon.range), default=None)


def can_reach(table: Table, fighter: Piece, target: Piece) -> bool:
    """In the same hex whoever is seen; farther as far as the missile goes, with a radar that radiates and
    covers the target (6.5.10.1)."""
    weapon, distance = best(fighter), gap(table, fighter, target)
    if weapon is None or distance > weapon.range or not sees(table, fighter.side, target):
        return False
    return not distance or bool(covering(table, fighter.side, at_sea_or_in_the_air(table, target)))


def pairs(table: Table, side: str, hex: str, same_hex: bool) -> dict[str, list[str]]:
    """Which counter-air fighter may fire at which aircraft in the combat of a hex (9.7.3)."""
    found = {}
    for fighter in aloft(table, side):
        if flies(table, fighter) not in COUNTER_AIR or table.state.mark(fighter.id, ATTACKED):
            continue
        targets = [
            target.id
            for target in aloft(table, other(side))
            if (gap(table, fighter, target) == 0) is same_hex
            and belong(table, hex, fighter, target)
            and can_reach(table, fighter, target)
        ]
        if targets:
            found[fighter.id] = targets
    return found


def in_the_fight(table: Table, side: str, by_side: dict[str, dict[str, list[str]]]) -> set[str]:
    """A side's counter-air fighters that may fire or be fired at (9.7.1a)."""
    fired_at = {id for targets in by_side[other(side)].values() for id in targets}
    return set(by_side[side]) | {id for id in fired_at if flies(table, table.state.pieces[id]) in COUNTER_AIR}


def can_fire(table: Table, piece: Piece) -> bool:
    """No unit without C2 but aircraft (7.2.1.1b), and no damaged ship (9.6.1a)."""
    if table.state.mark(piece.id, DISRUPTED) and piece.kind.group != "air mission":
        return False
    return not (table.state.mark(piece.id, SUPPRESSED) and piece.kind.group == "ship")


def left(table: Table, piece: Piece, weapon: Weapon) -> int:
    """Salvos that a unit has left: those of a munition for attack or defence are one magazine (2.2.2.8)."""
    if not weapon.salvos:
        return 1
    spent: dict[str, int] = table.state.mark(piece.id, SPENT) or {}
    numbers = [weapon.salvos - spent.get(weapon.id, 0)]
    numbers += [
        shield.count - spent.get(shield.id, 0)
        for shield in sheet(piece).shields
        if weapon.shares and shield.id == weapon.shares
    ]
    return max(0, min(numbers))


def named(piece: Piece, weapon: Weapon, number: int) -> list[str]:
    return [f"{piece.id}/{weapon.id}/{nth}" for nth in range(1, number + 1)]


def engaged(table: Table, piece: Piece) -> int:
    return int(table.state.mark(piece.id, ENGAGED) or 0)
