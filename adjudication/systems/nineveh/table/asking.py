"""Questions of the sides. In the solitaire game nobody plays Daesh: what its player would choose is settled
by judgement, with a suggestion of the rules (10.0b, 10.2j). What the player of the ISF may not know is never
asked: the suggestion is taken."""

from collections.abc import Sequence
from typing import Any

from adjudication.engine.choices import Choices
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.table.blocks import DAESH, ISF
from domain.table.state import State
from domain.texts import Said, Text

R = citations("nineveh", __file__)
T = texts("nineveh")

SOLITAIRE = "solitaire"
"""The option: the rules play Daesh (10)."""
TRUST = "trust_suggestions"
"""The option: what the rules suggest for Daesh is done without asking."""
MOST_LISTED = 16
"""Of more answers that are sets the suggested one is taken."""
FACE_DOWN = T("the card stays face down")
"""Why a suggestion forgoes what a side could do by a card that the enemy does not know (3.2b)."""
BECAUSE = {ISF: T("it suits the ISF best"), DAESH: T("it suits Daesh best")}
"""Why a side's answer is suggested, where nothing else is said."""


def alone(state: State) -> bool:
    """Whether the rules play Daesh (10.0a)."""
    return bool(state.options[SOLITAIRE])


def choose(
    umpire: Umpire,
    side: str,
    question: Text,
    options: Sequence[Any] | Choices,
    *,
    rule: str,
    suggest: Any,
    because: Said = "",
    open: bool = True,
    audience: tuple[str, ...] | None = None,
) -> Any:
    """What a side chooses. suggest: what suits it best, `because` of what.

    In the solitaire game the white cell judges for Daesh, with that suggestion. open: whether the options
    give nothing away that the ISF may not know; otherwise, and for answers too many to list, the suggestion
    is what happens.
    """
    because = because or BECAUSE[side]
    if side != DAESH or not alone(umpire.state):
        return umpire.choose(
            side, question, options, rule=rule, suggest=suggest, because=because, audience=audience
        )
    if isinstance(options, Choices):
        options = list(options) if options.size <= MOST_LISTED else ()
    if umpire.state.options[TRUST] or not open or len(options) < 2:
        return suggest
    return umpire.judge(question, options, rule=R["10.2j"], suggest=suggest, because=because)


def choose_piece(
    umpire: Umpire,
    side: str,
    question: Text,
    pieces: Sequence[str],
    *,
    rule: str,
    suggest: str,
    because: Said = "",
    open: bool = True,
    audience: tuple[str, ...] | None = None,
) -> str:
    """The piece that a side chooses, as `choose`; a player is offered what he calls them."""
    if side != DAESH or not alone(umpire.state):
        return umpire.choose_piece(side, question, pieces, rule=rule, audience=audience)
    known = all(umpire.state.pieces[piece].known_to is None for piece in pieces)
    return str(
        choose(
            umpire, side, question, pieces, rule=rule, suggest=suggest, because=because, open=open and known
        )
    )
