"""One player who holds two sides: sees what either may see, speaks and agrees for both."""

import random
from functools import partial

import msgspec
import pytest

from adjudication.engine.session import Session
from adjudication.seminar.consent import missing_consent
from adjudication.seminar.roster import may_not
from domain.errors import NotFound
from domain.events import Event, SeatTaken
from domain.events.seen import Player, held, knows
from domain.views.view import see, see_log
from reports.briefs import gather
from reports.words.names import Names
from tests.core.games import Variant, new_game, play_orders, random_people, seat
from tests.toys.factions import NAME

VARIANT: Variant = (NAME, {})
PLAYER = "habr-gidir"


def test_a_player_knows_what_either_of_the_sides_may_know() -> None:
    player = Player.of("p", ("a", "b"))
    assert (player, held(player), held("a")) == ("p", ("a", "b"), ("a",))
    assert knows(player, ("b", "c"))
    assert knows(player, None)
    assert not knows(player, ("c",))
    assert not knows("c", ("a", "b"))


def test_a_player_is_a_viewer_by_name_and_a_side_stays_one() -> None:
    state = new_game(VARIANT).state
    viewer = state.viewer(PLAYER)
    assert held(viewer) == ("aidid", "ali-mahdi")
    assert held(state.viewer("aidid")) == ("aidid",)
    assert state.player_of("aidid") == PLAYER
    assert state.player_of("morgan") == "morgan"
    with pytest.raises(NotFound, match=f"there are: .*{PLAYER}"):
        state.viewer("nobody")
    assert Names(state, viewer).side(viewer) == f"{PLAYER} (Aidid and Ali-Mahdi)"


def secret_game() -> tuple[Session, str]:
    """A game in which each of three sides knows a thing of its own."""
    session = seat(new_game(VARIANT), random_people(1))
    session.begin()
    for side in ("aidid", "ali-mahdi", "morgan"):
        session.by_hand(
            "hand-change",
            {"subject": side, "mark": f"plan of {side}", "value": "attack"},
            because="told in secret",
            audience=(side,),
        )
    return session, session.state.viewer(PLAYER)


def test_table_and_log_of_a_player_are_those_of_both_sides() -> None:
    session, player = secret_game()
    state = session.state
    assert set(see(state, player).marks) - {"game"} == {"aidid", "ali-mahdi"}
    assert set(see(state, "aidid").marks) - {"game"} == {"aidid"}

    def seen(viewer: str) -> set[str]:
        numbered = [msgspec.structs.replace(event, time=str(event.number)) for event in session.game.log]
        return {view.time for view in see_log(numbered, viewer)}

    assert seen(player) == seen("aidid") | seen("ali-mahdi")
    assert seen(player) - seen("aidid")
    assert seen("morgan") <= seen("white")
    assert seen("morgan") - seen(player)


def test_a_brief_for_a_player_has_the_forces_of_both_sides() -> None:
    session, player = secret_game()
    told = msgspec.json.encode(gather(session.game, player)).decode()
    assert "Force of aidid" in told
    assert "Force of ali-mahdi" in told


def numbered(event: SeatTaken, number: int, time: str) -> Event:
    return msgspec.structs.replace(event, number=number, time=time)


def test_whoever_sits_at_one_side_of_a_player_speaks_and_agrees_for_both() -> None:
    session = seat(new_game(VARIANT), random_people(1))
    session.begin()
    for name, side in (("Mara", ""), ("Bo", "aidid"), ("Cy", "morgan")):
        taken = SeatTaken(number=1, name=name, role="player" if side else "facilitator", side=side)
        session.record(partial(numbered, taken))
    play_orders(session, 3, random.Random(1))
    state = session.state
    assert may_not(state, "Bo", "ali-mahdi") == ""
    assert "may not speak for" in may_not(state, "Bo", "morgan")
    assert "may not speak for" in may_not(state, "Cy", "aidid")
    first = session.orders_in_force()[0].number
    asked = {each.side: each.people for each in missing_consent(session.game, first, "", [])}
    assert asked == {"aidid": ("Bo",), "ali-mahdi": ("Bo",), "morgan": ("Cy",)}
    assert {each.side for each in missing_consent(session.game, first, "", ["Bo"])} == {"morgan"}
