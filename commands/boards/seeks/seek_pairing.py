"""Pair seeks: find which fit together, check who may join, and create the boards."""

from collections.abc import Sequence
from typing import NamedTuple

from commands.boards.challenges.challenge_limits import check_within_limit, is_within_limit
from commands.boards.challenges.challenge_rules import find_blocked
from commands.boards.new_boards import create_board
from commands.boards.seeks import seek_refusals
from commands.context.context import Context
from commands.players.authentication import check_not_banned
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.ratings import NEWCOMER_POINTS
from pbm.board.terms import read_challenge
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.stored_values import Seek
from pbm.wording import listing


class FoundGame(NamedTuple):
    """A game that begins because players seek the same."""

    board: Board
    opening: str
    """First words to its players. They name the seeks that were paired."""


def pair(context: Context, game: AnyGame, seek: Seek) -> list[FoundGame]:
    """Creates boards for a seek as long as enough other seeks fit it."""
    boards: list[FoundGame] = []
    while len(boards) < seek.games and (group := _group(context, game, seek)):
        boards.append(begin(context, game, group, len(boards)))
    return boards


def begin(context: Context, game: AnyGame, group: Sequence[Seek], turn: int = 0) -> FoundGame:
    """Creates a board for these seeks, and subtracts one from each seek's number of games.

    `group`: the seeks, newest last.
    `turn`: the number of seats by which the players are shifted.
    """
    shift = turn % len(group)
    order = _seated([*group[shift:], *group[:shift]])
    options, terms = read_challenge(game, order[0].options)
    match = Match.begin(game, game.resolve(options, context.seed()))
    players = {each.id: each for each in context.work.players.by_ids([s.player_id for s in order])}
    for seek in group:
        context.work.seeks.use(seek)
    board = create_board(context, [players[seek.player_id] for seek in order], match, terms)
    challenges = [f"{players[seek.player_id].userid}'s open challenge" for seek in group[:-1]]
    return FoundGame(board, f"A new game from {listing(challenges)}")


def _seated(group: Sequence[Seek]) -> list[Seek]:
    """Returns the seeks in seat order.

    A seek that requests a seat gets that seat. All remaining seeks fill the free seats in order.
    """
    wished = {each.seat: each for each in group if each.seat is not None}
    unseated = iter([each for each in group if each.seat is None])
    return [wished[seat] if seat in wished else next(unseated) for seat in range(len(group))]


def _group(context: Context, game: AnyGame, seek: Seek) -> list[Seek]:
    """Returns as many seeks as the game has seats. The given seek is the last of them.

    Returns an empty list if too few seeks fit.
    """
    fitting: list[Seek] = []
    # Lock the seeks, so that simultaneous commands can't pair the same seek twice.
    for other in context.work.seeks.lock(game.name, context.now()):
        if all(fits(context, game, other, each) for each in (seek, *fitting)):
            fitting.append(other)
        if len(fitting) == len(game.seats) - 1:
            return [*fitting, seek]
    return []


def fits(context: Context, game: AnyGame, one: Seek, other: Seek) -> bool:
    """Whether the players of both seeks would play each other now."""
    if one.player_id == other.player_id or one.words != other.words:
        return False
    if one.seat is not None and one.seat == other.seat:
        return False
    players = context.work.players.by_ids([one.player_id, other.player_id])
    by_id = {player.id: player for player in players}
    pairs = ((one, by_id[other.player_id]), (other, by_id[one.player_id]))
    return all(
        is_wanted(context, game, seek, player) and _may_play(context, game, player, seek)
        for seek, player in pairs
    )


def is_wanted(context: Context, game: AnyGame, seek: Seek, player: Player) -> bool:
    """Whether the rating of a player is within the range of a seek."""
    return seek.lowest <= points(context, game, player) <= seek.highest


def points(context: Context, game: AnyGame, player: Player) -> int:
    """Returns a player's rating at a game. Players without one get a newcomer's rating."""
    rating = context.work.ratings.of(player).get(game.name)
    return rating.points if rating else NEWCOMER_POINTS


def _may_play(context: Context, game: AnyGame, player: Player, seek: Seek) -> bool:
    if player.banned or player.gone or not player.confirmed:
        return False
    seekers = tuple(context.work.players.by_ids([seek.player_id]))
    return not find_blocked(context, player, seekers) and is_within_limit(context, game, player)


def check_joins(
    context: Context, game: AnyGame, player: Player, seek: Seek, own_seek: Seek
) -> None:
    """Raises NotAllowedError with the reason if the player can't join the seek.

    `own_seek`: the seek that the player would have by joining.
    """
    (other,) = context.work.players.by_ids([seek.player_id])
    if other.id == player.id:
        raise seek_refusals.own_seek()
    if not is_wanted(context, game, seek, player):
        raise seek_refusals.other_ratings(other, seek, points(context, game, player))
    if find_blocked(context, other, (player,)) or find_blocked(context, player, (other,)):
        raise seek_refusals.blocked(other, player)
    check_not_banned(player)
    check_within_limit(context, game, player)
    if not fits(context, game, seek, own_seek):
        raise seek_refusals.takes_no_more(other)
