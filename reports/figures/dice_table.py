"""How often each face of each kind of die came up, as a table."""

from collections.abc import Mapping, Sequence

from adjudication.chances.luck import FEW_EXPECTED, Pips
from reports.document.blocks import Block, Column, Paragraph, Table

LARGEST_DIE = 1_000
"""The most faces that a die may have to be counted; a log from elsewhere may say anything."""
_FACES_SHOWN = 20
"""For a die with more faces, only the extremes are listed."""


def faces_of_dice(thrown: Sequence[Pips]) -> list[Block]:
    """The faces of every kind of die, and how likely that is with fair dice; with a note if that is
    approximate."""
    columns = (
        Column("Die"),
        Column("Rolls", number=True),
        Column("Mean", number=True),
        Column("Expected", number=True),
        Column("Faces"),
        Column("Chi-square", number=True),
        Column("Degrees of freedom", number=True),
        Column("p", number=True),
    )
    rows = [
        (
            f"D{line.die}",
            str(line.rolls),
            f"{line.mean:.2f}",
            f"{line.expected:g}",
            _faces(line.faces),
            f"{line.chi_square:.2f}",
            str(line.die - 1),
            f"{line.p:.3f}{'*' if line.rough else ''}",
        )
        for line in thrown
    ]
    caption = "Each kind of die; a small p means faces more uneven than fair dice usually show"
    blocks: list[Block] = [Table(columns, tuple(rows), caption, heads=True)]
    if any(line.rough for line in thrown):
        told = f"* Fewer than {FEW_EXPECTED} rolls expected of each face: too few to judge the dice."
        blocks.append(Paragraph(told, "soft"))
    return blocks


def _faces(counted: Mapping[int, int]) -> str:
    if len(counted) > _FACES_SHOWN:
        return f"{len(counted)} faces, each {min(counted.values())} to {max(counted.values())} times"
    return ", ".join(f"{face}: {count}" for face, count in counted.items())
