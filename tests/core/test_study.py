"""Studies: what a game of one is, what its seed follows from, what is counted, and what may be varied."""

from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from adjudication.chances import study as studies
from adjudication.chances.playout import Playout, luck_of
from adjudication.chances.study import BatchPlayed, Study, plan, play_batch, seed_of
from adjudication.engine.games.systems import load
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.policies import RandomPolicy
from domain.errors import BadData, NotFound, Refused
from domain.events import LookedUp, OrderGiven, PieceChanged, PieceRemoved, TableData
from domain.program import program
from domain.table.mutators import rebuild
from domain.table.state import State
from tests import toys


def planned(system: str, games: int = 10, **more: object) -> Study:
    return plan(load(system), games=games, seed=4, program=program(), **more)  # type: ignore[arg-type]


def played(study: Study) -> list[BatchPlayed]:
    """All batches, without the time they took."""
    return [msgspec.structs.replace(play_batch(batch), seconds=0.0) for batch in study.batches()]


@pytest.mark.parametrize("system", ["ramadi", *toys.NAMES])
def test_every_system_can_be_studied_and_the_same_study_gives_the_same_games(system: str) -> None:
    study = planned(system, games=5, policy="random")
    games = [game for part in played(study) for game in part.games]
    assert [game.number for game in games] == [1, 2, 3, 4, 5]
    assert {game.fault for game in games} == {""}
    assert all(game.winner in ("", *study_sides(study)) and game.orders > 0 for game in games)
    assert [game for part in played(study) for game in part.games] == games
    assert len({game.seed for game in games}) == 5


def study_sides(study: Study) -> list[str]:
    state = rebuild(study.variants[0].opening)
    return list(state.sides)


def test_games_do_not_depend_on_the_batch_they_are_in() -> None:
    study = planned("toy-losses", games=30)
    by_one = [game for part in played(study) for game in part.games]
    (whole,) = played(msgspec.structs.replace(study, batch=30))
    assert list(whole.games) == by_one
    assert len(played(study)) == 15  # of two games each: never fewer than some twenty batches


def test_another_seed_gives_other_games() -> None:
    assert len({seed_of(seed, game) for seed in (1, 2) for game in (1, 2)}) == 4
    assert all(0 <= seed_of(1, game) < 2**63 for game in range(100))


def test_variants_share_their_dice() -> None:
    """Two names for the same rules play the same games."""
    study = planned("toy-losses", games=6, vary={"policy": ["random"]})
    (variant,) = study.variants
    twins = (variant, msgspec.structs.replace(variant, name="the same by another name"))
    one, other = (
        [game for part in played(msgspec.structs.replace(study, variants=(twin,))) for game in part.games]
        for twin in twins
    )
    assert one == other


def test_a_value_has_the_same_games_whatever_else_is_varied() -> None:
    two = planned("toy-options", vary={"option.duels": ["on", "off"]})
    one = planned("toy-options", vary={"option.duels": ["off"]})
    of_two = [part for part in played(two) if part.variant == "option.duels=off"]
    assert of_two == played(one)


def test_the_dice_tell_nothing_of_what_a_policy_picks() -> None:
    first = [(luck[0].number(6, 1, ()), int(luck[1].random() * 6)) for luck in map(luck_of, range(6_000))]
    counts = Counter(first)
    assert len(counts) == 36
    square = sum((counts[pair] - 6_000 / 36) ** 2 / (6_000 / 36) for pair in counts)
    assert square < 66.6  # chi-square with 35 degrees of freedom: p > 0.001


def test_what_is_counted_is_what_the_log_of_the_same_game_says() -> None:
    """A game of the study, played again by hand with every event kept."""
    study = planned("toy-losses", games=1)
    (part,) = played(study)
    (game,) = part.games
    state = rebuild(study.variants[0].opening)
    before = state.number
    events = []
    steps = {id: piece.steps for id, piece in state.pieces.items()}
    sides = {id: piece.side for id, piece in state.pieces.items()}
    playout = Playout(
        load("toy-losses"),
        state,
        RandomPolicy(),
        *luck_of(game.seed),
        watch=lambda given, came: events.extend([given, *came]),
    )
    playout.begin()
    playout.play()
    assert state.verdict is not None
    assert game.winner == state.verdict.winner
    assert game.events == len(events) == state.number - before
    assert game.orders == sum(isinstance(event, OrderGiven) for event in events) - 1  # play is opened once
    cited = Counter(event.rule for event in events if event.rule)
    assert {rule: reached.times for rule, reached in part.rules.items()} == cited
    assert {reached.games for reached in part.rules.values()} == {1}
    rows = Counter((event.table, event.row) for event in events if isinstance(event, LookedUp))
    assert rows == {
        (table, row): reached.times for table, found in part.rows.items() for row, reached in found.items()
    }
    removed = [event.piece for event in events if isinstance(event, PieceRemoved)]
    assert removed
    assert game.lost == {side: sum(sides[id] == side for id in removed) for side in ("blue", "red")}
    changed = sum(isinstance(event, PieceChanged) for event in events)
    assert sum(game.steps.values()) == changed
    assert sum(steps.values()) - changed == sum(piece.steps for piece in state.pieces.values())
    assert game.scores == dict(state.verdict.scores)
    assert game.reason == state.verdict.reason
    assert game.entered == {"combat": sum(rows.values())}
    orders = [event for event in events if isinstance(event, OrderGiven) and event.side]
    assert game.ordered == Counter(f"{order.side} {order.order}" for order in orders)
    assert sum(game.lost_of.values()) == len(removed)


def test_first_orders_losses_and_points_are_counted_by_turn() -> None:
    """Beside the same game played by hand, with the state at the end of each turn."""
    study = planned("ramadi", games=1, policy="sensible")
    (part,) = played(study)
    (game,) = part.games
    state = rebuild(study.variants[0].opening)
    first: dict[str, int] = {}
    ends: dict[int, dict[str, int]] = {}
    turn = state.turn

    def watch(given: OrderGiven, events: object) -> None:
        nonlocal turn
        if given.side:
            first.setdefault(f"{given.side} {given.order}", turn)
        if state.turn != turn:
            ends[turn] = {track.data.side: track.value for track in state.tracks.values() if track.data.side}
            turn = state.turn

    playout = Playout(
        load("ramadi"), state, load("ramadi").policy("sensible"), *luck_of(game.seed), watch=watch
    )
    playout.begin()
    playout.play()
    assert game.first_in == first
    assert set(first.values()) > {1}
    assert list(ends)[-9:] == list(range(1, 10))  # the tenth turn ends with the game
    assert game.points_by == {
        f"{side} {number}": points for number, at in ends.items() for side, points in at.items()
    }
    by_turn = [game.lost_by[f"isf {number}"] for number in range(1, 10)]
    assert by_turn == sorted(by_turn)
    assert (
        0
        < by_turn[-1]
        <= game.lost["isf"]
        == sum(lost for key, lost in game.lost_of.items() if key.startswith("isf "))
    )


def test_points_that_are_no_tracks_are_those_that_the_system_counts() -> None:
    study = planned("ows", games=1, policy="staff", scenario="tutorial")
    ((game,),) = [part.games for part in played(study)]
    assert {key.partition(" ")[0] for key in game.points_by} == {"blue", "red"}
    assert {key.partition(" ")[2] for key in game.lost_of} & {"ship", "ground", "mission", "facility"}


def test_ramadi_scores_and_casualties_are_those_of_its_tracks() -> None:
    (first, *_) = played(planned("ramadi", games=3, policy="random"))
    game = first.games[0]
    assert game.scores == {"isf": game.tracks["isf_vp"], "isis": game.tracks["isis_vp"]}
    assert game.turns == 10
    assert game.lost["isf"] == game.tracks["casualties"]
    assert game.entered["operations"] == 10  # once a turn
    assert set(first.rows) <= set(rebuild(planned("ramadi").variants[0].opening).tables)


class Stubborn:
    """Orders what is forbidden, every third game of those it plays."""

    def __init__(self) -> None:
        self.games = 0

    def order(self, state: State, legal: LegalOrders, chance: object) -> Order:
        self.games += state.turn == 1 and state.side == "king"
        if self.games % 3 == 0:
            raise RuntimeError("<b>no idea</b>")
        return legal[0]

    def answer(self, question: object, state: State, chance: object) -> object:
        return "stand"


def test_a_game_that_breaks_off_is_reported_and_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    stubborn = Stubborn()
    monkeypatch.setattr(type(load("toy-options")), "policy", lambda self, name: stubborn)
    games = [game for part in played(planned("toy-options", games=9)) for game in part.games]
    broken = [game for game in games if game.fault]
    assert 0 < len(broken) < 9
    assert {game.fault for game in broken} == {"RuntimeError: <b>no idea</b>"}
    assert {game.winner for game in broken} == {None}
    assert {game.winner for game in games} & {"king", "emir"}


def test_a_worker_of_another_version_refuses() -> None:
    (batch, *_) = planned("toy-losses").batches()
    with pytest.raises(Refused, match=r"worker runs whitecell .* planned by whitecell 99"):
        play_batch(msgspec.structs.replace(batch, program="whitecell 99"))


def test_a_worker_with_other_rule_code_refuses() -> None:
    (batch, *_) = planned("toy-losses").batches()
    with pytest.raises(Refused, match="rule code is not that of the study"):
        play_batch(msgspec.structs.replace(batch, code="mended"))


# --- what may be varied ----------------------------------------------------------------------------


def test_several_keys_make_every_combination() -> None:
    study = planned("toy-options", vary={"option.duels": ["on", "off"], "option.turns": ["2", "3", "4"]})
    assert [variant.name for variant in study.variants] == [
        f"option.duels={duels} option.turns={turns}" for duels in ("on", "off") for turns in (2, 3, 4)
    ]
    assert [variant.options for variant in study.variants][-1] == {"duels": False, "turns": 4}
    assert len({variant.digest for variant in study.variants}) == 6
    first = {batch.variant.name for batch in study.batches()[:6]}
    assert len(first) == 6  # variants in turn: an early look says something of each


def test_an_option_changes_the_games() -> None:
    study = planned("toy-options", games=20, vary={"option.turns": ["1", "5"]})
    turns: dict[str, set[int]] = {}
    for part in played(study):
        turns.setdefault(part.variant, set()).update(game.turns for game in part.games)
    assert turns["option.turns=1"] == {1}
    assert max(turns["option.turns=5"]) > 1


def harmless(file: str, old: TableData) -> TableData:
    assert file == "soft.csv"
    return msgspec.structs.replace(
        old, rows=({"score": (None, None), "attacker": 0, "defender": 0},), provenance="house"
    )


def test_a_table_changes_the_games_and_own_is_the_scenarios() -> None:
    study = planned("toy-losses", vary={"table.combat": ["own", "soft.csv"]}, read_table=harmless)
    losses: dict[str, int] = {}
    for part in played(study):
        lost = sum(sum(game.steps.values()) for game in part.games)
        losses[part.variant] = losses.get(part.variant, 0) + lost
    own, soft = losses["table.combat=own"], losses["table.combat=soft.csv"]
    assert own > soft
    plain = rebuild(planned("toy-losses").variants[0].opening)
    laid = [rebuild(variant.opening).tables["combat"].data for variant in study.variants]
    assert laid[0] == plain.tables["combat"].data
    assert len(laid[1].rows) == 1


def test_a_table_that_is_not_there_has_no_values_of_its_own_either() -> None:
    with pytest.raises(NotFound, match="no table 'combta'"):
        planned("toy-losses", vary={"table.combta": ["own"]})


def test_policies_and_scenarios_are_varied() -> None:
    study = planned("ramadi", vary={"policy": ["random", "sensible"], "scenario": ["historical"]})
    assert [variant.policy for variant in study.variants] == ["random", "sensible"]
    assert {variant.scenario for variant in study.variants} == {"historical"}
    assert planned("ramadi").variants[0].policy == "sensible"
    assert planned("toy-losses").variants[0].policy == "random"


@pytest.mark.parametrize(
    ("vary", "error"),
    [
        ({"colour": ["red"]}, BadData),
        ({"policies": ["random"]}, BadData),
        ({"option": ["on"]}, BadData),
        ({"table.combat": ["soft.csv"]}, BadData),  # nobody here to read it
        ({"table.nowhere": ["soft.csv"]}, NotFound),
        ({"option.duels": []}, BadData),
        ({"option.duels": ["on", "on"]}, BadData),
        ({"scenario": ["nowhere"]}, NotFound),
        ({"policy": ["genius"]}, NotFound),
    ],
)
def test_what_cannot_be_varied_is_refused(vary: dict[str, Sequence[str]], error: type[Refused]) -> None:
    with pytest.raises(error):
        planned("toy-losses", vary=vary)


def test_a_study_without_games_or_with_too_many_variants_is_refused() -> None:
    with pytest.raises(BadData, match="at least one"):
        planned("toy-losses", games=0)
    with pytest.raises(BadData, match="at most"):
        planned("toy-options", vary={"option.turns": [str(n) for n in range(studies.MOST_VARIANTS + 1)]})


def test_tables_laid_are_kept_for_a_few_variants_only() -> None:
    study = planned("toy-options", games=1, vary={"option.turns": [str(n) for n in range(1, 41)]})
    played(study)
    assert len(studies._BASES) <= 16
