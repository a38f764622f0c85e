"""What the white cell does by hand: dice, tables, cups, pieces and tracks, one by one or together."""

import re
import shlex
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.common.completion import kinds as complete_kinds
from cli.common.completion import pieces as complete_pieces
from cli.common.completion import places as complete_places
from cli.common.completion import sides as complete_sides
from cli.common.completion import table_keys, table_names
from cli.common.completion import tracks as complete_tracks
from cli.common.options import AsJson, Because, By, Command, Database, GameName, Rolls, commands
from cli.common.pairs import pairs
from cli.white_cell.giving import Anyway, Only, Rule, Said, give, labelled, read_dice, tell
from domain.errors import BadData

if TYPE_CHECKING:
    from cli.common.seat import Seat

app = commands()

PieceName = Annotated[str, typer.Argument(metavar="PIECE", help="A piece.", autocompletion=complete_pieces)]
SIGNED = {"ignore_unknown_options": True}
"""For commands that take a number with a minus sign."""


def _act(name: str, values: Mapping[str, Any], said: Said, game: str | None, database: str, js: bool) -> None:
    """Do the act of that command, with the values of its parameters."""
    from cli.common.seat import open_seat

    with open_seat(database, game) as seat:
        outcome = give(seat, lambda seat: _BUILD[name](seat, values), said, not js)
        tell(seat, outcome, said.by, js, only=said.only)


@app.command(cls=Command)
def roll(
    dice: Annotated[list[str], typer.Argument(metavar="DICE", help="Dice of the ladder: d8, 2d6 ...")],
    purpose: Annotated[str, typer.Option("--for", metavar="TEXT", help="What the roll is for.")] = "",
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
    because: Because = "",
    rule: Rule = "house",
    only: Only = None,
    roll: Rolls = None,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Roll dice by hand, against a target number or without.

    Promotions less demotions shift every die once, then it is thrown.

    \b
    Examples:
      whitecell roll d8 --for "The ferry" --promote veterans --target 4 --criticals --because "No rule"
      whitecell roll 2d6 --sum --for Morale --add "-1 rain" --target 7 --because "House custom"
    """
    values = {
        "dice": dice,
        "purpose": purpose,
        "promote": promote,
        "demote": demote,
        "add": add,
        "target": target,
        "criticals": criticals,
        "together": together,
    }
    _act("roll", values, Said(because, rule, by, only, roll), game, database, as_json)


def _roll(seat: "Seat", v: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    rungs = [*labelled(v["promote"]), *labelled(v["demote"], sign=-1)]
    return "hand-roll", {
        "dice": read_dice(v["dice"]),
        "purpose": v["purpose"],
        "promotions": rungs,
        "adds": labelled(v["add"], alone=None),
        "target": v["target"],
        "criticals": v["criticals"],
        "together": v["together"],
    }


@app.command("look-up", cls=Command)
def look_up(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table.", autocompletion=table_names)],
    keys: Annotated[
        list[str],
        typer.Argument(metavar="KEY=VALUE", help="The keys it is entered with.", autocompletion=table_keys),
    ],
    shift: Annotated[
        list[str] | None,
        typer.Option("--shift", metavar="KEY N LABEL", help="A key shifted, and what for; repeatable."),
    ] = None,
    because: Because = "",
    rule: Rule = "house",
    only: Only = None,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Enter a table by hand, its keys shifted if need be.

    A number is shifted by as much, a word along its column, no further than its ends.

    \b
    Example:
      whitecell look-up operations die=4 casualties=3 --shift "die -1 sandstorm" --because "Weather"
    """
    values = {"table": table, "keys": keys, "shift": shift}
    _act("look-up", values, Said(because, rule, by, only), game, database, as_json)


def _look_up(seat: "Seat", v: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    from adjudication.engine.by_hand.kinds import listed
    from adjudication.seminar.ruling import cell_value
    from domain.errors import NotFound

    state, table = seat.game.state, v["table"]
    if table not in state.tables:
        raise NotFound(f"There is no table {table[:60]!r}; there are: {listed(state.tables)}.")
    entered = state.tables[table].data.keys
    said = pairs(v["keys"])
    if set(said) != set(entered):
        raise BadData(f"Table {table} is entered with {', '.join(f'{key}=VALUE' for key in entered)}.")
    shifts = []
    for text in v["shift"] or ():
        key, _, rest = text.strip().partition(" ")
        [(label, amount)] = labelled([rest], alone=None)
        shifts.append((key, label, amount))
    keys = {key: cell_value(state, table, key, text) for key, text in said.items()}
    return "hand-look-up", {"table": table, "keys": keys, "shifts": shifts}


@app.command(cls=Command)
def draw(
    cup: Annotated[
        str, typer.Argument(metavar="CUP", help="The cup or deck.", autocompletion=complete_places)
    ],
    to: Annotated[
        str,
        typer.Option("--to", metavar="PLACE", help="Where it is put down.", autocompletion=complete_places),
    ] = "",
    purpose: Annotated[str, typer.Option("--for", metavar="TEXT", help="What the draw is for.")] = "",
    reveal: Annotated[bool, typer.Option("--reveal", help="Turn it up for all to see.")] = False,
    because: Because = "",
    rule: Rule = "house",
    only: Only = None,
    anyway: Anyway = False,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Draw a piece blindly from a cup or deck by hand.

    \b
    Example:
      whitecell draw pool-ied --to 0407 --for "A second device" --because "The engineers found one more"
    """
    values = {"cup": cup, "to": to, "purpose": purpose, "reveal": reveal}
    _act("draw", values, Said(because, rule, by, only, None, anyway), game, database, as_json)


def _draw(seat: "Seat", v: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    if not v["to"]:
        raise BadData("Say where the piece is put down: --to PLACE.")
    return "hand-draw", {name: v[name] for name in ("cup", "to", "purpose", "reveal")}


@app.command(cls=Command)
def move(
    piece: PieceName,
    to: Annotated[
        str,
        typer.Argument(
            metavar="PLACE",
            help="Where it goes: a space, or a piece that is to carry it.",
            autocompletion=complete_places,
        ),
    ],
    because: Because = "",
    rule: Rule = "house",
    only: Only = None,
    anyway: Anyway = False,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Put a piece somewhere else by hand.

    What it carries goes with it. Moved onto another piece it goes aboard that one; moved from there to a
    space it is unloaded.

    \b
    Example:
      whitecell move cts-1 0407 --because "It was left behind by mistake"
    """
    _act(
        "move",
        {"piece": piece, "to": to},
        Said(because, rule, by, only, None, anyway),
        game,
        database,
        as_json,
    )


def _move(seat: "Seat", v: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    return "hand-move", {"piece": v["piece"], "to": v["to"]}


@app.command(cls=Command)
def place(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help="A kind of piece that the game knows.", autocompletion=complete_kinds
        ),
    ],
    at: Annotated[
        str, typer.Argument(metavar="PLACE", help="Where it comes in.", autocompletion=complete_places)
    ],
    id: Annotated[
        str, typer.Option("--id", metavar="ID", help="Its id; by default the kind's, numbered.")
    ] = "",
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="A name of its own.")] = "",
    face: Annotated[str, typer.Option("--face", metavar="FACE", help="The face it shows.")] = "",
    steps: Annotated[int, typer.Option("--steps", metavar="N", help="Its steps.")] = 0,
    known_to: Annotated[
        list[str] | None,
        typer.Option(
            "--known-to",
            metavar="SIDE",
            help="Only this side knows what it is (`white`: none); repeatable.",
            autocompletion=complete_sides,
        ),
    ] = None,
    visible_to: Annotated[
        list[str] | None,
        typer.Option(
            "--visible-to",
            metavar="SIDE",
            help="Only this side knows that it is there (`white`: none); repeatable.",
            autocompletion=complete_sides,
        ),
    ] = None,
    because: Because = "",
    rule: Rule = "house",
    only: Only = None,
    anyway: Anyway = False,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Bring a new piece into the game by hand.

    \b
    Example:
      whitecell place militia 0308 --name "Tamim volunteers" --because "The tribes rose"
    """
    values = {
        "kind": kind,
        "at": at,
        "id": id,
        "name": name,
        "face": face,
        "steps": steps,
        "known_to": known_to,
        "visible_to": visible_to,
    }
    _act("place", values, Said(because, rule, by, only, None, anyway), game, database, as_json)


def _place(seat: "Seat", v: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    known = [seat.side(side) for side in v["known_to"] or ()]
    visible = [seat.side(side) for side in v["visible_to"] or ()]
    return "hand-place", {
        **{name: v[name] for name in ("kind", "at", "name", "steps")},
        "face": _face(v["face"]),
        "id": v["id"] or _free_id(seat, v["kind"], hidden=bool(known or visible)),
        "hidden": bool(known),
        "known_to": [side for side in known if side],
        "seen_by": [side for side in visible if side] if visible else None,
    }


def _free_id(seat: "Seat", kind: str, hidden: bool) -> str:
    """An id that does not count hidden pieces: theirs have random letters in place of a number."""
    from secrets import token_hex

    from domain.events import PiecePlaced

    taken = set(seat.game.state.pieces) | {
        event.piece.id for event in seat.game.log if isinstance(event, PiecePlaced)
    }
    if hidden:
        return f"{kind}-x{token_hex(4)}"
    number = 1
    while f"{kind}-{number}" in taken:
        number += 1
    return f"{kind}-{number}"


@app.command(cls=Command)
def remove(
    piece: PieceName,
    because: Because = "",
    rule: Rule = "house",
    only: Only = None,
    anyway: Anyway = False,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Take a piece out of the game by hand.

    \b
    Example:
      whitecell remove militia-1 --because "It went home"
    """
    _act("remove", {"piece": piece}, Said(because, rule, by, only, None, anyway), game, database, as_json)


def _remove(seat: "Seat", v: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    return "hand-remove", {"piece": v["piece"]}


@app.command(cls=Command)
def change(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="PIECE",
            help="A piece, or for --visible a track; for a mark also a space, a side or `game`.",
            autocompletion=complete_pieces,
        ),
    ],
    face: Annotated[
        str | None, typer.Option("--face", metavar="FACE", help="The face it shows; its own is `front`.")
    ] = None,
    steps: Annotated[int | None, typer.Option("--steps", metavar="N", help="Its steps.")] = None,
    side: Annotated[
        str | None,
        typer.Option("--side", metavar="SIDE", help="Whose it is now.", autocompletion=complete_sides),
    ] = None,
    known: Annotated[
        str | None,
        typer.Option("--known", metavar="all|white|SIDE,...", help="Who knows what it is."),
    ] = None,
    visible: Annotated[
        str | None,
        typer.Option(
            "--visible", metavar="all|white|SIDE,...", help="Who knows that it, or a track, is there."
        ),
    ] = None,
    mark: Annotated[
        str | None, typer.Option("--mark", metavar="NAME[=VALUE]", help="A mark to put on it.")
    ] = None,
    unmark: Annotated[
        str | None, typer.Option("--unmark", metavar="NAME", help="A mark to take off.")
    ] = None,
    because: Because = "",
    rule: Rule = "house",
    only: Only = None,
    anyway: Anyway = False,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Change a piece by hand, or mark something.

    \b
    Examples:
      whitecell change cts-1 --face casualty --because "The ambulance came too late"
      whitecell change militia-1 --visible isis --because "It went underground"
      whitecell change 0407 --mark blown=yes --because "The engineers blew the bridge"
    """
    values = {
        "subject": subject,
        "face": face,
        "steps": steps,
        "side": side,
        "known": known,
        "visible": visible,
        "mark": mark,
        "unmark": unmark,
    }
    _act("change", values, Said(because, rule, by, only, None, anyway), game, database, as_json)


def _change(seat: "Seat", v: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    if all(v[name] is None for name in ("face", "steps", "side", "known", "visible", "mark", "unmark")):
        raise BadData("Say what changes: --face, --steps, --side, --known, --visible, --mark or --unmark.")
    if v["mark"] is not None and v["unmark"] is not None:
        raise BadData("Put on a mark or take one off, one at a time.")
    name, sign, text = (v["mark"] or v["unmark"] or "").partition("=")
    arguments = {key: v[key] for key in ("subject", "steps", "known", "visible")}
    arguments["face"] = _face(v["face"])
    arguments["owner"] = v["side"]
    if v["mark"] is not None or v["unmark"] is not None:
        arguments["mark"] = name.strip()
    if v["mark"] is not None:
        arguments["value"] = _plain_value(text) if sign else True
    return "hand-change", arguments


def _face(text: str | None) -> str | None:
    """A face as the table has it: its front has no name."""
    return "" if text == "front" else text


def _plain_value(text: str) -> str | int | bool:
    """Text, or the whole number, yes or no that it plainly is."""
    from cli.game.answers import anything

    value = anything(text.strip())
    assert isinstance(value, str | int | bool)
    return value


@app.command(cls=Command, context_settings=SIGNED)
def score(
    track: Annotated[str, typer.Argument(metavar="TRACK", help="A track.", autocompletion=complete_tracks)],
    by_how_much: Annotated[str, typer.Argument(metavar="+N|-N", help="By how much.")],
    because: Because = "",
    rule: Rule = "house",
    only: Only = None,
    anyway: Anyway = False,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Move a track's marker by hand, within the track's ends.

    \b
    Example:
      whitecell score tension -1 --because "Both envoys stayed at the table"
    """
    values = {"track": track, "by_how_much": by_how_much}
    _act("score", values, Said(because, rule, by, only, None, anyway), game, database, as_json)


def _score(seat: "Seat", v: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    text: str = v["by_how_much"]
    if not re.fullmatch("[+-]?[0-9]{1,9}", text):
        raise BadData(f"Write by how much, as in +2 or -1, not {text[:40]!r}.")
    return "hand-score", {"track": v["track"], "change": int(text)}


@app.command(cls=Command)
def together(
    acts: Annotated[
        list[str], typer.Argument(metavar="ACT", help='Acts, each as a command in quotes: "move cts-1 0407".')
    ],
    because: Because = "",
    rule: Rule = "house",
    only: Only = None,
    anyway: Anyway = False,
    roll: Rolls = None,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Do several things by hand at once: all of them, or none.

    \b
    Example:
      whitecell together "move cts-1 0407" "score isf_vp +1" --because "The bridge was held after all"
    """
    _act("together", {"acts": acts}, Said(because, rule, by, only, roll, anyway), game, database, as_json)


def _together(seat: "Seat", v: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    done = []
    for text in v["acts"]:
        kind, arguments = _read_act(seat, text)
        done.append({"act": kind, **arguments})
    return "hand-together", {"acts": done}


def _read_act(seat: "Seat", text: str) -> tuple[str, dict[str, Any]]:
    """An act written as its command, without a reason of its own. Raises BadData."""
    from typer.main import get_group

    from adjudication.engine.by_hand.acts import act

    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadData(f"{text[:60]!r} has a quote that is not closed.") from error
    if not words or words[0] not in _BUILD or words[0] == "together":
        known = ", ".join(name for name in _BUILD if name != "together")
        raise BadData(f"Together one can do: {known}; not {text[:60]!r}.")
    command = get_group(app).commands[words[0]]
    values: dict[str, Any] = command.make_context(f"whitecell {words[0]}", words[1:]).params
    if values["because"] or values["only"] or values.get("roll") or values["rule"] != "house":
        raise BadData("Say --because, --rule, --only and --roll once, for all acts together.")
    kind, arguments = _BUILD[words[0]](seat, values)
    return kind, act(kind, arguments)


_BUILD: dict[str, Callable[["Seat", Mapping[str, Any]], tuple[str, dict[str, Any]]]] = {
    "roll": _roll,
    "look-up": _look_up,
    "draw": _draw,
    "move": _move,
    "place": _place,
    "remove": _remove,
    "change": _change,
    "score": _score,
    "together": _together,
}
"""How the words of each command become an act and its arguments."""
