"""Kill chains read from the log: who detected, fired, intercepted, and what came of it."""

from adjudication.systems.ows.kill_chain import KillChain, kill_chains, summary
from domain.events import Event, Marked, OrderGiven, PieceMoved
from reports.words.summaries import summaries
from tests.ows.fire import LOCAL, salvos, strike, war
from tests.ows.undersea import asw_mode, patrol, sea
from tests.table import Table

TOMAHAWK = "ssgn-1/tomahawk"


def chains(table: Table, events: list[Event], *, public: bool = False) -> list[KillChain]:
    given = next(event for event in events if isinstance(event, OrderGiven))
    log = [event for event in table.session.game.log if not public or event.audience is None]
    rest = [event for event in log if event.procedure == given.number and event is not given]
    return kill_chains(given, rest, log[: log.index(given)], table.state.pieces)


def met(chain: KillChain) -> dict[str, int]:
    return {each.unit: each.stopped for each in chain.interceptors}


def test_each_target_has_a_line_with_what_was_fired_what_stopped_it_and_what_got_through() -> None:
    table = war()
    answer = {"hq9-1/hq9/1": "airfield-r/tomahawk/1", "hq9-1/hq9/2": "airfield-r/tomahawk/2"}
    fired = salvos(TOMAHAWK, "airfield-r", "airfield-r", "airfield-r", "sq-j16")
    events = strike(table, "0903", fired, [5, 6, 3, 2, 3], [answer])
    airfield, base = chains(table, events)
    assert (airfield.fired, airfield.hits, airfield.result) == ({"ssgn-1": 3}, 1, "3 steps left")
    assert met(airfield) == {"hq9-1": 1}
    assert (base.detected, base.fired, met(base)) == (None, {"ssgn-1": 1}, {})
    assert (base.hits, base.result) == (0, "no effect")


def test_a_fighter_that_stops_a_salvo_and_one_that_does_not() -> None:
    table = patrol(patrol(war().put("hq9-1", "1008"), "j16-1", "0903", "cap"), "j20-1", "0903", "cap")
    answer = {"j16-1": "airfield-r/tomahawk/1", "j20-1": "airfield-r/tomahawk/2"}
    events = strike(table, "0903", salvos(TOMAHAWK, "airfield-r", "airfield-r"), [5, 4, 2], [answer])
    (chain,) = chains(table, events)
    assert met(chain) == {"j16-1": 1, "j20-1": 0}


def test_interceptors_are_found_by_their_ids_whatever_they_are_called() -> None:
    table = war()
    for piece in table.state.pieces.values():
        piece.name = "against the red shield"
    answer = {"hq9-1/hq9/1": "airfield-r/tomahawk/2"}
    fired = salvos(TOMAHAWK, "airfield-r", "airfield-r")
    (chain,) = chains(table, strike(table, "0903", fired, [6, 3], [answer]))
    assert met(chain) == {"hq9-1": 1}


def test_how_a_target_was_detected_and_that_it_was_destroyed() -> None:
    table = war("houbei-1", phase=LOCAL).put("houbei-1", "0404")
    events = strike(table, "0404", {"ddg-1/harpoon/1": "houbei-1"}, [3], [{}])
    (chain,) = chains(table, events)
    assert (chain.hits, chain.result) == (1, "destroyed")
    assert chain.detected is not None
    assert (chain.detected.subject, chain.detected.mark) == ("houbei-1", "tacsit 1")
    (white,) = summaries(table.session.game).values()
    assert "; detected by " in white
    assert white.endswith("; 1 hit, destroyed")


def test_what_fires_back_has_a_chain_of_its_own() -> None:
    table = war("type055-1", phase=LOCAL).put("type055-1", "0504").put("houbei-1", "1008")
    for other in ("maya-1", "ddg-2", "cvn-1"):
        table.put(other, "0101")
    answers = [{"type055-1/yj18/1": "ddg-1"}, {}, {}]
    events = strike(table, "0504", {"ddg-1/harpoon/1": "type055-1"}, [5, 4], answers)
    assert [(chain.target, chain.hits) for chain in chains(table, events)] == [("type055-1", 1), ("ddg-1", 0)]
    seen = chains(table, events, public=True)
    assert [chain.target for chain in seen] == ["type055-1"]  # who fired back at what, the other side keeps


def test_the_log_sums_a_strike_up_for_each_side_as_far_as_it_may_know() -> None:
    table = war(shields_reveal=False)
    answer = {"hq9-1/hq9/1": "airfield-r/tomahawk/1"}
    strike(table, "0903", salvos(TOMAHAWK, "airfield-r", "airfield-r"), [5, 3], [answer])
    game = table.session.game
    (white,) = summaries(game).values()
    assert white == (
        "East airfield: 2 salvos; fired by USS Foxtrot; intercepted by HQ-9 battery (1 stopped); "
        "1 hit, 3 steps left"
    )
    (red,) = summaries(game, "red").values()
    assert red == "East airfield: 2 salvos; intercepted by HQ-9 battery (1 stopped); 1 hit, 3 steps left"
    (blue,) = summaries(game, "blue").values()
    assert blue == "East airfield: 2 salvos; fired by USS Foxtrot; 1 hit, 3 steps left"  # HQ-9 is face down


def test_an_attack_on_one_target_says_what_it_came_to_and_what_it_cost() -> None:
    table = asw_mode(sea("ssk-1"), "ddg-1").mark("ssk-1", "cavitating")
    table.order("torpedo", submarine="ssk-1", target="ddg-1", dice=[9, 5, 10])
    names = [table.state.pieces[id].name for id in ("ddg-1", "ssk-1")]
    (white,) = summaries(table.session.game).values()
    assert white == f"{names[0]}: destroyed; {names[1]}: destroyed"


def test_an_air_combat_names_what_was_lost_in_it_and_says_where_nothing_was() -> None:
    given = OrderGiven(number=1, time="", side="blue", order="fight", arguments={})
    state = war().state
    assert [part.text for part in summary(given, [], state, [])] == ["no losses"]
    lost = PieceMoved(number=2, time="", piece="j16-1", origin="0903", to="regeneration-red")
    base = PieceMoved(number=3, time="", piece="j20-1", origin="0903", to="sq-j20")
    (part,) = summary(given, [lost, base], state, [])
    assert part.things == ("j16-1", "destroyed")
    assert part.events == (2,)


def test_a_target_was_detected_before_the_strike_that_hit_it() -> None:
    """What the strike itself reveals comes later, and is not how its target was found."""
    table = war("ddg-1", side="red", phase=LOCAL).put("ddg-1", "0704")
    table.put("type055-1", "0704")
    for other in ("ddg-2", "maya-1", "cvn-1", "hq9-1", "type055-2"):
        table.put(other, "0101")
    before = next(
        event
        for event in table.session.game.log
        if isinstance(event, Marked) and (event.subject, event.mark) == ("ddg-1", "tacsit 1")
    )
    events = strike(table, "0704", {"type055-1/yj18/1": "ddg-1"}, [1], [{}, {}])
    (chain, *_) = chains(table, events)
    assert chain.detected == before


def test_fuel_that_is_destroyed_is_told() -> None:
    table = war().put("hq9-1", "1008")
    events = strike(table, "0904", salvos(TOMAHAWK, "fuel-r"), [4, 3])
    (chain,) = chains(table, events)
    assert chain.result == "stocks destroyed"


def test_a_fighter_whose_salvo_is_gone_before_it_fires_has_not_intercepted() -> None:
    table = patrol(patrol(war().put("hq9-1", "1008"), "j16-1", "0903", "cap"), "j20-1", "0903", "cap")
    both = dict.fromkeys(("j16-1", "j20-1"), "airfield-r/tomahawk/1")
    events = strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [5], [both])
    (chain,) = chains(table, events)
    assert met(chain) == {"j16-1": 1}
