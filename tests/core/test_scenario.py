"""Scenario files from outside: read when they are what they should be, else refused in one sentence."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from adjudication.engine.data_file import LARGEST_FILE
from adjudication.engine.games.options import with_options
from adjudication.engine.games.scenario import Scenario, load_scenario, opening, scenario_names
from domain.errors import BadData, NotFound, Refused
from domain.game.game import Game
from tests.toys import NAMES

FILES: dict[str, dict[str, Any]] = {
    "island.yaml": {
        "name": "island",
        "title": "The island",
        "system": "atoll",
        "sides": [{"id": "red", "name": "Red"}, {"id": "blue", "name": "Blue"}],
        "board": "board.yaml",
        "counters": "counters.yaml",
        "tables": "tables.yaml",
        "tracks": [{"id": "vp", "highest": 10}],
        "options": {"night": False, "turns": 6, "weather": "fair"},
    },
    "board.yaml": {
        "name": "Island",
        "spaces": [{"id": "beach", "kind": "area"}, {"id": "hill", "kind": "area"}],
        "boxes": [{"id": "lost", "kind": "box"}],
        "adjacency": {"join": [["beach", "hill"]]},
    },
    "counters.yaml": {
        "kinds": {"squad": {"name": "Squad", "side": "red", "values": {"fire": 2}}},
        "pieces": [{"id": "sq-1", "kind": "squad", "at": "beach"}],
    },
    "tables.yaml": {
        "fire": {
            "title": "Fire",
            "provenance": "house",
            "keys": ["die"],
            "rows": [{"die": [None, 4], "hits": 0}, {"die": [5, None], "hits": 1}],
        }
    },
}


def write(folder: Path, change: Callable[[dict[str, Any]], None] = lambda files: None) -> str:
    files = yaml.safe_load(yaml.safe_dump(FILES))
    change(files)
    for name, data in files.items():
        text = data if isinstance(data, str) else yaml.safe_dump(data)
        folder.joinpath(name).write_text(text, encoding="utf-8")
    return str(folder / "island.yaml")


def read(folder: Path, change: Callable[[dict[str, Any]], None] = lambda files: None) -> Scenario:
    return load_scenario("atoll", write(folder, change))


def refused(folder: Path, change: Callable[[dict[str, Any]], None]) -> str:
    with pytest.raises(Refused) as error:
        read(folder, change)
    sentence = error.value.sentence
    assert "\n" not in sentence
    assert re.match(r"[\w. ]", sentence)
    assert sentence.endswith(".")
    assert len(sentence) < 500
    return sentence


def test_a_scenario_file_is_read_and_laid_on_the_table(tmp_path: Path) -> None:
    scenario = read(tmp_path)
    events = opening(
        msgspec.structs.replace(scenario, system="toy-losses"),  # one that can be played
        game="0" * 32,
        name="one",
        options=scenario.options,
        dice="sealed",
        program="tests",
        time="",
    )
    state = Game.from_events("0" * 32, events).state
    assert state.pieces["sq-1"].place == "beach"
    assert state.board.neighbours["hill"] == ("beach",)
    assert state.tables["fire"].look_up({"die": 6}) == (2, {"hits": 1})
    assert state.tracks["vp"].data.highest == 10


def test_the_digest_changes_with_any_file(tmp_path: Path) -> None:
    digests = {read(tmp_path).digest}
    for name, data in FILES.items():
        digests.add(read(tmp_path, put(name, yaml.safe_dump(data) + "# x\n")).digest)
    assert len(digests) == 5


def put(name: str, text: str) -> Callable[[dict[str, Any]], None]:
    return lambda files: files.update({name: text})


def setting(name: str, *path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(files: dict[str, Any]) -> None:
        found = files[name]
        for key in path[:-1]:
            found = found[key]
        found[path[-1]] = to

    return change


@pytest.mark.parametrize("name", list(FILES))
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: &x [1]\nb: *x\n", "anchors"),
        ("a: &x {b: 1}\nc:\n  <<: *x\n", "anchors"),
        ("!!python/object/apply:os.system ['touch pwned']\n", "not readable YAML"),
        ("a: !!python/name:os.system\n", "not readable YAML"),
        ("a: [1, 2\n", "not readable YAML"),
        ("a: " + "9" * 6000 + "\n", "not readable YAML"),
        ("\x07\x08", "not readable YAML"),
        ("[" * 50_000, "more than 64 deep"),
        ("{a: " * 50_000, "more than 64 deep"),
        ("- " * 50_000, "more than 64 deep"),
        ("\n".join(" " * depth + "a:" for depth in range(1000)), "more than 64 deep"),
        ('title: "red \\e[31m"', "control character"),
        ('"a\\u202Eb": 1', "control character"),
        ("? [a, b]\n: c\n", "not readable YAML"),
        ("#" * (LARGEST_FILE + 1), "larger than"),
        ("just words\n", ""),
        ("- a\n- list\n", ""),
        ("12\n", ""),
    ],
)
def test_hostile_yaml_is_refused_in_one_sentence(tmp_path: Path, name: str, text: str, says: str) -> None:
    sentence = refused(tmp_path, put(name, text))
    assert name in sentence
    assert says in sentence
    assert not Path("pwned").exists()


@pytest.mark.parametrize("name", list(FILES))
def test_deep_nesting_is_read_or_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    files = yaml.safe_load(yaml.safe_dump(FILES))
    text = yaml.safe_dump(files[name]) + "deep: " + "[" * 3_000 + "]" * 3_000 + "\n"
    sentence = ""
    try:
        assert read(tmp_path, put(name, text)).pieces == read(tmp_path).pieces
    except Refused as error:
        sentence = error.sentence
    assert not sentence or name in sentence
    assert len(sentence) < 500


@pytest.mark.parametrize("part", ["board", "counters", "tables"])
@pytest.mark.parametrize(
    "beside", ["../board.yaml", "/etc/passwd", "..", "sub\\board.yaml", "a\0b", "none.yaml", "."]
)
def test_a_part_names_a_file_beside_the_scenario(tmp_path: Path, part: str, beside: str) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    write(tmp_path)
    refused(inner, setting("island.yaml", part, to=beside))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (setting("island.yaml", "rounds", to=3), "island.yaml, line 8: rounds: Extra inputs"),
        (setting("island.yaml", "system", to="ocean"), "is a scenario of ocean, not of atoll"),
        (setting("island.yaml", "name", to=["a"]), "island.yaml, line 3: name: "),
        (setting("island.yaml", "sides", to=[{"name": "Nobody"}]), "island.yaml, line 9: sides.0"),
        (setting("island.yaml", "sides", to="red"), "island.yaml, line 8: sides: Input"),
        (setting("island.yaml", "options", to={"night": 1.5}), "island.yaml, line 5: options.night"),
        (setting("island.yaml", "tracks", 0, "highest", to="ten"), "island.yaml, line 17: tracks.0"),
        (setting("island.yaml", "tracks", 0, "value", to=11), "track vp starts at 11, outside 0 to 10"),
        (setting("island.yaml", "sides", 1, "id", to="red"), "two sides are called red"),
        (setting("island.yaml", "roles", to=["chief"]), "island.yaml, line 9: roles.0"),
        (setting("island.yaml", "roles", to=[{"role": " "}]), "the role ' ' is empty, or there twice"),
        (
            setting("island.yaml", "roles", to=[{"role": "Chief", "side": "mauve"}]),
            "the role 'Chief' is of 'mauve', which is not a side",
        ),
        (
            setting("board.yaml", "spaces", 0, "id", to="hill"),
            "board.yaml, line 12: there is a space 'hill' already",
        ),
        (
            setting("board.yaml", "spaces", 0, "column", to=1.5),
            "board.yaml, line 10: Expected `int`, got `float`",
        ),
        (setting("board.yaml", "spaces", to={"a": 1}), "board.yaml, line 9: Expected `array`"),
        (setting("board.yaml", "adjacency", "join", to=[["beach", "moon"]]), "adjacency names 'moon'"),
        (
            setting("board.yaml", "adjacency", "cut", to=[["beach"]]),
            "board.yaml, line 3: Expected `array` of length 2",
        ),
        (setting("board.yaml", "borders", to=[{"between": ["beach", "moon"], "terrain": "river"}]), "'moon'"),
        (setting("counters.yaml", "piece", to=[]), "nothing called 'piece'"),
        (setting("counters.yaml", "pieces", 0, "id", to="hill"), "piece hill has the id of a space"),
        (setting("counters.yaml", "pieces", 0, "at", to="sq-1"), "sq-1 is aboard sq-1, which is aboard it"),
        (setting("counters.yaml", "pieces", 0, "kind", to="tank"), "piece sq-1 is of an unknown kind 'tank'"),
        (setting("counters.yaml", "pieces", 0, "at", to="moon"), "piece sq-1 is at 'moon', not a space"),
        (setting("counters.yaml", "pieces", 0, "known_to", to=["green"]), "piece sq-1 is known to 'green'"),
        (setting("counters.yaml", "pieces", 0, "seen_by", to=["green"]), "piece sq-1 is known to 'green'"),
        (setting("board.yaml", "spaces", 0, "seen_by", to=[]), "only a box can be kept from a side"),
        (setting("counters.yaml", "kinds", "squad", "values", to={"fire": 0.5}), "counters.yaml: Expected"),
        (
            setting(
                "counters.yaml",
                "pieces",
                to=[{"id": "a", "kind": "squad", "at": at} for at in ("hill", "beach")],
            ),
            "two pieces",
        ),
        (setting("tables.yaml", "fire", "rows", 0, to={"hits": 1}), "row 1: the column die is missing"),
        (setting("tables.yaml", "fire", "provenance", to="hearsay"), "provenance must be one of"),
        (setting("tables.yaml", "fire", "rows", 0, "hits", to=0.5), "tables.yaml: "),
        (setting("tables.yaml", "fire", to=None), "tables.yaml: Expected `object`, got `null`"),
    ],
)
def test_wrong_data_is_refused_naming_the_place(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], says: str
) -> None:
    assert says in refused(tmp_path, change)


def test_no_piece_may_be_called_as_a_word_that_orders_take() -> None:
    """A hidden block `leader` was masked in `hq=leader`, which told which block it was."""
    scenario = load_scenario("nineveh", "campaign")
    first = msgspec.structs.replace(scenario.pieces[0], id="leader")
    wrong = msgspec.structs.replace(scenario, pieces=(first, *scenario.pieces[1:]))
    about: dict[str, Any] = {"game": "1" * 32, "name": "test", "options": {}, "dice": "typed", "program": ""}
    assert opening(scenario, **about, time="")
    with pytest.raises(BadData, match="no piece may be called leader, which orders take for something else"):
        opening(wrong, **about, time="")


def test_unknown_scenarios_and_files_are_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="ramadi has no scenario 'armageddon'; it has: historical"):
        load_scenario("ramadi", "armageddon")
    with pytest.raises(NotFound, match="atoll has no scenario"):
        load_scenario("atoll", "../ramadi/historical")
    with pytest.raises(NotFound, match="There is no file"):
        load_scenario("atoll", str(tmp_path / "none.yaml"))
    (tmp_path / "folder.yaml").mkdir()
    with pytest.raises(NotFound, match="There is no file"):
        load_scenario("atoll", str(tmp_path / "folder.yaml"))
    assert scenario_names("atoll") == []
    assert [scenario_names(name) for name in NAMES] == [["toy"]] * len(NAMES)
    assert load_scenario("toy-blocks", "toy").title == "Blocks"


def test_options_are_read_as_what_they_are_by_default(tmp_path: Path) -> None:
    scenario = read(tmp_path)
    assert with_options(scenario, {}) == {"night": False, "turns": 6, "weather": "fair"}
    chosen = with_options(scenario, {"night": "Yes", "turns": "-2", "weather": "foul"})
    assert chosen == {"night": True, "turns": -2, "weather": "foul"}
    assert scenario.options["night"] is False


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"day": "on"}, "There is no option 'day'; there are: night, turns, weather."),
        ({"night": "maybe"}, "Option night is on or off, not 'maybe'."),
        ({"turns": "six"}, "Option turns is a whole number, not 'six'."),
        ({"turns": "--6"}, "Option turns is a whole number, not '--6'."),
        ({"turns": "6.5"}, "Option turns is a whole number, not '6.5'."),
        ({"turns": "²"}, "Option turns is a whole number, not '²'."),
    ],
)
def test_bad_options_are_refused(tmp_path: Path, chosen: dict[str, str], says: str) -> None:
    with pytest.raises(BadData, match=re.escape(says)):
        with_options(read(tmp_path), chosen)


BOARD = """\
name: Two maps
layouts:
  sea: {orientation: flat}
  shore: {orientation: pointy, offset: odd}
maps: {sea: {name: The Sea, scale: 200, unit: nm}}
spaces:
  - {id: s11, map: sea, column: 1, row: 1}
  - {id: s12, map: sea, column: 1, row: 2}
  - {id: s14, map: sea, column: 1, row: 4}
  - {id: c11, map: shore, column: 1, row: 1, lies_in: s12}
  - {id: old, kind: area, map: town, lies_in: c11, outline: [[0, 0], [9, 0], [9, 9]]}
  - {id: new, kind: area, map: town, lies_in: c11, outline: [[0, 0], [9, 9], [0, 9]]}
boxes:
  - {id: lost, kind: box}
borders:
  - {between: [s11, s12], terrain: reef}
adjacency:
  join: [[s12, c11], [old, new]]
lines:
  - {kind: river, map: town, points: [[0, 0], [5, 5]]}
  - {kind: lane, map: sea, through: [s11, s12]}
terrains:
  reef: {colour: "#aabbcc", texture: rocks}
"""


def swapped(old: str, new: str) -> Callable[[dict[str, Any]], None]:
    """A board of two maps in the place of the island's, with one of its texts changed."""

    def change(files: dict[str, Any]) -> None:
        assert old in BOARD
        files["board.yaml"] = BOARD.replace(old, new)
        files["counters.yaml"]["pieces"] = []

    return change


def test_a_board_of_several_maps_is_read(tmp_path: Path) -> None:
    board = read(tmp_path, swapped("reef", "reef")).board
    assert board.layouts["shore"].orientation == "pointy"
    assert board.maps["sea"].scale == 200
    assert board.spaces[4].outline == ((0, 0), (9, 0), (9, 9))
    assert board.lines[1].through == ("s11", "s12")
    assert board.terrains["reef"].texture == "rocks"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("{id: s12, map", "{id: s11, map", "line 8: there is a space 's11' already"),
        (
            "column: 1, row: 2",
            "column: 1, row: 1",
            "line 8: s12: column 1, row 1 is the place of s11 already",
        ),
        ("orientation: flat", "orientation: flatt", "line 3: orientation is flat or pointy, not 'flatt'"),
        ("offset: odd", "offset: none", "line 4: offset is even or odd, not 'none'"),
        ("{orientation: flat}", "{kind: square}", "line 3: a layout is of hexes (kind: hex), not 'square'"),
        ("maps: {sea:", "maps: {see:", "line 5: no space is on a map 'see'"),
        ("  sea: {orient", "  see: {orient", "line 3: no space is on a map 'see'"),
        ("lies_in: s12", "lies_in: s99", "line 10: c11: it lies in 's99', which is not a space"),
        ("lies_in: s12", "lies_in: old", "line 10: c11: it lies in old, which lies in it"),
        ("lies_in: c11, outline: [[0, 0], [9, 0", "lies_in: new, outline: [[0, 0], [9, 0", "on the same map"),
        (
            "[[0, 0], [9, 0], [9, 9]]",
            "[[0, 0], [9, 0]]",
            "line 11: old: an outline has three corners or more",
        ),
        ("[[0, 0], [9, 0], [9, 9]]", "[[0, 0], [9, 9], [9, 0], [0, 9]]", "line 11: old: its outline crosses"),
        ("[[0, 0], [9, 0], [9, 9]]", "[[0, 0], [9, 0], [4, 0]]", "line 11: old: its outline crosses itself"),
        ("[[0, 0], [9, 0], [9, 9]]", "[[0, 0], [0, 0], [9, 9]]", "has the corner [0, 0] twice in a row"),
        ("[[0, 0], [9, 0], [9, 9]]", "[[0, 0], [9, 0.5], [9, 9]]", "line 11: Expected `int`, got `float`"),
        ("[[0, 0], [9, 0], [9, 9]]", "[[0, 0], [9, 9999999], [9, 9]]", "a corner of its outline is out of"),
        (
            ", outline: [[0, 0], [9, 9], [0, 9]]",
            "",
            "line 12: new has no outline, others on its map have one",
        ),
        ("lies_in: c11, outline", "lies_in: c11, label: [0, -1000001], outline", "its label is out of reach"),
        ("between: [s11, s12]", "between: [s11, s99]", "line 16: a border names 's99', which is not a space"),
        ("between: [s11, s12]", "between: [s11, s14]", "line 16: a border names s11 and s14, which do not"),
        ("[[s12, c11]", "[[s12, s12]", "line 18: adjacency names 's12' twice"),
        ("[[s12, c11]", "[[s12, mars]", "line 18: adjacency names 'mars', which is not a space"),
        ("points: [[0, 0], [5, 5]]", "points: [[0, 0]]", "line 20: a line runs through two points or spaces"),
        ("map: town, points", "map: sea, points", "line 20: a line can run through points on a map of outl"),
        (
            "map: town, points",
            "map: mars, points",
            "line 20: a line is on a map 'mars', on which there is no",
        ),
        ("through: [s11, s12]", "through: [s11, s99]", "line 21: a line runs through 's99', which is not a"),
        (
            "through: [s11, s12]",
            "name: Empty",
            "line 21: a line runs through points or through spaces; coast and zones of hexes",
        ),
        ("kind: lane", "kind: ' '", "line 21: a line needs a kind"),
        ('"#aabbcc"', "red", "line 23: 'red' is not a colour such as #a6cfe6"),
        ('"#aabbcc"', "'url(#a)'", "line 23: 'url(#a)' is not a colour"),
        (
            "texture: rocks",
            "texture: rock",
            "line 23: there is no texture 'rock'; there are barrage, blocks",
        ),
    ],
)
def test_a_board_that_does_not_fit_together_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    sentence = refused(tmp_path, swapped(old, new))
    assert sentence.startswith("board.yaml, line ")
    assert says in sentence


def test_all_faults_of_a_board_are_counted(tmp_path: Path) -> None:
    sentence = refused(tmp_path, swapped("{id: s12, map", "{id: s13, map"))
    assert sentence == "board.yaml, line 10: c11: it lies in 's12', which is not a space (and 3 more)."


def test_a_piece_may_start_aboard_another(tmp_path: Path) -> None:
    def change(files: dict[str, Any]) -> None:
        squad = files["counters.yaml"]["pieces"][0]
        files["counters.yaml"]["pieces"] = [{**squad, "at": "truck"}, {**squad, "id": "truck"}]

    assert [piece.at for piece in read(tmp_path, change).pieces] == ["truck", "beach"]


# --- several files, options of a list, a calendar -------------------------------------------------


def with_ships(files: dict[str, Any]) -> None:
    files["island.yaml"]["counters"] = ["counters.yaml", "ships.yaml"]
    files["counters.yaml"]["provenance"] = "document"
    files["ships.yaml"] = {
        "provenance": "reconstructed",
        "kinds": {
            "frigate": {
                "name": "Frigate",
                "side": "blue",
                "text": "Two shields.",
                "data": {"dice": [8, 8], "shields": {"red": 1, "grey": 2}},
            }
        },
        "pieces": [
            {"id": "f-1", "kind": "frigate", "at": "beach"},
            {"id": "sq-2", "kind": "squad", "at": "hill"},
        ],
    }


def test_counters_come_from_several_files_and_kinds_hold_data_and_text(tmp_path: Path) -> None:
    scenario = load_scenario("atoll", write(tmp_path, with_ships))
    assert [piece.id for piece in scenario.pieces] == ["sq-1", "f-1", "sq-2"]
    frigate = scenario.kinds["frigate"]
    assert (frigate.text, frigate.data["shields"]) == ("Two shields.", {"red": 1, "grey": 2})
    assert scenario.counters_provenance == "reconstructed", "no better than the least of the files"
    (tmp_path / "one").mkdir()
    one = load_scenario("atoll", write(tmp_path / "one"))
    assert scenario.digest != one.digest


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda f: f["ships.yaml"]["kinds"].update(squad={"name": "S"}),
            "ships.yaml: the kind squad is in another",
        ),
        (
            lambda f: f["ships.yaml"]["pieces"].append(f["counters.yaml"]["pieces"][0]),
            "two pieces are called sq-1",
        ),
        (
            lambda f: f["ships.yaml"]["kinds"]["frigate"]["data"].update(x=1.5),
            "ships.yaml: kind frigate: its data holds 1.5",
        ),
        (lambda f: f["ships.yaml"]["kinds"]["frigate"]["data"].update({3: 1}), "Expected `str`, got `int`"),
        (lambda f: f["island.yaml"]["counters"].append("../x.yaml"), "must name a file beside it"),
        (
            lambda f: f["island.yaml"].update(tables=["tables.yaml", "tables.yaml"]),
            "the table fire is in another file",
        ),
    ],
)
def test_files_that_do_not_go_together_are_refused(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    def both(files: dict[str, Any]) -> None:
        with_ships(files)
        change(files)

    with pytest.raises(BadData, match=re.escape(sentence)):
        load_scenario("atoll", write(tmp_path, both))


def with_weather(files: dict[str, Any]) -> None:
    files["island.yaml"]["options"]["weather"] = {"default": "fair", "one_of": ["fair", "storm"]}
    files["island.yaml"]["calendar"] = [
        {"turn": 1, "name": "Sep 1980", "year": 1980},
        {"turn": 3, "name": "Nov 1980"},
    ]


def test_an_option_of_a_list_takes_only_its_values(tmp_path: Path) -> None:
    scenario = load_scenario("atoll", write(tmp_path, with_weather))
    assert scenario.options["weather"] == "fair"
    assert scenario.one_of == {"weather": ("fair", "storm")}
    assert with_options(scenario, {"weather": "storm"})["weather"] == "storm"
    with pytest.raises(BadData, match="Option weather is one of fair, storm, not 'fog'"):
        with_options(scenario, {"weather": "fog"})


def test_a_calendar_is_in_the_opening_and_names_turns(tmp_path: Path) -> None:
    scenario = load_scenario("atoll", write(tmp_path, with_weather))
    assert [(each.turn, each.name, each.year) for each in scenario.calendar] == [
        (1, "Sep 1980", 1980),
        (3, "Nov 1980", 0),
    ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda f: f["options"]["weather"].update(default="fog"), "one_of has the default"),
        (lambda f: f["options"]["weather"].update(one_of=["fair", "fair"]), "each value once"),
        (lambda f: f["options"]["weather"].update(one_of=["fair", 2]), "of the default's type"),
        (lambda f: f["calendar"].append({"turn": 2, "name": "Oct"}), "turns stand in order"),
        (lambda f: f["calendar"].append({"turn": 9, "name": "x" * 61}), "at most 60 characters"),
    ],
)
def test_faulty_options_and_calendars_are_refused(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    def both(files: dict[str, Any]) -> None:
        with_weather(files)
        change(files["island.yaml"])

    with pytest.raises(BadData, match=sentence):
        load_scenario("atoll", write(tmp_path, both))
