"""Effects in words: what each form means, names however they are written, and what is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from adjudication.engine.by_hand.effects import one_act, read_effects, read_words
from adjudication.engine.resolving import find
from domain.errors import BadData, NotFound, Refused
from domain.events import PiecePlaced, Scored
from domain.resolving import resolve
from domain.table.state import State
from tests.seminar.games import freeform


@pytest.fixture(scope="module")
def strait() -> State:
    return freeform().state


def new_id(kind: str, hidden: bool) -> str:
    return f"{kind}-{'secret' if hidden else 'new'}"


def read(state: State, text: str) -> list[dict[str, Any]]:
    return read_effects(text, state, new_id)


def changed(subject: str, **what: Any) -> dict[str, Any]:
    return {"act": "hand-change", "subject": subject, **what}


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("tension+1", {"act": "hand-score", "track": "tension", "change": 1}),
        ("Tension - 2", {"act": "hand-score", "track": "tension", "change": -2}),
        ("TENSION \N{MINUS SIGN}2", {"act": "hand-score", "track": "tension", "change": -2}),
        ("tension=7", {"act": "hand-score", "track": "tension", "change": 4}),
        ("tension = 0", {"act": "hand-score", "track": "tension", "change": -3}),
        ("ald-frigates to narrows", {"act": "hand-move", "piece": "ald-frigates", "to": "narrows"}),
        (
            "1st Frigate Squadron to The Narrows",
            {"act": "hand-move", "piece": "ald-frigates", "to": "narrows"},
        ),
        ("ver-envoy to Kallo Flotilla", {"act": "hand-move", "piece": "ver-envoy", "to": "ver-destroyers"}),
        ("remove Boat 17", {"act": "hand-remove", "piece": "ver-submarine"}),
        ("ver-destroyers face damaged", changed("ver-destroyers", face="damaged")),
        ("ver-destroyers face front", changed("ver-destroyers", face="")),
        ("ver-destroyers steps 2", changed("ver-destroyers", steps=2)),
        ("ver-destroyers side Aldmark", changed("ver-destroyers", owner="aldmark")),
        ("boat 17 known to verrin and council", changed("ver-submarine", known="verrin,council")),
        ("boat 17 known to white", changed("ver-submarine", known="white")),
        ("boat 17 visible to all", changed("ver-submarine", visible="all")),
        ("tension visible to verrin", changed("tension", visible="verrin")),
        ("mark The Narrows mined", changed("narrows", mark="mined", value=True)),
        ("mark narrows mines 3", changed("narrows", mark="mines", value=3)),
        ("mark game mood=very tense", changed("game", mark="mood", value="very tense")),
        ("unmark narrows mined", changed("narrows", mark="mined")),
        (
            "draw aldport to talks for A hostage",
            {"act": "hand-draw", "cup": "aldport", "to": "talks", "purpose": "A hostage"},
        ),
    ],
)
def test_each_form_is_one_act(strait: State, text: str, act: dict[str, Any]) -> None:
    assert read(strait, text) == [act]


def test_a_piece_is_placed_with_all_that_is_said_of_it(strait: State) -> None:
    [act] = read(
        strait, 'place Divers at ocean as "Heron, at last" steps 2 known to aldmark visible to white'
    )
    assert act == {
        "act": "hand-place",
        "kind": "divers",
        "at": "ocean",
        "name": "Heron, at last",
        "id": "divers-secret",
        "face": "",
        "steps": 2,
        "hidden": True,
        "known_to": ["aldmark"],
        "seen_by": [],
    }
    assert read(strait, "place divers at ocean")[0]["id"] == "divers-new"


def test_effects_are_read_one_after_the_other(strait: State) -> None:
    acts = read(strait, "tension+2; tension=4, place divers at ocean as Heron, Heron to narrows")
    assert [act.get("change") for act in acts[:2]] == [2, -1], "to 5, and from there to 4"
    assert acts[3] == {"act": "hand-move", "piece": "divers-new", "to": "narrows"}
    two = read(strait, "ver-destroyers steps 2, ver-destroyers side aldmark")
    assert two == [changed("ver-destroyers", steps=2, owner="aldmark")], "one piece, one act"


@pytest.mark.parametrize(
    "words",
    [
        ["ald-envoy", "to", "talks,", "tension-1"],
        ["ald-envoy to talks", "tension-1"],
        ["ald-envoy to talks, tension -1"],
        ["ald-envoy", "to", "At", "the", "talks,", "Tension", "-1"],
    ],
)
def test_the_words_of_a_command_line_need_no_quotes(strait: State, words: list[str]) -> None:
    acts = read_words(words, strait, new_id)
    assert [act["act"] for act in acts] == ["hand-move", "hand-score"]
    assert read_words(["tension+1", "tension+1"], strait, new_id) == 2 * read(strait, "tension+1")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (
            ["place", "divers", "at", "ocean", "as", "Heron, at last"],
            'place divers at ocean as "Heron, at last"',
        ),
        (["1st Frigate Squadron", "to", "narrows,", "tension+1"], "ald-frigates to narrows, tension+1"),
        (["ald-envoy to talks,", "tension-1"], "ald-envoy to talks, tension-1"),
        (["ald-envoy to talks", "flip x"], "ald-envoy to talks, flip x"),
    ],
)
def test_quotes_around_a_name_are_not_those_around_an_effect(
    strait: State, words: list[str], text: str
) -> None:
    def tried(reading: Callable[[], Any]) -> Any:
        try:
            return reading()
        except Refused as refused:
            return refused.sentence

    assert tried(lambda: read_words(words, strait, new_id)) == tried(lambda: read(strait, text))


@pytest.mark.parametrize(
    ("text", "error", "part"),
    [
        (" , ", BadData, "at least one effect, for example Tension+1, ald-frigates to North Shore"),
        ("sing", BadData, "'sing' is not an effect. Effects are: TRACK+1"),
        ("tension", BadData, "is not an effect"),
        ("tension+0", BadData, "Tension is 3 already: 'tension+0' changes nothing"),
        ("tension=3", BadData, "Tension is 3 already"),
        ("tensoin+1", NotFound, "no track 'tensoin'; perhaps tension"),
        ("ald to narrows", NotFound, "'ald' may mean ald-frigates (1st Frigate Squadron), "),
        ("ald-frigates to atlantis", NotFound, "no place or piece 'atlantis'"),
        ("flip ver-destroyers", BadData, "no printed reverse to flip to; write: ver-destroyers face FACE"),
        ("ver-destroyers steps many", BadData, "whole number"),
        ('ald-frigates to "narrows', BadData, "a quote that is not closed"),
        ("mark narrows", BadData, "mark narrows NAME"),
        ("place divers", BadData, "place divers at PLACE"),
        ("place divers at ocean at talks", BadData, "“at” is there twice"),
        ("draw aldport", BadData, "draw CUP to PLACE"),
        (", ".join(["tension+1"] * 101), BadData, "at most 100 effects"),
    ],
)
def test_what_is_no_effect_is_refused_with_what_would_be(
    strait: State, text: str, error: type[Refused], part: str
) -> None:
    with pytest.raises(error) as refusal:
        read(strait, text)
    assert part in refusal.value.sentence


def test_several_effects_are_one_recorded_act() -> None:
    session = freeform()
    acts = read(session.state, "tension+1, place divers at ocean")
    outcome = session.by_hand(*one_act(acts), "Seen")
    assert len({event.procedure for event in outcome.events}) == 1
    assert [type(event) for event in outcome.events[1:3]] == [Scored, PiecePlaced]
    before = len(session.game.log)
    with pytest.raises(BadData, match=r"^Tension is 3; its maximum is 10\.$"):
        session.by_hand(*one_act(read(session.state, "tension-1, tension+8")), "Seen")
    assert len(session.game.log) == before


# --- names -----------------------------------------------------------------------------------------


NAMED = (
    ("asa", "Åsa Bay"),
    ("ase", "Åse Bay"),
    ("bl_cred", "Bandwidth"),
    ("war", "War"),
    ("war-2", "Warmth"),
)


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("bl_cred", "bl_cred"),
        ("Bandwidth", "bl_cred"),
        ("BANDWIDTH", "bl_cred"),
        ("band", "bl_cred"),
        ("åsa bay", "asa"),
        ("Asa  Bay", "asa"),
        ("war", "war"),
        ("WAR", "war"),
        ("warm", "war-2"),
    ],
)
def test_a_name_is_found_however_it_is_written(text: str, id: str) -> None:
    assert resolve(NAMED, text, "track") == id


def test_an_ambiguous_name_is_refused_with_its_candidates() -> None:
    with pytest.raises(NotFound, match=r"'bay' may mean asa \(Åsa Bay\), ase \(Åse Bay\)\. Say which\."):
        resolve(NAMED, "bay", "track")
    with pytest.raises(NotFound, match=r"no track ''"):
        resolve(NAMED, " ", "track")


def test_names_are_of_the_sorts_that_are_asked_for(strait: State) -> None:
    assert find(strait, ("side",), "ald") == "aldmark"
    assert find(strait, ("place",), "talks") == find(strait, ("place", "piece"), "At the Talks") == "talks"
    with pytest.raises(NotFound, match="no track 'narrows'"):
        find(strait, ("track",), "narrows")
