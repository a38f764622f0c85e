"""What the white cell does by hand: dice, tables, cups, and changes outside the rules."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import effects as complete_effects
from cli.options.completion import places as complete_places
from cli.options.completion import table_keys, table_names
from cli.options.grouped import Where, grouped
from cli.options.shared import Anyway, Because, By, Only, Rolls, Rule
from cli.white_cell.giving import Recorded, give, tell

if TYPE_CHECKING:
    from seats.acting.by_hand import Build, Said

app = commands()


def _do(build: "Build", said: "Said", where: Where, for_action: bool = False) -> None:
    """Do what `build` makes for the game, and say what came of it.

    for_action: it is as covert as the action that waits to be judged.
    """
    from seats.acting.by_hand import awaiting_action
    from seats.seat.seat import leads

    with where.seat(leads(said.by)) as seat:
        awaiting = awaiting_action(seat) if for_action and not said.only else None
        if awaiting is not None:
            said = said._replace(only=awaiting.only)
        tell(give(seat, build, said, not where.as_json), said.by, where.as_json, only=said.only)


@app.command(cls=Command)
@grouped
def roll(
    dice: Annotated[
        list[str], typer.Argument(metavar="DICE", help="Dice of the ladder: d8, 2d6; and a target: 4+.")
    ],
    purpose: Annotated[
        str, typer.Option("--for", metavar="TEXT", help="What the roll is for; by default the reason.")
    ] = "",
    promote: Annotated[
        list[str] | None,
        typer.Option("--promote", metavar="[N] LABEL", help="Rungs up the ladder, and what for; repeatable."),
    ] = None,
    demote: Annotated[
        list[str] | None,
        typer.Option("--demote", metavar="[N] LABEL", help="Rungs down, and what for; repeatable."),
    ] = None,
    add: Annotated[
        list[str] | None,
        typer.Option("--add", metavar="N LABEL", help="What is added, and what for; repeatable."),
    ] = None,
    target: Annotated[
        int | None, typer.Option("--target", metavar="N", help="The number to meet or beat.")
    ] = None,
    criticals: Annotated[
        bool, typer.Option("--criticals", help="Twice the target is two hits, up to four.")
    ] = False,
    together: Annotated[bool, typer.Option("--sum", help="Read the dice as their sum.")] = False,
    *,
    recorded: Recorded,
    where: Where,
) -> None:
    """Roll dice by hand, against a target number or without.

    Promotions less demotions shift every die once, then it is thrown. While a covert action waits to be
    judged, a roll is as covert.

    \b
    Examples:
      whitecell roll d6 4+ --because "Do they find the ferry?"
      whitecell roll d8 --for "The ferry" --promote veterans --target 4 --criticals --because "No rule"
      whitecell roll 2d6 --sum --for Morale --add "-1 rain" --target 7 --because "House custom"
    """
    from seats.acting.hand_acts import rolled

    build = rolled(
        dice,
        purpose or recorded.because,
        promote=promote or (),
        demote=demote or (),
        add=add or (),
        target=target,
        criticals=criticals,
        together=together,
    )
    _do(build, recorded.said(), where, for_action=True)


@app.command("look-up", cls=Command)
@grouped
def look_up(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table.", autocompletion=table_names)],
    keys: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[KEY=VALUE]...",
            help="The keys it is entered with; what the game knows may be left out.",
            autocompletion=table_keys,
        ),
    ] = None,
    shift: Annotated[
        list[str] | None,
        typer.Option("--shift", metavar="KEY N LABEL", help="A key shifted, and what for; repeatable."),
    ] = None,
    because: Because = "",
    rule: Rule = "house",
    only: Only = None,
    roll: Rolls = None,
    anyway: Anyway = False,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Enter a table by hand, its keys shifted if need be.

    A key that is a track, the turn or a mark of the game has the value that it has there: leave it out.
    Another value is refused unless you add --anyway, which the log says. A number is shifted by as much, a
    word along its column, no further than its ends. `KEY=d6` rolls the die.

    \b
    Examples:
      whitecell look-up encounter die=d6 --because "They met"
      whitecell look-up operations die=4 --shift "die -1 sandstorm" --because "Weather"
    """
    from seats.acting.by_hand import Said
    from seats.acting.hand_acts import looked_up

    said = Said(because, rule, by, only, roll, anyway)
    _do(looked_up(table, keys or (), shift or ()), said, where)


@app.command(cls=Command)
@grouped
def draw(
    cup: Annotated[
        str, typer.Argument(metavar="CUP", help="The cup or deck.", autocompletion=complete_places)
    ],
    to: Annotated[
        str,
        typer.Option("--at", metavar="PLACE", help="Where it is put down.", autocompletion=complete_places),
    ] = "",
    purpose: Annotated[str, typer.Option("--for", metavar="TEXT", help="What the draw is for.")] = "",
    reveal: Annotated[bool, typer.Option("--reveal", help="Turn it up for all to see.")] = False,
    because: Because = "",
    rule: Rule = "house",
    only: Only = None,
    anyway: Anyway = False,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Draw a piece blindly from a cup or deck by hand.

    \b
    Example:
      whitecell draw pool-ied --at 0407 --for "A second device" --because "The engineers found one more"
    """

    from seats.acting.by_hand import Said
    from seats.acting.hand_acts import drawn

    _do(drawn(cup, to, purpose, reveal), Said(because, rule, by, only, None, anyway), where)


@app.command(cls=Command)
@grouped
def change(
    effects: Annotated[
        list[str],
        typer.Argument(
            metavar="EFFECT...",
            help="What changes: tension+1, cts-1 to 0407.",
            autocompletion=complete_effects,
        ),
    ],
    because: Because = "",
    rule: Rule = "house",
    only: Only = None,
    anyway: Anyway = False,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Change the game outside its rules: pieces, tracks, marks.

    All effects of one change are one recorded act: all of them happen, or none. Commas separate them.

    \b
    TRACK+1, TRACK-1, TRACK=4              move a track's marker, or set it
    PIECE to PLACE                         move a piece, or put it aboard another piece
    remove PIECE                           take a piece out of the game
    place KIND at PLACE [as NAME] [id ID] [steps N] [face FACE]
          [known to SIDES] [visible to SIDES]
    flip PIECE; PIECE face FACE            show the other side, or a face; `front` is its own
    PIECE steps N; PIECE side SIDE         set its steps, or whose it is
    PIECE known to SIDES                   who knows what it is: all, white, or sides (a and b)
    PIECE visible to SIDES                 who knows that it, or a track, is there
    mark THING NAME [VALUE] [until turn N | PHASE | DATE]; unmark THING NAME
    draw CUP to PLACE [for PURPOSE]        draw a piece blindly

    \b
    Examples:
      whitecell change isf_vp+1 --because "The bridge was held after all"
      whitecell change cts-1 to 0407 --because "It was left behind by mistake"
      whitecell change "cts-1 to 0407, mark 0407 blown, place militia at 0308" --because "The bridge fell"
    """
    from seats.acting.by_hand import Said
    from seats.acting.hand_acts import changed

    _do(changed(effects), Said(because, rule, by, only, None, anyway), where)
