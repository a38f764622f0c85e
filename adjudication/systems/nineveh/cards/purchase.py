"""Preparation (3.0-3.2, 9.1, 9.2): each side hands in, sealed, its priority and the cards it buys with its 30
points; when both are in, the cards are laid out face down."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

import adjudication.systems.nineveh.table.asking as asking
from adjudication.engine.legality import Legality, only, unless
from adjudication.engine.orders import OrderChoice, OrderGroup, OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.cards.on_cards import USED
from adjudication.systems.nineveh.cards.sheets import POINTS, PRIORITY, card, read
from adjudication.systems.nineveh.cards.targets import CARDS, box, in_play
from adjudication.systems.nineveh.table.blocks import (
    BLOCKS,
    DAESH,
    ELIMINATED,
    IED,
    ISF,
    LARGE,
    SMALL,
    VBIED,
    on_map,
)
from adjudication.systems.nineveh.table.forces import LEVEL, brought
from adjudication.systems.nineveh.table.phases import PREPARATION
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("nineveh", __file__)
T = texts("nineveh")


class Preparation(TypedDict):
    """The priority and the cards that a side has handed in."""

    priority: str
    cards: list[str]


SEALED = Mark[Preparation]("preparation", seen_by=OWNER)
"""Mark of a side: the priority and the cards that it has handed in; its own knowledge until cards are laid
out, and then gone."""
METRICS = ("time", "casualties", "collateral")
HASTY_CATEGORIES = ("air support", "uav", "helicopter", "artillery")
"""What the points beside Hasty Attack may buy (9.2a)."""
HASTY_POINTS = 5
"""Cards worth so many points Daesh loses to a Hasty Attack (9.2b)."""
FACES = (SMALL, LARGE, VBIED)


class Ware(NamedTuple):
    """What can be bought: a card, at one of its levels of cost where it has several."""

    card: str
    level: int
    cost: int


@dataclass(frozen=True, slots=True)
class Prepare:
    """Hand in a priority and the cards to buy (3.0b, 3.2a)."""

    side: str
    priority: str
    cards: tuple[str, ...] = ()


def prepare(umpire: Umpire, order: Prepare) -> None:
    """Seal what a side has chosen; it may hand in something else until both go on."""
    said = Preparation(priority=order.priority, cards=list(order.cards))
    umpire.mark(order.side, SEALED, said, rule=R["3.2b"])


def unprepared(state: State) -> list[str]:
    """The sides that have still to hand in their preparation."""
    return [side for side in players(state) if state.mark(side, SEALED) is None]


def preparing(state: State) -> Why:
    """Who must still hand in a priority and cards."""
    missing = unprepared(state)
    return T("must hand in a priority and cards first", sides=missing) if missing else ""


def lay_out(umpire: Umpire) -> None:
    """The chosen priorities and the cards bought are laid out face down (3.0b, 3.2b)."""
    for side in players(umpire.state):
        said = umpire.state.mark(side, SEALED)
        assert said is not None
        take_priority(umpire, side, said["priority"])
        bought = {ware.card: ware for ware in wares_of(umpire.state, side, said["cards"])}
        for id in umpire.mixed(bought, rule=R["3.2b"]):
            buy(umpire, side, bought[id])
        umpire.mark(side, SEALED, None, rule=R["3.2b"])


def take_priority(umpire: Umpire, side: str, metric: str) -> None:
    """A side's priority card is put down, the others are set aside, all face down (3.0b)."""
    pieces = umpire.state.pieces
    cards = [piece.id for piece in umpire.state.of_group(PRIORITY) if piece.side == side]
    cards = umpire.mixed(cards, rule=R["3.0b"])
    for id in sorted(cards, key=lambda each: read(pieces[each].kind).metric != metric):
        to = f"priority-{side}" if read(pieces[id].kind).metric == metric else "aside"
        umpire.move(id, to, rule=R["3.0b"])


def buy(umpire: Umpire, side: str, ware: Ware) -> None:
    """A card comes into play, face down (3.2b)."""
    umpire.move(ware.card, box(side), rule=R["3.2a"])
    if card(umpire.state.pieces[ware.card]).levels:
        umpire.mark(ware.card, LEVEL, ware.level, rule=R["3.2c"])


def wares_of(state: State, side: str, names: Sequence[str]) -> list[Ware]:
    """What a side has with these names: in the historical scenario the cards of 9.1, at the level named or
    the cheaper one."""
    named = [wares(state, side)[name] for name in names]
    if is_hasty(state, side):
        hasty = [ware for ware in _all(state, side).values() if card(state.pieces[ware.card]).hasty]
        return [*hasty, *named]
    if not state.options["historical"]:
        return named
    chosen = {ware.card: ware for ware in named}
    given = [ware for ware in _all(state, side).values() if is_given(state, ware)]
    return [chosen.get(ware.card, ware) for ware in given]


# --- what can be bought ------------------------------------------------------------------------------


@derived
def _all(state: State, side: str) -> dict[str, Ware]:
    """All cards on offer to a side; one of two costs twice, by the number of its blocks."""
    found = {}
    for piece in state.pieces_at(f"offer-{side}"):
        if piece.kind.group not in CARDS:
            continue
        sheet = card(piece)
        for level, each in enumerate(sheet.levels):
            found[f"{piece.id}-{sum(each.blocks.values())}"] = Ware(piece.id, level, each.cost)
        if not sheet.levels:
            found[piece.id] = Ware(piece.id, 0, sheet.cost)
    return found


@derived
def wares(state: State, side: str) -> dict[str, Ware]:
    """What a side can name as it prepares: the cards on offer; in the historical scenario only the larger
    numbers of units of the cards that it has anyway, as far as its points go (9.1b), in the scenario of the
    Hasty Attack only what the points left buy (9.2a)."""
    found = _all(state, side)
    if is_hasty(state, side):
        sheets = {name: card(state.pieces[ware.card]) for name, ware in found.items()}
        return {name: found[name] for name, sheet in sheets.items() if sheet.category in HASTY_CATEGORIES}
    if not state.options["historical"]:
        return found
    given = {ware.card: ware.cost for ware in found.values() if is_given(state, ware)}
    left = POINTS - sum(given.values())
    return {
        name: ware for name, ware in found.items() if 0 < ware.cost - given.get(ware.card, ware.cost) <= left
    }


def is_given(state: State, ware: Ware) -> bool:
    """Whether a side has this in the historical scenario, unless it buys more of the same (9.1)."""
    return not ware.level and card(state.pieces[ware.card]).historical


def on_offer(state: State, side: str) -> list[str]:
    """What a side has still to do before the first turn: the cards it may buy with their costs, or what it
    has handed in."""
    if side not in players(state):
        return []
    on_offer = wares(state, side)
    said = state.mark(side, SEALED)
    if said is not None:
        cost = sum(ware.cost for ware in wares_of(state, side, said["cards"]))
        priority = state.tracks[said["priority"]].data.name
        return [f"handed in: priority {priority}, {cost} of {POINTS} points"]
    prices = sorted(on_offer.items(), key=lambda each: each[1].cost)
    costs = ", ".join(f"{name} {ware.cost}" for name, ware in prices)
    return [f"cards on offer, with their points: {costs}" if costs else "a priority to hand in"]


def is_hasty(state: State, side: str) -> bool:
    """Whether the scenario has the ISF begin with Hasty Attack (9.2)."""
    return side == ISF and bool(state.options["hasty_attack"])


def fits(state: State, side: str) -> Callable[[Sequence[str]], Why]:
    """What is wrong with cards that a side would buy; empty where nothing is."""
    on_offer = wares(state, side)

    def wrong(names: Sequence[str]) -> Why:
        unknown = [name for name in names if name not in on_offer]
        if unknown:
            return T("not on offer to you", card=unknown[0])
        bought = wares_of(state, side, names)
        named = [on_offer[name].card for name in names]
        twice = next((each for each in named if named.count(each) > 1), "")
        if twice:
            return Reason(T("can be bought once", card=twice), R["3.2c"])
        cost = sum(ware.cost for ware in bought)
        if cost > POINTS:
            return T("these cards are too dear", cost=cost, points=POINTS)
        return not_hasty(state, [ware.card for ware in bought])

    return wrong


def not_hasty(state: State, bought: Sequence[str]) -> Why:
    """What may not be bought beside Hasty Attack (9.2a)."""
    sheets = [(state.pieces[each], card(state.pieces[each])) for each in bought]
    if not any(sheet.hasty for _, sheet in sheets):
        return ""
    for piece, sheet in sheets:
        if not sheet.hasty and sheet.category not in HASTY_CATEGORIES:
            return Reason(
                T("does not go with Hasty Attack", card=piece.id, categories=HASTY_CATEGORIES),
                R["9.2a"],
            )
    return ""


def players(state: State) -> tuple[str, ...]:
    """The sides that prepare: in the solitaire game Daesh buys nothing (10.1f)."""
    return (ISF,) if asking.alone(state) else (ISF, DAESH)


def wanted(state: State) -> list[str]:
    """The sides that have not handed in anything yet."""
    return [side for side in players(state) if state.mark(side, SEALED) is None]


def listed(state: State) -> list[OrderChoice | OrderGroup]:
    """The preparations that are open, by priority; a side with nothing to buy chooses its priority alone."""
    found: list[OrderChoice | OrderGroup] = []
    for side in wanted(state):
        on_offer = list(wares(state, side))
        if on_offer:
            found += [
                OrderChoice(side, "prepare", {"priority": metric}, "cards", on_offer, fits=fits(state, side))
                for metric in METRICS
            ]
        else:
            found.append(OrderGroup(side, "prepare", {}, "priority", METRICS))
    return found


def cards_wrong(state: State, side: str, cards: Sequence[str] | None) -> Why:
    """Why a side may not buy these cards; empty where it may."""
    return fits(state, side)(cards or ())


PREPARE = Legality(
    only("side", players, "side", R["10.1f"], "Daesh buys no cards in the solitaire game"),
    only(
        "priority",
        lambda state: METRICS,
        "priority",
        R["3.0b"],
        T("no such priority", priorities=METRICS),
    ),
    unless(cards_wrong, "cards", R["3.2a"]),
    sides=players,
    phases=(PREPARATION,),
    elsewhere=R["3.0a"],
    quickly=listed,
)
KINDS = (
    OrderKind(
        "prepare",
        Prepare,
        prepare,
        R["3.0b"],
        "hand in a priority and the cards to buy",
        secret=True,
        legality=(PREPARE,),
    ),
)


# --- hasty attack (9.2) ------------------------------------------------------------------------------


def hasty_attack(umpire: Umpire) -> None:
    """Hasty Attack is played before the first turn: Daesh loses cards at random, and what came with them,
    until they are worth 5 points or more (9.2b, 9.2c)."""
    state = umpire.state
    played = [piece for piece in in_play(state, ISF) if card(piece).hasty]
    if not played:
        return
    umpire.discard(played[0].id, to=USED, rule=R["9.2b"])
    if asking.alone(state):
        return
    lost = 0
    while lost < HASTY_POINTS:
        bought = [piece.id for piece in in_play(umpire.state, DAESH) if not card(piece).core]
        if not bought:
            return
        one = str(umpire.pick(bought, T("the card that Daesh discards"), rule=R["9.2b"], audience=(DAESH,)))
        lost += worth(umpire.state, umpire.state.pieces[one])
        blocks = dict(brought(umpire.state, umpire.state.pieces[one]))
        umpire.move(one, USED, rule=R["9.2c"])
        for name, count in blocks.items():
            for _ in range(count):
                take_out(umpire, name)


def worth(state: State, piece: Piece) -> int:
    """What a card cost."""
    sheet = card(piece)
    return sheet.levels[state.mark(piece.id, LEVEL, 0)].cost if sheet.levels else sheet.cost


def take_out(umpire: Umpire, name: str) -> None:
    """Daesh takes a block of a kind, or an IED block with that face, out of the game, face down (9.2c)."""
    state = umpire.state
    kind, face = (IED, name) if name in FACES else (name, None)
    could = [
        piece.id
        for group in BLOCKS
        for piece in state.of_group(group)
        if piece.kind_id == kind and on_map(state, piece) and (face is None or piece.face == face)
    ]
    if could:
        question = T("block that leaves the game", kind=kind)
        one = umpire.choose_piece(DAESH, question, could, rule=R["9.2c"], audience=(DAESH,))
        umpire.move(one, ELIMINATED, rule=R["9.2c"])
