"""Manual changes in words; estimates, and the differences between two tables."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from adjudication.engine.by_hand.estimates import Spread, spread
from adjudication.engine.by_hand.house_tables import Difference, cell_text, keys_text
from domain.events import Lapse
from domain.views.view import WHITE
from reports.words.additions import ADDING
from reports.words.lapsing import until
from reports.words.names import Names, by, capital, joined, one_line, signed, spoken, with_reason

Fields = Mapping[str, Any]


_HEADS = {
    "roll": "Manual roll",
    "look-up": "Manual look-up",
    "draw": "Manual draw",
    "chance": "Estimated chance",
    "argue": "Argument",
}
"""The names of acts that change nothing by themselves; the others are manual changes."""


def by_hand(f: Fields, names: Names) -> str:
    """An order outside the rules: what was done and why."""
    kind = str(f["order"]).removeprefix("hand-")
    if kind == "late-ruling":
        return _late_ruling(f, names)
    tell = _TELLERS.get(kind)
    told = tell(f["arguments"], names) if tell is not None else names.pairs(f["arguments"])
    if f.get("effect_of"):
        return f"Effects{by(f)}: {told}"
    over = [
        names.text(each.why).rstrip(".") + (f" ({one_line(each.rule)})" if each.rule != "house" else "")
        for each in f.get("objections") or ()
    ]
    overruled = f". Overrides: {joined(over)}" if over else ""
    given = {"because": f.get("because") or "none given"}
    head = _HEADS.get(kind, "Manual change")
    if kind == "argue" and f["arguments"].get("actor"):
        head = f"{head} of {names.side(f['arguments']['actor'])}"
    return with_reason(f"{head}{by(f)}: {told}{overruled}", given)


def _late_ruling(f: Fields, names: Names) -> str:
    a = f["arguments"]
    on = f" on event {a['concerns']}" if a.get("concerns") else ""
    effects = _acts(a.get("acts") or (), names)
    then = f"; effects: {'; '.join(effects)}" if effects else ""
    value, was = _value(a.get("value"), names), _value(a.get("was"), names)
    outcome = f"“{names.text(a.get('about', ''))}”: {value}, not {was}"
    given = {"because": f.get("because") or "none given"}
    return with_reason(f"Late ruling{by(f)}{on}, {outcome}{then}", given)


def _value(value: Any, names: Names) -> str:
    return names.pairs(value) if isinstance(value, Mapping) else names.thing(value)


def act_words(each: Fields, names: Names) -> str:
    """One of several acts, in words."""
    tell = _TELLERS.get(str(each.get("act")).removeprefix("hand-"))
    return tell({name: value for name, value in each.items() if name != "act"}, names) if tell else ""


def _roll(a: Fields, names: Names) -> str:
    alike = [(die, len(list(same))) for die, same in groupby(a["dice"])]
    dice = joined([f"{count if count > 1 else ''}D{die}" for die, count in alike])
    against = f", target {a['target']}" if a.get("target") is not None else ""
    return f"{dice} for {one_line(a['purpose'])}{against}"


def _look_up(a: Fields, names: Names) -> str:
    return f"{names.table(a['table'])}, {names.pairs(a['keys'])}"


def _draw(a: Fields, names: Names) -> str:
    return f"from {names.space(a['cup'])} for {one_line(a['purpose'])}"


def _move(a: Fields, names: Names) -> str:
    to = names.space(a["to"])
    to = to if to == names.at(a["to"]) else f"to {to}"
    piece = names.state.pieces.get(a["piece"])
    if names.then and names.viewer == WHITE and piece is not None:
        return f"{names.piece(a['piece'])}, {names.space(piece.place)} {to}"
    return f"{names.piece(a['piece'])} {to}"


def _place(a: Fields, names: Names) -> str:
    kind = names.state.kinds.get(a["kind"])
    what = one_line(a.get("name") or (kind.name if kind is not None else a["kind"]))
    return f"{what} placed {names.at(a['at'])}"


def _remove(a: Fields, names: Names) -> str:
    return f"{names.piece(a['piece'])} removed"


def _change(a: Fields, names: Names) -> str:
    subject = "game" if a["subject"] == "game" else names.thing(a["subject"])
    said = [
        f"{spoken(name)} {names.thing(value)}"
        for name, value in a.items()
        if name not in ("subject", "mark", "value", "until", "until_phase", "until_date")
    ]
    if a.get("mark") is not None:
        mark = spoken(a["mark"])
        if a.get("value") is None:
            said.append(f"no longer {mark}")
        else:
            said.append(mark if a["value"] is True else f"{mark} {names.thing(a['value'])}")
        lapse = Lapse(a.get("until") or 0, a.get("until_phase") or "", "", a.get("until_date") or "")
        said[-1] += f" until {until(lapse, names)}" if any(lapse) else ""
    return f"{subject}: {', '.join(said)}"


def _score(a: Fields, names: Names) -> str:
    track = names.state.tracks.get(a["track"])
    now = (
        f", now {track.value + a['change']}"
        if names.then and names.viewer == WHITE and track is not None
        else ""
    )
    return f"{names.track(a['track'])} {signed(a['change'])}{now}"


def _chance(a: Fields, names: Names) -> str:
    told = f"; estimates: {_percents(a['estimates'])}" if a.get("estimates") else ""
    return f"{a['percent']} % for {names.text(a['subject'])}, D{a.get('die', 10)}{told}"


def _percents(estimates: Mapping[Any, Any]) -> str:
    """Who estimated what; for several estimates also how they spread: range, mean and median."""
    told = joined([f"{one_line(name)} {percent} %" for name, percent in estimates.items()])
    plain = len(estimates) > 1 and all(type(percent) is int for percent in estimates.values())
    found = spread(estimates) if plain else None
    return told if found is None else f"{told} ({spread_words(found)})"


def spread_words(found: Spread) -> str:
    """How estimates spread: `range 40 to 75 %, mean 58.3 %, median 60 %`."""
    mean, median = decimal(found.mean), decimal(found.median)
    return f"range {found.lowest} to {found.highest} %, mean {mean} %, median {median} %"


def spread_data(found: Spread, estimates: Mapping[str, int]) -> dict[str, Any]:
    """The same for programs; mean and median are text with one decimal."""
    return {
        "estimates": dict(estimates),
        "lowest": found.lowest,
        "highest": found.highest,
        "mean": decimal(found.mean),
        "median": decimal(found.median),
    }


def _argue(a: Fields, names: Names) -> str:
    said = [_argument(each) for each in a.get("arguments") or ()]
    if a.get("estimates"):
        said.append(f"Estimates: {_percents(a['estimates'])}")
    if a.get("votes"):
        votes = [f"{one_line(name)} {one_line(vote)}" for name, vote in a["votes"].items()]
        said.append(f"Votes: {joined(votes)}")
    heard = "".join(f". {each}" for each in said)
    return f"{one_line(a['action'])} ({one_line(a['method'].get('title', ''))}){heard}"


def _argument(each: Fields) -> str:
    who = f" ({one_line(each['who'])})" if each.get("who") else ""
    strength = f" ({one_line(each['strength'])})" if each.get("strength") else ""
    return f"{capital(one_line(each['stance']))}{strength}: {one_line(each['text'])}{who}"


def _together(a: Fields, names: Names) -> str:
    return "; ".join(_acts(a["acts"], names))


def _acts(acts: Sequence[Fields], names: Names) -> list[str]:
    """Several acts in words; the old state of a thing is known only for the first act on it."""
    told, touched = [], set()
    later = Names(names.state, names.viewer)
    for each in acts:
        about = each.get("piece") or each.get("track")
        words = act_words(each, later if about in touched else names)
        if words:
            told.append(words)
            touched.add(about)
    return told


_TELLERS: dict[str, Callable[[Fields, Names], str]] = {
    "roll": _roll,
    "look-up": _look_up,
    "draw": _draw,
    "move": _move,
    "place": _place,
    "remove": _remove,
    "change": _change,
    "score": _score,
    "chance": _chance,
    "argue": _argue,
    "together": _together,
    **ADDING,
}


def decimal(number: Fraction) -> str:
    """A fraction with one decimal, rounded half up, without a trailing `.0`."""
    tenths = (number * 10 + Fraction(1, 2)).__floor__()
    whole, rest = divmod(tenths, 10)
    return f"{whole}.{rest}" if rest else str(whole)


def difference_lines(differences: Sequence[Difference]) -> list[str]:
    """The differences of a table from the one it replaces, one line each."""
    if not differences:
        return ["Both tables give the same results."]
    lines = []
    for keys, before, after in differences:
        where = keys_text(keys)
        if before is None:
            told = ", ".join(f"{spoken(name)} {cell_text(cell)}" for name, cell in after.items())
            lines.append(f"{capital(where)}: {told}, which the old table had no row for.")
            continue
        changed = [
            f"{spoken(name)} {cell_text(cell)} instead of {cell_text(before[name])}"
            for name, cell in after.items()
            if cell != before[name]
        ]
        lines.append(f"{capital(where)}: {', '.join(changed)}.")
    return lines
