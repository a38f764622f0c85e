"""Small things that the engine rests on: phrases, phases of a file, words for the dice, tables compared."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.engine.by_hand.estimates import check_estimates, fitted, spread, target
from adjudication.engine.by_hand.house_tables import (
    _both,
    _holds,
    _parts,
    cell_text,
    covers,
    differences,
    keys_text,
    same_shape,
)
from adjudication.engine.by_hand.kinds import hits_of
from adjudication.engine.contacts import _renamed
from adjudication.engine.durations import read_length, seconds_between
from adjudication.engine.games.phase_file import AskFile, Misplaced, PhaseFile, phases_of
from adjudication.engine.losses import Loss, out_of_game, usual
from adjudication.engine.phrase import gaps, needed, phrased, unsaid
from adjudication.engine.play.entropy import Ceremony, unfit
from adjudication.engine.questions import Given, Question, Remembering, as_offered, check_faces, dice_thrown
from adjudication.engine.umpire import Answer
from domain.errors import BadData
from domain.events import (
    BoardData,
    DieRolled,
    EntropyGiven,
    EntropyPromised,
    EntropyWaived,
    Noted,
    OrderGiven,
    PieceChanged,
    PieceMoved,
    PieceRemoved,
    SideAdded,
    SideData,
    SpaceData,
    TableData,
)
from domain.events.entropy import words_digest
from domain.events.seen import UNKNOWN
from domain.table.board import Board
from domain.table.mutators import rebuild
from domain.table.state import State
from tests.builders import opening

# --- phrases ----------------------------------------------------------------------------------------


def said(value: Any) -> str:
    return f"<{value}>"


@pytest.mark.parametrize(
    ("phrase", "values", "text"),
    [
        ("{unit} moves to {to}", {"unit": "a", "to": "b"}, "<a> moves to <b>"),
        ("{unit} moves to {to}", {"unit": "a"}, ""),
        ("{unit} moves[; it carries {cargo}]", {"unit": "a", "cargo": []}, "<a> moves"),
        ("{unit} moves[; it carries {cargo}]", {"unit": "a"}, "<a> moves"),
        ("{unit} moves[; it carries {cargo}]", {"unit": "a", "cargo": "c"}, "<a> moves; it carries <c>"),
        ("{unit} moves[; {cargo} with {more}]", {"unit": "a", "cargo": "c", "more": ""}, "<a> moves"),
        ("{steps:step|steps}", {"steps": 1}, "<1> step"),
        ("{steps:step|steps}", {"steps": 3}, "<3> steps"),
        ("{steps:step}", {"steps": 0}, "<0> steps"),
        ("{amount:+}", {"amount": 2}, "+2"),
        ("{amount:+}", {"amount": -2}, "-2"),
        ("{amount:+}", {"amount": True}, "<True>"),
        ("{hex:id}", {"hex": 101}, "101"),
        ("{side:brief}", {"side": "blue"}, "b"),
        ("{question:capital}", {"question": "why"}, "<why>"),
        ("{unit}", {"unit": UNKNOWN}, "(hidden)"),
        ("no gap", {}, "no gap"),
    ],
)
def test_a_phrase_has_its_gaps_filled(phrase: str, values: dict[str, Any], text: str) -> None:
    assert phrased(phrase, values, said, brief=lambda value: str(value)[:1]) == text


def test_a_phrase_may_write_values_otherwise() -> None:
    written = {"way": {"n": "north", "1": "one"}}
    values = {"way": ["n", {"x": 1, "y": True}], "other": "n"}
    assert phrased("{way} {other}", values, str, written) == "['north', {'x': 'one', 'y': True}] n"
    assert phrased("{way:capital}", {"way": "n"}, str, written) == "North"
    assert phrased("{side:brief}", {"side": "blue"}, said) == "<blue>"


def test_the_gaps_of_a_phrase() -> None:
    phrase = "{unit} {to:id}[ with {cargo}] {}"
    assert gaps(phrase) == ["unit", "to", "cargo", ""]
    assert needed("{unit} {to:id}[ with {cargo}]") == {"unit", "to"}
    assert unsaid("{unit}[ {to}]", {"unit": 1, "to": 2, "by": 3, "why": "", "no": None}) == {"by": 3}


# --- phases of a scenario's own -----------------------------------------------------------------------


def phase(name: str = "plan", **more: Any) -> PhaseFile:
    return PhaseFile(name=name, **more)


def ask(**more: Any) -> AskFile:
    return AskFile(**{"text": "What now?", "of": "white", **more})


def test_phases_are_read() -> None:
    found = phases_of(
        [
            phase(timer="10m", do=["move", "move", "act"], sides=["red"]),
            phase("act", turns=[3, 1], do={"red": ["move"], "blue": []}, ask=[ask(text=" What\n now? ")]),
            phase("free", do=["submit"]),
        ],
        ("red", "blue"),
    )
    plan, act, free = found.phases
    assert found.timers == {"plan": 600}
    assert (plan.do, act.do, free.do) == ({"red": ("move", "act")}, {"red": ("move",)}, {"": ("submit",)})
    assert act.turns == (1, 3)
    assert act.asks[0].text == "What now?"
    assert phases_of([], ()).phases == ()


@pytest.mark.parametrize(
    ("listed", "path", "message"),
    [
        ([phase(" plan")], ("phases", 0, "name"), "one line without spaces"),
        ([phase(), phase("Plan")], ("phases", 1, "name"), "two phases are called Plan"),
        ([phase(), phase("b", turns=[0])], ("phases", 1, "turns"), "numbers from 1"),
        ([phase(), phase("b", turns=[2, 2])], ("phases", 1, "turns"), "each once"),
        ([phase(turns=[1])], ("phases",), "at least one phase is in every turn"),
        ([phase(timer="soon")], ("phases", 0, "timer"), "Write a length of time"),
        ([phase(do={"green": ["move"]})], ("phases", 0, "do", "green"), "there is no side 'green'"),
        ([phase(do={"red": ["move"]}, sides=["red"])], ("phases", 0, "sides"), "leave `sides` out"),
        ([phase(do=["move"], sides=["green"])], ("phases", 0, "sides"), "there are: red, blue"),
        ([phase(ask=[ask(of="green")])], ("phases", 0, "ask", 0, "of"), "red, blue, white or sides"),
        ([phase(ask=[ask(of=["red", "red"])])], ("phases", 0, "ask", 0, "of"), "say once of whom"),
        ([phase(ask=[ask(of=[])])], ("phases", 0, "ask", 0, "of"), "say once of whom"),
        ([phase(ask=[ask(text=" ")])], ("phases", 0, "ask", 0), "needs its `text`"),
        ([phase(ask=[ask(answers=["a"])])], ("phases", 0, "ask", 0, "answers"), "two answers or more"),
        ([phase(ask=[ask(answers=["a", "a"])])], ("phases", 0, "ask", 0, "answers"), "each once"),
        ([phase(ask=[ask(form="poem")])], ("phases", 0, "ask", 0, "form"), "there is no form 'poem'"),
        (
            [phase(ask=[ask(answers=["a", "b"], note="insight")])],
            ("phases", 0, "ask", 0, "note"),
            "one thing at a time",
        ),
        ([phase(ask=[ask(of="red", note="insight")])], ("phases", 0, "ask", 0, "of"), "white cell alone"),
        (
            [phase(ask=[ask(note="insight", secret=True)])],
            ("phases", 0, "ask", 0, "secret"),
            "only an answer",
        ),
    ],
)
def test_a_fault_in_phases_is_placed(listed: list[PhaseFile], path: tuple[Any, ...], message: str) -> None:
    with pytest.raises(Misplaced) as fault:
        phases_of(listed, ("red", "blue"))
    assert fault.value.path == path
    assert message in fault.value.message


# --- words for the dice --------------------------------------------------------------------------------


WORDS = {"blue": "the quick brown fox", "red": "jumps over a lazy dog"}


def promise(side: str) -> EntropyPromised:
    return EntropyPromised(side=side, digest=words_digest(side, WORDS[side]))


def words(side: str) -> EntropyGiven:
    return EntropyGiven(side=side, text=WORDS[side])


WAIVED = EntropyWaived(side="red", by="", because="away")
ROLLED = DieRolled(number=9, die=6, face=1, purpose="x")
BEGUN = OrderGiven(number=8, side="", order="begin")


def fault(event: Any, *before: Any, secret: bool = True) -> str:
    log = opening("0" * 32) if secret else opening("0" * 32, secret=None)
    return Ceremony.of([log[0], *before]).fault(event)


def test_words_that_were_promised_count_in_the_order_of_the_promises() -> None:
    both = (promise("red"), promise("blue"))
    assert fault(promise("red")) == fault(promise("blue"), promise("red")) == ""
    assert fault(words("red"), *both) == fault(words("blue"), *both, words("red")) == ""
    assert fault(words("blue"), *both, WAIVED) == ""
    assert fault(WAIVED, *both) == ""
    assert fault(ROLLED) == fault(ROLLED, *both, words("red"), words("blue")) == fault(Noted(text="x")) == ""


@pytest.mark.parametrize(
    ("event", "before", "message"),
    [
        (EntropyPromised(side="red", digest="a" * 63), (), "64 hexadecimal digits"),
        (EntropyPromised(side="red", digest="g" * 64), (), "64 hexadecimal digits"),
        (EntropyPromised(side="green", digest="a" * 64), (), "There is no side 'green'"),
        (promise("red"), (promise("red"),), "Red promised words already"),
        (promise("blue"), (promise("red"), words("red")), "Red gave words already; all promises come before"),
        (promise("red"), (BEGUN,), "Play is open."),
        (words("red"), (), "Red promised no words"),
        (words("red"), (promise("red"), words("red")), "Red gave words already."),
        (words("red"), (promise("red"), WAIVED), "The words of Red have been waived"),
        (words("blue"), (promise("red"), promise("blue")), "Next: Red."),
        (
            EntropyGiven(side="red", text="jumps over a lazy cat"),
            (promise("red"),),
            "These are not the words",
        ),
        (EntropyGiven(side="red", text=" "), (promise("red"),), "There are no words."),
        (words("red"), (promise("red"), BEGUN), "Play is open."),
        (WAIVED, (), "Red promised no words; there is nothing to waive."),
        (WAIVED, (promise("red"), words("red")), "Red gave words already; they count."),
        (WAIVED, (promise("red"), WAIVED), "The words of Red have been waived already."),
        (EntropyWaived(side="red", by="", because=" "), (promise("red"),), "Waiving words needs a reason."),
        (ROLLED, (promise("red"),), "The dice were thrown before Red gave the words it promised."),
    ],
)
def test_what_breaks_the_rules_of_the_words_is_said(
    event: Any, before: tuple[Any, ...], message: str
) -> None:
    assert message in fault(event, *before)


def test_without_a_seal_no_words_count_and_a_side_that_joins_may_give_them() -> None:
    assert "derived from a seal" in fault(promise("red"), secret=False)
    joined = SideAdded(side=SideData("green", "Green"))
    assert fault(EntropyPromised(side="green", digest="a" * 64), joined) == ""
    ceremony = Ceremony.of([opening("0" * 32)[0], joined])
    assert [ceremony.name(side) for side in ("green", "red", "grey")] == ["Green", "Red", "grey"]


def test_where_the_words_stand() -> None:
    ceremony = Ceremony.of([opening("0" * 32)[0], promise("red"), promise("blue"), words("red")])
    assert (ceremony.outstanding, ceremony.over, ceremony.open) == (["blue"], False, False)
    ceremony.take(BEGUN)
    assert (ceremony.over, ceremony.open) == (True, False)
    ceremony.take(EntropyWaived(side="blue", by="", because="x"))
    assert (ceremony.outstanding, ceremony.open) == ([], True)
    ceremony.take(ROLLED)
    assert ceremony.thrown == 9
    other = Ceremony.of([opening("0" * 32)[0], ROLLED])
    assert other.begun
    assert other.open
    ordered = Ceremony.of([opening("0" * 32)[0], OrderGiven(number=8, side="", order="next")])
    assert not ordered.over


def test_words_have_a_length_and_no_control_characters() -> None:
    for text, told in (("x", "1 character"), ("", "no words"), ("the quick\tbrown fox", "control character")):
        assert told in unfit(text)
    assert unfit("the quick brown fox") == ""


# --- tables compared -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "parts"),
    [
        ([1, 3], [1, 2, 3]),
        ([(1, 3), (4, 6)], [(1, 3), (4, 6)]),
        ([(None, 2), (3, None)], [(None, 2), (3, None)]),
        ([(None, None)], [(None, None)]),
        ([(1, 6), 3], [(1, 2), 3, (4, 6)]),
        (["a", True, None, "a"], ["a", True, None]),
        ([(2, 2)], [2]),
        ([(None, 0), 0], [(None, -1), 0]),
    ],
)
def test_a_column_tells_its_stretches_apart(cells: list[Any], parts: list[Any]) -> None:
    assert _parts(cells) == parts


@given(
    st.lists(
        st.one_of(
            st.integers(-3, 9),
            st.tuples(st.integers(-3, 4), st.integers(4, 9)),
            st.tuples(st.none(), st.integers(-3, 9)),
            st.tuples(st.integers(-3, 9), st.none()),
        ),
        min_size=1,
        max_size=4,
    ),
    st.integers(-6, 12),
)
def test_every_number_that_a_cell_holds_is_in_one_part_and_the_cell_holds_all_of_that(
    cells: list[Any], number: int
) -> None:
    def has(cell: Any) -> bool:
        low, high = cell if isinstance(cell, tuple) else (cell, cell)
        return (low is None or low <= number) and (high is None or number <= high)

    of_it = [part for part in _parts(cells) if has(part)]
    for cell in cells:
        if has(cell):
            (part,) = of_it
            assert _holds(cell, part)
        else:
            assert not any(_holds(cell, part) for part in of_it)


def test_words_and_switches_are_held_as_they_are() -> None:
    for cell in ("a", True, None, 1):
        for part in ("a", True, None, 1):
            assert _holds(cell, part) is (cell is part)
    assert not _holds((1, 3), "a")
    assert not _holds("a", 1)
    assert not _holds(True, 1)


def test_two_cells_have_in_common_what_both_hold() -> None:
    assert _both((1, 5), (3, 9)) == (3, 5)
    assert _both((1, 3), (3, 9)) == 3
    assert _both((None, 5), (3, None)) == (3, 5)
    assert _both((None, None), (None, 4)) == (None, 4)
    assert (_both("a", (1, 2)), _both((1, 2), 2)) == ("a", 2)


def test_keys_are_read_as_people_write_them() -> None:
    cells: list[Any] = [(2, 5), (None, 5), (6, None), True, False, None, 3, "a"]
    assert [cell_text(cell) for cell in cells] == ["2..5", "..5", "6..", "yes", "no", "none", "3", "a"]
    assert keys_text({"die": 3, "casualties": (5, 9)}) == "die 3, casualties 5..9"


def results(*rows: tuple[Any, int]) -> TableData:
    return TableData("R", ("roll",), tuple({"roll": roll, "loss": loss} for roll, loss in rows))


def test_differences_are_where_the_answers_differ() -> None:
    old = results(((None, 2), 1), ((3, 4), 0), ((5, None), 2))
    assert differences("r", old, old) == []
    new = results(((None, 3), 1), ((4, 4), 0), ((5, None), 3))
    assert [tuple(each) for each in differences("r", old, new)] == [
        ({"roll": 3}, {"loss": 0}, {"loss": 1}),
        ({"roll": (5, None)}, {"loss": 2}, {"loss": 3}),
    ]
    assert differences("r", results((1, 1)), results((1, 1), (2, 5))) == [({"roll": 2}, None, {"loss": 5})]
    covers("r", old, old)
    with pytest.raises(BadData, match=r"has no row for roll 5\.\., which the old one has"):
        covers("r", old, results(((None, 2), 1), ((3, 4), 0)))
    with pytest.raises(BadData, match=r"roll 2 stands in rows 1 and 2\."):
        covers("r", old, results(((None, 2), 1), ((2, None), 0)))


def test_a_table_has_the_columns_of_the_one_that_it_replaces() -> None:
    old = results((1, 1))
    with pytest.raises(BadData, match="the column loss is missing"):
        same_shape("r", old, TableData("R", ("roll",), ({"roll": 1},)))
    with pytest.raises(BadData, match="the old table has no column more"):
        same_shape("r", old, TableData("R", ("roll",), ({"roll": 1, "loss": 1, "more": 2},)))
    with pytest.raises(BadData, match="is entered with roll; the new one is not"):
        same_shape("r", old, TableData("R", ("die",), ({"die": 1, "loss": 1},)))


# --- estimates, lengths, hits -----------------------------------------------------------------------------


def test_estimates_have_a_mean_and_a_median() -> None:
    assert spread({}) is None
    assert tuple(spread({"a": 40}) or ()) == (1, 40, 40, 40, 40)
    assert tuple(spread({"a": 90, "b": 10, "c": 20, "d": 40}) or ()) == (4, 10, 90, 40, 30)
    assert tuple(spread({"a": 90, "b": 10, "c": 20}) or ()) == (3, 10, 90, 40, 20)


@given(st.integers(1, 99))
def test_a_chance_is_that_of_its_die(percent: int) -> None:
    assert target(percent, 100) == 101 - percent
    near = fitted(percent, 10)  # type: ignore[arg-type]
    assert near % 10 == 0
    assert 10 <= near <= 90
    assert abs(near - min(90, max(10, percent))) <= 5
    assert 10 + 1 - target(near, 10) == near // 10


def test_what_is_no_estimate_is_refused() -> None:
    check_estimates({"a": 0, "b": 100})
    check_estimates({str(n): 50 for n in range(100)})
    for wrong in ({"a": -1}, {"a": 101}, {" ": 50}, {"a": True}, {str(n): 50 for n in range(101)}):
        with pytest.raises(BadData):
            check_estimates(wrong)
    for percent, die in ((0, 10), (100, 10), (55, 10), (50, 6)):
        with pytest.raises(BadData):
            target(percent, die)


def test_lengths_of_time_are_read() -> None:
    assert [read_length(text) for text in ("90s", "10m", "1h30m", " 2H ", "24h", "1h1m1s")] == [
        90,
        600,
        5_400,
        7_200,
        86_400,
        3_661,
    ]
    for wrong in ("", "10", "0s", "24h1s", "m", "1m1h"):
        with pytest.raises(BadData):
            read_length(wrong)
    first, later = "2024-05-01T10:00:00Z", "2024-05-02T10:00:05Z"
    assert (seconds_between(first, later), seconds_between(later, first)) == (86_405, 0)
    assert seconds_between("", later) == seconds_between(first, "soon") == 0


def test_hits_of_a_face() -> None:
    assert [hits_of(face, 5, False) for face in (4, 5, 6)] == [0, 1, 1]
    assert hits_of(4, 5, True) == 0
    assert hits_of(5, 5, True) >= 1


# --- losses, questions, contacts --------------------------------------------------------------------------


def test_what_counts_as_a_loss() -> None:
    state = rebuild(opening("0" * 32))
    assert usual(PieceChanged(piece="b1", face="casualty"), state) == Loss("b1", "blue", "casualty")
    assert usual(PieceChanged(piece="b1", face="other"), state) is None
    assert usual(PieceRemoved(piece="r1", origin="cup"), state) == Loss("r1", "red", "removed")
    assert usual(PieceMoved(piece="b1", origin="a1", to="lost"), state) is None
    assert usual(Noted(text="x"), state) is None
    spaces = (
        SpaceData("eliminated"),
        SpaceData("dead", tags=("eliminated",)),
        SpaceData("hill", tags=("x",)),
    )
    board = Board(BoardData(spaces=spaces))
    assert [out_of_game(board, id) for id in ("eliminated", "dead", "hill", "nowhere")] == [
        True,
        True,
        False,
        False,
    ]
    state.lay_board(BoardData(spaces=spaces))
    assert usual(PieceMoved(piece="b1", origin="a1", to="dead"), state) == Loss("b1", "blue", "eliminated")


def test_dice_thrown_together_are_one_question() -> None:
    one, three = dice_thrown(1, 6, "fire", "toy 2"), dice_thrown(3, 6, "fire", "toy 2")
    assert (one.kind, one.options, one.die, one.dice) == ("die", (1, 2, 3, 4, 5, 6), 6, 1)
    assert (three.kind, three.options, three.die, three.dice) == ("dice", (), 6, 3)
    check_faces(three, [1, 6, 3])
    for wrong in ([1, 6], [0, 1, 2], [1, 2, 7], [1, 2, True], "123", (1, 2, 3)):
        with pytest.raises(BadData, match="type 3 faces of a D6"):
            check_faces(three, wrong)


def test_an_option_is_taken_as_it_was_offered() -> None:
    assert as_offered([1, 2], True, "Which?") is not True
    with pytest.raises(BadData, match="answer one of 1, 2"):
        as_offered([1, 2], 3, "Which?")
    asked = Question("blue", "Which?", ("contact-a", "b1"), "x", pieces={"contact-a": "r1"})
    assert (asked.as_asked("r1"), asked.as_asked("b1")) == ("contact-a", "b1")
    assert (asked.as_recorded("contact-a"), asked.as_recorded("b1")) == ("r1", "b1")
    assert asked.offers(SimpleNamespace(value="r1"))  # type: ignore[arg-type]
    assert not asked.offers(SimpleNamespace(value="r2"))  # type: ignore[arg-type]
    assert (asked.how_many(), asked.listed(2), asked.listed(1)) == (2, ["contact-a", "b1"], None)


def test_answers_are_given_again_once_each() -> None:
    values = iter((1, 2))
    people = Remembering(
        SimpleNamespace(
            answer=lambda question, state: Answer(next(values)) if question.side == "blue" else None
        )
    )
    blue, red = Question("blue", "?", (), "x"), Question("red", "?", (), "x")
    state = State()
    assert [people.answer(each, state) for each in (blue, blue, red)] == [Answer(1), Answer(2), None]
    again = people.again()
    assert isinstance(again, Given)
    assert [again.answer(each, state) for each in (blue, red, blue, blue)] == [
        Answer(1),
        None,
        Answer(2),
        None,
    ]
    assert people.again().answer(blue, state) == Answer(1)


def test_names_in_arguments_are_renamed_where_pieces_stand() -> None:
    assert _renamed(str, "a", str.upper) == "A"
    assert _renamed(list[str], ["a", ("b",), 3], str.upper) == ["A", ["B"], 3]
    assert _renamed(dict[str, str], {"a": "b"}, str.upper) == {"a": "b"}
