"""Decide which games end with their round, or because a player has left the tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from commands.boards.board_changes import SERVER_AUTHOR, has_left
from pbm.board.board import Board
from pbm.match.decisions import PROVED, UNFINISHED, closing, places_of
from pbm.match.match import Event, Match
from pbm.proofs.value import Proof
from pbm.tournaments.tournament import StoredTournament
from pbm.tournaments.tournament_steps import withdrawals
from pbm.tournaments.tournament_terms import DRAW


def places_by_proof(match: Match, proof: Proof) -> tuple[int, ...]:
    """Returns the place of each seat according to a proof."""
    mover = match.to_move or 0
    winners = {"won": [mover], "lost": [1 - mover], "drawn": []}
    return places_of(winners[proof.value.result.value], 2)


def is_round_over(stored: StoredTournament, now: datetime) -> bool:
    """Whether the time of the open round is up."""
    round = stored.tournament.open_round
    return round is not None and now >= round.ends


def games_to_end(
    stored: StoredTournament, boards: Mapping[int, int], now: datetime
) -> Sequence[int]:
    """Returns the games with boards that may have to be ended."""
    round = stored.tournament.open_round
    open_games = [game for game in round.open_games if game in boards] if round else []
    if is_round_over(stored, now):
        return open_games
    withdrawn = {each.game for each in withdrawals(stored.tournament)}
    return [game for game in open_games if game in withdrawn]


def withdrawn_seat(stored: StoredTournament, board: Board) -> int | None:
    """Returns a seat whose player has left the tournament but still plays on the board."""
    withdrawn = stored.tournament.withdrawn
    seats = (seat for seat, player in enumerate(board.players) if player.id in withdrawn)
    return next((seat for seat in seats if not has_left(board, seat)), None)


def leave_board(board: Board, seat: int, now: datetime) -> tuple[Board, str]:
    """Returns the board after a player has left the tournament, and a sentence about it."""
    event = Event(f"leave {seat} left the tournament", now, SERVER_AUTHOR)
    after = replace(board.with_match(board.match.add(event)), offer=None)
    return after, f"{board.players[seat].userid} has left the tournament."


def close_board(
    stored: StoredTournament, board: Board, proved: Mapping[str, tuple[int, ...]], now: datetime
) -> tuple[Board, str]:
    """Returns the board at the end of its round, and a sentence about it."""
    places, why = proved.get(board.match.checksum), PROVED
    if places is None:
        remaining = board.game.remaining(board.match.state.position)
        places, why = places_of(remaining, len(board.players)), UNFINISHED
    after = board.decide(closing(places, why), now, SERVER_AUTHOR)
    zero = why == UNFINISHED and stored.tournament.terms.unfinished != DRAW
    points = " Nobody gets points for this game." if zero else ""
    return after, f"The time for {board.tournament} is up.{points}"
