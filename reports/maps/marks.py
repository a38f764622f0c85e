"""Short signs for a map: terrain glyphs, and codes of a few letters for kinds of counters."""

from collections.abc import Iterable

from reports.maps.terrain import SIGNS

GLYPHS = {"open": ".", "clear": ".", "land": ".", "outside": " "}
"""Signs for terrain without a texture, by its name; other such terrain is shown by its first letter."""

LONGEST_CODE = 3


def glyph(terrain: str, texture: str = "") -> str:
    """The one-character sign of a terrain that has this texture on a drawn map."""
    if texture in SIGNS:
        return SIGNS[texture]
    return GLYPHS.get(terrain, terrain[:1].upper() if terrain.isprintable() and terrain else " ")


def codes(kinds: Iterable[str]) -> dict[str, str]:
    """Codes of at most three characters, kind -> code, no two alike: `mech` MEC, `ied-deep` IDE."""
    found: dict[str, str] = {}
    for kind in kinds:
        words = ["".join(filter(str.isalnum, word)) for word in kind.replace("_", "-").split("-")]
        words = [word for word in words if word] or ["x"]
        code = words[0] if len(words) == 1 else words[0][:1] + words[-1]
        code = code[:LONGEST_CODE].upper()
        taken = found.values()
        number = 2
        while code in taken:
            stem = code[: LONGEST_CODE - len(str(number))]
            if f"{stem}{number}" not in taken:
                code = f"{stem}{number}"
            number += 1
        found[kind] = code
    return found
