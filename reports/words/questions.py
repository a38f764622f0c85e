"""Questions in words, and who is asked."""

from adjudication.engine.umpire import Question
from reports.words.names import Names
from reports.words.phrases import phrases


def asked(question: Question, names: Names) -> str:
    """A question with the person who has to answer it: `Aldmark to choose: Which units advance?`; for dice
    also their colour, if the rule system has one for each."""
    colour = phrases(names.system).dice.get(question.die, "") if question.kind in ("die", "dice") else ""
    shown = f" ({colour})" if colour else ""
    return f"{asked_of(question, names)}{shown}: {names.text(question.text)}"


def read(question: Question, names: Names) -> Question:
    """A question as somebody reads it: in words."""
    return question._replace(text=names.text(question.text), because=names.text(question.because))


def asked_of(question: Question, names: Names) -> str:
    """Who has to do what: `White cell to adjudicate`, `Aldmark to choose`, `Dice to roll`."""
    if question.kind in ("die", "dice"):
        return "Die to roll" if question.kind == "die" or question.dice == 1 else "Dice to roll"
    verbs = {"judgement": "adjudicate", "plan": "plan in secret", "words": "write"}
    return f"{names.first(question.side)} to {verbs.get(question.kind, 'choose')}"


def how_to_type(question: Question) -> str:
    """How to type an answer at the console."""
    match question.kind:
        case "die":
            return f"Type the die result (1-{question.die})."
        case "dice":
            return f"Type the {question.dice} die results (1-{question.die}), with spaces between them."
        case "judgement":
            return "Type the answer and the reason: ANSWER because REASON."
    return "Type the answer or its number."
