"""What is to be done in each phase, by whom, and what is still open, in plain words."""

from collections.abc import Callable

from adjudication.systems.ows.air.air_tasking import ready
from adjudication.systems.ows.command.assessment import theme
from adjudication.systems.ows.command.cards import playable
from adjudication.systems.ows.command.planning import orders_are_in
from adjudication.systems.ows.ground.forces.formations import ground_war
from adjudication.systems.ows.ground.forces.logistics import told
from adjudication.systems.ows.ground.forces.security import rear_area
from adjudication.systems.ows.ground.segment import hints as land
from adjudication.systems.ows.ground.segment.hints import counted as _count
from adjudication.systems.ows.information_operations.information import free_cards, free_tokens, planned
from adjudication.systems.ows.sea.landing import assault_ships
from adjudication.systems.ows.sea.naval import sailors
from adjudication.systems.ows.sea.seaways import SEAS, hexes_sailed
from adjudication.systems.ows.sensing.air_picture import contested
from adjudication.systems.ows.space_and_cyber.space import isr_pawns
from adjudication.systems.ows.special_operations.sof import placeable
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import SILENT, name_of_side
from adjudication.systems.ows.theater_isr.isr import pawns
from adjudication.systems.ows.transport.airlift import to_fly
from adjudication.systems.ows.transport.overland import by_het, on_rail
from adjudication.systems.ows.transport.sealift import in_port, to_embark
from adjudication.systems.ows.turn.allocations import actions_left
from adjudication.systems.ows.turn.turns import acting
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import State

TO_DO = {
    "planning": (
        "Plan the turn: play decision cards (card), designate main effort and reserve (main-effort, "
        "reserve), write orders (guidance)."
    ),
    "strategic movement": (
        "Load ships in port (embark, offload), move units by air, rail and road (airlift, rail, road)."
    ),
    "naval movement": (
        "Move ships and submarines (sail, sail-group), set their modes (mode), decide who emits (emit, "
        "silence), land troops (land)."
    ),
    "air tasking": "Load air missions (load), send them out (task), build strike packages (package), "
    "launch assaults from the air (jump, lift).",
    "special operations": "Put SOF teams into hexes (insert), give them missions (sof-mission).",
    "information": "Place tokens and cyber cards, unseen by the enemy (influence, cyber, withdraw).",
    "theater isr": "Place the ISR pawns (survey).",
    "strike plans": "Review what was detected and settle targets (target).",
    "air combat": "Resolve air combat hex by hex, in the facilitator's order (fight).",
    "long-range strikes": "Declare a long-range strike (strike) or support one with a token (support).",
    "local strikes": "Declare a local strike (strike) or a torpedo or ASW attack (torpedo, asw).",
    **land.TO_DO,
    "regeneration": "Say which missions stay out (keep), resupply ships and units (resupply).",
    "assessment": "Discuss the turn.",
}

WITHOUT_SEA = {
    "strategic movement": "Move units by air, rail and road (airlift, rail, road).",
    "local strikes": "Declare a local strike (strike).",
    "supporting fires": "Allot artillery and close air support to the attacks declared (support-attack).",
}
"""The same where no map has any sea."""


@derived
def has_sea(board: Board) -> bool:
    """Whether ships can be anywhere on the maps."""
    return any(space.terrain in SEAS for space in board.data.spaces)


def hint(state: State) -> str:
    """Who acts, and what there is to do."""
    who = land.who(state) or " and ".join(name_of_side(state, side) for side in acting(state))
    ends = "`next` ends the phase." if state.side else "`next --side SIDE` says that a side is done."
    if state.phase in ("long-range strikes", "local strikes"):
        ends = "`next` passes; the phase ends when both sides pass in turn."
    if state.phase == "ground activation":
        ends = "`next` activates the first that is left."
    if state.phase == "air combat" and contested(state):
        hexes = _count(len(contested(state)), "contested hex", "contested hexes")
        ends = f"{hexes} left; `next` fights the next one."
    what = land.to_do(state) if state.phase in land.TO_DO else TO_DO.get(state.phase, "")
    if not has_sea(state.board):
        what = WITHOUT_SEA.get(state.phase, what)
    if state.phase == "planning" and on(state, "written_orders"):
        what = f"{what} This game requires an order sheet of each side."
    if state.phase == "naval movement" and on(state, "mines"):
        what = f"{what} Mines are laid and swept now (lay-mines, sweep)."
    if state.phase == "strategic movement" and rear_area(state):
        what = f"{what} Set up the rear area (security-zone, partisans, disband)."
    if state.phase == "regeneration" and on(state, "logistics") and ground_war(state):
        what = f"{what} Refill support units (replenish)."
    if state.phase == "assessment":
        what = f"{what} {theme(state.turn).question}"
    return f"{who}: {what} {ends}"


def left(state: State, side: str) -> list[str]:
    """What a side may still use in this phase, of its own knowledge."""
    if side not in acting(state) or state.phase not in _LEFT:
        return []
    return [told for told in _LEFT[state.phase](state, side) if told]


def _planning(state: State, side: str) -> list[str]:
    sheet = "" if orders_are_in(state, side) else "an order sheet to hand in"
    return [_count(len(playable(state, side)), "decision card"), sheet, *land.planning(state, side)]


def _strategic(state: State, side: str) -> list[str]:
    movers = {*to_embark(state, side), *to_fly(state, side), *on_rail(state, side), *by_het(state, side)}
    return [
        _count(len(movers), "ground unit to move", "ground units to move"),
        _count(len(in_port(state, side)), "ground unit to offload", "ground units to offload"),
    ]


def _naval(state: State, side: str) -> list[str]:
    waiting = [ship for ship in sailors(state, side) if not hexes_sailed(state, ship)]
    number = sum(not state.mark(ship, SILENT) for ship in waiting)
    return [
        _count(number, "ship or submarine to sail", "ships and submarines to sail"),
        _count(len(assault_ships(state, side)), "ship with troops aboard", "ships with troops aboard"),
    ]


def _tasking(state: State, side: str) -> list[str]:
    return [_count(len(ready(state, side)), "air mission at base", "air missions at base")]


def _sof(state: State, side: str) -> list[str]:
    return [_count(len(placeable(state, side)), "team to place", "teams to place")]


def _information(state: State, side: str) -> list[str]:
    return [
        _count(len(free_tokens(state, side)), "information token in hand", "information tokens in hand"),
        _count(len(free_cards(state, side)), "cyber card in hand", "cyber cards in hand"),
        _count(len(planned(state, side)), "planned", "planned"),
    ]


def _isr(state: State, side: str) -> list[str]:
    return [_count(max(0, isr_pawns(state, side) - len(pawns(state, side))), "ISR pawn")]


def _long_range(state: State, side: str) -> list[str]:
    return [_count(actions_left(state, side), "long-range strike action")]


def _stocks(state: State, side: str) -> list[str]:
    return told(state, side) if on(state, "logistics") and ground_war(state) else []


_LEFT: dict[str, Callable[[State, str], list[str]]] = {
    "planning": _planning,
    "strategic movement": _strategic,
    "naval movement": _naval,
    "air tasking": _tasking,
    "special operations": _sof,
    "information": _information,
    "theater isr": _isr,
    "long-range strikes": _long_range,
    "regeneration": _stocks,
    **land.LEFT,
}
