"""What happens around the table, in words: notes, messages, seats, injects, house rules, conclusions."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from adjudication.engine.by_hand.noting import called
from domain.text import value_said
from domain.views.view import WHITE
from reports.words.messages import PLAIN_WORDS, field_texts, form_title
from reports.words.names import Names, by, capital, joined, number_of, one_line, spoken, with_reason
from reports.words.phrases import phrased, phrases

Fields = Mapping[str, Any]


def noted(f: Fields, names: Names) -> str:
    """A note, observation, insight, decision or follow-up."""
    events = [str(number) for number in (f.get("concerns") or 0, *(f.get("links") or ())) if number]
    turns = [f"turn {turn}" for turn in f.get("turns") or ()]
    things = [f"event {joined(events)}" if len(events) == 1 else f"events {joined(events)}"] if events else []
    things += [*turns, *(names.side(side) for side in f.get("sides") or ())]
    on = f" on {', '.join(things)}" if things else ""
    about = f" [{', '.join(one_line(tag) for tag in f['tags'])}]" if f.get("tags") else ""
    rated = f", rated {f['rating']} of 5" if f.get("rating") else ""
    kind = capital(called(one_line(f.get("kind") or "note")))
    return f"{kind}{by(f)}{on}{rated}: {one_line(f['text'])}{about}"


def game_declared(f: Fields, names: Names) -> str:
    """What the game is for."""
    topics = [one_line(topic.id if hasattr(topic, "id") else topic["id"]) for topic in topics_of(f)]
    named = f"; topics: {', '.join(topics)}" if topics else ""
    purpose = one_line(f.get("purpose") or "none stated")
    return f"Purpose of the game{by(f)}: {purpose}{named}"


def topics_of(f: Fields) -> list[Any]:
    """The research questions and learning outcomes in a declaration."""
    return [*(f.get("questions") or ()), *(f.get("outcomes") or ())]


def seat_taken(f: Fields, names: Names) -> str:
    """A person takes or leaves a seat."""
    name = one_line(f["name"])
    other = "" if one_line(f.get("by") or "") in ("", name) else one_line(f["by"])
    if f.get("left"):
        return f"{name} removed from the roster ({other})" if other else f"{name} left the roster"
    roles = [one_line(role) for role in (f.get("role"), *(f.get("also") or ())) if role]
    role = f" as {joined(roles)}" if roles else ""
    where = names.side(f["side"]) if f.get("side") else "the white cell"
    cell = f" ({one_line(f['cell'])})" if f.get("cell") else ""
    entered = f" (entered by {other})" if other else ""
    return f"{name} joined {where}{cell}{role}{entered}"


def message_sent(f: Fields, names: Names) -> str:
    """A form that was filled in, addressed and sent."""
    to = joined([names.side(side) for side in f.get("to") or (WHITE,)])
    said = [(label, "; ".join(lines)) for label, lines in field_texts(f["form"], f["fields"])]
    plain_words = f["form"] == PLAIN_WORDS
    content = _sentences(text if plain_words else f"{label}: {text}" for label, text in said)
    sender = one_line(f.get("sender") or "")
    behalf = names.side(f["side"]) if f.get("side") else "the white cell"
    who = f"{sender} ({behalf.removeprefix('the ')})" if sender else behalf
    return f"{form_title(f['form'])} from {who} to {to}: {content}"


def _sentences(texts: Iterable[str]) -> str:
    """Texts one after the other, with a full stop between them where there is none."""
    said = ""
    for text in texts:
        said += f"{'' if said[-1:] in ('', '.', '!', '?') else '.'}{' ' if said else ''}{text}"
    return said


def secret_order_sealed(f: Fields, names: Names) -> str:
    """Orders submitted sealed; number and text are for those who may see them."""
    told = f"{names.first(f['side'])}{by(f)} submitted sealed orders (digest {one_line(f['digest'])[:12]}…)"
    if f.get("orders") is None:
        return told
    return f"{told}: {'; '.join(_order(order, names) for order in f['orders']) or 'none'}"


def _order(order: Any, names: Names) -> str:
    """An order as flat data: its name, then its arguments."""
    return order_words(order.get("order", ""), {k: v for k, v in order.items() if k != "order"}, names)


def order_words(name: object, arguments: Mapping[str, Any], names: Names) -> str:
    """An order in the words of its rule system, else by its name and arguments."""
    words = phrases(names.system)
    phrase = words.orders.get(str(name), "")
    told = phrased(phrase, arguments, names.thing, words.values) if phrase else ""
    if told:
        return told
    pairs = names.pairs(arguments)
    return f"{spoken(name)}, {pairs}" if pairs else spoken(name)


def secret_orders_opened(f: Fields, names: Names) -> str:
    """All sealed orders opened together."""
    if "opened" not in f:
        return (
            f"The white cell opened the sealed orders of {joined([names.side(side) for side in f['sides']])}"
        )
    sets = []
    for key, opened in f["opened"].items():
        # The white cell has them by event, with the side in each; a side has them by side
        side, orders = (
            (key, opened["orders"]) if isinstance(opened, Mapping) else (opened.side, opened.orders)
        )
        told = "; ".join(_order(order, names) for order in orders)
        sets.append(f"{capital(names.side(side))}: {told or 'none'}")
    return with_reason(f"Sealed orders opened{by(f)}. {'. '.join(sets)}", f)


def disclosed(f: Fields, names: Names) -> str:
    """What sides are told later about an order that they did not know of."""
    on = f" (event {f['concerns']})" if f.get("concerns") else ""
    if f.get("text"):
        return f"The white cell reveals{on}: {one_line(f['text'])}"
    told = f"The white cell reveals an order of {names.side(f['side'])}{on}: {_order(f['order'], names)}"
    return ". ".join(
        [told.rstrip("."), *(_outcome_told(each, f["order"], names) for each in f.get("results") or ())]
    )


def _outcome_told(told: Fields, order: Fields, names: Names) -> str:
    about = names.text(told.get("about", ""))
    of_the_order = any(isinstance(each, str) and each and each in about for each in order.values())
    return f"{'Outcome' if of_the_order else f'“{about}”'}: {names.thing(told.get('value'))}"


def secret_order_dropped(f: Fields, names: Names) -> str:
    """An opened order that is not given."""
    return with_reason(f"{names.first(f['side'])}: order not given{by(f)}: {_order(f['order'], names)}", f)


def injects_listed(f: Fields, names: Names) -> str:
    """The master events list."""
    return f"{number_of(len(f['injects']), 'inject')} loaded{by(f)}"


def inject_handled(f: Fields, names: Names) -> str:
    """An inject delivered, altered or skipped."""
    text = f": {one_line(f['text'])}" if f.get("text") else ""
    if "inject" not in f:
        return f"Inject{text}"
    how = "delivered, unplanned" if f.get("unplanned") else one_line(f["how"])
    return with_reason(f"Inject {one_line(f['inject'])} {how}{by(f)}{text}", f)


def entry_corrected(f: Fields, names: Names) -> str:
    """An entry corrected or withdrawn; only the white cell sees why."""
    which = one_line(f["topic"]) if f.get("topic") else str(f.get("concerns") or "")
    what = capital(f"{spoken(one_line(f['kind']))} {which}".strip())
    told = f"{what} {'withdrawn' if f.get('withdrawn') else 'corrected'}{by(f)}"
    said = [(label, "; ".join(lines)) for label, lines in field_texts("", f.get("fields") or {})]
    plain_words = set(f.get("fields") or ()) == {"text"}
    new = one_line(f.get("text") or "") or _sentences(
        text if plain_words else f"{label}: {text}" for label, text in said
    )
    told += f": {new}" if new else ""
    return with_reason(told, f)


def house_rule_adopted(f: Fields, names: Names) -> str:
    """A house rule from now on."""
    instead = f", replacing {one_line(f['replaces'])}" if f.get("replaces") else ""
    return with_reason(f"House rule {one_line(f['id'])}{instead}{by(f)}: {one_line(f['text'])}", f)


def option_changed(f: Fields, names: Names) -> str:
    """An option changed in play."""
    shown = one_line(value_said(f["value"]))
    return with_reason(f"Option “{spoken(one_line(f['option']))}” set to {shown}{by(f)}", f)


def concluded(f: Fields, names: Names) -> str:
    """The outcome of an argument or estimate."""
    told = f". {one_line(f['narration'])}" if f.get("narration") else ""
    subject, method = capital(names.text(f["subject"])), spoken(names.text(f["method"]))
    return f"{subject}: {names.text(f['result'])}; method: {method}{told}"


def marking_set(f: Fields, names: Names) -> str:
    """The handling of the game, or of one event."""
    what = f"Marking of event {f['concerns']}" if f.get("concerns") else "Marking of the game"
    return f"{what}: {one_line(f['marking']) or 'none'}{by(f)}"


def timer_set(f: Fields, names: Names) -> str:
    """A timer started or stopped."""
    if not f["seconds"]:
        return f"Timer for {one_line(f['purpose'])} stopped{by(f)}"
    return f"Timer for {one_line(f['purpose'])}: {lasting(f['seconds'])}{by(f)}"


def lasting(seconds: int) -> str:
    """A length of time in words: `1 h 05 min`, `10 min`, `45 s`."""
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min" + (f" {seconds:02} s" if seconds else "") if minutes else f"{seconds} s"


TELLERS: dict[str, Callable[[Fields, Names], str]] = {
    "noted": noted,
    "game-declared": game_declared,
    "seat-taken": seat_taken,
    "message-sent": message_sent,
    "secret-order-sealed": secret_order_sealed,
    "secret-orders-opened": secret_orders_opened,
    "secret-order-dropped": secret_order_dropped,
    "disclosed": disclosed,
    "injects-listed": injects_listed,
    "inject-handled": inject_handled,
    "entry-corrected": entry_corrected,
    "house-rule-adopted": house_rule_adopted,
    "option-changed": option_changed,
    "concluded": concluded,
    "marking-set": marking_set,
    "timer-set": timer_set,
}
