"""What the budgets of the design come to, measured: `python -m tests.bench [NAME...]`.

A bench is a function that returns a `Measured`; `bench` puts it on the list. Figures are the best of a few
runs: they say what the code can do, on this machine, undisturbed. What is measured a core counts processor
time alone, whatever else the machine does meanwhile.
"""

import time
from collections.abc import Callable
from operator import ge, le
from typing import NamedTuple


class Measured(NamedTuple):
    """What was measured, the figure, its unit, and the budget: `at_least` or `at_most` that much."""

    what: str
    figure: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def target(self) -> str:
        """The budget in words; empty when there is none."""
        if self.at_least is not None:
            return f">= {show(self.at_least)}"
        return f"<= {show(self.at_most)}" if self.at_most is not None else ""

    @property
    def verdict(self) -> str:
        """`ok`, or by how much the budget is missed; empty when there is none."""
        bound = self.at_least if self.at_least is not None else self.at_most
        if bound is None:
            return ""
        keeps = ge if self.at_least is not None else le
        return "ok" if keeps(self.figure, bound) else f"missed: {self.figure / bound:.0%} of the budget"


BENCHES: dict[str, Callable[[], Measured]] = {}


def bench(function: Callable[[], Measured]) -> Callable[[], Measured]:
    """Put a bench on the list, under the function's name."""
    BENCHES[function.__name__.replace("_", "-")] = function
    return function


def best(run: Callable[[], object], times: int = 5, clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of the quickest of several runs."""
    took = []
    for _ in range(times):
        start = clock()
        run()
        took.append(clock() - start)
    return min(took)


def best_of_a_core(run: Callable[[], object], times: int = 5) -> float:
    """The same, of processor time."""
    return best(run, times, time.process_time)


def show(figure: float | None) -> str:
    """A figure as one reads it: thousands apart, no more decimals than tell something."""
    if figure is None:
        return ""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:,.1f}".removesuffix(".0")
