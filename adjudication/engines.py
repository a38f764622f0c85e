"""Engines: where the batches of a study are played, through joblib: processes here, or a Dask cluster."""

import logging
import os
import time
import warnings
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack
from threading import Thread
from typing import Any

from adjudication.study import Batch, BatchPlayed, play_batch
from domain.errors import BadData, Refused

ENGINES = ("local", "dask")
MOST_WORKERS = 1_000
_IDLE = 20
"""Seconds after which a worker process without work ends."""
_CONNECT = 10
"""Seconds to wait for a Dask scheduler, and for its first worker."""


def local_workers(wanted: int | None) -> int:
    """How many processes to use here: as wanted, else one for each core. Raises BadData."""
    from joblib import cpu_count

    if wanted is None:
        return int(cpu_count())
    if not 1 <= wanted <= MOST_WORKERS:
        raise BadData(f"Use 1 to {MOST_WORKERS} workers, not {wanted}.")
    return wanted


def play_batches(
    batches: Sequence[Batch], engine: str = "local", workers: int | None = None, address: str | None = None
) -> Generator[BatchPlayed, None, None]:
    """Play batches, each given back as soon as it is done, in any order.

    workers: processes of `local`. address: the scheduler of `dask`, `tcp://host:8786`. Raises BadData for an
    engine that cannot be used so, Refused when one breaks down: what was given back before is whole.
    """
    if engine not in ENGINES:
        raise BadData(f"An engine is {' or '.join(ENGINES)}, not {engine[:40]!r}.")
    if engine == "dask":
        if not address:
            raise BadData("The engine dask needs the --address of a scheduler, such as tcp://10.0.0.1:8786.")
        if workers is not None:
            raise BadData("A Dask cluster has the workers it has; leave --workers out.")
        return _on_dask(batches, address)
    if address is not None:
        raise BadData("An --address is for the engine dask.")
    return _here(batches, min(local_workers(workers), max(1, len(batches))))


def _here(batches: Sequence[Batch], workers: int) -> Generator[BatchPlayed, None, None]:
    if workers == 1:
        yield from map(play_batch, batches)
        return
    from joblib.externals.loky.process_executor import BrokenProcessPool

    try:
        settings = {"backend": "loky", "n_jobs": workers, "idle_worker_timeout": _IDLE}
        yield from _parallel(_play_for, [(batch, os.getpid()) for batch in batches], settings)
    except BrokenProcessPool as error:
        raise Refused(
            "A worker process ended before its games were played (memory, or somebody stopped it); what was "
            "played is kept, and the same command goes on from there."
        ) from error


def _play_for(batch: Batch, parent: int) -> BatchPlayed:
    """Play a batch in a process of its own, that ends when the one it plays for is gone."""
    global _watching
    if not _watching:
        _watching = True
        Thread(target=_end_with, args=(parent,), daemon=True).start()
    return play_batch(batch)


_watching = False


def _end_with(parent: int) -> None:
    """End this process when its parent is killed; waiting for work, it would not notice."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _parallel(
    play: Callable[..., BatchPlayed], tasks: Sequence[tuple[Any, ...]], settings: dict[str, Any]
) -> Generator[BatchPlayed, None, None]:
    """One batch a task, each given back when done; unordered, so that a slow one holds up no other."""
    from joblib import Parallel, delayed, parallel_config

    warnings.filterwarnings("ignore", message="[0-9]+ tasks .* still being processed", module="joblib")
    with parallel_config(**settings):
        spread = Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs")
        yield from spread(delayed(play)(*task) for task in tasks)


def _on_dask(batches: Sequence[Batch], address: str) -> Generator[BatchPlayed, None, None]:
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise Refused("Dask is not installed here; `pip install 'whitecell[dask]'` adds it.") from None
    for name in ("distributed", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # a lost worker is no news: its games are replayed
    with ExitStack() as stack:
        try:
            connect: Callable[..., Any] = Client  # it has no types
            client = stack.enter_context(connect(address, timeout=_CONNECT, set_as_default=False))
        except ValueError as error:
            raise BadData(f"{address[:80]!r} is no address of a Dask scheduler: {error}.") from error
        except OSError as error:
            raise Refused(f"No Dask scheduler answers at {address[:80]}.") from error
        try:
            yield from _parallel(
                play_batch,
                [(batch,) for batch in batches],
                {"backend": _dask_backend()(client=client, wait_for_workers_timeout=_CONNECT), "n_jobs": -1},
            )
        except KilledWorker as error:
            raise Refused(
                "Several workers of the cluster ended over the same games; what was played is kept, and the "
                "same command goes on from there."
            ) from error
        except TimeoutError as error:
            raise Refused(f"The Dask scheduler at {address[:80]} has no workers.") from error


def _dask_backend() -> type[Any]:
    """joblib's engine for Dask, made to pass on also that a task is lost for good; as it comes it would
    wait for its result for ever.

    It sends anything that can be weakly referenced to a few workers beforehand, and would lose it with
    them: a batch is a msgspec Struct, cannot be so referenced, and goes along with its task.
    """
    from joblib._dask import DaskDistributedBackend

    class Backend(DaskDistributedBackend):  # type: ignore[misc]
        def submit(self, func: Any, callback: Callable[[Any], None]) -> Any:
            def tell(done: Any) -> None:
                lost = done.exception()
                if lost is not None:
                    callback(lost)

            future = super().submit(func, callback)
            future.add_done_callback(tell)
            return future

        def retrieve_result_callback(self, out: Any) -> Any:
            if isinstance(out, Exception):
                raise out
            return super().retrieve_result_callback(out)

    return Backend
