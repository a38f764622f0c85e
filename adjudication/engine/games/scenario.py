"""Scenarios: data files read, checked at the boundary, and laid on the table as the first events."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    InstanceOf,
    ValidationError,
    field_validator,
)

from adjudication.engine.choices import as_data
from adjudication.engine.data_file import read_yaml
from adjudication.engine.durations import read_length
from adjudication.engine.games.board_file import board_of, check_places, line_of
from adjudication.engine.games.phase_file import Misplaced, PhaseFile, Phases, phases_of, placed
from adjudication.engine.games.rule_code import code_digest
from adjudication.engine.games.systems import load
from adjudication.engine.house_counters import check_kind
from adjudication.engine.register import folder, rules_digest
from domain.errors import BadData, NotFound
from domain.events import (
    BoardData,
    BoardLaid,
    CountersLaid,
    Event,
    GameOpened,
    KindData,
    PhaseData,
    PieceData,
    RoleData,
    SideData,
    TableData,
    TablesLaid,
    TrackData,
    TracksLaid,
    TurnData,
    Value,
)
from domain.events.opening import FORMAT
from domain.events.seen import EVERYONE, WHITE
from domain.game.opening import committed
from domain.table.dates import read_date, read_span
from domain.table.tables import PROVENANCES, Table

_T = TypeVar("_T")


def _as(kind: type[_T]) -> Callable[[Any], _T]:
    """Read plain data as one of the domain's own types, for pydantic to report on."""

    def convert(raw: Any) -> _T:
        if isinstance(raw, dict):
            known = kind.__struct_fields__  # type: ignore[attr-defined]
            for key in raw:
                if key not in known:
                    raise ValueError(f"unknown key {str(key)[:60]!r}; known are: {', '.join(known)}")
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from error

    return convert


class OptionFile(BaseModel):
    """An option that takes only some values: what it is by default, and one of which it is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    default: bool | int | str
    one_of: tuple[bool | int | str, ...] = Field(min_length=2, max_length=100)


class ClockFile(BaseModel):
    """The scenario's own clock: when it starts (`6 June 2031 04:00`), and how long a turn is (`12h`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    start: str = Field(max_length=60)
    turn: str = Field(default="", max_length=20)

    @field_validator("start", mode="before")
    @classmethod
    def _a_day(cls, value: Any) -> Any:
        """YAML reads a date without quotes as a date."""
        return value.isoformat()[:16] if isinstance(value, date) else value


class ScenarioFile(BaseModel):
    """A scenario as its file says it; `board`, `counters` and `tables` name files beside it (the last two one
    or several), `timers` gives phases their time to plan (`10m`), `roles` are those that people take around
    the table, `background` is one text for everyone or a text for each of `all`, `white` and the sides,
    `calendar` names turns, `phases` those of a turn where they are not the rules' own, `clock` says when the
    scenario begins (`start`) and how much of its time a turn takes (`turn`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(max_length=100)
    title: str = Field(max_length=200)
    system: str = Field(max_length=60)
    sides: tuple[Annotated[InstanceOf[SideData], BeforeValidator(_as(SideData))], ...]
    board: str
    counters: str | tuple[str, ...]
    tables: str | tuple[str, ...]
    tracks: tuple[Annotated[InstanceOf[TrackData], BeforeValidator(_as(TrackData))], ...] = ()
    options: dict[str, bool | int | str | OptionFile] = {}
    calendar: tuple[Annotated[InstanceOf[TurnData], BeforeValidator(_as(TurnData))], ...] = ()
    background: str | dict[str, str] = ""
    timers: dict[str, Annotated[str, Field(max_length=20)]] = {}
    roles: tuple[Annotated[InstanceOf[RoleData], BeforeValidator(_as(RoleData))], ...] = ()
    phases: tuple[PhaseFile, ...] = ()
    clock: ClockFile | None = None


class Scenario(msgspec.Struct, frozen=True):
    """A scenario read and checked: all that is laid on the table, and the digest of its files."""

    name: str
    title: str
    system: str
    sides: tuple[SideData, ...]
    options: dict[str, Value]
    board: BoardData
    kinds: dict[str, KindData]
    pieces: tuple[PieceData, ...]
    tables: dict[str, TableData]
    tracks: tuple[TrackData, ...]
    background: dict[str, str]
    digest: str
    counters_provenance: str = "document"
    timers: dict[str, int] = {}
    roles: tuple[RoleData, ...] = ()
    calendar: tuple[TurnData, ...] = ()
    one_of: dict[str, tuple[Value, ...]] = {}
    phases: tuple[PhaseData, ...] = ()
    date: str = ""
    turn_lasts: int = 0

    def laid(self) -> list[Event]:
        """The events that lay it on the table, behind `GameOpened`."""
        return [
            BoardLaid(number=2, board=self.board),
            CountersLaid(
                number=3,
                kinds=self.kinds,
                pieces=self.pieces,
                provenance=self.counters_provenance,
                audience=(),
            ),
            TablesLaid(number=4, tables=self.tables),
            TracksLaid(number=5, tracks=self.tracks),
        ]


def _section(data: Any, kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(data, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadData(f"{where}: {error}.") from error


_ADDED: dict[tuple[str, str], Scenario] = {}


def add_scenario(scenario: Scenario) -> Scenario:
    """Make a scenario known that has no file: one built by a test, or by a program of one's own."""
    _ADDED[scenario.system, scenario.name] = scenario
    return scenario


def scenario_names(system: str) -> list[str]:
    """The scenarios that come with a system."""
    place = folder(system)
    names = {
        path.name.removesuffix(".yaml")
        for path in (place.iterdir() if place.is_dir() else ())
        if path.name.endswith(".yaml") and b"\nboard:" in path.read_bytes()
    }
    return sorted(names | {name for of, name in _ADDED if of == system})


def known_scenario(system: str, name: str) -> Scenario:
    """The scenario of that name that comes with a system: what a log names is never a file to be read.

    Raises NotFound or BadData.
    """
    if name not in scenario_names(system):
        raise NotFound(f"{system[:40]} has no scenario {name[:60]!r}.")
    return load_scenario(system, name)


def load_scenario(system: str, name: str) -> Scenario:
    """A scenario that comes with a system, or, when `name` is a path to a YAML file, that file's.

    Raises NotFound, or BadData in one sentence that names the file and the place in it.
    """
    if (system, name) in _ADDED:
        return _ADDED[system, name]
    place: Traversable = folder(system)
    if name.endswith((".yaml", ".yml")):
        path: Traversable = Path(name)
        place = Path(name).parent
        if not path.is_file():
            raise NotFound(f"There is no file {name}.")
    else:
        path = place.joinpath(f"{name}.yaml")
        if name not in scenario_names(system):
            known = ", ".join(scenario_names(system))
            raise NotFound(f"{system} has no scenario {name[:60]!r}; it has: {known}.")
    raw, content = read_yaml(path)
    try:
        file = ScenarioFile.model_validate(raw)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in fault["loc"] if not re.search(r"\W", str(part)))
        at = _line(path.name, content, fault["loc"])
        raise BadData(f"{at}: {where}: {fault['msg'].removeprefix('Value error, ').rstrip('.')}.") from error
    if file.system != system:
        raise BadData(f"{path.name} is a scenario of {file.system}, not of {system}.")
    try:
        in_time = _in_time(file)
    except Misplaced as fault:
        raise BadData(f"{_line(path.name, content, fault.path)}: {fault.message}.") from fault
    digest = hashlib.sha256(content)
    parts: dict[str, list[tuple[str, Any]]] = {"counters": [], "tables": []}
    for part in ("board", "counters", "tables"):
        for beside in _names(getattr(file, part)):
            if "/" in beside or "\\" in beside:
                raise BadData(f"{path.name}: {part} must name a file beside it.")
            read, content = read_yaml(place.joinpath(beside))
            parts.setdefault(part, []).append((beside, read))
            digest.update(content)
    return _checked(file, in_time, parts, digest.hexdigest(), place)


def _line(name: str, content: bytes, path: Sequence[str | int]) -> str:
    """A file and the line in it to which keys and numbers lead."""
    line = line_of(content, tuple(path))
    return f"{name}, line {line}" if line else name


class _InTime(NamedTuple):
    """A scenario's phases and its own clock."""

    phases: Phases
    date: str
    turn_lasts: int


def _in_time(file: ScenarioFile) -> _InTime:
    """Phases and clock of a scenario's file. Raises Misplaced."""
    if file.phases and not load(file.system).rules.own_phases:
        raise Misplaced(["phases"], f"the rules of {file.system} have phases of their own; leave these out")
    phases = phases_of(file.phases, [side.id for side in file.sides])
    for phase in file.timers:
        if file.phases and phase not in {each.name for each in file.phases}:
            raise Misplaced(["timers", phase], f"there is no phase {phase[:40]!r}")
        if phase in phases.timers:
            raise Misplaced(["timers", phase], f"phase {phase} says its timer itself")
    clock = file.clock
    if clock is None:
        late = next((at for at, each in enumerate(file.phases) if each.lasts), None)
        if late is not None:
            raise Misplaced(["phases", late, "lasts"], "scenario time needs a `clock` with its `start`")
        return _InTime(phases, "", 0)
    start = placed(read_date, clock.start, ["clock", "start"])
    return _InTime(phases, start, placed(read_span, clock.turn, ["clock", "turn"]) if clock.turn else 0)


def _names(names: str | Sequence[str]) -> Sequence[str]:
    return (names,) if isinstance(names, str) else names


class _Counters(NamedTuple):
    """The counters of all files of a scenario; pieces with the file that each is of."""

    kinds: dict[str, KindData]
    pieces: list[tuple[str, PieceData]]
    provenance: str


def _counters(files: Sequence[tuple[str, Any]]) -> _Counters:
    """Kinds and pieces of one file or several, each kind of one file alone. Raises BadData."""
    found = _Counters({}, [], "")
    provenances = []
    for name, raw in files:
        counters = _section(raw, dict[str, Any], name)
        for key in counters:
            if key not in ("provenance", "source", "kinds", "pieces"):
                raise BadData(f"{name}: there is nothing called {key[:60]!r} here.")
        for id, kind in _section(counters.get("kinds", {}), dict[str, KindData], name).items():
            if id in found.kinds:
                raise BadData(f"{name}: the kind {id} is in another file already.")
            try:
                check_kind(id, kind)
            except BadData as error:
                raise BadData(f"{name}: {error}") from error
            found.kinds[id] = msgspec.structs.replace(kind, data=as_data(kind.data))
        found.pieces.extend(
            (name, piece) for piece in _section(counters.get("pieces", []), tuple[PieceData, ...], name)
        )
        provenances.append(str(counters.get("provenance", "house")))
    if len(set(provenances)) == 1:
        return found._replace(provenance=provenances[0])
    # What comes of several sources is no better than the least of them.
    known = [each for each in PROVENANCES if each in provenances]
    return found._replace(provenance=known[-1] if known else "house")


def _tables(files: Sequence[tuple[str, Any]]) -> dict[str, TableData]:
    """The tables of one file or several. Raises BadData for one that is in two."""
    found: dict[str, TableData] = {}
    for name, raw in files:
        for table, data in _section(_with_sources_of_rows(raw), dict[str, TableData], name).items():
            if table in found:
                raise BadData(f"{name}: the table {table} is in another file already.")
            found[table] = data
    return found


def _with_sources_of_rows(raw: Any) -> Any:
    """The tables with what single rows say of their `provenance` beside the rows, where some do."""
    if not isinstance(raw, dict):
        return raw
    found: dict[str, Any] = {}
    for table, data in raw.items():
        rows = data.get("rows") if isinstance(data, dict) else None
        if not isinstance(rows, list) or not any(
            isinstance(row, dict) and "provenance" in row for row in rows
        ):
            found[table] = data
            continue
        whole = data.get("provenance", "house")
        told = [row.get("provenance", whole) if isinstance(row, dict) else whole for row in rows]
        bare = [
            {key: cell for key, cell in row.items() if key != "provenance"} if isinstance(row, dict) else row
            for row in rows
        ]
        found[table] = {**data, "rows": bare, "row_provenance": told}
    return found


def _checked(
    file: ScenarioFile,
    in_time: _InTime,
    parts: Mapping[str, Sequence[tuple[str, Any]]],
    digest: str,
    place: Traversable,
) -> Scenario:
    board = board_of(parts["board"][0][1], place.joinpath(file.board))
    kinds, laid, provenance = _counters(parts["counters"])
    tables = _tables(parts["tables"])
    spaces = {space.id for space in (*board.spaces, *board.boxes)}
    sides = [side.id for side in file.sides]
    for side in sides:
        if sides.count(side) > 1:
            raise BadData(f"{file.name}: two sides are called {side}.")
    for each in file.sides:
        if each.player in (*sides, WHITE):
            raise BadData(f"{file.name}: the player {each.player!r} of {each.id} is called as a side is.")
    for role in file.roles:
        if role.side and role.side not in sides:
            raise BadData(
                f"{file.name}: the role {role.role[:60]!r} is of {role.side!r}, which is not a side."
            )
        if not role.role.strip() or file.roles.count(role) > 1:
            raise BadData(f"{file.name}: the role {role.role[:60]!r} is empty, or there twice.")
    kept = [
        (f"{beside}: piece {piece.id}", each)
        for beside, piece in laid
        for each in (piece.known_to, piece.seen_by)
    ]
    kept += [(f"{file.name}: track {track.id}", track.known_to) for track in file.tracks]
    kept += [(f"{file.board}: box {box.id}", box.seen_by) for box in board.boxes]
    for what, knowing in kept:
        for side in knowing or ():
            if side not in sides:
                raise BadData(f"{what} is known to {side!r}, which is not a side.")
    for space in board.spaces:
        if space.seen_by is not None:
            raise BadData(
                f"{file.board}: space {space.id} is on the map; only a box can be kept from a side."
            )
    for track in file.tracks:
        if not track.lowest <= track.value <= track.highest:
            ends = f"{track.lowest} to {track.highest}"
            raise BadData(f"{file.name}: track {track.id} starts at {track.value}, outside {ends}.")
    ids: set[str] = set()
    for beside, piece in laid:
        if piece.kind not in kinds:
            raise BadData(f"{beside}: piece {piece.id} is of an unknown kind {piece.kind!r}.")
        if piece.id in ids:
            raise BadData(f"{beside}: two pieces are called {piece.id}.")
        if piece.side and piece.side not in sides:
            raise BadData(f"{beside}: piece {piece.id} is of {piece.side!r}, which is not a side.")
        ids.add(piece.id)
    check_places(laid, spaces)
    _check_calendar(file)
    for table, data in tables.items():
        Table(table, data)
    return Scenario(
        file.name,
        file.title,
        file.system,
        file.sides,
        {
            name: option.default if isinstance(option, OptionFile) else option
            for name, option in file.options.items()
        },
        board,
        kinds,
        tuple(piece for _, piece in laid),
        tables,
        file.tracks,
        _background(file, sides),
        digest,
        provenance,
        {**{phase: read_length(length) for phase, length in file.timers.items()}, **in_time.phases.timers},
        file.roles,
        file.calendar,
        _one_of(file),
        in_time.phases.phases,
        in_time.date,
        in_time.turn_lasts,
    )


def _one_of(file: ScenarioFile) -> dict[str, tuple[Value, ...]]:
    """Option -> the values it takes, of those that have a list. Raises BadData."""
    found: dict[str, tuple[Value, ...]] = {}
    for name, option in file.options.items():
        if isinstance(option, OptionFile):
            if any(type(value) is not type(option.default) for value in option.one_of):
                raise BadData(f"{file.name}: option {name}: all values of one_of are of the default's type.")
            if option.default not in option.one_of or len(set(option.one_of)) < len(option.one_of):
                raise BadData(f"{file.name}: option {name}: one_of has the default, and each value once.")
            found[name] = option.one_of
    return found


def _check_calendar(file: ScenarioFile) -> None:
    """Raises BadData for a calendar with a turn twice, or out of order."""
    turns = [each.turn for each in file.calendar]
    if turns != sorted(set(turns)):
        raise BadData(f"{file.name}: calendar: turns stand in order, each once.")
    for each in file.calendar:
        if len(each.name) > 60:
            raise BadData(f"{file.name}: calendar: the name of turn {each.turn} has at most 60 characters.")


def _background(file: ScenarioFile, sides: Sequence[str]) -> dict[str, str]:
    """The background by who may know it, as `GameOpened` has it. Raises BadData for an unknown side."""
    texts = {EVERYONE: file.background} if isinstance(file.background, str) else file.background
    roles = {f"{role.side}/{role.role}" for role in file.roles if role.side}
    for who in texts:
        if who not in (EVERYONE, WHITE, *sides, *roles):
            known = ", ".join((EVERYONE, WHITE, *sides))
            raise BadData(f"{file.name}: background: {who[:60]!r} is no side; it takes {known}.")
    return {"" if who == EVERYONE else who: text for who, text in texts.items() if text.strip()}


def _salt(secret: str, what: str) -> str:
    """What contacts, or the order of pieces that are moved together, are derived from. It tells nothing of
    the secret."""
    return hashlib.sha256(f"whitecell {what}:{secret}".encode()).hexdigest()[:32]


def opening(
    scenario: Scenario,
    *,
    game: str,
    name: str,
    options: Mapping[str, Value],
    dice: str,
    secret: str = "",
    seeded: bool = False,
    program: str,
    time: str,
    zone: str = "",
) -> list[Event]:
    """The events that open a game and lay its scenario on the table.

    secret: what the sealed dice are derived from; the commitment to it covers the whole opening. Without one
    there is no commitment. seeded: whether the secret was made from a number that somebody gave.
    Raises BadData for a piece that is called as a word of its system's orders.
    """
    system = load(scenario.system)
    for piece in scenario.pieces:
        if piece.id in system.words.reserved:
            raise BadData(
                f"{scenario.name}: no piece may be called {piece.id}, which orders take for something else; "
                f"{piece.id}-1 would do."
            )
    opened = GameOpened(
        number=1,
        game=game,
        name=name,
        system=scenario.system,
        scenario=scenario.name,
        title=scenario.title,
        sides=scenario.sides,
        options=dict(options),
        dice=dice,
        program=program,
        rules_digest=rules_digest(scenario.system),
        scenario_digest=scenario.digest,
        timers=scenario.timers,
        roles=scenario.roles,
        format=FORMAT,
        code_digest=code_digest(system),
        seeded=seeded,
        background=scenario.background,
        calendar=scenario.calendar,
        one_of=scenario.one_of,
        salt=_salt(secret or game, "contacts") if system.words.contacts else "",
        mixing=_salt(secret or game, "mixing"),
        phases=scenario.phases,
        date=scenario.date,
        turn_lasts=scenario.turn_lasts,
        zone=zone,
    )
    events = [msgspec.structs.replace(event, time=time) for event in (opened, *scenario.laid())]
    return committed(events, secret) if secret else events
