"""Where a study is played makes no difference: processes here or on a Dask cluster, some of them killed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tests.toys  # noqa: F401  (makes the tiny rule systems known)
from adjudication.chances.engines import play_batches
from adjudication.chances.study import Batch, BatchPlayed, Study, plan
from adjudication.engine.games.systems import load
from domain.errors import BadData, Refused
from domain.program import program


def planned(system: str, games: int) -> Study:
    return plan(load(system), games=games, seed=8, program=program(), policy="random")


def by_number(parts: Sequence[BatchPlayed]) -> list[BatchPlayed]:
    """Batches in their order, without the time they took."""
    return [msgspec.structs.replace(part, seconds=0.0) for part in sorted(parts, key=lambda part: part.first)]


@pytest.mark.parametrize(("system", "games"), [("ramadi", 60), ("toy-losses", 200)])
def test_the_number_of_workers_makes_no_difference(system: str, games: int) -> None:
    batches = planned(system, games).batches()
    one = by_number(list(play_batches(batches, workers=1)))
    assert by_number(list(play_batches(batches, workers=2))) == one
    assert sum(len(part.games) for part in one) == games


def test_batches_come_as_they_are_done_and_can_be_left() -> None:
    batches = planned("toy-losses", 2_000).batches()
    playing = play_batches(batches, workers=2)
    assert next(playing).games
    playing.close()
    assert list(playing) == []


def deadly(study: Study) -> list[Batch]:
    """The first batch kills whoever plays it."""
    first, *others = study.batches()
    return [msgspec.structs.replace(first, module="tests.core.dying"), *others]


def test_a_process_that_dies_ends_the_study_in_one_sentence() -> None:
    with pytest.raises(Refused, match=r"worker process ended .* goes on from there"):
        list(play_batches(deadly(planned("toy-losses", 40)), workers=2))


# --- a Dask cluster ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A real cluster on this machine: a scheduler, and two workers in processes of their own. Games are given
    up at the second worker that ends over them, not at the fourth."""
    import dask

    with dask.config.set({"distributed.scheduler.allowed-failures": 1}), local_cluster(2) as started:
        yield started


def local_cluster(workers: int) -> Any:
    from distributed import LocalCluster

    start: Any = LocalCluster  # it has no types
    return start(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    )


def worker_processes(cluster: Any) -> list[int]:
    return [nanny.process.pid for nanny in cluster.workers.values() if nanny.process is not None]


def test_a_cluster_that_loses_a_worker_gives_the_same_as_this_machine(cluster: Any) -> None:
    batches = planned("ramadi", 80).batches()
    playing = play_batches(batches, "dask", address=cluster.scheduler_address)
    parts = [next(playing)]
    before = worker_processes(cluster)
    os.kill(before[0], signal.SIGKILL)
    parts += playing
    assert by_number(parts) == by_number(list(play_batches(batches, workers=2)))
    for _ in range(100):
        if len(worker_processes(cluster)) == 2:
            break
        time.sleep(0.1)
    assert set(worker_processes(cluster)) != set(before)


def test_a_cluster_of_one_worker_plays_there_and_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = planned("toy-losses", 20).batches()
    monkeypatch.setattr("adjudication.chances.study.this_program", lambda: "a program that may play nothing")
    with local_cluster(1) as single:
        parts = list(play_batches(batches, "dask", address=single.scheduler_address))
    assert len(parts) == len(batches)


def test_a_worker_with_other_rule_code_plays_nothing(cluster: Any) -> None:
    batches = [msgspec.structs.replace(each, code="mended") for each in planned("toy-losses", 20).batches()]
    with pytest.raises(Refused, match="rule code is not that of the study"):
        list(play_batches(batches, "dask", address=cluster.scheduler_address))


@contextmanager
def dask(part: str, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A scheduler or a worker as a process of its own."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{part}", "--no-dashboard", *words]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_scheduler_that_is_lost_ends_the_study_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    with dask("scheduler", "--port", "0", "--scheduler-file", str(file)) as scheduler:
        for _ in range(300):
            if file.exists() and file.read_text().endswith("}"):
                break
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        with dask("worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path)):
            playing = play_batches(planned("ramadi", 400).batches(), "dask", address=address)
            assert next(playing).games
            scheduler.kill()
            with pytest.raises(Refused, match=r"does not answer any more.* goes on from there"):
                list(playing)


def test_toys_are_known_to_a_cluster_too(cluster: Any) -> None:
    batches = planned("toy-cards", 20).batches()
    here = by_number(list(play_batches(batches, workers=1)))
    assert by_number(list(play_batches(batches, "dask", address=cluster.scheduler_address))) == here


def test_games_that_kill_every_worker_end_the_study_in_one_sentence(cluster: Any) -> None:
    playing = play_batches(deadly(planned("toy-losses", 20)), "dask", address=cluster.scheduler_address)
    with pytest.raises(Refused, match=r"workers of the cluster ended .* goes on from there"):
        list(playing)


def test_a_scheduler_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudication.chances.engines._CONNECT", 1)
    with local_cluster(0) as empty:
        playing = play_batches(planned("toy-losses", 1).batches(), "dask", address=empty.scheduler_address)
        with pytest.raises(Refused, match="no workers"):
            list(playing)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "smoke://signals", "nonsense"])
def test_an_address_without_a_scheduler_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudication.chances.engines._CONNECT", 1)
    with pytest.raises(Refused, match="Dask scheduler"):
        list(play_batches(planned("toy-losses", 1).batches(), "dask", address=address))


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refused, match=r"whitecell\[dask\]"):
        list(play_batches([], "dask", address="tcp://127.0.0.1:1"))


@pytest.mark.parametrize(
    ("engine", "workers", "address"),
    [
        ("steam", None, None),
        ("local", 0, None),
        ("local", 10_000, None),
        ("local", None, "tcp://x:1"),
        ("dask", None, None),
        ("dask", None, ""),
        ("dask", 2, "tcp://x:1"),
    ],
)
def test_an_engine_that_cannot_be_is_refused_before_it_starts(
    engine: str, workers: int | None, address: str | None
) -> None:
    with pytest.raises(BadData):
        play_batches([], engine, workers, address)


def test_nothing_heavy_is_imported_before_an_engine_is_used() -> None:
    code = (
        "import sys; import adjudication.chances.engines, cli.review.study; "
        "print([name for name in ('joblib', 'distributed', 'pyarrow', 'matplotlib') if name in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"
