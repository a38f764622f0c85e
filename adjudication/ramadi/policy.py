"""A competent commander: isolates objectives, keeps lines of communication, pairs the CTS, and spends air
power where it counts. It knows only what lies open, and draws no lots."""

import random
from collections.abc import Iterable
from typing import Any

from adjudication.orders import LegalOrders, Order, OrderGroup
from adjudication.ramadi.appraisal import POINT, Appraisal, distances, points
from adjudication.ramadi.ground import (
    GROUND_UNIT,
    MARKERS,
    combat,
    contested_hexes,
    deployment_hexes,
    held_hexes,
    network,
    network_of,
    units_at,
)
from adjudication.ramadi.operations import GOVERNMENT_COMPLEX
from adjudication.ramadi.planning import operations
from adjudication.ramadi.sequence import LAST_TURN
from adjudication.umpire import Question
from domain.state import Piece, State

WORTH_AN_OPERATION = 20
WORTH_AIR_POWER = 25
WORTH_A_MOVE = 25
WORTH_A_TRANSFER = 120
ATTACK_ON_MARKER = 45
"""Chance in hundredths that ISIS takes a marker in a turn."""
ASSET_ZONES = {
    "artillery": "zone-south",
    "tank": "zone-south",
    "advisors": "zone-west",
    "bridging": "zone-west",
    "ied-clearance": "zone-south",
}


class SensiblePolicy:
    """Plays as a competent person would."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """The order that promises most, or to proceed when none promises enough."""
        choose = {
            "set-up": _set_up,
            "planning": _plan,
            "assets": _support,
            "movement": _move,
            "deployment": _deploy,
            "transfers": _transfer,
            "ground assets": _redeploy,
        }.get(state.phase)
        order = choose(state, legal) if choose is not None else legal[0]
        return order if order is not None else _proceed(legal)

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        """Advance together but leave no objective bare; keep what is linked; call for air support."""
        if question.text.startswith("Which units advance"):
            return _advance(question, state)
        if question.text.startswith("Leave a Cleared marker"):
            return True
        return question.options[0]


def _proceed(legal: LegalOrders) -> Order:
    group = next((group for group in legal.groups if group.name == "proceed"), None)
    return group.order(0) if group is not None else legal[0]


def _orders(legal: LegalOrders, name: str) -> Iterable[tuple[OrderGroup, int]]:
    for group in legal.groups:
        if group.name == name:
            for index in range(len(group.values)):
                yield group, index


def _appraise(state: State) -> Appraisal:
    return Appraisal(state, held_hexes(state), LAST_TURN)


def _set_up(state: State, legal: LegalOrders) -> Order | None:
    """The strongest units, in pairs, where the Government Complex is nearest; assets to their zones."""
    complex = next(s.id for s in state.board.data.spaces if s.name == GOVERNMENT_COMPLEX)
    steps = distances(state.board)[complex]
    groups = [group for group in legal.groups if group.name == "deploy"]
    if groups:
        strongest = max(groups, key=lambda group: combat(state.pieces[group.fixed["unit"]]))
        nearest = min(
            range(len(strongest.values)),
            key=lambda index: (
                steps.get(strongest.values[index], 99) - len(units_at(state, strongest.values[index])),
                strongest.values[index],
            ),
        )
        return strongest.order(nearest)
    for group, index in _orders(legal, "assign"):
        if group.values[index] == ASSET_ZONES[state.pieces[group.fixed["asset"]].kind_id]:
            return group.order(index)
    return None


def _plan(state: State, legal: LegalOrders) -> Order | None:
    """The operation that promises most, counting on no asset yet."""
    ground = _appraise(state)
    best, found = WORTH_AN_OPERATION, None
    for group, index in _orders(legal, "plan"):
        lead = combat(state.pieces[group.fixed["lead"]])
        follow_up = group.fixed.get("follow_up")
        second = min(lead, combat(state.pieces[follow_up])) if follow_up else 0
        promise = ground.worth_of_operation(group.values[index], lead + second + 1)
        if promise > best:
            best, found = promise, group.order(index)
    return found


def _strength(state: State, operation: dict[str, Any]) -> int:
    lead = combat(state.pieces[operation["lead"]])
    follow_up = operation["follow_up"]
    second = min(lead, combat(state.pieces[follow_up])) if follow_up else 0
    assets = (operation["ground"], operation["air"])
    return lead + second + sum(combat(state.pieces[asset]) for asset in assets if asset)


def _support(state: State, legal: LegalOrders) -> Order | None:
    """The asset and operation where support changes most; air power only where it counts."""
    ground = _appraise(state)
    planned = operations(state)
    best, found = 0, None
    for group, index in _orders(legal, "support"):
        target = group.values[index]
        operation = planned[target]
        asset = state.pieces[group.fixed["asset"]]
        strength = _strength(state, operation)
        supported = _kinds(state, operation)
        without = ground.worth_of_operation(
            target,
            strength,
            best_of_two="advisors" in supported,
            ied_cancelled=not supported.isdisjoint(("bridging", "ied-clearance")),
        )
        supported.add(asset.kind_id)
        with_it = ground.worth_of_operation(
            target,
            strength + combat(asset),
            best_of_two="advisors" in supported,
            ied_cancelled=not supported.isdisjoint(("bridging", "ied-clearance")),
        )
        gain = with_it - without
        if asset.kind.group == "air asset" and gain < WORTH_AIR_POWER:
            continue
        if gain > best:
            best, found = gain, group.order(index)
    return found


def _kinds(state: State, operation: dict[str, Any]) -> set[str]:
    return {state.pieces[id].kind_id for id in (operation["ground"], operation["air"]) if id}


def _attack_from(ground: Appraisal, hex: str, factors: list[int]) -> int:
    """The best that units of these factors, stacked in a hex, could do from it."""
    strongest = sorted(factors, reverse=True)[:2]
    if not strongest:
        return 0
    return ground.best_attack(hex, strongest[0], strongest[1] if len(strongest) > 1 else 0)


class _Posts:
    """How well units are placed: attacks they could make, and ground they keep from an ISIS attack."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.ground = _appraise(state)
        self.held = frozenset(held_hexes(state))
        self.now = network(state)
        self._at_stake: dict[str, int] = {}
        self._factors: dict[str, list[int]] = {}

    def factors(self, hex: str) -> list[int]:
        found = self._factors.get(hex)
        if found is None:
            found = self._factors[hex] = [combat(unit) for unit in units_at(self.state, hex)]
        return found

    def at_stake(self, hex: str) -> int:
        """Points, in hundredths, that hang on a contested hex being held."""
        if hex not in self.held:
            return 0
        stake = self._at_stake.get(hex)
        if stake is None:
            lost = self.now.points - network_of(self.state.board, self.held - {hex}).points
            bonus = points(self.state.board, hex) - points(self.state.board, hex) % (5 * POINT)
            stake = self._at_stake[hex] = lost * POINT + (bonus if bonus > 5 * POINT else 0)
        return stake

    def arriving(self, unit: Piece, hex: str) -> int:
        """What a unit adds by standing in a hex."""
        there = self.factors(hex)
        attack = _attack_from(self.ground, hex, [*there, combat(unit)])
        gain = attack - _attack_from(self.ground, hex, there)
        if not there and hex in self.held:
            gain += self.at_stake(hex) * ATTACK_ON_MARKER // 100
        return gain

    def leaving(self, unit: Piece) -> int:
        """What is lost when a unit leaves the hex where it stands."""
        hex = unit.place
        rest = list(self.factors(hex))
        rest.remove(combat(unit))
        attack = _attack_from(self.ground, hex, self.factors(hex))
        loss = attack - _attack_from(self.ground, hex, rest)
        if not rest and hex in contested_hexes(self.state.board):
            stock = any(piece.kind_id == "cleared" for piece in self.state.pieces_at(MARKERS))
            loss += self.at_stake(hex) * (ATTACK_ON_MARKER if stock else 100) // 100
        return loss


def _move(state: State, legal: LegalOrders) -> Order | None:
    """The move that places a unit best."""
    posts = _Posts(state)
    best, found = WORTH_A_MOVE, None
    for group in legal.groups:
        if group.name != "move":
            continue
        unit = state.pieces[group.fixed["unit"]]
        leaving = posts.leaving(unit)
        for index, hex in enumerate(group.values):
            if len(posts.factors(hex)) >= 2:
                continue
            gain = posts.arriving(unit, hex) - leaving
            if gain > best:
                best, found = gain, group.order(index)
    if found is None and not any(group.name == "proceed" for group in legal.groups):
        return legal[0]
    return found


def _deploy(state: State, legal: LegalOrders) -> Order | None:
    """Every available unit comes back, where it adds most."""
    posts = _Posts(state)
    best, found = -1, None
    for group in legal.groups:
        if group.name == "deploy":
            unit = state.pieces[group.fixed["unit"]]
            for index, hex in enumerate(group.values):
                gain = posts.arriving(unit, hex)
                if gain > best:
                    best, found = gain, group.order(index)
    return found


def _transfer(state: State, legal: LegalOrders) -> Order | None:
    """A unit that can do nothing where it is goes where it can; it costs a turn, so late it stays."""
    if state.turn >= LAST_TURN - 2:
        return None
    posts = _Posts(state)
    waiting = sum(piece.kind.group == GROUND_UNIT for piece in state.pieces_at("transfer"))
    if waiting >= 3:
        return None
    hexes = [
        hex
        for zone in (*posts.now.reach.values(), *map(dict.fromkeys, deployment_hexes(state.board).values()))
        for hex in zone
        if len(posts.factors(hex)) < 2
    ]
    best, found = WORTH_A_TRANSFER, None
    for group in legal.groups:
        if group.name == "transfer":
            for index, id in enumerate(group.values):
                unit = state.pieces[id]
                if combat(unit) < 2:
                    continue
                gain = max((posts.arriving(unit, hex) for hex in hexes), default=0) - posts.leaving(unit)
                if gain > best:
                    best, found = gain, group.order(index)
    return found


def _redeploy(state: State, legal: LegalOrders) -> Order | None:
    """Ground assets in the transfer box go to the zone that reaches most of the held ground."""
    now = network(state)
    best = max(now.reach, key=lambda zone: (len(now.reach[zone]), zone))
    for group, index in _orders(legal, "assign"):
        if group.values[index] == f"zone-{best}":
            return group.order(index)
    return None


def _advance(question: Question, state: State) -> Any:
    """Both advance, unless the hex behind them would be lost for want of a marker."""
    both, lead, *_ = question.options
    origin = state.pieces[both[0]].place
    stock = any(piece.kind_id == "cleared" for piece in state.pieces_at(MARKERS))
    if origin in contested_hexes(state.board) and not stock and len(units_at(state, origin)) == 2:
        return lead
    return both
