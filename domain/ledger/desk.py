"""The desk: which games are in the database, which is the current one, and where their seals are."""

from collections.abc import Sequence
from typing import Protocol
from uuid import NAMESPACE_URL, uuid5

import msgspec

from domain.errors import NotFound
from domain.ledger.register import RegisterEntry, fault_of
from domain.resolving import resolve

DESK = uuid5(NAMESPACE_URL, "whitecell desk")
"""The stream of the desk."""


class GameInFront(msgspec.Struct, frozen=True, tag="game-in-front.1"):
    """The current game: commands mean it if none is named."""

    game: str


class DeskEntry(msgspec.Struct, frozen=True):
    """One fact on the desk and its place there, from 1."""

    number: int
    fact: GameInFront


class Seals(Protocol):
    """Where the secrets of sealed dice are kept, apart from the games."""

    def get(self, game: str) -> str | None:
        """The secret of a game's dice, None if it is not here."""
        ...

    def why_not(self, game: str) -> str:
        """Why the secret of a game's dice is not available, in one sentence."""
        ...


class Desk:
    """The facilitator's desk: games by name, the current one, the register and the seals."""

    def __init__(self, entries: Sequence[DeskEntry], register: Sequence[RegisterEntry], seals: Seals) -> None:
        self.length = entries[-1].number if entries else 0
        self.register = tuple(register)
        self.register_fault = fault_of(register)
        self.games: dict[str, str] = {}
        self.in_front = entries[-1].fact.game if entries else None
        self._seals = seals
        for registered in register:
            self.games.setdefault(registered.said.name, registered.said.game)

    def registered(self, game: str) -> RegisterEntry | None:
        """The register's entry for a game, None for one that is not here."""
        return next((entry for entry in self.register if entry.said.game == game), None)

    def seal(self, game: str) -> str | None:
        """The secret of a game's dice, or None if it is not available."""
        return self._seals.get(game)

    def why_no_seal(self, game: str) -> str:
        """Why there is no secret of a game's dice, in one sentence."""
        return self._seals.why_not(game)

    def name_of(self, game: str) -> str:
        """The name of a game in this database."""
        return next((name for name, id in self.games.items() if id == game), game)

    def game_id(self, name: str | None) -> str:
        """The id of the game of that name, or of the current one. Raises NotFound."""
        if name is None:
            if self.in_front is None:
                raise NotFound("There is no game here yet; `whitecell new SYSTEM` starts one.")
            return self.in_front
        if name not in self.games:
            name = resolve([(each, "") for each in sorted(self.games)], name, "game called")
        return self.games[name]
