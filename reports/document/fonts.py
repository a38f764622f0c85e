"""The fonts of a PDF, and the characters that no font has.

The fonts are those of this program (`reports/fonts`), so that a PDF is the same on every machine; fonts of
libraries and of the machine are used only for characters that these do not have.
"""

import warnings
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

TEXT = "SourceSansPro"
"""The start of the file names of the font for plain text."""
MOST_NAMED = 10
"""The most characters that a warning names."""

_NEED_NO_FONT = frozenset((*range(32), 0x7F, 0xAD, *range(0x200B, 0x2010), *range(0x2028, 0x202F), 0xFEFF))
"""Line ends, joiners, direction marks: nothing is drawn for them."""


class MissingLetters(UserWarning):
    """A PDF has characters that no font here can draw: boxes replace them."""


class Fonts(NamedTuple):
    """The folders of fonts, and whether the machine's own fonts are used too."""

    folders: list[Path]
    with_system: bool


def fonts_for(texts: Iterable[str]) -> Fonts:
    """The fonts that these texts need. Warns of characters that none has, with MissingLetters."""
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
    """The fonts that come with this program, most widely used first."""
    found = [file for file in _our_own().iterdir() if file.suffix in (".otf", ".ttf")]
    return sorted(found, key=lambda file: (not file.name.startswith(TEXT), file.stat().st_size))


def _dejavu() -> Path | None:
    """The DejaVu fonts of matplotlib, if it is installed; it is not imported for them."""
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
    """The characters that the fonts of the machine do not have either."""
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
