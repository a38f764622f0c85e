"""The read model: built from a database of games, and refreshed after an order."""

import tempfile
from functools import partial
from pathlib import Path

from domain.ledger.store import Ledger
from reports.read_model.build import Source, refresh
from tests.bench import Measured, bench, best
from tests.bench.ramadi import GAME, played

EVENTS = 10_000


@bench
def read_model() -> Measured:
    """Read from SQLite, decoded, checked and written to SQLite."""
    entries = played("sensible", EVENTS)
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(str(Path(folder) / "games.db"))
        ledger.bring_in(entries, "bench")
        source = Source(GAME, "bench", lambda after: ledger.entries(GAME, after))

        def build() -> None:
            path = Path(folder) / "read.db"
            path.unlink(missing_ok=True)
            refresh(path, [source])

        took = best(build)
        ledger.close()
    return Measured("read model built from games on disk", len(entries) / took, "events/s", at_least=20_000)


@bench
def read_model_refreshed() -> Measured:
    """Brought up to date after the last ten events of a long game."""
    entries = played("sensible", EVENTS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "read.db"
        times = []
        for _ in range(3):
            path.unlink(missing_ok=True)
            refresh(path, [Source(GAME, "bench", lambda after: entries[:-10][after:])])
            whole = Source(GAME, "bench", lambda after: entries[after:])
            times.append(best(partial(refresh, path, [whole]), times=1))
    return Measured(f"the same, 10 more events of {len(entries)}", min(times) * 1000, "ms")
