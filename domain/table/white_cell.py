"""What the white cell keeps beside the table: seats, the purpose of the game, injects, house rules."""

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
    """seats: by person. injects: by id. handled: how injects were handled. sealed: secret orders that are not
    opened yet, by event. house_rules: by id. markings: event number -> marking, 0 for the whole game. timer:
    the timer that is running. corrected: the latest correction of an entry, by its event and, for a declared
    topic, the topic's id. paused: the time since which the wall clock is stopped. pauses: start and end of
    earlier pauses.
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
        """An independent copy."""
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
