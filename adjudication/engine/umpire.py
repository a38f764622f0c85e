"""The umpire: all that rule code may ask, and all that it may tell.

Rule code is plain functions `procedure(umpire, order)`. What is not a function of state and order is asked
of the umpire (`roll`, `draw`, `pick`, `shuffle`, `choose`, `judge`, `look_up`); what changes the table is
told to it (`move`, `change`, `score`, ...). Each becomes one event, applied at once.

A procedure that asks for an answer nobody has given yet is abandoned by `Pending`. When the answer is there
the procedure is run again from its start with `recorded` events: it must retrace them exactly, else
`Diverged` says where, and goes on live behind the last of them. Play, resuming and audit are this one class.

After a ruling, what the procedure asks as it asked before is answered as before (`recall`): told anew, with
the number of the event that recorded it first. Only what is new is rolled or asked.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from adjudication.engine.choices import Allotment, Choices, Fits, Subset
from adjudication.engine.orders import as_data
from adjudication.engine.questions import (
    WHITE_CELL,
    Answer,
    Nobody,
    Pending,
    People,
    Question,
    as_offered,
    offer,
    show_option,
)
from adjudication.engine.recall import Recall, choice_key, die_key, draw_key, pick_key, shuffle_key
from adjudication.engine.recorder import Diverged, Recorder
from adjudication.engine.sums import Row, Sum
from domain.errors import BadData
from domain.events import (
    AnswersOpened,
    Chosen,
    CounterDrawn,
    DieRolled,
    Event,
    LookedUp,
    Picked,
    Shuffled,
    Value,
)
from domain.table.dice import Dice, shuffled
from domain.table.state import Piece, State

T = TypeVar("T")


class NotThrown(Exception):
    """The dice are only looked at, not thrown."""


class Unthrown:
    """Dice that are not to be thrown yet: to see how far recorded answers go."""

    source = "unthrown"

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        raise NotThrown


class Umpire(Recorder):
    """One procedure's umpire: a recorder that can also be asked.

    recall: what a ruled order was answered before, and the rulings. chances: how many the game has used.
    reason: why the last question was answered as it was, in the words of whoever answered or ruled.
    """

    def __init__(
        self,
        state: State,
        procedure: int,
        dice: Dice,
        people: People,
        time: str = "",
        recorded: Sequence[Event] = (),
        recall: Recall | None = None,
        next_number: int = 0,
        chances: int = 0,
    ) -> None:
        super().__init__(state, procedure, time, recorded, next_number)
        self._dice = dice
        self._people = people
        self._recall = recall
        self._chances = chances
        self._typed = state.opened is not None and state.opened.dice == "typed"
        self.reason = ""

    # --- chance ----------------------------------------------------------------------------------

    def _before(
        self, recorded: Any, key: Hashable, fits: Callable[[Event], bool] | None = None
    ) -> tuple[Any, int]:
        """The answer on record for what is asked now, None when there is none; and the event that recorded it
        first, 0 when that is this one. Raises Diverged where the log has another answer than is due."""
        recall = self._recall
        if recall is None or not (recall.pooled or recall.trusting):
            return recorded, 0
        if recall.trusting:
            return recorded, recorded.again if recorded is not None else 0
        due = recall.take(key, fits)
        if recorded is not None and (due is None or due.number != (recorded.again or recorded.number)):
            expected = "an answer of its own" if due is None else f"what event {due.number} recorded"
            raise Diverged(recorded.number, recorded, expected)
        return due, due.number if due is not None and due.number != self.number else 0

    def _chance(self, recorded: Any) -> int:
        """The number of this chance: the recorded one, or the next."""
        if recorded is not None:
            return int(recorded.chance)
        return max(self.state.chances, self._chances) + 1

    def _number(self, sides: int, chance: int, what: str, rule: str) -> int:
        """A number that the dice give. Raises Pending where they are not to be thrown yet."""
        try:
            return self._dice.number(sides, chance, self.state.entropy)
        except NotThrown:
            raise Pending(Question(WHITE_CELL, what, (), rule, "chance")) from None

    def roll(self, die: int, purpose: str, *, rule: str, audience: tuple[str, ...] | None = None) -> int:
        """Roll one die of that many sides: the face, or what was ruled in its place."""
        recorded = self._next_recorded(DieRolled, f"a D{die} for {purpose}") if self._retracing else None
        key = die_key(die, purpose, rule) if self._recall is not None else None
        recorded, again = self._before(recorded, key)
        chance = self._chance(recorded)
        by = ""
        if recorded is not None:
            face, source, by = recorded.face, recorded.source, recorded.by
            if not 1 <= face <= die:
                raise Diverged(recorded.number, recorded, f"a face from 1 to {die}")
        elif self._typed:
            question = Question(WHITE_CELL, f"D{die}: {purpose}", tuple(range(1, die + 1)), rule, "die", die)
            face, by, *_ = self._ask(question)
            source = "typed"
        else:
            face, source = self._number(die, chance, f"D{die}: {purpose}", rule), self._dice.source
        number = self.number
        self.tell(
            DieRolled(
                number=number,
                time=self.time,
                procedure=self.procedure,
                rule=rule,
                audience=audience,
                die=die,
                face=face,
                purpose=purpose,
                chance=chance,
                source=source,
                by=by,
                again=again,
            )
        )
        if self._recall is None:
            return int(face)
        return int(self._ruled(again or number, face, range(1, die + 1)))

    def roll_at_least(
        self, target: int, die: int, purpose: str, *, rule: str, audience: tuple[str, ...] | None = None
    ) -> bool:
        """Roll one die against a target number: whether it meets or beats it."""
        return self.roll(die, purpose, rule=rule, audience=audience) >= target

    def result_of(self, part: Callable[..., T], *arguments: Any) -> T:
        """Run a part of a procedure that rolls and looks up, and leaves the table as it is.

        Its result must follow from its arguments (hashable), the tables and the dice alone. To play this
        is no more than `part(umpire, *arguments)`; whoever works out odds need take it apart only once
        for the same arguments, and need not tell apart what led to the same result.
        """
        return part(self, *arguments)

    def step(self, part: Callable[..., T], *arguments: Any) -> T:
        """Run a part of a procedure after which only its result and the table matter.

        To play this is no more than `part(umpire, *arguments)`; whoever works out odds need not tell
        apart what led to the same result on the same table.
        """
        return part(self, *arguments)

    def draw(
        self,
        cup: str,
        purpose: str,
        *,
        to: str,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> str:
        """Draw blindly from a cup and put the piece down at `to`: its id. Raises BadData when empty."""
        inside = self.state.at.get(cup)
        if not inside:
            raise BadData(f"Nothing is left to draw in {cup}.")
        recorded = (
            self._next_recorded(CounterDrawn, f"a draw from {cup} for {purpose}") if self._retracing else None
        )
        if recorded is not None and recorded.piece not in inside:
            raise Diverged(recorded.number, recorded, f"a piece that lies in {cup}")
        key = draw_key(cup, to, purpose, rule, inside) if self._recall is not None else None
        recorded, again = self._before(recorded, key)
        chance = self._chance(recorded)
        if recorded is not None:
            piece, source = recorded.piece, recorded.source
        else:
            index = self._number(len(inside), chance, f"a draw from {cup}: {purpose}", rule)
            piece, source = inside[index - 1], self._dice.source
        self.tell(
            CounterDrawn(
                number=self.number,
                time=self.time,
                procedure=self.procedure,
                rule=rule,
                audience=audience,
                cup=cup,
                piece=piece,
                to=to,
                purpose=purpose,
                chance=chance,
                source=source,
                again=again,
            )
        )
        return str(piece)

    def draw_until(
        self,
        cup: str,
        purpose: str,
        fits: Callable[[Piece], bool],
        *,
        to: str,
        rule: str,
        back: str,
        audience: tuple[str, ...] | None = None,
    ) -> str | None:
        """Draw and turn up, putting back and mixing in what does not fit, until a piece does: its id.

        `back` is the rule that puts back. None, and nothing drawn, when no piece in the cup fits.
        """
        pieces = self.state.pieces
        if not any(fits(pieces[id]) for id in self.state.at.get(cup, ())):
            return None
        while True:
            id = self.draw(cup, purpose, to=to, rule=rule, audience=audience)
            self.reveal(id, rule=rule)
            if fits(pieces[id]):
                return id
            self.move(id, cup, rule=back)
            self.hide(id, rule=back)

    def pick(
        self,
        options: Sequence[Value],
        purpose: str,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> Any:
        """Take one of several equals at random; of one there is nothing to pick."""
        if len(options) < 2:
            return _only(options, purpose)
        recorded = self._next_recorded(Picked, f"a random pick for {purpose}") if self._retracing else None
        if recorded is not None and recorded.value not in options:
            raise Diverged(recorded.number, recorded, f"one of {', '.join(map(str, options))}")
        key = pick_key(options, purpose, rule) if self._recall is not None else None
        recorded, again = self._before(recorded, key)
        chance = self._chance(recorded)
        number = self.number
        if recorded is not None:
            value, source = options[list(options).index(recorded.value)], recorded.source
        else:
            index = self._number(len(options), chance, f"a random pick: {purpose}", rule)
            value, source = options[index - 1], self._dice.source
        self.tell(
            Picked(
                number=number,
                time=self.time,
                procedure=self.procedure,
                rule=rule,
                audience=audience,
                purpose=purpose,
                options=tuple(options),
                value=value,
                chance=chance,
                source=source,
                again=again,
            )
        )
        return self._ruled(again or number, value, options) if self._recall is not None else value

    def shuffle(self, place: str, *, rule: str) -> None:
        """Put the pieces at a place into a random order that nobody but the white cell may see."""
        before = self.state.at.get(place, [])
        recorded = self._next_recorded(Shuffled, f"a shuffle of {place}") if self._retracing else None
        key = shuffle_key(place, rule, before) if self._recall is not None else None
        recorded, again = self._before(recorded, key)
        chance = self._chance(recorded)
        if recorded is not None:
            order, source = recorded.order, recorded.source
            if sorted(order) != sorted(before):
                raise Diverged(recorded.number, recorded, f"an order of what lies in {place}")
        else:
            self._number(1, chance, f"a shuffle of {place}", rule)
            order, source = (
                shuffled(before, self._dice, chance, self.state.entropy),
                self._dice.source,
            )
        self.tell(
            Shuffled(
                number=self.number,
                time=self.time,
                procedure=self.procedure,
                rule=rule,
                audience=(),
                place=place,
                order=order,
                chance=chance,
                source=source,
                again=again,
            )
        )

    # --- people ----------------------------------------------------------------------------------

    def choose(
        self,
        side: str,
        question: str,
        options: Sequence[Any] | Choices,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> Any:
        """Ask a side to choose one of the options (plain data, or `Choices`); of one there is nothing to ask.

        audience: the sides that may know the answer, for a choice that stays secret.
        """
        asked = Question(side, question, offer(options), rule, secret=audience is not None)
        if asked.how_many() < 2:
            return _only(asked.options, question)
        return self._decide(asked, audience)

    def choose_some(
        self,
        side: str,
        question: str,
        items: Sequence[Any],
        least: int = 0,
        most: int | None = None,
        fits: Fits | None = None,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> list[Any]:
        """Ask a side to choose some of the items, from `least` to `most` (all): a list in their order.

        fits: a predicate on the whole answer: True or nothing where it may be given, else False or the
        reason.
        """
        chosen: list[Any] = self.choose(
            side, question, Subset(items, least, most, fits), rule=rule, audience=audience
        )
        return chosen

    def allot(
        self,
        side: str,
        question: str,
        may: Mapping[str, Sequence[Any]],
        fits: Fits | None = None,
        every: bool = False,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> dict[str, Any]:
        """Ask a side to allot items, each to one of what `may` says of it, or to nothing unless `every` one
        must be allotted: item to what it goes to, in their order. fits: as for `choose_some`."""
        allotted: dict[str, Any] = self.choose(
            side, question, Allotment(may, every, fits), rule=rule, audience=audience
        )
        return allotted

    def judge(
        self,
        question: str,
        options: Sequence[Any] = (),
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> Any:
        """Ask the white cell to judge what the document leaves to people: one of the options, or, when
        there are none, anything. The reason is recorded with it, and stands in `reason` then."""
        return self._decide(
            Question(WHITE_CELL, question, tuple(as_data(options)), rule, "judgement"), audience
        )

    def hear(self, side: str, question: str, *, rule: str, audience: tuple[str, ...] | None = None) -> Any:
        """Ask for words of one's own: what is told, not judged, so that it needs no reason."""
        return self._decide(Question(side, question, (), rule, "words"), audience)

    def choose_together(
        self, question: str, options: Mapping[str, Sequence[Any] | Choices], *, rule: str
    ) -> dict[str, Any]:
        """Ask several sides at once and in secret: side -> options in, side -> answer out.

        Answers come in any order and are seen by none but their side until all are in.
        """
        asked = {
            side: Question(side, question, offer(offered), rule, secret=True)
            for side, offered in options.items()
        }
        answers: dict[str, Any] = {}
        missing: list[Question] = []
        while len(answers) < len(options) and self._retracing:
            recorded = self._next_recorded(Chosen, f"an answer to {question}")
            if recorded.side not in options or recorded.side in answers:
                raise Diverged(recorded.number, recorded, f"an answer to {question}")
            answers[recorded.side] = self._decide(asked[recorded.side], (recorded.side,))
        for side in options:
            if side not in answers:
                try:
                    answers[side] = self._decide(asked[side], (side,))
                except Pending:
                    missing.append(asked[side])
        if missing:
            raise Pending(*missing)
        self.tell(
            AnswersOpened(
                number=self.number,
                time=self.time,
                procedure=self.procedure,
                rule=rule,
                question=question,
                answers={side: answers[side] for side in options},
            )
        )
        return {side: answers[side] for side in options}

    def _decide(self, question: Question, audience: tuple[str, ...] | None) -> Any:
        recorded = self._next_recorded(Chosen, f"an answer to {question.text}") if self._retracing else None
        number = self.number
        key = choice_key(question.side, question.text, question.rule) if self._recall is not None else None
        recorded, again = self._before(recorded, key, question.offers)
        if recorded is not None:
            value, by, because = recorded.value, recorded.by, recorded.because
            if question.options:
                try:
                    value = as_offered(question.options, value, question.text)
                except BadData as error:
                    raise Diverged(recorded.number, recorded, "an answer that was offered") from error
            if question.kind == "judgement" and not because.strip():
                raise Diverged(recorded.number, recorded, "a judgement with a reason")
        else:
            value, by, because, *_ = self._ask(question)
        self.tell(
            Chosen(
                number=number,
                time=self.time,
                procedure=self.procedure,
                rule=question.rule,
                audience=audience,
                side=question.side,
                question=question.text,
                value=value,
                by=by,
                because=because,
                again=again,
            )
        )
        self.reason = because
        ruling = self._recall.ruled(again or number) if self._recall is not None else None
        if ruling is None:
            return value
        self.reason = ruling.because
        return self._ruled(again or number, value, question.options)

    def _ask(self, question: Question) -> Answer:
        """The people's answer. Raises Pending without one, BadData for one that was not offered."""
        answer = self._people.answer(question, self.state)
        if answer is None:
            raise Pending(question)
        value = as_data(answer.value)
        if question.options:
            value = as_offered(question.options, value, question.text)
        if question.kind == "judgement" and not answer.because.strip():
            raise BadData(f"{question.text}: a judgement needs a reason.")
        return answer._replace(value=value)

    def _ruled(self, first: int, answer: Any, options: Sequence[Any] | Choices) -> Any:
        """What was ruled in the place of the answer that event `first` recorded, or the answer.

        Raises BadData for a ruling that the rules cannot go on with.
        """
        ruling = self._recall.ruled(first) if self._recall is not None else None
        if ruling is None:
            return answer
        if not options:
            return ruling.value
        if isinstance(options, Choices):
            return as_offered(options, ruling.value, f"Event {ruling.concerns}")
        if ruling.value not in options:
            offered = ", ".join(map(show_option, options))
            shown = show_option(ruling.value)
            raise BadData(f"Event {ruling.concerns} can be ruled one of {offered}, not {shown}.")
        return options[options.index(ruling.value)]

    # --- tables and sums -------------------------------------------------------------------------

    def look_up(
        self, table: str, *, rule: str, audience: tuple[str, ...] | None = None, **keys: Value
    ) -> Row:
        """Enter a table with its keys: the row found, with what was ruled in the place of its cells."""
        row, result = self.state.tables[table].look_up(keys)
        self.tell(
            LookedUp(
                number=self.number,
                time=self.time,
                procedure=self.procedure,
                rule=rule,
                audience=audience,
                table=table,
                keys=keys,
                row=row,
                result=result,
            )
        )
        ruling = self._recall.ruled_look_up(table, keys, rule) if self._recall is not None else None
        if ruling is not None:
            ruled, on = ruling.value, f"Event {ruling.concerns}"
            if not isinstance(ruled, dict) or not ruled.keys() <= result.keys():
                raise BadData(f"{on} can be ruled on by its columns: {', '.join(result)}.")
            for column, cell in ruled.items():
                if type(cell) not in {type(each.get(column)) for each in self.state.tables[table].data.rows}:
                    raise BadData(f"{on}: the column {column} is never like {show_option(cell)}.")
            result = {**result, **ruled}
        return Row(row, result)

    def sum(self, name: str, start: int = 0, *, audience: tuple[str, ...] | None = None) -> Sum:
        """A sum to add modifiers to, one by one; `start` goes on from a total reached before."""
        return Sum(self, name, start, audience)


def _only(options: Sequence[Any] | Choices, question: str) -> Any:
    """The one option there is. Raises ValueError for none: rule code asks only where there is an answer."""
    if not (options.size if isinstance(options, Choices) else options):
        raise ValueError(f"{question}: there is nothing to choose from")
    return options[0]


__all__ = [
    "WHITE_CELL",
    "Answer",
    "Diverged",
    "Nobody",
    "Pending",
    "People",
    "Question",
    "Row",
    "Sum",
    "Umpire",
    "Unthrown",
    "show_option",
    "shuffled",
]
