"""The Seasonal Interphase (3.0e): desertion; Terror markers come off and Terrorism begins anew; rotation, US
Intervention and replacements."""

import adjudication.systems.somalia.between_turns.desertion as desertion
import adjudication.systems.somalia.between_turns.intervention as intervention
import adjudication.systems.somalia.between_turns.rotation as rotation
import adjudication.systems.somalia.table.recruits as recruits
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.holding import TERROR
from adjudication.systems.somalia.table.sides import bandits

R = citations("somalia", __file__)


def begin(umpire: Umpire) -> None:
    """Desertion, then all Terror markers come off (3.0f, 3.0g)."""
    desertion.muster(umpire)
    for zone in list(umpire.state.marked(TERROR)):
        umpire.mark(zone, TERROR, None, rule=R["3.0g"])


def rotate_and_recruit(umpire: Umpire) -> None:
    """UN rotation, the request for Intervention, then Bandit replacements (3.0h)."""
    rotation.rotate(umpire)
    intervention.rotate(umpire)
    intervention.end(umpire)
    intervention.request(umpire)
    for side in bandits(umpire.state):
        recruits.recruit(umpire, side)
