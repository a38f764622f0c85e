"""The options of a scenario, as they are said in text."""

import re
from collections.abc import Mapping, Sequence

from adjudication.engine.games.scenario import Scenario
from domain.errors import BadData
from domain.events import Value
from domain.text import NO_VALUE, value_said


def with_options(scenario: Scenario, chosen: Mapping[str, str]) -> dict[str, Value]:
    """The scenario's options with those chosen, read as the default's type.

    Raises BadData for an option it does not have, or a value that does not fit.
    """
    options = dict(scenario.options)
    for name, text in chosen.items():
        if name not in options:
            known = ", ".join(options) or "none"
            raise BadData(f"There is no option {name!r}; there are: {known}.")
        options[name] = option_value(name, options[name], text, scenario.one_of.get(name, ()))
    return options


_SWITCH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def option_value(name: str, default: Value, text: str, one_of: Sequence[Value] = ()) -> Value:
    """An option's value as said in text, read as the type it has, and one of these if there are any.

    Raises BadData when it does not fit.
    """
    value = _read_option(name, default, text)
    if one_of and value not in one_of:
        if text == NO_VALUE and "" in one_of:
            return ""
        raise BadData(f"Option {name} is one of {', '.join(map(value_said, one_of))}, not {text!r}.")
    return value


def _read_option(name: str, default: Value, text: str) -> Value:
    if isinstance(default, bool):
        if text.lower() not in _SWITCH:
            raise BadData(f"Option {name} is on or off, not {text!r}.")
        return _SWITCH[text.lower()]
    if isinstance(default, int):
        if not re.fullmatch("-?[0-9]{1,9}", text):
            raise BadData(f"Option {name} is a whole number, not {text!r}.")
        return int(text)
    return text
