"""A Ramadi table for tests: put counters where a case needs them, give orders, script dice and answers."""

import random
from typing import Any, Self

from adjudication.engine.games.scenario import Scenario, load_scenario
from adjudication.systems.ramadi.table.board import deployment_hexes, targets_from
from adjudication.systems.ramadi.table.ground import held_hexes, network
from domain.events import Value
from tests.table import Table

SCENARIO: Scenario = load_scenario("ramadi", "historical")
GAME_ID = "0" * 31 + "1"
POOLS = ("pool-ied", "pool-fighters", "pool-assets")

PLAIN_TABLES: dict[str, tuple[dict[str, Any], ...]] = {
    "operations_results": (
        {"difference": (None, -5), "winner": "isis", "automatic": 2, "casualty_on": None},
        {"difference": (-4, 0), "winner": "isis", "automatic": 0, "casualty_on": 5},
        {"difference": (1, None), "winner": "isf", "automatic": 0, "casualty_on": 5},
    ),
    "isis_attack": (
        {"difference": (None, -1), "result": "casualty"},
        {"difference": (0, None), "result": "repelled"},
    ),
}
"""Short tables for the cases that only need some result of the kind that the text names: they keep their
results when the reconstructed tables are tuned."""


class RamadiTable(Table):
    """A game of Ramadi that begins at set-up with all counters in reserve."""

    def __init__(self, **options: Value) -> None:
        super().__init__("ramadi", options=options, dice="scripted", time="")
        self._points = 0

    def put(self, piece: str, place: str) -> Self:
        """Put a piece somewhere; what follows from the ground held is as if it had always been there."""
        super().put(piece, place)
        state, now = self.state, network(self.state)
        held = held_hexes(state)
        for track, points in (("isf_objectives", now.objectives), ("isf_urban", now.points - now.objectives)):
            if state.track(track) != points:
                self.track(track, points)
        for mark, there in (
            ("ground", dict.fromkeys(held, "held")),
            ("cut off", dict.fromkeys(now.cut_off, True)),
        ):
            bearers = [subject for subject, marks in state.marks.items() if mark in marks]
            for hex in sorted({*bearers, *there}):
                if state.mark_named(hex, mark) not in (there.get(hex), "lost" if hex not in held else ""):
                    self.mark(hex, mark, there.get(hex))
        return self

    def hex(self, name: str) -> str:
        """The only hex of that name."""
        (hex,) = [space.id for space in self.state.board.data.spaces if space.name == name]
        return hex

    def adopt_plain_tables(self) -> None:
        """Play by the short tables: results below 1 are ISIS's, below -4 with two automatic casualties,
        a casualty needs a 5; an ISIS attack that is not beaten off is a casualty."""
        for table, rows in PLAIN_TABLES.items():
            self.adopt(table, rows)

    def hold(self, *hexes: str) -> None:
        """Lay a Cleared marker of the stock into each hex, and keep the score."""
        for hex in hexes:
            self.put(next(id for id in self.state.at["markers"] if id.startswith("cleared")), hex)
        self.keep_score()

    def keep_score(self) -> None:
        """Bring the tracks of held ground up to what lies on the map."""
        points = network(self.state).points
        self.track("isf_vp", self.state.track("isf_vp") + points - self._points)
        self._points = points

    def plan_turn(self, turn: int = 1, operations: int = 7) -> None:
        """Open the planning of a turn with that many operations."""
        self.phase("planning", turn)
        self.mark("game", "operations", operations)

    def draws(self, *counters: str) -> list[int]:
        """The numbers that draw these counters from the ISIS pools, in this order."""
        pools = {pool: list(self.state.at[pool]) for pool in POOLS}
        numbers = []
        for counter in counters:
            (pool,) = [pool for pool, inside in pools.items() if counter in inside]
            numbers.append(pools[pool].index(counter) + 1)
            pools[pool].remove(counter)
        return numbers

    def beside(self, target: str) -> str:
        """A deployment hex from which that hex may be attacked."""
        attacks = targets_from(self.state.board)
        zones = deployment_hexes(self.state.board).values()
        return next(hex for hexes in zones for hex in hexes if target in attacks[hex])

    def prepare(
        self,
        target: str,
        *isis: str,
        lead: str = "inf-1",
        follow_up: str = "",
        origin: str = "",
        ground: str = "",
        air: str = "",
        turn: int = 1,
    ) -> str:
        """Plan and support one operation and draw those counters against it; only the die is left to cast.

        The force stands on a deployment hex unless an origin is given; the ground asset waits in the box
        of a zone that the force belongs to. Returns the hex that the force attacks from.
        """
        origin = origin or self.beside(target)
        self.plan_turn(turn)
        for unit in (lead, follow_up):
            if unit:
                self.put(unit, origin)
        force: dict[str, Any] = {"lead": lead, **({"follow_up": follow_up} if follow_up else {})}
        self.order("plan", target=target, **force)
        self.order("proceed")
        if ground:
            self.put(ground, f"zone-{network(self.state).zones[origin][0]}")
        for asset in (ground, air):
            if asset:
                self.order("support", asset=asset, target=target)
        self.order("proceed", dice=self.draws(*isis))
        return origin

    def set_up_all(self, seed: int = 1) -> None:
        """Everything in reserve to random legal places, without proceeding."""
        chance = random.Random(seed)
        while self.state.at["reserve"]:
            legal = self.session.legal()
            self.session.order(legal[chance.randrange(len(legal))])
