"""What follows from an order: sums, look-ups, moves, scores, marks, the clock, the verdict."""

from domain.events import (
    AnswersOpened,
    Chosen,
    Concluded,
    LookedUp,
    Marked,
    Modified,
    OrderDone,
    OrderGiven,
    PhaseEntered,
    PieceChanged,
    PieceKnown,
    PieceMoved,
    PieceRemoved,
    Scored,
    VerdictReached,
)
from domain.events.base import Event
from domain.texts import Text
from tests.forgeries.kinds import Forged, altered, behind, changed, kind, of, put, without
from tests.forgeries.logs import Log

FOLLOWS = (
    LookedUp, Modified, PieceMoved, PieceChanged, PieceKnown, PieceRemoved, Scored, Marked, PhaseEntered,
    VerdictReached, Concluded, AnswersOpened,
)  # fmt: skip


@kind(Modified)
def another_modifier(log: Log, event: Modified) -> Forged:
    """A modifier counts one more, and so does its sum."""
    return changed(log, event, amount=event.amount + 1, total=event.total + 1)


@kind(Modified)
def a_wrong_sum(log: Log, event: Modified) -> Forged:
    """The modifiers are right, the sum is not."""
    return changed(log, event, total=event.total + 1)


@kind(Modified)
def a_modifier_by_another_name(log: Log, event: Modified) -> Forged:
    """What it is for is said otherwise."""
    return changed(log, event, label="surprise")


@kind(LookedUp)
def another_row(log: Log, event: LookedUp) -> Forged:
    """A table is entered in its next row."""
    return changed(log, event, row=event.row + 1)


@kind(LookedUp)
def another_result(log: Log, event: LookedUp) -> Forged:
    """The row says something else."""
    return changed(log, event, result=dict.fromkeys(event.result, 9))


@kind(LookedUp)
def other_keys(log: Log, event: LookedUp) -> Forged:
    """The table is entered with another number."""
    keys = {name: value + 1 for name, value in event.keys.items() if type(value) is int}
    return changed(log, event, keys={**event.keys, **keys})


@kind(PieceMoved)
def moved_elsewhere(log: Log, event: PieceMoved) -> Forged:
    """A piece goes where another went."""
    other = next((e.to for e in of(log, PieceMoved) if e.to not in (event.to, event.origin)), None)
    return changed(log, event, to=other) if other is not None else None


@kind(PieceMoved)
def another_piece_moved(log: Log, event: PieceMoved) -> Forged:
    """Another piece goes there."""
    other = next((e.piece for e in of(log, PieceMoved) if e.piece != event.piece), None)
    return changed(log, event, piece=other) if other is not None else None


@kind(PieceMoved)
def moved_from_elsewhere(log: Log, event: PieceMoved) -> Forged:
    """The piece is said to come from where it did not lie."""
    return changed(log, event, origin=event.to)


@kind(Scored)
def a_better_score(log: Log, event: Scored) -> Forged:
    """One point more."""
    return changed(log, event, change=event.change + 1, value=event.value + 1)


@kind(Scored)
def a_score_that_does_not_add_up(log: Log, event: Scored) -> Forged:
    """The marker stands one higher than the points bring it."""
    return changed(log, event, value=event.value + 1)


@kind(Scored)
def a_score_for_another_reason(log: Log, event: Scored) -> Forged:
    """What the points were for is said otherwise."""
    return changed(log, event, why="valour")


@kind(Marked)
def another_mark(log: Log, event: Marked) -> Forged:
    """A mark says something else."""
    return changed(log, event, value=None if event.value is not None else True)


@kind(Marked)
def a_mark_on_something_else(log: Log, event: Marked) -> Forged:
    """A mark lies on the game itself."""
    return changed(log, event, subject="game" if event.subject != "game" else "elsewhere")


@kind(PieceChanged)
def another_face_of_a_piece(log: Log, event: PieceChanged) -> Forged:
    """The piece stays as it was."""
    return changed(log, event, face="front", steps=9)


@kind(PieceKnown)
def a_piece_known_to_others(log: Log, event: PieceKnown) -> Forged:
    """Who knows a piece is said otherwise."""
    return changed(log, event, sides=() if event.sides is None else None)


@kind(PhaseEntered)
def another_turn(log: Log, event: PhaseEntered) -> Forged:
    """The clock is one turn ahead."""
    return changed(log, event, turn=event.turn + 1)


@kind(PhaseEntered)
def another_phase(log: Log, event: PhaseEntered) -> Forged:
    """The phase is another of this game."""
    other = next((e.phase for e in of(log, PhaseEntered) if e.phase != event.phase), None)
    return changed(log, event, phase=other) if other is not None else None


@kind(VerdictReached)
def another_winner(log: Log, event: VerdictReached) -> Forged:
    """Somebody else wins."""
    sides = [side.id for side in log.opened.sides]
    return changed(log, event, winner=next(side for side in sides if side != event.winner))


@kind(VerdictReached)
def another_reason_of_the_verdict(log: Log, event: VerdictReached) -> Forged:
    """They win for another reason."""
    return changed(log, event, reason="They were better.")


@kind(VerdictReached)
def other_scores_of_the_verdict(log: Log, event: VerdictReached) -> Forged:
    """They win by more."""
    return changed(log, event, scores={name: value + 5 for name, value in event.scores.items()})


@kind(Concluded)
def another_conclusion(log: Log, event: Concluded) -> Forged:
    """An argument came out otherwise."""
    return changed(log, event, result="succeeds beyond all hope")


@kind(AnswersOpened)
def other_answers_opened(log: Log, event: AnswersOpened) -> Forged:
    """What was opened is not what was chosen."""
    return changed(log, event, answers=dict.fromkeys(event.answers, "other"))


@kind(Chosen)
def an_answer_that_was_not_offered(log: Log, event: Chosen) -> Forged:
    """Somebody answers what nobody may."""
    return changed(log, event, value="surrender")


@kind(Chosen)
def an_answer_by_another_side(log: Log, event: Chosen) -> Forged:
    """Another side answers."""
    sides = ["", *(side.id for side in log.opened.sides)]
    return changed(log, event, side=next(side for side in sides if side != event.side))


@kind(Chosen)
def an_answer_to_another_question(log: Log, event: Chosen) -> Forged:
    """The question was another."""
    return changed(log, event, question="Do you agree?")


@kind(Chosen)
def another_answer_suggested(log: Log, event: Chosen) -> Forged:
    """The rules are said to have suggested something else."""
    return changed(log, event, suggested=["surrender"])


@kind(Chosen)
def a_judgement_without_its_reason(log: Log, event: Chosen) -> Forged:
    """The white cell judges, and does not say why."""
    return changed(log, event, because=" ") if event.because else None


@kind(Chosen)
def a_reason_that_the_rules_did_not_give(log: Log, event: Chosen) -> Forged:
    """The rules are said to have suggested the answer for another reason."""
    return changed(log, event, because=Text("the wind was right")) if event.because else None


@kind(*FOLLOWS)
def a_consequence_left_out(log: Log, event: Event) -> Forged:
    """One event of an order is missing."""
    return without(log, event) if event.procedure else None


@kind(*FOLLOWS)
def a_consequence_doubled(log: Log, event: Event) -> Forged:
    """One event of an order comes twice."""
    return behind(log, event.number, event)


@kind(*FOLLOWS)
def a_consequence_by_another_rule(log: Log, event: Event) -> Forged:
    """The rule cited is another of the game."""
    other = next((e.rule for e in log.events if e.rule and e.rule != event.rule), "")
    return changed(log, event, rule=other)


@kind(*FOLLOWS)
def a_consequence_for_fewer_eyes(log: Log, event: Event) -> Forged:
    """Who may know of it is said otherwise."""
    return changed(log, event, audience=() if event.audience is None else None)


@kind(*FOLLOWS)
def two_consequences_swapped(log: Log, event: Event) -> Forged:
    """An event and the next of its order change places."""
    after = log.events[event.number] if event.number < len(log.events) else event
    if after.procedure != event.procedure or not isinstance(after, FOLLOWS) or _alike(event, after):
        return None
    return put(log, altered(after, number=event.number), altered(event, number=after.number))


def _alike(one: Event, other: Event) -> bool:
    return altered(one, number=0) == altered(other, number=0)


@kind(OrderDone)
def an_order_without_its_end(log: Log, event: OrderDone) -> Forged:
    """An order is not done."""
    return without(log, event)


@kind(OrderDone)
def an_end_that_comes_twice(log: Log, event: OrderDone) -> Forged:
    """An order is done twice."""
    return behind(log, event.number, event)


def points(log: Log, procedure: int) -> Scored | None:
    """Five points for the first track of the game, in some order."""
    scored = next(iter(of(log, Scored)), None)
    if scored is None:
        return None
    return Scored(
        number=0, procedure=procedure, rule=scored.rule, track=scored.track, change=5, value=scored.value + 5
    )


@kind(OrderDone)
def points_behind_the_end_of_an_order(log: Log, event: OrderDone) -> Forged:
    """Points join an order that was done."""
    more = points(log, event.procedure)
    return behind(log, event.number, more) if more is not None else None


@kind(OrderDone)
def points_in_the_midst_of_an_order(log: Log, event: OrderDone) -> Forged:
    """Points come before an order is done."""
    more = points(log, event.procedure)
    return behind(log, event.number - 1, more) if more is not None else None


@kind(OrderDone)
def points_of_no_order(log: Log, event: OrderDone) -> Forged:
    """Points come of no order at all."""
    more = points(log, 0)
    return behind(log, event.number, more) if more is not None else None


@kind(OrderGiven)
def points_of_an_order_that_comes_later(log: Log, event: OrderGiven) -> Forged:
    """Points belong to an order that is given only after them."""
    more = points(log, event.number)
    return behind(log, event.number - 1, more) if more is not None else None


@kind(OrderDone)
def points_in_the_opening_of_play(log: Log, event: OrderDone) -> Forged:
    """Points join the opening of play, long after it."""
    begin = next(e for e in of(log, OrderGiven))
    more = points(log, begin.number)
    return behind(log, event.number, more) if more is not None else None
