"""Anti-submarine warfare: ASW assets and screens (6.4.4), the detection and the attack of submarines (8.5.2),
and the reaction to their missiles (9.9.4.3)."""

import adjudication.systems.ows.table.rsoi as rsoi
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.sensing.detection import search
from adjudication.systems.ows.sensing.sensors import Sensor, in_asw_mode, sonar
from adjudication.systems.ows.table.counters import (
    MISSION,
    SHIP,
    SUBMARINE,
    UNDERSEA,
    Weapon,
    salvos_left,
    sheet,
    weapons,
)
from adjudication.systems.ows.table.damage import take_hits
from adjudication.systems.ows.table.ladder import MOST_HITS, Shift, hits, modified
from adjudication.systems.ows.table.magazines import expend, holds_fire
from adjudication.systems.ows.table.status import enemy_of, is_ready, leave_silent_running, on_map
from adjudication.systems.ows.table.tokens import disruption_shifts, token_shifts
from adjudication.systems.ows.table.weather import ASW_ROLL, weather_shifts
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

SCREEN = 2
"""ASW assets in ASW mode that form a screen (6.4.4.1)."""


def weapon_against(state: State, piece: Piece, target: str) -> Weapon | None:
    """The weapon with the largest die that a unit has against SEA or UNDERSEA targets at close quarters:
    torpedoes and ASW weapons; None without one, or with its salvos spent."""
    fit = [
        weapon
        for weapon in weapons(state, piece)
        if target in weapon.at
        and weapon.flight in ("torpedo", "asw")
        and (not weapon.salvos or salvos_left(state, piece, weapon))
    ]
    return max(fit, key=lambda weapon: weapon.die) if fit else None


def capable(state: State, piece: Piece) -> bool:
    """Whether a unit can detect and attack submarines now (8.5.2): it has the symbol, and is neither
    suppressed (9.6.1a) nor kept from firing (7.2.1.1b)."""
    if piece.kind.group not in (SHIP, SUBMARINE, MISSION) or holds_fire(state, piece):
        return False
    return is_ready(state, piece.id) and weapon_against(state, piece, UNDERSEA) is not None


def capable_at(state: State, side: str, hex: str) -> list[Piece]:
    """A side's units in a hex that can detect and attack submarines."""
    return [piece for piece in state.pieces_at(hex) if piece.side == side and capable(state, piece)]


def has_screen(active: list[Piece]) -> bool:
    """Whether these assets in ASW mode form an ASW Screen (6.4.4.1)."""
    return len(active) >= SCREEN


def located(umpire: Umpire, submarine: str, assets: list[Piece], *, rule: str, reattacks: int = 0) -> bool:
    """ASW assets try together to detect a submarine that attacks, with a promotion for each re-attack
    (9.9.5.5b). Gives whether they know where it is."""
    state = umpire.state
    boat = state.pieces[submarine]
    shifts = weather_shifts(state, state.where(submarine), ASW_ROLL)
    if reattacks:
        shifts = [Shift(T("re-attacks"), reattacks, R["9.9.5.5b"]), *shifts]
    sensors = [Sensor(sonar(asset), tuple(shifts)) for asset in assets]
    return search(umpire, submarine, sensors, T("ASW detection"), [], rule=rule, audience=(boat.side,))


def attack_shifts(state: State, attacker: Piece, target: Piece) -> list[Shift]:
    """What promotes and demotes a torpedo or ASW attack: RSO&I, disrupted C2, tokens on the target."""
    return [
        *rsoi.shifts(state, attacker.id, target.id),
        *disruption_shifts(state, attacker),
        *token_shifts(state, target.id),
    ]


def release(umpire: Umpire, attacker: str, weapon: Weapon, *, rule: str) -> None:
    """A torpedo or ASW weapon of which there are only so many is crossed off (9.5a); others endure."""
    if weapon.salvos:
        expend(umpire, attacker, {weapon.id: 1}, rule=rule)


def asw_attack(umpire: Umpire, asset: str, submarine: str, *, rule: str) -> int:
    """A unit attacks a detected submarine with its ASW die (8.5.2): the hits it scores. They are not taken
    yet: attacks may be simultaneous."""
    state = umpire.state
    attacker, boat = state.pieces[asset], state.pieces[submarine]
    weapon = weapon_against(state, attacker, UNDERSEA)
    if weapon is None:
        return 0
    leave_silent_running(umpire, asset, rule=R["6.4.2.1c"])
    release(umpire, asset, weapon, rule=R["9.5a"])
    shield = sheet(boat).defence
    what = T("ASW attack", unit=asset, submarine=submarine, least=shield)
    shifts = tuple(attack_shifts(state, attacker, boat))
    return umpire.result_of(roll_for_hits, weapon.die, shifts, what, shield, MOST_HITS, rule)


def roll_for_hits(
    umpire: Umpire, die: int, shifts: tuple[Shift, ...], what: Text, shield: int, most: int, rule: str
) -> int:
    """One die, promoted and demoted, against a red shield: the hits, at most so many."""
    final = modified(umpire, die, list(shifts), what)
    return hits(umpire.roll(final, what, rule=rule), shield, shield, most=most)


def screen_attack(umpire: Umpire, assets: list[Piece], submarine: str, *, rule: str) -> int:
    """One of the assets that found a submarine attacks it, whichever its side chooses: the hits."""
    boat = umpire.state.pieces[submarine]
    names = [asset.id for asset in assets]
    question = T("unit that attacks a submarine", submarine=submarine)
    asset = umpire.choose_piece(enemy_of(umpire.state, boat.side), question, names, rule=rule)
    return asw_attack(umpire, asset, submarine, rule=rule)


def sunk(state: State, submarine: str) -> bool:
    """Whether a submarine is lost."""
    return not state.pieces[submarine].steps


def asw_reaction(umpire: Umpire, submarine: str) -> None:
    """A submarine fires missiles (9.9.4.3): airborne ASW assets in its hex try to detect it, each by itself,
    until one does; then ASW assets in range may attack it at once. Its missiles fly in any case
    (9.9.4.3c), so note where they come from before."""
    state = umpire.state
    boat = state.pieces[submarine]
    enemy, hex = enemy_of(state, boat.side), state.where(submarine)
    aloft = [
        asset
        for asset in state.pieces_at(hex)
        if asset.side == enemy and asset.kind.group == MISSION and in_asw_mode(state, asset)
    ]
    airborne = umpire.those_with(aloft, lambda asset: capable(state, asset))
    if not any(located(umpire, submarine, [asset], rule=R["9.9.4.3a"]) for asset in airborne):
        return
    near = [asset.id for asset in in_range(umpire.state, enemy, hex)]
    question = T("units that attack a submarine", submarine=submarine)
    for asset in umpire.choose_some(enemy, question, near, rule=R["9.9.4.3b"]):
        if not sunk(umpire.state, submarine):
            scored = asw_attack(umpire, asset, submarine, rule=R["9.9.4.3b"])
            take_hits(umpire, submarine, scored, rule=R["9.9.4.3b"], fires=False)


def in_range(state: State, side: str, hex: str) -> list[Piece]:
    """A side's units that can attack a submarine in that hex with the range that they have."""
    found = []
    for id in on_map(state, side):
        asset = state.pieces[id]
        weapon = weapon_against(state, asset, UNDERSEA) if capable(state, asset) else None
        if weapon is not None and within(state, asset.place, hex, weapon.range):
            found.append(asset)
    return found


def within(state: State, one: str, other: str, hexes: int) -> bool:
    """Whether two hexes lie no farther apart."""
    if one == other:
        return True
    distance = state.board.range(one, other)
    return distance is not None and distance <= hexes
