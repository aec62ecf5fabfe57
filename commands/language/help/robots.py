"""The help page on robots."""

from commands.context.robots import NAMED_ROBOTS, RATED_ROBOTS, level_points
from commands.security.rate_limits import MAX_ROBOT_GAMES
from commands.views.text.tables import table
from pbm import games
from pbm.robots.levels import HIGHEST, LEVELS, NEAREST
from pbm.robots.search_tasks import LATE, OFFER_EVERY


def robots_page() -> str:
    """Returns the page on the robots, their levels and their behavior."""
    first = next(iter(games.games().values()))
    names, rated = list(NAMED_ROBOTS), list(RATED_ROBOTS)
    who = "\n".join(
        f"  {name}  {LEVELS[number].name}, with the first rating of level {nearest}"
        for name, (number, nearest) in zip(names, NEAREST.items(), strict=True)
    )
    return f"""\
Robots play every game with every option, around the clock. Name a level from
1 (beginner) to {HIGHEST} (strongest):

  {first.name} robot challenge 3 alice

You play against {rated[2]}, and move first; until you have finished a game,
you get the other side where yours is proved to lose. By mail your userid may
be left out. In a game of three the other robot is a level lower. All robots
are also challenged like anybody, such as {rated[2]} or these:

  {first.name} challenge alice {names[1]}

{who}

They answer within a minute or so. The better ones think longer, but less when
many boards wait. They never resign. Robots' clocks never run; yours run as
usual.

Robots are rated like everybody, but begin with the rating of their level:
beating an easy one gains little. You may begin at most {MAX_ROBOT_GAMES} rated games
against robots within a week; with -unrated as many as you like.

They accept a draw that is proved; where nothing is, when they see a loss, or
after {LATE} moves if they aren't ahead. After {LATE} moves {names[-1]} and {rated[-1]}
offer a draw with their move, at most once in {OFFER_EVERY} moves, where a table proves
that neither player can force a win. They let you take your move back only in
unrated games. They read no messages.

The ratings at which the levels begin, from games among themselves ("help
ratings"):

{_ratings()}"""


def _ratings() -> str:
    """Returns a table of the rating of each level at each game."""
    served = list(games.games())
    rows = [
        (str(level), *(str(level_points(name, level)) for name in served))
        for level in range(1, HIGHEST + 1)
    ]
    return table(("level", *served), rows, right=range(len(served) + 1))
