"""What is typed is data, and an order that the list does not have is refused with nothing recorded."""

from functools import reduce

import pytest

from adjudication.engine.contacts import by_contacts, by_ids
from adjudication.engine.games.systems import load, names
from adjudication.engine.legality import Check
from adjudication.engine.orders import OrderKind
from adjudication.engine.phrase import gaps
from adjudication.engine.texts import refusal_of
from domain.errors import IllegalOrder
from domain.table.contacts import piece_called
from domain.texts import strings_in
from tests.contract.plays import PLAYS, every_game, held, played
from tests.toys import NAMES
from tests.unlisted import HOSTILE, Trial, trials

KINDS = [(name, kind) for name in (*names(), *NAMES) for kind in load(name).orders.values()]


def _called(value: str | OrderKind) -> str:
    return value if isinstance(value, str) else value.name


TELLING = ("object at 0x", "<class", "<function", "__", "Error")
"""What a text that is read as something else would print."""


@pytest.mark.parametrize(("system", "kind"), [each for each in KINDS if each[1].legality], ids=_called)
def test_a_refusal_has_words_with_gaps_for_arguments_alone(system: str, kind: OrderKind) -> None:
    arguments = {"side", "phase", *kind.form.__dataclass_fields__}
    for check in (check for legality in kind.legality for check in legality.checks):
        if isinstance(check.why, str):
            words = refusal_of(check.why, system)
            assert words, check.why
            assert set(gaps(words)) <= arguments


@every_game
def test_an_order_that_is_not_listed_is_refused_and_nothing_recorded(name: str) -> None:
    beyond = held(PLAYS[name][0]).beyond_the_list
    for trial in trials(played(name, 1), 1, 40):
        refused, case = trial.refused, (trial.order, str(trial.refused))
        if refused is None:
            assert trial.listed or trial.order.name in beyond, case
            continue
        if "\\ud800" in repr(trial.order):
            assert "not valid Unicode" in refused.sentence or isinstance(refused, IllegalOrder), case
            continue
        assert isinstance(refused, IllegalOrder), case
        if refused.code == "form":  # an argument is missing, too many, or of another type
            continue
        assert not trial.listed or trial.changed in (*trial.kind.unlisted, trial.kind.text), case
        assert refused.rule, case
        assert refused.code != "unlisted" or not trial.kind.legality, case
        said = reduce(
            lambda text, typed: text.replace(typed, ""), filter(str.strip, HOSTILE), refused.sentence
        )
        assert not any(sign in said for sign in TELLING), case
        assert ": ." not in refused.sentence, case
        assert len(refused.sentence) < 1_000, case
        if refused.code == "contact":
            called = strings_in(trial.order.arguments)
            assert any(piece_called(trial.state, trial.order.side, name) is None for name in called), case
            continue
        failed = first_failed(trial)
        if failed is not None:
            check, why = failed
            assert (refused.code, refused.rule) == (check.code, why.rule), case
        else:
            assert refused.code not in {check.code for each in trial.kind.legality for check in each.checks}


def first_failed(trial: Trial) -> tuple[Check, IllegalOrder] | None:
    """The first check of an order that does not hold, those before it all holding, with what it says."""
    kind, state, order = trial.kind, trial.state, trial.order
    here = [each for each in kind.legality if not each.phases or state.phase in each.phases]
    if not here:
        return None
    ids = by_ids(kind.form, order.arguments, state, order.side)
    said = {**by_contacts(kind.form, ids, state, order.side), "side": order.side}
    check = next((check for check in here[0].checks if not check.holds(state, said)), None)
    return (check, check.refusal(state, said)) if check is not None else None
