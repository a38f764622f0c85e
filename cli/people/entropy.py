"""Words of the sides for the dice, promised and then given; and the opening of play."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By, Rolls
from cli.terminal import terminal
from cli.terminal.terminal import say, show_json
from seats.dialogue.dice_words import side_name, words_wanted

if TYPE_CHECKING:
    from seats.seat.seat import Seat

app = commands()

ACTS = ("promise", "give", "waive")


@app.command(cls=Command)
@grouped
def begin(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[promise | give | waive | show] [WORDS]",
            help="Nothing to open play; `give` takes the words, which need no quotes.",
        ),
    ] = None,
    side: Annotated[
        str,
        typer.Option("--side", "--as", metavar="SIDE", help="Whose words.", autocompletion=complete_sides),
    ] = "",
    digest: Annotated[
        str,
        typer.Option("--digest", metavar="HEX", help="The digest of the words, made on another device."),
    ] = "",
    because: Because = "",
    roll: Rolls = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Open play, or first take the sides' words for the dice.

    For a game that was started with `new --await-words`. With words of the sides nobody can choose the dice,
    not even whoever drew their seed. Before play is open each side promises words by their digest; when all
    have promised, each gives its words, in the order of the promises; then `begin` alone opens play.

    `promise` asks for the words without showing them, or takes --digest, so that the words never touch this
    machine before they are given. `waive` goes on without the words of a side. `show` lists what was promised
    and given.

    \b
    Examples:
      whitecell begin promise --side isf
      whitecell begin give the geese fly south tonight --side isf
      whitecell begin waive --side isf --because "Their line is down"
      whitecell begin
    """
    from cli.dialogue.telling import show
    from domain.errors import BadData
    from seats.acting.opening_play import give_words, open_play, promise, side_of_words, waive
    from seats.seat.seat import acts, leads, looks

    act, *said = words or [""]
    if act not in ("", "show", *ACTS):
        raise BadData(
            "Say `begin promise`, `begin give WORDS`, `begin waive` or `begin show`, or only `begin`."
        )
    if said and act != "give":
        raise BadData(f"`begin {act}` takes no words after it; `begin give WORDS` gives them.")
    if digest and act != "promise":
        raise BadData("--digest belongs to `begin promise`.")
    if because and act != "waive":
        raise BadData("--because belongs to `begin waive`.")
    if act and roll:
        raise BadData("--roll belongs to `begin` alone.")
    if act in ("", "show") and side:
        raise BadData("--side belongs to `begin promise`, `begin give` and `begin waive`.")
    # Anybody in the roster may open play.
    caller = {"": looks(by), "show": looks(by), "waive": leads(by)}.get(act) or acts(by, side)
    with where.seat(caller) as seat:
        if act == "show":
            _show(seat, where.as_json)
            return
        if not act:
            show(open_play(seat, tuple(roll or ()), by), where.as_json, by)
            return
        whose = side_of_words(seat, side)
        if act == "promise":
            told = promise(seat, whose, _digest(seat, whose, digest), by)
        elif act == "give":
            told = give_words(seat, whose, " ".join(said).strip(), by)
        else:
            from cli.dialogue.asking import reason_for

            why = reason_for(seat, lambda trial, said: trial.waive(whose, said, by), because, where.as_json)
            told = waive(seat, whose, why, by)
        if where.as_json:
            show_json(told)
            return
        lines = _LINES[act](seat, whose, told)
        say(*lines, *words_wanted(seat))


def _digest(seat: "Seat", side: str, digest: str) -> str:
    """The digest of a side's words: the one said, or that of the words that are typed now, unseen. Raises
    BadData where nobody sits there, or for words that do not do."""
    from adjudication.engine.play.entropy import LONGEST_WORDS, SHORTEST_WORDS, unfit
    from domain.errors import BadData
    from domain.events.entropy import words_digest
    from seats.acting.opening_play import check_promise

    promised = "".join(digest.split()).lower().removesuffix("-")  # as sha256sum prints it
    if promised:
        return promised
    check_promise(seat, side)  # before anybody types anything
    if not terminal.interactive():
        raise BadData(
            "Say --digest HEX, the digest made on the side's own device, or type the words at a terminal."
        )
    length = f"{SHORTEST_WORDS} to {LONGEST_WORDS} characters, not shown"
    text = terminal.ask_unseen(f"Words of {side_name(seat, side)} ({length}): ")
    if text != terminal.ask_unseen("The same words again: "):
        raise BadData("These were not the same words twice; nothing was promised.")
    wrong = unfit(text)
    if wrong:
        raise BadData(wrong)
    return words_digest(side, text)


def _promised_lines(seat: "Seat", side: str, told: dict[str, str]) -> list[str]:
    return [
        f"{side_name(seat, side)} promised words for the dice; their digest is {told['digest']}.",
        "Keep the words exactly as they are: capitals, spaces and punctuation count.",
    ]


def _given_lines(seat: "Seat", side: str, told: dict[str, str]) -> list[str]:
    typed = seat.game.opened.dice == "typed"  # draws come from the seal even then
    return [
        f"{side_name(seat, side)} gave words; they count from the first {'draw' if typed else 'roll'} on.",
        "All sides can read them, and the audit lists them.",
    ]


def _waived_lines(seat: "Seat", side: str, told: dict[str, str]) -> list[str]:
    return [f"The game goes on without the words of {side_name(seat, side)}; the audit will say so."]


_LINES = {"promise": _promised_lines, "give": _given_lines, "waive": _waived_lines}


def _show(seat: "Seat", as_json: bool) -> None:
    """Where the words of each side stand."""
    from adjudication.engine.play.entropy import Ceremony
    from seats.acting.opening_play import words_promised

    if as_json:
        show_json(words_promised(seat))
        return
    ceremony = Ceremony.of(seat.game.log)
    lines = []
    for side in ceremony.promised:
        if side in ceremony.given:
            stands = f"gave “{ceremony.given[side]}”"
        elif side in ceremony.waived:
            stands = f"waived, because {ceremony.waived[side].because}"
        else:
            stands = f"promised, digest {ceremony.promised[side]}"
        lines.append(f"{side_name(seat, side)}: {stands}")
    if ceremony.over:
        lines.append("Play is open; no more words are taken.")
    elif not lines:
        lines.append("No side has promised words for the dice.")
    say(*lines, *words_wanted(seat))
