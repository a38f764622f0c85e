"""Starting the game (3): preparation and deployment."""

import adjudication.systems.nineveh.card_play.player_events as player_events
import adjudication.systems.nineveh.cards.checking as checking
import adjudication.systems.nineveh.cards.purchase as purchase
import adjudication.systems.nineveh.course.deployment as deployment
import adjudication.systems.nineveh.table.supply as supply
from adjudication.engine.reasons import Why
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.card_play.events import lay_deck
from adjudication.systems.nineveh.table.blocks import DAESH
from domain.table.state import State


def lay(umpire: Umpire) -> None:
    """Check the cards, lay the decks, and place the supply marker (3.0f)."""
    checking.check(umpire.state.kinds)
    lay_deck(umpire)
    supply.show(umpire)


def begin_preparation(umpire: Umpire) -> None:
    """Nothing happens by itself."""


def end_preparation(umpire: Umpire) -> None:
    """Priorities and cards are laid out (3.0b, 3.2b)."""
    purchase.lay_out(umpire)


def preparing(state: State) -> Why:
    """Who has still to choose (3.0b, 3.2a), or to write events (9.3c)."""
    return purchase.preparing(state) or player_events.missing(state)


def begin_deployment(umpire: Umpire) -> None:
    """Blocks are made ready to be set up (3.3)."""
    deployment.begin(umpire)


def end_deployment(umpire: Umpire) -> None:
    """When all blocks are set up, Hasty Attack is played (9.2b)."""
    if umpire.state.side == DAESH:
        purchase.hasty_attack(umpire)


def deploying(state: State) -> Why:
    """What must still be set up (3.3j)."""
    return deployment.deploying(state)
