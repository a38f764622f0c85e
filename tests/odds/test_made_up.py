"""Procedures that nobody would write, made up of all that rule code may ask: their odds are what every cast
of the dice comes to, on every table that the viewer cannot tell from this one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as struct_replace

from adjudication.chances.odds import odds
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import Order, OrderGroup, OrderKind
from adjudication.engine.session import Session
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, SpaceData, TrackData
from domain.table.dice import ScriptedDice
from domain.table.marks import Mark
from domain.table.state import Piece, State
from domain.views.view import WHITE
from tests.odds.oracle import enumerated, told, without_fates
from tests.table import laid
from tests.toys.kit import Bare, areas, build, lay

HIT = Mark[int]("hit")

NAME = "toy-made-up"
R = f"{NAME} 1"
Act = tuple[Any, ...]
"""What is done: its name, and about what."""


UNITS = ("u1", "u2", "u3", "u4")


def done(umpire: Umpire, act: Act) -> int:
    """Do one thing, and give a number that it comes to."""
    state = umpire.state
    if act[1:] and act[1] in UNITS and act[1] not in state.pieces:
        return 0
    match act:
        case ("roll", die):
            return umpire.roll(die, "a die", rule=R)
        case ("at least", target):
            return int(umpire.roll_at_least(target, 3, "a target", rule=R))
        case ("highest", number):
            return umpire.rolls(number, 2, "dice", rule=R)[0]
        case ("tally", number):
            return umpire.tally(number, 3, "hits", lambda face: face // 2, rule=R)
        case ("pick", number):
            return int(umpire.pick(list(range(number)), "any", rule=R))
        case ("read", id, "kind"):
            return int(state.pieces[id].kind_id == "tank")
        case ("read", id, "group"):
            return int(state.pieces[id].kind.group == "soft")
        case ("read", id, "armour"):
            return state.pieces[id].value("armour")
        case ("read", id, "mark"):
            return int(state.pieces[id].steps > 1) + state.mark(id, HIT, 0)
        case ("count", place, kind):
            return len(umpire.those_with(state.pieces_at(place), lambda piece: piece.kind_id == kind))
        case ("reveal", id):
            umpire.reveal(id, rule=R)
        case ("damage", id):
            umpire.change(id, face="damaged", rule=R)
        case ("remove", id):
            umpire.remove(id, rule=R)
        case ("move", id, to) if state.pieces[id].place != to:
            umpire.move(id, to, rule=R)
        case ("mark", id):
            umpire.mark(id, Mark[object]("hit"), 1, rule=R)
        case ("draw",) if state.at.get("cup"):
            umpire.draw("cup", "draw", to="wood", rule=R)
        case ("draw until", kind):
            fits = lambda piece: _is(piece, kind)  # noqa: E731
            return int(umpire.draw_until("cup", "draw", fits, to="wood", rule=R, back=R) is not None)
        case ("deal",) if state.at.get("deck"):
            return state.pieces[umpire.deal("deck", to="hand", rule=R, known_to=None)].value("armour")
        case ("shuffle",):
            umpire.shuffle("deck", rule=R)
        case ("phase", turn):
            umpire.enter_phase(turn, "play", side="red", rule=R)
        case ("result", *acts):
            return sum(umpire.result_of(done, each) for each in acts)
        case ("total", *acts):
            return int(umpire.total(done, [(each,) for each in acts]))
        case ("step", *acts):
            return umpire.step(_all_done, tuple(acts))
        case ("step over", *acts):
            return umpire.step_over(_all_done, tuple(acts))
        case ("each", *acts):
            umpire.each(_scored, [(each,) for each in acts])
    return 0


def _is(piece: Piece, kind: str) -> bool:
    return piece.kind_id == kind


def _all_done(umpire: Umpire, acts: Sequence[Act]) -> int:
    return sum(done(umpire, act) for act in acts)


def _scored(umpire: Umpire, act: Act) -> None:
    number = done(umpire, act)
    if number:
        umpire.score("vp-red", number, rule=R)


BOARD = areas("field wood")
KINDS = {
    "tank": KindData("Tank", group="hard", back="unit", values={"armour": 2}),
    "truck": KindData("Truck", group="soft", back="unit", values={"armour": 1}),
    "ace": KindData("Ace", back="card", values={"armour": 1}),
    "ten": KindData("Ten", back="card", values={"armour": 3}),
}


def hidden(id: str, kind: str, at: str, steps: int = 0) -> PieceData:
    return PieceData(id, kind, at, steps=steps, side="red", known_to=("red",) if id[0] == "u" else ())


lay(
    NAME,
    "Made up",
    sides="red blue",
    board=struct_replace(
        BOARD,
        boxes=(SpaceData("cup", kind="cup"), SpaceData("deck", kind="deck"), SpaceData("hand", kind="box")),
    ),
    kinds=KINDS,
    pieces=[
        hidden("u1", "tank", "field", 2),
        hidden("u2", "truck", "cup", 1),
        hidden("u3", "truck", "cup", 1),
        hidden("c1", "ace", "deck"),
        hidden("c2", "ten", "deck"),
        PieceData("u4", "tank", "cup", steps=3, side="red"),
    ],
    tracks=[TrackData(f"vp-{side}", highest=99, side=side) for side in ("red", "blue")],
)
SYSTEM = build(
    NAME,
    "Made up",
    lambda umpire: umpire.enter_phase(1, "play", side="red", rule=R),
    [OrderKind("do", Bare, lambda umpire, order: None, R, "Do.")],
    lambda state: [OrderGroup("red", "do", {})],
)


def table() -> State:
    session = Session(SYSTEM, laid(NAME, time=""), ScriptedDice([]), clock=str)
    session.begin()
    return session.state


UNEQUAL = table()
UNEQUAL.pieces["u3"].steps = 2
TABLES = {"blue": table(), "red": UNEQUAL, WHITE: UNEQUAL}
"""For who knows all units no two are equal, since odds do not say of equals which of them it is."""


def made_up(acts: Sequence[Act]) -> RuleSystem:
    """The system whose one order does all this."""

    def procedure(umpire: Umpire, order: Bare) -> None:
        for act in acts:
            _scored(umpire, act)

    return replace(SYSTEM, orders={"do": SYSTEM.orders["do"]._replace(procedure=procedure)})


unit = st.sampled_from(UNITS)
place = st.sampled_from(("field", "wood", "cup"))
kind = st.sampled_from(("tank", "truck"))
by_dice = st.one_of(
    st.tuples(st.just("roll"), st.integers(1, 3)),
    st.tuples(st.just("at least"), st.integers(0, 5)),
    st.tuples(st.just("highest"), st.integers(1, 2)),
    st.tuples(st.just("tally"), st.integers(1, 2)),
    st.tuples(st.just("pick"), st.integers(1, 3)),
)
on_table = st.one_of(
    st.tuples(st.just("read"), unit, st.sampled_from(("kind", "group", "armour", "mark"))),
    st.tuples(st.just("count"), place, kind),
    st.tuples(st.sampled_from(("reveal", "damage", "remove", "mark")), unit),
    st.tuples(st.just("move"), unit, place),
    st.just(("draw",)),
    st.tuples(st.just("draw until"), kind),
    st.just(("deal",)),
    st.just(("shuffle",)),
    st.tuples(st.just("phase"), st.integers(1, 2)),
)


def some(acts: st.SearchStrategy[Act], most: int = 3) -> st.SearchStrategy[list[Act]]:
    return st.lists(acts, min_size=1, max_size=most)


def of(name: str, acts: st.SearchStrategy[Act]) -> st.SearchStrategy[Act]:
    return some(acts).map(lambda found: (name, *found))


apart = st.one_of(of("result", by_dice), of("total", by_dice))
part = st.sampled_from(("step", "step over", "each")).flatmap(
    lambda name: of(name, st.one_of(on_table, on_table, by_dice))
)


@settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
@given(
    some(st.one_of(on_table, on_table, by_dice, apart, part, part), 4),
    st.sampled_from(("red", "blue", WHITE)),
)
def test_odds_of_what_is_made_up_are_what_every_cast_comes_to(acts: list[Act], viewer: str) -> None:
    system, state, orders = made_up(acts), TABLES[viewer], [Order("red", "do")]
    expected = enumerated(system, state, orders, viewer, None, most=60)
    assume(expected is not None)
    assert expected is not None
    found = odds(system, state, orders, viewer, with_choices=False)
    assert found.exact
    ours, every = told(found), {result: float(p) for result, p in expected.items()}
    if "shuffle" in repr(acts):
        ours, every = without_fates(ours), without_fates(every)
    assert ours == pytest.approx(every)
