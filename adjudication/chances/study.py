"""Studies: whole games played in memory by policies, by the thousand, for what they come to on the average.

A study has variants, each with a table laid once and copied for every game. A game's dice follow from the
study's seed and its own number, and from nothing else: so the same study gives the same games whichever
worker plays them, and in whatever order, and game 7 of one variant has the dice of game 7 of every other.
"""

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import product
from typing import Any

import msgspec

from adjudication.chances.playout import Playout, luck_of
from adjudication.chances.watching import Tally, Watch, scores
from adjudication.engine.by_hand.house_tables import same_shape
from adjudication.engine.games.options import with_options
from adjudication.engine.games.rule_code import code_digest
from adjudication.engine.games.scenario import Scenario, load_scenario, opening
from adjudication.engine.games.systems import RuleSystem, load
from adjudication.engine.policies import Policy
from adjudication.engine.register import rules_digest
from adjudication.engine.texts import plainly
from domain.errors import BadData, NotFound, Refused
from domain.events import Event, TableData, Value
from domain.program import program as this_program
from domain.table.mutators import rebuild
from domain.table.state import State
from domain.table.tables import Table

MOST_VARIANTS = 200
LARGEST_BATCH = 100
"""Games that one worker plays in one go, and that a kill may cost."""
OWN = "own"
"""The value of `table.NAME` that stands for the scenario's own table."""

ReadTable = Callable[[str, TableData], TableData]
"""Reads the table in a file, in the place of another."""


class Variant(msgspec.Struct, frozen=True):
    """One way of playing. settings: what was varied, key -> value; the name is made of them.

    opening: the events that lay its table. digest: of these and of the policy.
    """

    name: str
    settings: dict[str, str]
    policy: str
    scenario: str
    scenario_digest: str
    options: dict[str, Value]
    opening: tuple[Event, ...]
    digest: str


class Batch(msgspec.Struct, frozen=True):
    """Games `first` to `last` of one variant: all that a worker needs to play them.

    module: what to import for the system to be known. program, code: what the worker's must be; no code is
    asked for where it is of the same installation.
    """

    module: str
    system: str
    program: str
    code: str
    variant: Variant
    seed: int
    first: int
    last: int


class GamePlayed(msgspec.Struct, frozen=True):
    """One game of a study. winner: empty for a draw, None when it reached no verdict, `fault` says why.

    scores, tracks, marks (of the game as a whole): at the end. lost: side -> pieces; steps: side -> steps
    taken off pieces; entered: table -> times. judged: how often the policy judged for the white cell.
    ordered: `side kind` -> how often a side gave such an order; first_in: the turn of its first. lost_of:
    `side group` -> losses, by the group of the counter. At the end of each whole turn, lost_by: `side turn`
    -> losses until then, points_by: `side turn` -> points. happened: what the rules say came up, by its name
    -> how often.
    """

    number: int
    seed: int
    winner: str | None
    reason: str
    orders: int
    turns: int
    events: int
    chances: int
    scores: dict[str, int]
    tracks: dict[str, int]
    lost: dict[str, int]
    steps: dict[str, int]
    entered: dict[str, int]
    marks: dict[str, Value]
    fault: str = ""
    judged: int = 0
    ordered: dict[str, int] = {}
    first_in: dict[str, int] = {}
    lost_of: dict[str, int] = {}
    lost_by: dict[str, int] = {}
    points_by: dict[str, int] = {}
    happened: dict[str, int] = {}


class Reached(msgspec.Struct, frozen=True):
    """How often something came up, and in how many games."""

    times: int
    games: int


class BatchPlayed(msgspec.Struct, frozen=True):
    """What came of a batch. rules: citation -> how often; rows: table -> row number -> how often; years: the
    same as rules by year, where the calendar has years."""

    variant: str
    first: int
    last: int
    games: tuple[GamePlayed, ...]
    rules: dict[str, Reached]
    rows: dict[str, dict[int, Reached]]
    seconds: float
    years: dict[int, dict[str, Reached]] = {}


class Study(msgspec.Struct, frozen=True):
    """A study as it was asked for. batch: follows from the number of games. code: the source's digest."""

    system: str
    games: int
    seed: int
    batch: int
    program: str
    code: str
    rules_digest: str
    variants: tuple[Variant, ...]

    def batches(self) -> list[Batch]:
        """All its batches, variants in turn, so that what is there early says something of each."""
        module = load(self.system).begin.__module__
        return [
            Batch(
                module,
                self.system,
                self.program,
                self.code,
                variant,
                self.seed,
                first,
                min(first + self.batch - 1, self.games),
            )
            for first in range(1, self.games + 1, self.batch)
            for variant in self.variants
        ]


def plan(
    system: RuleSystem,
    *,
    games: int,
    seed: int,
    program: str,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    policy: str | None = None,
    vary: Mapping[str, Sequence[str]] | None = None,
    read_table: ReadTable | None = None,
) -> Study:
    """A study checked in all its parts. With several keys to vary, every combination is a variant.

    Raises BadData or NotFound in one sentence.
    """
    if games < 1:
        raise BadData("A study plays at least one game of each variant.")
    vary = dict(vary or {})
    for key, values in vary.items():
        _check_key(key, values, options or {}, scenario, policy)
    combinations = list(product(*vary.values()))
    if len(combinations) > MOST_VARIANTS:
        raise BadData(f"That makes {len(combinations)} variants; a study has {MOST_VARIANTS} at most.")
    variants = []
    for values in combinations:
        settings = dict(zip(vary, values, strict=True))
        chosen = _Chosen(scenario or system.default_scenario, dict(options or {}), policy, {})
        for key, value in settings.items():
            chosen.set(key, value)
        variants.append(_variant(system, settings, chosen, program, read_table))
    return Study(
        system.name,
        games,
        seed,
        max(1, min(LARGEST_BATCH, -(-games // 20))),
        program,
        code_digest(system),
        rules_digest(system.name),
        tuple(variants),
    )


class _Chosen:
    """What one variant is played with."""

    def __init__(
        self, scenario: str, options: dict[str, str], policy: str | None, tables: dict[str, str]
    ) -> None:
        self.scenario = scenario
        self.options = options
        self.policy = policy
        self.tables = tables

    def set(self, key: str, value: str) -> None:
        kind, _, name = key.partition(".")
        if kind == "policy":
            self.policy = value
        elif kind == "scenario":
            self.scenario = value
        elif kind == "option":
            self.options[name] = value
        else:
            self.tables[name] = value


def _check_key(
    key: str, values: Sequence[str], options: Mapping[str, str], scenario: str | None, policy: str | None
) -> None:
    kind, _, name = key.partition(".")
    if not (key in ("policy", "scenario") or (kind in ("option", "table") and name)):
        raise BadData(f"Vary policy, scenario, option.NAME or table.NAME, not {key[:60]!r}.")
    if not values or not all(values):
        raise BadData(f"Say which values {key} is to have, with commas between them.")
    if len(set(values)) != len(values):
        raise BadData(f"{key} is to have the same value twice.")
    if (
        (key == "policy" and policy is not None)
        or (key == "scenario" and scenario is not None)
        or (kind == "option" and name in options)
    ):
        raise BadData(f"{key} is both fixed and varied; say it once.")


def default_policy(system: RuleSystem) -> str:
    """Who plays when nobody says: `sensible`, or the first that the system has of its own."""
    policies = system.players.policies
    return "sensible" if "sensible" in policies else next(iter(policies), "random")


def _variant(
    system: RuleSystem,
    settings: dict[str, str],
    chosen: _Chosen,
    program: str,
    read_table: ReadTable | None,
) -> Variant:
    policy = chosen.policy or default_policy(system)
    system.policy(policy)
    laid = load_scenario(system.name, chosen.scenario)
    options = with_options(laid, chosen.options)
    tables = dict(laid.tables)
    for name, file in chosen.tables.items():
        if name not in tables:
            raise NotFound(f"There is no table {name[:60]!r}; there are: {', '.join(tables) or 'none'}.")
        if file == OWN:
            continue
        if read_table is None:
            raise BadData("Tables cannot be read from files here.")
        new = read_table(file, tables[name])
        Table(name, new)
        same_shape(name, tables[name], new)
        tables[name] = new
    events = tuple(_laid(laid, tables, options, program))
    digest = hashlib.sha256(policy.encode())
    digest.update(msgspec.json.encode(events, order="deterministic"))
    return Variant(
        " ".join(f"{key}={value}" for key, value in settings.items()),
        settings,
        policy,
        laid.name,
        laid.digest,
        options,
        events,
        digest.hexdigest(),
    )


def _laid(
    scenario: Scenario, tables: dict[str, TableData], options: Mapping[str, Value], program: str
) -> list[Event]:
    return opening(
        msgspec.structs.replace(scenario, tables=tables),
        game="study",
        name="study",
        options=options,
        dice="sampled",
        program=program,
        time="",
    )


def seed_of(study: int, game: int) -> int:
    """The seed of one game of each variant, 63 bits of it."""
    digest = hashlib.sha256(f"whitecell study:{study}:{game}:".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


# --- playing -------------------------------------------------------------------------------------

_BASES: dict[str, State] = {}
"""Tables laid in this process, by their variant's digest."""


def _base(variant: Variant) -> State:
    state = _BASES.get(variant.digest)
    if state is None:
        if len(_BASES) >= 16:
            _BASES.clear()
        state = _BASES[variant.digest] = rebuild(variant.opening)
    return state


def play_batch(batch: Batch) -> BatchPlayed:
    """Play a batch, here or in a worker. Raises Refused when this is not the program that planned it."""
    if this_program() != batch.program:
        raise Refused(f"A worker runs {this_program()}, but the study was planned by {batch.program}.")
    started = time.perf_counter()
    import_module(batch.module)
    system = load(batch.system)
    if batch.code and code_digest(system) != batch.code:
        raise Refused(
            "A worker's rule code is not that of the study; it was changed, or installed otherwise."
        )
    policy = system.policy(batch.variant.policy)
    base = _base(batch.variant)
    tally = Tally()
    games = []
    for number in range(batch.first, batch.last + 1):
        games.append(_play(system, base, policy, number, seed_of(batch.seed, number), tally))
    return BatchPlayed(
        batch.variant.name,
        batch.first,
        batch.last,
        tuple(games),
        {rule: Reached(*tally.rules[rule]) for rule in sorted(tally.rules)},
        {
            table: {row: Reached(*rows[row]) for row in sorted(rows)}
            for table, rows in sorted(tally.rows.items())
        },
        time.perf_counter() - started,
        {
            year: {rule: Reached(*rules[rule]) for rule in sorted(rules)}
            for year, rules in sorted(tally.years.items())
        },
    )


def _play(
    system: RuleSystem, base: State, policy: Policy, number: int, seed: int, tally: Tally
) -> GamePlayed:
    state = base.copy()
    watch = Watch(state, system)
    playout = Playout(system, state, policy, *luck_of(seed), watch=watch)
    fault = ""
    try:
        playout.begin()
        playout.play()
    except Refused as refused:
        fault = refused.sentence
    except Exception as error:  # one faulty game is reported, and does not cost the others
        fault = f"{type(error).__name__}: {error}"
    tally.add(watch)
    verdict = state.verdict
    return GamePlayed(
        number,
        seed,
        None if fault or verdict is None else verdict.winner,
        "" if verdict is None else plainly(verdict.reason, state),
        max(0, watch.orders - 1),  # the opening of play is none
        state.turn,
        state.number - base.number,
        state.chances,
        scores(state),
        {id: track.value for id, track in state.tracks.items()},
        watch.lost,
        watch.steps,
        watch.entered(),
        in_columns(state.marks.get("game", {})),
        fault[:300],
        watch.judged,
        watch.orders_of,
        watch.first_in,
        watch.lost_of,
        watch.lost_by,
        watch.points_by,
        _happened(system, state),
    )


def _happened(system: RuleSystem, state: State) -> dict[str, int]:
    """What came up in the game and how often, where the rule system counts it."""
    happened = system.reports.happened
    return {} if happened is None else dict(happened(state))


def in_columns(marks: Mapping[str, Any]) -> dict[str, Value]:
    """The marks that a column can hold: words and numbers, and of a mark that holds several numbers each of
    them by its name."""
    found: dict[str, Value] = {}
    for mark, value in marks.items():
        if isinstance(value, str | int):
            found[mark] = value
        elif isinstance(value, Mapping):
            found |= {f"{mark} {name}": each for name, each in value.items() if isinstance(each, int)}
    return found
