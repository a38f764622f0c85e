"""The texts of the rules: codes in rule code and in the log, words in the catalogue of the system.

A module of rule code names its texts once, `T = texts("ramadi")`, and says in place:
`umpire.choose(ISF, T("units that advance", target=hex), ...)`. The words stand in `words.json` of the system,
under `texts`: `"units that advance": "Which units advance into {target}?"`, and what is said against an order
under `refusals`; those of the engine itself in `scenarios/words.json`. A test reads every module: a code
without words, or an argument too few or too many, fails there (`tests/texts/test_codes.py`), and in play too.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from adjudication.engine.choices import as_data, show_option
from adjudication.engine.phrase import Saying, gaps, needed, phrased
from adjudication.engine.register import folder
from domain.errors import BadData, Refused
from domain.table.state import State
from domain.texts import Said, Text, as_argument, said_in

ENGINE = ""
"""What stands for the name of a system where the engine itself says something."""


class UnknownText(LookupError):
    """A code that the catalogue of its system does not have, or arguments that its words do not take."""


class _Catalogue(msgspec.Struct):
    texts: dict[str, str] = {}
    refusals: dict[str, str] = {}
    values: dict[str, dict[str, str]] = {}


@cache
def _catalogue(system: str) -> _Catalogue:
    try:
        place = folder(system) if system else files("scenarios")
    except Refused:
        return _Catalogue()
    found = place.joinpath("words.json")
    if not found.is_file():
        return _Catalogue()
    try:
        return msgspec.json.decode(found.read_bytes(), type=_Catalogue)
    except msgspec.DecodeError as error:
        raise BadData(f"The words.json of {system} cannot be read: {str(error).rstrip('.')}.") from error


def catalogue(system: str) -> Mapping[str, str]:
    """The words of a system's texts and refusals by their codes; those of the engine for `ENGINE`."""
    known = _catalogue(system)
    return {**known.texts, **known.refusals}


def refusal_of(code: str, system: str) -> str | None:
    """The words of a refusal with that code; None where a system has none."""
    return next((known[code] for known in _refusals(system) if code in known), None)


def _refusals(system: str) -> tuple[Mapping[str, str], ...]:
    return _catalogue(system).refusals, _catalogue(ENGINE).refusals


def worded(said: Said, system: str, saying: Saying = show_option, brief: Saying | None = None) -> str:
    """What people typed as they typed it; a text of the rules in the words of its system.

    saying: how a value in a gap is written: by its id, unless whoever reads has names for things. A code that
    nobody has words for is said itself, with its arguments.
    """
    if not isinstance(said, Text):
        return said
    for known in (_catalogue(system), _catalogue(ENGINE)):
        phrase = known.texts.get(said.code, known.refusals.get(said.code))
        if phrase is not None:

            def say(value: Any) -> str:
                inside = said_in(value)
                if inside is not None:
                    return worded(inside, system, saying, brief)
                if isinstance(value, list) and any(said_in(part) is not None for part in value):
                    return ", ".join(map(say, value))
                return saying(value)

            return phrased(phrase, said.arguments, say, known.values, brief) or str(said)
    return str(said)


class Texts:
    """What `T` is in a module of rule code: makes texts of codes and arguments."""

    def __init__(self, system: str, phrases: Mapping[str, str]) -> None:
        self._system = system
        self._phrases = phrases
        self._takes: dict[str, tuple[set[str], set[str]]] = {}
        self._bare: dict[str, Text] = {}
        self._names: dict[tuple[str, ...], list[str]] = {}

    def __call__(self, code: str, /, **arguments: Any) -> Text:
        """The text of a code. Raises UnknownText where it has no words, or takes other arguments."""
        if not arguments:
            known = self._bare.get(code)
            if known is None:
                self.check(code, ())
                known = self._bare[code] = Text(code)
            return known
        said = (code, *arguments)
        names = self._names.get(said)
        if names is None:
            self.check(code, arguments)
            names = self._names[said] = sorted(arguments)
        return Text(code, {name: _plain(arguments[name]) for name in names})

    def check(self, code: str, arguments: "Mapping[str, Any] | tuple[str, ...]") -> None:
        """Raises UnknownText for a code without words, or other arguments than it takes."""
        takes = self._takes.get(code)
        if takes is None:
            phrase = self._phrases.get(code)
            if phrase is None:
                where = f"words.json of {self._system}" if self._system else "scenarios/words.json"
                raise UnknownText(f"there are no words for {code!r} in {where}")
            takes = self._takes[code] = needed(phrase), set(gaps(phrase))
        given = set(arguments)
        if not takes[0] <= given <= takes[1]:
            wanted = ", ".join(sorted(takes[1])) or "nothing"
            raise UnknownText(f"{code!r} takes {wanted}, not {', '.join(sorted(given)) or 'nothing'}")


def texts(system: str) -> Texts:
    """What a module of that system says."""
    return Texts(system, catalogue(system))


def _plain(value: Any) -> Any:
    if type(value) is str or type(value) is int:
        return value
    if isinstance(value, Text):
        return as_argument(value)
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return as_data(value)


def plainly(said: Said, state: State) -> str:
    """The same with ids for names, as a refusal says what somebody was asked."""
    return worded(said, state.opened.system if state.opened is not None else ENGINE)
