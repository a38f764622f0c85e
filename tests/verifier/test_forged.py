"""Forged logs: whatever the verifier is to check, it finds, also where the forger made the chain fit."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from domain.game.chain import GENESIS, enter
from domain.ledger.logfile import to_lines
from tests.core.games import play_to_end
from tests.ramadi.playing import new_game as ramadi
from tests.thinned import thinned
from tests.verifier.checking import Plain, chained, check, kinds, plain

GAMES = Path(__file__).parents[1] / "games"
Events = list[Plain]
Forger = Callable[[Events], Iterator[Events]]
"""Forged copies of a log, at several of its places."""

FORGERS: dict[str, tuple[set[str], Forger]] = {}
"""By name: the kinds of findings of which there is one, and the forger."""


def forger(*kinds: str) -> Callable[[Forger], Forger]:
    def keep(make: Forger) -> Forger:
        FORGERS[make.__name__.replace("_", " ")] = (set(kinds), make)
        return make

    return keep


def some(events: Events, *names: str) -> list[int]:
    """The places of events of these names, the first, middle and last of them."""
    places = [place for place, (name, _) in enumerate(events) if name in names]
    return sorted({places[0], places[len(places) // 2], places[-1]}) if places else []


def each(events: Events, *names: str) -> Iterator[tuple[Events, int, dict[str, Any]]]:
    """A copy of the log for some events of these names, with its place and body."""
    for place in some(events, *names):
        copy = deepcopy(events)
        yield copy, place, copy[place][1]


def renumbered(events: Events, start: int, by: int) -> Events:
    """Numbers from a place on moved, with all that refers to them, as a careful forger would."""
    for _, body in events[start:]:
        body["number"] += by
    for _, body in events:
        for field in ("procedure", "concerns", "first", "again"):
            if type(body.get(field)) is int and body[field] > start:
                body[field] += by
    return events


CHANCES = ("die-rolled.1", "counter-drawn.1", "picked.1", "shuffled.1")


@forger("chance")
def another_face(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, "die-rolled.1"):
        if body.get("source") != "typed":
            body["face"] = body["face"] % body["die"] + 1
            yield copy


@forger("chance")
def an_impossible_face(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, "die-rolled.1"):
        body["face"] = body["die"] + 1
        yield copy


@forger("chance", "pieces")
def another_piece_drawn(events: Events) -> Iterator[Events]:
    for copy, place, body in each(events, "counter-drawn.1"):
        others = [other["piece"] for name, other in copy[place + 1 :] if name == "counter-drawn.1"]
        others += [piece["id"] for name, laid in copy for piece in laid.get("pieces", ())]
        body["piece"] = next(other for other in others if other != body["piece"])
        yield copy


@forger("chance")
def another_pick(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, "picked.1"):
        body["value"] = next(option for option in body["options"] if option != body["value"])
        yield copy


@forger("chance")
def another_order(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, "shuffled.1"):
        if len(body["order"]) > 1:
            body["order"] = [*body["order"][1:], body["order"][0]]
            yield copy


@forger("chance")
def another_number_of_a_chance(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, *CHANCES):
        body["chance"] += 1
        yield copy


@forger("chance")
def a_typed_die_in_a_sealed_game(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, "die-rolled.1"):
        if copy[0][1].get("dice", "sealed") == "sealed":
            body["source"] = "typed"
            yield copy


@forger("chance")
def a_chance_told_anew_though_nothing_was_ruled(events: Events) -> Iterator[Events]:
    for copy, place, body in each(events, *CHANCES):
        earlier = next((p for p in range(place) if copy[p][0] == copy[place][0]), 0)
        if earlier:
            kept = ("number", "time", "procedure", "rule")
            keep: dict[str, Any] = {field: body[field] for field in kept if field in body}
            body.update({**copy[earlier][1], **keep, "again": earlier + 1})
            yield copy


@forger("chance", "accounting")
def a_chance_left_out(events: Events) -> Iterator[Events]:
    for copy, place, _ in each(events, *CHANCES):
        if place + 1 < max(p for p, (name, _) in enumerate(copy) if name in CHANCES):
            del copy[place]
            yield renumbered(copy, place, -1)


@forger("chance")
def a_die_thrown_behind_a_take_back(events: Events) -> Iterator[Events]:
    """For an order that is struck: the weakness that no run of the rules shows."""
    for copy, place, body in each(events, "taken-back.1"):
        die = {"number": place + 2, "time": body.get("time", ""), "procedure": body["first"], "die": 6}
        copy.insert(place + 1, ("die-rolled.1", {**die, "face": 6, "purpose": "luck", "chance": 1}))
        yield renumbered(copy, place + 2, 1)


@forger("accounting")
def a_score_for_an_order_that_was_taken_back(events: Events) -> Iterator[Events]:
    for copy, place, body in each(events, "taken-back.1"):
        told = {"number": place + 2, "time": body["time"], "procedure": body["first"], "track": "vp"}
        copy.insert(place + 1, ("scored.1", {**told, "change": 5, "value": 5}))
        yield renumbered(copy, place + 2, 1)


@forger("accounting")
def a_score_for_an_order_at_its_end(events: Events) -> Iterator[Events]:
    for copy, place, body in each(events, "order-done.1"):
        told = {"number": place + 2, "time": body["time"], "procedure": body["procedure"], "track": "vp"}
        copy.insert(place + 1, ("scored.1", {**told, "change": 5, "value": 5}))
        yield renumbered(copy, place + 2, 1)


@forger("accounting")
def a_score_of_no_order(events: Events) -> Iterator[Events]:
    for copy, place, body in each(events, "order-done.1"):
        told = {"number": place + 2, "time": body["time"], "track": "vp", "change": 5, "value": 5}
        copy.insert(place + 1, ("scored.1", told))
        yield renumbered(copy, place + 2, 1)


@forger("accounting")
def a_note_that_belongs_to_an_order(events: Events) -> Iterator[Events]:
    for copy, place, body in each(events, "order-done.1"):
        told = {"number": place + 2, "time": body["time"], "procedure": body["procedure"], "text": "so"}
        copy.insert(place + 1, ("noted.1", told))
        yield renumbered(copy, place + 2, 1)


@forger("accounting")
def an_order_after_the_verdict(events: Events) -> Iterator[Events]:
    for copy, _, _ in each(events, "verdict-reached.1"):
        place = next(p for p, (name, _) in enumerate(copy) if name in ("seal-revealed.1", "game-closed.1"))
        side = copy[0][1]["sides"][0]["id"]
        told = {"number": place + 1, "time": copy[place][1].get("time", ""), "procedure": place + 1}
        copy.insert(place, ("order-given.1", {**told, "side": side, "order": "pass"}))
        yield renumbered(copy, place + 1, 1)


@forger("accounting")
def an_order_of_a_stranger(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, "order-given.1"):
        body["side"] = "nobody"
        yield copy


@forger("accounting", "chance")
def a_take_back_of_what_is_no_order(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, "taken-back.1"):
        for first in (0, 1, body["first"] + 1, body["number"], 10**6):
            other = deepcopy(copy)
            other[body["number"] - 1][1]["first"] = first
            yield other


@forger("accounting")
def a_take_back_without_a_reason(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, "taken-back.1", "ruled.2"):
        body["because"] = " "
        yield copy


@forger("accounting")
def a_second_opening(events: Events) -> Iterator[Events]:
    for copy, place, body in each(events, "order-done.1"):
        for laid in (0, 1):
            other = deepcopy(copy)
            told = {**other[laid][1], "number": place + 2, "time": body["time"]}
            other.insert(place + 1, (other[laid][0], told))
            yield renumbered(other, place + 2, 1)


@forger("accounting")
def a_secret_revealed_in_play(events: Events) -> Iterator[Events]:
    secret = next((body["secret"] for name, body in events if name == "seal-revealed.1"), "")
    for copy, place, body in each(events, "order-done.1"):
        told = {"number": place + 2, "time": body["time"], "secret": secret}
        copy.insert(place + 1, ("seal-revealed.1", told))
        yield renumbered(copy, place + 2, 1)


@forger("accounting")
def a_timer_after_the_close(events: Events) -> Iterator[Events]:
    if events[-1][0] == "game-closed.1":
        told = {"number": len(events) + 1, "time": events[-1][1]["time"], "purpose": "tea", "seconds": 60}
        yield [*deepcopy(events), ("timer-set.1", told)]


@forger("seal")
def another_secret(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, "seal-revealed.1"):
        for secret in ("00" * 32, "", "zz", body["secret"].upper()):
            other = deepcopy(copy)
            other[body["number"] - 1][1]["secret"] = secret
            yield other


@forger("seal")
def another_commitment(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, "game-opened.1"):
        body["commitment"] = "0" * 64
        yield copy


@forger("pieces", "chance")
def a_piece_moved_from_elsewhere(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, "piece-moved.1"):
        body["origin"] = "elsewhere"
        yield copy


@forger("form")
def an_unknown_member(events: Events) -> Iterator[Events]:
    for place in some(events, *{name for name, _ in events}):
        copy = deepcopy(events)
        copy[place][1]["remark"] = ""
        yield copy


@forger("form")
def another_order_of_members(events: Events) -> Iterator[Events]:
    for place in some(events, *{name for name, _ in events}):
        copy = deepcopy(events)
        copy[place] = (copy[place][0], dict(reversed(copy[place][1].items())))
        yield copy


@forger("form")
def a_default_written_out(events: Events) -> Iterator[Events]:
    for copy, place, body in each(events, "order-done.1"):
        rest = {field: body[field] for field in ("procedure",)}
        copy[place] = ("order-done.1", {"number": body["number"], "time": body["time"], **rest, "rule": ""})
        yield copy


@forger("form")
def a_fraction_or_a_flag_for_a_number(events: Events) -> Iterator[Events]:
    for value in (1.0, 1.5, True, "1", None, -0.0):
        for copy, _, body in each(events, "order-given.1"):
            body["arguments"] = {"n": value} if type(value) is float else body.get("arguments", {})
            body["procedure"] = body["procedure"] if type(value) is float else value
            yield copy


@forger("form")
def maps_not_sorted(events: Events) -> Iterator[Events]:
    for copy, _, body in each(events, "order-given.1"):
        body["arguments"] = {"b": 1, "a": 2}
        copy[body["number"] - 1] = ("order-given.1", in_place(body))
        yield copy


def in_place(body: dict[str, Any]) -> dict[str, Any]:
    """The members of an order in their order."""
    order = (
        "number",
        "time",
        "procedure",
        "rule",
        "audience",
        "blind",
        "side",
        "order",
        "arguments",
        "by",
        "because",
    )
    return {name: body[name] for name in order if name in body}


@forger("form")
def an_unknown_event(events: Events) -> Iterator[Events]:
    for copy, place, body in each(events, "order-done.1"):
        copy[place] = ("order-done.2", body)
        yield copy


@forger("time")
def a_time_that_runs_backwards(events: Events) -> Iterator[Events]:
    for time in ("1999-12-31T23:59:59Z", "2026-13-01T00:00:00Z", "yesterday", "9999-01-01T00:00:00"):
        for copy, place, body in each(events, "order-done.1"):
            body["time"] = time
            copy[place] = ("order-done.1", body)
            yield copy


@forger("form")
def two_events_swapped(events: Events) -> Iterator[Events]:
    for copy, place, _ in each(events, "order-done.1"):
        copy[place], copy[place - 1] = copy[place - 1], copy[place]
        yield copy


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Events]:
    """Games with every kind of chance, with take-backs and rulings."""
    path = tmp_path_factory.mktemp("logs") / "log"
    found = {"ramadi": plain(GAMES / "ramadi-corrected.jsonl")}
    for name in ("toy-cards", "toy-both-fire", "toy-detection", "toy-losses"):
        for dice in ("sealed", "typed"):
            entries = enter("", play_to_end((name, {}), 1, dice).game.log, GENESIS)
            path.write_bytes(b"".join(line + b"\n" for line in to_lines(entries)))
            found[f"{name} {dice}"] = plain(path)
    return found


def test_the_logs_themselves_are_verified(logs: dict[str, Events], tmp_path: Path) -> None:
    for events in logs.values():
        found = check(tmp_path / "log", chained(events))
        assert (found.findings, found.unchecked) == (set(), [])


@pytest.mark.parametrize("name", thinned(FORGERS, 3))
def test_every_forgery_is_found(name: str, logs: dict[str, Events], tmp_path: Path) -> None:
    expected, forge = FORGERS[name]
    made = 0
    for log, events in logs.items():
        for forged in forge(events):
            made += 1
            found = check(tmp_path / "log", chained(forged))
            assert kinds(found) & expected, (log, made, found.findings)
    assert made


def test_whatever_byte_is_changed_is_found(logs: dict[str, Events], tmp_path: Path) -> None:
    """Without a new chain: in the middle of each of many lines."""
    lines = chained(logs["toy-cards sealed"]).splitlines(keepends=True)
    for place in range(0, len(lines), 3):
        line = bytearray(lines[place])
        middle = len(line) // 2
        line[middle] = line[middle] ^ 1
        changed = b"".join([*lines[:place], bytes(line), *lines[place + 1 :]])
        found = check(tmp_path / "log", changed) if place else None
        assert found is None or kinds(found) & {"chain", "form"}


def test_a_new_seed_of_ramadi_is_another_game(tmp_path: Path) -> None:
    one, other = (enter("", ramadi(seed).game.log, GENESIS) for seed in (1, 2))
    assert check(tmp_path / "log", one).head != check(tmp_path / "log", other).head
