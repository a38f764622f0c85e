"""Messages and structured orders: forms filled in and addressed, and those that came."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.common import terminal
from cli.common.completion import form_names
from cli.common.completion import sides as complete_sides
from cli.common.options import AsJson, By, Command, Database, GameName, OfSide, Viewer, commands
from cli.common.page import marked_row, page
from cli.common.pairs import pairs
from cli.common.terminal import ask, complain, say, show_json

if TYPE_CHECKING:
    from adjudication.seminar.forms import Form
    from cli.common.seat import Seat
    from domain.views.view import EventView

app = commands()


@app.command(cls=Command)
def message(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[FORM]", help="The form to fill in.", autocompletion=form_names),
    ] = None,
    to: Annotated[
        list[str] | None,
        typer.Option(
            "--to",
            metavar="SIDE",
            help="A side that it goes to, `all` or `white`; repeatable.",
            autocompletion=complete_sides,
        ),
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option("--field", metavar="NAME=VALUE", help="A field; one of a list may come again."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="The fields, as YAML or JSON.")
    ] = None,
    side: OfSide = "",
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Fill in a form and send it, or list the forms.

    It is stamped with turn and phase, and kept for who sent it, whom it goes to, and the white cell.
    At a terminal each field that is not given is asked for.

    \b
    Examples:
      whitecell message
      whitecell message message --to isf --field text="The dam is mined"
      whitecell message request-for-information --as isf --to white --field question="Who holds the dam?"
    """
    from adjudication.seminar.forms import addressees, fill, form, sending
    from adjudication.seminar.roster import speaker
    from cli.common.seat import open_seat
    from domain.errors import BadData
    from reports.words.names import Names, joined

    if name is None:
        if to or field or file:
            raise BadData("Say which form: `whitecell message` lists them.")
        _show_forms(as_json)
        return
    chosen = form(name)
    raw = {**(_read(file) if file is not None else {}), **_fields(chosen, field or [])}
    with open_seat(database, game) as seat:
        state = seat.game.state
        named = state.cell.seats.get(by)
        own = seat.side(side) if side else (named.side if named is not None else "")
        receivers = addressees(state, to or [])
        sender = speaker(state, by, own)
        if file is None and not as_json and terminal.interactive():
            _ask(chosen, raw)
        filled = fill(chosen, raw)
        seat.deciding_again(
            lambda: seat.session_without_dice().record(
                lambda number, time: sending(
                    seat.game.state, number, time, name, filled, sender, own, receivers
                )
            ),
            lambda: None,
        )
        if as_json:
            _show_sent(seat, name, filled, sender, own, receivers)
        else:
            names = Names(seat.game.state)
            say(f"{chosen.title}: sent to {joined([names.side(each) for each in receivers])}.")


def _show_sent(
    seat: "Seat", name: str, fields: dict[str, Any], sender: str, side: str, to: tuple[str, ...]
) -> None:
    """That it is sent, and no event's number: that would count what a side did not see."""
    from domain.views.view import WHITE

    state = seat.game.state
    sent = {"form": name, "fields": fields, "sender": sender, "side": side or WHITE, "to": to}
    show_json(marked_row(state, {**sent, "turn": state.turn, "phase": state.phase}))


def _show_forms(as_json: bool) -> None:
    import msgspec

    from adjudication.seminar.forms import forms

    if as_json:
        show_json([{"name": name, **msgspec.to_builtins(each)} for name, each in forms().items()])
        return
    for name, each in forms().items():
        say(f"{name}: {each.title}{f' ({each.rule})' if each.rule else ''}. {each.about}")
        for field in each.fields:
            needed = ", needed" if field.required else ""
            kind = f"one of {', '.join(field.options)}" if field.options else field.type
            say(f"  {field.name:<20} {kind}{needed}: {field.help}")


def _fields(form: "Form", texts: list[str]) -> dict[str, Any]:
    """Fields said one by one; a list's entries come one each."""
    from domain.errors import BadData

    found: dict[str, Any] = {}
    for text in texts:
        [(name, value)] = pairs([text]).items()
        if form.field(name).type == "list":
            found.setdefault(name, []).append(value)
        elif name in found:
            raise BadData(f"{name} is given twice.")
        else:
            found[name] = value
    return found


def _read(path: Path) -> dict[str, Any]:
    from adjudication.engine.scenario import read_yaml
    from adjudication.seminar.forms import LARGEST_FILLED
    from domain.errors import BadData

    if path.is_file() and path.stat().st_size > LARGEST_FILLED:
        raise BadData(f"{path.name} is larger than {LARGEST_FILLED} bytes.")
    data, _ = read_yaml(path)
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise BadData(f"{path.name} does not hold fields: NAME: VALUE, one on a line.")
    return data


def _ask(form: "Form", raw: dict[str, Any]) -> None:
    """Ask for what is not given; an empty answer leaves a field out."""
    from adjudication.seminar.forms import read_field
    from domain.errors import BadData

    for field in form.fields:
        if field.name in raw:
            continue
        say(f"{field.label}{'' if field.required else ' (may be left empty)'}: {field.help}")
        if field.options:
            say(f"  one of {', '.join(field.options)}")
        if field.type == "list":
            say("  one a line; an empty line ends them")
        lines: list[str] = []
        while (text := ask("> ")) is not None:
            if field.type == "list" and text:
                lines.append(text)
                continue
            if not text and not lines and field.required:
                complain("This field is needed.")
                continue
            answer: Any = lines if field.type == "list" else text
            try:
                if answer:
                    raw[field.name] = read_field(form, field, answer)
                break
            except BadData as refused:
                complain(refused.sentence)
                lines = []
        else:
            return


@app.command(cls=Command)
def messages(
    name: Annotated[
        str | None,
        typer.Option("--form", metavar="FORM", help="Only this form.", autocompletion=form_names),
    ] = None,
    turn: Annotated[int | None, typer.Option("--turn", metavar="T", help="Only of that turn.")] = None,
    viewer: Viewer = None,
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """The messages that were sent.

    A side sees those it sent and those addressed to it, numbered for it alone.

    \b
    Example:
      whitecell messages --as isf
    """
    from adjudication.seminar.forms import form
    from cli.common.seat import open_seat
    from domain.views.view import see_log
    from reports.words.corrections import amended, now

    if name is not None:
        form(name)
    with open_seat(database, game) as seat:
        eyes = seat.viewer(viewer)
        views = see_log(seat.game.log, eyes)
        changes = amended(views)
        found = [
            view
            for view in views
            if view.event == "message-sent"
            and name in (None, view.fields["form"])
            and turn in (None, view.fields["turn"])
        ]
        with page(seat.game.state, as_json, [view.marking for view in found]):
            if as_json:
                rows = [
                    {
                        "number": view.number or view.line,
                        **now(view, changes).fields,
                        **({"amended": view.amended} if view.amended else {}),
                    }
                    for view in found
                ]
                own = [view.marking for view in found]
                show_json([marked_row(seat.game.state, *each) for each in zip(rows, own, strict=True)])
            elif not found:
                say("No message.")
            else:
                say(*(line for view in found for line in _lines(seat, now(view, changes), eyes)))


def _lines(seat: "Seat", view: "EventView", viewer: str) -> list[str]:
    from reports.words.messages import message_lines

    head, *rest = message_lines(view, seat.game.state, viewer)
    marking = f" [{view.marking}]" if view.marking else ""
    head = f"({view.amended}) {head}" if view.amended else head
    return [f"{view.number or view.line:>5}  {head}{marking}", *(f"       {line}" for line in rest)]
