"""What every rule system and toy records: it is audited clean, replays, is forked and is undone."""

from random import Random

import pytest

from adjudication.audits.audit import audit
from domain.events import Chosen, TakenBack
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from domain.game.replay import table_before
from domain.ledger.logfile import from_lines, to_lines
from tests.contract.moments import AsAnswered, as_given, seated, some, stood, whole_orders
from tests.contract.plays import Played, every_game, game
from tests.core.games import FORKED, forked, play_orders, random_people, seat, table

AGAIN = 4
"""Orders that are given again."""
UNDONE = 4


@every_game
def test_the_closed_game_is_audited_clean_and_comes_back_from_its_file(name: str) -> None:
    found = game(name)
    session = seated(found, len(found.log))
    session.close(found.secret)
    entries = session.game.unsaved()
    read, of = from_lines(to_lines(entries))
    assert (read, of) == (entries, len(entries))
    again = Game.from_entries(session.game.id, read)
    assert table(again.state) == table(session.state)
    report = audit(read, of=of)
    assert report.findings == []
    assert (report.chain, report.rules) == ("whole", "followed")
    thrown = any(getattr(event, "chance", 0) for event in found.log)
    assert report.dice == ("derived" if thrown else "none")


@every_game
def test_an_order_given_again_with_the_same_answers_is_the_same_events(name: str) -> None:
    found = game(name)
    for given in some(whole_orders(found.log), AGAIN):
        events = [event for event in found.log if event.procedure == given.number]
        session = seated(found, given.number - 1, AsAnswered(events))
        told = session.order(as_given(session.state, given), given.by).events
        assert told == events


@every_game
def test_an_order_that_waited_for_an_answer_goes_on_as_it_did(name: str) -> None:
    found = game(name)
    whole = {given.number for given in whole_orders(found.log)}
    answered = [each for each in found.log if isinstance(each, Chosen) and each.procedure in whole]
    for chosen in answered[:: max(1, len(answered) // AGAIN)][:AGAIN]:
        rest = [event for event in found.log[chosen.number - 1 :] if event.procedure == chosen.procedure]
        session = seated(found, chosen.number - 1)
        assert chosen.side in {question.side for question in session.pending()}
        assert session.proceed_with(AsAnswered(rest)).events == rest


@every_game
def test_a_fork_at_an_order_and_at_an_answer_is_played_on_and_audited(name: str) -> None:
    found = game(name)
    whole = stood(found, len(found.log))
    orders = whole_orders(found.log)
    ends = [given.number - 1 for given in some(orders, 2)][-1:]
    ends += [event.number - 1 for event in found.log if isinstance(event, Chosen)][-1:]
    for end in ends:
        new = forked(whole, end)
        assert table(new.state) == table(table_before(found.log, end + 1))
        session = seat(new, random_people(end), secret=FORKED)
        if new.open_procedure() is not None:
            session.proceed_with(random_people(end))
        play_orders(session, 5, Random(end))
        report = audit(enter(new.id, new.log, GENESIS), secret=FORKED, secrets={whole.id: found.secret})
        assert report.findings == []


def undo(found: Played, count: int) -> None:
    """Take back so many orders, the last first; the table is each time as it was before the order."""
    session = seated(found, len(found.log))
    for order in reversed(some(whole_orders(found.log), count)):
        before = table(table_before(found.log, order.number))
        assert isinstance(session.take_back(order.number, "A slip of the hand.", by="Ann"), TakenBack)
        assert table(session.state) == before
    play_orders(session, 3, Random(1))
    assert audit(session.game.unsaved(), secret=found.secret).findings == []


@every_game
def test_orders_undone_leave_the_table_as_it_was_before_them(name: str) -> None:
    undo(game(name), UNDONE)


@pytest.mark.slow
@every_game
def test_every_order_undone_leaves_the_table_as_it_was_before_it(name: str) -> None:
    undo(game(name), len(game(name).log))
