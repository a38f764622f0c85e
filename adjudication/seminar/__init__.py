"""The seminar around the table: rulings, arguments, acts by hand, the law of the house, people, papers."""
