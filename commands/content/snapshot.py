"""Make snapshots of boards for messages."""

from datetime import datetime

from commands.content.messages import (
    LISTED_ROUNDS,
    BoardSnapshot,
    ClockTimes,
    Comment,
    UnreachablePlayer,
)
from commands.content.reply_claims import claims_of
from pbm.board.board import Board
from pbm.board.draws_and_undos import in_words
from pbm.board.time_control.board_clock import Deadlines
from pbm.games import AnyGame
from pbm.match.checkpoint import Checkpoint, write_checkpoint
from pbm.match.match import Match
from pbm.options import write_options
from pbm.wording import local_time

EXAMPLE_SEED = 1


def unreachable_note(userid: str, until: datetime | None, zone: str = "UTC") -> str:
    """Returns a note on a player whose mail bounces.

    `until`: when their clock runs again. None if it isn't stopped.
    """
    if until is None:
        return f"Our emails to {userid} are bouncing, but {userid}'s clock is still running."
    return (
        f"Our emails to {userid} are bouncing, so {userid}'s clock is paused until "
        f"{local_time(until, zone)}."
    )


def snapshot_of(
    board: Board,
    *,
    to: str = "",
    news: str = "",
    ply: int | None = None,
    before: Board | None = None,
) -> BoardSnapshot:
    """Returns a snapshot of the board.

    `to`: the addressee's userid.
    `ply`: the ply to show instead of the current position.
    `before`: the board before the change that the email is about, if there was one.
    """
    match = board.match if ply is None else board.match.at(ply)
    checkpoint, log = _since_checkpoint(match)
    deadlines = _deadlines(board)
    return BoardSnapshot(
        game=board.game.name,
        number=board.number,
        players=tuple(player.userid for player in board.players),
        options=write_options(match.options),
        terms=board.terms.write(),
        checkpoint=checkpoint,
        log=log,
        repetitions=match.repetitions,
        paths=match.paths,
        ply=ply,
        to=to,
        news=news,
        removed=board.removed,
        offer=_offer(board),
        asked=tuple(board.players[seat].userid for seat in board.asked),
        sequence=board.generation + len(board.match.events) + bool(board.removed),
        unreachable=_unreachable(board),
        ratings=board.ratings,
        rating_points=tuple(rating.points if rating else None for rating in board.current_ratings),
        deadline_changed=before is not None
        and _due(before, _deadlines(before)) != _due(board, deadlines),
        times=_times(board, deadlines),
        robots=tuple(player.userid for player in board.players if player.robot),
        seats=claims_of(board),
        public=board.is_public,
        tournament=board.tournament,
    )


def with_note(content: BoardSnapshot, board: Board) -> BoardSnapshot:
    """Adds the private note of the addressee to the board, if they wrote one.

    Use it only for players who have proved who they are, and for emails to their addresses.
    """
    if not (board.notes or content.note):
        return content
    seats = enumerate(player.userid for player in board.players)
    text = next((board.notes.get(seat) for seat, userid in seats if userid == content.to), "")
    note = Comment(writer=content.to, text=text) if text else None
    return content.model_copy(update={"note": note}) if note or content.note else content


def _since_checkpoint(match: Match) -> tuple[Checkpoint | None, tuple[str, ...]]:
    """Returns the state before the rounds that emails list, and the events since then.

    Emails store only these, so their size doesn't grow with the game. Near the start of the game,
    or if the position can't be stored, the checkpoint is None, and the events are those since the
    start.
    """
    last = match.state.round - LISTED_ROUNDS
    states = match.state.backwards() if last > 0 else ()
    begin = next((state for state in states if state.round <= last), None)
    checkpoint = write_checkpoint(match.game, match.options, begin) if begin else None
    return checkpoint, match.state.effective_since(begin if checkpoint else None)


def example_snapshot(game: AnyGame) -> BoardSnapshot:
    """Returns a board in the middle of the game's example. Its number is 0."""
    words, moves = game.example
    options = game.resolve(game.read_options(words.split()), EXAMPLE_SEED)
    return BoardSnapshot(
        game=game.name,
        number=0,
        players=tuple(seat.name for seat in game.seats),
        options=write_options(options),
        log=tuple(f"move {move}" for move in moves[: len(moves) // 2]),
    )


def _due(board: Board, deadlines: Deadlines | None) -> tuple[int | None, datetime | None]:
    """Returns the seat to move and its deadline. Each is None if there is none."""
    if not board.active:
        return None, None
    return board.match.to_move, deadlines.move_by if deadlines else None


def _unreachable(board: Board) -> tuple[UnreachablePlayer, ...]:
    return tuple(
        UnreachablePlayer(userid=player.userid, until=stop.until if stop.length else None)
        for player in board.players
        if board.active and (stop := player.clock_stop)
    )


def clock_times(board: Board) -> ClockTimes:
    return _times(board, _deadlines(board))


def _times(board: Board, deadlines: Deadlines | None) -> ClockTimes:
    return ClockTimes(
        used=board.clock.used,
        total=board.terms.totaltime,
        increment=board.terms.increment,
        began=board.clock.began,
        nag=deadlines.nag if deadlines else None,
        forfeit=deadlines.forfeit if deadlines else None,
        round_ends=deadlines.round_ends if deadlines else None,
    )


def _deadlines(board: Board) -> Deadlines | None:
    """Returns the deadlines of the player to move.

    Returns None if there is no such player, or a robot is to move.
    """
    return None if board.mover and board.mover.robot else board.deadlines


def _offer(board: Board) -> str:
    if board.offer is None:
        return ""
    return f"{board.players[board.offer.by].userid} {in_words(board, board.offer)}."
