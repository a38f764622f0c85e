"""Rule code that fails: a sentence for whoever plays, the place for whoever writes it, nothing recorded."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from adjudication.engine.games.systems import Rules
from adjudication.engine.orders import Order, OrderGroup, OrderKind
from adjudication.engine.play.running import RulesFailed
from adjudication.engine.session import Session
from adjudication.engine.umpire import Umpire
from domain.errors import BadData
from domain.events import KindData, Noted, PieceData, TrackData
from domain.table.marks import Mark
from tests.core.games import SECRET, new_game, random_people, seat
from tests.table import Table
from tests.toys.kit import areas, build, lay

NAME = "toy-slips"
RULE = f"{NAME} 4"


@dataclass(frozen=True)
class Slip:
    side: str
    slip: str


def unknown_piece(umpire: Umpire) -> None:
    umpire.move("secret-spy", "camp", rule=f"{NAME} 3")


def missing_key(umpire: Umpire) -> None:
    umpire.score("tension", 1, rule=f"{NAME} 2")
    {"red": 1}["secret-spy"]


UNRECORDABLE: dict[str, tuple[Callable[[Umpire], None], str]] = {
    "float score": (lambda umpire: umpire.score("tension", 0.5, rule=RULE), "Expected `int`, got `float`"),  # type: ignore[arg-type]
    "float in a mark": (
        lambda umpire: umpire.mark("game", Mark[object]("m"), {"a": [1, 0.5]}, rule=RULE),
        "whole numbers",
    ),
    "whole float": (lambda umpire: umpire.mark("game", Mark[object]("m"), 1.0, rule=RULE), "whole numbers"),
    "set": (
        lambda umpire: umpire.mark("game", Mark[object]("m"), {"red", "blue"}, rule=RULE),
        "lists and objects",
    ),
    "numbered keys": (lambda umpire: umpire.mark("game", Mark[object]("m"), {1: "a"}, rule=RULE), "keys"),
    "foreign object": (
        lambda umpire: umpire.mark("game", Mark[object]("m"), object(), rule=RULE),
        "unsupported",
    ),
    "flag as number": (lambda umpire: umpire.change("unit-1", steps=True, rule=RULE), "got `bool`"),
    "no such phase": (
        lambda umpire: umpire.enter_phase(2, "pley", rule=RULE),
        "a phase 'pley'; the phases are play",
    ),
    "no such end": (
        lambda umpire: umpire.mark("game", Mark[object]("m"), 1, until=(2, "pley"), rule=RULE),
        "a phase 'pley'; the phases are play",
    ),
}
"""What rule code may tell that could not be read back, or that the game does not have, and why it may not."""
SLIPS: dict[str, Callable[[Umpire], None]] = {
    "unknown piece": unknown_piece,
    "missing key": missing_key,
    **{name: tell for name, (tell, _) in UNRECORDABLE.items()},
}


def slip(umpire: Umpire, order: Slip) -> None:
    SLIPS[order.slip](umpire)


lay(
    NAME,
    "Slips",
    sides="red blue",
    board=areas("camp gate"),
    kinds={"unit": KindData(name="Unit", side="red")},
    pieces=[PieceData(id="unit-1", kind="unit", at="camp")],
    tracks=[TrackData(id="tension", highest=9)],
)
SYSTEM = build(
    NAME,
    "Slips",
    lambda umpire: umpire.enter_phase(1, "play", side="red", rule=f"{NAME} 1"),
    [OrderKind("slip", Slip, slip, f"{NAME} 1", "Slip.")],
    lambda state: [OrderGroup("red", "slip", {}, "slip", tuple(SLIPS))],
    rules=Rules(phases=("play",)),
)


@pytest.fixture
def session() -> Session:
    session = seat(new_game((NAME, {})))
    session.begin()
    return session


def failed(session: Session, slip: str) -> RulesFailed:
    before = len(session.game.log), session.state.track("tension")
    order = next(each for each in session.legal() if each.arguments["slip"] == slip)
    with pytest.raises(RulesFailed) as fault:
        session.order(order)
    assert (len(session.game.log), session.state.track("tension")) == before
    return fault.value


@pytest.mark.parametrize(
    ("slip", "rule", "function", "what"),
    [
        ("unknown piece", 3, unknown_piece, "secret-spy"),
        ("missing key", 2, missing_key, "KeyError: 'secret-spy'"),
    ],
)
def test_the_author_learns_where_and_the_user_that(
    session: Session, slip: str, rule: int, function: Callable[[Umpire], None], what: str
) -> None:
    fault = failed(session, slip)
    assert "secret-spy" not in fault.sentence
    assert fault.sentence.startswith("The rules of Slips have a fault, so nothing was done or recorded.")
    last = function.__code__.co_firstlineno + max(
        line - function.__code__.co_firstlineno for *_, line in function.__code__.co_lines() if line
    )
    assert f"order slip ({NAME} {rule}), {__file__}:{last}, in {function.__name__}: " in fault.detail
    assert what in fault.detail
    assert fault.__notes__ == [fault.detail]


@pytest.mark.parametrize("slip", UNRECORDABLE)
def test_what_could_not_be_read_back_is_never_recorded(session: Session, slip: str) -> None:
    fault = failed(session, slip)
    assert UNRECORDABLE[slip][1] in fault.detail
    assert f"order slip ({RULE}), {__file__}:" in fault.detail


def test_a_rule_that_the_register_does_not_have_is_not_cited() -> None:
    session = Table("ramadi").session
    order = session.legal()[0]
    kind = session.system.orders[order.name]
    slipping = kind._replace(
        procedure=lambda umpire, order: umpire.mark("game", Mark[int]("m"), 1, rule="ramadi 99.9")
    )
    session.system = replace(session.system, orders={**session.system.orders, order.name: slipping})
    with pytest.raises(RulesFailed) as fault:
        session.order(order)
    assert "it cites 'ramadi 99.9', which is not in the register" in fault.value.detail


ASKS: dict[str, Callable[[Umpire, tuple[str, ...]], object]] = {
    "judge": lambda umpire, told: umpire.judge("Is it?", ["a", "b"], rule=RULE, audience=told),
    "choose": lambda umpire, told: umpire.choose("red", "Which?", ["a", "b"], rule=RULE, audience=told),
    "roll": lambda umpire, told: umpire.roll(6, "a die", rule=RULE, audience=told),
}


@pytest.mark.parametrize("asks", ASKS)
def test_what_comes_of_a_secret_order_is_told_to_no_others(session: Session, asks: str) -> None:
    session.people = random_people(1)
    kind = session.system.orders["slip"]._replace(secret=True)

    def order_with(told: tuple[str, ...]) -> None:
        def procedure(umpire: Umpire, order: object) -> None:
            ASKS[asks](umpire, told)

        asking = kind._replace(procedure=procedure)
        session.system = replace(session.system, orders={"slip": asking})
        session.order(session.legal()[0])

    before = len(session.game.log)
    with pytest.raises(RulesFailed) as fault:
        order_with(("red", "blue"))
    assert "it tells blue what comes of an order that only red may know of" in fault.value.detail
    assert len(session.game.log) == before
    order_with(("red",))
    assert {event.audience for event in session.game.log[before:]} == {("red",)}


@pytest.mark.parametrize("value", [0.5, {"a": 1.5}, {1, 2}, object()])
def test_no_argument_is_recorded_that_could_not_be_read_back(session: Session, value: object) -> None:
    before = len(session.game.log)
    with pytest.raises(BadData, match="cannot be recorded"):
        session.order(Order("red", "slip", {"slip": value}))
    with pytest.raises(BadData, match="cannot be recorded"):
        session.record(lambda number, time: Noted(number=number, time=time, text=value))  # type: ignore[arg-type]
    assert len(session.game.log) == before


@pytest.mark.parametrize("text", ["\ud800", 5])
def test_no_word_beside_play_is_recorded_that_could_not_be_read_back(text: str) -> None:
    session = seat(new_game((NAME, {})))
    before = len(session.game.log)
    acts: list[Callable[[], object]] = [
        lambda: session.promise("red", text),
        lambda: session.promise("red", "0" * 64, by=text),
        lambda: session.stir("red", text),
        lambda: session.waive("red", text),
        lambda: session.close(SECRET, because=text),
    ]
    for act in acts:
        with pytest.raises(BadData, match="cannot be recorded"):
            act()
    assert len(session.game.log) == before
