"""The scenario *river*: its country is what the background says, and neither side is ahead at the start."""

from collections import Counter

import pytest

from adjudication.engine.games.scenario import load_scenario
from adjudication.systems.ows.command.objectives import total
from adjudication.systems.ows.ground.forces.units import is_maneuver
from adjudication.systems.ows.strike_warfare import strikes
from adjudication.systems.ows.table.counters import MISSILES, sheet, sheet_of
from domain.table.board import Board
from tests.table import Table

RIVER = load_scenario("ows", "river")
FRONT = [space for space in RIVER.board.spaces if space.map == "front"]
BRIDGES = {frozenset(pair) for pair in (("0803", "0903"), ("0909", "1009"))}


def bank(start: str, through: set[frozenset[str]]) -> set[str]:
    """The hexes that can be reached from one without crossing the river, and south of its spring."""
    board = Board(RIVER.board)
    found, ahead = {start}, [start]
    while ahead:
        here = ahead.pop()
        for other in board.neighbours[here]:
            dry = not board.border(here, other) and frozenset((here, other)) not in BRIDGES - through
            if dry and board.spaces[other].row > 1 and other not in found:
                found.add(other)
                ahead.append(other)
    return found


def test_the_vessa_divides_the_country() -> None:
    """Two bridges stand, at Sarn and at Lisov; over either of them the other bank is reached."""
    board = Board(RIVER.board)
    west = bank("0305", set())
    assert "1305" not in west
    for bridge in BRIDGES:
        one, other = sorted(bridge)
        assert other in board.neighbours[one]
        assert not board.border(one, other)
        assert "1305" in bank("0305", {bridge})


def test_a_zone_is_100_km_across() -> None:
    across = Counter(space.zone for space in FRONT if space.row in (3, 8))
    assert set(across.values()) == {5}
    assert len(across) == 6


@pytest.mark.rule("ows 12.1")
def test_neither_side_is_ahead_as_the_game_begins() -> None:
    state = Table("ows", "river", dice="scripted").state
    assert total(state, "blue") == total(state, "red") == 13


def test_each_corps_has_its_headquarters_support_guns_engineers_and_air_defence() -> None:
    formation = {str(row["unit"]): str(row["formation"]) for row in RIVER.tables["organization"].rows}
    units = {piece.id: sheet_of(RIVER.kinds[piece.kind]) for piece in RIVER.pieces}
    for row in RIVER.tables["formations"].rows:
        assert units[str(row["hq"])].hq is not None
        members = [units[unit] for unit, belongs in formation.items() if belongs == row["formation"]]
        types = {each.type for each in members}
        assert {"artillery", "rocket", "engineer", "air defence", "css", "recon"} <= types
        assert any(each.bridges for each in members)
        assert sum(is_maneuver(each) for each in members) >= 5


@pytest.mark.rule("ows 9.9.1c")
def test_the_river_has_no_long_range_strikes_because_nothing_in_it_can_make_one() -> None:
    """With the option the sides are asked all the same, as in logs of earlier versions; nothing is listed."""
    table = Table("ows", "river")
    weapons = [weapon for piece in table.state.pieces.values() for weapon in sheet(piece).weapons]
    assert weapons
    assert not {weapon.flight for weapon in weapons} & set(MISSILES)
    assert not strikes.needed(table.state)
    asked = Table("ows", "river", {"long_range_strikes": True})
    assert strikes.needed(asked.state)
    asked.phase("long-range strikes", side="blue")
    assert not [each for each in asked.session.legal() if each.name == "strike"]
