"""Whole games played by a policy: one to a file, or one shown, audited and reviewed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.completion import systems as complete_systems
from cli.options.many_games import Seed, WhoPlays
from cli.options.shared import AsJson, Force, Options, Scenario, SystemName
from cli.terminal.terminal import complain, say, show_json
from seats.dialogue.pairs import pairs

if TYPE_CHECKING:
    from domain.game.chain import Entry
    from domain.game.game import Game

app = commands()


@app.command(cls=Command)
def play(
    system: SystemName,
    policy: WhoPlays = None,
    seed: Seed = 1,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where to write the log.")] = None,
    scenario: Scenario = None,
    option: Options = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play one game by a policy, in memory, and write its log.

    \b
    Example:
      whitecell play ramadi --policy sensible --seed 7 --out game.jsonl --json
    """
    from adjudication.chances.study import default_policy
    from adjudication.engine.games.systems import load
    from cli.game.starting import in_memory
    from cli.terminal.writing import target
    from domain.ledger.logfile import write_log

    place = target(out, force) if out is not None else None
    player = policy if policy is not None else default_policy(load(system))
    session = in_memory(system, scenario, pairs(option), player, seed)
    entries = session.game.unsaved()
    if place is not None:
        write_log(place.path, entries, place.replaces)
    told = {
        **_result(session.game, entries),
        "policy": player,
        "seed": seed,
        "out": str(out) if out else None,
    }
    if as_json:
        show_json(told)
    else:
        say(f"{told['events']} events, {told['orders']} orders. {_verdict(session.game)}")
        if out is not None:
            say(f"The log is in {out}.")


@app.command(cls=Command)
def demo(
    system: Annotated[
        str, typer.Argument(metavar="[SYSTEM]", help="A rule system.", autocompletion=complete_systems)
    ] = "ramadi",
    policy: WhoPlays = None,
    seed: Seed = 1,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where log and review go.")] = Path(
        "demo"
    ),
    scenario: Scenario = None,
    option: Options = None,
    marking: Annotated[
        str, typer.Option("--marking", metavar="TEXT", help="How it is to be handled, on every page.")
    ] = "",
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play a whole game, audit it and write its review.

    \b
    Example:
      whitecell demo ramadi --policy sensible --seed 20151222 --out demo
    """
    from adjudication.audits.audit import audit
    from adjudication.chances.study import default_policy
    from adjudication.engine.games.systems import load
    from cli.game.starting import fresh_folder, in_memory
    from cli.terminal.page import page
    from cli.terminal.writing import targets
    from domain.game.game import Game
    from domain.ledger.logfile import read_log, write_log
    from reports.review import render_aar
    from reports.story.turns import story, turn_lines
    from reports.words.audit import audit_lines
    from reports.words.names import Names
    from seats.seat.marked import marking_line

    player = policy if policy is not None else default_policy(load(system))
    load(system).policy(player)
    folder = fresh_folder(out)
    log, review = targets([folder / "log.jsonl", folder / "aar.html"], force, "--out FOLDER")
    session = in_memory(system, scenario, pairs(option), player, seed, marking)
    game = session.game
    entries = game.unsaved()
    report = audit(entries, len(entries))
    write_log(log.path, entries, log.replaces)
    # As whoever has the log alone writes it, byte for byte.
    read, _ = read_log(log.path)
    review.write(render_aar(Game.from_entries(game.id, read), read, report).encode())
    if as_json:
        told = {**_result(game, entries), "policy": player, "seed": seed}
        findings = len(report.findings)
        told.update(audit=report, findings=findings, log=str(log.path), aar=str(review.path))
        show_json({**told, "marking": marking_line(game.state)})
    else:
        names = Names(game.state)
        with page(game.state):
            say(f"{game.opened.title}: {session.system.title}, played by `{player}`, seed {seed}.")
            for turn in story(game).turns:
                say("", *turn_lines(turn, names))
            say("", _verdict(game), "", *audit_lines(report), "")
            say(f"The log is in {log.path}, the review in {review.path}.")
    if report.findings:
        complain("The audit of this demonstration found something; that is a fault of whitecell.")
        raise typer.Exit(1)


def _result(game: "Game", entries: "list[Entry]") -> dict[str, Any]:
    """What came of a game, for programs."""
    from adjudication.engine.play.running import BEGIN
    from domain.events import OrderGiven
    from reports.words.names import Names

    verdict = game.state.verdict
    return {
        "game": game.id,
        "system": game.opened.system,
        "scenario": game.opened.scenario,
        "events": len(game.log),
        "orders": sum(isinstance(event, OrderGiven) and event.order != BEGIN for event in game.log),
        "verdict": "" if verdict is None else Names(game.state).text(verdict.reason),
        "winner": "" if verdict is None else verdict.winner,
        "scores": {} if verdict is None else verdict.scores,
        "turns": game.state.turn,
        "head": entries[-1].digest,
    }


def _verdict(game: "Game") -> str:
    from reports.words.names import Names, wins

    verdict = game.state.verdict
    if verdict is None:
        return "No verdict."
    winner = wins(Names(game.state).side(verdict.winner)) if verdict.winner else "A draw"
    return f"{winner}: {Names(game.state).text(verdict.reason)}"
