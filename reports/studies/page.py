"""A study as a report: its findings first, then the course of the games, and last its methods."""

from collections.abc import Sequence

from adjudication.chances.study import BatchPlayed, Study
from reports.document.blocks import Bullets, Document, Section, Words
from reports.studies import annex, course, findings
from reports.studies import words as said
from reports.studies.figures import Figures
from reports.studies.folder import RunRecord
from reports.studies.told import FOUND, Told
from reports.words.names import number_of, one_line


def study_document(study: Study, parts: Sequence[BatchPlayed], told: Figures, record: RunRecord) -> Document:
    """The report of a study."""
    it = Told(study, parts, told, record)
    found = said.finding(study, told)
    sections = (
        findings.faults(it),
        findings.effects(it),
        findings.results(it),
        findings.margins(it),
        findings.endings(it),
        course.deciding(it),
        course.measures(it),
        course.years(it),
        _limits(it),
        annex.tied(it),
        annex.orders(it),
        annex.rules(it),
        annex.tables(it),
        annex.method(it),
        annex.repeat(it),
    )
    games = number_of(told.games, "game")
    of = f" of each of {len(told.variants)} variants" if len(told.variants) > 1 else ""
    return Document(
        title=f"{said.title_of(study.system)}: {one_line(it.scenario)}",
        kicker="Study",
        subtitle=f"{one_line(it.scenario)} · {games}{of}",
        marking="",
        sections=tuple(section for section in sections if section is not None),
        foot="Every game is in games.parquet and games.csv, every rule in rules.csv, every table row in "
        "table_rows.csv, in the folder of this report.",
        headline=found.headline,
        deck=found.deck,
        meta=(f"Seed {told.seed}", one_line(told.program)),
    )


def _limits(it: Told) -> Section:
    told = it.figures
    lines: list[Words] = [
        "The intervals cover chance alone. A policy is not a person: this holds for these policies only.",
        "A difference that is not called clear may still be real: more games would tell. Repeat what "
        "matters with another seed.",
    ]
    if told.judged:
        lines.append(
            f"The policy picked the white cell's judgements ({told.judged:.1f} per game), so who wins "
            "depends on them."
        )
    if told.unused:
        orders = ", ".join(map(one_line, told.unused))
        lines.append(f"No game shows what these orders do, for nobody gave them: {orders}.")
    return Section("limits", "What limits this", (Bullets(tuple(lines)),), FOUND, boxed=True)
