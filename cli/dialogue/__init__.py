"""What a game says at the terminal, and what is typed in reply: events, questions, orders, answers."""
