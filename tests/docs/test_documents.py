"""The reader of documents itself: what it takes for a match, and what it does not."""

from pathlib import Path

import pytest

from tests.docs.documents import Shown, anchors, blocks, links
from tests.docs.refresh import renewed, write


@pytest.mark.parametrize(
    ("shown", "printed", "fits"),
    [
        (["one", "two"], "one\ntwo\n", True),
        (["one"], "one\ntwo\n", False),
        (["one", "..."], "one\ntwo\nthree\n", True),
        (["...", "three"], "one\ntwo\nthree\n", True),
        (["one", "...", "two"], "one\ntwo\n", True),
        (["head ... end"], "head 1234 end\n", True),
        (["head ... end"], "head 1234\nend\n", False),
        (["a.c"], "abc\n", False),
        ([], "one\n", False),
        ([], "", True),
        (["..."], "", True),
    ],
)
def test_dots_stand_for_anything_and_nothing_else_does(shown: list[str], printed: str, fits: bool) -> None:
    assert Shown(1, "x", shown).fits(printed) is fits


def test_a_document_is_read(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(
        "# A page: first\n[there](other.md#part) [away](https://example.org)\n\n"
        "```console\n$ whitecell a \\\n  b\nout\n$ c\n```\n"
        "\n`data/x.yaml`, continued:\n\n```yaml\na: 1\n```\n"
    )
    console, data = blocks(path)
    assert [(each.command, each.output) for each in console.commands()] == [
        ("whitecell a \\\n  b", ["out"]),
        ("c", []),
    ]
    assert (data.file, data.more, data.text) == ("data/x.yaml", True, "a: 1\n")
    assert links(path) == ["other.md#part"]
    assert anchors(path) == {"a-page-first"}


def test_only_a_shown_sentence_excuses_an_error() -> None:
    assert not Shown(1, "x", ["..."]).may_fail
    assert Shown(1, "x", ["It is refused."]).may_fail


def test_what_is_shown_is_renewed_line_by_line() -> None:
    old = Shown(1, "x", ["   12  A die: 4", "...", "Order ... is done.", "..."])
    printed = "   14  A die: 5\nbetween\nOrder 9 is done.\nafter\n"
    assert renewed(old, printed) == ["   14  A die: 5", "...", "Order ... is done.", "..."]
    assert renewed(old, "something else\n") is None
    assert renewed(Shown(1, "x", ["a"]), "b\nc\n") == ["b", "c"]


def test_renewed_lines_take_the_place_of_the_old(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("```console\n$ one \\\n  two\nold\n$ three\nsame\n```\n")
    first, second = blocks(path)[0].commands()
    write(path, [(first, ["new", "newer"]), (second, ["same"])])
    assert path.read_text() == "```console\n$ one \\\n  two\nnew\nnewer\n$ three\nsame\n```\n"
