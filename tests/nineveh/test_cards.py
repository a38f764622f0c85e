"""Every card of every file (2.3b, 11.0w): it can be read and nothing else stands on it, it has a text and a
cost, and each of its effects does something."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from adjudication.systems import nineveh
from adjudication.systems.nineveh.cards import checking, sheets
from adjudication.systems.nineveh.cards.sheets import CAPABILITY, EVENT, POINTS, PRIORITY, UNIT_CARD
from adjudication.systems.nineveh.cards.sheets import card as card_of
from domain.errors import BadData
from domain.events import KindData
from reports.words.kinds import kind_lines
from tests.nineveh.cards import HERES, cards, changed, effects_in, everything

ALL = sorted(cards())
EFFECTS = [
    pytest.param(card, effect, id=f"{card}-{number}")
    for card in ALL
    for number, effect in enumerate(effects_in(cards()[card]))
]


def kinds_with(**changed: KindData) -> dict[str, KindData]:
    """The kinds of the campaign, some of them others."""
    return {**everything_laid(), **changed}


def everything_laid() -> dict[str, KindData]:
    """The kinds of the campaign."""
    return dict(everything().state.kinds)


@pytest.mark.rule("nineveh 2.3b", "nineveh 3.0g")
@pytest.mark.parametrize("card", ALL)
def test_a_card_has_a_text_and_nothing_that_means_nothing(card: str) -> None:
    kind = cards()[card]
    sheets.read(kind)
    assert len(kind.text) >= 20
    assert kind.rule
    assert kind.back or kind.group == EVENT
    for data in ({**kind.data, "colour": "red"}, {**kind.data, "effects": [{"explode": {"of": "it"}}]}):
        with pytest.raises(BadData, match=rf"The card {kind.name.split('(')[0]}.*cannot be read"):
            sheets.read(msgspec.structs.replace(kind, data=data))


@pytest.mark.rule("nineveh 6.2c", "nineveh 3.2e")
@pytest.mark.parametrize(("card", "effect"), EFFECTS)
def test_every_effect_of_a_card_does_something(card: str, effect: dict[str, Any]) -> None:
    kind = cards()[card]
    table = everything(phase="support" if "stop" not in effect else "combat")
    side = kind.side or "isf"
    verb = next(iter(effect))
    if verb == "cards":
        ready = None if effect["cards"]["do"] == "tap" else True
        for one in [*table.state.pieces_at("cards-isf"), *table.state.pieces_at("cards-daesh")]:
            if card_of(one).use == "tap":
                table.mark(one.id, "tapped", ready)
    it = "veteran-2" if verb in ("lose", "reveal", "hide") else "militia-1"
    for here in HERES * 2:
        source = card if card in table.state.pieces else ""
        arguments: dict[str, Any] = {"effects": [effect], "here": here, "it": it, "card": source}
        events = table.order("try", side=side, roller=side, **arguments)
        if changed(events) or verb == "aim":
            return
    pytest.fail(f"{effect} changes nothing anywhere")


@pytest.mark.rule("nineveh 11.0w", "nineveh 2.3a", "nineveh 3.1a")
def test_the_isf_has_as_many_cards_as_the_game() -> None:
    of = [kind for kind in cards().values() if kind.side == "isf"]
    core = [kind for kind in of if kind.group == UNIT_CARD and kind.data.get("core")]
    assert sum(kind.group == CAPABILITY for kind in of) == 25
    assert sorted(kind.name for kind in core) == [
        "9th Armoured Division",
        "Counter-Terrorism Service",
        "Emergency Response Division",
        "Federal Police",
        "Headquarters",
    ]
    assert sum(kind.group == UNIT_CARD for kind in of) - len(core) == 3
    assert sorted(kind.data["metric"] for kind in of if kind.group == PRIORITY) == [
        "casualties",
        "collateral",
        "time",
    ]


@pytest.mark.rule("nineveh 3.2a")
@pytest.mark.parametrize("side", sorted({cards()[card].side for card in ALL} - {""}))
def test_thirty_points_buy_a_real_choice(side: str) -> None:
    costs = []
    for kind in cards().values():
        if kind.side == side and kind.group in (CAPABILITY, UNIT_CARD) and not kind.data.get("core"):
            sheet = sheets.read(kind)
            costs.append(min([level.cost for level in sheet.levels] or [sheet.cost]))
    assert min(costs) >= 1
    assert sum(costs) > 2 * POINTS
    assert sum(sorted(costs)[:8]) <= POINTS < sum(sorted(costs)[:16])


@pytest.mark.rule("nineveh 9.1a", "nineveh 9.1b")
@pytest.mark.parametrize("side", sorted({cards()[card].side for card in ALL} - {""}))
def test_the_historical_cards_cost_thirty_points_or_a_little_less(side: str) -> None:
    sheet = [
        sheets.read(kind) for kind in cards().values() if kind.side == side and kind.data.get("historical")
    ]
    cost = sum(min([level.cost for level in each.levels] or [each.cost]) for each in sheet)
    assert len(sheet) == {"isf": 8, "daesh": 10}[side]
    assert 27 <= cost <= POINTS


@pytest.mark.rule("nineveh 9.2a", "nineveh 3.2h")
def test_beside_hasty_attack_some_card_of_each_category_can_be_bought() -> None:
    costs: dict[str, list[int]] = {}
    for kind in cards().values():
        if kind.side == "isf" and kind.group == CAPABILITY:
            costs.setdefault(kind.data.get("category", ""), []).append(kind.data["cost"])
    assert all(min(costs[each]) <= 5 for each in ("air support", "uav", "helicopter", "artillery"))
    assert len(costs["air support"]) == 2


@pytest.mark.rule("nineveh 2.3b")
@pytest.mark.parametrize(
    ("data", "refused"),
    [
        ({"cost": 3, "phase": ["combat"], "use": "tap"}, "a card that is used has effects"),
        ({"cost": 3, "phase": ["combat"]}, "a card that is used has a phase, and one that stands has none"),
        ({}, "a card has a cost"),
        ({"cost": 31}, "a card costs 1 to 30 points"),
        ({"cost": 3, "standing": [{"modify": "luck", "by": 1}]}, "invalid enum value 'luck'"),
        ({"cost": 3, "standing": [{"modify": "ied", "allow": "flank"}]}, "a rule says one of"),
        ({"cost": 3, "needs": {"card": "humint", "phase": "combat"}}, "a condition says one thing"),
        ({"cost": 3, "needs": {"present": {"side": "enemy", "is": ["wizard"]}}}, "names 'wizard'"),
        ({"cost": 3, "needs": {"card": "magic-carpet"}}, "the card 'magic-carpet'"),
        ({"cost": 3, "needs": {"here": "the moon"}}, "the area 'the moon'"),
        ({"cost": 3, "blocks": {"dragons": 2}}, "brings 'dragons'"),
        (
            {
                "cost": 3,
                "use": "once",
                "phase": ["any"],
                "effects": [{"score": {"track": "time", "by": 1}, "aim": "here"}],
            },
            "an effect has one verb of",
        ),
    ],
)
def test_nonsense_on_a_card_is_refused_in_a_sentence(data: dict[str, Any], refused: str) -> None:
    kind = msgspec.structs.replace(cards()["humint"], data=data)
    with pytest.raises(BadData, match=refused) as told:
        checking.check(kinds_with(humint=kind))
    assert told.value.sentence.startswith("The card HUMINT")
    assert "\n" not in told.value.sentence


@pytest.mark.rule("nineveh 2.3b")
def test_a_deck_of_ones_own_takes_the_place_of_a_card_unless_it_says_nonsense() -> None:
    table = everything()
    data = {**cards()["humint"].data, "effects": [{"score": {"track": "collateral", "by": -1}}]}
    kind = msgspec.structs.replace(table.state.kinds["humint"], data={**data, "effects": [{"teleport": {}}]})
    before = table.state.number
    with pytest.raises(
        BadData,
        match=r"The card HUMINT cannot be read: `teleport` is no word of the vocabulary \(in effects, 1\)",
    ):
        table.session.adopt_counters({"humint": kind}, {}, "the printed deck")
    assert table.state.number == before
    kind = msgspec.structs.replace(kind, data=data)
    table.session.adopt_counters({"humint": kind}, {}, "the printed deck")
    table.mark("humint", "tapped", None).phase("support", side="isf").order("use", card="humint")
    assert table.state.track("collateral") == 3


@pytest.mark.rule("nineveh 2.3b")
def test_a_card_is_shown_with_its_text_its_cost_and_its_effects_as_a_deck_has_them() -> None:
    lines = kind_lines("himars", everything_laid()["himars"], "nineveh")
    assert lines[0] == "himars: Rocket Artillery"
    assert "five dice, each 4 or more is a step loss" in lines[2]
    assert "  cost: 5" in lines
    assert lines[-1] == "  reconstructed (nineveh 9.2a)"
    effects = lines[lines.index("  effects:") + 1 : -1]
    read = yaml.safe_load("\n".join(line for line in effects if line.startswith("    ")))
    assert read == cards()["himars"].data["effects"]


def rules_in(value: Any) -> Iterator[tuple[str, str]]:
    """The standing rules within plain data, each with its verb and its word."""
    if isinstance(value, dict):
        for verb in ("modify", "allow", "forbid", "reroll"):
            said = value.get(verb)
            if isinstance(said, (str, dict)):
                yield verb, said if isinstance(said, str) else said["roll"]
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from rules_in(part)


RULES = sorted({rule for kind in cards().values() for rule in rules_in(kind.data)})


@pytest.mark.rule("nineveh 6.2c")
@pytest.mark.parametrize(("verb", "word"), RULES, ids=[f"{verb} {word}" for verb, word in RULES])
def test_the_rules_ask_for_whatever_cards_modify_allow_or_forbid(verb: str, word: str) -> None:
    asks = {
        "modify": r"modifiers\(",
        "allow": r"(allows|allowing|use)\(",
        "forbid": r"forbids\(",
        "reroll": r"rerolls\(",
    }
    sources = [
        path.read_text() for path in Path(nineveh.__file__).parent.rglob("*.py") if path.name != "sheets.py"
    ]
    assert any(f'"{word}"' in source and re.search(asks[verb], source) for source in sources)
