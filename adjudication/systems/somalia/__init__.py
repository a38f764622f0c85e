"""Somalia: the UN intervention of 1992-95, for a UN player and one to three Bandit players, with two later
scenarios.

The modules follow the rulebook: the map (2.1) and counters (2.2), the sequence of play (3), then a module for
each chapter, each with the orders that are given in it (`KINDS`); `later/` has the scenarios of 2006.
"""

from adjudication.engine.legality import Listing
from adjudication.engine.systems import RuleSystem
from adjudication.systems.somalia import operations, sequence

CHAPTERS = (operations, sequence)

KINDS = {
    kind.name: kind._replace(procedure=sequence.goes_on(kind.procedure))
    for chapter in CHAPTERS
    for kind in chapter.KINDS
}

SYSTEM = RuleSystem(
    name="somalia",
    title="Somalia",
    begin=sequence.begin,
    orders=KINDS,
    legal=Listing(list(KINDS.values())),
    proceed=sequence.proceed_order,
    hint=lambda state: "",
    default_scenario="unosom",
    phases=sequence.PHASES,
)
