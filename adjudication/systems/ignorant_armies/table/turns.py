"""The names of the phases. Each side has a movement and a combat phase in its player-turn; the event
comes before both."""

EVENT, IRAQI_MOVEMENT, IRAQI_COMBAT, IRANIAN_MOVEMENT, IRANIAN_COMBAT = (
    "random event",
    "Iraqi operational movement",
    "Iraqi combat",
    "Iranian operational movement",
    "Iranian combat",
)
PHASES = (EVENT, IRAQI_MOVEMENT, IRAQI_COMBAT, IRANIAN_MOVEMENT, IRANIAN_COMBAT)
MOVEMENTS = (IRAQI_MOVEMENT, IRANIAN_MOVEMENT)
COMBATS = (IRAQI_COMBAT, IRANIAN_COMBAT)
