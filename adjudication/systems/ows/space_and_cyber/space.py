"""The space capability dashboard (2.1.3, 7.5, 7.6): each side's C2, PNT and ISR constellations, as tracks."""

from typing import Any, TypedDict

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.status import sides
from domain.errors import BadData
from domain.table.marks import Mark
from domain.table.state import State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

C2, PNT, ISR_DIE, ISR_PAWNS = FUNCTIONS = ("c2", "pnt", "isr-die", "isr-pawns")
"""The tracks are called by the function and the side: `c2-blue`. C2 is a number of long-range strike actions
(7.5.1), PNT 1 or disrupted 0 (7.5.2), ISR a die and a number of pawns (7.6): two rows, each attacked by
itself."""
NAMES = {C2: "C2", PNT: "PNT", ISR_DIE: "theater ISR die", ISR_PAWNS: "ISR pawns"}
DASHBOARD = "dashboard"
"""The table of the boxes of each track, best first."""
DAMAGE = Mark[dict[str, int]]("space damage")
"""Mark of a side: the boxes that each of its functions has lost for good (11.3): {function: boxes}."""


class CyberEffect(TypedDict, total=False):
    """What a cyber effect holds down: boxes of a function, or a unit."""

    function: str
    boxes: int
    unit: str


EFFECT = Mark[CyberEffect]("effect")
"""Mark of a cyber card whose effect goes on (11.2a)."""


def c2(state: State, side: str) -> int:
    """Long-range strike actions that the side may take this turn (7.5.1)."""
    return state.track(f"c2-{side}")


def pnt_disrupted(state: State, side: str) -> bool:
    """Whether the side's strikes beyond one hex are demoted (7.5.2)."""
    return state.track(f"pnt-{side}") == 0


def isr_die(state: State, side: str) -> int:
    """The theater detection die; 0 for none (7.6)."""
    return state.track(f"isr-die-{side}")


def isr_pawns(state: State, side: str) -> int:
    """How many ISR pawns the side may place (7.6)."""
    return state.track(f"isr-pawns-{side}")


def named(track: str) -> tuple[str, str]:
    """The function and the side of a track of the dashboard."""
    for function in FUNCTIONS:
        if track.startswith(f"{function}-"):
            return function, track[len(function) + 1 :]
    raise BadData(f"{track} is no track of the space dashboard.")


def on_dashboard(state: State, name: str) -> bool:
    """Whether a name is that of a track of the dashboard."""
    return name in {f"{function}-{side}" for function in FUNCTIONS for side in sides(state)}


def boxes(state: State, side: str, function: str) -> list[dict[str, Any]]:
    """The boxes of a track of the dashboard, best first. Raises BadData where the table has none."""
    rows = state.tables[DASHBOARD].data.rows if DASHBOARD in state.tables else ()
    found = [dict(row) for row in rows if row["side"] == side and row["function"] == function]
    if not found:
        raise BadData(f"The table {DASHBOARD} has no boxes for {NAMES[function]} of {side}.")
    return sorted(found, key=lambda row: int(row["box"]))


def lower(state: State, side: str, function: str, value: int, times: int) -> int:
    """The value so many boxes down the printed track from a value; the last box is the end (7.5.1)."""
    down = [int(row["value"]) for row in boxes(state, side, function) if int(row["value"]) < value]
    return value if not times or not down else down[min(times, len(down)) - 1]


def defence(state: State, side: str, function: str) -> int:
    """The number that an attack on a function must meet, as printed beside its box; 0 where none is."""
    value = state.track(f"{function}-{side}")
    return next((int(row["defence"]) for row in boxes(state, side, function) if row["value"] == value), 0)


def demote(umpire: Umpire, side: str, function: str, times: int, *, why: Text, rule: str) -> None:
    """A function goes down its track, one box for each demotion (7.2.1.1c)."""
    track = f"{function}-{side}"
    value = umpire.state.track(track)
    goal = lower(umpire.state, side, function, value, times)
    umpire.score(track, goal - value, why=why, rule=rule)


def damage(umpire: Umpire, side: str, function: str, times: int) -> None:
    """Boxes of a function are lost for good (11.3)."""
    lost = dict(umpire.state.mark(side, DAMAGE, {}))
    lost[function] = lost.get(function, 0) + times
    umpire.mark(side, DAMAGE, lost, rule=R["11.3"])


def reset_dashboard(umpire: Umpire) -> None:
    """Each constellation goes back to its default value, less what cyber effects that go on and permanent
    damage hold down (11.3)."""
    state = umpire.state
    for side in sides(state):
        for function in FUNCTIONS:
            track = state.tracks[f"{function}-{side}"]
            held = state.mark(side, DAMAGE, {}).get(function, 0) + sum(
                effect["boxes"]
                for effect in state.marked(EFFECT).values()
                if effect.get("function") == track.data.id
            )
            goal = lower(state, side, function, track.data.value, held)
            umpire.score(track.data.id, goal - track.value, why=T("dashboard reset"), rule=R["11.3"])


__all__ = [
    "FUNCTIONS",
    "boxes",
    "c2",
    "damage",
    "defence",
    "demote",
    "isr_die",
    "isr_pawns",
    "named",
    "on_dashboard",
    "pnt_disrupted",
    "reset_dashboard",
]
