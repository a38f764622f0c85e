"""The HTML templates: whatever goes into them is escaped, unless it is drawn here."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from reports.names import capital, one_line, spoken


@cache
def templates() -> Environment:
    """The templates in `reports/templates`; a name that a template is not given is an error."""
    environment = Environment(
        loader=PackageLoader("reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(spoken=spoken, capital=capital, one_line=one_line)
    return environment
