"""Odds before committing: what an order, or several in a row, may bring, and how likely each outcome is.

No rule code of its own: the same procedures are run by an umpire that takes every branch of chance. Where
the tree is too large for that it is sampled. Nothing is written. A face-down counter is as uncertain here as
it is to the viewer; what is secret otherwise is taken as it is, and it is said when that was read.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from adjudication.chances.branches import Branches, Budget, RandomBranches, TooManyBranches
from adjudication.chances.branching import BranchingUmpire, Ruled
from adjudication.chances.face_down import Skipped, Urns, order_unknown
from adjudication.chances.known_parts import KnownParts
from adjudication.chances.same_table import SameTable
from adjudication.chances.secret_marks import Watch
from adjudication.chances.spreads import Spread, margin_changes, spread_of, wilson
from adjudication.engine.choice_texts import read_said, unfit
from adjudication.engine.choices import Choices
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import Order
from adjudication.engine.play.running import admit, run
from adjudication.engine.policies import Policy
from adjudication.engine.texts import plainly
from adjudication.engine.umpire import Answer, Question, show_option
from domain.errors import BadData, IllegalOrder, Refused
from domain.events import OrderGiven, Value
from domain.table.journal import Journal
from domain.table.state import Piece, State
from domain.text import headed
from domain.texts import Said
from domain.views.masks import identifies, masked_for
from domain.views.view import WHITE, knows, leave_out_unseen, sees_mark

EXACT_LIMIT = 20_000
"""Runs of rule code that exact odds may cost; beyond it they are sampled."""
SAMPLES = 2_000
LEAST_SAMPLES = 50
"""Samples that are drawn whatever they cost."""
ENDLESS = 1 << 60
ANSWERS = 2
"""How many times its budget all answers to the questions of an order may cost together."""
MOST_OPTIONS = 12
"""Options of a question up to which each is tried in turn."""

Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Shows how far something is: given what it is and how many, it gives what to call with each few done."""
Spoken = Callable[[Said, State], str]
"""How what is said is put into words on a table."""

Answers = Mapping[tuple[str, Said], Any]
"""Answers said beforehand: side asked (empty: whoever it is) and question -> an option, or how it is said."""


class Fate(msgspec.Struct, frozen=True):
    """What becomes of a piece: where it ends (nowhere: it is out of the game), its face and its steps.

    piece: its id; empty for one that lay face down, of which only the kind is certain.
    """

    piece: str
    kind: str
    place: str
    face: str = ""
    steps: int = 0


class Clock(msgspec.Struct, frozen=True):
    """Where the sequence of play stands: turn, phase, and the side that acts in it."""

    turn: int
    phase: str
    side: str


class Outcome(msgspec.Struct, frozen=True):
    """One way it may end: changes of tracks, what becomes of pieces, the winner if it decides the game
    (empty: a draw), and how many of the orders could be given.

    marks: on the game as a whole and on sides, those that change: subject -> mark -> what it says then, None
    for one that is taken away. clock: where play stands then, None when it stands where it did.
    """

    probability: float
    tracks: dict[str, int]
    fates: tuple[Fate, ...]
    winner: str | None = None
    given: int = 1
    marks: dict[str, dict[str, Value]] = {}
    clock: Clock | None = None


class Option(msgspec.Struct, frozen=True):
    """An answer that may be given, and what the scores would come to with it. assumed: the odds above
    have it given, always or in some branches."""

    answer: Any
    assumed: bool
    margins: dict[str, Spread]
    exact: bool = True


class Choice(msgspec.Struct, frozen=True):
    """A question that the order may bring, and each of its answers. Without options there were too many
    to try. kind: `choice`, or `judgement` of the white cell. of: how many answers there are (at most), where
    some of them were tried, taken at random; else 0."""

    side: str
    question: Said
    kind: str
    options: tuple[Option, ...]
    of: int = 0
    skipped: bool = False


class Odds(msgspec.Struct, frozen=True):
    """What an order may bring.

    exact: every branch was taken; else `samples` were, and probabilities have the 95 % intervals of
    `interval`. margins: side -> spread of the change of its score over the best of the others. asked:
    question -> the answers that were offered (none: too many), as far as the viewer may know; choices: those
    questions that were not answered beforehand. on_secrets: rule code read a mark that the viewer may not
    know, so that the odds may tell them something of it. supposed: what was put in the place of what the
    viewer does not know, as a sentence.
    """

    exact: bool
    samples: int
    runs: int
    outcomes: tuple[Outcome, ...]
    tracks: dict[str, Spread]
    margins: dict[str, Spread]
    choices: tuple[Choice, ...] = ()
    asked: dict[str, tuple[Any, ...]] = {}
    on_secrets: bool = False
    supposed: str = ""

    def probability(self, holds: Callable[[Outcome], bool]) -> float:
        """How likely an outcome of that sort is."""
        return sum(outcome.probability for outcome in self.outcomes if holds(outcome))

    def interval(self, probability: float) -> tuple[float, float]:
        """The 95 % (Wilson) interval of a probability; of an exact one it is itself."""
        return (probability, probability) if self.exact else wilson(probability, self.samples)


class _Leaf(NamedTuple):
    tracks: tuple[tuple[str, int], ...]
    fates: tuple[Fate, ...]
    winner: str | None
    given: int
    marks: tuple[tuple[str, str, Value], ...]
    clock: Clock | None


class _Asked:
    """A question that came up: every option that was offered, and what was answered.

    of: how many answers there are, where they are too many to list and `options` are some of them.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self.options: list[Any] = []
        self.answers: list[Any] = []
        self.of = 0
        self._offered: list[Any] = []
        self.unfit = ""
        """Why the answer that was said beforehand may not be given; empty where it once might."""
        self.fitted = False

    def offered(self, question: Question) -> None:
        """Add what is offered now."""
        options: Sequence[Any]
        if isinstance(question.options, Choices):
            if question.options in self._offered:
                return
            self._offered.append(question.options)
            listed = question.listed(MOST_OPTIONS)
            if listed is not None:
                options = listed
            else:
                self.of = max(self.of, question.options.size)
                room = max(0, MOST_OPTIONS - len(self.options))
                options = question.suggested or _some(question.options, room)
        else:
            options = question.options
        for option in options:
            if option not in self.options:
                self.options.append(option)

    def listed(self) -> tuple[Any, ...]:
        """The options, where they are a list."""
        return () if isinstance(self.question.options, Choices) else tuple(self.options)

    def names(self) -> list[Any]:
        """All that a question says, for whoever is told of it."""
        offered = [each.data() for each in self._offered]
        return [self.question.text, *self.options, *offered]


def _some(choices: Choices, count: int) -> list[Any]:
    """So many different answers, or a few less, taken at random."""
    chance, found = random.Random(0), list[Any]()
    for answer in islice(choices.samples(chance), 4 * count):
        if answer not in found and len(found) < count:
            found.append(answer)
    return found


class _Answers:
    """Answers questions under an order: as given, else by policy; and remembers what was asked."""

    def __init__(
        self,
        given: Answers,
        policy: Policy | None,
        spoken: Spoken = plainly,
        mask: Callable[[Any], Any] = lambda value: value,
    ) -> None:
        self.given = given
        self.mask = mask
        self.spoken = spoken
        self.policy = policy
        self.asked: dict[tuple[str, Said], _Asked] = {}
        self.known: KnownParts | None = None

    def answer(self, question: Question, state: State) -> Answer:
        key = (question.side, question.text)
        if self.known is not None:
            self.known.asked(*key)
        asked = self.asked.get(key)
        if asked is None:
            asked = self.asked[key] = _Asked(question)
        asked.offered(question)
        value = self._value(question, state, asked)
        if value not in asked.answers:
            asked.answers.append(value)
        if asked.of and value not in asked.options:
            asked.options = [value, *asked.options[: MOST_OPTIONS - 1]]
        return Answer(value, "odds", "for the odds")

    def _value(self, question: Question, state: State, asked: _Asked) -> Any:
        spoken = self.spoken(question.text, state)
        for key in ((question.side, question.text), ("", question.text), ("", spoken)):
            if key in self.given:
                said = self.given[key]
                if not question.options:
                    return said
                if isinstance(question.options, Choices):
                    try:
                        taken = read_said(question.options, said)
                    except BadData as refused:
                        asked.unfit = unfit(question.options, said, refused, self.mask)
                        continue
                    asked.fitted = True
                    return taken
                for option in question.options:
                    if said in (option, show_option(option)):
                        return option
        if question.suggested:
            return question.suggested[0]
        if not question.options:
            raise Refused(f"“{spoken}” is left to people; without an answer to it there are no odds.")
        if self.policy is None:
            return question.options[0]
        return self.policy.answer(question, state, random.Random(0))


def odds(
    system: RuleSystem,
    state: State,
    orders: Sequence[Order],
    viewer: str,
    answers: Answers | None = None,
    policy: Policy | None = None,
    limit: int = EXACT_LIMIT,
    samples: int = SAMPLES,
    seed: int | str = 1,
    progress: Progress | None = None,
    with_choices: bool = True,
    ruled: Ruled | None = None,
    recorded: bool = False,
    spoken: Spoken = plainly,
) -> Odds:
    """The odds of one order, or of several given in a row, from this state, which stays as it is.

    answers: what is answered to what is asked under way; else `policy` answers (by default the first option
    is taken). recorded: those answers are what people said in play; chances that fell otherwise may leave no
    branch in which they can be given. ruled: chances that are none because the white cell ruled them. spoken:
    how a question is put into words, by which it may be answered, too.

    Raises Refused when the game takes no orders now, IllegalOrder when an order is illegal (a later one: on
    every branch), and Refused when what is asked has no options and no answer.
    """
    check_open(state, system, orders)
    tree = _Tree(system, state.copy(), orders, viewer, ruled)
    people = _Answers(answers or {}, policy, spoken, tree.mask)
    sampling = _Sampling(samples, seed, progress)
    leaves, runs, exact = tree.spread(people, limit, sampling, "odds")
    samples = samples if exact else runs
    margins_now = _margins(state, leaves, samples, exact)
    choices: list[Choice] = []
    allowed, each = system.odds.alternatives or ENDLESS, runs
    seen = _seen(people, state, viewer)
    for asked in seen:
        if asked.unfit and not asked.fitted and not recorded:
            raise BadData(f"{headed(people.spoken(asked.question.text, state))} {asked.unfit}")
    done = tree.journal.deeds
    for asked in _unanswered(seen, people, state) if with_choices else ():
        question, options = asked.question, list[Option]()
        if not margins_now:  # no side has a score that an answer could change
            offered = asked.options if len(asked.options) <= MOST_OPTIONS else ()
            options = [Option(answer, answer in asked.answers, {}, exact) for answer in offered]
            choices.append(Choice(question.side, question.text, question.kind, tuple(options), asked.of))
            continue
        affordable = exact or not system.odds.budget
        skipped = not affordable or (exact and runs + each * (len(asked.options) - 1) > allowed)
        if skipped:
            choices.append(Choice(question.side, question.text, question.kind, (), 0, True))
            continue
        for answer in asked.options if len(asked.options) <= MOST_OPTIONS else ():
            if system.odds.budget and tree.journal.deeds - done > ANSWERS * system.odds.budget:
                options.clear()
                skipped = True
                break
            if asked.answers == [answer]:
                options.append(Option(answer, True, margins_now, exact))
                continue
            forced = _Answers({**people.given, (question.side, question.text): answer}, policy, spoken)
            other, more, all_taken = tree.spread(
                forced, limit if exact else 0, sampling, people.spoken(question.text, state)
            )
            runs, each = runs + more, max(each, more)
            options.append(
                Option(answer, answer in asked.answers, _margins(state, other, more, all_taken), all_taken)
            )
        told = Choice(question.side, question.text, question.kind, tuple(options), asked.of, skipped)
        choices.append(told)
    outcomes = tuple(
        _outcome(leaf, weight)
        for leaf, weight in sorted(leaves.items(), key=lambda item: (-item[1], repr(item[0])))
    )
    return Odds(
        exact,
        0 if exact else samples,
        runs,
        outcomes,
        _track_spreads(state, leaves, samples, exact),
        margins_now,
        tuple(choices),
        {people.spoken(asked.question.text, state): asked.listed() for asked in seen},
        tree.watch.was_read,
        _supposed(system, orders, viewer),
    )


def _supposed(system: RuleSystem, orders: Sequence[Order], viewer: str) -> str:
    """What odds of these orders suppose for a side, in words."""
    if viewer == WHITE:
        return ""
    said = system.odds.suppositions
    told = [said[order.name] for order in orders if order.name in said]
    return " ".join(dict.fromkeys(told))


def _outcome(leaf: _Leaf, weight: Fraction) -> Outcome:
    marks: dict[str, dict[str, Value]] = {}
    for subject, mark, value in leaf.marks:
        marks.setdefault(subject, {})[mark] = value
    return Outcome(float(weight), dict(leaf.tracks), leaf.fates, leaf.winner, leaf.given, marks, leaf.clock)


def check_open(state: State, system: RuleSystem | None = None, orders: Sequence[Order] = ()) -> None:
    """Raises Refused when no order can be given on this table, or none of these, so that none has odds."""
    if state.closed or state.verdict is not None:
        raise Refused(f"This game is {'closed' if state.closed else 'decided'}; there is nothing to order.")
    kinds = [system.orders.get(order.name) if system is not None else None for order in orders]
    beside = kinds and all(kind is not None and kind.stands_beside(state.phase) for kind in kinds)
    if state.procedures and not beside:
        raise Refused("An order still waits for an answer; there are odds of the next one after that.")


def _seen(people: _Answers, state: State, viewer: str) -> list[_Asked]:
    """What was asked that the viewer may know of: neither in secret of others nor naming what is hidden."""
    mask = masked_for(state, viewer)

    def may_know(asked: _Asked) -> bool:
        question = asked.question
        said = asked.names()
        return viewer in (WHITE, question.side) or not (question.secret or mask(said) != said)

    return [asked for asked in people.asked.values() if may_know(asked)]


def _unanswered(seen: Sequence[_Asked], people: _Answers, state: State) -> list[_Asked]:
    def answered(question: Question) -> bool:
        text = question.text
        keys = (question.side, text), ("", text), ("", people.spoken(text, state))
        return any(key in people.given for key in keys)

    return [asked for asked in seen if not answered(asked.question)]


class _Sampling(NamedTuple):
    samples: int
    seed: int | str
    progress: Progress | None


class _Tree:
    """The tree of chances under some orders, on a table of its own."""

    def __init__(
        self, system: RuleSystem, state: State, orders: Sequence[Order], viewer: str, ruled: Ruled | None
    ) -> None:
        self.system = system
        self.journal = Journal(state)
        self.state = state
        self.orders = orders
        self.viewer = viewer
        self.ruled = ruled
        self.mask = masked_for(state.copy(), viewer)  # as it was before anything lay face down
        leave_out_unseen(state, viewer)
        order_unknown(state, viewer)
        if system.odds.suppose is not None and viewer != WHITE:
            system.odds.suppose(state, viewer, orders)
            viewer_of_marks = WHITE  # what is left is known, or supposed
        else:
            viewer_of_marks = viewer
        self.watch = Watch(state, viewer_of_marks)
        self.known = KnownParts()
        self.before = {id: track.value for id, track in state.tracks.items() if knows(viewer, track.known_to)}
        named = {id for order in orders for id in _words(order.arguments)} & state.pieces.keys()
        self.urns = Urns(self.journal, viewer, named)
        if system.odds.narrowed is not None and viewer != WHITE:
            self.urns.narrow(*system.odds.narrowed(state))
        self.first = SameTable(self.journal, self.urns)
        self.pieces = dict(state.pieces)
        self.fates = {id: self._fate(id) for id in state.pieces}
        self.marks = self._marks()
        self.clock = Clock(state.turn, state.phase, state.side)
        self._illegal: IllegalOrder | None = None
        self._allowed = False
        """Whether the first order was found to be legal: the table before it is the same in every branch."""

    def spread(
        self, people: _Answers, limit: int, sampling: _Sampling, what: str
    ) -> tuple[dict[_Leaf, Fraction], int, bool]:
        """Leaf -> probability, how many runs or samples it took, and whether all branches were taken."""
        self.known.said, people.known = people.given, self.known
        try:
            try:
                leaves, runs = self._all(people, limit)
            except Skipped:
                self.urns.in_full = True
                leaves, runs = self._all(people, limit)
            exact = True
        except TooManyBranches:
            self.urns.in_full = True
            leaves, runs = self._sampled(people, sampling, what)
            exact = False
        if self._illegal is not None and all(leaf.given < len(self.orders) for leaf in leaves):
            raise self._illegal
        return leaves, runs, exact

    def _all(self, people: _Answers, limit: int) -> tuple[dict[_Leaf, Fraction], int]:
        budget = Budget(self.journal, self.system.odds.budget) if self.system.odds.budget else None
        branches = Branches(limit, self.known.results, budget)
        found: dict[_Leaf, dict[int, int]] = {}
        while True:
            branches.restart()
            leaf = self._leaf(branches, people)
            numerator, denominator = branches.leaf()
            weights = found.setdefault(leaf, {})
            weights[denominator] = weights.get(denominator, 0) + numerator
            if not branches.next():
                break
        leaves = {
            leaf: sum((Fraction(n, d) for d, n in weights.items()), Fraction(0))
            for leaf, weights in found.items()
        }
        return leaves, limit - branches.left

    def _sampled(self, people: _Answers, sampling: _Sampling, what: str) -> tuple[dict[_Leaf, Fraction], int]:
        """Leaf -> how often it was drawn, and how many were: as many as the budget allows, within bounds."""
        counts: dict[_Leaf, int] = {}
        most = self.system.odds.sampling_budget or self.system.odds.budget // 2 or ENDLESS
        chance = random.Random(sampling.seed)
        show = (
            sampling.progress(what, sampling.samples) if sampling.progress is not None else nullcontext(None)
        )
        with show as advance:
            drawn, began = 0, self.journal.deeds
            while drawn < sampling.samples and (drawn < LEAST_SAMPLES or self.journal.deeds - began < most):
                drawn += 1
                leaf = self._leaf(RandomBranches(chance), people)
                counts[leaf] = counts.get(leaf, 0) + 1
                if advance is not None:
                    advance(1)
        return {leaf: Fraction(count, drawn) for leaf, count in counts.items()}, drawn

    def _leaf(self, branches: Branches, people: _Answers) -> _Leaf:
        """Give the orders once, along one branch, and put the table back."""
        try:
            umpire = self._umpire(0, branches, people)
            given = 0
            for order in self.orders:
                if len(self.orders) == 1:
                    done = self._give(umpire, order, people, 0)
                else:  # what led to the same table makes no difference to the order after it
                    done = umpire.step(self._give, order, people, given)
                if not done:
                    break
                given += 1
            state = self.state
            tracks = tuple(
                (id, track.value - self.before[id])
                for id, track in state.tracks.items()
                if id in self.before and track.value != self.before[id]
            )
            fates = [
                fate
                for id in umpire.touched
                if (fate := self._fate(id)) is not None and fate != self.fates.get(id)
            ]
            fates.sort(key=_in_order)
            winner = None if state.verdict is None else state.verdict.winner
            clock = Clock(state.turn, state.phase, state.side)
            return _Leaf(
                tracks,
                tuple(fates),
                winner,
                given,
                self._marks_changed(),
                clock if clock != self.clock else None,
            )
        finally:
            self.journal.back_to(0)

    def _umpire(self, procedure: int, branches: Branches, people: _Answers) -> BranchingUmpire:
        known = self.known, self.first
        return BranchingUmpire(self.journal, procedure, branches, people, self.urns, self.ruled, known)

    def _marks(self) -> dict[tuple[str, str], Value]:
        """The marks on the game and on sides that the viewer may know, and that name nothing hidden;
        of those on pieces that it knows, the ones that the rule system names."""
        state = self.state
        found = {
            (id, mark.name): value
            for mark in self.system.odds.marks
            for id, value in state.marked(mark).items()
            if id in state.pieces
            and identifies(state, self.viewer, state.pieces[id])
            and sees_mark(state, self.viewer, id, mark.name)
        }
        return found | {
            (subject, mark): value
            for subject in ("game", *state.sides)
            for mark, value in state.marks.get(subject, {}).items()
            if isinstance(value, str | int)
            and sees_mark(state, self.viewer, subject, mark)
            and self.mask(value) == value
        }

    def _marks_changed(self) -> tuple[tuple[str, str, Value], ...]:
        now, before = self._marks(), self.marks
        changed = {key: now.get(key) for key in (*before, *now) if now.get(key) != before.get(key)}
        return tuple((subject, mark, changed[subject, mark]) for subject, mark in sorted(changed))

    def _give(self, table: BranchingUmpire, order: Order, people: _Answers, before: int) -> bool:
        """Give an order, so many having been given before: whether it could be given."""
        state = self.state
        if state.verdict is not None:
            return False
        number = state.number + 1
        given = OrderGiven(number=number, procedure=number, **_given(order))
        mark = self.journal.mark()
        self.journal.apply(given)
        umpire = self._umpire(number, table.branches, people)
        try:
            last = before == len(self.orders) - 1
            if not (self._allowed and not before) and order.name in self.system.orders:
                noticed = self.watch.was_read
                admit(self.system, state, given)
                self.watch.was_read = noticed  # lists have the orders of all sides, with what these know
            run(self.system, umpire, given, listed=True, foreseen=last)
        except IllegalOrder as illegal:
            if not before:
                raise
            self._illegal = illegal
            self.journal.back_to(mark)
            return False
        self._allowed = self._allowed or not before
        table.touched.update(umpire.touched)
        return True

    def _fate(self, id: str) -> Fate | None:
        """What has become of a piece, if the viewer may know which it is."""
        pieces = self.state.pieces
        piece: Piece | None = pieces.get(id)
        if piece is not None:
            if not identifies(self.state, self.viewer, piece):
                return None
            place = piece.place
        elif id in self.pieces and knows(self.viewer, self.pieces[id].known_to):
            piece, place = self.pieces[id], ""
        else:
            return None
        return Fate("" if id in self.urns.mixed else id, piece.kind_id, place, piece.face, piece.steps)


def _given(order: Order) -> dict[str, Any]:
    return {"side": order.side, "order": order.name, "arguments": order.arguments}


def _words(value: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _words(key)
            yield from _words(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _words(part)


def _in_order(fate: Fate) -> tuple[Any, ...]:
    return fate.piece, fate.kind, fate.place, fate.face, fate.steps


def _track_spreads(
    state: State, leaves: Mapping[_Leaf, Fraction], samples: int, exact: bool
) -> dict[str, Spread]:
    changed = dict.fromkeys(id for leaf in leaves for id, _ in leaf.tracks)
    spreads = {}
    for id in state.tracks:
        if id in changed:
            values: dict[int, Fraction] = {}
            for leaf, weight in leaves.items():
                change = dict(leaf.tracks).get(id, 0)
                values[change] = values.get(change, Fraction(0)) + weight
            spreads[id] = spread_of(values, samples, exact)
    return spreads


def _margins(state: State, leaves: Mapping[_Leaf, Fraction], samples: int, exact: bool) -> dict[str, Spread]:
    """For each side that scores, the spread of the change of its margin."""
    spreads: dict[str, dict[int, Fraction]] = {}
    for leaf, weight in leaves.items():
        for side, change in margin_changes(state, dict(leaf.tracks)).items():
            values = spreads.setdefault(side, {})
            values[change] = values.get(change, Fraction(0)) + weight
    return {side: spread_of(values, samples, exact) for side, values in spreads.items()}
