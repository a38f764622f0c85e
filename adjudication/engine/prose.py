"""Names in what people typed, which is shown as it was typed: a manual change whose words name what is
hidden is kept from those who do not know it, and the white cell is warned of what it let them read."""

import re
from collections.abc import Iterable

_BETWEEN = r"[\s_-]+"
"""What may stand between the words of a name: `Boat 17`, `boat-17` and `BOAT_17` are one."""


def names_in(text: str, names: Iterable[str], plural: bool = False) -> list[str]:
    """Those of the names that a text contains as whole words, however they are written. plural: also with an
    `s` more or less."""
    text = text.casefold()
    return [name for name in names if _is_in(text, name, plural)]


def _is_in(text: str, name: str, plural: bool) -> bool:
    words = [word for word in re.split(_BETWEEN, name.casefold()) if word]
    if plural and words:
        words[-1] = words[-1].removesuffix("s") or words[-1]
    if not all(word in text for word in words):
        return False
    spelled = _BETWEEN.join(map(re.escape, words))
    return bool(words) and bool(re.search(rf"(?<![\w-]){spelled}{'s?' if plural else ''}(?![\w-])", text))
