"""`python -m tests.bench [NAME...]`: the budgets beside what was measured, all or those named."""

import os
import platform
import sys
from importlib import import_module
from pkgutil import iter_modules

import tests.bench
from tests.bench import BENCHES, show


def main(names: list[str]) -> int:
    """Print the table; exit code 2 for an unknown name, 0 else: a missed budget is shown, not an error."""
    for module in iter_modules(tests.bench.__path__):
        if module.name != "__main__":
            import_module(f"tests.bench.{module.name}")
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"There is no bench {unknown[0]!r}; there are: {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores")
    print(f"{'what':<52}{'measured':>12}  {'unit':<10}{'budget':>12}")
    for name in names or BENCHES:
        measured = BENCHES[name]()
        line = f"{measured.what:<52}{show(measured.figure):>12}  {measured.unit:<10}{measured.target:>12}"
        print(f"{line}  {measured.verdict}".rstrip(), flush=True)
    return 0


sys.exit(main(sys.argv[1:]))
