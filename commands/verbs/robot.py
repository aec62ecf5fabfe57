"""The command `robot`, which starts a game against a robot of a given level."""

import re
from dataclasses import replace
from typing import Annotated, ClassVar

from commands.boards.challenges import challenge_refusals
from commands.content.response import Response
from commands.context.context import Context
from commands.context.robots import RATED_ROBOTS
from commands.language.command import GameCommand
from commands.language.slots import Literal, One, OptionalWord, Options, PasswordOption
from commands.system.secrets.secret import Secret
from commands.verbs.challenge import Challenge
from pbm import games
from pbm.board.viewers import SERVER
from pbm.errors import UsageError
from pbm.robots.levels import HIGHEST


def _read_level(word: str) -> int:
    """Returns the level.

    Raises UsageError. The error doesn't quote the word, which may be a misplaced password.
    """
    if not re.fullmatch(r"[0-9]{1,2}", word) or not 1 <= int(word) <= HIGHEST:
        raise UsageError(f"Replace LEVEL with a level from 1 (easiest) to {HIGHEST} (strongest).")
    return int(word)


class RobotChallenge(GameCommand):
    """Starts a game against a robot, from level 1 (beginner) to level 10 (strongest).

    You move first, with one exception: until you have finished a game, you get the winning side if
    it is known which side wins.

    By email, you can leave out your userid if you are the only player with your address. The
    options are those of `challenge`. In a three-player game, your second opponent is also a robot,
    one level lower, or level 2 with level 1. "help robots" explains more.
    """

    takes_words: ClassVar = True
    example: ClassVar = "{game} robot challenge 3 alice"

    challenge: Annotated[str, Literal("challenge")]
    level: Annotated[int, One("LEVEL", _read_level)]
    password: Annotated[Secret | None, PasswordOption()]
    options: Annotated[tuple[str, ...], Options("[-OPTION[=VALUE]...] [--TIMEOPTION=DAYS...]")]
    userid: Annotated[str | None, OptionalWord("[USERID]", str)]

    def run(self, context: Context) -> Response:
        """Challenges the robots. The player confirms it as with any other challenge."""
        robots = list(RATED_ROBOTS)
        opponents = [robots[level - 1] for level in self._levels()]
        userids = self.userid or self._sender(context), *opponents
        challenge = Challenge(self.game, self.password, self.options, userids)
        # Newcomers shouldn't start with a game that is lost from the first move.
        if len(userids) == 2 and _is_newcomer(context, userids[0]) and challenge.is_lost(context):
            challenge = replace(challenge, userids=userids[::-1])
        return challenge.run(context)

    def _levels(self) -> list[int]:
        """Returns a level for each opponent, as near to the requested level as possible.

        Of two levels equally near, the lower comes first.
        """
        near = sorted(range(1, HIGHEST + 1), key=lambda level: (abs(level - self.level), level))
        return near[: len(self.game.seats) - 1]

    def _sender(self, context: Context) -> str:
        """Returns the userid of the only player with the sender's address.

        Raises UserError otherwise.
        """
        address = context.caller.address
        owners = context.work.reachability.owners(address) if address else ()
        if len(owners) == 1:
            return owners[0].userid
        line = f"{self.game.name} robot challenge {self.level}"
        if owners:
            raise challenge_refusals.shared_address([owner.userid for owner in owners], line)
        raise challenge_refusals.no_userid(line)


def _is_newcomer(context: Context, userid: str) -> bool:
    """Whether the player hasn't finished a game yet."""
    boards = context.work.boards
    return not any(
        boards.lines(game, [userid], "inactive", 0, viewer=SERVER)[0] for game in games.games()
    )
