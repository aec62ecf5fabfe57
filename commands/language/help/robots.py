"""The help page on robots."""

from commands.context.robots import NAMED_ROBOTS, RATED_ROBOTS, level_points
from commands.security.rate_limits import MAX_ROBOT_GAMES
from commands.views.text.tables import table
from pbm import games
from pbm.robots.levels import HIGHEST, LEVELS, NEAREST, has_measured_levels
from pbm.robots.search_tasks import LATE, OFFER_EVERY

SHOWN = (1, 4, 7, HIGHEST)
"""The levels whose ratings are shown. More of them wouldn't fit the width of a phone."""
NOT_MEASURED = """

We haven't measured the levels of the other games yet. There, every robot
begins with the same rating."""
PAGE = """\
Robots play every game with every option, around the clock. Name a level from
1 (beginner) to {highest} (strongest):

  {game} robot challenge 3

You move first, with one exception: until you have finished a game, you get
the winning side if it is known which side wins. By email, we recognize you by
your address. In the shell, or if several players share your address, add your
userid after the level.

Robots answer within about a minute. Stronger robots think longer, but all
think less if many games are waiting. In a three-player game, your second
opponent is also a robot, one level lower.

You can also challenge robots by name, like any other player: {first_rated} to
{last_rated}, and

{who}

For example:
  {game} challenge alice {named}

Ratings
A robot begins with the rating of its level, so beating an easy one gains you
little. You can start at most {max_games} rated games against robots per week. With
-unrated, you can play as many as you like.

These are the initial ratings of some levels ("help ratings"). We measured
them in games between the levels:

{ratings}

Details
  - Robots have no clock, but your own clock runs as usual. They never resign,
    and don't read messages.
  - They accept a draw if the position is a proven draw. If nothing is
    proven, they accept when they expect to lose, or after move {late} if
    they aren't ahead.
  - After move {late}, {strongest} and {last_rated} offer a draw if it is
    proven that nobody can force a win. They do so at most once every
    {offer_every} moves.
  - They let you take back a move only in unrated games.

To write a program that plays, see "help engines"."""


def robots_page() -> str:
    """Returns the page on the robots, their levels and their behavior."""
    names, rated = list(NAMED_ROBOTS), list(RATED_ROBOTS)
    who = (
        f"  {name}  {LEVELS[number].name}; begins with the rating of level {nearest}"
        for name, (number, nearest) in zip(names, NEAREST.items(), strict=True)
    )
    return PAGE.format(
        highest=HIGHEST,
        game=next(iter(games.games())),
        first_rated=rated[0],
        last_rated=rated[-1],
        who="\n".join(who),
        named=names[1],
        strongest=names[-1],
        max_games=MAX_ROBOT_GAMES,
        ratings=_ratings(),
        late=LATE,
        offer_every=OFFER_EVERY,
    )


def _ratings() -> str:
    """Returns a table of the rating of each level at each game."""
    served = [name for name in games.games() if has_measured_levels(name)]
    others = served != list(games.games())
    rows = [(name, *(str(level_points(name, level)) for level in SHOWN)) for name in served]
    ratings = table(("level", *map(str, SHOWN)), rows, right=range(1, len(SHOWN) + 1))
    return f"{ratings}{NOT_MEASURED if others else ''}"
