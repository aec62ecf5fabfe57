"""The ladder of each game: who may challenge whom, and how results change it."""

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
    """Raises UserError if the ladder doesn't allow the challenge.

    A ladder challenge can't be declined, so the challenger can't choose its start or times. If
    `challenger` is None because the command came from the shell, the lower player challenges.
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
    """Raises NotAllowedError if one of the two players plays too many ladder games.

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
        if sum(player.id in pair for pair in recent.values()) >= MAX_GAMES:
            raise ladder_refusals.too_many_games(player)


def check_has_ladder(game: AnyGame) -> None:
    """Raises IllegalError if the game isn't for two players.

    On a ladder, a place passes from one player to another.
    """
    if len(game.seats) != 2:
        raise ladder_refusals.no_ladder(game)


def settle(context: Context, before: Board, after: Board) -> str:
    """Updates the ladder when a ladder game ends for the first time.

    Returns a sentence on the change.
    """
    outcome = after.match.outcome
    if not after.terms.ladder or after.removed or outcome is None or before.match.outcome:
        return ""
    # The first end has moved the players already, and others may have moved since.
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
    return f"{winner.userid} rises to #{new} on the ladder." if new != old else ""


def _has_ended_before(match: Match) -> bool:
    """Whether the game ended before, and an admin then took that back."""
    if not any(event.text.startswith("rollback") for event in match.events):
        return False
    state = first_state(match.game, match.options)
    for event in match.events[:-1]:
        state = next_state(match.game, state, event.text)
        if state.outcome:
            return True
    return False


def demote_inactive(context: Context, game: str, now: datetime) -> None:
    """Removes banned players from a ladder, and moves players down who haven't played for long."""
    ladder, banned = context.work.ladders.lock(game), context.work.ladders.banned(game)
    playing = frozenset[int]().union(*context.work.ladders.running(game).values())
    entries = [entry for entry in ladder if entry.player not in banned]
    idle = undefended(entries, context.work.ladders.blocked(game))
    changed = after_inactivity(entries, now, playing, idle)
    if changed != ladder:
        context.work.ladders.save(game, changed)
