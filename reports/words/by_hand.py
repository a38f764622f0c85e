"""What is done by hand, in words; estimates and the differences between two tables."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from adjudication.engine.by_hand.estimates import Spread, spread
from adjudication.engine.by_hand.house_tables import Difference, cell_text, keys_text
from reports.words.additions import ADDING
from reports.words.names import Names, capital, joined, one_line, signed, spoken

Fields = Mapping[str, Any]


def by_hand(f: Fields, names: Names) -> str:
    """An order by hand: what was done, and why."""
    kind = str(f["order"]).removeprefix("hand-")
    if kind == "late-ruling":
        return _late_ruling(f, names)
    tell = _TELLERS.get(kind)
    told = tell(f["arguments"], names) if tell is not None else names.pairs(f["arguments"])
    by = f" by {one_line(f['by'])}" if f.get("by") else ""
    because = one_line(f.get("because") or "no reason was given")
    over = [f"{one_line(each.why).rstrip('.')} ({one_line(each.rule)})" for each in f.get("objections") or ()]
    overruled = f"; overruled: {joined(over)}" if over else ""
    return f"By hand{by}: {told}, because {because}{overruled}"


def _late_ruling(f: Fields, names: Names) -> str:
    a = f["arguments"]
    by = f" ({one_line(f['by'])})" if f.get("by") else ""
    on = f" on event {a['concerns']}" if a.get("concerns") else ""
    effects = [told for each in a.get("acts") or () if (told := act_words(each, names))]
    then = f"; effects: {'; '.join(effects)}" if effects else ""
    value, was = _value(a.get("value"), names), _value(a.get("was"), names)
    outcome = f"“{one_line(a.get('about', ''))}”: {value}, not {was}"
    return f"Late ruling{by}{on}, {outcome}{then}. Reason: {one_line(f.get('because') or 'none was given')}"


def _value(value: Any, names: Names) -> str:
    return names.pairs(value) if isinstance(value, Mapping) else names.thing(value)


def act_words(each: Fields, names: Names) -> str:
    """One of several acts, in words."""
    tell = _TELLERS.get(str(each.get("act")).removeprefix("hand-"))
    return tell({name: value for name, value in each.items() if name != "act"}, names) if tell else ""


def _roll(a: Fields, names: Names) -> str:
    alike = [(die, len(list(same))) for die, same in groupby(a["dice"])]
    dice = joined([f"{count if count > 1 else ''}D{die}" for die, count in alike])
    against = f" against {a['target']}" if a.get("target") is not None else ""
    return f"{dice} for {one_line(a['purpose'])}{against}"


def _look_up(a: Fields, names: Names) -> str:
    return f"{names.table(a['table'])} is entered with {names.pairs(a['keys'])}"


def _draw(a: Fields, names: Names) -> str:
    return f"a draw from {names.space(a['cup'])} for {one_line(a['purpose'])}"


def _move(a: Fields, names: Names) -> str:
    to = names.space(a["to"])
    return f"{names.piece(a['piece'])} {to if to == names.at(a['to']) else f'to {to}'}"


def _place(a: Fields, names: Names) -> str:
    kind = names.state.kinds.get(a["kind"])
    what = one_line(a.get("name") or (kind.name if kind is not None else a["kind"]))
    return f"{what} to come in {names.at(a['at'])}"


def _remove(a: Fields, names: Names) -> str:
    return f"{names.piece(a['piece'])} out of the game"


def _change(a: Fields, names: Names) -> str:
    subject = "the game" if a["subject"] == "game" else names.thing(a["subject"])
    said = {name: value for name, value in a.items() if name not in ("subject", "mark", "value")}
    if a.get("mark") is not None:
        off = a.get("value") is None
        said["no longer marked" if off else "marked"] = a["mark"]
        if not off and a["value"] is not True:
            said["as"] = a["value"]
    return f"{subject}, {names.pairs(said)}"


def _score(a: Fields, names: Names) -> str:
    return f"{names.track(a['track'])} {signed(a['change'])}"


def _chance(a: Fields, names: Names) -> str:
    told = f", heard {_percents(a['estimates'])}" if a.get("estimates") else ""
    return f"a chance of {a['percent']} % on a D{a.get('die', 10)} for {one_line(a['subject'])}{told}"


def _percents(estimates: Mapping[Any, Any]) -> str:
    """Who estimated what, and of several how far they lie apart: mean and median."""
    told = joined([f"{one_line(name)} {percent} %" for name, percent in estimates.items()])
    plain = len(estimates) > 1 and all(type(percent) is int for percent in estimates.values())
    found = spread(estimates) if plain else None
    return told if found is None else f"{told} ({spread_words(found)})"


def spread_words(found: Spread) -> str:
    """How far estimates lie apart: `from 40 to 75 %, mean 58.3 %, median 60 %`."""
    mean, median = decimal(found.mean), decimal(found.median)
    return f"from {found.lowest} to {found.highest} %, mean {mean} %, median {median} %"


def spread_data(found: Spread, estimates: Mapping[str, int]) -> dict[str, Any]:
    """The same for programs; mean and median are text, to one place."""
    return {
        "estimates": dict(estimates),
        "lowest": found.lowest,
        "highest": found.highest,
        "mean": decimal(found.mean),
        "median": decimal(found.median),
    }


def _argue(a: Fields, names: Names) -> str:
    actor = f"{names.side(a['actor'])}: " if a.get("actor") else ""
    said = [_argument(each) for each in a.get("arguments") or ()]
    if a.get("estimates"):
        said.append(f"heard {_percents(a['estimates'])}")
    if a.get("votes"):
        votes = [f"{one_line(name)} {one_line(vote)}" for name, vote in a["votes"].items()]
        said.append(f"votes: {joined(votes)}")
    heard = f"; {'; '.join(said)}" if said else ""
    return f"an argument by {one_line(a['method'].get('title', ''))}, {actor}{one_line(a['action'])}{heard}"


def _argument(each: Fields) -> str:
    who = f" ({one_line(each['who'])})" if each.get("who") else ""
    strength = f" {one_line(each['strength'])}" if each.get("strength") else ""
    return f"{one_line(each['stance'])}{strength}: {one_line(each['text'])}{who}"


def _together(a: Fields, names: Names) -> str:
    return f"together {'; '.join(told for each in a['acts'] if (told := act_words(each, names)))}"


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
    """A fraction to one place, halves up, without an idle `.0`."""
    tenths = (number * 10 + Fraction(1, 2)).__floor__()
    whole, rest = divmod(tenths, 10)
    return f"{whole}.{rest}" if rest else str(whole)


def difference_lines(differences: Sequence[Difference]) -> list[str]:
    """What is different in a table that takes the place of another, a line for each case."""
    if not differences:
        return ["It answers as the old one did."]
    lines = []
    for keys, before, after in differences:
        where = keys_text(keys)
        if before is None:
            told = ", ".join(f"{spoken(name)} {cell_text(cell)}" for name, cell in after.items())
            lines.append(f"{capital(where)}: {told}, where the old one had no row.")
            continue
        changed = [
            f"{spoken(name)} {cell_text(cell)} instead of {cell_text(before[name])}"
            for name, cell in after.items()
            if cell != before[name]
        ]
        lines.append(f"{capital(where)}: {', '.join(changed)}.")
    return lines
