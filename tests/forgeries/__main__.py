"""Prints what audits come to, kind by kind."""

import sys
from collections import Counter

from tests.forgeries.trial import FINDINGS, KINDS, MAKERS, NOT_FULLY, REFUSED, VERIFIED, Trial, trials

WORDS = (FINDINGS, REFUSED, NOT_FULLY, VERIFIED)


def main(names: list[str]) -> None:
    """The table of the kinds named, or of all; with names, what was not as expected or passed in detail."""
    kinds = [kind for kind in KINDS.values() if not names or kind.name in names or kind.family in names]
    done: list[Trial] = [trial for name in MAKERS for trial in trials(name, kinds)]
    print(f"{'kind':<52} {'expected':<18}" + "".join(f"{word:>18}" for word in WORDS))
    for kind in kinds:
        count = Counter(trial.verdict for trial in done if trial.kind is kind)
        wrong = any(trial.kind is kind and not trial.as_expected for trial in done)
        cells = "".join(f"{count[word] or '':>18}" for word in WORDS)
        print(f"{kind.name:<52} {kind.verdict:<18}{cells}{'  <-- not as expected' * wrong}")
    total = Counter(trial.verdict for trial in done)
    print(
        f"{len(kinds)} kinds, {len(done)} forgeries: " + ", ".join(f"{n} {word}" for word, n in total.items())
    )
    wrong = [trial for trial in done if not trial.as_expected]
    print(f"{len(wrong)} not as expected")
    if names:
        print(*wrong, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
