"""The dice of a log: whether they were derived again, or why not; and how their faces fell."""

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
    "typed": "thrown on the table and typed in; no computation shows what lay there",
    "scripted": "taken from a script, for a test",
    "sampled": "sampled for a study",
}


def dice(log: Log) -> Section:
    """Where every chance came from, and whether it was derived again."""
    chances = [event for event in log.events if isinstance(event, CHANCE) and not event.again]
    if not chances:
        return Section("dice", "Dice", (Paragraph("No die was thrown, and nothing drawn."),))
    counted: dict[str, Counter[str]] = {}
    for event in chances:
        counted.setdefault(one_line(event.source), Counter())[_KINDS[type(event)]] += 1
    columns = (
        Column("From"),
        *(Column(kind.capitalize(), number=True) for kind in _KINDS.values()),
        Column("Derived again"),
    )
    rows: tuple[tuple[Words, ...], ...] = tuple(
        (source, *(str(kinds[kind]) for kind in _KINDS.values()), _again(log, source))
        for source, kinds in sorted(counted.items())
    )
    blocks: list[Block] = [Table(columns, rows, "Every roll, draw, pick and shuffle, by its source", True)]
    facts = _seal(log)
    if facts:
        blocks.append(Facts(tuple(facts)))
    stirred = [event for event in log.events if isinstance(event, EntropyGiven)]
    if stirred:
        often = "once" if len(stirred) == 1 else f"{len(stirred)} times"
        told = f"The dice were stirred {often} with words of the sides, which count from then on."
        blocks.append(Paragraph(told))
    return Section("dice", "Dice", tuple(blocks))


def _again(log: Log, source: str) -> str:
    if source != "sealed":
        return f"no: {_HOW.get(source, 'of a source that is not known')}"
    wrong = sum(finding.kind == "dice" for finding in log.report.findings)
    found = f"; {number_of(wrong, 'finding')}" if wrong else ""
    revealed, known = _secret(log), log.report.dice.split("+")
    if revealed is not None and log.opened is not None and not _fits(revealed, log):
        return f"no: the secret in the log is not the one that was committed to{found}"
    if "sealed" in known and "derived" in known:
        return f"in part: not every secret is known{found}"
    if revealed is None and "derived" not in known:
        return f"no: the secret is not in the log yet{found}"
    return f"yes{found}" if wrong else "yes: each is what the seal gives"


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
        facts.append((f"Secret, event {revealed.number}", Span(one_line(revealed.secret), "code")))
    else:
        facts.append(
            (
                "Secret",
                "Not in the log: the game is not closed. A database that has it is not asked, so that this "
                "report is the same wherever it is made; there `whitecell audit` derives the dice again.",
            )
        )
    return facts


def faces(log: Log) -> Section | None:
    """How often each face came up, for each kind of die, and how likely that is of even dice."""
    thrown = [event for event in log.events if isinstance(event, DieRolled) and not event.again]
    counted = [event for event in thrown if 2 <= event.die <= LARGEST_DIE and 1 <= event.face <= event.die]
    if not thrown:
        return None
    blocks: list[Block] = [
        *faces_of_dice(pips(counted)),
        Paragraph(
            "p is how likely even dice are to fall this unevenly or more so. One in twenty games has a p "
            "below 0.05 by chance alone; it is a hint for dice that were typed in, and no finding.",
            "soft",
        ),
    ]
    taken_back = sum(event.number in log.struck for event in thrown)
    if taken_back:
        told = (
            f"{number_of(taken_back, 'throw')} that {'is' if taken_back == 1 else 'are'} out of force by now"
        )
        blocks.append(Paragraph(f"{told} {'is' if taken_back == 1 else 'are'} counted too.", "soft"))
    if len(counted) < len(thrown):
        told = number_of(len(thrown) - len(counted), "throw shows", "throws show")
        blocks.append(Paragraph(f"{told} a face that its die does not have, and is not counted."))
    return Section("faces", "How the dice fell", tuple(blocks))
