"""Studies of the calendar: what came up is counted by its name, and in the year in which it did."""

import pytest

from adjudication.chances.study import plan, play_batch
from adjudication.chances.watching import Watch
from adjudication.engine.games.systems import load
from domain.events import OrderGiven
from domain.program import program
from tests.ignorant_armies.war import War

INTERVENTION, TABLE = "ignorant-armies ja.intervention.roll", "ignorant-armies event.table"


def test_an_order_that_goes_on_into_the_next_year_counts_in_both() -> None:
    war = War()
    war.put("brigade-84", "1721").fights("iran", turn=5)
    watch = Watch(war.state, load("ignorant-armies"))
    given, *events = war.order("proceed", dice=[1, 5, 4])
    assert isinstance(given, OrderGiven)
    watch(given, events)
    assert watch.years[1981] == {INTERVENTION: 1}
    assert watch.years[1982][TABLE] == 3  # the phase and two dice


def test_games_of_a_study_say_what_came_up_and_how_the_index_stood() -> None:
    study = plan(load("ignorant-armies"), games=3, seed=1980, program=program(), policy="calendar")
    games = [game for batch in study.batches() for game in play_batch(batch).games]
    for game in games:
        assert game.fault == ""
        assert len(game.happened) == 25
        assert 0 < sum(game.happened.values()) <= game.turns
        assert set(game.points_by) == {f"iran {turn}" for turn in range(game.turns)}


@pytest.mark.parametrize("policy", ["calendar", "offensives"])
def test_a_policy_plays_what_is_legal(policy: str) -> None:
    """Offensives go out and come home; nobody moves in the calendar alone."""
    study = plan(load("ignorant-armies"), games=4, seed=3, program=program(), policy=policy)
    games = [game for batch in study.batches() for game in play_batch(batch).games]
    assert {game.fault for game in games} == {""}
    moves = sum(game.ordered.get("iran move", 0) for game in games)
    assert bool(moves) is (policy == "offensives")
