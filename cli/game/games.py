"""Starting games, listing them, and choosing the current one."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import games as complete_games
from cli.options.shared import AsJson, By, CalledHere, Database, Force, Options, Rolls, Scenario, SystemName
from cli.options.shared import By as ByOption
from cli.terminal.terminal import say, show_json
from seats.dialogue.pairs import pairs

app = commands()


@app.command(cls=Command)
def new(
    system: SystemName,
    named: Annotated[str | None, typer.Argument(metavar="[SCENARIO]", help="The same as --scenario.")] = None,
    scenario: Scenario = None,
    name: CalledHere = None,
    option: Options = None,
    options: Annotated[
        bool, typer.Option("--options", help="List the scenario's options and their values; start nothing.")
    ] = False,
    dice: Annotated[
        str,
        typer.Option("--dice", metavar="sealed|typed", help="Rolled by the program, or typed in."),
    ] = "sealed",
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="A known dice seed: for trials only.")
    ] = None,
    await_words: Annotated[
        bool,
        typer.Option("--await-words", help="Do not open play yet: sides first promise words for the dice."),
    ] = False,
    roll: Rolls = None,
    by: ByOption = "",
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Start a game.

    It sets up the scenario, commits to the dice, and opens play. SYSTEM may be the name of a scenario too.
    The log holds only a commitment to the dice seed until `close` reveals the seed. With --await-words the
    sides first add words of their own (`begin promise`), so that nobody can choose the dice, not even whoever
    drew the seed.

    \b
    Examples:
      whitecell new ramadi --name tuesday --option drones=on --dice typed
      whitecell new cables --name hald
      whitecell new ramadi --await-words
      whitecell new ramadi --options
    """
    from adjudication.audits.provenance import in_short
    from cli.dialogue.telling import show
    from cli.seat.opening import open_ledger, sit
    from domain.errors import BadData
    from seats.acting.acted import Acted
    from seats.acting.starting import start, system_of
    from seats.seat.game_names import free_name
    from seats.seat.seat import looks

    if named is not None and scenario is not None:
        raise BadData(f"Name one scenario: {named} or --scenario {scenario}.")
    system, scenario = system_of(system, scenario if named is None else named)
    if options:
        _list_options(system, scenario, as_json)
        return
    with open_ledger(database, create=True) as ledger:
        desk = ledger.desk()
        started = start(
            ledger,
            system,
            scenario=scenario,
            name=name if name is not None else free_name(system, desk.games),
            options=pairs(option),
            dice=dice,
            seed=seed,
            faces=tuple(roll or ()),
            by=by,
            await_words=await_words,
        )
        seat, outcome = sit(ledger, ledger.desk(), started.game, looks(by)), started.outcome
        if not as_json:
            opened = seat.game.opened
            say(f'Created game "{seat.name}": {opened.title}.')
            if opened.dice == "sealed":
                say(f"Dice commitment: {opened.commitment}")
                if seed is None:
                    say("The dice seed is secret until the game closes.")
            else:
                say("The dice are physical: type in each result. The program makes the draws from cups.")
            if seed is not None:
                say(
                    f"The dice come from seed {seed}: anyone who knows the number knows every roll. "
                    "Leave --seed out in a real game."
                )
            say(*filter(None, [in_short(seat.game.state)]))
        show(Acted(seat, outcome.events, outcome.questions), as_json, by)


def _list_options(system: str, scenario: str | None, as_json: bool) -> None:
    """The options of a scenario: what each is by default, and the values it takes."""
    from domain.text import value_said
    from seats.looking.games import scenario_options

    listed = scenario_options(system, scenario)
    if as_json:
        show_json(listed)
        return
    for row in listed:
        values = row["one_of"] or ()
        taken = ", ".join(map(value_said, values)) or (
            "a whole number" if isinstance(row["default"], int) else "text"
        )
        say(f"{row['option']}: {value_said(row['default'])} ({'one of ' if values else ''}{taken})")
    if not listed:
        say("This scenario has no options.")


@app.command(cls=Command)
def games(
    register: Annotated[
        Path | None,
        typer.Option("--register", metavar="FILE", help="Write the register of all games opened here."),
    ] = None,
    force: Force = False,
    by: By = "",
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """List the games here; a star marks the current one.

    The register lists every game that was opened in this database, forks and imports included; `audit
    --register` checks it.

    \b
    Examples:
      whitecell games
      whitecell games --register register.jsonl
    """
    from cli.files.register import export_register, warn
    from cli.seat.opening import open_ledger, sit
    from domain.errors import Refused
    from seats.looking.games import games as games_here
    from seats.looking.games import short_register
    from seats.seat.seat import looks

    if force and register is None:
        raise Refused("--force replaces a file: --register FILE names it.")
    with open_ledger(database) as ledger:
        if register is not None:
            export_register(ledger, register, force, as_json)
            return
        desk = ledger.desk()
        warn(ledger, desk)
        rows = games_here(desk, lambda id: sit(ledger, desk, id, looks(by)))
    if as_json:
        show_json(rows)
        return
    for row in rows:
        star = "*" if row["current"] else " "
        if "fault" in row:
            say(f"{star} {row['name']}: {row['fault']}")
        else:
            say(
                f"{star} {row['name']}: {row['system']} {row['scenario']}, turn {row['turn']}, "
                f"{row['events']} events, {row['status']}"
            )
    if not rows:
        say("There is no game here yet; `whitecell new SYSTEM` starts one.")
    elif desk.register:
        told = short_register(desk)
        say(f"Register of games, to write down: {told['games']}:{told['head']}")


@app.command(cls=Command)
def use(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A game.", autocompletion=complete_games)],
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Make a game the current one.

    Commands speak of it when none is named.

    \b
    Example:
      whitecell use tuesday
    """
    from cli.seat.opening import open_ledger
    from seats.looking.games import bring_to_front

    with open_ledger(database) as ledger:
        told = bring_to_front(ledger, name)
    if as_json:
        show_json(told)
    else:
        say(f"{name} is now the current game.")
