"""How results and inactivity change the ranks of a ladder."""

from datetime import datetime

from commands.context.context import Context
from pbm.board.board import Board
from pbm.board.ladder import (
    after_game,
    after_inactivity,
    rank,
    undefended,
)
from pbm.match.match import Match
from pbm.match.match_state import first_state, next_state


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
    return f"{winner.userid} is now #{new} on the ladder." if new != old else ""


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
    """Removes banned players from a ladder, and moves players down who haven't played for long.

    Downtimes don't count, because nobody could play. A wrong clock makes them as long as itself.
    """
    ladder, banned = context.work.ladders.lock(game), context.work.ladders.banned(game)
    playing = frozenset[int]().union(*context.work.ladders.running(game).values())
    entries = [entry for entry in ladder if entry.player not in banned]
    idle = undefended(entries, context.work.ladders.blocked(game))
    stops = context.work.clocks.downtimes(min((entry.played for entry in entries), default=now))
    changed = after_inactivity(entries, now, playing, idle, stops)
    if changed != ladder:
        context.work.ladders.save(game, changed)
