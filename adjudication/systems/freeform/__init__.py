"""Freeform: a game with a board and sides but no rulebook, for seminar and matrix games.

The phases of a turn (1.1, 1.3 to 1.5) are in `phases`; moving (2.0), actions that the white cell judges (3.0)
and the end of the game (5.0) are in `sequence`; all else is done by hand.
"""

from adjudication.engine.games.systems import Rules, RuleSystem
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.systems.freeform.phases import PHASES, hint
from adjudication.systems.freeform.sequence import (
    Act,
    Move,
    Proceed,
    act,
    begin,
    covert_by_default,
    legal_orders,
    move,
    proceed,
    proceed_order,
)

R = citations("freeform", __file__)

SYSTEM = RuleSystem(
    name="freeform",
    title="Freeform",
    begin=begin,
    orders={
        kind.name: kind
        for kind in (
            OrderKind("move", Move, move, R["2.1"], "move a piece of one's own"),
            OrderKind(
                "act",
                Act,
                act,
                R["3.1"],
                "state an action, for the white cell to judge",
                covert=covert_by_default,
                text="intent",
                unlisted=("intent", "moves"),
            ),
            OrderKind("proceed", Proceed, proceed, R["1.1"], "end the phase"),
        )
    },
    legal=legal_orders,
    proceed=proceed_order,
    hint=hint,
    default_scenario="strait",
    rules=Rules(
        phases=PHASES,
        own_phases=True,
        last_turn=lambda state: int(state.options.get("turns") or 0),
        judged="how actions come out and which side achieved most",
    ),
)
