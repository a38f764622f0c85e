"""How the game ends: ten turns (5.1), the Government Complex and the points (5.2)."""

import pytest

from adjudication.engine.session import Session
from domain.errors import Refused
from domain.events import PhaseEntered, VerdictReached
from tests.ramadi.cases import SameDice, advance_to, battlefield
from tests.ramadi.table import RamadiTable

COMPLEX = "0806"


def last_step(turn: int = 10) -> RamadiTable:
    """All of that turn is played but its end."""
    table = battlefield()
    table.phase("ground assets", turn)
    return table


def play_on(session: Session) -> None:
    """Proceed to the verdict, nothing ordered."""
    session.dice = SameDice(1)
    while session.state.verdict is None:
        order = session.system.proceed(session.state)
        assert order is not None
        session.order(order)


@pytest.mark.rule("ramadi 5.1a")
def test_ten_turns_are_played_and_counted() -> None:
    table = RamadiTable()
    table.set_up_all()
    play_on(table.session)
    turns = [e.turn for e in table.session.game.log if isinstance(e, PhaseEntered) and e.phase == "planning"]
    assert turns == list(range(1, 11))
    assert table.state.turn == 10
    assert list(table.session.legal()) == []


@pytest.mark.rule("ramadi 5.1a")
def test_nothing_is_decided_before_the_end_of_turn_ten() -> None:
    table = last_step(9)
    table.put("cts-1", COMPLEX)
    table.track("isf_vp", 74)
    table.order("proceed", dice=[1])
    assert table.state.verdict is None
    assert (table.state.turn, table.state.phase) == (10, "planning")
    advance_to(table, 10, "transfers")
    assert table.state.verdict is None


@pytest.mark.rule("ramadi 5.1a")
def test_nothing_is_ordered_after_the_verdict() -> None:
    table = last_step()
    table.order("proceed")
    with pytest.raises(Refused, match="decided"):
        table.order("proceed")


@pytest.mark.rule("ramadi 5.2t")
@pytest.mark.parametrize(
    ("isf", "isis", "winner"),
    [(1, 0, "isf"), (0, 0, "isis"), (20, 20, "isis"), (21, 20, "isf"), (20, 21, "isis"), (74, 73, "isf")],
)
def test_the_isf_needs_more_points_than_isis(isf: int, isis: int, winner: str) -> None:
    table = last_step()
    table.put("cts-1", COMPLEX)
    table.track("isf_vp", isf)
    table.track("isis_vp", isis)
    events = table.order("proceed")
    verdict = next(event for event in events if isinstance(event, VerdictReached))
    assert (verdict.winner, verdict.rule) == (winner, "ramadi 5.2t")
    assert verdict.scores == {"isf": isf, "isis": isis}


@pytest.mark.rule("ramadi 5.2c", "ramadi 5.2t")
@pytest.mark.parametrize("beside", ["0706", "0906", "0608"])
def test_without_the_government_complex_points_do_not_help(beside: str) -> None:
    table = last_step()
    table.put("cts-1", beside)
    table.track("isf_vp", 74)
    table.order("proceed")
    verdict = table.state.verdict
    assert verdict is not None
    assert (verdict.winner, verdict.rule) == ("isis", "ramadi 5.2c")


@pytest.mark.rule("ramadi 5.2c")
def test_the_complex_counts_at_the_end_not_when_it_was_once_taken() -> None:
    table = last_step()
    table.mark("game", "government_complex_taken", 5)
    table.track("isf_vp", 50)
    table.order("proceed")
    verdict = table.state.verdict
    assert verdict is not None
    assert verdict.winner == "isis"
