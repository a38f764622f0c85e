"""Cards (2.3, 3.2): what stands on them is data in a small vocabulary of effects.

`sheets` says what may stand on a card, `conditions` and `targets` find what its words mean on the table,
`effects` carries them out, `standing` has the rules that hold while a card is in play, `play` the order that
uses a card, `purchase` the preparation.
"""
