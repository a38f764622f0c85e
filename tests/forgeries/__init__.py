"""Forged logs: kinds of forgery, each tried on logs of every system, with the verdict an audit must reach.

    python -m tests.forgeries            a table of kinds and verdicts
    python -m tests.forgeries KIND ...   what the audit says to forgeries of these kinds
    python -m tests.forgeries --mutations 10000 [FIRST]   random mutations, and what became of them

Every forger knows the format and makes the digests fit. A kind that passes says why no audit can see it, and
the auditor's guide says the same.
"""
