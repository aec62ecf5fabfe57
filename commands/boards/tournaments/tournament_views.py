"""Tournaments as their readers may see them."""

from dataclasses import replace

from commands.context.context import Context
from commands.views.tournament_view import TournamentView
from pbm.board.players import Player
from pbm.board.rest import Rest
from pbm.tournaments.tournament import StoredTournament


def view_of(context: Context, stored: StoredTournament) -> TournamentView:
    """Returns a tournament as the caller may see it: as all others, or as one of its players."""
    players = stored.tournament.players
    if context.viewer.players.isdisjoint(players):
        seen = context.work.players.visible(players, context.viewer)
    else:
        seen = frozenset(players)
    return _view(context, stored, seen)


def players_view(context: Context, stored: StoredTournament) -> TournamentView:
    """Returns a tournament as its players see it: they see one another."""
    return _view(context, stored, frozenset(stored.tournament.players))


def in_zone_of(view: TournamentView, reader: Player) -> TournamentView:
    """Returns the view with times in the zone of its reader."""
    return replace(view, zone=Rest.read(reader.rest).zone)


def _view(context: Context, stored: StoredTournament, seen: frozenset[int]) -> TournamentView:
    """Returns a view with these players; a board is as hidden as its players."""
    userids = {each.id: each.userid for each in context.work.players.by_ids(sorted(seen))}
    rounds = {round.number: round.pairings for round in stored.tournament.rounds}
    boards = {
        (round, game): number
        for (round, game), number in context.work.tournaments.boards(stored).items()
        if seen.issuperset(rounds[round][game - 1].players)
    }
    return TournamentView(stored.name, stored.tournament, userids, boards)
