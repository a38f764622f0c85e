"""Ships on a sea of flat hexes, a shore of pointy ones that lies in one of these, and a town of areas with
outlines. A company goes by ship, lands and marches, guns fire along lines of sight; a ship that is lost takes
down who cannot swim. Red does not know which ship carries whom."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import (
    Adjacency,
    BoardData,
    BorderData,
    HexLayout,
    KindData,
    LineData,
    MapData,
    PieceData,
    SpaceData,
    TerrainStyle,
    TrackData,
)
from domain.table.board import Ways
from domain.table.state import Piece, State
from tests.toys.kit import Bare, build, insist, insist_turn, lay

NAME = "toy-landing"
OTHER = {"blue": "red", "red": "blue"}
LAST_TURN = 8


@dataclass(frozen=True)
class Load:
    side: str
    company: str
    ship: str


@dataclass(frozen=True)
class Go:
    side: str
    piece: str
    to: str


@dataclass(frozen=True)
class Land:
    side: str
    company: str


@dataclass(frozen=True)
class Fire:
    side: str
    gun: str
    target: str


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "landing", side="blue", rule=f"{NAME} 1")


def of(state: State, side: str, group: str) -> list[Piece]:
    """A side's pieces of a group that are in the game."""
    return [each for each in state.of_group(group) if each.side == side and state.where(each.id) != "lost"]


def afloat(state: State, company: Piece) -> bool:
    return company.place in state.pieces


def loads(state: State, side: str) -> dict[str, list[str]]:
    """Company -> the ships beside it that have room; companies are loaded in port alone."""
    return {
        company.id: [
            ship.id
            for ship in of(state, side, "ship")
            if ship.place == company.place and not state.aboard(ship.id)
        ]
        for company in of(state, side, "company")
        if "port" in state.board.spaces[state.where(company.id)].tags and not afloat(state, company)
    }


def courses(state: State, ship: Piece) -> Ways:
    """Where a ship can sail: deep sea costs 1, shallow water 2, of 3."""
    terrain = {id: space.terrain for id, space in state.board.spaces.items()}
    price = {"deep sea": 1, "littoral": 2}
    return state.board.cheapest(ship.place, lambda _, to: price.get(terrain[to]), 3)


def marches(state: State, company: Piece) -> Ways:
    """Where a company can march: a hill costs 2, all else 1, a river 1 more, of 2; in the town it halts."""
    board = state.board

    def price(here: str, to: str) -> int | None:
        if board.spaces[to].map == "sea":
            return None
        hill = board.spaces[to].terrain == "hills"
        return 1 + hill + bool(board.border(here, to))

    return board.cheapest(company.place, price, 2, stops=lambda space: board.spaces[space].map == "town")


def seen_from(state: State, gun: Piece) -> list[str]:
    """The enemies that a gun may fire at: within 3 hexes, and no hill between."""
    board = state.board
    enemies = (each for group in ("company", "gun") for each in of(state, OTHER[gun.side], group))
    return [
        each.id
        for each in enemies
        if each.place in board.within(gun.place, 3)
        and board.in_sight(gun.place, each.place, lambda space: board.spaces[space].terrain == "hills")
    ]


def ashore(state: State, side: str) -> list[Piece]:
    return [
        each for each in of(state, side, "company") if state.board.spaces[state.where(each.id)].map != "sea"
    ]


def legal(state: State) -> Iterator[OrderGroup]:
    side = state.side
    for company, ships in loads(state, side).items():
        if ships:
            yield OrderGroup(side, "load", {"company": company}, "ship", ships)
    for ship in of(state, side, "ship"):
        yield OrderGroup(side, "sail", {"piece": ship.id}, "to", list(courses(state, ship).costs)[1:])
    for each in of(state, side, "company"):
        if afloat(state, each) and state.where(each.id) == "s32":
            yield OrderGroup(side, "land", {"company": each.id})
    for each in ashore(state, side):
        yield OrderGroup(side, "march", {"piece": each.id}, "to", list(marches(state, each).costs)[1:])
    for gun in of(state, side, "gun"):
        targets = seen_from(state, gun)
        if targets:
            yield OrderGroup(side, "fire", {"gun": gun.id}, "target", targets)
    yield OrderGroup(side, "pass", {})


def lose(umpire: Umpire, piece: Piece, rule: str) -> None:
    """A piece that carries nothing is lost, and counted."""
    umpire.move(piece.id, "lost", rule=rule)
    umpire.score(f"losses-{piece.side}", 1, rule=rule)


def load(umpire: Umpire, order: Load) -> None:
    """A company goes aboard a ship in port; the enemy is not told which (rule 2)."""
    insist_turn(umpire, order.side, f"{NAME} 1")
    ships = loads(umpire.state, order.side).get(order.company, [])
    insist(order.ship in ships, f"{NAME} 2", "The ship must be empty and in port with the company.")
    umpire.load(order.company, order.ship, rule=f"{NAME} 2")
    end_of_turn(umpire)


def sail(umpire: Umpire, order: Go) -> None:
    """A ship sails with all aboard; in shallow water a mine may sink it (rules 3 and 4)."""
    state = umpire.state
    insist_turn(umpire, order.side, f"{NAME} 1")
    ship = state.pieces.get(order.piece)
    insist(ship in of(state, order.side, "ship"), f"{NAME} 3", "That is no ship of yours.")
    assert ship is not None
    path = courses(state, ship).path(order.to)
    insist(len(path) > 1, f"{NAME} 3", "That is too far.")
    for hex in path[1:]:
        umpire.move(ship.id, hex, rule=f"{NAME} 3")
        if state.board.spaces[hex].terrain == "littoral" and umpire.roll(6, "mine", rule=f"{NAME} 4") == 1:
            sink(umpire, ship)
            break
    end_of_turn(umpire)


def sink(umpire: Umpire, ship: Piece) -> None:
    """Each company aboard reaches the shore on 4 or more, else it is lost with its ship (rule 4)."""
    for company in umpire.state.aboard(ship.id):
        swims = umpire.roll_at_least(4, 6, f"{company.name} reaches the shore", rule=f"{NAME} 4")
        if swims:
            umpire.unload(company.id, "c12", rule=f"{NAME} 4")
        else:
            lose(umpire, company, f"{NAME} 4")
    lose(umpire, ship, f"{NAME} 4")


def land(umpire: Umpire, order: Land) -> None:
    """From the hex off the beach a company lands on it (rule 5)."""
    state = umpire.state
    insist_turn(umpire, order.side, f"{NAME} 1")
    company = state.pieces.get(order.company)
    insist(company in of(state, order.side, "company"), f"{NAME} 5", "That is no company of yours.")
    assert company is not None
    off = afloat(state, company) and state.where(company.id) == "s32"
    insist(off, f"{NAME} 5", "A company lands from a ship at s32.")
    umpire.unload(company.id, "c12", rule=f"{NAME} 5")
    end_of_turn(umpire)


def march(umpire: Umpire, order: Go) -> None:
    """A company marches the cheapest way (rule 6)."""
    state = umpire.state
    insist_turn(umpire, order.side, f"{NAME} 1")
    company = state.pieces.get(order.piece)
    insist(company in ashore(state, order.side), f"{NAME} 6", "That is no company of yours ashore.")
    assert company is not None
    path = marches(state, company).path(order.to)
    insist(len(path) > 1, f"{NAME} 6", "That is too far.")
    for space in path[1:]:
        umpire.move(company.id, space, rule=f"{NAME} 6")
    end_of_turn(umpire)


def fire(umpire: Umpire, order: Fire) -> None:
    """A gun fires at what it can see; farther is harder (rule 7)."""
    state = umpire.state
    insist_turn(umpire, order.side, f"{NAME} 1")
    gun = state.pieces.get(order.gun)
    insist(gun in of(state, order.side, "gun"), f"{NAME} 7", "That is no gun of yours.")
    assert gun is not None
    insist(order.target in seen_from(state, gun), f"{NAME} 7", "There is no line of sight to it.")
    far = state.board.range(gun.place, state.pieces[order.target].place)
    assert far is not None
    if umpire.roll_at_least(3 + far, 6, f"fire at {far} hexes", rule=f"{NAME} 7"):
        lose(umpire, state.pieces[order.target], f"{NAME} 7")
    end_of_turn(umpire)


def go_on(umpire: Umpire, order: Bare) -> None:
    insist_turn(umpire, order.side, f"{NAME} 1")
    end_of_turn(umpire)


def end_of_turn(umpire: Umpire) -> None:
    state = umpire.state
    in_town = [each for each in ashore(state, "blue") if state.board.spaces[each.place].map == "town"]
    turn = state.turn + (state.side == "red")
    if in_town:
        umpire.declare("blue", "a company is in the town", rule=f"{NAME} 8")
    elif turn > LAST_TURN or not of(state, "blue", "company"):
        umpire.declare("red", "the town is held", rule=f"{NAME} 8")
    else:
        umpire.enter_phase(turn, "landing", side=OTHER[state.side], rule=f"{NAME} 1")


def sea() -> tuple[SpaceData, ...]:
    """Four columns of three hexes; the shore is in the last column."""
    return tuple(
        SpaceData(
            id=f"s{column}{row}",
            name="Cape Selm" if (column, row) == (4, 2) else "",
            column=column,
            row=row,
            map="sea",
            terrain="land" if column == 4 else "littoral" if column == 3 else "deep sea",
            tags=("port",) if (column, row) == (1, 1) else (),
        )
        for column in (1, 2, 3, 4)
        for row in (1, 2, 3)
    )


HILLS = ("c32", "c33")


def shore() -> tuple[SpaceData, ...]:
    """Five columns of four hexes, with two hills between the beach and the town."""
    return tuple(
        SpaceData(
            id=f"c{column}{row}",
            column=column,
            row=row,
            map="shore",
            terrain="beach" if column == 1 else "hills" if f"c{column}{row}" in HILLS else "clear",
            lies_in="s42",
        )
        for column in (1, 2, 3, 4, 5)
        for row in (1, 2, 3, 4)
    )


def town() -> tuple[SpaceData, ...]:
    """Three quarters around a harbour basin."""

    def quarter(id: str, name: str, terrain: str, *outline: tuple[int, int]) -> SpaceData:
        return SpaceData(
            id=f"town-{id}",
            name=name,
            kind="area",
            terrain=terrain,
            map="town",
            lies_in="c52",
            outline=outline,
        )

    return (
        quarter("docks", "The Docks", "port", (0, 0), (40, 0), (52, 22), (44, 60), (0, 70)),
        quarter("old", "Old City", "old city", (40, 0), (120, 0), (120, 44), (84, 52), (52, 22)),
        quarter(
            "heights",
            "The Heights",
            "palm grove",
            (52, 22),
            (84, 52),
            (120, 44),
            (120, 100),
            (30, 100),
            (44, 60),
        ),
        quarter("basin", "Basin", "sea", (0, 70), (44, 60), (30, 100), (0, 100)),
    )


BOARD = BoardData(
    name="The landing",
    layouts={"sea": HexLayout(), "shore": HexLayout(orientation="pointy", offset="odd")},
    maps={
        "sea": MapData("The Selm Sea", 200, "nm"),
        "shore": MapData("Cape Selm", 20, "km"),
        "town": MapData("Selmhaven"),
    },
    impassable=("land",),
    spaces=(*sea(), *shore(), *town()),
    boxes=(SpaceData(id="lost", name="Lost", kind="box", tags=("eliminated",)),),
    borders=(BorderData(("c22", "c32"), "river"),),
    adjacency=Adjacency(
        join=(
            ("s32", "c12"),
            ("c52", "town-docks"),
            ("town-docks", "town-old"),
            ("town-old", "town-heights"),
            ("town-docks", "town-heights"),
            ("town-docks", "town-basin"),
        )
    ),
    lines=(
        LineData("road", "Coast road", "shore", through=("c11", "c22", "c23", "c34")),
        LineData("coast", "", "town", points=((0, 70), (44, 60), (30, 100))),
        LineData("railway", "Harbour line", "town", points=((10, 10), (30, 30), (70, 42), (110, 90))),
    ),
    terrains={"littoral": TerrainStyle("#b5e0e4", "waves")},
)


SCENARIO = lay(
    NAME,
    "The landing",
    sides="blue red",
    board=BOARD,
    kinds={
        "lst": KindData(name="Landing ship", side="blue", group="ship", back="ship"),
        "rifles": KindData(name="Rifle company", side="blue", group="company"),
        "mortar": KindData(name="Mortar platoon", side="blue", group="gun"),
        "guards": KindData(name="Guard company", side="red", group="company"),
        "battery": KindData(name="Coastal battery", side="red", group="gun"),
    },
    pieces=[
        *(
            PieceData(id=f"lst-{n}", kind="lst", at="s11", name=f"LST {n}", known_to=("blue",))
            for n in (1, 2)
        ),
        *(
            PieceData(id=f"coy-{letter}", kind="rifles", at="s11", name=f"{letter.upper()} Company")
            for letter in "ab"
        ),
        PieceData(id="mortar-1", kind="mortar", at="c12", name="Beach mortars"),
        PieceData(id="battery-1", kind="battery", at="c41", name="Cape battery"),
        PieceData(id="guard-1", kind="guards", at="c42", name="1st Guards"),
    ],
    tracks=[TrackData(f"losses-{side}", highest=9, side=OTHER[side]) for side in OTHER],
)
SYSTEM = build(
    NAME,
    "The landing",
    begin,
    [
        OrderKind("load", Load, load, f"{NAME} 2", "Load a company aboard a ship in port.", secret=True),
        OrderKind("sail", Go, sail, f"{NAME} 3", "Sail a ship with all aboard."),
        OrderKind("land", Land, land, f"{NAME} 5", "Land a company on the beach.", secret=True),
        OrderKind("march", Go, march, f"{NAME} 6", "March a company."),
        OrderKind("fire", Fire, fire, f"{NAME} 7", "Fire at what can be seen."),
        OrderKind("pass", Bare, go_on, f"{NAME} 1", "Stay."),
    ],
    legal,
)
