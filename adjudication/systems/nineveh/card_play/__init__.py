"""Playing cards (3.2, 4.1.1d) and drawing events (6.5, 9.3c): the effects of a card, one after the other; and
production (7.3)."""
