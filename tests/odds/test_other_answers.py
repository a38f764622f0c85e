"""What other answers would bring, and what the umpire of odds rolls, draws and numbers."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace as struct_replace

import tests.toys  # noqa: F401  (makes the tiny rule systems known)
from adjudication.chances import study as studies
from adjudication.chances.branches import Branches, RandomBranches, TooManyBranches
from adjudication.chances.branching import BranchingUmpire
from adjudication.chances.face_down import Urns
from adjudication.chances.odds import (
    MOST_OPTIONS,
    Odds,
    _Answers,
    odds,
)
from adjudication.chances.playout import Playout, luck_of
from adjudication.chances.same_table import SameTable
from adjudication.engine.choices import Subset
from adjudication.engine.games.systems import OddsSettings
from adjudication.engine.orders import Order
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.umpire import Umpire
from domain.errors import BadData
from domain.table.journal import Journal
from domain.table.marks import Mark
from domain.table.mutators import rebuild
from domain.table.state import State
from tests.builders import TOY, opening
from tests.odds.test_helpers import table
from tests.odds.test_questions import SYSTEM as CHITS
from tests.odds.test_questions import table as chits

X = Mark[int]("x")

# --- what other answers would bring ----------------------------------------------------------------


def asking(umpire: Umpire) -> None:
    """A question after a die; what is answered is scored."""
    face = umpire.roll(2, "x", rule="toy 2")
    umpire.score("vp-blue", umpire.choose("blue", "How many?", [0, 1, 2], rule="toy 2") * face, rule="toy 2")


def told_choices(procedure: Any, state: State | None = None, **more: Any) -> Odds:
    kind = TOY.orders["advance"]._replace(procedure=lambda umpire, order: procedure(umpire))
    how = {name: more.pop(name) for name in ("limit", "samples", "policy") if name in more}
    system = replace(TOY, orders={"advance": kind}, odds=OddsSettings(**more))
    order = Order("blue", "advance", {"piece": "b1", "to": "b1"})
    return odds(system, state or table(), [order], "white", **how)


def test_each_answer_is_tried_and_those_assumed_are_marked() -> None:
    found = told_choices(asking)
    (choice,) = found.choices
    assert (choice.side, choice.question, choice.kind, choice.of, choice.skipped) == (
        "blue",
        "How many?",
        "choice",
        0,
        False,
    )
    assert [(option.answer, option.assumed) for option in choice.options] == [
        (0, True),
        (1, False),
        (2, False),
    ]
    assert [option.margins["blue"].mean for option in choice.options] == pytest.approx([0, 1.5, 3])
    assert all(option.exact for option in choice.options)
    assert found.runs == 3 * 2
    assert found.asked == {"How many?": (0, 1, 2)}
    assert found.on_secrets is False


def test_without_scores_answers_are_listed_and_not_tried() -> None:
    bare = rebuild(opening("0" * 32))

    def asks(umpire: Umpire) -> None:
        umpire.choose("blue", "How many?", [0, 1, 2], rule="toy 2")
        umpire.choose("blue", "Which?", Subset([f"u{n}" for n in range(10)]), rule="toy 2")
        umpire.choose("blue", "What?", [f"u{n}" for n in range(13)], rule="toy 2")

    few, some, many = told_choices(asks, bare).choices
    assert [(option.answer, option.assumed, option.margins) for option in few.options] == [
        (0, True, {}),
        (1, False, {}),
        (2, False, {}),
    ]
    assert (len(some.options), some.of) == (MOST_OPTIONS, 1_024)
    assert (many.options, many.of, many.skipped) == ((), 0, False)


def test_answers_that_cost_too_many_runs_are_skipped() -> None:
    """Two runs of rule code for each of three answers are six in all."""
    for allowed, skipped in ((6, False), (5, True)):
        (choice,) = told_choices(asking, alternatives=allowed).choices
        assert choice.skipped is skipped
        assert len(choice.options) == (0 if skipped else 3)
    (sampled,) = told_choices(asking, limit=1, samples=10, budget=10_000).choices
    assert (sampled.skipped, sampled.options) == (True, ())
    (tried,) = told_choices(asking, limit=1, samples=10).choices
    assert not tried.skipped
    assert [option.exact for option in tried.options] == [False, False, False]


def test_answers_together_cost_twice_the_budget_at_most() -> None:
    def costly(umpire: Umpire) -> None:
        answer = umpire.choose("blue", "How many?", list(range(12)), rule="toy 2")
        for _ in range(50):
            umpire.score("vp-blue", 1, rule="toy 2")
            umpire.score("vp-blue", -1, rule="toy 2")
        umpire.score("vp-blue", answer % 2, rule="toy 2")

    (cut,) = told_choices(costly, budget=300).choices
    assert (cut.skipped, cut.options) == (True, ())
    (whole,) = told_choices(costly, budget=3_000).choices
    assert (whole.skipped, len(whole.options)) == (False, 12)


def test_an_answer_that_may_nowhere_be_given_is_refused() -> None:
    def asks(umpire: Umpire) -> None:
        umpire.choose("blue", "Which?", Subset(("u1", "u2"), 1, 1), rule="toy 2")

    kind = TOY.orders["advance"]._replace(procedure=lambda umpire, order: asks(umpire))
    system = replace(TOY, orders={"advance": kind})
    order = Order("blue", "advance", {"piece": "b1", "to": "b1"})
    unfit: dict[Any, Any] = {("blue", "Which?"): ["u9"]}
    with pytest.raises(BadData, match=r"Which\? u9 cannot be chosen here"):
        odds(system, table(), [order], "white", unfit)
    assert odds(system, table(), [order], "white", unfit, recorded=True).exact


# --- the umpire of odds -------------------------------------------------------------------------------


def branching(state: State | None = None, viewer: str = "white") -> Any:

    journal = Journal(state or table())
    return BranchingUmpire(journal, 20, Branches(100), _Answers({}, None), Urns(journal, viewer))


def test_what_is_told_for_odds_is_numbered_on_and_belongs_to_its_order() -> None:
    umpire = branching()
    first = umpire.number
    umpire.mark("game", X, 1, rule="toy 2")
    umpire.roll(6, "x", rule="toy 2")
    umpire.rolls(2, 6, "x", rule="toy 2")
    umpire.roll_at_least(3, 6, "x", rule="toy 2")
    umpire.tally(2, 6, "x", lambda face: face, rule="toy 2")
    umpire.pick([1, 2], "x", rule="toy 2")
    umpire.look_up("results", roll=1, rule="toy 2")
    umpire.mark("game", X, 2, rule="toy 2")
    one, other = umpire.journal.since(0)
    assert (one.number, one.procedure, other.procedure) == (first, 20, 20)
    assert other.number == first + 1 + 1 + 2 + 1 + 2 + 1 + 1
    assert umpire.state.number == other.number


def test_what_lies_face_down_is_left_open_until_it_matters() -> None:
    umpire = branching(viewer="blue")
    pieces = umpire.state.pieces
    assert [umpire.leaves_open(pieces[id]) for id in ("b1", "r1", "r3")] == [False, True, True]
    umpire.reveal("r1", rule="toy 2", to=("red", "blue"))
    assert not umpire.leaves_open(pieces["r1"])
    umpire.reveal("r2", rule="toy 2", to=("red",))
    assert umpire.leaves_open(pieces["r2"])
    umpire.change("r3", steps=1, rule="toy 2")
    assert not umpire.leaves_open(pieces["r3"])
    assert list(umpire.touched) == ["r1", "r2", "r3"][: len(umpire.touched)] or "r3" in umpire.touched


def test_dice_that_the_white_cell_ruled_are_no_chance() -> None:
    umpire = branching()
    umpire.ruled = {("die", "fire"): 5, ("pick", "who"): "b", ("table", "results"): {"loss": 9}}
    assert umpire.roll(6, "fire", rule="toy 2") == 5
    assert umpire.rolls(3, 6, "fire", rule="toy 2") == [5, 5, 5]
    assert [umpire.roll_at_least(target, 6, "fire", rule="toy 2") for target in (5, 6)] == [True, False]
    assert umpire.tally(2, 6, "fire", lambda face: face, rule="toy 2") == 10
    assert umpire.pick(["a", "b"], "who", rule="toy 2") == "b"
    assert umpire.look_up("results", roll=1, rule="toy 2").loss == 9
    assert umpire.branches.path == []
    assert umpire.pick(["a"], "what", rule="toy 2") == "a"
    assert umpire.roll(6, "other", rule="toy 2") == 1
    assert umpire.branches.path == [0]


@pytest.mark.parametrize(
    ("target", "hits"), [(-1, True), (1, True), (2, None), (6, None), (7, False), (9, False)]
)
def test_a_target_that_all_or_no_faces_meet_takes_no_branch(target: int, hits: bool | None) -> None:
    umpire = branching()
    met = umpire.roll_at_least(target, 6, "x", rule="toy 2")
    if hits is None:
        assert umpire.branches._weights == [(target - 1, 7 - target)]
        assert met is False, "the miss comes first"
    else:
        assert (met, umpire.branches.path) == (hits, [])


def test_too_many_throws_are_not_begun() -> None:
    """Ways to throw 3D6 together: 56."""

    umpire = branching()
    umpire.branches.left = 56
    assert umpire.rolls(3, 6, "x", rule="toy 2") == [6, 6, 6]
    umpire = branching()
    umpire.branches.left = 55
    with pytest.raises(TooManyBranches, match="too many throws of 3D6"):
        umpire.rolls(3, 6, "x", rule="toy 2")


def test_nothing_is_drawn_from_an_empty_cup_and_one_of_one_is_no_chance() -> None:
    umpire = branching()
    with pytest.raises(BadData, match="Nothing is left to draw in lost"):
        umpire.draw("lost", "x", to="a1", rule="toy 2")
    umpire.move("r1", "lost", rule="toy 2")
    assert umpire.draw("lost", "x", to="a1", rule="toy 2") == "r1"
    assert umpire.branches.path == []
    (drawn,) = umpire.journal.since(1)
    assert (drawn.chance, drawn.source, drawn.cup, drawn.to) == (umpire.state.chances, "odds", "lost", "a1")
    assert (drawn.rule, drawn.purpose, drawn.audience) == ("toy 2", "x", None)


def test_what_is_drawn_until_it_fits_is_drawn_once_and_shown() -> None:
    umpire = branching(viewer="blue")
    id = umpire.draw_until(
        "cup", "x", lambda piece: True, to="a1", rule="toy 2", back="toy 3", audience=("red",)
    )
    drawn, known = umpire.journal.since(0)[-2:]
    assert (drawn.cup, drawn.piece, drawn.to, drawn.purpose) == ("cup", id, "a1", "x")
    assert (drawn.rule, drawn.audience) == ("toy 2", ("red",))
    assert (known.piece, known.sides, known.rule) == (id, None, "toy 2")
    none = branching()
    assert none.draw_until("cup", "x", lambda piece: False, to="a1", rule="toy 2", back="toy 3") is None
    assert none.draw_until("lost", "x", lambda piece: True, to="a1", rule="toy 2", back="toy 3") is None
    assert none.journal.since(0) == []


# --- tables kept for a study ------------------------------------------------------------------------------


def test_a_table_is_laid_once_for_a_variant_and_sixteen_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:

    bases: dict[str, State] = {}
    monkeypatch.setattr(studies, "_BASES", bases)
    variant: Any = SimpleNamespace(opening=opening("0" * 32))
    tables = []
    for nth in range(16):
        variant.digest = str(nth)
        tables.append(studies._base(variant))
    assert len(bases) == 16
    assert studies._base(variant) is tables[-1]
    variant.digest = "16"
    assert studies._base(variant) is not tables[0]
    assert list(bases) == ["16"]


def test_dice_thrown_on_the_table_are_not_waited_for_in_a_play_out() -> None:

    log = opening("0" * 32)
    state = rebuild([struct_replace(log[0], dice="typed"), *log[1:]])
    dice, chance = luck_of(1)
    assert Playout(TOY, state, RandomPolicy(), dice, chance).state.opened is not None
    assert state.opened is not None
    assert state.opened.dice == dice.source != "typed"
    sealed = table()
    Playout(TOY, sealed, RandomPolicy(), dice, chance)
    assert sealed.opened is not None
    assert sealed.opened.dice == log[0].dice  # type: ignore[attr-defined]


def test_a_sample_draws_even_where_all_are_alike() -> None:
    umpire = branching()
    assert umpire._take((3,)) == 0
    assert umpire.branches.path == []
    drawn: list[int] = []

    def randrange(below: int) -> int:
        drawn.append(below)
        return 0

    chance: Any = SimpleNamespace(randrange=randrange)
    umpire.branches = RandomBranches(chance)
    assert umpire._take((3,)) == 0
    assert drawn == [3]


def test_pieces_that_look_different_can_only_be_shuffled_in_a_sample() -> None:
    umpire = branching(viewer="blue")
    umpire.reveal("r1", rule="toy 2")
    with pytest.raises(TooManyBranches, match="The order of cup can only be sampled"):
        umpire.shuffle("cup", rule="toy 2")
    chance: Any = SimpleNamespace(randrange=lambda below: below - 1)
    umpire.branches = RandomBranches(chance)
    umpire.shuffle("cup", rule="toy 2")
    assert umpire.state.at["cup"] == ["r2", "r1"]


def test_what_was_turned_up_tells_tables_apart() -> None:
    umpire = branching(viewer="blue")
    first = SameTable(umpire.journal, umpire.urns)
    assert first.touched() == ({}, [])
    mark = umpire.journal.mark()
    umpire.urns.turn_up_as("r1", "r2")
    _, one = first.touched()
    umpire.journal.back_to(mark)
    umpire.urns.turn_up_as("r1", "r3")
    _, other = first.touched()
    assert len(one) == len(other) == 1
    assert one != other


def test_only_the_last_order_leads_on_to_what_comes_later() -> None:
    def scores(umpire: Umpire, order: Any) -> None:
        umpire.score("vp-blue", 1, rule="toy 2")

    def leads_to(umpire: Umpire, order: Any) -> None:
        umpire.score("vp-red", 1, rule="toy 3")

    kind = TOY.orders["advance"]._replace(procedure=scores, leads_to=leads_to)
    system = replace(TOY, orders={"advance": kind})
    order = Order("blue", "advance", {"piece": "b1", "to": "b1"})
    for count in (1, 2, 3):
        (outcome,) = odds(system, table(), [order] * count, "white").outcomes
        assert outcome.tracks == {"vp-blue": count, "vp-red": 1}
        assert outcome.given == count


def test_what_a_side_supposes_is_put_on_its_own_table_before() -> None:
    asked: list[Any] = []

    def suppose(state: State, viewer: str, orders: Any) -> None:
        asked.append((viewer, [order.name for order in orders]))
        state.put_mark("game", "supposed", viewer, None)

    def scores(umpire: Umpire, order: Any) -> None:
        umpire.score("vp-blue", 1 + (umpire.state.mark_named("game", "supposed") == "blue"), rule="toy 2")

    kind = TOY.orders["advance"]._replace(procedure=scores)
    supposing = OddsSettings(suppose=suppose, suppositions={"advance": "No mines."})
    system = replace(TOY, orders={"advance": kind}, odds=supposing)
    order = Order("blue", "advance", {"piece": "b1", "to": "b1"})
    state = table()
    for viewer, change, told in (("blue", 2, "No mines."), ("white", 1, "")):
        found = odds(system, state, [order], viewer)
        assert found.outcomes[0].tracks == {"vp-blue": change}
        assert found.supposed == told
    assert asked == [("blue", ["advance"])]
    assert state.mark_named("game", "supposed") is None


def test_what_lies_at_a_place_is_what_the_viewer_sees_of_it() -> None:
    umpire = branching(viewer="blue")
    tables = SameTable(umpire.journal, umpire.urns, as_seen=True)
    known, unknown = tables._as_it_is(("at", "cup"))
    assert known == ()
    assert unknown == (("red", "?", ("red",), None),) * 2
    known, unknown = tables._as_it_is(("at", "a1"))
    assert [each[0] for each in known] == ["b1", "b2"]
    assert unknown == ()
    umpire.state.put_mark("r1", "hit", 1, None)
    umpire.state.put_mark("b1", "hit", 1, None)
    assert tables._as_it_is(("marks", "r1")) == ()
    assert tables._as_it_is(("marks", "b1")) == (("hit", "1", None, None),)
    assert tables._as_it_is(("marked",)) == ("b1",)
    plain = SameTable(umpire.journal, umpire.urns)
    assert plain._as_it_is(("marked",)) == ("r1", "b1")
    assert plain._as_it_is(("track", "vp-blue")) == (3, None)


def test_in_a_sample_nothing_is_passed_over() -> None:
    """What was seen on the way to the first chit counts for the second."""
    draw = Order("red", "draw", {"cups": 2})
    found = odds(CHITS, chits(), [draw], "red", limit=1, samples=200)
    assert (found.exact, found.samples) == (False, 200)
    assert sum(outcome.probability for outcome in found.outcomes) == pytest.approx(1)
