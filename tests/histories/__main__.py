"""Runs histories and prints what they find: `python -m tests.histories somalia 1-20 40`."""

import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.histories.games import start_of
from tests.histories.machine import Pace, run, shrunk, steps_of


def main(name: str, seeds: str, many: int) -> int:
    first, _, last = seeds.partition("-")
    count: Counter[tuple[str, bool]] = Counter()
    failed = 0
    began = time.process_time()
    with TemporaryDirectory() as folder:
        for seed in range(int(first), int(last or first) + 1):
            start = start_of(name, seed)
            try:
                failure, history = run(
                    start, steps_of(seed, many), Path(folder) / "room", Pace(4, 1, 1, seed % 5 == 0)
                )
            except Exception:
                print(f"--- {name} {seed}: the machine itself", flush=True)
                traceback.print_exc(file=sys.stdout)
                continue
            count.update((kind, done) for kind, done, _ in history.accepted)
            if failure is not None:
                failed += 1
                print(f"--- {name} {seed}", flush=True)
                print(shrunk(failure, Path(folder) / "again"), flush=True)
    print(f"{name}: {failed} failed, {time.process_time() - began:.0f} s of CPU")
    for kind in dict.fromkeys(kind for kind, _ in count):
        print(f"  {kind:<18} {count[kind, True]:>5} done {count[kind, False]:>5} refused")
    return failed


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
