"""Figures of studies, checked by hand and against published ones; a report that needs nothing but itself."""

import json
import random
import re
from html.parser import HTMLParser
from math import sqrt
from statistics import NormalDist, stdev

import msgspec
import pytest

import tests.toys  # noqa: F401  (makes the tiny rule systems known)
from adjudication.chances.spreads import t95, within_t
from adjudication.chances.study import BatchPlayed, GamePlayed, Study, Variant, plan, play_batch
from adjudication.engine.games.systems import load
from domain.events import Event, GameOpened, SideData
from domain.program import program
from reports.document import FORMATS
from reports.document.blocks import Document, Figure, every_block
from reports.document.html import html as page_in_html
from reports.figures.effects import Axis, Change, Point, changes, points
from reports.figures.heat import heat
from reports.figures.ridges import Parts, Ridge, bars_of, ridges, shares_of
from reports.figures.stacked import Sort, readable, stacked, tints
from reports.figures.style import NARROW, ticks
from reports.studies.figures import (
    Figures,
    chance_of_means,
    figures,
    margins_of,
    reason_kinds,
    spread_of,
    variant_figures,
)
from reports.studies.folder import RunRecord
from reports.studies.page import study_document
from reports.studies.shares import chance_of_shares, difference_of_shares, holm, share_of
from reports.studies.tables import csv_text, game_columns, row_counts, rule_counts
from reports.studies.words import LONGEST_LABEL, finding, labels_of, signed

HOSTILE = "<script src='https://evil.example/x.js'>&\"$x^2$=1+1\n</svg>"


def studied(system: str, games: int = 12, **more: object) -> tuple[Study, list[BatchPlayed]]:
    study = plan(load(system), games=games, seed=5, program=program(), **more)  # type: ignore[arg-type]
    index = {variant.name: n for n, variant in enumerate(study.variants)}
    parts = sorted(map(play_batch, study.batches()), key=lambda part: (index[part.variant], part.first))
    return study, parts


def page_of(study: Study, parts: list[BatchPlayed]) -> str:
    return page_in_html(document_of(study, parts))


def document_of(study: Study, parts: list[BatchPlayed]) -> Document:
    return study_document(study, parts, figures(study, parts), RunRecord.of(study))


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
    assert labels({"policy": ["random"]}) == {"policy=random": ""}
    found = labels({"option.duels": ["off", "on"], "option.turns": ["1", "2"], "policy": ["random"]})
    assert found["option.duels=on option.turns=2 policy=random"] == "duels on, turns: 2"


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
    assert [label[:5] for label in labels_of(study).values()] == ["1: xx", "2: xx"]
    page = page_of(study, parts)
    for number in (1, 2):
        assert f">{number}: xx" in page
        assert f"{number}: {'x' * LONGEST_LABEL}{number}</th>" in page


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


@pytest.mark.parametrize(
    ("freedom", "value"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (10, 2.228), (30, 2.042), (120, 1.980)],
)
def test_means_of_few_games_have_students_t(freedom: int, value: float) -> None:
    """The printed table of the t distribution, 95 %, both sides."""
    assert t95(freedom) == pytest.approx(value, abs=0.0006)
    assert within_t(value, freedom) == pytest.approx(0.95, abs=0.0001)
    values = [0, 1] * (freedom // 2 + 1)
    values = values[: freedom + 1]
    assert spread_of(values).error == pytest.approx(value * stdev(values) / sqrt(len(values)), abs=0.0006)


def test_holm_takes_the_smallest_first() -> None:
    """0.01 of 4 is below 0.05 / 4; 0.02 is not below 0.05 / 3, so neither is what is larger."""
    assert holm([0.02, 0.01, 0.04, 0.03]) == [False, True, False, False]
    assert holm([0.02, 0.01, 0.6, 0.016]) == [True, True, False, True]
    assert holm([]) == []


def test_alike_variants_are_told_apart_in_one_study_of_twenty() -> None:
    """Eight variants that play by the same rules: something is called clear in 5 % of studies at most."""
    chance, studies, wrong = random.Random(7), 400, 0
    for _ in range(studies):
        shares = [share_of(sum(chance.random() < 0.5 for _ in range(100)), 100) for _ in range(8)]
        spreads = [spread_of([chance.randint(-9, 9) for _ in range(30)]) for _ in range(8)]
        found = [chance_of_shares(shares[0], each) for each in shares[1:]]
        found += [chance_of_means(spreads[0], each) for each in spreads[1:]]
        wrong += any(holm(found))
    assert wrong <= 0.05 * studies + 2.6 * sqrt(0.05 * 0.95 * studies)


def test_the_chance_of_a_difference_is_where_its_interval_ends() -> None:
    first, second = share_of(48, 80), share_of(56, 70)
    chance = chance_of_shares(first, second)
    assert 0 < chance < 0.05
    z = NormalDist().inv_cdf(1 - chance / 2)
    assert difference_of_shares(share_of(48, 80, z), share_of(56, 70, z)).low == pytest.approx(0, abs=1e-6)
    assert chance_of_shares(first, first) == pytest.approx(1)


def test_spreads() -> None:
    spread = spread_of([4, 2, 3, 10, 1])
    assert (spread.mean, spread.least, spread.most) == (4.0, 1, 10)
    assert spread.tenths == (1, 1, 2, 2, 3, 3, 4, 4, 10)
    assert spread.deviation == pytest.approx(12.5**0.5)
    assert spread.error == pytest.approx(2.776445 * (12.5 / 5) ** 0.5)  # Student's t, 4 degrees of freedom
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
    listed, _, silent = page.partition("rules followed without being cited")
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
    assert "There are too few games to compare" in page_of(few, parts)


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


@pytest.mark.parametrize("values", [["1"], ["1", "5"], [str(n) for n in range(1, 30)]])
def test_a_report_refers_to_nothing_outside_itself(values: list[str]) -> None:
    html = page_of(*studied("toy-options", games=4, vary={"option.turns": values}))
    page = read(html)
    assert page.tags.isdisjoint({"img", "link", "iframe", "object", "image"})
    assert html.count("<script") == 1, "the page's own"
    assert page.handlers == []
    assert {reference[:1] for reference in page.references} == {"#"}
    assert {reference[1:] for reference in page.references} <= set(page.ids)
    assert len(set(page.ids)) == len(page.ids)
    assert set(re.findall(r"url\(([^)]*)\)", html)) <= {f"#{id}" for id in page.ids}
    assert re.findall(r"https?://[^\"'<\s]+", html) == []
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
    assert html.count("<script") == 1, "the page's own"
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


@pytest.mark.parametrize("format", FORMATS)
def test_a_report_is_written_in_every_format_alike(format: str) -> None:
    document = document_of(*studied("toy-options", games=6, vary={"option.turns": ["1", "5"]}))
    assert FORMATS[format](document) == FORMATS[format](document)


def test_a_part_of_the_page_that_scrolls_can_be_reached_by_keys() -> None:
    html = page_of(*studied("ramadi", games=4, vary={"policy": ["random", "sensible"]}))
    scrollers = re.findall(r'<div class="wide[^>]*>', html)
    assert scrollers
    assert all('tabindex="0"' in each for each in scrollers)


# --- the finding -----------------------------------------------------------------------------------


def test_the_title_is_the_finding() -> None:
    study, parts = studied(
        "toy-options", games=100, vary={"option.duels": ["off", "on"], "option.turns": ["1", "5"]}
    )
    told = figures(study, parts)
    found = finding(study, told)
    assert document_of(study, parts).headline == found.headline
    sides = list(told.sides) if any(each.wins[""].count for each in told.variants) else list(told.sides)[:1]
    changes_of = [(effect, effect.wins[side]) for effect in told.effects for side in sides]
    clear = [each for each in changes_of if each[1].clear]
    effect, change = max(clear or changes_of, key=lambda each: abs(each[1].difference))
    assert signed(100 * change.difference, 1) in found.headline
    assert ("not distinguishable from zero" in found.headline) == (not change.clear)
    assert found.headline.startswith("Duels on" if effect.key == "option.duels" else "Turns 5")


def test_a_small_study_has_no_finding_for_a_title() -> None:
    study, parts = studied("toy-options", games=20, vary={"option.duels": ["off", "on"]})
    found = finding(study, figures(study, parts))
    assert found.headline == "20 games of each variant: too few for a finding"
    assert "95 % interval of the difference" in found.deck


def test_a_difference_that_may_be_chance_is_called_so() -> None:
    """The same games under two names differ by nothing."""
    study, parts = studied("toy-options", games=100, vary={"option.turns": ["3", "4"]})
    first, second = (variant.name for variant in study.variants)
    games = {part.first: part for part in parts if part.variant == first}
    same = [
        part if part.variant == first else msgspec.structs.replace(games[part.first], variant=second)
        for part in parts
    ]
    found = finding(study, figures(study, same))
    assert found.headline.startswith("Turns 4: 0.0 points for")
    assert found.headline.endswith(", not distinguishable from zero")


def test_a_study_without_variants_says_who_wins_how_often() -> None:
    study, parts = studied("toy-losses", games=20)
    told = figures(study, parts)
    (variant,) = told.variants
    side, share = max(variant.wins.items(), key=lambda each: each[1].share)
    wins = f"{told.sides[side]} wins {100 * share.share:.0f} % of 20 games"
    assert finding(study, told).headline == (
        wins if side else f"{100 * share.share:.0f} % of 20 games end in a draw"
    )


@pytest.mark.parametrize(
    ("value", "shown"), [(0.04, "0.0"), (-0.04, "0.0"), (1.25, "+1.2"), (-3.0, "−3.0"), (0.0, "0.0")]
)
def test_signs(value: float, shown: str) -> None:
    assert signed(value, 1) == shown


# --- what is drawn is what was counted ---------------------------------------------------------------


def numbers(svg: str, tag: str, *names: str) -> list[tuple[float, ...]]:
    """Attributes of all elements of a kind, as numbers."""
    found = []
    for element in re.findall(rf"<{tag} [^>]*>", svg):
        values = [re.search(rf' {name}="([-\d.]+)"', element) for name in names]
        if all(values):
            found.append(tuple(float(value[1]) for value in values if value))
    return found


def test_points_and_whiskers_stand_where_their_values_are() -> None:
    rows = [Point("a", 2.0, -4.0, 8.0, "+2", "#000001"), Point("b", -6.0, -8.0, -4.0, "-6", "#000001")]
    svg = points(rows, Axis("effect", about=0.0), "told")
    dots = [x for x, _ in numbers(svg, "circle", "cx", "cy")]
    lines = re.findall(r'<line x1="([\d.]+)" y1="[\d.]+" x2="([\d.]+)" [^>]*stroke="#000001"', svg)
    unit = (dots[0] - dots[1]) / (rows[0].value - rows[1].value)
    zero = dots[0] - rows[0].value * unit
    ends = [(float(lines[2 * n][0]), float(lines[2 * n + 1][1])) for n in range(2)]
    for row, (low, high) in zip(rows, ends, strict=True):
        assert low == pytest.approx(zero + row.low * unit, abs=0.11)
        assert high == pytest.approx(zero + row.high * unit, abs=0.11)
    assert re.search(rf'<line x1="{zero:.1f}"[^>]*opacity="0.85"', svg), "the line of no effect"


def test_a_point_that_is_no_evidence_is_hollow() -> None:
    svg = points(
        [Point("a", 1, -1, 3, "+1", ""), Point("b", 1, 0.5, 3, "+1", "#0072B2")], Axis("x", about=0.0), "t"
    )
    hollow, full = re.findall(r"<circle [^>]*>", svg)
    assert 'fill="none"' in hollow
    assert 'fill="#0072B2"' in full


def test_ridges_are_as_high_as_values_are_frequent() -> None:
    values = {"one": [-2, -2, 0, 1, 1, 1, 1, 3], "two": [1, 1, 2, 2]}
    rows = [Ridge(name, some, sum(some) / len(some), "said") for name, some in values.items()]
    svg = ridges(rows, "margin", "told", Parts(("#d55e00", "#555555", "#0072b2"), ("A", "B")))
    bars = re.findall(
        r'<rect x="([\d.]+)" width="[\d.]+" y="[\d.]+" height="([\d.]+)" fill="(#\w+)">'
        r"<title>(-?\d+): ([\d.]+) %",
        svg,
    )
    shares = [
        (value, some.count(value) / len(some)) for some in values.values() for value in sorted(set(some))
    ]
    tallest = max(float(height) for _, height, *_ in bars)
    assert [int(value) for *_, value, _ in bars] == [value for value, _ in shares]
    assert [float(share) for *_, share in bars] == pytest.approx(
        [100 * share for _, share in shares], abs=0.05
    )
    for (_, height, colour, value, _), (_, share) in zip(bars, shares, strict=True):
        assert float(height) / tallest == pytest.approx(share / 0.5, abs=0.01)
        assert colour == ("#d55e00" if int(value) < 0 else "#0072b2" if int(value) else "#555555")
    at = {value: float(x) for x, *_, value, _ in bars}
    assert at["3"] - at["1"] == pytest.approx(2 * (at["1"] - at["0"]), abs=0.1), "one axis for all rows"


def test_every_value_is_in_a_bar_and_zero_in_the_middle_of_one() -> None:
    for low, high in ((0, 10), (-100, 200), (-7, 300)):
        wide = bars_of(low, high)
        assert wide % 2 == 1
        shares = shares_of(range(low, high + 1), wide)
        assert sum(shares.values()) == pytest.approx(1)
        assert len(shares) <= 63
        assert shares_of([-(wide // 2), wide // 2], wide) == {0: 1.0}


def test_bars_of_reasons_are_as_long_as_their_shares() -> None:
    sorts = [Sort("a", "#0072B2"), Sort("b", "#555555"), Sort("c", "#D55E00")]
    svg = stacked([("one", [0.5, 0.2, 0.3]), ("two", [0.25, 0.0, 0.75])], sorts, "told")
    found = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="24" fill="(#\w+)"', svg)
    wide = [(float(width) + 1, fill) for _, width, fill in found]
    whole = sum(width for width, _ in wide[:3])
    assert [(round(width / whole, 2), fill) for width, fill in wide] == [
        (0.5, "#0072B2"),
        (0.2, "#555555"),
        (0.3, "#D55E00"),
        (0.25, "#0072B2"),
        (0.75, "#D55E00"),
    ]
    assert {readable(tint) for tint in tints("#0072B2", 5)} == {"#ffffff", "#000000"}


def test_endings_are_counted_by_winner_and_add_up() -> None:
    study, parts = studied("ramadi", games=30, policy="sensible")
    (variant,) = figures(study, parts).variants
    for side, share in variant.wins.items():
        assert sum(each.share.count for each in variant.endings if each.winner == side) == share.count
    reasons = {reason: share.count for reason, share in variant.reasons.items()}
    for reason, count in reasons.items():
        assert sum(each.share.count for each in variant.endings if each.reason == reason) == count


def test_reasons_that_differ_in_numbers_alone_are_one_kind() -> None:
    reasons = {
        "Turn 15 was the last. Pink wins with 89": "Turn … was the last",
        "Turn 14 was the last. Pink wins with 7": "Turn … was the last",
        "ceasefire: UN Resolution 598; in 1988": "ceasefire: UN Resolution 598",
        "the city fell. 12 casualties; more": "the city fell",
        "the city fell. 13 casualties; more": "the city fell",
        "": "",
    }
    assert reason_kinds(reasons) == reasons


def test_where_games_are_drawn_both_sides_are_told() -> None:
    """With draws one side's share is not all that the other lacks."""
    study, parts = studied("ignorant-armies", games=20, policy="calendar")
    told = figures(study, parts)
    (variant,) = told.variants
    assert variant.wins[""].count
    page = page_of(study, parts)
    assert "all other games" not in page
    for side in told.sides:
        assert f"{100 * variant.wins[side].share:.1f} %" in page


def test_charts_fit_narrow_screens_and_say_what_they_show() -> None:
    document = document_of(*studied("ramadi", games=12, vary={"policy": ["random", "sensible"]}))
    drawn = [block for block in every_block(document.sections) if isinstance(block, Figure)]
    assert len(drawn) >= 5
    for figure in drawn:
        assert f'viewBox="0 0 {NARROW:.0f} ' in figure.narrow
        assert figure.text
        for svg, width in ((figure.svg, 760), (figure.narrow, 360)):
            assert all(-1 <= x <= width + 1 for (x,) in numbers(svg, "(?:text|circle|rect)", "c?x"))
            assert "currentColor" in svg


def test_ticks_are_round_and_hold_the_ends() -> None:
    assert ticks(-6.5, 8.5) == [-10, -5, 0, 5, 10]
    assert ticks(0, 100) == [0, 20, 40, 60, 80, 100]
    assert ticks(3, 3)[0] <= 3 <= ticks(3, 3)[-1]


def test_what_is_varied_and_drawn_stays_text() -> None:
    rows = [Change(HOSTILE, 0, 1, HOSTILE)]
    drawn = [
        changes(rows, Axis(HOSTILE, toward=(HOSTILE, HOSTILE), about=0.0), HOSTILE),
        ridges([Ridge(HOSTILE, [1, 2], 1.5, HOSTILE)], HOSTILE, HOSTILE),
        stacked([(HOSTILE, [1.0])], [Sort(HOSTILE, "#555555")], HOSTILE),
        heat([HOSTILE], [(HOSTILE, [0.5])], HOSTILE),
    ]
    for svg in drawn:
        assert read(svg).tags <= {"svg", "g", "line", "circle", "text", "rect", "path", "title"}
        assert read(svg).references == []


def test_the_figures_can_be_read_back() -> None:
    told = figures(*studied("toy-cards", games=4))
    assert msgspec.json.decode(msgspec.json.encode(told), type=Figures) == told
    assert json.loads(msgspec.json.encode(told))["system"] == "toy-cards"
