"""What lasts: the effects of events and of intervention that a side has to heed now, in short lines for
`status`."""

from adjudication.systems.ignorant_armies.foreign_powers.intervention import (
    COMING,
    WITHDREW,
    conditions,
    lowered,
)
from adjudication.systems.ignorant_armies.operations.attacks import GROUND_USES, MISSILE_USES, used
from adjudication.systems.ignorant_armies.supply import headquarters, sources
from adjudication.systems.ignorant_armies.table.sides import (
    CHEMICALS,
    DELIVERED,
    ENGINEERS,
    HUMAN_WAVES,
    INTERVENTION,
    IRAN,
    IRAQ,
    MISSILE_LIMIT,
    NAVAL_INTERVENTION,
    NO_ATTACKS,
    SATELLITES,
    STRONGER,
    UPGRADED,
)
from domain.table.state import State


def left(state: State, side: str) -> list[str]:
    """What a side has to heed now."""
    lines = [*_common(state), *(_iraq(state) if side == IRAQ else _iran(state))]
    if state.mark(side, NO_ATTACKS):
        lines.append("no attacks this game-turn, except by Tanker War rolls")
    if state.mark(side, CHEMICALS):
        uses = used(state, side)
        ground = GROUND_USES[side] - uses["ground"]
        missiles = MISSILE_USES - uses["missiles"]
        lines.append(
            f"chemicals left: {ground} on the ground this game-turn, {missiles} by missile this player-turn"
        )
    return lines


def _common(state: State) -> list[str]:
    lines = []
    if state.mark("game", NAVAL_INTERVENTION):
        lines.append("Western Naval Intervention is in effect")
    if state.options["joint_arab"]:
        lines += _joint_arab(state)
    if state.mark("game", STRONGER):
        lines.append("Popular Army divisions: +1 attack, +1 defence this game-turn")
    return lines


def _joint_arab(state: State) -> list[str]:
    """Where Joint Arab intervention stands, and what the conditions that hold mean for it."""
    now = state.mark("game", INTERVENTION)
    if now is None:
        return [f"condition for Joint Arab intervention: {each}" for each in conditions(state)]
    if now == COMING:
        return ["Joint Arab forces arrive at the start of the next Iraqi player-turn"]
    if now == WITHDREW:
        return ["Joint Arab forces have withdrawn; Kuwait is closed to Iran"]
    served = ", ".join(headquarters(state, IRAQ))
    return [
        f"Joint Arab intervention is in effect; its units may use {served}",
        *(f"no Joint Arab withdrawal as long as {each}" for each in conditions(state)),
    ]


def _iraq(state: State) -> list[str]:
    spaces = state.board.spaces
    from_where = ", ".join(f"{spaces[hex].name} ({hex})" for hex in sources(state, IRAQ))
    lines = [f"supply from: {from_where}"]
    if state.mark(IRAQ, SATELLITES):
        lines.append("satellite intelligence: no fog of war in the Iraqi movement and combat phases")
    return lines


def _iran(state: State) -> list[str]:
    lines = []
    if state.mark("game", HUMAN_WAVES):
        lines.append("human wave rolls: +1 this game-turn")
    if state.mark(IRAN, UPGRADED):
        lines.append("IR headquarters are upgraded")
    if state.mark(IRAN, ENGINEERS):
        lines.append("attacks with an Engineer division: one column right")
    if state.mark(IRAN, MISSILE_LIMIT):
        lines.append(f"missiles: at most {state.mark(IRAN, MISSILE_LIMIT)}")
    if lowered(state):
        lines.append("Iranian Tanker War rolls: -1, after all else")
    lines += [
        f"{state.pieces[unit].name} holds {' and '.join(held)}"
        for unit, held in state.marked(DELIVERED).items()
    ]
    return lines
