"""Tournaments as their readers may see them, and the lines that join and leave them."""

from dataclasses import replace

from commands.context.context import Context
from commands.system.secrets.secret import NONE
from commands.views.tournaments.view import TournamentView
from pbm.board.players import Player
from pbm.board.time_control.rest import Rest
from pbm.tournaments.tournament import StoredTournament


def view_of(context: Context, stored: StoredTournament) -> TournamentView:
    """Returns a tournament as the caller may see it.

    If the caller plays in it, all players are shown.
    """
    players = stored.tournament.players
    if context.viewer.players.isdisjoint(players):
        seen = context.work.players.visible(players, context.viewer)
    else:
        seen = frozenset(players)
    return _view(context, stored, seen)


def players_view(context: Context, stored: StoredTournament) -> TournamentView:
    """Returns a tournament as its players may see it. All players are shown."""
    return _view(context, stored, frozenset(stored.tournament.players))


def reader_view(
    context: Context, stored: StoredTournament, reader: Player | None
) -> TournamentView:
    """Returns a tournament as the caller may see it, with times in the reader's time zone."""
    view = view_of(context, stored)
    return in_zone_of(view, reader) if reader else view


def in_zone_of(view: TournamentView, reader: Player) -> TournamentView:
    """Returns the view with times in the reader's time zone."""
    return replace(view, zone=Rest.read(reader.rest).zone)


def next_line(view: TournamentView, asker: Player | None) -> str:
    """Returns the line that joins a tournament.

    If the asker can't join, returns the line that shows it.
    """
    tournament = view.tournament
    joined = asker and asker.id in tournament.players
    joins = (
        ""
        if joined or not tournament.takes_entries
        else f" join {asker.userid if asker else 'USERID'} {NONE}"
    )
    return f"tournament {view.name}{joins}"


def leave_line(view: TournamentView, player: Player) -> str:
    return f"tournament {view.name} leave {player.userid} {NONE}"


def _view(context: Context, stored: StoredTournament, seen: frozenset[int]) -> TournamentView:
    """Returns a view of the players in `seen`. A board is included if all of its players are."""
    userids = {each.id: each.userid for each in context.work.players.by_ids(sorted(seen))}
    rounds = {round.number: round.pairings for round in stored.tournament.rounds}
    boards = {
        (round, game): number
        for (round, game), number in context.work.tournament_boards.numbers(stored).items()
        if seen.issuperset(rounds[round][game - 1].players)
    }
    return TournamentView(stored.name, stored.tournament, userids, boards)
