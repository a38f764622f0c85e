"""The refusals, each with one sentence for a person under pressure."""

from collections.abc import Sequence

from domain.texts import Said

HELD = "The database is held by another process; try again."
"""Why nothing was written when others write for too long."""


class Refused(Exception):
    """Anything refused with one clear sentence; nothing was written."""

    @property
    def sentence(self) -> str:
        """What was refused and why, in one sentence."""
        return str(self)


class BadData(Refused):
    """A scenario, table, board or order file that does not say what it must."""


class BadLog(Refused):
    """A log that cannot be read: `number` is the event at fault, 0 for the log as a whole."""

    def __init__(self, sentence: str, number: int = 0) -> None:
        super().__init__(sentence)
        self.number = number


class NotFound(Refused):
    """No game, order, event, rule or table of that name."""


class GameMoved(Refused):
    """Another process wrote to this game first; decide again on the table as it is now."""


class Objected(Refused):
    """A manual act that rules object to: pairs of a rule and a reason. It can be done all the same."""

    def __init__(self, objections: Sequence[tuple[str, str]]) -> None:
        table = [why for rule, why in objections if rule == "house"]
        told = "; ".join(f"{why.rstrip('.')} ({rule})" for rule, why in objections if rule != "house")
        super().__init__(" ".join([f"The rules object: {told}."] * bool(told) + table))
        self.objections = tuple(objections)


class IllegalOrder(Refused):
    """An order that a rule forbids. `code` is stable for programs, `rule` names the rule.

    said: what the rule says against it; whoever runs the order puts it in words for its side.
    """

    def __init__(self, code: str, rule: str, said: Said) -> None:
        super().__init__(said)
        self.code = code
        self.rule = rule
        self.said = said

    @property
    def message(self) -> str:
        """What is said against it, without the rule."""
        return str(self.said)

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else self.message
