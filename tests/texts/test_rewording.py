"""Words may change, and nothing else does: every text is said in a language that nobody speaks, and logs,
dice, audits and odds stay what they are."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from adjudication.audits.audit import audit
from adjudication.engine import texts
from adjudication.engine.session import Session
from domain.events import Chosen, Event, OrderGiven
from domain.game.chain import GENESIS, body_of, enter
from domain.texts import Text, said_in
from tests.contract.plays import game, played
from tests.ramadi.playing import new_game
from tests.seminar.games import freeform

GAMES = (
    "ramadi",
    "ramadi with options",
    "ignorant-armies",
    "freeform strait",
    "somalia",
    "somalia two-bandits",
    "somalia courts-2006",
    "nineveh",
    "nineveh alone",
    "ows tutorial",
    "ows proving-field",
)
TEXTS = ("purpose", "question", "sum", "label", "why", "reason", "method", "result", "because")
FULL_WIDTH = 0xFEE0
"""How far the wide forms of Latin letters are from the letters."""


_PART = re.compile(r"\{[^{}]*\}|[A-Za-z]")
"""A gap, or a letter."""


def pseudo(words: str) -> str:
    """Words in letters of another script outside their gaps, and longer by a third."""
    wide = _PART.sub(lambda part: part[0] if len(part[0]) > 1 else _wide(part[0]), _forms(words))
    return wide + "~" * (len(words) // 3)


def _forms(words: str) -> str:
    """The words with the two forms of a plural in letters of another script."""
    return re.sub(
        r"(\{[a-z_]+:)([^{}]*\|[^{}]*)\}", lambda gap: gap[1] + "".join(map(_wide, gap[2])) + "}", words
    )


def _wide(char: str) -> str:
    return chr(ord(char) + FULL_WIDTH) if char.isascii() and char.isalpha() else char


@pytest.fixture
def reworded(monkeypatch: pytest.MonkeyPatch) -> None:
    """All words of all catalogues are others."""
    known = texts._catalogue

    def other(system: str) -> Any:
        found = known(system)
        return msgspec.structs.replace(
            found, texts={code: pseudo(each) for code, each in found.texts.items()}
        )

    monkeypatch.setattr(texts, "_catalogue", other)


def said(log: tuple[Event, ...]) -> Iterator[tuple[Event, Any]]:
    """What the rules and people say in the events of a log; of why people answered as they did, what the
    rules say that suggest it."""
    for event in log:
        for name in TEXTS:
            each = getattr(event, name, "")
            if name == "because" and not (isinstance(event, Chosen) and event.suggested):
                continue
            if each and isinstance(each, str | Text) and not isinstance(event, OrderGiven):
                yield event, each


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_whatever_its_words_are(name: str, reworded: None) -> None:
    before = list(map(body_of, played(name, 1)))
    assert list(map(body_of, game.__wrapped__(name, 1).log)) == before


@pytest.mark.parametrize("name", GAMES)
def test_an_audit_finds_nothing_whatever_the_words_are(name: str, reworded: None) -> None:
    entries = enter("0" * 32, played(name, 1), GENESIS)
    assert audit(entries, len(entries)).findings == []


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_the_rules_say_is_recorded_in_words(name: str) -> None:
    log = played(name, 1)
    by_hand = {event.number for event in log if isinstance(event, OrderGiven) and not event.side}
    told = [(event, each) for event, each in said(log) if event.procedure not in by_hand]
    assert told
    assert [each for _, each in told if not isinstance(each, Text)] == []


def points_by_hand() -> Session:
    """The rules object to a manual change of what follows from the position."""
    session = new_game(1)
    session.by_hand("hand-score", {"track": "isf_urban", "change": 1}, "a case", anyway=True)
    return session


def key_by_hand() -> Session:
    """The table objects to a key of a look-up."""
    session = freeform()
    keys = {"die": 5, "tension": session.state.tracks["tension"].value + 1}
    session.by_hand("hand-look-up", {"table": "escalation", "keys": keys}, "a case", anyway=True)
    return session


@pytest.mark.parametrize("act", [points_by_hand, key_by_hand])
def test_an_objection_is_the_same_whatever_the_words_are(
    act: Callable[[], Session], request: pytest.FixtureRequest
) -> None:
    log = act().game.log
    given = [event for event in log if isinstance(event, OrderGiven)][-1]
    assert [type(each.why) for each in given.objections] == [Text]
    request.getfixturevalue("reworded")
    assert [event for event in act().game.log if isinstance(event, OrderGiven)][-1] == given
    entries = enter("0" * 32, log, GENESIS)
    assert audit(entries, len(entries)).findings == []


def untyped(said: Any) -> Any:
    """A text without what people typed in it."""
    if isinstance(said, Text):
        return Text(said.code, untyped(said.arguments))
    if isinstance(said, dict):
        return "" if said.keys() == {"typed"} else {name: untyped(each) for name, each in said.items()}
    return said


@pytest.mark.parametrize("name", GAMES)
def test_every_word_of_a_text_comes_from_the_catalogue(name: str, reworded: None) -> None:
    """Nothing but what fills the gaps is left as it was."""
    system = name.partition(" ")[0]
    for _, each in said(played(name, 1)):
        if isinstance(each, Text):
            words = texts.worded(untyped(each), system, lambda value: "")
            assert not [char for char in words if char.isascii() and char.isalpha()], words


def test_arguments_of_a_log_that_are_none_are_no_text() -> None:
    assert said_in({"code": "weather", "arguments": 5}) is None
    assert said_in({"code": "weather", "arguments": {}}) == Text("weather")
