"""Limits on the games that players begin, and on challenges that need no confirmation."""

from collections.abc import Sequence

from commands.boards.challenges import challenge_refusals
from commands.context.context import Context
from commands.players.judging_evidence import is_proved
from commands.players.preferences import LIMIT
from commands.security.rate_limits import LimitKind, claimed
from pbm import games
from pbm.board.board import BoardLine
from pbm.board.players import Player
from pbm.board.terms import Terms
from pbm.board.viewers import SERVER
from pbm.games import AnyGame

MAX_UNTOUCHED_ROBOT_BOARDS = 5
"""Maximum number of boards against robots, without a move by the player, that an unconfirmed
challenge may start.

A sender can be forged, so these boards may not be the player's own doing.
"""


def limit_challenge(
    context: Context,
    challenger: Player | None,
    orders: Sequence[Sequence[Player]],
    terms: Terms,
) -> None:
    """Counts the new boards toward the limits. Raises NotAllowedError if a limit is exceeded."""
    proved = challenger is None or _has_asked(context, challenger)
    if challenger:
        whose = claimed(str(challenger.id), proved=proved)
        context.limiter.require(LimitKind.CHALLENGE, whose, len(orders))
    if not terms.unrated:
        by = challenger if proved else None
        _limit_robot_games(context, orders[0], len(orders), proved=by)


def _has_asked(context: Context, challenger: Player) -> bool:
    """Whether the challenger has proved that they want the game."""
    return context.caller.confirmed or is_proved(context, challenger)


def _limit_robot_games(
    context: Context, players: Sequence[Player], boards: int, proved: Player | None
) -> None:
    """Raises NotAllowedError if one of these players begins too many rated games against robots.

    If a player has proved that they want the game, only their other proved games count toward the
    limit, so that forged challenges can't use it up. Otherwise, all their games count toward it.

    `proved`: the player who has proved that they want the new games.
    """
    people = [player for player in players if not player.robot]
    for person in people if len(people) < len(players) else ():
        person_id, is_own = str(person.id), person == proved
        also = () if is_own else (person_id,)
        whose = claimed(person_id, proved=is_own)
        if not context.limiter.enter(LimitKind.ROBOT_GAME, whose, boards, also=also):
            raise challenge_refusals.too_many_robot_games(person)


def is_harmless(
    context: Context, game: AnyGame, challenger: Player, players: Sequence[Player], new: int
) -> bool:
    """Whether a challenge needs no proof of its sender.

    It must be against robots only, with few such boards waiting for the player's first move. Until
    that move a board is unrated and can be declined, and its emails go to the player's own address.
    Players who limit their number of boards always confirm, because forged challenges would use up
    the limit.
    """
    if context.caller.denied or context.work.preferences.get(challenger, LIMIT, game.name):
        return False
    if not all(player.robot for player in players if player.id != challenger.id):
        return False
    untouched = sum(
        _is_untouched_robot_board(line, challenger)
        for name in games.games()
        for line in context.work.boards.lines(name, [challenger.userid], "active", viewer=SERVER)[1]
    )
    return untouched + new <= MAX_UNTOUCHED_ROBOT_BOARDS


def _is_untouched_robot_board(line: BoardLine, player: Player) -> bool:
    seat = line.players.index(player.userid)
    return len(line.robots) == len(line.players) - 1 and line.ply <= seat


def check_within_limit(context: Context, game: AnyGame, player: Player, new: int = 1) -> None:
    """Raises NotAllowedError if `new` more boards exceed the player's limit."""
    if not is_within_limit(context, game, player, new):
        limit = context.work.preferences.get(player, LIMIT, game.name)
        raise challenge_refusals.beyond_limit(player, int(limit), game)


def is_within_limit(context: Context, game: AnyGame, player: Player, new: int = 1) -> bool:
    """Whether `new` more boards are within the player's limit."""
    limit = context.work.preferences.get(player, LIMIT, game.name)
    if not limit:
        return True
    running, _ = context.work.boards.lines(game.name, [player.userid], "active", 0, viewer=SERVER)
    return running + new <= int(limit)
