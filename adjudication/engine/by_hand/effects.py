"""Effects in words, and the acts that they mean: `tension+1, cts-1 to 0407`.

One small language for all that the white cell changes: a manual change, the effects of an adjudicated action,
of a late ruling, of an inject. It reads; whether an act is possible the procedures in `kinds` say.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudication.engine.games.systems import load
from adjudication.engine.resolving import Sort, find
from domain.errors import BadData, NotFound, Refused
from domain.resolving import fold
from domain.table.dates import read_date
from domain.table.state import State

FORMS = (
    "TRACK+1",
    "TRACK-1",
    "TRACK=4",
    "PIECE to PLACE",
    "remove PIECE",
    "place KIND at PLACE as NAME",
    "flip PIECE",
    "PIECE face FACE",
    "PIECE steps N",
    "PIECE side SIDE",
    "PIECE known to SIDES",
    "PIECE visible to SIDES",
    "mark THING NAME VALUE until TURN",
    "unmark THING NAME",
    "draw CUP to PLACE for PURPOSE",
)
"""Every form of an effect."""

MOST_EFFECTS = 100

Act = dict[str, Any]
"""`act`, the kind of an act by hand, and its arguments."""

NewId = Callable[[str, bool], str]
"""An id for a new piece of a kind; the second says whether it is hidden, so that the id must not count."""

_QUOTED = re.compile(r'"([^"]*)"|“([^”]*)”|(?<!\S)\x27([^\x27]*)\x27(?=[\s,;]|$)')
_TRACK = re.compile(r"(?P<track>.+?)\s*(?P<sign>[+-]|=\s*-?|=\s*\+?)\s*(?P<amount>[0-9]{1,9})")
_ABOUT = re.compile(
    r"(?P<thing>.+?)\s+(?P<what>face|steps|side|known\s+to|visible\s+to)(?:\s*=\s*|\s+)(?P<value>.+)", re.I
)
_PLACING = re.compile(r"\s+(at|as|id|face|steps|known\s+to|visible\s+to)\s+", re.I)
_DRAWING = re.compile(r"(?P<cup>.+?)\s+to\s+(?P<to>.+?)(?:\s+for\s+(?P<purpose>.+))?", re.I)


_UNTIL = re.compile(r"(?P<words>.+?)\s+until\s+(?P<until>.+)", re.I)
_TURN = re.compile(r"turn\s+(?P<turn>[0-9]{1,4})(?:\s+(?P<phase>.+))?", re.I)


def read_effects(text: str, state: State, new_id: NewId) -> list[Act]:
    """The acts that a text means. Commas or semicolons separate effects; quotes keep a name whole.

    Raises BadData for what is no effect, NotFound for a name that nothing has or several things have.
    """
    quoted: list[str] = []

    def kept(match: re.Match[str]) -> str:
        quoted.append(match[1] if match[1] is not None else match[2])
        return f"\0{len(quoted) - 1}\0"

    plain = _QUOTED.sub(kept, text.replace("\N{MINUS SIGN}", "-"))
    if '"' in plain or "“" in plain:
        raise BadData(f"{text[:60]!r} has a quote that is not closed.")
    parts = [part.strip() for part in re.split(r"[,;\n]", plain) if part.strip()]
    if not parts:
        raise BadData(f"Name at least one effect, for example {_examples(state)}.")
    if len(parts) > MOST_EFFECTS:
        raise BadData(f"One change has at most {MOST_EFFECTS} effects.")
    reader = _Reader(state, new_id, quoted)
    return _merged([reader.read(part) for part in parts])


def _merged(acts: Sequence[Act]) -> list[Act]:
    """Acts, where two in a row that change different things about one piece are one."""
    found: list[Act] = []
    for act in acts:
        before = found[-1] if found else {}
        one = before.get("act") == act["act"] == "hand-change" and before["subject"] == act["subject"]
        if one and "mark" not in before and before.keys() & act.keys() == {"act", "subject"}:
            found[-1] = {**before, **act}
        else:
            found.append(act)
    return found


def read_words(words: Sequence[str], state: State, new_id: NewId) -> list[Act]:
    """The acts that the words of a command line mean: `cts-1 to 0407, tension+1`, or an effect in each word.

    Raises what `read_effects` raises.
    """
    spaced = [bool(re.search(r"\s", word.strip())) for word in words]
    if len(words) > 1 and any(spaced):
        if all(space or _TRACK.fullmatch(word) for space, word in zip(spaced, words, strict=True)):
            return read_effects(", ".join(words), state, new_id)
        names = [f'"{word}"' if space else word for space, word in zip(spaced, words, strict=True)]
        return read_effects(" ".join(names), state, new_id)  # the shell has taken the quotes of a name
    try:
        return read_effects(" ".join(words), state, new_id)
    except Refused:
        if len(words) < 2:
            raise
        try:
            return read_effects(", ".join(words), state, new_id)
        except Refused:
            pass
        raise


def one_act(acts: Sequence[Act]) -> tuple[str, dict[str, Any]]:
    """The kind and the arguments of the one act by hand that does all of these."""
    if len(acts) > 1:
        return "hand-together", {"acts": list(acts)}
    [each] = acts
    return each["act"], {name: value for name, value in each.items() if name != "act"}


def plain_value(text: str) -> str | int | bool:
    """Text, or the whole number, yes or no that it plainly is."""
    text = text.strip()
    if text.lower() in ("yes", "no"):
        return text.lower() == "yes"
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


class _Reader:
    """Reads effects one after the other, each on the table that those before it leave."""

    def __init__(self, state: State, new_id: NewId, quoted: Sequence[str]) -> None:
        self._state = state
        self._new_id = new_id
        self._quoted = quoted
        self._tracks: dict[str, int] = {}
        self._placed: dict[str, str] = {}
        self._faces: dict[str, str] = {}

    def read(self, text: str) -> Act:
        verb, _, rest = text.partition(" ")
        known = self._VERBS.get(verb.casefold())
        if known is not None and rest.strip():
            return known(self, rest.strip())
        read = self._about(text) or self._moved_or_scored(text)
        if read is None:
            forms = "; ".join(FORMS)
            raise BadData(
                f"{self._whole(text)[:60]!r} is not an effect. Effects are: {forms}. "
                f"For example: {_examples(self._state)}."
            )
        return read

    def _whole(self, text: str) -> str:
        """A part of the text with its quotes opened."""
        return re.sub("\0([0-9]+)\0", lambda match: self._quoted[int(match[1])], text).strip()

    # --- the forms ---

    def _moved_or_scored(self, text: str) -> Act | None:
        """A move, or a track of whose name `to` is a part."""
        try:
            return self._move(text) or self._score(text)
        except NotFound:
            try:
                read = self._score(text)
            except NotFound:
                read = None
            if read is None:
                raise
            return read

    def _score(self, text: str) -> Act | None:
        match = _TRACK.fullmatch(text)
        if match is None:
            return None
        track = self._find(("track",), match["track"])
        now = self._tracks.get(track, self._state.tracks[track].value)
        amount, sign = int(match["amount"]), re.sub(r"\s", "", match["sign"])
        change = {"+": amount, "-": -amount, "=-": -amount - now}.get(sign, amount - now)
        if change == 0:
            name = self._state.tracks[track].data.name or track
            raise BadData(f"{name} is {now} already: {self._whole(text)!r} changes nothing.")
        self._tracks[track] = now + change
        return {"act": "hand-score", "track": track, "change": change}

    def _move(self, text: str) -> Act | None:
        cuts = list(re.finditer(r"\s+to\s+", text, re.I))
        if not cuts:
            return None
        missing: NotFound | None = None
        for cut in cuts:
            try:
                piece = self._find(("piece",), text[: cut.start()])
                return {"act": "hand-move", "piece": piece, "to": self._place_or_piece(text[cut.end() :])}
            except NotFound as error:
                missing = missing or error
        assert missing is not None
        raise missing

    def _about(self, text: str) -> Act | None:
        match = _ABOUT.fullmatch(text)
        if match is None:
            return None
        what, value = " ".join(match["what"].casefold().split()), self._whole(match["value"])
        if what == "visible to":
            subject = self._find(("piece", "track"), match["thing"])
            return {"act": "hand-change", "subject": subject, "visible": self._sides(value)}
        subject = self._find(("piece",), match["thing"])
        act: Act = {"act": "hand-change", "subject": subject}
        match what:
            case "face":
                self._faces[subject] = act["face"] = _face(value)
            case "steps":
                act["steps"] = _steps(value)
            case "side":
                act["owner"] = self._find(("side",), value)
            case _:
                act["known"] = self._sides(value)
        return act

    def _remove(self, text: str) -> Act:
        return {"act": "hand-remove", "piece": self._find(("piece",), text)}

    def _flip(self, text: str) -> Act:
        id = self._find(("piece",), text)
        piece = self._state.pieces.get(id)
        back = piece.kind.back if piece is not None else ""
        reverse = back.removesuffix(" side")
        if piece is None or reverse == back:
            raise BadData(f"{id} has no printed reverse to flip to; write: {id} face FACE.")
        face = "" if self._faces.get(id, piece.face) == reverse else reverse
        self._faces[id] = face
        return {"act": "hand-change", "subject": id, "face": face}

    def _place(self, text: str) -> Act:
        kind, *rest = _PLACING.split(text)
        said: dict[str, str] = {}
        for word, value in zip(rest[::2], rest[1::2], strict=True):
            word = " ".join(word.casefold().split())
            if word in said:
                raise BadData(f"“{word}” is there twice in {self._whole(text)[:60]!r}; put names in quotes.")
            said[word] = self._whole(value)
        if "at" not in said:
            raise BadData(f"Say where it is placed: place {self._whole(kind)[:40]} at PLACE.")
        kind = self._find(("kind",), kind)
        known, visible = said.get("known to"), said.get("visible to")
        hidden = known not in (None, "all") or visible not in (None, "all")
        act: Act = {
            "act": "hand-place",
            "kind": kind,
            "at": self._place_or_piece(said["at"]),
            "name": said.get("as", ""),
            "id": said.get("id", "") or self._new_id(kind, hidden),
            "face": _face(said.get("face", "")),
            "steps": _steps(said.get("steps", "0")),
        }
        if known is not None and self._sides(known) != "all":
            act.update(hidden=True, known_to=self._side_list(known))
        if visible is not None and self._sides(visible) != "all":
            act["seen_by"] = self._side_list(visible)
        self._placed[act["name"] or act["id"]] = self._placed[act["id"]] = act["id"]
        return act

    def _mark(self, text: str) -> Act:
        subject, words = self._subject(text)
        lapse = _UNTIL.fullmatch(words)
        until = self._until(lapse["until"]) if lapse is not None else {}
        words = lapse["words"] if lapse is not None else words
        name, sign, value = words.partition("=")
        if not sign:
            name, _, value = words.partition(" ")
        value = self._whole(value)
        return {
            "act": "hand-change",
            "subject": subject,
            "mark": self._whole(name),
            "value": plain_value(value) if value else True,
            **until,
        }

    def _until(self, text: str) -> Act:
        """When the clock takes a mark off: `turn 4`, `assessment`, `turn 4 assessment`, or a date."""
        text = self._whole(text)
        match = _TURN.fullmatch(text)
        rest = match["phase"] if match is not None else text
        found: Act = {"until": int(match["turn"])} if match is not None else {}
        if not rest:
            return found
        opened = self._state.opened
        phases = load(opened.system).phases_in(self._state) if opened is not None else ()
        named = [phase for phase in phases if _plain(phase) == _plain(rest)]
        if named:
            return {**found, "until_phase": named[0]}
        if match is not None or not any(char.isdigit() for char in rest):
            known = ", ".join(phases) or "none"
            raise BadData(f"There is no phase {rest[:40]!r} to end the mark; there are: {known}.")
        return {"until_date": read_date(rest)}

    def _unmark(self, text: str) -> Act:
        subject, name = self._subject(text)
        return {"act": "hand-change", "subject": subject, "mark": self._whole(name)}

    def _draw(self, text: str) -> Act:
        match = _DRAWING.fullmatch(text)
        if match is None:
            raise BadData("Say where the piece goes: draw CUP to PLACE for PURPOSE.")
        return {
            "act": "hand-draw",
            "cup": self._find(("place",), match["cup"]),
            "to": self._find(("place",), match["to"]),
            "purpose": self._whole(match["purpose"] or "A manual draw"),
        }

    _VERBS: Mapping[str, Callable[["_Reader", str], Act]] = {
        "remove": _remove,
        "flip": _flip,
        "place": _place,
        "mark": _mark,
        "unmark": _unmark,
        "draw": _draw,
    }

    # --- names ---

    def _find(self, sorts: Sequence[Sort], text: str) -> str:
        text = self._whole(text)
        if "piece" in sorts and text in self._placed:
            return self._placed[text]
        return find(self._state, sorts, text)

    def _place_or_piece(self, text: str) -> str:
        return self._find(("place", "piece"), text)

    def _subject(self, text: str) -> tuple[str, str]:
        """What is marked, which may be named by several words, and the words after it."""
        words = text.split()
        if len(words) < 2:
            raise BadData(f"Name the mark as well: mark {self._whole(text)[:40]} NAME.")
        missing: NotFound | None = None
        for count in range(len(words) - 1, 0, -1):
            said = " ".join(words[:count])
            if said == "game":
                return said, " ".join(words[count:])
            try:
                return self._find(("piece", "place", "side"), said), " ".join(words[count:])
            except NotFound as error:
                missing = error
        assert missing is not None
        raise missing

    def _side_list(self, text: str) -> list[str]:
        if text.casefold() == "white":
            return []
        return [self._find(("side",), part) for part in re.split(r"\s+and\s+|[+/\s]+", text) if part]

    def _sides(self, text: str) -> str:
        """`all`, `white`, or the ids of sides parted by commas."""
        if text.casefold() in ("all", "white"):
            return text.casefold()
        return ",".join(self._side_list(text))


def _face(text: str) -> str:
    """A face as the table has it: its front has no name."""
    return "" if text.casefold() == "front" else text


def _steps(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise BadData(f"Steps are a whole number, not {text[:40]!r}.")
    return int(text)


def _examples(state: State) -> str:
    """Effects that this table has."""
    tracks = [f"{track.data.name or id}+1" for id, track in list(state.tracks.items())[:1]]
    pieces = [id for id, piece in state.pieces.items() if piece.place in state.board.spaces][:1]
    places = [space.name or space.id for space in list(state.board.spaces.values())[:1]]
    return (
        ", ".join([*tracks, *(f"{piece} to {place}" for piece in pieces for place in places)])
        or "mark game NAME"
    )


def _plain(phase: str) -> str:
    """A phase's name however it is written: `Ground_assets` is `ground assets`."""
    return " ".join(fold(phase).replace("_", " ").replace("-", " ").split())
