"""Enter and leave tournaments, start their games, and record the results."""

from collections.abc import Sequence
from contextlib import suppress

from commands.boards.new_boards import create_board, new_boards_response
from commands.boards.tournaments import entry_refusals
from commands.content.response import Notification
from commands.context.context import Context
from commands.players.authentication import check_not_banned, check_reachable
from pbm import games
from pbm.board.board import Board, TournamentGame
from pbm.board.players import Player
from pbm.engines.accounts import check_plays
from pbm.errors import BoardFrozenError
from pbm.match.decisions import PROVED, UNFINISHED, closed_by
from pbm.match.match import Match
from pbm.suggestions import did_you_mean
from pbm.tournaments.events import (
    ADJUDICATED,
    PLAYED,
    WITHDRAWN,
    Enter,
    Leave,
    Reopen,
    Result,
    TournamentEvent,
    Withdraw,
)
from pbm.tournaments.tournament import StoredTournament, Tournament
from pbm.tournaments.tournament_steps import unfinished, withdrawals
from pbm.tournaments.tournament_terms import DRAW

SIGNED_OFF, BANNED = "signed off", "banned"
"""Reasons for leaving a tournament, in addition to `WITHDRAWN` and `DISQUALIFIED`."""


def find_tournament(context: Context, name: str, *, lock: bool = False) -> StoredTournament:
    """Returns a tournament, and locks it if `lock` is set.

    Raises NotFoundError if it doesn't exist.
    """
    tournaments = context.work.tournaments
    if stored := (tournaments.lock if lock else tournaments.find)(name):
        return stored
    guess = did_you_mean(name, tournaments.names())
    raise entry_refusals.unknown_tournament(name, guess)


def enter(context: Context, stored: StoredTournament, player: Player) -> StoredTournament:
    """Adds a player to a locked tournament. Raises UserError if they can't play in it."""
    check_reachable(player)
    check_not_banned(player)
    check_plays(player, stored.tournament.terms.game)
    return context.work.tournaments.add_event(stored, Enter(player.id), context.now())


def leave(
    context: Context, stored: StoredTournament, player: Player, why: str = WITHDRAWN
) -> StoredTournament:
    """Removes a player from a locked tournament, or withdraws them if it is running.

    The next tick of the server ends their open games as losses. Raises IllegalError if they can't
    leave.
    """
    is_open = stored.tournament.status == "open"
    event = Leave(player.id) if is_open else Withdraw(player.id, why)
    return context.work.tournaments.add_event(stored, event, context.now())


def leave_all(context: Context, player: Player, why: str) -> None:
    """Removes a player from all tournaments that are open or running."""
    entered = context.work.tournaments.entered_by(player)
    names = [found.name for found in entered if _is_in(found.tournament, player)]
    # Lock in a fixed order, so that two commands can't deadlock.
    for name in sorted(names, key=str.lower):
        stored = find_tournament(context, name, lock=True)
        # Check again: the player may have left before the tournament was locked.
        if _is_in(stored.tournament, player):
            leave(context, stored, player, why)


def _is_in(tournament: Tournament, player: Player) -> bool:
    return player.id in tournament.active and tournament.status in ("open", "running")


def begin_game(context: Context, stored: StoredTournament, number: int) -> Sequence[Notification]:
    """Creates the board of a game in the open round of a locked tournament. Returns its emails."""
    terms, round = stored.tournament.terms, stored.tournament.rounds[-1]
    game, ids = games.stored(terms.game), round.pairings[number - 1].players
    players = {player.id: player for player in context.work.players.by_ids(ids)}
    options, board_terms = terms.read_games()
    other = _other_board(context, stored, number) if terms.paired else None
    drawn = other.match.options if other else game.resolve(options, context.seed())
    match = Match.begin(game, drawn)
    board = create_board(context, [players[id] for id in ids], match, board_terms)
    linked = context.work.tournament_boards.link(stored, round.number, number, board)
    # The board was stored before it was linked, and so wasn't known to be a contest.
    if linked.is_contest and not board.is_contest:
        context.work.contest_positions.put(linked)
    board = linked
    return new_boards_response(context, [board], "").notifications


def _other_board(context: Context, stored: StoredTournament, number: int) -> Board | None:
    """Returns the board of the other game of a pair, if it has one that can be replayed.

    Both games have the same start, even if it is drawn at random.
    """
    round = stored.tournament.rounds[-1]
    players = set(round.pairings[number - 1].players)
    boards = context.work.tournament_boards.numbers(stored)
    for game, pairing in enumerate(round.pairings, 1):
        board = boards.get((round.number, game))
        if board and game != number and set(pairing.players) == players:
            with suppress(BoardFrozenError):
                return context.work.boards.find(stored.tournament.terms.game, board)
    return None


def record_result(context: Context, before: Board, after: Board) -> None:
    """Records in a board's tournament that the game has ended or was reopened.

    After the round is over, changes of its boards have no effect.
    """
    if after.tournament is None:
        return
    if len({(board.active, board.removed) for board in (before, after)}) > 1:
        record_state(context, after.tournament, after)
    # The rollback may bring a player back who has withdrawn, so the next tick checks it again.
    elif after.match.state.epoch > before.match.state.epoch:
        name = find_tournament(context, after.tournament.name, lock=True).name
        context.work.tournaments.check_again(name, context.now())


def record_state(context: Context, game: TournamentGame, board: Board | None) -> None:
    """Records the state of a game. `board` is None if it can't be replayed."""
    stored = find_tournament(context, game.name, lock=True)
    round = stored.tournament.open_round
    if round and round.number == game.round:
        event = _event(stored, game, board)
        if event != round.results.get(game.number):
            context.work.tournaments.add_event(stored, event, context.now())


def is_settled(context: Context, board: Board) -> bool:
    """Whether the board's tournament round is over.

    If so, the board's result can't change anymore.
    """
    if board.tournament is None:
        return False
    round = find_tournament(context, board.tournament.name).tournament.open_round
    return round is None or round.number != board.tournament.round


def _event(stored: StoredTournament, game: TournamentGame, board: Board | None) -> TournamentEvent:
    if board and board.active:
        return Reopen(game.round, game.number)
    outcome = board.match.outcome if board and not board.removed else None
    if board is None or outcome is None:
        lost = (each for each in withdrawals(stored.tournament) if each.game == game.number)
        return next(lost, unfinished(stored.tournament, game.number))
    last = board.match.state.event
    if closed_by(last) == UNFINISHED and stored.tournament.terms.unfinished != DRAW:
        return unfinished(stored.tournament, game.number)
    return Result(game.round, game.number, outcome.places, _why(stored, board, last))


def _why(stored: StoredTournament, board: Board, last: str) -> str:
    """Returns the reason of a result.

    As in ratings, a game is considered played if all players have moved, even if a player left it
    later.

    `last`: the last event of the board.
    """
    kind, *words = last.split()
    if closed_by(last) == UNFINISHED:
        return UNFINISHED
    if kind == "adjudicate" or closed_by(last) == PROVED:
        return ADJUDICATED
    gone = kind == "leave" and board.players[int(words[0])].id in stored.tournament.withdrawn
    everybody = all(board.moved(seat) for seat in range(len(board.players)))
    return WITHDRAWN if gone and not everybody else PLAYED
