"""Strike warfare (9.8, 9.9): strike actions one at a time, by turns or by chits; salvos from many hexes at
one, or from one at many; local strikes, in which the defender fires back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adjudication.engine.choices import Allotment
from adjudication.engine.legality import Legality, insist
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.joint_fires.exchanges import answer, launch, settle
from adjudication.systems.ows.joint_fires.salvos import Salvo, place_markers
from adjudication.systems.ows.joint_fires.shot_calculus import Engagement
from adjudication.systems.ows.joint_fires.targets import (
    Fan,
    Source,
    Target,
    engageable,
    is_local,
    one_to_many,
    reaches,
    salvos_into,
    sources,
    sources_of,
)
from adjudication.systems.ows.strike_warfare.on_call import Call, call_in, called_sources, calls
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import enemy_of, on_map, sides
from adjudication.systems.ows.turn.allocations import actions_left, spend_action
from adjudication.systems.ows.turn.asking import one_each
from adjudication.systems.ows.turn.turns import (
    IN_TURN,
    LONG_RANGE,
    acting,
    empty_cup,
    end_action,
    fill_cup,
    next_side,
)
from domain.errors import IllegalOrder
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

LOCAL = "local strikes"
LOCAL_ALONE = T("these are local strikes")


@dataclass(frozen=True, slots=True)
class Strike:
    """A strike action (9.8c): the target hex, and salvos with what they are fired at, such as
    `ddg-1/harpoon*2: airfield-r`. source: instead of a hex the one from which all is fired (9.9). routes: of
    strike packages that it calls in, hex by hex from where they wait to the launch point; the shortest unless
    it is said (9.9.6.2a). local: to ask the white cell whether the kill chain is a local one (9.9.1c)."""

    side: str
    salvos: dict[str, str]
    hex: str | None = None
    source: str | None = None
    routes: dict[str, tuple[str, ...]] | None = None
    local: bool | None = None


# --- the phase ------------------------------------------------------------------------------------


def begin(umpire: Umpire) -> None:
    """The chits go into the cup, where they are used, and the first side acts (9.9.3)."""
    fill_cup(umpire)
    state = umpire.state
    first = next_side(umpire, sides(state)[0])
    if first != state.side:
        umpire.enter_phase(state.turn, state.phase, side=first, rule=R["9.9.3a"])


def end(umpire: Umpire) -> None:
    """What is left in the cup goes."""
    empty_cup(umpire)


def needed(state: State) -> bool:
    """Whether a side has a long-range action left: the numbers are on the dashboard, for all to see. Where
    nothing reaches so far, a scenario does without (`long_range_strikes`)."""
    return on(state, "long_range_strikes") and any(actions_left(state, side) for side in sides(state))


# --- what may be fired ----------------------------------------------------------------------------


@derived
def many_to_one(state: State, side: str, hex: str) -> Fan:
    """All salvos that a side can fire into a hex, those of strike packages on call among them (9.8c)."""
    return salvos_into(state, side, hex, called_sources(state, side, hex))


def fan(state: State, side: str, hex: str | None, source: str | None) -> Fan:
    """All salvos of a strike action, each with what it may be fired at: into a hex (9.8c), from one (9.9)."""
    return many_to_one(state, side, hex) if hex is not None else one_to_many(state, side, source or "")


def are_local(found: Fan, salvos: dict[str, str]) -> bool:
    """Whether all salvos are local strikes (9.9.1c)."""
    return all(pair in found.local for pair in salvos.items())


@derived
def choices(state: State, side: str, phase: str) -> dict[tuple[str, str], Allotment]:
    """The strikes that a side may declare in a phase: (`hex` or `source`, where) -> the allotments."""
    found: dict[tuple[str, str], Allotment] = {}
    for hex in engageable(state, side):
        ways = allotment(many_to_one(state, side, hex), phase)
        if ways is not None:
            found["hex", hex] = ways
    if phase == LONG_RANGE and on(state, "one_to_many"):
        for source in dict.fromkeys(each.hex for each in sources(state, side)):
            ways = allotment(one_to_many(state, side, source), phase)
            if ways is not None:
                found["source", source] = ways
    return found


def allotment(found: Fan, phase: str) -> Allotment | None:
    """How salvos may be allotted: in the local phase local ones alone; else at least one that is not, so that
    a long-range action is one; None where nothing may be."""
    may = found.may
    if phase == LOCAL:
        near = {item: [id for id in ids if (item, id) in found.local] for item, ids in may.items()}
        may = {item: ids for item, ids in near.items() if ids}
    elif all((item, id) in found.local for item, ids in may.items() for id in ids):
        return None
    if not may:
        return None
    local = found.local if phase == LONG_RANGE else frozenset[tuple[str, str]]()

    def fits(salvos: dict[str, str]) -> Why:
        if not salvos:
            return T("a strike fires at least one salvo")
        if local and all(pair in local for pair in salvos.items()):
            return LOCAL_ALONE
        return ""

    return Allotment(may, fits=fits)


def open_strikes(state: State) -> list[Any]:
    """Every strike that may be declared now: one line for each target hex, or source hex."""
    found = []
    for side in acting(state):
        if state.phase == LONG_RANGE and not actions_left(state, side):
            continue
        for (about, where), ways in choices(state, side, state.phase).items():
            found.append(OrderChoice(side, "strike", {about: where}, "salvos", ways))
    return found


def on_board(state: State, hex: str | None) -> bool:
    """Whether a hex is on a map; one that is not named is no fault."""
    return hex is None or hex in state.board.spaces


def check(state: State, order: Strike) -> Fan:
    """Raises IllegalOrder for a strike that cannot be declared."""
    if (order.hex is None) == (order.source is None):
        raise IllegalOrder("hex", R["9.8c"], T("name the target hex or the source"))
    if order.source is not None and not on(state, "one_to_many"):
        raise IllegalOrder("source", R["9.9"], T("played without one-to-many strikes"))
    found = fan(state, order.side, order.hex, order.source)
    if not order.salvos:
        raise IllegalOrder("salvos", R["9.8c"], T("a strike fires at least one salvo"))
    for item, target in order.salvos.items():
        if item not in found.may:
            seen = order.hex is None or order.hex in engageable(state, order.side)
            rule = R["2.2.2.1a"] if seen else R["9.9.4"]
            raise IllegalOrder("salvo", rule, T("no salvo that can be fired there", item=item))
        if target not in found.may[item]:
            raise IllegalOrder(
                "target", R["9.9.4"], T("no detected target in range", item=item, target=target)
            )
    local = are_local(found, order.salvos)
    if state.phase == LOCAL and not local and not order.local:
        raise IllegalOrder(
            "kill chain",
            R["9.9.1b"],
            T("this is a long-range strike"),
        )
    if state.phase == LONG_RANGE and local:
        raise IllegalOrder("kill chain", R["9.9.1b"], LOCAL_ALONE)
    if state.phase == LONG_RANGE and order.local:
        raise IllegalOrder(
            "kill chain",
            R["9.9.1b"],
            T("local kill chains are judged later"),
        )
    return found


# --- the strike action ----------------------------------------------------------------------------


def strike(umpire: Umpire, order: Strike) -> None:
    """Declare, fire, let the defender answer, roll, apply; then the next side acts."""
    state = umpire.state
    found = check(state, order)
    called = calls(state, order.side, order.hex, order.salvos, order.routes or {}) if order.hex else []
    if state.phase == LONG_RANGE:
        spend_action(umpire, order.side, rule=R["9.9.2"])
    elif not are_local(found, order.salvos) and not believed_local(umpire, order):
        umpire.conclude(T("strike"), T("kill chain"), T("long range, not fired"), rule=R["9.9.1c"])
        return
    near = [item.rsplit("/", 2)[0] for item, target in order.salvos.items() if (item, target) in found.local]
    umpire.step_over(fire, order.side, called, dict(order.salvos), list(dict.fromkeys(near)))
    end_action(umpire)


def believed_local(umpire: Umpire, order: Strike) -> bool:
    """Whether the white cell believes that a kill chain over a distance is a local one (9.9.1c)."""
    return bool(
        umpire.judge(
            T("whether a kill chain is local", hex=order.hex),
            [True, False],
            suggest=False,
            because=T("neither within one hex nor ship against ship"),
            rule=R["9.9.1c"],
        )
    )


def fire(umpire: Umpire, side: str, called: list[Call], salvos: dict[str, str], near: list[str]) -> None:
    """Packages fly to their launch points; all that arrives is fired, answered and rolled."""
    fired = umpire.step(call_in, side, called, salvos) if called else salvos
    if fired:
        settle(umpire, umpire.step_over(declare, side, fired, near))


def declare(umpire: Umpire, side: str, allotted: dict[str, str], near: list[str]) -> list[Engagement]:
    """Place the salvo markers and fire (9.2.1a); the defender of local strikes fires back at the units that
    are near (9.9.1d); then both answer what comes at them."""
    salvos = place_markers(umpire.state, allotted)
    launch(umpire, salvos)
    back = return_fire(umpire, enemy_of(umpire.state, side), near, salvos) if near else []
    return answer(umpire, [*salvos, *back])


def return_fire(umpire: Umpire, side: str, shooters: Sequence[str], salvos: Sequence[Salvo]) -> list[Salvo]:
    """The defender of a local strike may fire back at those that fired, with what can reach them locally."""
    may = fire_back(umpire, side, shooters, [umpire.state.where(salvo.target) for salvo in salvos])
    fired = umpire.allot(
        side,
        T("salvos that fire back"),
        may,
        suggest=one_each(may),
        because=T("one salvo at each attacker"),
        audience=(side,),
        rule=R["9.9.1d"],
    )
    back = place_markers(umpire.state, fired)
    launch(umpire, back)
    return back


def fire_back(
    umpire: Umpire, side: str, shooters: Sequence[str], hexes: Sequence[str]
) -> dict[str, list[str]]:
    """What a side's units in the hexes that are struck can fire at those that struck them, locally."""
    state = umpire.state
    there = engageable(state, side)
    targets = [(hex, target) for hex, found in there.items() for target in found if target.id in shooters]

    def answers(unit: Piece) -> dict[str, list[str]]:
        may: dict[str, list[str]] = {}
        for source in sources_of(state, unit):
            at = [target.id for hex, target in targets if _answers(state, source, target, hex)]
            if at:
                may.update(dict.fromkeys(source.items, at))
        return may

    units = [unit for hex in dict.fromkeys(hexes) for unit in state.pieces_at(hex) if unit.side == side]
    lie = {id: nth for nth, id in enumerate(on_map(state, side))}
    able = umpire.those_with(sorted(units, key=lambda unit: lie[unit.id]), answers)
    return {item: at for unit in able for item, at in answers(unit).items()}


def _answers(state: State, source: Source, target: Target, hex: str) -> bool:
    fitting = target.silhouette in source.weapon.at and reaches(state, source, hex)
    return fitting and is_local(state, source, target, hex)


KINDS = (
    OrderKind(
        "strike",
        Strike,
        strike,
        R["9.8c"],
        "declare a strike on a hex",
        unlisted=("hex", "source", "salvos", "routes", "local"),
        legality=(
            Legality(
                IN_TURN,
                insist(
                    lambda state, side: state.phase != LONG_RANGE or actions_left(state, side),
                    "actions",
                    R["9.9.2"],
                    "no long-range strike action is left",
                ),
                insist(on_board, "place", R["9.8c"], "no such hex"),
                insist(
                    lambda state, source: on_board(state, source),
                    "place",
                    R["9.9"],
                    "no such source hex",
                ),
                sides=acting,
                phases=(LONG_RANGE, LOCAL),
                elsewhere=R["9.9.1a"],
                quickly=open_strikes,
            ),
        ),
    ),
)
