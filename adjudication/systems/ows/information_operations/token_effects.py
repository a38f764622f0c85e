"""What information tokens and cyber cards come to (seq.4.2), and what is left of them afterwards (11.2)."""

import adjudication.systems.ows.space_and_cyber.cyber as cyber
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.space_and_cyber.space import defence, demote, named, on_dashboard
from adjudication.systems.ows.table.counters import CYBER, sheet
from adjudication.systems.ows.table.status import COUNTERMEASURES, DISRUPTED, SIGINT, hexes, sides
from adjudication.systems.ows.table.tokens import (
    ASSURE_C2,
    DEFENSIVE,
    DISRUPT_C2,
    effect_of,
    in_play,
    lies_on,
    set_token,
    take_back,
    tokens_on,
    turn_up,
)
from domain.table.state import Piece

R = citations("ows", __file__)
T = texts("ows")


def adjudicate(umpire: Umpire, piece: Piece) -> None:
    """A card or token takes effect; Assure C2 waits for an attack (7.2.1.2)."""
    if piece.kind.group == CYBER:
        cyber.adjudicate_card(umpire, piece)
    elif sheet(piece).type == DISRUPT_C2:
        disrupt(umpire, piece)
    elif sheet(piece).type != ASSURE_C2:
        set_token(umpire, piece)


def disrupt(umpire: Umpire, token: Piece) -> None:
    """Disrupt C2 (7.2.1.1): past any Assure C2 first, then against the red shield; a function of the
    dashboard has a number only where one is printed (7.5). As in missile defence, a grey shield is consumed
    by the attack that it meets: Assure C2 meets one a turn (7.2.1.2, 2.2.2.3.2)."""
    turn_up(umpire, token, rule=R["seq.4.2"])
    state = umpire.state
    subject, die = lies_on(state, token.id), effect_of(token).die
    attacks = tokens_on(state, subject, DISRUPT_C2)
    attacked = any(other.known_to is None for other in attacks if other.id != token.id)
    for assured in tokens_on(state, subject, ASSURE_C2):
        if attacked and assured.known_to is None:
            continue
        turn_up(umpire, assured, rule=R["7.2.1.2"])
        roll = umpire.roll(die, T("Disrupt C2 against Assure C2", target=subject), rule=R["7.2.1.1a"])
        if roll < effect_of(assured).shield:
            return
    if on_dashboard(state, subject):
        function, side = named(subject)
        needed = defence(state, side, function)
        if (
            needed
            and umpire.roll(die, T("Disrupt C2 against a target", target=subject), rule=R["7.2.1.1"]) < needed
        ):
            return
        demote(umpire, side, function, 1, why=T("C2 disrupted"), rule=R["7.2.1.1c"])
        return
    shield = sheet(state.pieces[subject]).defence
    if umpire.roll(die, T("Disrupt C2 against a target", target=subject), rule=R["7.2.1.1"]) >= shield:
        times = state.mark(subject, DISRUPTED, 0) + 1
        umpire.mark(subject, DISRUPTED, times, rule=R["7.2.1.1b"])


# --- 11.2: regeneration -----------------------------------------------------------------------------------


def take_back_tokens(umpire: Umpire) -> None:
    """Attacks come off the map but for cyber effects that go on; each side says which defensive tokens stay
    (11.2)."""
    cyber.recover(umpire)
    state = umpire.state
    lift_effects(umpire)
    return_strays(umpire, R["7.1a"])
    for side in sides(state):
        defensive = [piece.id for piece in in_play(state, side) if sheet(piece).type in DEFENSIVE]
        question = T("defensive tokens that stay")
        stays = umpire.choose_some(side, question, defensive, rule=R["11.2b"], audience=(side,))
        back = [piece.id for piece in in_play(state, side) if piece.id not in stays]
        for id in umpire.mixed(back, rule=R["11.2a"]):
            token = state.pieces[id]
            if state.mark(lies_on(state, token.id), COUNTERMEASURES) == token.id:
                umpire.mark(lies_on(state, token.id), COUNTERMEASURES, None, rule=R["11.2b"])
            take_back(umpire, token, rule=R["11.2a"])


def lift_effects(umpire: Umpire) -> None:
    """C2 works again and SIGINT ends, but for cyber effects that go on (11.2a)."""
    state = umpire.state
    held = cyber.still_disrupted(state)
    for unit, times in list(state.marked(DISRUPTED).items()):
        if held.get(unit, 0) != times:
            umpire.mark(unit, DISRUPTED, held.get(unit), rule=R["11.2a"])
    for unit in list(state.marked(SIGINT)):
        umpire.mark(unit, SIGINT, None, rule=R["11.2a"])


def return_strays(umpire: Umpire, rule: str) -> None:
    """Tokens that lie on nothing that is on the map any more return to hand."""
    state = umpire.state
    places = hexes(state.board)
    for side in sides(state):
        for id in umpire.mixed([piece.id for piece in in_play(state, side)], rule=rule):
            token, subject = state.pieces[id], lies_on(state, id)
            if on_dashboard(state, subject):
                continue
            unit = state.pieces.get(subject)
            if unit is None or state.where(subject) not in places:
                if unit is not None and state.mark(subject, COUNTERMEASURES) == token.id:
                    umpire.mark(subject, COUNTERMEASURES, None, rule=rule)
                take_back(umpire, token, rule=rule)
