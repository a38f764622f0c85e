"""Matrix arguments: an action, what is said for and against it, a method, and what it comes to.

Methods are data (`scenarios/matrix/methods.yaml`, or a file of one's own); the one used is written into the
order, so that a log needs no file to be audited.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from adjudication.engine.by_hand.estimates import check_estimates, fitted, spread, target
from adjudication.engine.texts import ENGINE, texts
from adjudication.engine.umpire import WHITE_CELL, Umpire
from domain.errors import BadData, NotFound
from domain.texts import Text, as_argument

if TYPE_CHECKING:
    from pathlib import Path

    from adjudication.engine.by_hand.kinds import Hand

T = texts(ENGINE)

MOST_ARGUMENTS = 100
STANCES = ("for", "against")


@dataclass(frozen=True)
class Method:
    """How arguments become a result. kind: `dice` (their sum, with so much for each argument of a strength,
    against `target`), `chance` (the estimated probability on one die) or `vote` (of those who judge;
    `ties` says who wins an even one)."""

    id: str
    title: str
    kind: str
    how: str = ""
    dice: tuple[int, ...] = ()
    target: int = 0
    strengths: dict[str, int] = field(default_factory=dict)
    ties: str = "against"


@dataclass(frozen=True)
class Said:
    """One argument: `for` or `against`, its words, whose it is, and how strong it was held to be."""

    stance: str
    text: str
    who: str = ""
    strength: str = ""


@dataclass(frozen=True)
class Argument:
    """An action argued over. actor: the side or person who acts. percent: the chance used, where the method
    is one; by default the median of the estimates. success, failure: how the result is told; `narrate` asks
    for it when it is known."""

    action: str
    method: Method
    actor: str = ""
    arguments: tuple[Said, ...] = ()
    estimates: dict[str, int] = field(default_factory=dict)
    percent: int | None = None
    votes: dict[str, str] = field(default_factory=dict)
    success: str = ""
    failure: str = ""
    narrate: bool = False


def argue(umpire: Umpire, argument: Argument, hand: "Hand") -> None:
    """Weigh the arguments by the method, say what it came to, and how it is told."""
    method, said = read(argument)
    succeeds, result = _BY_KIND[method.kind](umpire, argument, method, said, hand)
    narration = argument.success if succeeds else argument.failure
    if argument.narrate and not narration:
        answer = umpire.hear(
            WHITE_CELL, T("how it is told", result=result), rule=hand.rule, audience=hand.audience
        )
        narration = str(answer)
    umpire.conclude(
        argument.action,
        method.title,
        result,
        narration=narration,
        rule=hand.rule,
        audience=hand.audience,
    )


def read(argument: Argument) -> tuple[Method, list[Said]]:
    """The method and the arguments, from data. Raises BadData for what they cannot be."""
    data: Any = argument.method
    method = data if isinstance(data, Method) else Method(**data)
    check(method)
    heard: Any = argument.arguments
    said = [each if isinstance(each, Said) else Said(**each) for each in heard]
    if not argument.action.strip():
        raise BadData("An argument needs an action: what is to happen.")
    if len(said) > MOST_ARGUMENTS:
        raise BadData(f"At most {MOST_ARGUMENTS} arguments can be heard on one action.")
    for each in said:
        check_said(method, each.stance, each.text, each.strength)
    return method, said


def check_said(method: Method, stance: str, text: str, strength: str) -> None:
    """Raises BadData for an argument that is none, or of a strength that the method does not know."""
    if stance not in STANCES:
        raise BadData(f"An argument is `for` or `against`, not {stance[:40]!r}.")
    if not text.strip():
        raise BadData("An argument needs words.")
    if method.strengths and strength not in method.strengths:
        strengths = " or ".join(method.strengths)
        raise BadData(f"By {method.title} an argument is {strengths}, not {strength[:40]!r}.")


def check(method: Method) -> None:
    """Raises BadData for a method that cannot be played."""
    if method.kind not in _BY_KIND:
        raise BadData(
            f"Method {method.id}: its kind is one of {', '.join(_BY_KIND)}, not {method.kind[:40]!r}."
        )
    if any(not 2 <= die <= 100 for die in method.dice):
        raise BadData(f"Method {method.id}: dice have from 2 to 100 sides.")
    if method.kind == "dice" and not 0 < len(method.dice) <= 20:
        raise BadData(f"Method {method.id}: it needs from 1 to 20 dice.")
    if method.kind == "dice" and not method.target:
        raise BadData(f"Method {method.id}: it needs a target.")
    if method.kind == "chance" and (len(method.dice) != 1 or method.dice[0] not in (10, 100)):
        raise BadData(f"Method {method.id}: a chance is thrown on one D10 or D100.")
    if method.ties not in STANCES:
        raise BadData(f"Method {method.id}: ties go `for` or `against` it.")


_USES = {"dice": (), "chance": ("estimates", "percent"), "vote": ("votes",)}
_CALLED = {"estimates": "estimates", "percent": "a chance", "votes": "votes"}


def fits_method(argument: Mapping[str, Any]) -> None:
    """Raises BadData for estimates, a chance or votes that the method would leave lying."""
    method: Method = argument["method"]
    for name, called in _CALLED.items():
        if argument.get(name) and name not in _USES[method.kind]:
            raise BadData(
                f"By {method.title} {called} decide nothing; choose another method, or leave them out."
            )


def _by_dice(
    umpire: Umpire, argument: Argument, method: Method, said: Sequence[Said], hand: "Hand"
) -> tuple[bool, Text]:
    thrown = sum(
        umpire.roll(die, argument.action, rule=hand.rule, audience=hand.audience) for die in method.dice
    )
    total = umpire.sum(T("argument"), thrown, audience=hand.audience)
    for each in said:
        weight = method.strengths.get(each.strength, 0)
        amount = weight if each.stance == "for" else -weight
        who = as_argument(each.who) if each.who else None
        total.add(T("what was said", text=as_argument(each.text), who=who), amount, rule=hand.rule)
    succeeds = total.total >= method.target
    if succeeds:
        return True, T("succeeds by its total", total=total.total, target=method.target)
    return False, T("fails by its total", total=total.total, target=method.target)


def _by_chance(
    umpire: Umpire, argument: Argument, method: Method, said: Sequence[Said], hand: "Hand"
) -> tuple[bool, Text]:
    check_estimates(argument.estimates)
    die = method.dice[0]
    heard = spread(argument.estimates)
    percent = argument.percent
    if percent is None:
        if heard is None:
            raise BadData(
                f"By {method.title} an estimate is needed: --hear NAME=PERCENT, or --chance PERCENT."
            )
        percent = fitted(heard.median, die)
    least = target(percent, die)
    face = umpire.roll(die, argument.action, rule=hand.rule, audience=hand.audience)
    if face >= least:
        return True, T("succeeds by chance", face=face, least=least, percent=percent)
    return False, T("fails by chance", face=face, least=least, percent=percent)


def _by_vote(
    umpire: Umpire, argument: Argument, method: Method, said: Sequence[Said], hand: "Hand"
) -> tuple[bool, Text]:
    if not argument.votes:
        raise BadData(f"By {method.title} votes are needed: --vote NAME=for or NAME=against.")
    check_votes(argument.votes)
    ayes, noes = (sum(vote == stance for vote in argument.votes.values()) for stance in STANCES)
    succeeds = ayes > noes or (ayes == noes and method.ties == "for")
    tie = method.ties if ayes == noes else None
    if succeeds:
        return True, T("succeeds by votes", ayes=ayes, noes=noes, tie=tie)
    return False, T("fails by votes", ayes=ayes, noes=noes, tie=tie)


def check_votes(votes: Mapping[str, Any]) -> None:
    """Raises BadData for a vote that is neither for nor against, nor an abstention."""
    for name, vote in votes.items():
        if vote not in (*STANCES, "abstains"):
            raise BadData(f"{name} votes `for`, `against` or `abstains`, not {str(vote)[:40]!r}.")


_BY_KIND = {"dice": _by_dice, "chance": _by_chance, "vote": _by_vote}


def methods(path: "Path | None" = None) -> Mapping[str, Method]:
    """The methods by their ids: those that come with the program, and, before them, those in a file.

    Raises NotFound, or BadData in one sentence.
    """
    from importlib.resources import files

    from adjudication.engine.data_file import read_yaml

    found: dict[str, Method] = {}
    for place in ([path] if path is not None else []) + [
        files("scenarios").joinpath("matrix", "methods.yaml")
    ]:
        data, _ = read_yaml(place)
        for id, method in _read_methods(data, place.name).items():
            found.setdefault(id, method)
    return found


def _read_methods(data: Any, name: str) -> dict[str, Method]:
    from pydantic import TypeAdapter, ValidationError

    if not isinstance(data, dict) or not isinstance(data.get("methods"), list):
        raise BadData(f"{name} holds no `methods`.")
    try:
        read_in = TypeAdapter(list[Method]).validate_python(data["methods"], extra="forbid")
    except ValidationError as error:
        raise BadData(f"{name}: {_plainly(error.errors(include_url=False)[0])}.") from error
    found: dict[str, Method] = {}
    for method in read_in:
        check(method)
        if method.id in found:
            raise BadData(f"{name}: method {method.id} is there twice.")
        found[method.id] = method
    return found


def _plainly(fault: Any) -> str:
    """What is wrong with a method, as whoever wrote it would say it: `method 2 needs a title`."""
    number, *rest = fault["loc"]
    what, which = f"method {number + 1}", ".".join(map(str, rest))
    if not which:
        return f"{what} has an id, a title and a kind, each on its line"
    if fault["type"].startswith("unexpected"):
        known = ", ".join(each.name for each in fields(Method))
        return f"{what} has no `{which}`; it may have {known}"
    if fault["type"].startswith("missing"):
        return f"{what} needs `{which}`"
    wanted = next(
        (text for kind, text in _WANTED.items() if fault["type"].startswith(kind)), "something else"
    )
    return f"{what}: `{which}` takes {wanted}"


_WANTED = {
    "int": "a whole number",
    "string": "text",
    "tuple": "a list, as in [6, 6]",
    "dict": "a number for each strength, as in {strong: 2, weak: 1}",
}
"""What a part of a method takes, by how the library that reads it begins to call the fault."""


def method_of(id: str, known: Mapping[str, Method]) -> Method:
    """The method of that id. Raises NotFound."""
    if id not in known:
        raise NotFound(f"There is no method {id[:60]!r}; there are: {', '.join(known)}.")
    return known[id]
