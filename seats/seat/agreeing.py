"""What somebody must agree to before it is done."""

from domain.errors import Refused


class ToAgree(Refused):
    """Something that whoever acts must agree to first. Its sentence says how; `question` what, for whoever
    can be asked."""

    def __init__(self, question: str, how: str) -> None:
        super().__init__(f"{question} {how}")
        self.question = question
