"""The data for every section of a review."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from adjudication.audits.audit import AuditReport
from adjudication.engine.by_hand.acts import LATE
from adjudication.engine.games.systems import RuleSystem, load
from adjudication.seminar.markings import page_marking
from domain.errors import NotFound
from domain.events import GameOpened, Value
from domain.game.chain import Entry
from domain.game.game import Game
from domain.time_zone import zone_words
from domain.views.view import WHITE, EventView, see_log
from reports.review.table_book import TableBook
from reports.story.fights import Fights, InALine
from reports.story.standings import Standing, standings
from reports.story.time_spent import ClockTold, clock, hour
from reports.story.turns import Line, OrderTold, Story, story
from reports.words.corrections import Amended, amended
from reports.words.names import Names, one_line

if TYPE_CHECKING:
    from adjudication.chances.luck import Luck, OrderLuck
    from adjudication.chances.split import OrderSplit, Split
    from adjudication.chances.turning_points import Forecast


class Review:
    """A game as one viewer may know it, collected once.

    luck, forecast, split: None if they were not computed; all refer to events by the log's own numbers.
    """

    def __init__(
        self,
        game: Game,
        entries: Sequence[Entry],
        audit: AuditReport,
        viewer: str = WHITE,
        luck: "Luck | None" = None,
        forecast: "Forecast | None" = None,
        split: "Split | None" = None,
    ) -> None:
        self.game = game
        self.entries = entries
        self.audit = audit
        self.viewer = viewer
        self.luck = luck
        self.forecast = forecast
        self.split = split
        self.state = game.state
        self.opened: GameOpened = game.opened
        self.names = Names(game.state, viewer)
        self.story: Story = story(game, viewer)
        told = [line for order in self.story.orders() for line in order.lines]
        self.orders_told: dict[int, OrderTold] = {}
        self.lines: list[Line] = sorted([*self.story.set_up, *told], key=lambda line: line.number)

    @cached_property
    def views(self) -> list[EventView]:
        """The log as the viewer sees it."""
        return see_log(self.game.log, self.viewer)

    @cached_property
    def fights(self) -> dict[int, list[InALine]]:
        """The orders that have a line of their own, by turn."""
        return {turn.turn: self.line_of.of(turn) for turn in self.story.turns}

    @cached_property
    def line_of(self) -> Fights:
        """The orders in one line each."""
        return Fights(self.story.orders(), self.lines, self.names)

    @cached_property
    def in_fights(self) -> frozenset[int]:
        """The numbers of all lines that belong to these orders."""
        told = (each.order for turn in self.fights.values() for each in turn)
        return frozenset(line.number for order in told for line in order.lines)

    @cached_property
    def anchored(self) -> dict[int, int]:
        """The target of links to an order: the first line of its first part that did more than advance the
        clock, by the order's number."""
        found: dict[int, int] = {}
        for told in self.story.orders():
            if told.number and not (told.idle() and not told.struck_by):
                found.setdefault(told.number, told.lines[0].number)
        return found

    def anchor(self, told: OrderTold) -> str:
        """The anchor of this part of an order; empty if links lead to another part."""
        first = told.lines[0].number if told.lines else 0
        return f"e{told.number}" if told.number and self.anchored.get(told.number) == first else ""

    @cached_property
    def by_number(self) -> dict[int, Line]:
        """Every line by its number."""
        return {line.number: line for line in self.lines}

    @cached_property
    def ruled(self) -> dict[int, Line]:
        """The ruling in force on each answer that was ruled on, by the answer's number, also if the answer
        is recorded again."""
        found: dict[int, Line] = {}
        for line in self.lines:
            if line.kind == "ruled" and not line.struck_by:
                concerned = self.by_number.get(line.fields["concerns"])
                found[_origin(concerned) if concerned is not None else line.fields["concerns"]] = line
        held = {line.number: found[_origin(line)] for line in self.lines if _origin(line) in found}
        return {**found, **held}

    @cached_property
    def corrected(self) -> dict[int, Line]:
        """The last late ruling in force on each answer, by the answer's number."""
        return {
            line.fields["arguments"].get("concerns", 0): line
            for line in self.lines
            if line.kind == "order-given" and line.fields["order"] == LATE and not line.struck_by
        }

    @cached_property
    def amended(self) -> dict[int, Amended]:
        """Corrections and withdrawals, by the number of the original."""
        return amended(self.views) if self.state.cell.corrected else {}

    @cached_property
    def givers(self) -> dict[str, Counter[str]]:
        """The number of orders in force given by each person, by side; empty for the white cell."""
        found: dict[str, Counter[str]] = {}
        for order in self.story.orders():
            if order.number and order.by and not order.continued and not order.struck_by:
                found.setdefault(order.side, Counter())[one_line(order.by)] += 1
        return found

    @cached_property
    def options(self) -> dict[str, Value]:
        """The options in force, as far as the viewer may know them."""
        told = [line.fields for line in self.lines if line.kind == "option-changed" and not line.struck_by]
        return {**self.opened.options, **{fields["option"]: fields["value"] for fields in told}}

    @cached_property
    def stakes(self) -> "dict[int, OrderLuck]":
        """The orders whose luck was measured, by their numbers; only in the white cell's review."""
        return {order.number: order for order in self.luck.orders} if self.luck and self.white else {}

    @cached_property
    def splits(self) -> "dict[int, OrderSplit]":
        """The orders whose decision and luck were separated, by their numbers; only in the white cell's
        review."""
        return {order.number: order for order in self.split.orders} if self.split and self.white else {}

    @cached_property
    def standings(self) -> list[Standing]:
        """The course of the sides' points, if the rule system counts them on the table; only in the white
        cell's review, because they may show what is hidden."""
        return standings(self.game, self.system()) if self.white else []

    @cached_property
    def clock(self) -> ClockTold:
        """Where the time went."""
        return clock(self.game, viewer=self.viewer)

    @cached_property
    def tables(self) -> TableBook:
        """The tables as they were in force, and the look-ups in them."""
        return TableBook(self.lines)

    @cached_property
    def markings(self) -> dict[int, str]:
        """The handling markings of single events, by the numbers shown on the page."""
        if not any(self.state.cell.markings.values()):
            return {}
        return {view.number or view.line: one_line(view.marking) for view in self.views if view.marking}

    def names_in(self, line: Line) -> Names:
        """The names that the viewer had for the things in a line when it happened."""
        return self.names.in_line(line.called)

    def at(self, time: str) -> str:
        """An event's time as local time in the room."""
        return hour(time, self.opened.zone)

    @property
    def day(self) -> str:
        """When the game began, with the time zone of all times in the review."""
        return f"{self.at(self.opened.time)} {zone_words(self.opened.zone)}"

    @property
    def marking(self) -> str:
        """The handling marking at top and bottom of the page."""
        return one_line(page_marking(self.state, self.markings.values()))

    @property
    def white(self) -> bool:
        """Whether it is for the white cell, who may know everything."""
        return self.viewer == WHITE

    @property
    def counts_points(self) -> bool:
        """Whether the points of the sides are counted on the table, and are not tracks."""
        system = self.system()
        return system is not None and system.reports.standing is not None

    @property
    def points_are_open(self) -> bool:
        """Whether all sides may count the points of the sides."""
        system = self.system()
        return system is not None and system.reports.standing is not None and system.reports.open_standing

    @property
    def judged(self) -> str:
        """The judgement of people that decides the game; empty if the rules decide, or are not installed."""
        system = self.system()
        return system.rules.judged if system is not None else ""

    def system(self) -> RuleSystem | None:
        """The rule system, if it is installed."""
        try:
            return load(self.opened.system)
        except NotFound:
            return None


def _origin(line: Line) -> int:
    """The line that first recorded an answer."""
    return line.fields.get("again") or line.number
