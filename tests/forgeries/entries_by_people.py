"""Take-backs, rulings, tables, house rules, notes, seats, messages, injects, sealed orders."""

from typing import Any

import msgspec

from adjudication.engine.sealing import digest_of
from domain.events import (
    DieRolled,
    Disclosed,
    EntryCorrected,
    GameDeclared,
    HouseRuleAdopted,
    InjectHandled,
    InjectsListed,
    LookedUp,
    MarkingSet,
    MessageSent,
    Noted,
    OptionChanged,
    OrderDone,
    OrderGiven,
    Ruled,
    SeatTaken,
    SecretOrderDropped,
    SecretOrderSealed,
    SecretOrdersOpened,
    TableAdopted,
    TablesLaid,
    TakenBack,
    TimerSet,
)
from domain.events.secret_orders import Opened
from tests.forgeries.kinds import (
    NOTICED,
    Forged,
    altered,
    behind,
    changed,
    kind,
    members,
    of,
    put,
    rests_on,
    without,
)
from tests.forgeries.logs import Log

# --- take-backs --------------------------------------------------------------------------------------


@kind(TakenBack)
def a_take_back_without_its_reason(log: Log, event: TakenBack) -> Forged:
    """Nobody says why."""
    return changed(log, event, because=" ")


@kind(TakenBack)
def a_take_back_of_no_order(log: Log, event: TakenBack) -> Forged:
    """It takes back from the middle of an order on."""
    return changed(log, event, first=event.first + 1)


@kind(TakenBack)
def a_take_back_of_another_order(log: Log, event: TakenBack) -> Forged:
    """It takes back the order before, too."""
    before = [e.number for e in of(log, OrderGiven) if e.number < event.first and e.order != "begin"]
    return changed(log, event, first=before[-1]) if before and rests_on(log, event.number) else None


@kind(TakenBack, passes="evening")
def a_take_back_of_another_order_on_which_nothing_rests(log: Log, event: TakenBack) -> Forged:
    """It takes back the order before, too, and no die of a later order shows that this stood."""
    before = [e.number for e in of(log, OrderGiven) if e.number < event.first and e.order != "begin"]
    return changed(log, event, first=before[-1]) if before and not rests_on(log, event.number) else None


@kind(TakenBack)
def a_take_back_of_what_comes_later(log: Log, event: TakenBack) -> Forged:
    """It takes back an order that is given only after it."""
    after = [e.number for e in of(log, OrderGiven) if e.number > event.number]
    return changed(log, event, first=after[0]) if after else None


@kind(TakenBack)
def a_take_back_left_out(log: Log, event: TakenBack) -> Forged:
    """What was taken back stands, and play goes on from it."""
    return without(log, event) if rests_on(log, event.number) else None


@kind(TakenBack, passes="evening")
def a_take_back_left_out_on_which_nothing_rests(log: Log, event: TakenBack) -> Forged:
    """What was taken back stands, and no die of a later order shows that it did not."""
    return None if rests_on(log, event.number) else without(log, event)


@kind(TakenBack)
def a_take_back_that_comes_twice(log: Log, event: TakenBack) -> Forged:
    """The same order is taken back again."""
    return behind(log, event.number, event)


@kind(TakenBack)
def consent_by_a_side_that_is_not_there(log: Log, event: TakenBack) -> Forged:
    """Nato agreed."""
    return changed(log, event, agreed=("nato",)) if of(log, SeatTaken) else None


@kind(TakenBack, passes="consent")
def consent_by_anybody_where_there_is_no_roster(log: Log, event: TakenBack) -> Forged:
    """Mallory agreed; nobody wrote down who sat there."""
    return None if of(log, SeatTaken) else changed(log, event, agreed=("Mallory",))


@kind(TakenBack)
def a_side_overruled_that_is_not_there(log: Log, event: TakenBack) -> Forged:
    """Nato was overruled."""
    return changed(log, event, overruled=("nato",))


@kind(TakenBack)
def a_take_back_for_few_eyes(log: Log, event: TakenBack) -> Forged:
    """Nobody learns of a take-back."""
    return changed(log, event, audience=())


@kind(OrderDone)
def a_take_back_put_in(log: Log, event: OrderDone) -> Forged:
    """An order that others rest on was taken back."""
    given = log.events[event.procedure - 1]
    if not isinstance(given, OrderGiven) or given.order == "begin" or not rests_on(log, event.number):
        return None
    return behind(log, event.number, TakenBack(number=0, first=given.number, by="Ada", because="A slip"))


# --- rulings -----------------------------------------------------------------------------------------


@kind(Ruled)
def another_value_ruled(log: Log, event: Any) -> Forged:
    """The white cell ruled something else; what followed stays."""
    on = log.events[event.concerns - 1]
    if not isinstance(on, DieRolled):
        return None
    return changed(log, event, value=next(face for face in range(1, on.die + 1) if face != event.value))


@kind(Ruled, passes="judged")
def another_judgement_ruled(log: Log, event: Any) -> Forged:
    """The white cell ruled another outcome from which the same follows."""
    return changed(log, event, value="succeeds in part") if event.value == "fails" else None


@kind(Ruled)
def a_ruled_value_that_cannot_be(log: Log, event: Any) -> Forged:
    """A value is ruled that the question does not have."""
    return changed(log, event, value=99)


@kind(Ruled)
def a_ruling_without_its_reason(log: Log, event: Any) -> Forged:
    """The white cell rules and does not say why."""
    return changed(log, event, because="")


@kind(Ruled)
def a_ruling_on_another_event(log: Log, event: Any) -> Forged:
    """The ruling is on the event before."""
    return changed(log, event, concerns=event.concerns - 1)


@kind(Ruled)
def a_ruling_on_what_comes_later(log: Log, event: Any) -> Forged:
    """The ruling is on an event that had not happened."""
    return changed(log, event, concerns=event.number + 1)


@kind(Ruled)
def a_ruling_for_other_eyes(log: Log, event: Any) -> Forged:
    """The ruling is hidden from those who saw what it is on."""
    return changed(log, event, audience=() if event.audience is None else None)


@kind(Ruled)
def a_ruling_that_rests_on_nothing(log: Log, event: Any) -> Forged:
    """The ruling rests on an order that is no die and no argument."""
    order = next(e for e in of(log, OrderGiven))
    return changed(log, event, decided_by=(order.number,))


@kind(Ruled)
def a_ruling_that_cites_a_rule(log: Log, event: Any) -> Forged:
    """The ruling cites a rule, as if that decided it."""
    other = next(e.rule for e in log.events if e.rule)
    return changed(log, event, rule=other)


@kind(Ruled)
def a_ruling_left_out(log: Log, event: Any) -> Forged:
    """The ruling is missing; what followed from it stays."""
    return without(log, event)


@kind(Ruled)
def a_ruling_that_comes_twice(log: Log, event: Any) -> Forged:
    """The same is ruled again, and nothing follows from it."""
    return behind(log, event.number, event)


@kind(DieRolled, LookedUp)
def a_ruling_that_comes_too_late(log: Log, event: DieRolled | LookedUp) -> Forged:
    """At the end of the game an early die is ruled on, with orders given since."""
    since = [e for e in of(log, OrderGiven) if e.number > event.number and not e.order.startswith("hand-")]
    done = [e for e in of(log, OrderDone) if e.number > event.number]
    if not since or not done:
        return None
    value = 1 if isinstance(event, DieRolled) else dict(event.result)
    more = Ruled(
        number=0, audience=event.audience, concerns=event.number, value=value, by="Ada", because="Cocked"
    )
    return behind(log, done[-1].number, more)


@kind(OrderDone)
def a_ruling_on_no_answer(log: Log, event: OrderDone) -> Forged:
    """The end of an order is ruled on."""
    more = Ruled(number=0, concerns=event.number, value=1, by="Ada", because="Cocked")
    return behind(log, event.number, more)


# --- tables, house rules, options ----------------------------------------------------------------------


@kind(TableAdopted, HouseRuleAdopted)
def the_law_of_the_house_without_its_reason(log: Log, event: TableAdopted | HouseRuleAdopted) -> Forged:
    """A table or rule is adopted, and nobody says why."""
    return changed(log, event, because="")


@kind(TableAdopted, HouseRuleAdopted)
def the_law_of_the_house_for_few_eyes(log: Log, event: TableAdopted | HouseRuleAdopted) -> Forged:
    """A table or rule is adopted, and nobody learns of it."""
    return changed(log, event, audience=())


@kind(TableAdopted)
def a_table_adopted_in_the_place_of_none(log: Log, event: TableAdopted) -> Forged:
    """There is no table of that name."""
    return changed(log, event, table="no_such_table")


@kind(TableAdopted)
def a_table_adopted_without_a_row(log: Log, event: TableAdopted) -> Forged:
    """The new table does not answer all that the old one did."""
    return changed(log, event, data=msgspec.structs.replace(event.data, rows=event.data.rows[:1]))


@kind(LookedUp)
def a_table_adopted_before_it_was_used(log: Log, event: LookedUp) -> Forged:
    """Before a look-up another table was adopted, and the result is the old one's."""
    tables = next(iter(of(log, TablesLaid))).tables
    if event.table not in tables or event.procedure < 2:
        return None
    held = tables[event.table]
    rows = tuple({**row, **{name: 99 for name in row if name not in held.keys}} for row in held.rows)
    more = TableAdopted(
        number=0, table=event.table, data=msgspec.structs.replace(held, rows=rows), by="Ada", because="Ours"
    )
    return behind(log, event.procedure - 1, more)


@kind(HouseRuleAdopted)
def a_house_rule_that_says_nothing(log: Log, event: HouseRuleAdopted) -> Forged:
    """The rule has no text."""
    return changed(log, event, text="")


@kind(HouseRuleAdopted)
def a_house_rule_in_the_place_of_none(log: Log, event: HouseRuleAdopted) -> Forged:
    """It replaces a rule that the register does not have."""
    return changed(log, event, replaces="freeform 99.9")


@kind(OrderDone)
def an_option_changed_that_is_none(log: Log, event: OrderDone) -> Forged:
    """An option is changed that the game does not have."""
    more = OptionChanged(number=0, option="easy_mode", value=True, by="Ada", because="They asked")
    return behind(log, event.number, more)


@kind(OrderDone)
def an_option_changed_without_a_reason(log: Log, event: OrderDone) -> Forged:
    """An option is changed, and nobody says why."""
    options = log.opened.options
    name = next((name for name, value in options.items() if isinstance(value, bool)), None)
    if name is None:
        return None
    more = OptionChanged(number=0, option=name, value=not options[name], by="Ada", because="")
    return behind(log, event.number, more)


# --- around the table ----------------------------------------------------------------------------------


@kind(Noted, GameDeclared, MarkingSet, MessageSent, TimerSet, SeatTaken, EntryCorrected)
def an_entry_of_an_order(log: Log, event: Any) -> Forged:
    """What somebody entered is said to have followed from an order."""
    return changed(log, event, procedure=next(e.number for e in of(log, OrderGiven)))


@kind(Noted)
def a_note_on_what_comes_later(log: Log, event: Noted) -> Forged:
    """A note is on an event that had not happened."""
    return changed(log, event, concerns=event.number + 1)


@kind(Noted)
def a_note_that_links_to_nothing(log: Log, event: Noted) -> Forged:
    """A note links to an event that the log does not have."""
    return changed(log, event, links=(len(log.events) + 9,))


@kind(Noted)
def a_note_of_no_kind(log: Log, event: Noted) -> Forged:
    """A note is of a kind that there is not."""
    return changed(log, event, kind="prophecy")


@kind(Noted, passes="entered")
def another_note(log: Log, event: Noted) -> Forged:
    """A note says something else."""
    return changed(log, event, text="All went well.")


@kind(Noted, passes="entered")
def a_note_left_out(log: Log, event: Noted) -> Forged:
    """A note is missing."""
    return without(log, event)


@kind(OrderDone, passes="entered")
def a_note_put_in(log: Log, event: OrderDone) -> Forged:
    """A note that nobody wrote."""
    return behind(log, event.number, Noted(number=0, audience=(), text="As planned.", by="Ada"))


@kind(GameDeclared)
def a_declaration_for_one_side(log: Log, event: GameDeclared) -> Forged:
    """What the game is for is told to one side."""
    return changed(log, event, audience=(log.opened.sides[0].id,))


@kind(GameDeclared)
def a_question_declared_twice(log: Log, event: GameDeclared) -> Forged:
    """A question stands there twice."""
    return changed(log, event, questions=event.questions * 2) if event.questions else None


@kind(MarkingSet)
def a_marking_of_what_comes_later(log: Log, event: MarkingSet) -> Forged:
    """An event is marked that had not happened."""
    return changed(log, event, concerns=event.number + 1)


@kind(SeatTaken)
def a_seat_at_no_side(log: Log, event: SeatTaken) -> Forged:
    """Somebody sits at a side that is not there."""
    return changed(log, event, side="nato")


@kind(SeatTaken)
def somebody_leaves_who_had_no_seat(log: Log, event: SeatTaken) -> Forged:
    """Somebody gets up who did not sit."""
    return changed(log, event, name="Nobody", role="", side="", left=True)


@kind(SeatTaken)
def a_seat_for_few_eyes(log: Log, event: SeatTaken) -> Forged:
    """Nobody learns who sits there."""
    return changed(log, event, audience=())


@kind(MessageSent)
def a_message_that_others_read(log: Log, event: MessageSent) -> Forged:
    """A message is for everyone."""
    return changed(log, event, audience=None)


@kind(MessageSent)
def a_message_to_a_side_that_is_not_there(log: Log, event: MessageSent) -> Forged:
    """A message is to Nato."""
    return changed(log, event, to=("nato",), audience=tuple(sorted({event.side, "nato"})))


@kind(MessageSent)
def a_message_of_another_turn(log: Log, event: MessageSent) -> Forged:
    """A message is said to have been sent a turn later."""
    return changed(log, event, turn=event.turn + 1)


@kind(MessageSent, passes="entered")
def another_message(log: Log, event: MessageSent) -> Forged:
    """A message says something else."""
    return changed(log, event, fields={**event.fields, "text": "Attack"})


@kind(TimerSet)
def a_timer_of_less_than_nothing(log: Log, event: TimerSet) -> Forged:
    """A timer runs for a time that there is not."""
    return changed(log, event, seconds=-5)


@kind(TimerSet)
def a_timer_of_another_phase(log: Log, event: TimerSet) -> Forged:
    """A timer was set in a phase that was not."""
    return changed(log, event, phase="tea")


# --- injects -------------------------------------------------------------------------------------------


@kind(InjectsListed)
def injects_that_others_read(log: Log, event: InjectsListed) -> Forged:
    """Everyone can read the list of injects."""
    return changed(log, event, audience=None)


@kind(InjectsListed)
def injects_listed_twice(log: Log, event: InjectsListed) -> Forged:
    """The list comes a second time."""
    return behind(log, event.number, event)


@kind(InjectHandled)
def an_inject_that_was_not_listed(log: Log, event: InjectHandled) -> Forged:
    """An inject is delivered that nobody listed."""
    return None if event.unplanned else changed(log, event, inject="I9")


@kind(InjectHandled)
def an_inject_handled_twice(log: Log, event: InjectHandled) -> Forged:
    """An inject is delivered again."""
    return behind(log, event.number, event)


@kind(InjectHandled)
def an_inject_with_another_text(log: Log, event: InjectHandled) -> Forged:
    """An inject says something else than it was listed with."""
    planned = event.how == "delivered" and not event.unplanned
    return changed(log, event, text="All clear") if planned else None


@kind(InjectHandled)
def an_inject_altered_without_a_reason(log: Log, event: InjectHandled) -> Forged:
    """An inject is altered or skipped, and nobody says why."""
    return changed(log, event, because="") if event.how != "delivered" else None


@kind(InjectHandled)
def an_inject_for_others(log: Log, event: InjectHandled) -> Forged:
    """An inject is told to others than it was listed for."""
    if event.unplanned:
        return None
    return changed(log, event, audience=(log.opened.sides[-1].id,))


@kind(InjectHandled)
def an_inject_that_was_sung(log: Log, event: InjectHandled) -> Forged:
    """Something is done with an inject that cannot be done."""
    return changed(log, event, how="sung")


@kind(InjectHandled)
def a_planned_inject_said_to_be_unplanned(log: Log, event: InjectHandled) -> Forged:
    """An inject of the list is said to have been made up in play."""
    return changed(log, event, unplanned=True)


@kind(InjectHandled)
def an_unplanned_inject_without_a_text(log: Log, event: InjectHandled) -> Forged:
    """An inject was made up in play, and says nothing."""
    return changed(log, event, text="") if event.unplanned else None


# --- corrections ---------------------------------------------------------------------------------------


@kind(EntryCorrected)
def a_correction_of_what_comes_later(log: Log, event: EntryCorrected) -> Forged:
    """What is corrected had not been said."""
    return changed(log, event, concerns=event.number + 1)


@kind(EntryCorrected)
def a_correction_of_a_correction(log: Log, event: EntryCorrected) -> Forged:
    """What is corrected is itself a correction."""
    other = next((e for e in of(log, EntryCorrected) if e.number < event.number), None)
    return changed(log, event, concerns=other.number) if other else None


@kind(EntryCorrected)
def a_correction_of_an_order(log: Log, event: EntryCorrected) -> Forged:
    """An order is corrected like a note."""
    return changed(log, event, concerns=next(e.number for e in of(log, OrderGiven)))


@kind(EntryCorrected)
def a_correction_of_another_kind(log: Log, event: EntryCorrected) -> Forged:
    """A message is corrected as if it were a note."""
    return changed(log, event, kind="note" if event.kind != "note" else "message")


@kind(EntryCorrected)
def a_correction_for_others(log: Log, event: EntryCorrected) -> Forged:
    """A correction is for others than those who read the original."""
    return changed(log, event, audience=(log.opened.sides[-1].id,))


@kind(EntryCorrected)
def a_correction_without_a_reason(log: Log, event: EntryCorrected) -> Forged:
    """Nobody says why it is corrected."""
    return changed(log, event, because=" ")


@kind(EntryCorrected)
def a_correction_that_says_nothing(log: Log, event: EntryCorrected) -> Forged:
    """A correction has no new text."""
    return changed(log, event, withdrawn=False, text="", fields={})


@kind(EntryCorrected)
def a_withdrawal_with_a_text(log: Log, event: EntryCorrected) -> Forged:
    """What is withdrawn says something new."""
    return changed(log, event, text="Never mind") if event.withdrawn else None


@kind(EntryCorrected)
def a_correction_of_what_was_withdrawn(log: Log, event: EntryCorrected) -> Forged:
    """What was withdrawn is withdrawn again."""
    return behind(log, event.number, event) if event.withdrawn else None


@kind(EntryCorrected)
def a_correction_by_another_side(log: Log, event: EntryCorrected) -> Forged:
    """Another side corrects what was not its own."""
    return changed(log, event, side=log.opened.sides[-1].id)


@kind(EntryCorrected)
def a_correction_by_another_person(log: Log, event: EntryCorrected) -> Forged:
    """Somebody else of the side corrects a message."""
    return changed(log, event, by="Nobody") if event.side else None


@kind(EntryCorrected)
def a_correction_of_no_topic(log: Log, event: EntryCorrected) -> Forged:
    """A topic is corrected that nobody declared."""
    return changed(log, event, topic="Q9")


@kind(EntryCorrected, passes="entered")
def another_correction(log: Log, event: EntryCorrected) -> Forged:
    """A correction says something else."""
    return changed(log, event, text="Something else") if event.text else None


# --- sealed orders -------------------------------------------------------------------------------------


@kind(SecretOrderSealed)
def other_orders_sealed(log: Log, event: SecretOrderSealed) -> Forged:
    """Other orders were sealed than their digest says."""
    return changed(log, event, orders=({"order": "proceed"},))


@kind(SecretOrderSealed)
def sealed_with_another_salt(log: Log, event: SecretOrderSealed) -> Forged:
    """The salt is another."""
    return changed(log, event, salt="pepper")


@kind(SecretOrderSealed)
def sealed_orders_that_others_read(log: Log, event: SecretOrderSealed) -> Forged:
    """Everyone can read sealed orders."""
    return changed(log, event, audience=None)


@kind(SecretOrderSealed)
def sealed_orders_left_out(log: Log, event: SecretOrderSealed) -> Forged:
    """Orders are opened that nobody sealed."""
    return without(log, event)


def _opened_otherwise(event: SecretOrdersOpened, **more: Any) -> SecretOrdersOpened:
    number, first = next(iter(event.opened.items()))
    return altered(event, opened={**event.opened, number: msgspec.structs.replace(first, **more)})


@kind(SecretOrdersOpened)
def other_orders_opened(log: Log, event: SecretOrdersOpened) -> Forged:
    """What is opened is not what was sealed."""
    return changed(log, event, opened=_opened_otherwise(event, orders=({"order": "proceed"},)).opened)


@kind(SecretOrdersOpened)
def orders_opened_of_another_side(log: Log, event: SecretOrdersOpened) -> Forged:
    """What is opened is another side's."""
    return changed(log, event, opened=_opened_otherwise(event, side=log.opened.sides[-1].id).opened)


@kind(SecretOrdersOpened)
def orders_opened_that_were_not_sealed(log: Log, event: SecretOrdersOpened) -> Forged:
    """Something is opened that nobody sealed."""
    more = Opened(log.opened.sides[0].id, "salt", ())
    return changed(log, event, opened={**event.opened, "1": more})


@kind(SecretOrdersOpened, verdict=NOTICED)
def orders_opened_for_one_side(log: Log, event: SecretOrdersOpened) -> Forged:
    """What was sealed is opened for others alone."""
    return changed(log, event, audience=(log.opened.sides[-1].id,))


@kind(SecretOrdersOpened)
def orders_opened_for_a_stranger(log: Log, event: SecretOrdersOpened) -> Forged:
    """What was sealed is opened for a side that there is not."""
    return changed(log, event, audience=("nobody",))


# --- covert orders, and what sides are told of them ----------------------------------------------------


@kind(OrderGiven)
def a_covert_order_that_everyone_knows(log: Log, event: OrderGiven) -> Forged:
    """An order is said to be covert, and everyone reads it."""
    return changed(log, event, audience=None) if event.covert else None


@kind(OrderGiven)
def a_covert_order_kept_from_its_side(log: Log, event: OrderGiven) -> Forged:
    """Another side knows of a covert order, and its own does not."""
    others = tuple(side.id for side in log.opened.sides if side.id != event.side)
    return changed(log, event, audience=others) if event.covert else None


@kind(OrderGiven)
def an_order_made_covert(log: Log, event: OrderGiven) -> Forged:
    """An order that everyone knew of is kept for its side."""
    if event.covert or not event.side:
        return None
    return changed(log, event, audience=(event.side,), covert=True)


@kind(OrderGiven, passes="entered")
def a_covert_order_told_to_one_more_side(log: Log, event: OrderGiven) -> Forged:
    """One more side is told of a covert order."""
    more = tuple(side.id for side in log.opened.sides if side.id not in (event.audience or ()))
    if not event.covert or not event.audience or not more:
        return None
    kept = {*event.audience, more[0]}
    audience = tuple(side.id for side in log.opened.sides if side.id in kept)
    own = [
        altered(each, audience=audience)
        for each in members(log, event.number)
        if each.audience == event.audience
    ]
    return put(log, *own)


@kind(MessageSent)
def a_message_on_no_form(log: Log, event: MessageSent) -> Forged:
    """A message is on a form that there is not."""
    return changed(log, event, form="forged")


@kind(MessageSent)
def an_empty_message(log: Log, event: MessageSent) -> Forged:
    """Nothing is filled into a message."""
    return changed(log, event, fields={})


@kind(SecretOrderSealed, passes="entered")
def orders_sealed_with_another_salt_and_digest(log: Log, event: SecretOrderSealed) -> Forged:
    """The salt is another, and the digest and what was opened go by it."""
    new = altered(event, salt="pepper", digest=digest_of("pepper", event.orders))
    opened = [
        altered(
            each,
            opened={
                number: Opened(told.side, "pepper", told.orders) if int(number) == event.number else told
                for number, told in each.opened.items()
            },
        )
        for each in log.events
        if isinstance(each, SecretOrdersOpened)
    ]
    return put(log, new, *opened)


@kind(Disclosed)
def another_order_disclosed(log: Log, event: Disclosed) -> Forged:
    """Sides are told of another order than was given."""
    return changed(log, event, order={**event.order, "intent": "Mend the cable"}) if event.order else None


@kind(Disclosed)
def another_outcome_disclosed(log: Log, event: Disclosed) -> Forged:
    """Sides are told of another outcome than was judged."""
    other = tuple({**each, "value": "fails"} for each in event.results)
    return changed(log, event, results=other) if event.results else None


@kind(Disclosed)
def a_disclosure_of_no_covert_order(log: Log, event: Disclosed) -> Forged:
    """It is told of an order that was not covert."""
    return changed(log, event, concerns=of(log, OrderGiven)[0].number)


@kind(Disclosed)
def a_disclosure_of_nothing(log: Log, event: Disclosed) -> Forged:
    """Neither the order is told, nor anything else."""
    return changed(log, event, order={}, results=(), side="", text="")


@kind(Disclosed, verdict=NOTICED)
def a_disclosure_to_others(log: Log, event: Disclosed) -> Forged:
    """Other sides are told of it than were."""
    return changed(log, event, audience=(log.opened.sides[-1].id,))


@kind(Disclosed, passes="entered")
def a_disclosure_left_out(log: Log, event: Disclosed) -> Forged:
    """That sides were told of an order is left out."""
    return without(log, event)


@kind(SecretOrdersOpened)
def orders_opened_twice(log: Log, event: SecretOrdersOpened) -> Forged:
    """The same orders are opened again."""
    return behind(log, event.number, event)


@kind(SecretOrdersOpened, verdict=NOTICED)
def an_opened_order_never_given(log: Log, event: SecretOrdersOpened) -> Forged:
    """An order that was opened is neither given nor dropped."""
    dropped = of(log, SecretOrderDropped)
    return without(log, dropped[0]) if dropped else None


@kind(SecretOrderDropped)
def an_order_dropped_without_a_reason(log: Log, event: SecretOrderDropped) -> Forged:
    """An opened order is not given, and nobody says why."""
    return changed(log, event, because="")


@kind(SecretOrderDropped)
def an_order_dropped_that_was_not_opened(log: Log, event: SecretOrderDropped) -> Forged:
    """An order is dropped that nobody had sealed."""
    return changed(log, event, order={"order": "proceed"})
