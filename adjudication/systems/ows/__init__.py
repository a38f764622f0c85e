"""The Operational Wargame System 2.3: joint operations at sea, in the air, in space and cyberspace.

The folders are the chapters of the rulebook, from what lies on the `table` upwards; a module has the orders
that are given in it (`KINDS`). Beside this module stand those that rest on all chapters: set-up, the sequence
of play, what players are told, and what came of an order. `player` is the staff that plays a side.
"""

from adjudication.engine.games.systems import OddsSettings, Players, Reports, Rules, RuleSystem, Words
from adjudication.engine.legality import Listing
from adjudication.engine.policies import RandomByKind
from adjudication.systems.ows import sequence
from adjudication.systems.ows.air import air_tasking, assaults, basing, exceeding, packages
from adjudication.systems.ows.air_battle import air_combat
from adjudication.systems.ows.command import assessment, planning
from adjudication.systems.ows.command.objectives import standing
from adjudication.systems.ows.ground.attacks import battle, declare, defensive_fires, exploitation_combat
from adjudication.systems.ows.ground.fires import prep_fires
from adjudication.systems.ows.ground.forces import action_points
from adjudication.systems.ows.ground.forces.formations import heading
from adjudication.systems.ows.ground.maneuver import exploitation, march, reaction
from adjudication.systems.ows.ground.rear import rear_area
from adjudication.systems.ows.ground.segment import initiative, organize
from adjudication.systems.ows.hints import hint, left
from adjudication.systems.ows.information_operations import information
from adjudication.systems.ows.joint_fires import nuclear
from adjudication.systems.ows.kill_chain import summary
from adjudication.systems.ows.losses import losses, objections
from adjudication.systems.ows.player.policy import StaffPolicy
from adjudication.systems.ows.sea import naval
from adjudication.systems.ows.sequence import begin, proceed_order
from adjudication.systems.ows.special_operations import sof
from adjudication.systems.ows.strike_warfare import strike_plans, strikes
from adjudication.systems.ows.support import regeneration, replenishment
from adjudication.systems.ows.supposing import SUPPOSITIONS, attackers, suppose
from adjudication.systems.ows.table.counters import check_kinds
from adjudication.systems.ows.table.settings import number
from adjudication.systems.ows.table.status import SUPPRESSED, control
from adjudication.systems.ows.theater_isr import isr
from adjudication.systems.ows.transport import strategic
from adjudication.systems.ows.undersea import torpedoes

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
