"""The ladder of each game: who may challenge whom there, and what the end of a game changes."""

from collections.abc import Sequence
from datetime import datetime

from commands.boards.challenges import ladder_refusals
from commands.context.context import Context
from pbm.board.board import Board
from pbm.board.ladder import (
    BETWEEN,
    MAX_GAMES,
    OCCUPIED_FOR,
    LadderEntry,
    after_game,
    after_inactivity,
    may_challenge,
    rank,
    undefended,
)
from pbm.board.players import Player
from pbm.board.terms import Terms
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.match.match_state import first_state, next_state


def check_challenge(
    context: Context,
    game: AnyGame,
    options: object,
    terms: Terms,
    *,
    challenger: Player | None,
    players: tuple[Player, ...],
) -> None:
    """Raises UserError for a challenge that the ladder doesn't allow.

    It can't be declined, so nobody chooses its start or its times. From the shell, which names no
    challenger, it is the lower one of both.
    """
    check_has_ladder(game)
    if options != game.read_options() or terms != Terms(ladder=True):
        raise ladder_refusals.options_chosen()
    ladder, now = context.work.ladders.lock(game.name), context.now()
    challenger = challenger or max(players, key=lambda player: rank(ladder, player.id) or 0)
    (other,) = (player for player in players if player.id != challenger.id)
    left_out = context.work.ladders.banned(game.name) | context.work.blocks.of(challenger)
    if not may_challenge(ladder, challenger.id, other.id, left_out):
        raise ladder_refusals.out_of_reach(other, game)
    _check_games(context, game, ladder, challenger, other)
    if number := context.work.ladders.played_since(game.name, challenger, other, now - BETWEEN):
        raise ladder_refusals.played_lately(other, number)


def _check_games(
    context: Context,
    game: AnyGame,
    ladder: Sequence[LadderEntry],
    challenger: Player,
    other: Player,
) -> None:
    """Raises NotAllowedError if one of both plays too many games for the ladder.

    A player who is challenged may challenge, too, and games that have run for long leave room for
    others: else slow games would hold the player, or keep others away from the place.
    """
    running = context.work.ladders.running(game.name)
    own = rank(ladder, challenger.id) or 0
    for number, pair in running.items():
        is_higher = any((rank(ladder, each) or own) < own for each in pair)
        if challenger.id in pair and is_higher:
            raise ladder_refusals.plays_already(number)
    recent = context.work.ladders.running(game.name, since=context.now() - OCCUPIED_FOR)
    for player in (challenger, other):
        if sum(player.id in pair for pair in recent.values()) >= MAX_GAMES:
            raise ladder_refusals.too_many_games(player)


def check_has_ladder(game: AnyGame) -> None:
    """Raises IllegalError for games of more than two players: a place goes from one to one."""
    if len(game.seats) != 2:
        raise ladder_refusals.no_ladder(game)


def settle(context: Context, before: Board, after: Board) -> str:
    """Changes the ladder by the first end of a game for it; returns the news."""
    outcome = after.match.outcome
    if not after.terms.ladder or after.removed or outcome is None or before.match.outcome:
        return ""
    if _has_ended_before(after.match):
        return ""
    game, players = after.game.name, [player.id for player in after.players]
    winner = after.players[outcome.winners[0]] if len(outcome.winners) == 1 else None
    ladder = context.work.ladders.lock(game)
    idle = undefended(ladder, context.work.ladders.blocked(game))
    changed = after_game(ladder, winner.id if winner else None, players, context.now(), idle)
    context.work.ladders.save(game, changed)
    if winner is None:
        return ""
    old, new = rank(ladder, winner.id), rank(changed, winner.id)
    return f"{winner.userid} rises to place {new} of the ladder." if new != old else ""


def _has_ended_before(match: Match) -> bool:
    """Returns True if the match was over before, and an admin took it back."""
    if not any(event.text.startswith("rollback") for event in match.events):
        return False
    state = first_state(match.game, match.options)
    for event in match.events[:-1]:
        state = next_state(match.game, state, event.text)
        if state.outcome:
            return True
    return False


def demote_inactive(context: Context, game: str, now: datetime) -> None:
    """Saves a ladder without banned players, and after some haven't played for long."""
    ladder, banned = context.work.ladders.lock(game), context.work.ladders.banned(game)
    playing = frozenset[int]().union(*context.work.ladders.running(game).values())
    left = [entry for entry in ladder if entry.player not in banned]
    idle = undefended(left, context.work.ladders.blocked(game))
    changed = after_inactivity(left, now, playing, idle)
    if changed != ladder:
        context.work.ladders.save(game, changed)
