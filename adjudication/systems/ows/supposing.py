"""What a side supposes of the enemy where it does not know, for odds before it commits itself: magazines are
full, no token or mission is in force that it has not seen, and each unknown aircraft in the air may be on
combat air patrol."""

from collections.abc import Callable, Sequence

from adjudication.engine.orders import Order
from adjudication.systems.ows.air.missions import CAP, DCA, types_of
from adjudication.systems.ows.ground.forces.combats import combat_at, declared
from adjudication.systems.ows.ground.forces.units import is_maneuver
from adjudication.systems.ows.table.counters import MISSION, sheet
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import ATTACK_MISSION, EMITTING, MISSION_FLOWN
from domain.events.seen import knows
from domain.table.state import Piece, State
from domain.views.view import sees_mark

_ATTACK = "Assumed: the defender has no supporting fires that are hidden from the attacker."
_AMMUNITION = "Assumed: enemy magazines are full, and no enemy token that you have not seen is in force."
_AIRCRAFT = (
    "Assumed: enemy magazines are full, no enemy token that you have not seen is in force, and each unknown "
    "aircraft in the air is on combat air patrol if it can be."
)
SUPPOSITIONS = {
    "strike": _AIRCRAFT,
    "fight": _AIRCRAFT,
    "torpedo": _AMMUNITION,
    "asw": _AMMUNITION,
    "attack": _ATTACK,
    "support-attack": _ATTACK,
    "resolve": _ATTACK,
    "support-defence": "Assumed: the attack has no supporting fires that are hidden from the defender, and "
    "each unknown attacker is a maneuver unit, or an engineer unit that attacks with others.",
}
"""As odds say it to a side. The white cell's own odds take everything as it is."""


def suppose(state: State, viewer: str, orders: Sequence[Order]) -> None:
    """Take the secret marks that the viewer does not know from a table of one's own, and have the enemy's
    aircraft fly what they would defend with."""
    for subject, marks in list(state.marks.items()):
        known = knows(viewer, state.who_sees_subject(subject))
        for mark in [mark for mark in marks if not (known and sees_mark(state, viewer, subject, mark))]:
            del marks[mark]
            state.marks_for.pop((subject, mark), None)
            state.lapses.pop((subject, mark), None)
        if not marks:
            del state.marks[subject]
    patrol = DCA if on(state, "counter_air_markers") else CAP
    for piece in state.of_group(MISSION):
        if piece.side == viewer or state.mark(piece.id, MISSION_FLOWN) is not None:
            continue
        type = patrol
        if knows(viewer, piece.known_to):
            able = types_of(state, piece)
            type = patrol if patrol in able and not state.mark(piece.id, EMITTING) else able[0]
            marker = state.mark(piece.id, ATTACK_MISSION)
            type = marker["type"] if marker else type
        flown = {"type": type, "package": "", "tanker": "", "since": state.turn}
        state.marks.setdefault(piece.id, {})[MISSION_FLOWN.name] = flown
    state.forget()


def attackers(state: State) -> tuple[list[str], Callable[[Piece], bool]]:
    """The units that attack, as all can see; each is a maneuver unit or, where others attack with it, may be
    an engineer unit (10.15.1)."""
    combats = [combat.attackers for hex in declared(state) if (combat := combat_at(state, hex)) is not None]
    joined = any(len(units) > 1 for units in combats)

    def able(piece: Piece) -> bool:
        read = sheet(piece)
        return is_maneuver(read) or (joined and read.engineer)

    return [unit for units in combats for unit in units], able
