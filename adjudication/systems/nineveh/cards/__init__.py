"""Cards (2.3, 3.2): what stands on them is data in a small vocabulary of effects.

`sheets` says what may stand on a card, `targets` and `selecting` find what its words mean on the table,
`standing` has the rules that hold while a card is in play, `purchase` the preparation; the other modules
are effects. Cards are played in `card_play`.
"""
