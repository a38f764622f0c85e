"""A side's brief: the hand-out of what it may know, and of nothing else.

`gather` collects it as plain data from the side's own view of table and log; `document` sets it out as a
report in every format.
"""

from reports.briefs.gather import Brief, gather
from reports.briefs.page import document

__all__ = ["Brief", "document", "gather"]
