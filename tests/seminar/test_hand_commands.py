"""By hand, rulings, arguments and the law of the house at the command line."""

from pathlib import Path

import pytest

from domain.events import DieRolled, Event, Marked, OrderGiven, Ruled
from tests.cli.conftest import Cell


@pytest.fixture
def strait(empty: Cell) -> Cell:
    """The crisis in the strait, in discussion of its first turn."""
    empty.done("new", "freeform", "--seed", "11")
    empty.done("next")
    return empty


def of_kind(cell: Cell, kind: type[Event]) -> list[Event]:
    return [event for event in cell.events() if isinstance(event, kind)]


def test_each_command_says_what_was_done_and_what_is_next(strait: Cell) -> None:
    for words, told in (
        (("roll", "d8", "--for", "Luck", "--promote", "veterans", "--target", "2"), "D10 for Luck: "),
        (("look-up", "escalation", "die=5", "--shift", "die -2 fog"), "Die: -2 for fog, now 3"),
        (
            ("change", "cou-pilots to narrows", "--rule", "3.4"),
            "to The Narrows. Reason: Seen to be so (freeform 3.4)",
        ),
        (("draw", "aldport", "--at", "talks", "--for", "A hostage"), "Drawn from Aldport for A hostage: "),
        (("change", "place pilots at ocean"), "Pilot Service placed at Ocean"),
        (("change", "pilots-1 steps 2, pilots-1 side verrin"), "Pilot Service: steps 2, owner Verrin"),
        (("change", "remove pilots-1"), "Pilot Service removed"),
        (("change", "tension-2"), "Tension -2, now 1"),
        (("change", "tension+1, ver-envoy to talks"), "Minister Orsk, Verrin City to At the talks"),
    ):
        result = strait.done(*words, "--because", "Seen to be so")
        assert told in result.out
        assert "Reason: Seen to be so" in result.out
        assert result.out.splitlines()[-1].startswith("Turn 1, discussion: ")
    assert "Audit passed" in strait.done("audit").out


def test_a_look_up_takes_what_the_game_knows(strait: Cell) -> None:
    looked_up = ("look-up", "escalation", "die=5")
    assert "tension 3" in strait.done(*looked_up, "--because", "x").out
    assert "tension 3" in strait.done(*looked_up, "tension=3", "--because", "x").out
    refused = strait.refused(*looked_up, "tension=4", "--because", "x")
    assert refused.strip() == "Tension is 3, not 4. Add --anyway to go on."
    assert (
        "Overrides: Tension is 3, not 4."
        in strait.done(*looked_up, "tension=4", "--anyway", "--because", "The flag was not counted").out
    )
    given = of_kind(strait, OrderGiven)
    assert [len(event.objections) for event in given[-3:]] == [0, 0, 1]  # type: ignore[attr-defined]
    assert strait.done("audit").code == 0


def test_a_piece_is_never_given_the_id_of_one_that_has_left(strait: Cell) -> None:
    strait.done("change", "place pilots at ocean", "--because", "x")
    strait.done("change", "remove pilots-1", "--because", "x")
    assert '"pilots-2"' in strait.done("change", "place pilots at ocean", "--because", "x", "--json").out


def test_a_reason_is_wanted_and_who_spoke_is_kept(strait: Cell) -> None:
    assert "--because" in strait.refused("change", "cou-pilots to narrows")
    strait.done("change", "cou-pilots to narrows", "--because", "x", "--by", "Ada")
    given = of_kind(strait, OrderGiven)[-1]
    assert isinstance(given, OrderGiven)
    assert (given.by, given.because, given.rule, given.side) == ("Ada", "x", "house", "")


def test_only_the_white_cell_acts_by_hand_once_it_sits(strait: Cell) -> None:
    strait.done("roster", "Mara", "--role", "facilitator")
    strait.done("roster", "Sirin", "--side", "verrin")
    move = ("change", "cou-pilots to narrows", "--because", "x")
    assert "may not speak" in strait.refused(*move, "--by", "Sirin")
    strait.done(*move)
    strait.done("argue", "They sail", "--because", "x")
    strait.done("ruling", "--chance", "60%", "--about", "x", "--because", "x")
    assert {event.by for event in of_kind(strait, OrderGiven)[-3:]} == {"Mara"}  # type: ignore[attr-defined]


def test_what_is_for_one_side_alone_is_not_told_to_another(strait: Cell) -> None:
    strait.done("roll", "d6", "--for", "The codebook", "--because", "x", "--only", "verrin")
    strait.done("roll", "d6", "--for", "The weather", "--because", "x", "--only", "white")
    assert "codebook" in strait.done("log", "--as", "verrin").out
    for side in ("aldmark", "council"):
        assert "codebook" not in strait.done("log", "--as", side).out
    for side in ("aldmark", "council", "verrin"):
        assert "weather" not in strait.done("log", "--as", side, "--json").out


def test_an_act_between_question_and_answer_says_what_is_still_asked(strait: Cell) -> None:
    strait.done("order", "act", "--side", "aldmark", "intent=Sail")
    result = strait.done(
        "argue", "They pass", "--for", "[strong] Haldane: The treaty", "--because", "Seminar"
    )
    assert "+1 for “The treaty” (Haldane)" in result.out
    assert "White cell to adjudicate: Aldmark: Sail. Outcome?" in result.out
    strait.done("answer", "succeeds", "--because", "The argument")
    assert "Audit passed" in strait.done("audit").out


def test_an_act_out_of_sight_says_so_and_where_it_is_seen(cell: Cell) -> None:
    """Ramadi is shown through the eyes of its player: the white cell must not roll and see nothing."""
    result = cell.done("roll", "d6", "--for", "A second device", "--because", "x", "--only", "white")
    assert "A second device" not in result.out
    assert "It is done, out of sight here: `whitecell log --as white --last 2` shows it." in result.out
    assert "A second device" in cell.done("log", "--as", "white", "--last", "2").out
    hidden = cell.done("roll", "d6", "--for", "x", "--because", "x", "--only", "white", "--json").json
    assert hidden["events"] == []
    assert hidden["hidden"] == [event.number for event in cell.events()[-3:]]
    assert cell.done("roll", "d6", "--for", "x", "--because", "x", "--json").json["hidden"] == []


def test_a_name_that_is_mistyped_is_met_with_the_likely_ones(strait: Cell) -> None:
    assert "perhaps narrows" in strait.refused("change", "cou-pilots to narows", "--because", "x")
    assert "no piece 'cou-pliots'; perhaps cou-pilots (Pilots of Selm)" in strait.refused(
        "change", "cou-pliots to narrows", "--because", "x"
    )


def test_who_is_not_told_is_said_and_all_can_be(strait: Cell) -> None:
    words = ("roll", "d6", "--for", "Does the submarine get through?", "--because", "x")
    kept = "Not told to Aldmark and Council of the Straits: it speaks of what they may not know"
    assert kept in strait.done(*words).out
    assert "submarine" not in strait.done("log", "--as", "aldmark").out.lower()
    assert "submarine" in strait.done("log", "--as", "verrin").out.lower()
    assert "Not told" not in strait.done(*words, "--only", "all").out
    assert "submarine" in strait.done("log", "--as", "aldmark").out.lower()
    assert "everyone" in strait.refused(*words, "--only", "all", "--only", "verrin")
    assert kept in strait.done("change", "ver-submarine to narrows", "--because", "x").out
    about = ("ruling", "--chance", "50%", "--about", "Is the inquiry team awake?", "--because", "x")
    assert "Not told to Aldmark and Verrin" in strait.done(*about).out


def test_what_the_rules_reckon_with_is_not_taken_from_under_them(cell: Cell) -> None:
    """A unit of a planned operation, its record, and a face that its counter has not."""
    marked = [event for event in cell.events() if isinstance(event, Marked) and event.mark == "operation"]
    hex, piece = marked[-1].subject, marked[-1].value["lead"]
    refused = cell.refused("change", f"remove {piece}", "--because", "x")
    assert (
        f"{piece} is named by the mark operation of {hex}. Take the mark off first: unmark {hex} operation."
        in refused
    )
    assert "rules' own record" in cell.refused("change", f"mark {hex} operation=x", "--because", "x")
    assert "(face casualty), not 'cas'" in cell.refused("change", f"{piece} face cas", "--because", "x")
    assert "not 'cas'" in cell.refused("change", "place militia at 0308 face cas", "--because", "x")
    cell.done("change", f"{piece} face casualty", "--because", "x")
    cell.done("change", f"{piece} face front", "--because", "x")
    cell.done("change", f"unmark {hex} operation, remove {piece}", "--because", "x")
    assert cell.done("audit").code == 0


def test_rules_that_stumble_over_what_was_done_by_hand_say_so(
    cell: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise KeyError("cts-9")

    monkeypatch.setattr("adjudication.engine.play.running.form", stumble)
    assert "rules of The Battle for Ramadi have a fault" in cell.refused("order", "1"), (
        "nothing was done by hand"
    )
    cell.done("change", "isf_vp+1", "--because", "x")
    number = len(cell.events()) - 2
    refused = cell.refused("order", "1")
    assert f"after the manual change in event {number} (move a track's marker)" in refused
    assert "or undo it" in refused


def test_the_audit_says_what_each_act_was_about(strait: Cell) -> None:
    because = ("--because", "Seen", "--by", "Ada")
    strait.done("roll", "d6", "--for", "Panic", *because)
    strait.done("look-up", "escalation", "die=5", *because)
    strait.done("change", "tension+1, cou-pilots to narrows", *because)
    strait.done("change", "place pilots at ocean", *because)
    strait.done("change", "pilots-1 steps 2", *because)
    strait.done("change", "remove pilots-1", *because)
    strait.done("draw", "aldport", "--at", "talks", "--for", "Hostage", *because)
    strait.done("argue", "They sail", *because)
    strait.done("ruling", "--hear", "Ash=40", "--about", "The dam", *because)
    notices = strait.done("audit").out
    for about in (
        "(Ada): manual change (house): roll dice, Panic. Reason: Seen",
        "(Ada): manual change (house): enter a table, escalation.",
        "(Ada): manual change (house): tension +1; cou-pilots to narrows.",
        "(Ada): manual change (house): bring in a new piece, pilots-1 at ocean.",
        "(Ada): manual change (house): draw a piece, aldport for Hostage.",
        "(Ada): manual change (house): hear a matrix argument, They sail.",
        "(Ada): manual change (house): rule by probability, The dam, 40 % used, estimates: Ash 40 %.",
    ):
        assert about in notices


def test_what_is_no_order_is_not_taken_back_and_it_is_said_what_is(strait: Cell) -> None:
    strait.done("change", "tension+1", "--because", "x")
    strait.done("option", "turns", "5", "--because", "x")
    undo = ("undo", "--because", "x")
    assert "is a part of order 12, which is undone whole: undo 12" in strait.refused(*undo, "13")
    assert "holds until another is" in strait.refused(*undo, "15")
    assert "not an order in force" in strait.refused(*undo, "7")
    assert "no event 99" in strait.refused(*undo, "99")
    strait.done(*undo, "12")
    assert "undone already" in strait.refused(*undo, "12")


# --- dice on the table -----------------------------------------------------------------------------


@pytest.fixture
def table(empty: Cell) -> Cell:
    """A freeform game with dice on the table, an action judged to fail in it."""
    empty.done("new", "freeform", "--dice", "typed")
    empty.done("next")
    empty.done("order", "act", "--side", "aldmark", "intent=Sail", "moves=ald-frigates:narrows")
    empty.done("answer", "fails", "--because", "x")
    return empty


def test_faces_thrown_on_the_table_are_said_or_asked_for(table: Cell) -> None:
    told = table.done("roll", "2d6", "--for", "Luck", "--because", "x", "--roll", "3", "--roll", "4").out
    assert "D6 for Luck: 4, typed in" in told
    waits = table.done("roll", "d6", "--for", "Fate", "--because", "x").out
    assert "Answer with `whitecell answer RESULT`." in waits
    table.done("answer", "6")
    assert len(of_kind(table, DieRolled)) == 3


def test_a_chance_thrown_on_the_table_wants_its_face_at_once(table: Cell) -> None:
    number = str(next(e.number for e in reversed(table.events()) if type(e).__name__ == "Chosen"))
    words = ("ruling", number, "--chance", "60%", "--if-yes", "succeeds", "--because", "x", "--yes")
    assert "--roll" in table.refused(*words)
    assert "answer one of 1, 2" in table.refused(*words, "--roll", "11")
    told = table.done(*words, "--roll", "5").out
    assert "yes (rolled 5, needed 5 or more" in told
    assert "1st Frigate Squadron: Aldport to The Narrows" in told


@pytest.mark.usefixtures("someone_there")
def test_a_chance_thrown_on_the_table_is_asked_for_at_a_terminal(
    table: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.terminal.terminal.interactive", lambda: True)
    number = str(next(e.number for e in reversed(table.events()) if type(e).__name__ == "Chosen"))
    told = table.done(
        "ruling", number, "--chance", "60%", "--if-yes", "succeeds", "--because", "x", "--yes", said="4\n"
    ).out
    assert "D10 for the chance?" in told
    assert "no (rolled 4, needed 5 or more" in told
    assert not of_kind(table, Ruled)


# --- rulings ---------------------------------------------------------------------------------------


def test_the_spread_is_shown_before_the_die(strait: Cell) -> None:
    heard = ("--hear", "Ash=40%", "--hear", "Bey=75", "--hear", "Cox=60%")
    result = strait.done("ruling", *heard, "--about", "The dam", "--because", "x")
    lines = result.out.splitlines()
    assert lines[0] == "Heard: Ash 40 %, Bey 75 %, Cox 60 %; range 40 to 75 %, mean 58.3 %, median 60 %."
    assert lines[1] == "Used: 60 %, which is 5 or more on a D10."
    data = strait.done(
        "ruling", *heard, "--chance", "57%", "--about", "The dam", "--because", "x", "--json"
    ).json
    assert data["heard"]["median"] == "60"
    assert (data["heard"]["percent"], data["heard"]["die"], data["heard"]["least"]) == (57, 100, 44)


@pytest.mark.usefixtures("someone_there")
def test_of_an_order_the_answers_are_listed_and_one_is_asked_for(
    strait: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    strait.done("order", "act", "--side", "aldmark", "intent=Sail", said="fails\nThe missiles\n")
    [order] = [e.number for e in of_kind(strait, OrderGiven) if e.order == "act"]  # type: ignore[attr-defined]
    monkeypatch.setattr("cli.terminal.terminal.interactive", lambda: False)
    listed = strait.done("ruling", str(order)).out
    assert f"{order + 2:>5}  White cell answered" in listed
    monkeypatch.setattr("cli.terminal.terminal.interactive", lambda: True)
    told = strait.done("ruling", str(order), "--because", "x", "--yes", said=f"{order + 2}\nsucceeds\n").out
    assert ": succeeds. Reason: x" in told
    [answer] = strait.done("ruling", str(order), "--json").json
    assert (answer["number"], answer["event"], answer["value"]) == (order + 2, "chosen", "fails")
    assert "Outcome?" in answer["told"]


def test_an_order_with_a_value_is_ruled_on_by_its_last_answer(strait: Cell) -> None:
    strait.done("order", "act", "--side", "aldmark", "intent=Sail")
    strait.done("answer", "fails", "--because", "x")
    [order] = [e.number for e in of_kind(strait, OrderGiven) if e.order == "act"]  # type: ignore[attr-defined]
    assert "can be ruled one of" in _refused(
        strait, "ruling", str(order), "--value", "sinks", "--because", "x"
    )
    strait.done("ruling", str(order), "--value", "succeeds", "--because", "x", "--yes")
    assert len(of_kind(strait, Ruled)) == 1
    audit = strait.done("audit").out
    assert "was ruled succeeds (recorded: fails)" in audit
    assert "Audit passed" in audit


def _refused(cell: Cell, *words: str) -> str:
    before = cell.everything()
    result = cell(*words)
    assert (result.code, result.out) == (2, "")
    assert cell.everything() == before
    return result.err


def test_a_word_that_the_column_does_not_have_is_not_ruled(cell: Cell) -> None:
    """`winner=marsians` would go to whoever the rules hold not to be the other."""
    cell.done("order", "1")
    while cell.done("status", "--json").json["pending"]:
        cell.done("answer", "1", "--because", "x")
    number = next(
        e.number for e in reversed(cell.events()) if type(e).__name__ == "LookedUp" and "winner" in e.result
    )
    words = ("ruling", str(number), "--because", "x", "--yes", "--value")
    assert "winner is isis or isf, not 'marsians'" in _refused(cell, *words, "winner=marsians")
    assert "isis" in cell.done(*words, "winner=islamic state", "--json").out
    assert f"event {number} was ruled winner isis (recorded: winner " in cell.done("audit").out


@pytest.mark.usefixtures("someone_there")
def test_at_a_terminal_the_spread_is_seen_before_the_reason_is_asked_for(
    strait: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.terminal.terminal.interactive", lambda: True)
    strait.done("order", "act", "--side", "aldmark", "intent=Sail", said="fails\nx\n")
    heard = ("--hear", "Ash=40", "--hear", "Bey=60")
    for words in (("14", *heard, "--if-yes", "succeeds", "--yes"), (*heard, "--about", "The dam")):
        before = strait.everything()
        left = strait("ruling", *words, said="\n")
        assert left.out.index("median 50 %") < left.out.index("Because? ")
        assert "reason" in left.err
        assert strait.everything() == before, "no die was thrown"
        assert "Reason: They argued" in strait.done("ruling", *words, said="They argued\n").out


def test_estimates_can_be_looked_at_before_the_die(strait: Cell) -> None:
    before = strait.everything()
    heard = ("ruling", "--hear", "Ash=10%", "--hear", "Bey=90%", "--no-die")
    assert strait.done(*heard).out.startswith(
        "Heard: Ash 10 %, Bey 90 %; range 10 to 90 %, mean 50 %, median 50"
    )
    assert strait.done(*heard, "--json").json["heard"]["median"] == "50"
    assert strait.everything() == before
    assert "--hear" in strait.refused("ruling", "--no-die")


def test_what_cannot_be_ruled_on_says_what_can(strait: Cell) -> None:
    strait.done("argue", "They sail", "--because", "x")
    assert "of order 12 `ruling 12` lists them" in strait.refused(
        "ruling", "15", "--value", "x", "--because", "x"
    )
    strait.done("argue", "They sail", "--method", "vote", "--vote", "Ash=for", "--because", "x")
    assert "undo it instead" in strait.refused("ruling", "17", "--value", "fails", "--because", "x")


def test_what_a_ruling_on_an_event_has_no_use_for_is_refused(strait: Cell) -> None:
    strait.done("roll", "d6", "--for", "x", "--because", "x")
    words = ("ruling", "13", "--chance", "50%", "--if-yes", "6", "--because", "x")
    assert "--about is for a chance on no event" in strait.refused(*words, "--about", "x")
    assert "--only is for a chance on no event" in strait.refused(*words, "--only", "verrin")


# --- arguments -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("someone_there")
def test_an_argument_is_asked_for_line_by_line(strait: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.terminal.terminal.interactive", lambda: True)
    said = [
        "The dam holds",
        "council",
        "estimate",
        "Imhof: It is new",
        "",
        "Orsk: It was built by you",
        "",
        "Ash=40%",
        "Bey=70",
        "",
        "Seminar",
        "It holds, or not",
    ]
    told = strait.done("argue", said="\n".join(said) + "\n").out
    assert "Argument of Council of the Straits: The dam holds" in told
    assert ". For: It is new (Imhof)" in told
    assert "Estimates: Ash 40 % and Bey 70 %" in told
    assert ". It holds, or not (house)" in told


@pytest.mark.usefixtures("someone_there")
def test_what_cannot_be_is_asked_again_and_nothing_typed_is_lost(
    strait: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.terminal.terminal.interactive", lambda: True)
    said = [
        "", "The dam holds", "mars", "council", "chess", "vote", "[x] Ash: It is new", "", "",
        "Ash", "Ash=maybe", "Ash=for", "", "Seminar", "It holds",
    ]  # fmt: skip
    result = strait.done("argue", said="\n".join(said) + "\n")
    for part in (
        "needs an action",
        "Nobody is called 'mars'",
        "no method 'chess'",
        "key=value",
        "not 'maybe'",
    ):
        assert part in result.err
    assert "Votes: Ash for" in result.out
    assert ". It holds (house)" in result.out
    before = strait.everything()
    assert "not finished" in strait("argue", said="The dam holds\n").err
    assert strait.everything() == before


def test_an_argument_from_a_file_and_methods_of_ones_own(strait: Cell) -> None:
    Path("methods.yaml").write_text(
        "methods: [{id: sure, title: sure thing, kind: dice, dice: [2], target: 1, strengths: {any: 0}}]\n"
    )
    Path("argument.yaml").write_text(
        "{action: It rains, method: sure, arguments: [{stance: for, text: Clouds}], success: Wet}\n"
    )
    strait.refused("argue", "--file", "argument.yaml", "--because", "x")
    told = strait.done("argue", "--file", "argument.yaml", "--methods", "methods.yaml", "--because", "x").out
    assert "It rains: succeeds" in told
    assert ". Wet (house)" in told
    assert "sure: sure thing" in strait.done("argue", "--list", "--methods", "methods.yaml").out
    Path("argument.yaml").write_text("{action: It rains, weather: bad}\n")
    assert "weather" in strait.refused("argue", "--file", "argument.yaml", "--because", "x")


def test_a_prepared_argument_is_finished_at_the_table(strait: Cell) -> None:
    Path("argument.yaml").write_text(
        "action: It rains\nmethod: estimate\nestimates: {Ash: 40%, Bey: 70}\n"
        "arguments: [{stance: for, text: Clouds, who: Ash}]\n"
    )
    words = ("argue", "--file", "argument.yaml", "--because", "x")
    result = strait.done(
        *words, "--hear", "Cox=90", "--against", "Dee: No wind", "--side", "Verrin", "--json"
    )
    arguments = result.json["events"][0]["fields"]["arguments"]
    assert [each["text"] for each in arguments["arguments"]] == ["Clouds", "No wind"]
    assert arguments["actor"] == "verrin"
    assert result.json["heard"] == {
        "estimates": {"Ash": 40, "Bey": 70, "Cox": 90},
        "lowest": 40,
        "highest": 90,
        "mean": "66.7",
        "median": "70",
    }
    told = strait.done(*words).out
    assert "Estimates: Ash 40 % and Bey 70 % (range 40 to 70 %, mean 55 %, median 55 %)" in told


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (
            "{action: It rains, arguments: [{text: Clouds}]}",
            "argument 1 needs a text, and `for` or `against`",
        ),
        ("{action: It rains, arguments: [{stance: for, text: x, age: y}]}", "argument 1 has stance, text"),
        ("{action: It rains, method: estimate, estimates: {Ash: much}}", "whole number of per cent"),
        ("{action: It rains, method: estimate, estimates: [40]}", "a line for each name"),
        ("{action: It rains, success: [x]}", "`success` is text"),
        ("{action: It rains, votes: {Ash: for}}", "votes decide nothing"),
    ],
)
def test_a_file_that_holds_no_argument_says_in_plain_words_why(strait: Cell, text: str, part: str) -> None:
    Path("argument.yaml").write_text(text)
    assert part in strait.refused("argue", "--file", "argument.yaml", "--because", "x")


# --- the law of the house --------------------------------------------------------------------------


def test_house_rules_and_options_are_listed(strait: Cell) -> None:
    assert "no house rule yet" in strait.done("house-rule").out
    strait.done("house-rule", "H1", "--text", "Fog", "--because", "x", "--replaces", "2.1")
    assert strait.done("house-rule", "--json").json == [
        {
            "id": "H1",
            "text": "Fog",
            "replaces": "freeform 2.1",
            "because": "x",
            "by": "",
            "event": 12,
            "replaced_by": "",
        }
    ]
    strait.done("change", "cou-pilots to narrows", "--because", "x", "--rule", "house H1")
    strait.done("option", "turns", "5", "--because", "x")
    assert strait.done("option", "--json").json == {"turns": 5, "actions": 1, "free_movement": False}
    strait.done("order", "act", "--side", "aldmark", "intent=Sail")
    assert "waits" in strait.refused("option", "turns", "4", "--because", "x")


def test_a_house_rule_that_another_replaced_holds_no_more(strait: Cell) -> None:
    strait.done("house-rule", "H1", "--text", "Fog", "--because", "x")
    strait.done("house-rule", "H2", "--text", "Mist", "--because", "x", "--replaces", "H1", "--by", "Ada")
    told = strait.done("house-rule").out
    assert "adopted in event 12, because x; no more, H2 took its place" in told
    assert "adopted in event 13 by Ada, because x\n" in told
    assert [rule["replaced_by"] for rule in strait.done("house-rule", "--json").json] == ["H2", ""]
    move = ("change", "cou-pilots to narrows", "--because", "x", "--rule")
    assert "holds no more" in strait.refused(*move, "house H1")
    strait.done(*move, "house H2")


def test_a_table_of_other_columns_is_refused_and_ranges_may_be_yaml(strait: Cell) -> None:
    Path("more.csv").write_text("die,tension,change,told,odd\n..3,0..10,0,a,1\n4..,0..10,1,b,2\n")
    words = ("tables", "escalation", "--adopt")
    assert "the old table has no column odd" in strait.refused(*words, "more.csv", "--because", "x")
    Path("ours.yaml").write_text(
        "- {die: ..3, tension: 0..10, change: 0, told: quiet}\n"
        "- {die: 4.., tension: [0, 10], change: 1, told: loud}\n"
    )
    assert "--because" in strait.refused(*words, "ours.yaml")
    strait.done(*words, "ours.yaml", "--because", "x")
    assert "told loud" in strait.done("look-up", "escalation", "die=5", "tension=3", "--because", "x").out


def test_a_table_as_a_spreadsheet_saves_it(strait: Cell) -> None:
    adopt = ("tables", "escalation", "--adopt", "ours.csv", "--because", "x")
    Path("ours.csv").write_bytes(
        b'\xef\xbb\xbfDie;Tension;Change;Told\r\n..3;0..10;0;"quiet; calm"\r\n4..;0..10;1;loud\r\n;;;\r\n'
    )
    assert "told quiet; calm instead of" in strait.done(*adopt).out
    Path("ours.csv").write_text("die,tension,change,told\n1-3,0..10,0,quiet\n4..,0..10,1,loud\n")
    assert "line 2: write the range 1-3 as 1..3." in strait.refused(*adopt)
    Path("ours.csv").write_bytes("die,tension,change,told\n..,0..10,0,Räuber\n".encode("latin-1"))
    assert "save it as CSV UTF-8" in strait.refused(*adopt)


def test_the_way_back_to_a_table_that_was_kept(strait: Cell) -> None:
    old = strait.done("tables", "escalation", "--json")
    Path("old.json").write_text(old.out)
    Path("ours.csv").write_text("die,tension,change,told\n..3,0..10,0,quiet\n4..,0..10,1,loud\n")
    strait.done("tables", "escalation", "--adopt", "ours.csv", "--because", "x")
    strait.done("tables", "escalation", "--adopt", "old.json", "--because", "x")
    assert strait.done("tables", "escalation", "--json").json == old.json
    strait.done("new", "freeform", "--scenario", "ford")
    assert strait.done("tables").out == "This game has no tables.\n"


def test_what_is_different_in_a_table_is_said(strait: Cell) -> None:
    Path("ours.csv").write_text("die,tension,change,told\n..3,0..10,0,quiet\n4..,0..10,1,loud\n")
    data = strait.done("tables", "escalation", "--adopt", "ours.csv", "--because", "x", "--json").json
    assert {"keys", "before", "after"} == data["differences"][0].keys()
    Path("again.csv").write_text("die,tension,change,told\n..3,0..10,0,quiet\n4..,0..10,2,loud\n")
    told = strait.done("tables", "escalation", "--adopt", "again.csv", "--because", "x").out
    assert "       Die 4.., tension 0..10: change 2 instead of 1.\n" in told
    Path("gap.csv").write_text("die,tension,change,told\n..3,0..10,0,quiet\n5..,0..10,1,loud\n")
    assert "no row for die 4" in strait.refused(
        "tables", "escalation", "--adopt", "gap.csv", "--because", "x"
    )
    later = strait.done("look-up", "escalation", "die=5", "tension=3", "--because", "x").out
    assert "Escalation (adopted in event 13, house)" in later


def test_the_review_of_a_freeform_game_tells_what_was_done_by_hand(strait: Cell) -> None:
    strait.done(
        "argue", "They pass", "--because", "Seminar", "--success", "Bells ring", "--failure", "Bells ring"
    )
    strait.done("change", "tension+1", "--because", "Bells")
    strait.done("close", "--yes")
    from adjudication.audits.audit import audit
    from domain.ledger.store import Ledger
    from reports.review import render_aar

    ledger = Ledger(str(strait.database))
    try:
        game = ledger.load(ledger.desk().game_id(None))
        entries = ledger.entries(game.id)
        page = render_aar(game, entries, audit(entries))
        side = render_aar(game, entries, audit(entries), "verrin")
    finally:
        ledger.close()
    for text in (page, side):
        assert "(two dice" in text
        assert "Bells ring" in text


# --- the preview of a ruling -----------------------------------------------------------------------


def test_a_ruling_is_shown_before_it_is_recorded(strait: Cell) -> None:
    strait.done("argue", "Grain passes", "--because", "x")
    first, second = of_kind(strait, DieRolled)
    words = ("ruling", str(first.number), "--value", "6", "--because", "x")
    before = strait.everything()
    result = strait(*words)
    assert result.code == 2
    assert result.err == "Record this ruling? Say --yes to go on.\n"
    shown = result.out.splitlines()
    assert shown[0] == f"Ruling on event {first.number}: 6 (recorded: {first.face})."  # type: ignore[attr-defined]
    assert shown[1] == f"  Unchanged: 1 die (event {second.number})."
    assert shown[2] == "  New: no dice or questions."
    result = strait(*words, "--json")
    assert result.code == 2
    assert result.json["recorded"] is False
    assert [each["event"] for each in result.json["preview"]["stays"]] == [second.number]
    assert strait.everything() == before
    told = strait.done(*words, "--yes").out
    face = second.face  # type: ignore[attr-defined]
    assert f"D6 for Grain passes: {face}, as rolled in event {second.number}" in told
    data = strait.done(*words, "--yes", "--json").json
    assert data["preview"]["until_now"] == []
    assert [event["fields"].get("again") for event in data["events"] if event["event"] == "die-rolled"] == [
        second.number
    ]
    audit = strait.done("audit").out
    assert "2 sealed" in audit, "a die told anew is not counted as another roll"


def test_what_is_typed_is_checked_before_a_reason_is_asked_for(strait: Cell) -> None:
    strait.done("argue", "Grain passes", "--because", "x")
    number = str(of_kind(strait, DieRolled)[0].number)
    assert "from 1 to 6" in _refused(strait, "ruling", number, "--value", "7")
    assert "needs a reason" in _refused(strait, "ruling", number, "--value", "5")


def test_a_manual_change_in_the_way_is_named_and_undone_with_consent(strait: Cell) -> None:
    strait.done("roster", "Ada", "--role", "facilitator")
    strait.done("roster", "Bo", "--side", "aldmark")
    strait.done("order", "act", "--side", "aldmark", "intent=Sail", "moves=ald-frigates:narrows")
    strait.done("answer", "fails", "--because", "x", "--by", "Ada")
    judged = str(next(e.number for e in reversed(strait.events()) if type(e).__name__ == "Chosen"))
    strait.done("change", "remove ald-frigates", "--because", "x", "--by", "Ada")
    [act] = [e for e in of_kind(strait, OrderGiven) if e.order == "hand-remove"]  # type: ignore[attr-defined]
    words = ("ruling", judged, "--value", "succeeds", "--because", "x", "--by", "Ada", "--yes")
    told = _refused(strait, *words)
    assert told.startswith(f"Event {act.number} (take a piece out of the game, ald-frigates) could not stand")
    assert "--undo-later" in told
    assert "--agreed" in _refused(strait, *words, "--undo-later")
    shown = strait.done(*words, "--undo-later", "--agreed", "Bo").out
    assert "Also undone by the ruling:" in shown
    assert "1st Frigate Squadron: Aldport to The Narrows" in shown
    [taken] = [e for e in strait.events() if type(e).__name__ == "TakenBack"]
    assert (taken.first, taken.agreed) == (act.number, ("Bo",))
    strait.done("audit")


def test_a_side_reads_of_an_answer_told_anew_in_its_own_numbers(strait: Cell) -> None:
    strait.done("note", "For the white cell alone")
    strait.done("argue", "Grain passes", "--because", "x")
    first, second = of_kind(strait, DieRolled)
    strait.done("ruling", str(first.number), "--value", "6", "--because", "x", "--yes")
    lines = strait.done("log", "--as", "verrin").out.splitlines()
    again = next(line for line in lines if "as rolled in" in line)
    seen = again.partition("as rolled in event ")[2].split()[0]
    original = next(line for line in lines if line.split()[0] == seen)
    assert "Grain passes" in original
    assert int(seen) < second.number, "a side's numbers do not count what it did not see"
