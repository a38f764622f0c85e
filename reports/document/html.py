"""A document as one self-contained page of HTML: for a screen, a phone, paper, and dark mode."""

import json
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from domain.text import visible
from reports.document.blocks import (
    Block,
    Document,
    Figure,
    Interactive,
    Section,
    Unfold,
    anchors,
    every_block,
    groups,
    spans,
)
from reports.document.shared import Shared
from reports.document.templating import templates

_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'


def html(document: Document) -> str:
    """The document as a page. A browser runs no script in it but ours, and loads nothing."""
    known = anchors(document)
    every = tuple(every_block(document.sections))
    parts = dict.fromkeys(block.template for block in every if isinstance(block, Interactive))
    folds = any(_folds(block) for block in every)
    script = "\n".join(_part(f"{name}.js") for name in (*(("page",) if folds else ()), *parts))
    page = templates().get_template("document/page.html.j2")
    shared = Shared()
    return page.render(
        document=document,
        anchors=known,
        groups=groups(document),
        spans=spans,
        kind=_kind,
        drawing=lambda svg: _drawing(shared.drawn(svg)),
        own_drawing=lambda svg: _drawing(shared.known(svg)),
        as_json=_as_json,
        styles=Markup("\n".join(_part(f"{name}.css") for name in parts)),
        script=Markup(script),
        script_digest=b64encode(sha256(script.encode()).digest()).decode() if script else "",
    )


def _folds(block: Block) -> bool:
    """Whether something in it is folded, and must be unfolded for a link or for paper."""
    return isinstance(block, Unfold | Figure) or (isinstance(block, Section) and block.annex)


def _kind(block: Block) -> str:
    """The kind of a block, as the template names it."""
    return str(block.__struct_config__.tag)


def _drawing(svg: str) -> Markup:
    """A figure's drawing for use inside a page, which needs no namespace."""
    return Markup(svg.replace(_NAMESPACE, "", 1))


def _as_json(data: Any) -> Markup:
    """Data for a script, written so that nothing in it can end the element."""
    text = json.dumps(_shown(data), ensure_ascii=True, separators=(",", ":"))
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def _shown(data: Any) -> Any:
    """The data with hidden characters in its texts made visible."""
    if isinstance(data, str):
        return visible(data)
    if isinstance(data, dict):
        return {name: _shown(value) for name, value in data.items()}
    return [_shown(value) for value in data] if isinstance(data, list | tuple) else data


def _part(name: str) -> str:
    """The script or the styles of an interactive part, without comments for authors."""
    text = files("reports").joinpath("templates", "document", name).read_text(encoding="utf-8")
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))
