"""How many games players begin: against whom, and within which limits of their own."""

from collections.abc import Sequence

from commands.boards.challenges import challenge_refusals
from commands.context.context import Context
from commands.players.evidence import is_proved
from commands.players.preferences import LIMIT
from commands.security.limits import LimitKind, claimed
from pbm import games
from pbm.board.board import BoardLine
from pbm.board.players import Player
from pbm.board.terms import Terms
from pbm.board.viewers import SERVER
from pbm.games import AnyGame

MAX_UNTOUCHED_ROBOT_BOARDS = 5
"""Boards against robots, without a move of their player, that a forged sender may cause."""


def limit_challenge(
    context: Context,
    challenger: Player | None,
    orders: Sequence[Sequence[Player]],
    terms: Terms,
) -> None:
    """Counts the boards; raises NotAllowedError for too many."""
    proved = challenger is None or _has_asked(context, challenger)
    if challenger:
        whose = claimed(str(challenger.id), proved=proved)
        context.limiter.require(LimitKind.CHALLENGE, whose, len(orders))
    if not terms.unrated:
        by = challenger if proved else None
        _limit_robot_games(context, orders[0], len(orders), proved=by)


def _has_asked(context: Context, challenger: Player) -> bool:
    """Returns True if the player provably asks for the game."""
    return context.caller.confirmed or is_proved(context, challenger)


def _limit_robot_games(
    context: Context, players: Sequence[Player], boards: int, proved: Player | None
) -> None:
    """Raises NotAllowedError when one of these players begins too many rated games with robots.

    `proved`: the player who provably begins them. For the others, games that they provably began
    count as well, but not the other way round.
    """
    people = [player for player in players if not player.robot]
    for person in people if len(people) < len(players) else ():
        own, is_own = str(person.id), person == proved
        also = () if is_own else (own,)
        whose = claimed(own, proved=is_own)
        if not context.limiter.enter(LimitKind.ROBOT_GAME, whose, boards, also=also):
            raise challenge_refusals.too_many_robot_games(person)


def is_harmless(
    context: Context, game: AnyGame, challenger: Player, players: Sequence[Player], new: int
) -> bool:
    """Returns True for a challenge that needs no proof of its sender.

    It is to robots alone, and few such boards wait for their player's first move: until then a
    board is unrated and can be declined, and its mails go to the player's own address. Boards of
    players who limit their number are precious.
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
    """Returns True if `new` more boards are within the player's limit."""
    limit = context.work.preferences.get(player, LIMIT, game.name)
    if not limit:
        return True
    running, _ = context.work.boards.lines(game.name, [player.userid], "active", 0, viewer=SERVER)
    return running + new <= int(limit)
