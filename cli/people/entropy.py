"""Words of the sides for the dice, promised and then given; and the opening of play."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.dialogue.dice_words import side_name, words_wanted
from cli.options.command import Command, commands
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By, Rolls
from cli.terminal import terminal
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from cli.seat.seat import Seat

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
    from cli.seat.seat import acts, leads, looks
    from domain.errors import BadData

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
            _open(seat, roll, by, where.as_json)
            return
        whose = seat.side(side)
        if not whose:
            raise BadData(
                "The words are a side's, not the white cell's: --side SIDE; "
                f"there are: {', '.join(seat.game.state.sides)}."
            )
        if act == "promise":
            told = _promise(seat, whose, digest, by)
        elif act == "give":
            told = _give(seat, whose, " ".join(said).strip(), by)
        else:
            from cli.dialogue.asking import reason_for

            why = reason_for(
                seat, lambda trial, said: trial.waive(whose, said, by), because, by, where.as_json
            )
            told = _waive(seat, whose, why, by)
        if where.as_json:
            show_json(told)
            return
        lines = _LINES[act](seat, whose, told)
        say(*lines, *words_wanted(seat))


def _open(seat: "Seat", roll: list[int] | None, by: str, as_json: bool) -> None:
    from adjudication.engine.session import Outcome
    from cli.dialogue.answers import Prepared
    from cli.dialogue.telling import Teller

    people: list[Prepared] = []

    def act() -> Outcome:
        people[:] = [Prepared(tuple(roll or ()), by)]
        session = seat.session(people[0])
        with session.at_once():
            outcome = session.begin()
            people[0].check_used(seat.game.opened.dice)
        return outcome

    outcome = seat.deciding_again(act, lambda: None)
    Teller(seat, as_json).go_on(outcome, by)


def _promise(seat: "Seat", side: str, digest: str, by: str) -> dict[str, str]:
    from adjudication.engine.entropy import LONGEST_WORDS, SHORTEST_WORDS, Ceremony, unfit
    from domain.errors import BadData, Refused
    from domain.events.entropy import EntropyPromised, words_digest

    promised = "".join(digest.split()).lower().removesuffix("-")  # as sha256sum prints it
    if not promised:
        fault = Ceremony.of(seat.game.log).fault(EntropyPromised(number=0, side=side, digest="0" * 64))
        if fault:  # before anybody types anything
            raise Refused(fault)
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
        promised = words_digest(side, text)
    _record(seat, lambda: seat.session_without_dice().promise(side, promised, by))
    return {"side": side, "digest": promised}


def _give(seat: "Seat", side: str, text: str, by: str) -> dict[str, str]:
    _record(seat, lambda: seat.session().stir(side, text, by))
    return {"side": side, "text": text}


def _waive(seat: "Seat", side: str, because: str, by: str) -> dict[str, str]:
    _record(seat, lambda: seat.session_without_dice().waive(side, because, by))
    return {"side": side, "because": because}


def _record(seat: "Seat", act: "Callable[[], object]") -> None:
    seat.deciding_again(act, lambda: None)


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
    from adjudication.engine.entropy import Ceremony

    ceremony = Ceremony.of(seat.game.log)
    if as_json:
        show_json(
            {
                "promised": ceremony.promised,
                "given": ceremony.given,
                "waived": {side: event.because for side, event in ceremony.waived.items()},
                "outstanding": ceremony.outstanding,
                "open": not ceremony.over,
                "begun": ceremony.begun,
            }
        )
        return
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
