"""The law of the house: rules adopted and options changed in play."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import house_rules, option_values, options
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By
from cli.terminal.page import page
from cli.terminal.terminal import say, show_json
from domain.errors import BadData

if TYPE_CHECKING:
    from seats.seat.seat import Seat

app = commands()


@app.command("house-rule", cls=Command)
@grouped
def house_rule(
    id: Annotated[
        str | None,
        typer.Argument(metavar="[ID]", help="What the rule is called.", autocompletion=house_rules),
    ] = None,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[TEXT]", help="What it says; it needs no quotes.")
    ] = None,
    text: Annotated[str, typer.Option("--text", metavar="TEXT", help="What it says.")] = "",
    replaces: Annotated[
        str, typer.Option("--replaces", metavar="RULE", help="The rule that it takes the place of.")
    ] = "",
    because: Because = "",
    by: By = "",
    *,
    where: Where,
) -> None:
    """Adopt a house rule from now on, or list them.

    Manual changes and rolls can cite it: --rule ID.

    \b
    Examples:
      whitecell house-rule H1 Night operations cost a step --because "It was dark" --replaces 6.4e
      whitecell house-rule
    """
    from seats.seat.seat import leads, looks

    if words and text:
        raise BadData("Give the text once: after the id, or with --text.")
    text, changing = text or " ".join(words or ()), id is not None
    with where.seat(leads(by) if changing else looks(by)) as seat:
        if id is None:
            if text or replaces or because:
                raise BadData("A house rule needs an id: what it is called.")
            _rules(seat, where.as_json)
            return
        from cli.dialogue.asking import reason_for
        from cli.dialogue.telling import show
        from seats.acting.house import adopt
        from seats.acting.house import house_rule as rule

        what = rule(id, text, by, replaces)
        because = reason_for(seat, what.adopt, because, where.as_json)
        show(adopt(seat, what, because), where.as_json, by)


def _rules(seat: "Seat", as_json: bool) -> None:
    from adjudication.engine.by_hand.acts import replaced_by
    from seats.looking.talk import house_rules as rules_of

    if as_json:
        show_json(rules_of(seat))
        return
    state = seat.game.state
    rules = state.cell.house_rules
    instead_of = {id: replaced_by(state, id) for id in rules}
    with page(state):
        for rule in rules.values():
            instead = f" (in the place of {rule.replaces})" if rule.replaces else ""
            by = f" by {rule.by}" if rule.by else ""
            until = f"; no more, {instead_of[rule.id]} took its place" if instead_of[rule.id] else ""
            say(
                f"{rule.id}{instead}: {rule.text}",
                f"  adopted in event {rule.number}{by}, because {rule.because}{until}",
            )
        if not rules:
            say("There is no house rule yet; `house-rule ID TEXT --because REASON` adopts one.")


@app.command(cls=Command)
@grouped
def option(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="An option of the game.", autocompletion=options)
    ] = None,
    value: Annotated[
        str | None,
        typer.Argument(metavar="[VALUE]", help="What it is from now on.", autocompletion=option_values),
    ] = None,
    because: Because = "",
    by: By = "",
    *,
    where: Where,
) -> None:
    """Change an option of the game from now on, or list them.

    Not while an order waits for an answer.

    \b
    Examples:
      whitecell option drones on --because "They arrived late"
      whitecell option
    """
    from domain.text import value_said
    from seats.looking.talk import options as options_of
    from seats.seat.seat import leads, looks

    changing = name is not None
    with where.seat(leads(by) if changing else looks(by)) as seat:
        options = seat.game.state.options
        if name is None:
            if because:
                raise BadData("Say which option is changed, and to what.")
            if where.as_json:
                show_json(options_of(seat))
                return
            with page(seat.game.state):
                say(
                    *(
                        f"{each}: {value_said(set_to)}{_one_of(seat, each)}"
                        for each, set_to in options.items()
                    )
                )
                if not options:
                    say("This game has no options.")
            return
        from cli.dialogue.asking import reason_for
        from cli.dialogue.telling import show
        from seats.acting.house import adopt
        from seats.acting.house import option as option_of

        what = option_of(seat, name, value, by)
        because = reason_for(seat, what.adopt, because, where.as_json)
        show(adopt(seat, what, because), where.as_json, by)


def _one_of(seat: "Seat", option: str) -> str:
    """The values that an option takes, in brackets, where it takes only some."""
    from domain.text import value_said

    values = seat.game.opened.one_of.get(option, ())
    return f" (one of {', '.join(map(value_said, values))})" if values else ""
