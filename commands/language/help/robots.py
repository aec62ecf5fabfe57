"""The help page on robots."""

from commands.accounts.robots import BUILT_IN_ROBOTS
from commands.security.rate_limits import MAX_ROBOT_GAMES
from pbm import games
from pbm.robots import LEVELS
from pbm.robots.search_tasks import LATE


def explained() -> str:
    """Returns the help page: the robots and their behaviour."""
    first = next(iter(games.games().values()))
    names = list(BUILT_IN_ROBOTS)
    who = "\n".join(
        f"  {name}  {level.name}" for name, level in zip(names, LEVELS.values(), strict=True)
    )
    return f"""\
Robots play every game with every option, at any hour. Challenge them like
anybody:

  {first.name} challenge alice {names[1]}

{who}

They answer within a minute or so, the better ones after more thought, and
with less of it when many wait. They never resign, never ask for anything,
and have time for ever: their clocks stand still. Yours run as usual.

Robots are rated like everybody. You begin at most {MAX_ROBOT_GAMES} rated games
against robots within a week; with -unrated as many as you like.

They take a draw where they see that they lose, and after {LATE} moves where
they stand no better. They let you take your move back where the game is
unrated, and there alone. They read no messages."""
