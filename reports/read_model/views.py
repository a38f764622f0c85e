"""The views of the read model: the most frequent questions, answered in SQL."""

from typing import NamedTuple


class View(NamedTuple):
    """A view: the meaning of a row, the meaning of its columns, and its query."""

    name: str
    about: str
    columns: dict[str, str]
    sql: str


_GAME_NAME = {"game": "The game.", "game_name": "Its name."}

VIEWS = (
    View(
        "win_rates",
        "How often each side won, of the games with a verdict, by scenario and options.",
        {
            "system": "The rule system.",
            "scenario": "The scenario.",
            "options": "The options in force, as JSON.",
            "winner": "The side; empty for a draw.",
            "games": "How many games it won.",
            "of_games": "Of how many.",
            "percent": "The share, in percent.",
        },
        """
        SELECT system, scenario, options, winner, count(*) AS games,
          sum(count(*)) OVER (PARTITION BY system, scenario, options) AS of_games,
          round(100.0 * count(*) / sum(count(*)) OVER (PARTITION BY system, scenario, options), 1) AS percent
        FROM games WHERE winner IS NOT NULL
        GROUP BY system, scenario, options, winner ORDER BY system, scenario, options, games DESC, winner
        """,
    ),
    View(
        "rolls_by_face",
        "How often each face of each die fell, beside how often it should, of all rolls (struck ones too; "
        "one told anew after a ruling counts once).",
        {
            "die": "How many faces the die has.",
            "face": "The face.",
            "times": "How often it fell.",
            "of_rolls": "Of how many rolls.",
            "percent": "The share, in percent.",
            "expected_percent": "The share of a fair die.",
        },
        """
        SELECT die, face, count(*) AS times, sum(count(*)) OVER (PARTITION BY die) AS of_rolls,
          round(100.0 * count(*) / sum(count(*)) OVER (PARTITION BY die), 1) AS percent,
          round(100.0 / die, 1) AS expected_percent
        FROM rolls WHERE again IS NULL GROUP BY die, face ORDER BY die, face
        """,
    ),
    View(
        "luckiest_rolls",
        "Rolls in force, those first whose face or a higher one was least likely. Whether high is good is "
        "for the rule to say.",
        {
            **_GAME_NAME,
            "event": "The roll.",
            "turn": "The turn.",
            "side": "The side whose order it belongs to.",
            "purpose": "What it was for.",
            "die": "How many faces the die has.",
            "face": "The face.",
            "percent_as_high": "How likely that face or a higher one was, in percent.",
        },
        """
        SELECT r.game, g.name AS game_name, r.event, r.turn, r.side, r.purpose, r.die, r.face,
          round(100.0 * (r.die - r.face + 1) / r.die, 1) AS percent_as_high
        FROM rolls r JOIN games g USING (game) WHERE r.in_force
        ORDER BY percent_as_high, r.event
        """,
    ),
    View(
        "dice_by_side",
        "What the dice of each side's orders came to, beside what they should, of rolls in force.",
        {
            **_GAME_NAME,
            "side": "The side; empty for the white cell.",
            "die": "How many faces the die has.",
            "rolls": "How many rolls.",
            "mean": "The mean face.",
            "expected_mean": "The mean of a fair die.",
        },
        """
        SELECT r.game, g.name AS game_name, r.side, r.die, count(*) AS rolls,
          round(avg(r.face), 2) AS mean, (r.die + 1) / 2.0 AS expected_mean
        FROM rolls r JOIN games g USING (game) WHERE r.in_force GROUP BY r.game, r.side, r.die
        ORDER BY r.game, r.side, r.die
        """,
    ),
    View(
        "table_rows_used",
        "Which rows of which tables were found, and how often, in force.",
        {
            "system": "The rule system.",
            "scenario": "The scenario.",
            "table_id": "The table.",
            "title": "Its title.",
            "provenance": "Where it comes from: `document`, `reconstructed` or `house`.",
            "row": "The row, from 1.",
            "times": "How often it was found.",
            "games": "In how many games.",
        },
        """
        SELECT g.system, g.scenario, l.table_id, l.title, l.provenance, l."row",
          count(*) AS times, count(DISTINCT l.game) AS games
        FROM look_ups l JOIN games g USING (game) WHERE l.in_force
        GROUP BY g.system, g.scenario, l.table_id, l.title, l.provenance, l."row"
        ORDER BY g.system, g.scenario, l.table_id, l."row"
        """,
    ),
    View(
        "turn_times",
        "Time spent by turn, and the orders in force in it.",
        {
            **_GAME_NAME,
            "turn": "The turn.",
            "seconds": "Seconds spent in it.",
            "waiting": "Seconds of those in which the rules waited for an answer.",
            "orders": "Orders in force in it.",
        },
        """
        SELECT p.game, g.name AS game_name, p.turn, sum(p.seconds) AS seconds, sum(p.waiting) AS waiting,
          (SELECT count(*) FROM orders o WHERE o.game = p.game AND o.turn = p.turn AND o.in_force) AS orders
        FROM phases p JOIN games g USING (game) GROUP BY p.game, p.turn ORDER BY p.game, p.turn
        """,
    ),
    View(
        "losses_by_order",
        "What was lost in the adjudication of each kind of order, in force.",
        {
            **_GAME_NAME,
            "order_side": "The side that gave the order; empty for the white cell.",
            "order_name": "The kind of order; none for what belongs to no order.",
            "owner": "The side that lost.",
            "how": "`casualty`, `eliminated` or `removed`.",
            "losses": "How many.",
        },
        """
        SELECT l.game, g.name AS game_name, o.side AS order_side, o.name AS order_name, l.owner, l.how,
          sum(l.amount) AS losses
        FROM losses l JOIN games g USING (game) LEFT JOIN orders o ON o.event = l.order_event
        WHERE l.in_force GROUP BY l.game, o.side, o.name, l.owner, l.how
        ORDER BY l.game, losses DESC, o.name, l.owner, l.how
        """,
    ),
    View(
        "losses_by_turn",
        "What each side lost in each turn, in force.",
        {
            **_GAME_NAME,
            "turn": "The turn.",
            "owner": "The side that lost.",
            "how": "`casualty`, `eliminated` or `removed`.",
            "losses": "How many.",
        },
        """
        SELECT l.game, g.name AS game_name, l.turn, l.owner, l.how, sum(l.amount) AS losses
        FROM losses l JOIN games g USING (game) WHERE l.in_force
        GROUP BY l.game, l.turn, l.owner, l.how ORDER BY l.game, l.turn, l.owner, l.how
        """,
    ),
    View(
        "orders_given",
        "How often each side gave each kind of order, in force.",
        {
            **_GAME_NAME,
            "side": "The side; empty for the white cell.",
            "name": "The kind of order.",
            "orders": "How many.",
        },
        """
        SELECT o.game, g.name AS game_name, o.side, o.name, count(*) AS orders
        FROM orders o JOIN games g USING (game) WHERE o.in_force
        GROUP BY o.game, o.side, o.name ORDER BY o.game, o.side, orders DESC, o.name
        """,
    ),
    View(
        "rules_cited",
        "How often each rule was followed, in force, and in how many games.",
        {
            "system": "The rule system.",
            "rule": "The rule.",
            "times": "How often.",
            "games": "In how many games.",
        },
        """
        SELECT g.system, e.rule, count(*) AS times, count(DISTINCT e.game) AS games
        FROM events e JOIN games g USING (game) WHERE e.in_force AND e.rule <> ''
        GROUP BY g.system, e.rule ORDER BY g.system, times DESC, e.rule
        """,
    ),
    View(
        "final_scores",
        "Where each track stood at the end.",
        {
            **_GAME_NAME,
            "track": "The track.",
            "name": "Its name.",
            "side": "The side that it is kept for, if any.",
            "value": "Where it stood.",
        },
        """
        SELECT s.game, g.name AS game_name, s.track, s.name, s.side, s.value
        FROM scores s JOIN games g USING (game)
        WHERE s.turn = (SELECT max(turn) FROM scores t WHERE t.game = s.game) ORDER BY s.game, s.track
        """,
    ),
    View(
        "insights_by_topic",
        "What was noted on each learning outcome and research question, the highest rated first, as it was "
        "corrected last and without what was withdrawn; topics on which nothing was noted are here too.",
        {
            **_GAME_NAME,
            "topic": "The topic's id.",
            "what": "`learning outcome` or `research question`.",
            "topic_text": "The topic's text.",
            "insight": "What was noted; none when nothing was.",
            "kind": "`note`, `observation`, `insight`, `decision` or `question`.",
            "rating": "From 1 to 5; none when it was not rated.",
            "text": "The text.",
        },
        """
        SELECT t.game, g.name AS game_name, t.topic, t.what, t.text AS topic_text, i.event AS insight,
          i.kind, i.rating, coalesce(c.text, i.text) AS text
        FROM topics t JOIN games g USING (game)
        LEFT JOIN insight_topics it ON it.game = t.game AND it.topic = t.topic
          AND it.insight NOT IN (SELECT concerns FROM corrections WHERE withdrawn AND concerns IS NOT NULL)
        LEFT JOIN insights i ON i.event = it.insight
        LEFT JOIN corrections c ON c.event =
          (SELECT max(event) FROM corrections WHERE concerns = i.event AND kind = 'note')
        ORDER BY t.game, t.topic, i.rating DESC, i.event
        """,
    ),
    View(
        "inject_status",
        "Each inject on the list, and how it was handled last.",
        {
            **_GAME_NAME,
            "inject": "Its id.",
            "text": "What it says.",
            "due_turn": "The turn it is due in; 0 is any.",
            "how": "`delivered`, `altered` or `skipped`; none when it was not handled.",
            "handled_turn": "The turn in which it was.",
            "because": "The reason that was given.",
        },
        """
        SELECT i.game, g.name AS game_name, i.inject, i.text, i.due_turn, h.how, h.turn AS handled_turn,
          h.because
        FROM injects i JOIN games g USING (game)
        LEFT JOIN injects_handled h ON h.event =
          (SELECT max(event) FROM injects_handled WHERE game = i.game AND inject = i.inject)
        ORDER BY i.game, i.due_turn, i.inject
        """,
    ),
    View(
        "roster",
        "Who sat where at the end: of each person, the seat taken last and not left.",
        {
            **_GAME_NAME,
            "name": "The person.",
            "role": "The role.",
            "side": "The side; empty for the white cell.",
            "cell": "The cell of the side.",
            "also": "Further roles of the same person there, as JSON.",
        },
        """
        SELECT s.game, g.name AS game_name, s.name, s.role, s.side, s.cell, s.also
        FROM seats s JOIN games g USING (game)
        WHERE NOT s.left AND s.event = (SELECT max(event) FROM seats WHERE game = s.game AND name = s.name)
        ORDER BY s.game, s.side, s.name
        """,
    ),
)
