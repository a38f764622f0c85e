"""What a conformance case says, as its file is written; README.md describes the format."""

from pathlib import Path
from typing import Any

import msgspec

from adjudication.engine.data_file import read_yaml

FOLDER = Path(__file__).parent

Face = int | str | list[int] | dict[str, Any]
"""What a chance shows: a face, faces of dice thrown together, `{d10: 7}`, what is drawn, or
`{pick: ..., of: [...]}`."""


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the table lies before the first order, where it differs from the start of the scenario."""

    scenario: str = ""
    options: dict[str, Any] = {}
    turn: int = 0
    phase: str = ""
    side: str | None = None
    pieces: dict[str, str | dict[str, Any]] = {}
    tracks: dict[str, int] = {}
    state: dict[str, Any] = {}


class Lookup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"entered": "with"}):
    """A chart that was entered, with what, and what it gave."""

    table: str
    entered: dict[str, Any] = {}
    gives: dict[str, Any] = {}


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Facts that the document fixes. Nothing is said of what is not listed."""

    turn: int | None = None
    phase: str | None = None
    side: str | None = None
    pieces: dict[str, str | dict[str, Any]] = {}
    tracks: dict[str, int] = {}
    state: dict[str, Any] = {}
    sums: dict[str, int] = {}
    tables: list[Lookup] = []
    winner: str | None = None
    over: bool | None = None


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"arguments": "with"}):
    """One order: its chances and answers in their order, and what is true after it, or who refuses it."""

    order: str
    side: str | None = None
    arguments: dict[str, Any] = {}
    dice: list[int | dict[str, Face]] = []
    answers: list[dict[str, Any]] = []
    refused: str | list[str] = ""
    expect: Expected | None = None


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered case."""

    id: str
    rules: list[str]
    title: str
    why: str
    orders: list[Step]
    position: Position = Position()
    expect: Expected | None = None


class System(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all cases of a system share: the document, and the charts that it lacks, as given facts."""

    system: str
    document: str
    scenario: str
    given: str = ""
    charts: dict[str, list[dict[str, Any]]] = {}


class CaseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of cases, about one part of the document."""

    part: str
    cases: list[Case]


def systems() -> list[str]:
    """The folders that hold cases, by name."""
    return sorted(path.parent.name for path in FOLDER.glob("*/system.yaml"))


def read_system(folder: str) -> System:
    """What the cases in that folder share."""
    return msgspec.convert(read_yaml(FOLDER / folder / "system.yaml")[0], System)


def read_cases(folder: str) -> list[Case]:
    """All cases in that folder, file by file."""
    paths = sorted(path for path in (FOLDER / folder).glob("*.yaml") if path.name != "system.yaml")
    return [case for path in paths for case in _read(path).cases]


def _read(path: Path) -> CaseFile:
    """A file of cases. Raises ValidationError, which names the file."""
    try:
        return msgspec.convert(read_yaml(path)[0], CaseFile)
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError(f"{path.parent.name}/{path.name}: {error}") from error
