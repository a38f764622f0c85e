"""Words may change, and nothing else does: every text is said in a language that nobody speaks, and logs,
dice, audits and odds stay what they are."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from adjudication.audits.audit import audit
from adjudication.engine import texts
from domain.events import Chosen, Event, OrderGiven
from domain.game.chain import GENESIS, body_of, enter
from domain.texts import Text, said_in
from tests.contract.plays import game, played

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
TEXTS = ("purpose", "question", "sum", "label", "why", "reason", "method", "result")
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
    """What the rules and people say in the events of a log."""
    for event in log:
        for name in TEXTS:
            each = getattr(event, name, "")
            if each and isinstance(each, str | Text) and not isinstance(event, OrderGiven):
                yield event, each


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_whatever_its_words_are(name: str, reworded: None) -> None:
    before = list(map(_told, played(name, 1)))
    assert list(map(_told, game.__wrapped__(name, 1).log)) == before


def _told(event: Event) -> bytes:
    """An event as it is chained. The reason of an accepted suggestion is kept in the words of its moment."""
    if isinstance(event, Chosen) and event.suggested:
        event = msgspec.structs.replace(event, because="")
    return body_of(event)


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
