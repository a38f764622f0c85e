"""Somalia: the UN intervention of 1992-95, for a UN player and one to three Bandit players, with two later
scenarios.

The folders follow the rulebook, from the map and the counters on the `table` upwards; a module has the
orders that are given in it (`KINDS`). `later` has the scenarios of 2006. Beside this module stand those that
rest on all chapters.
"""

from adjudication.engine.games.systems import OddsSettings, Players, Reports, Rules, RuleSystem, Words
from adjudication.engine.legality import Listing
from adjudication.engine.orders import OrderKind
from adjudication.systems.somalia import operations, sequence
from adjudication.systems.somalia.between_turns import deployment, terrorism
from adjudication.systems.somalia.hints import heading, hint, left
from adjudication.systems.somalia.joining import joined
from adjudication.systems.somalia.later import season
from adjudication.systems.somalia.losses import losses, objections
from adjudication.systems.somalia.optional_rules import talks
from adjudication.systems.somalia.player.policy import ByChance, SensiblePolicy
from adjudication.systems.somalia.politics import victory
from adjudication.systems.somalia.shown import control, standing
from adjudication.systems.somalia.summary import summary
from adjudication.systems.somalia.table.forces import check_kinds
from adjudication.systems.somalia.table.turns import concludes

CHAPTERS = (deployment, operations, terrorism, sequence, talks, victory)


def whole(kind: OrderKind) -> OrderKind:
    """An order with what follows from it: the next phase, or the end of the game. Talks stand beside an order
    that waits, which is not theirs to end."""
    if kind.beside:
        return kind
    return kind._replace(procedure=victory.watched(sequence.goes_on(kind.procedure)))


KINDS = joined((*(whole(kind) for chapter in CHAPTERS for kind in chapter.KINDS), *season.KINDS))

SYSTEM = RuleSystem(
    name="somalia",
    title="Somalia",
    begin=sequence.begin,
    orders=KINDS,
    legal=Listing(list(KINDS.values())),
    proceed=sequence.proceed_order,
    hint=hint,
    default_scenario="unosom",
    rules=Rules(
        phases=sequence.PHASES,
        fixed_sides=True,
        objections=objections,
        check_kinds=check_kinds,
    ),
    words=Words(left=left, heading=heading, summary=summary, concludes=concludes),
    odds=OddsSettings(budget=36_000, sampling_budget=10_000, alternatives=1_000),
    players=Players(policies={"random": ByChance(), "sensible": SensiblePolicy()}),
    reports=Reports(losses=losses, control=control, standing=standing),
)
