"""A short scripted game of Ramadi and its transcript, with what each side sees after every phase.

    python -m tests.ramadi.golden > tests/golden/ramadi.txt

writes it anew; read the difference before it is committed: a line that appears under `isf` and names a
face-down ISIS counter is a leak (6.3b, 9.0b).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from adjudication.engine.texts import worded
from domain.events import TableData
from domain.texts import Text
from domain.views.view import EventView, StateView, see, see_log
from tests.ramadi.cases import RESULTS
from tests.ramadi.table import RamadiTable

GOLDEN = Path(__file__).parent.parent / "golden" / "ramadi.txt"

VIEWERS = ("isf", "isis", "white")

THREE_OPERATIONS = TableData(
    "Operations for tests",
    ("die", "casualties"),
    ({"die": (1, 6), "casualties": (0, None), "operations": 3},),
)

DEPLOYED = {
    "0910": ("cts-1", "mech-1"),
    "0810": ("cts-2", "mech-2"),
    "0602": ("cts-3", "mech-3"),
    "0503": ("np-1", "inf-1"),
    "0702": ("np-2", "inf-2"),
    "0801": ("np-3", "inf-3"),
    "0307": ("cts-4", "inf-4"),
    "0308": ("inf-5", "inf-6"),
    "0306": ("eb-1", "eb-2"),
    "0309": ("militia-1", "militia-2"),
    "0310": ("militia-3",),
}

ASSIGNED = {
    "artillery-1": "zone-south",
    "tank-1": "zone-south",
    "advisors-1": "zone-south",
    "advisors-2": "zone-north",
    "bridging-1": "zone-north",
    "ied-clearance-1": "asset-transfer",
}


class Script:
    """The orders of the game, each with its dice and answers."""

    def __init__(self) -> None:
        self.table = RamadiTable(drones=True, close_air_support=True)
        self.table.session.adopt_table("operations_results", RESULTS, "the golden game")
        self.table.session.adopt_table("operations", THREE_OPERATIONS, "the golden game")

    def give(self, name: str, dice: Sequence[int] = (), answers: Sequence[Any] = (), **arguments: Any) -> str:
        self.table.order(name, dice=dice, answers=answers, **arguments)
        return " ".join([name, *(f"{key}={value}" for key, value in arguments.items())])

    def play(self) -> Iterator[str]:
        """Each order as it is done, in words; the table is then as the order left it."""
        for hex, units in DEPLOYED.items():
            for unit in units:
                yield self.give("deploy", unit=unit, to=hex)
        for asset, box in ASSIGNED.items():
            yield self.give("assign", asset=asset, box=box)
        yield self.give("proceed", [4])
        yield from self.first_turn()
        yield from self.second_turn()
        yield from self.third_turn()

    def first_turn(self) -> Iterator[str]:
        """An Attack counter is replaced, two more go back, an Emir falls, air support fails to come."""
        yield self.give("plan", lead="cts-1", follow_up="mech-1", target="0909")
        yield self.give("plan", lead="cts-2", follow_up="mech-2", target="0809")
        yield self.give("plan", lead="cts-3", follow_up="mech-3", target="0603")
        yield self.give("proceed")
        yield self.give("support", asset="artillery-1", target="0909")
        yield self.give("support", asset="bridging-1", target="0603")
        yield self.give("support", asset="drone-1", target="0809")
        defenders = self.table.draws(
            *("ied-deep-1", "f-specialists-1", "attack-1"),
            *("ied-poor-1", "f-adversity-1", "attack-3"),
            *("ied-complex-1", "f-militia-1", "foreign-fighters-1"),
        )
        yield self.give("proceed", defenders)
        yield self.give("execute", [*self.table.draws("civilians-1"), 3, 5, 2], [["cts-1"]], target="0909")
        yield self.give("execute", [*self.attack_again(), 6, 1, 3], [["cts-2", "mech-2"]], target="0809")
        yield self.give("execute", [2, 5, 4], target="0603")
        yield self.give("proceed", [3, 5, 2], ["bomber-1"])
        yield self.give("move", unit="mech-1", to="0909")
        yield self.give("proceed")
        yield self.give("transfer", unit="np-3")
        yield self.give("proceed")
        yield self.give("assign", asset="ied-clearance-1", box="zone-south")
        yield self.give("assign", asset="tank-1", box="asset-transfer")
        yield self.give("proceed", [4])

    def attack_again(self) -> list[int]:
        """The second Attack counter goes back; the draw in its place is a third, then an Emir."""
        pool = [*self.table.state.at["pool-assets"], "attack-3"]
        first = pool.index("attack-2")
        pool.append(pool.pop(first))
        return [first + 1, pool.index("emir-1") + 1]

    def second_turn(self) -> Iterator[str]:
        """A defeat among civilians, an aborted bomber, a marker left behind, a unit back on the map."""
        yield self.give("plan", lead="mech-1", follow_up="cts-1", target="0808")
        yield self.give("plan", lead="cts-4", follow_up="inf-4", target="0407")
        yield self.give("proceed")
        yield self.give("support", asset="ied-clearance-1", target="0808")
        yield self.give("support", asset="bomber-2", target="0407")
        defenders = self.table.draws(
            *("ied-complex-2", "f-special-forces-1", "civilians-2"),
            *("ied-prepared-1", "f-militia-2", "air-defence-1"),
        )
        yield self.give("proceed", defenders)
        yield self.give("execute", [5, 6, 2], [["cts-4"]], target="0407")
        yield self.give("execute", [1, 6, 5, 3], target="0808")
        yield self.give("proceed")
        yield self.give("move", unit="cts-2", to="0810")
        yield self.give("proceed", answers=[True])
        yield self.give("deploy", unit="np-3", to="0909")
        yield self.give("proceed")
        yield self.give("proceed")
        yield self.give("assign", asset="tank-1", box="zone-north")
        yield self.give("proceed", [2])

    def third_turn(self) -> Iterator[str]:
        """A line of communication is given up, and a drone beats an ISIS attack off."""
        yield self.give("plan", lead="cts-1", follow_up="np-3", target="0908")
        yield self.give("proceed")
        yield self.give("guard", drone="drone-2", hex="0809")
        yield self.give("proceed", self.table.draws("ied-poor-2", "f-militia-3", "attack-4"))
        replacement = self.table.draws("sv-ied-1")
        answers = [["cts-1", "np-3"], False]
        yield self.give("execute", [*replacement, 6, 1], answers, target="0908")
        yield self.give("proceed", [1, 4, 6])


def shown(value: Any) -> str:
    """Plain data on one line."""
    if isinstance(value, Text):
        return worded(value, "ramadi")
    return value if isinstance(value, str) else msgspec.json.encode(value, order="deterministic").decode()


def event_line(view: EventView) -> str:
    """One event as a side sees it."""
    left_out = ("chance", "source", "by", "agreed")
    fields = [f"{k}={shown(v)}" for k, v in view.fields.items() if k not in left_out and v not in ("", None)]
    return " ".join([view.event, *fields, f"({view.rule})" if view.rule else ""]).rstrip()


def state_lines(view: StateView) -> Iterator[str]:
    """The table as a side sees it: tracks, marks, and what lies at each place."""
    yield " ".join(f"{track}={value}" for track, value in view.tracks.items())
    for subject, marks in sorted(view.marks.items()):
        yield f"{subject}: {shown(marks)}"
    places: dict[str, list[str]] = {}
    for piece in view.pieces:
        if piece.group == "marker" and piece.place == "markers":
            continue
        name = f"{piece.id}/{piece.face}".rstrip("/") if piece.known else f"[{piece.back}]"
        places.setdefault(piece.place, []).append(name)
    for place in sorted(places):
        pieces = places[place]
        counted = [f"{pieces.count(p)} x {p}" if pieces.count(p) > 1 else p for p in dict.fromkeys(pieces)]
        yield f"{place}: {', '.join(counted)}"


def by_viewer(lines: dict[str, list[str]]) -> Iterator[str]:
    """The player's lines, and of each other viewer what differs from them."""
    player, *others = VIEWERS
    yield from (f"  {player}: {line}" for line in lines[player])
    for viewer in others:
        yield from (f"  {viewer} not: {line}" for line in lines[player] if line not in lines[viewer])
        yield from (f"  {viewer} too: {line}" for line in lines[viewer] if line not in lines[player])


def transcript() -> str:
    """The whole game as text: each order with what each side learns, and each side's view of a phase."""
    script = Script()
    session = script.table.session
    lines: list[str] = []
    logged = {viewer: len(see_log(session.game.log, viewer)) for viewer in VIEWERS}
    phase = (session.state.turn, session.state.phase)
    for order in script.play():
        lines.append(f"> {order}")
        news = {}
        for viewer in VIEWERS:
            log = see_log(session.game.log, viewer)
            news[viewer] = [event_line(view) for view in log[logged[viewer] :] if view.event not in QUIET]
            logged[viewer] = len(log)
        if phase[1] != "set-up":
            lines += by_viewer(news)
        now = (session.state.turn, session.state.phase)
        if now != phase:
            phase = now
            lines.append(f"== turn {now[0]}, {now[1]}")
            lines += by_viewer({viewer: list(state_lines(see(session.state, viewer))) for viewer in VIEWERS})
    return "\n".join(lines) + "\n"


QUIET = ("order-given", "order-done")


if __name__ == "__main__":
    print(transcript(), end="")
