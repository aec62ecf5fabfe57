"""The rules of ladder challenges: which players somebody may challenge."""

from collections.abc import Sequence
from contextlib import suppress

from commands.boards.ladders import ladder_refusals
from commands.context.context import Context
from pbm.board.ladder import (
    BETWEEN,
    MAX_OPPONENTS,
    OCCUPIED_FOR,
    LadderEntry,
    rank,
    within_reach,
)
from pbm.board.players import Player
from pbm.board.terms import Terms
from pbm.errors import NotAllowedError
from pbm.games import AnyGame


def check_challenge(
    context: Context,
    game: AnyGame,
    options: object,
    terms: Terms,
    *,
    challenger: Player | None,
    players: tuple[Player, ...],
) -> None:
    """Raises UserError if the ladder doesn't allow the challenge.

    A ladder challenge can't be declined, so the challenger can't choose its start or times. If
    `challenger` is None because the command came from the shell, the lower player challenges.
    """
    check_has_ladder(game)
    if options != game.read_options() or terms != Terms(ladder=True):
        raise ladder_refusals.options_chosen()
    ladder = context.work.ladders.lock(game.name)
    challenger = challenger or max(players, key=lambda player: rank(ladder, player.id) or 0)
    (other,) = (player for player in players if player.id != challenger.id)
    if other.id not in _within_reach(context, game, ladder, challenger):
        raise ladder_refusals.out_of_reach(other, game)
    _check_games(context, game, ladder, challenger, other)


def next_opponent(
    context: Context, game: AnyGame, ladder: Sequence[LadderEntry], challenger: Player
) -> Player | None:
    """Returns the next player above whom the challenger sees and may challenge now, or None."""
    ids = _within_reach(context, game, ladder, challenger)
    visible = context.work.players.visible(ids, context.viewer)
    others = {player.id: player for player in context.work.players.by_ids(ids)}
    for id in reversed(ids):
        with suppress(NotAllowedError):
            if id in visible:
                _check_games(context, game, ladder, challenger, others[id])
                return others[id]
    return None


def _within_reach(
    context: Context, game: AnyGame, ladder: Sequence[LadderEntry], challenger: Player
) -> Sequence[int]:
    """Returns the players above whom the challenger could challenge, the highest first."""
    left_out = context.work.ladders.banned(game.name) | context.work.blocks.of(challenger)
    return within_reach(ladder, challenger.id, left_out)


def _check_games(
    context: Context,
    game: AnyGame,
    ladder: Sequence[LadderEntry],
    challenger: Player,
    other: Player,
) -> None:
    """Raises NotAllowedError if the two have met lately, or play too many ladder games.

    Challenged players may still challenge other players. Games older than OCCUPIED_FOR are ignored,
    because otherwise slow games would block a player, or protect their place.
    """
    running = context.work.ladders.running(game.name)
    own_place = rank(ladder, challenger.id) or 0
    for number, pair in running.items():
        is_higher = any((rank(ladder, each) or own_place) < own_place for each in pair)
        if challenger.id in pair and is_higher:
            raise ladder_refusals.plays_already(number)
    recent = context.work.ladders.running(game.name, since=context.now() - OCCUPIED_FOR)
    for player in (challenger, other):
        # Two games of a pair have the same opponent.
        if sum(player.id in pair for pair in set(recent.values())) >= MAX_OPPONENTS:
            raise ladder_refusals.too_many_opponents(player)
    since = context.now() - BETWEEN
    if played := context.work.ladders.played_since(game.name, challenger, other, since):
        raise ladder_refusals.played_lately(other, played)


def seat_orders(
    context: Context, game: AnyGame, players: tuple[Player, ...]
) -> list[tuple[Player, ...]]:
    """Returns the players in seat order, for each board of a ladder challenge.

    In a single game, the player who has moved first less often on this ladder moves first.
    """
    if game.paired:
        return [players, players[::-1]]
    surplus = context.work.ladders.first_seats(game.name, players)
    turn = 1 if context.seed() % 2 else -1
    return [tuple(sorted(players[::turn], key=lambda player: surplus.get(player.id, 0)))]


def check_has_ladder(game: AnyGame) -> None:
    """Raises IllegalError if the game isn't for two players.

    On a ladder, a place passes from one player to another.
    """
    if len(game.seats) != 2:
        raise ladder_refusals.no_ladder(game)
