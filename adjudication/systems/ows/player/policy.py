"""The policy `staff`: each phase has its part of the staff."""

import random
from typing import Any

from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.register import citations
from adjudication.engine.umpire import Question
from adjudication.systems.ows.player.aircraft import air_tasking
from adjudication.systems.ows.player.fires import first_of, strike, supported
from adjudication.systems.ows.player.ground import activation, advancing, exploitation, movement, resolve
from adjudication.systems.ows.player.ground_engineers import take_up
from adjudication.systems.ows.player.ground_fires import fire, support
from adjudication.systems.ows.player.ground_organization import organization
from adjudication.systems.ows.player.movement import strategic_movement
from adjudication.systems.ows.player.planning import planning
from adjudication.systems.ows.player.secret import information, special_operations, survey, target_list
from adjudication.systems.ows.player.ships import emissions, naval_movement
from adjudication.systems.ows.turn.turns import acting
from domain.table.state import State

R = citations("ows", __file__)

SECOND_THOUGHTS = 0.03
"""How often a staff takes back what it has planned in a phase, or calls a team home."""
LEAVE_ASKED = 0.25
"""How often a staff asks leave to fly further than fuel allows, where it would help."""
ADVANCE = R["10.15.9"]
"""The rule by which it is asked who advances after combat."""
TAKEN_BACK = ("withdraw", "drop", "recover", "relieve")


class StaffPolicy:
    """Finds, fixes and strikes, husbands its magazines, defends its carriers. It looks only at what its side
    knows."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """The next order of the side that acts; to be done with the phase where nothing is left to do."""
        side = next(side for side in acting(state) if legal.may_order(side))
        return self._next(state, side, legal, chance) or Order(side, "proceed")

    def _next(self, state: State, side: str, legal: LegalOrders, chance: random.Random) -> Order | None:
        if chance.random() < SECOND_THOUGHTS:
            changed = first_of(legal, side, *TAKEN_BACK)
            if changed is not None:
                return changed
        match state.phase:
            case "planning":
                return planning(state, side, legal)
            case "strategic movement":
                return strategic_movement(state, side, legal)
            case "naval movement":
                return naval_movement(state, side, legal)
            case "air tasking":
                return air_tasking(state, side, legal, chance.random() < LEAVE_ASKED) or emissions(
                    state, side, legal
                )
            case "special operations":
                return special_operations(state, side, legal)
            case "information":
                return information(state, side, legal)
            case "theater isr":
                return survey(state, side, legal)
            case "strike plans":
                return target_list(state, side, legal)
            case "air combat":
                return first_of(legal, side, "fight")
            case "long-range strikes":
                return supported(state, side, legal, strike(state, side, legal), "salvos")
            case "local strikes":
                return first_of(legal, side, "torpedo", "asw") or supported(
                    state, side, legal, strike(state, side, legal), "salvos"
                )
            case "ground organization":
                return organization(state, side, legal) or information(state, side, legal)
            case "ground activation":
                return activation(state, side, legal)
            case "prep fires":
                return supported(state, side, legal, fire(state, side, legal), "missions")
            case "ground movement":
                return movement(state, side, legal)
            case "supporting fires":
                return support(state, side, legal, "support-attack")
            case "defensive fires":
                return self._defensive(state, side, legal)
            case "ground combat":
                return resolve(state, side, legal)
            case "exploitation":
                return exploitation(state, side, legal)
            case "exploitation combat":
                return support(state, side, legal, "support-attack") or resolve(state, side, legal)
            case "regeneration":
                return first_of(legal, side, "keep", "resupply") or take_up(state, side, legal)
        return None

    def _defensive(self, state: State, side: str, legal: LegalOrders) -> Order | None:
        """Reserves react, combats are supported, and what is left fires."""
        return (
            first_of(legal, side, "react")
            or support(state, side, legal, "support-defence")
            or fire(state, side, legal)
        )

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        """What the rules suggest, but a hex that is to be held is not left empty; else to act
        where one may."""
        if question.rule == ADVANCE:
            return advancing(state, question.side, question.suggested[0])
        if question.suggested:
            return question.suggested[0]
        if True in question.options:
            return True
        return question.sample(chance)
