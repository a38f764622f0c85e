"""Ignorant Armies: the random events and the Joint Arab intervention of a game of the Iran-Iraq War.

The base game is not in the document: this is a companion ledger. It rolls the event of each game-turn
with its gates, holds what lasts, keeps the victory index, intervention and the endings, and records the
board that people move.
"""

from adjudication.engine.games.systems import Players, Reports, Rules, RuleSystem, Words
from adjudication.engine.legality import Listing
from adjudication.systems.ignorant_armies import sequence
from adjudication.systems.ignorant_armies.foreign_powers import tanker_war
from adjudication.systems.ignorant_armies.hints import hint, objections
from adjudication.systems.ignorant_armies.lasting import left
from adjudication.systems.ignorant_armies.losses import losses
from adjudication.systems.ignorant_armies.operations import attacks, moving, replacements
from adjudication.systems.ignorant_armies.player.policy import CalendarPolicy, OffensivePolicy
from adjudication.systems.ignorant_armies.random_events.events import happened
from adjudication.systems.ignorant_armies.summary import summary
from adjudication.systems.ignorant_armies.table.index import standing
from adjudication.systems.ignorant_armies.table.sides import game_turns
from adjudication.systems.ignorant_armies.table.turns import PHASES

CHAPTERS = (sequence, moving, attacks, tanker_war, replacements)

KINDS = {kind.name: kind for chapter in CHAPTERS for kind in chapter.KINDS}

SYSTEM = RuleSystem(
    name="ignorant-armies",
    title="Ignorant Armies",
    begin=sequence.begin,
    orders=KINDS,
    legal=Listing(list(KINDS.values())),
    proceed=sequence.proceed_order,
    hint=hint,
    default_scenario="gulf-war",
    rules=Rules(phases=PHASES, last_turn=game_turns, fixed_sides=True, objections=objections),
    words=Words(left=left, summary=summary),
    players=Players(policies={"calendar": CalendarPolicy(), "offensives": OffensivePolicy()}),
    reports=Reports(losses=losses, standing=standing, open_standing=True, happened=happened),
)
