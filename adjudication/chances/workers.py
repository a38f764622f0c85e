"""Work spread over processes, through joblib; with one worker it is done here and now."""

import os
import threading
import time
import warnings
from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from domain.errors import BadData, Refused

T = TypeVar("T")

MOST_WORKERS = 1_000
_IDLE = 20
"""Seconds after which a worker process without work ends."""


class WorkerLost(Refused):
    """A worker process ended before its work was done."""


def cores(wanted: int | None) -> int:
    """How many processes to use: as wanted, else one for each core. Raises BadData."""
    if wanted is None:
        from joblib import cpu_count

        return int(cpu_count())
    if not 1 <= wanted <= MOST_WORKERS:
        raise BadData(f"Use 1 to {MOST_WORKERS} workers, not {wanted}.")
    return wanted


def spread(
    work: Callable[..., T], tasks: Sequence[tuple[Any, ...]], workers: int | None, ordered: bool = True
) -> Generator[T, None, None]:
    """`work(*task)` for each task, each result given back as soon as it is there, by default in their order.

    Raises WorkerLost when a worker process ends before its time.
    """
    count = min(cores(workers), max(1, len(tasks)))
    if count == 1:
        yield from (work(*task) for task in tasks)
        return
    from joblib.externals.loky.process_executor import BrokenProcessPool

    threading.excepthook = _of_our_own_threads
    settings = {"backend": "loky", "n_jobs": count, "idle_worker_timeout": _IDLE}
    try:
        yield from parallel(_work_for, [(os.getpid(), work, *task) for task in tasks], settings, ordered)
    except BrokenProcessPool as error:
        raise WorkerLost(
            "A worker process ended before its games were played (memory, or somebody stopped it)."
        ) from error


def _of_our_own_threads(fault: threading.ExceptHookArgs) -> None:
    """Print what ends a thread of ours; loky's own manager dies noisily when Ctrl-C ends its workers, and
    whatever matters of that reaches us as a broken pool."""
    if fault.thread is None or not fault.thread.name.startswith("ExecutorManagerThread"):
        threading.__excepthook__(fault)


def parallel(
    work: Callable[..., T], tasks: Sequence[tuple[Any, ...]], settings: dict[str, Any], ordered: bool
) -> Generator[T, None, None]:
    """The same through the joblib backend that `settings` name, whatever it raises."""
    from joblib import Parallel, delayed, parallel_config

    # an idle worker that ends as work comes is replaced, and nothing is lost
    for message in ("[0-9]+ tasks .* still being processed", "A worker stopped while some jobs were given"):
        warnings.filterwarnings("ignore", message=message, module="joblib")
    with parallel_config(**settings):
        give_back = "generator" if ordered else "generator_unordered"
        run = Parallel(return_as=give_back, batch_size=1, pre_dispatch="3*n_jobs")
        yield from run(delayed(work)(*task) for task in tasks)


def _work_for(parent: int, work: Callable[..., T], *task: Any) -> T:
    """Do a task in a process of its own, that ends when the one it works for is gone."""
    global _watching
    if not _watching:
        _watching = True
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    return work(*task)


_watching = False


def _end_with(parent: int) -> None:
    """End this process when its parent is killed; waiting for work, it would not notice."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
