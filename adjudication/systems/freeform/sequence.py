"""Freeform play: what sides order in each phase, and how a phase ends."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import LegalOrders, Order, OrderGroup
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.freeform.phases import (
    ACT,
    MOVE,
    ask_what_is_open,
    insist_may,
    may,
    next_phase,
    phase_now,
    phases_of_turn,
    sequence_rule,
)
from domain.errors import IllegalOrder
from domain.events.seen import WHITE
from domain.table.marks import Mark
from domain.table.state import Piece, State
from domain.texts import as_argument, stripped

R = citations("freeform", __file__)
T = texts("freeform")

SUCCEEDS, IN_PART, FAILS = OUTCOMES = ("succeeds", "succeeds in part", "fails")

TOLD = "as told at the table"
"""The intent of an action that is given by its number in the list."""

NOBODY = "nobody"

MOVED = Mark[int]("moved_in_turn")
"""Mark of a piece: the turn in which it last moved; as secret as what the piece is."""
STATED = Mark[int]("actions_stated")
"""Mark of a side: its overt actions of this turn."""
COVERT_ACTIONS = Mark[int]("_covert_actions")
"""The mark that counts a side's covert actions of this turn; for the white cell alone."""

LONGEST_INTENT = 4_000


@dataclass(frozen=True)
class Move:
    """A piece, and the area it goes to."""

    piece: str
    to: str
    side: str = ""


@dataclass(frozen=True)
class Act:
    """What a side intends, in its own words, and the moves that belong to it, each a piece and its area."""

    intent: str
    moves: tuple[dict[str, str], ...] = ()
    side: str = ""


@dataclass(frozen=True)
class Proceed:
    """The end of the phase; the white cell says so, not a side."""

    side: str = ""


def begin(umpire: Umpire) -> None:
    """The first turn begins with its first phase (1.1, 1.3)."""
    state = umpire.state
    umpire.enter_phase(1, phases_of_turn(state, 1)[0].name, rule=sequence_rule(state))


def move(umpire: Umpire, order: Move) -> None:
    """A piece moves once, in planning (2.1)."""
    state = umpire.state
    insist_may(state, order.side, MOVE)
    piece = _own_piece(state, order.side, order.piece)
    if state.mark(piece.id, MOVED) == state.turn:
        raise IllegalOrder(
            "moved",
            R["2.1"],
            T("already moved this turn", piece=piece.id),
        )
    _insist_reach(state, piece, order.to)
    umpire.move(piece.id, order.to, rule=R["2.1"])
    umpire.mark(piece.id, MOVED, state.turn, rule=R["2.1"], audience=piece.known_to)


def act(umpire: Umpire, order: Act) -> None:
    """A side states an action; the white cell judges it (3.1 to 3.3)."""
    state, side = umpire.state, order.side
    if side not in state.sides:
        raise IllegalOrder("side", R["3.1"], T("an action belongs to a side"))
    insist_may(state, side, ACT)
    if not order.intent.strip() or len(order.intent) > LONGEST_INTENT:
        raise IllegalOrder("intent", R["3.1"], T("an intent is too short or long", most=LONGEST_INTENT))
    left = actions_left(state, side)
    if left < 1:
        raise IllegalOrder(
            "actions",
            R["3.1"],
            T("actions used this turn", side=side, allowed=_number(state, "actions")),
        )
    moves = [(_own_piece(state, side, id), to) for each in order.moves for id, to in each.items()]
    for piece, to in moves:
        _insist_reach(state, piece, to)
    if len({piece.id for piece, _ in moves}) < len(moves):
        raise IllegalOrder("moves", R["3.1"], T("an action can move each piece only once"))
    if umpire.covert:
        umpire.mark(side, COVERT_ACTIONS, _covert(state, side) + 1, rule=R["3.5"])
    else:
        umpire.mark(side, STATED, _stated(state, side) + 1, rule=R["3.1"])
    intent = as_argument(f"{order.intent.strip()}{_stop(order.intent)}")
    outcome = umpire.judge(T("outcome of an action", side=side, intent=intent), OUTCOMES, rule=R["3.2"])
    for piece, to in moves:
        moves_too = T("whether a piece moves", piece=piece.id, to=to)
        if outcome == SUCCEEDS or (
            outcome == IN_PART and umpire.judge(moves_too, (True, False), rule=R["3.3"])
        ):
            umpire.move(piece.id, to, rule=R["3.3"])


def _stop(intent: str) -> str:
    return "" if intent.rstrip().endswith((".", "!", "?", "…")) else "."


def proceed(umpire: Umpire, order: Proceed) -> None:
    """End the phase (1.1, 1.3), once what it asks is answered (1.5); after the last phase of the last turn
    the game is judged (1.2, 5.1)."""
    state = umpire.state
    if order.side:
        raise IllegalOrder("side", R["1.1"], T("only the white cell can end a phase"))
    ask_what_is_open(umpire)
    later = next_phase(state)
    if later is not None:
        umpire.enter_phase(state.turn, later.name, rule=sequence_rule(state))
    elif state.turn < last_turn(state):
        for side in state.players():
            umpire.mark(side, STATED, None, rule=R["3.1"])
            umpire.mark(side, COVERT_ACTIONS, None, rule=R["3.5"])
        turn = state.turn + 1
        umpire.enter_phase(turn, phases_of_turn(state, turn)[0].name, rule=R["1.2"])
    else:
        served = umpire.judge(T("side that achieved most"), (*state.players(), NOBODY), rule=R["5.1"])
        public = [track for track in state.tracks.values() if track.data.side and track.known_to is None]
        scores = {track.data.side: track.value for track in public}
        winner = "" if served == NOBODY else served
        umpire.declare(winner, stripped(umpire.reason), rule=R["5.1"], scores=scores)


def legal_orders(state: State) -> LegalOrders:
    """Every order that may be given now; an action stands for all that a side may say."""
    return LegalOrders(list(_groups(state)))


def _groups(state: State) -> Iterator[OrderGroup]:
    for side in state.players():
        if not may(state, side, MOVE):
            continue
        for piece in state.pieces.values():
            if piece.side == side and state.mark(piece.id, MOVED) != state.turn:
                reach = areas_in_reach(state, piece)
                if reach:
                    yield OrderGroup(side, "move", {"piece": piece.id}, "to", reach)
    for side in state.players():
        if may(state, side, ACT) and actions_left(state, side) > 0:
            yield OrderGroup(side, "act", {"intent": TOLD})
    yield OrderGroup("", "proceed", {})


def proceed_order(state: State) -> Order:
    """The order that ends the phase."""
    return Order("", "proceed")


def last_turn(state: State) -> int:
    """The turn after which the game is judged (1.2)."""
    return _number(state, "turns")


def actions_left(state: State, side: str) -> int:
    """How many actions a side may still state in this turn (3.1)."""
    return _number(state, "actions") - _stated(state, side) - _covert(state, side)


def covert_by_default(state: State) -> bool:
    """Whether an action is covert where nobody says so (3.5)."""
    return phase_now(state).covert or bool(state.options.get("covert_actions", False))


def _stated(state: State, side: str) -> int:
    return state.mark(side, STATED, 0)


def _covert(state: State, side: str) -> int:
    return state.mark(side, COVERT_ACTIONS, 0)


def _number(state: State, option: str) -> int:
    value = state.options.get(option, 1)
    return value if isinstance(value, int) else 1


def areas_in_reach(state: State, piece: Piece) -> tuple[str, ...]:
    """The areas that a piece may move to (2.1), or all others by the option (2.2); none from a box."""
    areas = {space.id: space for space in state.board.data.spaces}
    if piece.place not in areas:
        return ()
    if state.options.get("free_movement"):
        return tuple(id for id in areas if id != piece.place)
    return tuple(id for id in state.board.neighbours[piece.place] if id in areas)


def _own_piece(state: State, side: str, id: str) -> Piece:
    piece = state.pieces.get(id)
    if piece is None or piece.side != side:
        raise IllegalOrder(
            "piece",
            R["2.1"],
            T("no piece of that side", side=side or WHITE, piece=id),
        )
    return piece


def _insist_reach(state: State, piece: Piece, to: str) -> None:
    reach = areas_in_reach(state, piece)
    if to not in reach:
        rule = R["2.2"] if state.options.get("free_movement") else R["2.1"]
        if not reach:
            raise IllegalOrder("reach", rule, T("on no area of the board", piece=piece.id, to=to))
        raise IllegalOrder("reach", rule, T("out of reach", piece=piece.id, to=to, where=reach))
