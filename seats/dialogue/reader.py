"""For whom an answer is: the eyes, the words and the questions of whoever reads it."""

from collections.abc import Sequence
from typing import Any

from adjudication.engine.umpire import Question, show_option
from domain.events.seen import held
from domain.views.view import WHITE, EventView, see_log
from seats.seat.seat import Seat


class Reader:
    """Whoever reads the answers of a seat."""

    def __init__(self, seat: Seat, viewer: str | None = None) -> None:
        """viewer: through whose eyes the white cell is told, if not those that the door gave. A player is
        told what the own side sees, by the numbers of its log."""
        self.seat = seat
        self.player = seat.me.player
        self.viewer = self.player or viewer or seat.me.eyes
        self.for_white_cell = not self.player and (viewer == WHITE or not seat.me.own)

    def may_answer(self, questions: Sequence[Question]) -> Sequence[Question]:
        """The questions that are put to whoever sits here."""
        return [question for question in questions if not self.player or question.side in held(self.player)]

    def seen(self, first: int) -> list[EventView]:
        """The events from number `first` on; a player's without the numbers of the white cell."""
        views = self.seat.seen(self.viewer, first)
        if not self.player:
            return views
        own = see_log(self.seat.game.log, self.player)
        return own[len(own) - len(views) :]

    def reminders(self, *, evidence: bool = True) -> list[str]:
        """What the white cell is reminded of; a side looking through its own eyes is not. evidence: of topics
        without evidence too."""
        from seats.dialogue.reminders import reminders

        return reminders(self.seat, evidence=evidence) if self.for_white_cell else []

    def called(self, option: Any) -> str:
        """What an option is called."""
        from reports.words.names import Names

        if type(option) in (int, bool) or option is None:
            return show_option(option)
        return Names(self.seat.game.state, self.viewer).thing(option)

    def next_lines(self, questions: Sequence[Question]) -> list[str]:
        """What may be done next, in plain words, where nothing is asked that `questions` puts to the white
        cell."""
        state = self.seat.game.state
        if self.player:
            from seats.dialogue.eyes import next_lines

            return next_lines(self.seat, self.player, self.seat.session_without_dice().pending())
        if state.closed:
            return ["The game is closed; `whitecell audit` checks it."]
        if questions:
            return []
        if state.verdict is not None:
            return ["The game is decided; `whitecell close` closes it and reveals the dice seed."]
        from seats.dialogue.dice_words import words_wanted
        from seats.dialogue.eyes import left_lines

        wanted = words_wanted(self.seat)
        return wanted or [self.seat.system.hint(state), *left_lines(self.seat, self.viewer)]

    def in_words(self, question: Question) -> Question:
        """A question in the words of whoever sits here."""
        from reports.words.names import Names
        from reports.words.questions import read

        return read(question, Names(self.seat.game.state, self.viewer))

    def as_read(self, questions: Sequence[Question]) -> Sequence[Question]:
        """The questions as whoever sits here reads them."""
        if not self.player:
            return [self.in_words(question) for question in questions]
        from seats.dialogue.eyes import own_questions

        return own_questions(self.seat, self.player, questions)

    def verdict(self) -> dict[str, str] | None:
        """The verdict for programs."""
        from reports.words.names import Names

        state = self.seat.game.state
        verdict = state.verdict
        if verdict is None:
            return None
        return {"winner": verdict.winner, "reason": Names(state, self.viewer).text(verdict.reason)}
