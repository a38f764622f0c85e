"""The fonts that a PDF is set with, and the letters that no font has.

The fonts are those that come with this program (`reports/fonts`), so that a PDF comes out the same on every
machine; only for letters that they do not have are those of libraries and of the machine looked through.
"""

import warnings
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

TEXT = "SourceSansPro"
"""How the files of the font of all plain text begin."""
MOST_NAMED = 10
"""Letters that a warning names."""

_NEED_NO_FONT = frozenset((*range(32), 0x7F, 0xAD, *range(0x200B, 0x2010), *range(0x2028, 0x202F), 0xFEFF))
"""Line ends, joiners, marks of direction: nothing is drawn for them."""


class MissingLetters(UserWarning):
    """A PDF has letters that no font here can draw: boxes stand in their place."""


class Fonts(NamedTuple):
    """Where to look for fonts, and whether in the machine's own too."""

    folders: list[Path]
    with_system: bool


def fonts_for(texts: Iterable[str]) -> Fonts:
    """The fonts that these texts need. Warns of letters that none has, by MissingLetters."""
    letters = {ord(char) for text in texts for char in text} - _NEED_NO_FONT
    folders = [_our_own()]
    rest = set(letters)
    for file in _files():
        if not rest:
            break
        rest -= _letters_of(file)
    if not rest:
        return Fonts(folders, False)
    signs = _dejavu()
    if signs is not None:
        folders.append(signs)
        rest -= _letters_of(signs / "DejaVuSans.ttf")
    if not rest:
        return Fonts(folders, False)
    missing = _in_no_system_font(rest)
    if missing:
        warnings.warn(_told(missing), MissingLetters, stacklevel=2)
    return Fonts(folders, True)


def _files() -> list[Path]:
    """The fonts that come with this program, those of most texts first."""
    found = [file for file in _our_own().iterdir() if file.suffix in (".otf", ".ttf")]
    return sorted(found, key=lambda file: (not file.name.startswith(TEXT), file.stat().st_size))


def _dejavu() -> Path | None:
    """The DejaVu fonts of matplotlib, where it is installed; it is not imported for them."""
    found = find_spec("matplotlib")
    if found is None or not found.submodule_search_locations:
        return None
    return Path(found.submodule_search_locations[0]) / "mpl-data" / "fonts" / "ttf"


def _our_own() -> Path:
    return Path(str(files("reports").joinpath("fonts")))


@cache
def _letters_of(file: Path, index: int = 0) -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(file, lazy=True, fontNumber=index) as font:
        return frozenset(font.getBestCmap() or ())


def _in_no_system_font(letters: set[int]) -> set[int]:
    """What is left of the letters when the fonts of the machine have been looked through."""
    import typst
    from fontTools.ttLib import TTLibError

    rest = set(letters)
    for font in typst.Fonts(include_system_fonts=True, include_embedded_fonts=False).fonts():
        if rest and font.path is not None:
            try:
                rest -= _letters_of(Path(font.path), font.index or 0)
            except (OSError, TTLibError):
                continue
    return rest


def _told(missing: set[int]) -> str:
    named = [f"{chr(letter)} (U+{letter:04X})" for letter in sorted(missing)]
    more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    told = ", ".join(named[:MOST_NAMED])
    return f"No font here has these characters; the PDF shows boxes instead: {told}{more}."
