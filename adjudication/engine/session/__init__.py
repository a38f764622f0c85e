"""A session: one game at the table, taking orders, answers and corrections, and recording all of it."""

from adjudication.engine.session.beside_play import BesidePlay
from adjudication.engine.session.correcting import Correcting, TooLate
from adjudication.engine.session.keeping import Outcome
from adjudication.engine.session.ordering import Ordering


class Session(Ordering, Correcting, BesidePlay):
    """A game in the hands of its white cell.

    dice: where chance comes from. people: who answers questions; by default nobody, so that adjudication
    stops and `pending` says what is asked. save: called after every change, to put it on disk.
    """


__all__ = ["Outcome", "Session", "TooLate"]
