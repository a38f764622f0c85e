"""The games that histories are of."""

from tests.histories.room import Start

GAMES: dict[str, tuple[str, str, tuple[tuple[str, str], ...], tuple[int, ...]]] = {
    "ramadi": ("ramadi", "historical", (), (0, 35, 60, 110)),
    "ows": ("ows", "tutorial", (), (0, 15, 40, 90)),
    "ows ground": ("ows", "proving-field", (), (0, 20, 60)),
    "nineveh": ("nineveh", "historical", (), (0, 60, 90, 150)),
    "nineveh alone": ("nineveh", "historical", (("solitaire", "on"),), (0, 60, 120)),
    "somalia": ("somalia", "unosom", (), (0, 20, 60)),
    "somalia war": ("somalia", "war-2006", (), (0, 20, 60)),
    "ignorant-armies": ("ignorant-armies", "gulf-war", (), (0, 10, 40)),
    "freeform": ("freeform", "strait", (), (0, 4, 12)),
    "freeform cables": ("freeform", "cables", (), (0, 6)),
    "freeform ford": ("freeform", "ford", (), (0, 6)),
}
"""System, scenario, options, and how many orders a policy may have given before."""


def start_of(name: str, seed: int) -> Start:
    """The game of that seed: half of them with people in their seats, some with dice on the table."""
    system, scenario, options, orders = GAMES[name]
    dice = "typed" if seed % 5 == 3 else "sealed"
    return Start(system, scenario, seed, orders[seed % len(orders)], seed % 2 == 0, options, dice)
