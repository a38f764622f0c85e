"""The game as a log of events: pieces, boards, tables, dice, the chain and the ledger."""
