"""Mine warfare (6.4.5), where the scenario plays it: laying and detecting mines, entering minefields, and
sweeping them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypedDict

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.sea.seaways import MINE, afloat, sea
from adjudication.systems.ows.space_and_cyber.space import isr_die
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.damage import take_hits
from adjudication.systems.ows.table.ladder import hits, modified, target_of
from adjudication.systems.ows.table.rsoi import in_rsoi
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import SWEPT, enemy_of, is_ready
from adjudication.systems.ows.table.weather import CLEARANCE_ROLL, weather_shifts
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.dice import D10
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

STORE = "munitions"
"""`munitions-SIDE`: the box with the minefields that a side may still lay."""


class Laying(TypedDict):
    """The turn in which a minefield was laid, and the ship that did it."""

    turn: int
    ship: str


LAID = Mark[Laying]("laid", seen_by=OWNER)
"""Mark of a minefield: when it was laid, and by whom."""
TABLE = "mine-warfare"
"""The scenario's numbers: the target number of a detection of mine laying (`laying`), the chance in percent
that a sweep succeeds (`sweeping`); 0 leaves it to the white cell."""
CHANCES = tuple(range(10, 100, 10))
"""What the white cell may say of a sweep, in percent (2.1.1.4)."""


@dataclass(frozen=True, slots=True)
class LayMines:
    """A ship lays a minefield in its hex, in secret (6.4.5.1)."""

    side: str
    ship: Contact
    mines: Contact


@dataclass(frozen=True, slots=True)
class Sweep:
    """A ship sweeps its hex or one beside it for mines (6.4.5.3)."""

    side: str
    ship: Contact
    hex: str


@derived
def fields(state: State, side: str, hex: str) -> tuple[str, ...]:
    """The minefields in a hex that are the enemy's of a side."""
    return tuple(each.id for each in state.pieces_at(hex) if each.kind.group == MINE and each.side != side)


def lay(umpire: Umpire, order: LayMines) -> None:
    """Only its own side learns that the field is there."""
    state = umpire.state
    place = state.pieces[order.ship].place
    umpire.conceal(order.mines, seen_by=(order.side,), rule=R["6.4.5.1"])
    umpire.move(order.mines, place, rule=R["6.4.5.1"])
    umpire.mark(order.mines, LAID, Laying(turn=state.turn, ship=order.ship), rule=R["6.4.5.1"])
    umpire.mark(order.ship, SWEPT, True, rule=R["6.4.5.1"])


def spot(umpire: Umpire, side: str, hex: str, die: int, hunter: str | Text) -> None:
    """A detection asset of a side is in a hex: if mines were laid there this turn, a roll says whether that
    is detected; then they are visible on the map (6.4.5.1a). Of a roll that fails nobody learns. hunter: the
    unit, or what else looks."""
    state = umpire.state
    for field in fields(state, side, hex):
        laid = state.mark(field, LAID)
        if not laid or laid["turn"] != state.turn or state.who_sees(field) is None:
            continue
        purpose = T("detection of mine laying", hunter=hunter, hex=hex)
        if umpire.roll(die, purpose, rule=R["6.4.5.1a"], audience=()) >= value(state, "laying"):
            show(umpire, field, rule=R["6.4.5.1a"])


def spot_all(umpire: Umpire, pawns: dict[str, list[str]]) -> None:
    """Detection assets look at mines laid this turn (6.4.5.1a): every unit with a sensor that is in the hex,
    and ISR pawns. pawns: side to the hexes that its ISR pawns look at."""
    state = umpire.state
    if not on(state, "mines"):
        return
    for field in list(state.marked(LAID)):
        mines = state.pieces[field]
        side = enemy_of(state, mines.side)
        for unit in state.pieces_at(mines.place):
            sensor = sheet(unit).sensor if unit.side == side else None
            if sensor is not None:
                spot(umpire, side, mines.place, sensor.die, unit.id)
        die = isr_die(state, side)
        for hex in pawns.get(side, ()):
            if hex == mines.place and die:
                spot(umpire, side, hex, die, T("theater ISR"))


def show(umpire: Umpire, field: str, *, rule: str) -> None:
    """A minefield is placed on the map for all to see."""
    umpire.expose(field, rule=rule)
    umpire.reveal(field, rule=rule)


def enter(umpire: Umpire, ships: list[str], hex: str, go: Callable[[str, str], None], back: str) -> list[str]:
    """A formation enters a minefield: the leading ship is attacked, and the field is seen. Each other ship
    then goes back to where it came from, or takes an attack of its own (6.4.5.2, 6.4.5.2a). go: moves a ship
    to a hex. Gives those that go on."""
    state = umpire.state
    side = state.pieces[ships[0]].side
    lead = umpire.choose_piece(side, T("ship that enters mines first", hex=hex), ships, rule=R["6.4.5.2a"])
    entered: list[str] = []
    for ship in [lead, *(each for each in ships if each != lead)]:
        if ship != lead:
            asked = T("whether a ship enters mines", ship=ship, hex=hex)
            if not umpire.choose(side, asked, [True, False], rule=R["6.4.5.2a"]):
                go(ship, back)
                continue
        go(ship, hex)
        entered.append(ship)
        for field in fields(umpire.state, side, hex):
            show(umpire, field, rule=R["6.4.5.2"])
            if umpire.state.pieces[ship].steps:
                strike(umpire, field, ship)
    return [ship for ship in entered if umpire.state.pieces[ship].steps]


def strike(umpire: Umpire, field: str, ship: str) -> None:
    """A mine attack against the red shield of a ship or submarine; grey shields play no part, critical hits
    do (6.4.5.2b)."""
    state = umpire.state
    (mine,) = sheet(state.pieces[field]).weapons
    unit = state.pieces[ship]
    defence = sheet(unit).defence
    roll = umpire.roll(mine.die, T("mine attack", ship=ship), rule=R["6.4.5.2b"])
    take_hits(umpire, ship, hits(roll, defence, defence), rule=R["6.4.5.2b"], fires=False)


def sweep(umpire: Umpire, order: Sweep) -> None:
    """A clearance roll. It is made whether there are mines or not, so that it tells nothing if it fails."""
    state = umpire.state
    umpire.mark(order.ship, SWEPT, True, rule=R["6.4.5.3"])
    chance = value(state, "sweeping") or umpire.judge(
        T("chance of mine clearance", ship=order.ship, hex=order.hex),
        CHANCES,
        suggest=50,
        because=T("nothing for it or against it"),
        rule=R["6.4.5.3"],
    )
    what = T("mine clearance", hex=order.hex)
    die = modified(umpire, D10, weather_shifts(state, order.hex, CLEARANCE_ROLL), what)
    roll = umpire.roll(die, what, rule=R["6.4.5.3"])
    if roll < target_of(int(chance)):
        return
    for field in fields(umpire.state, order.side, order.hex):
        show(umpire, field, rule=R["6.4.5.3"])
        umpire.move(field, f"attrition-{umpire.state.pieces[field].side}", rule=R["6.4.5.3"])


def value(state: State, what: str) -> int:
    """A number of the scenario's mine warfare; 0 where it says none."""
    rows: tuple[dict[str, Any], ...] = state.tables[TABLE].data.rows if TABLE in state.tables else ()
    return next((int(row["value"]) for row in rows if row["what"] == what), 0)


# --- what is legal ---------------------------------------------------------------------------------------


def at_work(state: State, unit: Piece) -> bool:
    """Whether a ship may lay or sweep now."""
    return not (state.mark(unit.id, SWEPT) or in_rsoi(state, unit.id) or not is_ready(state, unit.id))


@derived
def layers(state: State, side: str) -> tuple[str, ...]:
    """The ships of a side that may lay mines where they are."""
    if not on(state, "mines") or not stock(state, side):
        return ()
    waters = sea(state.board)
    return tuple(
        each.id
        for each in afloat(state, side)
        if sheet(each).minelayer and each.place in waters and at_work(state, each)
    )


@derived
def stock(state: State, side: str) -> tuple[str, ...]:
    """The minefields that a side may still lay."""
    return tuple(each.id for each in state.pieces_at(f"{STORE}-{side}") if each.kind.group == MINE)


@derived
def sweepers(state: State, side: str) -> tuple[str, ...]:
    """The ships of a side that may sweep."""
    if not on(state, "mines"):
        return ()
    return tuple(each.id for each in afloat(state, side) if sheet(each).sweeper and at_work(state, each))


def to_sweep(state: State, ship: str) -> list[str]:
    """The hexes of sea that a ship may sweep: its own, and those beside it."""
    place = state.pieces[ship].place
    return [hex for hex in (place, *state.board.neighbours[place]) if hex in sea(state.board)]


def mines_in_play(state: State) -> bool:
    """Whether the game is played with mines (6.4.5)."""
    return on(state, "mines")


PLAYED = insist(mines_in_play, "option", R["6.4.5"], "played without mines")
LAY = Legality(
    IN_TURN,
    PLAYED,
    only(
        "ship",
        layers,
        "ship",
        R["6.4.5.1"],
        "cannot lay mines",
    ),
    only("mines", stock, "mines", R["6.4.5.1"], "no minefield that you may still lay"),
    arguments={"ship": layers, "mines": stock},
    sides=acting,
    phases=("naval movement",),
    elsewhere=R["6.4.5.1"],
)
SWEEP = Legality(
    IN_TURN,
    PLAYED,
    only(
        "ship",
        sweepers,
        "ship",
        R["6.4.5.3"],
        "cannot sweep",
    ),
    only("hex", to_sweep, "hex", R["6.4.5.3"], "neither its hex nor a sea hex beside it"),
    arguments={"ship": sweepers, "hex": to_sweep},
    sides=acting,
    phases=("naval movement",),
    elsewhere=R["6.4.5.3"],
)

KINDS = (
    OrderKind(
        "lay-mines", LayMines, lay, R["6.4.5.1"], "lay a minefield in secret", secret=True, legality=(LAY,)
    ),
    OrderKind("sweep", Sweep, sweep, R["6.4.5.3"], "sweep a hex for mines", legality=(SWEEP,)),
)
