"""What a command says when something has happened: the events in words, then what may be done next."""

from collections.abc import Sequence

from adjudication.engine.choices import Choices
from adjudication.engine.session import Outcome
from adjudication.engine.umpire import Answer, Question
from cli.dialogue.building import build
from cli.dialogue.shown import note_questions
from cli.terminal import terminal
from cli.terminal.memory import memory
from cli.terminal.terminal import ask, at_console, complain, say, show_json
from domain.errors import BadData
from domain.events import Event, Noted, PhaseEntered
from domain.texts import Said
from seats.acting.acted import Acted, answer
from seats.dialogue.answers import Prepared, numbered, read_answer
from seats.dialogue.choices import choice_lines
from seats.dialogue.reader import Reader
from seats.dialogue.telling import event_lines, head_of
from seats.seat.seat import Seat

_TALK = frozenset(
    (
        "noted",
        "message-sent",
        "seat-taken",
        "marking-set",
        "timer-set",
        "game-declared",
        "injects-listed",
        "inject-handled",
        "house-rule-adopted",
    )
)
"""Kinds of events that are talk around the table."""


def show(acted: Acted, as_json: bool, by: str = "") -> None:
    """Show what an act came to, and what is next; at a terminal ask what is open."""
    if as_json:
        note_questions(acted.seat, acted.asked)
        show_json(answer(acted))
    else:
        teller = Teller(acted.seat, acted.viewer)
        teller.finish(teller.answered(acted, by))


class Teller(Reader):
    """Tells in words what comes of a command, asks the person at the keyboard, and says what is next."""

    def __init__(self, seat: Seat, viewer: str | None = None) -> None:
        super().__init__(seat, viewer)
        self._events: list[Event] = []

    def answered(self, acted: Acted | Outcome, by: str = "") -> Sequence[Question]:
        """Tell an outcome; at a terminal ask what is open, record each answer before the next question. What
        is still asked then is given back."""
        self.tell(acted.events)
        questions = self.may_answer(acted.questions)
        while terminal.interactive() and not at_console.get():
            required = [question for question in questions if not question.optional]
            answered = self._ask(required, by) if required else None
            if answered is None:
                break
            self.tell(answered.events)
            questions = self.may_answer(answered.questions)
        return questions

    def finish(self, questions: Sequence[Question], remind: bool = False) -> None:
        """Say what may be done next, or what is asked, be it of another order that waits; the white cell is
        reminded of what is open when a phase begins."""
        if not questions and self.seat.game.state.procedures:
            questions = self.may_answer(self.seat.session_without_dice().pending())
        note_questions(self.seat, questions)
        lines = self.next_lines(questions)
        known = not questions and memory().repeats(self.seat.game.id, lines)
        known = known or self._only_talk()
        ended = self._end_of_turn()
        say(*ended, *([] if known and not remind else lines))
        if remind or any(_opens_talk(event) for event in self._events):
            say(*self.reminders(evidence=remind or bool(ended)))

    def _only_talk(self) -> bool:
        """Whether nothing was done but talk, after which what is next has not changed and is not repeated."""
        from reports.words.events import event_kind

        return bool(self._events) and all(event_kind(event) in _TALK for event in self._events)

    def _end_of_turn(self) -> list[str]:
        """The head of the chain to write down when a turn has ended; its number is not for a side."""
        entered = [event for event in self._events if isinstance(event, PhaseEntered)]
        if not entered or not self.for_white_cell:
            return []
        log, out_of_force = self.seat.game.log[: entered[0].number - 1], self.seat.game.struck
        before = next(
            (
                event.turn
                for event in reversed(log)
                if isinstance(event, PhaseEntered) and event.number not in out_of_force
            ),
            0,
        )
        if not before or entered[-1].turn <= before:
            return []
        ended = entered[-1].turn - 1
        return [f"End of turn {self.seat.game.state.turn_name(ended)}: write down {head_of(self.seat.game)}"]

    def tell(self, events: Sequence[Event]) -> None:
        """Tell events as the viewer may know them."""
        self._events.extend(events)
        if events:
            say(*event_lines(self.seat, self.seen(events[0].number), self.viewer))

    def _ask(self, questions: Sequence[Question], by: str) -> Outcome | None:
        why = questions[0].because
        question = self.in_words(questions[0])
        note_questions(self.seat, questions)
        say(*self._question_lines(question))
        while True:
            default = f"[{self._suggested(question)}] " if question.suggested else ""
            prompt = f"{str(question.text).rstrip('?')}? {default}"
            try:
                if isinstance(question.options, Choices):
                    value = build(question.options, prompt, self.called)
                    if value is None:
                        return None
                else:
                    text = ask(prompt)
                    if text is None:
                        return None
                    if not text and not question.suggested:
                        continue
                    value = read_answer(question, text, self.called) if text else question.suggested[0]
                taken = bool(question.suggested) and value == question.suggested[0]
                because = self._because(why if taken else "") if question.kind == "judgement" else ""
                people = Prepared(by=by, answer=Answer(value, by, because), side=question.side)
                return self.seat.session().proceed_with(people, question.order)
            except BadData as refused:
                complain(refused.sentence)

    def _because(self, why: Said) -> Said:
        """Why a judgement is as it is. why: what the rules say of the answer that they suggest, which stands
        unless told otherwise."""
        from reports.words.names import Names

        said = Names(self.seat.game.state, self.viewer).text(why)
        return ask(f"Because? [{said}] " if said else "Because? ") or why

    def _suggested(self, question: Question) -> str:
        """What the suggested answer is called."""
        return self.called(question.suggested[0])

    def _question_lines(self, question: Question) -> list[str]:
        options = question.options
        if isinstance(options, Choices):
            return choice_lines(options, self.called)
        if question.kind == "die" or not options:
            return []
        called = [self.called(option) for option in options]
        if not numbered(options):
            return [f"  one of {', '.join(called)}"]
        return [f"{number:>4}  {name}" for number, name in enumerate(called, start=1)]

    def next_lines(self, questions: Sequence[Question]) -> list[str]:
        """What may be done next, in plain words."""
        from reports.words.names import Names
        from reports.words.questions import asked, how_to_type

        state = self.seat.game.state
        if questions and not self.player and not state.closed:
            lines: list[str] = []
            names = Names(state, self.viewer)
            orders = {question.order for question in questions}
            for question in questions:
                rule = f" ({question.rule})" if question.rule else ""
                of = f" [order {question.order}]" if len(orders) > 1 else ""
                if question.optional and len(questions) > 1:
                    who = names.first(question.side)
                    lines.append(
                        f"{who} may still change the sealed plan for “{names.text(question.text)}”{of}."
                    )
                    continue
                lines.append(f"{asked(question, names)}{rule}{of}")
                lines += self._question_lines(question)
                if question.suggested:
                    why = f": {names.text(question.because)}" if question.because else ""
                    taken = "`answer --suggested` accepts it"
                    lines.append(f"The rules suggest {self._suggested(question)}{why} ({taken}).")
            if self.seat.system.legal_now(state).parts:
                lines.append("Other orders can be given meanwhile; `whitecell orders` lists them.")
            several = len([each for each in questions if not each.optional]) > 1
            side = " --side SIDE" if len({question.side for question in questions}) > 1 else ""
            if several and len({question.side for question in questions}) < len(questions):
                side += " --order NUMBER"
            judged = questions[0].kind == "judgement"
            if at_console.get() and not side:
                return [*lines, how_to_type(questions[0])]
            because = " --because REASON" if judged else ""
            what = {"die": "RESULT", "dice": '"RESULT RESULT ..."'}.get(questions[0].kind, "ANSWER")
            return [*lines, f"Answer with `whitecell answer {what}{side}{because}`."]
        return super().next_lines(questions)


def _opens_talk(event: Event) -> bool:
    """Whether it is a moment to be reminded at: a phase begins, or an insight makes one less to find."""
    return isinstance(event, PhaseEntered) or (isinstance(event, Noted) and event.kind == "insight")
