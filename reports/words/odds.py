"""Odds in words: the possible outcomes of an order, their probabilities, and what other answers would
change."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from adjudication.chances.odds import Choice, Fate, Odds, Outcome
from adjudication.chances.spreads import Spread
from adjudication.engine.losses import CASUALTY, out_of_game
from adjudication.engine.orders import Order
from domain.table.state import State
from reports.words.names import Names, capital, joined, number_of, one_line, signed, spoken
from reports.words.phrases import phrased, phrases

MOST_LINES = 12
"""Outcomes, and fates of a piece, that are listed one by one; the rest are summed up."""
MOST_BARS = 8
"""Bars under the headline."""
_WIDEST_BAR = 30
_OF_VALUE = re.compile(r"[^{}]*\{value\}[^{}]*")
"""Words for a mark that give only its value."""


def odds_lines(found: Odds, state: State, viewer: str, side: str, orders: Sequence[str]) -> list[str]:
    """Odds in full. side: the side that gives the order. state: the table now."""
    return _Words(found, Names(state, viewer), viewer, side).lines(orders)


def odds_brief(
    found: Odds, state: State, viewer: str, system: str, orders: Sequence[Order], texts: Sequence[str]
) -> list[str]:
    """Odds at a glance: one sentence with the aim of the order and its possible cost, then a bar for each
    change of the margin, or for each result if no score distinguishes them. system: the system whose words
    are used."""
    told = _Words(found, Names(state, viewer), viewer, orders[0].side)
    return told.brief(phrases(system).aims, orders, texts)


def bar(probability: float) -> str:
    """A probability as a bar of block characters."""
    eighths = round(probability * _WIDEST_BAR * 8)
    full, rest = divmod(eighths, 8)
    return "█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "" if full else "▏")


def percent(probability: float) -> str:
    """A probability in words; one that is not quite certain or impossible is not called so."""
    if 0 < probability < 0.0005:
        return "<0.1 %"
    if 0.9995 <= probability < 1 - 1e-12:
        return ">99.9 %"
    return f"{100 * probability:.1f} %"


class _Words:
    def __init__(self, found: Odds, names: Names, viewer: str, side: str) -> None:
        self.found = found
        self.names = names
        self.state = names.state
        told = [each for each in dict.fromkeys((side, viewer)) if each in found.margins]
        self.sides = told[:1] or list(found.margins)
        self.told = self._told(found.outcomes)
        parts = [parts for parts, _ in self.told]
        self.certain = {part for part in parts[0] if all(part in others for others in parts)}

    def _told(self, outcomes: Sequence[Outcome]) -> list[tuple[list[str], float]]:
        """The words for each outcome, and its probability; outcomes with the same words are added up."""
        found: dict[tuple[str, ...], float] = {}
        for outcome in outcomes:
            parts = tuple(self._parts(outcome))
            found[parts] = found.get(parts, 0.0) + outcome.probability
        return sorted(((list(parts), chance) for parts, chance in found.items()), key=lambda told: -told[1])

    def lines(self, orders: Sequence[str]) -> list[str]:
        return [
            *self._head(orders),
            *self._outcomes(),
            *self._pieces(),
            *self._tracks(),
            *self._verdicts(),
            *self._choices(),
            *self._secrets(),
        ]

    def brief(self, aims: Mapping[str, str], orders: Sequence[Order], texts: Sequence[str]) -> list[str]:
        if len(self.told) == 1:
            return self.lines(texts)
        headline = " ".join(self._headline(aims, orders))
        head, *rest = self._head(texts)
        return [
            *([headline] if headline else []),
            *self._bars(),
            *self._verdicts(),
            *self._choices(brief=True),
            *self._secrets(),
            head,
            *rest,
            "`--all` shows every result, piece and question.",
        ]

    def _headline(self, aims: Mapping[str, str], orders: Sequence[Order]) -> Iterator[str]:
        """`Take Warrar Dam: 83 %. Lose a unit: 52 %.`"""
        for order in orders:
            if order.name not in aims:
                continue
            said = {key: self.names.thing(value) for key, value in order.arguments.items()}
            aim = phrased(aims[order.name], said, str)
            named = (value for value in order.arguments.values() if isinstance(value, str))
            space = next((value for value in named if value in self.state.board.spaces), None)
            held = space is not None and any(
                piece.side == order.side and piece.steps for piece in self.state.pieces_at(space)
            )
            if aim and space is not None and not held:
                gained = self.found.probability(partial(self._gains, space))
                yield f"{capital(aim)}: {self._rounded(gained)}."
        side = orders[0].side
        for loses, own in (("Lose", True), ("Enemy loses", False)):
            weakened = self.found.probability(partial(self._costs, side, own, self._weakened))
            lost = self.found.probability(partial(self._costs, side, own, self._lost))
            if weakened > 0:
                step = self.found.probability(partial(self._costs, side, own, self._worse))
                yield f"{loses} a step: {self._rounded(step)}."
            if lost > 0:
                yield f"{loses} a unit: {self._rounded(lost)}."
        yield from self._facilities()
        yield from self._marked(side)

    def _facilities(self) -> Iterator[str]:
        """`Stavrik Naval Base damaged: 80 %, out of action: 30 %.`"""
        fates = (fate for outcome in self.found.outcomes for fate in outcome.fates)
        for id in dict.fromkeys(fate.piece for fate in fates if self._facility(fate)):
            damaged = self.found.probability(partial(self._at_most, id, self.state.pieces[id].steps - 1))
            closed = self.found.probability(partial(self._at_most, id, 0))
            told = [f"damaged: {self._rounded(damaged)}"] if damaged else []
            told += [f"out of action: {self._rounded(closed)}"] if closed else []
            if told:
                yield f"{self.names.piece(id)} {', '.join(told)}."

    def _at_most(self, id: str, steps: int, outcome: Outcome) -> bool:
        """Whether a piece ends with at most that many steps."""
        return any(fate.piece == id and fate.steps <= steps for fate in outcome.fates)

    def _marked(self, side: str) -> Iterator[str]:
        """`Enemy unit suppressed: 63 %.`"""
        found = (mark for outcome in self.found.outcomes for _, mark in self._on_pieces(outcome))
        for mark in dict.fromkeys(found):
            for whose, own in (("Own unit", True), ("Enemy unit", False)):
                chance = self.found.probability(partial(self._bears, mark, side, own))
                if chance:
                    yield f"{whose} {self._said_mark(mark, True)}: {self._rounded(chance)}."

    def _bears(self, mark: str, side: str, own: bool, outcome: Outcome) -> bool:
        """Whether a piece of the side, or of another side, gets a mark."""
        return any(
            each == mark and outcome.marks[id][mark] and (self.state.pieces[id].side == side) == own
            for id, each in self._on_pieces(outcome)
        )

    def _on_pieces(self, outcome: Outcome) -> Iterator[tuple[str, str]]:
        """The marks of pieces that change, each with its piece."""
        for subject, marks in outcome.marks.items():
            if subject in self.state.pieces:
                yield from ((subject, mark) for mark in marks)

    def _said_mark(self, mark: str, value: object) -> str:
        """A mark of a piece in the words of its system: `suppressed`."""
        words = phrases(self.names.system).marks.get(mark)
        if words is None or "{" in words.set:
            return spoken(mark) if value else f"no longer {spoken(mark)}"
        return words.set if value else words.gone

    def _rounded(self, probability: float) -> str:
        """A chance in whole percents; one that is not quite certain or impossible is not called so."""
        if self.found.exact:
            shown = f"{100 * probability:.0f} %"
            certain = probability == 0 or probability > 1 - 1e-9
            return percent(probability) if shown in ("0 %", "100 %") and not certain else shown
        low, high = self.found.interval(probability)
        return f"{100 * probability:.0f} % [{100 * low:.0f} to {100 * high:.0f}]"

    def _costs(self, side: str, own: bool, loses: Callable[[Fate], bool], outcome: Outcome) -> bool:
        """Whether the side, or another one, loses something."""
        return any(loses(fate) and (self._owner(fate) == side) == own for fate in outcome.fates)

    def _gains(self, space: str, outcome: Outcome) -> bool:
        """Whether a piece from elsewhere ends in a space."""
        return any(
            fate.place == space
            and fate.piece in self.state.pieces
            and self.state.pieces[fate.piece].place != space
            for fate in outcome.fates
        )

    def _owner(self, fate: Fate) -> str:
        if fate.piece in self.state.pieces:
            return self.state.pieces[fate.piece].side
        kind = self.state.kinds.get(fate.kind)
        return kind.side if kind is not None else ""

    def _lost(self, fate: Fate) -> bool:
        """Whether a piece is lost: out of the game, a casualty, or without its last step."""
        before = self.state.pieces.get(fate.piece)
        if not fate.place or out_of_game(self.state.board, fate.place):
            return True
        off = phrases(self.names.system).lost_to
        if fate.place in off:
            return before is not None and before.place not in off
        if fate.face == CASUALTY:
            return before is None or before.face != CASUALTY
        return before is not None and fate.steps == 0 < before.steps and not self._facility(fate)

    def _weakened(self, fate: Fate) -> bool:
        """Whether a piece stays in the game with fewer steps. Facilities are reported separately."""
        before = self.state.pieces.get(fate.piece)
        fewer = before is not None and 0 < fate.steps < before.steps
        return fewer and not self._facility(fate) and not self._lost(fate)

    def _worse(self, fate: Fate) -> bool:
        """Whether a piece loses a step, or is lost."""
        return self._weakened(fate) or self._lost(fate)

    def _facility(self, fate: Fate) -> bool:
        """Whether it is one of the pieces that stay on the map without steps."""
        before = self.state.pieces.get(fate.piece)
        return before is not None and before.kind.group in phrases(self.names.system).facilities

    def _bars(self) -> Iterator[str]:
        """A bar for each change of the margin; without margins, for each result."""
        if self.sides:
            side = self.sides[0]
            spread = self.found.margins[side]
            if len(spread.values) > 1:
                yield f"Margin of {self.names.side(side)}: {mean(spread)} on average"
                shown = sorted(spread.values.items(), key=lambda item: -item[1])[:MOST_BARS]
                wide = max(len(self._chance(probability)) for _, probability in shown)
                for value, probability in sorted(shown):
                    yield f"  {change(value):>4} {self._chance(probability):>{wide}}  {bar(probability)}"
                return
        for parts, probability in self.told[:MOST_BARS]:
            said = "; ".join(part for part in parts if part not in self.certain)
            yield f"  {self._chance(probability):>7}  {bar(probability)} {said or 'nothing more'}"
        rest = sum(probability for _, probability in self.told[MOST_BARS:])
        if rest:
            others = len(self.told) - MOST_BARS
            yield f"  {self._chance(rest):>7}  {bar(rest)} {others} other results"

    def _secrets(self) -> Iterator[str]:
        if self.found.on_secrets:
            viewer = self.names.side(self.names.viewer)
            yield f"These odds use information that {viewer} may not know: do not read them out."

    def _head(self, orders: Sequence[str]) -> Iterator[str]:
        found = self.found
        how = (
            f"exact ({number_of(found.runs, 'case') if found.runs < 1000 else f'{found.runs:,} cases'})"
            if found.exact
            else f"{found.samples:,} samples; 95 % intervals in brackets"
        )
        yield f"Odds of {', then '.join(map(one_line, orders))}: {how}."
        given = found.probability(lambda outcome: outcome.given == len(orders))
        if given < 1 - 1e-9:
            yield f"Chance that all of these orders can be given: {self._chance(given)}."
        if found.supposed:
            yield found.supposed

    def _chance(self, probability: float) -> str:
        if self.found.exact:
            return percent(probability)
        low, high = self.found.interval(probability)
        return f"{percent(probability)} [{100 * low:.1f} to {100 * high:.1f}]"

    # --- outcomes ----------------------------------------------------------------------------------

    def _outcomes(self) -> Iterator[str]:
        told = self.told
        certain = [part for part in told[0][0] if part in self.certain]
        if len(told) == 1:
            yield f"Certain result: {'; '.join(certain) or 'no visible change'}"
            return
        if certain:
            yield f"In every case: {'; '.join(certain)}"
        yield "Possible results:"
        for parts, probability in told[:MOST_LINES]:
            said = "; ".join(part for part in parts if part not in self.certain)
            yield f"  {self._chance(probability)}  {said or 'nothing more'}"
        rest = told[MOST_LINES:]
        if rest:
            together = sum(probability for _, probability in rest)
            yield f"  {self._chance(together)}  {len(rest)} less likely results"

    def _parts(self, outcome: Outcome) -> list[str]:
        """Everything that an outcome contains, each part in words."""
        said = [
            *(f"{capital(self.names.track(id))} {signed(change)}" for id, change in outcome.tracks.items()),
            *(f"{self._who(fate)} {self._where(fate)}" for fate in outcome.fates),
            *(
                self._mark(subject, mark, value)
                for subject, marks in outcome.marks.items()
                for mark, value in marks.items()
                if not self._bookkeeping(mark, value)
            ),
        ]
        if outcome.clock is not None:
            clock = outcome.clock
            side = f", {self.names.side(clock.side)}" if clock.side else ""
            said.append(f"turn {clock.turn}, {spoken(clock.phase)}{side}")
        if outcome.winner is not None:
            said.append(self._won(outcome.winner))
        return said

    def _bookkeeping(self, mark: str, value: object) -> bool:
        """Whether a mark has no words, or none for being taken off; the log does not show it either."""
        return phrases(self.names.system).bookkeeping(mark, value)

    def _mark(self, subject: str, mark: str, value: object) -> str:
        if subject in self.state.pieces:
            return f"{self.names.piece(subject)} {self._said_mark(mark, value)}"
        words = phrases(self.names.system).marks.get(mark)
        if words is not None and _OF_VALUE.fullmatch(words.set):
            owner = "" if subject == "game" else f"{self.names.side(subject)}: "
            if value is None:
                return f"{owner}{words.gone}"
            said = "yes" if value is True else "no" if value is False else self.names.thing(value)
            return f"{owner}{words.set.replace('{value}', said)}"
        whose = "" if subject == "game" else f"{self.names.side(subject)} marked "
        if value is True:
            return f"{whose}{spoken(mark)}"
        said = "none" if value is None else "no" if value is False else self.names.thing(value)
        return f"{whose}{spoken(mark)}: {said}"

    def _won(self, winner: str) -> str:
        return f"a win of {self.names.side(winner)}" if winner else "a draw"

    def _who(self, fate: Fate) -> str:
        if fate.piece:
            return self.names.piece(fate.piece) if fate.piece in self.state.pieces else one_line(fate.piece)
        kind = self.state.kinds.get(fate.kind)
        return f"{one_line(kind.name if kind is not None else fate.kind)} (face down now)"

    def _where(self, fate: Fate) -> str:
        if not fate.place:
            return "out of the game"
        before = self.state.pieces.get(fate.piece)
        said = []
        if before is not None and fate.steps == 0 < before.steps:
            gone = out_of_game(self.state.board, fate.place) or before.place == fate.place
            said.append("out of action" if self._facility(fate) else "destroyed")
            return said[0] if gone else f"{said[0]}, {self.names.at(fate.place)}"
        if before is None or before.place != fate.place:
            if out_of_game(self.state.board, fate.place):
                return "out of the game"
            if fate.place in phrases(self.names.system).lost_to:
                return "eliminated"
            said.append(self.names.at(fate.place))
        if fate.face and (before is None or before.face != fate.face):
            said.append(f"on its {spoken(fate.face)}{'' if 'side' in fate.face else ' side'}")
        elif before is not None and before.face and not fate.face:
            said.append("on its front")
        if before is not None and before.steps != fate.steps:
            said.append(f"with {number_of(fate.steps, 'step')}")
        return ", ".join(said) or "seen"

    # --- one by one --------------------------------------------------------------------------------

    def _pieces(self) -> Iterator[str]:
        """Each piece by itself, regardless of the others."""
        fates: dict[str, dict[str, float]] = {}
        known: set[str] = set()
        for outcome in self.found.outcomes:
            # Pieces of the same name may end alike: either of them doing so is one outcome.
            for who, where in dict.fromkeys((self._who(f), self._where(f)) for f in outcome.fates):
                if f"{who} {where}" not in self.certain:
                    ends = fates.setdefault(who, {})
                    ends[where] = ends.get(where, 0.0) + outcome.probability
            known.update(self._who(fate) for fate in outcome.fates if fate.piece)
        if fates:
            yield "Each piece:"
        for who, ends in fates.items():
            likely = sorted(ends.items(), key=lambda item: -item[1])
            told = [f"{where} {self._chance(p)}" for where, p in likely[:MOST_LINES]]
            stays = 1 - sum(ends.values())
            if stays > 1e-9 and who in known:
                told.append(f"unchanged {self._chance(stays)}")
            yield f"  {capital(who)}: {'; '.join(told)}"

    def _tracks(self) -> Iterator[str]:
        for id, spread in self.found.tracks.items():
            yield f"{capital(self.names.track(id))}: {self._spread(spread)}"
        for side in self.sides:
            yield f"Margin of {self.names.side(side)}: {self._spread(self.found.margins[side])}"

    def _spread(self, spread: Spread) -> str:
        values = list(spread.values.items())
        if len(values) == 1:
            return f"{change(values[0][0])} in every case"
        told = joined([f"{change(value)} in {self._chance(p)}" for value, p in values[:MOST_LINES]])
        if len(values) > MOST_LINES:
            told = f"from {change(values[0][0])} to {change(values[-1][0])}"
        return f"average {mean(spread)} ({told})"

    def _verdicts(self) -> Iterator[str]:
        chances: dict[str, float] = {}
        for outcome in self.found.outcomes:
            if outcome.winner is not None:
                chances[outcome.winner] = chances.get(outcome.winner, 0.0) + outcome.probability
        for winner, probability in chances.items():
            yield f"Chance that the game ends with {self._won(winner)}: {self._chance(probability)}."

    # --- answers -----------------------------------------------------------------------------------

    def _choices(self, *, brief: bool = False) -> Iterator[str]:
        for choice in self.found.choices:
            options = choice.options
            if brief and not (self.sides and len({_score(each.margins) for each in options}) > 1):
                continue
            if not self.sides and options and not choice.of:
                yield f"Question to {self.names.side(choice.side)}: {self._in_a_line(choice)}"
                continue
            same = (
                bool(self.sides) and len(options) > 1 and len({_score(each.margins) for each in options}) == 1
            )
            asked = f"Question to {self.names.side(choice.side)}: {self.names.text(choice.question)}"
            yield f"{asked}{' (no effect on the score)' if same else ''}"
            if choice.skipped:
                yield "  (answers not compared: there are too many outcomes; try one with --answer)"
            elif not options:
                yield "  (too many answers to try)"
            if choice.of:
                yield f"  ({len(options)} of {choice.of:,} answers tried)"
            for option in options:
                assumed = " (assumed above)" if option.assumed else ""
                told = "" if same else f": {self._margins(option.margins)}"
                yield f"  {self.names.thing(option.answer)}{assumed}{told}"

    def _in_a_line(self, choice: Choice) -> str:
        """A question and its answers in one line, if no score distinguishes them."""
        told = [
            f"{self.names.thing(each.answer)}{' (assumed above)' if each.assumed else ''}"
            for each in sorted(choice.options, key=lambda each: not each.assumed)
        ]
        return f"{self.names.text(choice.question)} {capital(joined(told, 'or'))}."

    def _margins(self, margins: Mapping[str, Spread]) -> str:
        told = [f"margin of {self.names.side(side)} {mean(margins[side])}" for side in self.sides]
        return "; ".join(told) or "no score to compare"


def _score(margins: Mapping[str, Spread]) -> tuple[tuple[str, int, float], ...]:
    """A key that is equal for answers that make no difference to any margin."""
    return tuple(
        (side, value, round(probability, 9))
        for side, spread in margins.items()
        for value, probability in spread.values.items()
    )


def change(number: int) -> str:
    """A change in words; no change is 0."""
    return signed(number) if number else "0"


def mean(spread: Spread) -> str:
    """A mean in words, with its interval if it was sampled."""
    interval = f" ± {spread.error:.2f}" if spread.error else ""
    return f"{spread.mean:+.2f}{interval}"
