"""Work spread over processes, through joblib; with one worker it is done here and now."""

import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from domain.errors import BadData, Refused

T = TypeVar("T")

MOST_WORKERS = 1_000
_IDLE = 20
"""Seconds after which a worker process without work ends."""


def cores(wanted: int | None) -> int:
    """How many processes to use: as wanted, else one for each core. Raises BadData."""
    if wanted is None:
        from joblib import cpu_count

        return int(cpu_count())
    if not 1 <= wanted <= MOST_WORKERS:
        raise BadData(f"Use 1 to {MOST_WORKERS} workers, not {wanted}.")
    return wanted


def spread(work: Callable[..., T], tasks: Sequence[tuple[Any, ...]], workers: int | None) -> Iterator[T]:
    """`work(*task)` for each task, the results in their order, each given back as soon as it is there.

    Raises Refused when a worker process ends before its time.
    """
    count = min(cores(workers), max(1, len(tasks)))
    if count == 1:
        yield from (work(*task) for task in tasks)
        return
    from joblib import Parallel, delayed, parallel_config
    from joblib.externals.loky.process_executor import BrokenProcessPool

    warnings.filterwarnings("ignore", message="[0-9]+ tasks .* still being processed", module="joblib")
    try:
        with parallel_config(backend="loky", n_jobs=count, idle_worker_timeout=_IDLE):
            yield from Parallel(return_as="generator", batch_size=1, pre_dispatch="3*n_jobs")(
                delayed(work)(*task) for task in tasks
            )
    except BrokenProcessPool as error:
        raise Refused(
            "A worker process ended before its games were played (memory, or somebody stopped it)."
        ) from error
