"""Starting games, listing them, and choosing the current one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.completion import games as complete_games
from cli.options.shared import AsJson, By, CalledHere, Database, Force, Options, Rolls, Scenario, SystemName
from cli.options.shared import By as ByOption
from cli.terminal.pairs import pairs
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    pass

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
    from cli.dialogue.telling import Teller
    from cli.game.starting import start, system_of
    from cli.seat.game_names import free_name
    from cli.seat.seat import open_ledger
    from domain.errors import BadData

    if named is not None and scenario is not None:
        raise BadData(f"Name one scenario: {named} or --scenario {scenario}.")
    system, scenario = system_of(system, scenario if named is None else named)
    if options:
        _list_options(system, scenario, as_json)
        return
    with open_ledger(database, create=True) as ledger:
        desk = ledger.desk()
        seat, outcome = start(
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
        teller = Teller(seat, as_json)
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
        teller.go_on(outcome, by=by)


def _list_options(system: str, scenario: str | None, as_json: bool) -> None:
    """The options of a scenario: what each is by default, and the values it takes."""
    from adjudication.engine.scenario import load_scenario
    from adjudication.engine.systems import load
    from domain.text import value_said

    laid = load_scenario(system, scenario or load(system).default_scenario)
    values = {
        name: [True, False] if isinstance(default, bool) else list(laid.one_of.get(name, ()))
        for name, default in laid.options.items()
    }
    if as_json:
        show_json(
            [
                {"option": name, "default": default, "one_of": values[name] or None}
                for name, default in laid.options.items()
            ]
        )
        return
    for name, default in laid.options.items():
        taken = ", ".join(map(value_said, values[name])) or (
            "a whole number" if isinstance(default, int) else "text"
        )
        say(f"{name}: {value_said(default)} ({'one of ' if values[name] else ''}{taken})")
    if not laid.options:
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
    from cli.dialogue.eyes import views_of
    from cli.files.register import export_register, short_register, warn
    from cli.seat.seat import Seat, looks, open_ledger
    from domain.errors import Refused
    from domain.game.chain import short

    if force and register is None:
        raise Refused("--force replaces a file: --register FILE names it.")
    rows: list[dict[str, Any]] = []
    with open_ledger(database) as ledger:
        if register is not None:
            export_register(ledger, register, force, as_json)
            return
        desk = ledger.desk()
        warn(ledger, desk)
        for name, id in desk.games.items():
            entry = desk.registered(id)
            row = {
                "name": name,
                "game": id,
                "current": id == desk.in_front,
                "registered": {"number": entry.number, "digest": short(entry.digest)} if entry else None,
            }
            try:
                seat = Seat(ledger, desk, id, looks(by))
            except Refused as refused:
                rows.append({**row, "fault": refused.sentence})
                continue
            state, opened = seat.game.state, seat.game.opened
            events = len(views_of(seat, seat.me.own) if seat.me.own else seat.game.log)
            row.update(system=opened.system, scenario=opened.scenario, events=events, turn=state.turn)
            row.update(status="closed" if state.closed else "decided" if state.verdict else "open")
            rows.append(row)
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
    from cli.seat.seat import open_ledger

    with open_ledger(database) as ledger:
        id = ledger.desk().game_id(name)
        ledger.bring_to_front(id)
    if as_json:
        show_json({"name": name, "game": id})
    else:
        say(f"{name} is now the current game.")
