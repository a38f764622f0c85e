"""The Battle for Ramadi: one player against the rules, ten turns of the final assault on the city.

`table` has the map, the counters, and the ground that is held, `phases` a module for each phase; the sequence
of play (6.0) with its ending (5.2, 7.2) stands above them, beside this module.
"""

from adjudication.engine.games.systems import Players, Reports, Rules, RuleSystem
from adjudication.engine.legality import Listing
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.systems.ramadi import sequence
from adjudication.systems.ramadi.hints import hint
from adjudication.systems.ramadi.phases import interphase, operations, planning, setup
from adjudication.systems.ramadi.phases.setup import begin
from adjudication.systems.ramadi.player.policy import SensiblePolicy, proposed
from adjudication.systems.ramadi.player.standing import evaluate
from adjudication.systems.ramadi.sequence import PHASES, assign, deploy, proceed, proceed_order
from adjudication.systems.ramadi.table import orders
from adjudication.systems.ramadi.table.ground import communications, control
from adjudication.systems.ramadi.table.holding import contradictions, objections, settle
from adjudication.systems.ramadi.table.turns import LAST_TURN

R = citations("ramadi", __file__)

KINDS = {
    kind.name: kind
    for kind in (
        OrderKind(
            "deploy",
            orders.Deploy,
            deploy,
            R["4.1a"],
            "put a ground unit on the map",
            legality=(setup.DEPLOY, interphase.DEPLOY),
        ),
        OrderKind(
            "assign",
            orders.Assign,
            assign,
            R["4.1c"],
            "put a ground asset into a box",
            legality=(setup.ASSIGN, interphase.ASSIGN),
        ),
        OrderKind(
            "plan", orders.Plan, planning.plan, R["6.1c"], "plan an operation", legality=(planning.PLAN,)
        ),
        OrderKind(
            "support",
            orders.Support,
            planning.support,
            R["6.2a"],
            "allocate an asset",
            legality=(planning.SUPPORT,),
        ),
        OrderKind(
            "guard",
            orders.Guard,
            planning.guard,
            R["7.1a"],
            "let a drone guard a hex",
            legality=(planning.GUARD,),
        ),
        OrderKind(
            "execute",
            orders.Execute,
            operations.execute,
            R["6.4a"],
            "execute an operation",
            legality=(operations.EXECUTE,),
        ),
        OrderKind(
            "move",
            orders.Move,
            interphase.move,
            R["6.7a"],
            "move a unit on the map",
            legality=(interphase.MOVE,),
        ),
        OrderKind(
            "transfer",
            orders.Transfer,
            interphase.transfer,
            R["6.7d"],
            "take a unit off the map",
            legality=(interphase.TRANSFER,),
        ),
        OrderKind(
            "proceed",
            orders.Proceed,
            proceed,
            R["6.0"],
            "be done with this phase",
            legality=(sequence.PROCEED,),
        ),
    )
}

SYSTEM = RuleSystem(
    name="ramadi",
    title="The Battle for Ramadi",
    begin=begin,
    orders=KINDS,
    legal=Listing([KINDS["proceed"], *(kind for kind in KINDS.values() if kind.name != "proceed")]),
    proceed=proceed_order,
    hint=hint,
    default_scenario="historical",
    rules=Rules(
        phases=PHASES,
        last_turn=lambda state: LAST_TURN,
        fixed_sides=True,
        objections=objections,
        settle=settle,
        contradictions=contradictions,
    ),
    players=Players(policies={"sensible": SensiblePolicy()}, proposed=proposed, evaluate=evaluate),
    reports=Reports(control=control, communications=communications),
)
