"""Nothing that a side is shown tells one world from another that differs in what is hidden from it alone."""

import difflib
import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from adjudication.engine.umpire import Question
from adjudication.engine.umpire.audiences import table_of
from domain.events import Event
from domain.game.game import Game
from domain.views.view import WHITE, see
from seats.seat.seat import Seat
from tests.contract.plays import HIDING, LARGE, before_turn, game, played
from tests.table import Table
from tests.worlds.eyes import (
    SAMPLED,
    asked,
    asked_and_ordered,
    derived,
    prospects,
    refusals,
    seat_at,
    shown,
    text_of,
    weighed,
)
from tests.worlds.games import moments
from tests.worlds.rearranging import (
    REARRANGEMENTS,
    Log,
    Rearrangement,
    World,
    chained,
    mixed_otherwise_with_records,
    more_behind_its_back,
    names_of,
    other_identities_and_records,
    other_order_of_listing,
    with_steps_they_can_have,
)

_SEEDS = {
    "ows proving-ground": (1,),
    "ows proving-field": (1,),
    "ows river": (1,),
    "ows littoral": (1,),
    "ows tutorial": (1, 2),
    "nineveh": (1,),
    "nineveh with options": (2,),
    "nineveh alone": (3,),
    "somalia": (1,),
    "ramadi": (1,),
    "ramadi with options": (2,),
}
"""The large games are played once, the small ones with each of three seeds."""
PLAYED = [(name, seed) for name in HIDING for seed in _SEEDS.get(name, (1, 2, 3))]
LONG = [each for each in PLAYED if each[0] in _SEEDS]
REPEATED = [each for each in PLAYED if each not in LONG and each[1] > 1]
OTHER_OPTIONS = ("ows river", "nineveh with options", "nineveh alone", "ramadi with options")
AT_ONE_MOMENT = [
    *((*each, each in LONG) for each in PLAYED if each not in REPEATED and each[0] not in OTHER_OPTIONS),
    *(pytest.param(*each, False, marks=pytest.mark.slow) for each in (*LONG, *REPEATED)),
]
"""Each game, and whether it is looked at once only; at all its moments the long ones are slow, and so is a
second game of the same. Of the large maps the littoral is looked at once; the river, which takes longest,
and long games that differ by their options alone are slow."""


TO_THE_LAST_TURN = "nineveh's last turn"
"""A game of Nineveh that has one turn left to be played."""


def log_of(name: str, seed: int) -> tuple[Event, ...]:
    """The log of a random game."""
    if name != TO_THE_LAST_TURN:
        return played(name, seed)
    whole = game("nineveh", seed).whole
    return before_turn(whole, Game.from_events("", whole).state.turn)


def worlds(
    log: Log, side: str, chance: random.Random, ways: Sequence[Rearrangement] = REARRANGEMENTS
) -> list[tuple[str, World]]:
    """Another world, with what is otherwise in it: everything at once, so that all is seen together."""
    other, names = World(log), []
    for rearrange in ways:
        made = rearrange(other.log, side, chance)
        if made is not None and made.log != other.log:
            other = World(with_steps_they_can_have(made.log), chained(made.named, other.named))
            names.append(rearrange.__name__)
    return [(", ".join(names), other)] if names else []


def looked_at(
    seat: Seat, side: str, questions: Sequence[Question] | None, fully: bool, trying: bool
) -> dict[str, str]:
    """All that the side is shown, by what it is called. trying: also what it is told where it tries orders,
    and asks for their odds."""
    texts = shown(seat, side)
    if questions is not None:
        texts.update(asked_and_ordered(seat, side, tuple(questions)))
    if fully:
        texts.update(derived(seat, side, 2))
    if trying:
        texts.update(refusals(seat, side))
        if not table_of(seat.game, side).procedures:
            texts.update(weighed(seat, side))
    return texts


def check(log: Log, other: World, side: str, what: str, fully: bool, trying: bool) -> int:
    """The two worlds look the same to the side: how many outputs were compared."""
    one, another = seat_at(log), seat_at(other.log)
    here = looked_at(one, side, asked(one) if asked(another) is not None else None, fully, trying)
    with names_of(other, side):
        there = looked_at(another, side, asked(another) if asked(one) is not None else None, fully, trying)
    for name in {**here, **there}:
        if name.startswith(SAMPLED) and not (name in here and name in there):
            continue
        texts = [text.get(name, "").replace("},", "},\n").split("\n") for text in (here, there)]
        if texts[0] != texts[1]:
            lines = list(difflib.unified_diff(texts[0], texts[1], lineterm="", n=0))
            told = "\n".join(line[:600] for line in lines[:14])
            where = f"after {len(log)} events ({what})"
            pytest.fail(f"{side} tells the worlds apart by {name!r}, {where}:\n{told}")
    return len(here)


@pytest.mark.parametrize(("name", "seed", "once"), AT_ONE_MOMENT)
def test_no_output_of_a_side_tells_worlds_apart_that_it_cannot_tell_apart(
    name: str, seed: int, once: bool
) -> None:
    chance = random.Random(f"{name} {seed}")
    looked: Counter[str] = Counter()
    many = 1 if name.startswith("nineveh") or name in LARGE else 2
    tried = False
    logs = moments(played(name, seed), many, chance)
    if once:  # at the first moment when orders may be given
        logs = [log for log in logs if not seat_at(log).game.state.procedures][:1]
    for nth, log in enumerate(logs[:2] if name in LARGE else logs):
        state = seat_at(log).game.state
        trying = once or nth % 2 == 1 or (many == 1 and not state.procedures and not tried)
        tried = tried or trying
        for side in state.sides:
            for what, other in worlds(log, side, chance):
                check(log, other, side, what, once or nth % 2 == 1, trying)
                looked.update(what.split(", "))
    assert looked["more_behind_its_back"] > (1 if once else 3)


def test_orders_that_name_hidden_pieces_of_others_are_tried() -> None:
    """Else the test above compares no refusals."""
    table = Table("nineveh").put("cts-1", "airport").put("veteran-1", "abar")
    seat = seat_at(list(table.phase("movement", turn=1, side="isf").session.game.log))
    tried = refusals(seat, "isf", most=1000)
    assert "taken" not in tried.values()
    (contact,) = seat.game.state.contacts("isf", "abar")
    named = [said for order, said in tried.items() if f'"unit":"{contact}"' in order and '"move"' in order]
    assert named
    assert all(contact in said and "eteran" not in said for said in named)


WHICH_IS_WHICH = (
    other_identities_and_records,
    mixed_otherwise_with_records,
    other_order_of_listing,
    more_behind_its_back,
)
SAME_IDS = (other_order_of_listing, more_behind_its_back)
"""For games in which answers name many units of one side at once: they are in the order of the ids."""


FORECAST = [
    pytest.param(*each, marks=pytest.mark.slow)
    if each[0].startswith(("nineveh", "somalia")) or each in REPEATED
    else each
    for each in PLAYED
    if each[0] not in ("toy-three", *LARGE)
]
"""Whole games of Nineveh and Somalia are slow to play on, and so is a second game of the same."""


@pytest.mark.parametrize(("name", "seed"), [*FORECAST, (TO_THE_LAST_TURN, 1)])
def test_prospects_do_not_hang_on_which_hidden_piece_is_which(name: str, seed: int) -> None:
    """Seeded play-outs from what a side knew are the same in all its worlds. Hidden records are taken as they
    are (docs/what-if.md): a piece has them wherever it lies. The toy of three sides has no end; play-outs on
    large maps take too long."""
    chance = random.Random(f"prospects {name} {seed}")
    ways = SAME_IDS if name == "ows proving-ground" else WHICH_IS_WHICH
    logs = moments(log_of(name, seed), 1, chance)
    for log in logs[-1:] if name == TO_THE_LAST_TURN else logs:
        for side in seat_at(log).game.state.sides:
            told = prospects(seat_at(log), side)
            for what, other in worlds(log, side, chance, ways) if told else ():
                with names_of(other, side):
                    assert prospects(seat_at(other.log), side) == told, f"{side}: {what}"


@pytest.mark.parametrize(
    ("output", "leak"),
    [
        ("table", lambda seat: str([piece.name for piece in seat.game.state.pieces.values()])),
        ("log", lambda seat: str(len(seat.game.log))),
        ("map", lambda seat: text_of(see(seat.game.state, WHITE))),
    ],
)
def test_a_leak_is_noticed(output: str, leak: Callable[[Seat], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Names and counts that should be hidden: the test above fails on each."""
    chance = random.Random(1)
    log = moments(played("toy-detection", 1), 1, chance)[0]
    ((what, other),) = worlds(log, "orca", chance)
    assert check(log, other, "orca", what, fully=False, trying=False) > 8

    plainly = shown

    def leaking(seat: Seat, side: str) -> dict[str, str]:
        return {**plainly(seat, side), output: leak(seat)}

    monkeypatch.setattr("tests.worlds.test_worlds.shown", leaking)
    with pytest.raises(pytest.fail.Exception, match=f"orca tells the worlds apart by '{output}'"):
        check(log, other, "orca", what, fully=False, trying=False)


def test_every_way_to_rearrange_is_tried() -> None:
    tried: Counter[str] = Counter()
    for name in ("toy-reaction", "toy-cards", "toy-sealed", "ramadi", "freeform strait"):
        chance = random.Random(name)
        for log in moments(played(name, 1), 1, chance):
            for side in seat_at(log).game.state.sides:
                tried.update(
                    rearrange.__name__ for rearrange in REARRANGEMENTS if rearrange(log, side, chance)
                )
    assert set(tried) == {rearrange.__name__ for rearrange in REARRANGEMENTS}
