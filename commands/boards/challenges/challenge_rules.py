"""Check who may challenge whom."""

from collections.abc import Sequence

from commands.boards.challenges import challenge_refusals
from commands.boards.challenges.challenge_limits import check_within_limit
from commands.context.context import Context
from commands.context.robots import ROBOT_PREFIX
from commands.players.authentication import check_not_banned, check_reachable
from commands.players.preferences import REJECT
from pbm.board.players import Player
from pbm.engines.accounts import check_plays
from pbm.games import AnyGame


def check_players(players: tuple[Player, ...], game: AnyGame) -> None:
    """Raises NotAllowedError if one of the players can't play the game, or if all are robots."""
    if len({player.id for player in players}) < len(players):
        raise challenge_refusals.named_twice()
    if all(player.robot for player in players):  # Games between robots may never end.
        raise challenge_refusals.only_robots()
    for player in players:
        check_reachable(player)
        check_not_banned(player)
        check_plays(player, game.name)


def check_one_writes(context: Context, userids: Sequence[str]) -> None:
    """Raises NotAllowedError if the email doesn't come from an address of one of these players.

    The error doesn't reveal to strangers which userids exist. Robots are exempt because everybody
    knows their userids.
    """
    if all(userid.lower().startswith(ROBOT_PREFIX) for userid in userids):
        return
    address = context.caller.address
    owners = [owner.userid for owner in context.work.reachability.owners(address)]
    if not address or {owner.lower() for owner in owners} & set(map(str.lower, userids)):
        return
    raise challenge_refusals.foreign_address(userids, owners)


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

    `new`: the number of boards that the challenge starts.
    `ladder`: whether the challenge is for the ladder. On a ladder, players can't keep their place
    by refusing all challenges, but blocks still apply.
    """
    for player in players:
        if not ladder:
            check_within_limit(context, game, player, new)
        if player != challenger:
            _check_accepts_challenge(context, game, player, players, ladder=ladder)


def find_blocked(context: Context, player: Player, others: tuple[Player, ...]) -> Player | None:
    """Returns a player among `others` whom `player` has blocked, or None."""
    blocked = context.work.blocks.by(player)
    return next((other for other in others if other.id in blocked), None)


def _check_accepts_challenge(
    context: Context, game: AnyGame, player: Player, players: tuple[Player, ...], *, ladder: bool
) -> None:
    if not ladder and context.work.preferences.get(player, REJECT, game.name):
        raise challenge_refusals.no_challenges(player, game)
    if other := find_blocked(context, player, players):
        raise challenge_refusals.blocked(player, other)
