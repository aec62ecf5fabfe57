"""The standings of a game: its players by rating, and the ladder."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from commands.server.site import paths
from commands.server.site.lists.game_navigation import STANDINGS, part_links, part_page
from commands.server.site.lists.paging import list_pages
from commands.server.site.lists.player_names import Name
from commands.server.site.lists.rating_text import RatingText, rating_text
from commands.server.site.page_data import Page, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.templating import render
from commands.views.text.tables import PROVISIONAL_MARK
from pbm import games
from pbm.board.ratings import PROVISIONAL, Standing, ranked
from pbm.board.viewers import Viewer
from pbm.games import AnyGame
from pbm.wording import counted


class StandingRow(NamedTuple):
    """A player as a row of the standings."""

    rank: int
    name: Name
    rating: RatingText
    standing: Standing


def _standings(source: Source, subject: Subject) -> Iterator[Page]:
    game = games.stored(subject.game)
    everybody = ranked(source.work.public_players.standings(game.name))
    for page in list_pages(everybody, partial(_path, game)):
        rows = [_row(rank, standing, page.path) for rank, standing in page.rows]
        body = render(
            "standings",
            game=game,
            parts=part_links(game, paths.part(game.name, STANDINGS)),
            number=counted(len(everybody), "player"),
            rows=rows,
            ladder=_ladder(source, game, everybody, page.path),
            links=page.links,
            mark=PROVISIONAL_MARK,
            provisional=PROVISIONAL,
        )
        yield part_page(source.site, game, STANDINGS, page.path, body)


def _ladder(
    source: Source, game: AnyGame, everybody: Sequence[tuple[int, Standing]], page: str
) -> list[tuple[int, Name]]:
    """Returns the public players on the ladder, with their places."""
    ids = [entry.player for entry in source.work.ladders.find(game.name)]
    seen = source.work.players.visible(ids, Viewer())
    # a player without rated games has no page
    rated = {standing.player for _, standing in everybody}
    players = {each.id: each for each in source.work.players.by_ids(sorted(seen))}
    return [
        (
            place,
            Name(
                userid, paths.link(paths.player(userid), page) if id in rated else "", robot=False
            ),
        )
        for place, id in enumerate(ids, 1)
        if id in seen and (userid := players[id].userid)
    ]


def _path(game: AnyGame, number: int) -> str:
    return paths.part(game.name, STANDINGS if number == 1 else f"{STANDINGS}-{number}")


def _row(rank: int, standing: Standing, page: str) -> StandingRow:
    name = Name(standing.userid, paths.link(paths.player(standing.userid), page), standing.robot)
    return StandingRow(rank, name, rating_text(standing.rating), standing)


MAKERS = {Kind.RESULTS: _standings}
