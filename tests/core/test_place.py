import pytest

from adjudication.engine.umpire import Nobody, Umpire
from domain.errors import BadData
from domain.events import PieceData
from domain.table.dice import ScriptedDice
from tests.builders import check_conservation, new_game


def test_a_piece_does_not_come_into_the_game_twice() -> None:
    state = new_game().state
    umpire = Umpire(state, 0, ScriptedDice([]), Nobody())
    with pytest.raises(BadData, match="b1 is in the game already"):
        umpire.place(PieceData("b1", "company", "c3"), rule="toy 1")
    umpire.place(PieceData("b9", "company", "c3"), rule="toy 1")
    assert state.at["c3"] == ["r3", "b9"]
    assert len(umpire.fresh) == 1
    check_conservation(state)
