"""Words of the sides for the dice: promised, given, waived; who may, when, and what an audit finds."""

import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudication.audits.audit import audit
from adjudication.audits.dice_words import audit_entropy
from adjudication.engine.play.entropy import Ceremony
from cli.terminal import terminal
from domain.events import DieRolled, Event, Noted
from domain.events.entropy import EntropyGiven, EntropyPromised, EntropyWaived, words_digest
from domain.game.chain import GENESIS, enter
from domain.ledger.logfile import read_log
from domain.ledger.store import Ledger
from domain.table.dice import SealedDice
from tests.cli.conftest import Cell
from tests.seminar.three import NAME

GEESE = "the geese fly south"
OWLS = "owls are not what they seem"
THROW = ("roll", "8d20", "--for", "morale", "--because", "it is cold")


@pytest.fixture
def table(empty: Cell) -> Cell:
    """A game that waits for words."""
    empty.done("new", NAME, "--seed", "4", "--await-words")
    return empty


def promise(cell: Cell, side: str, words: str, *more: str) -> str:
    return cell.done("begin", "promise", "--side", side, "--digest", words_digest(side, words), *more).out


def give(cell: Cell, side: str, words: str) -> str:
    return cell.done("begin", "give", *words.split(), "--side", side).out


def with_words(cell: Cell) -> Cell:
    """Both sides' words promised and given, play open, dice thrown, closed."""
    promise(cell, "blue", GEESE)
    promise(cell, "amber", OWLS)
    give(cell, "blue", GEESE)
    give(cell, "amber", OWLS)
    cell.done("begin")
    cell.done(*THROW)
    cell.done("close", "--yes")
    return cell


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


# --- the ceremony --------------------------------------------------------------------------------


def test_each_step_says_what_is_next(table: Cell) -> None:
    assert (
        "Play is not open yet. Each side can now promise words for the dice: "
        "`whitecell begin promise --side SIDE`.\n"
        "`whitecell begin` opens play.\n"
    ) in table.done("status").out
    digest = words_digest("blue", GEESE)
    assert promise(table, "blue", GEESE, "--by", "Bo") == (
        f"Blue promised words for the dice; their digest is {digest}.\n"
        "Keep the words exactly as they are: capitals, spaces and punctuation count.\n"
        "Next are the words of Blue: `whitecell begin give WORDS --side blue`. Other sides may still "
        "promise, until the first words are given.\n"
    )
    promise(table, "amber", OWLS)
    assert give(table, "blue", GEESE) == (
        "Blue gave words; they count from the first roll on.\n"
        "All sides can read them, and the audit lists them.\n"
        "Next are the words of Amber: `whitecell begin give WORDS --side amber`.\n"
    )
    told = table.done("begin", "waive", "--side", "amber", "--because", "their line is down").out
    assert told.splitlines() == [
        "The game goes on without the words of Amber; the audit will say so.",
        "All promised words are given or waived. `whitecell begin` opens play.",
    ]
    assert table.done("begin", "show").out.splitlines()[:2] == [
        f"Blue: gave “{GEESE}”",
        "Amber: waived, because their line is down",
    ]
    assert "Play begins" in table.done("begin").out
    assert "begin promise" not in table.done("status").out
    assert table.done("begin", "show", "--json").json == {
        "promised": {"blue": digest, "amber": words_digest("amber", OWLS)},
        "given": {"blue": GEESE},
        "waived": {"amber": "their line is down"},
        "outstanding": [],
        "open": False,
        "begun": True,
    }


def test_all_sides_read_the_words_and_the_promises_before_them(table: Cell) -> None:
    with_words(table)
    for side in ("amber", "blue", "white"):
        told = table.done("log", "--as", side).out
        promised, given = told.index(words_digest("blue", GEESE)), told.index(GEESE)
        assert promised < told.index(words_digest("amber", OWLS)) < given < told.index(OWLS)


def test_the_digest_can_be_made_without_whitecell() -> None:
    made = hashlib.sha256(f"whitecell words:blue:{GEESE}".encode()).hexdigest()
    assert made == words_digest("blue", GEESE) != words_digest("amber", GEESE)


def test_a_digest_is_taken_as_sha256sum_prints_it(table: Cell) -> None:
    printed = f"{words_digest('blue', GEESE).upper()}  -"
    told = table.done("begin", "promise", "--side", "blue", "--digest", printed, "--json").json
    assert told == {"side": "blue", "digest": words_digest("blue", GEESE)}


def test_words_typed_here_are_not_shown_and_not_kept(table: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter([GEESE, "the geese fly north", "too short", "too short", GEESE, GEESE])
    monkeypatch.setattr(terminal, "interactive", lambda: True)
    monkeypatch.setattr(terminal, "ask_unseen", lambda prompt: next(typed))
    before = len(table.events())
    assert "not the same words" in table.refused("begin", "promise", "--side", "blue")
    assert "12 to 200" in table.refused("begin", "promise", "--side", "blue")
    assert len(table.events()) == before
    told = table.done("begin", "promise", "--side", "blue").out
    assert words_digest("blue", GEESE) in told
    assert GEESE not in told
    assert GEESE.encode() not in table.database.read_bytes()


def test_without_a_terminal_a_promise_needs_its_digest(table: Cell) -> None:
    assert "--digest HEX" in table.refused("begin", "promise", "--side", "blue")


def test_the_dice_come_from_the_words_of_all_in_the_order_of_their_promises(table: Cell) -> None:
    with_words(table)
    secret, rolls = secret_of(table), faces(table)
    assert [roll.face for roll in rolls] == [derived(secret, roll, GEESE, OWLS) for roll in rolls]
    for other in ((), (GEESE,), (OWLS, GEESE)):
        assert [roll.face for roll in rolls] != [derived(secret, roll, *other) for roll in rolls]


def test_what_was_stirred_stays_stirred_when_an_order_is_taken_back(table: Cell) -> None:
    promise(table, "blue", GEESE)
    give(table, "blue", GEESE)
    table.done("begin")
    table.done(*THROW)
    table.done("undo", "--because", "a slip", "--yes")
    table.done(*THROW)
    again = faces(table)[8:]
    assert [roll.face for roll in again] == [derived(secret_of(table), roll, GEESE) for roll in again]
    assert table.done("audit", "--json").json["findings"] == []


# --- what is refused ------------------------------------------------------------------------------


def test_nothing_is_played_before_play_is_open(table: Cell) -> None:
    for act in (THROW, ("order", "march", "piece=blue-guard", "to=hill", "--side", "blue"), ("next",)):
        assert "begin" in table.refused(*act)
    assert table.done("orders", "--json").json == []
    assert table.done("orders", "--as", "blue", "--json").json == []
    promise(table, "blue", GEESE)
    for act in (THROW, ("begin",), ("next",)):
        assert "begin give WORDS --side blue" in table.refused(*act)
    give(table, "blue", GEESE)
    table.done("begin")
    assert "open already" in table.refused("begin")


def test_what_would_let_somebody_choose_is_refused(table: Cell) -> None:
    digest = words_digest("coral", "anything at all")
    give_blue = ("begin", "give", *GEESE.split(), "--side", "blue")
    assert "only words promised" in table.refused(*give_blue)
    assert "64 hexadecimal" in table.refused("begin", "promise", "--side", "blue", "--digest", "abc")
    promise(table, "blue", GEESE)
    promise(table, "amber", OWLS)
    assert "already" in table.refused("begin", "promise", "--side", "blue", "--digest", digest)
    assert "order of the promises" in table.refused("begin", "give", *OWLS.split(), "--side", "amber")
    assert "not the words" in table.refused("begin", "give", *GEESE.upper().split(), "--side", "blue")
    assert "needs a reason" in table.refused("begin", "waive", "--side", "amber")
    assert "nothing to waive" in table.refused("begin", "waive", "--side", "coral", "--because", "x")
    table.done(*give_blue)
    late = table.refused("begin", "promise", "--side", "coral", "--digest", digest)
    assert late == "Blue gave words already; all promises come before the first words."
    assert "gave words already" in table.refused(*give_blue)
    assert "they count" in table.refused("begin", "waive", "--side", "blue", "--because", "x")
    give(table, "amber", OWLS)
    table.done("begin")
    table.done(*THROW)
    before = table.events()
    for act in (("promise", "--side", "coral", "--digest", digest), ("give", GEESE, "--side", "coral")):
        told = table.refused("begin", *act)
        assert "whoever holds the seal could choose" in told
    assert table.events() == before


def test_words_are_refused_once_play_is_open_whether_dice_were_thrown_or_not(empty: Cell) -> None:
    """Were it the first roll that ends it, a refusal would tell of a hidden one."""
    empty.done("new", NAME, "--seed", "4")
    acts = (
        ("promise", "--side", "blue", "--digest", words_digest("blue", GEESE)),
        ("give", *GEESE.split(), "--side", "blue"),
    )
    told = [empty.refused("begin", *act) for act in acts]
    shown = empty.done("begin", "show").out
    assert {*told} == {
        "Play is open. Words for the dice count only when they are given before: whoever holds the seal "
        "could choose later ones to steer the dice. `new --await-words` waits for them."
    }
    empty.done(*THROW)
    assert [empty.refused("begin", *act) for act in acts] == told
    assert empty.done("begin", "show").out == shown


def test_the_roster_says_who_may_speak_for_a_side(table: Cell) -> None:
    table.done("roster", "Ada", "--role", "facilitator")
    table.done("roster", "Bo", "--side", "blue")
    promised = ("begin", "promise", "--digest", words_digest("blue", GEESE), "--side", "blue")
    assert "Bo sits at Blue" in table.refused(
        "begin", "promise", "--digest", "0" * 64, "--side", "amber", "--by", "Bo"
    )
    assert "not in the roster" in table.refused(*promised, "--by", "Cy")
    table.done(*promised, "--by", "bo")
    waive = ("begin", "waive", "--side", "blue", "--because", "x")
    assert "white cell" in table.refused(*waive, "--by", "Bo")
    give(table, "blue", GEESE)
    assert [event.by for event in faces(table, EntropyPromised) + faces(table, EntropyGiven)] == ["Bo", "Ada"]
    assert table.done("audit", "--json").json["findings"] == []


def test_a_log_without_its_seal_takes_no_words(table: Cell) -> None:
    promise(table, "blue", GEESE)
    table.done("export", "open.jsonl")
    other = Cell(Path("other.db").absolute())
    other.done("import", "open.jsonl", "--name", "elsewhere")
    assert "seal" in other.refused("begin", "give", *GEESE.split(), "--side", "blue", "--game", "elsewhere")


def test_where_dice_are_thrown_on_the_table_the_draws_come_from_the_words(empty: Cell) -> None:
    empty.done("new", "ramadi", "--seed", "4", "--dice", "typed", "--await-words")
    promise(empty, "isf", GEESE)
    assert give(empty, "isf", GEESE).startswith(
        "Iraqi Security Forces gave words; they count from the first draw on."
    )


def test_a_side_is_told_the_same_whatever_else_has_happened(empty: Cell) -> None:
    other = Cell(Path("other.db").absolute())
    for cell in (empty, other):
        cell.done("new", NAME, "--seed", "4", "--await-words")
    empty.done("message", "--as", "amber", "--field", "text=ambrosia", "--to", "white")
    empty.done("note", "whitsun")
    told = [[promise(cell, "blue", GEESE), give(cell, "blue", GEESE)] for cell in (empty, other)]
    assert told[0] == told[1]


# --- what an audit says of it ----------------------------------------------------------------------


def closed_log(cell: Cell) -> list[Any]:
    with_words(cell)
    cell.done("export", "stirred.jsonl")
    return [entry.event for entry in read_log(Path("stirred.jsonl"))[0]]


def messages(events: list[Any]) -> set[str]:
    """What the rules of the ceremony find in a log, its events numbered anew."""
    numbered = [msgspec.structs.replace(event, number=n) for n, event in enumerate(events, start=1)]
    return {f"{found.event} {found.message}" for found in audit_entropy(numbered)[0]}


def place(events: list[Any], kind: type[Event], which: int = 0) -> int:
    return [n for n, event in enumerate(events) if isinstance(event, kind)][which]


def test_a_game_with_words_audits_clean_and_the_audit_tells_of_them(table: Cell) -> None:
    closed_log(table)
    told = table.done("audit", "stirred.jsonl", "--json", "--report", "audit.md").json
    assert (told["findings"], told["dice"], told["rolls"]["sealed"]) == ([], "derived", 8)
    report = Path("audit.md").read_text()
    assert GEESE in report
    assert OWLS in report


def test_every_breach_of_the_ceremony_is_found(table: Cell) -> None:
    events = closed_log(table)
    assert messages(events) == set()
    promised, given = place(events, EntropyPromised), place(events, EntropyGiven)
    rolled = place(events, DieRolled)

    def altered(which: int, **fields: Any) -> list[Any]:
        return [
            msgspec.structs.replace(event, **fields) if n == which else event
            for n, event in enumerate(events)
        ]

    def moved(which: int, to: int) -> list[Any]:
        rest = [event for n, event in enumerate(events) if n != which]
        return [*rest[:to], events[which], *rest[to:]]

    def without(which: int) -> list[Any]:
        return [event for n, event in enumerate(events) if n != which]

    waived = EntropyWaived(number=0, side="blue", by="", because=" ")
    cases: list[tuple[list[Any], str]] = [
        (altered(given, text="the geese fly north"), "not the words"),
        (altered(given, text=GEESE + "\n"), "control character"),
        (altered(given, text="geese"), "12 to 200"),
        (altered(promised, digest="0" * 64), "not the words"),
        (altered(promised, side="coral"), "promised no words"),
        (altered(promised, side="nato"), "no side"),
        (without(promised), "promised no words"),
        (without(given), "thrown before Blue gave"),
        ([*events[: given + 1], events[given], *events[given + 1 :]], "gave words already"),
        ([*events[: promised + 1], events[promised], *events[promised + 1 :]], "promised words already"),
        (moved(given, given + 1), "order of the promises"),
        (moved(promised, given + 1), "promises come before"),
        (moved(given, rolled + 1), "thrown"),
        (moved(given, rolled - 1), "Play is open"),
        ([*events[:given], waived, *events[given + 1 :]], "needs a reason"),
        ([*events[: given + 1], waived, *events[given + 1 :]], "they count"),
        ([*events[:promised], waived, *events[promised:]], "nothing to waive"),
        (altered(0, commitment=""), "derived from a seal"),
    ]
    for log, wanted in cases:
        assert any(wanted in found for found in messages(log)), (wanted, messages(log))


def test_forged_words_are_found_also_where_the_chain_was_made_to_fit(table: Cell) -> None:
    events = closed_log(table)
    given = place(events, EntropyGiven)
    other = "the geese fly north"
    promised = place(events, EntropyPromised)
    events[given] = msgspec.structs.replace(events[given], text=other)
    events[promised] = msgspec.structs.replace(events[promised], digest=words_digest("blue", other))
    wrong = audit(enter("0" * 32, events, GENESIS)).findings
    assert {finding.kind for finding in wrong} == {"dice"}
    assert {finding.event for finding in wrong} <= {e.number for e in events if isinstance(e, DieRolled)}


def test_words_that_were_left_out_are_found(table: Cell) -> None:
    events = closed_log(table)
    for n, was in enumerate(events):
        if isinstance(was, EntropyGiven | EntropyPromised):
            events[n] = Noted(number=was.number, time=was.time, text="Tea break")
    assert audit_entropy(events)[0] == [], "no trace of the ceremony is left"
    assert "dice" in {finding.kind for finding in audit(enter("0" * 32, events, GENESIS)).findings}


def test_the_audit_notes_who_could_have_known_the_dice(empty: Cell) -> None:
    def notices() -> str:
        return "\n".join(empty.done("audit", "--json").json["notices"])

    empty.done("new", NAME, "--seed", "4")
    empty.done(*THROW)
    assert "--seed" in notices()
    empty.done("new", NAME)
    assert "No side gave words" not in notices(), "nothing has been rolled yet"
    empty.done(*THROW)
    assert "No side gave words for the dice: whoever started the game could try seals until one" in notices()
    empty.done("fork", "--at", str(len(empty.events())))
    assert "No side gave words" in notices()
    empty.done("new", NAME, "--await-words")
    promise(empty, "blue", GEESE)
    promise(empty, "amber", OWLS)
    give(empty, "blue", GEESE)
    empty.done("begin", "waive", "--side", "amber", "--because", "their line is down", "--by", "Ada")
    empty.done("begin")
    empty.done(*THROW)
    assert "(Ada): play went on without the words that amber had promised. Reason: their line" in notices()
    assert "--seed" not in notices()
    assert "No side gave words" not in notices()
    empty.done("fork", "--at", str(len(empty.events())))
    assert "The seal of this fork was drawn after the words" in notices()


def test_the_ceremony_of_a_log_without_an_opening_is_empty() -> None:
    ceremony = Ceremony.of([])
    assert (ceremony.outstanding, ceremony.begun) == ([], False)
