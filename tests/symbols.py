"""The unit symbols that the scenarios and the recorded games use, drawn for the program.

    python -m tests.symbols

writes them to reports/maps/symbols.jsonl anew: a line each, its code, its view box and its shapes. It needs
the library military-symbol, whose drawings are under the MIT licence.
"""

import re
from pathlib import Path

import msgspec

from reports.maps.symbols import by_library, plain

ROOT = Path(__file__).parent.parent
FILE = ROOT / "reports" / "maps" / "symbols.jsonl"
_SYMBOL = re.compile(r'symbol"?: *"([0-9]{20,30})"')


def codes() -> list[str]:
    """The codes of all symbols that the scenarios and the recorded games use."""
    read = (*ROOT.glob("scenarios/**/*.yaml"), *ROOT.glob("tests/games/*.jsonl"))
    return sorted({plain(code) for path in read for code in _SYMBOL.findall(path.read_text("utf-8"))})


def drawn() -> bytes:
    """The file's content."""
    rows = []
    for code in codes():
        found = by_library(code)
        if found is not None:
            rows.append(msgspec.json.encode([code, found.view_box, found.body]) + b"\n")
    return b"".join(rows)


if __name__ == "__main__":
    FILE.write_bytes(drawn())
