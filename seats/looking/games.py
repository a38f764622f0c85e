"""The games of a database, and the register of all that were opened in it."""

from collections.abc import Callable
from typing import Any

from domain.errors import Refused
from domain.game.chain import short
from domain.ledger.desk import Desk
from domain.ledger.register import head_of
from domain.ledger.store import Ledger
from seats.dialogue.eyes import views_of
from seats.seat.seat import Seat


def short_register(desk: Desk) -> dict[str, Any]:
    """How many games the register has, and its head in short: what a commitment to it needs."""
    told: dict[str, Any] = {"games": len(desk.register), "head": short(head_of(desk.register))}
    return {**told, "fault": desk.register_fault} if desk.register_fault else told


def warnings_of(ledger: Ledger, desk: Desk) -> list[str]:
    """What somebody has to do about the database and its seals, in sentences."""
    return [*ledger.warnings, *([desk.register_fault] if desk.register_fault else [])]


def games(desk: Desk, sit: Callable[[str], Seat]) -> list[dict[str, Any]]:
    """The games of a database. sit: takes a seat at the game of that id; how it is refused is told instead of
    the game."""
    rows = []
    for name, id in desk.games.items():
        entry = desk.registered(id)
        row: dict[str, Any] = {
            "name": name,
            "game": id,
            "current": id == desk.in_front,
            "registered": {"number": entry.number, "digest": short(entry.digest)} if entry else None,
        }
        try:
            seat = sit(id)
        except Refused as refused:
            rows.append({**row, "fault": refused.sentence})
            continue
        state, opened = seat.game.state, seat.game.opened
        events = len(views_of(seat, seat.me.own) if seat.me.own else seat.game.log)
        row.update(system=opened.system, scenario=opened.scenario, events=events, turn=state.turn)
        row.update(status="closed" if state.closed else "decided" if state.verdict else "open")
        rows.append(row)
    return rows


def bring_to_front(ledger: Ledger, name: str) -> dict[str, str]:
    """Make a game the current one. Raises NotFound."""
    id = ledger.desk().game_id(name)
    ledger.bring_to_front(id)
    return {"name": name, "game": id}


def scenario_options(system: str, scenario: str | None = None) -> list[dict[str, Any]]:
    """The options of a scenario: what each is by default, and the values it takes. Raises NotFound or
    BadData."""
    from adjudication.engine.games.scenario import load_scenario
    from adjudication.engine.games.systems import load

    laid = load_scenario(system, scenario or load(system).default_scenario)
    return [
        {
            "option": name,
            "default": default,
            "one_of": ([True, False] if isinstance(default, bool) else list(laid.one_of.get(name, ())))
            or None,
        }
        for name, default in laid.options.items()
    ]
