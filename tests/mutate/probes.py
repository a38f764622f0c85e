"""What a program runs, block by block: a probe at the start of each block of statements of each function.

Line tracing of the interpreter makes the tests three times as slow; a call of `set.add` hardly shows.
"""

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from tests.mutate.mutants import head
from tests.mutate.outline import first_line, named

_PROBE = "__reached__"
"""A builtin while a program is probed, which takes the number of a block."""


@dataclass(frozen=True)
class Block:
    """Statements that run one after the other: their file, the function around them that is in no other, and
    their lines, counted from its first."""

    file: Path
    function: str
    lines: frozenset[int]


class Probes(MetaPathFinder):
    """Imports the modules below some folders with probes."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = [str(each) + "/" for each in folders]
        self._blocks: list[Block] = []
        self._ran: set[int] = set()

    def start(self) -> None:
        """From now on, what is imported is probed."""
        setattr(builtins, _PROBE, self._ran.add)
        sys.meta_path.insert(0, self)

    def ran(self) -> set[Block]:
        """The blocks that ran since this was asked last."""
        found = {self._blocks[each] for each in self._ran}
        self._ran.clear()
        return found

    def files(self) -> list[Path]:
        """The files that have blocks."""
        return sorted({each.file for each in self._blocks})

    def find_spec(
        self, fullname: str, path: "Iterable[str] | None", target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        spec = PathFinder.find_spec(fullname, None if path is None else list(path), target)
        if spec is None or spec.origin is None or not spec.origin.startswith(tuple(self._folders)):
            return None
        if isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.origin, self._blocks)
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, blocks: list[Block]) -> None:
        super().__init__(fullname, path)
        self._blocks = blocks

    def get_code(self, fullname: str) -> CodeType:
        file = Path(self.path)
        tree = probed(file, file.read_bytes(), self._blocks)
        return compile(tree, self.path, "exec", dont_inherit=True)


def probed(file: Path, source: bytes, blocks: list[Block]) -> ast.Module:
    """A module with probes, whose blocks are added to `blocks`."""
    tree = ast.parse(source)
    for name, function in named(tree).items():
        place = file, name, first_line(function)
        lambdas = _Lambdas(place, blocks)
        function.body = [lambdas.visit(each) for each in _with_probes(function.body, place, blocks)]
    return tree


def _with_probes(
    statements: list[ast.stmt], place: tuple[Path, str, int], blocks: list[Block]
) -> Iterator[ast.stmt]:
    first = statements[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        yield first  # a docstring stays what comes first
        statements = statements[1:]
    file, function, start = place
    while statements:
        # A statement that contains others may leave the function: what follows is another block.
        end = next((at for at, each in enumerate(statements) if _inner(each)), len(statements) - 1) + 1
        lines = {line - start for each in statements[:end] for line in _lines(each)}
        yield _probe(len(blocks), statements[0])
        blocks.append(Block(file, function, frozenset(lines)))
        for each in _inner(statements[end - 1]):
            each[:] = list(_with_probes(each, place, blocks))
        yield from statements[:end]
        statements = statements[end:]


class _Lambdas(ast.NodeTransformer):
    """Gives each lambda a probe of its own: it is often made at import, and called in a test."""

    def __init__(self, place: tuple[Path, str, int], blocks: list[Block]) -> None:
        self._file, self._function, self._start = place
        self._blocks = blocks

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.generic_visit(node)
        both = ast.Tuple([_call(len(self._blocks)), node.body], ast.Load())
        lines = range(node.lineno - self._start, (node.end_lineno or node.lineno) - self._start + 1)
        self._blocks.append(Block(self._file, self._function, frozenset(lines)))
        body = ast.Subscript(both, ast.Constant(1), ast.Load())
        node.body = ast.fix_missing_locations(ast.copy_location(body, node))
        return node


def _inner(statement: ast.stmt) -> list[list[ast.stmt]]:
    """The blocks in a statement."""
    parts = [statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]
    fields = [getattr(part, name, None) for part in parts for name in ("body", "orelse", "finalbody")]
    return [each for each in fields if isinstance(each, list) and each]


def _lines(statement: ast.stmt) -> range:
    first, last = head(statement)
    return range(first, last + 1)


def _probe(number: int, before: ast.stmt) -> ast.stmt:
    return ast.fix_missing_locations(ast.copy_location(ast.Expr(_call(number)), before))


def _call(number: int) -> ast.Call:
    return ast.Call(ast.Name(_PROBE, ast.Load()), [ast.Constant(number)], [])
