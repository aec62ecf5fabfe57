"""The help page on robots."""

from commands.accounts.robots import BUILT_IN_ROBOTS
from commands.security.rate_limits import MAX_ROBOT_GAMES
from pbm import games
from pbm.robots import LEVELS
from pbm.robots.search_tasks import LATE, OFFER_EVERY


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

They answer within a minute or so. The better ones think longer, but less when
many boards wait. They never resign. Robots' clocks stand still; yours run as
usual.

Robots are rated like everybody. You may begin at most {MAX_ROBOT_GAMES} rated games
against robots within a week; with -unrated as many as you like.

They accept a draw that is proved; where nothing is, when they see a loss, or
after {LATE} moves if they aren't ahead. After {LATE} moves {names[-1]} offers a draw
with its move, at most once in {OFFER_EVERY} moves, where a table proves that neither
player can force a win. They let you take your move back only in unrated
games. They read no messages."""
