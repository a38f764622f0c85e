"""The functions of a source that are in no other function."""

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Function:
    """A function of a module or a method of a class: its name in the module, its lines, its digest."""

    name: str
    first: int
    last: int
    digest: str


def functions(source: bytes) -> list[Function]:
    """The functions of a source."""
    lines = source.splitlines(keepends=True)
    found = []
    for name, node in named(ast.parse(source)).items():
        first, last = first_line(node), node.end_lineno or node.lineno
        digest = hashlib.sha256(b"".join(lines[first - 1 : last])).hexdigest()[:12]
        found.append(Function(name, first, last, digest))
    return found


def named(tree: ast.Module) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a module by their names, with the classes around them."""
    found: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}
    for name, node in _named(tree, ""):
        while name in found:
            name += "'"  # a property has a function to get it and one to set it
        found[name] = node
    return found


def first_line(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The line of the first decorator, or of the function itself."""
    return min([function.lineno, *(each.lineno for each in function.decorator_list)])


def _named(tree: ast.AST, within: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield within + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _named(child, f"{within}{child.name}.")
        elif isinstance(child, ast.stmt):
            yield from _named(child, within)
