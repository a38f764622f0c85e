"""Supply Points (5.1) and Famine (5.3, 8.8)."""

import pytest

from adjudication.systems.somalia.between_turns import supply
from adjudication.systems.somalia.table import famine
from adjudication.systems.somalia.table.points import lose_sp
from domain.table.state import State
from tests.somalia.board import added, run, table, tracks
from tests.somalia.field import field
from tests.words import spoken

OWED = [
    "belet-huen",
    "jawhar",
    "baidoa",
    "baardhere",
    "jilib",
    "kismayu",
    "north-mogadishu",
    "south-mogadishu",
    "mogadishu-port",
]


@pytest.mark.rule("somalia 5.1b", "somalia 3.0b", "somalia 8.7f")
@pytest.mark.parametrize(("mark", "dice", "income"), [(None, [3, 4], 7), (14, [3, 4, 6], 13)])
def test_the_un_receives_two_dice_of_supplies_and_three_in_an_intervention(
    mark: int | None, dice: list[int], income: int
) -> None:
    case = table().track("sp-un", 5)
    if mark:
        case.mark("game", "US Intervention", mark)
    log = run(case, supply.income, dice=dice)
    assert added(log, "UN income") == {f"{len(dice)} dice": income}
    assert case.state.track("sp-un") == 5 + income


@pytest.mark.rule("somalia 5.1e")
@pytest.mark.parametrize(("pool", "left", "points"), [(9, 5, 0), (4, 0, 0), (3, 0, -1), (0, 0, -4)])
def test_supplies_that_the_pool_lacks_cost_victory_points(pool: int, left: int, points: int) -> None:
    case = table().track("sp-un", pool)
    run(case, lambda umpire: lose_sp(umpire, 4, "a loss", rule="somalia 5.1d"))
    assert tracks(case, "sp-un", "vp-un") == (left, points)


@pytest.mark.rule("somalia 5.3a", "somalia 6.11a", "somalia 8.8b")
def test_a_convoy_is_owed_to_each_southern_zone_but_deserts_and_bases() -> None:
    case = table().track("famine", 1)
    assert list(famine.owed(case.state)) == OWED
    case.put("base-2", "baidoa").put("convoy-1", "jilib")
    assert list(famine.owed(case.state)) == [zone for zone in OWED if zone not in ("baidoa", "jilib")]
    assert famine.owed(table().state) == ()


@pytest.mark.rule("somalia 8.8a")
def test_a_turn_of_famine_is_over_at_its_end() -> None:
    case = table().track("famine", 2)
    run(case, famine.a_turn_less)
    assert case.state.track("famine") == 1
    run(case, famine.a_turn_less)
    assert not famine.on(case.state)
    run(case, famine.a_turn_less)
    assert case.state.track("famine") == 0


@pytest.mark.rule("somalia 8.8d", "somalia 8.8b")
def test_a_convoy_that_is_not_placed_forfeits_the_game() -> None:
    case = table().track("famine", 1).track("vp-un", 90)
    for number, zone in enumerate(OWED[:-1], start=1):
        case.put(f"convoy-{number}", zone)
    run(case, famine.forfeited)
    verdict = case.state.verdict
    assert verdict is not None
    assert (verdict.winner, verdict.rule) == ("bandit", "somalia 8.8d")
    assert "Mogadishu Port" in spoken(verdict.reason, case.state)


@pytest.mark.rule("somalia 8.8d")
def test_nothing_is_forfeited_where_all_convoys_are_placed_or_none_is_owed() -> None:
    case = table().track("famine", 1)
    for number, zone in enumerate(OWED, start=1):
        case.put(f"convoy-{number}", zone)
    run(case, famine.forfeited)
    assert verdict_of(case.state) is None
    case = table()
    run(case, famine.forfeited)
    assert verdict_of(case.state) is None


@pytest.mark.rule("somalia 8.8d", "somalia 11.22f")
@pytest.mark.parametrize(("points", "winner"), [((3, 5), "bandit-2"), ((5, 5), "")])
def test_of_several_players_the_leading_one_wins_a_forfeited_game(
    points: tuple[int, int], winner: str
) -> None:
    case = table(scenario="two-bandits").track("famine", 1)
    case.track("vp-bandit-1", points[0]).track("vp-bandit-2", points[1])
    run(case, famine.forfeited)
    verdict = case.state.verdict
    assert verdict is not None
    assert verdict.winner == winner


def verdict_of(state: State) -> object:
    return state.verdict


@pytest.mark.rule("somalia 8.8c")
def test_what_a_raid_takes_from_a_convoy_comes_out_of_the_pool() -> None:
    case = field("bandit", pink_3a="jilib", pink_2a="jilib").track("famine", 2).put("convoy-1", "jilib")
    case.order("raid", side="bandit", target="convoy-1", units=["pink-3a", "pink-2a"], dice=[5, 5])
    assert tracks(case, "sp-un", "sp-bandit") == (18, 2)
    assert case.state.mark_named("convoy-1", "lost Supply Points") == 2
