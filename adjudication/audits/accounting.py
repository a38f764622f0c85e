"""Every event belongs to exactly one thing that is checked: the opening, an order or manual change, an entry
by a person, or the closing. Whatever belongs to none of them, or to an order that was over, is a finding.
"""

import re
from collections.abc import Sequence

from adjudication.audits.findings import AuditReport
from adjudication.engine.play.running import BEGIN
from domain.events import NAMES_ON_WIRE, Event, GameClosed, GameOpened, OrderDone, OrderGiven, SealRevealed
from domain.events.kind import By
from domain.events.registry import KIND_OF
from domain.events.strikes import Strikes
from domain.game.blinding import is_blinded

_BLIND = re.compile("[0-9a-f]{32}")
_FOR_EVERYONE = (By.OPENING, By.WORDS, By.CLOSING)


class Accounts:
    """Which events belong to which order. members: order number -> places in the log, from 0."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.members: dict[int, list[int]] = {}
        self.orders: dict[int, int] = {}
        for place, event in enumerate(events):
            if event.procedure:
                self.members.setdefault(event.procedure, []).append(place)
            if isinstance(event, OrderGiven):
                self.orders.setdefault(event.number, place)


def audit_accounts(
    accounts: Accounts, strikes: Strikes, opened: GameOpened, cut: bool, report: AuditReport
) -> None:
    """Account for every event of a log, which begins with `opened`; `cut` when its tail is missing."""
    events = accounts.events
    before = len(report.findings)
    _opening(events, report)
    for place, event in enumerate(events):
        _belongs(place, event, accounts, report)
        _for_everyone(event, report)
        if KIND_OF[type(event)].since > opened.format:
            message = f"{NAMES_ON_WIRE[type(event)]} does not belong in a log of format {opened.format}."
            report.find(event.number, "log", message, event.rule)
        _blinded(event, opened, report)
    for number in accounts.orders:
        _order_over(number, accounts, strikes, report)
    _first_order(events, accounts, report)
    _closing(events, opened, cut, report)
    if len(report.findings) == before:
        report.checked.append(
            f"Each of the {len(events)} events belongs to the opening, to an order or manual change, "
            "to an entry by a person, or to the closing."
        )


def _opening(events: Sequence[Event], report: AuditReport) -> None:
    """The opening, and what is laid out, come first, and each of it once."""
    laid: set[type[Event]] = set()
    ahead = True
    for place, event in enumerate(events):
        if KIND_OF[type(event)].account.by is By.LAID:
            if not ahead or type(event) in laid or event.procedure:
                name = NAMES_ON_WIRE[type(event)]
                message = f"{name} is not part of the opening: it comes too late, or a second time."
                report.find(event.number, "log", message, event.rule)
            laid.add(type(event))
        elif place:
            ahead = False
            if isinstance(event, GameOpened):
                report.find(event.number, "log", "The game is opened a second time.")


def _blinded(event: Event, opened: GameOpened, report: AuditReport) -> None:
    """Every event of a game with a secret is blinded, and none of another."""
    if not is_blinded(opened):
        if event.blind:
            report.find(event.number, "log", "It is blinded; the events of this log are not.", event.rule)
    elif not _BLIND.fullmatch(event.blind):
        report.find(event.number, "log", "It is not blinded: 32 hexadecimal digits do that.", event.rule)


def _for_everyone(event: Event, report: AuditReport) -> None:
    """Opening, closing and words for the dice are for everyone, and follow no rule of the game."""
    if KIND_OF[type(event)].account.by not in _FOR_EVERYONE:
        return
    name = NAMES_ON_WIRE[type(event)]
    if event.audience is not None:
        report.find(
            event.number, "log", f"{name} is for everyone to see, which is not the audience recorded."
        )
    if event.rule:
        report.find(event.number, "log", f"{name} cites {event.rule[:60]}; it cites no rule.")


def _belongs(place: int, event: Event, accounts: Accounts, report: AuditReport) -> None:
    def find(message: str) -> None:
        report.find(event.number, "log", message, event.rule)

    if isinstance(event, OrderGiven):
        if event.procedure != event.number:
            find("An order does not carry its own number.")
    elif KIND_OF[type(event)].account.by is By.ORDER:
        stands = accounts.orders.get(event.procedure)
        if not event.procedure:
            find("Something changed on the table without an order.")
        elif stands is None or stands > place:
            find(f"It belongs to order {event.procedure}, which had not been given.")
    elif event.procedure:
        find(f"{NAMES_ON_WIRE[type(event)]} cannot be part of an order; it names order {event.procedure}.")


def _order_over(number: int, accounts: Accounts, strikes: Strikes, report: AuditReport) -> None:
    """Nothing joins an order once it is done, or once it was taken back."""
    events, given = accounts.events, accounts.orders[number]
    undone = strikes.by.get(given)
    done: int | None = None
    for place in accounts.members.get(number, ()):
        event = events[place]
        if place <= given:
            continue
        if undone is not None and place > undone:
            message = f"It joins order {number}, which event {events[undone].number} had undone."
            report.find(event.number, "log", message, event.rule)
        elif done is not None and strikes.in_force(done, place):
            message = f"It joins order {number}, which was over with event {events[done].number}."
            report.find(event.number, "log", message, event.rule)
        if isinstance(event, OrderDone):
            done = place


def _first_order(events: Sequence[Event], accounts: Accounts, report: AuditReport) -> None:
    first = min(accounts.orders.values(), default=-1)
    for place in accounts.orders.values():
        event = events[place]
        assert isinstance(event, OrderGiven)
        if (event.order == BEGIN) != (place == first):
            message = (
                "Play is opened a second time." if event.order == BEGIN else "Play was not opened first."
            )
            report.find(event.number, "log", message, event.rule)


def _closing(events: Sequence[Event], opened: GameOpened, cut: bool, report: AuditReport) -> None:
    """The seal is revealed once, right before the game is closed; after that nothing changes the table."""
    closed = next((place for place, event in enumerate(events) if isinstance(event, GameClosed)), None)
    revealed = [place for place, event in enumerate(events) if isinstance(event, SealRevealed)]
    for count, place in enumerate(revealed):
        event = events[place]
        if not opened.commitment:
            report.find(event.number, "log", "A seal is revealed, but this game committed itself to none.")
        if count:
            report.find(event.number, "log", "The seal is revealed a second time.")
        elif not (place + 1 >= len(events) and cut) and not isinstance(
            events[min(place + 1, len(events) - 1)], GameClosed
        ):
            message = "The seal is revealed, but the game is not closed right after it."
            report.find(event.number, "log", message)
    if closed is None:
        return
    for event in events[closed + 1 :]:
        if isinstance(event, GameClosed):
            report.find(event.number, "log", "The game is closed a second time.")
        elif not KIND_OF[type(event)].account.after_close:
            message = f"{NAMES_ON_WIRE[type(event)]} was recorded after the game was closed."
            report.find(event.number, "log", message, event.rule)
    late = sum(KIND_OF[type(event)].account.after_close for event in events[closed + 1 :])
    if late:
        what = "entry was" if late == 1 else "entries were"
        report.notices.append(
            f"Event {events[closed].number}: the game was closed. After that {late} {what} added, which "
            "cannot change the table."
        )
    if opened.commitment and not any(place < closed for place in revealed):
        message = "The game is closed, but the seal of its dice was not revealed."
        report.find(events[closed].number, "log", message)
