"""Take-backs with consent: who is asked, who asked, who agreed, who was overruled."""

import msgspec
import pytest

from adjudication.audits.audit import audit
from adjudication.seminar.consent import missing_consent
from domain.events import OrderGiven, PieceMoved, SeatTaken, TakenBack
from domain.events.people import MessageSent
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from domain.ledger.store import Ledger
from tests.cli.conftest import Cell

ROSTER = (("Mara", ""), ("Anna", "aldmark"), ("Bo", "aldmark"), ("Viktor", "verrin"))


def seat_people(cell: Cell, roster: tuple[tuple[str, str], ...] = ROSTER) -> None:
    ledger = Ledger(str(cell.database))
    game = ledger.load(ledger.desk().game_id(None))
    for name, side in roster:
        number, time = len(game.log) + 1, game.log[-1].time
        game.append(SeatTaken(number=number, time=time, name=name, side=side, by="Mara"))
    ledger.save(game)
    ledger.close()


def load(cell: Cell) -> Game:
    ledger = Ledger(str(cell.database))
    try:
        return ledger.load(ledger.desk().game_id(None))
    finally:
        ledger.close()


@pytest.fixture
def strait(empty: Cell) -> Cell:
    """Two sides with people, one without; Aldmark has moved, in the open and out of sight."""
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "1")
    seat_people(empty)
    empty.done("order", "move", "piece=ald-frigates", "to=narrows", "--by", "Anna")
    return empty


def last_order(game: Game) -> int:
    return max(event.number for event in game.log if isinstance(event, OrderGiven))


def test_who_has_seen_it_is_asked(strait: Cell) -> None:
    sentence = strait.refused("undo", "--because", "A slip", "--asked-by", "Anna", "--by", "Mara")
    assert "Verrin (Viktor)" in sentence
    assert "Aldmark" not in sentence, "whoever asks consents"
    assert "Council" not in sentence, "nobody sits there"
    both = strait.refused("undo", "--because", "A slip", "--by", "Mara")
    assert "Aldmark (Anna and Bo) and Verrin (Viktor)" in both


@pytest.mark.parametrize("word", ["Viktor", "viktor", "verrin", "Verrin"])
def test_the_word_of_anyone_who_sits_there_is_consent(strait: Cell, word: str) -> None:
    words = ["--because", "A slip", "--asked-by", "bo", "--agreed", word, "--by", "Mara"]
    told = " ".join(strait.done("undo", *words).out.split())
    taken = strait.events()[-1]
    assert isinstance(taken, TakenBack)
    assert (taken.asked_by, taken.overruled) == ("Bo", ())
    assert taken.agreed in (("Viktor",), ("verrin",))
    assert "requested by Bo, agreed by V" in told


def test_what_a_side_did_not_see_needs_no_word_of_it(strait: Cell) -> None:
    strait.done("order", "move", "piece=ald-divers", "to=narrows", "--by", "Anna")
    game = load(strait)
    last = last_order(game)
    assert [each.side for each in missing_consent(game, last, "Anna", ())] == ["verrin"]
    secret = [msgspec.structs.replace(event, audience=("aldmark",)) for event in game.log[last - 1 :]]
    piece = next(event.piece for event in secret if isinstance(event, PieceMoved))
    assert piece == "ald-divers", "of which others see that a counter moves"
    secret = [event for event in secret if not isinstance(event, PieceMoved)]
    unseen = Game.from_events(game.id, [*game.log[: last - 1], *secret])
    assert missing_consent(unseen, last, "Anna", ()) == []
    assert missing_consent(unseen, last, "", ["Bo"]) == []


def test_overruled_sides_are_in_the_log_and_in_the_audit(strait: Cell) -> None:
    strait.done("undo", "--because", "A slip", "--asked-by", "Anna", "--overrule", "--by", "Mara")
    taken = strait.events()[-1]
    assert isinstance(taken, TakenBack)
    assert taken.overruled == ("verrin",)
    told = strait.done("audit").out
    assert "asked for by Anna, without the consent of verrin. Reason: A slip" in " ".join(told.split())
    assert "overruling Verrin" in strait.done("log", "--as", "white").out
    assert "(undone)" in strait.done("log", "--as", "white").out


def test_the_white_cell_alone_overrules(strait: Cell) -> None:
    """A player who asks for it agrees to it, and answers for nobody else."""
    undo = ("undo", "--because", "A slip", "--asked-by", "Anna")
    assert "Verrin (Viktor) has not agreed. Add --agreed NAME, or --overrule." in strait.refused(
        *undo, "--by", "Mara"
    )
    player = strait.refused("undo", "--because", "A slip", "--by", "Anna", "--overrule")
    assert "Anna sits at Aldmark and may not undo orders" in player
    told = strait.done(*undo, "--agreed", "Viktor", "--by", "Mara").out
    assert "requested by Anna, agreed by Viktor. Reason: A slip" in told
    assert "Audit passed" in strait.done("audit").out


def test_the_person_at_the_terminal_is_asked(strait: Cell, someone_there: None) -> None:
    words = ("undo", "--because", "A slip", "--asked-by", "Anna", "--by", "Mara")
    assert strait(*words, said="n\n").code == 2
    assert not isinstance(strait.events()[-1], TakenBack)


def test_a_side_can_be_asked_whatever_it_has_seen(empty: Cell) -> None:
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "1")
    empty.done("order", "1")
    words = ("undo", "--because", "A slip", "--consent-of", "council")
    assert "Council of the Straits" in empty.refused(*words)
    assert "no side" in empty.refused("undo", "--because", "A slip", "--consent-of", "nato")
    empty.done(*words, "--agreed", "Council of the Straits")


def test_without_a_roster_nobody_is_asked_and_anybody_may_be_named(empty: Cell) -> None:
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "1")
    empty.done("order", "1")
    empty.done("undo", "--because", "A slip", "--asked-by", "the gentleman on the left")
    taken = empty.events()[-1]
    assert isinstance(taken, TakenBack)
    assert taken.asked_by == "the gentleman on the left"


@pytest.mark.parametrize("option", ["--agreed", "--asked-by"])
def test_whoever_has_no_seat_can_neither_ask_nor_agree(strait: Cell, option: str) -> None:
    sentence = strait.refused("undo", "--because", "A slip", option, "Nobody", "--by", "Mara")
    assert "'Nobody' has no seat; the roster has Mara, Anna, Bo, Viktor." in sentence


def test_messages_and_notes_alone_are_nothing_to_unsee(strait: Cell) -> None:
    game = load(strait)
    first = len(game.log) + 1
    game.append(MessageSent(number=first, form="note", fields={}, sender="Mara"))
    assert missing_consent(game, first, "", ()) == []


def test_a_forged_take_back_is_found(strait: Cell) -> None:
    game = load(strait)
    order = last_order(game)
    for first, faults in ((order, 0), (order + 1, 1), (9999, 1), (order - 1, 1)):
        taken = TakenBack(number=len(game.log) + 1, first=first, by="Mara", because="x")
        forged = Game.from_events(game.id, [*game.log, taken])
        report = audit(enter(forged.id, forged.log, GENESIS))
        found = [each for each in report.findings if "not an order in force" in each.message]
        assert len(found) == faults


def test_a_forged_overruling_by_a_side_is_told(strait: Cell) -> None:
    game = load(strait)
    for by, told in (("Mara", False), ("Anna", True)):
        taken = TakenBack(
            number=len(game.log) + 1, first=last_order(game), by=by, because="x", overruled=("verrin",)
        )
        forged = Game.from_events(game.id, [*game.log, taken])
        report = audit(enter(forged.id, forged.log, GENESIS))
        assert any("may not speak for the white cell" in each for each in report.notices) == told
