"""Maps of the Operational Wargame System (2.1.2): their scales, and what rules measure by them."""

import msgspec
import pytest

from adjudication.systems.ows.sea.seaways import rate
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.tokens import reach_in_hexes
from domain.table.board import Board
from domain.table.state import State
from tests.table import Table


def with_scale(scale: int, unit: str) -> State:
    """The proving ground as if a hex of its first map were of that scale."""
    state = Table("ows", "proving-ground", dice="scripted").state
    data = state.board.data
    theater = msgspec.structs.replace(data.maps["theater"], scale=scale, unit=unit)
    state.board = Board(msgspec.structs.replace(data, maps={**data.maps, "theater": theater}))
    return state


@pytest.mark.rule("ows 2.1.2.1")
def test_a_hex_of_the_operational_map_is_200_nautical_miles() -> None:
    """The printed rates of 6.4 and the OP number of a headquarters count its hexes."""
    state = with_scale(200, "nm")
    assert rate(state, "surface combatant", "0404") == 3
    assert reach_in_hexes(state, "theater", (1, 2)) == 2


@pytest.mark.rule("ows 2.1.2.2")
def test_a_hex_of_a_regional_map_is_100_nautical_miles() -> None:
    """A ship crosses twice as many of its hexes, and a headquarters reaches twice as far in them."""
    state = with_scale(100, "nm")
    assert rate(state, "surface combatant", "0404") == 6
    assert reach_in_hexes(state, "theater", (1, 2)) == 4


@pytest.mark.rule("ows 2.1.2.3")
@pytest.mark.parametrize(("scale", "hexes"), [(10, 10), (20, 5)])
def test_a_hex_of_a_tactical_map_is_10_to_20_kilometres_and_a_zone_100(scale: int, hexes: int) -> None:
    """The TAC number of a headquarters counts zones of 100 km."""
    assert reach_in_hexes(with_scale(scale, "km"), "theater", (1, 2)) == hexes


@pytest.mark.rule("ows 2.2.7.1b")
def test_each_token_of_a_headquarters_is_used_once_a_turn() -> None:
    """A token in play is in no hand, so that it cannot be placed again; a headquarters has no others."""
    table = Table("ows", "proving-ground", dice="scripted")
    own = [id for id in table.state.pieces if id.startswith("hq-b-token-")]
    assert len(own) == len(sheet(table.state.pieces["hq-b"]).effect["generates"])
    table.phase("information", turn=1, side="")
    legal = table.session.legal()
    assert any(group.fixed.get("token") == "hq-b-token-2" for group in legal.named("influence"))
    table.order("influence", side="blue", token="hq-b-token-2", target="marines-1")
    legal = table.session.legal()
    assert not any(group.fixed.get("token") == "hq-b-token-2" for group in legal.named("influence"))
