"""Logs of earlier versions ask and tell in other words: they are run again all the same."""

import msgspec

from adjudication.engine.former_words import in_words_of_today, question_now, rolled_for
from domain.events import DieRolled, Modified, Picked, PieceData, PiecePlaced

RULE = "ows 10.15.9.1.5"


def test_a_wave_of_a_landing_is_asked_for_in_the_words_of_today() -> None:
    former = "Which units assault k1106 from the sea?"
    assert question_now(former, RULE) == f"{former} A wave has at most 6 steps."
    assert question_now(question_now(former, RULE), RULE) == question_now(former, RULE)


def test_a_die_of_ground_combat_is_told_in_the_words_of_today() -> None:
    now = "attack by 2nd Stryker Brigade on 11th Tank Regiment in 0603, 3 steps against 6, at 1:2, shield 5"
    former = now.replace(", shield 5", ": D16 against 5")
    told = DieRolled(die=16, face=3, purpose=now, rule=RULE)
    assert in_words_of_today(msgspec.structs.replace(told, purpose=former), told) == told
    assert in_words_of_today(told, told) == told
    assert rolled_for(former, RULE) == rolled_for(now, RULE) == now


def test_a_security_zone_that_was_named_without_its_side_is_the_same_marker() -> None:
    def placed(name: str) -> PiecePlaced:
        zone = PieceData(id="security-red-1", kind="security-zone", at="f0907", name=name, steps=1)
        return PiecePlaced(piece=zone, rule="ows 10.15.10.1a")

    now = placed("Torvia Security Zone 1")
    assert in_words_of_today(placed("Security Zone 1"), now) == now
    assert in_words_of_today(placed("Meridia Security Zone 1"), now) != now
    assert in_words_of_today(placed("Security Zone 2"), now) != now


def test_a_judged_detection_die_is_told_in_the_words_of_today() -> None:
    told = Modified(sum="team", label="the white cell's judgement", amount=-1, total=-1, rule="ows 6.6b")
    former = msgspec.structs.replace(told, label="as the white cell judged")
    assert in_words_of_today(former, told) == told
    assert in_words_of_today(msgspec.structs.replace(former, amount=1), told) != told


def test_the_draw_of_a_formation_out_of_its_planned_order_did_not_say_why() -> None:
    now = Picked(
        purpose="the formation that acts next, of those whose headquarters, or one above it, is disrupted "
        "or destroyed",
        options=("b1", "r1"),
        value="r1",
        rule="ows 10.2.4b",
    )
    former = msgspec.structs.replace(now, purpose="the formation that acts next")
    assert in_words_of_today(former, now) == now
    other = msgspec.structs.replace(now, rule="ows 10.2.3")
    assert in_words_of_today(msgspec.structs.replace(former, rule="ows 10.2.3"), other) != other


def test_countermeasures_were_named_in_small_letters_where_torpedoes_attacked() -> None:
    now = Modified(
        sum="promotions of the D8, torpedo attack on Ford, hit on 5 or more",
        label="Active & Passive Countermeasures",
        amount=-1,
        total=-1,
        rule="ows 7.2.1.4",
    )
    former = msgspec.structs.replace(now, label="active & passive countermeasures")
    assert in_words_of_today(former, now) == now
    assert in_words_of_today(msgspec.structs.replace(former, amount=-2), now) != now
