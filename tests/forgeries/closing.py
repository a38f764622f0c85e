"""The end of a game: the seal, the close, and what comes after it."""

from domain.events import EntropyGiven, GameClosed, GameForked, Noted, OrderDone, SealRevealed, TimerSet
from domain.table.dice import secret_from_seed
from tests.forgeries.kinds import (
    CHANCES,
    NOT_FULLY,
    Forged,
    altered,
    behind,
    chances_behind,
    changed,
    kind,
    of,
    renumbered,
    without,
)
from tests.forgeries.logs import Log


@kind(SealRevealed)
def another_secret(log: Log, event: SealRevealed) -> Forged:
    """The seal revealed is not the one that was committed to."""
    return changed(log, event, secret=secret_from_seed(77))


@kind(SealRevealed)
def a_secret_that_is_none(log: Log, event: SealRevealed) -> Forged:
    """What is revealed is no secret."""
    return changed(log, event, secret="not a secret")


@kind(SealRevealed)
def no_secret_revealed(log: Log, event: SealRevealed) -> Forged:
    """The game is closed and its seal kept."""
    return without(log, event)


@kind(SealRevealed, verdict=NOT_FULLY)
def neither_seal_nor_close(log: Log, event: SealRevealed) -> Forged:
    """The log ends before the close, so that no seal need be shown."""
    return without(log, event, *of(log, GameClosed)) if chances_behind(log, 0) else None


@kind(SealRevealed)
def a_seal_revealed_and_no_close(log: Log, event: SealRevealed) -> Forged:
    """The seal is out and the game goes on."""
    return without(log, *of(log, GameClosed))


@kind(OrderDone)
def a_seal_revealed_in_play(log: Log, event: OrderDone) -> Forged:
    """The seal is revealed while the game goes on, and not at its end."""
    seals = of(log, SealRevealed)
    if not seals:
        return None
    log_without = [e for e in log.events if e not in seals]
    return renumbered([*log_without[: event.number], *seals, *log_without[event.number :]])


@kind(OrderDone)
def a_seal_revealed_in_play_as_well(log: Log, event: OrderDone) -> Forged:
    """The seal is revealed while the game goes on, and again at its end."""
    seals = of(log, SealRevealed)
    return behind(log, event.number, *seals) if seals else None


@kind(SealRevealed)
def a_second_seal(log: Log, event: SealRevealed) -> Forged:
    """A second seal is revealed behind the first."""
    return behind(log, event.number, altered(event, secret=secret_from_seed(78)))


@kind(SealRevealed)
def a_seal_for_few_eyes(log: Log, event: SealRevealed) -> Forged:
    """The seal is for the white cell alone."""
    return changed(log, event, audience=())


@kind(SealRevealed)
def something_between_seal_and_close(log: Log, event: SealRevealed) -> Forged:
    """A note stands between the seal and the close."""
    return behind(log, event.number, Noted(number=0, audience=(), text="Well", by="Ada"))


@kind(GameClosed)
def closed_twice(log: Log, event: GameClosed) -> Forged:
    """The game is closed a second time."""
    return behind(log, event.number, event)


@kind(OrderDone)
def closed_in_play(log: Log, event: OrderDone) -> Forged:
    """The game is closed in the middle."""
    return behind(log, event.number, GameClosed(number=0, by="Ada"))


@kind(GameClosed, passes="entered")
def a_note_after_the_close(log: Log, event: GameClosed) -> Forged:
    """Somebody writes a note when all is over, as the hot wash may."""
    return behind(log, event.number, Noted(number=0, audience=(), text="Well played", by="Ada"))


@kind(GameClosed)
def a_timer_after_the_close(log: Log, event: GameClosed) -> Forged:
    """Somebody sets a timer when all is over."""
    return behind(log, event.number, TimerSet(number=0, purpose="tea", seconds=60))


@kind(GameClosed)
def words_after_the_close(log: Log, event: GameClosed) -> Forged:
    """A side stirs the dice when all is over."""
    return behind(log, event.number, EntropyGiven(number=0, side=log.opened.sides[0].id, text="Well played"))


@kind(GameClosed)
def a_fork_of_nothing(log: Log, event: GameClosed) -> Forged:
    """A fork names no game."""
    return behind(log, event.number, GameForked(number=0, audience=(), game="", name="", at=event.number))


@kind(GameClosed)
def a_fork_from_what_had_not_happened(log: Log, event: GameClosed) -> Forged:
    """A fork goes on from an event that the log does not have."""
    more = GameForked(number=0, audience=(), game="a" * 32, name="more", at=event.number + 40)
    return behind(log, event.number, more)


@kind(GameClosed)
def a_close_of_an_order(log: Log, event: GameClosed) -> Forged:
    """The close belongs to an order."""
    return changed(log, event, procedure=of(log, OrderDone)[-1].procedure)


@kind(OrderDone, verdict=NOT_FULLY)
def a_tail_cut_off(log: Log, event: OrderDone) -> Forged:
    """Everything behind an order is gone, and the file says that it is whole."""
    cut = log.events[: event.number]
    sealed = [e for e in cut if isinstance(e, CHANCES) and e.source == "sealed"]
    return list(cut) if log.closed and sealed and len(cut) < len(log.events) else None


@kind(OrderDone, passes="evening")
def a_tail_cut_off_an_open_game(log: Log, event: OrderDone) -> Forged:
    """Everything behind an order is gone, in the room of an open game: it ended there, so far."""
    cut = log.events[: event.number]
    return list(cut) if not log.closed and len(cut) < len(log.events) else None


@kind(GameClosed, passes="entered")
def another_reason_for_the_close(log: Log, event: GameClosed) -> Forged:
    """The game is closed for another reason, by another name."""
    return changed(log, event, because="Rain")
