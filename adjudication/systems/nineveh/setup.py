"""Starting the game (3): preparation and deployment."""

import adjudication.systems.nineveh.deployment as deployment
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.events import lay_deck
from domain.table.state import State


def lay(umpire: Umpire) -> None:
    """Check the scenario and lay the decks."""
    lay_deck(umpire)


def begin_preparation(umpire: Umpire) -> None:
    """Nothing happens by itself."""


def end_preparation(umpire: Umpire) -> None:
    """Nothing happens by itself."""


def preparing(state: State) -> str:
    """Nothing has to be done."""
    return ""


def begin_deployment(umpire: Umpire) -> None:
    """Blocks are made ready to be set up (3.3)."""
    deployment.begin(umpire)


def end_deployment(umpire: Umpire) -> None:
    """Nothing happens by itself."""


def deploying(state: State) -> str:
    """What must still be set up (3.3j)."""
    return deployment.deploying(state)
