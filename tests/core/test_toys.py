"""Every toy is played whole, and played again with each answer given in a new process state."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from adjudication.chances.selfplay import play_out
from adjudication.engine.play.running import BEGIN
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from domain.errors import BadData, NotFound, Refused
from domain.events import Chosen, DieRolled, OrderGiven
from domain.events.strikes import struck
from domain.game.game import Game
from domain.ledger.store import Ledger
from domain.table.mutators import apply
from domain.table.state import State
from tests.core.games import (
    SECRET,
    VARIANTS,
    Variant,
    answer_at_random,
    check_conservation,
    findings,
    new_game,
    play_orders,
    play_to_end,
    random_people,
    seat,
    stir,
    table,
    variant_id,
)
from tests.thinned import thinned
from tests.words import words_of

ROOT = Path(__file__).parents[2]
every_toy = pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)


@every_toy
@pytest.mark.parametrize("games", [4, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("dice", ["sealed", "typed"])
def test_random_games_end_and_every_event_conserves(variant: Variant, dice: str, games: int) -> None:
    lengths = set()
    for seed in range(games):
        session = play_to_end(variant, seed, dice)
        state = State()
        for event in session.game.log:
            apply(state, event)
            if state.pieces:
                check_conservation(state)
        assert state.verdict is not None
        assert table(state) == table(session.state)
        lengths.add(len(session.game.log))
    assert len(lengths) > 1, "seeds that play the same game show nothing"


@every_toy
def test_no_listed_order_is_refused(variant: Variant) -> None:
    session = seat(new_game(variant), random_people(3))
    session.begin()
    tried = 0
    while session.state.verdict is None:
        for index, order in enumerate(session.legal()):
            assert order == session.legal()[index]
            beside = seat(Game.from_events(session.game.id, session.game.log), random_people(index))
            assert isinstance(beside.order(order).events[0], OrderGiven)
            tried += 1
        play_orders(session, 1, random.Random(len(session.game.log)))
    assert tried >= len([e for e in session.game.log if isinstance(e, OrderGiven)]) - 1


@every_toy
def test_the_same_seed_gives_the_same_events(variant: Variant) -> None:
    one, other = play_to_end(variant, 5).game.log, play_to_end(variant, 5).game.log
    assert one == other
    assert one != play_to_end(variant, 6).game.log


def play_with_a_new_process_state_for_each_answer(
    variant: Variant, seed: int, dice: str, path: Path, notes: bool
) -> tuple[Ledger, Session, int]:
    """What `play_to_end` plays, but the game is loaded from disk afresh before every order and answer."""
    ledger = Ledger(str(path))
    game = new_game(variant, dice)
    ledger.start(game, "toy", SECRET)
    chance, answers = random.Random(seed), random.Random(seed)
    opening = seat(game, ledger=ledger)
    stir(opening, seed)
    opening.begin()
    answered = 0
    while True:
        session = seat(ledger.load(game.id), ledger=ledger)
        questions = session.pending()
        if questions:
            if notes:
                session.note(f"before answer {answered}", audience=())
            # The opening is answered by the people there, later orders by those of `play_out`.
            source = answers if session.game.open_procedure().order == BEGIN else chance  # type: ignore[union-attr]
            answer = answer_at_random(questions[0], source)
            session.decide(answer.value, answer.by, answer.because, side=questions[0].side)
            answered += 1
        elif session.state.verdict is None:
            session.order(RandomPolicy().order(session.state, session.legal(), chance), "policy")
        else:
            session.close(SECRET)
            return ledger, session, answered


@every_toy
@pytest.mark.parametrize("dice", ["sealed", "typed"])
def test_resumed_at_every_question_it_is_the_same_game(variant: Variant, dice: str, tmp_path: Path) -> None:
    whole = play_to_end(variant, 11, dice)
    ledger, session, answered = play_with_a_new_process_state_for_each_answer(
        variant, 11, dice, tmp_path / "games.db", notes=False
    )
    typed = dice == "typed" and any(isinstance(e, DieRolled) for e in whole.game.log)
    assert answered > 0 or (not typed and not any(isinstance(e, Chosen) for e in whole.game.log))
    assert session.game.log == whole.game.log
    assert ledger.load(session.game.id).log == whole.game.log
    ledger.close()


@every_toy
def test_notes_fall_between_question_and_answer(variant: Variant, tmp_path: Path) -> None:
    whole = play_to_end(variant, 12, "typed")
    ledger, session, answered = play_with_a_new_process_state_for_each_answer(
        variant, 12, "typed", tmp_path / "games.db", notes=True
    )
    assert len(session.game.log) == len(whole.game.log) + answered
    assert table(session.state) == table(whole.state)
    assert not findings(session.game.log).findings
    ledger.close()


@pytest.mark.parametrize("variant", thinned(VARIANTS, 4), ids=variant_id)
def test_resumed_half_way_in_a_new_process(variant: Variant, tmp_path: Path) -> None:
    """Another interpreter goes on where this one stopped, in the middle of an order where there is one."""
    database = tmp_path / "games.db"
    ledger = Ledger(str(database))
    game = new_game(variant, "typed")
    ledger.start(game, "toy", SECRET)
    session = seat(game, random_people(1), ledger)
    session.begin()
    half = len(play_to_end(variant, 13, "typed").game.log) // 2
    while len(game.log) < half and session.state.verdict is None:
        play_orders(session, 1, random.Random(len(game.log)))
    for n in range(20):
        if session.state.verdict is not None or session.pending():
            break
        legal = session.legal()
        seat(game, None, ledger).order(legal[n % len(legal)])

    here = seat(Game.from_events(game.id, game.log))
    play_out(here, RandomPolicy(), random.Random(21))
    here.close(SECRET)
    subprocess.run(
        [sys.executable, "-m", "tests.core.play_on", str(database), game.id, "21"],
        cwd=ROOT,
        check=True,
        timeout=60,
    )
    resumed = ledger.load(game.id)
    assert len(resumed.log) > len(game.log)
    assert resumed.log == here.game.log
    assert not findings(resumed.log).findings
    ledger.close()


def typed_order(seed: int = 0) -> Session:
    """A game with typed dice whose first order waits for its first die."""
    session = seat(new_game(("toy-options", {"duels": True}), "typed"))
    session.begin()
    session.order(session.legal()[seed])
    assert session.pending()[0].kind == "die"
    return session


@pytest.mark.parametrize("face", [0, 9, -1, "3", None, 2.5, [1]])
def test_an_impossible_face_is_refused_and_the_log_untouched(face: object) -> None:
    session = typed_order(2)
    session.decide(8)
    before = list(session.game.log)
    with pytest.raises(BadData, match=r"answer one of 1, 2, 3, 4, 5, 6, 7, 8\."):
        session.decide(face)
    assert session.game.log == before


@pytest.mark.parametrize("face", [True, 1.0])
def test_what_equals_a_face_is_kept_as_the_face(face: object) -> None:
    session = typed_order()
    session.decide(face)
    rolled = session.game.log[-1]
    assert isinstance(rolled, DieRolled)
    assert type(rolled.face) is int


def test_a_die_once_typed_stays(tmp_path: Path) -> None:
    ledger = Ledger(str(tmp_path / "games.db"))
    game = new_game(("toy-options", {"duels": True}), "typed")
    ledger.start(game, "toy", None)
    session = seat(game, ledger=ledger)
    session.begin()
    session.order(session.legal()[0])
    session.decide(5, by="Ada")
    ledger.close()

    again = Ledger(str(tmp_path / "games.db"))
    resumed = seat(again.load(game.id), ledger=again)
    rolled = resumed.game.log[-1]
    assert isinstance(rolled, DieRolled)
    assert (rolled.face, rolled.source, rolled.by) == (5, "typed", "Ada")
    assert words_of(resumed.pending()[0].text) == "D8: champion 1 of emir"
    with pytest.raises(Refused, match="still waits"):
        resumed.order(resumed.system.legal(resumed.state)[0])
    resumed.decide(4)
    assert resumed.game.log[rolled.number - 1] == rolled
    assert resumed.state.track("host-emir") == 7
    again.close()


def test_answers_that_were_offered_as_lists_come_back_from_disk(tmp_path: Path) -> None:
    """Losses are distributed by lists of units: what JSON makes of them must still be what was offered."""
    ledger = Ledger(str(tmp_path / "games.db"))
    game = new_game(("toy-losses", {}))
    ledger.start(game, "toy", SECRET)
    seat(game, ledger=ledger).begin()
    for _ in range(40):
        session = seat(ledger.load(game.id), ledger=ledger)
        questions = session.pending()
        if questions:
            session.decide(tuple(questions[0].options[-1]))
            chosen = next(e for e in reversed(ledger.load(game.id).log) if isinstance(e, Chosen))
            assert chosen.value == questions[0].options[-1]
            ledger.close()
            return
        session.order(session.legal()[0])
    pytest.fail("no losses were ever distributed")


def test_an_answer_nobody_asked_for_is_refused() -> None:
    session = seat(new_game(("toy-options", {})))
    session.begin()
    with pytest.raises(NotFound, match="Nothing is asked"):
        session.decide("stand")
    session.order(session.legal()[0])
    with pytest.raises(NotFound, match="Nothing is asked of king; the question is to emir"):
        session.decide("stand", side="king")
    with pytest.raises(BadData, match="answer one of stand, give way"):
        session.decide("run")
    assert not struck(session.game.log)
