"""Who acts now (3.1a): both sides together, one after the other, or one action each.

Long-range strike actions go by turns, by chits drawn from a cup, or as a decision card says (9.8a, 9.9.3).
"""

from adjudication.engine.legality import only
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.settings import choice
from adjudication.systems.ows.table.status import enemy_of, sides
from adjudication.systems.ows.turn.allocations import actions_left, spend_action
from domain.table.marks import Mark
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

TOGETHER = "together"
LONG_RANGE = "long-range strikes"
READY = Mark[list[str]]("ready")
"""Mark of the game: the sides that are done with the phase, or that passed their last action."""
BY_CHITS = "chits"
"""The option by which a chit says whose strike action is next."""
CHITS = Mark[dict[str, int]]("chits")
"""Mark of the game: how many chits of each side are left in the cup of strike actions (9.9.3b)."""
SET_ORDER = Mark[list[str]]("strike order")
"""Mark of the game: the sides whose strike actions come next, as a decision card says (9.8a)."""


def ready(state: State) -> list[str]:
    """The sides that are done."""
    return list(state.mark("game", READY, []))


def acting(state: State) -> tuple[str, ...]:
    """The sides that may give orders now: the one in turn, or all that are not done."""
    if state.side:
        return (state.side,)
    done = ready(state)
    return tuple(side for side in sides(state) if side not in done)


IN_TURN = only(
    "side",
    acting,
    "turn",
    R["3.1a"],
    lambda state, side: T("may not act now", side=side, others=list(acting(state)) or "nobody"),
)
"""A check of every order: its side may act now (3.1a)."""


def finished(state: State) -> bool:
    """Whether nobody acts in this phase any more: all are done, or have no long-range action left; two
    passes in a row end these (9.8a)."""
    done = ready(state)
    if state.phase == LONG_RANGE:
        return all(side in done or not actions_left(state, side) for side in sides(state))
    return len(done) >= len(sides(state))


def pass_action(umpire: Umpire, side: str) -> None:
    """A side is done with the phase, or passes this action; with a chit the action is lost (9.8a)."""
    state = umpire.state
    others = [each for each in ready(state) if each != side]
    umpire.mark("game", READY, [*others, side], rule=R["3.1a"])
    if state.phase == LONG_RANGE and state.mark("game", CHITS) is not None and actions_left(state, side):
        spend_action(umpire, side, rule=R["9.9.3b"])


def end_action(umpire: Umpire) -> None:
    """An action is done where sides alternate: passes before it count no more, and the next side acts."""
    if ready(umpire.state):
        umpire.mark("game", READY, None, rule=R["9.8a"])
    give_way(umpire)


def give_way(umpire: Umpire) -> None:
    """The side whose action is next acts."""
    state = umpire.state
    due = next_side(umpire, enemy_of(state, state.side))
    umpire.enter_phase(state.turn, state.phase, side=due, rule=R["9.8a"])


def next_side(umpire: Umpire, due: str) -> str:
    """The side whose action is next: of long-range strikes as a decision card says, else by chits, else the
    one that is due; one that has no action left is passed over. Empty when all chits are drawn."""
    state = umpire.state
    if state.phase != LONG_RANGE:
        return due
    said = [side for side in state.mark("game", SET_ORDER, []) if actions_left(state, side)]
    if state.mark("game", SET_ORDER):
        umpire.mark("game", SET_ORDER, said[1:] or None, rule=R["9.8a"])
    if said:
        return str(said[0])
    if state.mark("game", CHITS) is not None:
        return draw_chit(umpire)
    return due if actions_left(state, due) else enemy_of(state, due)


def fill_cup(umpire: Umpire) -> None:
    """As many chits of each side go into the cup as it has strike actions left (9.9.3b)."""
    state = umpire.state
    if choice(state, "strike_order") == BY_CHITS:
        chits = {side: actions_left(state, side) for side in sides(state)}
        umpire.mark("game", CHITS, chits, rule=R["9.9.3b"])


def draw_chit(umpire: Umpire) -> str:
    """The next chit is drawn from the cup: its side; empty when none is left."""
    state = umpire.state
    chits = state.mark("game", CHITS, {})
    inside = {f"{side} {n}": side for side in sides(state) for n in range(1, chits.get(side, 0) + 1)}
    if not inside:
        return ""
    side = inside[umpire.pick(list(inside), T("chit of the next strike action"), rule=R["9.9.3b"])]
    umpire.mark("game", CHITS, {**chits, side: chits[side] - 1}, rule=R["9.9.3b"])
    return side


def empty_cup(umpire: Umpire) -> None:
    """What is left of chits, and of an order set by a card, goes with the phase."""
    umpire.unmark("game", CHITS, SET_ORDER, rule=R["9.9.3b"])
