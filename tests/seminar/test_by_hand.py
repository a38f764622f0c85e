"""What is done by hand: each act, groups, an act while an order waits, who learns of it, and forgeries."""

import random
from typing import Any

import msgspec
import pytest

from adjudication.chances.selfplay import play_out
from adjudication.engine.by_hand.acts import KINDS
from adjudication.engine.by_hand.kinds import hits_of
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from domain.errors import BadData, NotFound, Refused
from domain.events import (
    Chosen,
    Concluded,
    CounterDrawn,
    DieRolled,
    Event,
    LookedUp,
    Marked,
    Modified,
    OrderDone,
    OrderGiven,
    PieceChanged,
    PieceData,
    PieceKnown,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    Scored,
)
from domain.game.game import Game
from domain.table.dice import ScriptedDice
from domain.views.view import WHITE, see, see_log
from tests.core.games import (
    SECRET,
    VARIANTS,
    Variant,
    altered,
    answer_at_random,
    findings,
    new_game,
    play_orders,
    random_people,
    seat,
    table,
    variant_id,
)
from tests.ramadi.table import RamadiTable
from tests.seminar.games import act, freeform, go_on, of_kind
from tests.words import words_of

WHY = "The white cell says so"


def told(session: Session, kind: str, /, **arguments: Any) -> list[Event]:
    """Do something by hand: its events without its order and its end."""
    events = session.by_hand(f"hand-{kind}", arguments, WHY, "Ada").events
    assert isinstance(events[0], OrderGiven)
    assert isinstance(events[-1], OrderDone)
    assert (events[0].side, events[0].because, events[0].by, events[0].rule) == ("", WHY, "Ada", "house")
    return events[1:-1]


def clean(session: Session) -> list[str]:
    """No finding in the audit; the notices."""
    report = findings(session.game.log, SECRET)
    assert report.findings == []
    return report.notices


# --- dice ------------------------------------------------------------------------------------------


def test_promotions_and_demotions_are_listed_and_shift_every_die_once() -> None:
    session = freeform(dice=ScriptedDice([12, 9]))
    events = told(
        session,
        "roll",
        dice=[8, 6],
        purpose="Salvo",
        promotions=[["veterans", 1], ["surprise", 2], ["rain", -1]],
    )
    modified = of_kind(events, Modified)
    assert [(m.label, m.amount, m.total) for m in modified] == [
        ("veterans", 1, 1),
        ("surprise", 2, 3),
        ("rain", -1, 2),
    ]
    assert [(roll.die, roll.face) for roll in of_kind(events, DieRolled)] == [(12, 12), (10, 9)]


def test_the_ladder_has_ends() -> None:
    session = freeform(dice=ScriptedDice([20, 4]))
    up = told(session, "roll", dice=[16], purpose="Up", promotions=[["much", 9]])
    down = told(session, "roll", dice=[6], purpose="Down", promotions=[["little", -9]])
    assert [roll.die for roll in of_kind([*up, *down], DieRolled)] == [20, 4]


@pytest.mark.parametrize(
    ("face", "target", "criticals", "hits"),
    [
        (3, 4, True, 0),
        (4, 4, True, 1),
        (7, 4, True, 1),
        (8, 4, True, 2),
        (12, 4, True, 3),
        (16, 4, True, 4),
        (20, 4, True, 4),
        (8, 4, False, 1),
        (3, 4, False, 0),
        (4, 1, True, 4),
    ],
)
def test_critical_hits_are_multiples_of_the_target(
    face: int, target: int, criticals: bool, hits: int
) -> None:
    assert hits_of(face, target, criticals) == hits
    session = freeform(dice=ScriptedDice([face]))
    events = told(session, "roll", dice=[20], purpose="x", target=target, criticals=criticals)
    result = words_of(of_kind(events, Concluded)[0].result)
    if criticals:
        assert result == f"{hits} {'hit' if hits == 1 else 'hits'} against {target}"
    else:
        assert result == f"{'success' if hits else 'failure'}, {face} against {target}"


def test_dice_are_read_one_by_one_or_as_their_sum() -> None:
    session = freeform(dice=ScriptedDice([5, 2, 5, 2]))
    apart = told(session, "roll", dice=[6, 6], purpose="x", target=5)
    summed = told(session, "roll", dice=[6, 6], purpose="x", target=7, together=True, adds=[["rain", -1]])
    assert words_of(of_kind(apart, Concluded)[0].result) == "1 hit against 5"
    assert of_kind(summed, Modified)[0].total == 6
    assert words_of(of_kind(summed, Concluded)[0].result) == "failure, 6 against 7"


def test_dice_on_the_table_are_asked_for_and_the_act_waits() -> None:
    session = seat(new_game(VARIANTS[0], "typed"))
    session.begin()
    while session.pending():
        session.decide(session.pending()[0].options[0])
    outcome = session.by_hand("hand-roll", {"dice": [6], "purpose": "Luck"}, WHY)
    assert outcome.questions[0].die == 6
    with pytest.raises(Refused, match="hand-roll"):
        session.order(next(iter(seat(new_game(VARIANTS[0])).system.legal(session.state))))
    session.decide(4, "Bob")
    assert not session.state.procedures
    assert of_kind(session.game.log, DieRolled)[-1].source == "typed"
    clean(session)


# --- tables and cups -------------------------------------------------------------------------------


def test_a_look_up_with_shifts_of_numbers() -> None:
    session = freeform()
    keys = {"die": 6, "tension": 5}
    told(session, "score", track="tension", change=2)
    events = told(
        session, "look-up", table="escalation", keys=keys, shifts=[["die", "fog", -5], ["die", "wind", 1]]
    )
    assert [(words_of(m.sum), m.amount, m.total) for m in of_kind(events, Modified)] == [
        ("die", -5, 1),
        ("die", 1, 2),
    ]
    found = of_kind(events, LookedUp)[0]
    assert found.keys == {"die": 2, "tension": 5}
    assert found.result == {"change": 0, "told": "Ships shadow each other"}


def test_a_look_up_shifts_words_along_their_column_no_further_than_its_ends() -> None:
    session = seat(new_game(("toy-sealed", {})), random_people(1))
    session.begin()
    keys = {"north": "feint", "south": "dig-in"}
    one = told(session, "look-up", table="match", keys=keys, shifts=[["north", "haste", -1]])
    end = told(session, "look-up", table="match", keys=keys, shifts=[["north", "delay", 7]])
    assert of_kind(one, LookedUp)[0].keys == {"north": "assault", "south": "dig-in"}
    assert of_kind(end, LookedUp)[0].keys == {"north": "dig-in", "south": "dig-in"}


def test_a_draw_by_hand_follows_the_seal_and_may_be_turned_up() -> None:
    session = seat(new_game(("toy-cards", {})), random_people(1))
    session.begin()
    deck = list(session.state.at["deck"])
    events = told(session, "draw", cup="deck", to="discard", purpose="A card burned", reveal=True)
    drawn = of_kind(events, CounterDrawn)[0]
    assert drawn.piece in deck
    assert session.state.pieces[drawn.piece].place == "discard"
    assert session.state.pieces[drawn.piece].known_to is None
    clean(session)


# --- pieces and tracks -----------------------------------------------------------------------------


def test_pieces_are_moved_placed_changed_and_removed() -> None:
    session = freeform()
    told(session, "move", piece="cou-pilots", to="talks")
    told(session, "place", id="new-1", kind="destroyers", at="ocean", name="2nd Flotilla", steps=3)
    told(session, "change", subject="new-1", steps=1, owner="aldmark", face="damaged")
    piece = session.state.pieces["new-1"]
    assert (piece.side, piece.steps, piece.face, piece.place) == ("aldmark", 1, "damaged", "ocean")
    told(session, "remove", piece="ver-missiles")
    assert session.state.pieces["cou-pilots"].place == "talks"
    assert "ver-missiles" not in session.state.pieces
    assert len(of_kind(session.game.log, PieceMoved, PiecePlaced, PieceChanged, PieceRemoved)) == 4
    notices = clean(session)
    assert sum("(Ada): manual change" in notice and WHY in notice for notice in notices) == 4


def test_marks_and_who_knows_are_changed() -> None:
    session = freeform()
    told(session, "change", subject="narrows", mark="mined", value=True)
    assert session.state.mark_named("narrows", "mined") is True
    told(session, "change", subject="narrows", mark="mined")
    assert session.state.mark_named("narrows", "mined") is None
    told(session, "change", subject="ver-submarine", known="verrin,council")
    assert session.state.pieces["ver-submarine"].known_to == ("verrin", "council")
    told(session, "change", subject="ver-submarine", known="all")
    assert session.state.pieces["ver-submarine"].known_to is None
    told(session, "change", subject="cou-pilots", known="white")
    assert session.state.pieces["cou-pilots"].known_to == ()
    assert len(of_kind(session.game.log, PieceKnown)) == 3
    clean(session)


def test_a_track_is_moved_within_its_ends_alone() -> None:
    session = freeform()
    events = told(session, "score", track="tension", change=-3)
    assert [(s.change, s.value, s.why) for s in of_kind(events, Scored)] == [(-3, 0, WHY)]
    log = list(session.game.log)
    with pytest.raises(BadData, match="Tension is 0; its minimum is 0"):
        told(session, "score", track="tension", change=-1)
    assert session.game.log == log


@pytest.mark.parametrize(
    ("kind", "arguments", "part"),
    [
        ("roll", {"dice": [7], "purpose": "x"}, "not on the ladder"),
        ("roll", {"dice": [6], "purpose": " "}, "purpose"),
        ("roll", {"dice": [], "purpose": "x"}, "1 to 100"),
        ("roll", {"dice": ["many"], "purpose": "x"}, "valid integer"),
        ("look-up", {"table": "x", "keys": {}}, "no table"),
        ("look-up", {"table": "escalation", "keys": {"die": 1}}, "entered with"),
        ("draw", {"cup": "reserve", "to": "talks", "purpose": "x"}, "Nothing is left"),
        ("draw", {"cup": "reserve", "to": "reserve", "purpose": "x"}, "somewhere else"),
        ("move", {"piece": "x", "to": "talks"}, "no piece"),
        ("move", {"piece": "cou-pilots", "to": "selmhaven"}, "already"),
        ("move", {"piece": "cou-pilots"}, "field required"),
        ("move", {"piece": "cou-pilots", "to": "talks", "fast": True}, "unexpected"),
        ("place", {"id": "aldport", "kind": "pilots", "at": "talks"}, "a place or a side"),
        ("place", {"id": "cou-pilots", "kind": "pilots", "at": "talks"}, "already"),
        ("remove", {"piece": "x"}, "no piece"),
        ("change", {"subject": "cou-pilots"}, "changes nothing"),
        ("change", {"subject": "cou-pilots", "owner": "council"}, "changes nothing"),
        ("change", {"subject": "moon", "mark": "x", "value": 1}, "to mark"),
        ("score", {"track": "x", "change": 1}, "no track"),
        ("together", {"acts": []}, "1 to 100"),
        ("together", {"acts": [{"act": "hand-together", "acts": []}]}, "cannot be done together"),
        ("together", {"acts": [{"act": "hand-chance"}]}, "cannot be done together"),
    ],
)
def test_nonsense_is_refused_with_an_untouched_log(kind: str, arguments: dict[str, Any], part: str) -> None:
    session = freeform()
    log, before = list(session.game.log), table(session.state)
    with pytest.raises(Refused, match=part):
        told(session, kind, **arguments)
    assert session.game.log == log
    assert table(session.state) == before


def test_a_reason_and_a_rule_are_wanted() -> None:
    session = freeform()
    move = {"piece": "cou-pilots", "to": "talks"}
    with pytest.raises(BadData, match="reason"):
        session.by_hand("hand-move", move, "  ")
    for rule, part in (("9.9", "no rule"), ("house X", "no house rule"), ("", "no rule")):
        with pytest.raises(NotFound, match=part):
            session.by_hand("hand-move", move, WHY, rule=rule)
    given = session.by_hand("hand-move", move, WHY, rule="3.4").events[0]
    assert given.rule == "freeform 3.4"
    toy = seat(new_game(VARIANTS[0]), random_people(1))
    toy.begin()
    with pytest.raises(NotFound, match="register"):
        toy.by_hand("hand-roll", {"dice": [6], "purpose": "x"}, WHY, rule="1")


def test_nothing_is_done_by_hand_once_the_game_is_closed_nor_as_an_order() -> None:
    session = freeform()
    session.close(SECRET)
    with pytest.raises(Refused, match="closed"):
        told(session, "move", piece="cou-pilots", to="talks")
    for kind in KINDS:
        with pytest.raises(NotFound):
            session.system.kind(kind)


# --- together --------------------------------------------------------------------------------------


def test_a_group_is_one_order_all_of_it_or_nothing() -> None:
    session = freeform()
    acts = [
        {"act": "hand-place", "id": "n", "kind": "pilots", "at": "ocean"},
        {"act": "hand-move", "piece": "n", "to": "talks"},
        {"act": "hand-roll", "dice": [6], "purpose": "x"},
        {"act": "hand-score", "track": "tension", "change": 1},
    ]
    events = told(session, "together", acts=acts)
    assert {event.procedure for event in events} == {session.orders_in_force()[-1].number}
    assert [type(event) for event in events] == [PiecePlaced, PieceMoved, DieRolled, Scored]
    log = list(session.game.log)
    with pytest.raises(BadData, match="Tension is 5; its maximum is 10"):
        told(session, "together", acts=[acts[3], {"act": "hand-score", "track": "tension", "change": 50}])
    assert session.game.log == log
    session.take_back(session.orders_in_force()[-1].number, "No")
    assert "n" not in session.state.pieces
    clean(session)


# --- in every rule system, also while an order waits -----------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
@pytest.mark.parametrize("dice", ["sealed", "typed"])
def test_between_question_and_answer_in_every_system(variant: Variant, dice: str) -> None:
    """Each question is answered only after something was done by hand; the game still ends and audits."""
    chance = random.Random(5)
    session = seat(new_game(variant, dice))
    outcome = session.begin()
    asked = 0
    while session.state.verdict is None:
        while outcome.questions:
            question = outcome.questions[0]
            if question.kind != "die":
                told(session, "change", subject="game", mark="remarks", value=asked)
                told(session, "argue", action="It goes on", method=VOTE, votes={"Ada": "for"})
                assert session.pending() == outcome.questions
                asked += 1
            given = answer_at_random(question, chance)
            outcome = session.decide(given.value, given.by, given.because, question.side)
        if session.state.verdict is None:
            if chance.random() < 0.2:
                told(session, "change", subject="game", mark="idle", value=chance.getrandbits(20))
            outcome = session.order(RandomPolicy().order(session.state, session.legal(), chance))
    session.close(SECRET)
    again = Game.from_events(session.game.id, session.game.log)
    assert table(again.state) == table(session.state)
    clean(session)


VOTE = {"id": "vote", "title": "vote", "kind": "vote"}


def test_an_order_that_could_not_go_on_keeps_its_table() -> None:
    session = seat(new_game(("toy-reaction", {})))
    session.begin()
    outcome = session.order(session.legal()[0])
    assert outcome.questions
    [waiting] = session.state.procedures.values()
    log = list(session.game.log)
    with pytest.raises(Refused, match=f"Order {waiting.number} .convoy."):
        told(session, "remove", piece=waiting.arguments["column"])
    assert session.game.log == log
    gangs = list(session.state.at["bush"])
    with pytest.raises(Refused, match="would not wait"):
        told(session, "together", acts=[{"act": "hand-remove", "piece": gang} for gang in gangs])
    assert session.pending() == outcome.questions


def test_what_was_done_by_hand_in_between_counts_for_the_order_and_is_taken_back_by_itself() -> None:
    session = seat(new_game(("toy-reaction", {})))
    session.begin()
    session.order(session.legal()[0])
    gang = session.state.at["bush"][0]
    [question] = session.pending()
    told(session, "remove", piece=gang)
    [now] = session.pending()
    assert set(question.options) - set(now.options) == {gang}
    session.take_back(session.orders_in_force()[-1].number, "It was there after all")
    assert session.pending() == (question,)
    session.decide(gang)
    clean(session)


def test_a_session_resumes_behind_what_was_done_by_hand() -> None:
    session = freeform()
    go_on(session)
    act(session, "aldmark", "Sail through", "ald-frigates:narrows")
    told(session, "roll", dice=[6], purpose="Weather")
    told(session, "move", piece="cou-pilots", to="narrows")
    later = Session(session.system, Game.from_events("x", session.game.log), session.dice)
    later.decide("succeeds", "Ada", "Nobody stops them")
    assert later.state.pieces["ald-frigates"].place == "narrows"
    assert later.state.at["narrows"] == ["cou-pilots", "ald-frigates"]
    assert findings(later.game.log, SECRET).findings == []


def test_what_the_rules_cannot_do_without_stays() -> None:
    session = seat(new_game(("toy-sealed", {})), random_people(2))
    session.begin()
    for piece in list(session.state.pieces):
        try:
            told(session, "remove", piece=piece)
        except Refused:
            continue
        session.legal()
    clean(session)


# --- who learns of it ------------------------------------------------------------------------------


def seen_by(session: Session, side: str) -> str:
    views = [*see_log(session.game.log, side), see(session.state, side)]
    return msgspec.json.encode(views).decode()


def test_a_hidden_piece_done_something_to_by_hand_stays_hidden() -> None:
    session = freeform()
    told(
        session,
        "place",
        id="raiders",
        kind="divers",
        at="ocean",
        name="Troop Heron",
        hidden=True,
        known_to=["aldmark"],
    )
    told(session, "change", subject="raiders", steps=7)
    told(session, "move", piece="ver-submarine", to="inner-sea")
    told(session, "change", subject="ver-submarine", mark="damaged", value="periscope")
    told(session, "remove", piece="cou-inquiry")
    for side, secrets in {
        "verrin": ("raiders", "Heron", '"steps":7', "cou-inquiry", "Imhof"),
        "council": ("raiders", "Heron", "ver-submarine", "Boat 17", "periscope"),
        "aldmark": ("ver-submarine", "Boat 17", "periscope", "Imhof"),
    }.items():
        text = seen_by(session, side)
        assert not [secret for secret in secrets if secret in text], side
    assert "Heron" in seen_by(session, "aldmark")
    assert "periscope" in seen_by(session, "verrin")
    assert "Imhof" in seen_by(session, WHITE)


def test_an_act_for_some_alone_is_seen_by_them_alone() -> None:
    session = freeform()
    roll = {"dice": [6], "purpose": "Does the codebook fit"}
    session.by_hand("hand-roll", roll, "A secret trial", audience=("verrin",))
    session.by_hand("hand-roll", {**roll, "purpose": "Weather at sea"}, "The white cell's own", audience=())
    assert "codebook" in seen_by(session, "verrin")
    for side in ("aldmark", "council"):
        assert "codebook" not in seen_by(session, side)
        assert "A secret trial" not in seen_by(session, side)
    assert "Weather" not in seen_by(session, "verrin")
    clean(session)


@pytest.mark.parametrize(
    ("words", "because", "knowing"),
    [
        ("Does the submarine get through?", WHY, ("verrin",)),
        ("Luck", "Two SUBMARINES were heard", ("verrin",)),
        ("Does the special boat troop find a submarine?", WHY, ()),
        ("Does the frigate squadron see it?", WHY, None),
        ("Is the contact a whale?", WHY, None),
        ("A submariner's tale", WHY, None),
    ],
)
def test_words_that_name_a_hidden_kind_reach_those_alone_who_know_one(
    words: str, because: str, knowing: tuple[str, ...] | None
) -> None:
    session = freeform()
    outcome = session.by_hand("hand-roll", {"dice": [6], "purpose": words}, because)
    assert {event.audience for event in outcome.events} == {knowing}
    clean(session)


def test_a_kind_that_is_seen_anywhere_is_no_secret() -> None:
    session = freeform()
    told(session, "change", subject="ver-submarine", known="all")
    roll = {"dice": [6], "purpose": "Does the submarine get away?"}
    assert session.by_hand("hand-roll", roll, WHY).events[0].audience is None


def test_a_kind_that_is_placed_for_all_to_see_is_no_secret() -> None:
    session = freeform()
    second = {"id": "boat-18", "kind": "submarine", "at": "ocean"}
    placed = session.by_hand("hand-place", second, "A second submarine surfaces")
    assert {event.audience for event in placed.events} == {None}
    session = freeform()
    one = session.by_hand("hand-place", {**second, "hidden": True}, "A second submarine dives")
    assert {event.audience for event in one.events if not isinstance(event, PiecePlaced)} == {()}
    assert see_log(session.game.log, "aldmark")[-1].fields == {"to": "ocean", "back": "contact"}
    unseen = {**second, "id": "boat-19", "hidden": True, "seen_by": ["verrin"]}
    one = session.by_hand("hand-place", unseen, "A third one that only Verrin knows of")
    assert {event.audience for event in one.events if isinstance(event, PiecePlaced)} == {("verrin",)}


def test_what_may_be_in_a_cup_is_no_secret() -> None:
    """The emirs of Ramadi lie in a pool before one of them is drawn for the defence."""
    session = RamadiTable().session
    session.dice = ScriptedDice([1, 1])
    roll = {"dice": [6], "purpose": "Is the Emir there?"}
    assert session.by_hand("hand-roll", roll, WHY).events[0].audience is None
    told(session, "move", piece="emir-1", to="0405")
    assert session.by_hand("hand-roll", roll, WHY).events[0].audience == ()


def test_a_mark_for_some_alone_stays_theirs() -> None:
    session = seat(new_game(("toy-sealed", {})), random_people(1))
    session.begin()
    play_orders(session, 1, random.Random(1))
    [(subject, mark)] = session.state.marks_for
    told(session, "change", subject=subject, mark=mark, value="eighty-eight")
    assert session.state.marks_for[subject, mark] == (subject,)
    other = next(side for side in session.state.sides if side != subject)
    assert "eighty-eight" not in seen_by(session, other)
    clean(session)


# --- forgeries -------------------------------------------------------------------------------------


def forged(session: Session, number: int, **changes: Any) -> list[str]:
    """What the audit finds when that event had been written otherwise."""
    log = list(session.game.log)
    log[number - 1] = altered(log[number - 1], **changes)
    return [finding.kind for finding in findings(log, SECRET).findings]


def test_forged_acts_are_found() -> None:
    session = freeform()
    events = told(session, "roll", dice=[8], purpose="x", promotions=[["luck", 1]], target=4)
    order = events[0].number - 1
    assert forged(session, order, side="verrin") == ["rules"]
    assert forged(session, order, because="") == ["rules"]
    assert forged(session, order, rule="freeform 9.9") == ["rules"]
    assert forged(session, order, arguments={"dice": [20], "purpose": "x"}) == ["rules"]
    for event in events:
        match event:
            case DieRolled():
                wrong = event.face % event.die + 1
                assert "dice" in forged(session, event.number, face=wrong)
            case Modified():
                assert forged(session, event.number, amount=3) == ["rules"]
            case Concluded():
                assert forged(session, event.number, result="4 hits") == ["rules"]
    score = told(session, "score", track="tension", change=1)[0]
    assert forged(session, score.number, value=9) == ["rules"]
    placed = told(session, "place", id="n", kind="pilots", at="ocean")[0]
    assert forged(session, placed.number, piece=PieceData("n", "submarine", "ocean")) == ["rules"]
    mark = told(session, "change", subject="narrows", mark="mined", value=True)[0]
    assert isinstance(mark, Marked)
    assert forged(session, mark.number, value=False) == ["rules"]
    clean(session)


def test_an_act_after_the_end_of_the_game_is_allowed_until_it_is_closed() -> None:
    session = seat(new_game(("toy-sealed", {})), random_people(4))
    session.begin()
    play_out(session, RandomPolicy(), random.Random(4))
    told(session, "change", subject="game", mark="protest", value="heard")
    assert of_kind(session.game.log, Chosen)
    session.close(SECRET)
    clean(session)
