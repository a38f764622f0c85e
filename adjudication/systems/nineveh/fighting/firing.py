"""Fire in combat (6.1c-e, 6.2): each unit's to-hit die with its modifiers, events before the die counts
(6.5), Leadership rerolls (7.21c), and hits that the owner gives to units one by one (6.3)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from adjudication.engine.choices import Subset
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.card_play.events import check, draws, possible
from adjudication.systems.nineveh.cards import standing
from adjudication.systems.nineveh.moving.hq import headquarters, may_lead, spend, track
from adjudication.systems.nineveh.table.asking import FACE_DOWN, alone, choose
from adjudication.systems.nineveh.table.blocks import (
    DAESH,
    DISRUPTED,
    ENEMY,
    ISF,
    RUMOUR,
    SHIELDS,
    blocks,
    is_unit,
    sheet,
    show,
    value,
)
from adjudication.systems.nineveh.table.board import terrain
from adjudication.systems.nineveh.table.hits import COLLATERAL, lose_step, remove, take_back
from domain.table.dice import D6
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("nineveh", __file__)
T = texts("nineveh")

FIRING_ORDER = "firing_order"
"""The option: the owner is asked in which order unlike units fire, where events may come between them."""
TO_HIT, SAVE = "to hit", "save"
"""What cards modify (6.2c)."""


class Modifier(NamedTuple):
    """What is added to a die, why, and by which rule. card: where it comes from, empty for none."""

    label: Text
    by: int
    rule: str
    card: str = ""


Aim = tuple[str, Text, int, str]
"""A unit's die: unit, purpose of the roll, the natural face from which it hits, the rule that it fires by."""


def units(state: State, side: str, area: str) -> list[Piece]:
    """A side's units in an area: what fires, and takes hits."""
    return [block for block in blocks(state, side, area) if is_unit(block)]


def modifiers(state: State, unit: Piece, area: str) -> list[Modifier]:
    """What modifies the to-hit die of a unit in the area of the fight (6.2)."""
    found = []
    ground = terrain(state.board, area)
    by = sheet(unit).terrain.get(ground, 0)
    if by:
        found.append(Modifier(T("terrain", terrain=ground), by, R["6.2a"]))
    if state.mark(unit.id, DISRUPTED):
        found.append(Modifier(T("disrupted"), -1, R["6.2b"]))
    found += [
        Modifier(each.label, each.by, R["6.2c"], each.card)
        for each in standing.modifiers(state, TO_HIT, unit, area)
    ]
    return found


def firepower(state: State, unit: Piece, area: str) -> int:
    """How many of the six faces hit."""
    by = sum(each.by for each in modifiers(state, unit, area))
    return min(max(D6 + 1 - value(unit) + by, 0), D6)


def reveal(umpire: Umpire, area: str) -> None:
    """Both sides turn all their blocks there face up; Rumours go (6.1b, 7.4b)."""
    state = umpire.state
    there = [*blocks(state, ISF, area), *blocks(state, DAESH, area)]
    for block in there:
        show(umpire, block.id, rule=R["6.1b"])
    for block in there:
        if block.kind.group == RUMOUR:
            remove(umpire, block.id, rule=R["7.4b"])


def fire(umpire: Umpire, side: str, area: str, *, rule: str) -> None:
    """All units of a side in the area fire, then the enemy takes the hits (6.1c-e)."""
    hits = umpire.step(volley, side, area, rule)
    reveal(umpire, area)  # what an event has brought there
    umpire.each(take_hit, [(ENEMY[side], area)] * hits)


# --- to hit ------------------------------------------------------------------------------------------


def volley(umpire: Umpire, side: str, area: str, rule: str) -> int:
    """Every unit rolls a die, then an HQ may have misses rerolled: the number of hits."""
    state = umpire.state
    firing = [unit.id for unit in units(state, side, area) if not standing.forbids(state, "fire", unit, area)]
    if not possible(state) and not any(_rerolls(state, unit, area) for unit in firing):
        aims = [aim(umpire, unit, area, rule) for unit in firing]
        missed: tuple[str, ...] = umpire.total(shot, aims, _together, ())
        return len(firing) - len(missed) + rerolled(umpire, side, area, missed)
    missed, fired = (), 0
    for unit in in_order(umpire, side, area, firing):
        if state.pieces[unit].place == area:  # an event may have removed it, or moved it away
            fired += 1
            missed = (*missed, *umpire.step(shot_with_event, side, unit, area, rule, False))
    return fired - len(missed) + rerolled(umpire, side, area, missed)


def in_order(umpire: Umpire, side: str, area: str, firing: list[str]) -> list[str]:
    """The order in which units fire. It matters where an event may come between two dice; with the option the
    owner chooses it, else it is the order in which they stand (6.5a)."""
    state = umpire.state
    sorts = {unit: _sort(state, state.pieces[unit]) for unit in firing}
    if not state.options[FIRING_ORDER] or len(set(sorts.values())) < 2:
        return firing
    orders = {tuple(sorts[unit] for unit in order): list(order) for order in permutations(reversed(firing))}
    chosen: list[str] = choose(
        umpire,
        side,
        T("order of fire", area=area),
        sorted(orders.values(), key=lambda order: [firing.index(unit) for unit in order]),
        suggest=orders[tuple(sorts.values())],
        because=T("it rarely matters"),
        rule=R["6.5a"],
    )
    return chosen


def aim(umpire: Umpire, unit: str, area: str, rule: str, reroll: bool = False) -> Aim:
    """Say what modifies the die of a unit; what it is then rolled for."""
    state = umpire.state
    piece = state.pieces[unit]
    to_hit = umpire.sum(T("to hit", unit=unit))
    for label, more, why, card in modifiers(state, piece, area):
        standing.turn_up(umpire, card)
        to_hit.add(label, more, rule=why)
    face = value(piece) - to_hit.total
    at_least = max(face, 1) if face <= D6 else None
    cannot = None if face <= D6 else T("cannot hit")
    purpose = T("fire", unit=unit, area=area, at_least=at_least, cannot=cannot)
    if reroll:
        purpose = T("reroll", unit=unit, area=area, at_least=at_least, cannot=cannot)
    return unit, purpose, face, rule


def shot(umpire: Umpire, unit: str, purpose: Text, face: int, rule: str) -> tuple[str, ...]:
    """A die that draws no event: the unit, where it missed."""
    return () if umpire.roll_at_least(face, D6, purpose, rule=rule) else (unit,)


def shot_with_event(
    umpire: Umpire, side: str, unit: str, area: str, rule: str, reroll: bool
) -> tuple[str, ...]:
    """A die that a card may reroll, as if the first had not been rolled (2.4), and that may draw an event,
    which happens before the die counts (6.5a): the unit, where it missed."""
    _, purpose, face, _ = aim(umpire, unit, area, rule, reroll)
    rolled = umpire.roll(D6, purpose, rule=rule)
    for again in _rerolls(umpire.state, unit, area):
        if reroll_wanted(umpire, again, side, unit, area, rolled, face):
            standing.spend(umpire, again)
            rolled = umpire.roll(
                D6, T("rerolled by a card", purpose=purpose, card=again.label), rule=R["2.4"]
            )
    check(umpire, rolled, area, side)
    return () if rolled >= face else (unit,)


def _rerolls(state: State, unit: str, area: str) -> list[standing.Reroll]:
    return standing.rerolls(state, TO_HIT, state.pieces[unit], area)


def reroll_wanted(
    umpire: Umpire, again: standing.Reroll, side: str, unit: str, area: str, rolled: int, face: int
) -> bool:
    """Whether the side with a card has a die rerolled: a miss of its own, a hit of the enemy's, or a die that
    draws an event. It is asked before the event deck is looked at (2.4)."""
    state = umpire.state
    hit, own = rolled >= face, again.side == side
    if hit is own and not draws(state, rolled):
        return False
    hidden, helps = standing.is_face_down(state, again.card), hit is own
    why = T("the die helps you") if helps else FACE_DOWN if hidden else T("the die helps the enemy")
    question = T("whether a miss is rerolled", unit=unit, face=rolled, area=area, card=again.label)
    if hit:
        question = T("whether a hit is rerolled", unit=unit, face=rolled, area=area, card=again.label)
    return bool(
        choose(
            umpire,
            again.side,
            question,
            [True, False],
            suggest=not (helps or hidden),
            because=why,
            rule=R["2.4"],
            audience=(again.side,) if hidden else None,
        )
    )


def rerolled(umpire: Umpire, side: str, area: str, missed: Sequence[str]) -> int:
    """HQs may have misses rerolled, each once and for an order; events of the first dice have happened: the
    number of hits (7.21c). A side is asked once, when all its dice have fallen."""
    state = umpire.state
    led = {unit: leaders[0] for unit in missed if (leaders := can_lead(state, side, unit, area))}
    if not led:
        return 0

    def fits(units: Sequence[str]) -> bool | Why:
        """Each order rerolls one die (7.21e)."""
        counts = Counter(led[unit] for unit in units)
        short = [hq for hq, count in counts.items() if count > state.track(track(hq))]
        return not short or T("too few special orders left", hq=short[0], left=state.track(track(short[0])))

    likely = worth_rerolling(state, led, area)
    chosen = choose(
        umpire,
        side,
        T("misses that Leadership rerolls", area=area),
        Subset(list(led), fits=fits),
        suggest=likely,
        because=T("they hit with an even chance") if likely else T("orders are kept"),
        rule=R["7.21c"],
        audience=None if all(_known(state, side, hq) for hq in led.values()) else (side,),
    )
    hits = 0
    for unit in chosen:
        leaders = can_lead(umpire.state, side, unit, area)
        if leaders:  # an event may have taken the HQ or the unit
            spend(umpire, leaders[0], T("Leadership"), rule=R["7.21c"])
            again = umpire.step(shot_with_event, side, unit, area, R["7.21c"], True)
            hits += not again
    return hits


def can_lead(state: State, side: str, unit: str, area: str) -> list[str]:
    """The HQs that may have the die of a unit rerolled now; in the solitaire game the Leader acts by cards
    alone (10.2c)."""
    if state.pieces[unit].place != area or (side == DAESH and alone(state)):
        return []
    return may_lead(state, side, unit)


def worth_rerolling(state: State, led: Mapping[str, str], area: str) -> list[str]:
    """Misses with at least an even chance the second time, while their HQ keeps an order."""
    left = {hq: state.track(track(hq)) - 1 for hq in led.values()}
    found = []
    for unit, hq in led.items():
        if left[hq] > 0 and 2 * firepower(state, state.pieces[unit], area) >= D6:
            left[hq] -= 1
            found.append(unit)
    return found


def _known(state: State, side: str, hq: str) -> bool:
    """Whether all know which block an HQ is, so that a question about it gives nothing away."""
    return state.pieces[headquarters(state, side)[hq]].known_to is None


def _together(before: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return before + more


# --- hits --------------------------------------------------------------------------------------------


def take_hit(umpire: Umpire, side: str, area: str) -> None:
    """The owner gives a hit to one of the units there: a step is lost, unless armour saves it; a hit that
    nobody is left for is lost (6.1d, 6.3). Human Shields may take it for Daesh units (11.0s)."""
    state = umpire.state
    there = units(state, side, area)
    if not there:
        return
    shields = [block.id for block in blocks(state, side, area) if block.kind.group == SHIELDS][:1]
    hit = choose(
        umpire,
        side,
        T("unit that takes a hit", area=area),
        [*(unit.id for unit in unlike(state, there)), *shields],
        suggest=(*shields, best_to_lose(state, there, area))[0],
        because=T("it can bear the loss best"),
        rule=R["6.1d"],
    )
    if hit in shields:
        take_back(umpire, hit, rule=R["11.0s"])
        umpire.score(COLLATERAL, 1, why=T("Human Shields hit"), rule=R["11.0s"])
    elif not saved(umpire, state.pieces[hit]):
        lose_step(umpire, hit, rule=R["6.3a"])


def unlike(state: State, there: Sequence[Piece]) -> list[Piece]:
    """One of each sort: equal units of equal steps need not be told apart."""
    sorts = {_sort(state, unit): unit for unit in reversed(there)}
    return [unit for unit in there if unit in sorts.values()]


def _sort(state: State, unit: Piece) -> tuple[str, int, bool]:
    """What tells units apart in combat."""
    return unit.kind_id, unit.steps, bool(state.mark(unit.id, DISRUPTED))


def best_to_lose(state: State, there: Sequence[Piece], area: str) -> str:
    """Whose step is missed least: nobody is removed where that can be helped, armour may save, and the weaker
    unit goes before the stronger one."""

    def cost(unit: Piece) -> tuple[bool, bool, int, int]:
        values = sheet(unit).values
        worse = values[1 - unit.steps] - value(unit) if unit.steps > 1 else 0
        return unit.steps == 1, not sheet(unit).save, worse, firepower(state, unit, area)

    return min(unlike(state, there), key=cost).id


def saved(umpire: Umpire, unit: Piece) -> bool:
    """Whether the armour of a 9th Armoured Division unit stops a hit; no modifier of to-hit dice counts
    (6.3d), but cards may change the save."""
    if not sheet(unit).save:
        return False
    total = umpire.sum(T("armour", unit=unit.id))
    standing.add(umpire, total, standing.modifiers(umpire.state, SAVE, unit, unit.place), rule=R["6.2c"])
    save = max(sheet(unit).save - total.total, 1)
    return umpire.roll_at_least(save, D6, T("armour that saves", unit=unit.id, at_least=save), rule=R["6.3d"])
