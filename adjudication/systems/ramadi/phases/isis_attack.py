"""The ISIS attack (6.6), with the drones (7.1) and close air support (7.3) that may meet it."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ramadi.phases.operations import lose
from adjudication.systems.ramadi.phases.planning import expend, guards_at
from adjudication.systems.ramadi.table.board import contested_hexes, worth
from adjudication.systems.ramadi.table.counters import (
    AIR_ASSET,
    AIR_AVAILABLE,
    AIR_EXPENDED,
    ASSET_POOL,
    BOMBER,
    DRONE,
    GROUND_UNIT,
    ISF,
    MARKERS,
    SET_ASIDE,
    combat,
    markers_at,
    units_at,
)
from adjudication.systems.ramadi.table.ground import held_hexes, network, network_of
from adjudication.systems.ramadi.table.holding import settle
from domain.table.dice import D6
from domain.table.state import Piece, State

R = citations("ramadi", __file__)
T = texts("ramadi")

ISIS_ATTACK = "isis attack"
CAS_ON = 4  # 7.3a


def isis_attack(umpire: Umpire) -> None:
    """At most one attack a turn, and only with the Attack counter that was set aside."""
    state = umpire.state
    if not state.at.get(SET_ASIDE):
        return
    counter = state.pieces_at(SET_ASIDE)[0]
    umpire.enter_phase(state.turn, ISIS_ATTACK, rule=R["6.6a"])
    markers = worthwhile_markers(state)
    targets = weakest_targets(state)
    if markers:
        attack_marker(umpire, umpire.pick(markers, T("hex that ISIS attacks"), rule=R["6.6b"]))
    elif targets:
        attack_unit(umpire, counter, umpire.pick(targets, T("unit that ISIS attacks"), rule=R["6.6c"]))
    umpire.move(counter.id, ASSET_POOL, rule=R["6.6g"])
    umpire.hide(counter.id, rule=R["6.6g"])


def worthwhile_markers(state: State) -> list[str]:
    """Hexes that only a Cleared marker holds, and whose loss would cut the line of communication of another
    held hex and so lower the ISF's points. By the other reading the points of the hex itself will do."""
    held = held_hexes(state)
    points = network(state).points
    own = state.options.get("attacks_on_markers") != "lines"
    found = []
    for hex in sorted(held):
        if units_at(state, hex) or guards_at(state, hex):
            continue
        left = network_of(state.board, held - {hex}).points
        alone = 0 if own or hex not in network(state).zones else worth(state.board, hex)
        if left < points - alone:
            found.append(hex)
    return found


def weakest_targets(state: State) -> list[str]:
    """The units of the lowest combat factor in the contested zone; a guarding drone counts as one."""
    contested = contested_hexes(state.board)
    exposed = [
        piece
        for piece in (*state.of_group(GROUND_UNIT), *state.of_group(AIR_ASSET))
        if piece.place in contested
        and (piece.kind.group == GROUND_UNIT or piece in guards_at(state, piece.place))
    ]
    lowest = min(map(combat, exposed), default=None)
    return sorted(piece.id for piece in exposed if combat(piece) == lowest)


def attack_marker(umpire: Umpire, hex: str) -> None:
    """Succeeds without a roll: the marker goes, and with it all that hung on its line of communication."""
    for marker in markers_at(umpire.state, hex):
        umpire.move(marker.id, MARKERS, rule=R["6.6d"])
    settle(umpire, rule=R["5.2j"], lost=R["5.2l"])


def attack_unit(umpire: Umpire, counter: Piece, target: str) -> None:
    """Attack factor and a die against the unit's factor and a die; no terrain, no help but air support."""
    state = umpire.state
    unit = state.pieces[target]
    hex = unit.place
    is_drone = unit.kind.group != GROUND_UNIT
    bomber = None if is_drone else call_air_support(umpire, unit)
    attack = umpire.sum(T("ISIS attack"))
    attack.add(T("counter", kind=counter.kind_id), combat(counter), rule=R["6.6e"])
    attack.add(T("die"), umpire.roll(D6, T("ISIS attack"), rule=R["6.6e"]), rule=R["6.6e"])
    defence = umpire.sum(T("ISF defence"))
    defence.add(T("unit", unit=unit.id), combat(unit), rule=R["7.1c"] if is_drone else R["6.6e"])
    if bomber is not None:
        defence.add(T("support", asset=bomber.id), combat(bomber), rule=R["7.3a"])
    defence.add(T("die"), umpire.roll(D6, T("ISF defence"), rule=R["6.6e"]), rule=R["6.6e"])
    row = umpire.look_up("isis_attack", difference=defence.total - attack.total, rule=R["6.6e"])
    if row.result == "repelled":
        umpire.score("isf_vp", 1, rule=R["5.2p"], why=T("ISIS attack repelled"))
    elif is_drone:
        attack_marker(umpire, hex)
    else:
        lose(umpire, target, rule=R["6.6f"])
        settle(umpire, rule=R["5.2j"], lost=R["5.2k"])
    if bomber is not None:
        expend(umpire, bomber.id, rule=R["7.3b"])


def call_air_support(umpire: Umpire, unit: Piece) -> Piece | None:
    """The player may call one available bomber before the dice; it comes on 4 or more."""
    state = umpire.state
    if not state.options.get("close_air_support"):
        return None
    bombers = [piece.id for piece in state.pieces_at(AIR_AVAILABLE) if piece.kind_id == BOMBER]
    if not bombers:
        return None
    called = umpire.choose(
        ISF,
        T("whether air support is called", unit=unit.id),
        [min(bombers), "none"],
        rule=R["7.3a"],
    )
    if called == "none" or not umpire.roll_at_least(CAS_ON, D6, T("close air support"), rule=R["7.3a"]):
        return None
    return state.pieces[called]


def bring_drones_home(umpire: Umpire) -> None:
    """At the end of the turn a guarding drone goes to Expended, attacked or not."""
    state = umpire.state
    for piece in state.of_group(AIR_ASSET):
        if piece.kind_id == DRONE and piece.place not in (AIR_AVAILABLE, AIR_EXPENDED):
            expend(umpire, piece.id, rule=R["7.1d"])


__all__ = ["ISF", "ISIS_ATTACK", "bring_drones_home", "isis_attack"]
