"""`python -m tests.mutate TARGET [--number N] [--seed SEED] [--tests FOLDER ...] [--fresh] [--most SECONDS]`.

See `tests.mutate`.
"""

import argparse
import signal
import sys
import time
from math import inf
from pathlib import Path

from tests.mutate.equivalent import Equivalents
from tests.mutate.mutants import mutants, sample
from tests.mutate.report import line, summary
from tests.mutate.running import Result, Workplace
from tests.mutate.targets import Target, target

ROOT = Path(__file__).parents[2]


def main(arguments: list[str] | None = None) -> int:
    """Mutate a target, and print what became of each mutant; 2 if there is no such target."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutate", description="Mutation testing of the rules."
    )
    parser.add_argument("target", help="a rule system, or domain, engine, audits, chances")
    parser.add_argument("--number", type=int, default=100, help="how many mutants (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="which random places (default: 1)")
    parser.add_argument("--tests", nargs="+", default=[], help="further folders or files of tests that count")
    parser.add_argument("--fresh", action="store_true", help="record anew which tests reach what")
    parser.add_argument("--most", type=float, default=30, help="seconds of tests for a mutant (default: 30)")
    given = parser.parse_args(arguments)
    try:
        chosen = target(given.target, ROOT, tuple(given.tests))
    except LookupError as unknown:
        print(unknown.args[0], file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was started ends, too
    results = mutate(chosen, ROOT, given.number, given.seed, given.fresh, given.most)
    print(summary(results, Equivalents.of(ROOT)))
    return 0


def mutate(
    chosen: Target, root: Path, number: int, seed: int, fresh: bool = False, most: float = inf
) -> list[Result]:
    """Try `number` random mutants of a target, with `most` seconds of tests each; print a line for each."""
    sources = {name: (root / name).read_bytes() for name in chosen.sources(root)}
    places = [place for name, source in sources.items() for place in mutants(name, source)]
    sampled = sample(places, number, seed)
    print(f"{chosen.code}: {len(sampled)} mutants of {len(places)} places, seed {seed}", flush=True)
    with Workplace(root, most) as workplace:
        began = time.monotonic()
        files = chosen.test_files(root)
        reach = workplace.reached(files, fresh)
        reach.read(sources)
        for failed in (test for test, each in reach.tests.items() if not each.passed):
            print(f"{failed} fails without any mutant and is left out", flush=True)
        print(f"{len(reach.tests)} tests recorded ({time.monotonic() - began:.0f} s)", flush=True)
        if reach.old:
            print(f"{len(reach.old)} of {len(files)} test files were recorded with older code", flush=True)
        began = time.monotonic()
        workplace.serve(files, reach)
        print(f"tests collected ({time.monotonic() - began:.0f} s)", flush=True)
        results = []
        for each in sampled:
            began = time.monotonic()
            results.append(workplace.tried(each, reach))
            print(line(len(results), results[-1], time.monotonic() - began), flush=True)
    return results


if __name__ == "__main__":
    sys.exit(main())
