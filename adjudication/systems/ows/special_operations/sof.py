"""Special operations (6.6): teams go into a target hex, then carry out their missions when both sides have
placed theirs."""

from dataclasses import dataclass

import adjudication.systems.ows.special_operations.sof_missions as sof_missions
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, never, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.special_operations.sof_missions import adjudicate
from adjudication.systems.ows.special_operations.sof_teams import (
    MOVED,
    TASK,
    bases,
    caught,
    compromised,
    teams,
)
from adjudication.systems.ows.table.counters import SOF
from adjudication.systems.ows.table.ladder import Shift
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import (
    DETECTED,
    RETURNS,
    TURN_TRACK,
    enemy_of,
    hexes,
    holder,
    sides,
)
from adjudication.systems.ows.turn.turns import acting
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

PHASE = "special operations"
INSERTION = "sof-insertion"
"""The table of means of insertion (6.6c)."""
ASSUMED = "assumed"
"""The means of insertion of the basic game (6.6)."""


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


def begin(umpire: Umpire) -> None:
    """The sides place their teams one after the other."""


def needed(state: State) -> bool:
    """Whether there are SOF teams in the game, wherever they are and whoever's: lost ones count too, so that
    the phase tells nothing of what became of them."""
    return bool(state.of_group(SOF))


# --- insertion: 6.6 ------------------------------------------------------------------------------


def returned(state: State, side: str) -> list[str]:
    """The regenerated teams of a side whose turn has come (6.6.1.2)."""
    waiting = (piece for piece in state.pieces_at(TURN_TRACK) if piece.side == side)
    return [piece.id for piece in waiting if (state.mark(piece.id, RETURNS) or state.turn + 1) <= state.turn]


def placeable(state: State, side: str) -> list[str]:
    """The teams that may still be placed this turn."""
    ready = (*teams(state, side), *returned(state, side))
    return [id for id in ready if not state.mark(id, MOVED) and not state.mark(id, TASK)]


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
    shifts = [Shift(T("means of insertion", means=means), row.rungs, R["6.6c"])] if row.rungs else []
    team = state.pieces[order.team]
    if compromised(umpire, team, row.die, shifts, T("insertion", team=team.id), R["6.6a"], R["6.6b"]):
        caught(umpire, team.id, rule=R["6.6a"])


def place_unseen(umpire: Umpire, team: str, hex: str) -> None:
    """A team goes somewhere without the enemy's knowledge."""
    side = umpire.state.pieces[team].side
    if umpire.state.mark(team, DETECTED):
        umpire.mark(team, DETECTED, None, rule=R["6.6"])
    umpire.hide(team, known_to=(side,), rule=R["6.6"])
    umpire.conceal(team, seen_by=(side,), rule=R["6.6"])
    umpire.move(team, hex, rule=R["6.6"])
    umpire.mark(team, RETURNS, None, rule=R["6.6.1.2"])
    umpire.mark(team, MOVED, True, rule=R["6.6"])


def recoverable(state: State, side: str) -> list[str]:
    """The teams that are not at a base and may still move."""
    at_home = bases(state, side)
    away = (TURN_TRACK, *at_home)
    return [id for id in placeable(state, side) if state.pieces[id].place not in away]


def recover(umpire: Umpire, order: Recover) -> None:
    """A team is picked up and brought to a base of its side; it does nothing else this turn."""
    place_unseen(umpire, order.team, order.hex)


def end(umpire: Umpire) -> None:
    """Both sides have placed their teams: their missions are adjudicated (6.6.1, seq.3.C.2)."""
    for side in sides(umpire.state):
        for team in teams(umpire.state, side):
            task = umpire.state.mark(team, TASK)
            if task:
                adjudicate(umpire, team, task["mission"], task["target"])


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
                only("team", placeable, "team", R["6.6"], "not a SOF team that you may place"),
                only(
                    "hex",
                    targets_of_insertion,
                    "hex",
                    R["6.6"],
                    "not a hex that a team is put into",
                ),
                never("hex", where, "there", R["6.6"], "the team is there already"),
                only(
                    "means",
                    means_of_insertion,
                    "means",
                    R["6.6c"],
                    "no means of insertion now",
                ),
                insist(declared, "undeclared", R["6.6c"], "declare the means of insertion"),
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
                only("team", recoverable, "team", R["6.6"], "not a SOF team in the field"),
                only("hex", bases, "base", R["6.6"], "no airfield or port of yours there"),
                arguments={"team": recoverable, "hex": bases},
                sides=acting,
                phases=(PHASE,),
                elsewhere=R["seq.3.C.1"],
            ),
        ),
    ),
    *sof_missions.KINDS,
)
