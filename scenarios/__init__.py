"""Data of the rule systems, one folder each: boards, counters, tables, rule registers."""
