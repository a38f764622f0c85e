"""What people do to the log: undoing, and the end of the game."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import people
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import Agreed, Because, By, Overrule, Yes
from cli.terminal import terminal
from cli.terminal.terminal import confirm, reason, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudication.seminar.consent import Missing
    from cli.seat.seat import Seat
    from domain.events import OrderGiven
    from domain.game.game import Game

app = commands()

WHITE_CELL = "white"
_MOST_SHOWN = 12


@app.command(cls=Command)
@grouped
def undo(
    number: Annotated[
        int | None,
        typer.Argument(metavar="[N]", help="The order to undo; by default what you did or judged last."),
    ] = None,
    because: Because = "",
    asked_by: Annotated[
        str,
        typer.Option("--asked-by", metavar="PERSON", help="Who asked for it.", autocompletion=people),
    ] = "",
    agreed: Agreed = None,
    consent_of: Annotated[
        list[str] | None,
        typer.Option(
            "--consent-of",
            metavar="SIDE",
            help="A side that must agree, whatever it has seen; repeatable.",
            autocompletion=complete_sides,
        ),
    ] = None,
    overrule: Overrule = False,
    by: By = "",
    yes: Yes = False,
    *,
    where: Where,
) -> None:
    """Undo an order and all that happened since.

    It first shows what would be undone. All of it stays in the log, struck. It asks when dice were rolled
    or hidden counters seen since, which cannot be unseen, and when later orders would go without having been
    named. Where people sit in the roster, each side that has seen some of it must agree, or be overruled,
    which the log says.

    \b
    Examples:
      whitecell undo --because "The wrong unit was named"
      whitecell undo --asked-by Anna --agreed Omar --because "A slip of the pen"
    """
    from adjudication.engine.session import Outcome
    from adjudication.seminar.consent import as_in_roster, last_done, missing_consent
    from adjudication.seminar.roster import check_take_back, speaker
    from cli.dialogue.telling import Teller
    from cli.seat.seat import looks
    from domain.errors import BadData, NotFound, Refused
    from domain.events import TakenBack

    with where.seat(looks(by)) as seat:
        check_take_back(seat.game.state, seat.me.by)
        session = seat.session_without_dice()
        if seat.game.state.closed:
            raise Refused("This game is closed; it can be read and audited, not changed.")
        named = number is not None
        orders = session.orders_in_force()
        (asker,) = as_in_roster(seat.game, [asked_by]) if asked_by else ("",)
        agreeing = as_in_roster(seat.game, agreed or ())
        sides = _sides(seat, consent_of)
        if number is None:
            last = last_done(seat.game, orders, asker or speaker(seat.game.state, by, None))
            if last is None:
                raise NotFound("There is no order to undo.")
            number = last.number
        if number not in {order.number for order in orders}:
            raise NotFound(_no_order(seat.game, number))
        with session.on_trial():
            session.take_back(number, "tried", by)
        missing = missing_consent(seat.game, number, asker, [*agreeing, by], sides)
        seen = seen_since(seat.game, number)
        gone = [order for order in orders if order.number >= number]
        others = [order for order in gone if order.number != number and order.effect_of != number]
        if not named and isinstance(seat.game.log[-1], TakenBack):
            confirm(f"The last order was undone already. This undoes order {number} as well.", yes)
        asked = terminal.interactive()
        if (where.as_json or not asked) and not because.strip():
            raise BadData("An undo needs a reason: --because REASON.")
        if asked and not where.as_json:
            say(*_would_go(seat, gone))
        if missing:
            insist_on(seat, missing, overrule or yes)
        if (seen or (others and not named)) and not (asked and missing):
            confirm(
                f"Since order {number}, {seen}." if seen else "Later orders would be undone as well.", yes
            )
        if not asked and not where.as_json:
            say(*_would_go(seat, gone))
        because = reason(because, where.as_json)
        if not because.strip():
            raise BadData("An undo needs a reason: --because REASON.")
        overruled = [each.side for each in missing]
        taken = session.take_back(number, because, by, agreeing, asker, overruled)
        Teller(seat, where.as_json).go_on(Outcome([taken], session.pending()), by)


def _would_go(seat: "Seat", gone: "Sequence[OrderGiven]") -> list[str]:
    """What an undo would undo, in words: the orders of which those at this screen may know."""
    from cli.dialogue.telling import event_lines

    first = gone[0].number
    last = max(event.number for event in seat.game.log if event.number not in seat.game.struck)
    viewer, numbers = seat.me.eyes, {order.number for order in gone}
    lines = event_lines(seat, [view for view in seat.seen(viewer, first) if view.number in numbers], viewer)
    more = len(lines) - _MOST_SHOWN
    return [
        f"This undoes event {first}:" if last == first else f"This undoes events {first}-{last}:",
        *lines[:_MOST_SHOWN],
        *([f"       and {more} later orders"] if more > 0 else []),
    ]


def _no_order(game: "Game", number: int) -> str:
    """Why an event cannot be taken back, and what can be done. Raises NotFound where there is none."""
    from domain.events import CountersAdopted, HouseRuleAdopted, OptionChanged, OrderGiven, TableAdopted

    event = game.event(number)
    if isinstance(event, CountersAdopted | HouseRuleAdopted | OptionChanged | TableAdopted):
        return f"Event {number} is no order: what was adopted or changed holds until another is."
    if number in game.struck:
        return f"Event {number} has been undone already."
    given = game.event(event.procedure) if event.procedure else None
    if isinstance(given, OrderGiven) and given.number != number and given.order != "begin":
        return (
            f"Event {number} is a part of order {given.number}, which is undone whole: undo {given.number}."
        )
    return f"Event {number} is not an order in force; `whitecell log` shows them."


@app.command(cls=Command)
@grouped
def close(
    because: Because = "",
    by: By = "",
    yes: Yes = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Although forks of it are open, whose hidden draws it reveals.")
    ] = False,
    *,
    where: Where,
) -> None:
    """Close the game for good and reveal its dice seed.

    Anyone can then derive every roll again, also what was drawn face down. A fork of this game that is
    still open has the draws up to the fork in common with it: close it first, or say --anyway.

    \b
    Example:
      whitecell close --yes
    """
    from cli.dialogue.telling import Teller, written_down
    from cli.seat.seat import leads
    from domain.errors import Refused

    with where.seat(leads(by)) as seat:
        state = seat.game.state
        if state.closed:
            raise Refused("This game is closed already.")
        _refuse_with_open_forks(seat, anyway)
        undecided = "" if state.verdict is not None else " It is not decided yet."
        confirm(f"Nothing can be ordered in {seat.name} once it is closed.{undecided}", yes)
        closed = seat.session_without_dice().close(seat.seal_to_reveal(), by, because)
        teller = Teller(seat, where.as_json)
        teller.tell(closed)
        if not where.as_json:
            say(f"Write this down. {written_down(seat.game)}")
        teller.finish(())


def _refuse_with_open_forks(seat: "Seat", anyway: bool) -> None:
    """Raises Refused while forks of the game are played on: what it drew face down lies in them too."""
    from domain.errors import Refused
    from domain.events import GameForked
    from reports.words.names import joined

    if anyway:
        return
    here = {id: name for name, id in seat.desk.games.items()}
    forks = {event.game for event in seat.game.log if isinstance(event, GameForked)} & here.keys()
    live = sorted(here[id] for id in forks if not seat.ledger.load(id).state.closed)
    if live:
        which = "a fork of it that is" if len(live) == 1 else "forks of it that are"
        raise Refused(
            f"{joined(live)}: {which} still open; closing {seat.name} would reveal what was drawn face down "
            "before the fork. Close the fork first, or say --anyway."
        )


def _sides(seat: "Seat", named: list[str] | None) -> list[str]:
    """The sides of these names. Raises NotFound."""
    return [seat.game.state.viewer(side) for side in named or () if side != WHITE_CELL]


def insist_on(seat: "Seat", missing: "list[Missing]", overruled: bool) -> None:
    """Go on only with the consent that is missing, or over it. Raises Refused."""
    from domain.errors import Refused
    from reports.words.names import Names, joined, one_line

    names = Names(seat.game.state)
    whose = joined(
        [
            names.side(each.side) + (f" ({joined(list(map(one_line, each.people)))})" if each.people else "")
            for each in missing
        ]
    )
    sentence = f"{whose} {'has' if len(missing) == 1 else 'have'} not agreed."
    if overruled:
        return
    if not terminal.interactive():
        raise Refused(f"{sentence} Add --agreed NAME, or --overrule.")
    if not terminal.agrees(f"{sentence} Overrule?"):
        raise Refused("Nothing was undone.")


def seen_since(game: "Game", number: int) -> str:
    """What happened from order `number` on that nobody can forget again, in words; empty if nothing."""
    from domain.events import CounterDrawn, DieRolled, Picked, PieceKnown, PresenceKnown, Shuffled
    from reports.words.names import joined, number_of

    live = [event for event in game.log[number - 1 :] if event.number not in game.struck]
    rolls = sum(isinstance(event, DieRolled | Picked) for event in live)
    drawn = sum(isinstance(event, CounterDrawn | Shuffled) for event in live)
    shown = sum(isinstance(event, PieceKnown | PresenceKnown) and event.sides != () for event in live)
    told = [
        number_of(count, one, many)
        for count, one, many in (
            (rolls, "die was rolled", "dice were rolled"),
            (drawn, "counter was drawn", "counters were drawn"),
            (shown, "counter was seen", "counters were seen"),
        )
        if count
    ]
    return joined(told) if told else ""
