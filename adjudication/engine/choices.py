"""Answers that are too many to list: some of several items, an allotment of items, a form filled in.

Each kind says how many answers there are, whether a given one is among them and why not, gives one at random,
lists them where they are few, and says what can be added to an answer that is built piece by piece. `fits` is
a predicate of rule code on the whole answer: True (or nothing) where it may be given, else False, or the
reason.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import comb, prod
from typing import Any

import msgspec

from adjudication.engine.reasons import Why, said_of
from domain.errors import BadData
from domain.texts import Said, Text

Fits = Callable[[Any], bool | Why | None]

LISTED = 1_000
"""Answers up to which all are listed where one is drawn at random or a first one is wanted."""
TRIES = 500
"""Answers that are drawn at random, at most, until one fits."""
LOOKS = 200
"""Answers that are looked at, at most, to see whether an answer can still be completed."""


_PLAIN = frozenset((bool, int, str))


def as_data(value: Any) -> Any:
    """Plain data as the log gives it back: what was a tuple is a list, what was a dataclass an object, and
    the keys of an object are in the order of the alphabet."""
    kind = type(value)
    if value is None or kind in _PLAIN:
        return value
    if kind is tuple or kind is list:
        return [as_data(part) for part in value]
    if kind is dict:
        return {key: as_data(value[key]) for key in sorted(value)}
    if kind is Text:
        return value.as_argument()
    if hasattr(kind, "__dataclass_fields__"):
        return {name: as_data(getattr(value, name)) for name in kind.__dataclass_fields__}
    return value


def show_option(option: Any) -> str:
    """An option as a person would say it."""
    if option is None:
        return "none"
    if isinstance(option, bool):
        return "yes" if option else "no"
    if isinstance(option, list | tuple):
        return "+".join(show_option(part) for part in option) or "none"
    if isinstance(option, Mapping):
        return ", ".join(f"{show_option(key)}: {show_option(part)}" for key, part in option.items()) or "none"
    return str(option)


def _untold(said: Said, answer: Any) -> str:
    return str(said)


class Choices:
    """The answers that may be given to a question, or for one argument of an order.

    size: how many there are; where `exact` is False rule code restricts them, and there are so many at most.
    Where they are few, or many of them fit, `sample` gives each with the same chance; else it builds one step
    by step, and the chances are only roughly the same.
    """

    def __init__(self, size: int, fits: Fits | None) -> None:
        self.size = size
        self.fits = fits
        self.told: Callable[[Said, Any], str] = _untold

    def tell_by(self, told: Callable[[Said, Any], str]) -> None:
        """Put what the rules say against an answer in words by this: what is said, and the answer."""
        self.told = told

    @property
    def exact(self) -> bool:
        """Whether all the answers counted may be given."""
        return self.fits is None

    # --- what each kind says -----------------------------------------------------------------------

    def nth(self, index: int) -> Any:
        """The answer of that index, from 0 on, whether it fits or not."""
        raise NotImplementedError

    def read(self, answer: Any) -> Any:
        """The answer as it was offered, whether it fits or not. Raises BadData for what is none."""
        raise NotImplementedError

    def data(self) -> dict[str, Any]:
        """The same for programs."""
        raise NotImplementedError

    def altered(self, by: Callable[[Any], Any]) -> "Choices":
        """The same with every item passed through a function: masked for a viewer, or named."""
        raise NotImplementedError

    def pieces(self) -> list[Any]:
        """What an answer is built of."""
        raise NotImplementedError

    def empty(self) -> Any:
        """What an answer is built from: nothing yet."""
        raise NotImplementedError

    def with_piece(self, answer: Any, piece: Any) -> Any:
        """An answer and one piece more."""
        raise NotImplementedError

    def without(self, answer: Any, piece: Any) -> Any:
        """An answer and one piece less."""
        raise NotImplementedError

    def _next(self, answer: Any) -> list[Any]:
        """The pieces that can be added, as far as `fits` is not asked."""
        raise NotImplementedError

    def of_rules(self, answer: Any) -> Any:
        """The answer as rule code reads it."""
        return answer

    # --- one answer --------------------------------------------------------------------------------

    def take(self, answer: Any) -> Any:
        """The answer as it was offered. Raises BadData, in one sentence, for one that may not be given."""
        taken = self.read(answer)
        misfit = self._misfit(taken)
        if misfit:
            raise BadData(self._sentence(misfit, taken))
        return taken

    def _sentence(self, misfit: Why, answer: Any) -> str:
        said = said_of(misfit)
        return said if isinstance(said, str) else self.told(said, answer)

    def refusal(self, answer: Any) -> Why:
        """Why an answer may not be given, as `fits` says it; empty where it may."""
        try:
            taken = self.read(answer)
        except BadData as refused:
            return refused.sentence
        return self._misfit(taken)

    def _misfit(self, answer: Any) -> Why:
        found = True if self.fits is None else self.fits(self.of_rules(answer))
        if found is None or isinstance(found, bool):
            return "The rules do not allow that." if found is False else ""
        return found

    def __contains__(self, answer: object) -> bool:
        return not self.refusal(answer)

    # --- all of them -------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Any]:
        for index in range(self.size):
            answer = self.nth(index)
            if not self._misfit(answer):
                yield answer

    def __getitem__(self, index: int) -> Any:
        """The answer of that index, among those that fit."""
        if self.exact:
            if not 0 <= index < self.size:
                raise IndexError("no answer of that number")
            return self.nth(index)
        if index == 0:
            return self.first()
        for answer in islice(self, index, index + 1):
            return answer
        raise IndexError("no answer of that number")

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.data() == self.data()

    def __hash__(self) -> int:
        return hash((type(self), self.size))

    def few(self, most: int) -> list[Any] | None:
        """All answers, where there are no more than `most`; None where there are, or may be."""
        if self.size > max(most, LISTED):
            return None
        found = list(islice(self, most + 1))
        return found if len(found) <= most else None

    def first(self) -> Any:
        """The first answer; where very few fit, any. Raises ValueError where none does."""
        for answer in islice(self._all(), LISTED):
            if not self._misfit(answer):
                return answer
        return self.sample(random.Random(0))

    def any_fits(self) -> bool:
        """Whether an answer that fits is found."""
        try:
            self.first()
        except ValueError:
            return False
        return True

    def _all(self) -> Iterator[Any]:
        return (self.nth(index) for index in range(self.size))

    def sample(self, chance: random.Random) -> Any:
        """An answer at random. Raises ValueError where none that fits is found."""
        return next(self.samples(chance))

    def samples(self, chance: random.Random) -> Iterator[Any]:
        """Answers at random, one after the other without end. Raises ValueError where none that fits is
        found."""
        if self.exact or self.size > LISTED:
            while True:
                yield self._drawn(chance) if self.exact else self._met(chance)
        listed = list(self)
        if not listed:
            raise ValueError("no answer fits")
        while True:
            yield listed[chance.randrange(len(listed))]

    def _met(self, chance: random.Random) -> Any:
        """An answer that fits, met by chance, or built where that does not happen."""
        for _ in range(TRIES):
            answer = self._drawn(chance)
            if not self._misfit(answer):
                return answer
        return self._built(chance)

    def _drawn(self, chance: random.Random) -> Any:
        """Any answer at random, whether it fits or not. Raises ValueError where there is none."""
        if not self.size:
            raise ValueError("there is no answer")
        return self.nth(chance.randrange(self.size))

    def _built(self, chance: random.Random) -> Any:
        """An answer built piece by piece, where too few fit to be met by chance: with any chances."""
        for _ in range(TRIES):
            answer, met = self.empty(), []
            while True:
                if not self.refusal(answer):
                    met.append(answer)
                left = self._next(answer)
                chance.shuffle(left)
                grown = (self.with_piece(answer, piece) for piece in left)
                better = next((each for each in grown if met == [] or not self.refusal(each)), None)
                if better is None:
                    break
                answer = better
            if met:
                return met[chance.randrange(len(met))]
        raise ValueError("no answer that fits was found")

    # --- built piece by piece ----------------------------------------------------------------------

    def unfinished(self, answer: Any) -> str:
        """Why an answer that is being built may not be given as it is; empty where it may."""
        return self._sentence(self.refusal(answer), answer)

    def additions(self, answer: Any) -> list[Any]:
        """The pieces that can be added next to an answer: those with which one can still come to an answer
        that may be given, or with which that cannot be told in short."""
        found = []
        for piece in self._next(answer):
            if self._leads_on(self.with_piece(answer, piece)):
                found.append(piece)
        return found

    def _leads_on(self, answer: Any) -> bool:
        if self.exact and not self.refusal(answer):
            return True
        ahead, looked = [answer], 0
        while ahead and looked < LOOKS:
            looked += 1
            answer = ahead.pop()
            if not self.refusal(answer):
                return True
            ahead += [self.with_piece(answer, piece) for piece in self._next(answer)]
        return looked >= LOOKS


class Subset(Choices):
    """Some of several items, from `least` to `most` (all, unless it is said): a list in the items' order."""

    def __init__(
        self, items: Sequence[Any], least: int = 0, most: int | None = None, fits: Fits | None = None
    ) -> None:
        self.items: list[Any] = as_data(list(items))
        if any(item in self.items[:place] for place, item in enumerate(self.items)):
            raise ValueError("an item is offered twice")
        self.least = max(least, 0)
        self.most = len(self.items) if most is None else min(most, len(self.items))
        self._sizes = [comb(len(self.items), count) for count in range(self.least, self.most + 1)]
        super().__init__(sum(self._sizes), fits)

    def nth(self, index: int) -> list[Any]:
        """By size, and of each size in the order of the items."""
        count = self.least
        for size in self._sizes:
            if index < size:
                break
            index -= size
            count += 1
        found: list[Any] = []
        left = len(self.items)
        for place, item in enumerate(self.items):
            if len(found) == count:
                break
            left = len(self.items) - place - 1
            with_it = comb(left, count - len(found) - 1)
            if index < with_it:
                found.append(item)
            else:
                index -= with_it
        return found

    def read(self, answer: Any) -> list[Any]:
        given = as_data(answer)
        if not isinstance(given, list):
            raise BadData(f"Choose some of {self._offered()}, not {_short(given)}.")
        places = []
        for each in given:
            if each not in self.items:
                may = f"these can: {self._offered()}" if self.items else "nothing can now"
                raise BadData(f"{_short(each)} cannot be chosen here; {may}.")
            places.append(self.items.index(each))
        twice = next((place for place in places if places.count(place) > 1), None)
        if twice is not None:
            raise BadData(f"{_short(self.items[twice])} is named twice.")
        if not self.least <= len(places) <= self.most:
            raise BadData(f"Choose {self.how_many()}, not {len(places) or 'none'}.")
        return [self.items[place] for place in sorted(places)]

    def how_many(self) -> str:
        """`2`, `1 to 3`, `at least 1`, `any number`."""
        if self.least == self.most:
            return str(self.most)
        if self.most == len(self.items):
            return f"at least {self.least}" if self.least else "any number"
        return f"{self.least} to {self.most}" if self.least else f"at most {self.most}"

    def _offered(self) -> str:
        return _listed(self.items)

    def data(self) -> dict[str, Any]:
        return {"some_of": self.items, "least": self.least, "most": self.most}

    def altered(self, by: Callable[[Any], Any]) -> "Subset":
        other = Subset((), 0, 0)
        other.items, other.least, other.most = [by(item) for item in self.items], self.least, self.most
        other.size, other._sizes = self.size, self._sizes
        return other

    def pieces(self) -> list[Any]:
        return list(self.items)

    def empty(self) -> list[Any]:
        return []

    def with_piece(self, answer: Any, piece: Any) -> list[Any]:
        return [item for item in self.items if item in answer or item == piece]

    def without(self, answer: Any, piece: Any) -> list[Any]:
        return [item for item in answer if item != piece]

    def _next(self, answer: Any) -> list[Any]:
        return [item for item in self.items if item not in answer] if len(answer) < self.most else []


class Allotment(Choices):
    """Items, each allotted to one of what it may be allotted to, or to nothing unless `every` one must be:
    an object, item to what it goes to, in the items' order and without those that go to nothing."""

    def __init__(
        self, may: Mapping[str, Sequence[Any]], every: bool = False, fits: Fits | None = None
    ) -> None:
        self.may: dict[str, list[Any]] = {item: as_data(list(targets)) for item, targets in may.items()}
        self.every = every
        super().__init__(prod(len(targets) + (not every) for targets in self.may.values()), fits)

    def nth(self, index: int) -> dict[str, Any]:
        """Nothing allotted first; the last item varies fastest."""
        found: dict[str, Any] = {}
        for item, targets in reversed(self.may.items()):
            index, place = divmod(index, len(targets) + (not self.every))
            if self.every:
                found[item] = targets[place]
            elif place:
                found[item] = targets[place - 1]
        return {item: found[item] for item in self.may if item in found}

    def read(self, answer: Any) -> dict[str, Any]:
        given = as_data(answer)
        if not isinstance(given, dict):
            raise BadData(f"Allot each of {_listed(list(self.may))} as item:target, not {_short(given)}.")
        for item in given:
            if item not in self.may:
                may = f"these can: {_listed(list(self.may))}" if self.may else "nothing can now"
                raise BadData(f"{_short(item)} cannot be chosen here; {may}.")
        found: dict[str, Any] = {}
        for item, targets in self.may.items():
            target = given.get(item)
            if target is None and (item not in given or None not in targets):
                if self.every:
                    raise BadData(f"{item} must be allotted to one of {_listed(targets)}.")
                continue
            if target not in targets:
                where = f"one of {_listed(targets)}" if targets else "nothing"
                raise BadData(f"{item} may be allotted to {where}, not {_short(target)}.")
            found[item] = targets[targets.index(target)]
        return found

    def data(self) -> dict[str, Any]:
        return {"allot": self.may, "every": self.every}

    def altered(self, by: Callable[[Any], Any]) -> "Allotment":
        may = {by(item): [by(target) for target in targets] for item, targets in self.may.items()}
        other = Allotment(may, self.every)
        other.size = self.size
        return other

    def pieces(self) -> list[Any]:
        return [[item, target] for item, targets in self.may.items() for target in targets]

    def empty(self) -> dict[str, Any]:
        return {}

    def with_piece(self, answer: Any, piece: Any) -> dict[str, Any]:
        allotted = {**answer, piece[0]: piece[1]}
        return {item: allotted[item] for item in self.may if item in allotted}

    def without(self, answer: Any, piece: Any) -> dict[str, Any]:
        item = piece[0] if isinstance(piece, list) else piece
        return {each: target for each, target in answer.items() if each != item}

    def _next(self, answer: Any) -> list[Any]:
        return [
            [item, target] for item, targets in self.may.items() if item not in answer for target in targets
        ]


class Blank(Choices):
    """A form to be filled in: a frozen dataclass, and what each of its fields may be: a list of values, or
    choices. A field that is left out has the form's own default. `fits` is given the form."""

    def __init__(
        self, form: type[Any], may: Mapping[str, "Choices | Sequence[Any]"], fits: Fits | None = None
    ) -> None:
        self.form = form
        self.may: dict[str, Choices | list[Any]] = {
            name: each if isinstance(each, Choices) else as_data(list(each)) for name, each in may.items()
        }
        names = list(form.__dataclass_fields__)
        if sorted(names) != sorted(self.may):
            raise ValueError(f"{form.__name__} has the fields {', '.join(names)}: say what each may be")
        super().__init__(prod(map(_count, self.may.values())), fits)

    @property
    def exact(self) -> bool:
        return self.fits is None and all(each.exact for each in self._choices())

    def _choices(self) -> list[Choices]:
        return [each for each in self.may.values() if isinstance(each, Choices)]

    def tell_by(self, told: Callable[[Said, Any], str]) -> None:
        super().tell_by(told)
        for may in self._choices():
            may.tell_by(told)

    def _misfit(self, answer: Any) -> Why:
        for name, may in self.may.items():
            misfit = may._misfit(answer[name]) if isinstance(may, Choices) else ""
            if misfit and isinstance(may, Choices):
                return f"{name}: {may._sentence(misfit, answer[name])}"
        return super()._misfit(answer)

    def _drawn(self, chance: random.Random) -> dict[str, Any]:
        return {
            name: may.sample(chance) if isinstance(may, Choices) else may[chance.randrange(len(may))]
            for name, may in self.may.items()
        }

    def nth(self, index: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, may in reversed(self.may.items()):
            index, place = divmod(index, _count(may))
            found[name] = may.nth(place) if isinstance(may, Choices) else may[place]
        return {name: found[name] for name in self.may}

    def read(self, answer: Any) -> dict[str, Any]:
        given = as_data(answer)
        if not isinstance(given, dict):
            raise BadData(f"Fill in {_listed(list(self.may))}, not {_short(given)}.")
        for name in given:
            if name not in self.may:
                raise BadData(f"There is no field {_short(name)}; there are: {_listed(list(self.may))}.")
        defaults = self.defaults()
        missing = [name for name in self.may if name not in given and name not in defaults]
        if missing:
            raise BadData(f"Still to fill in: {_listed(missing)}.")
        found: dict[str, Any] = {}
        for name, may in self.may.items():
            value = given.get(name, defaults.get(name))
            if isinstance(may, Choices):
                try:
                    found[name] = may.take(value)
                except BadData as refused:
                    raise BadData(f"{name}: {refused.sentence}") from refused
            elif value in may:
                found[name] = may[may.index(value)]
            else:
                raise BadData(f"{name} is one of {_listed(may)}, not {_short(value)}.")
        return found

    def defaults(self) -> dict[str, Any]:
        """What the fields are that nobody fills in: the form's own defaults, and nothing of what may be
        nothing."""
        from dataclasses import MISSING, fields

        found: dict[str, Any] = {}
        for field in fields(self.form):
            if field.name not in self.may:
                continue
            if field.default is not MISSING:
                found[field.name] = as_data(field.default)
            elif field.default_factory is not MISSING:
                found[field.name] = as_data(field.default_factory())
            else:
                may = self.may[field.name]
                if isinstance(may, Choices) and not may.unfinished(may.empty()):
                    found[field.name] = may.empty()
        return found

    def of_rules(self, answer: Any) -> Any:
        return filled(self.form, answer)

    def data(self) -> dict[str, Any]:
        return {
            "fields": {
                name: may.data() if isinstance(may, Choices) else may for name, may in self.may.items()
            }
        }

    def altered(self, by: Callable[[Any], Any]) -> "Blank":
        may = {
            name: each.altered(by) if isinstance(each, Choices) else [by(option) for option in each]
            for name, each in self.may.items()
        }
        other = Blank(self.form, may)
        other.size = self.size
        return other

    def pieces(self) -> list[Any]:
        return [
            [name, piece]
            for name, may in self.may.items()
            for piece in (may.pieces() if isinstance(may, Choices) else may)
        ]

    def empty(self) -> dict[str, Any]:
        return {}

    def with_piece(self, answer: Any, piece: Any) -> dict[str, Any]:
        name, value = piece
        may = self.may[name]
        if isinstance(may, Choices):
            value = may.with_piece(answer.get(name, may.empty()), value)
        grown = {**answer, name: value}
        return {each: grown[each] for each in self.may if each in grown}

    def without(self, answer: Any, piece: Any) -> dict[str, Any]:
        name = piece[0] if isinstance(piece, list) else piece
        may = self.may.get(name)
        if isinstance(may, Choices) and isinstance(piece, list) and name in answer:
            return {**answer, name: may.without(answer[name], piece[1])}
        return {each: value for each, value in answer.items() if each != name}

    def _next(self, answer: Any) -> list[Any]:
        found: list[Any] = []
        for name, may in self.may.items():
            if isinstance(may, Choices):
                found += [[name, piece] for piece in may._next(answer.get(name, may.empty()))]
            elif name not in answer:
                found += [[name, option] for option in may]
        return found


def filled(form: type[Any], data: Mapping[str, Any]) -> Any:
    """A form with its fields as it declares them: dataclasses in it, and tuples. Raises BadData."""
    try:
        return msgspec.convert(data, form)
    except msgspec.ValidationError as error:
        raise BadData(f"That does not fit the form {form.__name__}: {error}.") from error


def _count(may: Choices | Sequence[Any]) -> int:
    return may.size if isinstance(may, Choices) else len(may)


def _short(value: Any) -> str:
    shown = show_option(value)
    return shown if len(shown) <= 60 else f"{shown[:59]}…"


def _listed(items: Sequence[Any]) -> str:
    return ", ".join(map(_short, items[:20])) + (", ..." if len(items) > 20 else "")
