"""What logs of earlier versions ask in other words."""

import re

from adjudication.engine.former_words import FormerWords

FORMER = FormerWords(
    questions=(
        (re.compile(r"Does (.*) go to (.*)\?"), r"Move \1 to \2?"),
        (re.compile(r"Whom has it served best\?"), "Which side achieved most?"),
    )
)
