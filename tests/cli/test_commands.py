"""Each command does what it says."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from domain.events import GameClosed, Noted, OrderGiven, SealRevealed, TableAdopted, TakenBack
from domain.events.strikes import struck
from tests.cli.conftest import Cell


def test_new_lays_a_game_on_the_table_and_makes_it_the_current_one(empty: Cell) -> None:
    told = empty.done("new", "ramadi", "--name", "tuesday", "--option", "drones=on").out
    assert "tuesday" in told
    assert "Dice commitment: " in told
    assert "The dice seed is secret until the game closes." in told
    (row,) = empty.done("games", "--json").json
    assert (row["name"], row["current"], row["status"]) == ("tuesday", True, "open")
    opened = empty.events()[0]
    assert opened.options["drones"] is True
    assert len(opened.commitment) == 64
    assert empty.done("status", "--json").json["phase"] == "set-up"


def test_new_keeps_the_secret_out_of_the_log(empty: Cell) -> None:
    told = empty.done("new", "ramadi", "--seed", "5").out
    assert "anyone who knows the number knows every roll" in told
    assert "secret" not in told
    from domain.game.opening import commitment, opening_of
    from domain.table.dice import secret_from_seed

    secret = secret_from_seed(5)
    assert empty.events()[0].commitment == commitment(secret, opening_of(empty.events()))
    empty.done("export", "log.jsonl")
    assert secret not in Path("log.jsonl").read_text()


def test_new_draws_another_secret_each_time(empty: Cell) -> None:
    empty.done("new", "ramadi")
    empty.done("new", "ramadi")
    rows = empty.done("games", "--json").json
    assert [row["name"] for row in rows] == ["ramadi", "ramadi-2"]
    assert empty.events("ramadi")[0].commitment != empty.events("ramadi-2")[0].commitment


def test_use_changes_the_current_game_and_game_names_another(cell: Cell) -> None:
    assert cell.done("status", "--json").json["game"] == "ramadi"
    assert cell.done("status", "--game", "over", "--json").json["game"] == "over"
    cell.done("use", "typed")
    assert cell.done("status", "--json").json["game"] == "typed"


def test_orders_are_numbered_and_a_filter_keeps_the_numbers(empty: Cell) -> None:
    empty.done("new", "ramadi")
    listed = empty.done("orders", "--json").json
    assert [each["number"] for each in listed] == list(range(1, len(listed) + 1))
    assert len(listed) > 100
    some = empty.done("orders", "--kind", "deploy", "--piece", "mech-2", "--json").json
    assert some
    assert all(each in listed for each in some)
    assert all(each["order"]["order"] == "deploy" and each["order"]["unit"] == "mech-2" for each in some)
    text = empty.done("orders", "--piece", "mech-2").out
    assert f"{some[0]['number']}  to={some[0]['order']['to']}" in text
    assert "(ramadi 4.1a)" in text


def test_an_order_by_number_is_the_one_listed(empty: Cell) -> None:
    empty.done("new", "ramadi")
    listed = empty.done("orders", "--json").json
    chosen = listed[40]
    empty.done("order", str(chosen["number"]), "--by", "Umpire A")
    given = next(event for event in reversed(empty.events()) if isinstance(event, OrderGiven))
    assert {"order": given.order, **given.arguments} == chosen["order"]
    assert given.by == "Umpire A"
    assert given.side == chosen["side"] == "isf"


def test_an_order_by_name_and_pairs(empty: Cell) -> None:
    empty.done("new", "ramadi")
    told = empty.done("order", "deploy", "unit=mech-1", "to=0308", "--json").json
    moved = next(event for event in told["events"] if event["event"] == "piece-moved")
    assert moved["fields"]["piece"] == "mech-1"
    assert moved["fields"]["to"] == "0308"
    assert moved["rule"].startswith("ramadi ")
    assert told["pending"] == []
    assert told["next"]


@pytest.mark.parametrize("system", ["ramadi", "toy-losses", "toy-blocks", "toy-reaction", "toy-magazines"])
def test_every_listed_order_given_back_as_data_is_that_order(empty: Cell, system: str) -> None:
    from cli.seat.opening import open_seat
    from seats.dialogue.orders import read_data, read_words
    from seats.seat.seat import looks

    empty.done("new", system)
    listed = empty.done("orders", "--json").json
    assert listed
    with open_seat(str(empty.database), None, looks("")) as seat:
        legal = list(seat.session_without_dice().legal())
        for each, order in zip(listed, legal, strict=True):
            assert read_data(seat, json.dumps(each["order"]).encode(), None) == order
            assert read_data(seat, json.dumps(each).encode(), None) == order
            words = [f"{key}={_typed(value)}" for key, value in order.arguments.items()]
            assert read_words(seat, [order.name, *words], order.side) == order


def _typed(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def test_an_order_from_a_file_and_from_the_input(empty: Cell) -> None:
    empty.done("new", "ramadi")
    first, *_, last = empty.done("orders", "--json").json
    Path("order.json").write_text(json.dumps(first["order"]))
    empty.done("order", "--file", "order.json")
    empty.done("order", "--file", "-", said=json.dumps(last))
    given = [event for event in empty.events() if isinstance(event, OrderGiven)][1:]
    assert [{"order": e.order, **e.arguments} for e in given] == [first["order"], last["order"]]


def test_words_that_the_rules_forbid_are_refused_by_the_rule(cell: Cell) -> None:
    sentence = cell.refused("order", "move", "unit=mech-1", "to=0308")
    assert "ramadi 6" in sentence


def test_what_happened_is_told_with_its_rule_and_then_what_is_next(cell: Cell) -> None:
    before = len(cell.events())
    told = cell.done("order", "1").out.splitlines()
    assert told[0].split()[0] == str(before + 1)
    assert any("(ramadi 6.4" in line for line in told)
    assert any(line.strip().startswith(str(before + 3)) for line in told)
    assert not told[-1][0].isspace()


def test_revealed_counters_are_called_by_their_names_also_when_they_are_hidden_again(cell: Cell) -> None:
    told = cell.done("order", "1", "--json").json
    pieces = {piece["id"]: piece for piece in cell.done("pieces", "--as", "white", "--json").json}
    known = [e["fields"] for e in told["events"] if e["event"] == "piece-known"]
    revealed = [each["piece"] for each in known if each.get("sides") is None]
    assert len(revealed) == 3
    while cell.done("status", "--json").json["pending"]:
        cell.done("answer", "1")
    text = cell.done("log", "--last", "60").out
    for id in revealed:
        assert f"{pieces[id]['name']}: revealed to all" in text
        assert not re.search(rf"\b{id}\b", text, re.IGNORECASE)


def test_next_ends_the_phase(cell: Cell) -> None:
    while cell.done("orders", "--kind", "execute", "--json").json:
        cell.done("order", "1")
        while cell.done("status", "--json").json["pending"]:
            cell.done("answer", "1")
    phase = cell.done("status", "--json").json["phase"]
    cell.done("next")
    assert cell.done("status", "--json").json["phase"] != phase


def test_undo_takes_back_the_last_order_and_asks_when_dice_were_rolled(cell: Cell) -> None:
    before = cell.done("pieces", "--json", "--as", "white").json
    cell.done("order", "1")
    sentence = cell.refused("undo", "--because", "The wrong hex")
    assert "rolled" in sentence
    assert "--yes" in sentence
    told = cell.done("undo", "--because", "The wrong hex", "--yes", "--by", "A", "--json").json
    assert told["events"][-1]["event"] == "taken-back"
    assert cell.done("pieces", "--json", "--as", "white").json == before
    events = cell.events()
    taken = events[-1]
    assert isinstance(taken, TakenBack)
    assert taken.because == "The wrong hex"
    assert set(struck(events)) == set(range(taken.first, taken.number))
    assert cell.done("audit").code == 0


def test_undo_of_an_order_without_dice_does_not_ask(empty: Cell) -> None:
    empty.done("new", "ramadi")
    empty.done("order", "1")
    first = empty.events()[-1].procedure
    empty.done("order", "1")
    empty.done("undo", str(first), "--because", "Set up anew")
    assert len(struck(empty.events())) == 6


@pytest.mark.parametrize(("said", "taken"), [("y\n", True), ("n\n", False), ("", False)])
def test_undo_asks_the_person_at_the_terminal(
    cell: Cell, someone_there: None, said: str, taken: bool
) -> None:
    result = cell("order", "1")
    assert result.code == 0
    result = cell("undo", "--because", "Slip", said=said)
    assert result.code == (0 if taken else 2)
    assert isinstance(cell.events()[-1], TakenBack) == taken


def test_note_is_kept_and_concerns_an_event(cell: Cell) -> None:
    cell.done("note", "Was the bridge up?", "--on", "9", "--by", "Umpire B")
    last = cell.events()[-1]
    assert isinstance(last, Noted)
    assert (last.text, last.concerns, last.by) == ("Was the bridge up?", 9, "Umpire B")
    assert last.audience == (), "a note is the white cell's unless it is shared"
    shown = cell.done("log", "--last", "1", "--as", "white", "--json").json[0]
    assert shown["fields"]["concerns"] == 9


def test_log_by_turn_by_count_and_by_side(cell: Cell) -> None:
    everything = cell.done("log", "--game", "over", "--as", "white", "--json").json
    assert len(everything) == len(cell.events("over"))
    assert [view["number"] for view in everything] == list(range(1, len(everything) + 1))
    assert (
        cell.done("log", "--game", "over", "--as", "white", "--last", "5", "--json").json == everything[-5:]
    )
    turn = cell.done("log", "--game", "over", "--as", "white", "--turn", "2", "--json").json
    assert 0 < len(turn) < len(everything)
    assert turn[0]["fields"]["turn"] == 2
    side = cell.done("log", "--game", "over", "--as", "isf", "--json").json
    assert len(side) <= len(everything)
    assert all("number" not in view for view in side)


@pytest.mark.parametrize("viewer", ["white", "blue"])
def test_the_log_of_a_turn_sums_up_the_orders_of_that_turn_alone(cell: Cell, viewer: str) -> None:
    """Summaries stand below the lines of their order, indented."""
    recorded = Path(__file__).parents[1] / "games" / "ows-tutorial-staff.jsonl"
    cell.done("import", str(recorded), "--name", "tutorial")
    views = cell.done("log", "--game", "tutorial", "--as", "white", "--json").json
    turns = {view["fields"]["turn"] for view in views if view["event"] == "phase-entered"}

    def summed_up(*options: str) -> list[str]:
        told = cell.done("log", "--game", "tutorial", "--as", viewer, *options).out.splitlines()
        return [line for line in told if line.startswith("       ")]

    by_turn = [line for turn in sorted(turns) for line in summed_up("--turn", str(turn))]
    assert by_turn
    assert len(by_turn) <= len(summed_up())


def test_the_player_of_a_game_against_the_rules_sees_through_that_sides_eyes(cell: Cell) -> None:
    assert cell.done("status", "--json").json["viewer"] == "isf"
    assert cell.done("status", "--game", "losses", "--json").json["viewer"] == "white"
    white = cell.done("pieces", "--as", "white", "--json").json
    hidden = {piece["id"] for piece in white if piece["place"] == "isis_assets_pool"} or {
        piece["id"] for piece in white if "pool" in piece["place"]
    }
    assert len(hidden) > 10
    mine = cell.done("pieces", "--json").out + cell.done("map").out + cell.done("log", "--json").out
    assert not [id for id in hidden if f'"{id}"' in mine]


def test_pieces_of_one_space_and_one_piece(cell: Cell) -> None:
    everywhere = cell.done("pieces", "--json").json
    piece = next(each for each in everywhere if each.get("id", "").startswith("mech"))
    there = cell.done("pieces", "--at", piece["place"], "--json").json
    assert piece in there
    assert all(each["place"] == piece["place"] for each in there)
    assert cell.done("pieces", "--piece", piece["id"], "--json").json == [piece]
    assert piece["name"] in cell.done("pieces", "--piece", piece["id"]).out


def test_explain_tells_rule_modifiers_row_and_dice(cell: Cell) -> None:
    number = cell.done("order", "1", "--json").json["events"][-2]["number"]
    told = cell.done("explain", str(number))
    assert f"Event {number}" in told.out
    assert "Rules:" in told.out
    data = cell.done("explain", str(number), "--json").json
    assert data["number"] == number
    assert data["order"]["kind"] == "order-given"
    assert {step["kind"] for step in data["steps"]} >= {"order-given", "modified"}


def test_explain_hides_what_the_side_may_not_know(cell: Cell) -> None:
    laid = next(event.number for event in cell.events("secret") if event.audience)
    cell.done("explain", str(laid), "--game", "secret")
    other = "south" if cell.events("secret")[laid - 1].audience == ("north",) else "north"
    seen = cell.done("log", "--game", "secret", "--as", other, "--json").json
    hidden = cell.refused("explain", str(len(seen) + 1), "--game", "secret", "--as", other)
    nothing = cell.refused("explain", "99999", "--game", "secret", "--as", other)
    assert nothing == hidden.replace(f"line {len(seen) + 1} ", "line 99999 ")
    for view in seen:
        told = cell.done("explain", str(view["line"]), "--game", "secret", "--as", other, "--json").json
        assert told["number"] == view["line"]
        assert all(step["number"] <= len(seen) for step in (*told["steps"], *told["corrections"]))


def test_an_explanation_leaves_hidden_steps_out(cell: Cell) -> None:
    for event in cell.events("over"):
        views = {view["number"] for view in cell.done("log", "--game", "over", "--json").json}
        if event.procedure and event.number in views:
            break
    told = [
        cell.done("explain", str(number), "--game", "over", "--json").json
        for number in sorted(views)[10::150]
    ]
    assert all(step["number"] in views for data in told for step in data["steps"])


def test_map_in_the_terminal_and_as_svg(cell: Cell) -> None:
    shown = cell.done("map").out
    assert "`whitecell map --legend` says what signs and codes mean" in shown
    assert "0705 Justice Compound" not in shown
    assert "0705 Justice Compound" in cell.done("map", "--legend").out.replace("\n  ", " ")
    cell.done("map", "--svg", "map.svg")
    assert "<svg" in Path("map.svg").read_text()[:500]


def test_tables_listed_and_shown(cell: Cell) -> None:
    listed = cell.done("tables", "--json").json
    assert {table["provenance"] for table in listed} <= {"document", "reconstructed", "house"}
    name = listed[0]["name"]
    shown = cell.done("tables", name, "--json").json
    assert shown["rows"]
    assert cell.done("tables").out.count("\n") == len(listed)
    assert listed[0]["title"] in cell.done("tables", name).out


def test_a_table_from_a_file_takes_the_place_of_one(cell: Cell) -> None:
    cell.done("use", "losses")
    Path("chart.csv").write_text("score,attacker,defender\n..5,1,0\n6..9,1,1\n10..,0,3\n")
    cell.done("tables", "combat", "--adopt", "chart.csv", "--because", "Our own chart")
    adopted = cell.events()[-1]
    assert isinstance(adopted, TableAdopted)
    rows = cell.done("tables", "combat", "--json").json
    assert rows["rows"][2] == {"score": [10, None], "attacker": 0, "defender": 3}
    assert rows["provenance"] == "house"
    assert cell.done("audit").code == 0


def test_close_reveals_the_seal_and_the_audit_derives_every_roll(cell: Cell) -> None:
    cell.done("use", "over")
    assert "decided" in cell.done("status").out
    cell.done("close", "--yes", "--because", "Done")
    *_, revealed, closed = cell.events()
    assert isinstance(revealed, SealRevealed)
    assert isinstance(closed, GameClosed)
    report = cell.done("audit", "--json").json
    assert {"events", "chain", "dice", "rules", "findings", "notices", "game", "system", "head"} <= set(
        report
    )
    assert (report["chain"], report["dice"], report["rules"]) == ("whole", "derived", "followed")
    assert report["findings"] == []


def test_close_needs_a_yes(cell: Cell) -> None:
    sentence = cell.refused("close")
    assert "--yes" in sentence
    assert "not decided" in sentence


def test_export_and_import_carry_a_game_to_another_desk(cell: Cell, tmp_path: Path) -> None:
    head = cell.done("export", "game.jsonl", "--game", "over", "--json").json["head"]
    elsewhere = Cell(tmp_path / "elsewhere.db")
    taken = elsewhere.done("import", "game.jsonl", "--name", "theirs", "--json").json
    assert taken["head"] == head
    assert elsewhere.entries("theirs") == cell.entries("over")
    assert elsewhere.done("status", "--json").json["game"] == "theirs"
    assert elsewhere("audit").code == 3, "its seal stayed where it was played"


def test_an_imported_game_has_no_seal_and_says_so(cell: Cell, tmp_path: Path) -> None:
    cell.done("export", "game.jsonl")
    elsewhere = Cell(tmp_path / "elsewhere.db")
    elsewhere.done("import", "game.jsonl")
    assert "seal" in elsewhere.refused("order", "1")
    report = elsewhere("audit", "--json")
    assert report.code == 3
    assert "the game is still open" in " ".join(report.json["unchecked"])
    elsewhere.done("note", "Read here")


def test_audit_of_a_file_needs_no_database(cell: Cell, tmp_path: Path) -> None:
    cell.done("export", "game.jsonl", "--game", "over")
    nowhere = Cell(tmp_path / "none.db")
    report = nowhere("audit", "game.jsonl", "--json")
    assert (report.code, report.json["findings"]) == (3, [])
    assert not nowhere.database.exists()


@pytest.mark.parametrize("harm", ["alter", "drop", "swap", "insert", "unreadable", "unknown"])
def test_audit_of_a_harmed_file_names_the_event_and_exits_1(cell: Cell, harm: str) -> None:
    cell.done("export", "game.jsonl", "--game", "over")
    lines = Path("game.jsonl").read_bytes().splitlines()
    at = next(n for n, line in enumerate(lines) if b'"die-rolled.1"' in line)
    match harm:
        case "alter":
            face = msgspec.json.decode(lines[at])["body"]["face"]
            lines[at] = lines[at].replace(b'"face":%d' % face, b'"face":%d' % (face % 6 + 1))
        case "drop":
            del lines[at]
        case "swap":
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        case "insert":
            lines.insert(at, lines[at])
        case "unreadable":
            lines[at] = lines[at][:-7]
        case "unknown":
            lines[at] = lines[at].replace(b"die-rolled.1", b"die-forged.1")
    Path("bad.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    result = cell("audit", "bad.jsonl", "--json")
    assert result.code == 1
    assert result.json["chain"] == "broken"
    assert any(abs(finding["event"] - (at + 1)) <= 1 for finding in result.json["findings"])
    assert str(at + 1) in cell("audit", "bad.jsonl").out or str(at + 2) in cell("audit", "bad.jsonl").out
    refused = cell.refused("import", "bad.jsonl", "--name", "bad")
    assert str(at + 1) in refused or str(at + 2) in refused


def test_rules_listed_and_shown(empty: Cell) -> None:
    listed = empty.done("rules", "ramadi", "--json").json
    assert len(listed) == 145
    assert empty.done("rules", "list", "ramadi").out.count("\n") == 145
    shown = empty.done("rules", "show", "ramadi", "6.5b", "--json").json
    assert shown["id"] == "6.5b"
    assert shown["summary"] in empty.done("rules", "ramadi", "ramadi 6.5b").out.replace("\n", " ")


def test_coverage_counts_every_rule_once(empty: Cell) -> None:
    result = empty("rules", "coverage", "ramadi", "--json")
    counted = result.json
    assert counted["system"] == "ramadi"
    assert counted["rules"] == counted["enforced"] + counted["asked"] + counted["reference"] == 145
    assert result.code == (1 if counted["untested"] else 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["5.1"], "Rule 5.1 of which system? Say `rules show freeform 5.1` or `rules show ows 5.1`."),
        (["show", "1.0a"], "`rules show somalia 1.0a`"),
        (
            ["show", "ramadi"],
            "Which rule of ramadi? Say `rules show ramadi RULE`; `whitecell rules list ramadi` lists them.",
        ),
        (["show", "99.99"], "No system has a rule '99.99'. Say `rules show SYSTEM RULE`."),
        (["99.99"], "There is no rule system '99.99' with a register; there are: "),
    ],
)
def test_a_rule_without_its_system_is_answered_with_the_systems_that_have_it(
    empty: Cell, words: list[str], said: str
) -> None:
    assert said in empty.refused("rules", *words)


def test_coverage_finds_the_marks_of_tests_and_misses_others(tmp_path: Path) -> None:
    from cli.game.rules import tested_rules

    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_a.py").write_text(
        "import pytest\n\n@pytest.mark.rule('ramadi 1.0', 'ramadi 2.0b')\ndef test_a(): ...\n"
        "# @pytest.mark.rule('ramadi 3.0')\nX = 'ramadi 4.1a'\n"
    )
    assert tested_rules(tmp_path) == {"ramadi 1.0", "ramadi 2.0b"}


def test_coverage_outside_a_checkout_is_not_known(empty: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.game.rules.tests_folder", lambda: None)
    result = empty.done("rules", "coverage", "ramadi", "--json")
    assert result.json["untested"] is None
    assert "checkout" in result.err


def test_play_writes_a_log_and_the_same_seed_gives_the_same_game(empty: Cell) -> None:
    told = [
        empty.done("play", "ramadi", "--policy", "random", "--seed", "4", "--out", name, "--json").json
        for name in ("one.jsonl", "two.jsonl")
    ]
    assert {"game", "events", "verdict", "winner", "scores", "orders", "out"} <= set(told[0])
    assert told[0]["verdict"]
    logs = [_timeless(Path(name)) for name in ("one.jsonl", "two.jsonl")]
    assert logs[0] == logs[1]
    assert len(logs[0]) == told[0]["events"]
    assert told[0]["game"] == told[1]["game"]
    other = empty.done(
        "play", "ramadi", "--policy", "random", "--seed", "5", "--out", "o.jsonl", "--json"
    ).json
    assert other["game"] != told[0]["game"]
    assert _timeless(Path("o.jsonl")) != logs[0]
    assert empty.done("audit", "one.jsonl").code == 0


def _timeless(path: Path) -> list[object]:
    """The bodies of a log without the times, and without the commitment, which covers that of the opening."""
    bodies = [json.loads(line)["body"] for line in path.read_bytes().splitlines()]
    return [
        {key: value for key, value in body.items() if key not in ("time", "commitment")} for body in bodies
    ]


def test_play_takes_options(empty: Cell) -> None:
    empty.done("play", "ramadi", "--policy", "random", "--option", "drones=on", "--out", "game.jsonl")
    assert json.loads(Path("game.jsonl").read_bytes().splitlines()[0])["body"]["options"]["drones"] is True


def test_demo_plays_audits_and_reviews(empty: Cell) -> None:
    told = empty.done("demo", "--seed", "2", "--out", "shown").out
    assert "Turn 1:" in told
    assert "Audit passed" in told
    assert empty.done("audit", "shown/log.jsonl").code == 0
    assert "<html" in Path("shown/aar.html").read_text()
    empty.done("aar", "shown/log.jsonl", "--out", "again.html")
    assert Path("again.html").read_bytes() == Path("shown/aar.html").read_bytes()


def test_demo_for_programs_prints_one_object(empty: Cell) -> None:
    told = empty.done("demo", "ramadi", "--seed", "2", "--out", "shown", "--json").json
    assert told["findings"] == 0
    assert told["audit"]["rules"] == "followed"
    assert Path(told["aar"]).is_file()
    assert Path(told["log"]).is_file()


def test_demo_plays_a_scenario_by_its_name(empty: Cell) -> None:
    told = empty.done("demo", "ignorant-armies", "--scenario", "gulf-war", "--out", "shown", "--json").json
    assert told["scenario"] == "gulf-war"
    told = empty.done("demo", "freeform", "--scenario", "ford", "--out", "ford", "--json").json
    assert told["scenario"] == "ford"


def test_names_from_elsewhere_do_not_drive_the_terminal(cell: Cell) -> None:
    cell.done("note", "calm \x1b[31mred\x07")
    shown = cell.done("log", "--last", "1").out
    assert "\x1b" not in shown
    assert "\x07" not in shown
