"""The documents of the project, read as what they show: commands, what they print, files, links."""

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

_FENCE = re.compile(r"^```(\w*)\s*$")
_FILE = re.compile(r"^`(?P<name>[\w./-]+)`(?P<more>, continued)?:$")
_LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")


@dataclass
class Shown:
    """A command as a document shows it, with the lines that it is said to print."""

    line: int
    command: str
    output: list[str] = field(default_factory=list)

    @property
    def pattern(self) -> re.Pattern[str]:
        """What must be printed: `...` alone stands for any lines, within a line for anything."""
        parts = []
        for line in self.output:
            if line.strip() == "...":
                parts.append(r"(?:[^\n]*\n)*?")
            else:
                parts.append(".*?".join(map(re.escape, line.rstrip().split("..."))) + r"[ ]*\n")
        return re.compile("".join(parts))

    def fits(self, printed: str) -> bool:
        """Whether that is what was printed."""
        text = printed if not printed or printed.endswith("\n") else printed + "\n"
        return self.pattern.fullmatch(text) is not None

    @property
    def may_fail(self) -> bool:
        """A command may end with an error only where the document shows the sentence that it ends with."""
        return any(line.strip() not in ("", "...") for line in self.output)


@dataclass
class Block:
    """A fenced block: its language, its text, and the file that the line before it names, if any."""

    line: int
    language: str
    text: str
    file: str = ""
    more: bool = False

    def commands(self) -> list[Shown]:
        """The commands of a `console` block; a line that ends in a backslash goes on in the next."""
        found: list[Shown] = []
        going_on = False
        for offset, line in enumerate(self.text.splitlines()):
            if going_on:
                found[-1].command += "\n" + line
            elif line.startswith("$ "):
                found.append(Shown(self.line + 1 + offset, line[2:]))
            elif found:
                found[-1].output.append(line)
            else:
                raise ValueError(f"line {self.line}: a console block begins with a command")
            going_on = bool(found) and not found[-1].output and line.endswith("\\")
        return found


def blocks(path: Path) -> list[Block]:
    """The fenced blocks of a document, in order."""
    found: list[Block] = []
    inside: list[str] | None = None
    language, start, before = "", 0, ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        fence = _FENCE.match(line)
        if inside is None and fence is not None:
            inside, language, start = [], fence[1], number
        elif inside is not None and line == "```":
            named = _FILE.match(before)
            text = "".join(each + "\n" for each in inside)
            block = Block(start, language, text)
            if named is not None:
                block.file, block.more = named["name"], named["more"] is not None
            found.append(block)
            inside, before = None, ""
        elif inside is not None:
            inside.append(line)
        elif line.strip():
            before = line
    assert inside is None, f"{path.name}: the block of line {start} does not end"
    return found


def prose(path: Path) -> str:
    """A document without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def links(path: Path) -> list[str]:
    """The targets of a document's links, those to other sites left out."""
    return [each for each in _LINK.findall(prose(path)) if not re.match(r"[a-z]+:", each)]


def anchors(path: Path) -> set[str]:
    """The headings of a document as they are linked to."""
    headings = re.findall(r"^#+ (.+)$", prose(path), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
