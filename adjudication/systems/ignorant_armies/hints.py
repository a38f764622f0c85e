"""What may be done next, in plain words; and what the supplement has against a manual change."""

from adjudication.engine.orders import Order
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.systems.ignorant_armies.events import EVENT as HAPPENED
from adjudication.systems.ignorant_armies.kuwait import barred, who
from adjudication.systems.ignorant_armies.turns import COMBATS, EVENT
from domain.table.state import State
from domain.texts import Text

R = citations("ignorant-armies", __file__)
T = texts("ignorant-armies", __file__)

_BARRED = {
    R["kuwait.islands"]: T("no unit enters the Kuwaiti islands"),
    R["kuwait.road-hex"]: T("Iranian units never enter 2435"),
    R["ja.withdrawal.kuwait-closed"]: T("Kuwait is closed to Iran"),
    R["kuwait.no-game-end"]: T("Iranian units enter the border hexes alone"),
    R["ja.ops.kuwait-saudi-range"]: T("Kuwaiti and Saudi brigades stay near Kuwait"),
    R["kuwait.iraqi-units"]: T("Iraqi units may not enter Kuwait"),
}
"""Why a unit is kept out of a hex, by the rule that does."""


def hint(state: State) -> str:
    """What may be done next."""
    if state.phase == EVENT:
        event = state.mark("game", HAPPENED, {})
        void = event.get("void")
        said = f"No event: {event.get('name')}, since {void}." if void else f"Event: {event.get('name')}."
        return f"{said} `next` begins the first player-turn."
    side = state.sides[state.side].name
    if state.phase in COMBATS:
        return (
            f"{side} attacks (attack, missile, tanker-war); record losses (lose), advances and retreats "
            "(move). `next` ends the phase."
        )
    return f"{side} moves (move) and brings units on (build). `next` ends the phase."


def objections(state: State, act: Order) -> list[tuple[str, Text]]:
    """What the supplement has against a piece that is put into a hex by hand."""
    if act.name not in ("hand-move", "hand-place"):
        return []
    piece = state.pieces.get(str(act.arguments.get("piece")))
    to = str(act.arguments.get("to"))
    space = state.board.spaces.get(to)
    if piece is None or space is None or not space.row:
        return []
    found = barred(state, who(piece), to)
    return [(found.rule, _BARRED[found.rule])] if found else []
