"""Dice, draws, picks and shuffles."""

from typing import Any

from domain.events import Chosen, CounterDrawn, DieRolled, EntropyGiven, Picked, Shuffled
from domain.table.dice import SealedDice
from tests.forgeries.kinds import CHANCES, Forged, altered, changed, kind, of, put, without
from tests.forgeries.logs import Log


@kind(DieRolled)
def another_face(log: Log, event: DieRolled) -> Forged:
    """A die shows its highest face, or its lowest."""
    return changed(log, event, face=event.die if event.face < event.die else 1)


@kind(DieRolled)
def another_die(log: Log, event: DieRolled) -> Forged:
    """The same face of a larger die."""
    return changed(log, event, die=event.die + 2)


@kind(DieRolled)
def a_face_that_the_die_does_not_have(log: Log, event: DieRolled) -> Forged:
    """A 7 of a D6."""
    return changed(log, event, face=event.die + 1)


@kind(DieRolled, CounterDrawn, Picked, Shuffled)
def a_sealed_chance_said_to_be_typed(log: Log, event: DieRolled) -> Forged:
    """The source is `typed`, so that no seal need give it."""
    return changed(log, event, source="typed")


@kind(DieRolled, CounterDrawn, Picked)
def a_sealed_chance_by_somebody(log: Log, event: DieRolled) -> Forged:
    """Nobody throws a sealed die, but this one names who did."""
    return changed(log, event, by="Mallory") if event.source == "sealed" else None


@kind(DieRolled)
def another_purpose(log: Log, event: DieRolled) -> Forged:
    """The die was thrown for something else."""
    return changed(log, event, purpose="a better purpose")


@kind(*CHANCES)
def a_chance_by_another_rule(log: Log, event: DieRolled) -> Forged:
    """The chance cites the rule of another."""
    other = next((e.rule for e in log.events if e.rule and e.rule != event.rule), "")
    return changed(log, event, rule=other)


@kind(*CHANCES)
def another_number_of_a_chance(log: Log, event: DieRolled) -> Forged:
    """A chance bears the number of the next."""
    return changed(log, event, chance=event.chance + 1)


@kind(*CHANCES)
def a_chance_told_anew_that_was_not(log: Log, event: DieRolled) -> Forged:
    """A fresh chance names an earlier event as the one that first recorded it."""
    if event.again or event.number < 8:
        return None
    return changed(log, event, again=event.number - 1)


@kind(*CHANCES)
def a_chance_for_fewer_eyes(log: Log, event: DieRolled) -> Forged:
    """What everyone saw is for the white cell alone."""
    return changed(log, event, audience=() if event.audience is None else None)


@kind(*CHANCES)
def a_chance_left_out(log: Log, event: DieRolled) -> Forged:
    """A roll is missing; the chances after it are counted anew."""
    fewer = without(log, event)
    return [
        altered(e, chance=e.chance - 1) if isinstance(e, CHANCES) and e.chance > event.chance else e
        for e in fewer
    ]


@kind(*CHANCES)
def a_chance_skipped(log: Log, event: DieRolled) -> Forged:
    """From here on every chance is the next of the seal, as if one had been thrown and not recorded."""
    if event.source != "sealed" or not isinstance(event, DieRolled):
        return None
    later = [e for e in of(log, *CHANCES) if e.chance >= event.chance]
    if not all(isinstance(e, DieRolled) for e in later):
        return None
    dice = SealedDice(log.secret)
    words = tuple(e.text for e in of(log, EntropyGiven))
    return put(
        log,
        *(altered(e, chance=e.chance + 1, face=dice.number(e.die, e.chance + 1, words)) for e in later),
    )


@kind(DieRolled)
def two_faces_swapped(log: Log, event: DieRolled) -> Forged:
    """A die and a later one change faces."""
    other = next(
        (
            e
            for e in of(log, DieRolled)
            if e.chance > event.chance and e.die == event.die and e.face != event.face
        ),
        None,
    )
    if other is None:
        return None
    return put(log, altered(event, face=other.face), altered(other, face=event.face))


@kind(CounterDrawn)
def another_piece_drawn(log: Log, event: CounterDrawn) -> Forged:
    """Another piece of the same cup."""
    other = next(
        (e.piece for e in of(log, CounterDrawn) if e.cup == event.cup and e.piece != event.piece), None
    )
    return changed(log, event, piece=other) if other is not None else None


@kind(CounterDrawn)
def a_draw_put_elsewhere(log: Log, event: CounterDrawn) -> Forged:
    """The piece drawn is put into its cup again."""
    return changed(log, event, to=event.cup)


@kind(CounterDrawn)
def a_draw_from_another_cup(log: Log, event: CounterDrawn) -> Forged:
    """The cup is the place where the piece is put."""
    return changed(log, event, cup=event.to)


@kind(Picked)
def another_pick(log: Log, event: Picked) -> Forged:
    """Another of the candidates."""
    return changed(log, event, value=next((o for o in event.options if o != event.value), event.value))


@kind(Picked)
def fewer_candidates(log: Log, event: Picked) -> Forged:
    """The others were no candidates at all."""
    return changed(log, event, options=(event.value,))


@kind(Picked)
def candidates_in_another_order(log: Log, event: Picked) -> Forged:
    """The candidates stand the other way round, so that the number of the seal is another."""
    return changed(log, event, options=tuple(reversed(event.options)))


@kind(Shuffled)
def a_stacked_deck(log: Log, event: Shuffled) -> Forged:
    """The first card and the last change places."""
    first, *middle, last = event.order
    return changed(log, event, order=(last, *middle, first))


@kind(*CHANCES, Chosen)
def a_repeated_chance_that_does_not_say_so(log: Log, event: Any) -> Forged:
    """A chance or answer repeated after a ruling does not name the event that first recorded it."""
    return changed(log, event, again=0) if event.again else None


@kind(*CHANCES, Chosen)
def a_repeated_chance_of_another_event(log: Log, event: Any) -> Forged:
    """A chance or answer repeated after a ruling names another event."""
    return changed(log, event, again=event.again - 1) if event.again else None


@kind(DieRolled)
def a_repeated_die_with_another_face(log: Log, event: DieRolled) -> Forged:
    """A die repeated after a ruling shows another face than it did."""
    return changed(log, event, face=event.face % event.die + 1) if event.again else None


@kind(*CHANCES)
def a_fresh_chance_for_a_repeated_one(log: Log, event: Any) -> Forged:
    """Where a recorded die is due, a new one is thrown, as the seal gives it."""
    if not event.again or not isinstance(event, DieRolled):
        return None
    fresh = max(e.chance for e in of(log, *CHANCES) if e.number < event.number) + 1
    words = tuple(e.text for e in of(log, EntropyGiven))
    face = SealedDice(log.secret).number(event.die, fresh, words)
    later = [altered(e, chance=e.chance + 1) for e in of(log, *CHANCES) if e.chance >= fresh]
    return put(log, altered(event, again=0, chance=fresh, face=face), *later)
