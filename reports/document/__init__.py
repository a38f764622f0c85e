"""A report as plain data, and the formats it is written in: HTML, Markdown, PDF and Word.

The review, the audit report and the comparison of games are built as a `Document`, and every format is a
function of it. Nothing in a document is markup: whatever people typed stays text in all of them.
"""
