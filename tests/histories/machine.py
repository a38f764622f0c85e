"""Histories: steps that are done to a game one after the other, what was found, and the shortest history that
still finds it."""

import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from domain.game.chain import Entry
from tests.histories.looks import CHECKS, DEAR, LOOKS, Fault, Past, ended_badly, looked, past, viewers
from tests.histories.room import Command, Room, Start
from tests.histories.steps import STEPS, At, moment


class Step(NamedTuple):
    """A step: of which kind, and the seed by which it chooses what it does."""

    kind: str
    seed: int


class Failure(NamedTuple):
    """A history that ends in a fault."""

    start: Start
    steps: tuple[Step, ...]
    commands: tuple[Command, ...]
    fault: Fault

    def __str__(self) -> str:
        told = [f"{self.fault.what}: {self.fault.sign}", self.fault.told, ""]
        told += self.start.lines() + [command.line() for command in self.commands]
        steps = " ".join(f"{step.kind}:{step.seed}" for step in self.steps)
        return "\n".join([*told, "", f"{self.start!r}", f"steps: {steps}"])


def steps_of(seed: int, many: int) -> tuple[Step, ...]:
    """The steps of a history."""
    chance = random.Random(f"steps {seed}")
    kinds = list(STEPS)
    weights = [STEPS[kind][1] for kind in kinds]
    return tuple(Step(kind, chance.randrange(10**6)) for kind in chance.choices(kinds, weights, k=many))


class History:
    """A game in a room of its own, to which steps are done."""

    def __init__(self, start: Start, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        self.room = Room(folder, start)
        self.commands: list[Command] = []
        self.accepted: list[tuple[str, bool, str]] = []
        self._past: Past = {}
        self._log: list[Entry] = []
        self._now: At | None = None

    def log(self) -> list[Entry]:
        """The log as it was after the last command."""
        self._log = self._log or self.room.log()
        return self._log

    def at(self, seed: object) -> At:
        """The moment now, with chance from that seed."""
        if self._now is None:
            self._now = moment([entry.event for entry in self.log()], random.Random())
        return self._now._replace(chance=random.Random(f"{seed}"))

    def do(self, step: Step) -> list[Fault]:
        """Do a step: its faults."""
        found: list[Fault] = []
        for act in STEPS[step.kind][0]:
            found += self._act(act(self.at(step)), step)
        return found

    def _act(self, commands: Sequence[Command], step: Step) -> list[Fault]:
        found: list[Fault] = []
        for command in commands:
            before = self.log()
            said = self.room.type(command)
            self.commands.append(command)
            self.accepted.append((step.kind, said.code == 0, said.err.strip()[:160]))
            wrong = ended_badly(said)
            if wrong is not None:
                found.append(wrong)
            log = self._log = self.room.log()
            self._now = self._now if len(log) == len(before) else None
            if log[: len(before)] != before:
                found.append(Fault("log", "rewritten", command.line()))
            if said.code and log != before:
                found.append(Fault("log", f"{command.words[0]} refused and written", command.line()))
            if {"--only", "--reveal"} & {*command.words} or command.words[0] == "open-orders":
                self.room.told |= {entry.number for entry in log[len(before) :]}
            if said.code == 0 and command.words[0] == "fork" and step.seed % 2:
                self.room.name = command.words[command.words.index("--name") + 1]
                self.room.live = None
                self._past.clear()
                self._log, self._now = [], None
            elif said.code == 0 and command.words[0] == "fork":
                use = Command(("use", self.room.name))
                self.room.type(use)
                self.commands.append(use)
        return found

    def look(self, seed: object, pace: "Pace") -> Iterator[Fault]:
        """Look at some things, chosen by that seed."""
        at = self.at(f"looks {seed}")
        names = [name for name in LOOKS if name not in DEAR]
        picked = at.chance.sample(names, min(pace.cheap, len(names)))
        picked += at.chance.sample(DEAR, min(pace.dear, len(DEAR)))
        eyes = viewers(at)
        for name in picked:
            viewer = at.some(eyes)
            yield from self.seen(name, viewer, seed)
        for name in at.chance.sample(list(CHECKS), min(pace.checks, len(CHECKS))):
            yield from CHECKS[name](self.room, at)
        yield from past(at, at.some(eyes), self._past)

    def seen(self, name: str, viewer: str, seed: object) -> Iterator[Fault]:
        """One look of one viewer."""
        yield from looked(self.room, self.at(f"{name} {viewer} {seed}"), name, viewer)

    def look_at_all(self, seed: object) -> Iterator[Fault]:
        """Look at everything, with the eyes of all."""
        at = self.at(f"looks {seed}")
        for name in LOOKS:
            for viewer in viewers(at):
                yield from self.seen(name, viewer, seed)
        for check in CHECKS.values():
            yield from check(self.room, at)
        for viewer in viewers(at):
            yield from past(at, viewer, self._past)


class Pace(NamedTuple):
    """How much is looked at after each step."""

    cheap: int = 3
    dear: int = 1
    checks: int = 2
    in_the_end: bool = True
    """Whether everything is looked at in the end, with the eyes of all."""


def run(start: Start, steps: Sequence[Step], folder: Path, pace: Pace) -> tuple[Failure | None, History]:
    """Do the steps, look after each, and at everything in the end; until something is found."""
    history = History(start, folder)
    with history.room.watched():
        for nth, step in enumerate(steps, start=1):
            found = [*history.do(step), *history.look(step, pace)]
            if found:
                return Failure(start, tuple(steps[:nth]), tuple(history.commands), found[0]), history
        found = list(history.look_at_all("the end")) if pace.in_the_end else []
        if found:
            return Failure(start, tuple(steps), tuple(history.commands), found[0]), history
    return None, history


def shrunk(failure: Failure, folder: Path, tries: int = 150) -> Failure:
    """The shortest history that still ends in the same fault, steps being left out in halves, quarters and so
    on, and the orders before them too."""
    best = failure

    def attempt(start: Start, steps: tuple[Step, ...]) -> Failure | None:
        nonlocal tries
        if tries <= 0:
            return None
        tries -= 1
        return _again(start, steps, best.fault, folder)

    size = max(1, len(best.steps) // 2)
    while size:
        place = 0
        while place < len(best.steps):
            fewer = best.steps[:place] + best.steps[place + size :]
            shorter = attempt(best.start, fewer)
            if shorter is not None:
                best = shorter
            else:
                place += size
        size //= 2
    orders = best.start.orders
    for fewer_orders in sorted({0, orders // 4, orders // 2, orders * 3 // 4}):
        if fewer_orders < best.start.orders:
            shorter = attempt(best.start._replace(orders=fewer_orders), best.steps)
            best = shorter or best
    if best.start.seated:
        best = attempt(best.start._replace(seated=False), best.steps) or best
    return best


def _again(start: Start, steps: tuple[Step, ...], fault: Fault, folder: Path) -> Failure | None:
    """The history of these steps, if the fault is found again; looks are taken at its end alone, but for the
    past, of which somebody has read before."""
    history = History(start, folder)

    def failure(found: Fault) -> Failure:
        return Failure(start, steps, tuple(history.commands), found)

    def same(found: Fault) -> bool:
        return (found.what, found.sign) == (fault.what, fault.sign)

    with history.room.watched():
        for nth, step in enumerate(steps):
            for found in history.do(step):
                if same(found):
                    return failure(found)
            if fault.what == "past" and nth + 2 >= len(steps):
                at = history.at("past")
                for viewer in viewers(at):
                    for found in past(at, viewer, history._past):
                        if same(found):
                            return failure(found)
        for check in CHECKS.values() if fault.what in ("audit", "live", "rebuilt", "conserved") else ():
            for found in check(history.room, history.at("check")):
                if same(found):
                    return failure(found)
        at = history.at("looks")
        for name in LOOKS:
            if not _may_find(name, fault):
                continue
            for viewer in viewers(at):
                for seed in (steps[-1] if steps else 0, *range(3)):
                    for found in history.seen(name, viewer, seed):
                        if same(found):
                            return failure(found)
    return None


def _may_find(name: str, fault: Fault) -> bool:
    """Whether a look can find a fault: one of its command, or a leak by it."""
    command = fault.sign.split()[0] if fault.what == "leak" else fault.what
    first = {"review": "aar", "read model": "read-model", "audit report": "audit", "rulings": "ruling"}
    return first.get(name, name).split()[0].rstrip("s") == command.rstrip("s")
