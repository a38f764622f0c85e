"""A side's brief: a hand-out with what the side may know, and nothing else.

`gather` collects it as plain data from the side's own view of table and log; `document` arranges it as a
report for every format.
"""

from reports.briefs.gather import Brief, gather
from reports.briefs.page import document

__all__ = ["Brief", "document", "gather"]
