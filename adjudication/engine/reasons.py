"""Why something may not be done, with the rule that says so."""


class Reason(str):
    """A reason in words, which reads as any text; empty where nothing speaks against it. `rule` is the id of
    the rule that says so."""

    __slots__ = ("rule",)
    rule: str

    def __new__(cls, words: str, rule: str) -> "Reason":
        """The words, by the rule."""
        reason = super().__new__(cls, words)
        reason.rule = rule
        return reason


def rule_of(reason: str, else_by: str) -> str:
    """The rule of a reason; `else_by` for words that name none."""
    return reason.rule if isinstance(reason, Reason) else else_by
