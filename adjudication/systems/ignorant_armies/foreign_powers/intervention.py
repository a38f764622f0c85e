"""Joint Arab intervention (ja.*): its conditions, the roll at the end of an Iranian player-turn, arrival,
and withdrawal."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ignorant_armies.operations.kuwait import in_border_hexes
from adjudication.systems.ignorant_armies.operations.replacements import grant
from adjudication.systems.ignorant_armies.table.index import points
from adjudication.systems.ignorant_armies.table.sides import (
    AIR,
    AIR_BOX,
    ARRIVED,
    CONTROL,
    INTERVENTION,
    IRAN,
    IRAQ,
    JOINT_ARAB_BOX,
    RP_JOINT_ARAB,
    WITHDRAWN,
    box,
    is_joint_arab,
    places,
    tagged,
    year,
)
from domain.table.derived import derived
from domain.table.dice import D6
from domain.table.state import State

R = citations("ignorant-armies", __file__)
T = texts("ignorant-armies")

COMING, IN_EFFECT, WITHDREW = "coming", "in effect", "withdrawn"
CAPITAL, CONTROLLED, APPROACHED = "capital", "ja city", "ja approach"
"""Tags: Baghdad; the cities whose control counts; those to which adjacency counts too
(ja.intervention.conditions)."""


@derived
def conditions(state: State) -> list[str]:
    """Which of the conditions for intervention hold, in plain words (ja.intervention.conditions)."""
    board, iranians = state.board, places(state, IRAN)
    found = []
    if in_border_hexes(state):
        found.append("an Iranian unit is in a Kuwaiti border hex")
    if any(iranians.intersection(board.within(hex, 2)) for hex in tagged(board, CAPITAL)):
        found.append("an Iranian unit is within two hexes of Baghdad")
    found += [
        f"Iran controls {board.spaces[hex].name}"
        for hex in tagged(board, CONTROLLED)
        if controls(state, hex) == IRAN
    ]
    found += [
        f"an Iranian unit is next to {board.spaces[hex].name}"
        for hex in tagged(board, APPROACHED)
        if iranians.intersection(board.ring(hex, 1))
    ]
    return found


def controls(state: State, hex: str) -> str:
    """Who controls a city: whoever's unit stands there or was there last; at first the side whose country
    it lies in."""
    for side in (IRAN, IRAQ):
        if hex in places(state, side):
            return side
    home = IRAN if IRAN in state.board.spaces[hex].tags else IRAQ
    return str(state.mark(hex, CONTROL, home))


def end_of_iranian_turn(umpire: Umpire) -> None:
    """The check at the end of each Iranian player-turn: an intervention roll while none has occurred, a
    withdrawal roll while intervention is in effect and no condition holds."""
    state = umpire.state
    if not state.options["joint_arab"]:
        return
    now = state.mark("game", INTERVENTION)
    if now is None and conditions(state):
        least = 5 if year(state) <= 1984 else 6
        asked = T("roll for intervention", low=least, high=6 if least < 6 else None)
        if umpire.roll(D6, asked, rule=R["ja.intervention.roll"]) >= least:
            umpire.mark("game", INTERVENTION, COMING, rule=R["ja.intervention.roll"])
    elif (
        now == IN_EFFECT
        and state.turn > state.mark("game", ARRIVED, 0)
        and not conditions(state)
        and umpire.roll(D6, T("roll for withdrawal", low=5, high=6), rule=R["ja.withdrawal.roll"]) >= 5
    ):
        withdraw(umpire)


def arrive(umpire: Umpire) -> None:
    """At the start of the Iraqi player-turn after the roll: all come on at their entry hexes; those whose
    hex is Iranian wait (ja.intervention.arrival, ja.intervention.vp)."""
    state = umpire.state
    now = state.mark("game", INTERVENTION)
    if now == COMING:
        umpire.mark("game", INTERVENTION, IN_EFFECT, rule=R["ja.intervention.arrival"])
        umpire.mark("game", ARRIVED, state.turn, rule=R["ja.intervention.arrival"])
        points(umpire, IRAQ, 1, T("Joint Arab intervention"), rule=R["ja.intervention.vp"])
    elif now != IN_EFFECT:
        return
    for unit in list(state.pieces_at(JOINT_ARAB_BOX)):
        if unit.kind.group == AIR:
            umpire.move(unit.id, box(AIR_BOX, IRAQ), rule=R["ja.units.air"])
            continue
        free = [hex for hex in unit.kind.data["entry"] if hex not in places(umpire.state, IRAN)]
        if free:
            asked = T("hex where a unit enters", unit=unit.id)
            hex = umpire.choose(IRAQ, asked, free, rule=R["ja.entry-hexes"], suggest=free[0])
            umpire.move(unit.id, hex, rule=R["ja.entry-hexes"])


def withdraw(umpire: Umpire) -> None:
    """All Joint Arab forces leave for good; their RPs are lost, Iraq gets one (ja.withdrawal.effects,
    ja.withdrawal.rp)."""
    umpire.mark("game", INTERVENTION, WITHDREW, rule=R["ja.withdrawal.effects"])
    for unit in [piece for piece in umpire.state.pieces.values() if is_joint_arab(piece)]:
        umpire.move(unit.id, WITHDRAWN, rule=R["ja.withdrawal.effects"])
    saved = umpire.state.track(RP_JOINT_ARAB)
    umpire.score(RP_JOINT_ARAB, -saved, why=T("Joint Arab RPs are lost"), rule=R["ja.withdrawal.rp"])
    grant(umpire, 1, T("equipment left behind"), rule=R["ja.withdrawal.rp"])


def lowered(state: State) -> bool:
    """Whether Iranian Tanker War rolls count one less: from the successful roll on, to the end of the
    game (ja.tanker-war)."""
    return state.mark("game", INTERVENTION) is not None
