"""Random events (4.0): two dice read as digits, and what the Random Events Table says of them."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.random_events.happenings import EFFECTS
from domain.errors import BadData
from domain.table.dice import D6
from domain.texts import as_argument

R = citations("somalia", __file__)
T = texts("somalia")


def roll(umpire: Umpire) -> None:
    """The event of the turn: the first die is the tens, the second the units."""
    tens = umpire.roll(D6, T("random event, tens"), rule=R["4.0"])
    units = umpire.roll(D6, T("random event, units"), rule=R["4.0"])
    happens(umpire, 10 * tens + units)


def happens(umpire: Umpire, number: int) -> None:
    """Look an event up and carry it out. Its row says how much: `amount`, and `dice` that are added to it."""
    event = umpire.look_up("events", roll=number, rule=R["4.0"])
    effect = EFFECTS.get(str(event.effect))
    if effect is None:
        raise BadData(f"Event {number} has the effect {event.effect!r}; known are: {', '.join(EFFECTS)}.")
    why = T("an event", name=as_argument(str(event.event)))
    amount, dice = int(event.amount), int(event.dice)
    if dice:
        amount += sum(umpire.rolls(dice, D6, why, rule=R["4.0"]))
    effect(umpire, amount, why)
