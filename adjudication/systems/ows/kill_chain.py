"""What came of a strike, target by target: who detected it, who fired, who intercepted, the hits and the
result; and of other attacks what they cost. Read from the log alone: who did it by the ids in orders and
answers, whether it worked from the rolls."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from adjudication.engine.register import citations
from adjudication.engine.summary import Part
from adjudication.systems.ows.ground.attacks.combat_summary import combat_parts
from adjudication.systems.ows.ground.fires.fires_summary import fires_parts
from adjudication.systems.ows.ground.rear.rear_summary import rear_parts
from adjudication.systems.ows.joint_fires.salvos import called
from adjudication.systems.ows.table.counters import SHEETLESS, sheet
from adjudication.systems.ows.table.status import ATTRITION, DETECTED, EMITTING, REGENERATION, SUPPRESSED
from domain.events import (
    Chosen,
    DieRolled,
    Event,
    Marked,
    Modified,
    OrderGiven,
    PieceChanged,
    PieceMoved,
)
from domain.table.state import Piece, State
from domain.texts import Said, Text

R = citations("ows", __file__)

FIRE_BACK, FIGHTERS, SHIELDS = R["9.9.1d"], R["9.9.4.1a"], R["9.2.1b"]
"""Rules of the questions whose answers say who fires back at whom, and who meets which salvo."""
GREY, RED = "grey", "red"
"""The shields that a salvo meets."""
LOST = (f"{ATTRITION}-", f"{REGENERATION}-")
UNHARMED = "no effect"
ATTACKS: dict[str, str] = {"torpedo": "submarine", "asw": "unit", "nuke": ""}
"""Attacks on one target: the argument that names who makes them."""


class Interceptor(msgspec.Struct, frozen=True):
    """A unit that met salvos at a target, how many it stopped, and the answer that sent it."""

    unit: str
    stopped: int
    answer: int


class KillChain(msgspec.Struct, frozen=True):
    """What a strike came to at one target. detected: the event that says how it was detected; None for an
    installation, or where it is not known. fired: salvos by shooter. result: in words."""

    target: str
    detected: Marked | None
    fired: dict[str, int]
    interceptors: tuple[Interceptor, ...]
    hits: int
    result: str


class _Fired(msgspec.Struct, frozen=True):
    """A salvo at a target: who fired it, and what its rolls call it."""

    shooter: str
    called: dict[str, Any]


def kill_chains(
    given: OrderGiven, events: Iterable[Event], before: Sequence[Event], pieces: Mapping[str, Piece]
) -> list[KillChain]:
    """The kill chains of a strike, in the order in which its targets were declared.

    events: what came of it; before: the log up to it. Either may be what one reader knows of it.
    """
    of_order = [given, *events]
    salvos = _salvos(of_order, pieces)
    targets = dict.fromkeys(marker.split("/")[0] for marker in salvos)
    return [_chain(target, salvos, of_order, before, pieces) for target in targets if target in pieces]


def _salvos(events: Iterable[Event], pieces: Mapping[str, Piece]) -> dict[str, _Fired]:
    """Marker (`target/weapon/number`) -> the salvo, those that were fired back too."""
    found: dict[str, _Fired] = {}
    for event in events:
        allotted: object = {}
        if isinstance(event, OrderGiven):
            allotted = event.arguments.get("salvos")
        elif isinstance(event, Chosen) and event.rule == FIRE_BACK:
            allotted = event.value
        if isinstance(allotted, dict):
            counts: dict[tuple[str, str], int] = {}
            for item, target in allotted.items():
                shooter, weapon, _ = item.rsplit("/", 2)
                number = counts[target, weapon] = counts.get((target, weapon), 0) + 1
                if target in pieces:
                    text = called(_weapon(shooter, weapon, pieces), number, target)
                    found[f"{target}/{weapon}/{number}"] = _Fired(shooter, text.as_argument())
    return found


def _weapon(shooter: str, weapon: str, pieces: Mapping[str, Piece]) -> str:
    """What a weapon is called: on the sheet of who fires it, or of the munitions that it carries."""
    own = [pieces[shooter]] if shooter in pieces else []
    for piece in (*own, *pieces.values()):
        if piece.kind.group not in SHEETLESS:
            for each in sheet(piece).weapons:
                if each.id == weapon:
                    return each.name
    return weapon


def _chain(
    target: str,
    salvos: Mapping[str, _Fired],
    events: Sequence[Event],
    before: Sequence[Event],
    pieces: Mapping[str, Piece],
) -> KillChain:
    at_it = {marker: salvo for marker, salvo in salvos.items() if marker.split("/")[0] == target}
    fired: dict[str, int] = {}
    for salvo in at_it.values():
        fired[salvo.shooter] = fired.get(salvo.shooter, 0) + 1
    hits = Text("hits on a target", {"target": target})
    sums = [event.amount for event in events if isinstance(event, Modified) and event.sum == hits]
    stocks = Text("stocks destroyed", {"point": target})
    dice = [event for event in events if isinstance(event, DieRolled) and event.purpose == stocks]
    return KillChain(
        target,
        _detected(target, before, events),
        fired,
        tuple(_interceptors(at_it, events, pieces)),
        sum(sums) + len(dice),
        _result(target, events),
    )


def _interceptors(
    salvos: Mapping[str, _Fired], events: Sequence[Event], pieces: Mapping[str, Piece]
) -> list[Interceptor]:
    """Who was sent against salvos, fighters first, and how many each stopped."""
    rolls = [event.purpose for event in events if isinstance(event, DieRolled)]
    stopped: dict[tuple[str, int], int] = {}
    for marker, salvo in salvos.items():
        sent = [
            (unit, answer)
            for unit, answer in _sent(marker, FIGHTERS, events)
            if unit in pieces and _flew(unit, salvo, rolls)
        ]
        met = [_shield(roll) for roll in rolls if _shield(roll) and _salvo(roll) == salvo.called]
        grey = met.count(GREY)
        shields = sorted(_sent(marker, SHIELDS, events), key=lambda each: -_number(each[0], pieces))
        ready = [(item.rsplit("/", 2)[0], answer) for item, answer in shields][:grey]
        for each in (*sent, *ready):
            stopped.setdefault(each, 0)
        if grey == len(met) and (ready or (sent and not met)):  # it never came to the red shield
            stopped[(ready or sent)[-1]] += 1
    return [Interceptor(unit, number, answer) for (unit, answer), number in stopped.items()]


def _shield(roll: Said) -> str:
    """What a salvo met in a roll, GREY or RED; empty where it is no such roll."""
    match roll:
        case Text("salvo against a grey shield"):
            return GREY
        case Text("salvo against the red shield"):
            return RED
    return ""


def _salvo(roll: Said) -> Any:
    """The salvo that a roll is about."""
    return roll.arguments.get("salvo") if isinstance(roll, Text) else None


def _flew(fighter: str, salvo: _Fired, rolls: Sequence[Said]) -> bool:
    """Whether a fighter came to attack a salvo: another may have stopped it before."""
    return Text("interception of a salvo", {"fighter": fighter, "salvo": salvo.called}) in rolls


def _sent(marker: str, rule: str, events: Iterable[Event]) -> list[tuple[str, int]]:
    """What was sent against a salvo in answers by a rule, each with the number of the answer."""
    return [
        (item, event.number)
        for event in events
        if isinstance(event, Chosen) and event.rule == rule and isinstance(event.value, dict)
        for item, met in event.value.items()
        if met == marker
    ]


def _number(item: str, pieces: Mapping[str, Piece]) -> int:
    """The number of a grey shield (`unit/shield/number`)."""
    unit, name, _ = item.rsplit("/", 2)
    shield = sheet(pieces[unit]).shield(name) if unit in pieces else None
    return shield.number if shield is not None else 0


def _detected(target: str, before: Sequence[Event], events: Sequence[Event]) -> Marked | None:
    """How a target was detected: by the rule that marked it last."""
    for event in (*reversed(before), *events):
        if (
            isinstance(event, Marked)
            and event.subject == target
            and event.mark in (DETECTED.name, EMITTING.name)
        ):
            return event if event.value is not None else None
    return None


def _result(unit: str, events: Iterable[Event]) -> str:
    """What became of a unit: destroyed, steps lost, suppressed, stocks lost; or nothing."""
    found = []
    for event in events:
        if isinstance(event, PieceMoved) and event.piece == unit and event.to.startswith(LOST):
            return "destroyed"
        if isinstance(event, PieceChanged) and event.piece == unit and event.steps is not None:
            found.append(f"{event.steps or 'no'} step{'' if event.steps == 1 else 's'} left")
        elif isinstance(event, Marked) and event.subject == unit:
            if event.mark == SUPPRESSED.name and event.value:
                found.append("suppressed")
            elif event.rule.endswith("9.9.7d"):
                found.append("stocks destroyed")
    return ", ".join(found) or UNHARMED


# --- the summary of an order -----------------------------------------------------------------------


def summary(given: OrderGiven, events: Sequence[Event], state: State, before: Sequence[Event]) -> list[Part]:
    """What came of an attack or of fires, target by target, or of ground combats, one by one; each reader is
    told as much of it as it may know."""
    if given.order == "strike":
        chains = kill_chains(given, events, before, state.pieces)
        return [part for chain in chains for part in _parts(chain, state)]
    if given.order in ATTACKS:
        return _attack(given, events, state)
    if given.order == "fight":
        return _fight(events, state)
    if given.order == "proceed":
        return [*fires_parts(events, state), *combat_parts(events), *rear_parts(events)]
    return combat_parts(events)


def _parts(chain: KillChain, state: State) -> list[Part]:
    """A chain as the parts of a summary. Who fired and who intercepted stand apart, for those who know: of a
    unit that lies face down whoever may know the answer that sent it."""
    salvos = sum(chain.fired.values())
    parts = [Part("{}: {}", (chain.target, f"{salvos} salvo{'' if salvos == 1 else 's'}"), head=True)]
    if chain.detected is not None:
        parts.append(Part("detected by {}", (chain.detected.rule,), (chain.detected.number,)))
    for unit, number in chain.fired.items():
        several = len(chain.fired) > 1
        parts.append(Part("fired by {} ({})", (unit, number)) if several else Part("fired by {}", (unit,)))
    for each in chain.interceptors:
        if each.stopped:
            hidden = state.pieces[each.unit].known_to is not None
            answers = (each.answer,) if hidden else ()
            parts.append(Part("intercepted by {} ({} stopped)", (each.unit, each.stopped), answers))
    counted = "1 hit" if chain.hits == 1 else f"{chain.hits or 'no'} hits"
    parts.append(Part("{}", (f"{counted}, {chain.result}" if chain.hits else counted,)))
    return parts


def _attack(given: OrderGiven, events: Sequence[Event], state: State) -> list[Part]:
    """What an attack on one target came to, and what it cost who made it."""
    target, attacker = given.arguments["target"], given.arguments.get(ATTACKS[given.order], "")
    parts = [_came(target, events)] if target in state.pieces else []
    if attacker in state.pieces and _result(attacker, events) != UNHARMED:
        parts.append(_came(attacker, events))
    return parts


def _fight(events: Sequence[Event], state: State) -> list[Part]:
    """What each unit lost in an air combat."""
    units = {e.piece: None for e in events if isinstance(e, PieceChanged | PieceMoved)}
    harmed = [unit for unit in units if unit in state.pieces and _lost(unit, events)]
    return [_came(unit, events) for unit in harmed] or [Part("no losses")]


def _lost(unit: str, events: Iterable[Event]) -> bool:
    result = _result(unit, events)
    return result == "destroyed" or "left" in result


def _came(unit: str, events: Sequence[Event]) -> Part:
    """What became of a unit, for those who may know of the events that say so."""
    told = [e.number for e in events if isinstance(e, PieceChanged | PieceMoved) and e.piece == unit]
    return Part("{}: {}", (unit, _result(unit, events)), tuple(told[:1]))
