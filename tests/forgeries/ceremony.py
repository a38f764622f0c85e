"""Words of the sides for the dice: promised, given or waived before the first chance."""

from typing import Any

from domain.events import EntropyGiven, EntropyPromised, EntropyWaived, OrderDone
from domain.events.entropy import words_digest
from tests.forgeries.kinds import (
    CHANCES,
    ENOUGH,
    Forged,
    altered,
    behind,
    chances_behind,
    changed,
    kind,
    of,
    put,
    renumbered,
    without,
)
from tests.forgeries.logs import Log


@kind(EntropyGiven)
def other_words_for_the_dice(log: Log, event: EntropyGiven) -> Forged:
    """A side gave other words."""
    return changed(log, event, text="luck") if chances_behind(log, event.number) >= ENOUGH else None


@kind(EntropyGiven)
def words_for_the_dice_left_out(log: Log, event: EntropyGiven) -> Forged:
    """A side gave no words."""
    return without(log, event) if chances_behind(log, event.number) >= ENOUGH else None


@kind(EntropyGiven)
def words_that_come_later(log: Log, event: EntropyGiven) -> Forged:
    """Words are given behind the first chance."""
    if chances_behind(log, event.number) < ENOUGH:
        return None
    rest = [e for e in log.events if e is not event]
    first = next(n for n, e in enumerate(rest) if isinstance(e, CHANCES) and e.number > event.number)
    return renumbered([*rest[: first + 1], event, *rest[first + 1 :]])


@kind(EntropyGiven)
def other_words_and_their_promise(log: Log, event: EntropyGiven) -> Forged:
    """Promise and words are exchanged together; the dice are not theirs."""
    promise = next((e for e in of(log, EntropyPromised) if e.side == event.side), None)
    if promise is None or chances_behind(log, event.number) < ENOUGH:
        return None
    return put(log, altered(promise, digest=words_digest(event.side, "luck")), altered(event, text="luck"))


@kind(EntropyPromised, EntropyGiven, EntropyWaived)
def words_of_a_side_that_is_not_there(log: Log, event: Any) -> Forged:
    """Nato promises words, gives them, or is waived."""
    return changed(log, event, side="nato")


@kind(EntropyPromised)
def words_that_do_not_fit_their_promise(log: Log, event: EntropyPromised) -> Forged:
    """A side promised other words than it gave."""
    if event.side not in {given.side for given in of(log, EntropyGiven)}:
        return None
    return changed(log, event, digest="ab" * 32)


@kind(EntropyPromised)
def a_promise_that_is_no_digest(log: Log, event: EntropyPromised) -> Forged:
    """A side promised nothing that words could fit."""
    return changed(log, event, digest="luck")


@kind(EntropyPromised)
def words_that_were_not_promised(log: Log, event: EntropyPromised) -> Forged:
    """A side gives words that it had not promised."""
    return without(log, event)


@kind(EntropyPromised)
def words_promised_twice(log: Log, event: EntropyPromised) -> Forged:
    """A side promises a second time."""
    return behind(log, event.number, event)


@kind(EntropyGiven)
def words_given_twice(log: Log, event: EntropyGiven) -> Forged:
    """A side gives its words a second time."""
    return behind(log, event.number, event)


@kind(EntropyGiven)
def words_promised_when_others_were_given(log: Log, event: EntropyGiven) -> Forged:
    """Another side promises words that it has seen the first side's before."""
    sides = [side.id for side in log.opened.sides if side.id != event.side]
    if not sides:
        return None
    more = EntropyPromised(number=0, side=sides[0], digest=words_digest(sides[0], "luck"))
    return behind(log, event.number, more)


@kind(EntropyGiven)
def words_promised_and_never_given(log: Log, event: EntropyGiven) -> Forged:
    """A side promised words, and play begins without them."""
    return without(log, event)


@kind(EntropyWaived)
def words_waived_without_a_reason(log: Log, event: EntropyWaived) -> Forged:
    """Play begins without a side's words, and nobody says why."""
    return changed(log, event, because=" ")


@kind(EntropyWaived)
def words_not_waived(log: Log, event: EntropyWaived) -> Forged:
    """Play begins without a side's words, and nobody says so."""
    return without(log, event)


@kind(EntropyWaived, passes="entered")
def words_neither_promised_nor_waived(log: Log, event: EntropyWaived) -> Forged:
    """A promise of words is missing together with its waiver."""
    promised = [each for each in log.events if isinstance(each, EntropyPromised) and each.side == event.side]
    return without(log, event, *promised) if promised else None


@kind(EntropyGiven)
def words_waived_that_were_given(log: Log, event: EntropyGiven) -> Forged:
    """A side's words are waived though it gave them."""
    return behind(log, event.number, EntropyWaived(number=0, side=event.side, by="Ada", because="Late"))


@kind(EntropyPromised, EntropyGiven, EntropyWaived)
def words_for_few_eyes(log: Log, event: Any) -> Forged:
    """Nobody learns of a promise or of words."""
    return changed(log, event, audience=())


@kind(OrderDone)
def words_in_play(log: Log, event: OrderDone) -> Forged:
    """A side gives words behind the first chance; no chance comes after them."""
    chances = [e.number for e in log.events if isinstance(e, CHANCES)]
    if not chances or event.number < chances[-1]:
        return None
    return behind(log, event.number, EntropyGiven(number=0, side=log.opened.sides[0].id, text="luck"))
