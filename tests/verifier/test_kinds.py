"""Every kind of forgery that the audit is tested with, on every log: the verifier comes to the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.chain import Entry
from domain.ledger.logfile import to_lines
from tests.forgeries.kinds import KINDS, Kind, chained
from tests.forgeries.logs import MAKERS, Log, log
from tests.forgeries.trial import some
from tests.verifier.agreeing import difference


def forged(of: Log, kind: Kind, most: int) -> Iterator[list[bytes]]:
    """The lines of a log forged in that way, at some of its events."""
    for number in some([event.number for event in of.events if isinstance(event, kind.on)], most):
        made = kind.forge(of, of.events[number - 1])
        if made is None:
            continue
        if isinstance(made[0], bytes):
            yield [line.removesuffix(b"\n") for line in made if isinstance(line, bytes)]
            continue
        entries = [each for each in made if isinstance(each, Entry)]
        yield list(to_lines(entries or chained(made)))  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
def test_they_agree_on_every_kind_of_forgery(name: str, tmp_path: Path) -> None:
    of = log(name)
    path = tmp_path / "log"
    secret = None if of.closed else of.secret
    tried = 0
    for kind in KINDS.values():
        for lines in forged(of, kind, 2 if name in ("freeform", "ramadi-fork", "toy-cards") else 1):
            path.write_bytes(b"".join(line + b"\n" for line in lines))
            tried += 1
            assert difference(path, secret, of.origins, of.secrets) == "", kind.name
    assert tried > 40
