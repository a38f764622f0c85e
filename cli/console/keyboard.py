"""The console at a terminal: line editing, history and completion, by prompt_toolkit."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from cli.console.words import split
from domain.text import visible

if TYPE_CHECKING:
    from cli.console.prompt import Console


class Keyboard:
    """Takes one line after the other from a person."""

    def __init__(self, console: "Console") -> None:
        self._session: PromptSession[str] = PromptSession(
            history=history(), completer=Completing(console), complete_while_typing=False
        )

    def line(self, prompt: str) -> str | None:
        """A line; None when the person, or the terminal, has gone. Raises KeyboardInterrupt."""
        try:
            return self._session.prompt(visible(prompt))
        except (EOFError, OSError):
            return None


def history() -> History:
    """Lines of earlier days, in a file that only its owner may read; none where it cannot be kept."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    file = Path(home) / "whitecell" / "history"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(file))


class Completing(Completer):
    """Completes a line as the shell would complete the command that it means."""

    def __init__(self, console: "Console") -> None:
        self._console = console

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """What the word before the cursor may become."""
        before = document.text_before_cursor
        incomplete = "" if before[-1:].isspace() else (before.split() or [""])[-1]
        said = split(before[: len(before) - len(incomplete)])
        for word in self.words(said, incomplete):
            if word.startswith(incomplete):
                quoted = f'"{word}"' if " " in word else word
                yield Completion(quoted, start_position=-len(incomplete))

    def words(self, said: list[str], incomplete: str) -> Iterable[str]:
        """The words that may stand behind those said."""
        console = self._console
        if not said or said == ["?"]:
            return [*console.commands, *([] if said else ["?", "exit"])]
        if said[0] not in console.commands:
            return []
        command: Any = console.group.get_command(None, said[0])
        options = {name: each for each in command.params for name in each.opts if name.startswith("-")}
        try:
            context = command.make_context(
                said[0],
                console.with_defaults(said)[1:],
                resilient_parsing=True,
                ignore_unknown_options=True,
                **console.group.context_settings,  # a command keeps `-h` or not from its first context
            )
        except Exception:  # a line half typed may be anything; it is read in earnest when it is given
            return []
        asked = options.get(said[-1])
        if asked is not None and not asked.is_flag:
            return [item.value for item in asked.shell_complete(context, incomplete)]
        if incomplete.startswith("-"):
            return options
        arguments = [each for each in command.params if each.param_type_name == "argument"]
        wanted = [each for each in arguments if each.nargs == -1 or context.params.get(each.name) is None]
        return [item.value for each in wanted[:1] for item in each.shell_complete(context, incomplete)]
