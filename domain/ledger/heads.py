"""The head of each stream in the event store: the last row's number and digest, written together with it."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from domain.ledger.desk import DESK

DIGEST_LENGTH = 64
"""A stored row begins with its digest, in hexadecimal."""


def heads(stored: Iterable[StoredEvent]) -> Iterator[tuple[UUID, int, str]]:
    """Stream, number and digest of the last of these rows in each stream, in the order of the streams.

    The order is the same for everyone, so that two writers never wait for each other.
    """
    last: dict[UUID, StoredEvent] = {}
    for row in stored:
        assert isinstance(row.originator_id, UUID)
        if (
            row.originator_id not in last
            or last[row.originator_id].originator_version < row.originator_version
        ):
            last[row.originator_id] = row
    for stream in sorted(last):
        row = last[stream]
        digest = "" if stream == DESK else row.state[:DIGEST_LENGTH].decode("ascii")
        yield stream, row.originator_version, digest
