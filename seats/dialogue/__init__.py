"""What a game says to a seat, and what is said in reply: events, questions, orders, answers."""
