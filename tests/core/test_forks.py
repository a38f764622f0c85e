"""Forks: games that go on from an event of another are audited clean, and forged ones are found."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.audits.audit import AuditReport, audit
from adjudication.engine.games.systems import load
from adjudication.engine.play.running import BEGIN
from adjudication.engine.session import Session
from domain.errors import BadData, GameMoved, NotFound, Refused
from domain.events import Chosen, DieRolled, Event, GameForked, GameOpened, OrderDone, OrderGiven, Shuffled
from domain.game.chain import GENESIS, Entry, digest_of, enter
from domain.game.game import Game
from domain.game.lineage import forebears, fork
from domain.ledger.store import Ledger
from domain.table.dice import SealedDice, secret_from_seed
from domain.views.view import WHITE, see_log
from tests.core.games import (
    FORK,
    FORKED,
    SECRET,
    TIME,
    VARIANTS,
    Variant,
    altered,
    forked,
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

every_toy = pytest.mark.parametrize("variant", thinned(VARIANTS, 2), ids=variant_id)
NEW, NEWER = FORKED, secret_from_seed(3)
ID_2 = "e" * 32


def entries_of(game: Game) -> list[Entry]:
    return enter(game.id, game.log, GENESIS)


def goes_on(game: Game, seed: int, secret: str = NEW) -> Session:
    """The fork played to its end and closed, whatever was being adjudicated at its beginning."""
    people = random_people(seed)
    session = Session(load(game.opened.system), game, SealedDice(secret), people, clock=lambda: TIME)
    if game.open_procedure() is not None:
        session.proceed_with(people)
    play_orders(session, 10_000, random.Random(seed))
    assert session.state.verdict is not None
    session.close(secret)
    return session


def begins(game: Game) -> int:
    return next(e.number for e in game.log if isinstance(e, OrderGiven) and e.order == BEGIN)


def messages(report: AuditReport) -> list[str]:
    return [finding.message for finding in report.findings]


@every_toy
def test_a_fork_is_audited_clean_before_and_after_play_goes_on(variant: Variant) -> None:
    whole = play_to_end(variant, 5, close=False)
    others = set()
    for at in range(begins(whole.game), len(whole.game.log) + 1, max(1, len(whole.game.log) // 15)):
        new = forked(whole.game, at)
        assert table(new.state) == table(Game.from_events("", whole.game.log[:at]).state)
        if new.open_procedure() is None:
            fresh = audit(entries_of(new), secret=NEW, secrets={whole.game.id: SECRET})
            assert fresh.findings == []
        session = goes_on(new, at)
        report = audit(entries_of(new), secrets={whole.game.id: SECRET})
        assert report.findings == []
        thrown = "derived" if any(getattr(event, "chance", 0) for event in new.log) else "none"
        assert (report.chain, report.dice, report.rules) == ("whole", thrown, "followed")
        assert new.log[1:at] == whole.game.log[1:at]
        others.add(tuple(type(event) for event in session.game.log[at:]))
    assert len(others) > 1


@every_toy
def test_chances_are_derived_from_the_seal_that_gave_them_or_said_not_to_be(variant: Variant) -> None:
    whole = play_to_end(variant, 6)
    chances = [e for e in whole.game.log if isinstance(e, DieRolled | Shuffled)]
    if len(chances) < 4:
        return
    at = chances[len(chances) // 2].number
    new = forked(whole.game, at)
    goes_on(new, 1)
    entries = entries_of(new)
    without = audit(entries)
    assert without.findings == []
    assert any("The seal of first is not at hand" in each for each in without.unchecked)
    origin = {whole.game.id: entries_of(whole.game)}
    assert audit(entries, origins=origin).dice == "derived"
    assert any("does not mention this fork" in notice for notice in audit(entries, origins=origin).notices)
    assert messages(audit(entries, secrets={whole.game.id: NEWER})) == [
        f"The seal of first ({whole.game.id}) is not the one it committed itself to."
    ]
    # The new seal gives none of the old rolls: a fork cannot be passed off as a game of its own.
    opened = altered(new.opened, forked_from=None)
    passed_off = audit(enter(new.id, [opened, *new.log[1:]], GENESIS))
    assert passed_off.dice == "wrong"


@pytest.mark.parametrize("name", ["toy-both-fire", "toy-cards", "toy-losses"])
def test_forged_forks_are_found(name: str) -> None:
    whole = play_to_end((name, {}), 7, close=False)
    at = len(whole.game.log) * 2 // 3
    new = forked(whole.game, at)
    goes_on(new, 2)
    secrets = {whole.game.id: SECRET}
    origins = {whole.game.id: entries_of(whole.game)}
    assert audit(entries_of(new), origins=origins, secrets=secrets).findings == []

    def found(log: list[Event], by_origin: bool = False) -> list[Any]:
        given = origins if by_origin else None
        return audit(enter(new.id, log, GENESIS), origins=given, secrets=secrets).findings

    for event in [e for e in new.log[:at] if not isinstance(e, GameOpened)][:: max(1, at // 20)]:
        forged = altered(event, time="1999-01-01T00:00:00Z")
        log = [forged if e.number == event.number else e for e in new.log]
        told = {(f.event, f.kind) for f in found(log)}
        assert (at, "chain") in told, "the digest tells without the origin"
        bound = {(1, "dice")} if event.number <= 5 else set()
        assert bound <= told, "the commitment covers the opening"
        own = {(event.number, "log"), (event.number + 1, "log"), (new.log[-2].number, "dice")}
        assert told - {(at, "chain")} - bound <= own
        assert event.number in {f.event for f in found(log, by_origin=True)}, "the origin tells which event"
    rolled = next(e for e in new.log[:at] if isinstance(e, DieRolled | Shuffled))
    changes = (
        {"face": rolled.face % rolled.die + 1}
        if isinstance(rolled, DieRolled)
        else {"order": rolled.order[::-1]}
    )
    log = [altered(rolled, **changes) if e.number == rolled.number else e for e in new.log]
    assert {(rolled.number, "dice"), (at, "chain")} <= {(f.event, f.kind) for f in found(log)}

    origin = new.opened.forked_from
    assert origin is not None
    for change in (
        {"digest": "0" * 64},
        {"event": at + 1},
        {"event": at - 1},
        {"event": 10**6},
        {"game": "0" * 32},
        {"opening": origin.opening.replace('"seed', '"feed').replace('"toy"', '"toi"')},
        {"opening": "{}"},
        {"opening": "not even JSON"},
    ):
        opened = altered(new.opened, forked_from=msgspec.structs.replace(origin, **change))
        assert found([opened, *new.log[1:]]), change
    lied = altered(new.opened, forked_from=None)
    assert found([lied, *new.log[1:]])
    for field, value in (("title", "Another"), ("options", {"x": 1}), ("dice", "typed")):
        assert found([altered(new.opened, **{field: value}), *new.log[1:]]), field


def test_a_log_of_another_origin_is_told_where_it_differs() -> None:
    whole = play_to_end(("toy-losses", {}), 7, close=False)
    new = forked(whole.game, 30)
    goes_on(new, 2)
    log = whole.game.log

    def report(origin: list[Event]) -> AuditReport:
        given = {whole.game.id: enter(whole.game.id, origin, GENESIS)}
        return audit(entries_of(new), origins=given, secrets={whole.game.id: SECRET})

    def told(origin: list[Event]) -> list[tuple[int, str]]:
        return [(finding.event, finding.message) for finding in report(origin).findings]

    assert told(log) == []
    assert told([altered(log[0], title="Another"), *log[1:]]) == [
        (1, "The log of first has a different opening.")
    ]
    for number in (2, 17, 30):
        other = [altered(e, time="1999-01-01T00:00:00Z") if e.number == number else e for e in log]
        assert told(other) == [(number, "first has a different event here.")]
    behind = [altered(e, time="1999-01-01T00:00:00Z") if e.number == 31 else e for e in log]
    assert told(behind) == []
    assert report(log[:30]).unchecked == report(log).unchecked
    (short,) = set(report(log[:29]).unchecked) - set(report(log).unchecked)
    assert short == "The log of first at hand ends before event 30; it was not compared."


def test_a_fork_cut_off_before_its_event_is_found() -> None:
    whole = play_to_end(("toy-losses", {}), 7, close=False)
    new = forked(whole.game, 30)
    report = audit(entries_of(new)[:25])
    assert any(
        "Event 30, from which this game was forked, is missing." in message for message in messages(report)
    )


@pytest.mark.parametrize("name", ["toy-both-fire", "toy-cards"])
@pytest.mark.parametrize("inside", [True, False])
def test_a_fork_of_a_fork_knows_whose_dice_each_roll_is(name: str, inside: bool) -> None:
    """Forked again behind the first fork, or within what the first one took over."""
    whole = play_to_end((name, {}), 8)
    at = len(whole.game.log) // 2
    first = forked(whole.game, at)
    goes_on(first, 3)
    again = at - 3 if inside else (at + len(first.log)) // 2
    second = forked(first, again, NEWER, ID_2)
    goes_on(second, 4, NEWER)
    line = list(forebears(second.opened, len(second.log)))
    assert [(each.origin.game, each.last) for each in line] == [
        (FORK, again),
        (whole.game.id, min(at, again)),
    ]
    entries = entries_of(second)
    assert audit(entries, secrets={FORK: NEW, whole.game.id: SECRET}).dice == "derived"
    origins = {FORK: entries_of(first), whole.game.id: entries_of(whole.game)}
    report = audit(entries, origins=origins)
    assert (report.findings, report.dice) == ([], "derived")
    swapped = audit(entries, secrets={FORK: SECRET, whole.game.id: NEW})
    assert len([f for f in swapped.findings if f.kind == "dice"]) == 2
    if not inside:
        assert "sealed" in audit(entries, secrets={FORK: NEW}).dice


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(VARIANTS), st.integers(0, 3))
def test_a_fork_at_any_event_goes_on_and_is_clean(pick: int, variant: Variant, seed: int) -> None:
    session = seat(new_game(variant, "typed" if seed % 2 else "sealed"), random_people(seed))
    stir(session, seed)
    session.begin()
    play_orders(session, 12, random.Random(seed))
    log = session.game.log
    first = begins(session.game)
    at = first + pick % (len(log) - first + 1)
    new = forked(session.game, at)
    goes_on(new, pick)
    report = audit(entries_of(new), secrets={session.game.id: SECRET})
    assert report.findings == []


def test_where_nothing_can_go_on_it_is_refused() -> None:
    over = play_to_end(("toy-losses", {}), 1)
    closing = len(over.game.log) - 1
    assert forked(over.game, closing - 1).state.verdict is not None
    for at, sentence in (
        (closing, f"closed from event {closing} on; fork at {closing - 1} or earlier"),
        (0, "There is no event 0"),
        (closing + 2, f"There is no event {closing + 2}"),
        (closing + 1, f"closed from event {closing} on"),
        (1, "Play begins at event"),
        (3, "Play begins at event"),
    ):
        with pytest.raises((BadData, NotFound), match=sentence):
            forked(over.game, at)
    fresh = new_game(("toy-losses", {}))
    with pytest.raises(Refused, match="nothing to fork"):
        forked(fresh, 3)
    scripted = Game.from_events("0" * 32, [altered(over.game.opened, dice="scripted"), *over.game.log[1:9]])
    with pytest.raises(Refused, match="scripted dice"):
        forked(scripted, 7)


def test_what_cannot_be_carried_over_byte_for_byte_is_refused() -> None:
    game = play_to_end(("toy-losses", {}), 1).game
    entries = entries_of(game)
    loose = entries[7].body.replace(b"{", b"{ ", 1)
    later = [*entries[:7], msgspec.structs.replace(entries[7], body=loose), *entries[8:]]
    rechained = []
    head = GENESIS
    for entry in later:
        head = digest_of(entry.wire_name, entry.body, head)
        rechained.append(msgspec.structs.replace(entry, digest=head))
    with pytest.raises(BadData, match="another version"):
        fork(
            rechained,
            12,
            game=FORK,
            name="x",
            called="y",
            secret=NEW,
            program="",
            rules_digest="",
            code_digest="",
            time="",
        )


def test_both_logs_are_written_or_neither(tmp_path: Path) -> None:
    ledger = Ledger(str(tmp_path / "games.db"))
    game = play_to_end(("toy-losses", {}), 1, close=False).game
    ledger.start(Game.from_events(game.id, game.log), "first", SECRET)
    mine, theirs = ledger.load(game.id), ledger.load(game.id)
    theirs.append(
        GameForked(number=len(theirs.log) + 1, time=TIME, audience=(), game=ID_2, name="theirs", at=9)
    )
    ledger.save(theirs)
    new = forked(mine, 9)
    mine.append(GameForked(number=len(mine.log) + 1, time=TIME, audience=(), game=FORK, name="again", at=9))
    with pytest.raises(GameMoved):
        ledger.start(new, "again", NEW, forked=mine)
    assert list(ledger.desk().games) == ["first"]
    assert ledger.entries(FORK) == []
    mine = ledger.load(game.id)
    mine.append(GameForked(number=len(mine.log) + 1, time=TIME, audience=(), game=FORK, name="again", at=9))
    ledger.start(new, "again", NEW, forked=mine)
    assert [e.name for e in ledger.load(game.id).log if isinstance(e, GameForked)] == ["theirs", "again"]
    assert ledger.load(FORK).opened.forked_from is not None
    assert audit(ledger.entries(game.id), secret=SECRET).findings == []
    ledger.close()


def test_a_side_is_told_what_it_was_forked_from_but_no_number() -> None:
    game = play_to_end(("toy-cards", {}), 1, close=False).game
    at = next(e.number for e in game.log if isinstance(e, OrderDone))
    new = forked(game, at)
    for side in new.state.sides:
        fields = see_log(new.log, side)[0].fields
        assert fields["forked_from"] == {"game": game.id, "name": "first"}
        game.append(GameForked(number=len(game.log) + 1, audience=(), game=FORK, name="again", at=at))
        assert all(view.event != "game-forked" for view in see_log(game.log, side))
    assert see_log(new.log, WHITE)[0].fields["forked_from"].event == at
    assert see_log(game.log, WHITE)[-1].event == "game-forked"


def test_answers_given_before_the_fork_are_kept() -> None:
    """Cut between two answers of one order: the first stays, the second is asked again."""
    session = seat(new_game(("toy-losses", {})), random_people(2))
    session.begin()
    play_orders(session, 8, random.Random(2))
    chosen = next(e for e in session.game.log if isinstance(e, Chosen))
    new = forked(session.game, chosen.number)
    goes_on(new, 5)
    assert new.log[chosen.number - 1] == chosen
    assert audit(entries_of(new), secrets={session.game.id: SECRET}).findings == []
