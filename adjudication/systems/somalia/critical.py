"""Critical hits (6.3): of the UN, which bring the Bandits sympathy and a gang; of the Bandits, which confine
the UN to base."""

import adjudication.systems.somalia.recruits as recruits
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.points import gain_vp
from domain.table.state import State

R = citations("somalia", __file__)

CONFINED = "confined to base"
"""Mark of the game for the rest of the turn: no Flush, no Development (6.3c)."""


def by_bandits(umpire: Umpire) -> None:
    """All UN units are confined to base for the rest of the turn (6.3c)."""
    umpire.mark("game", CONFINED, True, until=umpire.state.turn + 1, rule=R["6.3c"])


def is_confined(state: State) -> bool:
    """Whether the UN may conduct no Flush and no Development (6.3c); Convoys and Escorts go on (6.3d)."""
    return bool(state.mark("game", CONFINED))


def never(state: State) -> bool:
    """That a move goes on whatever happens: Convoys and Escorts do (6.3d)."""
    return False


def by_un(umpire: Umpire, side: str, zone: str, *, rule: str = R["6.3a"]) -> None:
    """The UN has scored a critical hit on gangs of a Bandit player in a Zone: a Victory Point, and a gang in
    that Zone, or where factions allow it (6.3a, 6.3b)."""
    gain_vp(umpire, side, 1, "critical hit by the UN", rule=rule)
    gang = recruits.draw(umpire, side, rule=R["6.3b"])
    if gang is not None:
        recruits.place(umpire, side, gang, prefer=zone, rule=R["6.3b"])
