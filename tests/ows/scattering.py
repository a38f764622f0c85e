"""Positions at random: ships, air defences and aircraft of both sides lie about in a corner of the sea, and
bear marks of all sorts. They follow from a seed alone."""

import random

from adjudication.engine.choices import Allotment
from adjudication.engine.umpire import Answer, Question
from adjudication.systems.ows.air.missions import BATTLEBOARD
from adjudication.systems.ows.sensing.air_picture import ATTACKED, ENGAGED, FOUGHT
from adjudication.systems.ows.table.counters import SPENT, sheet
from adjudication.systems.ows.table.status import (
    ASW,
    CAVITATING,
    COUNTERMEASURES,
    DETECTED,
    DISRUPTED,
    EMITTING,
    MISSION_FLOWN,
    RSOI,
    SIGINT,
    SILENT,
    SUPPRESSED,
)
from domain.table.state import Piece, State
from tests.ows.skies import show, skies
from tests.table import ScriptedPeople, Table

CORNER = tuple(f"{column:02}{row:02}" for column in (7, 8, 9) for row in (4, 5, 6, 7))
"""A corner of the proving ground, which the east coast lies in."""
ELSEWHERE = ("c11", "c22", "c33", "c43", "air-west", "air-center", "v11")
SHIPS = (
    *("ddg-1", "maya-1", "cvn-1", "takanami-1", "lha-1"),
    *("type055-1", "type055-2", "houbei-1", "corvette-1"),
)
BOATS = ("ssn-1", "ssk-1")
BATTERIES = ("patriot-1", "radar-1", "marines-1", "light-1", "hq9-1", "hq16-1", "light-r1", "guns-1")
AIRCRAFT = (
    *("f35-1", "f18-1", "f16-1", "f16cj-1", "growler-1", "ec37-1", "e3-1", "e2d-1", "uas-1", "p8-1"),
    *("j16-1", "j16-2", "j16-3", "j20-1", "kj-1", "h6-1"),
)
FLOWN = ("cap", "oca", "dca", "strike", "sead", "aew", "asw", "cas", "isr")
MARKS = (DETECTED, EMITTING, DISRUPTED, SUPPRESSED, SIGINT, COUNTERMEASURES, RSOI)


def scattered(seed: int, **options: str | int | bool) -> Table:
    """The air combat phase of a position of its own for each seed."""
    chance = random.Random(seed)
    table = skies(dict(options))
    table.people = HoldingFire()
    for id in (*SHIPS, *BOATS, *BATTERIES, *AIRCRAFT):
        piece = table.state.pieces[id]
        if chance.random() < 0.15:
            continue  # stays where it is
        table.put(id, chance.choice(ELSEWHERE if chance.random() < 0.25 else CORNER))
        for mark in MARKS:
            if chance.random() < 0.25:
                table.mark(id, mark)
        if id in AIRCRAFT:
            _sent_out(table, piece, chance)
        elif id in BOATS or id in SHIPS:
            for mark in (ASW, SILENT, CAVITATING) if id in BOATS else (ASW,):
                if chance.random() < 0.5:
                    table.mark(id, mark)
        elif chance.random() < 0.2:
            table.mark(id, BATTLEBOARD, "air-west")
        printed = sheet(piece)
        limited = [each.id for each in printed.weapons if each.salvos] + [each.id for each in printed.shields]
        if limited and chance.random() < 0.4:
            table.mark(id, SPENT, {each: chance.choice((0, 1, 2)) for each in limited})
    return table.mark("game", FOUGHT, chance.sample(CORNER, 2))


def _sent_out(table: Table, piece: Piece, chance: random.Random) -> None:
    """Let an aircraft fly any mission; the enemy may not see that stealth aircraft are there."""
    package = chance.choice(("", "", f"{piece.side}-1"))
    table.mark(piece.id, MISSION_FLOWN, {"type": chance.choice(FLOWN), "package": package, "tanker": ""})
    if chance.random() < 0.3:
        table.mark(piece.id, ENGAGED, chance.choice((1, 2)))
    if chance.random() < 0.3:
        table.mark(piece.id, ATTACKED)
    found = table.state.mark(piece.id, DETECTED) or table.state.mark(piece.id, EMITTING)
    if found or not sheet(piece).stealth or chance.random() < 0.5:
        show(table, piece.id)


class HoldingFire(ScriptedPeople):
    """People who are asked, and do nothing that they need not do."""

    def answer(self, question: Question, state: State) -> Answer:
        self.asked.append(question)
        options = question.options
        if isinstance(options, tuple):
            return Answer(options[0], "test", "")
        return Answer({} if isinstance(options, Allotment) else [], "test", "")


def offers(table: Table) -> dict[str, dict[str, list[str]]]:
    """What each side was asked to allot: item to what it may go to."""
    return {
        question.side: {item: list(to) for item, to in question.options.may.items()}
        for question in table.people.asked
        if isinstance(question.options, Allotment)
    }


def at_sea_or_in_the_air(table: Table, piece: Piece) -> str:
    """The hex in which a unit counts for air search: its box of the Battleboard, or the operational hex that
    it stands in (9.7.5b)."""
    box = table.state.mark(piece.id, BATTLEBOARD)
    if box:
        return str(box)
    return operational(table.state.where(piece.id))


def operational(place: str) -> str:
    """The hex of the operational map, or the box of the Battleboard, that a place lies in."""
    return {"c": "0906", "v": "air-center"}.get(place[0], place)


def apart(table: Table, one: str, other: str) -> int:
    """How many hexes lie between two; very many between two maps."""
    found = table.state.board.range(one, other)
    return 999 if found is None else found


def of_side(table: Table, side: str, *groups: str) -> list[Piece]:
    """A side's pieces of these groups that stand on a map, in the order of the scenario."""
    spaces = {space.id for space in table.state.board.data.spaces}
    return [
        piece
        for piece in table.state.pieces.values()
        if piece.side == side and piece.kind.group in groups and piece.place in spaces
    ]


def other(side: str) -> str:
    return "red" if side == "blue" else "blue"
