"""The phases that a scenario names: read from its file, checked, and refused with their place in it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.resources import files
from typing import Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from adjudication.engine.durations import read_length
from adjudication.engine.questions import SIDES
from domain.errors import BadData
from domain.events import AskData, PhaseData, Value
from domain.table.dates import read_span
from domain.views.view import WHITE

Doing = Literal["move", "act", "submit"]
"""What sides may do in a phase: move pieces, state actions, submit sealed orders."""

MOST_PHASES = 30
MOST_ASKED = 20
LONGEST_TEXT = 2_000


_T = TypeVar("_T")


class AskFile(BaseModel):
    """Something that a phase asks: `of` the white cell (by default), of all `sides`, or of some."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str = Field(default="", max_length=LONGEST_TEXT)
    of: str | tuple[str, ...] = WHITE
    answers: tuple[str | int | bool, ...] = Field(default=(), max_length=100)
    form: str = Field(default="", max_length=60)
    note: Literal["", "note", "observation", "insight", "decision", "question"] = ""
    secret: bool = False


class PhaseFile(BaseModel):
    """A phase of a turn as its scenario's file says it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1, max_length=60)
    about: str = Field(default="", max_length=LONGEST_TEXT)
    do: tuple[Doing, ...] | dict[str, tuple[Doing, ...]] = ()
    sides: tuple[str, ...] | None = None
    ask: tuple[AskFile, ...] = Field(default=(), max_length=MOST_ASKED)
    turns: tuple[int, ...] = Field(default=(), max_length=1_000)
    covert: bool = False
    timer: str = Field(default="", max_length=20)
    lasts: str = Field(default="", max_length=20)


class Misplaced(Exception):
    """A fault in a scenario's file, and the keys and numbers that lead to it."""

    def __init__(self, path: Sequence[str | int], message: str) -> None:
        super().__init__(message)
        self.path = tuple(path)
        self.message = message


class Phases(NamedTuple):
    """The phases of a scenario, and the seconds that each has on the wall clock, by name."""

    phases: tuple[PhaseData, ...]
    timers: dict[str, int]


def _form_names() -> list[str]:
    """The forms that there are; they are read elsewhere."""
    names = (path.name for path in files("scenarios").joinpath("forms").iterdir())
    return sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


def phases_of(listed: Sequence[PhaseFile], sides: Collection[str]) -> Phases:
    """The phases that a scenario's file names. Raises Misplaced."""
    if len(listed) > MOST_PHASES:
        raise Misplaced(["phases"], f"a turn has at most {MOST_PHASES} phases, not {len(listed)}")
    forms = _form_names() if listed else []
    found: list[PhaseData] = []
    timers: dict[str, int] = {}
    for at, file in enumerate(listed):
        where: list[str | int] = ["phases", at]
        name = " ".join(file.name.split())
        if not name or name != file.name:
            raise Misplaced([*where, "name"], "a phase's name is one line without spaces around it")
        if name.casefold() in (each.name.casefold() for each in found):
            raise Misplaced([*where, "name"], f"two phases are called {name}")
        if any(turn < 1 for turn in file.turns) or len(set(file.turns)) < len(file.turns):
            raise Misplaced([*where, "turns"], "turns are numbers from 1, each once")
        if file.timer:
            timers[name] = placed(read_length, file.timer, [*where, "timer"])
        lasts = placed(read_span, file.lasts, [*where, "lasts"]) if file.lasts else 0
        found.append(
            PhaseData(
                name,
                file.about,
                _may(file, sides, where),
                tuple(
                    _asked(each, file, sides, forms, [*where, "ask", nth])
                    for nth, each in enumerate(file.ask)
                ),
                tuple(sorted(file.turns)),
                file.covert,
                lasts,
            )
        )
    if found and all(phase.turns for phase in found):
        raise Misplaced(["phases"], "at least one phase is in every turn: leave out its `turns`")
    return Phases(tuple(found), timers)


def _may(file: PhaseFile, sides: Collection[str], where: list[str | int]) -> dict[str, tuple[str, ...]]:
    if isinstance(file.do, Mapping):
        if file.sides is not None:
            raise Misplaced([*where, "sides"], "`do` says by side what each does; leave `sides` out")
        for side in file.do:
            _known(side, sides, [*where, "do", side])
        return {side: tuple(dict.fromkeys(may)) for side, may in file.do.items() if may}
    if not file.do:
        return {}
    may = tuple(dict.fromkeys(file.do))
    if file.sides is None:
        return {"": may}
    for side in file.sides:
        _known(side, sides, [*where, "sides"])
    return dict.fromkeys(file.sides, may)


def _asked(
    ask: AskFile, file: PhaseFile, sides: Collection[str], forms: Collection[str], where: list[str | int]
) -> AskData:
    of = (ask.of,) if isinstance(ask.of, str) else ask.of
    for each in of if of != (SIDES,) else ():
        if each != WHITE:
            _known(each, sides, [*where, "of"], f"{WHITE} or {SIDES}")
    if not of or len(set(of)) < len(of):
        raise Misplaced([*where, "of"], f"say once of whom it is asked: {WHITE}, {SIDES}, or sides by name")
    said = [name for name in ("answers", "form", "note") if getattr(ask, name)]
    if len(said) > 1:
        raise Misplaced([*where, said[1]], f"it has {said[0]} already; ask for one thing at a time")
    if not ask.text.strip() and not (ask.form or ask.note):
        raise Misplaced(where, "a question needs its `text`")
    if len(set(map(str, ask.answers))) < len(ask.answers) or len(ask.answers) == 1:
        raise Misplaced([*where, "answers"], "give two answers or more, each once")
    if ask.form and ask.form not in forms:
        raise Misplaced([*where, "form"], f"there is no form {ask.form!r}; there are: {', '.join(forms)}")
    if ask.note and of != (WHITE,):
        raise Misplaced([*where, "of"], f"a note is asked of the white cell alone (of: {WHITE})")
    if ask.secret and (ask.form or ask.note):
        raise Misplaced([*where, "secret"], "only an answer can be secret: a message has its addressees")
    answers: tuple[Value, ...] = ask.answers
    return AskData(" ".join(ask.text.split()), of, answers, ask.form, ask.note, ask.secret)


def _known(side: str, sides: Collection[str], path: Sequence[str | int], beside: str = "") -> None:
    if side not in sides:
        known = ", ".join(sides) + (f", {beside}" if beside else "")
        raise Misplaced(path, f"there is no side {side[:40]!r}; there are: {known}")


def placed(read: Callable[[str], _T], text: str, path: Sequence[str | int]) -> _T:
    """What a text says. Raises Misplaced for what `read` does not take."""
    try:
        return read(text)
    except BadData as error:
        raise Misplaced(path, error.sentence.rstrip(".")) from error
