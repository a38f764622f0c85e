"""What a side may be given, collected from its own view of table and log as plain data."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields as fields_of

import msgspec

from adjudication.engine.games.systems import RuleSystem, load
from adjudication.engine.losses import out_of_game
from adjudication.engine.play.own_orders import own_orders
from adjudication.engine.umpire.audiences import table_of
from adjudication.seminar.asked import wanted_of
from adjudication.seminar.forms import forms
from adjudication.seminar.markings import page_marking
from adjudication.seminar.roster import roles_of
from domain.errors import NotFound
from domain.events import PhaseData, SeatTaken
from domain.events.seen import held
from domain.game.game import Game
from domain.table.dates import later, spelled
from domain.table.state import State
from domain.views.view import EventView, PieceView, StateView, see, see_log
from reports.briefs.changes import changes, last_turn, orders_since, owner_of, tracks_then, unidentified
from reports.briefs.sheet import sheet
from reports.maps.drawing import map_of
from reports.story.background import background, mission
from reports.story.forces import MARKER
from reports.words.asking import asked_lines
from reports.words.corrections import Amended, amended, first_said, now
from reports.words.messages import PLAIN_WORDS, field_texts, heading
from reports.words.names import Names, capital, joined, number_of, one_line, spoken, wins
from reports.words.seminar import lasting
from reports.words.then import words_then
from reports.words.timing import scenario_time

MOST_TURNS = 40
"""The most turns that a timetable lists."""


class Letter(msgspec.Struct, frozen=True):
    """A message in a brief: its heading, then each field with its lines."""

    heading: str
    fields: list[tuple[str, list[str]]]
    marking: str = ""


class Delivered(msgspec.Struct, frozen=True):
    """An inject as the side received it, or a note that was shared with it."""

    text: str
    marking: str = ""


class Place(msgspec.Struct, frozen=True):
    """The contents of a place, one line each."""

    name: str
    pieces: list[str]


class Phase(msgspec.Struct, frozen=True):
    """A phase of the timetable: its purpose, what the side may do in it, and its length."""

    name: str
    about: str = ""
    do: str = ""
    time: str = ""
    here: bool = False


class OrderTold(msgspec.Struct, frozen=True):
    """A kind of order: how to type it, and what it does."""

    typed: str
    summary: str
    rule: str = ""


class FormTold(msgspec.Struct, frozen=True):
    """A form that can be sent: its name, its purpose, and its fields, required ones with a star."""

    name: str
    title: str
    about: str
    fields: str


class Unit(msgspec.Struct, frozen=True):
    """A piece of the side: its name, its place, and what is printed on it."""

    name: str
    place: str
    facts: str


class Brief(msgspec.Struct, frozen=True):
    """The content of a brief. marking: empty if the game has none. since: the start of `changes` in words;
    empty for a first brief. ordered: what the side itself has ordered since then. turns: the turns with
    their dates. pictures: own forces, as a drawing."""

    title: str
    game: str
    side: str
    when: str
    marking: str
    mission: list[str]
    situation: list[str]
    purpose: str
    people: list[str]
    tracks: list[tuple[str, int, int | None]]
    own: list[Unit]
    others: list[Place]
    messages: list[Letter]
    injects: list[Delivered]
    notes: list[Delivered]
    sealed: list[str]
    map: str
    pictures: str
    since: str = ""
    changes: list[str] = []
    ordered: list[str] = []
    phases: list[Phase] = []
    turns: list[str] = []
    orders: list[OrderTold] = []
    other_orders: list[tuple[str, str]] = []
    forms: list[FormTold] = []
    role: str = ""
    verdict: str = ""
    asked: list[str] = []


def gather(game: Game, side: str, since: int | None = None, role: str = "") -> Brief:
    """What the side, or one of its roles, may be given now.

    since: the last event that the previous brief knew of, 0 for none; by default the changes are those since
    the start of the previous turn.
    """
    state, opened = game.state, game.opened
    names = Names(state, side)
    table = see(state, side)
    views = [view for view in see_log(game.log, side) if not view.struck]
    news = amended(views)
    letters = [view for view in views if view.event == "message-sent"]
    told = [view for view in views if view.event == "inject-handled"]
    notes = [view for view in views if view.event == "noted"]
    declared = state.cell.declared
    shared = declared is not None and declared.audience is None
    system = _system(game)
    before = last_turn(game, side) if since is None else since
    then = tracks_then(game, side, before) if before else {}
    phase = f", {capital(spoken(table.phase))}" if table.phase else ""
    forces = [piece for piece in table.pieces if piece.group != MARKER]
    return Brief(
        title=one_line(opened.title),
        game=one_line(opened.name),
        side=capital(names.side(side)),
        role=one_line(role),
        when="; ".join([f"Turn {names.turn(table.turn)}{phase}", *scenario_time(state)])
        if table.turn
        else capital(spoken(table.phase)) or "Before play",
        marking=one_line(page_marking(state, [view.marking for view in (*letters, *told, *notes)])),
        mission=mission(game, side, role),
        situation=[part for text in background(game, side) if not text.own for part in text.paragraphs],
        purpose=one_line(declared.purpose) if declared is not None and shared else "",
        people=[_person(seat) for seat in state.cell.seats.values() if seat.side in held(side)],
        tracks=[
            (capital(names.track(id)), value, then.get(id) if then.get(id) != value else None)
            for id, value in table.tracks.items()
        ],
        own=_units([piece for piece in forces if piece.side in held(side) and piece.known], state, names),
        others=_places(
            [piece for piece in forces if piece.side not in held(side) or not piece.known], state, names, side
        ),
        messages=[_letter(view, news, state, side) for view in letters],
        injects=[_delivered(view, now(view, news).fields["text"], news) for view in told],
        notes=_noted(game, side, notes, news),
        sealed=_sealed(game, side, names),
        map=_map(game, side),
        pictures=sheet(state, [piece for piece in forces if piece.side in held(side)], names),
        since=_since(game, since, before),
        changes=changes(game, side, before, _quiet(system, state)) if before else [],
        ordered=orders_since(game, side, before, _quiet(system, state)) if before else [],
        phases=_phases(game, table, side, system),
        turns=_turns(state, names),
        asked=asked_lines(wanted_of(game, side), names),
        orders=_orders(system, game, side),
        other_orders=_other_orders(system, state),
        forms=_forms(opened.system),
        verdict=_verdict(table, names),
    )


def _system(game: Game) -> RuleSystem | None:
    """The rule system, if it is installed."""
    try:
        return load(game.opened.system)
    except NotFound:
        return None


def _since(game: Game, since: int | None, before: int) -> str:
    if not before:
        return ""
    when = "the last brief" if since else f"turn {game.state.turn_name(game.state.turn - 1)} began"
    return f"What has changed since {when}"


def _quiet(system: RuleSystem | None, state: State) -> tuple[str, ...]:
    """The order that ends a phase: that it was given is no news."""
    return tuple(name for name in system.orders if name == "proceed") if system is not None else ()


def _verdict(table: StateView, names: Names) -> str:
    if table.verdict is None:
        return ""
    winner = wins(capital(names.side(table.verdict))) if table.verdict else "A draw"
    return f"{winner}: {names.text(table.reason)}"


def _phases(game: Game, table: StateView, side: str, system: RuleSystem | None) -> list[Phase]:
    """The phases of this turn: those of the scenario if it names its own, else those of the rules."""
    opened = game.opened
    own = {phase.name: phase for phase in opened.phases}
    listed = tuple(own) if system is None else system.phases_to_come(game.state)
    found = []
    for name in listed:
        phase = own.get(name, PhaseData(name))
        if phase.turns and game.state.turn and game.state.turn not in phase.turns:
            continue
        do = dict.fromkeys(each for one in held(side) for each in phase.may(one))
        seconds = opened.timers.get(name, 0)
        found.append(
            Phase(
                capital(spoken(name)),
                one_line(phase.about),
                joined(list(do)) if do else "",
                lasting(seconds) if seconds else "",
                name == table.phase,
            )
        )
    return found


def _turns(state: State, names: Names) -> list[str]:
    """The turns with their names in the calendar, or with the scenario's dates."""
    opened, time = state.opened, state.time
    if opened is None or opened.calendar or not (time.now and opened.turn_lasts):
        return [f"Turn {names.turn(each.turn)}" for each in (opened.calendar if opened is not None else ())]
    last = state.options.get("turns")
    count = last if isinstance(last, int) and not isinstance(last, bool) else state.turn + 1
    began, lasts = time.turn_began, opened.turn_lasts
    dates = {
        turn: time.turns.get(turn) or later(began, lasts * (turn - max(state.turn, 1)))
        for turn in range(1, min(count, MOST_TURNS) + 1)
    }
    return [f"Turn {turn}: {spelled(date)}" for turn, date in dates.items()]


def _orders(system: RuleSystem | None, game: Game, side: str) -> list[OrderTold]:
    """The kinds of orders that the side can give now, as far as it knows, with how to type them."""
    if system is None:
        return []
    state, given = table_of(game, side), own_orders(system, game, side)
    return [
        OrderTold(
            " ".join(
                [kind.name, *(f"{each.name}=..." for each in fields_of(kind.form) if each.name != "side")]
            ),
            *map(one_line, kind.told_in(state.phase)),
        )
        for kind in system.orders.values()
        if kind.name not in _quiet(system, state) and any(True for _ in given.get(kind.name, ()))
    ]


def _other_orders(system: RuleSystem | None, state: State) -> list[tuple[str, str]]:
    """The names of all kinds of orders, by phase in the order of the rules; first those for any phase."""
    if system is None or state.closed or state.verdict is not None:
        return []
    found: dict[str, list[str]] = {"": [], **{phase: [] for phase in system.phases_to_come(state)}}
    for kind in system.orders.values():
        if kind.name not in _quiet(system, state):
            for phase in dict.fromkeys(each for one in kind.legality for each in one.phases) or ("",):
                found.get(phase, []).append(kind.name)
    return [
        (capital(spoken(phase)) or "Any phase", ", ".join(map(one_line, names)))
        for phase, names in found.items()
        if names
    ]


def _forms(system: str) -> list[FormTold]:
    """The forms that can be sent, without those of another document."""
    return [
        FormTold(
            name,
            form.title,
            form.about,
            ", ".join(f"{field.name}{'*' if field.required else ''}" for field in form.fields),
        )
        for name, form in forms().items()
        if not form.rule or form.rule.partition(" ")[0] == system
    ]


def _delivered(view: EventView, text: str, news: Mapping[int, Amended]) -> Delivered:
    """An inject or note with its present text; a withdrawn one says so."""
    change = news.get(view.number or view.line)
    withdrawn = "Withdrawn: " if change is not None and change.withdrawn else ""
    return Delivered(
        f"{withdrawn}{one_line(text)}{first_said(view.fields['text'], change)}", one_line(view.marking)
    )


def _noted(game: Game, side: str, notes: Sequence[EventView], news: Mapping[int, Amended]) -> list[Delivered]:
    """Notes with their present text; the lines that they refer to are numbers of a log, which a brief does
    not have."""
    told = words_then(game.log, [_without_numbers(now(view, news)) for view in notes], side)
    return [_delivered(view, told[view.number or view.line], news) for view in notes]


def _without_numbers(view: EventView) -> EventView:
    fields = {name: value for name, value in view.fields.items() if name not in ("concerns", "links")}
    return msgspec.structs.replace(view, fields=fields)


def _letter(view: EventView, news: Mapping[int, Amended], state: State, side: str) -> Letter:
    fields = field_texts(view.fields["form"], now(view, news).fields["fields"])
    if view.fields["form"] == PLAIN_WORDS:
        fields = [("", texts) for _, texts in fields]
    amended_so = f" ({view.amended})" if view.amended else ""
    return Letter(f"{heading(view, state, side)}{amended_so}", fields, one_line(view.marking))


def _person(seat: SeatTaken) -> str:
    facts = ", ".join(one_line(fact) for fact in (*roles_of(seat), seat.cell) if fact)
    return f"{one_line(seat.name)}: {facts}" if facts else one_line(seat.name)


def _units(pieces: list[PieceView], state: State, names: Names) -> list[Unit]:
    """Own pieces, those on the map first, those out of the game last; similar ones at a place in one line."""
    found = Counter(
        Unit(one_line(piece.name), _where(piece, names), _facts(piece)) for piece in _by_place(pieces, state)
    )
    return [
        unit if many == 1 else msgspec.structs.replace(unit, name=f"{many} × {unit.name}")
        for unit, many in found.items()
    ]


def _by_place(pieces: list[PieceView], state: State) -> list[PieceView]:
    """Pieces in the order of their places: the map, boxes and hands, out of the game."""
    spaces = state.board.spaces
    boxes = {id for id, space in spaces.items() if space.kind not in ("hex", "area", "zone")}
    return sorted(pieces, key=lambda piece: (out_of_game(state.board, piece.place), piece.place in boxes))


def _where(piece: PieceView, names: Names) -> str:
    aboard = f", aboard {names.piece(piece.aboard)}" if piece.aboard else ""
    return f"{capital(names.space(piece.place))}{aboard}"


def _places(pieces: list[PieceView], state: State, names: Names, side: str) -> list[Place]:
    """The contents of places, with similar pieces counted; what is out of the game comes last."""
    found: dict[str, Counter[str]] = {}
    for piece in _by_place(pieces, state):
        line = _piece(piece, names, side) if piece.known else unidentified(piece, names, side)
        found.setdefault(piece.place, Counter())[line] += 1
    return [
        Place(
            capital(names.space(place)) or "Nowhere",
            [line if many == 1 else f"{many} × {line}" for line, many in lines.items()],
        )
        for place, lines in found.items()
    ]


def _piece(piece: PieceView, names: Names, side: str) -> str:
    aboard = f"aboard {names.piece(piece.aboard)}" if piece.aboard else ""
    told = ", ".join(fact for fact in (_facts(piece), aboard) if fact)
    return f"{one_line(piece.name)}{owner_of(piece, names, side)}{f': {told}' if told else ''}"


def _facts(piece: PieceView) -> str:
    """What is printed on a piece, and its condition."""
    facts = [one_line(piece.face), number_of(piece.steps, "step") if piece.steps else ""]
    facts += [
        f"{spoken(name)} {value}" for name, value in piece.values.items() if value not in (None, "", False)
    ]
    return ", ".join(fact for fact in facts if fact)


def _sealed(game: Game, side: str, names: Names) -> list[str]:
    """The side's orders that are still sealed, in words."""
    orders = [
        order for each in game.state.cell.sealed.values() if each.side in held(side) for order in each.orders
    ]
    return [
        ", ".join([spoken(one_line(order.get("order", ""))), *_arguments(order, names)]) for order in orders
    ]


def _arguments(order: dict[str, object], names: Names) -> list[str]:
    return [f"{spoken(name)} {names.thing(value)}" for name, value in order.items() if name != "order"]


def _map(game: Game, side: str) -> str:
    if not game.state.board.data.spaces:
        return ""
    return map_of(game, side, f"The map, turn {game.state.turn_name()}")
