"""A salvo from its launch to its hits (9.2 to 9.6, 9.9): targets, modifiers, the defender's answer; and
nuclear strikes (7.4)."""
