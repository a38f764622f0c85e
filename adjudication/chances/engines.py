"""Engines: where the batches of a study are played, through joblib: processes here, or a Dask cluster."""

import logging
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack
from typing import Any

import msgspec

from adjudication.chances.study import Batch, BatchPlayed, play_batch
from adjudication.chances.workers import WorkerLost, cores, parallel, spread
from domain.errors import BadData, Refused

ENGINES = ("local", "dask")
_CONNECT = 10
"""Seconds to wait for a Dask scheduler, and for its first worker."""


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
    return _here(batches, cores(workers))


def _here(batches: Sequence[Batch], workers: int | None) -> Generator[BatchPlayed, None, None]:
    """Unordered, so that a slow batch holds up no other. The workers have the code that is here."""
    tasks = [(msgspec.structs.replace(batch, code=""),) for batch in batches]
    try:
        yield from spread(play_batch, tasks, workers, ordered=False)
    except WorkerLost as error:
        raise Refused(f"{error} What was played is kept; the same command goes on from there.") from error


def _on_dask(batches: Sequence[Batch], address: str) -> Generator[BatchPlayed, None, None]:
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise Refused("Dask is not installed here; `pip install 'whitecell[dask]'` adds it.") from None
    for name in ("distributed", "distributed.client", "tornado", "tornado.application"):
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
            backend = _dask_backend()(client=client, wait_for_workers_timeout=_CONNECT)
            settings = {"backend": backend, "n_jobs": -1}
            yield from parallel(play_batch, [(batch,) for batch in batches], settings, ordered=False)
        except KilledWorker as error:
            raise Refused(
                "Several workers of the cluster ended over the same games; what was played is kept, and the "
                "same command goes on from there."
            ) from error
        except TimeoutError as error:
            raise Refused(f"The Dask scheduler at {address[:80]} has no workers.") from error
        except (CancelledError, OSError) as error:
            raise Refused(
                f"The Dask scheduler at {address[:80]} does not answer any more; what was played is kept, "
                "and the same command goes on from there."
            ) from error


def _dask_backend() -> type[Any]:
    """joblib's engine for Dask, made to pass on also that a task is lost for good; as it comes it would
    wait for its result for ever.

    It sends anything that can be weakly referenced to a few workers beforehand, and would lose it with
    them: a batch is a msgspec Struct, cannot be so referenced, and goes along with its task.
    """
    from joblib._dask import DaskDistributedBackend

    class Backend(DaskDistributedBackend):  # type: ignore[misc]
        def effective_n_jobs(self, n_jobs: int) -> int:
            """Two at least: for one joblib would play all here, whatever the cluster is."""
            return max(2, int(super().effective_n_jobs(n_jobs)))

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
