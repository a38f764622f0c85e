"""A mutant put into a program that runs: the code of the functions that it changes is replaced in place."""

import gc
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType, FunctionType

Key = tuple[str, str, int, bytes]
"""What tells one code object from all others: its file, its qualified name, its first line, its positions."""
Swap = tuple[FunctionType, CodeType]


class Imported:
    """What ran of the files below a folder while the program was imported, and the functions made by then."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._ran: set[Key] = set()
        self._functions: dict[Key, list[FunctionType]] = defaultdict(list)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Notes what runs meanwhile."""
        ran: dict[int, CodeType] = {}

        def called(frame: FrameType, event: str, argument: object) -> None:
            ran[id(frame.f_code)] = frame.f_code

        before = sys.gettrace()
        sys.settrace(called)
        try:
            yield
        finally:
            sys.settrace(before)
            self._ran |= {key(code) for code in ran.values() if code.co_filename.startswith(self._folder)}

    def take_stock(self) -> None:
        """Find the functions that live now, those that the garbage collector no longer looks at, too."""
        gc.unfreeze()
        self._functions.clear()
        for each in gc.get_objects():
            if type(each) is FunctionType and each.__code__.co_filename.startswith(self._folder):
                self._functions[key(each.__code__)].append(each)
        gc.freeze()

    def swaps(self, file: str, before: bytes, after: bytes) -> list[Swap] | None:
        """The code to give to each live function so that `file` does what `after` says instead of `before`.

        `None` if that would not do: what has changed ran at import, or is a function that nobody can find.
        """
        old, new = (compile(source, file, "exec", dont_inherit=True) for source in (before, after))
        changed = _changed(old, new)
        if any(key(mine) in self._ran for mine, _, itself in changed if itself):
            return None
        found = []
        for mine, other, _ in changed:
            live = self._functions.get(key(mine), [])
            if not live and _is_made_at_import(mine):
                return None
            if any(mine.co_freevars != other.co_freevars for _ in live):
                return None
            found += [(each, other) for each in live]
        return found


def key(code: CodeType) -> Key:
    """See `Key`."""
    return code.co_filename, code.co_qualname, code.co_firstlineno, code.co_linetable


def _is_made_at_import(code: CodeType) -> bool:
    """Whether the function is one of a module or class: no other function makes it when it is called."""
    return bool(code.co_flags & _OPTIMIZED) and "<locals>" not in code.co_qualname


_OPTIMIZED = 1
"""Set for functions, not for modules and classes (`inspect.CO_OPTIMIZED`)."""


def _changed(old: CodeType, new: CodeType) -> list[tuple[CodeType, CodeType, bool]]:
    """The code objects that differ, outer ones first, and whether they do themselves, not what is in them."""
    if _itself(old) != _itself(new):
        # What it contains is made anew whenever it runs; and it has not run yet, or nothing is swapped.
        return [(old, new, True)]
    inner = [each for pair in zip(_inner(old), _inner(new), strict=True) for each in _changed(*pair)]
    return [(old, new, False), *inner] if inner else []


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _itself(code: CodeType) -> tuple[object, ...]:
    """All that a code object does, but not where it stands, nor the code objects in it."""
    # 1, 1.0 and True are equal, and are three things.
    consts = [None if isinstance(each, CodeType) else (type(each), repr(each)) for each in code.co_consts]
    arguments = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_qualname)
    return code.co_code, consts, arguments, names, code.co_exceptiontable
