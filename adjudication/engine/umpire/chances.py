"""What rule code leaves to chance: rolls, draws, picks, shuffles."""

from collections.abc import Callable, Sequence
from typing import Any

from adjudication.engine.questions import dice_thrown
from adjudication.engine.recall import die_key, draw_key, pick_key, shuffle_key
from adjudication.engine.texts import ENGINE, texts
from adjudication.engine.umpire.answering import Answering, only
from adjudication.engine.umpire.log import Diverged
from adjudication.engine.umpire.names import check_place
from domain.errors import BadData
from domain.events import CounterDrawn, DieRolled, Picked, Shuffled, Value
from domain.table.dice import shuffled
from domain.table.state import Piece
from domain.texts import Said, as_argument

T = texts(ENGINE)


class Chances(Answering):
    """Dice, draws, random picks and shuffles."""

    def roll(self, die: int, purpose: Said, *, rule: str, audience: tuple[str, ...] | None = None) -> int:
        """Roll one die of that many sides: the face, or what was ruled in its place."""
        return self._roll(die, purpose, rule, audience, [], 1)

    def rolls(
        self, number: int, die: int, purpose: Said, *, rule: str, audience: tuple[str, ...] | None = None
    ) -> list[int]:
        """Roll several dice together: the faces, the highest first.

        Where dice are thrown on the table they are one question. Each die is an event of its own.
        """
        typed: list[tuple[int, str]] = []
        faces = [self._roll(die, purpose, rule, audience, typed, left) for left in range(number, 0, -1)]
        return sorted(faces, reverse=True)

    def tally(
        self,
        number: int,
        die: int,
        purpose: Said,
        worth: Callable[[int], int],
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> int:
        """Roll several dice together, and add up what each face is worth."""
        faces = self.rolls(number, die, purpose, rule=rule, audience=audience)
        return sum(int(worth(face)) for face in faces)

    def _roll(
        self,
        die: int,
        purpose: Said,
        rule: str,
        audience: tuple[str, ...] | None,
        typed: list[tuple[int, str]],
        left: int,
    ) -> int:
        """Roll one die; where dice are thrown on the table all that are left are asked for at once."""
        recorded = self._next_recorded(DieRolled, f"a D{die} for {purpose}") if self._retracing else None
        key = die_key(die, purpose, rule) if self._recall is not None else None
        recorded, again = self._before(recorded, key)
        chance = self._chance(recorded)
        by = ""
        if recorded is not None:
            face, source, by = recorded.face, recorded.source, recorded.by
            if not 1 <= face <= die:
                raise Diverged(recorded.number, recorded, f"a face from 1 to {die}")
        elif self._typed:
            if not typed:
                answer = self._ask(dice_thrown(left, die, purpose, rule))
                faces = answer.value if left > 1 else [answer.value]
                typed += [(face, answer.by) for face in faces]
            face, by = typed.pop(0)
            source = "typed"
        else:
            face, source = (
                self._number(die, chance, T("one die", die=die, purpose=as_argument(purpose)), rule),
                self._dice.source,
            )
        number = self.number
        self.tell(
            DieRolled(
                rule=rule,
                audience=audience,
                die=die,
                face=face,
                purpose=purpose,
                chance=chance,
                source=source,
                by=by,
                again=again,
            )
        )
        if self._recall is None:
            return int(face)
        return int(self._ruled(again or number, face, range(1, die + 1)))

    def roll_at_least(
        self, target: int, die: int, purpose: Said, *, rule: str, audience: tuple[str, ...] | None = None
    ) -> bool:
        """Roll one die against a target number: whether it meets or beats it."""
        return self.roll(die, purpose, rule=rule, audience=audience) >= target

    def draw(
        self,
        cup: str,
        purpose: Said,
        *,
        to: str,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> str:
        """Draw blindly from a cup and put the piece down at `to`: its id. Raises BadData when empty."""
        check_place(self.state, cup, rule)
        check_place(self.state, to, rule)
        inside = self.state.at.get(cup)
        if not inside:
            raise BadData(f"Nothing is left to draw in {cup}.")
        recorded = (
            self._next_recorded(CounterDrawn, f"a draw from {cup} for {purpose}") if self._retracing else None
        )
        if recorded is not None and recorded.piece not in inside:
            raise Diverged(recorded.number, recorded, f"a piece that lies in {cup}")
        key = draw_key(cup, to, purpose, rule, inside) if self._recall is not None else None
        recorded, again = self._before(recorded, key)
        chance = self._chance(recorded)
        if recorded is not None:
            piece, source = recorded.piece, recorded.source
        else:
            index = self._number(
                len(inside), chance, T("a draw", cup=cup, purpose=as_argument(purpose)), rule
            )
            piece, source = inside[index - 1], self._dice.source
        self.tell(
            CounterDrawn(
                rule=rule,
                audience=audience,
                cup=cup,
                piece=piece,
                to=to,
                purpose=purpose,
                chance=chance,
                source=source,
                again=again,
            )
        )
        return str(piece)

    def draw_until(
        self,
        cup: str,
        purpose: Said,
        fits: Callable[[Piece], bool],
        *,
        to: str,
        rule: str,
        back: str,
        audience: tuple[str, ...] | None = None,
    ) -> str | None:
        """Draw and turn up, putting back and mixing in what does not fit, until a piece does: its id.

        `back` is the rule that puts back. None, and nothing drawn, when no piece in the cup fits.
        """
        pieces = self.state.pieces
        if not any(fits(pieces[id]) for id in self.state.at.get(cup, ())):
            return None
        while True:
            id = self.draw(cup, purpose, to=to, rule=rule, audience=audience)
            self.reveal(id, rule=rule)
            if fits(pieces[id]):
                return id
            self.move(id, cup, rule=back)
            self.hide(id, rule=back)

    def pick(
        self,
        options: Sequence[Value],
        purpose: Said,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> Any:
        """Take one of several equals at random; of one there is nothing to pick."""
        if len(options) < 2:
            return only(options, purpose)
        recorded = self._next_recorded(Picked, f"a random pick for {purpose}") if self._retracing else None
        if recorded is not None and recorded.value not in options:
            raise Diverged(recorded.number, recorded, f"one of {', '.join(map(str, options))}")
        key = pick_key(options, purpose, rule) if self._recall is not None else None
        recorded, again = self._before(recorded, key)
        chance = self._chance(recorded)
        number = self.number
        if recorded is not None:
            value, source = options[list(options).index(recorded.value)], recorded.source
        else:
            index = self._number(len(options), chance, T("a random pick", purpose=as_argument(purpose)), rule)
            value, source = options[index - 1], self._dice.source
        self.tell(
            Picked(
                rule=rule,
                audience=audience,
                purpose=purpose,
                options=tuple(options),
                value=value,
                chance=chance,
                source=source,
                again=again,
            )
        )
        return self._ruled(again or number, value, options) if self._recall is not None else value

    def shuffle(self, place: str, *, rule: str) -> None:
        """Put the pieces at a place into a random order that nobody but the white cell may see."""
        check_place(self.state, place, rule)
        before = self.state.at.get(place, [])
        recorded = self._next_recorded(Shuffled, f"a shuffle of {place}") if self._retracing else None
        key = shuffle_key(place, rule, before) if self._recall is not None else None
        recorded, again = self._before(recorded, key)
        chance = self._chance(recorded)
        if recorded is not None:
            order, source = recorded.order, recorded.source
            if sorted(order) != sorted(before):
                raise Diverged(recorded.number, recorded, f"an order of what lies in {place}")
        else:
            self._number(1, chance, T("a shuffle", place=place), rule)
            order, source = (
                shuffled(before, self._dice, chance, self.state.entropy),
                self._dice.source,
            )
        self.tell(
            Shuffled(
                rule=rule, audience=(), place=place, order=order, chance=chance, source=source, again=again
            )
        )
