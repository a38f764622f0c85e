"""What every section of a review may look at."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from adjudication.audit import AuditReport
from adjudication.markings import page_marking
from adjudication.systems import RuleSystem, load
from domain.chain import Entry
from domain.errors import NotFound
from domain.events import GameOpened
from domain.game import Game
from domain.view import WHITE, EventView, see_log
from reports.names import Names, one_line
from reports.turns import Line, Story, story

if TYPE_CHECKING:
    from adjudication.luck import Luck
    from adjudication.turning_points import Forecast


class Review:
    """A game as one viewer may know it, gathered once. luck, forecast: None unless they were worked out."""

    def __init__(
        self,
        game: Game,
        entries: Sequence[Entry],
        audit: AuditReport,
        viewer: str = WHITE,
        luck: "Luck | None" = None,
        forecast: "Forecast | None" = None,
    ) -> None:
        self.game = game
        self.entries = entries
        self.audit = audit
        self.viewer = viewer
        self.luck = luck
        self.forecast = forecast if viewer == WHITE or forecast is None else self._in_lines(forecast)
        self.state = game.state
        self.opened: GameOpened = game.opened
        self.names = Names(game.state, viewer)
        self.story: Story = story(game, viewer)
        self.lines: list[Line] = [
            *self.story.set_up,
            *(line for told in self.story.orders() for line in told.lines),
        ]

    @cached_property
    def views(self) -> list[EventView]:
        """The log as the viewer sees it."""
        return see_log(self.game.log, self.viewer)

    def _in_lines(self, forecast: "Forecast") -> "Forecast":
        """A forecast by the numbers of the viewer's lines; an event that has no line for them is 0."""
        numbered = [msgspec.structs.replace(event, time=str(event.number)) for event in self.game.log]
        lines = {int(view.time): view.line for view in see_log(numbered, self.viewer)}

        def seen(numbers: Iterable[int]) -> tuple[int, ...]:
            return tuple(lines[number] for number in numbers if number in lines)

        points = tuple(
            msgspec.structs.replace(
                point,
                number=lines.get(point.number, 0),
                order=lines.get(point.order, 0),
                orders=seen(point.orders),
                rolls=seen(point.rolls),
            )
            for point in forecast.points
        )
        return msgspec.structs.replace(forecast, points=points)

    @cached_property
    def markings(self) -> dict[int, str]:
        """The handling markings of single events, by the numbers that stand on the page."""
        if not any(self.state.cell.markings.values()):
            return {}
        return {view.number or view.line: one_line(view.marking) for view in self.views if view.marking}

    @property
    def marking(self) -> str:
        """The handling marking on top and bottom of the page."""
        return one_line(page_marking(self.state, self.markings.values()))

    @property
    def white(self) -> bool:
        """Whether it is for the white cell, who may know all."""
        return self.viewer == WHITE

    def system(self) -> RuleSystem | None:
        """The rule system, where it is at hand."""
        try:
            return load(self.opened.system)
        except NotFound:
            return None
