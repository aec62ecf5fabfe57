"""The ladder of each game: who may challenge whom there, and what the end of a game changes."""

from commands.context.context import Context
from pbm.board.board import Board, Player
from pbm.board.ladder import REACH, after_game, may_challenge, rank
from pbm.errors import IllegalError, NotAllowedError
from pbm.games import AnyGame
from pbm.options import read_options


def check_challenge(
    context: Context,
    game: AnyGame,
    options: object,
    challenger: Player | None,
    players: tuple[Player, ...],
) -> None:
    """Raises UserError for a challenge that the ladder doesn't allow.

    From the shell, which names no challenger, it is the lower one of both.
    """
    check_has_ladder(game)
    if options != read_options(game.options, (), game.title):
        raise IllegalError("A game for the ladder has the usual start: leave out the options.")
    ladder = context.work.ladders.lock(game.name)
    challenger = challenger or max(players, key=lambda player: rank(ladder, player.id) or 0)
    (other,) = (player for player in players if player.id != challenger.id)
    if not may_challenge(ladder, challenger.id, other.id):
        raise NotAllowedError(
            f"On the ladder you challenge players up to {REACH} places above your own, and "
            f"{other.userid} isn't one of them.\nThe ladder: {game.name} ladder"
        )
    if number := context.work.ladders.running(game.name, challenger):
        raise NotAllowedError(f"You play for the ladder already, on board {number}.")


def check_has_ladder(game: AnyGame) -> None:
    """Raises IllegalError for games of more than two players: a place goes from one to one."""
    if len(game.seats) != 2:
        raise IllegalError(f"{game.title} has no ladder, as it isn't played by two.")


def settle(context: Context, before: Board, after: Board) -> str:
    """Changes the ladder by the end of a game for it; returns the news."""
    outcome = after.match.outcome
    if not after.terms.ladder or after.removed or outcome is None or before.match.outcome:
        return ""
    game, players = after.game.name, [player.id for player in after.players]
    winner = after.players[outcome.winners[0]] if len(outcome.winners) == 1 else None
    ladder = context.work.ladders.lock(game)
    changed = after_game(ladder, winner.id if winner else None, players, context.now())
    context.work.ladders.save(game, changed)
    if winner is None:
        return ""
    old, new = rank(ladder, winner.id), rank(changed, winner.id)
    return f"{winner.userid} rises to place {new} of the ladder." if new != old else ""
