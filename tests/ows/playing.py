"""Whole games of the Operational Wargame System for tests, and what never may change in them."""

import random

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import LegalOrders
from adjudication.engine.policies import Policy
from adjudication.engine.session import Session
from adjudication.systems.ows import SYSTEM
from adjudication.systems.ows.air.allotments import ALLOTTED
from adjudication.systems.ows.air.fuel import fuelled, supported
from adjudication.systems.ows.air.missions import flown_from, in_the_air
from adjudication.systems.ows.air.sorties import capacity, squadrons_at
from adjudication.systems.ows.ground.forces import designations, formations, postures
from adjudication.systems.ows.ground.forces.acting import ACTIONED, ACTIONING
from adjudication.systems.ows.ground.forces.action_points import FEINT, ORDERED
from adjudication.systems.ows.ground.forces.combats import COMBAT
from adjudication.systems.ows.ground.forces.stacking import limit, stacks
from adjudication.systems.ows.ground.forces.zones import ground_hexes
from adjudication.systems.ows.ground.maneuver.reaction import REACTED
from adjudication.systems.ows.ground.segment.initiative import FIRST, ORDER, TO_ACTIVATE
from adjudication.systems.ows.table.counters import CYBER, SHEETLESS, SPENT, TOKEN, boxes_lost, sheet
from adjudication.systems.ows.table.counters import GROUND as GROUND_UNIT
from adjudication.systems.ows.table.damage import FORTIFIED
from adjudication.systems.ows.table.status import (
    AIRBORNE,
    AMPHIBIOUS,
    LIFTED,
    MISSION_FLOWN,
    SUPPORT,
    enemy_of,
    sides,
)
from adjudication.systems.ows.turn.turns import acting
from domain.events import Event, OrderDone, PhaseEntered, Value
from domain.game.chain import Entry
from domain.table.state import Piece, State
from tests.contract.held import Following
from tests.table import Table

LANDS = (AMPHIBIOUS, AIRBORNE, LIFTED)
SWITCHES = (
    "layered_shields",
    "best_die_first",
    "aew_promotes",
    "one_to_many",
    "spare_last_step",
    "counter_air_markers",
    "mines",
    "nuclear",
    "expeditionary_basing",
    "written_orders",
    "disrupted_units_defend",
    "suppressed_ships_defend",
    "loads_from_stocks",
    "sof_insertion_means",
    "d16_exception",
    *("reaction_moves", "action_points", "feints", "free_first_ground_phase", "split_missions"),
    *("bombardment", "unbridged_assaults", "logistics", "rear_area"),
    *("associated_supply", "delay_ends_with_move", "disrupted_hq_reserves", "suppressed_hq_out_of_order"),
    *(
        "shields_reveal",
        "tokens_shown",
        "countermeasures_in_air_combat",
        "any_unit_emits",
        "cec_needs_emission",
    ),
)
"""Options that are on or off."""
METHODS = ("side", "formation", "draw", "planned")
"""Of ground initiative."""
GROUND = (
    *("ground organization", "ground activation", "prep fires", "ground movement", "supporting fires"),
    *("defensive fires", "ground combat", "exploitation", "exploitation combat", "rear area"),
)
"""The steps of the ground segment."""


def combination(number: int) -> dict[str, Value]:
    """The options that are on in the bits of a number, and the order of strikes by its last bit."""
    chosen: dict[str, Value] = {name: bool(number >> bit & 1) for bit, name in enumerate(SWITCHES)}
    chosen["strike_order"] = "chits" if number & 1 else "alternate"
    chosen["ground_initiative"] = METHODS[number % len(METHODS)]
    chosen["ground_phases"] = 1 + (number >> 2) % 2
    return chosen


def new_game(scenario: str, seed: int, options: dict[str, Value] | None = None) -> Session:
    """A game that has begun, with sealed dice that the seed gives again."""
    table = Table("ows", scenario, options, seed=seed, game=f"{seed:032x}", name=f"seed {seed}", begun=False)
    return table.session


def entries(session: Session) -> list[Entry]:
    """The log of a game that was never saved, chained."""
    return session.game.unsaved()


class Books:
    """What never may change in a game: what pieces say is looked at as phases end, air missions after each
    order."""

    def __init__(self, state: State) -> None:
        self.lost: set[str] = set()
        self.before: Event | None = None
        self.crowded: dict[tuple[str, str], int] = {}
        self.based: dict[str, int] = {}

    def see(self, event: Event, state: State) -> None:
        if isinstance(event, OrderDone):
            if state.phase == "air tasking":
                check_air(state)
            self._check_airfields(state)
            if isinstance(self.before, PhaseEntered):
                self._check_all(state)
        self.before = event

    def _check_airfields(self, state: State) -> None:
        """No squadron is sent in air tasking to an airfield that is full, or that damage has made so."""
        for field in state.of_group("facility"):
            if field.kind_id == "airfield":
                here = len(squadrons_at(state, field))
                most = max(capacity(state, field), self.based.get(field.id, here))
                assert here <= most or state.phase != "air tasking", field.id
                self.based[field.id] = here

    def _check_all(self, state: State) -> None:
        if formations.ground_war(state):
            self._check_ground(state)
        for piece in state.pieces.values():
            if piece.kind.group not in SHEETLESS:
                self._check_piece(state, piece)

    def _check_ground(self, state: State) -> None:
        """What the ground war leaves on the table as a step begins."""
        for subject, value in state.marked(FORTIFIED).items():
            if state.pieces[subject].kind.group == GROUND_UNIT:
                assert value in (1, 2), f"{subject} has +{value}"
                assert postures.defending(state, subject), f"{subject} is Fortified"
        for side in sides(state):
            for each in formations.formations(state, side):
                named = designations.main_effort_of(state, each.id)
                assert len(named) <= each.main_efforts, f"main efforts of {each.id}: {named}"
            self._check_stacks(state, side)
        acting_now = state.mark("game", ACTIONING)
        assert not acting_now or state.phase in GROUND[1:9], f"{acting_now} acts in {state.phase}"
        assert not state.marked(COMBAT) or acting_now, f"Combat markers in {state.phase}"
        if state.phase not in GROUND:
            for of_phase in (ACTIONED, REACTED, TO_ACTIVATE, FIRST, ORDER):
                assert state.mark("game", of_phase) is None, f"{of_phase} in {state.phase}"
        if state.phase == "regeneration":
            for mark in (ORDERED, FEINT, ALLOTTED, SUPPORT):
                assert not state.marked(mark), f"{mark} after the ground segment"

    def _check_stacks(self, state: State, side: str) -> None:
        """No march, retreat or advance ends in a hex that has no room; enemies share one only in a
        landing."""
        enemy = ground_hexes(state, enemy_of(state, side))
        now = {(side, hex): steps for hex, steps in stacks(state, side).items()}
        for (_, hex), steps in now.items():
            if state.phase in GROUND[1:]:
                most = max(limit(state, hex), self.crowded.get((side, hex), 0))
                assert steps <= most, f"{steps} steps of {side} in {hex}"
            landed = [id for mark in LANDS for id in state.marked(mark) if id in state.pieces]
            if hex in enemy:
                assert any(state.pieces[id].place == hex for id in landed), f"both sides in {hex}"
        if state.phase not in GROUND[1:]:
            self.crowded = {key: value for key, value in self.crowded.items() if key[0] != side} | now

    def _check_piece(self, state: State, piece: Piece) -> None:
        sheet_of = sheet(piece)
        assert 0 <= piece.steps <= sheet_of.steps, f"{piece.id} has {piece.steps} steps"
        where = state.where(piece.id)
        gone = where.startswith("attrition-")
        assert not (piece.id in self.lost and not gone), f"{piece.id} comes back from the attrition box"
        if gone:
            self.lost.add(piece.id)
        used: dict[str, int] = state.mark(piece.id, SPENT) or {}
        printed = {each.id: each.salvos for each in sheet_of.weapons}
        printed |= {each.id: each.count for each in sheet_of.shields}
        for id, number in used.items():
            assert 0 <= number <= max(printed.get(id, 99), 0), f"{piece.id} spent {number} of {id}"
        assert boxes_lost(piece) >= 0
        if piece.kind.group in (TOKEN, CYBER):
            assert piece.side


def check_air(state: State) -> None:
    """Nobody flies without fuel, no tanker supports and no carrier sends out too many."""
    for side in sides(state):
        for id in in_the_air(state, side):
            piece = state.pieces[id]
            assert fuelled(state, piece), id
            assert len(supported(state, piece)) <= piece.kind.data.get("refuels", 0), id
    for ship in state.of_group("ship"):
        most = sum(box.get("missions", 0) for box in ship.kind.data.get("boxes", []))
        if not most:
            continue
        types = [state.marked(MISSION_FLOWN)[piece.id]["type"] for piece in flown_from(state, ship.id)]
        support = sum(type in ("tanker", "aew") for type in types)
        assert len(types) - support <= most, ship.id
        assert support <= most, ship.id


def play(
    session: Session,
    policies: dict[str, Policy] | None = None,
    chance: random.Random | None = None,
    longest: int = 20_000,
    rest: Policy | None = None,
) -> int:
    """Play to the verdict, each side by its policy or at random; how many orders it took."""
    chance = chance or random.Random(1)
    rest = rest or SYSTEM.policy("random")
    session.people = PolicyPeople(policies or {}, rest, chance)
    if session.state.turn == 0 and not session.state.phase:
        session.begin()
    while session.game.open_procedure() is not None:
        session.proceed_with(session.people)
    following = Following(session.game.log, Books)
    for count in range(longest):
        if session.state.verdict is not None:
            return count
        legal = session.legal()
        assert len(legal) > 0, f"the game is open, and nothing may be ordered in {session.state.phase}"
        if policies:
            side = acting(session.state)[0]
            legal = LegalOrders([part for part in legal.parts if part.side == side])
            order = policies.get(side, rest).order(session.state, legal, chance)
        else:
            order = rest.order(session.state, legal, chance)
        following.see(session.order(order).events)
    raise AssertionError(f"the game does not end; it is turn {session.state.turn}, {session.state.phase}")
