"""The dice of a log: whether they were derived again, or why not; and the distribution of their faces."""

from collections import Counter

from adjudication.chances.luck import pips
from domain.events import CHANCE, CounterDrawn, DieRolled, EntropyGiven, Picked, SealRevealed, Shuffled
from domain.game.opening import commitment, opening_of
from reports.audit.log import Log
from reports.document.blocks import Block, Column, Facts, Paragraph, Section, Span, Table, Words
from reports.figures.dice_table import LARGEST_DIE, faces_of_dice
from reports.words.names import number_of, one_line

_KINDS = {DieRolled: "rolls", CounterDrawn: "draws", Picked: "picks", Shuffled: "shuffles"}

_HOW = {
    "typed": "rolled at the table and typed in; nobody can check them afterwards",
    "scripted": "taken from a script, for a test",
    "sampled": "sampled for a study",
}


def dice(log: Log) -> Section:
    """The source of every chance, and whether it was derived again."""
    chances = [event for event in log.events if isinstance(event, CHANCE) and not event.again]
    if not chances:
        return Section("dice", "Dice", (Paragraph("No rolls or draws."),))
    counted: dict[str, Counter[str]] = {}
    for event in chances:
        counted.setdefault(one_line(event.source), Counter())[_KINDS[type(event)]] += 1
    columns = (
        Column("Source"),
        *(Column(kind.capitalize(), number=True) for kind in _KINDS.values()),
        Column("Derived again"),
    )
    rows: tuple[tuple[Words, ...], ...] = tuple(
        (source, *(str(kinds[kind]) for kind in _KINDS.values()), _again(log, source))
        for source, kinds in sorted(counted.items())
    )
    blocks: list[Block] = [Table(columns, rows, "Rolls, draws, picks and shuffles by source", True)]
    facts = _seal(log)
    if facts:
        blocks.append(Facts(tuple(facts)))
    stirred = [event for event in log.events if isinstance(event, EntropyGiven)]
    if stirred:
        often = "once" if len(stirred) == 1 else f"{len(stirred)} times"
        told = f"The sides added words to the dice seed {often}; later rolls depend on them."
        blocks.append(Paragraph(told))
    return Section("dice", "Dice", tuple(blocks))


def _again(log: Log, source: str) -> str:
    if source != "sealed":
        return f"no: {_HOW.get(source, 'unknown source')}"
    wrong = sum(finding.kind == "dice" for finding in log.report.findings)
    found = f"; {number_of(wrong, 'discrepancy', 'discrepancies')}" if wrong else ""
    revealed, known = _secret(log), log.report.dice.split("+")
    if revealed is not None and log.opened is not None and not _fits(revealed, log):
        return f"no: the seed in the log does not fit the commitment{found}"
    if "sealed" in known and "derived" in known:
        return f"in part: not every seed is known{found}"
    if revealed is None and "derived" not in known:
        return f"no: the seed is not in the log yet{found}"
    return f"yes{found}" if wrong else "yes: each one is what the seed gives"


def _secret(log: Log) -> SealRevealed | None:
    return next((event for event in log.events if isinstance(event, SealRevealed)), None)


def _fits(revealed: SealRevealed, log: Log) -> bool:
    opening = opening_of(log.events)
    try:
        return commitment(revealed.secret, opening) == getattr(opening[0], "commitment", "")
    except ValueError:
        return False


def _seal(log: Log) -> list[tuple[str, Words]]:
    opened = log.opened
    if opened is None or not opened.commitment:
        return []
    facts: list[tuple[str, Words]] = [("Commitment", Span(one_line(opened.commitment), "code"))]
    revealed = _secret(log)
    if revealed is not None:
        facts.append((f"Seed, event {revealed.number}", Span(one_line(revealed.secret), "code")))
    else:
        facts.append(
            (
                "Seed",
                "Not in the log: the game is not closed. This report is made from the log alone, so that it "
                "is the same wherever it is made. Where the database has the seed, `whitecell audit` derives "
                "the dice.",
            )
        )
    return facts


def faces(log: Log) -> Section | None:
    """How often each face came up, for each kind of die, and how likely that is with fair dice."""
    thrown = [event for event in log.events if isinstance(event, DieRolled) and not event.again]
    counted = [event for event in thrown if 2 <= event.die <= LARGEST_DIE and 1 <= event.face <= event.die]
    if not thrown:
        return None
    blocks: list[Block] = [
        *faces_of_dice(pips(counted)),
        Paragraph(
            "p is the chance that fair dice fall this unevenly or more. One game in twenty has a p below "
            "0.05 by chance alone. For dice that were typed in, a small p is a hint, not a discrepancy.",
            "soft",
        ),
    ]
    taken_back = sum(event.number in log.struck for event in thrown)
    if taken_back:
        told = f"Includes {number_of(taken_back, 'roll')} no longer in force."
        blocks.append(Paragraph(told, "soft"))
    if len(counted) < len(thrown):
        told = number_of(len(thrown) - len(counted), "roll shows", "rolls show")
        blocks.append(Paragraph(f"{told} a face that the die does not have; not counted."))
    return Section("faces", "Distribution of the dice", tuple(blocks))
