"""`python -m tests.docs` writes the tables of commands and of events into the documents anew."""

from tests.docs.tables import fill

fill()
