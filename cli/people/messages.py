"""Messages and structured orders: forms filled in and addressed, and those that came."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.completion import form_names
from cli.options.grouped import Where, grouped
from cli.options.shared import By, To, Viewer
from cli.terminal import terminal
from cli.terminal.page import page
from cli.terminal.terminal import ask, complain, say, show_json

if TYPE_CHECKING:
    from adjudication.seminar.forms import Form
    from domain.views.view import EventView
    from seats.seat.seat import Seat

app = commands()


@app.command(cls=Command)
@grouped
def message(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TEXT]", help="What it says, or what a form wants first; it needs no quotes."
        ),
    ] = None,
    to: To = None,
    name: Annotated[
        str | None,
        typer.Option(
            "--form",
            metavar="FORM",
            help="The form to fill in, or to list the messages of.",
            autocompletion=form_names,
        ),
    ] = None,
    forms: Annotated[bool, typer.Option("--forms", help="List the forms and their fields.")] = False,
    field: Annotated[
        list[str] | None,
        typer.Option("--field", metavar="NAME=VALUE", help="A field; one of a list may come again."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="The fields, as YAML or JSON.")
    ] = None,
    turn: Annotated[int | None, typer.Option("--turn", metavar="T", help="List only that turn.")] = None,
    side: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Send a message, or list the messages.

    With --to it is sent: a plain text, or a form (--form) whose fields are given by --field or --file; at a
    terminal each field that is not given is asked for. It is stamped with turn and phase, and kept for who
    sent it, whom it goes to, and the white cell.

    Without --to the messages are listed. A side sees those it sent and those addressed to it, numbered for it
    alone. --forms lists the forms.

    \b
    Examples:
      whitecell message The dam is mined --to isf
      whitecell message --form request --as isf --to white Who holds the dam?
      whitecell message --as isf
      whitecell message --forms
    """
    from domain.errors import BadData

    if forms:
        if words or to or field or file or name:
            raise BadData("--forms lists the forms, and goes with no other option.")
        _show_forms(where.as_json)
        return
    if not (words or to or field or file):
        _list(name, turn, side, by, where)
        return
    if turn is not None:
        raise BadData(
            "--turn lists the messages of a turn; a message is stamped with the turn it is sent in."
        )
    _send(
        words or [],
        to or [],
        name,
        field or [],
        file,
        side or "",
        by,
        where,
    )


def _send(
    words: list[str],
    to: list[str],
    name: str | None,
    field: list[str],
    file: Path | None,
    side: str,
    by: str,
    where: Where,
) -> None:
    from adjudication.seminar.forms import forms
    from domain.errors import BadData
    from reports.words.names import Names, joined
    from seats.acting.messages import check_message, fields_said, form_meant, send, sent_data
    from seats.seat.seat import acts

    if name is None and len(words) == 1 and words[0] in forms():
        raise BadData(
            f"{words[0]} is a form: `message --form {words[0]}`. Put a text of one word in --field text=."
        )
    called, chosen = form_meant(name)
    first = next((each.name for each in chosen.fields if each.required), chosen.fields[0].name)
    given = [*([f"{first}={' '.join(words)}"] if words else []), *field]
    raw = {**(_read(file) if file is not None else {}), **fields_said(chosen, given)}
    with where.seat(acts(by, side)) as seat:
        check_message(seat, chosen, raw, to)
        if file is None and not where.as_json and terminal.interactive() and not words:
            _ask(chosen, raw)
        sent = send(seat, called, chosen, raw, to)
        if where.as_json:
            show_json(sent_data(seat, sent))
        else:
            names = Names(seat.game.state)
            say(f"{chosen.title}: sent to {joined([names.side(each) for each in sent.to])}.")


def _show_forms(as_json: bool) -> None:
    from adjudication.seminar.forms import forms
    from seats.looking.talk import message_forms

    if as_json:
        show_json(message_forms())
        return
    for name, each in forms().items():
        say(f"{name}: {each.title}{f' ({each.rule})' if each.rule else ''}. {each.about}")
        for field in each.fields:
            needed = ", needed" if field.required else ""
            kind = f"one of {', '.join(field.options)}" if field.options else field.type
            say(f"  {field.name:<20} {kind}{needed}: {field.help}")


def _read(path: Path) -> dict[str, Any]:
    from adjudication.engine.data_file import read_yaml
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


def _list(
    name: str | None,
    turn: int | None,
    viewer: str | None,
    by: str,
    where: Where,
) -> None:
    from adjudication.seminar.forms import form_named
    from seats.looking.talk import messages, messages_found
    from seats.seat.seat import looks

    if name is not None:
        name = form_named(name)
    with where.seat(looks(by, viewer)) as seat:
        if where.as_json:
            show_json(messages(seat, name, turn))
            return
        found = messages_found(seat, name, turn)
        with page(seat.game.state, shown=[view.marking for view in found]):
            if not found:
                say("No messages.")
            else:
                say(*(line for view in found for line in _lines(seat, view, seat.me.eyes)))


def _lines(seat: "Seat", view: "EventView", viewer: str) -> list[str]:
    from reports.words.messages import message_lines

    head, *rest = message_lines(view, seat.game.state, viewer)
    marking = f" [{view.marking}]" if view.marking else ""
    head = f"({view.amended}) {head}" if view.amended else head
    return [f"{view.number or view.line:>5}  {head}{marking}", *(f"       {line}" for line in rest)]
