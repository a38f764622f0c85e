"""The games of Ignorant Armies that the contract asks about: nothing is hidden in them."""

from tests.contract.held import Held, Play
from tests.table import Table

HELD = Held(
    plays=(
        Play(
            "ignorant-armies",
            lambda seed: Table("ignorant-armies", seed=seed).session,
            before_turn=5,
            hides=False,
        ),
    )
)
