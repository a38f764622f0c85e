"""Covert orders: known to those named and the white cell alone, adjudicated, and revealed later."""

import msgspec
import pytest

from domain.events import Chosen, Disclosed, Marked, OrderGiven
from tests.cli.conftest import Cell

CUT = "We cut Cable 10 at night"
COVERT = ("order", "act", "--side", "aldmark", f"intent={CUT}", "--only")
LOOKS = (
    ("status",),
    ("log",),
    ("orders",),
    ("pieces",),
    ("map",),
    ("note",),
    ("message",),
    ("status", "--json"),
    ("log", "--json"),
)


@pytest.fixture
def talks(empty: Cell) -> Cell:
    """A seminar in discussion, with a facilitator and players."""
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "3")
    for who, side in (("Bo", "aldmark"), ("Cy", "verrin")):
        empty.done("roster", who, "--role", "Head", "--side", side)
    empty.done("roster", "Mara", "--role", "facilitator")
    empty.done("next")
    return empty


def seen(cell: Cell, side: str) -> str:
    """All that a side is shown."""
    brief = cell.done("brief", side, "--format", "html", "--out", f"{side}.html", "--force")
    told = [cell.done(*line, "--as", side).out for line in LOOKS]
    return "\n".join([*told, brief.out, (cell.database.parent / f"{side}.html").read_text()])


@pytest.mark.rule("freeform 3.5")
def test_others_see_nothing_of_a_covert_action(talks: Cell) -> None:
    before = {side: seen(talks, side) for side in ("verrin", "council")}
    talks.done(*COVERT, "aldmark")
    assert CUT in talks.done("log", "--as", "aldmark").out
    assert {side: seen(talks, side) for side in before} == before
    talks.done("answer", "succeeds", "--because", "Nobody watched the cable")
    assert {side: seen(talks, side) for side in before} == before
    (given,) = [event for event in talks.events() if isinstance(event, OrderGiven) and event.side]
    (chosen,) = [event for event in talks.events() if isinstance(event, Chosen)]
    assert (given.covert, given.audience, chosen.audience) == (True, ("aldmark",), ("aldmark",))
    own = talks.done("log", "--as", "aldmark").out
    assert f"Aldmark (entered by Mara), covert order: action “{CUT}”" in own
    assert "Nobody watched the cable" in own
    assert talks.done("audit", "--json").json["findings"] == []


def test_a_side_does_not_wait_for_a_covert_action_that_it_may_not_know_of(talks: Cell) -> None:
    talks.done(*COVERT, "aldmark")
    patrol = ["order", "act", "intent=Patrol the Narrows", "--side", "verrin"]
    told = talks.done(*patrol, "--by", "Cy").out
    assert "waits" not in told
    assert "An answer is awaited" in talks.refused("next")
    asked = {each["order"] for each in talks.done("answer", "--json").json["pending"]}
    given = [event.number for event in talks.events() if isinstance(event, OrderGiven) and event.side]
    assert asked == set(given)
    assert "--order" in talks.refused("answer", "fails", "--because", "x")
    talks.done("answer", "--order", str(given[0]))
    talks.done("answer", "fails", "--because", "A storm", "--order", str(given[0]))
    talks.done("answer")
    talks.done("answer", "succeeds", "--because", "No storm")
    assert talks.done("audit", "--json").json["findings"] == []


def test_other_sides_go_on_while_a_covert_argument_waits(talks: Cell) -> None:
    """That they had to wait would tell them of it."""
    argue = ["argue", "Cut Cable 10 at night", "--side", "aldmark", "--narrate", "--only", "aldmark"]
    talks.done(*argue, "--because", "Both are at the table")
    assert len(talks.done("answer", "--json").json["pending"]) == 1
    told = talks.done("order", "act", "intent=Patrol", "--side", "verrin", "--by", "Cy").out
    assert "Cable" not in told
    said = talks.refused("order", "act", "intent=Sail", "--side", "aldmark", "--by", "Bo")
    assert "still waits for an answer" in said
    given = [event.number for event in talks.events() if isinstance(event, OrderGiven)]
    talks.done("answer", "--order", str(given[-1]))
    talks.done("answer", "fails", "--because", "A storm", "--order", str(given[-1]))
    talks.done("answer")
    talks.done("answer", "They find the cable cut")
    assert talks.done("audit", "--json").json["findings"] == []


def test_a_side_waits_for_an_action_that_it_knows_of(talks: Cell) -> None:
    talks.done("order", "act", "--side", "aldmark", "intent=Sail", "--only", "aldmark,verrin")
    said = talks.refused("order", "act", "intent=Patrol", "--side", "verrin", "--by", "Cy")
    assert "still waits for an answer" in said


def test_it_counts_as_an_action_of_the_turn(talks: Cell) -> None:
    talks.done(*COVERT, "aldmark")
    talks.done("answer", "fails", "--because", "x")
    assert "has already used its actions" in talks.refused(*COVERT, "aldmark")
    for _ in range(3):
        talks.done("next")
    marks = [event for event in talks.events() if isinstance(event, Marked)]
    assert [(mark.mark, mark.value) for mark in marks] == [("_covert_actions", 1), ("_covert_actions", None)]
    talks.done(*COVERT, "aldmark")


@pytest.mark.parametrize(
    ("only", "audience"),
    [
        (("white",), ()),
        (("verrin",), ("aldmark", "verrin")),
        (("council,aldmark",), ("aldmark", "council")),
        (("council", "--only", "verrin"), ("aldmark", "verrin", "council")),
    ],
)
def test_who_knows_is_said_with_only(talks: Cell, only: tuple[str, ...], audience: tuple[str, ...]) -> None:
    talks.done(*COVERT, *only)
    (given,) = [event for event in talks.events() if isinstance(event, OrderGiven) and event.side]
    assert given.audience == audience
    for side in ("aldmark", "verrin", "council"):
        assert (CUT in talks.done("log", "--as", side).out) == (side in audience)
    assert talks.done("audit", "--json").json["findings"] == []


def test_the_scenario_may_make_actions_covert(empty: Cell, tmp_path_factory: pytest.TempPathFactory) -> None:
    from pathlib import Path

    from adjudication.systems import freeform

    folder = Path(freeform.__file__).parents[3] / "scenarios" / "freeform"
    text = (folder / "ford.yaml").read_text().replace("options:", "options:\n  covert_actions: true")
    own = tmp_path_factory.mktemp("own")
    for file in folder.glob("ford-*.yaml"):
        (own / file.name).write_text(file.read_text())
    (own / "ford.yaml").write_text(text)
    empty.done("new", "freeform", "--scenario", str(own / "ford.yaml"))
    empty.done("next")
    empty.done("order", "act", "--side", "north", "intent=Poison the wells")
    assert "wells" not in empty.done("log", "--as", "south").out
    empty.done("answer", "fails", "--because", "Too deep")
    empty.done("order", "act", "--side", "south", "intent=Hold a feast", "--only", "all")
    assert "feast" in empty.done("log", "--as", "north").out


def test_it_is_revealed_whole_or_in_other_words(talks: Cell) -> None:
    talks.done(*COVERT, "aldmark")
    talks.done("answer", "succeeds", "--because", "Nobody watched")
    (given,) = [event.number for event in talks.events() if isinstance(event, OrderGiven) and event.side]
    listed = talks.done("open-orders").out
    assert f"{given}  Aldmark: action “{CUT}”. Outcome: succeeds. Known to Aldmark." in listed
    reveal = ("open-orders", "--reveal", str(given))
    talks.done(*reveal, "--to", "verrin", "--text", "Cable 10 has been cut")
    verrin = talks.done("log", "--as", "verrin").out
    assert "The white cell reveals: Cable 10 has been cut" in verrin
    assert CUT not in verrin
    assert "Cable 10" not in talks.done("log", "--as", "council").out
    talks.done(*reveal, "--to", "council", "--because", "A leak")
    council = talks.done("log", "--as", "council").out
    assert f"The white cell reveals an order of Aldmark: action “{CUT}”. Outcome: succeeds" in council
    assert not any(word in council for word in ("Nobody watched", "A leak", "Cable 10 has been cut"))
    assert "Known to Aldmark and Council of the Straits." in talks.done("open-orders").out
    notices = talks.done("audit", "--json").json["notices"]
    assert any("was revealed to verrin in other words: Cable 10 has been cut" in each for each in notices)
    assert any("was revealed to council. Reason: A leak" in each for each in notices)


def test_what_is_revealed_is_what_stands_in_the_log(talks: Cell) -> None:
    talks.done(*COVERT, "aldmark")
    talks.done("answer", "succeeds", "--because", "Nobody watched")
    talks.done("open-orders", "--reveal", "15", "--to", "all")
    told = talks.events()[-1]
    assert isinstance(told, Disclosed)
    assert told.audience is None
    assert (told.side, told.order) == ("aldmark", {"order": "act", "intent": CUT})
    assert [each["value"] for each in told.results] == ["succeeds"]
    assert msgspec.to_builtins(told)["concerns"] == 15
    assert "Covert orders" not in talks.refused("open-orders")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*COVERT, "nobody"), "There is no side 'nobody'"),
        ((*COVERT, "all,aldmark"), "--only all is everyone"),
        (
            ("order", "proceed", "--only", "white"),
            "proceed cannot be covert in Freeform. Covert orders are: act",
        ),
        (("open-orders", "--reveal", "15"), "Say whom to tell"),
        (("open-orders", "--reveal", "12", "--to", "verrin"), "Event 12 is not a covert order"),
        (("open-orders", "--reveal", "999", "--to", "all"), "Event 999 is not a covert order"),
        (("open-orders", "--text", "x"), "--text goes with --to SIDE"),
        (("open-orders", "--only", "white"), "--only goes with --give"),
        (("open-orders", "--give", "--drop", "1"), "Say one of --give, --drop N and --reveal EVENT"),
    ],
)
def test_nonsense_is_refused(talks: Cell, words: tuple[str, ...], said: str) -> None:
    before = talks.events()
    assert said in talks.refused(*words)
    assert talks.events() == before


def test_only_the_white_cell_reveals(talks: Cell) -> None:
    talks.done(*COVERT, "aldmark", "--by", "Bo")
    said = talks.refused("open-orders", "--reveal", "15", "--to", "all", "--by", "Cy")
    assert "may not speak for the white cell" in said


def test_the_prompt_of_a_player_does_not_tell_that_others_are_asked(talks: Cell) -> None:
    from cli.console.prompt import Console

    before = Console(str(talks.database), by="Cy").place().prompt
    talks.done(*COVERT, "aldmark")
    assert Console(str(talks.database), by="Cy").place().prompt == before
    assert ", asked>" in Console(str(talks.database), by="Mara").place().prompt


def test_an_effect_that_others_can_see_is_seen_and_not_explained(talks: Cell) -> None:
    result = ["--result", "succeeds in part", "--effect", "tension+1", "--because", "A trawler saw it"]
    talks.done(*COVERT, "aldmark", *result)
    verrin = talks.done("log", "--as", "verrin").out
    assert "Tension +1, now 4" in verrin
    assert not any(word in verrin for word in ("trawler", CUT, "Manual change", "Effects"))
    assert "trawler" in talks.done("log", "--as", "aldmark").out
    assert talks.done("audit", "--json").json["findings"] == []
