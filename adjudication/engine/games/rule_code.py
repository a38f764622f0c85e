"""Which rule code this is: a digest of the source that play-outs run, so that what was played by other code
is never taken for its own."""

import hashlib
import sys
from collections.abc import Collection, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from adjudication.engine.games.systems import RuleSystem

_ENGINE = ("adjudication", "domain")
"""Packages that every system runs on."""
_SYSTEMS = {"adjudication.systems"}
"""The package of the systems; only the one that is played counts."""


def code_digest(system: RuleSystem) -> str:
    """The digest of a system's package, and of the engine below it: the bytes of every module."""
    return _digest(system.begin.__module__)


@cache
def _digest(module: str) -> str:
    digest = hashlib.sha256()
    for package in _ENGINE:
        for name, source in _modules(files(package), package, _SYSTEMS):
            _add(digest, name, source)
    package = _package(module)
    if package:
        for name, source in _modules(files(package), package):
            _add(digest, name, source)
    elif (file := getattr(sys.modules[module], "__file__", None)) is not None:
        _add(digest, module, Path(file))
    return digest.hexdigest()


def _package(module: str) -> str:
    """The package of the system that begins in a module: its folder among the systems, else the package that
    the module lies in; empty for none."""
    for systems in _SYSTEMS:
        if module.startswith(f"{systems}."):
            return f"{systems}.{module.removeprefix(f'{systems}.').partition('.')[0]}"
    return getattr(sys.modules[module], "__package__", "") or ""


def _modules(folder: Traversable, name: str, but: Collection[str] = ()) -> Iterator[tuple[str, Traversable]]:
    """All that lies in a package and its subpackages `but` some, in an order that is the same everywhere."""
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            if f"{name}.{entry.name}" not in but:
                yield from _modules(entry, f"{name}.{entry.name}", but)
        else:
            yield name, entry


def _add(digest: "hashlib._Hash", package: str, source: Traversable) -> None:
    if not source.name.endswith(".py") or not source.is_file():
        return
    content = source.read_bytes().replace(b"\r\n", b"\n")  # as a checkout may have them
    digest.update(f"{package}\0{source.name}\0{len(content)}\0".encode())
    digest.update(content)
