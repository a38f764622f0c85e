"""The opening of a game and its commitment: what it covers, worked out a second time by other code."""

import hashlib
import json
import re
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import BadLog
from domain.events import CountersLaid, DieRolled, OrderGiven, TablesLaid
from domain.events.opening import FORMAT
from domain.game.chain import GENESIS, enter
from domain.game.lineage import fork
from domain.game.opening import commitment, committed, opening_of
from domain.ledger.logfile import from_lines, to_lines
from domain.table.dice import secret_from_seed
from tests.builders import SECRET, new_game, note, opening

OPENING = ("game-opened.1", "board-laid.1", "counters-laid.1", "tables-laid.1", "tracks-laid.1")
secrets = st.integers(0, 2**256 - 1).map(lambda number: f"{number:064x}")


def changed(place: int, **fields: Any) -> list[Any]:
    events: list[Any] = opening("0" * 32)
    events[place] = msgspec.structs.replace(events[place], **fields)
    return events


def by_the_book(lines: list[bytes], secret: str) -> str:
    """The commitment worked out from a log's lines alone, as the auditor's guide says."""
    digest = hashlib.sha256(b"whitecell opening").hexdigest()
    for line in lines:
        event = json.loads(line)
        if event["event"] not in OPENING:
            break
        body = line.split(b'"body":', 1)[1].rsplit(b',"digest":', 1)[0]
        if event["event"] == "game-opened.1":
            committed_to = event["body"]["commitment"]
            body = body.replace(b'"commitment":"%s",' % committed_to.encode(), b"")
        digest = hashlib.sha256(f"{digest}{event['event']}\n".encode() + body).hexdigest()
    return hashlib.sha256(b"whitecell seal 2:" + bytes.fromhex(secret) + digest.encode()).hexdigest()


def test_the_opening_is_what_stands_before_all_else() -> None:
    events = opening("0" * 32)
    assert opening_of(events) == events
    assert opening_of([*events, note("tea"), *events[1:]]) == events
    with pytest.raises(BadLog):
        opening_of(events[1:])
    with pytest.raises(BadLog):
        opening_of([])


def test_other_code_comes_to_the_same_commitment_from_the_log_s_bytes() -> None:
    game = new_game(DieRolled(number=6, die=6, face=2, purpose="p", chance=1))
    lines = list(to_lines(enter(game.id, game.log, GENESIS)))
    assert game.opened.format == FORMAT == 3
    assert game.opened.commitment == by_the_book(lines, SECRET)


@given(secrets, st.integers(0, 255))
def test_a_commitment_is_kept_only_by_its_own_secret(secret: str, bit: int) -> None:
    other = f"{int(secret, 16) ^ 1 << bit:064x}"
    laid = opening("0" * 32)
    assert commitment(secret, laid) == commitment(secret, laid)
    assert commitment(other, laid) != commitment(secret, laid)
    assert secret not in commitment(secret, laid)


def test_it_covers_the_dice_the_options_the_tables_and_all_that_is_laid() -> None:
    game = opening("0" * 32)
    counters, tables = game[2], game[3]
    assert isinstance(counters, CountersLaid)
    assert isinstance(tables, TablesLaid)
    name, table = next(iter(tables.tables.items()))
    others = [
        changed(0, dice="typed"),
        changed(0, options={"drones": True}),
        changed(0, system="ramadi"),
        changed(0, code_digest="c0de"),
        changed(0, seeded=True),
        changed(0, name="another"),
        changed(0, game="1" * 32),
        changed(2, pieces=counters.pieces[1:]),
        changed(3, tables={name: msgspec.structs.replace(table, title="Other")}),
        game[:-1],
        [game[0], game[2], game[1], *game[3:]],
    ]
    found = {commitment(SECRET, each) for each in (game, *others)}
    assert len(found) == len(others) + 1
    assert commitment(SECRET, changed(0, commitment="")) == commitment(SECRET, game), "all but itself"


def test_a_fork_keeps_the_log_format_and_commits_to_its_own_opening() -> None:
    begin = OrderGiven(number=6, procedure=6, side="", order="begin")
    events = committed(changed(0, seeded=True), SECRET)
    entries = enter("0" * 32, [*events, begin], GENESIS)
    other = secret_from_seed(9)
    new = fork(
        entries,
        6,
        game="f" * 32,
        name="again",
        called="first",
        secret=other,
        program="tests",
        rules_digest="",
        code_digest="c0de",
        time="2026-02-02T00:00:00Z",
    )
    opened = new.opened
    assert (opened.format, opened.seeded, opened.code_digest) == (FORMAT, False, "c0de")
    assert opened.commitment == commitment(other, opening_of(new.log))
    without_origin = [msgspec.structs.replace(opened, forked_from=None), *opening_of(new.log)[1:]]
    assert opened.commitment != commitment(other, without_origin)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b'"format":1', "The log is in format 1; this program reads format 3."),
        (b'"format":2', "The log is in format 2; this program reads format 3."),
        (b'"format":4', "The log is in format 4; this program reads format 3."),
        (b'"seeded":true', "Event 1 cannot be read: Object missing required field `format`."),
    ],
)
def test_a_log_of_another_format_is_refused_where_it_is_read(said: bytes, why: str) -> None:
    opened, *rest = to_lines(enter("0" * 32, opening("0" * 32), GENESIS))
    lines = [opened.replace(b'"format":3', said), *rest]
    assert lines[0] != opened
    with pytest.raises(BadLog, match=re.escape(why)):
        from_lines([line + b"\n" for line in lines])
