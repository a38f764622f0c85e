"""What odds change on their table is put back: every dictionary in its order, every piece the same."""

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.chances.face_down import _SLOTS, exchange
from adjudication.chances.odds import _Answers, _Sampling, _Tree, odds
from domain.errors import IllegalOrder
from domain.events import (
    CounterDrawn,
    CountersAdopted,
    Event,
    GameOpened,
    KindAdded,
    KindData,
    Marked,
    PhaseEntered,
    PieceChanged,
    PieceData,
    PieceKnown,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    PresenceKnown,
    Scored,
    Shuffled,
    SideAdded,
    SideData,
    SpaceAdded,
    SpaceData,
    SpacesLinked,
    TableAdopted,
    TrackAdded,
    TrackData,
    TrackKnown,
    VerdictReached,
)
from domain.table.journal import Journal
from domain.table.marks import Mark
from domain.table.mutators import MUTATORS
from domain.table.state import State
from domain.views.view import WHITE
from tests.builders import TABLES, opening
from tests.core.games import VARIANTS, Variant, play_to_end, variant_id
from tests.odds.oracle import as_order, situations

DUG_IN = Mark[int]("dug in")


def everything(state: State) -> dict[str, Any]:
    """All of a state, orders of dictionaries too, face-down pieces as they really are."""
    found: dict[str, Any] = {name: getattr(state, name) for name in State.__slots__}
    found["pieces"] = [
        (
            id,
            piece.id,
            piece.side,
            piece.place,
            piece.known_to,
            piece.seen_by,
            *(slot.__get__(piece) for slot in _SLOTS.values()),
        )
        for id, piece in state.pieces.items()
    ]
    found["at"] = [(place, list(ids)) for place, ids in state.at.items()]
    found["tracks"] = [(id, track.value, track.known_to) for id, track in state.tracks.items()]
    found["marks"] = [(subject, list(marks.items())) for subject, marks in state.marks.items()]
    found["marks_for"] = list(state.marks_for.items())
    found["lapses"] = list(state.lapses.items())
    found["procedures"] = list(state.procedures.items())
    found["tables"] = list(state.tables.items())
    found["cell"] = state.cell.copy()
    for cache in ("groups", "kept", "bearers", "standing", "marked_alike"):
        del found[cache]
    check_kept(state)
    return found


def check_kept(state: State) -> None:
    """What is kept of where pieces are, and of marks, is as it would be worked out now."""
    pieces = state.pieces.values()
    for group, numbers in state.standing.items():
        assert numbers == Counter(p.place for p in pieces if _SLOTS["kind"].__get__(p).group == group)
    for group, members in state.groups.items():
        assert members == [p for p in pieces if _SLOTS["kind"].__get__(p).group == group]
    for mark, bearers in state.bearers.items():
        marked = [(subject, marks[mark]) for subject, marks in state.marks.items() if mark in marks]
        assert list(bearers.items()) == marked


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_every_event_can_be_undone_to_any_point(variant: Variant) -> None:
    chance = random.Random(4)
    log = play_to_end(variant, seed=6).game.log[:150]
    journal = Journal(State())
    start = next(at for at, event in enumerate(log) if event.procedure)
    for event in log[:start]:
        MUTATORS[type(event)](journal.state, event)
    assert isinstance(log[0], GameOpened)
    before = [everything(journal.state)]
    at, steps = start, 0
    while at < len(log):
        for group in {piece.kind.group for piece in journal.state.pieces.values()}:
            journal.state.numbers_at(group)
        for mark in {mark for marks in journal.state.marks.values() for mark in marks}:
            journal.state.marked(Mark[Any](mark))
        journal.apply(log[at])
        at, steps = at + 1, steps + 1
        before.append(everything(journal.state))
        if steps % 6 == 0:
            back = chance.randrange(1, 6)
            at -= back
            del before[-back:]
            journal.back_to(len(before) - 1)
            assert everything(journal.state) == before[-1]
    journal.back_to(0)
    assert everything(journal.state) == before[0]
    assert steps > 12


GUN = KindData("Gun", side="blue", group="guns")


@pytest.mark.parametrize(
    "event",
    [
        PiecePlaced(piece=PieceData("b3", "company", "a1")),
        PieceRemoved(piece="b1", origin="a1"),
        PieceMoved(piece="b1", origin="a1", to="a2"),
        PieceMoved(piece="b1", origin="a1", to="b2"),
        CounterDrawn(cup="cup", piece="r1", to="a1", purpose="cell"),
        PieceChanged(piece="b1", steps=1, side="red"),
        PieceKnown(piece="b1", sides=("blue",)),
        PresenceKnown(piece="b1", sides=("blue",)),
        TrackKnown(track="vp", sides=("blue",)),
        Scored(track="vp", change=1, value=6),
        Marked(subject="b1", mark="dug in", value=1, until=2, audience=("blue",)),
        Marked(subject="b2", mark="dug in"),
        Shuffled(place="cup", order=("r2", "r1")),
        PhaseEntered(turn=2, phase="move", side="red"),
        VerdictReached(winner="", reason="a draw"),
        SideAdded(side=SideData("green", "Green")),
        SpaceAdded(space=SpaceData("hospital", kind="box"), box=True),
        SpacesLinked(one="a1", other="c3"),
        TrackAdded(track=TrackData("morale", value=1, highest=3)),
        TableAdopted(table="results", data=TABLES["results"], by="Ann", because="printed"),
        KindAdded(kind="gun", data=GUN),
        CountersAdopted(kinds={"company": GUN}, by="Ann", because="printed"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_a_change_by_hand_is_undone_with_the_trails_of_contacts(event: Event) -> None:
    state = State()
    first, *others = opening("0" * 32, secret=None)
    for each in (replace(first, salt="5a"), *others, Marked(number=6, subject="b2", mark="dug in", value=1)):
        MUTATORS[type(each)](state, each)
    for group in ("", "guns"):
        state.numbers_at(group)
    state.marked(DUG_IN)
    journal, before = Journal(state), everything(state)
    journal.apply(replace(event, number=7))
    assert state.number == 7
    for group in ("", "guns"):
        state.numbers_at(group)
    assert everything(state) != before
    journal.back_to(0)
    assert everything(state) == before


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_odds_leave_the_state_and_their_own_table_as_they_were(variant: Variant) -> None:
    for system, state, given in situations(variant, 9, every=4):
        for viewer in (*state.sides, WHITE):
            before = everything(state)
            odds(system, state, [as_order(given)], viewer, limit=200, samples=5)
            assert everything(state) == before
            tree = _Tree(system, state.copy(), [as_order(given)] * 2, viewer, None)
            before, down = everything(tree.state), [*tree.urns.of]
            for limit in (200, 0):
                with suppress(IllegalOrder):  # often nobody may give the same order again
                    tree.spread(_Answers({}, None), limit, _Sampling(5, 1, None), "")
                assert everything(tree.state) == before
                assert sorted(tree.urns.of) == sorted(down)
                assert all(isinstance(tree.state.pieces[id], tree.urns._class) for id in down)


def test_pieces_that_change_identities_change_them_back() -> None:
    _, state, _ = next(iter(situations(("toy-blocks", {}), 1)))
    state.marks = {"blk-1": {"a": 1}, "gate": {"b": 2}, "blk-2": {"c": 3}}
    state.marks_for = {("blk-1", "a"): ("black",)}
    before = everything(state)
    one, other = state.pieces["blk-1"], state.pieces["blk-2"]
    exchange(state, one, other)
    assert (one.place, one.kind_id, one.steps) == ("souk", "veterans", 2)
    assert list(state.marks.items()) == [("blk-2", {"a": 1}), ("gate", {"b": 2}), ("blk-1", {"c": 3})]
    assert state.marks_for == {("blk-2", "a"): ("black",)}
    exchange(state, one, other)
    assert everything(state) == before
    exchange(state, one, one)
    assert everything(state) == before
