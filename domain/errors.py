"""The refusals, each with one sentence for a person under pressure."""

from collections.abc import Callable, Sequence

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

    def __init__(self, objections: Sequence[tuple[str, Said]], words: Callable[[Said], str]) -> None:
        self.objections = tuple(objections)
        super().__init__(self.in_words(words))

    def in_words(self, words: Callable[[Said], str]) -> str:
        """The sentence, with the reasons in words."""
        table = [words(why) for rule, why in self.objections if rule == "house"]
        told = "; ".join(
            f"{words(why).rstrip('.')} ({rule})" for rule, why in self.objections if rule != "house"
        )
        return " ".join([f"The rules object: {told}."] * bool(told) + table)


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
