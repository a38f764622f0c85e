"""The solitaire game (10): one player has the Iraqi security forces, Military Council cards run Daesh.

`placement` puts the Daesh blocks on the map unseen (10.1), `council` draws and carries out the cards (10.2),
`actions` is what they can say beyond the vocabulary of other cards, `defence` is the judgement of a sensible
commander that knows no more than the player: it counts blocks and never looks at them (10.0b, 10.3a).
"""
