"""The Daesh player-turn of the solitaire game (10.2): the top Military Council card is drawn, its actions
are carried out phase by phase, Daesh fights where it has attacked, and its blocks are hidden again."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.card_play.effects import carry_out
from adjudication.systems.nineveh.cards.targets import Context, holds
from adjudication.systems.nineveh.fighting.combat import contested, engage
from adjudication.systems.nineveh.solitaire import actions
from adjudication.systems.nineveh.solitaire.defence import advantage
from adjudication.systems.nineveh.solitaire.sheets import check, read
from adjudication.systems.nineveh.table.asking import alone, choose
from adjudication.systems.nineveh.table.blocks import BLOCKS, DAESH, on_map, stand_up
from adjudication.systems.nineveh.table.phases import COMBAT, MOVEMENT, SUPPORT
from domain.table.marks import Mark
from domain.table.state import State

R = citations("nineveh", __file__)
T = texts("nineveh")

DECK, DRAWN = "council-deck", "council-discard"
CARDS = Mark[list[str]]("council cards", turns=1)
"""Mark of the game: the Military Council cards of this turn."""
EARLY = (1, 2, 3)
"""The turns in which a second card is drawn, by the option (10.4b)."""


def lay(umpire: Umpire) -> None:
    """Check all cards, and shuffle them face down (10.1g)."""
    check(umpire.state.kinds)
    umpire.shuffle(DECK, rule=R["10.1g"])


def begin_support(umpire: Umpire) -> None:
    """Draw the card of the turn, or two, and do what it says for this phase (10.2b, 10.4b)."""
    state = umpire.state
    second = bool(state.options["second_card"]) and state.turn in EARLY
    drawn = []
    for rule in (R["10.2b"], R["10.4b"])[: 1 + second]:
        if umpire.state.at.get(DECK):
            drawn.append(umpire.deal(DECK, to=DRAWN, known_to=None, rule=rule))
    umpire.mark("game", CARDS, drawn, rule=R["10.2b"])
    act(umpire, SUPPORT)


def begin_movement(umpire: Umpire) -> None:
    """What the cards say for the Movement Phase."""
    act(umpire, MOVEMENT)


def begin_combat(umpire: Umpire) -> None:
    """What the cards say for the Combat Phase; then Daesh fights, combat by combat."""
    act(umpire, COMBAT)


def act(umpire: Umpire, phase: str) -> None:
    """Carry out the actions of the cards of this turn for a phase."""
    for card in umpire.state.mark("game", CARDS, []):
        for group in read(umpire.state.pieces[card]).actions:
            if group.phase == phase:
                context = Context(side=DAESH, here="", rule=R["10.2b"], card=card)
                for action in group.do if holds(umpire.state, group.if_, context) else group.else_:
                    if action.verb in actions.DEEDS:
                        actions.carry_out(umpire, action)
                    else:
                        context = carry_out(umpire, [action], context)


def to_fight(state: State) -> list[str]:
    """The areas where Daesh has still to fight in its Combat Phase of the solitaire game."""
    if alone(state) and state.phase == COMBAT and state.side == DAESH:
        return contested(state)
    return []


def fight_next(umpire: Umpire) -> None:
    """Daesh fights the next of its combats, in the order that is judged best (6.1b, 10.2j)."""
    state = umpire.state
    places = sorted(to_fight(state), key=lambda area: -advantage(state, area))
    area = choose(
        umpire,
        DAESH,
        T("area where Daesh fights next"),
        places,
        rule=R["10.2j"],
        suggest=places[0],
        because=T("its chances are best there"),
    )
    engage(umpire, DAESH, str(area))


def end_turn(umpire: Umpire) -> None:
    """All Daesh blocks that were revealed are hidden again (10.2i)."""
    state = umpire.state
    for group in BLOCKS:
        for block in state.of_group(group):
            if block.side == DAESH and block.known_to is None and on_map(state, block):
                stand_up(umpire, block, rule=R["10.2i"])


def no_more(umpire: Umpire) -> None:
    """Nothing else happens."""


def never_waits(state: State) -> str:
    """Nothing has to be done by the player."""
    return ""
