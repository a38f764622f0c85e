"""`python -m tests.docs` writes the tables of commands and events into the documents anew; with names of
documents it brings what they show up to date instead. Read the difference before you keep it."""

import os
import sys
import tempfile
from pathlib import Path

from tests.docs.documents import DOCUMENTS
from tests.docs.refresh import differing, renewed, write
from tests.docs.tables import fill
from tests.docs.terminal import play


def main(names: list[str]) -> int:
    """Exit code 1 when something must be mended by hand, 2 for an unknown document."""
    if not names:
        fill()
    paths = {path.name: path for path in DOCUMENTS}
    unknown = [name for name in names if name not in paths]
    if unknown:
        print(f"There is no document {unknown[0]!r}; there are: {', '.join(paths)}.", file=sys.stderr)
        return 2
    by_hand = 0
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            changes = []
            for shown, printed in differing(play(paths[name], Path(folder))):
                new = renewed(shown, printed)
                if new is None:
                    by_hand += 1
                    print(f"{name}, line {shown.line}: {shown.command}\n{printed}")
                else:
                    changes.append((shown, new))
            write(paths[name], changes)
            print(f"{name}: {len(changes)} commands renewed.")
            os.chdir("/")
    return 1 if by_hand else 0


sys.exit(main(sys.argv[1:]))
