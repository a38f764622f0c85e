"""Corrections: a note, message, delivered inject or declared topic is corrected or withdrawn.

The original stays in the log.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudication.engine.by_hand.noting import LONGEST_NOTE, topics, withdrawn
from adjudication.seminar import forms, injects
from adjudication.seminar.declaring import LONGEST_TOPIC
from domain.errors import BadData, NotFound, Refused
from domain.events import EntryCorrected, Event, GameDeclared, InjectHandled, MessageSent, Noted
from domain.game.game import Game
from domain.table.state import State

KINDS: Mapping[type[Event], str] = {
    Noted: "note",
    MessageSent: "message",
    InjectHandled: "inject",
    GameDeclared: "topic",
}
"""What can be corrected, and what it is called."""

LONGEST = {"note": LONGEST_NOTE, "inject": injects.LONGEST_INJECT, "topic": LONGEST_TOPIC}
"""Characters that the new text may have."""


def original(game: Game, number: int, line: int = 0) -> Event:
    """The note, message or inject that event `number` is, or corrects.

    line: of a side's log, where a side asks: it is not told of event numbers. Raises NotFound or BadData.
    """
    called = f"Line {line} of your log" if line else f"Event {number}"
    event = game.event(number)
    if isinstance(event, EntryCorrected):
        event = game.event(event.concerns)
    if isinstance(event, GameDeclared):
        known = ", ".join(topics(game)) or "none is left"
        raise BadData(
            f"{called} declares topics. Correct one of them by its id ({known}), for example "
            '`correct RQ1 "new text" --because REASON`.'
        )
    if type(event) not in KINDS:
        raise BadData(
            f"{called} is no note, message or inject. `undo` and `ruling` correct what happened on the table."
        )
    return event


def declaration_of(game: Game, topic: str) -> GameDeclared:
    """The latest declaration that has the topic, of those that the sides may read if there is one.

    Raises NotFound.
    """
    known = topics(game)
    if topic not in known:
        said = f"there are: {', '.join(known)}" if known else "none is declared"
        raise NotFound(f"There is no research question or learning outcome {topic[:40]!r}; {said}.")
    found = [
        event
        for event in game.log
        if isinstance(event, GameDeclared)
        and any(each.id == topic for each in (*event.questions, *event.outcomes))
    ]
    return next((event for event in reversed(found) if event.audience is None), found[-1])


def correcting(
    game: Game,
    number: int,
    time: str,
    on: Event,
    because: str,
    by: str,
    side: str = "",
    text: str = "",
    fields: Mapping[str, Any] | None = None,
    topic: str = "",
    withdraw: bool = False,
) -> EntryCorrected:
    """The event by which an entry is corrected or withdrawn.

    side: on whose behalf; a side corrects its own messages. fields: those of a message that change; `text`
    changes the one field of a plain message. Raises NotFound, BadData or Refused.
    """
    _insist_not_withdrawn(game.state, on.number, topic, KINDS[type(on)])
    filled: dict[str, Any] = {}
    if isinstance(on, MessageSent) and not withdraw and (text or fields):
        filled = _fields_now(game.state, on, text, fields or {})
        text = ""
    elif fields:
        raise BadData("Only a message has fields; give the new text.")
    corrected = EntryCorrected(
        number=number,
        time=time,
        audience=on.audience,
        concerns=on.number,
        kind=KINDS[type(on)],
        because=because.strip(),
        text=text.strip(),
        fields=filled,
        topic=topic,
        withdrawn=withdraw,
        side=side,
        by=by,
    )
    check(corrected, game.log, game.state)
    if not withdraw and says_now(on, topic, game.state) == (corrected.fields or corrected.text):
        raise BadData(f"The {corrected.kind} says that already.")
    return corrected


def says_now(on: Event, topic: str, state: State) -> str | Mapping[str, Any]:
    """What an entry says, after all corrections: its text, or the fields of a message."""
    latest = state.cell.corrected.get((on.number, topic))
    if latest is not None:
        return latest.fields or latest.text
    match on:
        case MessageSent(fields=fields):
            return fields
        case Noted(text=text) | InjectHandled(text=text):
            return text
        case GameDeclared():
            return next(each.text for each in (*on.questions, *on.outcomes) if each.id == topic)
    raise AssertionError("only what is in KINDS says something")


def _fields_now(state: State, on: MessageSent, text: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """All fields of a message, with those that change."""
    form = forms.form(on.form)
    if text:
        texts = [field.name for field in form.fields if field.type == "text"]
        if len(texts) != 1:
            known = ", ".join(field.name for field in form.fields)
            raise BadData(f"{form.title} has the fields {known}: say which changes with --field NAME=VALUE.")
        fields = {**fields, texts[0]: text}
    now = says_now(on, "", state)
    assert isinstance(now, Mapping)
    return forms.fill(form, {**now, **fields})


def check(event: EntryCorrected, log: Sequence[Event], state: State) -> None:
    """Raises BadData, NotFound or Refused for a correction that cannot be. state: before the correction."""
    place = event.concerns - log[0].number if log else -1
    on = log[place] if 0 <= place < len(log) and event.concerns < (event.number or len(log) + 1) else None
    kind = KINDS.get(type(on)) if on is not None else None
    if on is None or kind is None or kind != event.kind:
        raise NotFound(f"Event {event.concerns} is no {event.kind[:40]} that could be corrected.")
    if not event.because.strip():
        raise BadData("A correction needs a reason: --because REASON.")
    if isinstance(on, InjectHandled) and on.how == "skipped":
        raise Refused(f"Inject {on.inject} was skipped: nobody was told anything that could be corrected.")
    if bool(event.topic) != isinstance(on, GameDeclared):
        raise BadData("A correction names a topic if it corrects a declaration, and none otherwise.")
    if isinstance(on, GameDeclared) and event.topic not in {
        each.id for each in (*on.questions, *on.outcomes)
    }:
        raise NotFound(f"Event {on.number} declares no topic {event.topic[:40]!r}.")
    _insist_not_withdrawn(state, event.concerns, event.topic, kind)
    if event.audience != on.audience:
        raise BadData(f"A correction is for those who may read event {on.number}, and for nobody else.")
    _check_words(event, kind)
    _check_author(event, on)


def _insist_not_withdrawn(state: State, number: int, topic: str, kind: str) -> None:
    if withdrawn(state, number, topic):
        raise Refused(f"The {kind} was withdrawn already.")


def _check_words(event: EntryCorrected, kind: str) -> None:
    if event.withdrawn:
        if event.text or event.fields:
            raise BadData("What is withdrawn gets no new text: give a text, or --withdraw.")
        return
    said = event.fields if kind == "message" else event.text.strip()
    if not said or (event.text if kind == "message" else event.fields):
        raise BadData("A correction needs the new text, or --withdraw.")
    if len(event.text) > LONGEST.get(kind, 0):
        raise BadData(f"A {kind} has at most {LONGEST[kind]} characters.")


def _check_author(event: EntryCorrected, on: Event) -> None:
    """A side corrects only its own messages, and only who sent one."""
    if not event.side:
        return
    if not isinstance(on, MessageSent) or on.side != event.side:
        raise Refused("A side corrects its own messages only; the white cell corrects everything else.")
    if event.by.casefold() != on.sender.casefold():
        who = on.sender or "whoever sent it without a name"
        raise Refused(f"Only {who[:60]} or the white cell may correct this message.")
