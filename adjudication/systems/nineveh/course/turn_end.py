"""The Turn End Phase (4.1.4): blocks are hidden again, cards are untapped, tunnels in ISF areas go."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.moving.tunnels import close_tunnels
from adjudication.systems.nineveh.table.blocks import BLOCKS, FLANK, on_map, stand_up

R = citations("nineveh", __file__)


def turn_end(umpire: Umpire) -> None:
    """All blocks that were revealed stand up again (4.1.4a), and tunnel markers in areas of ISF are removed
    (4.1.4c)."""
    state = umpire.state
    for group in BLOCKS:
        for block in state.of_group(group):
            if block.known_to is None and (on_map(state, block) or block.place == FLANK):
                stand_up(umpire, block, rule=R["4.1.4a"])
    close_tunnels(umpire)
