"""The timeline: map, tracks and log together, order by order with a slider, and turn by turn without one."""

from typing import Any, NamedTuple

from adjudication.seminar.markings import marking_of
from domain.table.state import State
from reports.document.blocks import Block, Figure, Interactive, Paragraph, Section
from reports.maps.arrows import Arrow
from reports.maps.drawing import in_words, map_svg
from reports.maps.frames import Frame, frames
from reports.maps.moving import Moving
from reports.review.review import Review

ROOM = 900_000
"""Characters that the drawings of the turns may have together; of a longer game the last turns are drawn."""

ANCHOR = "map-turn-"
"""What the anchor of a turn's map begins with; its number follows."""

_HOW = (
    "Move the slider or press Play: map, tracks and log move together. Keys: arrows for the next and "
    "previous order, Page Up and Page Down for turns, Home and End for start and end."
)


def timeline(review: Review) -> Section | None:
    """The section of the timeline; None for a game without a board."""
    if not review.state.board.data.spaces:
        return None
    moving = Moving(review.state, review.viewer, review.markings)
    stills = _Stills(review)
    for frame in frames(review.game, review.story, review.system()):
        moving.take(frame)
        stills.take(frame)
    data: dict[str, Any] = moving.data()
    part = Interactive("timeline", {"how": _HOW, "svg": data.pop("svg"), "moving": data}, stills.blocks())
    return Section("timeline", "Map and timeline", (part,))


class _Still(NamedTuple):
    """A frame to be drawn, with its table as it was then, and what was done in its turn."""

    frame: Frame
    state: State
    arrows: tuple[Arrow, ...]


class _Stills:
    """The map at the end of each turn, with the arrows of the turn; the last one has what lies beside it."""

    def __init__(self, review: Review) -> None:
        self.review = review
        self.arrows: dict[int, dict[Arrow, None]] = {}
        self.ends: dict[int, _Still] = {}

    def take(self, frame: Frame) -> None:
        """One more frame; a turn is drawn by its last one, unless it was taken back as a whole."""
        turn = self.arrows.setdefault(frame.turn, {})
        if not frame.struck:
            turn.update(dict.fromkeys(frame.arrows))
        if frame.ends and not frame.struck:
            self.ends[frame.turn] = _Still(frame, frame.state.copy(), tuple(turn))

    def _map(self, still: _Still) -> Figure:
        frame, state, arrows = still
        turn = self.review.names.turn(frame.turn)
        caption = (
            f"The map at the end of turn {turn}, with its moves and attacks"
            if frame.turn
            else "The map at the start"
        )
        viewer = self.review.viewer
        drawn = map_svg(
            state,
            viewer,
            heading=caption,
            prefix=f"turn{frame.turn}",
            control=frame.control,
            lines=frame.ways,
            arrows=arrows,
            boxes=frame.final,
            marking=marking_of(self.review.state),
        )
        return Figure(
            drawn, in_words(state, viewer, frame.control, arrows, boxes=frame.final), caption, "map"
        )

    def _heading(self, turn: int) -> str:
        return f"Map, turn {self.review.names.turn(turn)}" if turn else "Map, start"

    def blocks(self) -> tuple[Block, ...]:
        """The maps of the turns, as many of the last ones as there is room for."""
        shown: list[Block] = []
        room = ROOM
        for turn, still in sorted(self.ends.items(), reverse=True):
            figure = self._map(still)
            room -= len(figure.svg)
            if room < 0 and shown:
                left = f"Only the last {len(shown)} of {len(self.ends)} turns are drawn."
                shown.append(Paragraph(left, "soft"))
                break
            shown.append(Section(f"{ANCHOR}{turn}", self._heading(turn), (figure,)))
        return tuple(reversed(shown))
