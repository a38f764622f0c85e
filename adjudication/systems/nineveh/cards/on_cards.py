"""What cards do to other cards and to HQs: cards are shown, discarded, tapped and untapped, special orders
gained and lost."""

from collections.abc import Callable

import adjudication.systems.nineveh.table.asking as asking
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.cards.selecting import question_of, the_card, who_may_know
from adjudication.systems.nineveh.cards.sheets import CardDeed, Orders, card
from adjudication.systems.nineveh.cards.targets import Context, in_play, who
from adjudication.systems.nineveh.table.blocks import DAESH
from domain.table.marks import Mark
from domain.table.state import Piece, State

T = texts("nineveh")

USED = "used-cards"
"""Where cards lie that are out of play (3.2f)."""
TAPPED = Mark[bool]("tapped", turns=1)
"""Mark of a card that was used this turn (3.2e)."""
HQS = ("army", "interior", "cts", "leader")
"""What orders call the HQs."""


def orders(umpire: Umpire, what: Orders, context: Context) -> Context:
    """An HQ has special orders more or fewer (7.21)."""
    state, side = umpire.state, who(what.of, context)
    if what.hq != "any":
        hq = what.hq
    else:
        loses = what.by < 0
        may = [
            hq
            for hq in HQS
            if (hq == "leader") == (side == DAESH)
            and (state.track(f"orders-{hq}") > 0 if loses else state.track(f"orders-{hq}") < 3)
        ]
        if not may:
            return context
        question = question_of(umpire, context, T("which HQ?"))
        hq = asking.choose(umpire, side, question, may, rule=context.rule, suggest=may[0])
    umpire.score(f"orders-{hq}", what.by, why=the_card(umpire, context) or "", rule=context.rule)
    return context


def cards(umpire: Umpire, what: CardDeed, context: Context) -> Context:
    """Cards in play are shown, discarded, tapped or untapped."""
    state, side = umpire.state, who(what.of, context)
    if what.chosen == "this":
        could = [context.card] if context.card in state.pieces else []
    else:
        could = [
            piece.id
            for piece in in_play(state, side)
            if what.card in ("", piece.kind_id) and _may(state, piece, what)
        ]
    count = len(could) if what.count == "all" else what.count
    for _ in range(min(count, len(could))):
        if count >= len(could) or len(could) == 1:
            one = could[0]
        elif what.chosen == "random":
            one = str(
                umpire.pick(
                    could, T("card at random"), rule=context.rule, audience=who_may_know(state, could)
                )
            )
        else:
            by = who(what.chosen, context)
            audience = (by,) if by == side and who_may_know(state, could) is not None else None
            one = asking.choose_piece(
                umpire,
                by,
                question_of(umpire, context, T("which card?")),
                could,
                rule=context.rule,
                suggest=could[0],
                open=False,
                audience=audience,
            )
        could.remove(one)
        count -= 1
        CARD_DEEDS[what.do](umpire, one, context.rule)
    return context


def _may(state: State, piece: Piece, what: CardDeed) -> bool:
    """Whether that can be done to a card."""
    sheet = card(piece)
    if sheet.core or (what.category and sheet.category != what.category):
        return False
    match what.do:
        case "expose":
            return piece.known_to is not None
        case "tap":
            return sheet.use == "tap" and not state.mark(piece.id, TAPPED)
        case "untap":
            return bool(state.mark(piece.id, TAPPED))
    return True


def expose_card(umpire: Umpire, one: str, rule: str) -> None:
    """A face-down card is shown to all."""
    umpire.reveal(one, rule=rule)


def discard(umpire: Umpire, one: str, rule: str) -> None:
    """A card leaves play, shown."""
    umpire.discard(one, to=USED, rule=rule)


def tap(umpire: Umpire, one: str, rule: str) -> None:
    """A card is used for this turn, at the end of which it is untapped (3.2e, 4.1.4b)."""
    umpire.mark(one, TAPPED, True, rule=rule)


def untap(umpire: Umpire, one: str, rule: str) -> None:
    """A card may be used again."""
    umpire.mark(one, TAPPED, None, rule=rule)


CARD_DEEDS: dict[str, Callable[[Umpire, str, str], None]] = {
    "expose": expose_card,
    "discard": discard,
    "tap": tap,
    "untap": untap,
}
