"""The books that systems keep notice what may never happen: else the contract would ask nothing by them."""

from collections.abc import Callable

import pytest

from domain.events import Marked, OrderDone, PhaseEntered, PieceChanged, PieceMoved, Scored
from domain.events.base import Event
from domain.table.state import State
from tests.contract.held import keep_books
from tests.contract.moments import whole_orders
from tests.contract.plays import PLAYS, game, held


def move(state: State, piece: str, to: str) -> PieceMoved:
    """A move that no rule makes."""
    return PieceMoved(number=0, piece=piece, origin=state.pieces[piece].place, to=to, rule="test 1")


def third_unit(state: State) -> list[Event]:
    """A third unit of Ramadi in a hex."""
    units = [piece.id for piece in state.of_group("ground unit")][:3]
    hex = next(space.id for space in state.board.data.spaces if space.kind == "hex")
    return [move(state, unit, hex) for unit in units]


def out_of_its_box(state: State) -> list[Event]:
    """An air asset of Ramadi among the dead."""
    return [move(state, state.at["air-available"][0], "eliminated")]


def a_point_too_many(state: State) -> list[Event]:
    """A point that nobody has made."""
    return [Scored(number=0, track="isf_vp", change=1, value=state.track("isf_vp") + 1, rule="test 1")]


def overstacked(state: State) -> list[Event]:
    """All of Daesh in one area."""
    return [move(state, each.id, "airport") for each in state.of_group("unit") if each.side == "daesh"]


def out_of_supply(state: State) -> list[Event]:
    """Daesh in supply, or not, against the map."""
    return [Marked(number=0, subject="game", mark="supply", value=not state.mark_named("game", "supply"))]


def too_many_steps(state: State) -> list[Event]:
    """A ship of OWS with more steps than its sheet has, as a phase begins."""
    ship = next(each for each in state.of_group("ship"))
    begins = PhaseEntered(number=0, turn=state.turn, phase=state.phase, side=state.side)
    return [PieceChanged(number=0, piece=ship.id, steps=9), begins]


@pytest.mark.parametrize(
    ("name", "forge"),
    [
        ("ramadi", third_unit),
        ("ramadi", out_of_its_box),
        ("ramadi", a_point_too_many),
        ("nineveh", overstacked),
        ("nineveh", out_of_supply),
        ("ows tutorial", too_many_steps),
    ],
)
def test_books_notice(name: str, forge: Callable[[State], list[Event]]) -> None:
    of = held(PLAYS[name][0])
    log = game(name).whole
    order = whole_orders(log)[20].number
    done = next(event.number for event in log if isinstance(event, OrderDone) and event.procedure == order)
    state = keep_books(log[:done], of)
    with pytest.raises(AssertionError):
        keep_books([*log[: done - 1], *forge(state), log[done - 1]], of)
