"""Late rulings: the corrected outcome and its effects are one recorded act; nothing else is touched."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from adjudication.audits.audit import audit
from adjudication.engine.by_hand.acts import LATE
from adjudication.engine.orders import Order
from adjudication.engine.session import Session, TooLate
from adjudication.seminar.late import late_rulings, prepare, record, value_now
from domain.errors import BadData, Refused
from domain.events import Chosen, Event, GameOpened, OrderGiven, PieceMoved, Scored
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from reports.words.rulings import late_data, late_lines
from tests.cli.conftest import Cell
from tests.seminar.games import freeform, go_on

WHY = "The tanker was at sea"
MOVE = {"act": "hand-move", "piece": "ald-frigates", "to": "inner-sea"}
SCORE = {"act": "hand-score", "track": "tension", "change": 1}


@pytest.fixture
def session() -> Session:
    """An action that failed, and another since that succeeded, in the next turn."""
    session = freeform()
    act = Order("aldmark", "act", {"intent": "Run the Narrows", "moves": [{"ald-frigates": "narrows"}]})
    go_on(session)
    session.order(act)
    session.decide("fails", because="Mines")
    for _ in range(3):
        go_on(session)
    session.order(act)
    session.decide("succeeds", because="Luck")
    return session


def answer(session: Session, value: str) -> Chosen:
    return next(e for e in session.game.log if isinstance(e, Chosen) and e.value == value)


def found(log: Sequence[Event]) -> list[tuple[int, str]]:
    """What the audit finds in a log, chained anew."""
    opened = log[0]
    assert isinstance(opened, GameOpened)
    return [(each.event, each.message) for each in audit(enter(opened.game, log, GENESIS)).findings]


def faults(session: Session) -> list[tuple[int, str]]:
    return found(session.game.log)


def test_a_late_ruling_changes_what_it_says_and_nothing_else(session: Session) -> None:
    before, state = list(session.game.log), session.state.copy()
    failed = answer(session, "fails")
    with pytest.raises(TooLate, match="Add --late for a late ruling"):
        session.rule(failed.number, "succeeds", WHY)
    late = prepare(session, failed, "succeeds", [MOVE, SCORE])
    assert [order.number for order, _ in late.built_on] == [answer(session, "succeeds").procedure]
    assert session.game.log == before, "a preview records nothing"
    outcome = record(session, late, WHY, "Mara")
    assert session.game.log[: len(before)] == before, "later orders stand"
    assert not session.game.struck
    assert len({event.procedure for event in outcome.events}) == 1, "one act"
    assert [type(event) for event in outcome.events[1:3]] == [PieceMoved, Scored]
    given = outcome.events[0]
    assert isinstance(given, OrderGiven)
    assert (given.order, given.effect_of, given.rule) == (LATE, failed.procedure, failed.rule)
    assert session.state.chances == state.chances, "nothing is rolled"
    assert session.state.tracks["tension"].value == state.tracks["tension"].value + 1
    assert faults(session) == []


def test_the_preview_says_what_the_rules_would_have_made_of_it(session: Session) -> None:
    late = prepare(session, answer(session, "fails"), "succeeds", [MOVE])
    told = "\n".join(late_lines(late, session.state))
    assert "succeeds (until now: fails)" in told
    assert "+ 1st Frigate Squadron: Aldport to The Narrows" in told
    assert "Effects now: 1st Frigate Squadron to Inner Sea." in told
    assert "Later orders that used what the old outcome changed; they stand:" in told
    data = late_data(late, session.state)
    assert (data["value"], data["was"], data["built_on"][0]["used"]) == (
        "succeeds",
        "fails",
        ["ald-frigates"],
    )


def test_the_last_late_ruling_holds_until_it_is_undone(session: Session) -> None:
    failed = answer(session, "fails")
    game = session.game
    record(session, prepare(session, failed, "succeeds", []), WHY)
    second = record(session, prepare(session, failed, "succeeds in part", [SCORE]), WHY).events[0]
    assert value_now(game.log, failed, game.struck) == "succeeds in part"
    assert isinstance(second, OrderGiven)
    assert second.arguments["was"] == "succeeds"
    with pytest.raises(BadData, match="is that already"):
        prepare(session, failed, "succeeds in part", [])
    session.take_back(second.number, "A slip")
    assert value_now(game.log, failed, game.struck) == "succeeds"
    assert len(late_rulings(game.log, failed.number, game.struck)) == 1
    assert faults(session) == []


def test_what_cannot_be_ruled_late_is_refused_and_nothing_is_recorded(session: Session) -> None:
    failed, length = answer(session, "fails"), len(session.game.log)
    with pytest.raises(BadData, match="can be ruled one of succeeds"):
        prepare(session, failed, "nonsense", [])
    with pytest.raises(BadData, match="no roll, look-up or choice"):
        prepare(session, session.game.event(failed.procedure), "succeeds", [])
    far = {"act": "hand-score", "track": "tension", "change": 50}
    with pytest.raises(BadData, match="its maximum is 10"):
        record(session, prepare(session, failed, "succeeds", [MOVE, far]), WHY)
    with pytest.raises(BadData, match="needs a reason"):
        record(session, prepare(session, failed, "succeeds", [MOVE]), " ")
    session.take_back(failed.procedure, "A slip")
    with pytest.raises(BadData, match="has been undone already"):
        prepare(session, failed, "succeeds", [])
    session_log = len(session.game.log)
    assert session_log == length + 1


FORGED: dict[str, dict[str, Any]] = {
    "concerns a later event": {"concerns": 999},
    "concerns what is no outcome": {"concerns": 1},
    "says another outcome until now": {"was": "succeeds"},
    "is about something else": {"about": "The weather"},
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_late_ruling_is_found(session: Session, forgery: str) -> None:
    record(session, prepare(session, answer(session, "fails"), "succeeds in part", [SCORE]), WHY)
    place = next(i for i, e in enumerate(session.game.log) if isinstance(e, OrderGiven) and e.order == LATE)
    given = session.game.log[place]
    assert isinstance(given, OrderGiven)
    forged: list[Event] = list(session.game.log)
    forged[place] = msgspec.structs.replace(given, arguments={**given.arguments, **FORGED[forgery]})
    assert {number for number, _ in found(forged)} == {given.number}


@pytest.mark.parametrize("effect_of", [1, 999])
def test_what_carries_out_no_order_is_found(session: Session, effect_of: int) -> None:
    outcome = session.by_hand("hand-score", {"track": "tension", "change": 1}, WHY)
    given = outcome.events[0]
    assert isinstance(given, OrderGiven)
    forged: list[Event] = list(session.game.log)
    forged[given.number - 1] = msgspec.structs.replace(given, effect_of=effect_of)
    assert (given.number, f"It carries out event {effect_of}, which was not an order in force.") in found(
        forged
    )


def test_a_side_reads_no_more_of_it_than_of_the_outcome() -> None:
    session = freeform()
    go_on(session)
    outcome = session.by_hand("hand-roll", {"dice": [6], "purpose": "A secret"}, WHY, audience=("verrin",))
    rolled = outcome.events[1]
    face = "1" if getattr(rolled, "face", 0) != 1 else "2"
    given = record(session, prepare(session, rolled, face, [SCORE]), WHY).events[0]
    assert given.audience == ("verrin",)
    wider = prepare(session, rolled, "3" if face != "3" and getattr(rolled, "face", 0) != 3 else "4", [])
    assert record(session, wider, WHY, audience=("verrin", "aldmark")).events[0].audience == ("verrin",)
    assert faults(session) == []


# --- at the command line ---------------------------------------------------------------------------


@pytest.fixture
def strait(empty: Cell) -> Cell:
    empty.done("new", "freeform", "--seed", "11")
    empty.done("next")
    act = ("order", "act", "--side", "aldmark", "intent=Sail", "moves=ald-frigates:narrows")
    empty.done(*act)
    empty.done("answer", "fails", "--because", "Mines")
    return empty


def judged(cell: Cell) -> str:
    return str(next(event.number for event in cell.events() if isinstance(event, Chosen)))


LATER = ("ruling", "--late", "--value", "succeeds in part", "--because", WHY)


@pytest.mark.usefixtures("someone_there")
def test_a_late_ruling_is_previewed_asked_for_and_told(strait: Cell) -> None:
    strait.done("next")
    number = judged(strait)
    assert "Add --late" in strait.refused("ruling", number, "--value", "succeeds", "--because", "x", "--yes")
    words = (*LATER, number, "--effect", "ald-frigates to Inner Sea, Tension+1")
    assert "Nothing was done" in strait(*words, said="n\n").err
    told = strait.done(*words, said="y\n").out
    assert "No die is rolled again, and all later orders stand." in told
    assert f"Late ruling on event {number}" in told
    assert f"Reason: {WHY}" in told
    assert "Late ruling" in strait.done("explain", number).out
    assert "Late ruling" in strait.done("log", "--as", "verrin").out
    assert "Audit passed" in strait.done("audit").out
    assert f"late ruling (freeform 3.2) on event {number}, succeeds in part instead of fails" in (
        strait.done("audit").out
    )


def test_a_late_ruling_checks_all_before_it_asks(strait: Cell) -> None:
    number = judged(strait)
    for words, part in (
        ((number, "--late", "--because", "x"), "--value"),
        ((number, "--late", "--value", "sinks", "--because", "x"), "one of succeeds"),
        ((number, "--late", "--value", "succeeds", "--effect", "sing", "--because", "x"), "not an effect"),
        ((number, "--late", "--value", "succeeds", "--effect", "tension+50", "--because", "x"), "maximum"),
        ((number, "--late", "--value", "succeeds", "--only", "nato", "--because", "x"), "no side"),
        ((number, "--late", "--value", "succeeds"), "reason"),
        ((number, "--late", "--chance", "60%", "--because", "x"), "states its outcome"),
        ((number, "--late", "--value", "succeeds", "--because", "x"), "--yes"),
    ):
        result = strait("ruling", *words)
        assert result.code == 2, words
        assert part in result.err, words
    assert (
        "preview" in strait("ruling", number, "--late", "--value", "succeeds", "--because", "x", "--json").out
    )


def test_an_ordinary_ruling_takes_effects_too(strait: Cell) -> None:
    number = judged(strait)
    strait.done("ruling", number, "--value", "succeeds", "--effect", "tension+2", "--because", "x", "--yes")
    [order] = [e.number for e in strait.events() if isinstance(e, OrderGiven) and e.order == "act"]
    scored = [e for e in strait.events() if isinstance(e, OrderGiven) and e.order == "hand-score"]
    assert [event.effect_of for event in scored] == [order]
    assert "Audit passed" in strait.done("audit").out


def test_of_a_loaded_game_it_replays(session: Session) -> None:
    record(session, prepare(session, answer(session, "fails"), "succeeds", [MOVE]), WHY)
    again = Game.from_events(session.game.id, session.game.log)
    assert again.state.pieces["ald-frigates"].place == "inner-sea"
    with pytest.raises(Refused):
        prepare(Session(session.system, again, session.dice), again.event(1), "succeeds", [])
