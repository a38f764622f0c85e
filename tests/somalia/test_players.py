"""Several Bandit players in the Operations Phase (11.21): who goes first, who names whom, shared Zones;
missions of both sides (3.0c), and what Convoys cost (8.8c)."""

import pytest

from adjudication.systems.somalia.table.sides import bandits
from adjudication.systems.somalia.table.turns import acting
from domain.texts import code_of
from tests.somalia.field import NEXT, at, field, tracks


@pytest.mark.rule("somalia 11.21a")
@pytest.mark.parametrize(
    ("units", "first"), [(("pink-1a", "orange-2a"), "bandit-1"), (("purple-1a",), "bandit-2")]
)
def test_the_player_with_the_most_units_goes_first(units: tuple[str, ...], first: str) -> None:
    table = field(scenario="two-bandits")
    for unit in units:
        table.put(unit, "jilib")
    if first == "bandit-2":
        table.put("pink-1a", "kismayu")
    rolls: list[tuple[int, ...]] = [(), (), (4, 3, 1, 1)]
    for rolled in rolls:
        table.order("pass", side=acting(table.state)[0], dice=rolled)
    assert (table.state.turn, acting(table.state)) == (2, (first,))


@pytest.mark.rule("somalia 11.21b")
def test_after_his_mission_he_names_another_player_and_not_himself() -> None:
    table = field(scenario="two-bandits", who=True, pink_1a="jilib", pink_2a="jilib")
    mine = table.state.pieces["pink-1a"].side
    (other,) = [side for side in bandits(table.state) if side != mine]
    table.mark("game", "to act", mine).order(
        "move", side=mine, units=["pink-1a"], to="kismayu", answers=["un"]
    )
    (question,) = table.people.asked
    assert (question.side, code_of(question.text), question.options) == (mine, NEXT, (other, "un"))


@pytest.mark.rule("somalia 11.21b")
def test_a_bandit_player_who_passes_names_the_next_too() -> None:
    table = field(scenario="two-bandits", who=True, pink_1a="jilib", purple_1a="kismayu")
    first, second = bandits(table.state)
    table.mark("game", "to act", second).mark("game", "chooses who acts", first)
    table.order("pass", side=second, answers=["un"])
    (question,) = table.people.asked
    assert (question.side, code_of(question.text), question.options) == (second, NEXT, (first, "un"))


@pytest.mark.rule("somalia 11.21c", "somalia 8.41d")
def test_factions_share_zones_where_several_play() -> None:
    table = field(scenario="two-bandits", pink_1a="jilib", purple_1a="kismayu")
    side = table.state.pieces["pink-1a"].side
    table.mark("game", "to act", side).order("move", side=side, units=["pink-1a"], to="kismayu")
    assert at(table, "pink-1a") == at(table, "purple-1a") == "kismayu"


@pytest.mark.rule("somalia 3.0c", "somalia 8.8c")
def test_both_sides_conduct_missions_and_losses_of_convoys_come_from_the_pool() -> None:
    table = field(pink_3a="jilib").track("famine", 2)
    table.order("convoy", side="un", zone="jilib")
    assert tracks(table, "sp-un") == (20,)
    table.mark("game", "to act", "bandit").order(
        "raid", side="bandit", target="convoy-1", units=["pink-3a"], dice=[5, 5]
    )
    assert table.state.phase == "operations"
    assert tracks(table, "sp-un", "sp-bandit") == (19, 1)
