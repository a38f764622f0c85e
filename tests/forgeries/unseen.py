"""What no audit can see without a head that somebody wrote down, field by field, and which sentence of the
auditor's guide says so (`kinds.UNSEEN`)."""

FIELDS: dict[str, dict[str, str]] = {
    "entered": {
        "*": "time blind by because asked_by agreed",
        "noted.1": "text concerns kind links tags turns sides rating audience",
        "game-declared.1": "purpose questions outcomes audience",
        "message-sent.1": "form fields sender turn phase rule",
        "marking-set.1": "marking concerns audience",
        "seat-taken.1": "name role side cell left also",
        "house-rule-adopted.1": "id text replaces",
        "injects-listed.1": "injects",
        "inject-handled.1": "inject text how",
        "entry-corrected.1": "text fields topic withdrawn",
        "disclosed.1": "text audience",
        "timer-set.1": "purpose seconds",
        "clock-paused.1": "purpose",
        "game-forked.1": "game name at",
        "table-adopted.1": "data",
        "counters-adopted.1": "kinds pieces provenance source",
        "secret-order-dropped.1": "side order audience rule",
        "entropy-given.1": "side",
    },
}
"""By the reason, and by event, the fields; `*` is every event."""


def unseen(event: str, field: str) -> bool:
    """Whether a change of that field can pass an audit."""
    listed = (kinds.get(name, "").split() for kinds in FIELDS.values() for name in ("*", event))
    return any(field in fields for fields in listed)
