"""Events in words: every kind of event, on a table small enough to see at a glance."""

import msgspec
import pytest
from hypothesis import given, settings

from domain.events import (
    NAMES_ON_WIRE,
    WIRE_NAMES,
    AnswersOpened,
    BoardData,
    BoardLaid,
    Chosen,
    ClockPaused,
    ClockResumed,
    Concluded,
    CounterDrawn,
    CountersAdopted,
    CountersLaid,
    DateSet,
    DieRolled,
    Disclosed,
    EntropyGiven,
    EntropyPromised,
    EntropyWaived,
    EntryCorrected,
    Event,
    GameClosed,
    GameDeclared,
    GameForked,
    GameOpened,
    HexLayout,
    HouseRuleAdopted,
    InjectHandled,
    InjectsListed,
    KindAdded,
    KindData,
    LookedUp,
    Marked,
    MarkingSet,
    MessageSent,
    Modified,
    Noted,
    OptionChanged,
    OrderDone,
    OrderGiven,
    PhaseEntered,
    Picked,
    PieceChanged,
    PieceData,
    PieceKnown,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    PresenceKnown,
    Ruled,
    Scored,
    SealRevealed,
    SeatTaken,
    SecretOrderDropped,
    SecretOrderSealed,
    SecretOrdersOpened,
    Shuffled,
    SideAdded,
    SideData,
    SpaceAdded,
    SpaceData,
    SpacesLinked,
    TableAdded,
    TableAdopted,
    TableData,
    TablesLaid,
    TakenBack,
    TimerSet,
    TrackAdded,
    TrackData,
    TrackKnown,
    TracksLaid,
    VerdictReached,
)
from domain.events.opening import FORMAT
from domain.events.people import InjectData, Topic
from domain.events.secret_orders import Opened
from domain.game.game import Game
from domain.table.state import State
from domain.views.view import EventView, see_log
from reports.words.events import in_words, view_in_words
from reports.words.names import Names, capital, shortened
from reports.words.then import names_then, words_then
from tests.domain.wire import events

SIDES = (SideData("isf", "Iraqi Security Forces"), SideData("isis", "Islamic State", "umpire"))
BOARD = BoardData(
    name="Ramadi",
    provenance="reconstructed",
    layout=HexLayout(),
    spaces=(
        SpaceData("0308", "Tamim", column=3, row=8),
        SpaceData("0407", "al-Hoz Bridge", column=4, row=7),
    ),
    boxes=(SpaceData("pool", "ISIS assets pool", kind="box"),),
)
KINDS = {"inf": KindData("Infantry", side="isf"), "emir": KindData("Emir", side="isis", back="ISIS asset")}
PIECES = (
    PieceData("inf-2", "inf", "0308", name="2nd Battalion 36th Brigade"),
    PieceData("emir-1", "emir", "pool", name="Emir 1", known_to=()),
)
RESULTS = TableData("Results Table", ("die",), ({"die": 4, "operations": 5},), "reconstructed")
OPENED = GameOpened(
    number=1,
    game="0" * 32,
    name="Night",
    system="ramadi",
    scenario="s",
    title="The Assault",
    sides=SIDES,
    format=FORMAT,
)
SET_UP: list[Event] = [
    OPENED,
    BoardLaid(number=2, board=BOARD),
    CountersLaid(number=3, kinds=KINDS, pieces=PIECES, audience=()),
    TablesLaid(number=4, tables={"results": RESULTS}),
    TracksLaid(number=5, tracks=(TrackData("vp", "ISIS victory points", 6, 0, 9),)),
]

CASES: list[tuple[Event, str]] = [
    (
        OPENED,
        "Game “Night” created: ramadi, The Assault; sides: Iraqi Security Forces and Islamic "
        "State; dice: rolled by the program",
    ),
    (SET_UP[1], "Board: Ramadi (2 spaces, 1 box; reconstructed)"),
    (SET_UP[2], "2 counters of 2 kinds set up"),
    (SET_UP[3], "Tables in use: Results Table (reconstructed)"),
    (SET_UP[4], "Tracks at the start: ISIS victory points 6"),
    (OrderGiven(number=6, side="", order="begin", procedure=6), "Play begins"),
    (
        OrderGiven(number=6, side="isf", order="move", arguments={"unit": "inf-2", "to": "0407"}),
        "Iraqi Security Forces: move 2nd Battalion 36th Brigade to al-Hoz Bridge (0407)",
    ),
    (OrderDone(number=9, procedure=6), "Order 6 completed"),
    (
        DieRolled(number=7, rule="ramadi 6.4e", die=6, face=5, purpose="ISF attack"),
        "D6 for ISF attack: 5 (ramadi 6.4e)",
    ),
    (
        DieRolled(number=7, die=6, face=5, purpose="ISF attack", source="typed", by="Ann"),
        "D6 for ISF attack: 5, typed in (Ann)",
    ),
    (
        CounterDrawn(number=7, cup="pool", piece="emir-1", to="0308", purpose="defence"),
        "Drawn from ISIS assets pool for defence: Emir 1 placed at Tamim (0308)",
    ),
    (
        Picked(number=7, purpose="the target", options=("0308", "0407"), value="0407"),
        "Random pick for the target: al-Hoz Bridge (0407), from Tamim (0308) and al-Hoz Bridge (0407)",
    ),
    (Shuffled(number=7, place="pool", order=("emir-1",)), "ISIS assets pool shuffled"),
    (
        Chosen(number=7, side="isf", question="Advance?", value=True, because="no time"),
        "Iraqi Security Forces answered “Advance?”: yes. Reason: no time",
    ),
    (
        Chosen(number=7, side="white", question="Is it night?", value=None),
        "White cell answered “Is it night?”: none",
    ),
    (
        AnswersOpened(number=7, question="Bid", answers={"isf": 3, "isis": ["0308", "0407"]}),
        "Answers to “Bid” opened: Iraqi Security Forces: 3; Islamic State: Tamim (0308) and "
        "al-Hoz Bridge (0407)",
    ),
    (
        LookedUp(number=7, table="results", keys={"die": 4}, row=1, result={"operations": 5}),
        "Results Table, die 4, row 1: operations 5",
    ),
    (
        Modified(number=7, sum="ISF strength", label="terrain", amount=-2, total=7),
        "ISF strength: -2 for terrain, now 7",
    ),
    (
        PieceMoved(number=7, piece="inf-2", origin="0308", to="0407"),
        "2nd Battalion 36th Brigade: Tamim (0308) to al-Hoz Bridge (0407)",
    ),
    (
        PieceChanged(number=7, piece="inf-2", face="casualty", steps=1),
        "2nd Battalion 36th Brigade: flipped to its casualty side, now 1 step",
    ),
    (
        PieceChanged(number=7, piece="emir-1", face="", side="isf"),
        "Emir 1: flipped to its front, now belongs to Iraqi Security Forces",
    ),
    (
        PiecePlaced(number=7, piece=PieceData("inf-9", "inf", "0407")),
        "Infantry: placed at al-Hoz Bridge (0407)",
    ),
    (
        PieceRemoved(number=7, piece="emir-1", origin="0308"),
        "Emir 1: removed from Tamim (0308)",
    ),
    (PieceKnown(number=7, piece="emir-1", sides=None), "Emir 1: revealed to all"),
    (
        PieceKnown(number=7, piece="inf-2", sides=()),
        "2nd Battalion 36th Brigade: now known only to the white cell",
    ),
    (PresenceKnown(number=7, piece="emir-1", sides=None), "Emir 1 at ISIS assets pool: now visible to all"),
    (
        PresenceKnown(number=7, piece="emir-1", sides=("isis",)),
        "Emir 1 at ISIS assets pool: now visible only to Islamic State",
    ),
    (
        PresenceKnown(number=7, piece="emir-1", sides=()),
        "Emir 1 at ISIS assets pool: now visible only to the white cell",
    ),
    (TrackKnown(number=7, track="vp", sides=()), "ISIS victory points: now visible only to the white cell"),
    (
        Scored(number=7, track="vp", change=1, value=7, why="operation defeated"),
        "ISIS victory points +1, now 7: operation defeated",
    ),
    (Marked(number=7, subject="0308", mark="under_fire", value=True), "Tamim (0308): under fire"),
    (Marked(number=7, subject="game", mark="operations", value=4), "Operations allowed this turn: 4"),
    (Marked(number=7, subject="0308", mark="under_fire"), "Tamim (0308): no longer under fire"),
    (
        Marked(number=7, subject="0308", mark="operation", value={"lead": "inf-2", "air": [], "box": None}),
        "Tamim (0308): operation planned (lead 2nd Battalion 36th Brigade)",
    ),
    (
        PhaseEntered(number=7, turn=3, phase="ground_assets", side="isf"),
        "Turn 3, ground assets, Iraqi Security Forces",
    ),
    (
        VerdictReached(number=7, winner="isf", reason="the city is taken", scores={"isf": 40}),
        "Winner: Iraqi Security Forces. Scores: Iraqi Security Forces 40. Reason: the city is taken",
    ),
    (VerdictReached(number=7, winner="", reason="time is up"), "Draw. Reason: time is up"),
    (
        Ruled(number=8, concerns=7, value=3, by="Ann", because="a cocked die"),
        "Ruling (Ann) on event 7: 3. Reason: a cocked die",
    ),
    (
        DieRolled(number=9, die=6, face=4, purpose="ISF attack", source="typed", by="Ann", again=7),
        "D6 for ISF attack: 4, as rolled in event 7",
    ),
    (Shuffled(number=9, place="deck", order=(), again=7), "Deck shuffled, as shuffled in event 7"),
    (
        TakenBack(number=8, first=6, by="Ann", because="a slip", agreed=("isf", "isis")),
        "Undone: events 6-7 (Ann), agreed by Iraqi Security Forces and Islamic State. Reason: a slip",
    ),
    (
        TableAdopted(number=8, table="results", data=RESULTS, by="Ann", because="the card was found"),
        "Table “Results Table” replaced (Ann) with “Results Table” (reconstructed). Reason: the "
        "card was found",
    ),
    (
        CountersAdopted(number=8, kinds=KINDS, by="Ann", because="the cards were found"),
        "Counters replaced (Ann): Infantry and Emir (house). Reason: the cards were found",
    ),
    (Noted(number=8, text="Tea break.", by="Ben", concerns=7), "Note (Ben) on event 7: Tea break."),
    (
        EntropyGiven(number=8, side="isf", text="to be or not"),
        "Iraqi Security Forces added words to the dice: “to be or not”",
    ),
    (
        EntropyPromised(number=8, side="isf", digest="c0ffee", by="Bea"),
        "Iraqi Security Forces (Bea) promised words for the dice (digest c0ffee)",
    ),
    (
        EntropyWaived(number=8, side="isf", by="Ann", because="Bea has left"),
        "Words of Iraqi Security Forces for the dice waived (Ann). Reason: Bea has left",
    ),
    (SealRevealed(number=8, secret="ab12"), "Dice seed revealed: ab12"),
    (GameClosed(number=8, by="Ann", because="bed time"), "Game closed (Ann). Reason: bed time"),
    (
        GameDeclared(number=8, purpose="Test the plan", questions=(Topic("q1", "Is it fast?"),), by="Ann"),
        "Purpose of the game (Ann): Test the plan; topics: q1",
    ),
    (
        SeatTaken(number=8, name="Bea", role="Commander", side="isf", cell="Blue cell"),
        "Bea joined Iraqi Security Forces (Blue cell) as Commander",
    ),
    (
        MessageSent(number=8, form="request", fields={"what": "fuel"}, sender="Bea", to=("isf",)),
        "Request from Bea (white cell) to Iraqi Security Forces: What: fuel",
    ),
    (
        MessageSent(
            number=8,
            form="request-for-information",
            fields={"priority": "routine", "question": "Who holds the dam?"},
            sender="Bea",
            side="isf",
        ),
        "Request for information from Bea (Iraqi Security Forces) to the white cell: Question: "
        "Who holds the dam? Priority: routine",
    ),
    (
        MessageSent(number=8, form="message", fields={"text": "Tea?"}, sender="Bea", to=("isf",)),
        "Message from Bea (white cell) to Iraqi Security Forces: Tea?",
    ),
    (
        SecretOrderSealed(
            number=8, side="isf", digest="0123456789abcdef", salt="s", orders=({"order": "plan"},)
        ),
        "Iraqi Security Forces submitted sealed orders (digest 0123456789ab…): plan",
    ),
    (
        SecretOrdersOpened(
            number=8, opened={"7": Opened("isf", "s", ({"order": "plan", "target": "0407"},))}, by="Ann"
        ),
        "Sealed orders opened (Ann). Iraqi Security Forces: plan, target al-Hoz Bridge (0407)",
    ),
    (
        SecretOrderDropped(
            number=8, side="isf", order={"order": "plan", "target": "0407"}, by="Ann", because="it burns"
        ),
        "Iraqi Security Forces: order not given (Ann): plan, target al-Hoz Bridge (0407). Reason: it burns",
    ),
    (
        Disclosed(
            number=8,
            concerns=7,
            side="isf",
            order={"order": "act", "intent": "Cut it"},
            results=(
                {"about": {"typed": "ISF: Cut it. Outcome?"}, "value": "succeeds"},
                {"about": {"typed": "Sabotage"}, "value": "8"},
            ),
        ),
        "The white cell reveals an order of Iraqi Security Forces (event 7): act, intent Cut it. "
        "Outcome: succeeds. “Sabotage”: 8",
    ),
    (
        Disclosed(number=8, concerns=7, text="A cable is cut", by="Ann"),
        "The white cell reveals (event 7): A cable is cut",
    ),
    (InjectsListed(number=8, injects=(InjectData("i1", "Storm"),), by="Ann"), "1 inject loaded (Ann)"),
    (
        InjectHandled(number=8, inject="i1", how="skipped", because="late", by="Ann"),
        "Inject i1 skipped (Ann). Reason: late",
    ),
    (
        InjectHandled(number=8, inject="U1", how="delivered", text="TV", unplanned=True, by="Ann"),
        "Inject U1 delivered, unplanned (Ann): TV",
    ),
    (
        EntryCorrected(number=8, concerns=7, kind="note", text="Tea.", because="Spelling", by="Ann"),
        "Note 7 corrected (Ann): Tea. Reason: Spelling",
    ),
    (
        EntryCorrected(number=8, concerns=7, kind="message", fields={"text": "No"}, because="Slip"),
        "Message 7 corrected: No. Reason: Slip",
    ),
    (
        EntryCorrected(number=8, concerns=7, kind="topic", topic="RQ1", withdrawn=True, because="Late"),
        "Topic RQ1 withdrawn. Reason: Late",
    ),
    (
        HouseRuleAdopted(number=8, id="h1", text="No fire at night", by="Ann", because="dark"),
        "House rule h1 (Ann): No fire at night. Reason: dark",
    ),
    (
        OptionChanged(number=8, option="drones", value=True, by="Ann", because="asked for"),
        "Option “drones” set to on (Ann). Reason: asked for",
    ),
    (
        Concluded(number=8, subject="bridge blown", method="vote", result="yes", narration="It falls."),
        "Bridge blown: yes; method: vote. It falls.",
    ),
    (
        GameForked(number=8, game="1" * 32, name="what if", at=6, by="Ann"),
        "Game “what if” forked from event 6 (Ann)",
    ),
    (MarkingSet(number=8, marking="OFFICIAL", by="Ann"), "Marking of the game: OFFICIAL (Ann)"),
    (TimerSet(number=8, purpose="planning", seconds=605), "Timer for planning: 10 min 05 s"),
    (ClockPaused(number=8, purpose="lunch", by="Zoë"), "Clock paused: lunch (Zoë)"),
    (ClockResumed(number=9, by="Zoë"), "Clock resumed (Zoë)"),
    (DateSet(number=8, date="2031-06-06T04:00"), "Scenario time: 6 June 2031, 04:00"),
    (
        DateSet(number=9, date="2031-06-07", advanced=1440, by="Zoë"),
        "Scenario time: 1 day later, 7 June 2031 (Zoë)",
    ),
    (SideAdded(number=8, side=SideData("league", "Neutral League")), "Neutral League joins the game"),
    (
        SpaceAdded(number=8, space=SpaceData("shoal", "Grey Shoal"), beside=("0301",)),
        "Area Grey Shoal beside 0301 added",
    ),
    (SpaceAdded(number=8, space=SpaceData("vault", "Vault"), box=True), "Box Vault added"),
    (SpacesLinked(number=8, one="0301", other="0302"), "0301 and 0302 are neighbours now"),
    (
        TrackAdded(number=8, track=TrackData("bandwidth", "Bandwidth", 80, 0, 100)),
        "Track Bandwidth from 0 to 100, at 80, added",
    ),
    (TableAdded(number=8, table="weather", data=TableData("Weather", (), ())), "Table Weather added"),
    (KindAdded(number=8, kind="ship", data=KindData("Cable ship")), "Kind of piece Cable ship added"),
]


def table() -> State:
    return Game.from_events("0" * 32, SET_UP).state


@pytest.mark.parametrize(("event", "words"), CASES, ids=[NAMES_ON_WIRE[type(event)] for event, _ in CASES])
def test_every_kind_of_event_is_one_plain_sentence(event: Event, words: str) -> None:
    assert in_words(event, table()) == words


def test_no_kind_of_event_is_left_out() -> None:
    assert {type(event) for event, _ in CASES} == set(WIRE_NAMES.values())


@settings(max_examples=400, deadline=None)
@given(events)
def test_any_event_at_all_is_one_line_that_a_terminal_can_show(event: Event) -> None:
    words = in_words(event, table())
    assert words.isprintable()
    assert 0 < len(words) <= 4000


def seen(event: Event, viewer: str) -> tuple[list[EventView], list[Event]]:
    """What a side sees of the game behind its set-up, and its log."""
    game = Game.from_events("0" * 32, [*SET_UP, event])
    return see_log(game.log, viewer)[5:], game.log


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            CounterDrawn(number=6, cup="pool", piece="emir-1", to="0308", purpose="defence"),
            "Drawn from ISIS assets pool for defence: hidden ISIS asset counter placed at Tamim (0308)",
        ),
        (
            PieceMoved(number=6, piece="emir-1", origin="pool", to="0407"),
            "Hidden ISIS asset counter: ISIS assets pool to al-Hoz Bridge (0407)",
        ),
        (
            PiecePlaced(number=6, piece=PieceData("emir-2", "emir", "0407", known_to=("isis",))),
            "Hidden ISIS asset counter: placed at al-Hoz Bridge (0407)",
        ),
        (
            TakenBack(number=6, first=5, by="Ann", because="a slip"),
            "Undone (Ann). Reason: a slip",
        ),
        (Shuffled(number=6, place="pool", order=("emir-1",), audience=()), "ISIS assets pool shuffled"),
        (
            PieceMoved(number=6, piece="inf-2", origin="0308", to="0407"),
            "2nd Battalion 36th Brigade: Tamim (0308) to al-Hoz Bridge (0407)",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else "",
)
def test_a_side_is_told_no_more_than_it_sees(event: Event, words: str) -> None:
    views, log = seen(event, "isf")
    assert list(words_then(log, views, "isf").values()) == [words]


def test_a_piece_has_its_name_for_those_alone_who_know_it() -> None:
    game = Game.from_events("0" * 32, [*SET_UP, PieceKnown(number=6, piece="emir-1", sides=("isis",))])
    view = EventView(
        line=1, event="picked", fields={"purpose": "x", "options": ["emir-1"], "value": "emir-1"}
    )
    assert (
        view_in_words(view, Names(game.state, "isis", then=True)) == "Random pick for x: Emir 1, from Emir 1"
    )
    assert (
        view_in_words(view, Names(game.state, "isf", then=True)) == "Random pick for x: emir-1, from emir-1"
    )


def test_moves_in_an_order_are_told_by_name_to_those_alone_who_know_the_piece() -> None:
    moves = ({"inf-2": "0407"}, {"emir-1": "0407"})
    order = OrderGiven(number=6, order="act", side="isf", arguments={"moves": moves})
    told = in_words(order, table()).partition("moves ")[2]
    bridge = "to al-Hoz Bridge (0407)"
    assert told == f"2nd Battalion 36th Brigade {bridge} and Emir 1 {bridge}"
    views, log = seen(order, "isf")
    (words,) = words_then(log, views, "isf").values()
    assert words.endswith(f"2nd Battalion 36th Brigade {bridge} and (hidden) {bridge}")


@settings(max_examples=200, deadline=None)
@given(events)
def test_views_with_fields_left_out_can_be_told_of_any_kind_that_a_view_cuts(event: Event) -> None:
    fields = msgspec.structs.asdict(event)
    kind = NAMES_ON_WIRE[type(event)].partition(".")[0]
    for common in ("number", "time", "procedure", "rule", "audience", "blind"):
        fields.pop(common)
    view = EventView(line=1, event=kind, fields=fields, rule=event.rule)
    assert view_in_words(view, names_then(view, table(), "isf")).isprintable()


def test_a_text_that_is_cut_ends_behind_a_word() -> None:
    assert shortened("five of them", 12) == "five of them"
    assert shortened("five of them, and more", 12) == "five of…"
    assert shortened("five of them, and more", 14) == "five of them…"
    assert shortened("x" * 30, 12) == "x" * 11 + "…"


def test_a_number_of_a_hex_stays_as_it_is_where_a_line_begins_with_it() -> None:
    assert capital("k0206: held by Blue") == "k0206: held by Blue"
    assert capital("ship lost") == "Ship lost"
    assert capital("") == ""
