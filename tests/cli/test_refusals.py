"""Nonsense is refused in one sentence, with exit code 2 and every log as it was, byte for byte."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import COMMANDS, app
from cli.terminal.terminal import ends
from tests.cli.conftest import Cell
from tests.thinned import thinned

GEESE = "the geese fly south tonight"

NONSENSE: dict[str, list[tuple[tuple[str, ...], str]]] = {
    "new": [
        ((), "SYSTEM"),
        (("chess",), "no rule system"),
        (("../ramadi",), "no rule system"),
        (("ramadi", "--scenario", "nowhere"), "no scenario"),
        (("ramadi", "--scenario", "missing.yaml"), "no file"),
        (("ramadi", "--scenario", "../../secret"), "no scenario"),
        (("ramadi", "--scenario", "bad.yaml"), "bad.yaml"),
        (("ramadi", "--name", ""), "1 to 60"),
        (("ramadi", "--name", "x\ny"), "invisible or control character"),
        (("ramadi", "--name", "x\u202ey"), "\\u202e"),
        (("ramadi", "--scenario", "nested.yaml"), "more than 64 deep"),
        (("ramadi", "--name", "over"), "already"),
        (("ramadi", "--option", "drones"), "key=value"),
        (("ramadi", "--option", "drones=maybe"), "on or off"),
        (("ramadi", "--option", "zeppelins=on"), "no option"),
        (("ramadi", "--option", "drones=on", "--option", "drones=off"), "twice"),
        (("ramadi", "--dice", "loaded"), "sealed or typed"),
        (("ramadi", "--seed", "many"), "--seed"),
        (("ramadi", "--roll", "4"), "--roll is for physical dice"),
    ],
    "games": [(("extra",), "extra")],
    "use": [((), "NAME"), (("nowhere",), "no game called")],
    "status": [(("--game", "nowhere"), "no game called"), (("--as", "nato"), "no side")],
    "map": [(("--as", "nato"), "no side"), (("--svg", "no/such/folder/map.svg"), "cannot be written")],
    "pieces": [
        (("--at", "9999"), "no space"),
        (("--piece", "dragon-1"), "no piece"),
        (("--as", "nato"), "no side"),
    ],
    "orders": [(("--kind", "sing"), "no order"), (("--piece", "dragon-1"), "no piece")],
    "order": [
        ((), "Give an order"),
        (("0",), "no order 0"),
        (("99999",), "no order 99999"),
        (("sing",), "no order"),
        (("begin",), "no order"),
        (("execute",), "execute needs target=: "),
        (("execute", "target"), "key=value"),
        (("execute", "target=0308", "target=0309"), "twice"),
        (("execute", "target=9999"), "execute: target: there is no space"),
        (("execute", "target=0308", "loudly=yes"), "execute takes target=; not loudly=."),
        (("plan", "lead=mech-1", "target=0607"), "ramadi"),
        (("1", "--file", "order.json"), "Give an order"),
        (("--file", "missing.json"), "missing.json"),
        (("--file", "folder"), "folder"),
        (("--file", "bad.json"), "not JSON"),
        (("--file", "list.json"), "An order is an object"),
        (("--file", "deep.json"), "not JSON"),
        (("--file", "wrong.json"), "lead"),
        (("1", "--game", "nowhere"), "no game called"),
        (("1", "--game", "closed"), "closed"),
        (("1", "--game", "over"), "decided"),
        (("execute", "target=0308", "--side", "nato"), "no side"),
    ],
    "answer": [
        ((), "Nothing is asked"),
        (("4",), "Nothing is asked"),
        (("4", "--game", "closed"), "Nothing is asked"),
    ],
    "next": [((), "cannot end"), (("--game", "over"), "decided"), (("--game", "closed"), "closed")],
    "note": [
        (("  ",), "Note: it needs a text"),
        (("insight", " "), "Insight: it needs a text"),
        (("follow-up", " "), "Follow-up: it needs a text"),
        (("--on", "9"), "belongs to a note that is written"),
        (("insights", "--to", "isf"), "belongs to a note that is written"),
        (("Seen", "--as", "isf"), "--to SIDE shares it"),
        (("--tag", "LO1"), "none is declared"),
        (("--as", "nato"), "no side"),
        (("insight", "--tag", "LO1", "x"), "declare"),
        (("x", "--rate", "6"), "from 1 to 5"),
        (("x", "--rate", "much"), "--rate"),
        (("x", "--link", "99999"), "no event 99999"),
        (("x", "--turn", "99"), "no turn 99"),
        (("x", "--about", "nato"), "no side"),
        (("x", "--to", "nato"), "no side"),
        (("insight", "x" * 20_000), "at most"),
        (("Seen", "--by", "A\u202en"), "A name or id has an invisible or control character"),
        (("About it", "--on", "99999"), "no event 99999"),
        (("About it", "--on", "x"), "--on"),
    ],
    "clock": [
        (("--game", "nowhere"), "no game called"),
        (("start", "planning"), "Write a length of time"),
        (("planning",), "Write a length of time"),
        (("planning", "soon"), "10m, 90s"),
        (("planning", "0s"), "a second at least"),
        (("planning", "25h"), "a day at most"),
        ((" ", "10m"), "what the timer is for"),
        (("start",), "Say how long"),
        (("stop",), "No timer runs"),
        (("planning", "10m", "--game", "closed"), "closed"),
    ],
    "run": [(("order",), "order"), (("--fast",), "--fast")],
    "roll": [
        ((), "DICE"),
        (("d6", "--for", "x"), "reason"),
        (("d7", "--for", "x", "--because", "x"), "not on the ladder"),
        (("six", "--for", "x", "--because", "x"), "2d6"),
        (("999d6", "--for", "x", "--because", "x"), "1 to 100"),
        (("2d6", "--for", "x", "--add", "1 fog", "--because", "x"), "together"),
        (("d6", "--for", "x", "--add", "fog", "--because", "x"), "-1 rain"),
        (("d6", "--for", "x", "--criticals", "--because", "x"), "target"),
        (("d6", "--for", "x", "--target", "0", "--because", "x"), "1 or more"),
        (("d6", "--for", "x", "--promote", "0 luck", "--because", "x"), "nothing"),
        (("d6", "--for", "x", "--rule", "99.9", "--because", "x"), "no rule"),
        (("d6", "--for", "x", "--rule", "house H1", "--because", "x"), "no house rule"),
        (("d6", "--for", "x", "--only", "nato", "--because", "x"), "no side"),
        (("d6", "--for", "x", "--because", "x", "--game", "closed"), "closed"),
        (("d6", "--for", "x" * 5000, "--because", "x"), "4000"),
    ],
    "look-up": [
        ((), "TABLE"),
        (("nowhere", "a=1", "--because", "x"), "no table"),
        (("operations", "size=3", "--because", "x"), "entered with"),
        (("operations", "die=three", "--because", "x"), "number"),
        (("operations", "die=9", "--because", "x"), "no row"),
        (("operations", "die=3", "--shift", "wind 1 gale", "--because", "x"), "no key"),
        (("operations", "die=3", "--shift", "die", "--because", "x"), "how much"),
        (("operations", "die=3"), "reason"),
        (("operations", "die=3", "casualties=99", "--because", "x"), "Add --anyway"),
        (("operations", "casualties=0", "--because", "x"), "[casualties=VALUE]"),
    ],
    "draw": [
        ((), "CUP"),
        (("pool-ied", "--for", "x", "--because", "x"), "--at"),
        (("nowhere", "--at", "0308", "--for", "x", "--because", "x"), "no place"),
        (("pool-ied", "--at", "9999", "--for", "x", "--because", "x"), "no place"),
        (("attack", "--at", "0308", "--for", "x", "--because", "x"), "Nothing is left"),
        (("pool-ied", "--at", "0308", "--because", "x"), "purpose"),
    ],
    "change": [
        ((), "EFFECT"),
        ((",", "--because", "x"), "at least one effect"),
        (("sing", "--because", "x"), "'sing' is not an effect. Effects are: TRACK+1"),
        (("isf_vp+1",), "reason"),
        (("isf_vp+1", "--because", "x", "--game", "closed"), "closed"),
        (("isf_vp+1", "sing", "--because", "x"), "not an effect"),
        (("isf_vp+1, dragon-1 to 0308", "--because", "x"), "no piece"),
        (("isf_vp", "-1", "--loudly", "--because", "x"), "--loudly"),
        (('cts-1 to "0308', "--because", "x"), "quote"),
        (("; ".join(["isf_vp+1"] * 101), "--because", "x"), "at most 100"),
        (("cts-1 to 0308",), "reason"),
        (("dragon-1 to 0308", "--because", "x"), "no piece 'dragon-1'"),
        (("cts-1 to 9999", "--because", "x"), "no place or piece '9999'"),
        (("place dragon at 0308", "--because", "x"), "no kind of piece 'dragon'"),
        (("place militia", "--because", "x"), "place militia at PLACE"),
        (("place militia at 9999", "--because", "x"), "no place or piece '9999'"),
        (("place militia at 0308 id cts-1", "--because", "x"), "already"),
        (("place militia at 0308 id 0308", "--because", "x"), "a place or a side"),
        (("place militia at 0308 steps -1", "--because", "x"), "whole number"),
        (("place militia at 0308 at 0407", "--because", "x"), "“at” is there twice"),
        (("place militia at 0308 known to nato", "--because", "x"), "no side 'nato'"),
        (("place militia at 0308",), "reason"),
        (("remove dragon-1", "--because", "x"), "no piece"),
        (("remove cts-1",), "reason"),
        (("dragon-1 face x", "--because", "x"), "no piece"),
        (("mark dragon-1 x", "--because", "x"), "no piece or place or side 'dragon-1'"),
        (("mark dragon-1", "--because", "x"), "mark dragon-1 NAME"),
        (("cts-1 side nato", "--because", "x"), "no side"),
        (("cts-1 steps -1", "--because", "x"), "whole number"),
        (("cts-1 known to nato", "--because", "x"), "no side"),
        (("cts-1 known to all", "--because", "x"), "changes nothing"),
        (("cts-1 face casualty",), "reason"),
        (("luck+1", "--because", "x"), "no track"),
        (("isf_vp+much", "--because", "x"), "not an effect"),
        (("isf_vp+900", "--because", "x"), "its maximum is"),
        (("isf_vp+0", "--because", "x"), "changes nothing"),
        (("draw pool-ied", "--because", "x"), "draw CUP to PLACE"),
    ],
    "ruling": [
        ((), "Say what is ruled on"),
        (("1",), "--value"),
        (("99999", "--value", "1", "--because", "x"), "no event"),
        (("1", "--value", "1", "--because", "x"), "no roll"),
        (("1", "--value", "1"), "no roll, look-up or choice"),
        (("1", "--if-yes", "1", "--because", "x"), "belong to a ruling by probability"),
        (("--chance", "60%", "--because", "x"), "--about"),
        (("--chance", "60%", "--about", "x"), "reason"),
        (("--chance", "most", "--about", "x", "--because", "x"), "per cent"),
        (("--chance", "65%", "--die", "10", "--about", "x", "--because", "x"), "in tens"),
        (("--chance", "100%", "--about", "x", "--because", "x"), "10 to 90"),
        (("--chance", "60%", "--die", "8", "--about", "x", "--because", "x"), "D8"),
        (("--hear", "Ash", "--about", "x", "--because", "x"), "NAME=PERCENT"),
        (("--hear", "Ash=140", "--about", "x", "--because", "x"), "from 0 to 100"),
        (("--chance", "60%", "--if-yes", "6", "--because", "x"), "say its number"),
        (("1", "--chance", "60%", "--because", "x"), "--if-yes"),
    ],
    "argue": [
        ((), "ACTION"),
        (("The dam holds",), "reason"),
        ((" ", "--because", "x"), "needs an action"),
        (("The dam holds", "--method", "chess", "--because", "x"), "no method"),
        (("The dam holds", "--method", "estimate", "--because", "x"), "estimate is needed"),
        (("The dam holds", "--hear", "Ash=40", "--because", "x"), "estimates decide nothing"),
        (("The dam holds", "--vote", "Ash=for", "--because", "x"), "votes decide nothing"),
        (("The dam holds", "--side", "nato", "--because", "x"), "Nobody is called 'nato'"),
        (("The dam holds", "--method", "vote", "--because", "x"), "votes are needed"),
        (("The dam holds", "--method", "vote", "--vote", "A=maybe", "--because", "x"), "votes"),
        (("The dam holds", "--for", "[huge] A: b", "--because", "x"), "strong or weak"),
        (("The dam holds", "--for", "A: ", "--because", "x"), "needs words"),
        (("The dam holds", "--methods", "missing.yaml", "--because", "x"), "no file"),
        (("The dam holds", "--methods", "bad.yaml", "--because", "x"), "bad.yaml"),
        (("--file", "missing.yaml", "--because", "x"), "no file"),
        (("--file", "list.json", "--because", "x"), "holds no argument"),
        (("The dam", "--file", "list.json", "--because", "x"), "not both"),
        (("The dam holds", "--because", "x", "--game", "closed"), "closed"),
    ],
    "house-rule": [
        (("H1", "--text", "x"), "reason"),
        (("H1", "--because", "x"), "needs a text"),
        (("H 1", "--text", "x", "--because", "x"), "1 to 40"),
        (("H1", "--text", "x", "--because", "x", "--replaces", "99.9"), "no rule"),
        (("H1", "--text", "x", "--because", "x", "--replaces", "house"), "names none"),
        (("--text", "x"), "needs an id"),
        (("H1", "--text", "x", "--because", "x", "--game", "closed"), "closed"),
    ],
    "option": [
        (("zeppelins", "on", "--because", "x"), "no option"),
        (("drones", "--because", "x"), "from now on"),
        (("drones", "maybe", "--because", "x"), "on or off"),
        (("drones", "off", "--because", "x"), "already"),
        (("drones", "on"), "reason"),
        (("--because", "x"), "which option"),
        (("drones", "on", "--because", "x", "--game", "over-closed"), "no game called"),
    ],
    "undo": [
        ((), "reason"),
        (("--because", " "), "reason"),
        (("1", "--because", "x"), "not an order"),
        (("99999", "--because", "x"), "no event 99999"),
        (("soon", "--because", "x"), "N takes a whole number"),
        (("--because", "x", "--game", "closed"), "closed"),
        (("--because", "x"), "rolled"),
    ],
    "log": [(("--last", "0"), "from 1"), (("--last", "x"), "--last"), (("--as", "nato"), "no side")],
    "declare": [
        (("--anew",), "Say what the game is for"),
        (("--question", "RQ1"), "key=value"),
        (("--question", "R Q=x"), "letters, digits"),
        (("--question", "A=x", "--outcome", "A=y"), "both a question and an outcome"),
        (("--outcome", "LO1="), "a text of"),
        (("--file", "missing.yaml"), "no file"),
        (("--file", "bad.yaml"), "not readable"),
        (("--file", "order.json"), "purpose, questions and outcomes"),
        (("--marking", "SECRET", "--event", "99999"), "no event"),
        (("--marking", "SECRET", "--event", "-1"), "number of an event"),
        (("--event", "3"), "how event 3"),
        (("--marking", "SECRET", "--purpose", "x"), "a command of its own"),
        (("--marking", "S" * 101), "at most 100"),
        (("--marking", "SEC\tRET"), "control character"),
    ],
    "roster": [
        (("--game", "nowhere"), "no game called"),
        (("--role", "scribe"), "Say who it is"),
        (("--leave",), "Say who it is"),
        (("",), "name"),
        (("isf",), "names a side"),
        (("white",), "names a side"),
        (("A" * 61,), "at most 60"),
        (("Ada", "--role", "a\tb"), "control character"),
        (("Ada", "--side", "nato"), "no side"),
        (("Ada",), "--role ROLE, --side SIDE, or --white"),
        (("Ada", "--cell", "Blue"), "--role ROLE, --side SIDE, or --white"),
        (("Ada", "--role", "scribe"), "has no role 'scribe'; it has: facilitator."),
        (("Ada", "--role", "facilitater"), "Did you mean 'facilitator'?"),
        (("Ada", "--white", "--side", "isf"), "not both"),
        (("Ada", "--leave", "--white"), "takes no role"),
        (("Ada", "--leave"), "no seat"),
        (("Ada", "--leave", "--role", "x"), "takes no role"),
    ],
    "brief": [
        ((), "Name the side"),
        (("nato",), "no side"),
        (("white",), "no side"),
        (("isf", "--out", "brief.txt"), "html, md, pdf or docx"),
        (("isf", "--out", "no/such/folder/brief.html"), "cannot be written"),
        (("isf", "--out", "folder", "--format", "pdf"), "is a folder; name a file"),
    ],
    "submit": [
        ((), "--as SIDE"),
        (("execute target=0308", "--as", "nato"), "no side"),
        (("--as", "isf"), "Give orders in quotes"),
        (("execute target=0308", "--none", "--as", "isf"), "Give orders in quotes"),
        (("sing", "--as", "isf"), "no order"),
        (("1", "--as", "isf"), "by its name"),
        (("", "--as", "isf"), "by its name"),
        (("execute 'target", "--as", "isf"), "quote"),
        (("execute", "--as", "isf"), "execute needs target=: "),
        (("--file", "missing.json", "--as", "isf"), "no file"),
        (("--file", "bad.json", "--as", "isf"), "no JSON list"),
        (("--file", "list.json", "--as", "isf"), "An order is an object"),
        (("--file", "deep.json", "--as", "isf"), "no JSON list"),
        (("--none", "--as", "isf", "--game", "closed"), "no side"),
        (("--none", "--as", "isf", "--game", "over"), "decided"),
    ],
    "open-orders": [
        ((), "There are no sealed orders to open"),
        (("--anyway",), "--because"),
        (("--because", "x"), "--anyway"),
        (("--first", "nato"), "no side"),
        (("--game", "closed"), "closed"),
    ],
    "message": [
        (("--form", "sing", "--to", "isf"), "no form"),
        (("Hello",), "--to"),
        (("message",), "--form message"),
        (("Hello", "--to", "isf", "--turn", "1"), "--turn lists"),
        (("--forms", "--to", "isf"), "no other option"),
        (("--as", "nato"), "no side"),
        (("--form", "sing"), "no form"),
        (("--turn", "x"), "--turn"),
        (("--to", "nato", "--field", "text=x"), "no side"),
        (("--to", "isf"), "still wanted: text"),
        (("--to", "isf", "--field", "text"), "key=value"),
        (("--to", "isf", "--field", "text=x", "--field", "text=y"), "twice"),
        (("--to", "isf", "--field", "tune=x"), "no field"),
        (("--to", "isf", "--field", "text=x", "--as", "nato"), "no side"),
        (("--to", "isf", "--file", "missing.yaml"), "no file"),
        (("--to", "isf", "--file", "bad.yaml"), "not readable"),
        (("--to", "isf", "--file", "list.json"), "fields"),
        (("--to", "isf", "--field", "text=x", "--game", "closed"), "no side"),
        (
            (
                "--form",
                "request-for-information",
                "--to",
                "isf",
                "--field",
                "question=x",
                "--field",
                "priority=now",
            ),
            "one of",
        ),
        (
            ("--form", "commanders-guidance", "--to", "isf", "--field", "move=one", "--field", "guidance=x"),
            "whole number",
        ),
    ],
    "inject": [
        (("--file", "missing.csv"), "no file"),
        (("--file", "binary.csv"), "not in UTF-8"),
        (("--file", "empty.csv"), "column id is missing"),
        (("--file", "bidi.csv"), "line 2 has an invisible or control character (\\u202e)"),
        (("--file", "chart.csv"), "line 1: there is no column 'score'"),
        (("--file", "untold.csv"), "line 3: inject I2 has no text"),
        (("--file", "twice.csv"), "line 3: there is an inject I1 already"),
        (("--file", "late.csv"), "line 2: a turn is a whole number"),
        (("--file", "clock.csv"), "line 2: a time is written"),
        (("--file", "nato.csv"), "line 2: There is no side 'nato'"),
        (("--file", "wide.csv"), "line 2: it has more cells"),
        (("--file", "good.csv", "--as", "isf"), "goes with --by alone"),
        (("I1", "--file", "good.csv"), "goes with --by alone"),
        (("--as", "nato"), "no side"),
        (("--file", "good.csv", "--game", "closed"), "closed"),
        (("--text", "x"), "Say which inject"),
        (("I1",), "no inject"),
        (("I1", "--as", "isf"), "goes to its audience"),
        (("I1", "deliver", "--game", "closed"), "closed"),
    ],
    "begin": [
        ((), "open already"),
        (("--game", "closed"), "closed"),
        (("--game", "nowhere"), "no game called"),
        (("the", "geese"), "begin promise"),
        (("show", "geese"), "takes no words"),
        (("show", "--side", "isf"), "--side belongs to"),
        (("--side", "isf"), "--side belongs to"),
        (("promise", "--side", "isf", "--roll", "3"), "--roll belongs to"),
        (("promise", "geese", "--side", "isf"), "takes no words"),
        (("promise", "--side", "isf"), "Play is open"),
        (("promise", "--side", "isf", "--digest", "c0ffee"), "64 hexadecimal"),
        (("promise", "--side", "isf", "--digest", "z" * 64), "64 hexadecimal"),
        (("promise", "--digest", "c0de" * 16), "--side SIDE"),
        (("promise", "--side", "isf", "--because", "x"), "belongs to `begin waive`"),
        (("give", "--side", "isf"), "no words"),
        (("give", "geese", "--side", "isf"), "12 to 200"),
        (("give", "x" * 201, "--side", "isf"), "12 to 200"),
        (("give", "the geese\tfly south", "--side", "isf"), "control character"),
        (("give", "\udcff" * 20, "--side", "isf"), "a text in it is not valid Unicode"),
        (("give", GEESE, "--side", "isf"), "Play is open"),
        (("give", GEESE, "--side", "isf", "--digest", "c0de" * 16), "belongs to `begin promise`"),
        (("give", GEESE), "not the white cell's"),
        (("give", GEESE, "--as", "white"), "not the white cell's"),
        (("give", GEESE, "--side", "nato"), "no side"),
        (("give", GEESE, "--side", "red", "--game", "closed"), "closed"),
        (("give", GEESE, "--side", "isf", "--game", "nowhere"), "no game called"),
        (("waive", "--side", "isf"), "nothing to waive"),
    ],
    "add": [
        ((), "THING"),
        (("dragon", "Smaug", "--because", "x"), "dragon"),
        (("track", "Morale"), "reason"),
        (("track", "Morale", "--ends", "10,0", "--because", "x"), "lower end"),
        (("track", "Morale", "--side", "nato", "--because", "x"), "no side"),
        (("area", "Shoal", "--beside", "9999", "--because", "x"), "9999"),
        (("piece", "Ship", "--at", "9999", "--because", "x"), "9999"),
        (("table", "missing.csv", "--because", "x"), "no file"),
    ],
    "correct": [
        ((), "N|TOPIC"),
        (("99999", "x", "--because", "x"), "no event"),
        (("RQ9", "x", "--because", "x"), "no research question"),
        (("9", "x", "--withdraw", "--because", "x"), "not both"),
        (("9", "x", "--because", "x"), "correct"),
    ],
    "explain": [
        ((), "N"),
        (("0",), "no event 0"),
        (("99999",), "no event"),
        (("x",), "N takes a whole number"),
    ],
    "tables": [
        (("nowhere",), "no table"),
        (("combat", "a"), "a"),
        (("combat", "--because", "x"), "belongs to --adopt"),
        (("--adopt", "chart.csv", "--because", "x"), "which table"),
        (("nowhere", "--adopt", "chart.csv", "--because", "x"), "no table"),
        (("combat", "--adopt", "missing.csv", "--because", "x", "--game", "losses"), "no file"),
        (("combat", "--adopt", "order.json", "--because", "x", "--game", "losses"), "order.json"),
        (("combat", "--adopt", "chart.csv", "--game", "losses"), "reason"),
        (("combat", "--adopt", "short.csv", "--because", "x", "--game", "losses"), "missing"),
        (("combat", "--adopt", "ragged.csv", "--because", "x", "--game", "losses"), "cells"),
        (("combat", "--adopt", "chart.txt", "--because", "x", "--game", "losses"), "neither CSV nor YAML"),
        (("combat", "--adopt", "binary.csv", "--because", "x", "--game", "losses"), "not in UTF-8"),
        (("combat", "--adopt", "empty.csv", "--because", "x", "--game", "losses"), "no rows"),
        (("combat", "--adopt", "bad.yaml", "--because", "x", "--game", "losses"), "bad.yaml"),
        (("combat", "--adopt", "nested.yaml", "--because", "x", "--game", "losses"), "more than 64 deep"),
        (("combat", "--adopt", "bell.csv", "--because", "x", "--game", "losses"), "invisible or control"),
    ],
    "kinds": [
        (("no-such-kind",), "There is no kind of piece 'no-such-kind'"),
        (("--game", "nowhere"), "nowhere"),
        (("--because", "x"), "belongs to --adopt"),
        (("attack", "--adopt", "deck.yaml"), "The file names the kinds"),
        (("--adopt", "no-such-file.yaml", "--because", "x"), "There is no file no-such-file.yaml"),
    ],
    "close": [((), "--yes"), (("--yes", "--game", "closed"), "closed already")],
    "aar": [
        (("--game", "nowhere"), "no game called"),
        (("missing.jsonl",), "no log file"),
        (("order.json",), "not an event of a log"),
        (("order.json", "--game", "over"), "not both"),
        (("--format", "odt"), "one of html"),
        (("--out", "review.txt"), "one of html"),
        (("--out", "no/such/folder/review.html"), "cannot be written"),
        (("--out", "folder", "--format", "html"), "folder"),
        (("--audience", "nato"), "no audience"),
        (("--as", "nato"), "no side"),
        (("--as", "isf", "--audience", "all"), "of isf alone"),
        (("--as", "isf", "--with-luck"), "the white cell's review alone"),
        (("--games", "0"), "--games"),
        (("--with-turning-points", "--games", "99999999"), "Play 1 to"),
    ],
    "compare": [
        ((), "GAME GAME"),
        (("over",), "2 to 12 games"),
        (("over",) * 13, "2 to 12 games"),
        (("over", "nowhere"), "no game called"),
        (("over", "over"), "the same game"),
        (("over", "missing.jsonl"), "no log file"),
        (("over", "./order.json"), "not an event of a log"),
        (("over", "closed"), "different rule systems"),
        (("over", "ramadi", "--as", "isf"), "white cell alone"),
        (("over", "ramadi", "--out", "compared.txt"), "one of html"),
        (("over", "ramadi", "--out", "no/such/folder/compared.html"), "cannot be written"),
    ],
    "fork": [
        ((), "--at"),
        (("--at", "soon"), "--at"),
        (("--at", "0"), "no event 0"),
        (("--at", "100000"), "no event 100000"),
        (("--at", "3"), "Play begins at event 6"),
        (("--at", "9", "--name", "over"), "another name"),
        (("--at", "9", "--name", "\t"), "control character"),
        (("--at", "9", "--game", "nowhere"), "nowhere"),
    ],
    "what-if": [
        ((), "--at N"),
        (("--at", "soon"), "--at"),
        (("--at", "0"), "no event 0"),
        (("--at", "100000"), "no event 100000"),
        (("--at", "3"), "not open yet"),
        (("--at", "140", "--games", "0"), "Play 1 to"),
        (("--at", "140", "--games", "many"), "--games"),
        (("--at", "140", "--policy", "genius"), "no policy"),
        (("--at", "140", "--as", "nato"), "no side"),
        (("--at", "140", "--workers", "0"), "workers"),
        (("--at", "140", "--seed", "-1"), "--seed"),
        (("--at", "140", "--game", "nowhere"), "nowhere"),
        (("--roll", "six"), "EVENT=FACE"),
        (("--roll", "6=six"), "EVENT=FACE"),
        (("--roll", "1=6"), "Event 1 is no roll of a die."),
        (("--roll", "100000=6"), "no event 100000"),
        (("--roll", "150=3", "--at", "149"), "leave --at out"),
        (("--roll", "150=3", "--order", "1", "--at", "140"), "not both"),
        (("--at", "3", "--order", "1"), "not open yet"),
        (("--at", "40", "--order", ""), "takes an order"),
        (("--at", "40", "--order", "'"), "cannot be read"),
        (("--at", "40", "--order", "{"), "not JSON"),
        (("--at", "40", "--order", "99999"), "no order 99999"),
        (("--at", "40", "--order", "surrender"), "no order 'surrender'"),
        (("--at", "40", "--order", "execute target=9999"), "ramadi 6.0"),
    ],
    "odds": [
        (("surrender",), "no order 'surrender'"),
        (("99999",), "no order 99999"),
        (("1", "--as", "nato"), "no side"),
        (("1", "--game", "nowhere"), "nowhere"),
    ],
    "luck": [
        (("--top", "0"), "--top"),
        (("--policy", "genius"), "no policy"),
        (("--game", "nowhere"), "nowhere"),
    ],
    "decisions": [
        (("--games", "0"), "--games"),
        (("--top", "0"), "--top"),
        (("--policy", "genius"), "no policy"),
        (("--game", "nowhere"), "nowhere"),
    ],
    "turning-points": [
        (("--games", "0"), "Play 1 to"),
        (("--games", "many"), "--games"),
        (("--top", "0"), "--top"),
        (("--policy", "genius"), "no policy"),
        (("--as", "nato"), "no side"),
        (("--workers", "0"), "workers"),
        (("--seed", "-1"), "--seed"),
        (("--game", "nowhere"), "nowhere"),
    ],
    "audit": [
        (("missing.jsonl",), "no log file"),
        (("folder",), "no log file"),
        (("empty.csv",), "empty"),
        (("--game", "nowhere"), "no game called"),
    ],
    "export": [
        ((), "FILE"),
        (("folder",), "is a folder"),
        (("no/such/folder/log.jsonl",), "cannot be written"),
        (("log.jsonl", "--game", "nowhere"), "no game called"),
    ],
    "import": [
        ((), "FILE"),
        (("missing.jsonl",), "no log file"),
        (("binary.csv",), "not an event"),
        (("order.json",), "not an event"),
        (("over.jsonl", "--name", "again"), "here already"),
    ],
    "read-model": [
        ((), "FILE.db"),
        (("r.db", "--game", "nowhere"), "no game called"),
        (("r.db", "--as", "nato"), "no side 'nato'"),
        (("r.db", "missing.jsonl"), "no log file"),
        (("r.db", "bad.json"), "not an event"),
        (("r.db", "over.jsonl", "--game", "over"), "not both"),
        (("folder",), "is a folder"),
        (("order.json",), "cannot be used"),
        (("games.db",), "something else"),
        (("no/such/folder/r.db",), "cannot be used"),
        (("r.db", "--csv", "order.json"), "order.json"),
        (("r.db", "--parquet", "order.json/deeper"), "order.json"),
    ],
    "rules": [
        ((), "SYSTEM"),
        (("chess",), "no rule system"),
        (("list",), "rules list"),
        (("show", "ramadi"), "rules show"),
        (("show", "ramadi", "99.9"), "no rule"),
        (("coverage", "../tests"), "no rule system"),
        (("list", "ramadi", "6.4e"), "rules list"),
    ],
    "play": [
        ((), "SYSTEM"),
        (("chess",), "no rule system"),
        (("ramadi", "--policy", "genius"), "no policy"),
        (("ramadi", "--out", "folder"), "is a folder; name a file"),
        (("ramadi", "--out", "no/such/folder/log.jsonl"), "cannot be written"),
        (("ramadi", "--seed", "x"), "--seed"),
        (("ramadi", "--option", "zeppelins=on"), "no option"),
    ],
    "demo": [
        (("chess",), "no rule system"),
        (("ramadi", "--scenario", "nowhere"), "no scenario"),
        (("ramadi", "--out", "order.json"), "not a folder"),
        (("ramadi", "--out", "order.json/deeper"), "order.json"),
        (("ramadi", "--seed", "x"), "--seed"),
    ],
    "study": [
        ((), "SYSTEM"),
        (("ramadi",), "--out"),
        (("chess", "--out", "s"), "no rule system"),
        (("ramadi", "--games", "0", "--out", "s"), "--games"),
        (("ramadi", "--games", "many", "--out", "s"), "--games"),
        (("ramadi", "--policy", "genius", "--out", "s"), "no policy"),
        (("ramadi", "--scenario", "nowhere", "--out", "s"), "no scenario"),
        (("ramadi", "--option", "zeppelins=on", "--out", "s"), "no option"),
        (("ramadi", "--vary", "drones=on,off", "--out", "s"), "option.NAME"),
        (("ramadi", "--vary", "option.=on,off", "--out", "s"), "option.NAME"),
        (("ramadi", "--vary", "policy", "--out", "s"), "key=value"),
        (("ramadi", "--vary", "policy=", "--out", "s"), "which values"),
        (("ramadi", "--vary", "policy=random,,sensible", "--out", "s"), "which values"),
        (("ramadi", "--vary", "policy=random,random", "--out", "s"), "same value twice"),
        (("ramadi", "--vary", "policy=random,genius", "--out", "s"), "no policy"),
        (("ramadi", "--policy", "random", "--vary", "policy=random,sensible", "--out", "s"), "say it once"),
        (("ramadi", "--option", "drones=on", "--vary", "option.drones=on,off", "--out", "s"), "say it once"),
        (("ramadi", "--vary", "option.drones=on,maybe", "--out", "s"), "on or off"),
        (("ramadi", "--vary", "option.zeppelins=on,off", "--out", "s"), "no option"),
        (("ramadi", "--vary", "scenario=historical,missing.yaml", "--out", "s"), "no file"),
        (("ramadi", "--vary", "table.dragons=own,chart.csv", "--out", "s"), "no table"),
        (("ramadi", "--vary", "table.operations=own,missing.csv", "--out", "s"), "no file"),
        (("ramadi", "--vary", "table.operations=own,chart.csv", "--out", "s"), "column die is missing"),
        (("ramadi", "--vary", "table.operations=own,binary.csv", "--out", "s"), "not in UTF-8"),
        (("ramadi", "--vary", f"option.drones={','.join(map(str, range(201)))}", "--out", "s"), "at most"),
        (("ramadi", "--workers", "0", "--out", "s"), "workers"),
        (("ramadi", "--engine", "steam", "--out", "s"), "local or dask"),
        (("ramadi", "--engine", "dask", "--out", "s"), "--address"),
        (("ramadi", "--engine", "dask", "--address", "x:1", "--workers", "2", "--out", "s"), "--workers"),
        (("ramadi", "--address", "tcp://x:1", "--out", "s"), "dask"),
        (("ramadi", "--out", "order.json"), "not a folder"),
        (("ramadi", "--out", "order.json/deeper"), "order.json"),
        (("ramadi", "--out", "."), "other things"),
    ],
}


@pytest.fixture(scope="session")
def folder_of_files(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of every wrong kind, and one good log."""
    folder = tmp_path_factory.mktemp("nonsense")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("folder").mkdir()
        Path("order.json").write_text('{"order": "execute", "target": "0308"}')
        Path("bad.json").write_text('{"order": ')
        Path("list.json").write_text("[1, 2]")
        Path("deep.json").write_text("[" * 100_000)
        Path("wrong.json").write_text('{"order": "plan", "lead": ["mech-1"], "target": {}}')
        Path("bad.yaml").write_text("name: [unclosed")
        Path("nested.yaml").write_text("[" * 50_000)
        Path("bell.csv").write_text("score,attacker,defender\n..5,1,0\n6..,1,\x07\n")
        Path("bidi.csv").write_text("id,text\nI1,Rain \u202eniar\n")
        Path("chart.csv").write_text("score,attacker,defender\n..5,1,0\n6..,1,1\n")
        Path("short.csv").write_text("score,attacker\n..5,1\n6..,1\n")
        Path("ragged.csv").write_text("score,attacker,defender\n..5,1\n")
        Path("binary.csv").write_bytes(bytes(range(256)))
        Path("empty.csv").write_text("")
        Path("good.csv").write_text("id,text\nI1,Rain\n")
        Path("untold.csv").write_text("id,text\nI1,Rain\nI2,\n")
        Path("twice.csv").write_text("id,text\nI1,Rain\nI1,Snow\n")
        Path("late.csv").write_text("id,text,turn\nI1,Rain,soon\n")
        Path("clock.csv").write_text("id,text,time\nI1,Rain,25:00\n")
        Path("nato.csv").write_text("id,text,audience\nI1,Rain,nato\n")
        Path("wide.csv").write_text("id,text\nI1,Rain,Snow\n")
        Path("chart.txt").write_text("score\n")
        Cell(prepared).done("export", "over.jsonl", "--game", "over")
    return folder


@pytest.fixture
def files(cell: Cell, folder_of_files: Path) -> None:
    """These files in the current folder."""
    shutil.copytree(folder_of_files, Path(), dirs_exist_ok=True)


CASES = [(command, words, part) for command, cases in NONSENSE.items() for words, part in cases]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("command", "words", "part"),
    thinned(CASES, 3, several=True),
    ids=[" ".join([c, *w]).replace("\n", "/") for c, w, _ in CASES],
)
def test_nonsense_is_refused(cell: Cell, command: str, words: tuple[str, ...], part: str) -> None:
    if (command, words) == ("undo", ("--because", "x")):
        cell.done("order", "1")
    assert part in cell.refused(command, *words)


def test_every_command_has_nonsense_to_refuse() -> None:
    assert NONSENSE.keys() == COMMANDS.keys()


@pytest.mark.parametrize(
    "words", [("ordr",), ("Order",), ("--order",), ("order", "--bad"), ("order", "1", "--game")]
)
def test_words_that_are_no_command_are_refused(cell: Cell, words: tuple[str, ...]) -> None:
    cell.refused(*words)


def test_a_slip_of_the_pen_is_guessed(cell: Cell) -> None:
    assert "`order`" in cell.refused("ordre")


WITH_A_GAME = sorted(set(COMMANDS) - {"new", "games", "import", "rules", "play", "demo", "study", "run"})
NEEDED = {
    "use": ["x"],
    "order": ["1"],
    "roll": ["d6"],
    "look-up": ["x", "y=1"],
    "draw": ["x", "--at", "y"],
    "correct": ["1", "x"],
    "add": ["track", "x"],
    "change": ["x+1"],
    "argue": ["x"],
    "brief": ["x"],
    "submit": ["--as", "x", "--none"],
    "explain": ["1"],
    "export": ["x.jsonl"],
    "read-model": ["x.db"],
    "fork": ["--at", "9"],
    "what-if": ["--at", "9"],
    "compare": ["x", "y"],
}


@pytest.mark.parametrize("command", WITH_A_GAME)
def test_without_a_database_a_command_says_how_to_begin_and_makes_none(empty: Cell, command: str) -> None:
    assert "whitecell new" in empty.refused(command, *NEEDED.get(command, []))
    assert not empty.database.exists()


@pytest.mark.parametrize("command", ["new", *WITH_A_GAME])
def test_a_database_that_is_a_folder_or_no_database_is_refused(empty: Cell, command: str) -> None:
    words = ["ramadi"] if command == "new" else NEEDED.get(command, [])
    Path("folder").mkdir()
    Path("text.db").write_text("This is no database.\n" * 100)
    for database in ("folder", "text.db"):
        result = empty(command, *words, "--db", database)
        assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
        assert database in result.err
    assert Path("text.db").read_text() == "This is no database.\n" * 100


@pytest.mark.parametrize(
    "address", ["no/such/folder/games.db", "postgresql://nobody:secret@127.0.0.1:1/none", " "]
)
def test_a_database_that_cannot_be_is_refused_without_its_password(empty: Cell, address: str) -> None:
    result = empty("new", "ramadi", "--db", address)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "secret" not in result.err


def test_a_database_of_somebody_else_is_refused(empty: Cell) -> None:
    other = sqlite3.connect(empty.database)
    other.execute("create table stored_events (anything text)")
    other.commit()
    other.close()
    result = empty("status")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)


def test_an_altered_event_in_the_database_is_a_finding_of_the_audit(cell: Cell) -> None:
    with sqlite3.connect(cell.database) as database:
        table = next(
            name
            for (name,) in database.execute("select name from sqlite_master where type = 'table'")
            if "events" in name
        )
        rows = database.execute(f"select rowid, state from {table} where topic = 'die-rolled.1'").fetchall()
        rowid, state = rows[0]
        database.execute(
            f"update {table} set state = ? where rowid = ?", (state.replace(b'"face":', b'"face":1'), rowid)
        )
    database.close()
    results = [cell("audit", "--game", name, "--json") for name in ("over", "ramadi", "typed", "closed")]
    assert sorted(result.code for result in results) == [0, 0, 0, 1]
    (found,) = (result for result in results if result.code == 1)
    assert found.json["findings"]


def test_a_fault_of_the_program_is_one_sentence(cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("something unforeseen")

    monkeypatch.setattr("cli.dialogue.telling.Teller.next_lines", fails)
    result = cell("status")
    assert result.code == 70
    assert result.err.count("\n") == 1
    assert "WHITECELL_DEBUG=1" in result.err
    assert "unforeseen" not in result.err, "what a fault says may name what is hidden"


@pytest.mark.parametrize("user", ["", "mara"])
def test_the_detail_of_a_fault_is_for_the_white_cell_that_asks(
    user: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> None:
        raise KeyError("hidden-1")

    monkeypatch.setenv("WHITECELL_DEBUG", "1")
    monkeypatch.setenv("WHITECELL_USER", user)
    if not user:
        with pytest.raises(KeyError, match="hidden-1"):
            ends(fails)
        return
    assert ends(fails) == 70
    assert "hidden-1" not in capsys.readouterr().err


@pytest.mark.parametrize(("person", "code"), [("Ada", 1), ("Bo", 70)])
def test_whether_the_detail_of_a_fault_is_shown_is_settled_at_the_door(
    person: str, code: int, cell: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also for a player who only says `--by`, and a facilitator whose terminal has a name."""
    cell.done("roster", "Ada", "--role", "facilitator")
    cell.done("roster", "Bo", "--side", "isf", "--by", "Ada")

    def fails(*_: object) -> None:
        raise KeyError("hidden-1")

    monkeypatch.setattr("seats.seat.seat.Seat.system", property(fails))
    user = {"WHITECELL_USER": "Ada"} if person == "Ada" else {}
    settings = {"WHITECELL_DB": str(cell.database), "WHITECELL_DEBUG": "1", "NO_COLOR": "1", **user}
    result = CliRunner().invoke(app, ["status", "--by", person], env=settings, prog_name="whitecell")
    assert result.exit_code == code
    told = f"{result.output}{result.exception!r}"
    assert ("hidden-1" in told) == (person == "Ada")
