"""Rule code that fails: a sentence for whoever plays, the place for whoever writes it, nothing recorded."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.running import RulesFailed
from adjudication.engine.session import Session
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from tests.core.games import new_game, seat
from tests.toys.kit import areas, build, lay

NAME = "toy-slips"


@dataclass(frozen=True)
class Slip:
    side: str
    slip: str


def unknown_piece(umpire: Umpire) -> None:
    umpire.move("secret-spy", "camp", rule=f"{NAME} 3")


def missing_key(umpire: Umpire) -> None:
    umpire.score("tension", 1, rule=f"{NAME} 2")
    {"red": 1}["secret-spy"]


SLIPS: dict[str, Callable[[Umpire], None]] = {
    "unknown piece": unknown_piece,
    "missing key": missing_key,
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
