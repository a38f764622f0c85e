"""What a phase that the scenario defines asks for, in words."""

from collections.abc import Sequence

from adjudication.seminar.asked import Wanted
from reports.words.messages import form_title
from reports.words.names import Names, capital, joined, one_line

_NOTES = {"observation": "an observation", "insight": "an insight"}


def asked_lines(wanted: Sequence[Wanted], names: Names) -> list[str]:
    """What the phase asks for and has not received yet, one line each."""
    lines = []
    for ask, missing in wanted:
        if not missing:
            continue
        text = one_line(ask.text)
        who = joined([names.side(side) for side in missing])
        if ask.form:
            lines.append(_with(f"Still to send: {form_title(ask.form)} ({who})", text))
        elif ask.note:
            lines.append(_with(f"Still to note: {_NOTES.get(ask.note, f'a {ask.note}')}", text))
        else:
            offered = joined([names.thing(answer) for answer in ask.answers], "or")
            options = f" ({offered})" if ask.answers else ""
            lines.append(f"{capital(who)} will be asked as the phase ends: {text}{options}")
    return lines


def _with(head: str, text: str) -> str:
    return f"{head}: {text}" if text else f"{head}."
