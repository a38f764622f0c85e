"""Small pieces of SVG: every text and attribute is escaped here and nowhere else."""

from xml.sax.saxutils import escape, quoteattr

from reports.words.names import one_line


def attributes(given: dict[str, object]) -> str:
    """Attributes from keywords: `stroke_width=2` is `stroke-width="2"`; None is left out."""
    return "".join(
        f" {name.rstrip('_').replace('_', '-')}={quoteattr(number(value))}"
        for name, value in given.items()
        if value is not None
    )


def number(value: object) -> str:
    """A value as an attribute: a coordinate with one decimal at most, text on one line."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else one_line(value)


def tag(name: str, *inside: str, **given: object) -> str:
    """An element around what is inside, which is SVG already."""
    content = "".join(inside)
    return f"<{name}{attributes(given)}>{content}</{name}>" if content else f"<{name}{attributes(given)}/>"


def words(text: object, x: float, y: float, size: float, **given: object) -> str:
    """Text at a point, centred unless specified otherwise."""
    given = {"text_anchor": "middle", **given}
    return tag("text", escape(one_line(text)), x=x, y=y, font_size=size, **given)


def text(text: object, x: float, y: float) -> str:
    """Text at a point, in the style of its group."""
    return tag("text", escape(one_line(text)), x=round(x), y=round(y))


def title(text: object) -> str:
    """The text that a reader of the drawing hears, or sees when pointing at an element."""
    return tag("title", escape(one_line(text)))


def split(text: str, width: int, lines: int) -> list[str]:
    """Text in at most that many lines of that many characters, cut with a dot if it is longer."""
    from textwrap import wrap

    return wrap(one_line(text), width, max_lines=lines, placeholder="…", break_long_words=True)
