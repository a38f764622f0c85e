"""Whole secret acts are added: covert actions, unseen pieces, hidden tracks, sealed orders.

A side that may not know of them is shown the same, byte for byte, while they go on, afterwards, and when play
goes on.
"""

import difflib
from collections.abc import Callable
from functools import partial

import msgspec
import pytest

from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.seminar import secret_orders
from adjudication.seminar.disclosing import disclosing, disclosing_opened
from domain.events import Chosen, CountersLaid, PieceData, SeatTaken, SecretOrderSealed, TrackData, TracksLaid
from domain.game.game import Game
from domain.table.dice import SealedDice
from tests.core.games import SECRET, TIME
from tests.seminar.games import freeform, go_on
from tests.worlds.eyes import asked, seat_at
from tests.worlds.test_worlds import looked_at

SECRETIVE, FRIEND, VIEWER = "aldmark", "council", "verrin"
CUT = "Cut Cable 10 by night"
Act = Callable[[Session], None]


def seminar() -> Session:
    """A seminar in discussion, with people, a track and a piece that one side alone knows of."""
    log = list(freeform("strait", actions=2).game.log)
    for place, event in enumerate(log):
        if isinstance(event, TracksLaid):
            hidden = TrackData("budget", "Black budget", 3, 0, 9, known_to=(SECRETIVE,))
            log[place] = msgspec.structs.replace(event, tracks=(*event.tracks, hidden))
        elif isinstance(event, CountersLaid):
            diver = PieceData("diver-1", "divers", "ocean", known_to=(SECRETIVE,), seen_by=(SECRETIVE,))
            log[place] = msgspec.structs.replace(event, pieces=(*event.pieces, diver))
    game = Game.from_events("5" * 32, log)
    session = Session(load("freeform"), game, SealedDice(SECRET), clock=lambda: TIME)
    for name, side in (("Ada", ""), ("Bo", SECRETIVE), ("Cy", VIEWER)):
        session.record(partial(_seat, name, side))
    go_on(session)
    return session


def _seat(name: str, side: str, number: int, time: str) -> SeatTaken:
    return SeatTaken(number=number, time=time, name=name, side=side, role="" if side else "facilitator")


def last_order(session: Session) -> int:
    return session.orders_in_force()[-1].number


# --- secret acts -----------------------------------------------------------------------------------


def stated(session: Session, only: tuple[str, ...] = (SECRETIVE,)) -> None:
    """A covert action waits for its judgement."""
    session.order(Order(SECRETIVE, "act", {"intent": CUT, "moves": [{"diver-1": "outer-banks"}]}), "Bo", only)


def judged(session: Session) -> None:
    """A covert action is judged, and a piece that nobody else sees moves."""
    stated(session)
    session.decide("succeeds", "Ada", "Nobody watched the cable")


def known_to_a_friend(session: Session) -> None:
    """A covert action that two sides know of is judged in part."""
    stated(session, (SECRETIVE, FRIEND))
    session.decide("succeeds in part", "Ada", "It is frayed")
    session.decide(True, "Ada", "They got away")


def for_the_white_cell_alone(session: Session) -> None:
    """Not even its own side knows what came of it."""
    stated(session, ())
    session.decide("fails", "Ada", "Fog")


def argued(session: Session) -> None:
    """It is argued with dice, and its effects fall on a track that nobody else sees."""
    stated(session)
    number = last_order(session)
    method = {"id": "two", "title": "Two dice", "kind": "dice", "dice": [6, 6], "target": 2}
    said = [{"stance": "for", "text": "It is dark", "who": "Bo"}]
    argument = {"action": CUT, "actor": SECRETIVE, "method": method, "arguments": said}
    session.by_hand("hand-argue", argument, "The table is divided", "Ada", audience=(SECRETIVE,))
    session.decide("succeeds", "Ada", "The argument was won", order=number)
    session.by_hand("hand-score", {"track": "budget", "change": -2}, "Divers cost money", "Ada")


def ruled(session: Session) -> None:
    """Its outcome is replaced."""
    judged(session)
    chosen = [event for event in session.game.log if isinstance(event, Chosen)][-1]
    session.rule(chosen.number, "fails", "A patrol was near", "Ada")


def undone(session: Session) -> None:
    """It is undone, and stated anew."""
    judged(session)
    session.take_back(last_order(session), "Misheard", "Ada")
    judged(session)


def revealed_to_a_friend(session: Session) -> None:
    """Another side is told of it, whole, and in other words."""
    judged(session)
    number = last_order(session)
    for text in ("", "Something happened to a cable"):
        session.record(
            lambda at, time, text=text: disclosing(  # type: ignore[misc]
                session.game, at, time, number, (FRIEND,), text, "Ada", "They asked"
            )
        )


def an_unseen_piece(session: Session) -> None:
    """A piece that one side alone sees comes, moves, is changed and goes."""
    known = {"known_to": [SECRETIVE], "seen_by": [SECRETIVE]}
    place = {"kind": "submarine", "at": "narrows", "id": "ghost-boat", **known}
    session.by_hand("hand-place", place, "Intelligence", "Ada")
    session.by_hand("hand-move", {"piece": "ghost-boat", "to": "ocean"}, "It dives", "Ada")
    mark = {"subject": "ghost-boat", "mark": "damaged", "value": "lightly"}
    session.by_hand("hand-change", mark, "A mine", "Ada")
    session.by_hand("hand-remove", {"piece": "ghost-boat"}, "It goes home", "Ada")
    session.by_hand("hand-move", {"piece": "diver-1", "to": "inner-sea"}, "They swim", "Ada")


def a_hidden_track(session: Session) -> None:
    """A track that one side alone sees moves."""
    session.by_hand("hand-score", {"track": "budget", "change": 4}, "A gift", "Ada")
    session.by_hand("hand-score", {"track": "budget", "change": -1}, "A bribe", "Ada")


ACTS: tuple[Act, ...] = (
    stated,
    judged,
    known_to_a_friend,
    for_the_white_cell_alone,
    argued,
    ruled,
    undone,
    revealed_to_a_friend,
    an_unseen_piece,
    a_hidden_track,
)


# --- what goes on in every world -------------------------------------------------------------------


def nothing_more(session: Session) -> None:
    """Play stands still."""


def own_action(session: Session) -> None:
    """The side states an action of its own, which is judged."""
    session.order(Order(VIEWER, "act", {"intent": "Patrol the Narrows"}), "Cy")
    session.decide("fails", "Ada", "A storm", order=last_order(session))


def next_turn(session: Session) -> None:
    """The turn ends, and pieces move."""
    own_action(session)
    while session.state.procedures:
        session.decide("fails", "Ada", "Time is up")
    go_on(session)
    go_on(session)
    session.order(Order(VIEWER, "move", {"piece": "ver-envoy", "to": "narrows"}), "Cy")


LATER: tuple[Act, ...] = (nothing_more, own_action, next_turn)


def same(one: Session, other: Session, viewer: str) -> None:
    """Both worlds look the same to a side."""
    here, there = (seat_at(list(session.game.log)) for session in (one, other))
    shown = [looked_at(seat, viewer, asked(seat), fully=True, trying=True) for seat in (here, there)]
    for name in {**shown[0], **shown[1]}:
        texts = [text.get(name, "").replace("},", "},\n").split("\n") for text in shown]
        lines = list(difflib.unified_diff(texts[0], texts[1], lineterm="", n=0))
        assert not lines, f"{viewer} tells the worlds apart by {name!r}:\n" + "\n".join(lines[:12])
    assert len(shown[0]) > 12


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("later", LATER)
def test_a_side_is_shown_nothing_of_what_it_may_not_know(act: Act, later: Act) -> None:
    without, within = seminar(), seminar()
    act(within)
    for session in (without, within):
        later(session)
    assert len(within.game.log) > len(without.game.log)
    same(without, within, VIEWER)


@pytest.mark.parametrize("act", [judged, argued, an_unseen_piece, a_hidden_track])
def test_the_side_that_knows_is_shown_it(act: Act) -> None:
    """Else the test above would pass for a program that shows nothing at all."""
    without, within = seminar(), seminar()
    act(within)
    with pytest.raises(AssertionError, match="tells the worlds apart"):
        same(without, within, SECRETIVE)


def sealed(session: Session, *intents: str) -> None:
    """Everybody submits sealed orders, which the white cell opens for itself, gives covertly or drops."""
    for side in session.state.players():
        words = intents if side == SECRETIVE else ("Wait",)
        orders = [Order(side, "act", {"intent": intent}) for intent in words]
        session.record(partial(_sealing, session, side, orders))
    session.record_all(
        lambda number, time: secret_orders.opening(
            session.system, session.state, number, time, (), "Ada", "", ()
        )
    )
    own = [each for each in secret_orders.left_to_give(session.game) if each.order.side == SECRETIVE]
    for nth, each in enumerate(own):
        if nth == 0:
            session.order(each.order, "Ada", ())
            session.decide("succeeds", "Ada", "It was dark")
        elif nth == 1:
            session.record(
                lambda number, time, each=each: disclosing_opened(  # type: ignore[misc]
                    session.game, number, time, each.sealed, each.order, (FRIEND,), "", "Ada", ""
                )
            )
        else:
            place = secret_orders.left_to_give(session.game).index(each) + 1
            session.record(
                lambda number, time, place=place: secret_orders.dropping(  # type: ignore[misc]
                    session.game, number, time, place, (), "Ada", "Too much"
                )
            )


def _sealing(session: Session, side: str, orders: list[Order], number: int, time: str) -> SecretOrderSealed:
    found = secret_orders.sealing(number, time, side, orders, f"salt of {side}", "")
    return msgspec.structs.replace(found, digest=f"the digest of {side}")


@pytest.mark.parametrize("intents", [(CUT,), (CUT, "Say nothing"), (CUT, "Say nothing", "Sink a trawler")])
@pytest.mark.parametrize("later", LATER)
def test_what_others_sealed_is_not_shown(
    intents: tuple[str, ...], later: Act, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How many orders, what they are, and what the white cell did with them; the digest is a digest."""
    monkeypatch.setattr(secret_orders, "digest_of", lambda salt, orders: salt.replace("salt", "the digest"))
    without, within = seminar(), seminar()
    sealed(without)
    sealed(within, *intents)
    for session in (without, within):
        later(session)
    same(without, within, VIEWER)
