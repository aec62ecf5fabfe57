"""How results and inactivity change the ranks of a ladder."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from operator import itemgetter

from commands.context.context import Context
from pbm.board.board import Board
from pbm.board.ladder import (
    LadderEntry,
    after_game,
    after_inactivity,
    rank,
    undefended,
    winner_of_all,
)
from pbm.errors import BoardFrozenError
from pbm.match.match import Match
from pbm.match.match_state import first_state, next_state

DECIDED_LATER = "Your places on the ladder also depend on board {}, which isn't over yet."
EQUAL = (
    "You and your opponent have the same number of points on boards {} and {}, so your places "
    "don't change."
)


def settle(context: Context, before: Board, after: Board) -> str:
    """Updates the ladder when a ladder game ends for the first time.

    Two games of a pair change places together, when both are over. Returns a sentence on the
    change.
    """
    outcome = after.match.outcome
    if not after.terms.ladder or after.removed or outcome is None or before.match.outcome:
        return ""
    game, players = after.game.name, [player.id for player in after.players]
    # With the lock, the second of two games that end at the same time sees the end of the first.
    ladder = context.work.ladders.lock(game)
    other = _other_board(context, after)
    boards = [other, after] if other else [after]
    # The first end has moved the players already, and others may have moved since.
    if _have_ended_before([board.match for board in boards]):
        return ""
    is_complete = all(board.match.outcome and not board.removed for board in boards)
    # One game of a pair never changes places, even if the other game can't be replayed.
    is_complete = is_complete and len(boards) == (2 if after.terms.pair else 1)
    winner = winner_of_all(boards) if is_complete else None
    idle = undefended(ladder, context.work.ladders.blocked(game))
    changed = after_game(ladder, winner, players, context.now(), idle)
    context.work.ladders.save(game, changed)
    if other and other.active:
        return DECIDED_LATER.format(other.number)
    if other and is_complete and winner is None:
        return EQUAL.format(*sorted(board.number for board in boards))
    return _rise(after, winner, ladder, changed)


def _rise(
    board: Board, winner: int | None, ladder: Sequence[LadderEntry], changed: Sequence[LadderEntry]
) -> str:
    """Returns a sentence on the winner's new place, or an empty string if it is the old one."""
    for player in board.players:
        if player.id == winner and (new := rank(changed, winner)) != rank(ladder, winner):
            return f"{player.userid} is now #{new} on the ladder."
    return ""


def _other_board(context: Context, board: Board) -> Board | None:
    """Returns the other board of a pair. None if there is none, or if it can't be replayed."""
    number = context.work.ladders.other_board(board)
    try:
        return context.work.boards.find(board.game.name, number) if number else None
    except BoardFrozenError:
        return None


def _have_ended_before(matches: Sequence[Match]) -> bool:
    """Whether all these games were over before the last of their events.

    An admin has then taken back an end.
    """
    if not any(event.text.startswith("rollback") for match in matches for event in match.events):
        return False
    changes = [(at, number, over) for number, one in enumerate(matches) for at, over in _ends(one)]
    over = set[int]()
    for _, number, is_over in sorted(changes, key=itemgetter(0))[:-1]:
        (over.add if is_over else over.discard)(number)
        if len(over) == len(matches):
            return True
    return False


def _ends(match: Match) -> Iterator[tuple[datetime, bool]]:
    """Yields, for each event, its time and whether the game is over after it."""
    state = first_state(match.game, match.options)
    for event in match.events:
        state = next_state(match.game, state, event.text)
        yield event.at, state.outcome is not None


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
