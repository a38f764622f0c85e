"""The missions of SOF teams (6.6.1): direct action, and what they watch or support."""

from collections.abc import Collection
from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.sensing.detection import search
from adjudication.systems.ows.sensing.sensors import RECONNAISSANCE, Sensor, Watching
from adjudication.systems.ows.special_operations.sof_teams import (
    MOVED,
    TASK,
    TeamMission,
    bases,
    caught,
    compromised,
    is_facility,
    teams,
)
from adjudication.systems.ows.table.counters import AMMUNITION, FACILITY, SHIP, SOF, SQUADRON, sheet
from adjudication.systems.ows.table.damage import defence, take_hits
from adjudication.systems.ows.table.ladder import hits
from adjudication.systems.ows.table.status import enemy_of
from adjudication.systems.ows.turn.turns import acting
from domain.events.seen import knows
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

PHASE = "special operations"
CHART = "sof-missions"
"""The chart of missions; a facilitator may put his own in its place (6.6.1)."""
RAIDED = ("air defence", "artillery", "rocket", "missile")
"""Types of ground units that direct action may attack, beside headquarters (6.6.1.1a)."""


@dataclass(frozen=True, slots=True)
class SetMission:
    """Say what a team does where it is (6.6.1)."""

    side: str
    team: Contact
    mission: str
    target: Contact


def chart(state: State) -> list[str]:
    """The missions that teams may be given, as the chart in force says."""
    return [str(row["mission"]) for row in state.tables[CHART].data.rows]


def tasked(state: State, side: str) -> list[str]:
    """The teams that may be given a mission: on the map, without one; recovered ones rest at their base."""
    at_home = bases(state, side)
    return [
        id
        for id in teams(state, side)
        if not state.mark(id, TASK) and not (state.mark(id, MOVED) and state.pieces[id].place in at_home)
    ]


def in_reach(state: State, side: str, team: str) -> Collection[str]:
    """What a side sees of its enemy in the hex of a team, by the names that it has for it."""
    piece = state.pieces.get(team)
    if piece is None or piece.kind.group != SOF or piece.side != side:
        return ()
    known = [
        other.id
        for other in state.pieces_at(piece.place)
        if other.side == enemy_of(state, side) and knows(side, state.who_knows(other.id))
    ]
    return [*known, *state.contacts(side, piece.place)]


def set_mission(umpire: Umpire, order: SetMission) -> None:
    """The mission is noted in secret, and adjudicated when both sides have placed theirs (6.6.1)."""
    umpire.mark(
        order.team,
        TASK,
        TeamMission(mission=order.mission, target=order.target),
        rule=R["6.6.1"],
    )


def adjudicate(umpire: Umpire, team: str, mission: str, target: str) -> None:
    """A team passes its compromise check, then attacks or watches its target, as the chart says."""
    state = umpire.state
    unit = state.pieces[team]
    row = umpire.look_up(CHART, mission=mission, audience=(unit.side,), rule=R["6.6.1"])
    if row.check:
        what = T("mission of a team", mission=mission, team=team)
        if compromised(umpire, unit, row.check, [], what, R["6.6.1.1"], R["6.6.1.1"]):
            caught(umpire, team, rule=R["6.6.1.1"])
            return
    if row.attacks:
        direct_action(umpire, unit, target, row.most)
        return
    given = Watching(
        target=target, senses=row.senses, detect=row.detect, strike=row.strike, ground=row.ground
    )
    umpire.mark(team, RECONNAISSANCE, given, rule=R["8.5.1"])


def direct_action(umpire: Umpire, team: Piece, target: str, most: int) -> None:
    """The attack die against the red shield: one step, two at twice the number (6.6.1.1b). A target that
    turns out to be of another kind than 6.6.1.1a lists is not attacked."""
    state = umpire.state
    unit = state.pieces[target]
    if unit.place != team.place or not raidable(state, unit):
        return
    die = max((weapon.die for weapon in sheet(team).weapons), default=0)
    if not die:
        return
    in_force, printed = defence(state, unit)
    purpose = T("direct action", team=team.id, target=target, least=in_force)
    roll = umpire.roll(die, purpose, rule=R["6.6.1.1b"], audience=(team.side,))
    scored = hits(roll, in_force, printed, most)
    if scored:
        take_hits(umpire, target, scored, rule=R["6.6.1.1b"], fires=False)


def raidable(state: State, unit: Piece) -> bool:
    """Whether direct action may attack it: installations, air units, headquarters, air defence, artillery and
    missile units, ammunition, ships in port (6.6.1.1a)."""
    group, read = unit.kind.group, sheet(unit)
    if group == SHIP:
        return any(is_facility(each, "port") for each in state.pieces_at(unit.place))
    if group in (FACILITY, AMMUNITION, SQUADRON):
        return True
    return bool(read.hq) or read.artillery or read.type in RAIDED


def watch(umpire: Umpire, side: str, rolled: list[str]) -> None:
    """A team on special reconnaissance makes a local detection possible where no other sensor searched for
    its target: the die of the chart is rolled for it (8.5.1, 2.2.7.2)."""
    state = umpire.state
    for team in teams(state, side):
        given = state.mark(team, RECONNAISSANCE)
        if not given or not given["senses"] or given["target"] not in state.pieces:
            continue
        target = state.pieces[given["target"]]
        if target.place == state.pieces[team].place and target.id not in rolled:
            sensors = [Sensor(given["senses"])]
            search(
                umpire, target.id, sensors, T("special reconnaissance"), rolled, rule=R["8.5.1"], alone=True
            )


KINDS = (
    OrderKind(
        "sof-mission",
        SetMission,
        set_mission,
        R["6.6.1"],
        "give a SOF team its mission",
        secret=True,
        legality=(
            Legality(
                only("team", tasked, "team", R["6.6.1"], "cannot be given a mission"),
                only("mission", chart, "mission", R["6.6.1"], "not on the chart of SOF missions"),
                only("target", in_reach, "target", R["6.6.1"], "no enemy in its hex"),
                arguments={"team": tasked, "mission": chart, "target": in_reach},
                sides=acting,
                phases=(PHASE,),
                elsewhere=R["seq.3.C.1"],
            ),
        ),
    ),
)
