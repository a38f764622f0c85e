"""Random mutations of real logs, re-chained by the forger or not: an audit of each ends, soon, in a verdict.

    python -m tests.forgeries --mutations 10000

A mutation that passes must be of what the auditor's guide says that no audit can see.
"""

import gc
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from adjudication.audits.audit import audit
from adjudication.audits.findings import EXIT_CODES
from domain.errors import BadLog
from domain.events.registry import WIRE_NAMES
from domain.ledger.logfile import odd_line, read_log
from reports.audit import audit_report
from reports.document import FORMATS
from reports.verifier.verify_log import Check
from reports.words.audit import audit_lines
from tests.forgeries.logs import MAKERS, log
from tests.forgeries.unseen import unseen

GAMES = Path(__file__).parents[1] / "games"
MOST_SECONDS = 20
"""In which an audit of a mutation must end; the logs have at most a few hundred events."""

Line = tuple[str, dict[str, Any]]
"""An event as its name and body."""


class Mutation(NamedTuple):
    """A mutated log as lines. what: what was done. touched: event and field names that are not as they were,
    no field for whole events; None where it cannot be said."""

    log: str
    seed: int
    what: str
    lines: bytes
    touched: frozenset[tuple[str, str]] | None = None


class Outcome(NamedTuple):
    """What became of a mutation: the exit code of the audit, and that of the verifier; 70 is a crash."""

    mutation: Mutation
    code: int
    verifier: int
    seconds: float
    why: str = ""

    @property
    def fault(self) -> str:
        """What is wrong with it, in a sentence; empty when nothing is."""
        which = f"{self.mutation.log}, seed {self.mutation.seed}: {self.mutation.what}"
        if 70 in (self.code, self.verifier):
            return f"{which}: exit 70: {self.why}"
        if self.seconds > MOST_SECONDS:
            return f"{which}: took {self.seconds:.0f} s"
        touched = self.mutation.touched
        if (
            self.code == 0
            and not self.mutation.what.startswith("the first ")
            and (touched is None or not all(unseen(*each) for each in touched))
        ):
            return f"{which}: passes"
        if self.verifier == 1 and self.code != 1:
            return f"{which}: only the verifier finds something"
        return ""


def sources() -> dict[str, list[Line]]:
    """The logs that are mutated, by name: of every system, those that pass as they are."""
    found = {name: _lines(log(name).lines) for name in MAKERS if log(name).closed or "toy" in name}
    for path in sorted(GAMES.glob("*.jsonl")):
        lines = path.read_bytes().splitlines(keepends=True)
        if len(lines) < 1500:
            found[path.stem] = _lines(lines)
    return found


def _lines(lines: list[bytes]) -> list[Line]:
    read = [json.loads(line) for line in lines]
    return [(line["event"], line["body"]) for line in read]


def mutate(name: str, lines: list[Line], seed: int) -> Mutation:
    """One mutation of a log, the same for the same seed."""
    chance = random.Random(f"{name} {seed}")
    events = [(event, json.loads(json.dumps(body))) for event, body in lines]
    change = chance.choice(CHANGES)
    what, touched = change(chance, events)
    if events == lines:
        touched = frozenset()
    if chance.random() < 0.05:
        return Mutation(name, seed, f"{what}, bytes", _damaged(chance, chained(events)))
    return Mutation(name, seed, what, chained(events), touched)


def chained(events: list[Line], of: int | None = None) -> bytes:
    """A log of these events, each with the digest that it ought to have."""
    head = sha256(b"whitecell log").hexdigest()
    lines = []
    for place, (name, body) in enumerate(events, start=1):
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        for stands, what in BEYOND.items():
            text = text.replace(f'"{stands}"', what)
        content = text.encode("utf-8", "replace")
        head = sha256(f"{head}{name}\n".encode() + content).hexdigest()
        counted = f'"number":{place},"of":{len(events) if of is None else of}'
        lines.append(
            f'{{{counted},"event":"{name}","body":'.encode() + content + f',"digest":"{head}"}}\n'.encode()
        )
    return b"".join(lines)


def _damaged(chance: random.Random, content: bytes) -> bytes:
    damaged = bytearray(content)
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(damaged))
        damaged[place : place + chance.randrange(3)] = chance.choice(
            [b"", b"\x00", b"\xff", b"9" * 50, b"[" * 900, b"\n"]
        )
    return bytes(damaged)


# --- changes -----------------------------------------------------------------------------------------

Touched = frozenset[tuple[str, str]] | None


BEYOND = {
    "@nested": "[" * 900 + "]" * 900,
    "@deep": '{"a":' * 90_000 + "1" + "}" * 90_000,
    "@digits": "9" * 5000,
}
"""What a writer of JSON stumbles over itself, by what stands for it until the lines are written."""


def _another(chance: random.Random, value: Any, events: list[Line], field: str) -> Any:
    """Something else for a value: of its own kind, or of none that belongs there."""
    same = [body[field] for _, body in events if field in body and body[field] != value]
    if same and chance.random() < 0.5:
        return chance.choice(same)
    if type(value) is int and chance.random() < 0.6:
        return value + chance.choice([-1, 1, 7, -value, 2**31, 2**53, 2**63, 2**64, 10**30, -(2**40)])
    if type(value) is bool:
        return not value
    if type(value) is str and chance.random() < 0.6:
        return chance.choice(
            ["", value * 2, value.upper(), value[1:], "game", "begin", "a\nb", "é" * 300, "{}"]
        )
    if type(value) is list and value and chance.random() < 0.6:
        return chance.choice([value[1:], value * 2, [], value[::-1], [value]])
    if type(value) is dict and value and chance.random() < 0.6:
        key = chance.choice(sorted(value))
        return chance.choice([{k: v for k, v in value.items() if k != key}, {}, {**value, "x": 1}])
    return chance.choice([None, 0, -1, 1, 10**18, 1.5, True, "", "x", [], {}, [None], {"a": 1}, *BEYOND])


def _sites(body: dict[str, Any]) -> list[tuple[Any, Any, str]]:
    """Every place in a body where a value stands: what holds it, by which key, under which field."""
    found: list[tuple[Any, Any, str]] = []
    open: list[tuple[Any, str]] = [(body, "")]
    while open:
        held, field = open.pop()
        for key in list(held) if isinstance(held, dict) else range(len(held)):
            top = field or str(key)
            found.append((held, key, top))
            if isinstance(held[key], dict | list):
                open.append((held[key], top))
    return found


def _event(name: str, body: dict[str, Any]) -> str:
    """The event as the list of the unseen names it."""
    return f"{name} covert" if body.get("covert") is True else name


def _value(chance: random.Random, events: list[Line]) -> tuple[str, Touched]:
    """A value, anywhere in an event, is another."""
    name, body = events[_place(chance, events)]
    held, key, field = chance.choice(_sites(body))
    which = _event(name, body)
    held[key] = deepcopy(_another(chance, held[key], events, field))
    return f"{name} {field}", frozenset([(which, field)])


def _absent(chance: random.Random, events: list[Line]) -> tuple[str, Touched]:
    """A member is left out."""
    name, body = events[_place(chance, events)]
    held, key, field = chance.choice(_sites(body))
    which = _event(name, body)
    del held[key]
    return f"{name} without {field}", frozenset([(which, field)])


def _member(chance: random.Random, events: list[Line]) -> tuple[str, Touched]:
    """A field that was at its default has the value that it has in another event."""
    name, body = events[_place(chance, events)]
    fields = [each for each in WIRE_NAMES[name].__struct_fields__ if each not in body]
    if not fields:
        return _value(chance, events)
    field = chance.choice(fields)
    others = [each[field] for _, each in events if field in each]
    body[field] = deepcopy(chance.choice([*others[:50], 1, "x", [], True, {}, None]))
    ordered = {each: body[each] for each in WIRE_NAMES[name].__struct_fields__ if each in body}
    body.clear()
    body.update(ordered)
    return f"{name} with {field}", frozenset([(_event(name, body), field)])


def _whole(events: list[Line]) -> frozenset[tuple[str, str]]:
    """What is touched where whole events are missing, added or elsewhere."""
    return frozenset((name, "") for name, _ in events)


def _dropped(chance: random.Random, events: list[Line]) -> tuple[str, Touched]:
    """Events are missing, what follows renumbered or not."""
    place = _place(chance, events)
    end = place + chance.choice([1, 1, 2, 10])
    gone = _whole(events[place:end])
    del events[place:end]
    if not events:
        events.append(("order-done.1", {"number": 1}))
    _renumber(chance, events)
    return f"without event {place + 1}", gone


def _repeated(chance: random.Random, events: list[Line]) -> tuple[str, Touched]:
    """An event stands there again, here or elsewhere."""
    name, body = chance.choice(events)
    place = chance.randrange(len(events) + 1)
    events.insert(place, (name, json.loads(json.dumps(body))))
    _renumber(chance, events)
    return f"{name} again at {place + 1}", _whole([(name, body)])


def _swapped(chance: random.Random, events: list[Line]) -> tuple[str, Touched]:
    """Two events have changed places."""
    one, other = chance.randrange(len(events)), chance.randrange(len(events))
    events[one], events[other] = events[other], events[one]
    _renumber(chance, events)
    return f"{one + 1} and {other + 1} swapped", _whole([events[one], events[other]])


def _renamed(chance: random.Random, events: list[Line]) -> tuple[str, Touched]:
    """An event bears the name of another kind."""
    place = _place(chance, events)
    name, body = events[place]
    events[place] = chance.choice(sorted(WIRE_NAMES)), body
    return f"{name} as {events[place][0]}", None


def _cut(chance: random.Random, events: list[Line]) -> tuple[str, Touched]:
    """The log ends early, and says so of itself."""
    del events[chance.randrange(1, len(events)) :]
    return f"the first {len(events)}", None


def _into_itself(chance: random.Random, events: list[Line]) -> tuple[str, Touched]:
    """A piece moves into itself, or into another piece."""
    moves = [body for name, body in events if name in ("piece-moved.1", "counter-drawn.1")]
    if not moves:
        return _value(chance, events)
    body = chance.choice(moves)
    body["to"] = chance.choice([body["piece"], chance.choice(moves)["piece"]])
    return "a piece into a piece", frozenset([("piece-moved.1", "to")])


CHANGES: tuple[Callable[[random.Random, list[Line]], tuple[str, Touched]], ...] = (
    *[_value] * 8,
    *[_member] * 3,
    _absent,
    _dropped,
    _repeated,
    _swapped,
    _renamed,
    _cut,
    _into_itself,
)


def _place(chance: random.Random, events: list[Line]) -> int:
    """An event; one of each kind as likely as another, so that rare ones are not forgotten."""
    kind = chance.choice(sorted({name for name, _ in events}))
    return chance.choice([place for place, (name, _) in enumerate(events) if name == kind])


def _renumber(chance: random.Random, events: list[Line]) -> None:
    if chance.random() < 0.7:
        for number, (_, body) in enumerate(events, start=1):
            body["number"] = number


# --- trials ------------------------------------------------------------------------------------------


def tried(mutation: Mutation, path: Path) -> Outcome:
    """What the audit and the verifier come to, with everything that the commands print and write."""
    path.write_bytes(mutation.lines)
    began, why = time.process_time(), ""
    try:
        code = _audited(path)
    except Exception as error:
        code, why = 70, f"{type(error).__name__}: {error!s:.200}"
    seconds = time.process_time() - began
    try:
        found = Check(str(path), [])
        verifier = 1 if found.findings else 3 if found.unchecked else 0
    except ValueError:
        verifier = 2
    except Exception as error:
        verifier, why = 70, f"verifier, {type(error).__name__}: {error!s:.200}"
    return Outcome(mutation, code, verifier, seconds, why)


def _audited(path: Path) -> int:
    try:
        entries, of = read_log(path)
        odd = odd_line(path, entries, of)
    except BadLog:
        return 1
    report = audit(entries, of, odd_line=odd)
    list(audit_lines(report))
    FORMATS["md"](audit_report(entries, report))
    return EXIT_CODES[report.verdict]


def trials(count: int, path: Path, first: int = 0) -> Iterator[Outcome]:
    """So many mutations, of each log in turn."""
    logs = sources()
    names = sorted(logs)
    for seed in range(first, first + count):
        name = names[seed % len(names)]
        yield tried(mutate(name, logs[name], seed), path)


def report(count: int, path: Path, first: int = 0) -> int:
    """Print what became of so many mutations; how many are at fault."""
    gc.collect()
    codes: Counter[tuple[int, int]] = Counter()
    faults: list[str] = []
    slowest = 0.0
    for place, outcome in enumerate(trials(count, path, first), start=1):
        codes[outcome.code, outcome.verifier] += 1
        slowest = max(slowest, outcome.seconds)
        if outcome.fault:
            faults.append(outcome.fault)
            print(outcome.fault, flush=True)
        if place % 500 == 0:
            print(f"{place} of {count}, {len(faults)} at fault", flush=True)
    for (code, verifier), number in sorted(codes.items()):
        print(f"audit {code}, verifier {verifier}: {number}")
    print(f"{count} mutations, {len(faults)} at fault; the slowest audit took {slowest:.1f} s")
    return len(faults)
