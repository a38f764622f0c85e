"""Planning (4), decision cards (4.2), objectives, and the assessment of the turn (12)."""
