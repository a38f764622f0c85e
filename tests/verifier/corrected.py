"""Games in which the white cell corrects much: take-backs, and rulings on rolls, picks and look-ups."""

import random

from adjudication.engine.play.running import BEGIN
from adjudication.engine.session import Session
from domain.errors import Refused
from domain.events import DieRolled, Event, LookedUp, OrderGiven, Picked
from tests.core.games import SECRET, Variant, new_game, play_orders, seat


def corrected(variant: Variant, seed: int) -> list[Event]:
    """The log of a closed game that was corrected at random."""
    chance = random.Random(seed)
    session = seat(new_game(variant))
    session.begin()
    for _ in range(12):
        play_orders(session, 1 + chance.randrange(3), chance)
        for _ in range(1 + chance.randrange(2)):
            log = session.game.log
            orders = [e for e in log if isinstance(e, OrderGiven) and e.number not in session.game.struck]
            if chance.random() < 0.3 and orders[-1].order != BEGIN:
                session.take_back(orders[-1 - chance.randrange(2) * (len(orders) > 2)].number, "a slip")
                break
            answers = [e for e in log if isinstance(e, DieRolled | Picked | LookedUp)]
            in_force = [each for each in answers[-8:] if each.number not in session.game.struck]
            if in_force and chance.random() < 0.8:
                try:
                    rule_on(session, chance.choice(in_force), chance)
                except Refused:
                    continue
    session.close(SECRET)
    return session.game.log


def rule_on(session: Session, answer: Event, chance: random.Random) -> None:
    """Rule another value in the place of an answer."""
    if isinstance(answer, DieRolled):
        session.rule(answer.number, 1 + chance.randrange(answer.die), "the die was cocked")
    elif isinstance(answer, Picked):
        session.rule(answer.number, chance.choice(answer.options), "drawn by lot")
    elif isinstance(answer, LookedUp):
        session.rule(answer.number, dict(answer.result), "as the printed table says")
