"""What may be done next, in plain words; and what the supplement has against a manual change."""

from adjudication.engine.orders import Order
from adjudication.engine.reasons import said_of
from adjudication.systems.ignorant_armies.operations.kuwait import barred, who
from adjudication.systems.ignorant_armies.random_events.events import EVENT as HAPPENED
from adjudication.systems.ignorant_armies.table.turns import COMBATS, EVENT
from domain.table.state import State
from domain.texts import Said


def hint(state: State) -> str:
    """What may be done next."""
    if state.phase == EVENT:
        event = state.mark("game", HAPPENED)
        name, void = (event["name"], event.get("void")) if event else (None, None)
        said = f"No event: {name}, since {void}." if void else f"Event: {name}."
        return f"{said} `next` begins the first player-turn."
    side = state.sides[state.side].name
    if state.phase in COMBATS:
        return (
            f"{side} attacks (attack, missile, tanker-war); record losses (lose), advances and retreats "
            "(move). `next` ends the phase."
        )
    return f"{side} moves (move) and brings units on (build). `next` ends the phase."


def objections(state: State, act: Order) -> list[tuple[str, Said]]:
    """What the supplement has against a piece that is put into a hex by hand."""
    if act.name not in ("hand-move", "hand-place"):
        return []
    piece = state.pieces.get(str(act.arguments.get("piece")))
    to = str(act.arguments.get("to"))
    space = state.board.spaces.get(to)
    if piece is None or space is None or not space.row:
        return []
    found = barred(state, who(piece), to)
    return [(found.rule, said_of(found))] if found else []
