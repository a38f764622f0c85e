"""Derived values: worked out again when what they were worked out from has changed, and not before."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from adjudication.chances.branches import RandomBranches
from adjudication.chances.branching import BranchingUmpire
from adjudication.chances.face_down import Urns
from adjudication.chances.odds import _Answers
from adjudication.engine.play.running import run
from domain.events import Event, OrderGiven, PhaseEntered, PieceChanged, PieceMoved, Scored
from domain.events.marks import Marked
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.journal import Journal
from domain.table.marks import Mark
from domain.table.mutators import MUTATORS, apply
from domain.table.state import Piece, State
from domain.views.view import WHITE
from tests.core.games import VARIANTS, Variant, new_game, play_to_end, variant_id
from tests.odds.oracle import Last, situations

TIRED = Mark[int]("tired")

worked_out: list[str] = []


def noted(function: Callable[..., Any]) -> Callable[..., Any]:
    """A derived value of which it is told when it is worked out."""
    name = function.__name__

    def value(state: State, *more: Any) -> Any:
        worked_out.append(name)
        return function(state, *more)

    value.__name__ = name
    return derived(value)


@noted
def all_steps(state: State) -> int:
    return sum(piece.steps for piece in state.pieces.values())


@noted
def at_bridge(state: State) -> list[str]:
    return [f"{piece.id} {piece.steps}" for piece in state.pieces_at("bridge")]


@noted
def garrisons(state: State) -> frozenset[str]:
    return state.places_of("", among={"bridge": None, "gate": None})


@noted
def how_many(state: State, place: str) -> int:
    return state.numbers_at("").get(place, 0)


@noted
def tired(state: State) -> list[str]:
    return list(state.marked(TIRED))


@noted
def on_the_clock(state: State) -> str:
    return f"{state.turn} {state.phase}"


@noted
def score(state: State) -> int:
    return state.track("kills-green") if state.options.get("score", True) else 0


@noted
def told(state: State) -> str:
    return f"{on_the_clock(state)}: {len(garrisons(state))}"


PROBES = (all_steps, at_bridge, garrisons, tired, on_the_clock, score, told)


def again(state: State) -> list[str]:
    """What has to be worked out again."""
    worked_out.clear()
    for probe in PROBES:
        probe(state)
    how_many(state, "gate")
    return list(worked_out)


def do(state: State, event: type[Event], **facts: Any) -> None:
    apply(state, event(number=state.number + 1, **facts))


@pytest.fixture
def state() -> State:
    return new_game(("toy-volley", {})).state


def test_only_what_read_something_of_it_is_worked_out_again(state: State) -> None:
    assert len(again(state)) == len(PROBES) + 1
    assert again(state) == []
    do(state, PieceMoved, piece="mil-3", origin="mosque", to="base")
    assert again(state) == ["all_steps", "how_many"]  # not what looks at the bridge and the gate alone
    do(state, PieceMoved, piece="mil-3", origin="base", to="bridge")
    assert again(state) == ["all_steps", "at_bridge", "garrisons", "told", "how_many"]
    do(state, PieceChanged, piece="cts", steps=1)
    assert again(state) == ["all_steps"]
    do(state, PieceChanged, piece="vets", steps=1)
    assert again(state) == ["all_steps", "at_bridge"]
    do(state, Marked, subject="cts", mark="tired", value=True)
    assert again(state) == ["tired"]
    do(state, Marked, subject="cts", mark="fed", value=True)
    assert again(state) == []
    do(state, PhaseEntered, turn=2, phase="combat")
    assert again(state) == ["on_the_clock", "told"]
    do(state, Scored, track="kills-green", change=1, value=1)
    assert again(state) == ["score"]


def test_what_is_undone_comes_back_without_working_it_out(state: State) -> None:
    journal = Journal(state)
    again(state)
    before = [probe(state) for probe in PROBES]
    journal.apply(PieceMoved(number=9, piece="vets", origin="bridge", to="gate"))
    journal.apply(PhaseEntered(number=10, turn=5, phase="combat"))
    assert [probe(state) for probe in PROBES] != before
    journal.back_to(0)
    assert again(state) == []
    assert [probe(state) for probe in PROBES] == before


def test_what_looks_at_no_piece_is_kept_when_a_piece_is_face_down_again(state: State) -> None:
    tired(state)
    before = dict(state.kept.values)
    again(state)
    state.kept.back_to(before)
    assert again(state) == ["all_steps", "at_bridge", "garrisons", "told", "how_many"]


def test_a_value_is_not_kept_beside_the_loss_of_one_that_it_was_worked_out_from(state: State) -> None:
    told(state)
    key = told.__wrapped__  # type: ignore[attr-defined]
    value, reads = state.kept.values[key], state.kept.reads[key]
    state.kept.forget()
    state.kept.keep(key, value, reads)  # nothing would tell of a change of the garrisons
    do(state, PieceMoved, piece="vets", origin="bridge", to="gate")
    assert again(state) == [
        "all_steps",
        "at_bridge",
        "garrisons",
        "tired",
        "on_the_clock",
        "score",
        "told",
        "how_many",
    ]


def test_a_copy_of_a_state_works_out_its_own(state: State) -> None:
    again(state)
    other = state.copy()
    do(other, PieceMoved, piece="vets", origin="bridge", to="base")
    assert garrisons(other) == {"bridge", "gate"}
    assert at_bridge(other) == ["mil-1 3", "mil-2 3"]
    assert at_bridge(state) == ["vets 3", "mil-1 3", "mil-2 3"]


def test_what_depends_on_no_state_is_worked_out_once_for_each() -> None:
    calls: list[object] = []

    @derived
    def spaces(board: Board, kind: str) -> int:
        calls.append(kind)
        return len(board.spaces)

    board = new_game(("toy-volley", {})).state.board
    assert [spaces(board, kind) for kind in ("a", "b", "a")] == [4, 4, 4]
    assert calls == ["a", "b"]


@derived
def lazy(state: State) -> Iterator[Piece]:
    return (piece for piece in state.pieces.values())


@derived
def of_the_moment(state: State) -> int:
    return state.number


def test_what_cannot_be_kept_is_an_error_of_the_rule_code(state: State) -> None:
    with pytest.raises(TypeError, match="lazy gives a generator"):
        lazy(state)
    with pytest.raises(TypeError, match=r"cannot depend on `state\.number`"):
        of_the_moment(state)


# --- along whole games: what is kept is what would be worked out now -------------------------------


@derived
def everything_at(state: State) -> Any:
    return {
        place: [(piece.id, piece.face, piece.steps, piece.side, piece.known_to) for piece in found]
        for place in list(state.at)
        if (found := state.pieces_at(place))
    }


@derived
def groups(state: State) -> Any:
    groups = dict.fromkeys(kind.group for kind in state.kinds.values())
    return {
        group: [
            (piece.place, piece.face, piece.steps, piece.side, piece.known_to)
            for piece in state.of_group(group)
        ]
        for group in groups
    }


@derived
def standing(state: State) -> Any:
    groups = dict.fromkeys(kind.group for kind in state.kinds.values())
    return {group: dict(sorted(state.numbers_at(group).items())) for group in groups}


@derived
def all_marks(state: State) -> Any:
    return {subject: dict(marks) for subject, marks in state.marks.items()}


@derived
def game_marks(state: State) -> Any:
    return {mark: state.mark_named("game", mark) for mark in ("operations", "round", "plans", "event")}


@derived
def the_rest(state: State) -> Any:
    tables = {name: table.data for name, table in state.tables.items()}
    tracks = {id: track.value for id, track in state.tracks.items()}
    return (
        tables,
        tracks,
        state.turn,
        state.phase,
        state.side,
        dict(state.options),
        state.verdict,
        state.closed,
    )


@derived
def what_sides_see(state: State) -> Any:
    """Who sees and knows each piece, what the sides call it, and what they call so."""
    called = {(side, id): state.name_for(side, id) for side in state.sides for id in state.pieces}
    return (
        {id: (state.who_sees(id), state.who_knows(id)) for id in state.pieces},
        called,
        {(side, name): state.called(side, name) for (side, _), name in called.items()},
        dict(state.unseen_places),
        list(state.kinds),
    )


@derived
def followed(state: State) -> Any:
    return state.trail


@derived
def of_others(state: State) -> Any:
    return standing(state), the_rest(state), groups(state)


ALL = (everything_at, groups, standing, all_marks, game_marks, the_rest, what_sides_see, followed, of_others)


def check(state: State) -> None:
    fresh = state.copy()
    for probe in ALL:
        assert probe(state) == probe(fresh), probe


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_what_is_kept_is_up_to_date_after_every_event(variant: Variant) -> None:
    state = State()
    for event in play_to_end(variant, 4).game.log:
        MUTATORS[type(event)](state, event)
        state.number = event.number
        if state.pieces:
            check(state)


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_and_after_every_event_that_is_undone(variant: Variant) -> None:
    chance = random.Random(3)
    for system, state, given in situations(variant, seed=4, every=4):
        journal = Journal(state)
        urns = Urns(journal, WHITE)
        check(state)
        number = state.number + 1
        order = OrderGiven(
            number=number, procedure=number, side=given.side, order=given.order, arguments=given.arguments
        )
        journal.apply(order)
        umpire = BranchingUmpire(journal, number, RandomBranches(chance), _Answers({}, Last()), urns)
        run(system, umpire, order)
        check(state)
        for mark in range(journal.mark() - 1, -1, -1):
            journal.back_to(mark)
            check(state)
