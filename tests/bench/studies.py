"""Studies: whole games a second, as one worker plays them, and the report of many."""

from functools import cache

from adjudication.chances.study import BatchPlayed, Study, plan, play_batch
from adjudication.engine.games.systems import load
from domain.program import program
from reports.document.html import html
from reports.studies.figures import figures
from reports.studies.folder import RunRecord
from reports.studies.page import study_document
from reports.studies.tables import game_columns
from tests.bench import Measured, bench, best

GAMES = 60


def planned(policy: str, games: int = GAMES) -> Study:
    """A study of Ramadi."""
    return plan(load("ramadi"), games=games, seed=1, program=program(), policy=policy)


def rate(policy: str) -> float:
    """Games a second of one worker, with all that a study counts."""
    batches = planned(policy).batches()
    return GAMES / best(lambda: [play_batch(batch) for batch in batches], 3)


@bench
def study_random() -> Measured:
    return Measured("a study's games a core, random", rate("random"), "games/s", at_least=200)


@bench
def study_sensible() -> Measured:
    return Measured("a study's games a core, sensible", rate("sensible"), "games/s")


@cache
def ten_thousand() -> tuple[Study, list[BatchPlayed]]:
    """A study of ten thousand games: the same few over and over, which no report can tell."""
    study = planned("random", 10_000)
    (first, *_) = planned("random", 20).batches()
    part = play_batch(first)
    games = part.games * study.batch
    return study, [
        BatchPlayed(part.variant, batch.first, batch.last, games, part.rules, part.rows, part.seconds)
        for batch in study.batches()
    ]


@bench
def study_report() -> Measured:
    study, parts = ten_thousand()
    record = RunRecord.of(study)

    def write() -> None:
        game_columns(study, parts)
        html(study_document(study, parts, figures(study, parts), record))

    return Measured("the report of 10,000 games, with plots", best(write, 3), "s")
