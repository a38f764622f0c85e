"""Special operations (6.6): teams go into a target hex, then carry out their missions when both sides have
placed theirs."""

from collections.abc import Collection
from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, never, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.counters import AMMUNITION, FACILITY, SHIP, SOF, SQUADRON, sheet
from adjudication.systems.ows.damage import defence, take_hits
from adjudication.systems.ows.detection import WHITE_CELL_ALONE, search
from adjudication.systems.ows.ladder import Shift, hits, modified
from adjudication.systems.ows.sensors import RECONNAISSANCE, Sensor, signature
from adjudication.systems.ows.settings import on
from adjudication.systems.ows.status import (
    DETECTED,
    REGENERATION,
    detect,
    enemy_of,
    hexes,
    holder,
    on_map,
    own,
    sides,
)
from adjudication.systems.ows.turns import acting
from domain.events.seen import knows
from domain.table.state import Piece, State

R = citations("ows", __file__)

PHASE = "special operations"
INSERTION, CHART = "sof-insertion", "sof-missions"
"""The tables of means of insertion and of missions; a facilitator may put his own in their place (6.6.1)."""
ASSUMED = "assumed"
"""The means of insertion of the basic game (6.6)."""
MOVED = "sof moved"
"""Mark of a team that was placed this turn; its owner's knowledge."""
TASK = "sof mission"
"""Mark of a team: what it is to do this turn, {mission, target}; its owner's knowledge."""
MOST_SHIFTS = 3
HOMES = ("airfield", "port")
RAIDED = ("air defence", "artillery", "rocket", "missile")
"""Types of ground units that direct action may attack, beside headquarters (6.6.1.1a)."""


@dataclass(frozen=True, slots=True)
class Insert:
    """Put a team into a hex (6.6)."""

    side: str
    team: Contact
    hex: str
    means: str | None = None


@dataclass(frozen=True, slots=True)
class Recover:
    """Bring a team back to a base of its side (6.6)."""

    side: str
    team: Contact
    hex: str


@dataclass(frozen=True, slots=True)
class SetMission:
    """Say what a team does where it is (6.6.1)."""

    side: str
    team: Contact
    mission: str
    target: Contact


def begin(umpire: Umpire) -> None:
    """The sides place their teams one after the other."""


def needed(state: State) -> bool:
    """Whether the game has SOF counters at all, which everyone may know; who has a team is hidden."""
    return any(kind.group == SOF for kind in state.kinds.values())


# --- insertion: 6.6 ------------------------------------------------------------------------------


def teams(state: State, side: str) -> list[str]:
    """The teams of a side on the map."""
    return [id for id in on_map(state, side) if state.pieces[id].kind.group == SOF]


def placeable(state: State, side: str) -> list[str]:
    """The teams that may still be placed this turn."""
    return [id for id in teams(state, side) if not state.mark(id, MOVED) and not state.mark(id, TASK)]


def targets_of_insertion(state: State, side: str) -> list[str]:
    """Hexes into which teams go: any but those that the side holds, where they are at home."""
    places = hexes(state.board)
    return [hex.id for hex in state.board.data.spaces if hex.id in places and holder(state, hex.id) != side]


def where(state: State, team: str) -> str:
    """The hex in which a team is."""
    piece = state.pieces.get(team)
    return piece.place if piece is not None else ""


def means_of_insertion(state: State) -> list[str | None]:
    """The means that may be declared; in the basic game it is assumed (6.6, 6.6c)."""
    if not on(state, "sof_insertion_means"):
        return [None]
    return [str(row["means"]) for row in state.tables[INSERTION].data.rows if row["means"] != ASSUMED]


def declared(state: State, means: str | None) -> bool:
    """Whether the means of insertion is declared, where it must be (6.6c)."""
    return bool(means) or not on(state, "sof_insertion_means")


def insert(umpire: Umpire, order: Insert) -> None:
    """The team goes in unseen; under adversary control it is detected on a roll that meets its local
    detection value, and then waits for regeneration (6.6a)."""
    state, side = umpire.state, order.side
    place_unseen(umpire, order.team, order.hex)
    if holder(state, order.hex) != enemy_of(state, side):
        return
    means = order.means or ASSUMED
    row = umpire.look_up(INSERTION, means=means, audience=(side,), rule=R["6.6a"])
    shifts = [Shift(f"insertion by {means}", row.rungs, R["6.6c"])] if row.rungs else []
    team = state.pieces[order.team]
    if compromised(umpire, team, row.die, shifts, f"insertion of {team.name}", R["6.6a"], R["6.6b"]):
        caught(umpire, team.id, rule=R["6.6a"])


def place_unseen(umpire: Umpire, team: str, hex: str) -> None:
    """A team goes somewhere without the enemy's knowledge."""
    side = umpire.state.pieces[team].side
    if umpire.state.mark(team, DETECTED):
        umpire.mark(team, DETECTED, None, rule=R["6.6"])
    umpire.hide(team, known_to=(side,), rule=R["6.6"])
    umpire.conceal(team, seen_by=(side,), rule=R["6.6"])
    umpire.move(team, hex, rule=R["6.6"])
    umpire.mark(team, MOVED, True, until=umpire.state.turn + 1, audience=(side,), rule=R["6.6"])


def compromised(
    umpire: Umpire, team: Piece, die: int, shifts: list[Shift], what: str, rule: str, asked: str
) -> bool:
    """Whether a team is detected: a die, promoted or demoted as the white cell judges, against its local
    detection value (6.6a, 6.6b, 6.6.1.1)."""
    net = umpire.judge(
        f"How many rungs is the detection die promoted for {what} (negative: demoted)?",
        list(range(-MOST_SHIFTS, MOST_SHIFTS + 1)),
        suggest=0,
        because=circumstances(umpire.state, team),
        audience=WHITE_CELL_ALONE,
        rule=asked,
    )
    judged = [Shift("as the white cell judged", net, asked)] if net else []
    number = signature(team)
    words = f"{what}, detected on {number} or more"
    final = modified(umpire, die, [*shifts, *judged], words, audience=(team.side,))
    return umpire.roll_at_least(number, final, words, audience=(team.side,), rule=rule)


def circumstances(state: State, team: Piece) -> str:
    """What the white cell weighs: the enemy's units and teams in the hex, and its terrain (6.6b)."""
    enemy = enemy_of(state, team.side)
    here = [piece.kind.group for piece in state.pieces_at(team.place) if piece.side == enemy]
    opposing, installations = here.count(SOF), here.count(FACILITY) + here.count(AMMUNITION)
    units, terrain = len(here) - opposing - installations, state.board.spaces[team.place].terrain
    return (
        f"the rules give no fixed modifiers; in {team.place}: enemy units {units}, "
        f"enemy SOF teams {opposing}, terrain {terrain}"
    )


def caught(umpire: Umpire, team: str, *, rule: str) -> None:
    """A compromised team is seen, and goes to the Regeneration Box (6.6a, 6.6.1.1)."""
    side = umpire.state.pieces[team].side
    own(umpire, team, TASK, None, rule=rule)
    detect(umpire, team, rule=rule)
    umpire.move(team, f"{REGENERATION}-{side}", rule=rule)


def bases(state: State, side: str) -> list[str]:
    """Hexes where teams come home: those with an airfield or a port of the side."""
    pieces = (state.pieces[id] for id in on_map(state, side))
    return list(dict.fromkeys(piece.place for piece in pieces if is_facility(piece, *HOMES)))


def is_facility(piece: Piece, *types: str) -> bool:
    """Whether it is a facility of one of these types."""
    return piece.kind.group == FACILITY and sheet(piece).type in types


def recoverable(state: State, side: str) -> list[str]:
    """The teams that are not at a base and may still move."""
    at_home = bases(state, side)
    return [id for id in placeable(state, side) if state.pieces[id].place not in at_home]


def recover(umpire: Umpire, order: Recover) -> None:
    """A team is picked up and brought to a base of its side; it does nothing else this turn."""
    place_unseen(umpire, order.team, order.hex)


# --- missions: 6.6.1 -----------------------------------------------------------------------------


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
        {"mission": order.mission, "target": order.target},
        until=umpire.state.turn + 1,
        audience=(order.side,),
        rule=R["6.6.1"],
    )


def end(umpire: Umpire) -> None:
    """Both sides have placed their teams: their missions are adjudicated (6.6.1, seq.3.C.2)."""
    for side in sides(umpire.state):
        for team in teams(umpire.state, side):
            task = umpire.state.mark(team, TASK)
            if task:
                adjudicate(umpire, team, task["mission"], task["target"])


def adjudicate(umpire: Umpire, team: str, mission: str, target: str) -> None:
    """A team passes its compromise check, then attacks or watches its target, as the chart says."""
    state = umpire.state
    unit = state.pieces[team]
    row = umpire.look_up(CHART, mission=mission, audience=(unit.side,), rule=R["6.6.1"])
    if row.check:
        what = f"{mission} by {unit.name}"
        if compromised(umpire, unit, row.check, [], what, R["6.6.1.1"], R["6.6.1.1"]):
            caught(umpire, team, rule=R["6.6.1.1"])
            return
    if row.attacks:
        direct_action(umpire, unit, target, row.most)
        return
    given = {
        "target": target,
        "senses": row.senses,
        "detect": row.detect,
        "strike": row.strike,
        "ground": row.ground,
    }
    umpire.mark(team, RECONNAISSANCE, given, until=state.turn + 1, audience=(unit.side,), rule=R["8.5.1"])


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
    words = f"direct action by {team.name} on {unit.name}, {in_force} or more"
    roll = umpire.roll(die, words, rule=R["6.6.1.1b"], audience=(team.side,))
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
            search(umpire, target.id, sensors, "special reconnaissance", rolled, rule=R["8.5.1"], alone=True)


KINDS = (
    OrderKind(
        "insert",
        Insert,
        insert,
        R["6.6"],
        "put a SOF team into a hex",
        secret=True,
        legality=(
            Legality(
                only("team", placeable, "team", R["6.6"], "{team} is not a SOF team that you may place now."),
                only(
                    "hex",
                    targets_of_insertion,
                    "hex",
                    R["6.6"],
                    "{hex} is not a hex that a team is put into; bring it home with recover.",
                ),
                never(
                    "hex", where, "there", R["6.6"], "{team} is in {hex} already; give it a mission there."
                ),
                only(
                    "means",
                    means_of_insertion,
                    "means",
                    R["6.6c"],
                    "{means} is not a means of insertion now.",
                ),
                insist(declared, "undeclared", R["6.6c"], "Declare the means of insertion (means)."),
                arguments={"team": placeable, "means": means_of_insertion, "hex": targets_of_insertion},
                sides=acting,
                phases=(PHASE,),
                elsewhere=R["seq.3.C.1"],
            ),
        ),
    ),
    OrderKind(
        "recover",
        Recover,
        recover,
        R["6.6"],
        "bring a SOF team back to a base",
        secret=True,
        legality=(
            Legality(
                only("team", recoverable, "team", R["6.6"], "{team} is not a SOF team in the field."),
                only("hex", bases, "base", R["6.6"], "{hex} has no airfield or port of yours."),
                arguments={"team": recoverable, "hex": bases},
                sides=acting,
                phases=(PHASE,),
                elsewhere=R["seq.3.C.1"],
            ),
        ),
    ),
    OrderKind(
        "sof-mission",
        SetMission,
        set_mission,
        R["6.6.1"],
        "give a SOF team its mission",
        secret=True,
        legality=(
            Legality(
                only("team", tasked, "team", R["6.6.1"], "{team} cannot be given a mission now."),
                only(
                    "mission", chart, "mission", R["6.6.1"], "{mission} is not on the chart of SOF missions."
                ),
                only("target", in_reach, "target", R["6.6.1"], "{target} is no enemy in the hex of {team}."),
                arguments={"team": tasked, "mission": chart, "target": in_reach},
                sides=acting,
                phases=(PHASE,),
                elsewhere=R["seq.3.C.1"],
            ),
        ),
    ),
)
