"""The people around the table: seats, messages, sealed orders, notes, briefs, time."""
