from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote, urlencode
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from domain.ledger.store import Ledger


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database of the test's own: empty, and gone afterwards."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.db")
        return
    server = request.getfixturevalue("postgres_url")
    name = f"test_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield address(server, dbname=name)
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whatever uses a database is run on every kind of database that is promised."""
    if "database" in metafunc.fixturenames:
        metafunc.parametrize("database", ["sqlite", "postgresql"], indirect=True)


def address(server: str, **changes: str) -> str:
    """A `postgresql://` address like another, with some of its parts changed."""
    parts = {**conninfo_to_dict(server), **changes}
    user = quote(str(parts.pop("user", "")), safe="")
    password = quote(str(parts.pop("password", "")), safe="")
    name = quote(str(parts.pop("dbname", "")), safe="")
    return f"postgresql://{user}:{password}@/{name}?{urlencode(parts, quote_via=quote)}"


@pytest.fixture
def open_ledger(database: str) -> Iterator[Callable[[], Ledger]]:
    """Opens the test's database, as often as one likes; all are closed at the end."""
    ledgers: list[Ledger] = []

    def open_one() -> Ledger:
        ledgers.append(Ledger(database))
        return ledgers[-1]

    yield open_one
    for ledger in ledgers:
        ledger.close()


@pytest.fixture
def ledger(open_ledger: Callable[[], Ledger]) -> Ledger:
    return open_ledger()
