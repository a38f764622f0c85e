from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.engine.session import Session
from domain.errors import BadLog, NotFound, Refused
from domain.events import NAMES_ON_WIRE, Noted
from domain.events.entropy import words_digest
from domain.game.chain import GENESIS, LARGEST_EVENT, Entry, broken_links, digest_of, enter
from domain.ledger.desk import DESK
from domain.ledger.logfile import from_lines, odd_among, odd_line, read_log, to_lines, write_log
from domain.ledger.store import Ledger
from tests.builders import SECRET, add, any_order, new_game, note, numbered, opening, session, started, table


def played(ledger: Ledger) -> Session:
    """A running game of eleven orders and some notes, saved."""
    game = started(ledger)
    table_talk = session(game, ledger)
    table_talk.promise("red", words_digest("red", "entropy of red"))
    table_talk.stir("red", "entropy of red")
    table_talk.begin()
    for pick in range(11):
        table_talk.order(any_order(game.state, pick))
        table_talk.note(f"nach Zug {pick}: \U0001f9ed \0 \u2028 end", by="blue")
    table_talk.take_back(table_talk.orders_in_force()[-1].number, "a slip")
    return table_talk


# --- out and in again ----------------------------------------------------------------------------


def test_a_log_goes_to_another_database_byte_for_byte(ledger: Ledger, tmp_path: Path) -> None:
    game = played(ledger).game
    first, second = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    write_log(first, ledger.entries(game.id))
    elsewhere = Ledger(str(tmp_path / "elsewhere.db"))
    entries, of = read_log(first)
    assert of == len(entries) == len(game.log)
    brought = elsewhere.bring_in(entries, "brought", of)
    again = elsewhere.load(elsewhere.desk().game_id("brought"))
    write_log(second, elsewhere.entries(game.id))
    elsewhere.close()
    assert first.read_bytes() == second.read_bytes()
    assert entries == ledger.entries(game.id)
    assert again.log == brought.log == game.log
    assert table(again.state) == table(game.state)
    assert again.head == game.head


def test_a_game_that_was_brought_in_goes_on_where_it_was(tmp_path: Path) -> None:
    game = played(Ledger(str(tmp_path / "here.db"))).game
    write_log(tmp_path / "log", Ledger(str(tmp_path / "here.db")).entries(game.id))
    there = Ledger(str(tmp_path / "there.db"))
    brought = there.bring_in(read_log(tmp_path / "log")[0], "brought")
    session(brought, there).note("on we go")
    assert list(broken_links(there.entries(game.id))) == []
    assert there.load(game.id).log[:-1] == game.log


def test_bytes_of_another_program_are_kept_as_they_are(tmp_path: Path) -> None:
    """A log whose bytes this program would have written otherwise is not written anew."""
    entries: list[Entry] = []
    head = GENESIS
    for event in opening("a" * 32):
        body = msgspec.json.format(msgspec.json.encode(event), indent=1).replace(b"\n", b" ")
        name = NAMES_ON_WIRE[type(event)]
        head = digest_of(name, body, head)
        entries.append(Entry("a" * 32, event.number, name, body, head, event))
    assert entries[0].body != enter("a", [entries[0].event], GENESIS)[0].body
    write_log(tmp_path / "log", entries)
    read, _ = read_log(tmp_path / "log")
    ledger = Ledger(str(tmp_path / "games.db"))
    ledger.bring_in(read, "foreign")
    assert ledger.entries("a" * 32) == entries
    ledger.close()


def test_the_secret_is_in_no_export_of_a_running_game(ledger: Ledger, tmp_path: Path) -> None:
    at_the_table = played(ledger)
    path = tmp_path / "log.jsonl"
    write_log(path, ledger.entries(at_the_table.game.id))
    raw = path.read_bytes()
    for form in (SECRET.encode(), SECRET.upper().encode(), bytes.fromhex(SECRET), SECRET[:16].encode()):
        assert form not in raw
    assert b"seal" not in raw.replace(b'"sealed"', b"")
    at_the_table.close(SECRET)
    write_log(path, ledger.entries(at_the_table.game.id))
    assert SECRET.encode() in path.read_bytes(), "after the close anyone may check the dice"


def test_a_second_import_and_a_taken_name_are_refused(tmp_path: Path) -> None:
    ledger = Ledger(str(tmp_path / "games.db"))
    game = started(ledger, "alpha")
    entries = ledger.entries(game.id)
    with pytest.raises(Refused, match="This game is here already, as 'alpha'"):
        ledger.bring_in(entries, "bravo")
    other = new_game().unsaved()
    with pytest.raises(Refused, match="'alpha' here already"):
        ledger.bring_in(other, "alpha")
    assert list(ledger.desk().games) == ["alpha"]
    ledger.close()


def test_a_log_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text("the old log")

    class Failing(list[Entry]):
        def __iter__(self) -> Iterator[Entry]:
            yield LONG[0]
            raise OSError(28, "No space left on device")

    with pytest.raises(Refused, match=r"log\.jsonl cannot be written: No space left on device"):
        write_log(path, Failing(LONG))
    assert path.read_text() == "the old log"


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    for path in (tmp_path / "no" / "log", tmp_path, Path("/"), Path("a\0b")):
        with pytest.raises(Refused, match=r"(cannot be written: .+|is a folder; name a file)\.$"):
            write_log(path, LONG)


# --- altered files -------------------------------------------------------------------------------


def _long() -> list[Entry]:
    game = new_game()
    add(game, *(note(f"note {n}") for n in range(6, 31)))
    return game.unsaved()


LONG = _long()
LINES = list(to_lines(LONG))
places = st.integers(0, len(LINES) - 1)


def findings(lines: list[bytes]) -> set[int]:
    """The events that are found to be wrong in a file of these lines, by any check there is."""
    try:
        entries, of = from_lines(lines)
    except BadLog as refusal:
        return {refusal.number}
    found = {number for number, _ in broken_links(entries)}
    return found | {len(entries) + 1} if of != len(entries) else found


def test_an_untouched_file_is_whole() -> None:
    assert findings(LINES) == set()
    assert findings([b"", *LINES, b"  "]) == set()


@settings(max_examples=300, deadline=None)
@given(places, st.data())
def test_any_altered_byte_of_a_file_is_found(place: int, data: st.DataObject) -> None:
    """Every byte of every line counts, but for `of` where it says less than the other lines do."""
    line = LINES[place]
    at = data.draw(st.integers(0, len(line) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[at]))
    altered = line[:at] + bytes([byte]) + line[at + 1 :]
    found = findings([*LINES[:place], altered, *LINES[place + 1 :]])
    start = line.index(b'"of":')
    if start <= at < line.index(b",", start):
        return
    assert found & {place + 1, place + 2, _number_in(altered)}


def _number_in(line: bytes) -> int:
    try:
        return int(msgspec.json.decode(line)["number"])
    except (msgspec.DecodeError, ValueError, KeyError, TypeError, RecursionError):
        return 0


@given(st.integers(0, len(LINES) - 2))
def test_a_dropped_line_is_found(place: int) -> None:
    assert place + 2 in findings([*LINES[:place], *LINES[place + 1 :]])


@given(places, places)
def test_swapped_lines_are_found(one: int, other: int) -> None:
    lines = list(LINES)
    lines[one], lines[other] = lines[other], lines[one]
    assert (one == other) or {one + 1, other + 1} <= findings(lines)


@given(places, places)
def test_an_inserted_line_is_found(place: int, copied: int) -> None:
    assert findings([*LINES[:place], LINES[copied], *LINES[place:]])


@given(st.integers(1, len(LINES) - 1))
def test_a_lost_tail_is_found_by_the_count(kept: int) -> None:
    """The chain of what is left is whole: only the count tells."""
    entries, of = from_lines(LINES[:kept])
    assert list(broken_links(entries)) == []
    assert (len(entries), of) == (kept, len(LINES))


@given(places, st.integers(0, 400))
def test_a_line_cut_short_is_refused_by_its_place(place: int, kept: int) -> None:
    line = LINES[place][: kept % len(LINES[place])]
    if not line.strip():
        return
    with pytest.raises(BadLog, match=f"Line {place + 1} is not an event of a log") as refusal:
        from_lines([*LINES[:place], line, *LINES[place + 1 :]])
    assert refusal.value.number == place + 1


@given(st.integers(0, len(LONG) - 2), st.sampled_from(["drop", "swap", "alter", "insert"]))
def test_a_broken_log_is_not_taken_in(place: int, how: str) -> None:
    entries = list(LONG)
    if how == "drop":
        del entries[place]
    elif how == "swap":
        entries[place], entries[place + 1] = entries[place + 1], entries[place]
    elif how == "insert":
        entries.insert(place, numbered_entry(place))
    else:
        entries[place] = msgspec.structs.replace(entries[place], body=entries[place].body + b" ")
    with pytest.raises(BadLog, match="The log is broken at event ") as refusal:
        SHUT.bring_in(entries, "broken")
    assert refusal.value.number in (place + 1, place + 2)


@given(st.integers(1, len(LINES) - 1))
def test_a_log_that_lost_its_tail_is_not_taken_in(kept: int) -> None:
    entries, of = from_lines(LINES[:kept])
    with pytest.raises(
        BadLog, match=f"The log says that it has {len(LINES)} events; it has {kept}"
    ) as refusal:
        SHUT.bring_in(entries, "short", of)
    assert refusal.value.number == kept + 1


def numbered_entry(place: int) -> Entry:
    head = LONG[place - 1].digest if place else GENESIS
    return enter(LONG[0].game, [numbered(note("forged"), place + 1)], head)[0]


SHUT = Ledger(":memory:")
"""A database for logs that are never taken in."""


@pytest.mark.parametrize("game", ["", "x", "../../etc/passwd", "Z" * 32, "A" * 32, DESK.hex])
def test_a_log_of_a_game_with_an_impossible_id_is_refused(game: str) -> None:
    entries = enter(game, opening(game), GENESIS)
    with pytest.raises((NotFound, BadLog)):
        SHUT.bring_in(entries, "odd")
    assert SHUT.desk().games == {}


def test_a_log_without_an_opening_is_refused() -> None:
    entries = enter("a" * 32, [numbered(note("alone"), 1)], GENESIS)
    read, _ = from_lines(to_lines(entries))
    for log in (entries, read, []):
        with pytest.raises(BadLog, match="A log begins with the opening of its game") as refusal:
            SHUT.bring_in(log, "odd")
        assert refusal.value.number == 1


# --- hostile input -------------------------------------------------------------------------------


def refusal_of(tmp_path: Path, raw: bytes) -> str:
    path = tmp_path / "log.jsonl"
    path.write_bytes(raw)
    with pytest.raises(BadLog) as refusal:
        read_log(path)
    assert "\n" not in refusal.value.sentence
    assert len(refusal.value.sentence) < 300
    assert refusal.value.sentence.endswith(".")
    return refusal.value.sentence


DIGEST = b'"digest":"' + b"0" * 64 + b'"'


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "The log is empty"),
        (b"\n \n\r\n", "The log is empty"),
        (b"\x00\xff\xfe\x80" * 500, "Line 1 is not an event of a log"),
        (b"SQLite format 3\x00", "Line 1 is not an event of a log"),
        (b"\x1f\x8b\x08\x00" * 10, "Line 1 is not an event of a log"),
        (b"null\n", "Line 1 is not an event of a log"),
        (b"[]\n", "Line 1 is not an event of a log"),
        (b"{}\n", "Line 1 is not an event of a log"),
        (LINES[0] + b"\n" + b'{"number":2}', "Line 2 is not an event of a log"),
        (b"[" * 1_000_000, "Line 1 is not an event of a log"),
        (b'{"a":' * 500_000, "Line 1 is not an event of a log"),
        (b'{"number":1,"of":1,"event":"noted.1","body":' + b"[" * 500_000, "Line 1 is not an event"),
        (
            b'{"number":1,"of":1,"event":"marked.1","body":{"number":1,"subject":"s","mark":"m","value":'
            + b"[" * 100_000
            + b"]" * 100_000
            + b"},"
            + DIGEST
            + b"}",
            "1",
        ),
        (b'{"number":"1","of":1,"event":"noted.1","body":{},' + DIGEST + b"}", "Line 1"),
        (b'{"number":1.5,"of":1,"event":"noted.1","body":{},' + DIGEST + b"}", "Line 1"),
        (b'{"number":1,"of":null,"event":"noted.1","body":{},' + DIGEST + b"}", "Line 1"),
        (b'{"number":1,"of":1,"event":["noted.1"],"body":{},' + DIGEST + b"}", "Line 1"),
        (b'{"number":1,"of":1,"event":"noted.1","body":{},"digest":7}', "Line 1"),
        (b'{"number":1,"of":1,"event":"noted.1","body":"text",' + DIGEST + b"}", "Event 1 cannot be read"),
        (b'{"number":1,"of":1,"event":"noted.1","body":{},' + DIGEST + b"}", "Event 1 cannot be read"),
        (b'{"number":1,"of":1,"event":"builtins.eval","body":{},' + DIGEST + b"}", "no event called"),
        (b'{"number":1,"of":1,"event":"' + b"x" * 9999 + b'","body":{},' + DIGEST + b"}", "no event called"),
    ],
)
def test_hostile_input_is_refused_with_one_sentence(tmp_path: Path, raw: bytes, said: str) -> None:
    assert said in refusal_of(tmp_path, raw)


def test_a_huge_line_is_refused(tmp_path: Path) -> None:
    text = b"x" * (LARGEST_EVENT + 2000)
    line = b'{"number":1,"of":1,"event":"noted.1","body":{"number":1,"text":"' + text + b'"},' + DIGEST + b"}"
    assert "Line 1 is longer than" in refusal_of(tmp_path, line)


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.ledger.logfile.LARGEST_LOG", 1000)
    assert "log.jsonl is larger than 1000 bytes" in refusal_of(tmp_path, b"x" * 1001)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path, Path("/dev/null")):
        with pytest.raises(BadLog, match="There is no log file"):
            read_log(path)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(st.binary(max_size=80), st.sampled_from(LINES)), max_size=4))
def test_any_file_is_a_log_or_refused(lines: list[bytes]) -> None:
    """Nothing but BadLog comes out of bytes from outside."""
    try:
        entries, _ = from_lines(lines)
    except BadLog as refusal:
        sentence = refusal.sentence
    else:
        sentence = ""
        assert all(isinstance(entry, Entry) for entry in entries)
        assert entries
    assert "\n" not in sentence


def test_a_number_too_great_for_a_database_is_refused(tmp_path: Path) -> None:
    huge = Noted(number=2**70, text="x")
    [entry] = enter("a" * 32, [huge], GENESIS)
    with pytest.raises(BadLog):
        SHUT.bring_in([entry], "huge")


def test_the_first_line_that_differs_from_what_is_written_is_found(tmp_path: Path) -> None:
    entries = _long()
    lines = [line + b"\n" for line in to_lines(entries)]
    of = len(entries)
    assert odd_among(lines, entries, of) == 0
    for place in (1, 2, of):
        spaced = [*lines]
        spaced[place - 1] = lines[place - 1].replace(b":", b": ", 1)
        assert odd_among(spaced, entries, of) == place
    assert odd_among(lines[:-1], entries, of) == of
    assert odd_among([*lines, b"\n"], entries, of) == of + 1
    assert odd_among([*lines[:-1], lines[-1].rstrip()], entries, of) == of
    assert odd_among(lines, entries, of + 1) == 1
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(lines))
    assert odd_line(path, entries, of) == 0
    path.write_bytes(b"".join(lines[:2]))
    assert odd_line(path, entries, of) == 3
    with pytest.raises(BadLog, match=r"missing\.jsonl cannot be read"):
        odd_line(tmp_path / "missing.jsonl", entries, of)
