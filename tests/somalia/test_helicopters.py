"""Helicopters (8.3)."""

import pytest

from adjudication.engine.refusals import in_words
from domain.errors import IllegalOrder
from domain.events import LookedUp, Marked, PieceMoved
from tests.somalia.field import at, dice, field, listed, tracks
from tests.words import spoken


@pytest.mark.rule("somalia 8.3a", "somalia 6.22a")
def test_a_helicopter_is_ambushed_only_where_it_ends_its_move() -> None:
    table = field(
        pink_1a="mogadishu-airport", pink_2a="jilib", pink_3a="kismayu", italy_heli="mogadishu-airport"
    )
    table.order(
        "flush",
        side="un",
        zone="kismayu",
        units=["italy-heli"],
        via=["jilib"],
        dice=[6],
        answers=[[]],
    )
    assert [spoken(question.text, table.state) for question in table.people.asked] == [
        "Which gangs ambush Italian helicopters in Kismayu?"
    ]


@pytest.mark.rule("somalia 8.3b", "somalia 8.3c", "somalia 8.3d", "somalia 6.12c")
def test_it_picks_a_unit_up_and_sets_it_down_where_the_mission_is() -> None:
    table = field(pink_1a="jilib", pink_2a="kismayu", italy_heli="mogadishu-airport", korea="jilib")
    table.order(
        "develop",
        side="un",
        mission="works",
        unit="korea",
        zone="kismayu",
        lift="italy-heli",
        dice=[5],
        answers=[[], []],
    )
    assert at(table, "korea") == at(table, "italy-heli") == "kismayu"
    assert [spoken(question.text, table.state) for question in table.people.asked] == [
        "Which gangs ambush Italian helicopters in Jilib?",
        "Which gangs ambush Italian helicopters in Kismayu?",
    ]
    assert table.state.mark_named("korea", "done")
    assert table.state.mark_named("italy-heli", "done")


@pytest.mark.rule("somalia 8.3e", "somalia 6.22d")
def test_only_the_helicopter_is_ambushed_and_fires_back() -> None:
    table = field(pink_3a="jilib", italy_heli="mogadishu-airport", india="jilib")
    events = table.order(
        "flush",
        side="un",
        zone="kismayu",
        lift={"italy-heli": "india"},
        dice=[5, 5, 1, 1],
        answers=[["pink-3a"]],
    )
    looked = [event.keys["firepower"] for event in events if isinstance(event, LookedUp)]
    assert looked == [3, 1]
    assert tracks(table, "hits") == (1,)


@pytest.mark.rule("somalia 8.3b", "somalia 8.3d", "somalia 6.12a")
def test_it_takes_part_only_if_it_is_named_too() -> None:
    for named, cost, contacts in (([], 1, ["India"]), (["italy-heli"], 2, ["Italian", "Indian"])):
        table = field(pink_1a="kismayu", italy_heli="jilib", india="jilib").mark("pink-1a", "done")
        events = table.order(
            "flush",
            side="un",
            zone="kismayu",
            units=named,
            lift={"italy-heli": "india"},
            dice=[6] * cost,
        )
        assert tracks(table, "sp-un") == (20 - cost,)
        assert len(dice(events)) == len(contacts)


@pytest.mark.rule("somalia 8.3b")
@pytest.mark.parametrize("cargo", ["italy", "india", "korea", "tunisia", "norway", "us-inf-1"])
def test_what_it_carries(cargo: str) -> None:
    table = field(italy_heli="mogadishu-airport").put(cargo, "jilib")
    table.order("flush", side="un", zone="kismayu", lift={"italy-heli": cargo})
    assert at(table, cargo) == "kismayu"


@pytest.mark.rule("somalia 8.3b", "somalia 8.2b")
@pytest.mark.parametrize("cargo", ["canada-heli", "militia-1"])
def test_what_it_does_not_carry(cargo: str) -> None:
    table = field(italy_heli="mogadishu-airport").put(cargo, "jilib")
    with pytest.raises(IllegalOrder, match=r"Italian helicopters cannot carry .*8.3b"):
        table.order("flush", side="un", zone="kismayu", lift={"italy-heli": cargo})


@pytest.mark.rule("somalia 8.3b")
def test_one_unit_a_helicopter_and_one_helicopter_a_unit() -> None:
    table = field(italy_heli="jilib", canada_heli="jilib", india="jilib", korea="jilib")
    with pytest.raises(IllegalOrder, match=r"Indian infantry is carried by one Helicopter.*8.3b"):
        table.order("flush", side="un", zone="kismayu", lift={"italy-heli": "india", "canada-heli": "india"})
    table.order("flush", side="un", zone="kismayu", lift={"italy-heli": "india", "canada-heli": "korea"})
    assert at(table, "india") == at(table, "korea") == "kismayu"


@pytest.mark.rule("somalia 8.3c", "somalia 6.3c")
def test_a_critical_hit_at_the_pick_up_leaves_the_unit_behind() -> None:
    table = field(pink_3a="jilib", italy_heli="mogadishu-airport", india="jilib")
    table.order(
        "flush",
        side="un",
        zone="kismayu",
        lift={"italy-heli": "india"},
        dice=[6, 6, 1, 1],
        answers=[["pink-3a"]],
    )
    assert at(table, "india") == at(table, "italy-heli") == "jilib"


@pytest.mark.rule("somalia 8.3b")
def test_lifts_are_listed() -> None:
    table = field(italy_heli="jilib", india="jilib")
    (line,) = [order for order in listed(table, "flush", zone="kismayu") if order.vary == "lift"]
    assert line.choices.may == {"italy-heli": ["pakistan", "india"]}


@pytest.mark.rule("somalia 6.21a", "somalia 8.3b", "somalia 8.3d")
def test_a_helicopter_and_what_it_carries_leave_their_bases_before_they_go() -> None:
    table = field(base_2="kismayu", india="kismayu", italy_heli="mogadishu-airport").track("famine", 3)
    table.mark("italy-heli", "guards", "base-1").mark("india", "guards", "base-2")
    events = table.order("convoy", side="un", zone="jilib", lift={"italy-heli": "india"})
    told = [
        (event.subject, "left") if isinstance(event, Marked) else (event.piece, event.to)
        for event in events
        if (isinstance(event, Marked) and event.mark == "guards" and event.value is None)
        or (isinstance(event, PieceMoved) and event.piece in ("india", "italy-heli"))
    ]
    assert told == [
        ("italy-heli", "left"),
        ("italy-heli", "kismayu"),
        ("india", "left"),
        ("india", "jilib"),
        ("italy-heli", "jilib"),
    ]
    assert table.state.mark_named("italy-heli", "guards") is None
    assert table.state.mark_named("india", "guards") == "convoy-1"


@pytest.mark.rule("somalia 6.21a", "somalia 8.3a")
def test_a_helicopter_alone_leaves_its_base_and_one_that_is_there_stays() -> None:
    table = field(italy_heli="mogadishu-airport", canada_heli="kismayu", pink_1a="kismayu")
    table.mark("italy-heli", "guards", "base-1").mark("pink-1a", "done")
    events = table.order("flush", side="un", zone="kismayu", units=["italy-heli", "canada-heli"], dice=[6, 6])
    moved = [(event.piece, event.to) for event in events if isinstance(event, PieceMoved)]
    assert moved == [("italy-heli", "kismayu")]
    assert table.state.mark_named("italy-heli", "guards") is None
    assert all(table.state.mark_named(unit, "done") for unit in ("italy-heli", "canada-heli"))


@pytest.mark.rule("somalia 8.3a", "somalia 8.3c")
def test_one_that_does_not_move_is_not_ambushed_but_one_that_picks_up_where_it_stands_is() -> None:
    table = field(italy_heli="kismayu", pink_1a="kismayu", india="kismayu")
    table.order("flush", side="un", zone="kismayu", units=["italy-heli"], dice=[6])
    assert table.people.asked == []
    table = field(italy_heli="kismayu", pink_1a="kismayu", india="kismayu")
    table.order("flush", side="un", zone="jilib", lift={"italy-heli": "india"}, answers=[[]])
    assert [spoken(question.text, table.state) for question in table.people.asked] == [
        "Which gangs ambush Italian helicopters in Kismayu?"
    ]


@pytest.mark.rule("somalia 8.3c", "somalia 6.3c", "somalia 6.3d")
@pytest.mark.parametrize(("name", "where"), [("flush", "mogadishu-port"), ("convoy", "kismayu")])
def test_who_is_confined_flies_no_further_unless_it_escorts(name: str, where: str) -> None:
    table = field(italy_heli="jilib", canada_heli="jilib", india="mogadishu-port", korea="mogadishu-port")
    table.put("pink-3a", "mogadishu-port").track("famine", 3)
    table.order(
        name,
        side="un",
        zone="kismayu",
        lift={"italy-heli": "india", "canada-heli": "korea"},
        dice=[6, 6, 1, 1],
        answers=[["pink-3a"]],
    )
    assert (at(table, "india"), at(table, "korea")) == (where, where)
    flown = sorted([at(table, "italy-heli"), at(table, "canada-heli")])
    assert flown == (["jilib", where] if name == "flush" else [where, where])


@pytest.mark.rule("somalia 8.3b", "somalia 6.0c", "somalia 6.12a")
def test_what_helicopters_may_carry_is_listed() -> None:
    table = field(italy_heli="jilib", canada_heli="baidoa", india="jilib", korea="kismayu", norway="jilib")
    table.put("militia-1", "baidoa").put("us-heli-1", "jilib").mark("norway", "done").mark(
        "us-heli-1", "done"
    )
    (line,) = [order for order in listed(table, "flush", zone="kismayu") if order.vary == "lift"]
    assert line.choices.may == {"italy-heli": ["pakistan", "india"], "canada-heli": ["pakistan", "india"]}

    def fits(lifted: dict[str, str]) -> str:
        return in_words(line.choices.fits(lifted), table.state, "un")

    assert fits({"italy-heli": "india"}) == ""
    assert fits({"italy-heli": "india", "canada-heli": "pakistan"}) == ""
    assert fits({}) == "Name a Helicopter and the unit that it carries."
    assert fits({"italy-heli": "india", "canada-heli": "india"}) == "A unit is carried by one Helicopter."
    table.track("sp-un", 1)
    (line,) = [order for order in listed(table, "flush", zone="kismayu") if order.vary == "lift"]
    assert fits({"italy-heli": "india", "canada-heli": "pakistan"}) == "At most 1 can be carried."
    assert line.choices.fits({"italy-heli": "india"}) == ""


@pytest.mark.rule("somalia 8.3b", "somalia 6.0c")
@pytest.mark.parametrize(
    ("lift", "said"),
    [
        (
            {"us-heli-1": "india"},
            "3-25 Aviation cannot carry Indian infantry: a Helicopter that has not acted",
        ),
        ({"pakistan": "india"}, "Pakistani infantry cannot carry Indian infantry: a Helicopter that has not"),
        ({"italy-heli": "norway"}, "Italian helicopters cannot carry Norwegian Civic Affairs: it carries an"),
        ({"italy-heli": "korea"}, "Italian helicopters cannot carry Korean engineers: it carries an"),
        ({"italy-heli": "france"}, "Italian helicopters cannot carry French infantry: it carries an"),
    ],
)
def test_what_is_wrong_with_a_lift(lift: dict[str, str], said: str) -> None:
    table = field(italy_heli="jilib", us_heli_1="jilib", india="jilib", korea="kismayu", norway="jilib")
    table.mark("norway", "done").mark("us-heli-1", "done")
    with pytest.raises(IllegalOrder) as refusal:
        table.order("flush", side="un", zone="kismayu", lift=lift)
    assert str(refusal.value).startswith(said)
