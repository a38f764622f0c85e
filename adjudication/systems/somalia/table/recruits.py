"""New Bandit units: drawn at random from those that are not on the map, and placed anywhere (8.61, 6.3b)."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.factions import may_enter
from adjudication.systems.somalia.table.forces import GANG
from adjudication.systems.somalia.table.points import pay
from adjudication.systems.somalia.table.sides import factions, sp, vp
from adjudication.systems.somalia.table.zones import BANDIT_CUP, zones
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

PRICE = 2
"""Supply Points for a new unit (8.61a)."""
POINTS = 10
"""Victory Points for a free unit, fractions up (8.61b)."""


def available(state: State, side: str) -> list[str]:
    """The units in the cup of a player's factions; Leaders never come back (8.61c, 8.61d)."""
    own = factions(state, side)
    return [
        piece.id
        for piece in state.pieces_at(BANDIT_CUP)
        if piece.kind.group == GANG and piece.kind.data["faction"] in own
    ]


def draw(umpire: Umpire, side: str, *, rule: str) -> str | None:
    """A unit of the player drawn at random, still in the cup; None where none is left."""
    cup = available(umpire.state, side)
    return str(umpire.pick(cup, T("a new Bandit unit"), rule=rule)) if cup else None


def open_to(state: State, unit: str) -> list[str]:
    """The Zones that a new unit may be placed in (8.41b)."""
    return [zone for zone in zones(state.board) if may_enter(state, [unit], zone)]


def place(umpire: Umpire, side: str, unit: str, *, rule: str, prefer: str = "") -> bool:
    """Place a new unit: in the Zone preferred if it may enter it, else where the player says. False where it
    may enter none: it goes back."""
    where = open_to(umpire.state, unit)
    if not where:
        return False
    zone = (
        prefer
        if prefer in where
        else umpire.choose(side, T("Zone where a unit appears", unit=unit), where, rule=R["8.61c"])
    )
    umpire.move(unit, zone, rule=rule)
    return True


def free(state: State, side: str) -> int:
    """The units that a player gets for Victory Points: none at 0 or less (8.61b)."""
    return max(0, -(-state.track(vp(side)) // POINTS))


def affordable(state: State, side: str) -> int:
    """How many units a player can buy now."""
    return min(state.track(sp(side)) // PRICE, len(available(state, side)))


def recruit(umpire: Umpire, side: str) -> None:
    """The free units of a player, and those that it buys (8.61)."""
    for _ in range(free(umpire.state, side)):
        _one(umpire, side, 0, rule=R["8.61b"])
    most = affordable(umpire.state, side)
    if not most:
        return
    number = umpire.choose(
        side,
        T("number of new units", price=PRICE),
        range(most + 1),
        rule=R["8.61a"],
        suggest=most,
        because=T("Bandit Supply Points buy nothing else"),
    )
    for _ in range(number):
        _one(umpire, side, PRICE, rule=R["8.61a"])


def _one(umpire: Umpire, side: str, price: int, *, rule: str) -> None:
    """A new unit; one that may enter no Zone goes back and is not paid for (8.61c)."""
    unit = draw(umpire, side, rule=R["8.61c"])
    if unit is not None and place(umpire, side, unit, rule=rule) and price:
        pay(umpire, side, price, T("new unit"), rule=rule)
