"""Runs the verifier on logs, in this process or as an auditor would, and makes logs from plain data."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from domain.game.chain import Entry
from domain.ledger.logfile import read_log, to_lines
from reports.verifier import verify_log
from reports.verifier.verify_log import Check

FILE = Path(verify_log.__file__)

Plain = tuple[str, dict[str, Any]]
"""An event as its name and body."""


def check(path: Path, lines: bytes | Sequence[Entry], *secrets: str) -> Check:
    """What the verifier says of these lines, or entries, once they are in that file."""
    if not isinstance(lines, bytes):
        lines = b"".join(line + b"\n" for line in to_lines(lines))
    path.write_bytes(lines)
    return Check(str(path), [bytes.fromhex(secret) for secret in secrets])


def kinds(found: Check) -> set[str]:
    """The kinds of its findings."""
    return {kind for _, kind, _ in found.findings}


def run(*arguments: object, code: str = "") -> subprocess.CompletedProcess[str]:
    """Run the file as an auditor does, without anything that is installed."""
    command = [sys.executable, "-I", "-S", FILE, *arguments]
    return subprocess.run(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def plain(path: Path) -> list[Plain]:
    """The events of a log as plain data."""
    entries, _ = read_log(path)
    return [(entry.wire_name, json.loads(entry.body)) for entry in entries]


def chained(events: Iterable[Plain], of: int = 0) -> bytes:
    """A log of these events, each with the digest that it ought to have."""
    events = list(events)
    head = hashlib.sha256(b"whitecell log").hexdigest()
    lines = []
    for place, (name, body) in enumerate(events, start=1):
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        head = hashlib.sha256(f"{head}{name}\n{text}".encode()).hexdigest()
        number = body["number"] if type(body.get("number")) is int else place
        counted = f'"number":{number},"of":{of or len(events)}'
        lines.append(f'{{{counted},"event":"{name}","body":{text},"digest":"{head}"}}\n')
    return "".join(lines).encode()
