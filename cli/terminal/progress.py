"""A progress bar on the terminal: how far, how fast, and how long it still takes."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Task
    from rich.text import Text


@contextmanager
def progress(what: str, total: int, unit: str, done: int = 0) -> Iterator[Callable[[int], None]]:
    """Shows a bar where errors go, if a person reads them there; call what it gives with each advance."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Speed(ProgressColumn):
        def render(self, task: "Task") -> "Text":
            return Text("" if task.speed is None else f"{task.speed:,.0f} {unit}/s")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Speed(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    # The speed is of the last minutes: what an earlier run did is no part of it.
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=120) as bar:
        task = bar.add_task(what, total=total, completed=done)
        bar.advance(task, 0)  # speed counts from here, not from the first few that were done
        yield lambda count: bar.advance(task, count)
