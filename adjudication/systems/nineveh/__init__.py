"""We Are Coming, Nineveh!: the battle for West Mosul, February to July 2017, for two players or one.

The folders follow the rulebook, from the map and the blocks on the `table` upwards; a module has the orders
that are given in it (`KINDS`). Beside this module stand those that rest on all chapters.
"""

from collections.abc import Mapping

from adjudication.engine.games.systems import OddsSettings, Players, Reports, Rules, RuleSystem, Words
from adjudication.engine.legality import Listing
from adjudication.systems.nineveh import sequence
from adjudication.systems.nineveh.card_play import play, player_events, production
from adjudication.systems.nineveh.cards import checking, purchase
from adjudication.systems.nineveh.cards.on_cards import HQS
from adjudication.systems.nineveh.course import deployment, victory
from adjudication.systems.nineveh.fighting import combat
from adjudication.systems.nineveh.fighting.combat_summary import summary
from adjudication.systems.nineveh.hints import heading, hint, left
from adjudication.systems.nineveh.losses import losses, objections
from adjudication.systems.nineveh.moving import hq, movement
from adjudication.systems.nineveh.player.policy import SensiblePolicy
from adjudication.systems.nineveh.solitaire.sheets import check as check_council
from adjudication.systems.nineveh.supposing import SUPPOSITIONS, suppose
from adjudication.systems.nineveh.table import blocks, markers, rumours
from adjudication.systems.nineveh.table.blocks import control
from adjudication.systems.nineveh.table.forces import GROUPS
from domain.events.data import KindData

CHAPTERS = (purchase, player_events, deployment, hq, production, movement, combat, rumours, play, sequence)

KINDS = {
    kind.name: kind._replace(procedure=sequence.whole(markers.then_show(kind.procedure)))
    for chapter in CHAPTERS
    for kind in chapter.KINDS
}


def check_kinds(kinds: Mapping[str, KindData]) -> None:
    """Raises BadData for the first block, or card of a deck, that cannot be read."""
    blocks.check(kinds)
    checking.check(kinds)
    check_council(kinds)


SYSTEM = RuleSystem(
    name="nineveh",
    title="We Are Coming, Nineveh!",
    begin=sequence.begin,
    orders=KINDS,
    legal=sequence.by_players_alone(Listing(list(KINDS.values()))),
    proceed=sequence.proceed_order,
    hint=hint,
    default_scenario="campaign",
    rules=Rules(
        phases=sequence.PHASES,
        last_turn=lambda state: sequence.LAST_TURN,
        fixed_sides=True,
        objections=objections,
        check_kinds=check_kinds,
    ),
    words=Words(
        reserved=(*HQS, *GROUPS, *victory.METRICS),
        contacts=True,
        left=left,
        heading=heading,
        summary=summary,
    ),
    odds=OddsSettings(suppose=suppose, suppositions=SUPPOSITIONS, budget=24_000, alternatives=6_000),
    players=Players(policies={"sensible": SensiblePolicy()}),
    reports=Reports(losses=losses, control=control, standing=victory.standing),
)
