"""Real processes write to one game at once: nothing is lost, nothing doubled."""

from collections import Counter

from domain.events import DieRolled, GameOpened, OrderDone, OrderGiven
from domain.game.chain import broken_links
from domain.game.game import Game
from domain.ledger.store import Ledger
from domain.table.mutators import rebuild
from tests.builders import check_conservation, notes, session, started, table
from tests.domain.racing import at_once

WRITERS = ("ann", "bob", "cem")
ACTS = 15


def test_nothing_is_lost_and_nothing_doubled(ledger: Ledger, database: str) -> None:
    game = started(ledger)
    session(game, ledger).begin()
    writer = ["-m", "tests.domain.writer", "append", database, game.id]
    told = at_once(*([*writer, name, str(ACTS)] for name in WRITERS))

    expected = Counter(f"{name}-{n}" for name in WRITERS for n in range(ACTS))
    again = ledger.load(game.id)
    given = [event for event in again.log if isinstance(event, OrderGiven) and event.by]
    assert Counter(notes(again.log)) == expected
    assert Counter(event.by for event in given) == expected
    assert Counter(line for lines in told for line in lines[:-1]) == Counter(
        f"{what} {act}" for what in ("note", "order") for act in expected
    )
    # All had read the game before any wrote, so at least all but the first had to look again.
    assert sum(int(lines[-1].removeprefix("again ")) for lines in told) >= len(WRITERS) - 1

    assert list(broken_links(ledger.entries(game.id))) == []
    assert [event.number for event in again.log] == list(range(1, len(again.log) + 1))
    check_orders(again)
    assert table(rebuild(again.log)) == table(again.state)
    check_conservation(again.state)


def check_orders(game: Game) -> None:
    """Each order is whole, and its events stand together; each chance was used once."""
    assert game.open_procedure() is None
    for event in game.log:
        if isinstance(event, OrderGiven):
            own = game.procedure(event.number)
            assert isinstance(own[-1], OrderDone)
            assert [part.number for part in own] == list(range(event.number, event.number + len(own)))
    chances = [event.chance for event in game.log if isinstance(event, DieRolled)]
    assert chances == list(range(1, len(chances) + 1))


def test_of_several_who_take_one_name_one_gets_it(ledger: Ledger, database: str) -> None:
    code = (
        "import sys; from domain.errors import Refused; from domain.ledger.store import Ledger;"
        "from tests.builders import started\n"
        "ledger = Ledger(sys.argv[1]); print('ready', flush=True); sys.stdin.readline()\n"
        "for n in range(12):\n"
        "    try: print(n, started(ledger, f'exercise {n}').id)\n"
        "    except Refused as error: print(n, error)\n"
        "ledger.close()\n"
    )
    told = at_once(*[["-c", code, database]] * 3)
    desk = ledger.desk()
    assert sorted(desk.games) == sorted(f"exercise {n}" for n in range(12))
    won = {line.split()[1] for lines in told for line in lines if len(line.split()) == 2}
    assert won == set(desk.games.values())
    lost = [line for lines in told for line in lines if len(line.split()) != 2]
    assert len(lost) == 24
    assert all("here already; choose another name" in line for line in lost)
    for name, id in desk.games.items():
        opened = ledger.load(id).log[0]
        assert isinstance(opened, GameOpened)
        assert opened.name == name


def test_many_may_open_a_new_database_at_once(database: str) -> None:
    """Each makes the tables if they are not there; on PostgreSQL every opening does it again."""
    code = (
        "import sys; from domain.ledger.store import Ledger\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "for n in range(12):\n"
        "    new = sys.argv[1] if '://' in sys.argv[1] else f'{sys.argv[1]}.{n}'\n"
        "    ledger = Ledger(new); print(len(ledger.desk().games)); ledger.close()\n"
    )
    assert at_once(*[["-c", code, database]] * 5) == [["0"] * 12] * 5
