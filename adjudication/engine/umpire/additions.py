"""What the umpire is told joins the game: sides, places, links, tracks, tables, kinds of pieces."""

from adjudication.engine.umpire.log import Log
from domain.events import (
    KindAdded,
    KindData,
    SideAdded,
    SideData,
    SpaceAdded,
    SpaceData,
    SpacesLinked,
    TableAdded,
    TableData,
    TrackAdded,
    TrackData,
)


class Additions(Log):
    """Sides, places, links, tracks, tables and kinds; whoever tells them has seen that they fit."""

    def add_side(self, side: SideData, *, rule: str) -> None:
        """A side joins the game."""
        self.tell(SideAdded(rule=rule, side=side))

    def add_space(
        self, space: SpaceData, *, rule: str, beside: tuple[str, ...] = (), box: bool = False
    ) -> None:
        """A space joins the map, beside those named, or, as `box`, a box beside the map."""
        self.tell(SpaceAdded(rule=rule, audience=space.seen_by, space=space, beside=beside, box=box))

    def link(self, one: str, other: str, *, rule: str) -> None:
        """Two spaces lie beside each other from now on."""
        self.tell(SpacesLinked(rule=rule, one=one, other=other))

    def add_track(self, track: TrackData, *, rule: str) -> None:
        """A track joins the game."""
        self.tell(TrackAdded(rule=rule, audience=track.known_to, track=track))

    def add_table(self, name: str, data: TableData, *, rule: str) -> None:
        """A look-up table joins those in force."""
        self.tell(TableAdded(rule=rule, table=name, data=data))

    def add_kind(self, id: str, data: KindData, *, rule: str) -> None:
        """A kind of piece joins the game."""
        self.tell(KindAdded(rule=rule, kind=id, data=data))
