"""Kill chains read from the log: who detected, fired, intercepted, and what came of it."""

from adjudication.systems.ows.kill_chain import KillChain, kill_chains
from domain.events import Event, OrderGiven
from reports.words.summaries import summaries
from tests.ows.fire import LOCAL, salvos, strike, war
from tests.ows.undersea import patrol
from tests.table import Table

TOMAHAWK = "ssgn-1/tomahawk"


def chains(table: Table, events: list[Event]) -> list[KillChain]:
    given = next(event for event in events if isinstance(event, OrderGiven))
    return kill_chains(table.session.game.log, given.number, table.state.pieces)


def test_each_target_has_a_line_with_what_was_fired_what_stopped_it_and_what_got_through() -> None:
    table = war()
    answer = {"hq9-1/hq9/1": "airfield-r/tomahawk/1", "hq9-1/hq9/2": "airfield-r/tomahawk/2"}
    fired = salvos(TOMAHAWK, "airfield-r", "airfield-r", "airfield-r", "sq-j16")
    events = strike(table, "0903", fired, [5, 6, 3, 2, 3], [answer])
    airfield, base = chains(table, events)
    assert (airfield.fired, airfield.hits, airfield.result) == ({TOMAHAWK: 3}, 1, "3 steps left")
    assert airfield.shields == {"grey shield of hq9-1": 1}
    assert base.line() == (
        "7th Brigade base: an installation, always detected; fired: 1 ssgn-1/tomahawk; not intercepted; "
        "0 hits; no effect."
    )


def test_a_fighter_that_stops_a_salvo_and_one_that_does_not() -> None:
    table = patrol(patrol(war().put("hq9-1", "1008"), "j16-1", "0903", "cap"), "j20-1", "0903", "cap")
    answer = {"j16-1": "airfield-r/tomahawk/1", "j20-1": "airfield-r/tomahawk/2"}
    events = strike(table, "0903", salvos(TOMAHAWK, "airfield-r", "airfield-r"), [5, 4, 2], [answer])
    (chain,) = chains(table, events)
    assert chain.fighters == {"J-16 of the 7th Brigade": 1, "J-20 of the 9th Brigade": 0}


def test_how_a_target_was_detected_and_that_it_was_destroyed() -> None:
    table = war("houbei-1", phase=LOCAL).put("houbei-1", "0404")
    events = strike(table, "0404", {"ddg-1/harpoon/1": "houbei-1"}, [3], [{}])
    (chain,) = chains(table, events)
    assert (chain.hits, chain.result) == (1, "destroyed")
    assert chain.detected != "always"


def test_what_fires_back_has_a_chain_of_its_own() -> None:
    table = war("type055-1", phase=LOCAL).put("type055-1", "0504").put("houbei-1", "1008")
    for other in ("maya-1", "ddg-2", "cvn-1"):
        table.put(other, "0101")
    answers = [{"type055-1/yj18/1": "ddg-1"}, {}, {}]
    events = strike(table, "0504", {"ddg-1/harpoon/1": "type055-1"}, [5, 4], answers)
    assert [(chain.target, chain.hits) for chain in chains(table, events)] == [("type055-1", 1), ("ddg-1", 0)]
    given = next(event for event in events if isinstance(event, OrderGiven))
    may_know = [event for event in table.session.game.log if event.audience is None]
    seen = kill_chains(may_know, given.number, table.state.pieces)
    assert [chain.target for chain in seen] == ["type055-1"]  # who fired back at what, the other side keeps


def test_the_log_sums_a_strike_up_for_each_side_as_far_as_it_may_know() -> None:
    table = war()
    answer = {"hq9-1/hq9/1": "airfield-r/tomahawk/1"}
    strike(table, "0903", salvos(TOMAHAWK, "airfield-r", "airfield-r"), [5, 3], [answer])
    game = table.session.game
    (white,) = summaries(game).values()
    assert white == (
        "East airfield: 2 salvos; fired by USS Foxtrot; HQ-9 battery stopped 1; 1 hit, 3 steps left"
    )
    (red,) = summaries(game, "red").values()
    assert red == "East airfield: 2 salvos; HQ-9 battery stopped 1; 1 hit, 3 steps left"
    (blue,) = summaries(game, "blue").values()
    assert blue == "East airfield: 2 salvos; fired by USS Foxtrot; 1 hit, 3 steps left"  # HQ-9 is face down
