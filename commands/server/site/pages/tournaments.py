"""The pages of tournaments, and the list of all tournaments."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from markupsafe import Markup

from commands.server.site import paths
from commands.server.site.lists.board_cards import drawn_boards
from commands.server.site.lists.mail_links import tournament_link
from commands.server.site.lists.paging import list_pages
from commands.server.site.lists.player_names import Name, name_of
from commands.server.site.lists.tournaments import public_view, tournament_entries
from commands.server.site.page_data import Page, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.templating import document, render
from commands.views.tournaments.sentences import (
    departures,
    kind_sentence,
    round_in_words,
    state_in_words,
    terms_in_words,
)
from commands.views.tournaments.tables import note
from commands.views.tournaments.view import CellPart, TournamentView
from storage.boards.public.tournaments import PublicTournament

MAX_DRAWN = 36
"""Maximum number of running boards that are drawn on the page of a tournament."""


def _list(source: Source, _: Subject) -> Iterator[Page]:
    publics = source.work.public_tournaments.all()
    for page in list_pages(publics, _list_path):
        body = render(
            "tournaments",
            tournaments=tournament_entries(page.rows, page.path),
            links=page.links,
        )
        crumbs = [("Tournaments", paths.TOURNAMENTS)] if page.number > 1 else []
        yield document(source.site, page.path, "Tournaments", body, crumbs=crumbs)


def _list_path(number: int) -> str:
    """Returns the path of a page of the list. No tournament's name begins with `~`."""
    return paths.TOURNAMENTS if number == 1 else f"tournaments/~{number}.html"


def _tournament(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the page of a tournament, or nothing if it doesn't exist."""
    public = source.work.public_tournaments.find(subject.number)
    if public is None:
        return
    view, path = public_view(public), paths.tournament(public.stored.name)
    yield document(
        source.site,
        path,
        f"{view.name}: {view.title}",
        _body(source, public, view, path),
        description=f"{kind_sentence(view.terms)} {state_in_words(view)}",
        crumbs=[("Tournaments", paths.TOURNAMENTS)],
    )


def _body(source: Source, public: PublicTournament, view: TournamentView, page: str) -> Markup:
    site, numbers = source.site, view.boards.values()
    boards = source.work.public_listings.running(view.terms.game, numbers, MAX_DRAWN)
    round, is_open = view.tournament.open_round, view.tournament.takes_entries
    joins = [True, False] if is_open else [False]
    return render(
        "tournament",
        view=view,
        game=paths.link(paths.game(view.terms.game), page),
        terms=terms_in_words(view.terms),
        state=state_in_words(view, named=True),
        sentences=[*(round_in_words(view, round) if round else ()), *departures(view)],
        players=[_name(public, id, page=page) for id in view.seeded(public.players)],
        tables=view.shown_tables,
        drawn=drawn_boards(source, boards, page),
        name=partial(_name, public, page=page),
        board=partial(_board, view, page=page),
        note=note(view),
        links=[tournament_link(site, view.name, joins=each) for each in joins],
        joins=is_open,
        join=paths.link(paths.FRONT, page) + paths.JOIN,
    )


def _name(public: PublicTournament, player: int, *, page: str) -> Name:
    """Returns a player's name.

    The name is a link if one of the public boards here is the player's, because the player then has
    a page.
    """
    name, rounds = name_of(public.players[player], page), public.stored.tournament.rounds
    pairings = (rounds[round - 1].pairings[game - 1] for round, game in public.boards)
    has_page = any(player in pairing.players for pairing in pairings)
    return name if has_page else replace(name, href="")


def _board(view: TournamentView, part: CellPart, *, page: str) -> str:
    """Returns the link to the board of a game in a table, or an empty string."""
    number = view.boards.get((part.game.round, part.game.number)) if part.game else None
    return paths.link(paths.board(view.terms.game, number), page) if number else ""


MAKERS = {Kind.TOURNAMENT: _tournament, Kind.TOURNAMENTS: _list}
