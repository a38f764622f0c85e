"""A side stirs the sealed dice: what it says, what comes of it, who may do it, and what an audit finds."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudication.audit import audit
from adjudication.seals import check_stirring
from domain.chain import GENESIS, enter
from domain.dice import SealedDice
from domain.errors import Refused
from domain.events import DieRolled, EntropyGiven, Event, Noted
from domain.game import Game
from domain.ledger import Ledger
from domain.logfile import read_log
from tests.cli.conftest import Cell
from tests.seminar.three import NAME

GEESE = "the geese fly south"
THROW = ("roll", "8d20", "--for", "morale", "--because", "it is cold")


@pytest.fixture
def game(empty: Cell) -> Cell:
    empty.done("new", NAME, "--seed", "4")
    return empty


def faces(cell: Cell, kind: type[Any] = DieRolled) -> list[Any]:
    return [event for event in cell.events() if isinstance(event, kind)]


def derived(secret: str, event: DieRolled, *words: str) -> int:
    return SealedDice(secret).number(event.die, event.chance, words)


def secret_of(cell: Cell) -> str:
    ledger = Ledger(str(cell.database))
    try:
        desk = ledger.desk()
        return desk.seal(desk.game_id(None)) or ""
    finally:
        ledger.close()


def test_it_says_what_it_does_and_everyone_can_read_the_words(game: Cell) -> None:
    told = game.done("stir", *GEESE.split(), "--side", "blue").out
    assert told == (
        "Blue has stirred the dice; the words count from the next roll on.\n"
        "All sides can read them, and the audit tells of them.\n"
    )
    for side in ("amber", "blue", "white"):
        assert GEESE in game.done("log", "--as", side, "--last", "1").out
    assert game.done("stir", "again", "--as", "coral", "--json").json == {"side": "coral", "text": "again"}


def test_the_log_says_who_spoke_for_the_side(game: Cell) -> None:
    game.done("stir", GEESE, "--side", "blue", "--by", "Bo")
    assert f"Blue (Bo) stirs the dice with “{GEESE}”" in game.done("log", "--last", "1").out


def test_rolls_after_it_are_derived_from_the_words_and_those_before_are_not(game: Cell) -> None:
    game.done(*THROW)
    game.done("stir", GEESE, "--side", "blue")
    game.done(*THROW)
    game.done("stir", "and back", "--side", "amber")
    game.done(*THROW)
    secret, rolls = secret_of(game), faces(game)
    for words, thrown in zip(
        ((), (GEESE,), (GEESE, "and back")), (rolls[:8], rolls[8:16], rolls[16:]), strict=True
    ):
        assert [roll.face for roll in thrown] == [derived(secret, roll, *words) for roll in thrown]
    plain = [derived(secret, roll) for roll in rolls[8:]]
    assert [roll.face for roll in rolls[8:]] != plain


def test_it_counts_within_an_order_that_waits_for_an_answer(empty: Cell) -> None:
    empty.done("new", "toy-reaction", "--seed", "2")
    empty.done("order", "convoy", "column=col-a", "road=km-1,km-2,km-3,town")
    empty.done("decide", "gang-y")
    empty.done("stir", GEESE, "--side", "un")
    assert empty.done("status", "--json").json["pending"][0]["options"] == ["push on", "halt"]
    empty.done("decide", "push on")
    empty.done("decide", "gang-t")
    first, second = faces(empty)
    assert first.procedure == second.procedure
    secret = secret_of(empty)
    assert (first.face, second.face) == (derived(secret, first), derived(secret, second, GEESE))
    assert second.face != derived(secret, second)
    assert empty.done("audit", "--json").json["findings"] == []


def test_what_was_stirred_stays_stirred_when_an_order_is_taken_back(game: Cell) -> None:
    game.done("order", "march", "piece=blue-guard", "to=hill", "--side", "blue")
    game.done("stir", GEESE, "--side", "blue")
    game.done(*THROW)
    game.done("undo", "--because", "a slip", "--yes")
    game.done(*THROW)
    again = faces(game)[8:]
    assert [roll.face for roll in again] == [derived(secret_of(game), roll, GEESE) for roll in again]
    assert game.done("audit", "--json").json["findings"] == []


def closed(cell: Cell) -> Path:
    cell.done(*THROW)
    cell.done("stir", GEESE, "--side", "blue")
    cell.done(*THROW)
    cell.done("close", "--yes")
    cell.done("export", "stirred.jsonl")
    return Path("stirred.jsonl")


def test_a_stirred_game_audits_clean_and_the_audit_tells_of_it(game: Cell) -> None:
    log = closed(game)
    told = game.done("audit", str(log), "--json", "--report", "audit.md").json
    assert (told["findings"], told["dice"], told["rolls"]["sealed"]) == ([], "derived", 16)
    report = Path("audit.md").read_text()
    assert "The dice were stirred once" in report
    assert GEESE in report


def test_forged_words_are_found_also_where_the_chain_was_made_to_fit(game: Cell) -> None:
    log = closed(game)
    forged = Path("forged.jsonl")
    forged.write_text(log.read_text().replace(GEESE, "the geese fly north"))
    told = game("audit", str(forged), "--json")
    assert told.code == 1
    kinds = {finding["kind"] for finding in msgspec.json.decode(told.out)["findings"]}
    assert kinds == {"chain", "dice"}
    events = [entry.event for entry in read_log(forged)[0]]
    wrong = audit(enter("0" * 32, events, GENESIS)).findings
    rolls = [event.number for event in events if isinstance(event, DieRolled)]
    assert {finding.kind for finding in wrong} == {"dice"}
    assert {finding.event for finding in wrong} <= set(rolls[8:])


def test_words_that_were_left_out_are_found(game: Cell) -> None:
    events = [entry.event for entry in read_log(closed(game))[0]]
    place = next(place for place, event in enumerate(events) if isinstance(event, EntropyGiven))
    left = replaced_by_note(events, place)
    assert "dice" in {finding.kind for finding in audit(enter("0" * 32, left, GENESIS)).findings}


def replaced_by_note(events: list[Event], place: int) -> list[Event]:
    """The log with a harmless note where the words were, so that all numbers stay."""
    was = events[place]
    note = Noted(number=was.number, time=was.time, text="Tea break")
    return [*events[:place], note, *events[place + 1 :]]


def test_the_roster_says_who_may_stir_for_a_side(game: Cell) -> None:
    game.done("seat", "Ada", "--role", "facilitator")
    game.done("seat", "Bo", "--side", "blue")
    assert "Bo sits at Blue" in game.refused("stir", GEESE, "--side", "amber", "--by", "Bo")
    assert "not in the roster" in game.refused("stir", GEESE, "--side", "blue", "--by", "Cy")
    game.done("stir", GEESE, "--side", "blue", "--by", "bo")
    game.done("stir", "geese", "--side", "amber")
    assert [(event.side, event.by) for event in faces(game, EntropyGiven)] == [
        ("blue", "Bo"),
        ("amber", "Ada"),
    ]
    assert game.done("audit", "--json").json["findings"] == []


def test_a_side_is_told_the_same_whatever_else_has_happened(game: Cell) -> None:
    before = [game.done("stir", GEESE, "--as", "blue", *more).out for more in ((), ("--json",))]
    game.done("order", "scheme", "plot=ambrosia-coup", "--side", "amber")
    assert game.done("status", "--json").json["pending"]
    after = [game.done("stir", GEESE, "--as", "blue", *more).out for more in ((), ("--json",))]
    assert before == after


def test_a_log_without_its_seal_is_not_stirred(game: Cell) -> None:
    game.done("export", "open.jsonl")
    other = Cell(Path("other.db").absolute())
    other.done("import", "open.jsonl", "--name", "elsewhere")
    assert "seal" in other.refused("stir", GEESE, "--side", "blue", "--game", "elsewhere")


def test_where_dice_are_thrown_on_the_table_the_draws_are_stirred(empty: Cell) -> None:
    empty.done("new", "ramadi", "--seed", "4", "--dice", "typed")
    told = empty.done("stir", GEESE, "--side", "isf").out
    assert told.startswith(
        "Iraqi Security Forces has stirred the dice; the words count from the next draw on."
    )


def test_where_nothing_comes_from_a_seal_there_is_nothing_to_stir(game: Cell) -> None:
    opened, *rest = game.events()
    state = Game.from_events("0" * 32, [msgspec.structs.replace(opened, commitment=""), *rest]).state
    with pytest.raises(Refused, match="comes from a seal"):
        check_stirring(state, "blue", GEESE)
