"""Supporting fires of ground combat (ground.3.D, ground.3.E, ground.3.H, 10.15.6)."""

import pytest

from adjudication.systems.ows.ground.fires import support
from adjudication.systems.ows.table.status import AIRBORNE, CLEARED, EXPENDED, RESERVE, SUPPORT, SUPPRESSED
from domain.errors import IllegalOrder
from domain.views.view import see_log
from tests.ows import umpiring
from tests.ows.ground.fires import attacked, field, flying, offered
from tests.table import Table


def battle(side: str = "blue", phase: str = "supporting fires", **options: object) -> Table:
    """1ABCT attacks the 12th Tank Regiment, with two battalions of guns beside it."""
    table = field("tank-12", "abct-1", phase=phase, side=side, **options)
    table.put("abct-1", "f0504").put("pal-1", "f0504").put("pal-2", "f0504")
    return attacked(table, "f0604", abct_1="f0504")


def arms(table: Table, side: str, hex: str = "f0604") -> dict[str, int]:
    """What supports a combat, and how much each counts."""
    found = support.supporting(table.state, hex, side)
    return {piece.id: support.factors(table.state, piece) for piece in found}


def spent(table: Table, piece: str) -> None:
    """The combat that a unit supports is resolved."""
    umpiring.run(table, lambda umpire: support.spend(umpire, piece, rule="ows 10.15.6"))


@pytest.mark.rule("ows ground.3.D", "ows 10.15.6", "ows 10.15.5d", "ows 2.2.7.3")
def test_the_attacker_allots_guns_aircraft_and_ships_in_range_of_the_hex() -> None:
    table = flying(battle(), "av8b-1", "cas", "f0604").put("ddg-1", "f0405")
    assert offered(table, "support-attack", "f0604") == ["pal-1", "pal-2", "himars-1", "av8b-1", "ddg-1"]
    table.order("support-attack", hex="f0604", fires=["pal-1", "av8b-1", "ddg-1"])
    assert arms(table, "blue") == {"pal-1": 2, "av8b-1": 1, "ddg-1": 1}
    assert offered(table, "support-attack", "f0604") == ["pal-2", "himars-1"]
    far = battle().put("pal-1", "f0304").put("ddg-1", "f0107")
    assert offered(far, "support-attack", "f0604") == ["pal-2", "himars-1"]
    assert SUPPORT in CLEARED


@pytest.mark.rule("ows ground.3.D", "ows ground.2.C", "ows 10.15.6")
def test_close_air_support_flies_over_the_hex_or_its_kill_box() -> None:
    for place, allotted, supports in (
        ("f0604", None, True),
        ("f0601", None, True),  # the same kill box
        ("f0605", None, False),
        ("f0604", {"to": "b1", "map": ""}, True),
        ("f0604", {"to": "b2", "map": ""}, False),
    ):
        table = flying(battle(), "av8b-1", "cas", place)
        if allotted:
            table.mark("av8b-1", "allotted", allotted)
        assert ("av8b-1" in offered(table, "support-attack", "f0604")) is supports, (place, allotted)
    strike = flying(battle(), "av8b-1", "strike", "f0604")
    assert "av8b-1" not in offered(strike, "support-attack", "f0604")


@pytest.mark.rule("ows 10.15.3")
def test_the_span_of_control_caps_the_artillery_of_a_combat() -> None:
    table = battle()
    with pytest.raises(IllegalOrder, match="up to 2 artillery"):
        table.order("support-attack", hex="f0604", fires=["pal-1", "pal-2", "himars-1"])
    table.order("support-attack", hex="f0604", fires=["pal-1", "pal-2"])
    with pytest.raises(IllegalOrder, match="up to 2 artillery"):
        table.order("support-attack", hex="f0604", fires=["himars-1"])
    assert not list(table.session.legal().named("support-attack")), "nothing else fits into the span"
    red = battle(phase="defensive fires").put("bag-1", "f0604").put("msta-1", "f0604")
    with pytest.raises(IllegalOrder, match="fires by itself"):
        red.order("support-defence", hex="f0604", fires=["bag-1", "msta-1"])
    red.order("support-defence", hex="f0604", fires=["bag-1"])
    assert arms(red, "red") == {"bag-1": 4}


@pytest.mark.rule("ows 10.15.2a", "ows 2.2.7.3")
def test_artillery_of_another_formation_or_out_of_range_is_refused_by_its_rule() -> None:
    table = battle().mark("game", "actioning unit", {"side": "blue", "formations": ["b2"]})
    with pytest.raises(IllegalOrder, match=r"no formation that acts now.*ows 10\.15\.2a"):
        table.order("support-attack", hex="f0604", fires=["pal-1"])
    far = battle().put("pal-1", "f0304")
    with pytest.raises(IllegalOrder, match=r"not in range of .*ows 2\.2\.7\.3"):
        far.order("support-attack", hex="f0604", fires=["pal-1"])


@pytest.mark.rule("ows ground.3.E", "ows 10.15.2a", "ows 2.2.7.3")
def test_the_defender_allots_in_defensive_fires() -> None:
    table = battle(phase="defensive fires").put("msta-1", "f0704")
    with pytest.raises(IllegalOrder, match="supporting fires or exploitation combat"):
        table.order("support-attack", hex="f0604", fires=["msta-1"])
    table.order("support-defence", hex="f0604", fires=["msta-1"])
    assert arms(table, "red") == {"msta-1": 3}
    assert arms(table, "blue") == {}
    with pytest.raises(IllegalOrder, match="No attack on f0603"):
        table.order("support-defence", hex="f0603", fires=["grad-1"])


@pytest.mark.rule("ows 10.15.7d", "ows 10.4.1b", "ows 10.15.8.4b")
def test_suppressed_reserve_and_landing_artillery_gives_no_support() -> None:
    for mark in (SUPPRESSED, RESERVE, EXPENDED, AIRBORNE):
        assert "pal-1" not in offered(battle().mark("pal-1", mark), "support-attack", "f0604"), mark
    for mark, rule in {SUPPRESSED: "10.15.7d", RESERVE: "10.4.1b", EXPENDED: "10.15.5c"}.items():
        with pytest.raises(IllegalOrder) as refused:
            battle().mark("pal-1", mark).order("support-attack", hex="f0604", fires=["pal-1"])
        assert refused.value.rule == f"ows {rule}"
    table = battle()
    table.order("support-attack", hex="f0604", fires=["pal-1"])
    assert arms(table, "blue") == {"pal-1": 2}
    table.mark("pal-1", SUPPRESSED)  # in 3.E, after it was allotted in 3.D
    assert arms(table, "blue") == {}


@pytest.mark.rule("ows 10.15.5a", "ows 10.15.5c", "ows 2.2.7.3b")
def test_support_spends_the_missions_of_the_turn() -> None:
    table = flying(battle(), "av8b-1", "cas", "f0604").put("ddg-1", "f0405")
    table.order("support-attack", hex="f0604", fires=["pal-1", "av8b-1", "ddg-1"])
    for piece in ("pal-1", "av8b-1", "ddg-1"):
        spent(table, piece)
    assert table.state.mark_named("pal-1", "spent") == {"tubes": 2}
    assert table.state.mark("pal-1", EXPENDED)
    assert arms(table, "blue") == {}
    assert not {"pal-1", "av8b-1", "ddg-1"} & set(offered(table, "support-attack", "f0604"))


@pytest.mark.rule("ows 10.15.5b", "ows 10.15.5c")
def test_split_missions_support_and_fire_with_a_die_each() -> None:
    table = battle(split_missions=True)
    table.order("support-attack", hex="f0604", fires=["pal-1/tubes/1"])
    assert arms(table, "blue") == {"pal-1": 1}
    table.order("support-attack", hex="f0604", fires=["pal-1/tubes/1"])
    assert arms(table, "blue") == {"pal-1": 2}
    assert "pal-1" not in str(offered(table, "support-attack", "f0604"))
    spent(table, "pal-1")
    assert table.state.mark_named("pal-1", "spent") == {"tubes": 2}


@pytest.mark.rule("ows ground.3.H", "ows 10.4.1b")
def test_in_exploitation_combat_what_is_unexpended_supports_both_sides() -> None:
    table = battle(phase="exploitation combat").mark("pal-1", RESERVE).mark("pal-2", EXPENDED)
    assert offered(table, "support-attack", "f0604") == ["pal-1", "himars-1"]
    table.put("msta-1", "f0704").put("bag-1", "f0101").put("grad-1", "f0101")
    table.people.answers = [["msta-1"]]
    umpiring.run(table, lambda umpire: support.answer(umpire, "f0604"))
    (asked,) = table.people.asked
    assert asked.side == "red"
    umpiring.run(table, lambda umpire: support.clear_away(umpire))
    assert not table.state.marked(SUPPORT)


@pytest.mark.rule("ows 10.15.5d")
def test_the_enemy_does_not_learn_what_supports() -> None:
    table = battle()
    before = list(see_log(table.session.game.log, "red"))
    table.order("support-attack", hex="f0604", fires=["pal-1"])
    assert list(see_log(table.session.game.log, "red")) == before
    assert table.state.marks_for["pal-1", SUPPORT.name] == ("blue",)


@pytest.mark.rule("ows 10.15.5d", "ows 10.15.7d")
@pytest.mark.parametrize(("mark", "counts"), [("", True), ("expended", False), ("suppressed", False)])
def test_artillery_that_is_expended_or_suppressed_since_gives_no_support(mark: str, counts: bool) -> None:
    table = battle().mark("pal-1", "support", {"hex": "f0604", "missions": {"tubes": 2}})
    if mark:
        table.mark("pal-1", mark)
    assert ("pal-1" in arms(table, "blue")) is counts


@pytest.mark.rule("ows 10.15.5d", "ows 10.15.8.4b", "ows 10.15.6")
def test_why_fires_do_not_support_a_combat() -> None:
    def refused(table: Table, *fires: str) -> str:
        with pytest.raises(IllegalOrder) as refusal:
            table.order("support-attack", hex="f0604", fires=list(fires))
        return str(refusal.value)

    assert "Name the fires that support the combat" in refused(battle())
    elsewhere = battle().mark("pal-1", "support", {"hex": "f0603", "missions": {"tubes": 2}})
    assert "supports the combat against f0603" in refused(elsewhere, "pal-1")
    landed = battle().mark("pal-1", "amphibious assault", 1)
    assert "has landed and gives no support yet" in refused(landed, "pal-1")
    assert "is suppressed" in refused(battle().mark("pal-1", "suppressed"), "pal-1")
    assert "is no supporting fire of yours" in refused(battle(), "abct-1")
