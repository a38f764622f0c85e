"""Critical hits (6.3): of the UN, which bring the Bandits sympathy and a gang; of the Bandits, which confine
the UN to base."""

from collections.abc import Callable

import adjudication.systems.somalia.table.recruits as recruits
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.points import gain_vp
from domain.table.marks import Mark
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

Halts = Callable[[State], bool]
"""Whether units give up their move on the way: a Flush or a Development does, a Convoy never (6.3c, 6.3d)."""
CONFINED = Mark[bool]("confined to base", turns=1)
"""Mark of the game for the rest of the turn: no Flush, no Development (6.3c)."""

TO_COME = Mark[str]("gangs to come")
"""Mark of a Bandit player: the Zones where it may add a gang when the mission is over (6.3b)."""


def by_bandits(umpire: Umpire) -> None:
    """All UN units are confined to base for the rest of the turn (6.3c)."""
    umpire.mark("game", CONFINED, True, rule=R["6.3c"])


def is_confined(state: State) -> bool:
    """Whether the UN may conduct no Flush and no Development (6.3c); Convoys and Escorts go on (6.3d)."""
    return bool(state.mark("game", CONFINED))


def never(state: State) -> bool:
    """That a move goes on whatever happens: Convoys and Escorts do (6.3d)."""
    return False


def by_un(umpire: Umpire, side: str, zone: str, *, rule: str = R["6.3a"]) -> None:
    """The UN has scored a critical hit on gangs of a Bandit player in a Zone: a Victory Point, and the right
    to a new gang when the mission is over (6.3a, 6.3b)."""
    gain_vp(umpire, side, 1, T("critical hit by the UN"), rule=rule)
    to_come = umpire.state.mark(side, TO_COME)
    umpire.mark(side, TO_COME, f"{to_come}, {zone}" if to_come else zone, rule=R["6.3b"])


def reinforce(umpire: Umpire) -> None:
    """For each critical hit the Bandit player may add a gang, which comes to the Zone of the fight, or where
    factions allow it (6.3b, 8.41b). Odds do not say which they are."""
    if umpire.state.marked(TO_COME):
        umpire.afterwards(_reinforce)


def _reinforce(umpire: Umpire) -> None:
    for side, zones in list(umpire.state.marked(TO_COME).items()):
        umpire.mark(side, TO_COME, None, rule=R["6.3b"])
        for zone in zones.split(", "):
            gang = recruits.draw(umpire, side, rule=R["6.3b"]) if _wanted(umpire, side, zone) else None
            if gang is not None:
                recruits.place(umpire, side, gang, prefer=zone, rule=R["6.3b"])


def _wanted(umpire: Umpire, side: str, zone: str) -> bool:
    """Whether the Bandit player adds the gang that the critical hit allows; not asked where none is left."""
    return bool(recruits.available(umpire.state, side)) and bool(
        umpire.choose(
            side,
            T("whether a unit joins after a critical hit", zone=zone),
            [True, False],
            suggest=True,
            because=T("it costs nothing"),
            rule=R["6.3b"],
        )
    )
