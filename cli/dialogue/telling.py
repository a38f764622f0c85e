"""What a command says when something has happened: the events in words, then what may be done next."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from adjudication.engine.choices import Choices
from adjudication.engine.session import Outcome
from adjudication.engine.umpire import Answer, Question, show_option
from cli.dialogue.answers import Prepared, numbered, question_data, read_answer
from cli.dialogue.building import build, choice_lines
from cli.dialogue.shown import note_questions
from cli.seat.seat import Seat
from cli.terminal import terminal
from cli.terminal.memory import memory
from cli.terminal.terminal import Strong, ask, at_console, complain, say, show_json
from domain.errors import BadData
from domain.events import Event, Noted, OrderGiven, PhaseEntered
from domain.events.seen import held
from domain.game.chain import short
from domain.game.game import Game
from domain.texts import Said
from domain.views.view import WHITE, EventView, see_log

QUIET = frozenset(("order-done", "board-laid", "counters-laid", "tables-laid", "tracks-laid"))
"""Kinds of events that need no telling just after a command."""

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

_STRUCK = "(undone) "
MOVED, MARKED = "piece-moved", "marked"
SAME_MARK = 4
"""So many lines that say the same of different things are told as one line."""
MOST_NAMED = 12
"""How many of these things that line names at most."""


class Teller:
    """Tells what comes of a command, asks the person at the keyboard, and says what is next."""

    def __init__(self, seat: Seat, as_json: bool, viewer: str | None = None) -> None:
        """viewer: through whose eyes the white cell is told, if not those that the door gave. A player is
        told what the own side sees, by the numbers of its log."""
        self.seat = seat
        self.as_json = as_json
        self.player = seat.me.player
        self.viewer = self.player or viewer or seat.me.eyes
        self.for_white_cell = not self.player and (viewer == WHITE or not seat.me.own)
        self._events: list[Event] = []

    def go_on(self, outcome: Outcome, by: str = "") -> None:
        """Tell an outcome and what is next; at a terminal ask what is open."""
        self.finish(self.answered(outcome, by))

    def answered(self, outcome: Outcome, by: str = "") -> Sequence[Question]:
        """Tell an outcome; at a terminal ask what is open, record each answer before the next question. What
        is still asked then is given back."""
        self.tell(outcome.events)
        questions = self.may_answer(outcome.questions)
        while not self.as_json and terminal.interactive() and not at_console.get():
            required = [question for question in questions if not question.optional]
            answered = self._ask(required, by) if required else None
            if answered is None:
                break
            self.tell(answered.events)
            questions = self.may_answer(answered.questions)
        return questions

    def may_answer(self, questions: Sequence[Question]) -> Sequence[Question]:
        """The questions that are put to whoever sits here."""
        return [question for question in questions if not self.player or question.side in held(self.player)]

    def _seen(self, first: int) -> list[EventView]:
        """The events from number `first` on; a player's without the numbers of the white cell."""
        views = self.seat.seen(self.viewer, first)
        if not self.player:
            return views
        own = see_log(self.seat.game.log, self.player)
        return own[len(own) - len(views) :]

    def finish(self, questions: Sequence[Question], remind: bool = False) -> None:
        """Say what may be done next, or what is asked, be it of another order that waits; the white cell is
        reminded of what is open when a phase begins."""
        if not questions and self.seat.game.state.procedures:
            questions = self.may_answer(self.seat.session_without_dice().pending())
        if self.as_json:
            show_json(self.data(questions))
            return
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

    def reminders(self, *, evidence: bool = True) -> list[str]:
        """What the white cell is reminded of; a side looking through its own eyes is not. evidence: of topics
        without evidence too."""
        from cli.dialogue.reminders import reminders

        return reminders(self.seat, evidence=evidence) if self.for_white_cell else []

    def tell(self, events: Sequence[Event]) -> None:
        """Tell events as the viewer may know them."""
        self._events.extend(events)
        if not self.as_json and events:
            say(*event_lines(self.seat, self._seen(events[0].number), self.viewer))

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

    def called(self, option: Any) -> str:
        """What an option is called."""
        from reports.words.names import Names

        if type(option) in (int, bool) or option is None:
            return show_option(option)
        return Names(self.seat.game.state, self.viewer).thing(option)

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
        if self.player:
            from cli.dialogue.eyes import next_lines

            return next_lines(self.seat, self.player, self.seat.session_without_dice().pending())
        if state.closed:
            return ["The game is closed; `whitecell audit` checks it."]
        if questions:
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
        if state.verdict is not None:
            return ["The game is decided; `whitecell close` closes it and reveals the dice seed."]
        from cli.dialogue.dice_words import words_wanted
        from cli.dialogue.eyes import left_lines

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
        from cli.dialogue.eyes import own_questions

        return own_questions(self.seat, self.player, questions)

    def verdict(self) -> dict[str, str] | None:
        """The verdict for programs."""
        from reports.words.names import Names

        state = self.seat.game.state
        verdict = state.verdict
        if verdict is None:
            return None
        return {"winner": verdict.winner, "reason": Names(state, self.viewer).text(verdict.reason)}

    def data(self, questions: Sequence[Question]) -> dict[str, Any]:
        """The same for programs."""
        note_questions(self.seat, questions)
        state = self.seat.game.state
        first = self._events[0].number if self._events else len(self.seat.game.log) + 1
        return {
            "game": self.seat.name,
            "events": [msgspec.to_builtins(view) for view in self._seen(first)],
            "pending": [question_data(each, bool(self.player)) for each in self.as_read(questions)],
            "turn": state.turn,
            "phase": state.phase,
            "side": state.side,
            "verdict": self.verdict(),
            "next": self.next_lines(()) if not questions else [],
            "reminders": self.reminders(),
            "since": self.seat.since_last,
        }


def head_of(game: Game) -> str:
    """The number of the last event and the short form of the chain's head, as `audit --head` takes them."""
    return f"{len(game.log)}:{short(game.head)}"


def written_down(game: Game) -> str:
    """What is worth writing down on paper: a log can be held against it later."""
    committed = game.opened.commitment
    sealed = f"; commitment of the dice: {short(committed)}" if committed else ""
    return f"Head of the log: {head_of(game)}{sealed}"


def _opens_talk(event: Event) -> bool:
    """Whether it is a moment to be reminded at: a phase begins, or an insight makes one less to find."""
    return isinstance(event, PhaseEntered) or (isinstance(event, Noted) and event.kind == "insight")


def event_lines(
    seat: Seat,
    views: Sequence[EventView],
    viewer: str,
    quiet: frozenset[str] = QUIET,
    summed: dict[int, str] | None = None,
    each: bool = False,
) -> list[str]:
    """Events as lines: number, then the sentence; undone ones are marked. What came of an order stands below
    its lines. quiet: kinds that are left out, and bookkeeping with them; none to show every event. summed: as
    `summed_up` has it, where not of these views. each: a line for each event, also where many in a row mark
    different things alike."""
    from reports.words.quiet import worth_telling
    from reports.words.then import words_then

    told = words_then(seat.game.log, views, viewer)
    left = sorted((summed_up(seat, views, viewer) if summed is None else summed).items())
    if quiet:
        views = worth_telling(views, seat.game.opened.system, viewer)
    views = [view for view in views if view.event not in quiet]
    left = [each for each in left if views and each[0] >= (views[0].number or views[0].line)]

    def said(view: EventView) -> str:
        return (
            f"{_STRUCK if view.struck else ''}"
            f"{f'({view.amended}) ' if view.amended else ''}"
            f"{told[view.number or view.line]}"
            f"{f' [{view.marking}]' if view.marking else ''}"
        )

    lines: list[str] = []
    before, times, together = "", 1, 0
    for place, view in enumerate(views, start=1):
        after = views[place] if place < len(views) else None
        if together:
            together -= 1
            continue
        here = left and (after is None or left[0][0] < (after.number or after.line))
        if here and view.event == "phase-entered":
            lines.append(Strong(f"       {left.pop(0)[1]}."))  # what came of it, before the next phase begins
        words = said(view)
        run = [words, *_same_mark(view, words, views[place:], said)] if not each else []
        last = views[place + len(run) - 2] if run else view
        if len(run) >= SAME_MARK and not (left and left[0][0] < (last.number or last.line)):
            together = len(run) - 1
            lines.append(f"{view.number or view.line:>5}  {_of_several(run)}")
        elif words == before and view.event == MOVED:  # counters that cannot be told apart
            times += 1
            lines[-1] = f"{lines[-1].removesuffix(f' ({times - 1} times)')} ({times} times)"
        else:
            times = 1
            lines.append(f"{view.number or view.line:>5}  {words}")
        before = words
        while left and (after is None or left[0][0] < (after.number or after.line)):
            lines.append(Strong(f"       {left.pop(0)[1]}."))
            before = ""
    return lines


def _same_mark(
    view: EventView, words: str, others: Sequence[EventView], said: Callable[[EventView], str]
) -> list[str]:
    """The lines that follow one directly and say the same of other things: `Aurore: no longer detected`."""
    if view.event != MARKED or view.struck or words.count(": ") != 1:
        return []
    tail = words.partition(": ")[2]
    following = takewhile(lambda each: each.event == MARKED and not each.struck, others)
    return list(takewhile(lambda line: line.partition(": ")[2] == tail, map(said, following)))


def _of_several(lines: Sequence[str]) -> str:
    """`No longer detected: Aurore, Valiant and 12 more (ows 2.3.3)` of such lines."""
    from reports.words.names import capital, joined

    things, tail = [line.partition(": ")[0] for line in lines], lines[0].partition(": ")[2]
    mark, sign, rule = tail.rpartition(" (")
    more = len(things) - MOST_NAMED
    named = [*things[:MOST_NAMED], f"{more} more"] if more > 1 else things
    return f"{capital(mark if sign else tail)}: {joined(named)}{sign}{rule if sign else ''}"


def summed_up(seat: Seat, views: Sequence[EventView], viewer: str) -> dict[int, str]:
    """What came of the orders that are over in these lines, by the numbers that the lines have."""
    ended = any(view.event == "order-done" for view in views)
    if seat.system.words.summary is None:
        return _fought(seat, views, viewer) if ended else {}
    if not ended and seat.system.words.concludes is None:
        return {}
    from domain.game.replay import views_by_number
    from reports.words.summaries import summed

    first = min((view.number for view in views if view.number), default=1)
    found = {each.concluded: each.whole for each in summed(seat.game, viewer, first)}
    here = {view.number or view.line for view in views}
    if not any(view.number for view in views):
        lines = {number: view.line for number, view in views_by_number(seat.game.log, viewer).items()}
        found = {lines[number]: text for number, text in found.items()}
    return {number: text for number, text in found.items() if number in here}


def _fought(seat: Seat, views: Sequence[EventView], viewer: str) -> dict[int, str]:
    """The fights among these lines as a review has them, each in a line of its own."""
    from reports.story.fights import Fights
    from reports.story.turns import story
    from reports.words.names import Names
    from reports.words.phrases import phrases

    # What people judge was said when they did.
    fights = {name for name, fight in phrases(seat.game.opened.system).fights.items() if fight.strengths}
    if not fights:
        return {}
    ends = [view.number for view in views if view.event == "order-done"]
    if all(ends) and not any(_order_ended(seat.game, number) in fights for number in ends):
        return {}  # the whole game is not told for an order that is no fight
    told = story(seat.game, viewer)
    orders = told.orders()
    lines = [line for order in orders for line in order.lines]
    found = Fights(orders, lines, Names(seat.game.state, viewer))
    # A story of all that happened counts events, one of what a side knows counts its lines.
    ended = {
        view.number if viewer == WHITE else view.line: view.number or view.line
        for view in views
        if view.event == "order-done"
    }
    return {
        ended[last]: fight.whole()
        for turn in told.turns
        for fight in found.of(turn)
        if fight.order.name in fights and (last := fight.order.lines[-1].number) in ended
    }


def _order_ended(game: Game, number: int) -> str:
    """The name of the order that ended with an event."""
    ended = game.log[number - 1]
    given = game.log[ended.procedure - 1] if ended.procedure else ended
    return given.order if isinstance(given, OrderGiven) else ""
