"""Figures of studies, checked by hand and against published ones; a report that needs nothing but itself."""

import json
import re
from html.parser import HTMLParser

import msgspec
import pytest

import tests.toys  # noqa: F401  (makes the tiny rule systems known)
from adjudication.chances.study import BatchPlayed, GamePlayed, Study, Variant, plan, play_batch
from adjudication.engine.systems import load
from domain.events import Event, GameOpened, SideData
from domain.program import program
from reports.figures.plots import Interval, histograms, intervals
from reports.studies.figures import (
    Figures,
    figures,
    margins_of,
    spread_of,
    variant_figures,
)
from reports.studies.folder import RunRecord
from reports.studies.page import LONGEST_LABEL, MOST_LINES, labels_of, render_study
from reports.studies.shares import difference_of_shares, share_of
from reports.studies.tables import csv_text, game_columns, row_counts, rule_counts

HOSTILE = "<script src='https://evil.example/x.js'>&\"$x^2$=1+1\n</svg>"


def studied(system: str, games: int = 12, **more: object) -> tuple[Study, list[BatchPlayed]]:
    study = plan(load(system), games=games, seed=5, program=program(), **more)  # type: ignore[arg-type]
    index = {variant.name: n for n, variant in enumerate(study.variants)}
    parts = sorted(map(play_batch, study.batches()), key=lambda part: (index[part.variant], part.first))
    return study, parts


def page_of(study: Study, parts: list[BatchPlayed]) -> str:
    return render_study(study, parts, figures(study, parts), RunRecord.of(study))


def game(number: int, winner: str | None, fault: str = "", **scores: int) -> GamePlayed:
    return GamePlayed(
        number,
        number,
        winner,
        f"{winner}; {number}",
        10 * number,
        number,
        5,
        5,
        scores,
        {},
        {},
        {},
        {},
        {},
        fault,
    )


# --- names -----------------------------------------------------------------------------------------


def labels(vary: dict[str, list[str]]) -> dict[str, str]:
    return labels_of(plan(load("toy-options"), games=1, seed=5, program=program(), vary=vary))


def test_variants_are_called_by_what_tells_them_apart() -> None:
    assert labels({}) == {"": ""}
    assert labels({"policy": ["random"]}) == {"policy=random": "policy=random"}
    found = labels({"option.duels": ["off", "on"], "option.turns": ["1", "2"], "policy": ["random"]})
    assert found["option.duels=on option.turns=2 policy=random"] == "duels=on turns=2"


def test_names_too_long_for_a_plot_are_told_apart_by_numbers() -> None:
    study, parts = studied("toy-options", games=2, vary={"option.duels": ["off", "on"]})
    long = [
        msgspec.structs.replace(
            variant, name=f"scenario={name}", settings={"scenario": name}, digest=variant.digest
        )
        for variant, name in zip(
            study.variants, ("x" * LONGEST_LABEL + "1", "x" * LONGEST_LABEL + "2"), strict=True
        )
    ]
    parts = [
        msgspec.structs.replace(part, variant=long[part.variant != study.variants[0].name].name)
        for part in parts
    ]
    study = msgspec.structs.replace(study, variants=tuple(long))
    assert [label[:12] for label in labels_of(study).values()] == ["1: scenario=", "2: scenario="]
    page = page_of(study, parts)
    for number in (1, 2):
        assert f"{number}: scenario=" in page[page.index("<svg") : page.index("</svg>")]
        assert f"{number}: scenario={'x' * LONGEST_LABEL}{number}</th>" in page


# --- figures ---------------------------------------------------------------------------------------


def test_shares_have_wilson_intervals() -> None:
    """Newcombe 1998, table 1: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for count, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        share = share_of(count, games)
        assert (round(share.low, 4), round(share.high, 4)) == (low, high)


def test_differences_of_shares_have_newcombes_intervals() -> None:
    """Newcombe 1998 (differences), method 10: 56/70 less 48/80, and 10/10 less 0/10."""
    for first, second, low, high in (
        ((48, 80), (56, 70), 0.0524, 0.3339),
        ((0, 10), (10, 10), 0.6075, 1.0),
    ):
        found = difference_of_shares(share_of(*first), share_of(*second))
        assert found.low == pytest.approx(low, abs=0.0001)
        assert found.high == pytest.approx(high, abs=0.0001)
        assert found.clear
    assert not difference_of_shares(share_of(5, 10), share_of(5, 10)).clear


def test_spreads() -> None:
    spread = spread_of([4, 2, 3, 10, 1])
    assert (spread.mean, spread.least, spread.most) == (4.0, 1, 10)
    assert spread.tenths == (1, 1, 2, 2, 3, 3, 4, 4, 10)
    assert spread.deviation == pytest.approx(12.5**0.5)
    assert spread.error == pytest.approx(1.959964 * (12.5 / 5) ** 0.5)
    assert spread_of([7]).tenths == (7,) * 9
    assert spread_of(range(1, 101)).tenths == (10, 20, 30, 40, 50, 60, 70, 80, 90)
    assert spread_of([]).mean == 0.0


def test_draws_and_broken_games_are_nobodys_wins() -> None:
    games = [
        game(1, "a", a=3, b=1),
        game(2, "b", a=0, b=4),
        game(3, "", a=1, b=1),
        game(4, None, "broke", a=9, b=0),
    ]
    found = variant_figures("x", games, ["a", "b"])
    assert (found.games, found.faults) == (4, 1)
    assert {side: share.count for side, share in found.wins.items()} == {"a": 1, "b": 1, "": 1}
    assert found.wins["a"].share == 0.25
    assert {reason: share.count for reason, share in found.reasons.items()} == {"a": 1, "b": 1, "": 1}
    assert found.turns.mean == 2.0
    assert found.margins["a"].mean == pytest.approx(-2 / 3)
    assert found.margins["a"].mean == -found.margins["b"].mean
    assert margins_of(game(1, "a", a=3)) == {}
    assert margins_of(game(1, "a", a=5, b=1, c=3)) == {"a": 2, "b": -4, "c": -2}


def test_every_rule_and_row_is_counted_also_what_never_came_up() -> None:
    study, parts = studied("ramadi", games=3, policy="random")
    counts = rule_counts(study, parts)
    cited = {count.rule: count for count in counts if count.times}
    assert sum(count.times for count in counts) == sum(
        reached.times for part in parts for reached in part.rules.values()
    )
    assert cited["ramadi 6.6a"].games <= 3
    told = figures(study, parts)
    never = {rule for rule, _, _ in told.never}
    assert "ramadi 7.1a" in never  # drones are an option that was off
    assert never.isdisjoint(cited)
    register = {count.rule for count in counts}
    handled = {count.rule: count.handled for count in counts}
    assert never == {rule for rule in register - set(cited) if handled[rule] != "reference"}
    rows = row_counts(study, parts)
    (operations,) = (table for table in told.tables if table.name == "operations")
    assert len(operations.rows) == sum(row.table == "operations" for row in rows)
    assert sum(times for _, _, times, _ in operations.rows) == 3 * 10  # once a turn
    assert any(times == 0 for _, _, times, _ in operations.rows)


def test_rules_that_code_never_cites_are_told_apart_from_those_that_never_came_up() -> None:
    study, parts = studied("ows", games=1, policy="staff", scenario="tutorial")
    told = figures(study, parts)
    assert set(told.silent) < {rule for rule, _, _ in told.never}
    assert "ows 2.1.1.2" in told.silent  # meet or beat: part of every roll, which cites what is rolled for
    assert "ows 7.4" not in told.silent  # nuclear strikes: cited where there is one, and here there is none
    page = page_of(study, parts)
    listed, _, silent = page.partition("rules are followed without being cited")
    assert "ows 7.4 Nuclear strikes" in listed
    assert "ows 7.4 Nuclear strikes" not in silent
    assert "ows 2.1.1.2 Meet or beat" in silent
    assert "ows 2.1.1.2 Meet or beat" not in listed


def test_orders_are_counted_by_side_and_those_never_given_are_listed() -> None:
    study, parts = studied("ows", games=2, policy="staff", scenario="tutorial")
    told = figures(study, parts)
    games = [game for part in parts for game in part.games]
    counted = {(kind, side): (times, games) for kind, side, times, games in told.orders}
    assert counted["strike", "blue"] == (
        sum(game.ordered.get("blue strike", 0) for game in games),
        sum("blue strike" in game.ordered for game in games),
    )
    assert sum(times for times, _ in counted.values()) == sum(sum(game.ordered.values()) for game in games)
    assert "airlift" in told.unused
    assert set(told.unused).isdisjoint(kind for kind, _ in counted)
    assert f"Never given: {', '.join(told.unused)}." in page_of(study, parts)


def test_what_goes_with_winning_is_on_the_page() -> None:
    study, parts = studied("ramadi", games=80, policy="sensible")
    told = figures(study, parts)
    (found,) = told.deciding
    one = found.relations[0]
    assert one.what.startswith("Iraqi Security Forces led on points after turn")
    page = page_of(study, parts)
    assert one.what in page
    assert f"{found.clear} of the {found.compared} things compared clearly go with winning." in page
    few, parts = studied("ramadi", games=3, policy="sensible")
    assert "There are too few games to compare." in page_of(few, parts)


def test_games_have_a_column_for_what_is_counted_by_side() -> None:
    study, parts = studied("ows", games=1, policy="staff", scenario="tutorial")
    columns = game_columns(study, parts)
    (game,) = [game for part in parts for game in part.games]
    assert columns["ordered.blue.strike"] == [game.ordered["blue strike"]]
    assert columns["first_in.red.proceed"] == [1]
    assert columns["points_by.blue.1"] == [game.points_by["blue 1"]]
    assert columns["lost_by.red.1"] == [game.lost_by["red 1"]]
    assert [name for name in columns if name.startswith("lost_of.")] == [
        f"lost_of.{key.replace(' ', '.', 1)}" for key in game.lost_of
    ]


def test_a_table_that_was_varied_is_counted_apart() -> None:
    study, parts = studied(
        "toy-losses",
        vary={"table.combat": ["own", "soft.csv"]},
        read_table=lambda file, old: msgspec.structs.replace(
            old, title="Soft", rows=old.rows[:1] + old.rows[1:]
        ),
    )
    told = figures(study, parts)
    assert [(table.title, table.variants, table.games) for table in told.tables] == [
        ("Combat", ("table.combat=own",), 12),
        ("Soft", ("table.combat=soft.csv",), 12),
    ]
    by_policy, played = studied("toy-losses", vary={"policy": ["random"]})
    (table,) = figures(by_policy, played).tables
    assert sum(times for _, _, times, _ in table.rows) == sum(
        reached.times for part in played for reached in part.rows["combat"].values()
    )


def test_effects_pool_what_else_was_varied() -> None:
    study, parts = studied(
        "toy-options", games=20, vary={"option.duels": ["off", "on"], "option.turns": ["1", "3", "5"]}
    )
    told = figures(study, parts)
    assert [(effect.key, effect.value, effect.against) for effect in told.effects] == [
        ("option.duels", "on", "off"),
        ("option.turns", "3", "1"),
        ("option.turns", "5", "1"),
    ]
    duels = told.effects[0]
    wins = {
        value: sum(each.wins["king"].count for each in told.variants if f"option.duels={value} " in each.name)
        for value in ("on", "off")
    }
    assert duels.wins["king"].difference == pytest.approx((wins["on"] - wins["off"]) / 60)
    assert duels.figures.wins["king"].count == wins["on"]


# --- CSV -------------------------------------------------------------------------------------------


def test_no_text_in_csv_begins_like_a_formula() -> None:
    text = csv_text({"=A1": ["=1+1", "@x", "+2", "-2", "\tx", "fine", None], "n": [1, -2, 3, 4, 5, 6, 7]})
    lines = text.splitlines()
    assert lines[0] == "'=A1,n"
    assert lines[1:5] == ["'=1+1,1", "'@x,-2", "'+2,3", "'-2,4"]
    assert lines[-2:] == ["fine,6", ",7"]


# --- the page --------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Everything that a browser would fetch or run, and every id."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.references: list[str] = []
        self.ids: list[str] = []
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("href", "src", "xlink:href", "action", "data", "srcset"):
                self.references.append(value or "")
            if name == "id":
                self.ids.append(value or "")
            if name.startswith("on"):
                self.handlers.append(name)


def read(html: str) -> Page:
    page = Page()
    page.feed(html)
    return page


@pytest.mark.parametrize("values", [["1"], ["1", "5"], [str(n) for n in range(1, MOST_LINES + 3)]])
def test_a_report_refers_to_nothing_outside_itself(values: list[str]) -> None:
    html = page_of(*studied("toy-options", games=4, vary={"option.turns": values}))
    page = read(html)
    assert page.tags.isdisjoint({"script", "img", "link", "iframe", "object", "image"})
    assert page.handlers == []
    assert {reference[:1] for reference in page.references} == {"#"}
    assert {reference[1:] for reference in page.references} <= set(page.ids)
    assert len(set(page.ids)) == len(page.ids)
    assert set(re.findall(r"url\(([^)]*)\)", html)) <= {f"#{id}" for id in page.ids}
    assert set(re.findall(r"https?://[^\"'<\s]+", html)) == {"http://www.w3.org/2000/svg"}
    assert "@import" not in html
    assert html.count("<svg") >= 2
    assert "default-src 'none'" in html


def renamed(study: Study, name: str) -> Study:
    """The same study, with a name of evil intent wherever a file may give one."""

    def rename(event: Event) -> Event:
        if isinstance(event, GameOpened):
            sides = tuple(SideData(side.id, f"{name} {side.id}") for side in event.sides)
            return msgspec.structs.replace(event, title=name, sides=sides, name=name)
        tables = getattr(event, "tables", None)
        if tables is not None:
            renamed = {
                key: msgspec.structs.replace(
                    table, title=name, rows=tuple({**row, "note": name} for row in table.rows)
                )
                for key, table in tables.items()
            }
            return msgspec.structs.replace(event, tables=renamed)
        return event

    def of(variant: Variant) -> Variant:
        settings = {f"option.{name}": value for value in variant.settings.values()}
        return msgspec.structs.replace(
            variant,
            name=f"{name} {variant.name}",
            settings=settings,
            opening=tuple(map(rename, variant.opening)),
            options={name: name},
        )

    return msgspec.structs.replace(study, variants=tuple(map(of, study.variants)))


def test_hostile_names_are_shown_as_text() -> None:
    study, parts = studied("toy-options", games=30, vary={"option.turns": ["1", "5"]})
    hostile = renamed(study, HOSTILE)
    parts = [
        msgspec.structs.replace(
            part,
            variant=f"{HOSTILE} {part.variant}",
            rules={HOSTILE: next(iter(part.rules.values()))},
            games=(msgspec.structs.replace(part.games[0], fault=HOSTILE), *part.games[1:]),
        )
        for part in parts
    ]
    html = page_of(hostile, parts)
    page = read(html)
    assert "script" not in page.tags
    assert {reference[:1] for reference in page.references} == {"#"}
    assert html.count("<svg") == html.count("</svg>") >= 3
    assert "&lt;script src=" in html
    assert "$x^2$" in html  # not taken for mathematics


def test_a_study_whose_games_all_broke_off_still_has_a_report() -> None:
    study, parts = studied("toy-losses", games=2)
    broken = [
        msgspec.structs.replace(
            part, games=tuple(msgspec.structs.replace(g, winner=None, fault="x") for g in part.games)
        )
        for part in parts
    ]
    assert "2 games stopped with an error" in page_of(study, broken)


def test_plots_are_the_same_each_time_and_bear_their_names() -> None:
    points = [Interval("Blue", 0.5, 0.4, 0.6), Interval("Red", 0.5, 0.4, 0.6)]
    first = intervals(points, "won", "w", percent=True)
    assert first == intervals(points, "won", "w", percent=True)
    assert ">Blue<" in first
    long = histograms({"x" * 500: [1, 2, 2], "y": [1]}, "turns", "t")
    assert "x" * 61 not in long
    assert ">turns<" in long


def test_the_figures_can_be_read_back() -> None:
    told = figures(*studied("toy-cards", games=4))
    assert msgspec.json.decode(msgspec.json.encode(told), type=Figures) == told
    assert json.loads(msgspec.json.encode(told))["system"] == "toy-cards"
