"""The computer player of Somalia: better than chance on either side, and every mission, reaction and talk is
used."""

import pytest

from tests.somalia.matches import match

GAMES = 6
"""Games of each match in the tests; `python -m tests.somalia.matches` plays as many as one likes."""


def test_the_un_beats_chance() -> None:
    assert match("unosom", GAMES, {"un": "sensible", "others": "random"}).won["un"] >= GAMES - 1


def test_the_bandits_beat_chance() -> None:
    assert match("unosom", GAMES, {"bandit": "sensible", "others": "random"}).won["bandit"] >= GAMES - 1


@pytest.mark.parametrize("scenario", ["two-bandits", "three-bandits"])
def test_several_bandit_players_beat_a_un_that_plays_by_chance(scenario: str) -> None:
    assert not match(scenario, 4, {"un": "random", "others": "sensible"}).won["un"]


def test_every_mission_reaction_and_talk_is_used() -> None:
    """By rules that events cite; over few games, so the rare ones are left to the study."""
    found = match("unosom", 6, {"others": "sensible"}, {"talks": True})
    orders = {name.split()[-1] for name in found.orders}
    assert {"convoy", "flush", "develop", "raid", "move", "terrorise", "offer-talks", "pass"} <= orders
    rules = {rule.split()[-1] for rule in found.events}
    assert {"6.14a", "6.22b", "6.21f", "8.3d", "8.61a", "8.6a", "8.5d", "11.11b"} <= rules, "escorts to talks"


def test_the_icu_beats_factions_that_play_by_chance() -> None:
    assert match("courts-2006", GAMES, {"icu": "sensible", "others": "random"}).won["icu"] >= GAMES // 2


def test_the_factions_beat_an_icu_that_plays_by_chance() -> None:
    assert not match("courts-2006", GAMES, {"icu": "random", "others": "sensible"}).won["icu"]


def test_ethiopia_beats_an_icu_that_plays_by_chance() -> None:
    assert match("war-2006", 3, {"icu": "random", "others": "sensible"}).won["ethiopia"] == 3
