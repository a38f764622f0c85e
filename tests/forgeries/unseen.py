"""What no audit can see without a head that somebody wrote down, field by field. The auditor's guide
holds the same list, in the words that stand here."""

from typing import NamedTuple


class Unseen(NamedTuple):
    """Something that can be altered, in the words of the guide.

    fields: by event, `*` for every event, a covert order apart from others. Fields that begin with a space
    or are none stand for the whole event, too, which may be missing, or stand there again or elsewhere.
    """

    what: str
    fields: dict[str, str]


LISTED = (
    Unseen("the time of any event, and the digits that blind it", {"*": "time blind"}),
    Unseen(
        "the person who made an entry, who asked for an undo and who agreed to it, and the reasons given",
        {"*": "by because asked_by agreed"},
    ),
    Unseen(
        "notes and ratings, with their topics and their audience",
        {"noted.1": " text concerns kind links tags turns sides rating audience"},
    ),
    Unseen(
        "the declared purpose, questions and outcomes",
        {"game-declared.1": " purpose questions outcomes audience"},
    ),
    Unseen(
        "corrections of notes, messages and declarations",
        {"entry-corrected.1": " text fields topic withdrawn"},
    ),
    Unseen(
        "messages: the sender, and what is filled into a form",
        {"message-sent.1": " form fields sender"},
    ),
    Unseen("handling markings", {"marking-set.1": " marking concerns audience"}),
    Unseen("seats, roles and cells", {"seat-taken.1": " name role side cell left also"}),
    Unseen("the text of a house rule", {"house-rule-adopted.1": " id text replaces"}),
    Unseen(
        "listed injects that were not delivered, and unplanned ones",
        {"injects-listed.1": " injects", "inject-handled.1": " inject text how"},
    ),
    Unseen(
        "what is revealed of a covert or sealed order in the white cell's own words, and to whom",
        {"disclosed.1": " text audience"},
    ),
    Unseen(
        "timers and pauses of the clock",
        {"timer-set.1": " purpose seconds", "clock-paused.1": " purpose", "clock-resumed.1": ""},
    ),
    Unseen("the forks that a log names", {"game-forked.1": " game name at"}),
    Unseen("the cells of an adopted table that no later order uses", {"table-adopted.1": " data"}),
    Unseen(
        "the values of adopted counters that no later order uses",
        {"counters-adopted.1": "kinds pieces provenance source"},
    ),
    Unseen(
        "which opened order was dropped where several were, its audience, and the rule named at it",
        {"secret-order-dropped.1": "side order audience rule"},
    ),
    Unseen(
        "which side gave words for the dice where no promise of theirs stands in the log, and a promise that "
        "was waived",
        {"entropy-given.1": "side", "entropy-promised.1": "", "entropy-waived.1": ""},
    ),
    Unseen(
        "the sides besides its own that were told of a covert order", {"order-given.1 covert": "audience"}
    ),
    Unseen("the sides to which sealed orders were opened", {"secret-orders-opened.1": "audience"}),
    Unseen(
        "the salt of sealed orders or of a sealed plan, where its digest is computed again",
        {"secret-order-sealed.1": "salt digest", "chosen.1": "salt digest", "answers-opened.1": "salts"},
    ),
)


def unseen(event: str, field: str) -> bool:
    """Whether a change of that field can pass an audit; of the whole event for an empty field."""
    return any(
        field in fields.split() or (not field and fields[:1] in ("", " "))
        for each in LISTED
        for name, fields in each.fields.items()
        if name == event or (name == "*" and field)
    )


def in_the_guide() -> str:
    """The list as it stands in the guide."""
    return ".\n".join(f"  - {each.what[:1].upper()}{each.what[1:]}" for each in LISTED) + ".\n"
