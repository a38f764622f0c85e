"""Words of the sides for the dice: genuine ceremonies are verified, broken ones are found."""

import random
from copy import deepcopy
from pathlib import Path

import pytest

from domain.events.entropy import words_digest
from domain.game.chain import GENESIS, enter
from domain.ledger.logfile import to_lines
from tests.core.games import SECRET, new_game, play_orders, random_people, seat
from tests.verifier.agreeing import difference
from tests.verifier.checking import Plain, chained, check, kinds, plain

WORDS = {"east": "grüße from the east", "west": "a fair wind from the west"}
ROLLS = ("die-rolled.1", "counter-drawn.1", "picked.1", "shuffled.1")


def ceremony(tmp_path: Path, waived: str = "") -> list[Plain]:
    """A closed game whose sides promised words, and gave them but for the one whose words were waived."""
    session = seat(new_game(("toy-cards", {})), random_people(3))
    sides = list(session.state.sides)[:2]
    words = dict(zip(sides, WORDS.values(), strict=True))
    for side in sides:
        session.promise(side, words_digest(side, words[side]))
    for side in sides:
        if side == waived:
            session.waive(side, "It left the room", "Ada")
        else:
            session.stir(side, words[side])
    session.begin()
    play_orders(session, 10_000, random.Random(3))
    session.close(SECRET)
    path = tmp_path / "ceremony"
    path.write_bytes(b"".join(line + b"\n" for line in to_lines(enter("", session.game.log, GENESIS))))
    return plain(path)


def at(events: list[Plain], name: str) -> int:
    return next(place for place, (each, _) in enumerate(events) if each == name)


def test_words_that_were_promised_and_given_are_verified(tmp_path: Path) -> None:
    for waived in ("", "east", "west"):
        events = ceremony(tmp_path, waived)
        assert any(name in ROLLS for name, _ in events)
        found = check(tmp_path / "log", chained(events))
        assert (found.findings, found.unchecked) == (set(), [])
        assert found.count["derived"] > 0
        assert difference(tmp_path / "log") == ""


def moved(events: list[Plain], place: int, to: int) -> list[Plain]:
    """One event moved, and all numbered anew (nothing before the dice refers to a number)."""
    copy = deepcopy(events)
    copy.insert(to, copy.pop(place))
    for number, (_, body) in enumerate(copy, start=1):
        body["number"] = number
    return copy


@pytest.mark.parametrize(
    "name",
    ["other words", "other promise", "given first", "promised late", "not given", "given twice", "short"],
)
def test_a_broken_ceremony_is_found(name: str, tmp_path: Path) -> None:
    events = ceremony(tmp_path)
    promise, given = at(events, "entropy-promised.1"), at(events, "entropy-given.1")
    if name == "other words":
        events[given][1]["text"] = "words that nobody promised"
    elif name == "other promise":
        events[promise][1]["digest"] = "0" * 64
    elif name == "given first":
        events = moved(events, given, promise)
    elif name == "promised late":
        events = moved(events, promise + 1, given)
    elif name == "not given":
        events[given] = ("noted.1", {"number": given + 1, "time": events[given][1]["time"], "text": "so"})
    elif name == "given twice":
        events[given + 1] = (events[given][0], {**events[given][1], "number": given + 2})
    else:
        side = events[given][1]["side"]
        events[given][1]["text"] = "short"
        events[promise][1]["digest"] = words_digest(side, "short")
    found = check(tmp_path / "log", chained(events))
    assert "words" in kinds(found)
    assert difference(tmp_path / "log") == ""


def test_they_agree_on_ceremonies_shuffled_at_random(tmp_path: Path) -> None:
    chance = random.Random(5)
    for waived in ("", "east"):
        events = ceremony(tmp_path, waived)
        first, last = at(events, "entropy-promised.1"), at(events, "order-given.1") + 4
        for _ in range(60):
            forged = deepcopy(events)
            for _ in range(chance.choice((1, 1, 2))):
                forged = moved(forged, chance.randrange(first, last), chance.randrange(first, last))
            if chance.random() < 0.4:
                body = forged[chance.randrange(first, last)][1]
                body.update({"side": chance.choice(list(WORDS))} if "side" in body else {})
            (tmp_path / "log").write_bytes(chained(forged))
            assert difference(tmp_path / "log") == ""
