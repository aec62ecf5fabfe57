"""JSON data of tournaments, for programs."""

from datetime import UTC, datetime
from typing import Any

from commands.views.tournaments.sentences import winners
from commands.views.tournaments.view import TournamentView
from pbm.tournaments.crosstables import Crosstable, PlayedGame


def data(view: TournamentView) -> dict[str, Any]:
    """Returns a tournament without the players whom the reader may not see."""
    tournament, terms = view.tournament, view.terms
    return {
        **entry_data(view),
        "options": terms.options.split(),
        "withdrawn": {
            view.userids[player]: why
            for player, why in tournament.withdrawn.items()
            if player in view.userids
        },
        "tables": [_table_data(view, each) for each in view.crosstables],
    }


def entry_data(view: TournamentView) -> dict[str, Any]:
    """Returns a tournament as an entry of a list."""
    tournament, round = view.tournament, view.tournament.open_round
    return {
        "tournament": view.name,
        "game": view.terms.game,
        "kind": view.terms.kind,
        "status": tournament.status,
        "begins": _iso(view.terms.begins),
        "round": len(tournament.rounds),
        "ends": _iso(round.ends) if round else None,
        "players": [view.userids[each] for each in tournament.players if each in view.userids],
        "winners": winners(view),
    }


def _iso(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat() if at else None


def _table_data(view: TournamentView, crosstable: Crosstable) -> dict[str, Any]:
    rows = [
        {
            "userid": view.userids[row.standing.player],
            "place": row.standing.place,
            "points": float(row.standing.points),
            "sonneborn_berger": float(row.standing.sonneborn_berger),
            "wins": row.standing.wins,
            "games": [_game_data(view, game) for cell in row.cells for game in cell],
        }
        for row in crosstable.rows
        if view.is_seen(row)
    ]
    return {"title": crosstable.title, "standings": rows}


def _game_data(view: TournamentView, game: PlayedGame) -> dict[str, Any]:
    return {
        "round": game.round,
        "board": view.boards.get((game.round, game.number)),
        "opponents": view.names(game.opponents),
        "points": None if game.points is None else float(game.points),
    }
