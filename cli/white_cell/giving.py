"""What the commands by hand have in common: how their words are read, and how an act is given."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cli.options.shared import Because, By, Only, Rolls, Rule
from cli.terminal.pairs import pairs
from domain.errors import BadData

if TYPE_CHECKING:
    from adjudication.engine.session import Outcome, Session
    from cli.seat.seat import Seat
    from domain.events import Event

NO_REASON = "A manual change needs a reason: --because REASON."


class Said(NamedTuple):
    """What every act by hand is said with."""

    because: str
    rule: str
    by: str
    only: Sequence[str] | None
    roll: Sequence[int] | None = None
    anyway: bool = False


class Recorded(NamedTuple):
    """The options that say with what an act is recorded: why, by which rule, for whom, with which dice, by
    whom."""

    because: Because = ""
    rule: Rule = "house"
    only: Only = None
    roll: Rolls = None
    by: By = ""

    def said(self) -> Said:
        """The same as every act by hand has it."""
        return Said(self.because, self.rule, self.by, self.only, self.roll)


Build = Callable[["Seat"], tuple[str, dict[str, Any]]]
"""Makes, for a game, the kind of an act and its arguments."""


def give(seat: "Seat", build: Build, said: Said, ask_reason: bool = False) -> "Outcome":
    """Do an act by hand, again when others wrote first, unless the phase it was meant for is over.

    ask_reason: ask the person at the keyboard for a reason that was not said, once all else is in order.
    """
    from cli.dialogue.answers import Prepared
    from cli.seat.seat import clock_of
    from cli.terminal import terminal
    from domain.errors import Objected, Refused
    from reports.words.names import Names

    if seat.game.state.closed:
        raise Refused("This game is closed; it can be read and audited, not changed.")
    clock = clock_of(seat.game.state)
    people: list[Prepared] = []

    def do() -> "Outcome":
        kind, arguments = build(seat)
        people[:] = [Prepared(tuple(said.roll or ()), said.by)]
        audience = only_sides(seat, said.only)
        session = seat.session(people[0])
        with session.at_once():
            outcome = session.by_hand(
                kind, arguments, said.because, said.by, said.rule, audience, said.anyway
            )
            people[0].check_used(seat.game.opened.dice)
            return outcome

    if not said.because.strip():
        because = _asked_reason(seat, build, said) if ask_reason and terminal.interactive() else ""
        if not because:
            raise BadData(NO_REASON)
        said = said._replace(because=because)

    def still_meant() -> None:
        if clock_of(seat.game.state) != clock:
            raise Refused("Somebody else ended the phase meanwhile; nothing was done, look and decide again.")

    try:
        return seat.deciding_again(do, still_meant)
    except Objected as objected:
        sentence = objected.in_words(Names(seat.game.state).text)
        agreed = terminal.agrees(f"{sentence} Go on?")
        if agreed is None:
            raise Refused(f"{sentence} Add --anyway to go on.") from objected
        if not agreed:
            raise Refused("Nothing was done.") from objected
        said = said._replace(anyway=True)
        return seat.deciding_again(do, still_meant)


def _asked_reason(seat: "Seat", build: Build, said: Said) -> str:
    """The reason that the person at the keyboard says for what would be done. Raises what doing it would."""
    from cli.dialogue.answers import Prepared
    from cli.terminal.terminal import ask

    session = seat.session(Prepared(tuple(said.roll or ()), said.by))
    with session.on_trial():
        kind, arguments = build(seat)
        session.by_hand(kind, arguments, "tried", said.by, said.rule, only_sides(seat, said.only), True)
    return ask("Because? ") or ""


def act_of(seat: "Seat", effects: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """The act by hand that the words of effects mean at this table. Raises BadData or NotFound."""
    from adjudication.engine.by_hand.effects import one_act, read_words

    return one_act(read_words(effects, seat.game.state, lambda kind, hidden: _free_id(seat, kind, hidden)))


def acts_of(seat: "Seat", effects: Sequence[str]) -> list[dict[str, Any]]:
    """The acts that the texts of effects mean at this table. Raises BadData or NotFound."""
    from adjudication.engine.by_hand.effects import read_effects

    if not effects:
        return []
    text = ", ".join(effects)
    return read_effects(text, seat.game.state, lambda kind, hidden: _free_id(seat, kind, hidden))


def carried_out(
    seat: "Seat",
    session: "Session",
    outcome: "Outcome",
    effects: Sequence[str],
    because: str,
    by: str,
    order: int,
    anyway: bool = False,
) -> "Outcome":
    """An outcome with its effects, given by hand for the same reason and as a part of the same order. Raises
    what `Session.by_hand` raises."""
    from adjudication.engine.by_hand.effects import one_act
    from adjudication.engine.session import Outcome

    acts = acts_of(seat, effects)
    if not acts:
        return outcome
    if not because.strip():
        raise BadData("Effects need a reason: --because REASON.")
    kind, arguments = one_act(acts)
    done = session.by_hand(kind, arguments, because, by, anyway=anyway, effect_of=order)
    return Outcome([*outcome.events, *done.events], outcome.questions)


def _free_id(seat: "Seat", kind: str, hidden: bool) -> str:
    """An id that does not count hidden pieces: theirs have random letters in place of a number."""
    from secrets import token_hex

    from domain.events import PiecePlaced

    if hidden:
        return f"{kind}-x{token_hex(4)}"
    taken = set(seat.game.state.pieces) | {
        event.piece.id for event in seat.game.log if isinstance(event, PiecePlaced)
    }
    number = 1
    while f"{kind}-{number}" in taken:
        number += 1
    return f"{kind}-{number}"


def only_sides(seat: "Seat", named: Sequence[str] | None) -> tuple[str, ...] | None:
    """The sides that may know, None when nothing was said of it. Raises NotFound for a side there is not."""
    if not named:
        return None
    from adjudication.seminar.addressing import sides_meant

    sides = sides_meant(seat.game.state, named, "--only")
    return tuple(seat.game.state.sides) if sides is None else sides


def tell(
    seat: "Seat",
    outcome: "Outcome",
    by: str,
    as_json: bool,
    before: Sequence[str] = (),
    more: Mapping[str, Any] | None = None,
    only: Sequence[str] | None = None,
) -> None:
    """Say what came of it, who is not told of it, and what is asked now, be it of this act or of an order
    that waits.

    before: lines to say first. more: what JSON has besides. only: who may know, where that was said.
    """
    from cli.dialogue.telling import Teller
    from cli.terminal.terminal import say, show_json

    teller = Teller(seat, as_json)
    if as_json:
        teller.tell(outcome.events)
        asked = outcome.questions or seat.session_without_dice().pending()
        hidden = [event.number for event in unseen(seat, outcome, teller.viewer)]
        show_json({**teller.data(asked), "hidden": hidden, **(more or {})})
        return
    say(*before)
    questions = teller.answered(outcome, by)
    say(*_kept(seat, outcome, teller.viewer, only))
    teller.finish(questions)


def unseen(seat: "Seat", outcome: "Outcome", viewer: str) -> "list[Event]":
    """The events of an outcome that the viewer may not know."""
    if not outcome.events:
        return []
    seen = {view.number for view in seat.seen(viewer, outcome.events[0].number)}
    return [event for event in outcome.events if event.number not in seen]


def _kept(seat: "Seat", outcome: "Outcome", viewer: str, only: Sequence[str] | None) -> list[str]:
    """Who is not told of an act, and how to see it when those at the screen are not."""
    from cli.dialogue.telling import QUIET
    from domain.events import NAMES_ON_WIRE, OrderGiven
    from reports.words.names import Names, joined

    names = Names(seat.game.state)
    lines = []
    given = next((event for event in outcome.events if isinstance(event, OrderGiven)), None)
    if given is not None and given.audience is not None and not only:
        others = [names.side(side) for side in seat.game.state.sides if side not in given.audience]
        lines.append(
            f"Not told to {joined(others)}: it speaks of what they may not know; `--only all` tells them."
        )
    hidden = unseen(seat, outcome, viewer)
    count = sum(NAMES_ON_WIRE[type(event)].partition(".")[0] not in QUIET for event in hidden)
    if count:
        lines.append(f"It is done, out of sight here: `whitecell log --as white --last {count}` shows it.")
    return lines


class Awaiting(NamedTuple):
    """The action that waits for a judgement: its order, its text, whose it is, and who alone knows of it."""

    order: int
    action: str
    side: str
    only: list[str] | None


def awaiting_action(seat: "Seat") -> Awaiting | None:
    """The action in a side's own words that the white cell is to judge now, if there is one."""
    from domain.events import OrderGiven
    from domain.views.view import WHITE

    for question in seat.session_without_dice().pending():
        given = seat.game.log[question.order - 1] if question.kind == "judgement" else None
        if not isinstance(given, OrderGiven) or given.order not in seat.system.orders:
            continue
        text = given.arguments.get(seat.system.orders[given.order].text)
        if isinstance(text, str):
            only = None if given.audience is None else list(given.audience) or [WHITE]
            return Awaiting(given.number, text, given.side, only)
    return None


# --- reading words -------------------------------------------------------------------------------

_DICE = re.compile(r"([0-9]{0,3})[dD]([0-9]{1,3})")
_LABELLED = re.compile(r"\s*([+-]?[0-9]{1,6})\s+(\S.*)", re.DOTALL)


def read_dice(words: Sequence[str]) -> list[int]:
    """`d8` and `2d6` as the sides of each die. Raises BadData."""
    dice: list[int] = []
    for word in words:
        found = _DICE.fullmatch(word)
        if found is None:
            raise BadData(f"Write dice as d8 or 2d6, not {word[:40]!r}; what is added is said with --add.")
        dice += [int(found[2])] * int(found[1] or 1)
    return dice


def labelled(texts: Sequence[str] | None, sign: int = 1, alone: int | None = 1) -> list[tuple[str, int]]:
    """`2 surprise` as a label and an amount; `surprise` alone is `alone` of it. Raises BadData."""
    found = []
    for text in texts or ():
        match = _LABELLED.fullmatch(text)
        if match is not None:
            found.append((match[2].strip(), sign * int(match[1])))
        elif alone is None or not text.strip():
            raise BadData(f"Write how much and what for, as in `-1 rain`, not {text[:40]!r}.")
        else:
            found.append((text.strip(), sign * alone))
    return found


def percent(text: str) -> int:
    """`60%` or `60` as a whole number. Raises BadData."""
    digits = text.strip().removesuffix("%").strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 4):
        raise BadData(f"A chance is a whole number of per cent, as in 60%, not {text[:40]!r}.")
    return int(digits)


def estimates(texts: Sequence[str] | None) -> dict[str, int]:
    """`NAME=PERCENT` texts by name. Raises BadData."""
    from adjudication.engine.by_hand.estimates import check_estimates

    if any("=" not in text for text in texts or ()):
        raise BadData("Write an estimate as NAME=PERCENT, as in Ash=40%.")
    found = {name: percent(text) for name, text in pairs(texts).items()}
    check_estimates(found)
    return found
