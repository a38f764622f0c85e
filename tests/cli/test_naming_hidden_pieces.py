"""Words that people type stay as typed, also where they name a piece that a reader does not know."""

import re

from tests.cli.conftest import Cell
from tests.toys import hunt


def tutorial(empty: Cell) -> Cell:
    """A game in which Torvia has a submarine, Mamba, of which Meridia knows nothing."""
    empty.done("new", "ows", "--scenario", "tutorial", "--seed", "1")
    return empty


def test_what_the_white_cell_writes_is_read_as_it_was_typed_and_the_white_cell_is_warned(empty: Cell) -> None:
    cell = tutorial(empty)
    for words in (("message", "Where is Mamba?", "--to", "blue"), ("note", "Mamba sails", "--to", "blue")):
        told = cell.done(*words)
        assert "Warning: Meridia can read this and may not know of Mamba." in told.err
        assert words[1] in cell.done("log", "--as", "blue", "--last", "1").out
    told = cell.done("roster", "Q", "--side", "red", "--role", "Mamba")
    assert "Warning: Meridia" in told.err
    assert "Q joined Torvia as Mamba" in cell.done("log", "--as", "blue", "--last", "1").out


def test_nobody_is_warned_where_the_reader_knows_the_piece_or_a_side_writes(empty: Cell) -> None:
    """A warning to a player would tell that there is such a piece."""
    cell = tutorial(empty)
    cell.done("roster", "Bo", "--side", "blue")
    assert not cell.done("message", "Where is Mamba?", "--to", "red").err
    assert not cell.done("message", "Have you a boat named Mamba?", "--as", "blue", "--to", "red").err
    assert not cell.done("message", "Have you seen Mamba?", "--by", "Bo", "--as", "blue", "--to", "blue").err


def test_of_a_change_of_who_else_knows_a_piece_its_side_reads_nothing(empty: Cell) -> None:
    """It would be an empty change of its own boat, and tell that somebody has learned of it."""
    empty.done("new", "freeform", "--scenario", "strait")
    before = {side: empty.done("log", "--all", "--as", side).out for side in ("verrin", "aldmark")}
    empty.done("change", "ver-submarine known to verrin and aldmark", "--because", "Intelligence")
    after = {side: empty.done("log", "--all", "--as", side).out for side in before}
    assert after["verrin"] == before["verrin"]
    assert after["aldmark"].removeprefix(before["aldmark"]).strip().startswith("9  Boat 17: now known")
    empty.done("change", "ver-submarine known to all", "--because", "It surfaced")
    assert "Boat 17" in empty.done("log", "--all", "--as", "verrin").out.removeprefix(before["verrin"])


def test_orders_say_where_a_contact_stands(empty: Cell) -> None:
    """One who has only the name of a contact cannot tell which of several is meant."""
    empty.done("new", hunt.NAME, "--scenario", "toy", "--seed", "1")
    places, at = {}, ""
    for line in empty.done("pieces", "--as", "hunter").out.splitlines():
        at = at if line.startswith(" ") else line
        places.update(dict.fromkeys(re.findall(r"contact-\w+", line), at))
    assert len(set(places.values())) > 1
    for viewer in ("hunter", ""):
        listed = empty.done("orders", *(("--as", viewer) if viewer else ())).out
        for contact, place in places.items():
            (said,) = re.findall(rf"target={contact} +\(([^)]+)\)", listed)
            assert said.endswith(place)


def test_a_guessed_id_in_a_list_is_refused_as_one_that_no_piece_bears(empty: Cell) -> None:
    """Answered with the contact that bears it, it would tell which block is the Rumour."""
    empty.done("new", "nineveh", "--seed", "4")
    empty.done("roster", "Ada", "--role", "facilitator")
    empty.done("roster", "Ike", "--side", "isf", "--role", "player")
    guesses = ("militia-1", "rumour-1", "daesh-mortar", "nothing-such")
    for command in ("order", "odds", "submit"):
        told = set()
        for guess in guesses:
            order = f"prepare priority=time cards={guess}"
            words = [order] if command == "submit" else order.split()
            told.add(empty.refused(command, *words, "--by", "Ike").replace(guess, "GUESS"))
        assert len(told) == 1, told
        assert "'GUESS' cannot be chosen here" in told.pop()


def test_an_act_whose_words_name_a_hidden_piece_is_kept_from_who_does_not_know_it(empty: Cell) -> None:
    """Nothing in what people typed is masked; `--only` tells the side all the same, with a warning."""
    cell = tutorial(empty)
    before = cell.done("log", "--as", "blue", "--all").out
    told = cell.done("roll", "d6", "--for", "mamba  slips away", "--because", "It was close")
    assert not told.err
    assert "mamba slips away" in cell.done("log", "--as", "red", "--last", "1").out
    assert cell.done("log", "--as", "blue", "--all").out == before
    told = cell.done("roll", "d6", "--for", "the fog", "--because", "Mamba dives", "--only", "all")
    assert "Warning: Meridia can read this and may not know of Mamba." in told.err
    assert "Reason: Mamba dives" in cell.done("log", "--as", "blue", "--all").out


def test_the_reason_of_an_undo_is_read_as_it_was_typed_and_the_white_cell_is_warned(empty: Cell) -> None:
    cell = tutorial(empty)
    cell.done("roll", "d6", "--for", "the fog", "--because", "It is dark")
    told = cell.done("undo", "--yes", "--because", "Mamba was not there")
    assert "Warning: Meridia can read this and may not know of Mamba." in told.err
    assert "Mamba was not there" in cell.done("log", "--as", "blue", "--all").out
