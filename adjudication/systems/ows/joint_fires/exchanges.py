"""Adjudication of salvos (9.2, 9.4, 9.9): the launch, what the defender does about it, and the hits.

All that is fired in an action is committed before a die is rolled, in both directions where the defender
fires back, so that the targets can be taken one after the other and the results are simultaneous all the
same (9.9.1d).
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.air_losses import shoot_down
from adjudication.systems.ows.joint_fires.fires import most_hits, strike_ground_unit
from adjudication.systems.ows.joint_fires.salvos import Salvo, fired_by
from adjudication.systems.ows.joint_fires.shot_calculus import (
    Engagement,
    commit,
    intercept,
    screening,
    settled,
)
from adjudication.systems.ows.table.counters import GROUND, MISSION, SHIP, SUBMARINE, sheet
from adjudication.systems.ows.table.damage import strike_number, take_hits
from adjudication.systems.ows.table.infrastructure import (
    destroyed_stocks,
    is_infrastructure,
    lose_stocks,
    stock,
    stores,
)
from adjudication.systems.ows.table.ladder import hits
from adjudication.systems.ows.table.magazines import LAUNCHED, expend
from adjudication.systems.ows.table.status import detect, detected, enemy_of, leave_silent_running, sides
from adjudication.systems.ows.undersea.asw import asw_reaction
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")


def launch(umpire: Umpire, salvos: Sequence[Salvo]) -> None:
    """Each unit crosses off what it fires (9.5a). Ships and ground units that fire missiles are detected at
    once (9.9.4.2); a submarine's launch may bring ASW assets upon it, and flies in any case (9.9.4.3)."""
    for id, used in fired_by(salvos).items():
        expend(umpire, id, used, rule=R["9.5a"])
    state = umpire.state
    launched = [salvo.shooter for salvo in salvos if salvo.weapon.flight in LAUNCHED or salvo.weapon.loiters]
    for id in dict.fromkeys(launched):
        unit = state.pieces[id]
        if unit.kind.group in (SHIP, GROUND) and not detected(state, unit):
            detect(umpire, id, rule=R["9.9.4.2"])
        elif unit.kind.group == SUBMARINE:
            leave_silent_running(umpire, id, rule=R["9.9.4.3a"])
            asw_reaction(umpire, id)


def answer(umpire: Umpire, salvos: Sequence[Salvo]) -> list[Engagement]:
    """What each side does about the salvos at its units, in the order of the sides: fighters first, then
    grey shields (9.9.4.1, 9.2.1)."""
    found: list[Engagement] = []
    for attacker in sides(umpire.state):
        fired = [salvo for salvo in salvos if salvo.side == attacker]
        if fired:
            defender = enemy_of(umpire.state, attacker)
            left = intercept(umpire, fired, defender)
            hexes = [umpire.state.where(salvo.target) for salvo in left]
            screen = screening(umpire, defender, hexes) if left else []
            met = commit(umpire, left, defender, screen) if left else {}
            found += settled(umpire, left, met, screen)
    return found


def prepare(umpire: Umpire, salvos: Sequence[Salvo]) -> list[Engagement]:
    """Fire the salvos, and settle what each target faces."""
    launch(umpire, salvos)
    return answer(umpire, salvos)


def adjudicate(umpire: Umpire, salvos: Sequence[Salvo]) -> None:
    """Salvos from their launch to their effects."""
    settle(umpire, umpire.step_over(prepare, list(salvos)))


def settle(umpire: Umpire, engaged: Sequence[Engagement]) -> None:
    """Roll what each target faces, and apply it."""
    umpire.each(resolve, engaged)


def resolve(umpire: Umpire, engagement: Engagement) -> None:
    """The hits on one target, grey shields first, and what they come to (9.2a, 9.4, 9.9.7)."""
    target = umpire.state.pieces[engagement.target]
    shots = [msgspec.structs.astuple(shot) for shot in engagement.shots]
    if is_infrastructure(target) and stores(sheet(target)):
        strike_stocks(umpire, target, shots)
        return
    most = limit(umpire.state, target)
    number = umpire.total(hits_of, shots, lambda one, other: min(most, one + other), 0)
    if not number or not target.steps:
        return
    umpire.sum(T("hits on a target", target=target.id)).add(
        T("salvos that got through"), number, rule=R["2.2.3b"]
    )
    if target.kind.group == GROUND:
        strike_ground_unit(umpire, target.id, number, engagement.missiles)
    elif target.kind.group == MISSION:
        shoot_down(umpire, target.id, number, rule=R["5.1.1.3d"])
    else:
        rule = R["9.9.7c"] if is_infrastructure(target) else R["2.2.3b"]
        take_hits(umpire, target.id, number, rule=rule, fires=not is_infrastructure(target))


def strike_stocks(umpire: Umpire, point: Piece, shots: Sequence[tuple[Any, ...]]) -> None:
    """Each hit on ammunition or fuel destroys as much of it as a die shows (9.9.7d, 2.2.2.6a)."""
    held = stock(umpire.state, point)
    most = sum(held.values())
    die = strike_number(umpire.state, "stocks lost to a hit")
    fired = [(point.id, die, *shot) for shot in shots]
    lost = umpire.total(stocks_of, fired, lambda one, other: min(most, one + other), 0)
    if lost:
        lose_stocks(umpire, point, lost, held)


def stocks_of(umpire: Umpire, point: str, die: int, *shot: Any) -> int:
    """What one salvo destroys at a point."""
    return destroyed_stocks(umpire, point, die, hits_of(umpire, *shot))


def limit(state: State, target: Piece) -> int:
    """The hits of one strike beyond which more come to nothing."""
    if target.kind.group == GROUND:
        return most_hits(state, target)
    return target.steps + 1


def hits_of(
    umpire: Umpire,
    die: int,
    grey: tuple[tuple[Text, int], ...],
    red: int,
    printed: int,
    salvo: Text,
    shown: bool,
) -> int:
    """The hits of one salvo: it must beat each grey shield before it, with a roll each, and then the red
    shield with another (9.2a); twice the red shield is two hits, and so on (2.1.1.3)."""
    for shield, number in grey:
        purpose = T("salvo against a grey shield", salvo=salvo, shield=shield)
        if not umpire.roll_at_least(number, die, purpose, rule=R["9.2a"]):
            return 0
    purpose = T("salvo against the red shield", salvo=salvo, least=red if shown else None)
    roll = umpire.roll(die, purpose, rule=R["9.2a"])
    return hits(roll, red, printed)
