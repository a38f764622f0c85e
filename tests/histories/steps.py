"""What people do to a game, step by step: each makes its commands from the game as it stands, by chance."""

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from adjudication.engine.choice_texts import answer_text, as_text
from adjudication.engine.choices import Choices, show_option
from adjudication.engine.session import Session
from adjudication.engine.umpire import Question
from adjudication.seminar.ruling import ANSWERS
from adjudication.seminar.secret_orders import left_to_give
from domain.errors import Refused
from domain.events import (
    Chosen,
    DieRolled,
    Event,
    InjectHandled,
    LookedUp,
    MessageSent,
    Noted,
    Picked,
    Ruled,
)
from domain.game.game import Game
from domain.table.state import State
from seats.dialogue.answers import numbered
from seats.seat.seat import Seat
from tests.histories.room import FACILITATOR, Command
from tests.worlds.eyes import seat_at

BECAUSE = ("--because", "It was seen so")


class At(NamedTuple):
    """The moment at which somebody does something."""

    game: Game
    seat: Seat
    session: Session
    chance: random.Random
    seated: bool

    @property
    def state(self) -> State:
        return self.game.state

    def some(self, things: Sequence[Any]) -> Any:
        """One of them."""
        return things[self.chance.randrange(len(things))]

    def perhaps(self, *words: str, one_in: int = 3) -> tuple[str, ...]:
        """These words, sometimes."""
        return words if self.chance.randrange(one_in) == 0 else ()

    def by(self) -> tuple[str, ...]:
        """Who speaks, where people have seats."""
        return ("--by", FACILITATOR) if self.seated else ()

    def side(self) -> str:
        return str(self.some(list(self.state.sides)))

    def piece(self) -> str:
        return str(self.some([*self.state.pieces] or ["nothing-such"]))

    def space(self) -> str:
        return str(self.some(list(self.state.board.spaces)))

    def only(self) -> tuple[str, ...]:
        """Who alone may know, sometimes."""
        return self.perhaps("--only", self.some([*self.state.sides, "white", "all"]), one_in=4)

    def to(self) -> tuple[str, ...]:
        return ("--to", self.some([*self.state.sides, "white", "all"]))


Step = Callable[[At], "list[Command]"]


def moment(log: Sequence[Event], chance: random.Random) -> At:
    """The moment after the last event of a log."""
    seat = seat_at(list(log))
    seated = any(not each.side for each in seat.game.state.cell.seats.values())
    return At(seat.game, seat, seat.session_without_dice(), chance, seated)


def _one(at: At, *words: str, said: str = "") -> list[Command]:
    return [Command((*words, *at.by()), said)]


# --- play ------------------------------------------------------------------------------------------


def order(at: At) -> list[Command]:
    """An order of the list."""
    legal = at.session.legal()
    if not legal:
        return []
    given = legal.sample(at.chance)
    side = ("--side", given.side) if given.side else ()
    more = (*side, "--yes", *(at.only() if at.game.opened.system == "freeform" else ()))
    if at.chance.randrange(3):
        return _one(at, "order", "--file", "-", *more, said=msgspec.json.encode(given.data()).decode())
    typed = [f"{key}={as_text(value)}" for key, value in given.arguments.items()]
    return _one(at, "order", given.name, *typed, *more)


def several_orders(at: At) -> list[Command]:
    """Orders of the list, the later ones perhaps not legal any more."""
    return [command for _ in range(4) for command in order(at)]


def go_on(at: At) -> list[Command]:
    """The phase ends."""
    side = at.state.side or at.some([*at.state.sides, ""])
    return _one(at, "next", "--yes", *at.perhaps("--side", side or "white", one_in=2))


def answer(at: At) -> list[Command]:
    """An answer to what is asked."""
    try:
        asked = at.session.pending()
    except Refused:
        return []
    if not asked:
        return []
    question = at.some(asked)
    typed = _typed(at, question)
    meant = ("--side", question.side, "--order", str(question.order))
    because = BECAUSE if question.kind == "judgement" else ()
    effect = at.perhaps("--effect", effect_of(at)) if question.kind == "judgement" else ()
    final = at.perhaps("--final") if question.kind == "plan" else ()
    look = Command(("answer", "--json", *at.by()))
    words = ("answer", *typed, *meant, *because, *effect, *final, *at.by())
    return [look, Command(words)]


def _typed(at: At, question: Question) -> tuple[str, ...]:
    if question.suggested and at.chance.randrange(2):
        return ("--suggested",)
    options = question.options
    if isinstance(options, Choices):
        return ("--", answer_text(options, options.sample(at.chance)))[0:2]
    if not options:
        return ("What was said at the table",)
    place = at.chance.randrange(len(options))
    return (str(place + 1) if numbered(options) else show_option(options[place]),)


def undo(at: At) -> list[Command]:
    """The last order is undone, or one before it."""
    orders = at.session.orders_in_force()
    if not orders:
        return []
    which = at.some([(), (str(orders[-1].number),), (str(at.some(orders[-6:]).number),)])
    return _one(at, "undo", *which, "--yes", "--overrule", *BECAUSE)


# --- rulings ---------------------------------------------------------------------------------------


def ruling(at: At) -> list[Command]:
    """A roll, look-up or answer is ruled on: late, or again."""
    return _ruling(at, late=at.perhaps("--late", one_in=2))


def ruling_at_once(at: At) -> list[Command]:
    """What the last order rolled, looked up or asked is ruled on."""
    last = max((order.number for order in at.session.orders_in_force()), default=0)
    return _ruling(at, since=last)


def _ruling(at: At, since: int = 0, late: tuple[str, ...] = ()) -> list[Command]:
    answers = [e for e in at.game.log[max(0, since - 1) :] if isinstance(e, ANSWERS) and e.procedure]
    rulings = [event for event in at.game.log if isinstance(event, Ruled)]
    if not answers:
        return []
    in_force = [event for event in answers if event.number not in at.game.struck] or answers
    event = at.some([in_force[-1], at.some(in_force[-8:]), at.some(in_force), at.some(answers)])
    number = event.number
    if rulings and not since and at.chance.randrange(3) == 0:
        number = at.some(rulings).concerns
        event = at.game.event(number)
    effects = at.perhaps("--effect", effect_of(at), one_in=2) if late else ()
    later = at.perhaps("--undo-later", one_in=4)
    words = ("ruling", str(number), _ruled(at, event), *late, *effects, *later)
    return _one(at, *words, "--yes", "--overrule", *BECAUSE)


def _ruled(at: At, event: Event) -> str:
    match event:
        case DieRolled():
            return str(at.chance.randint(1, event.die))
        case Picked():
            return show_option(at.some(event.options))
        case LookedUp():
            columns = list(event.result) or ["x"]
            column = at.some(columns)
            rows = at.state.tables[event.table].data.rows if event.table in at.state.tables else ()
            values = [row[column] for row in rows if column in row] or ["x"]
            return f"{column}={show_option(at.some(values))}"
        case Chosen():
            alike = [
                each.value
                for each in at.game.log
                if isinstance(each, Chosen) and each.question == event.question and each.value != event.value
            ]
            other = [True, False, None, at.piece(), at.space(), 1, 2]
            value = at.some([*(alike or [event.value])] * 4 + other)
            return as_text(value) if isinstance(value, dict | list) else show_option(value)
    return "1"


def ruling_by_chance(at: At) -> list[Command]:
    """A die decides what the rules do not say."""
    if at.chance.randrange(2):
        return _one(at, "ruling", "--chance", "60%", "--about", "Does it hold?", *BECAUSE, *at.only())
    answers = [e for e in at.game.log if isinstance(e, ANSWERS) and e.procedure][-5:]
    if not answers:
        return []
    event = at.some(answers)
    heard = ("--hear", "Ash=40%", "--hear", "Bey=70%")
    return _one(at, "ruling", str(event.number), *heard, "--if-yes", _ruled(at, event), "--yes", *BECAUSE)


# --- changes by hand -------------------------------------------------------------------------------


def effect_of(at: At) -> str:
    """One effect, in words."""
    state = at.state
    tracks = list(state.tracks)
    kinds = list(state.kinds)
    faces = sorted({piece.face for piece in state.pieces.values() if piece.face}) or ["front"]
    cups = [space.id for space in state.board.data.boxes if space.kind in ("cup", "deck")]
    sides = at.some([*state.sides, "all", "white", " and ".join(list(state.sides)[:2])])
    subject = at.some([at.piece(), at.space()])
    marks = [(thing, mark) for thing, marks in state.marks.items() for mark in marks]
    may = [
        f"{at.piece()} to {at.space()}",
        f"{at.piece()} to {at.space()}",
        f"{at.piece()} to {at.piece()}",
        f"remove {at.piece()}",
        f"flip {at.piece()}",
        f"{at.piece()} face {at.some([*faces, 'front'])}",
        f"{at.piece()} steps {at.chance.randint(0, 3)}",
        f"{at.piece()} side {at.side()}",
        f"{at.piece()} known to {sides}",
        f"{at.piece()} visible to {sides}",
        f"mark {subject} blown",
        f"mark {subject} worn {at.chance.randint(1, 3)} until turn {state.turn + 1}",
    ]
    if tracks:
        track = at.some(tracks)
        may += [f"{track}+1", f"{track}-1", f"{track}={at.chance.randint(0, 6)}"]
        may += [f"{track} visible to {sides}"]
    if kinds:
        known = at.some(["", f" known to {sides}", f" visible to {sides}"])
        may += [f"place {at.some(kinds)} at {at.space()}{known}"] * 2
    if cups:
        may += [f"draw {at.some(cups)} to {at.space()}"]
    if marks:
        thing, mark = at.some(marks)
        may += [f"unmark {thing} {mark}"]
    return str(at.some(may))


def change(at: At) -> list[Command]:
    """The table is changed by hand."""
    effects = [effect_of(at) for _ in range(at.some([1, 1, 1, 3]))]
    return _one(at, "change", *effects, *BECAUSE, *at.perhaps("--anyway", one_in=2), *at.only())


def dice_by_hand(at: At) -> list[Command]:
    """Dice, a table, a cup, an argument: outside of the rules."""
    state = at.state
    tables = [name for name, table in state.tables.items() if table.data.rows]
    cups = [space.id for space in state.board.data.boxes if space.kind in ("cup", "deck")]
    may = [["roll", "2d6", "--target", "4"], ["roll", "d6", "4+"]]
    said = ["--for", "[strong] Orsk: By night", "--against", "Bey: Fog", "--side", at.side()]
    method = at.some([[], ["--method", "estimate", "--hear", "Ash=40%"], ["--narrate"]])
    may += [["argue", "They hold", *said, *method]]
    if tables:
        name = at.some(tables)
        row = at.some(state.tables[name].data.rows)
        keys = [f"{key}={_key(row.get(key))}" for key in state.tables[name].data.keys]
        may += [["look-up", name, *keys, "--anyway"]]
    if cups:
        may += [["draw", at.some(cups), "--at", at.space(), "--for", "More"]]
    return _one(at, *at.some(may), *BECAUSE, *at.only())


def _key(value: Any) -> str:
    if isinstance(value, list | tuple) and len(value) == 2:  # a range
        return str(next((each for each in value if each is not None), 1))
    return show_option(value)


def add(at: At) -> list[Command]:
    """Something is added to the game."""
    nth = str(len(at.game.log))
    kinds = list(at.state.kinds)
    areas = [space.id for space in at.state.board.data.spaces]
    two = [at.some(areas), at.some(areas)]
    side = ("--side", at.side())
    may: list[tuple[str, ...]] = [
        ("add", "side", f"League {nth}", *at.perhaps("--player", at.side())),
        ("add", "area", f"Shoal {nth}", "--beside", two[0]),
        ("add", "box", f"Locker {nth}", *side),
        ("add", "link", *two),
        ("add", "track", f"Leverage {nth}", "--value", "3", *at.perhaps(*side), *at.only()),
        ("add", "kind", f"Gunboat {nth}", *side, *at.perhaps("--back", "?")),
        ("add", "piece", f"Ferry {nth}", *side, "--at", two[0], *at.only()),
    ]
    if kinds:
        may += [
            ("add", "piece", f"Tender {nth}", "--kind", at.some(kinds), *side, "--at", two[1], *at.only())
        ]
    return _one(at, *at.some(may), *BECAUSE)


def option(at: At) -> list[Command]:
    """An option of the game changes."""
    options = dict(at.state.options)
    if not options:
        return []
    name = at.some(sorted(options))
    value = options[name]
    if isinstance(value, bool):
        word = "off" if value else "on"
    else:
        word = str(value + 1) if isinstance(value, int) else str(value)
    return _one(at, "option", name, word, *BECAUSE)


def house_rule(at: At) -> list[Command]:
    """A house rule is adopted, and a change cites it."""
    id = f"H{len(at.game.log)}"
    cited = Command(("change", effect_of(at), "--rule", f"house {id}", "--anyway", *BECAUSE, *at.by()))
    return [*_one(at, "house-rule", id, "Night costs a step", *BECAUSE), cited]


# --- what people say -------------------------------------------------------------------------------


def note(at: At) -> list[Command]:
    """A note, on an event and for somebody."""
    last = len(at.game.log)
    kind = at.some(["observation", "insight", "decision", "follow-up", "plain"])
    on = at.perhaps("--on", str(at.chance.randint(1, last)), one_in=2)
    link = at.perhaps("--link", str(at.chance.randint(1, last)))
    rate = at.perhaps("--rate", "4")
    return _one(at, "note", kind, "It turned on the weather", *on, *link, *rate, *at.perhaps(*at.to()))


def message(at: At) -> list[Command]:
    """A message of a side, or of the white cell."""
    return _one(at, "message", "Hold where you are", *at.perhaps("--as", at.side(), one_in=2), *at.to())


def inject(at: At) -> list[Command]:
    """An inject: one that was planned, or one that nobody planned, perhaps with an effect."""
    planned = list(at.state.cell.injects)
    if planned and at.chance.randrange(2):
        id = at.some(planned)
        may = [(id, "--apply"), (id,), (id, "skip"), (id, "alter", "--text", "It is late")]
        return _one(at, "inject", *at.some(may), *BECAUSE)
    effect = at.perhaps("--effect", effect_of(at))
    return _one(at, "inject", "The press arrives", *at.to(), *effect, *BECAUSE)


def correct(at: At) -> list[Command]:
    """What was written is corrected or withdrawn, perhaps again."""
    written = [e for e in at.game.log if isinstance(e, Noted | MessageSent | InjectHandled)]
    if not written:
        return []
    how = at.some([(f"It turned on the fuel, {len(at.game.log)}",), ("--withdraw",)])
    return _one(at, "correct", str(at.some(written).number), *how, *BECAUSE)


def declare(at: At) -> list[Command]:
    """What the game is for, how it is marked."""
    may = [
        ("--purpose", "Who holds?", "--question", "RQ1=Why?", *at.perhaps("--share")),
        ("--outcome", "LO1=Learn", *at.perhaps("--anew")),
        ("--marking", at.some(["OFFICIAL", "SECRET", ""])),
        ("--marking", "SECRET", "--event", str(at.chance.randint(1, len(at.game.log)))),
    ]
    return _one(at, "declare", *at.some(may))


def clock(at: At) -> list[Command]:
    """Timers, pauses and dates."""
    may = ["start 10m", "stop", "pause lunch", "resume", "advance 6h", "start talks 5m", "start"]
    return _one(at, "clock", *at.some(may).split(), *at.perhaps(*BECAUSE))


def seats(at: At) -> list[Command]:
    """People take seats, and leave them."""
    if not at.seated:
        return []
    side = at.side()
    may = [
        ("roster", "Quill", "--role", "Scribe", "--side", side),
        ("roster", "Quill", "--role", "Clerk", "--side", side, "--also"),
        ("roster", "Quill", "--leave"),
        ("roster", f"P-{side}", "--role", "Envoy", "--side", side),
        ("roster", "Roe", "--role", "observer", "--white"),
    ]
    return _one(at, *at.some(may))


def sealed(at: At) -> list[Command]:
    """A side hands in sealed orders; or they are opened, given, dropped or told of."""
    open_them = at.chance.randrange(2)
    if open_them and (at.state.cell.sealed or at.chance.randrange(6) == 0):
        to = at.perhaps(*at.to())
        return _one(at, "open-orders", "--anyway", *BECAUSE, *to, *at.perhaps("--give", one_in=2))
    legal = at.session.legal()
    orders = [legal.sample(at.chance) for _ in range(6)] if legal else []
    side = next((each.side for each in orders if each.side), at.side())
    own = [each for each in orders if each.side == side][: at.chance.randint(1, 3)]
    words = [
        " ".join([each.name, *(f"{key}='{as_text(value)}'" for key, value in each.arguments.items())])
        for each in own
    ]
    return _one(at, "submit", "--as", side, *(words or ["--none"]))


def opened(at: At) -> list[Command]:
    """What was opened is given, dropped, or revealed."""
    given = [e for e in at.session.orders_in_force() if e.covert]
    may: list[tuple[str, ...]] = [("open-orders",)]
    if left_to_give(at.game):
        may += [
            ("open-orders", "--give"),
            ("open-orders", "1", "--give", *at.only()),
            ("open-orders", "--drop", "1", *BECAUSE),
        ]
    if given:
        may += [("open-orders", "--reveal", str(at.some(given).number), *at.to(), *BECAUSE)] * 2
        may += [("open-orders", "--reveal", str(at.some(given).number), *at.to(), "--text", "Something")]
    return _one(at, *at.some(may))


# --- games -----------------------------------------------------------------------------------------


def fork(at: At) -> list[Command]:
    """A fork of the game, on which the history goes on, or not."""
    name = f"fork-{len(at.game.log)}"
    number = at.some([len(at.game.log), at.chance.randint(1, len(at.game.log))])
    return _one(at, "fork", "--at", str(number), "--name", name)


def close(at: At) -> list[Command]:
    """The game is closed."""
    return _one(at, "close", "--yes", *at.perhaps("--anyway", one_in=2), *BECAUSE)


STEPS: dict[str, tuple[tuple[Step, ...], int]] = {
    "order": ((order,), 24),
    "several-orders": ((several_orders,), 4),
    "next": ((go_on,), 8),
    "answer": ((answer,), 24),
    "order-answer-undo": ((order, answer, undo), 5),
    "order-undo-order": ((order, undo, order), 4),
    "undo": ((undo,), 5),
    "undo-twice": ((undo, undo), 2),
    "ruling": ((ruling,), 8),
    "order-ruling": ((order, ruling_at_once), 8),
    "order-rulings-undo": ((order, ruling_at_once, ruling_at_once, undo), 3),
    "ruling-by-chance": ((ruling_by_chance,), 2),
    "change": ((change,), 10),
    "order-change-undo": ((order, change, undo), 2),
    "dice": ((dice_by_hand,), 4),
    "add": ((add,), 4),
    "option": ((option,), 2),
    "house-rule": ((house_rule,), 1),
    "note": ((note,), 3),
    "message": ((message,), 3),
    "inject": ((inject,), 2),
    "correct": ((correct,), 4),
    "declare": ((declare,), 2),
    "clock": ((clock,), 2),
    "seats": ((seats,), 1),
    "sealed": ((sealed,), 4),
    "opened": ((opened,), 3),
    "fork": ((fork,), 1),
    "close": ((close,), 1),
}
"""Every kind of step, as what is done one after the other, and how often it comes."""
