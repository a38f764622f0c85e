"""The Operational Wargame System 2.3: joint operations at sea, in the air, in space and cyberspace.

The modules follow the rulebook: the dice ladder (2.1), what counters say (2.2), status markers (2.3) and
damage (9.6), the sequence of play (3), then a module for each chapter and phase, each with the orders that
are given in it (`KINDS`).
"""

from adjudication.engine.legality import Listing
from adjudication.engine.policies import RandomByKind
from adjudication.engine.systems import OddsSettings, Players, Reports, Rules, RuleSystem, Words
from adjudication.systems.ows import (
    air_combat,
    air_tasking,
    assaults,
    assessment,
    basing,
    exceeding,
    information,
    isr,
    naval,
    nuclear,
    packages,
    planning,
    regeneration,
    sequence,
    sof,
    strategic,
    strike_plans,
    strikes,
    torpedoes,
)
from adjudication.systems.ows.counters import check_kinds
from adjudication.systems.ows.ground import (
    action_points,
    battle,
    declare,
    defensive_fires,
    exploitation,
    exploitation_combat,
    initiative,
    march,
    organize,
    prep_fires,
    reaction,
    rear_area,
    replenishment,
)
from adjudication.systems.ows.ground.formations import heading
from adjudication.systems.ows.hints import hint, left
from adjudication.systems.ows.kill_chain import summary
from adjudication.systems.ows.losses import losses, objections
from adjudication.systems.ows.objectives import standing
from adjudication.systems.ows.sequence import begin, proceed_order
from adjudication.systems.ows.settings import number
from adjudication.systems.ows.staff.policy import StaffPolicy
from adjudication.systems.ows.status import SUPPRESSED, control
from adjudication.systems.ows.supposing import SUPPOSITIONS, attackers, suppose

CHAPTERS = (
    sequence,
    planning,
    strategic,
    naval,
    air_tasking,
    packages,
    exceeding,
    assaults,
    basing,
    sof,
    information,
    isr,
    strike_plans,
    nuclear,
    air_combat,
    strikes,
    torpedoes,
    action_points,
    organize,
    initiative,
    prep_fires,
    march,
    declare,
    defensive_fires,
    reaction,
    battle,
    exploitation,
    exploitation_combat,
    rear_area,
    regeneration,
    replenishment,
    assessment,
)

KINDS = {kind.name: kind for chapter in CHAPTERS for kind in chapter.KINDS}

TAKE_BACK = ("drop", "silence", "withdraw")
"""Orders that only take another one back."""

SYSTEM = RuleSystem(
    name="ows",
    title="Operational Wargame System",
    begin=begin,
    orders=KINDS,
    legal=Listing(list(KINDS.values())),
    proceed=proceed_order,
    hint=hint,
    default_scenario="tutorial",
    rules=Rules(
        phases=sequence.PHASES,
        phases_played=sequence.phases_played,
        last_turn=lambda state: number(state, "turns"),
        fixed_sides=True,
        objections=objections,
        check_kinds=check_kinds,
    ),
    words=Words(contacts=True, left=left, heading=heading, summary=summary),
    odds=OddsSettings(
        suppose=suppose,
        suppositions=SUPPOSITIONS,
        narrowed=attackers,
        marks=(SUPPRESSED,),
        budget=36_000,
        sampling_budget=6_000,
    ),
    players=Players(policies={"staff": StaffPolicy(), "random": RandomByKind(but=TAKE_BACK)}),
    reports=Reports(losses=losses, control=control, standing=standing),
)
