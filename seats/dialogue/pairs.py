"""What is typed as `key=value`."""

from collections.abc import Iterable

from domain.errors import BadData


def pairs(texts: Iterable[str] | None) -> dict[str, str]:
    """`key=value` texts as a mapping. Raises BadData for one that is not of that form, or said twice."""
    found: dict[str, str] = {}
    for text in texts or ():
        key, sign, value = text.partition("=")
        if not sign or not key.strip():
            raise BadData(f"Write key=value, not {text[:60]!r}.")
        if key.strip() in found:
            raise BadData(f"{key.strip()} is given twice.")
        found[key.strip()] = value.strip()
    return found
