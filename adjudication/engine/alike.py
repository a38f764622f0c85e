"""Items of an answer that are alike: `ddg-1/harpoon/1` and `ddg-1/harpoon/2` are two of `ddg-1/harpoon`, and
`ddg-1/harpoon*2` is any two of them."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from domain.errors import BadData

ALL = -1
"""The count of all that are left."""
_COUNTED = re.compile(r"(.*\S)\s*[*×]\s*(\d{1,6}|all)", re.IGNORECASE)


def sort_of(item: Any) -> str:
    """What an item is one of; empty for one that is like no other."""
    if not isinstance(item, str):
        return ""
    head, _, last = item.rpartition("/")
    return head if head and last.isascii() and last.isdigit() else ""


def sorts(items: Iterable[Any]) -> dict[Any, list[Any]]:
    """Items by what they are one of, in their order; one that is like no other stands for itself."""
    found: dict[Any, list[Any]] = {}
    for item in items:
        found.setdefault(sort_of(item) or item, []).append(item)
    return found


def are_alike(items: Iterable[Any]) -> bool:
    """Whether some items are one of a sort, so that they may be told and typed by their number."""
    found = list(items)
    return any(map(sort_of, found)) and all(isinstance(item, Hashable) for item in found)


def counted(text: str) -> tuple[str, int | None]:
    """`ddg-1/harpoon*2` as the name and the count: ALL of them, None where no count is said."""
    found = _COUNTED.fullmatch(text.strip())
    if found is None:
        return text.strip(), None
    return found[1], ALL if found[2].lower() == "all" else int(found[2])


def some_of(items: list[Any], count: int | None, name: Any, what: str = "") -> list[Any]:
    """The first so many of these items. Raises BadData where there are fewer. what: what they are for."""
    wanted = len(items) if count == ALL else 1 if count is None else count
    if not wanted or wanted > len(items):
        raise BadData(f"{name}: {len(items) or 'none'} left{what}, not {wanted or 'none'}.")
    return items[:wanted]


def called_so(name: Any, called: Callable[[Any], str]) -> str:
    """What a sort is called, part by part: `USS Alpha harpoon`."""
    if isinstance(name, str) and "/" in name:
        return " ".join(called(part) for part in name.split("/"))
    return called(name)


def in_counts(answer: Mapping[Any, Any]) -> dict[Any, dict[Any, int]]:
    """An allotment as how many of each sort go to each target: target -> sort -> number."""
    found: dict[Any, dict[Any, int]] = {}
    for item, target in answer.items():
        name = sort_of(item) or item
        of_target = found.setdefault(target if isinstance(target, Hashable) else str(target), {})
        of_target[name] = of_target.get(name, 0) + 1
    return found


def times(name: Any, number: int) -> str:
    """`ddg-1/harpoon*2`, or the name alone for one."""
    return f"{name}*{number}" if number > 1 else str(name)
