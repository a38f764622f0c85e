"""Toy 14: ships on a sea of flat hexes, a shore of pointy ones that lies in one of these, and a town of areas
with outlines. A battalion goes by ship, lands, and calls for fire along a line of sight."""

from domain.events import (
    Adjacency,
    BoardData,
    BorderData,
    HexLayout,
    LineData,
    MapData,
    SpaceData,
    TerrainStyle,
)

NAME = "toy-landing"


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
    boxes=(SpaceData(id="lost", name="Lost", kind="box"),),
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
