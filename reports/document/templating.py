"""The HTML templates: everything that goes into them is escaped, unless it was drawn here."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from domain.text import visible
from reports.words.names import capital, one_line, spoken


@cache
def templates() -> Environment:
    """The templates in `reports/templates`; a name that a template does not receive is an error."""
    environment = Environment(
        loader=PackageLoader("reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_printable,
    )
    environment.tests["has"] = lambda values, key: key in values
    environment.filters.update(spoken=spoken, capital=capital, one_line=one_line)
    return environment


def _printable(value: Any) -> Any:
    """Text that people typed, without control characters; what was drawn here stays as it is."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
