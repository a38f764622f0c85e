"""`odds` before an order, `luck` after it: what they print, what they refuse, and that they write nothing."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.events import PhaseEntered
from domain.ledger.store import Ledger
from tests.cli.conftest import Cell, play

UNITS = ("cts", "mech", "inf", "np", "eb", "militia")


def targets(cell: Cell) -> list[str]:
    return [each["order"]["target"] for each in cell.done("orders", "--json").json]


def test_odds_write_nothing(cell: Cell) -> None:
    before, files = cell.everything(), cell.database.read_bytes()
    (target, *_) = targets(cell)
    cell.done("odds", "1", "--as", "white")
    cell.done("odds", "execute", f"target={target}", "--json", "--as", "white")
    cell.done("odds", "1", "--then", "2", "--samples", "20", "--as", "white")
    cell.done("luck")
    assert cell.everything() == before
    assert cell.database.read_bytes() == files


def test_an_order_is_taken_just_as_order_takes_it(cell: Cell) -> None:
    (target, *_) = targets(cell)
    by_number = cell.done("odds", "1", "--json", "--as", "white").out
    assert cell.done("odds", "execute", f"target={target}", "--json", "--as", "white").out == by_number
    Path("order.json").write_text(json.dumps({"order": "execute", "target": target}))
    assert cell.done("odds", "--file", "order.json", "--json", "--as", "white").out == by_number
    told = json.loads(by_number)
    assert told["orders"] == [{"side": "isf", "order": {"order": "execute", "target": target}}]
    assert told["viewer"] == "white"


def test_odds_say_that_they_are_exact_and_what_may_come_of_it(cell: Cell) -> None:
    told = cell.done("odds", "1", "--all")
    found = cell.done("odds", "1", "--json").json["odds"]
    assert found["exact"] is True
    assert sum(outcome["probability"] for outcome in found["outcomes"]) == pytest.approx(1)
    first, *rest = told.out.splitlines()
    assert first == f"Odds of execute target={targets(cell)[0]}: exact ({found['runs']:,} cases)."
    assert "Possible results:" in rest
    assert any(line.startswith("ISIS victory points: ") for line in rest)
    mean = found["margins"]["isf"]["mean"]
    assert any(line.startswith(f"Margin of Iraqi Security Forces: average {mean:+.2f}") for line in rest)
    assert told.err == ""


def test_odds_lead_with_what_the_order_is_for_and_what_it_costs(cell: Cell) -> None:
    target = targets(cell)[0]
    headline, *rest = cell.done("odds", "1").out.splitlines()
    found = cell.done("odds", "1", "--json").json["odds"]

    def chance(holds: Callable[[Any], bool]) -> float:
        return float(sum(o["probability"] for o in found["outcomes"] if any(map(holds, o["fates"]))))

    taken = chance(lambda fate: fate["place"] == target and fate["kind"] in UNITS)
    lost = chance(lambda fate: fate.get("face") == "casualty")
    assert headline.startswith("Take ")
    assert f"({target}): {100 * taken:.0f} %. Lose a unit: {100 * lost:.0f} %." in headline
    margins = found["margins"]["isf"]["values"]
    bars = [line.split() for line in rest if re.search("[█▏▎▍▌▋▊▉]", line)]
    assert {value.lstrip("+") for value, *_ in bars} == {str(int(value)) for value in margins}
    assert sum(float(words[1]) for words in bars) == pytest.approx(100, abs=0.5)
    longest = max(bars, key=lambda words: float(words[1]))
    assert longest[-1].count("█") == max(words[-1].count("█") for words in bars)
    assert rest[-1] == "`--all` shows every result, piece and question."


def test_odds_of_an_order_with_a_list_lead_with_what_it_may_bring(empty: Cell) -> None:
    """Units of a raid are a list, and its target is a piece."""
    empty.done("play", "somalia", "--seed", "5", "--out", "played.jsonl")
    log = [json.loads(line) for line in Path("played.jsonl").read_text().splitlines()]
    raid = next(line["body"] for line in log if line["body"].get("order") == "raid")
    empty.done("import", "played.jsonl", "--name", "played")
    empty.done("fork", "--game", "played", "--at", str(raid["number"] - 1), "--name", "before")
    said = (f"target={raid['arguments']['target']}", f"units={','.join(raid['arguments']['units'])}")
    shown = empty.done("odds", "raid", *said, "--side", raid["side"]).out
    assert shown.splitlines()[-1] == "`--all` shows every result, piece and question."
    assert "█" in shown


def test_odds_tell_what_is_marked_on_the_game_and_where_play_stands(cell: Cell) -> None:
    """How many operations a turn may bring is a mark, not a score."""
    planning = next(e for e in cell.events("over") if isinstance(e, PhaseEntered) and e.phase == "planning")
    cell.done("fork", "--at", str(planning.procedure - 1), "--name", "set-up", "--game", "over")
    outcomes = cell.done("odds", "proceed", "--json").json["odds"]["outcomes"]
    offered = {outcome["marks"]["game"]["operations"]: outcome["probability"] for outcome in outcomes}
    assert len(offered) == len(outcomes) > 1
    assert sum(offered.values()) == pytest.approx(1)
    told = cell.done("odds", "proceed", "--all").out
    assert "In every case: turn 1, planning, Iraqi Security Forces" in told
    for operations, chance in offered.items():
        assert f"{100 * chance:.1f} %  operations allowed this turn: {operations}" in told


def test_odds_tell_no_more_than_the_viewer_knows(cell: Cell) -> None:
    isf, white = (cell.done("odds", "1", "--json", *more).json["odds"] for more in ((), ("--as", "white")))
    assert white["runs"] < isf["runs"]
    assert white["margins"] != isf["margins"]
    ids = [piece["id"] for piece in cell.done("pieces", "--as", "white", "--json").json]
    known = {piece.get("id") for piece in cell.done("pieces", "--as", "isf", "--json").json}
    told = cell.done("odds", "1", "--all").out + cell.done("odds", "1", "--json").out
    assert not any(f'"{id}"' in told for id in ids if id not in known)
    assert len(known) < len(ids)


def test_several_orders_in_a_row_are_sampled_when_they_are_too_much(cell: Cell) -> None:
    first, second, *_ = targets(cell)
    shown = ("--then", f"execute target={second}", "--samples", "12", "--seed", "4")
    told = cell.done("odds", "execute", f"target={first}", *shown, "--all")
    assert told.out.startswith(
        f"Odds of execute target={first}, then execute target={second}: 12 samples; "
        "95 % intervals in brackets."
    )
    assert " ± " in told.out
    as_json = json.dumps({"order": "execute", "target": second})
    assert (
        cell.done("odds", "1", "--then", as_json, "--samples", "12", "--seed", "4", "--all").out == told.out
    )


def test_what_other_answers_would_change(cell: Cell) -> None:
    told = cell.done("odds", "1", "--game", "losses", "--all").out
    assert ": Which units take the losses (2)?" in told
    assert "(assumed above)" in told
    found = cell.done("odds", "1", "--game", "losses", "--json").json["odds"]
    question, options = next(iter(found["asked"].items()))
    assert all(choice["question"] in found["asked"] for choice in found["choices"])
    other = cell.done(
        "odds", "1", "--game", "losses", "--answer", f"{question}={'+'.join(options[-1])}", "--json"
    )
    assert other.json["odds"]["outcomes"] != found["outcomes"]
    assert question not in {choice["question"] for choice in other.json["odds"]["choices"]}


def test_answers_that_make_no_difference_to_the_score_say_so_once(cell: Cell) -> None:
    told = cell.done("odds", "1", "--as", "white", "--all")
    found = cell.done("odds", "1", "--as", "white", "--json").json["odds"]["choices"]
    advance = next(choice for choice in found if choice["question"].startswith("Which units"))
    assert len({json.dumps(option["margins"]) for option in advance["options"]}) == 1
    lines = told.out.splitlines()
    at = lines.index(f"Question to Iraqi Security Forces: {advance['question']} (no effect on the score)")
    assert all("margin" not in line for line in lines[at + 1 : at + 1 + len(advance["options"])])
    for choice in found:
        if len({json.dumps(option["margins"]) for option in choice["options"]}) > 1:
            at = lines.index(f"Question to Iraqi Security Forces: {choice['question']}")
            assert ": margin of Iraqi Security Forces" in lines[at + 1]


def test_an_answer_may_be_said_by_its_name(cell: Cell) -> None:
    found = cell.done("odds", "1", "--json", "--as", "white").json["odds"]
    question, options = next((q, o) for q, o in found["asked"].items() if q.startswith("Which units"))
    (unit,) = options[-1]
    name = next(p["name"] for p in cell.done("pieces", "--json").json if p["id"] == unit)
    by_name, by_id = (
        cell.done("odds", "1", "--json", "--as", "white", "--answer", f"{question}={said}").json["odds"][
            "outcomes"
        ]
        for said in (name.lower(), unit)
    )
    assert by_name == by_id != found["outcomes"]


def test_typed_games_have_odds_too(cell: Cell) -> None:
    found = cell.done("odds", "1", "--game", "typed", "--json").json["odds"]
    assert found["exact"]
    assert len(found["outcomes"]) > 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds",), "Give an order"),
        (("odds", "99"), "There is no order 99"),
        (("odds", "nonsense"), "has no order 'nonsense'"),
        (("odds", "execute"), "target"),
        (("odds", "execute", "target=0101"), "there is no space '0101'"),
        (("odds", "1", "--then", "1"), "No operation is planned against"),
        (("odds", "1", "--then", " "), "--then takes an order"),
        (("odds", "1", "--then", "'"), "cannot be read"),
        (("odds", "1", "--file", "none.json"), "Give an order"),
        (("odds", "--file", "none.json"), "none.json"),
        (("odds", "1", "--answer", "what"), "Write QUESTION=ANSWER"),
        (("odds", "1", "--answer", "Why?=so"), "'Why?' is not asked under this order"),
        (("odds", "1", "--policy", "none"), "has no policy 'none'"),
        (("odds", "1", "--samples", "0"), "--samples"),
        (("odds", "1", "--as", "nobody"), "There is no side 'nobody'"),
        (("odds", "1", "--game", "over"), "This game is decided"),
        (("odds", "1", "--game", "closed"), "closed"),
        (("luck", "--policy", "none"), "has no policy 'none'"),
        (("luck", "--top", "0"), "--top"),
        (("luck", "--game", "nowhere"), "nowhere"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(cell: Cell, words: tuple[str, ...], said: str) -> None:
    assert said in cell.refused(*words)


def test_an_answer_that_is_not_offered_is_refused(cell: Cell) -> None:
    question = next(iter(cell.done("odds", "1", "--json").json["odds"]["asked"]))
    assert "answer one of" in cell.refused("odds", "1", "--answer", f"{question}=nobody")


def test_there_are_no_odds_while_an_answer_is_awaited(cell: Cell) -> None:
    cell.done("order", "1", "--game", "typed")
    assert "waits" in cell.refused("odds", "execute", "target=0809", "--game", "typed")
    assert "waits" in cell.refused("odds", "proceed", "--game", "typed")
    assert "waits" in cell.refused("odds", "1", "--game", "typed")


def test_a_side_that_looks_through_its_own_eyes_asks_about_its_own_orders(cell: Cell) -> None:
    cell.done("new", "toy-blocks", "--name", "blocks")
    own = cell.done("orders", "--as", "green", "--json").json[0]["order"]
    words = [own["order"], *(f"{key}={value}" for key, value in own.items() if key != "order")]
    assert cell.done("odds", *words, "--as", "green", "--json").json["viewer"] == "green"
    refused = {
        cell.refused("odds", "move", f"block={block}", "to=bridge", "--as", "green")
        for block in ("blk-1", "blk-9", "grn-72")  # hidden, not there, and beside itself
    }
    assert refused == {"That is no order that Green may give now; `whitecell orders --as green` lists them."}
    assert "numbers" in cell.refused("odds", "1", "--as", "green")
    assert "numbers" in cell.refused("odds", "1000", "--as", "green")
    assert "no order that Black may give" in cell.refused("odds", "pass", "--as", "black")


def test_a_side_is_not_told_odds_that_hang_on_a_secret_record(cell: Cell) -> None:
    assert "may not know" in cell.refused("odds", "next", "--as", "north", "--game", "secret")
    told = cell.done("odds", "next", "--game", "secret")
    assert "do not read them out" not in told.out  # the white cell sees all
    assert cell.done("odds", "next", "--game", "secret", "--json").json["odds"]["on_secrets"] is False


def test_luck_in_words_and_for_programs(cell: Cell) -> None:
    ledger = Ledger(str(cell.database))
    play(ledger, "kings", "toy-options", lambda session: session.state.verdict is not None)
    ledger.close()
    told = cell.done("luck", "--game", "kings", "--top", "2").out
    found = cell.done("luck", "--game", "kings", "--top", "2", "--json").json
    luck = found["luck"]
    lines = told.splitlines()
    assert (
        lines[0]
        == f"Luck computed for {len(luck['orders'])} orders with chance in them; 0 had no chance in them."
    )
    king = luck["sides"]["king"]
    assert king["luck"] == pytest.approx(king["actual"] - king["expected"])
    assert f"luck {king['luck']:+.2f}" in lines[1]
    assert luck["sides"]["emir"]["luck"] == pytest.approx(-king["luck"])
    named = found["named"]["king"]
    assert len(named["luckiest"]) == len(named["unluckiest"]) == 2
    by_number = {order["number"]: order["stakes"]["king"]["luck"] for order in luck["orders"]}
    assert by_number[named["luckiest"][0]] == max(by_number.values())
    assert by_number[named["unluckiest"][0]] == min(by_number.values())
    assert all(f"    {number} (turn " in told for each in named.values() for number in each)
    rolls = [event for event in cell.events("kings") if type(event).__name__ == "DieRolled"]
    (line,) = luck["pips"]
    assert line["rolls"] == len(rolls)
    assert lines[-1].startswith(f"D6, {len(rolls)} rolls: mean {line['mean']:.2f} (3.5 expected)")
    assert f"p = {line['p']:.3f}" in lines[-1]


def test_luck_of_a_whole_game_of_ramadi(cell: Cell) -> None:
    luck = cell.done("luck", "--game", "over", "--json").json["luck"]
    assert len(luck["orders"]) > 20
    assert not luck["left_out"]
    isf, isis = luck["sides"]["isf"], luck["sides"]["isis"]
    assert isf["orders"] == len(luck["orders"])
    assert isf["luck"] == pytest.approx(isf["actual"] - isf["expected"]) == pytest.approx(-isis["luck"])
    assert abs(isf["z"]) < 4


def test_luck_leaves_out_what_was_taken_back(cell: Cell) -> None:
    before = cell.done("luck", "--json").json["luck"]["orders"]
    cell.done("order", "1")
    if cell.done("status", "--json").json["pending"]:
        cell.done("answer", "1")
    after = cell.done("luck", "--json").json["luck"]["orders"]
    assert len(after) == len(before) + 1
    cell.done("undo", "--because", "once more", "--yes")
    assert cell.done("luck", "--json").json["luck"]["orders"] == before


def test_luck_without_a_score_counts_the_dice_alone(cell: Cell) -> None:
    cell.done("order", "1", "--game", "losses")
    while cell.done("status", "--game", "losses", "--json").json["pending"]:
        cell.done("answer", "1", "--game", "losses")
    told = cell.done("luck", "--game", "losses").out
    assert told.startswith("No track of this game is a side's score")
    assert "D6, 1 roll: mean" in told


def test_luck_counts_what_is_rolled_by_hand_in_the_dice_alone(cell: Cell) -> None:
    """A roll or an argument of the white cell is no order, also while an order waits for its judgement."""
    cell.done("new", "freeform", "--name", "judged")
    cell.done("order", "proceed")
    cell.done("roll", "2d6", "--for", "Morale", "--because", "house custom")
    cell.done("order", "act", "intent=Seize the port", "--side", "aldmark")
    cell.done("roll", "d6", "--for", "Weather", "--because", "house custom")
    cell.done("answer", "1", "--because", "at night")
    luck = cell.done("luck", "--json").json["luck"]
    assert (luck["orders"], luck["without_chance"], luck["left_out"]) == ([], 2, [])
    assert [line["rolls"] for line in luck["pips"]] == [3]


def test_a_mark_that_only_keeps_the_books_is_not_told(cell: Cell) -> None:
    cell.done("new", "freeform", "--name", "judged")
    cell.done("order", "proceed")
    told = cell.done("odds", "act", "intent=Seize the port", "--side", "aldmark").out
    assert "Certain result: no visible change\n" in told
    assert "Certain result: turn 1, assessment\n" in cell.done("odds", "proceed").out


def test_luck_before_any_order(cell: Cell) -> None:
    cell.done("new", "freeform", "--name", "fresh")
    assert cell.done("luck").out == "No orders yet, so there is no luck to compute.\n"


def test_pages_bear_the_marking(cell: Cell) -> None:
    cell.done("declare", "--marking", "OFFICIAL")
    for command in (("odds", "1", "--as", "white"), ("luck",)):
        lines = cell.done(*command).out.splitlines()
        assert lines[0] == lines[-1] == "OFFICIAL"
        assert cell.done(*command, "--json").json["marking"] == "OFFICIAL"
