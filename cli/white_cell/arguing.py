"""Matrix arguments at the command line: by options, from a file, or asked for one by one."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

import typer

from cli.options.command import Command, commands
from cli.options.completion import methods as complete_methods
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import Hear
from cli.terminal import terminal
from cli.terminal.terminal import ask, complain, say, show_json
from cli.white_cell.giving import Recorded, give, tell
from domain.errors import BadData, Refused
from seats.dialogue.amounts import estimates, percent
from seats.dialogue.pairs import pairs

if TYPE_CHECKING:
    from adjudication.engine.by_hand.matrix import Method
    from seats.acting.by_hand import Awaiting
    from seats.seat.seat import Seat

app = commands()


class Heard(NamedTuple):
    """What is said for an action and against it."""

    pro: Annotated[
        list[str] | None,
        typer.Option("--for", metavar="[STRENGTH] WHO: TEXT", help="An argument for it; repeatable."),
    ] = None
    contra: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="[STRENGTH] WHO: TEXT", help="An argument against; repeatable."),
    ] = None


class Weighing(NamedTuple):
    """The method by which it is weighed, and which methods there are."""

    method: Annotated[
        str,
        typer.Option(
            "--method",
            metavar="METHOD",
            help="How it is decided; by two-dice if nothing is said.",
            autocompletion=complete_methods,
        ),
    ] = ""
    methods: Annotated[
        Path | None, typer.Option("--methods", metavar="FILE", help="Further methods, as YAML.")
    ] = None
    listed: Annotated[bool, typer.Option("--list", help="List the methods.")] = False


class Judges(NamedTuple):
    """What those say who judge it: estimates, a chance, votes."""

    hear: Hear = None
    chance: Annotated[
        str, typer.Option("--chance", metavar="PERCENT", help="The chance used, if not the median.")
    ] = ""
    vote: Annotated[
        list[str] | None,
        typer.Option("--vote", metavar="NAME=for|against|abstains", help="A vote; repeatable."),
    ] = None

    def data(self) -> dict[str, Any]:
        """The same as an argument has it. Raises BadData."""
        return {
            "estimates": estimates(self.hear),
            "percent": percent(self.chance) if self.chance else None,
            "votes": pairs(self.vote),
        }


class InWords(NamedTuple):
    """What is told of the outcome."""

    success: Annotated[
        str, typer.Option("--success", metavar="TEXT", help="The outcome in words if it succeeds.")
    ] = ""
    failure: Annotated[
        str, typer.Option("--failure", metavar="TEXT", help="The outcome in words if it fails.")
    ] = ""
    told: Annotated[
        str, typer.Option("--told", metavar="TEXT", help="What happened, whether it succeeds or fails.")
    ] = ""
    narrate: Annotated[
        bool, typer.Option("--narrate", help="Ask for the outcome in words once the result is known.")
    ] = False

    def data(self) -> dict[str, Any]:
        """The same as an argument has it. Raises BadData where it says the same twice."""
        if self.told and (self.success or self.failure or self.narrate):
            raise BadData("--told says what happened; leave out --success, --failure and --narrate.")
        return {
            "success": self.success or self.told,
            "failure": self.failure or self.told,
            "narrate": self.narrate,
        }


class _Typed(NamedTuple):
    """An argument as the command line has it. outcome: what is told of it."""

    action: str | None
    heard: Heard
    actor: str
    method: str
    judges: Judges
    outcome: Mapping[str, Any]

    def said(self, how: "Method") -> list[dict[str, str]]:
        """What is said for it, then against it."""
        from seats.acting.arguing import said_for

        return [*said_for("for", self.heard.pro, how), *said_for("against", self.heard.contra, how)]

    def added_to(self, argument: dict[str, Any]) -> dict[str, Any]:
        """An argument from a file, with what was typed beside it. Raises BadData."""
        argument["arguments"] += self.said(argument["method"])
        judged = self.judges.data()
        for name in ("estimates", "votes"):
            judged[name] = {**(argument.get(name) or {}), **judged[name]}
        at_table = {"actor": self.actor, **judged, **self.outcome}
        return {**argument, **{name: value for name, value in at_table.items() if value}}

    def on(self, awaiting: "Awaiting") -> "_Typed":
        """The same on the action that awaits a judgement."""
        return self._replace(action=awaiting.action, actor=self.actor or awaiting.side)

    def argument(self, known: "Mapping[str, Method]", awaits: bool, asking: bool) -> dict[str, Any]:
        """The argument. awaits: its action awaits a judgement. asking: what was not typed can be asked for.
        Raises BadData or NotFound."""
        from adjudication.engine.by_hand.matrix import method_of
        from seats.acting.arguing import USUAL

        if self.action is None:
            raise BadData("Say what is argued over: ACTION, or --file.")
        how = method_of(self.method or USUAL, known)
        said = self.said(how)
        asked: dict[str, Any] = {}
        if awaits and not said and asking:
            say(f"Argument on: {self.action}")
            said = _asked_for_and_against(how)
            asked = {} if any(self.judges) else _asked_judges(how)
        told = self.outcome["success"] or self.outcome["failure"]
        return {
            "action": self.action,
            "method": how,
            "actor": self.actor,
            "arguments": said,
            **self.judges.data(),
            **self.outcome,
            "narrate": self.outcome["narrate"] or (not awaits and asking and not told),
            **asked,
        }


@app.command(cls=Command)
@grouped
def argue(
    action: Annotated[
        str | None,
        typer.Argument(metavar="[ACTION]", help="What is to happen; by default the action to be judged."),
    ] = None,
    *,
    heard: Heard,
    actor: Annotated[
        str,
        typer.Option(
            "--side", metavar="SIDE", help="Who acts: a side, or somebody.", autocompletion=complete_sides
        ),
    ] = "",
    weighing: Weighing,
    judges: Judges,
    words: InWords,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="The argument as YAML or JSON.")
    ] = None,
    recorded: Recorded,
    where: Where,
) -> None:
    """Hear a matrix argument on an action.

    What is said for and against it is weighed by a method: two dice, an estimated probability, a vote.
    While an action waits for the white cell's judgement the argument is about it, and only those who know of
    the action learn of the argument. Without --for and --against the terminal asks for the arguments, one a
    line: `+ WHO: TEXT` for the action, `- WHO: TEXT` against it, `++` or `--` where it is strong.
    With physical dice, --roll and --told put the whole argument on one line.

    \b
    Examples:
      whitecell argue "The pilots refuse to sail" --for "[strong] Orsk: They are unpaid" --because "Seminar"
      whitecell argue "The dam holds" --method estimate --hear Ash=40% --hear Bey=70% --because "Seminar"
      whitecell argue "They sail" --for "[strong] Orsk: By night" --roll "4 3" --told "Half of them arrive"
      whitecell argue --list
    """
    from adjudication.engine.by_hand.matrix import methods as all_methods
    from seats.acting.arguing import checked
    from seats.acting.by_hand import awaiting_action
    from seats.seat.seat import leads

    typed = _Typed(action, heard, actor, weighing.method, judges, words.data())
    known = all_methods(weighing.methods)
    if weighing.listed:
        _show_methods(known, where.as_json)
        return
    asking = terminal.interactive() and not where.as_json
    with where.seat(leads(recorded.by)) as seat:
        awaiting = awaiting_action(seat) if action is None and file is None else None
        if file is not None:
            if action is not None:
                raise BadData("Give the action in the file, or as ACTION, not both.")
            argument = typed.added_to(_from_file(file, known, weighing.method))
        elif awaiting is not None:
            argument = typed.on(awaiting).argument(known, True, asking)
            because = recorded.because or f"To judge order {awaiting.order}"
            recorded = recorded._replace(because=because, only=recorded.only or awaiting.only)
        elif action is None and asking:
            argument = _asked(seat, known)
        else:
            argument = typed.argument(known, False, asking)
        argument, more = checked(seat, argument)
        acted = give(seat, lambda _: ("hand-argue", argument), recorded.said(), not where.as_json, more)
        tell(acted, recorded.by, where.as_json, only=recorded.only)


def _from_file(file: Path, known: "Mapping[str, Method]", method: str) -> dict[str, Any]:
    """An argument from a file; `method`, when said, replaces its own. Raises NotFound or BadData."""
    from adjudication.engine.data_file import read_yaml
    from domain.errors import NotFound
    from seats.acting.arguing import from_data

    if not file.is_file():
        raise NotFound(f"There is no file {file}.")
    data, _ = read_yaml(file)
    return from_data(data, file.name, known, method)


def _show_methods(known: "Mapping[str, Method]", as_json: bool) -> None:
    import textwrap

    from seats.acting.arguing import methods_listed

    if as_json:
        show_json(methods_listed(known))
        return
    for method in known.values():
        say(f"{method.id}: {method.title}", *(f"  {line}" for line in textwrap.wrap(method.how, 98)))


def _asked(seat: "Seat", known: "Mapping[str, Method]") -> dict[str, Any]:
    """An argument asked for line by line; an empty line ends a list, and what cannot be is asked again."""
    from adjudication.engine.by_hand.matrix import method_of
    from seats.acting.arguing import said_for, who

    def argument_for(stance: str) -> Callable[[str], list[dict[str, str]]]:
        return lambda text: _weighed(said_for(stance, [text], how), how)

    action = _until("What is to happen? ", _words)
    actor = _until("Who acts? ", lambda text: who(seat, text))
    how = _until(f"Method ({', '.join(known)})? ", lambda text: method_of(text or next(iter(known)), known))
    said = []
    for stance in ("for", "against"):
        prompt = f"{stance.capitalize()} it ([STRENGTH] WHO: TEXT, empty to end)? "
        said += [each for found in _list(prompt, argument_for(stance)) for each in found]
    argument: dict[str, Any] = {
        "action": action,
        "actor": actor,
        "method": how,
        "arguments": said,
        "narrate": True,
    }
    argument.update(_asked_judges(how))
    return argument


def _asked_judges(how: "Method") -> dict[str, Any]:
    """What the method asks of those who judge: their estimates, or their votes."""
    if how.kind == "chance":
        found = _list("Estimate (NAME=PERCENT, empty to end)? ", lambda text: estimates([text]))
        return {"estimates": {name: each for one in found for name, each in one.items()}}
    if how.kind == "vote":
        votes = _list("Vote (NAME=for|against|abstains, empty to end)? ", _vote)
        return {"votes": {name: vote for one in votes for name, vote in one.items()}}
    return {}


_STANCE = {"+": "for", "-": "against", "\N{MINUS SIGN}": "against"}


def _asked_for_and_against(how: "Method") -> list[dict[str, str]]:
    """The arguments of both sides, asked for line by line; an empty line ends the list."""
    strong = ", ++ or -- if strong" if how.strengths else ""
    prompt = f"Argument (+ or - WHO: TEXT{strong}, empty to end)? "
    return [each for found in _list(prompt, lambda text: _for_or_against(text, how)) for each in found]


def _for_or_against(text: str, how: "Method") -> list[dict[str, str]]:
    """`++ Haldane: The treaty binds them` as an argument. Raises BadData."""
    from seats.acting.arguing import said_for

    stance = _STANCE.get(text[0])
    if stance is None:
        raise BadData("Begin an argument with + if it is for the action, with - if it is against it.")
    strong = text[1:2] == text[0]
    if strong and not how.strengths:
        raise BadData(f"By {how.title} all arguments count the same: begin with one {text[0]}.")
    said = said_for(stance, [text[2 if strong else 1 :].strip()], how)
    if strong:
        said[0]["strength"] = max(how.strengths, key=lambda name: how.strengths[name])
    return _weighed(said, how)


_T = TypeVar("_T")


def _until(prompt: str, read: Callable[[str], _T]) -> _T:
    """What a line says, asked again until it says something. Raises BadData when there are no more lines."""
    while True:
        text = ask(prompt)
        if text is None:
            raise BadData("The argument was not finished; nothing was done.")
        try:
            return read(text)
        except Refused as refused:
            complain(refused.sentence)


def _list(prompt: str, read: Callable[[str], _T]) -> list[_T]:
    """What the lines say, up to an empty one."""
    found = []
    while text := ask(prompt):
        try:
            found.append(read(text))
        except Refused as refused:
            complain(refused.sentence)
    return found


def _words(text: str) -> str:
    if not text:
        raise BadData("An argument needs an action: what is to happen.")
    return text


def _weighed(said: list[dict[str, str]], how: "Method") -> list[dict[str, str]]:
    """The arguments, if the method knows their strengths. Raises BadData."""
    from adjudication.engine.by_hand.matrix import check_said

    check_said(how, said[0]["stance"], said[0]["text"], said[0]["strength"])
    return said


def _vote(text: str) -> dict[str, str]:
    from adjudication.engine.by_hand.matrix import check_votes

    votes = pairs([text])
    check_votes(votes)
    return votes
