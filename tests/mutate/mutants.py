"""The places of a source at which one thing can be changed, and the changes."""

import ast
import copy
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_ITS_OWN_OPPOSITE = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
"""Comparisons whose negation is made as another comparison."""
_FIRST_ARGUMENTS = {"self", "umpire", "state", "session", "game", "legal", "board", "cls"}
"""Arguments of a type of their own: the type checker refuses them at another place."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes from `start` to `end` of `path`, which read `before`, read `after`.

    `span` holds the first and last line of the statement, or of the head of a compound one. `binds` holds
    the names that the statement defines, and the classes and functions around it.
    """

    path: str
    line: int
    kind: str
    start: int
    end: int
    before: str
    after: str
    text: str
    span: tuple[int, int]
    binds: frozenset[str]
    at_import: bool

    def applied(self, source: bytes) -> bytes:
        """The source with the change."""
        return source[: self.start] + self.after.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind}: {_one_line(self.before)} -> {_one_line(self.after)}"


def mutants(path: str, source: bytes) -> list[list[Mutant]]:
    """The places of a source, in its order, each with the changes that can be made there."""
    finder = _Places(path, source)
    finder.visit(ast.parse(source))
    return sorted(finder.found, key=lambda place: (place[0].start, -place[0].end, place[0].kind))


def sample(places: list[list[Mutant]], number: int, seed: int) -> list[Mutant]:
    """At most `number` random places, and at each one of its changes."""
    chance = random.Random(seed)
    return [chance.choice(place) for place in chance.sample(places, min(number, len(places)))]


def head(statement: ast.stmt) -> tuple[int, int]:
    """The first and last line of a statement, or of a compound one up to its first inner statement."""
    inner = [*getattr(statement, "body", ()), *getattr(statement, "cases", ())]
    if not inner:
        return statement.lineno, statement.end_lineno or statement.lineno
    first = inner[0].pattern if isinstance(inner[0], ast.match_case) else inner[0]
    return statement.lineno, max(statement.lineno, first.lineno - 1)


def bound(statement: ast.stmt) -> frozenset[str]:
    """The names that a statement of a module or class defines."""
    if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
        return frozenset({statement.name})
    targets: Iterable[ast.expr] = ()
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    return frozenset(node.id for each in targets for node in ast.walk(each) if isinstance(node, ast.Name))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_text_or_dots(node: ast.AST) -> bool:
    return _is_text(node) or (isinstance(node, ast.Constant) and node.value is ...)


class _Places(ast.NodeVisitor):
    def __init__(self, path: str, source: bytes) -> None:
        self.found: list[list[Mutant]] = []
        self._path = path
        self._source = source
        self._lines = source.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))
        self._span = (1, 1)
        self._binds: frozenset[str] = frozenset()
        self._at_import = True

    def _add(self, kind: str, node: ast.expr | ast.stmt, *after: str) -> None:
        self._put(kind, node, self._bytes(node), *after)

    def _bytes(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)

    def _put(self, kind: str, node: ast.expr | ast.stmt, where: tuple[int, int], *after: str) -> None:
        start, end = where
        before = self._source[start:end].decode()
        text = self._lines[node.lineno - 1].decode().strip()
        self.found.append(
            [
                Mutant(
                    self._path,
                    node.lineno,
                    kind,
                    start,
                    end,
                    before,
                    each,
                    text,
                    self._span,
                    self._binds,
                    self._at_import,
                )
                for each in after
            ]
        )

    def visit(self, node: ast.AST) -> None:
        if not isinstance(node, ast.stmt):
            super().visit(node)
            return
        span, binds = self._span, self._binds
        self._span = head(node)
        if self._at_import:
            self._binds = self._binds | bound(node)
        super().visit(node)
        self._span, self._binds = span, binds

    def _body(self, statements: list[ast.stmt]) -> None:
        for each in statements:
            self.visit(each)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        at_import, self._at_import = self._at_import, False
        self._body(node.body)
        self._at_import = at_import

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._body(node.body)

    def visit_Assign(self, node: ast.Assign) -> None:
        if bound(node) == {"__all__"}:
            return
        if all(isinstance(each, ast.Attribute | ast.Subscript) for each in node.targets):
            self._drop(node)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._drop(node)
        if (other := OPERATORS.get(type(node.op))) is not None and not _is_text(node.value):
            changed = copy.copy(node)
            changed.op = other()
            self._add("operator", node, ast.unparse(changed))
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not _is_text_or_dots(node.value):
            self._drop(node)
            self.generic_visit(node)

    def _drop(self, node: ast.stmt) -> None:
        self._add("dropped statement", node, "pass")

    def _drop_and_visit(self, node: ast.stmt) -> None:
        self._drop(node)
        self.generic_visit(node)

    visit_Delete = visit_Raise = visit_Continue = visit_Break = _drop_and_visit  # noqa: N815

    def visit_Assert(self, node: ast.Assert) -> None:
        """An assertion tells the type checker; it is no rule."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A text."""

    def visit_If(self, node: ast.If) -> None:
        test = ast.unparse(node.test)
        if test == "TYPE_CHECKING" or test.startswith("__name__"):
            self._body(node.orelse)
            return
        self._negate(node.test)
        for branch in (node.body, node.orelse):
            # An early return that is dropped: what follows the condition decides.
            if branch and isinstance(branch[-1], ast.Return):
                outer, self._span = self._span, head(branch[-1])
                self._drop(branch[-1])
                self._span = outer
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for each in node.ifs:
            self._negate(each)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        if isinstance(test, ast.Constant) or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
            return
        if (
            isinstance(test, ast.Compare)
            and len(test.ops) == 1
            and isinstance(test.ops[0], _ITS_OWN_OPPOSITE)
        ):
            return
        self._add("negated condition", test, f"({ast.unparse(ast.UnaryOp(ast.Not(), test))})")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._add("negated condition", node, f"({ast.unparse(node.operand)})")
        elif isinstance(node.op, ast.USub):
            self._add("operator", node, f"({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        changed = copy.copy(node)
        changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._add("operator", node, f"({ast.unparse(changed)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        other = OPERATORS.get(type(node.op))
        a_type = self._at_import and isinstance(node.op, ast.BitOr)
        if other is not None and not a_type and not any(map(_is_text, (node.left, node.right))):
            changed = copy.copy(node)
            changed.op = other()
            self._add("operator", node, f"({ast.unparse(changed)})")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for index, operator in enumerate(node.ops):
            after = []
            for other in COMPARISONS[type(operator)]:
                changed = copy.copy(node)
                changed.ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
                after.append(f"({ast.unparse(changed)})")
            self._add("comparison", node, *after)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add("boolean", node, str(not node.value))
        elif isinstance(node.value, int):
            self._add("number", node, *(str(each) for each in (node.value + 1, node.value - 1) if each >= 0))

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        for left, right in () if name == "isinstance" else self._swappable(node.args):
            (start, middle), (between, end) = self._bytes(left), self._bytes(right)
            parts = (self._source[between:end], self._source[middle:between], self._source[start:middle])
            self._put("swapped arguments", left, (start, end), b"".join(parts).decode())
        self.visit(node.func)
        for each in node.args[name == "cast" :]:
            self.visit(each)
        for keyword in node.keywords:
            if not (name == "zip" and keyword.arg == "strict"):
                self.visit(keyword.value)

    @staticmethod
    def _swappable(args: list[ast.expr]) -> Iterator[tuple[ast.expr, ast.expr]]:
        for left, right in pairwise(args):
            alike = type(left) is type(right) and not isinstance(left, ast.Starred) and not _is_text(left)
            if alike and ast.dump(left) != ast.dump(right) and ast.unparse(left) not in _FIRST_ARGUMENTS:
                yield left, right
