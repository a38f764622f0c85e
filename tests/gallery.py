"""The reports of one game of each rule system and of a seminar, as HTML and PDF and as pictures.

python -m tests.gallery gallery            # all of them, into a folder
python -m tests.gallery gallery --docs     # and the few pictures that docs/gallery.md shows
"""

import argparse
import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image

from domain.game.chain import GENESIS, enter
from domain.ledger.logfile import write_log
from tests.reports.browser import Browser
from tests.seminar.golden import seminar

SHOWN = Path(__file__).parent.parent / "docs" / "gallery"
"""The pictures that the document shows."""

COLOURS = 96
"""Colours of a picture in the document, so that it stays small."""


class Played(NamedTuple):
    """A game of the gallery. side: whose review is made, too. chances: games from each point, where the
    chances of winning are played out."""

    system: str
    seed: int
    side: str
    chances: int = 0


GAMES = (
    Played("ramadi", 20151222, "isf", 60),
    Played("ows", 3, "blue"),
    Played("nineveh", 4, "daesh"),
    Played("somalia", 5, "un"),
    Played("ignorant-armies", 2, "iran"),
)


class Picture(NamedTuple):
    """A picture of a page: of which file, what it is called, where in the page, and how it is looked at."""

    page: str
    name: str
    at: str = ""
    look: Mapping[str, Any] = MappingProxyType({})


WIDE = {"width": 1400, "height": 900}
PHONE = {"width": 390, "height": 844}

PICTURES = (
    *(Picture(f"{game.system}/review.html", f"{game.system}-review", look=WIDE) for game in GAMES),
    *(Picture(f"{game.system}/review.html", f"{game.system}-map", "#timeline", WIDE) for game in GAMES[:4]),
    Picture("ramadi/review.html", "ramadi-dark", look={**WIDE, "dark": True}),
    Picture("ramadi/review.html", "ramadi-phone", look=PHONE),
    Picture("seminar/review.html", "seminar-review", look=WIDE),
    Picture("study/report.html", "ramadi-study", look=WIDE),
    Picture("compare.html", "ramadi-compare", look=WIDE),
)


def whitecell(*words: str) -> None:
    """A command, as a user gives it. Raises CalledProcessError where it is refused."""
    program = Path(sys.executable).with_name("whitecell")
    subprocess.run([str(program), *words], check=True, stdout=subprocess.DEVNULL)


def write(folder: Path) -> None:
    """All reports, a folder for each game."""
    for game in GAMES:
        place = folder / game.system
        whitecell("demo", game.system, "--seed", str(game.seed), "--out", str(place), "--force")
        (place / "aar.html").rename(place / "review.html")
        log = str(place / "log.jsonl")
        if game.chances:
            worked_out = ("--with-luck", "--with-turning-points", "--games", str(game.chances))
            whitecell("aar", log, *worked_out, "--out", str(place / "review.html"), "--force")
        whitecell("aar", log, "--out", str(place / "review.pdf"), "--force")
        whitecell("aar", log, "--audience", "senior", "--out", str(place / "senior.pdf"), "--force")
        whitecell("aar", log, "--audience", game.side, "--out", str(place / f"{game.side}.html"), "--force")
        whitecell("audit", log, "--report", str(place / "audit.html"), "--force")
    place = folder / "seminar"
    place.mkdir(exist_ok=True)
    held, _ = seminar()
    write_log(place / "log.jsonl", enter(held.id, held.log, GENESIS), replace=True)
    for name in ("review.html", "review.pdf", "review.docx"):
        whitecell("aar", str(place / "log.jsonl"), "--out", str(place / name), "--force")
    shutil.rmtree(folder / "study", ignore_errors=True)
    whitecell(
        *("study", "ramadi", "--games", "400", "--vary", "option.drones=on,off"),
        *("--vary", "policy=sensible,random", "--out", str(folder / "study")),
    )
    other = folder / "ramadi" / "other.jsonl"
    whitecell("play", "ramadi", "--seed", "7", "--out", str(other), "--force")
    both = (str(folder / "ramadi" / "log.jsonl"), str(other))
    whitecell("compare", *both, "--out", str(folder / "compare.html"), "--force")


def pictures(folder: Path) -> None:
    """Pictures of the pages, into `pictures`."""
    (folder / "pictures").mkdir(exist_ok=True)
    with _browser() as browser:
        for picture in PICTURES:
            text = (folder / picture.page).read_text(encoding="utf-8")
            page = browser.open(text, picture.at, **picture.look)
            (folder / "pictures" / f"{picture.name}.png").write_bytes(page.picture())
            page.close()


@contextmanager
def _browser() -> Iterator[Browser]:
    with tempfile.TemporaryDirectory() as folder, Browser(Path(folder)) as browser:
        yield browser


def keep(folder: Path) -> None:
    """The pictures that stand in the document, in fewer colours."""
    for old in SHOWN.glob("*.png"):
        made = io.BytesIO()
        with Image.open(folder / "pictures" / old.name) as drawn:
            drawn.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(made, "PNG", optimize=True)
        old.write_bytes(made.getvalue())


def main() -> int:
    """Write the gallery; 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--docs", action="store_true", help="renew the pictures of docs/gallery.md, too")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    write(given.folder)
    pictures(given.folder)
    if given.docs:
        keep(given.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
