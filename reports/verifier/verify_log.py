#!/usr/bin/env python3
"""Checks an exported whitecell log without whitecell. Needs Python 3.9 or later and nothing else.

    python3 verify_log.py game.jsonl [--secret HEX] [--head DIGEST] [--commitment DIGEST] [--json]

It was written from the page "The log format" (docs/log-format.md), and its sections have that page's numbers.
It checks lines, chain, canonical form, times, commitment, chances, words, repeated answers and accounting.
`whitecell audit` checks whether an order was allowed, and what follows from it.
Exit codes: 0 verified, 1 findings, 2 refused (not a log, wrong arguments), 3 not fully checked.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import hmac
import json
import os
import re
import signal
import sys
from typing import Any

LARGEST_FILE, LARGEST_BODY, ANY = 500_000_000, 4_000_000, (str, int, bool, type(None))
LINE = re.compile(
    rb'\{"number":([1-9]\d{0,8}),"of":([1-9]\d{0,8}),"event":"([a-z0-9.-]{1,60})","body":(\{.*\}),'
    rb'"digest":"([0-9a-f]{64})"\}\n'
)
TIME = re.compile(r"(\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ)?\Z")


def sha256(*parts: str | bytes) -> str:
    """The SHA-256, in hexadecimal, of the parts one directly after another."""
    return hashlib.sha256(b"".join(p if isinstance(p, bytes) else p.encode() for p in parts)).hexdigest()


# --- 3. Canonical form ------------------------------------------------------------------------------
def to_bytes(value: Any) -> bytes:
    """A value as JSON, its members in the order that they have."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def canonical(kind: str, value: Any) -> Any:
    """The value with its members in canonical order. Raises ValueError when it is not of that kind."""
    if kind[-1] == "?":
        return None if value is None else canonical(kind[:-1], value)
    part = {"data": "data", "cell": "number?"}.get(kind, kind[1 : -1 if kind[0] != "(" else kind.find(",")])
    if isinstance(value, dict) and (kind[0] == "{" or kind == "data"):
        return {key: canonical(part, value[key]) for key in sorted(value)}
    pair = kind[0] == "(" or kind == "cell"
    if isinstance(value, list) and (kind[0] == "[" or kind == "data" or (pair and len(value) == 2)):
        return [canonical(part, item) for item in value]
    kind = kind if kind != "said" else "Text" if isinstance(value, dict) else "text"
    if kind in RECORDS:
        return members(RECORDS[kind], value)
    if type(value) not in PLAIN.get(kind, ()):
        raise ValueError(f"something stands where a {kind} belongs")
    return value


def members(fields: dict[str, tuple[str, Any]], value: Any) -> dict[str, Any]:
    """The known members of a record in canonical order, without those at their default. Raises ValueError."""
    if not isinstance(value, dict):
        raise ValueError("something stands where a record belongs")
    found = {}
    for name, (kind, default) in fields.items():
        if name in value:
            found[name] = canonical(kind, value[name])
            if found[name] == default and kind not in RECORDS and not (kind == "text" and default):
                del found[name]
        elif default is REQUIRED:
            raise ValueError(f"the member {name} is missing")
    return found


# --- 4. The events ----------------------------------------------------------------------------------
REQUIRED, COMMON = object(), "number:number time= procedure:number= rule= audience:[text]?= blind="
PLAIN = {"text": (str,), "number": (int,), "flag": (bool,), "value": ANY, "cell": ANY, "data": ANY}


def table(notation: str) -> dict[str, dict[str, tuple[str, Any]]]:
    """Rows in the notation of section 4, parted by `|`: name -> field -> kind, and default or REQUIRED."""
    found: dict[str, dict[str, tuple[str, Any]]] = {}
    empty = {"text": "", "said": "", "number": 0, "flag": False, "data": None, "[": [], "{": {}}
    for row in notation.replace("CHANCE", "chance:number= source=sealed by= again:number=").split("|"):
        name, *own = row.split()
        found[name] = {}
        for each in (COMMON if "." in name else "").split() + own:
            field, stated, default = each.partition("=")
            field, _, kind = (field if ":" in field else f"{field}:text").partition(":")
            value = None if kind[-1] == "?" else empty.get(kind, empty.get(kind[0], {}))
            value = int(default) if default and kind == "number" else default or value
            found[name][field] = (kind, value if stated else REQUIRED)
    return found


OPENING = table("""game-opened.1 game name system scenario title sides:[Side] options:{value}= dice=sealed
commitment= program= rules_digest= scenario_digest= timers:{number}= roles:[Role]= forked_from:Origin?=
format:number code_digest= seeded:flag= background:{text}= calendar:[Turn]= one_of:{[value]}= salt=
phases:[Phase]= date= turn_lasts:number= zone= mixing= | board-laid.1 board:Board | counters-laid.1
kinds:{Kind} pieces:[Piece] provenance=document | tables-laid.1 tables:{Table} | tracks-laid.1
tracks:[Track]""")
OF_AN_ORDER = table("""order-done.1 | die-rolled.1 die:number face:number purpose:said CHANCE |
counter-drawn.1 cup piece to purpose:said CHANCE | picked.1 purpose:said options:[value] value:value CHANCE |
shuffled.1 place order:[text] chance:number= source=sealed again:number= | chosen.1 side question:said
value:data by= because:said= again:number= suggested:[data]= digest= salt= final:flag= | answers-opened.1
question:said answers:{data} salts:{text}= | looked-up.1 table keys:{value} row:number result:{value} |
modified.1 sum:said label:said amount:number total:number | piece-moved.1 piece origin to | piece-changed.1
piece face:text?= steps:number?= side:text?= | piece-placed.1 piece:Piece | piece-removed.1 piece origin |
piece-known.1 piece sides:[text]?= | presence-known.1 piece sides:[text]?= | track-known.1 track
sides:[text]?= | scored.1 track change:number value:number why:said= | marked.1 subject mark value:data=
until:number= until_phase= until_date= | phase-entered.1 turn:number phase side= | verdict-reached.1 winner
reason:said scores:{number}= | concluded.1 subject:said method:said result:said narration= | side-added.1
side:Side | space-added.1 space:Space beside:[text]= box:flag= | spaces-linked.1 one other | track-added.1
track:Track | table-added.1 table data:Table | kind-added.1 kind data:Kind""")
ON_THE_TABLE = table("""order-given.1 side order arguments:{data}= by= because= shown:[text]= beside:flag=
objections:[Objection]= contacts:[text]= effect_of:number= covert:flag= | table-adopted.1 table data:Table by
because | house-rule-adopted.1 id text by because replaces= | option-changed.1 option value:value by because |
date-set.1 date advanced:number= by= because= | counters-adopted.1 kinds:{Kind} by because pieces:{text}=
provenance=house source= | taken-back.1 first:number by because agreed:[text]= asked_by= overruled:[text]= |
ruled.2 concerns:number value:data by because decided_by:[number]=""")
BESIDE_THE_TABLE = table("""noted.1 text by= concerns:number= kind=note links:[number]= tags:[text]=
turns:[number]= sides:[text]= rating:number= | game-declared.1 purpose= questions:[Topic]= outcomes:[Topic]=
by= | seat-taken.1 name role= side= cell= left:flag= by= also:[text]= | message-sent.1 form fields:{data}
sender side= to:[text]= turn:number= phase= | secret-order-sealed.1 side digest salt orders:[{data}] by= |
secret-orders-opened.1 opened:{Opened} by= because= | secret-order-dropped.1 side order:{data} by because |
disclosed.1 concerns:number side= order:{data}= results:[{data}]= text= by= because= | injects-listed.1
injects:[Inject] by= | inject-handled.1 inject how text= because= by= unplanned:flag= | entry-corrected.1
concerns:number kind because text= fields:{data}= topic= withdrawn:flag= side= by= | marking-set.1 marking
concerns:number= by= | timer-set.1 purpose seconds:number turn:number= phase= by= | clock-paused.1 purpose=
by= | clock-resumed.1 by= | entropy-promised.1 side digest by= | entropy-given.1 side text by= |
entropy-waived.1 side by because | seal-revealed.1 secret | game-closed.1 by= because= | game-forked.1 game
name at:number by=""")
EVENTS = {**OPENING, **OF_AN_ORDER, **ON_THE_TABLE, **BESIDE_THE_TABLE}
RECORDS = table("""Text code arguments:{data}= | Side id name played_by=player player= | Role role side= cell=
| Origin game name event:number digest opening | HexLayout kind=hex orientation=flat offset=even | Space id
name= kind=hex terrain= zone= column:number= row:number= map= tags:[text]= values:{value}=
outline:[(number,number)]= label:(number,number)?= lies_in= seen_by:[text]?= side= | Border
between:(text,text) terrain | Adjacency cut:[(text,text)]= join:[(text,text)]= | Board name= provenance=house
source= layout:HexLayout?= impassable:[text]= spaces:[Space]= boxes:[Space]= borders:[Border]=
adjacency:Adjacency= layouts:{HexLayout}= maps:{Map}= lines:[Line]= terrains:{TerrainStyle}= | Map name=
scale:number= unit= | Line kind name= map= points:[(number,number)]= through:[text]= | TerrainStyle colour=
texture= | Kind name side= group= values:{value}= symbol= back= rule= provenance=document text= data:{data}= |
Piece id kind at name= face= steps:number= known_to:[text]?= seen_by:[text]?= side= | Table title keys:[text]
rows:[{cell}] provenance=house source= row_provenance:[text]= | Track id name= value:number= lowest:number=
highest:number= side= known_to:[text]?= | Turn turn:number name= year:number= values:{value}= | Objection rule
why:said | Topic id text | Opened side salt orders:[{data}] | Inject id text turn:number= phase= time=
audience:[text]= changes= | Phase name about= do:{[text]}= asks:[Ask]= turns:[number]= covert:flag=
lasts:number= | Ask text= of:[text]= answers:[value]= form= note= secret:flag=""")
SAME = re.findall(r"\w+", "system scenario title sides options dice scenario_digest background format")
CHANCES = {"die-rolled.1": "face", "counter-drawn.1": "piece", "picked.1": "value", "shuffled.1": "order"}
ANSWERS = ("die-rolled.1", "picked.1", "looked-up.1", "chosen.1")
SAID = {"note": "noted", "message": "message-sent", "inject": "inject-handled", "topic": "game-declared"}


class Event:
    """One event: `event[FIELD]` is a member of its body or its default, None where it has no such field."""

    def __init__(self, number: int, name: str, body: bytes, digest: str = "") -> None:
        self.number, self.name, self.body, self.digest = number, name, body, digest
        try:
            found = members(EVENTS[name], json.loads(body))
            self.canonical = to_bytes(found) == body
        except (KeyError, ValueError, RecursionError) as error:
            why = str(error)[:100] if name in EVENTS else "there is none of that name"
            raise ValueError(why) from error
        self.fields = {**{each: default for each, (_, default) in EVENTS[name].items()}, **found}

    def __getitem__(self, field: str) -> Any:
        return self.fields.get(field)


# --- 5. The opening and the commitment; 7. Chances --------------------------------------------------
def commitment(opened: Event, laid: list[Event], secret: bytes) -> str:
    """The commitment of an opening to a secret."""
    bare = {name: value for name, value in json.loads(opened.body).items() if name != "commitment"}
    digest = sha256(sha256("whitecell opening"), "game-opened.1\n", to_bytes(bare))
    for event in laid:
        digest = sha256(digest, event.name, "\n", event.body)
    return sha256("whitecell seal 2:", secret, digest)


def number(key: bytes, sides: int, chance: int, attempt: int = 0) -> int:
    """The number from 1 to `sides` that the key determines for a chance."""
    digest = hmac.new(key, b"%d:%d" % (chance, attempt), hashlib.sha256).digest()
    value, limit = int.from_bytes(digest[:8], "big"), 2**64 - 2**64 % sides
    return value % sides + 1 if value < limit else number(key, sides, chance, attempt + 1)


def derived(key: bytes, event: Event, candidates: list[Any]) -> Any:
    """What the key gives for a chance among these candidates."""
    chance, rest = event["chance"], list(candidates)
    if event.name == "shuffled.1":
        return [rest.pop(number(key, len(rest), chance + i * 2**32) - 1) for i in range(len(candidates))]
    drawn = number(key, event["die"] or len(candidates), chance)
    return drawn if event.name == "die-rolled.1" else candidates[drawn - 1]


class Check:
    """Goes through the events of a log in their order, and knows at each of them what is in force."""

    def __init__(self, path: str, secrets: list[bytes]) -> None:
        self.findings, self.unchecked = set[tuple[int, str, str]](), list[str]()
        self.count = {"derived": 0, "repeated": 0, "not sealed": 0, "not derived": 0}
        self.struck, self.members = dict[int, str](), dict[int, list[Event]]()  # by what; events of an order
        self.asked: dict[tuple[int, bytes], list[Event]] = {}  # order and question -> answers
        self.decided = self.closed = self.chances = 0  # the verdict; the close; fresh chances so far
        self.words, self.promises, self.waiting = list[str](), dict[str, str](), list[str]()
        self.open, self.lying = set[int](), dict[str, list[str]]()  # orders not at their end; place -> pieces
        self.kept: list[tuple[int, dict[str, list[str]]]] = [(0, {})]  # what lay where after so many events
        self.events, self.parts = list[Event](), list[tuple[int, bytes]]()  # parts: last event, secret
        self.read(path)
        self.opened = self.events[0]
        self.sides = [side["id"] for side in self.opened["sides"]]
        if self.opened["format"] != 3:
            raise ValueError(f"The log is in format {self.opened['format']}; this program reads format 3.")
        self.find_secrets(secrets)
        for event in self.events:
            for check in (self.account, self.hear, self.answer, self.strike, self.move):
                check(event)
        if self.count["not derived"] or (self.closed and self.opened["commitment"] and not self.parts[-1][1]):
            self.unchecked.append(f"{self.count['not derived']} chances: their secret is not at hand.")

    def find(self, event: int, kind: str, message: str, wrong: Any = True) -> None:
        """Note a finding, if something is wrong."""
        self.findings.update([(event, kind, message)] if wrong else [])

    # --- 1. Lines; 2. The chain ---
    def read(self, path: str) -> None:
        """Read the events up to the first invalid line. Raises ValueError for a file that is no log."""
        self.head, of = sha256("whitecell log"), 0
        if os.path.getsize(path) > LARGEST_FILE:
            raise ValueError(f"The file is larger than {LARGEST_FILE} bytes.")
        with open(path, "rb") as file:
            for place, line in enumerate(iter(lambda: file.readline(LARGEST_BODY + 1000), b""), start=1):
                found = LINE.fullmatch(line)
                of = of or (int(found[2]) if found else 0)
                try:
                    if found is None or len(found[4]) > LARGEST_BODY:
                        raise ValueError("the line does not have the one form that lines have")
                    event = Event(place, found[3].decode(), found[4], found[5].decode())
                except ValueError as wrong:
                    self.find(place, "form", f"This is not an event: {wrong}. Later lines were not checked.")
                    break
                self.events.append(event)
                exact = event.canonical and event["number"] == int(found[1]) == place and int(found[2]) == of
                self.find(place, "form", "Its number is wrong, or its form not canonical.", not exact)
                digest, self.head = sha256(self.head, event.name, "\n", event.body), event.digest
                self.find(place, "chain", "The digest does not fit the log up to here.", digest != self.head)
        if [event.name for event in self.events[:1]] != ["game-opened.1"]:
            raise ValueError("This is not a log: it does not begin with the opening of a game.")
        self.find(of + 1, "form", "There are more events than the log says.", of < len(self.events))
        if of > len(self.events):
            self.unchecked.append(f"The end of the log: the file has {len(self.events)} of {of} events.")

    # --- 5. The opening and the commitment; 11. Closing; 12. Forks ---
    def find_secrets(self, given: list[bytes]) -> None:
        """The games whose secrets the dice come from: this one, and for its first part its origins."""
        events, opened, last = self.events, self.opened, len(self.events)
        laid = next((i for i, event in enumerate(events) if event.name not in OPENING), last)
        revealed = [event["secret"] for event in events if event.name == "seal-revealed.1"]
        secrets = given + [bytes.fromhex(text) for text in revealed if re.fullmatch("[0-9a-f]{64}", text)]
        while True:
            commitments = [commitment(opened, events[1:laid], secret) for secret in secrets]
            known = opened["commitment"] in commitments
            self.parts.insert(0, (last, secrets[commitments.index(opened["commitment"])] if known else b""))
            origin, child = opened["forked_from"], opened
            if not origin:
                break
            last = max(min(last, origin["event"]), 1)
            self.unchecked.append(f"The log of the game that events 2 to {last} were taken over from.")
            try:
                opened = Event(1, "game-opened.1", origin["opening"].encode(errors="replace"))
            except ValueError:
                self.find(1, "fork", "The opening of the game that it was forked from cannot be read.")
                break
            fits = all(opened[each] == child[each] for each in SAME) and opened["game"] == origin["game"]
            self.find(1, "fork", "It is not opened as its forebear was.", not (fits and opened.canonical))
            digest = sha256(sha256("whitecell log"), "game-opened.1\n", opened.body)
            for event in events[1:last]:
                digest = sha256(digest, event.name, "\n", event.body)
            self.find(last, "fork", "What was taken over was not recorded so.", digest != origin["digest"])
        used = [secret.hex() or None for _, secret in self.parts]
        wrong = any(each != used[-1] for each in revealed) or any(each.hex() not in used for each in given)
        self.find(1, "seal", "A secret is not the one that the opening is committed to.", wrong)
        if self.opened["dice"] in ("sealed", "typed"):
            hidden = not revealed and any(event.name == "game-closed.1" for event in events)
            self.find(1, "seal", "The opening has no commitment.", not self.opened["commitment"])
            self.find(len(events), "seal", "The secret was not revealed at the close.", hidden)

    # --- 6. Where pieces lie ---
    def move(self, event: Event) -> None:
        """Follow the pieces, unless the event has been struck."""
        if event.number in self.struck:
            return
        for piece in [event["piece"]] if event.name == "piece-placed.1" else event["pieces"] or ():
            there = any(piece["id"] in pieces for pieces in self.lying.values())
            self.find(event.number, "pieces", "There is a piece of this name already.", there)
            self.lying.setdefault(piece["at"], []).append(piece["id"])
        if event.name in ("piece-moved.1", "counter-drawn.1", "piece-removed.1"):
            origin = self.lying.get(event["cup"] if event.name == "counter-drawn.1" else event["origin"], [])
            self.find(event.number, "pieces", "The piece does not lie there.", event["piece"] not in origin)
            if event["piece"] in origin:
                origin.remove(event["piece"])
                if event.name != "piece-removed.1":
                    self.lying.setdefault(event["to"], []).append(event["piece"])
        if event.name == "shuffled.1":
            self.lying[event["place"]] = list(event["order"])
        if event.number >= self.kept[-1][0] + 200:
            self.kept.append((event.number, {place: list(pieces) for place, pieces in self.lying.items()}))

    # --- 7. Chances; 9. Undos and rulings ---
    def answer(self, event: Event) -> None:
        """After a ruling, what was asked before is answered as before, and no chance is thrown again."""
        n, name, order = event.number, event.name, event["procedure"]
        if name not in CHANCES and name != "chosen.1":
            return
        lying = self.lying.get(event["cup"] or event["place"], [])
        about = "rule purpose die cup to place options side question"
        key = to_bytes([name, sorted(lying), *(event[field] for field in about.split())])
        asked = self.asked.setdefault((order, key), [])
        due = [first for first in asked if self.struck.get(first.number) == "ruled.2"]
        if due:
            told = {e["again"] for e in self.members[order] if e.number not in self.struck and e is not event}
            due = [first for first in due if first.number not in told]
        if event["again"]:
            first = next((each for each in due if each.number == event["again"]), event)
            same = all(
                first[f] == event[f] for f in event.fields.keys() - {"number", "time", "blind", "again"}
            )
            right = same and first is not event and (name == "chosen.1" or first is due[0])
            self.find(n, "chance", "This is not the answer that its order had before.", not right)
            self.count["repeated"] += 1
            return
        asked.append(event)
        if name in CHANCES:
            self.find(n, "chance", "A recorded chance is due here, not another one.", due)
            self.fresh(event, event["options"] or lying)

    def fresh(self, event: Event, candidates: list[Any]) -> None:
        """A fresh chance has the next number, and the result that follows from the secret."""
        n, name, dice, result = event.number, event.name, self.opened["dice"], event[CHANCES[event.name]]
        source = "sealed" if dice == "typed" and name != "die-rolled.1" else dice
        wrong = event["source"] != source or (event["by"] and source != "typed")
        self.find(n, "chance", f"It does not come from {source} dice.", wrong)
        self.find(n, "chance", f"Chance {self.chances + 1} is next.", event["chance"] != self.chances + 1)
        self.find(n, "words", "Promised words are still to be given.", self.chances == 0 and self.waiting)
        self.chances = event["chance"]
        possible = to_bytes(result) in map(to_bytes, candidates)
        if name == "die-rolled.1":
            possible = 1 <= result <= event["die"] <= 2**64
        elif name == "shuffled.1":
            possible = sorted(result) == sorted(candidates)
        self.find(n, "chance", "This result is not possible here.", not possible)
        secret = next((secret for last, secret in self.parts if n <= last), b"")
        if event["source"] != "sealed" or not secret:
            self.count["not derived" if event["source"] == "sealed" else "not sealed"] += 1
        elif possible:
            words = b"entropy:" + "\0".join(self.words).encode()
            key = hmac.new(secret, words, hashlib.sha256).digest() if self.words else secret
            wrong = to_bytes(gives := derived(key, event, candidates)) != to_bytes(result)
            self.find(n, "chance", f"The secret gives {str(gives)[:200]}.", wrong)
            self.count["derived"] += 1

    # --- 8. Words of the sides ---
    def hear(self, event: Event) -> None:
        """Words are promised, then given or waived, before `begin` or chance 1."""
        if not event.name.startswith("entropy-"):
            return
        side, text = event["side"], event["text"]
        wrong: Any = side not in self.sides or not self.opened["commitment"] or self.members
        if event.name == "entropy-promised.1":
            digest = re.fullmatch("[0-9a-f]{64}", event["digest"])
            wrong = wrong or self.words or side in self.promises or not digest
            self.promises.setdefault(side, event["digest"])
        elif event.name == "entropy-waived.1":
            wrong = wrong or side not in self.waiting
        else:
            heard = sha256(f"whitecell words:{side}:{text}")
            kept = self.waiting[:1] == [side] and heard == self.promises[side]
            fit = text.strip() and text.isprintable() and 12 <= len(text) <= 200
            wrong = wrong or not fit or not kept
            self.words.append(f"{len(text)}:{text}")
        self.waiting = [each for each in [*self.waiting, side] if each != side or "promised" in event.name]
        self.find(event.number, "words", "Words out of turn, not as promised, or unfit.", wrong)

    # --- 9. Undos and rulings ---
    def strike(self, event: Event) -> None:
        """Strike what a take-back or ruling strikes, and lay out the pieces as they are without that."""
        n, back = event.number, event.name == "taken-back.1"
        if not back and event.name != "ruled.2":
            return
        concerns = event["first"] if back else event["concerns"]
        on = self.events[concerns - 1] if 0 < concerns < n and concerns not in self.struck else event
        order, first = on["procedure"], concerns if back else concerns + 1
        fits = on.name == "order-given.1" and on["order"] != "begin" if back else on.name in ANSWERS and order
        self.find(n, "accounting", "It concerns no event that it could concern.", not fits)
        reach = self.events[first - 1 : n - 1] if back else self.members.get(order, [])
        for each in reach if fits else ():
            if each.number >= first and each.name not in BESIDE_THE_TABLE:
                if each.name == "order-done.1" and each.number not in self.struck:
                    self.open.add(each["procedure"])
                self.struck[each.number] = event.name if back else self.struck.get(each.number, event.name)
        self.open = {order for order in self.open if order not in self.struck}
        self.kept = [each for each in self.kept if each[0] < max(first, 1)]
        self.lying = {place: list(pieces) for place, pieces in self.kept[-1][1].items()}
        for each in self.events[self.kept[-1][0] : n - 1]:
            self.move(each)

    # --- 10. Accounting ---
    def account(self, event: Event) -> None:
        """Every event belongs to one class, and is in a place where that class may be."""
        n, name, order = event.number, event.name, event["procedure"]
        find = functools.partial(self.find, n, "accounting")
        blind = event["blind"] if self.opened["commitment"] else "0" * 32 + event["blind"]
        find("It is not blinded, or should not be.", not re.fullmatch("[0-9a-f]{32}", blind))
        by_hand = name == "order-given.1" and event["order"].startswith("hand-")
        public = re.match("game-[oc]|seal|entropy", name) and (event["audience"] is not None or event["rule"])
        find("It is for all and by no rule.", public)
        hot_wash = re.match("noted|entry|game-[df]|marking|seat", name)
        find("It was recorded after the close of the game.", self.closed and not hot_wash)
        if name in OPENING:
            names = [each.name for each in self.events[: min(n - 1, 6)]]
            out = name in names or not all(each in OPENING for each in names) or order
            find("It belongs to the opening, and stands elsewhere or twice.", out)
        elif name == "order-given.1":
            begins = event["order"] == "begin"
            find("The order is not its own procedure.", order != n)
            find("Play begins with the order begin, once.", begins == bool(self.members))
            find("The side is wrong.", event["side"] not in ["", *([] if by_hand or begins else self.sides)])
            find("Another order is still open.", self.open and not by_hand and not event["beside"])
            find("The game is decided.", self.decided and self.decided not in self.struck and not by_hand)
            self.open.add(n)
            self.members[n] = [event]
        elif name in OF_AN_ORDER:
            self.sides += [event["side"]["id"]] if name == "side-added.1" else []
            find("It belongs to no order that is open here.", order not in self.open)
            self.members.setdefault(order, []).append(event)
            self.open -= {order} if name == "order-done.1" else set()
            self.decided = n if name == "verdict-reached.1" else self.decided
        else:
            find("It belongs to an order, and is of a kind that belongs to none.", order)
        on = self.events[event["concerns"] - 1 if 0 < (event["concerns"] or 0) < n else 0]
        fits = on.name[:-2] == SAID.get(event["kind"]) and on["audience"] == event["audience"]
        find("It corrects nothing that it could, or for others.", name[:5] == "entry" and not fits)
        if by_hand or EVENTS[name].get("because", ("", ""))[1] is REQUIRED:
            find("It needs a reason.", not event["because"].strip())
        after = [each.name for each in self.events[n : n + 1]]
        find("The close does not follow.", name == "seal-revealed.1" and after != ["game-closed.1"])
        self.closed = n if name == "game-closed.1" else self.closed
        time, earlier = event["time"], self.events[max(n - 2, 0)]["time"]
        forked = n == 2 and self.opened["forked_from"]
        wrong = (time < earlier and not forked) or not TIME.match(time) or (time == "") != (earlier == "")
        self.find(n, "time", "Times run backwards, are missing or misspelt.", wrong)


# --- 13. Verdicts and exit codes --------------------------------------------------------------------
def main(arguments: list[str]) -> int:
    """Check the log that the arguments name, print what was found, and return the exit code."""
    parser = argparse.ArgumentParser(description="Check an exported whitecell log.")
    parser.add_argument("log", help="the exported log")
    parser.add_argument("--secret", action="append", default=[], help="a secret that the log does not reveal")
    parser.add_argument("--head", default="", help="the head as it was written down, or its first 8 digits")
    parser.add_argument("--commitment", default="", help="the commitment, likewise")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(arguments)
    head, commits = (re.sub(r"^\d{1,9}:|-", "", each) for each in (given.head, given.commitment))
    if not all(re.fullmatch("([0-9a-f]{8,64})?", each) for each in (head, commits)):
        parser.error("a head or commitment has 8 to 64 hexadecimal digits")
    try:
        check = Check(given.log, [bytes.fromhex(each) for each in given.secret])
    except (ValueError, OSError, MemoryError) as error:
        print(f"Refused: {str(error) or 'not enough memory'}", file=sys.stderr)
        return 2
    sealed, last = check.opened["commitment"], len(check.events)
    at = int(given.head.partition(":")[0]) if ":" in given.head else 0
    heads = [event.digest for event in check.events[(at or check.closed or last) - 1 : at or last]]
    check.find(last, "chain", "The head is not the given one.", not any(h.startswith(head) for h in heads))
    check.find(1, "seal", "The commitment is not the given one.", not sealed.startswith(commits))
    code = 1 if check.findings else 3 if check.unchecked else 0
    verdict = {0: "verified", 1: "findings", 3: "not fully checked"}[code]
    facts = {"verdict": verdict, "events": last, "head": check.head, "commitment": sealed}
    facts.update({f"chances {what}": count for what, count in check.count.items()})
    check.unchecked.append("The rules of the game; `whitecell audit` replays them.")
    findings = [f"event {event}, {kind}: {message}" for event, kind, message in sorted(check.findings)]
    lists = {"finding": findings, "not checked": check.unchecked}
    rows = [*facts.items(), *((kind, each) for kind in lists for each in lists[kind])]
    text = "\n".join(f"{name}: {value if type(value) is int else ascii(value)[1:-1]}" for name, value in rows)
    print(json.dumps({**facts, **lists}, indent=2) if given.json else text)
    return code


if __name__ == "__main__":
    signal.signal(getattr(signal, "SIGPIPE", signal.SIGINT), signal.SIG_DFL)  # for `| head`
    sys.exit(main(sys.argv[1:]))
