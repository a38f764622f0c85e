"""What a run of mutants came to, in words."""

from collections import Counter
from math import sqrt

from tests.mutate.equivalent import Equivalents
from tests.mutate.running import Outcome, Result

NOTICED = (Outcome.KILLED, Outcome.TIMED_OUT)


def line(number: int, result: Result, seconds: float) -> str:
    """One result in one line, with the seconds that it took."""
    by = f" by {result.by}" if result.by else ""
    again = ", imported again" if result.imported_again else ""
    untried = f", {result.untried} tests not tried" if result.untried else ""
    return f"{number:4} {result.outcome}{by}: {result.mutant} ({seconds:.1f} s{again}{untried})"


def wilson(successes: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson score interval of a share, 95 % unless `z` says otherwise; of no trials from 0 to 1."""
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    middle = share + z * z / (2 * trials)
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    below = 1 + z * z / trials
    return max(0.0, (middle - half) / below), min(1.0, (middle + half) / below)


def summary(results: list[Result], equivalents: Equivalents) -> str:
    """How many mutants were noticed, and each that was not, with its line. Equivalent ones do not count."""
    equal = [each for each in results if equivalents.why(each.mutant) is not None]
    real = [each for each in results if equivalents.why(each.mutant) is None]
    counts = Counter(each.outcome for each in real)
    noticed = sum(counts[each] for each in NOTICED)
    low, high = wilson(noticed, len(real))
    lines = [
        "",
        ", ".join(f"{counts[each]} {each}" for each in Outcome) + f", {len(equal)} equivalent",
        f"noticed: {noticed} of {len(real)}"
        + (
            f", {_percent(noticed / len(real))} (95 % interval {_percent(low)} to {_percent(high)})"
            if real
            else ""
        ),
    ]
    for outcome in (Outcome.SURVIVED, Outcome.NOT_REACHED):
        for each in (each for each in real if each.outcome is outcome):
            lines += [f"{outcome}: {each.mutant}", f"    {each.mutant.text}"]
    for each in equal:
        why = equivalents.why(each.mutant)
        lines += [f"equivalent ({each.outcome}): {each.mutant}", f"    {why}"]
    return "\n".join(lines)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
