"""We Are Coming, Nineveh!: the battle for West Mosul, February to July 2017, for two players or one.

The modules follow the rulebook: the map (2.2) and blocks (2.1), losses (6.3), the start (3), the sequence
of play (4), then a module for each chapter, each with the orders that are given in it (`KINDS`).
"""

from collections.abc import Mapping

from adjudication.engine.legality import Listing
from adjudication.engine.systems import RuleSystem
from adjudication.systems.nineveh import (
    blocks,
    combat,
    deployment,
    hq,
    markers,
    movement,
    player_events,
    production,
    rumours,
    sequence,
    victory,
)
from adjudication.systems.nineveh.blocks import control
from adjudication.systems.nineveh.cards import checking, play, purchase
from adjudication.systems.nineveh.cards.on_cards import HQS
from adjudication.systems.nineveh.combat_summary import summary
from adjudication.systems.nineveh.forces import GROUPS
from adjudication.systems.nineveh.hints import groups, hint, left
from adjudication.systems.nineveh.losses import losses, objections
from adjudication.systems.nineveh.player.policy import SensiblePolicy
from adjudication.systems.nineveh.solitaire.sheets import check as check_council
from adjudication.systems.nineveh.supposing import SUPPOSES, supposed
from domain.events.data import KindData

CHAPTERS = (purchase, player_events, deployment, hq, production, movement, combat, rumours, play, sequence)

KINDS = {
    kind.name: kind._replace(procedure=sequence.whole(markers.then_show(kind.procedure)))
    for chapter in CHAPTERS
    for kind in chapter.KINDS
}


def readable(kinds: Mapping[str, KindData]) -> None:
    """Raises BadData for the first block, or card of a deck, that cannot be read."""
    blocks.check(kinds)
    checking.check(kinds)
    check_council(kinds)


SYSTEM = RuleSystem(
    name="nineveh",
    title="We Are Coming, Nineveh!",
    fixed_sides=True,
    begin=sequence.begin,
    orders=KINDS,
    legal=sequence.by_players_alone(Listing(list(KINDS.values()))),
    proceed=sequence.proceed_order,
    hint=hint,
    left=left,
    groups=groups,
    default_scenario="campaign",
    policies={"sensible": SensiblePolicy()},
    phases=sequence.PHASES,
    control=control,
    contacts=True,
    words=(*HQS, *GROUPS, *victory.METRICS),
    readable=readable,
    standing=victory.standing,
    summary=summary,
    losses=losses,
    objections=objections,
    supposed=supposed,
    supposes=SUPPOSES,
    odds_budget=24_000,
    turns=lambda state: sequence.LAST_TURN,
    odds_alternatives=6_000,
)
