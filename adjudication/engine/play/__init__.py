"""Orders in play: run, run again, and given by a side as far as it knows; words for the dice."""
