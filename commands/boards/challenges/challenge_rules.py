"""The rules of challenges: limits, refusals, blocks and the search for opponents."""

from collections.abc import Sequence

from commands.context.context import Context
from commands.players.preferences import LIMIT, REJECT
from commands.security.limits import MAX_ROBOT_GAMES, LimitKind, claimed
from pbm import games
from pbm.board.board import BoardLine
from pbm.board.players import Player
from pbm.board.viewers import SERVER
from pbm.errors import NotAllowedError
from pbm.games import AnyGame
from pbm.wording import counted

MAX_UNTOUCHED_ROBOT_BOARDS = 5
"""Boards against robots, without a move of their player, that a forged sender may cause."""


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


def limit_robot_games(
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
            raise NotAllowedError(
                f"{person.userid} begins at most {MAX_ROBOT_GAMES} rated games against robots "
                "within a week.\nUnrated ones are welcome: challenge with -unrated."
            )


def check_accepts(
    context: Context,
    game: AnyGame,
    players: tuple[Player, ...],
    challenger: Player | None,
    new: int,
    *,
    ladder: bool = False,
) -> None:
    """Raises NotAllowedError if one of the players doesn't accept the challenge.

    `new`: the number of boards that it starts. `ladder`: it is for the ladder, where nobody keeps a
    place by taking no challenges; blocked players are refused there, too.
    """
    for player in players:
        if not ladder:
            check_within_limit(context, game, player, new)
        if player != challenger:
            _check_accepts_challenge(context, game, player, players, ladder=ladder)


def check_within_limit(context: Context, game: AnyGame, player: Player, new: int = 1) -> None:
    """Raises NotAllowedError if `new` more boards exceed the player's limit."""
    if not is_within_limit(context, game, player, new):
        limit = context.work.preferences.get(player, LIMIT, game.name)
        raise NotAllowedError(
            f"{player.userid} plays at most {counted(int(limit), 'board')} of {game.title} "
            "at once, and there would be more."
        )


def is_within_limit(context: Context, game: AnyGame, player: Player, new: int = 1) -> bool:
    """Returns True if `new` more boards are within the player's limit."""
    limit = context.work.preferences.get(player, LIMIT, game.name)
    if not limit:
        return True
    running, _ = context.work.boards.lines(game.name, [player.userid], "active", 0, viewer=SERVER)
    return running + new <= int(limit)


def find_blocked(context: Context, player: Player, others: tuple[Player, ...]) -> Player | None:
    """Returns one of the others whom the player has blocked, or None."""
    blocked = context.work.blocks.by(player)
    return next((other for other in others if other.id in blocked), None)


def _check_accepts_challenge(
    context: Context, game: AnyGame, player: Player, players: tuple[Player, ...], *, ladder: bool
) -> None:
    if not ladder and context.work.preferences.get(player, REJECT, game.name):
        raise NotAllowedError(f"{player.userid} takes no challenges at {game.title}.")
    if blocked := find_blocked(context, player, players):
        raise NotAllowedError(f"{player.userid} takes no challenges from {blocked.userid}.")
