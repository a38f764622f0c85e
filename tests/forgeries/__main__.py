"""Prints what audits come to, kind by kind."""

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.forgeries.kinds import KINDS
from tests.forgeries.logs import MAKERS
from tests.forgeries.mutations import report
from tests.forgeries.trial import WORSE, Trial, trials


def main(names: list[str]) -> None:
    """The table of the kinds named, or of all; with names, what was not as expected or passed in detail."""
    kinds = [kind for kind in KINDS.values() if not names or kind.name in names or kind.family in names]
    done: list[Trial] = [trial for name in MAKERS for trial in trials(name, kinds, most=4)]
    print(f"{'kind':<52} {'expected':<25}" + "".join(f"{word:>25}" for word in WORSE))
    for kind in kinds:
        count = Counter(trial.verdict for trial in done if trial.kind is kind)
        wrong = any(trial.kind is kind and not trial.as_expected for trial in done)
        cells = "".join(f"{count[word] or '':>25}" for word in WORSE)
        print(f"{kind.name:<52} {kind.verdict:<25}{cells}{'  <-- not as expected' * wrong}")
    total = Counter(trial.verdict for trial in done)
    print(
        f"{len(kinds)} kinds, {len(done)} forgeries: " + ", ".join(f"{n} {word}" for word, n in total.items())
    )
    unexpected = [trial for trial in done if not trial.as_expected]
    print(f"{len(unexpected)} not as expected")
    if names:
        print(*unexpected, sep="\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--mutations"]:
        with TemporaryDirectory() as folder:
            sys.exit(bool(report(int(sys.argv[2]), Path(folder) / "log", *map(int, sys.argv[3:4]))))
    main(sys.argv[1:])
