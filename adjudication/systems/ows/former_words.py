"""What logs of earlier versions ask and tell in other words."""

import re

from adjudication.engine.former_words import FormerWords

FORMER = FormerWords(
    questions=(
        (re.compile(r"(Which units assault \S+ from the (?:sea|air)\?)"), r"\1 A wave has at most 6 steps."),
    ),
    dice=((re.compile(r"(attack by .*, at [0-9]+:[0-9]+): D[0-9]+ against (-?[0-9]+)"), r"\1, shield \2"),),
)
