"""What is still to be done about the sides' words for the dice, before play is opened."""

from seats.seat.seat import Seat


def side_name(seat: Seat, side: str) -> str:
    """What a side is called, at the beginning of a sentence."""
    from reports.words.names import Names, capital

    return capital(Names(seat.game.state, side).side(side))


def words_wanted(seat: Seat) -> list[str]:
    """What remains to be done before play is opened, or before the dice are thrown; empty after that."""
    from adjudication.engine.play.entropy import Ceremony
    from reports.words.names import joined

    ceremony = Ceremony.of(seat.game.log)
    if ceremony.open or seat.game.state.closed:
        return []
    if ceremony.outstanding:
        first, *others = ceremony.outstanding
        more = f", then those of {joined([side_name(seat, side) for side in others])}" if others else ""
        still = "" if ceremony.given else " Other sides may still promise, until the first words are given."
        return [
            f"Next are the words of {side_name(seat, first)}{more}: "
            f"`whitecell begin give WORDS --side {first}`.{still}"
        ]
    if ceremony.given or ceremony.waived:
        return ["All promised words are given or waived. `whitecell begin` opens play."]
    return [
        "Play is not open yet. Each side can now promise words for the dice: "
        "`whitecell begin promise --side SIDE`.",
        "`whitecell begin` opens play.",
    ]
