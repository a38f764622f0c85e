"""Which tests reach which lines: recorded by coverage, kept by a digest of the code."""

import ast
import gzip
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import coverage
import pytest

from tests.mutate.mutants import Mutant, bound, head

KEPT = ".mutate"
"""The folder, below the root of the project, of what was recorded."""


FORMAT = b"2"
"""Changes with what is kept."""
IMPORT = ""
"""The name under which is kept what ran while the tests were imported, for no test."""


@dataclass
class Reached:
    """What one test ran: the lines of each file, and its seconds. `passed` without any mutant."""

    seconds: float = 0.0
    passed: bool = True
    lines: dict[str, set[int]] = field(default_factory=dict)


class Recorder:
    """A pytest plugin that records what each test reaches in the files that `include` matches."""

    def __init__(self, root: Path, include: Iterable[str]) -> None:
        self.tests: dict[str, Reached] = {IMPORT: Reached()}
        self._root = root
        patterns = [str(root / each) for each in include]
        self._coverage = coverage.Coverage(data_file=None, include=patterns, config_file=False)

    def pytest_sessionstart(self) -> None:
        self._coverage.start()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._coverage.switch_context(nodeid)

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        reached = self.tests.setdefault(report.nodeid, Reached())
        reached.seconds += report.duration
        reached.passed &= not report.failed

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        data = self._coverage.get_data()
        for file in data.measured_files():
            name = Path(file).relative_to(self._root).as_posix()
            for line, tests in data.contexts_by_lineno(file).items():
                for test in tests:
                    if test in self.tests:
                        self.tests[test].lines.setdefault(name, set()).add(line)

    def save(self, path: Path) -> None:
        """Write what was recorded, compressed."""
        content = {
            test: [
                round(each.seconds, 3),
                each.passed,
                {name: sorted(lines) for name, lines in sorted(each.lines.items())},
            ]
            for test, each in sorted(self.tests.items())
        }
        path.write_bytes(gzip.compress(json.dumps(content).encode(), mtime=0))


def load(path: Path) -> dict[str, Reached]:
    """What `Recorder.save` wrote."""
    content = json.loads(gzip.decompress(path.read_bytes()))
    return {
        test: Reached(seconds, passed, {name: set(numbers) for name, numbers in lines.items()})
        for test, (seconds, passed, lines) in content.items()
    }


def digests(root: Path, code: Iterable[str], test_files: Iterable[str]) -> dict[str, str]:
    """For each test file a digest of it, of all files below the folders `code`, and of the tests' helpers."""
    common = hashlib.sha256(FORMAT)
    for folder in sorted({*code, "tests"}):
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            passing = "__pycache__" in path.parts or name.startswith("tests/mutate/")
            if path.is_file() and not passing and not (folder == "tests" and path.match("test_*.py")):
                common.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return {
        name: hashlib.sha256(common.digest() + name.encode() + (root / name).read_bytes()).hexdigest()[:32]
        for name in test_files
    }


def recorded(
    root: Path,
    code: Iterable[str],
    test_files: list[str],
    record: Callable[[list[str], Path], None],
) -> dict[str, Reached]:
    """What the tests of some files reach. `record` is called with the files of which nothing is kept, and
    with the file to write it to."""
    folder = root / KEPT
    folder.mkdir(exist_ok=True)
    kept = {name: folder / f"{digest}.json.gz" for name, digest in digests(root, code, test_files).items()}
    if missing := [name for name, path in kept.items() if not path.exists()]:
        fresh = folder / "fresh.json.gz"
        fresh.unlink(missing_ok=True)
        record(missing, fresh)
        tests = load(fresh)
        for name in missing:
            part = Recorder(root, ())
            part.tests = {test: each for test, each in tests.items() if test.split("::")[0] in (name, IMPORT)}
            part.save(kept[name])
        fresh.unlink()
    found = {IMPORT: Reached()}
    for path in kept.values():
        tests = load(path)
        for name, lines in tests.pop(IMPORT).lines.items():
            found[IMPORT].lines.setdefault(name, set()).update(lines)
        found |= tests
    return found


@dataclass(frozen=True)
class _Statement:
    path: str
    span: tuple[int, int]
    at_import: bool
    binds: frozenset[str]
    uses: frozenset[str]


class Reach:
    """Answers which tests reach a mutant, from what was recorded of the tests and the sources of a target."""

    def __init__(self, tests: dict[str, Reached], sources: dict[str, bytes]) -> None:
        self._tests = {test: each for test, each in tests.items() if test != IMPORT}
        self._imported = tests[IMPORT].lines
        self._statements = [
            each for path, source in sources.items() for each in _statements(path, ast.parse(source))
        ]

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, those of a file together, quick ones first."""
        if not mutant.at_import:
            found = self._on([(mutant.path, mutant.span)])
            lines = range(mutant.span[0], mutant.span[1] + 1)
            if found or self._imported.get(mutant.path, set()).isdisjoint(lines):
                return self._in_order(found)
        found = self._on(self._readers(mutant.binds))
        if not found:
            # Nothing in the target names it: the engine or a file of rules does.
            of_file = [each for each in self._statements if each.path == mutant.path and not each.at_import]
            found = self._on([(each.path, each.span) for each in of_file]) or set(self._tests)
        return self._in_order(found)

    def seconds(self, tests: Iterable[str]) -> float:
        """How long tests take without a mutant."""
        return sum(self._tests[each].seconds for each in tests)

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

    def _on(self, spans: list[tuple[str, tuple[int, int]]]) -> set[str]:
        wanted: dict[str, set[int]] = {}
        for path, (first, last) in spans:
            wanted.setdefault(path, set()).update(range(first, last + 1))
        return {
            test
            for test, each in self._tests.items()
            if each.passed
            and any(not lines.isdisjoint(each.lines.get(path, ())) for path, lines in wanted.items())
        }

    def _in_order(self, tests: set[str]) -> list[str]:
        files: dict[str, float] = {}
        for test in tests:
            file = test.split("::")[0]
            files[file] = min(files.get(file, float("inf")), self._tests[test].seconds)
        return sorted(
            tests,
            key=lambda test: (
                files[test.split("::")[0]],
                test.split("::")[0],
                self._tests[test].seconds,
                test,
            ),
        )


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
