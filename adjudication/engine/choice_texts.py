"""Answers of `Choices` as text: `a,b` for some of several items, `x:a,y:b` for an allotment, and for a form
`field=value field=value`. Of items that are alike `a*2` is any two: `x*2+y:a`. JSON is read as well."""

import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from adjudication.engine.alike import (
    ALL,
    are_alike,
    called_so,
    counted,
    in_counts,
    some_of,
    sort_of,
    sorts,
    times,
)
from adjudication.engine.choices import Allotment, Blank, Choices, Subset, show_option
from adjudication.engine.json_data import read_json
from domain.errors import BadData, NotFound
from domain.resolving import Ambiguous, resolve

Called = Callable[[Any], str]
"""What an item is called, besides being what it is."""

NOTHING = ("", "none", "-")
"""How one says that nothing is chosen."""


def as_text(value: Any) -> str:
    """An argument or answer as it is typed: lists with commas, objects as `item:target`; as JSON where its
    parts have parts of their own."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list | tuple):
        parts = value.values() if isinstance(value, dict) else value
        if any(isinstance(part, dict | list | tuple) for part in parts):
            return msgspec.json.encode(value).decode()
    if isinstance(value, dict):
        return ",".join(f"{as_text(key)}:{as_text(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ",".join(as_text(part) for part in value)
    return "" if value is None else str(value)


def answer_text(choices: Choices, answer: Any) -> str:
    """An answer as it is typed, whole."""
    if isinstance(choices, Blank):
        return " ".join(
            shlex.quote(f"{name}={_typed(choices.may[name], value)}") for name, value in answer.items()
        )
    return _typed(choices, answer)


def shortest(choices: Choices, answer: Any) -> str:
    """An answer as it is typed, items that are alike by their number: `ddg-1/harpoon*2: contact-x`. The whole
    answer where that would mean another one."""
    texts = []
    if isinstance(choices, Allotment) and are_alike(choices.may):
        by_sorts = {item: sort_of(target) or target for item, target in answer.items()}
        texts = [_by_target(by_sorts), _by_target(answer)]
    elif isinstance(choices, Subset) and are_alike(choices.items):
        texts = [", ".join(times(name, len(items)) for name, items in sorts(answer).items())]
    for text in filter(None, texts):
        try:
            if _read(choices, text, show_option) == answer:
                return text
        except (BadData, NotFound):
            continue
    return answer_text(choices, answer)


def _by_target(answer: Any) -> str:
    """An allotment as how many of each sort go to each target."""
    return ", ".join(
        f"{'+'.join(times(name, number) for name, number in of.items())}: {show_option(target)}"
        for target, of in in_counts(answer).items()
    )


def _typed(may: Choices | Sequence[Any], value: Any) -> str:
    if isinstance(may, Choices):
        return (answer_text(may, value) if isinstance(may, Blank) else as_text(value)) or "none"
    return show_option(value)


def read_text(choices: Choices, text: str, called: Called = show_option) -> Any:
    """The answer that a text means, as it was offered. Raises BadData where it means none that may be
    given."""
    return choices.take(_read(choices, text.strip(), called))


def unfit(
    choices: Choices, said: Any, refused: BadData, mask: Callable[[Any], Any], called: Called = show_option
) -> str:
    """Why what was said is no answer that may be given, to somebody who reads the choices through a mask:
    what is hidden is not named, and what was typed stays, so that a guess does not show what bears a name."""
    seen = choices.altered(mask)
    try:
        read_said(seen, said, called)
    except BadData as unseen:
        return unseen.sentence
    return refused.sentence if seen == choices else "The rules do not allow that."


def read_said(choices: Choices, said: Any, called: Called = show_option) -> Any:
    """The answer that a text means, or that plain data are. Raises BadData for none that may be given."""
    return read_text(choices, said, called) if isinstance(said, str) else choices.take(said)


def read_pieces(choices: Choices, text: str) -> Any:
    """A part of an answer: the pieces that a text names, whether they may be all or not. Raises BadData."""
    return _read(choices, text.strip(), show_option)


def _read(choices: Choices, text: str, called: Called) -> Any:
    if text[:1] in "[{" and text:
        try:
            return read_json(text)
        except msgspec.DecodeError as error:
            raise BadData(f"That is not JSON: {error}.") from error
    match choices:
        case Subset():
            if text.lower() in NOTHING:
                return []
            if are_alike(choices.items):
                return _some(choices, text, called)
            return [item_of(choices.items, part, called) for part in _parts(choices.items, text, called)]
        case Allotment():
            if text.lower() in NOTHING:
                return {}
            if are_alike(choices.may):
                return with_parts(choices, {}, text, called)
            return dict(_pair(choices, part.strip(), called) for part in text.split(",") if part.strip())
        case Blank():
            return _fields(choices, text, called)
    raise BadData("That answer cannot be typed; give it as JSON.")


def _some(choices: Subset, text: str, called: Called) -> list[Any]:
    """Some of items of which some are alike: `a*2, b`."""
    found: list[Any] = []
    for part in re.split(r"[,+]", text):
        if part.strip():
            name, of_sort, count = entry_of(choices.items, part, called)
            found += some_of([item for item in of_sort if item not in found], count, name)
    return found


def entry_of(
    items: Iterable[Any], text: str, called: Called = show_option
) -> tuple[Any, list[Any], int | None]:
    """The sort that a text means, its items, and how many of them (None where it does not say): by
    its name, what it is called, its number in the list of sorts, or an item's own name. Raises BadData."""
    by_sort = sorts(items)
    text = text.strip()
    for of_sort in by_sort.values():
        if text in of_sort:
            return text, [text], None
    name, count = counted(text)
    names = list(by_sort)
    found = item_of(names, name, lambda each: called_so(each, called))
    return found, by_sort[found], count


def with_parts(choices: Allotment, answer: Any, text: str, called: Called = show_option) -> Any:
    """An allotment and more of it: `a*2+b: target, c: other`. Raises BadData."""
    for part in text.split(","):
        if not part.strip():
            continue
        shooters, sign, target = part.partition(":" if ":" in part else "=")
        if not sign:
            raise BadData(f"Write item:target, such as {example_of(choices)}, not {part.strip()[:60]!r}.")
        for each in shooters.split("+"):
            answer = with_some(choices, answer, each, target, called)
    return answer


def with_some(choices: Allotment, answer: Any, text: str, target: str, called: Called = show_option) -> Any:
    """An allotment with some items of a sort going to a target too: `a*2`. Raises BadData."""
    name, items, count = entry_of(choices.may, text, called)
    targets = list(dict.fromkeys(to for item in items for to in choices.may[item]))
    if target.strip().lower() in NOTHING and None not in targets:
        chosen = [item for item in items if item in answer]
        for item in some_of(chosen, ALL if count is None else count, name):
            answer = choices.without(answer, item)
        return answer
    goals, what = _goals(targets, target, called)
    free = [item for item in items if item not in answer and any(to in choices.may[item] for to in goals)]
    for item in some_of(free, count, name, f" for {what}"):
        may = [to for to in goals if to in choices.may[item]]
        met = list(answer.values())
        answer = choices.with_piece(answer, [item, min(may, key=met.count)])
    return answer


def _goals(targets: list[Any], text: str, called: Called) -> tuple[list[Any], str]:
    """The targets that a text means, and what they are called: one, or those that are alike, of which each
    item goes to the one that fewest go to."""
    text = text.strip()
    if not are_alike(targets) or text in targets:
        to = item_of(targets, text, called)
        return [to], show_option(to)
    by_sort = sorts(targets)
    found = item_of(list(by_sort), text, lambda each: called_so(each, called))
    return by_sort[found], show_option(found)


def _parts(items: Sequence[Any], text: str, called: Called) -> list[str]:
    """The parts of a text: one, where it is an item whole; else what is between commas, or plus signs."""
    if place_of(items, text, called) is not None:
        return [text]
    sign = "," if "," in text else "+"
    return [part.strip() for part in text.split(sign) if part.strip()]


def item_of(items: Sequence[Any], text: str, called: Called = show_option) -> Any:
    """The item that a text means: by its own words, its name, or its number. Raises BadData for none."""
    place = place_of(items, text, called)
    if place is None:
        words = text.split()
        if len(words) > 1 and all(place_of(items, word, called) is not None for word in words):
            raise BadData(f"Put commas between several: {','.join(words)}.")
        offered = ", ".join(map(show_option, items[:20])) + (", ..." if len(items) > 20 else "")
        raise BadData(f"{text[:60]!r} cannot be chosen here; these can: {offered}.")
    return items[place]


def place_of(items: Sequence[Any], text: str, called: Called = show_option) -> int | None:
    """The place of the item that a text means: by its own words, its name, its number, or a part of these;
    None for none. Raises NotFound where it may be several."""
    place = _exactly(items, text, called)
    return meant(items, text, called) if place is None else place


def _exactly(items: Sequence[Any], text: str, called: Called) -> int | None:
    text = text.strip()
    for place, item in enumerate(items):
        if text in (show_option(item), as_text(item), msgspec.json.encode(item).decode()):
            return place
    for place, item in enumerate(items):
        if text.lower() == called(item).lower():
            return place
    numbered = not any(type(item) is int for item in items)
    if numbered and text.isascii() and text.isdigit() and 1 <= int(text) <= len(items):
        return int(text) - 1
    return None


def meant(items: Sequence[Any], text: str, called: Called = show_option) -> int | None:
    """The place of the one item that a text means by a part of its words or of its name; None for none.

    Raises NotFound where it may be several.
    """
    if any(type(item) is int for item in items):
        return None
    known = [(show_option(item), _name(item, called)) for item in items]
    try:
        found = resolve(known, text, "answer")
    except Ambiguous:
        raise
    except NotFound:
        return None
    return next(place for place, (id, _) in enumerate(known) if id == found)


def _name(item: Any, called: Called) -> str:
    """What an item is called, without its id in brackets."""
    return called(item).removesuffix(f" ({show_option(item)})")


def pair_of(choices: Allotment, text: str, called: Called = show_option) -> tuple[str, Any]:
    """`item:target` as both. Raises BadData."""
    return _pair(choices, text.strip(), called)


def _pair(choices: Allotment, text: str, called: Called) -> tuple[str, Any]:
    items = list(choices.may)
    cuts = [match.start() for sign in ":=" for match in re.finditer(sign, text)]
    for find in (_exactly, place_of):  # an item whose own name has such a sign goes before a part of a name
        for at in cuts:
            place = find(items, text[:at], called)
            if place is not None:
                targets, target = choices.may[items[place]], text[at + 1 :].strip()
                if target.lower() in NOTHING and None not in targets:
                    return items[place], None
                return items[place], item_of(targets, target, called)
    item_of(items, text.partition(":")[0], called)
    raise BadData(f"Write item:target, such as {example_of(choices)}, not {text[:60]!r}.")


def example_of(choices: Allotment) -> str:
    """A part of an answer as it is typed."""
    for name, items in sorts(choices.may).items():
        if len(items) > 1 and choices.may[items[0]]:
            return f"{name}*2:{as_text(choices.may[items[0]][0])}"
    return next((f"{item}:{as_text(to[0])}" for item, to in choices.may.items() if to), "item:target")


def _fields(choices: Blank, text: str, called: Called) -> dict[str, Any]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadData(f"The answer cannot be read: {str(error).lower()}.") from error
    return dict(field_of(choices, word, called) for word in words)


def field_of(choices: Blank, word: str, called: Called = show_option) -> tuple[str, Any]:
    """`field=value` as both. Raises BadData."""
    name, sign, value = word.partition("=")
    name = name.strip()
    if not sign or name not in choices.may:
        known = ", ".join(f"{each}=" for each in choices.may)
        raise BadData(f"Write the fields as {known}, not {word[:60]!r}.")
    may = choices.may[name]
    if isinstance(may, Choices):
        return name, _read(may, value.strip(), called)
    return name, item_of(may, value, called)


def listed(lines: Iterable[tuple[str, str]]) -> list[str]:
    """What can be said next, one under another: what is typed, and what it is called."""
    told = list(lines)
    width = max((len(typed) for typed, _ in told), default=0)
    return [f"  {typed.ljust(width)}  {name}".rstrip() for typed, name in told]
