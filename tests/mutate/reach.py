"""Which tests reach what: recorded once per test file, and kept.

What is kept are the lines of each function, counted from its first, with a digest of the function. As long as
a function has not changed, the tests that reach a line of it are known, wherever it stands now; of a function
that has, all tests that reach it count. So a change of the program, or of the helpers of the tests, makes
nothing useless that was recorded.
"""

import ast
import gzip
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

import pytest

from tests.mutate.mutants import Mutant, bound, head
from tests.mutate.outline import Function, functions
from tests.mutate.probes import Probes

KEPT = ".mutate"
"""The folder, below the root of the project, of what was recorded."""
FORMAT = b"5"
"""Changes with what is kept."""
LONG = 0.5
"""Seconds: tests that take longer come after all others."""
AT_ONCE = 20
"""Test files that are recorded together: what was recorded is kept though a later one is interrupted."""
BESIDE = 2
"""How many lines before and after a declaration are looked at for the functions that it names."""
IMPORT = ""
"""The name under which is kept what ran while the tests were imported, for no test."""
Lines = dict[str, dict[str, set[int]]]
"""By file and function the lines, counted from the first of the function."""


@dataclass
class Reached:
    """What one test ran, and its seconds of processor time. `passed` without any mutant. `known` has the
    digests of the functions that there were, by file and name."""

    seconds: float = 0.0
    passed: bool = True
    lines: Lines = field(default_factory=dict)
    known: dict[str, dict[str, str]] = field(default_factory=dict)


class Recorder:
    """A pytest plugin that records what each test reaches in the folders `code`."""

    def __init__(self, root: Path, code: Iterable[str]) -> None:
        self._tests: dict[str, Reached] = {}
        self._root = root
        self._code = list(code)
        self._probes = Probes(root / each for each in self._code)
        self._running = IMPORT
        self._began = 0.0
        self._probes.start()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._take()
        self._running = nodeid
        self._began = _processor()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        reached = self._tests.setdefault(report.nodeid, Reached())
        reached.passed &= not report.failed

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self._take()
        self._tests[nodeid].seconds = _processor() - self._began
        self._running = IMPORT

    def _take(self) -> None:
        reached = self._tests.setdefault(self._running, Reached())
        for block in self._probes.ran():
            name = block.file.relative_to(self._root).as_posix()
            reached.lines.setdefault(name, {}).setdefault(block.function, set()).update(block.lines)

    def save(self, path: Path) -> None:
        """Write what was recorded."""
        self._take()
        known = {
            file.relative_to(self._root).as_posix(): {
                each.name: each.digest for each in functions(file.read_bytes())
            }
            for file in self._probes.files()
        }
        write(path, self._tests, known, code_digest(self._root, self._code))


def _processor() -> float:
    """Seconds of processor time of this process and of those that it started: other work does not count."""
    return sum(os.times()[:4])


def write(path: Path, tests: dict[str, Reached], known: dict[str, dict[str, str]], code: str) -> None:
    """Keep what was recorded with the functions `known`, compressed."""
    content = {
        test: [
            round(each.seconds, 3),
            each.passed,
            {name: {f: sorted(lines) for f, lines in of.items()} for name, of in sorted(each.lines.items())},
        ]
        for test, each in sorted(tests.items())
    }
    text = json.dumps({"code": code, "known": known, "tests": content})
    path.write_bytes(gzip.compress(text.encode(), 3, mtime=0))


def load(path: Path) -> tuple[dict[str, Reached], str]:
    """What `write` wrote: the tests, and the digest of the code with which they were recorded."""
    content = json.loads(gzip.decompress(path.read_bytes()))
    tests = {
        test: Reached(
            seconds,
            passed,
            {name: {f: set(numbers) for f, numbers in of.items()} for name, of in lines.items()},
            content["known"],
        )
        for test, (seconds, passed, lines) in content["tests"].items()
    }
    return tests, content["code"]


def code_digest(root: Path, code: Iterable[str]) -> str:
    """A digest of all modules below the folders `code`, and of the helpers of the tests."""
    found = hashlib.sha256()
    ours = [path for folder in code for path in (root / folder).rglob("*.py")]
    helpers = [path for path in (root / "tests").rglob("*.py") if not path.match("test_*.py")]
    for name in sorted(path.relative_to(root).as_posix() for path in (*ours, *helpers)):
        if not name.startswith("tests/mutate/"):
            found.update(f"{name}\0".encode() + hashlib.sha256((root / name).read_bytes()).digest())
    return found.hexdigest()[:32]


def digests(root: Path, test_files: Iterable[str]) -> dict[str, str]:
    """For each test file a digest of it."""
    return {
        name: hashlib.sha256(FORMAT + name.encode() + (root / name).read_bytes()).hexdigest()[:32]
        for name in test_files
    }


def _imported_names(source: bytes) -> set[str]:
    """The modules, and what may be one, that a source imports."""
    names = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.update([node.module, *(f"{node.module}.{each.name}" for each in node.names)])
    return names


def recorded(
    root: Path,
    code: Iterable[str],
    test_files: list[str],
    record: Callable[[list[str], Path], None],
    afresh: bool = False,
) -> "Reach":
    """What the tests of some files reach. `record` is called with the files of which nothing is kept, or with
    all, and with the file to write it to."""
    code = list(code)
    folder = root / KEPT
    folder.mkdir(exist_ok=True)
    kept = {name: folder / f"{digest}.json.gz" for name, digest in digests(root, test_files).items()}
    missing = [name for name, path in kept.items() if afresh or not path.exists()]
    fresh = folder / f"fresh-{os.getpid()}.json.gz"
    for first in range(0, len(missing), AT_ONCE):
        batch = missing[first : first + AT_ONCE]
        fresh.unlink(missing_ok=True)
        record(batch, fresh)
        tests, digest = load(fresh)
        known = tests[IMPORT].known
        for name in batch:
            part = {test: each for test, each in tests.items() if _file(test) in (name, IMPORT)}
            write(kept[name], part, known, digest)
        fresh.unlink()
    now = code_digest(root, code)
    found: dict[str, Reached] = {}
    imported: Lines = {}
    old = set[str]()
    for name, path in kept.items():
        tests, digest = load(path)
        for file, of in tests.pop(IMPORT).lines.items():
            for function, lines in of.items():
                imported.setdefault(file, {}).setdefault(function, set()).update(lines)
        found |= tests
        if digest != now:
            old.add(name)
    imports = {name: _imported_names((root / name).read_bytes()) for name in test_files}
    return Reach(found, imported, old, imports)


@dataclass(frozen=True)
class _Statement:
    path: str
    span: tuple[int, int]
    at_import: bool
    binds: frozenset[str]
    uses: frozenset[str]


class Reach:
    """Answers which tests reach a mutant, from what was recorded of the tests and the sources of a target.

    `imported` is what ran while the tests were imported; `old` are the test files recorded with older code;
    `imports` has what each test file imports.
    """

    def __init__(
        self,
        tests: dict[str, Reached],
        imported: Lines,
        old: Iterable[str] = (),
        imports: Mapping[str, set[str]] | None = None,
    ) -> None:
        self.tests = tests
        self.old = set(old)
        self._imported = imported
        self._imports = imports or {}
        self._functions: dict[str, list[Function]] = {}
        self._statements: list[_Statement] = []
        self._words: dict[tuple[str, int], list[str]] = {}
        self._longest: dict[str, float] = {}
        self._breadth = {test: sum(map(len, each.lines.values())) for test, each in tests.items()}
        for test, each in tests.items():
            file = _file(test)
            self._longest[file] = max(self._longest.get(file, 0.0), each.seconds)

    def read(self, sources: dict[str, bytes]) -> None:
        """The sources of a target, as they are now."""
        self._functions = {path: functions(source) for path, source in sources.items()}
        self._statements = [
            each for path, source in sources.items() for each in _statements(path, ast.parse(source))
        ]
        self._words = {
            (path, number): re.findall(r"\w+", line)
            for path, source in sources.items()
            for number, line in enumerate(source.decode().splitlines(), 1)
        }

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, in the order in which they are likely to notice it soon."""
        if not mutant.at_import:
            place = (mutant.path, mutant.span)
            found = self._on([place])
            if not found and (function := self._function(*place)) is not None:
                if self._is_new(mutant.path, function):
                    found = self._on(self._readers(frozenset(function.name.rstrip("'").split("."))))
                    return self._in_order(found, mutant.path)
                ran = self._imported.get(mutant.path, {}).get(function.name, set())
                if ran.isdisjoint(_relative(function, mutant.span)):
                    return []
            if found:
                return self._in_order(found, mutant.path)
        first = self._named(mutant)
        found = first | self._on(self._readers(mutant.binds))
        if not found:
            # Nothing in the target names it: the engine or a file of rules does.
            of_file = [each for each in self._statements if each.path == mutant.path and not each.at_import]
            found = self._on([(each.path, each.span) for each in of_file]) or set(self.tests)
        return self._in_order(first, mutant.path) + self._in_order(found - first, mutant.path)

    def files(self) -> list[str]:
        """The files of which a test runs something."""
        return sorted({path for each in self.tests.values() for path in each.lines})

    def seconds(self, tests: Iterable[str]) -> float:
        """How long tests take without a mutant."""
        return sum(self.tests[each].seconds for each in tests)

    def within(self, tests: list[str], seconds: float) -> list[str]:
        """The first of some tests that take no longer than `seconds` without a mutant, but at least one."""
        taken = accumulate(self.tests[each].seconds for each in tests)
        return tests[: max(1, sum(each <= seconds for each in taken))]

    def longest(self, test: str) -> float:
        """How long the longest test of the same file takes: the first one makes what all of them use."""
        return self._longest[_file(test)]

    def is_old(self, test: str) -> bool:
        """Whether a test was recorded with older code."""
        return _file(test) in self.old

    def _readers(self, names: frozenset[str]) -> list[tuple[str, tuple[int, int]]]:
        """The statements in functions that name one of `names`, or what is made from them at import."""
        known: frozenset[str] = frozenset()
        while names != known:
            known = names
            for each in self._statements:
                if each.at_import and each.uses & names:
                    names |= each.binds
        return [
            (each.path, each.span) for each in self._statements if not each.at_import and each.uses & names
        ]

    def _named(self, mutant: Mutant) -> set[str]:
        """The tests that reach a function of the same file that is named at the line, or beside it."""
        beside = range(mutant.line - BESIDE, mutant.line + BESIDE + 1)
        names = {name for line in beside for name in self._words.get((mutant.path, line), ())}
        return self._on(
            [
                (mutant.path, (each.first, each.last))
                for each in self._functions[mutant.path]
                if each.name in names
            ]
        )

    def _function(self, path: str, span: tuple[int, int]) -> Function | None:
        return next(
            (each for each in self._functions[path] if each.first <= span[0] <= each.last),
            None,
        )

    def _is_new(self, path: str, function: Function) -> bool:
        return any(function.name not in each.known.get(path, {}) for each in self.tests.values())

    def _on(self, spans: list[tuple[str, tuple[int, int]]]) -> set[str]:
        wanted: dict[tuple[str, Function], set[int]] = {}
        for path, span in spans:
            if (function := self._function(path, span)) is not None:
                wanted.setdefault((path, function), set()).update(_relative(function, span))
        found = set()
        for test, each in self.tests.items():
            for (path, function), lines in wanted.items() if each.passed else ():
                ran = each.lines.get(path, {}).get(function.name)
                same = each.known.get(path, {}).get(function.name) == function.digest
                if ran is not None and not (same and lines.isdisjoint(ran)):
                    found.add(test)
                    break
        return found

    def _in_order(self, tests: set[str], path: str) -> list[str]:
        """Tests of files that import the module come first, then those that import another of its package; of
        these, quick tests that reach little. Those of a file come together, for what they share."""
        files: dict[str, float] = {}
        cost = {test: (self.tests[test].seconds + 0.02) * (self._breadth[test] + 10) for test in tests}
        for test in tests:
            file = _file(test)
            files[file] = min(files.get(file, float("inf")), cost[test])
        far = {file: self._far(file, path) for file in files}

        def place(test: str) -> tuple[bool, int, float, str, float, str]:
            file = _file(test)
            return self.tests[test].seconds > LONG, far[file], files[file], file, cost[test], test

        return sorted(tests, key=place)

    def _far(self, file: str, path: str) -> int:
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        package = f"{module.rpartition('.')[0]}."
        names = self._imports.get(file, set())
        return 0 if module in names else 1 if any(name.startswith(package) for name in names) else 2


def _file(test: str) -> str:
    return test.split("::", maxsplit=1)[0]


def _relative(function: Function, span: tuple[int, int]) -> range:
    return range(span[0] - function.first, span[1] - function.first + 1)


def _statements(
    path: str, tree: ast.AST, at_import: bool = True, outer: frozenset[str] = frozenset()
) -> Iterator[_Statement]:
    for child in ast.iter_child_nodes(tree):
        if not isinstance(child, ast.stmt):
            if isinstance(child, ast.match_case | ast.ExceptHandler):
                yield from _statements(path, child, at_import, outer)
            continue
        first, last = head(child)
        binds = outer | bound(child)
        uses = frozenset(
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(child)
            if isinstance(node, ast.Name | ast.Attribute) and first <= node.lineno <= last
        )
        yield _Statement(path, (first, last), at_import, binds if at_import else frozenset(), uses - binds)
        a_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from _statements(path, child, at_import and not a_function, binds if at_import else outer)
