"""Who may challenge whom, and who seeks opponents."""

from commands.accounts.preferences import LIMIT, REJECT, SEEK
from commands.context.context import Context
from pbm.board import Player
from pbm.errors import NotAllowedError
from pbm.games import AnyGame
from pbm.wording import counted


def seekers(context: Context, game: AnyGame) -> dict[int, int]:
    """How many games each player seeks, by id, those first who have sought longest."""
    return {
        preference.player: int(preference.value)
        for preference in context.work.preferences.named(SEEK, game.name)
    }


def check_accepts(
    context: Context,
    game: AnyGame,
    players: tuple[Player, ...],
    challenger: Player | None,
    new: int,
) -> None:
    """Refuses a challenge that one of the players wouldn't have; `new` boards come of it."""
    for player in players:
        check_room(context, game, player, new)
        if player != challenger:
            _check_accepts_challenge(context, game, player, players)


def check_room(context: Context, game: AnyGame, player: Player, new: int = 1) -> None:
    """Refuses more boards than the player wants to play at once."""
    if not has_room(context, game, player, new):
        limit = context.work.preferences.get(player, LIMIT, game.name)
        raise NotAllowedError(
            f"{player.userid} plays at most {counted(int(limit), 'board')} of {game.title} "
            "at once, and there would be more."
        )


def has_room(context: Context, game: AnyGame, player: Player, new: int = 1) -> bool:
    """Whether so many boards more are within the player's limit."""
    limit = context.work.preferences.get(player, LIMIT, game.name)
    if not limit:
        return True
    running, _ = context.work.boards.lines(game.name, [player.userid], "active", 0)
    return running + new <= int(limit)


def find_blocked(context: Context, player: Player, others: tuple[Player, ...]) -> Player | None:
    """One of the others with whom the player wants nothing to do, if there is one."""
    blocked = context.work.blocks.by(player)
    return next((other for other in others if other.id in blocked), None)


def _check_accepts_challenge(
    context: Context, game: AnyGame, player: Player, players: tuple[Player, ...]
) -> None:
    if context.work.preferences.get(player, REJECT, game.name):
        raise NotAllowedError(f"{player.userid} takes no challenges at {game.title}.")
    if blocked := find_blocked(context, player, players):
        raise NotAllowedError(f"{player.userid} takes no challenges from {blocked.userid}.")
