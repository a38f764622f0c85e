"""The umpire of a game that is kept: what a log could not give back is refused before it is applied."""

from collections.abc import Collection

from adjudication.engine.umpire import Umpire
from adjudication.engine.umpire.names import RuleCodeFault
from domain.events import Event, Marked, PhaseEntered
from domain.game.chain import misfit


class RecordingUmpire(Umpire):
    """Raises RuleCodeFault for an event that could not be read back, for a phase that the game does not have,
    and for a rule that is not in its register.

    phases, rules: those that there are; None for any.
    """

    phases: Collection[str] | None = None
    rules: Collection[str] | None = None

    def tell(self, event: Event) -> None:
        """Record one event, or retrace it, and apply it."""
        if not self._retracing:
            self._insist_recordable(event)
        super().tell(event)

    def _insist_recordable(self, event: Event) -> None:
        why = misfit(event)
        if why:
            fields = ", ".join(f"{name} {getattr(event, name)!r}" for name in event.__struct_fields__[5:])
            raise RuleCodeFault(
                self.state,
                f"it tells {type(event).__name__} of {fields}, which cannot be recorded: {why}",
                event.rule,
            )
        if self.phases is not None and isinstance(event, PhaseEntered | Marked):
            phase = event.phase if isinstance(event, PhaseEntered) else event.until_phase
            if phase and phase not in self.phases:
                known = ", ".join(self.phases)
                raise RuleCodeFault(
                    self.state, f"it names a phase {phase!r}; the phases are {known}", event.rule
                )
        if self.rules is not None and event.rule and event.rule not in self.rules and not self._lapses(event):
            raise RuleCodeFault(
                self.state, f"it cites {event.rule!r}, which is not in the register", event.rule
            )

    def _lapses(self, event: Event) -> bool:
        """Whether a mark comes off because its time is over: it cites what put it on, a manual change too."""
        if not isinstance(event, Marked) or event.value is not None:
            return False
        lapse = self.state.lapses.get((event.subject, event.mark))
        return lapse is not None and lapse.rule == event.rule
