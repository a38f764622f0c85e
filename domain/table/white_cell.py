"""What the white cell keeps beside the table: who sits where, what the game is for, injects, house rules."""

from dataclasses import dataclass, field

from domain.events import (
    ClockPaused,
    EntryCorrected,
    GameDeclared,
    HouseRuleAdopted,
    InjectData,
    SeatTaken,
    SecretOrderSealed,
    TimerSet,
)


@dataclass(slots=True)
class WhiteCell:
    """seats: by person. injects: by id; handled: how those done were done. sealed: secret orders not
    opened yet, by event. house_rules: by id. markings: event number -> marking, 0 is the whole game's.
    timer: the one that runs. corrected: the latest correction of an entry, by its event and, of a declared
    topic, the topic's id. paused: since when the clock on the wall stands still; pauses: from when to when it
    did before.
    """

    declared: GameDeclared | None = None
    seats: dict[str, SeatTaken] = field(default_factory=dict)
    injects: dict[str, InjectData] = field(default_factory=dict)
    handled: dict[str, str] = field(default_factory=dict)
    sealed: dict[int, SecretOrderSealed] = field(default_factory=dict)
    house_rules: dict[str, HouseRuleAdopted] = field(default_factory=dict)
    markings: dict[int, str] = field(default_factory=dict)
    timer: TimerSet | None = None
    corrected: dict[tuple[int, str], EntryCorrected] = field(default_factory=dict)
    paused: ClockPaused | None = None
    pauses: tuple[tuple[str, str], ...] = ()

    def copy(self) -> "WhiteCell":
        """The same, to be changed by itself."""
        return WhiteCell(
            self.declared,
            dict(self.seats),
            dict(self.injects),
            dict(self.handled),
            dict(self.sealed),
            dict(self.house_rules),
            dict(self.markings),
            self.timer,
            dict(self.corrected),
            self.paused,
            self.pauses,
        )
