"""Deployment (3.3): ISF sets up its groups in the starting areas, then Daesh its blocks anywhere else."""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderChoice, OrderGrid, OrderGroup, OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.table.blocks import DAESH, IED, ISF, on_map, reserve, room
from adjudication.systems.nineveh.table.board import START, areas, tagged
from adjudication.systems.nineveh.table.forces import GROUPS, PMF, force, of_group, waiting
from adjudication.systems.nineveh.table.phases import DEPLOYMENT, SUPPORT
from domain.table.marks import OWNER, Mark
from domain.table.state import State

R = citations("nineveh", __file__)
T = texts("nineveh")

SECOND_THOUGHTS = 3
"""How often a block or group may be taken back during deployment, so that deployment ends."""
WITHDRAWN = Mark[dict[str, int]]("withdrawn", seen_by=OWNER)
"""Mark of a side: how often it has taken back each group or block."""


@dataclass(frozen=True, slots=True)
class Deploy:
    """Set up a group of ISF in a starting area, or blocks of Daesh in an area (3.3)."""

    side: str
    to: str
    group: str = ""
    blocks: tuple[Contact, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back a group or a block that was set up, to set it up elsewhere (3.3a)."""

    side: str
    group: str = ""
    block: Contact | None = None


def begin(umpire: Umpire) -> None:
    """The IED blocks of Daesh are turned to the types that it has (7.5g)."""
    state = umpire.state
    if state.side != DAESH or not sets_up(state, DAESH):
        return
    for block, name in force(state, DAESH).items():
        piece = state.pieces[block]
        if piece.kind.group == IED and piece.face != name:
            umpire.change(block, face=name, rule=R["7.5g"])


def deploying(state: State) -> Why:
    """All blocks must be set up (3.3j)."""
    left = waiting(state, state.side) if sets_up(state, state.side) else []
    return T("all blocks must be set up first") if left else ""


def sets_up(state: State, side: str) -> bool:
    """Whether a side sets up its own blocks: in the solitaire game those of Daesh are dealt (10.1)."""
    return side == ISF or not state.options["solitaire"]


def deploy(umpire: Umpire, order: Deploy) -> None:
    """Blocks are stood up, hidden from the enemy (3.3a), who sees how many come where (2.1f)."""
    rule = R["3.3b"] if order.side == ISF else R["3.3i"]
    blocks = of_group(umpire.state, ISF, order.group) if order.group else order.blocks
    for block in umpire.mixed(blocks, rule=rule):
        umpire.move(block, order.to, rule=rule)


def withdraw(umpire: Umpire, order: Withdraw) -> None:
    """Blocks are taken off the map again."""
    taken = of_group(umpire.state, ISF, order.group) if order.group else [str(order.block)]
    subject = order.group or str(order.block)
    before = umpire.state.mark(order.side, WITHDRAWN, {})
    after = {**before, subject: before.get(subject, 0) + 1}
    umpire.mark(order.side, WITHDRAWN, after, until=(1, SUPPORT), rule=R["3.3a"])
    for block in umpire.mixed(taken, rule=R["3.3a"]):
        umpire.move(block, reserve(order.side), rule=R["3.3a"])


# --- what may be set up where ------------------------------------------------------------------------


def phasing(state: State) -> tuple[str, ...]:
    """Who sets up now."""
    return (state.side,)


def groups_waiting(state: State) -> list[str]:
    """The groups of ISF that have still to be set up."""
    return [
        group
        for group in GROUPS
        if any(state.pieces[block].place == reserve(ISF) for block in of_group(state, ISF, group))
    ]


def groups_to_name(state: State) -> list[str]:
    """What may be said for the group: one of these, or nothing."""
    return [*groups_waiting(state), ""]


def areas_for(state: State, group: str) -> list[str]:
    """The starting areas for a group: each takes one group, and the PMF beside it (3.3b, 3.3g)."""
    starts = tagged(state.board, START)
    if group == PMF:
        return list(starts)
    taken = [
        state.pieces[block].place
        for other in GROUPS
        if other not in (PMF, group)
        for block in of_group(state, ISF, other)
    ]
    return [area for area in starts if area not in taken]


def open_areas(state: State) -> list[str]:
    """Where Daesh may set up: everywhere but in the starting areas (3.3i)."""
    starts = tagged(state.board, START)
    return [area for area in areas(state.board) if area not in starts]


def _none_waiting(state: State, group: str) -> Why:
    left = groups_waiting(state) or "none"
    return T("not a group to set up", group=group, left=left)


def _places(state: State, side: str, group: str | None) -> list[str]:
    if side == DAESH:
        return open_areas(state)
    return areas_for(state, group or "")


def _no_place(state: State, side: str, group: str | None, to: str) -> Why:
    if side == DAESH:
        why = T("no starting area of ISF")
        return Reason(why, R["3.3i"])
    free = areas_for(state, group or "")
    if group == PMF:
        return Reason(T("PMF in a starting area", free=free), R["3.3g"])
    return T("a starting area that no other group has", free=free)


def _says_what(state: State, side: str, group: str | None, blocks: Sequence[str] | None) -> bool:
    return bool(group) and not blocks if side == ISF else bool(blocks) and not group


def _what(state: State, side: str) -> Why:
    if side == ISF:
        return T("ISF sets up a group at a time")
    return T("Daesh sets up blocks")


def _all_waiting(state: State, side: str, blocks: Sequence[str] | None) -> bool:
    given, free = list(blocks or ()), waiting(state, side)
    return len(set(given)) == len(given) and all(block in free for block in given)


def _room(state: State, side: str, to: str, blocks: Sequence[str] | None) -> bool:
    return not blocks or len(blocks) <= room(state, side, to)


def _full(state: State, side: str, to: str) -> Why:
    return T("no room for all blocks", to=to, room=room(state, side, to))


def _list(state: State) -> list[OrderGroup | OrderGrid | OrderChoice]:
    if not sets_up(state, state.side):
        return []
    if state.side == ISF:
        return [
            OrderGroup(ISF, "deploy", {"group": group}, "to", areas_for(state, group))
            for group in groups_waiting(state)
        ]
    blocks = waiting(state, DAESH)
    return [
        OrderChoice(DAESH, "deploy", {"to": area}, "blocks", of=blocks, least=1, most=min(free, len(blocks)))
        for area in open_areas(state)
        if blocks and (free := room(state, DAESH, area))
    ]


IN_TURN = only("side", phasing, "turn", R["3.3a"], "may not set up")
BY_HAND = insist(
    lambda state, side: sets_up(state, side), "solitaire", R["10.1k"], "in the solitaire game Daesh is dealt"
)

DEPLOY = Legality(
    IN_TURN,
    BY_HAND,
    insist(_says_what, "what", R["3.3a"], _what),
    only("group", groups_to_name, "group", R["3.3b"], _none_waiting),
    insist(_all_waiting, "blocks", R["3.3j"], "only blocks that have still to be set up"),
    only("to", _places, "place", R["3.3b"], _no_place),
    insist(_room, "full", R["5.2a"], _full),
    sides=phasing,
    phases=(DEPLOYMENT,),
    elsewhere=R["3.3a"],
    quickly=_list,
)


def groups_set_up(state: State) -> list[str]:
    """The groups that ISF may take back."""
    return [
        group
        for group in GROUPS
        if of_group(state, ISF, group)
        and group not in groups_waiting(state)
        and state.mark(ISF, WITHDRAWN, {}).get(group, 0) < SECOND_THOUGHTS
    ]


def blocks_set_up(state: State) -> list[str]:
    """The blocks that Daesh may take back."""
    before = state.mark(DAESH, WITHDRAWN, {})
    return [
        block
        for block in force(state, DAESH)
        if on_map(state, state.pieces[block]) and before.get(block, 0) < SECOND_THOUGHTS
    ]


def _one_of(state: State, side: str, group: str | None, block: str | None) -> bool:
    return bool(group) and not block if side == ISF else bool(block) and not group


def _set_up_now(state: State) -> list[OrderGroup | OrderGrid | OrderChoice]:
    if not sets_up(state, state.side):
        return []
    if state.side == ISF:
        found = groups_set_up(state)
        return [OrderGroup(ISF, "withdraw", {}, "group", found)] if found else []
    blocks = blocks_set_up(state)
    return [OrderGroup(DAESH, "withdraw", {}, "block", blocks)] if blocks else []


def _what_back(state: State, side: str) -> Why:
    return T("ISF takes back a group") if side == ISF else T("Daesh takes back a block")


AGAIN = T("not set up, or taken back too often", times=SECOND_THOUGHTS)
WITHDRAW = Legality(
    IN_TURN,
    BY_HAND,
    insist(_one_of, "what", R["3.3a"], _what_back),
    only(
        "group",
        lambda state: [*groups_set_up(state), ""],
        "group",
        R["3.3a"],
        AGAIN,
    ),
    only(
        "block",
        blocks_set_up,
        "block",
        R["3.3a"],
        AGAIN,
    ),
    sides=phasing,
    phases=(DEPLOYMENT,),
    elsewhere=R["3.3a"],
    quickly=_set_up_now,
)

KINDS = (
    OrderKind(
        "deploy", Deploy, deploy, R["3.3a"], "set up a group or blocks", secret=True, legality=(DEPLOY,)
    ),
    OrderKind(
        "withdraw",
        Withdraw,
        withdraw,
        R["3.3a"],
        "take back what was set up",
        secret=True,
        legality=(WITHDRAW,),
    ),
)
