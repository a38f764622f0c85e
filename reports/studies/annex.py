"""The annex of a study's report: orders, rules and tables, its method, and how to repeat it."""

from collections.abc import Sequence

from reports.document.blocks import Block, Bullets, Facts, Paragraph, Section, Span, Table, Unfold, Words
from reports.studies import words as said
from reports.studies.deciding import Relation
from reports.studies.figures import Figures
from reports.studies.told import METHOD, Told, columns, section, soft
from reports.studies.words import mean, percent, side_words
from reports.words.names import capital, joined, number_of, one_line, spoken


def orders(it: Told) -> Section | None:
    """How often each order was given, and orders that were never given."""
    told = it.figures
    every = sum(variant.games for variant in told.variants)
    rows: list[tuple[Words, ...]] = [
        (
            spoken(kind),
            one_line(told.sides.get(side, side)),
            f"{times / every:.2f}",
            f"{100 * games / every:.1f} %",
        )
        for kind, side, times, games in told.orders
    ]
    table = Table(
        columns("Order", "Side", "Times per game", "In games", numbers=2),
        tuple(rows),
        "Orders that were given",
        heads=True,
    )
    unused = Paragraph(f"Never given: {', '.join(map(one_line, told.unused))}.") if told.unused else None
    return section("orders", "Orders", METHOD, (unused, table if rows else None), annex=True)


def tied(it: Told) -> Section | None:
    """What is associated with winning, in numbers."""
    blocks: list[Block] = []
    for found in it.figures.deciding:
        if found.relations:
            if it.several:
                blocks.append(Paragraph(Span(capital(it.label(found.variant)), "strong"), "over"))
            blocks.append(_tied_table(it.figures, found.relations))
    return section("tied", "What goes with winning, in numbers", METHOD, blocks, annex=True)


def _tied_table(told: Figures, relations: Sequence[Relation]) -> Table:
    rows: list[tuple[Words, ...]] = [
        (
            capital(one_line(one.what)),
            side_words(told, one.side),
            f"{percent(one.with_it)}, {one.with_it.games:,} games",
            f"{percent(one.without)}, {one.without.games:,} games",
            said.points(one.difference),
        )
        for one in relations
    ]
    names = ("What happened", "Winner", "Wins with it", "Wins without it", "Difference, points")
    return Table(columns(*names, numbers=2), tuple(rows), "What goes with winning", heads=True)


def rules(it: Told) -> Section | None:
    """The rules that no game cited, the rules that cannot be cited, and how often each other came up."""
    told = it.figures
    every = sum(variant.games for variant in told.variants)
    came = [each for each in told.never if each[0] not in told.silent]
    silent = [each for each in told.never if each[0] in told.silent]
    blocks: list[Block] = []
    if came:
        kinds: dict[str, list[str]] = {}
        for rule, title, kind in came:
            kinds.setdefault(capital(spoken(kind)) or "Other", []).append(
                f"{one_line(rule)} {one_line(title)}"
            )
        blocks += [
            Paragraph(
                f"{number_of(len(came), 'rule')} that the program enforces or asks about came up in no game:"
            ),
            Facts(tuple((kind, "; ".join(kinds[kind])) for kind in sorted(kinds))),
            soft(
                "A rule that only describes or forbids causes no event and is never cited, even where it was "
                "followed. A procedure, choice, table or modifier in this list never came up."
            ),
        ]
    if silent:
        listed = "; ".join(f"{one_line(rule)} {one_line(title)}" for rule, title, _ in silent)
        why = (
            "The program enforces them by its data, by the order of its steps, or as part of a procedure "
            "that cites another rule. No game shows whether they came up."
        )
        blocks.append(
            Unfold(
                f"{number_of(len(silent), 'rule')} followed without being cited",
                (soft(why), Paragraph(listed)),
            )
        )
    if told.rules:
        rows: list[tuple[Words, ...]] = [
            (
                one_line(rule),
                one_line(title) or "house rule",
                f"{times / every:.2f}",
                f"{100 * games / every:.1f} %",
            )
            for rule, title, _, times, games in told.rules
        ]
        names = columns("Rule", "Title", "Times per game", "In games", numbers=2)
        blocks.append(
            Unfold(
                f"{number_of(len(rows), 'rule')} cited",
                (Table(names, tuple(rows), "Rules that were cited", heads=True),),
            )
        )
    return section("rules", "Rules", METHOD, blocks, annex=True)


def tables(it: Told) -> Section | None:
    """How often each table was used, and each of its rows."""
    told = it.figures
    entered = dict.fromkeys(table for variant in told.variants for table in variant.entered)
    used: list[tuple[Words, ...]] = [
        (
            spoken(table),
            *(mean(variant.entered[table]) if table in variant.entered else "" for variant in told.variants),
        )
        for table in entered
    ]
    names = [capital(it.label(variant.name)) for variant in told.variants]
    blocks: list[Block] = [
        soft(
            "Each row that an event of the log looks up is counted. A table that rules only read, such as "
            "rates and radii, has no such events."
        )
    ]
    if used:
        blocks.append(Table(columns("Table", *names, numbers=1), tuple(used), "Uses per game", heads=True))
    for table in told.tables:
        never = sum(not times for _, _, times, _ in table.rows)
        whose = (
            f" ({joined([it.label(each) for each in table.variants])})"
            if len(table.variants) < len(told.variants)
            else ""
        )
        rows: list[tuple[Words, ...]] = [
            (
                str(number),
                one_line(cells),
                f"{times / table.games:.3f}" if times else Span("never", "strong"),
                f"{100 * games / table.games:.1f} %",
            )
            for number, cells, times, games in table.rows
        ]
        came = f"{never} of {len(table.rows)} rows were never used" if never else "every row was used"
        listed = Table(columns("Row", "Content", "Times per game", "In games", numbers=2), tuple(rows))
        blocks.append(Unfold(f"{one_line(table.title)}{whose}", (listed,), came))
    return section("tables", "Tables", METHOD, blocks, annex=True) if used or told.tables else None


def method(it: Told) -> Section:
    """The meaning of the intervals, and what is counted."""
    lines: list[Words] = [
        "Shares have 95 % Wilson intervals, differences of shares Newcombe's; means have half their "
        "interval (Student's t), differences of means Welch's. Variants share their dice, which the "
        "intervals do not use.",
        "Which effects are called clear is decided for all of them together (Holm): with 95 % none of "
        "these is chance alone.",
        "An effect compares one value of a setting with the first one. The games of all other settings "
        "are pooled.",
        "Losses are counters turned to their casualty side or out of the game, counted as in the "
        "after-action review.",
        "What goes with winning: points at the end of each turn, losses by group and by turn, the turn "
        "of each first order, and how often each order was given are compared. Each number is cut where "
        "it divides the games most evenly, whoever won. The intervals of these differences are widened "
        "for the number of things compared (Bonferroni): taken together, they hold with 95 %.",
    ]
    return Section("method", "How the numbers are made", (Bullets(tuple(lines)),), METHOD, annex=True)


def repeat(it: Told) -> Section:
    """Everything that is needed to play the same games again."""
    record = it.record
    facts = (
        ("System", one_line(record.system)),
        ("Games of each variant", str(record.games)),
        ("Seed", str(record.seed)),
        ("Program", one_line(record.program)),
        ("Rules digest", Span(record.rules_digest, "code")),
    )
    rows: list[tuple[Words, ...]] = [
        (
            capital(it.label(variant.name)),
            one_line(variant.scenario),
            one_line(variant.policy),
            said.shown_settings(variant, variant.options),
            Span(variant.digest[:12], "code"),
        )
        for variant in it.study.variants
    ]
    lead = (
        "The same system, data, settings and seed give the same games on any machine. ",
        Span("run.json", "code"),
        " beside this report records all of them, with the full digests of table and policy.",
    )
    names = columns("Variant", "Scenario", "Policy", "Options", "Digest")
    blocks = (
        Paragraph(lead),
        Facts(facts),
        Table(names, tuple(rows), "What each variant is played with", heads=True),
    )
    return Section("repeat", "Repeat this study", blocks, METHOD, annex=True)
