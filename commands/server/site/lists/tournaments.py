"""Rows of lists of tournaments."""

from collections.abc import Sequence
from typing import NamedTuple

from commands.server.site import paths
from commands.views.tournaments.sentences import kind_sentence, state_in_words
from commands.views.tournaments.view import TournamentView
from storage.boards.public.tournaments import PublicTournament


class TournamentEntry(NamedTuple):
    """A tournament in a list."""

    name: str
    href: str
    what: str
    state: str


def public_view(public: PublicTournament) -> TournamentView:
    """Returns a tournament as everybody may see it."""
    userids = {id: player.userid for id, player in public.players.items()}
    return TournamentView(public.stored.name, public.stored.tournament, userids, public.boards)


def tournament_entries(publics: Sequence[PublicTournament], page: str) -> list[TournamentEntry]:
    """Returns tournaments as rows of a list on the page with the path `page`."""
    return [
        TournamentEntry(
            view.name,
            paths.link(paths.tournament(view.name), page),
            kind_sentence(view.terms),
            state_in_words(view),
        )
        for view in map(public_view, publics)
    ]
