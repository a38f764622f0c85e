"""Late rulings on what happened before the first order of a side, in every scenario: an honest log passes."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.games.scenario import scenario_names
from adjudication.engine.games.systems import load
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from adjudication.engine.umpire import show_option
from adjudication.seminar.late import prepare, record
from domain.errors import IllegalOrder, Refused
from domain.events import Chosen, DieRolled, Event, LookedUp, OrderGiven, Picked
from domain.game.chain import GENESIS, enter
from domain.table.dice import SealedDice, secret_from_seed
from seats.acting.starting import lay

SYSTEMS = ("freeform", "ignorant-armies", "nineveh", "ows", "ramadi", "somalia")
SCENARIOS = [(system, name) for system in SYSTEMS for name in scenario_names(system)]
ROLLED_IN_THE_OPENING = {("ignorant-armies", "gulf-war"), ("somalia", "unosom"), ("somalia", "two-bandits")}


def opened(system: str, scenario: str, orders: int) -> Session:
    """A game after its opening and so many random orders."""
    secret, policy, chance = secret_from_seed(1), RandomPolicy(), random.Random(1)
    game = lay(system, scenario, {}, game=f"{1:032x}", name="late", secret=secret, seeded=True)
    session = Session(load(system), game, SealedDice(secret), PolicyPeople({}, policy, chance))
    session.begin()
    for _ in range(orders):
        if session.state.verdict is None and session.legal():
            session.order(policy.order(session.state, session.legal(), chance), "Ash")
    return session


def others(event: Event) -> Iterator[str]:
    """What could be ruled in the place of an outcome, as it is typed."""
    match event:
        case DieRolled():
            yield str(event.face % event.die + 1)
        case Picked():
            yield from (show_option(option) for option in event.options if option != event.value)
        case LookedUp():
            yield from (f"{name}={cell + 1}" for name, cell in event.result.items() if type(cell) is int)
        case Chosen():
            yield from ("yes", "no", "none")


def ruled_late(session: Session, event: Event) -> bool:
    """Whether a late ruling on the event could be made, and was."""
    for text in others(event):
        try:
            record(session, prepare(session, event, text, []), "It was read out wrongly", "Ash")
        except Refused:
            continue
        return True
    return False


@pytest.mark.parametrize(("system", "scenario"), SCENARIOS)
def test_late_rulings_on_the_opening_and_the_set_up_pass_the_audit(system: str, scenario: str) -> None:
    session = opened(system, scenario, 4)
    log = session.game.log
    ruled: Counter[tuple[str, type[Event]]] = Counter()
    for event in list(log):
        if not event.procedure or not isinstance(event, Chosen | DieRolled | LookedUp | Picked):
            continue
        given = log[event.procedure - 1]
        assert isinstance(given, OrderGiven)
        kind = given.order, type(event)
        if ruled[kind] < 2 and ruled_late(session, event):
            ruled[kind] += 1
    assert audit(enter(session.game.id, log, GENESIS)).findings == []
    if (system, scenario) in ROLLED_IN_THE_OPENING:
        assert any(order == "begin" for order, _ in ruled)


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "freeform"])
@pytest.mark.parametrize("together", [False, True])
def test_no_side_joins_where_the_rules_fix_who_plays(system: str, together: bool) -> None:
    """The rules of two sides stop where there are three."""
    session = opened(system, scenario_names(system)[0], 0)
    before = len(session.game.log)
    joins = {"id": "league", "name": "League"}
    kind, arguments = "hand-add-side", joins
    if together:
        kind, arguments = "hand-together", {"acts": [{"act": "hand-add-side", **joins}]}  # type: ignore[dict-item]
    with pytest.raises(IllegalOrder, match="is played by the sides of its scenario; no side can be added"):
        session.by_hand(kind, arguments, "It was agreed", "Ash")
    assert len(session.game.log) == before
