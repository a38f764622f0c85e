"""Playing cards (3.2, 4.1.1d): a capability card is used in the phase that it names. It is turned up, and
then tapped until the turn ends, or out of the game."""

from dataclasses import dataclass, replace

import adjudication.systems.nineveh.table.asking as asking
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.card_play.effects import carry_out
from adjudication.systems.nineveh.cards.on_cards import TAPPED, USED
from adjudication.systems.nineveh.cards.sheets import AreaSet, Blocks, Card, Effect, card, effects_of
from adjudication.systems.nineveh.cards.targets import Context, areas_of, holds, in_play, who
from adjudication.systems.nineveh.table.blocks import DAESH, ISF
from adjudication.systems.nineveh.table.phases import COMBAT, MOVEMENT, SUPPORT
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("nineveh", __file__)
T = texts("nineveh")

RULES = {SUPPORT: R["4.1.1d"], MOVEMENT: R["5.0d"], COMBAT: R["6.2c"]}
"""The rule by which cards are used in each phase."""
ENDS = ("roll", "choose", "when", "each")
"""Verbs after which the area of a card is asked for, not named with the order."""


@dataclass(frozen=True, slots=True)
class Use:
    """Use a card; at: the area that it is aimed at, where it is aimed at one (3.2e)."""

    side: str
    card: str
    at: str = ""


def use(umpire: Umpire, order: Use) -> None:
    """The card is turned up, tapped or put out of the game, and does what it says (3.2b, 3.2e, 3.2f)."""
    state = umpire.state
    piece = state.pieces[order.card]
    sheet = card(piece)
    umpire.reveal(piece.id, rule=R["3.2b"])
    if sheet.use == "once":
        umpire.discard(piece.id, to=USED, rule=R["3.2f"])
    else:
        umpire.mark(piece.id, TAPPED, True, rule=R["3.2e"])
    context = replace(_context(state, order.side, piece), at=order.at)
    carry_out(umpire, effects_of(sheet, asking.alone(state)), context)


def _context(state: State, side: str, piece: Piece) -> Context:
    return Context(side, "", RULES[state.phase], card=piece.id)


# --- what may be used --------------------------------------------------------------------------------


def players(state: State) -> tuple[str, ...]:
    """The sides that use cards: in the solitaire game the ISF alone (10.1f)."""
    return (ISF,) if asking.alone(state) else (ISF, DAESH)


@derived
def cards(state: State, side: str) -> list[str]:
    """The cards of a side that are in play."""
    return [piece.id for piece in in_play(state, side)]


@derived
def to_use(state: State, side: str) -> list[str]:
    """Those of them that are used, now or at another time."""
    return [id for id in cards(state, side) if card(state.pieces[id]).use != "standing"]


@derived
def untapped(state: State, side: str) -> list[str]:
    """Those of them that were not used this turn (3.2e)."""
    return [id for id in to_use(state, side) if not state.mark(id, TAPPED)]


@derived
def in_phase(state: State, side: str) -> list[str]:
    """Those of them that are for this phase of this player-turn."""
    return [id for id in untapped(state, side) if _now(state, side, card(state.pieces[id]))]


def _now(state: State, side: str, sheet: Card) -> bool:
    """Whether a card is for this phase."""
    if sheet.whose != "either" and (state.side == side) != (sheet.whose == "own"):
        return False
    return "any" in sheet.phase or state.phase in sheet.phase


@derived
def ready(state: State, side: str) -> list[str]:
    """Those of them that may be used: what they need is there, and something to aim at, as far as the side
    can tell."""
    return [
        id
        for id in in_phase(state, side)
        if effects_of(card(state.pieces[id]), asking.alone(state))
        and holds(state, card(state.pieces[id]).needs, _context(state, side, state.pieces[id]), side)
        and targets(state, side, id) != []
    ]


@derived
def targets(state: State, side: str, card: str) -> list[str | None]:
    """The areas that a card may be aimed at, or None where it is not aimed at an area that its side names."""
    piece = state.pieces.get(card)
    if piece is None or card not in to_use(state, side) or state.phase not in RULES:
        return [None]
    context = _context(state, side, piece)
    aimed = first_aim(effects_of(_sheet(piece), asking.alone(state)))
    if aimed is None or aimed.choose == "random" or who(aimed.choose, context) != side:
        return [None]
    return list(areas_of(state, aimed, context, side))


def _sheet(piece: Piece) -> Card:
    return card(piece)


def first_aim(effects: tuple[Effect, ...]) -> AreaSet | None:
    """The first choice of an area that a card asks for, where it can be named with the order."""
    for effect in effects:
        what = getattr(effect, effect.verb)
        places = [what, *(getattr(what, name, None) for name in ("at", "to"))]
        of = getattr(what, "of", None)
        if isinstance(of, Blocks):
            places.insert(0, of.at)
        for areas in places:
            if isinstance(areas, AreaSet) and areas.choose:
                return areas
        if effect.verb in ENDS:
            return None
    return None


def not_aimed(state: State, side: str, card: str, at: str) -> Why:
    """Why a card may not be aimed at an area."""
    if targets(state, side, card) == [None]:
        return T("not aimed at an area", card=card)
    return T("cannot be aimed there", card=card, at=at)


USE = Legality(
    only("side", players, "side", R["10.1f"], "Daesh uses no capability cards in the solitaire game"),
    insist(
        lambda state: state.phase in RULES,
        "phase",
        R["3.2e"],
        "no phase for cards",
    ),
    only("card", cards, "card", R["3.2e"], "not a card of yours in play"),
    only("card", to_use, "standing", R["3.2e"], "holds as long as it is in play"),
    only("card", untapped, "tapped", R["3.2e"], "used this turn"),
    only("card", in_phase, "phase", R["3.2e"], "not for this phase"),
    only("card", ready, "needs", R["3.2e"], "nothing to act on"),
    only("at", targets, "at", R["3.2e"], not_aimed),
    arguments={"card": ready, "at": targets},
    sides=players,
    phases=(SUPPORT, MOVEMENT, COMBAT),
    elsewhere=R["3.2e"],
)
KINDS = (OrderKind("use", Use, use, R["3.2e"], "use a card", legality=(USE,)),)
