"""The audit report: made from the log alone, with everything in it that was found and that people did."""

import io
import re
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader

from adjudication.audits.audit import audit
from adjudication.chances.luck import chi_square_tail
from domain.events import (
    CHANCE,
    DieRolled,
    Event,
    GameOpened,
    HouseRuleAdopted,
    InjectHandled,
    LookedUp,
    MarkingSet,
    Modified,
    OptionChanged,
    OrderGiven,
    Ruled,
    SealRevealed,
    SeatTaken,
    SecretOrderSealed,
    TableAdopted,
    TakenBack,
)
from domain.game.chain import GENESIS, Entry, enter
from reports.audit import audit_report
from reports.audit.sources import table_digest
from reports.document import FORMATS
from reports.document.blocks import (
    Block,
    Bullets,
    Document,
    Facts,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    Unfold,
    anchors,
    every_block,
    plain,
)
from tests.core.games import renumbered
from tests.reports.games import HOSTILE, corrected, entries_of, played
from tests.seminar.games import freeform
from tests.seminar.golden import seminar
from tests.seminar.test_house import OURS


def report_on(events: Sequence[Event], of: int = 0) -> Document:
    """The report on a log of these events, its chain made anew."""
    return of_entries(enter("0" * 32, events, GENESIS), of)


def of_entries(entries: Sequence[Entry], of: int = 0) -> Document:
    return audit_report(entries, audit(entries, of))


def changed(events: Sequence[Event], place: int, **fields: Any) -> list[Event]:
    """The events, one of them with other fields."""
    return [*events[:place], msgspec.structs.replace(events[place], **fields), *events[place + 1 :]]


def section(document: Document, anchor: str) -> Section:
    found = [b for b in every_block(document.sections) if isinstance(b, Section) and b.anchor == anchor]
    assert len(found) == 1, anchor
    return found[0]


def steps(document: Document, anchor: str) -> dict[int, Step]:
    """The events that stand in a section, by number."""
    blocks = every_block((section(document, anchor),))
    return {step.number: step for block in blocks if isinstance(block, Steps) for step in block.items}


def tables(document: Document, anchor: str) -> list[list[dict[str, str]]]:
    """The tables in a section, their rows by column."""
    return [
        [{c.name: plain(cell) for c, cell in zip(block.columns, row, strict=True)} for row in block.rows]
        for block in every_block((section(document, anchor),))
        if isinstance(block, Table)
    ]


def told(step: Step) -> str:
    return " ".join([plain(step.words), *map(plain, step.notes)])


def text(document: Document) -> str:
    """Every word of a document."""
    return "\n".join(line for block in every_block(document.sections) for line in _lines(block))


def _lines(block: Block) -> list[str]:
    match block:
        case Paragraph(words):
            return [plain(words)]
        case Facts(rows):
            return [f"{term}: {plain(said)}" for term, said in rows]
        case Bullets(items):
            return [plain(item) for item in items]
        case Table(_, rows, caption):
            return [caption, *(" | ".join(map(plain, row)) for row in rows)]
        case Steps(items):
            return [f"{step.number} {told(step)}" for step in items]
        case Unfold(summary):
            return [plain(summary)]
        case Section(_, heading):
            return [heading]
        case _:
            return []


# --- what it says of a whole game ------------------------------------------------------------------


def test_a_game_without_faults_is_clean_and_can_be_held_against_its_log() -> None:
    _, entries, report = played()
    document = audit_report(entries, report)
    words = text(document)
    assert "Audit passed" in plain(section(document, "verdict").blocks[0].words)  # type: ignore[union-attr]
    assert words.count(entries[-1].digest) == 2
    opened: Any = entries[0].event
    assert all(digest in words for digest in (opened.commitment, opened.rules_digest, opened.scenario_digest))
    assert f"{report.procedures} orders replayed" in words
    assert all(notice in words for notice in report.notices)
    (parts,) = tables(document, "checked")
    assert [(row["Part"], row["Answer"], row["Discrepancies"]) for row in parts] == [
        ("Chain", "whole", "0"),
        ("Log", "whole", "0"),
        ("Dice", "derived", "0"),
        ("Rules", "followed", "0"),
    ]


def test_the_dice_are_counted_and_weighed() -> None:
    _, entries, report = played()
    document = audit_report(entries, report)
    events = [entry.event for entry in entries]
    ((sealed,),) = tables(document, "dice")
    chances = Counter(type(event) for event in events if isinstance(event, CHANCE))
    assert int(sealed["Rolls"]) == chances[DieRolled]
    assert sum(int(sealed[kind]) for kind in ("Rolls", "Draws", "Picks", "Shuffles")) == chances.total()
    assert sealed["Derived again"].startswith("yes")
    ((die,),) = tables(document, "faces")
    faces = Counter(event.face for event in events if isinstance(event, DieRolled))
    assert die["Die"] == "D6"
    assert die["Faces"] == ", ".join(f"{face}: {faces[face]}" for face in range(1, 7))
    each = faces.total() / 6
    chi_square = sum((faces[face] - each) ** 2 / each for face in range(1, 7))
    assert die["Chi-square"] == f"{chi_square:.2f}"
    assert die["p"] == f"{chi_square_tail(chi_square, 5):.3f}"


def test_every_table_stands_under_its_provenance_with_its_digest() -> None:
    _, entries, report = played()
    document = audit_report(entries, report)
    events = [entry.event for entry in entries]
    laid: Any = next(event for event in events if type(event).__name__ == "TablesLaid")
    entered = Counter(event.table for event in events if isinstance(event, LookedUp))
    for provenance in {data.provenance for data in laid.tables.values()}:
        (rows,) = tables(document, f"tables-{provenance}")
        names = [name for name, data in laid.tables.items() if data.provenance == provenance]
        assert [row["Table"].endswith(f"({name})") for row, name in zip(rows, names, strict=True)]
        assert [int(row["Used"]) for row in rows] == [entered[name] for name in names]
    words = text(document)
    assert all(table_digest(data) in words for data in laid.tables.values())


def test_another_row_is_another_digest() -> None:
    _, entries, _ = played()
    laid: Any = next(e.event for e in entries if type(e.event).__name__ == "TablesLaid")
    data = next(iter(laid.tables.values()))
    other = msgspec.structs.replace(data, rows=data.rows[:-1])
    assert table_digest(data) != table_digest(other)


# --- what people did -------------------------------------------------------------------------------


OVERRIDES = (Ruled, HouseRuleAdopted, OptionChanged, TableAdopted)


def games() -> list[tuple[str, Sequence[Event]]]:
    return [("corrected", corrected().log), ("seminar", seminar()[0].log)]


@pytest.mark.parametrize("name", ["corrected", "seminar"])
def test_everything_that_people_changed_has_its_author_and_reason(name: str) -> None:
    events = dict(games())[name]
    document = report_on(events)
    wanted: dict[str, list[Any]] = {
        "overrides": [event for event in events if isinstance(event, OVERRIDES)],
        "take-backs": [event for event in events if isinstance(event, TakenBack)],
        "by-hand": [e for e in events if isinstance(e, OrderGiven) and e.order.startswith("hand-")],
        "around": [e for e in events if isinstance(e, InjectHandled) and e.how != "delivered"],
    }
    assert wanted["overrides"]
    for anchor, found in wanted.items():
        if not found:
            continue
        shown = steps(document, anchor)
        if anchor != "around":
            assert list(shown) == sorted({event.number for event in found}, key=list(shown).index)
            assert len(shown) == len(found)
        for event in found:
            words = " ".join(told(shown[event.number]).split())
            for part in (event.by, event.because):
                assert " ".join(plain(part).split()) in words
    assert {f"e{event.number}" for found in wanted.values() for event in found} <= anchors(document)


def test_a_ruling_shows_what_was_recorded_and_a_take_back_what_it_struck() -> None:
    game = corrected()
    document = report_on(game.log)
    ruled = next(event for event in game.log if isinstance(event, Ruled))
    rolled: Any = game.log[ruled.concerns - 1]
    assert f"D6 for {rolled.purpose}: {rolled.face}" in told(steps(document, "overrides")[ruled.number])
    taken = next(event for event in game.log if isinstance(event, TakenBack))
    struck = [number for number, by in game.struck.items() if by == taken.number]
    words = told(steps(document, "take-backs")[taken.number])
    assert f"{len(struck)} events undone, {min(struck)} to {max(struck)}" in words
    assert "agreed by Iraqi Security Forces" in words


def test_people_sealed_orders_and_seats_are_all_there() -> None:
    events = seminar()[0].log
    document = report_on(events)
    (rows,) = tables(document, "people")
    by = {row["Person"]: row for row in rows}
    orders = Counter(
        event.by
        for event in events
        if isinstance(event, OrderGiven) and event.order != "begin" and not event.order.startswith("hand-")
    )
    counted = {person: re.match(r"([0-9]+) orders?", row["Entries"]) for person, row in by.items()}
    assert {person: int(found[1]) for person, found in counted.items() if found} == {
        person or "no name": count for person, count in orders.items()
    }
    seated = [event for event in events if isinstance(event, SeatTaken)]
    assert list(steps(document, "seats")) == [event.number for event in seated]
    for event in seated:
        if not event.left:
            assert event.role in by[event.name]["Roles"]
    (sealed,) = tables(document, "sealed-orders")
    assert [int(row["Event"]) for row in sealed] == [
        e.number for e in events if isinstance(e, SecretOrderSealed)
    ]
    assert {row["Content"] for row in sealed} == {"as submitted"}


def test_hostile_names_and_reasons_are_words() -> None:
    page = FORMATS["html"](report_on(corrected().log)).decode()
    assert page.count("<script") == 1, "the one that unfolds what a link leads to"
    assert "&lt;script&gt;" in page
    assert "\x1b" not in page
    assert HOSTILE.split("\n")[1] in page


# --- forged logs -----------------------------------------------------------------------------------


def test_a_forged_die_is_named_with_what_was_recorded_and_what_the_seal_gives() -> None:
    _, entries, _ = played()
    events = [entry.event for entry in entries]
    place, die = next((n, e) for n, e in enumerate(events) if isinstance(e, DieRolled) and e.face != 6)
    forged = changed(events, place, face=6)
    document = report_on(forged)
    (rows,) = tables(document, "findings")
    dice = [row for row in rows if row["Kind"] == "Dice"]
    assert [row["Event"] for row in dice] == [str(die.number)]
    assert dice[0]["Rule"].startswith(die.rule)
    assert "face 6" in dice[0]["Recorded"]
    assert dice[0]["Expected"] == str(die.face)
    (parts,) = tables(document, "checked")
    assert {row["Part"]: row["Answer"] for row in parts} == {
        "Chain": "whole",
        "Log": "whole",
        "Dice": "wrong",
        "Rules": "broken",
    }
    ((sealed,),) = tables(document, "dice")
    assert sealed["Derived again"] == "yes; 1 discrepancy"


def test_it_says_why_dice_were_not_derived_again() -> None:
    _, entries, _ = played()
    events = [entry.event for entry in entries]

    def again(log: Sequence[Event]) -> str:
        return {row["Source"]: row["Derived again"] for row in tables(report_on(log), "dice")[0]}["sealed"]

    place = next(n for n, event in enumerate(events) if isinstance(event, SealRevealed))
    assert again(events) == "yes: each one is what the seed gives"
    assert again(events[:place]) == "no: the seed is not in the log yet"
    for secret in ("00" * 32, "no secret"):
        forged = changed(events, place, secret=secret)
        assert again(forged) == "no: the seed in the log does not fit the commitment; 1 discrepancy"
    typed = changed(
        events[:place], next(n for n, e in enumerate(events) if isinstance(e, DieRolled)), source="typed"
    )
    assert again(typed) == "no: the seed is not in the log yet; 1 discrepancy"


def test_an_event_with_a_marking_of_its_own_bears_it() -> None:
    events = corrected().log
    ruled = next(event for event in events if isinstance(event, Ruled))
    marked = [*events, MarkingSet(number=len(events) + 1, marking="SECRET", concerns=ruled.number)]
    document = report_on(marked)
    assert document.marking == "SECRET"
    assert plain(steps(document, "overrides")[ruled.number].words).endswith(" SECRET")


def test_an_altered_byte_names_its_event() -> None:
    _, entries, _ = played()
    place = next(n for n, entry in enumerate(entries) if isinstance(entry.event, Modified))
    body = entries[place].body.replace(b'"total":', b'"total":1', 1)
    event = msgspec.json.decode(body, type=Modified)
    forged = [*entries]
    forged[place] = msgspec.structs.replace(entries[place], body=body, event=event)
    (rows,) = tables(of_entries(forged), "findings")
    assert ("Chain", str(place + 1)) in {(row["Kind"], row["Event"]) for row in rows}


def test_a_lost_tail_and_a_lost_event_are_named() -> None:
    _, entries, _ = played()
    cut = of_entries(entries[:-5], len(entries))
    assert "The end of the log is missing" in text(cut)
    assert plain(section(cut, "verdict").blocks[0].words).startswith("not fully checked")  # type: ignore[union-attr]
    (rows,) = tables(of_entries([*entries[:40], *entries[41:]]), "findings")
    assert {row["Event"] for row in rows if row["Kind"] == "Chain"} == {"42"}


STRANGE: list[tuple[str, Any]] = [
    ("no opening", lambda events: renumbered(events[1:])),
    ("a die of no face", lambda events: _die(events, die=0, face=0)),
    ("a die of a thousand million faces", lambda events: _die(events, die=10**9, face=10**9)),
    ("a face that the die has not", lambda events: _die(events, face=7)),
    ("another source", lambda events: _die(events, source="thin air")),
    ("an act by hand without words", lambda events: _order(events, order="hand-roll", arguments={})),
    ("a piece that is not there", lambda events: _order(events, side="nobody", arguments={"unit": [1]})),
    ("times that are none", lambda events: [msgspec.structs.replace(e, time="?" * 40) for e in events]),
    (
        "a ruling on nothing",
        lambda events: [*events, Ruled(number=len(events) + 1, concerns=0, value=1, by="", because="")],
    ),
    ("a fork's numbers", lambda events: [msgspec.structs.replace(e, number=e.number + 7) for e in events]),
]


def _die(events: Sequence[Event], **fields: Any) -> Sequence[Event]:
    place = next(n for n, event in enumerate(events) if isinstance(event, DieRolled))
    return changed(events, place, **fields)


def _order(events: Sequence[Event], **fields: Any) -> Sequence[Event]:
    place = [n for n, event in enumerate(events) if isinstance(event, OrderGiven)][3]
    return changed(events, place, **fields)


@pytest.mark.parametrize(("what", "forge"), STRANGE, ids=[what for what, _ in STRANGE])
def test_whatever_was_forged_there_is_a_report(what: str, forge: Any) -> None:
    _, entries, _ = played()
    document = report_on(forge([entry.event for entry in entries[:200]]))
    (rows,) = tables(document, "findings")
    assert rows
    assert FORMATS["html"](document)
    assert FORMATS["pdf"](document)


def test_an_adopted_table_is_told_from_the_one_before() -> None:
    """Each look-up is counted, and told, with the table that was in force then."""
    session = freeform()
    for chart in (None, OURS):
        if chart is not None:
            session.adopt_table("escalation", chart, "It was agreed", by="Ada")
        for die in (1, 5):
            session.by_hand(
                "hand-look-up", {"table": "escalation", "keys": {"die": die, "tension": 3}}, "Why"
            )
    events = session.game.log
    document = report_on(events)
    (adopted,) = [event for event in events if isinstance(event, TableAdopted)]
    rows = {row["From event"]: row for found in tables(document, "tables") for row in found}
    before, after = rows["4"], rows[str(adopted.number)]
    assert (before["Until"], before["Used"]) == (str(adopted.number), "2")
    assert (after["Until"], after["Used"]) == ("", "2")
    assert table_digest(OURS) in text(document)
    assert "It was agreed" in told(steps(document, "overrides")[adopted.number])
    looked = [told(step) for step in steps(document, "by-hand").values()]
    assert ["adopted in event" in words for words in looked] == [False, False, True, True]


def test_the_report_is_marked_as_its_highest_event() -> None:
    game = seminar()[0]
    document = report_on(game.log)
    assert document.marking
    pages = PdfReader(io.BytesIO(FORMATS["pdf"](document))).pages
    for page in pages:
        lines = page.extract_text().splitlines()
        assert lines[0] == document.marking
        assert document.marking in lines[-2:]


def test_it_is_made_from_the_log_alone() -> None:
    game = corrected()
    entries = entries_of(game)
    one, other = of_entries(entries), of_entries([msgspec.structs.replace(e, game="other") for e in entries])
    assert one == other
    opened: Any = entries[0].event
    assert isinstance(opened, GameOpened)
    assert "not in the log" in text(one).lower()


def test_what_a_log_names_is_no_file_to_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its rule system nor its scenario: the report does not hang on what lies where it is made."""
    monkeypatch.chdir(tmp_path)
    _, entries, _ = played()
    events = [entry.event for entry in entries[:60]]
    Path("rules.jsonl").write_text('{"id": "1", "title": "Stolen", "summary": "words"}\n')
    source = files("scenarios") / "ramadi"
    for each in source.iterdir():
        if each.name.endswith(".yaml"):
            Path(each.name).write_bytes(each.read_bytes())
    for fields in ({"scenario": "historical.yaml"}, {"system": str(tmp_path)}, {"system": "../.."}):
        document = report_on(changed(events, 0, **fields))
        table = next(b for b in section(document, "versions").blocks if isinstance(b, Table))
        here = {plain(row[0]): plain(row[2]) for row in table.rows}
        assert here["Scenario"] == "not available"
        assert "Stolen" not in text(document)
        if "system" in fields:
            assert here["Rule register"] == "not available"
